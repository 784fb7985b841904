"""Código Enigma: its record, its rules, the reveal clock, the referee of a reveal, and a trainer of the memory."""
