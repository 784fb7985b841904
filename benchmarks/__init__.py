"""How fast the program is: each module answers one question, prints its figures, and checks each answer it timed."""

import os

# As the command line does, so that the figures are those of its users.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
