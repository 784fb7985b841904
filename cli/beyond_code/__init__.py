"""Enigma: Beyond Code for the command line."""
