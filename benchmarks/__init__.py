"""How fast the program is: each module answers one question, prints its figures, and checks each answer it timed."""
