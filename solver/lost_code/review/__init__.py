"""After the game: what was luck, what was skill, where it was decided."""
