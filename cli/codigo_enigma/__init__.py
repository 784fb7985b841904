"""Código Enigma at the command line."""
