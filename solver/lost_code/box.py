"""Every number of the rulebook, and what the rulebook does not print: the values of the wheels."""

from collections.abc import Mapping
from types import MappingProxyType

from solver.lost_code.events import Symbol

__all__ = [
    "ASSUMED_PAD",
    "BUILT_IN_WHEELS",
    "CURSE_END_SPACE",
    "CURSE_SPACE",
    "FINAL_POINTS",
    "HIGHEST",
    "LOGS",
    "MISSED",
    "ROUNDS",
    "TOKEN_FACTOR",
    "TOKEN_ROUNDS_LEFT",
    "WHEELS_IN_BOX",
]

HIGHEST: Mapping[bool, int] = MappingProxyType({False: 7, True: 8})
"""Content: the highest number on a stone, by whether X-Race is played."""
LOGS = 4
"""Setup: “all the logs are always placed in position”."""
ROUNDS: Mapping[int, int] = MappingProxyType({2: 10, 3: 9, 4: 8})
"""End of the Game: rounds for each number of players."""
FINAL_POINTS: Mapping[int, int] = MappingProxyType({1: 5, 2: 2, 3: 1})
"""End of the Game: VP of a right final guess by how many numbers were placed."""
MISSED = -2
"""End of the Game: VP for a stone that was not guessed."""
TOKEN_FACTOR = 2
"""Deadly Shortcut: what was written with a token counts double, either way."""
TOKEN_ROUNDS_LEFT = 3
"""Deadly Shortcut: no token can be taken in the last three rounds."""
CURSE_SPACE, CURSE_END_SPACE = 7, 13
"""The Curse of the Temple: where the token is taken, and where it leaves the game."""
WHEELS_IN_BOX = 7
"""Content: seven guessing wheels."""
BUILT_IN_WHEELS: Mapping[bool, Mapping[int, int]] = MappingProxyType(
    {
        False: MappingProxyType({1: 5, 2: 4, 3: 3, 4: 3, 5: 2, 7: 2, 10: 1}),
        True: MappingProxyType({1: 5, 2: 4, 3: 3, 4: 3, 5: 2, 7: 2, 10: 1}),
    }
)
"""Width -> VP of the wheels, by whether their X side is up: assumed. The rulebook gives away that widths 2, 5, 7 and
10 exist, that 5 is worth 2 VP, 10 is worth 1 VP, some wheel 4 VP, and the smallest most; it prints no table."""
ASSUMED_PAD = (Symbol.BIRD, Symbol.JAGUAR, Symbol.CHAMELEON, Symbol.SNAKE, Symbol.HUMAN, Symbol.BEAR)
"""The symbols as the deduction pad lists them: assumed. The rulebook shows no pad in words, but its “Example of
scoring” adds up Diana's sheet as 2 + 5 + 2 + 1 + 5 - 2, where the snake brought 1 and the bear -2, bird and chameleon
2 each, jaguar and human 5 each; of two alike it names the bird and the jaguar first."""
