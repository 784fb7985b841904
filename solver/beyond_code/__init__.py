"""Enigma: Beyond Code: the notepad that thinks."""
