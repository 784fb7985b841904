"""Cypher at the command line."""
