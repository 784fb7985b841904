"""Cypher: its record, its rules, and where each of the nineteen cards can be."""
