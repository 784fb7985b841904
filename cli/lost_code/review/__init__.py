"""The review of a game on the screen, as data, as a page."""
