"""A slow evaluation of a legal Lost Code record, written straight from the specification.

It shares nothing with the program: it reads canonical words only, reports no errors, and finds the viewer's
logs by filling in one stone after another.
"""

from tests.brute.commands import (
    choices,
    exchanges,
    finals,
    show,
    smallest_conflict,
    solve,
    tokens,
    turns,
    worlds,
)
from tests.brute.seat import Seat, TooMany
from tests.brute.table import Table

__all__ = [
    "Seat",
    "Table",
    "TooMany",
    "choices",
    "exchanges",
    "finals",
    "show",
    "smallest_conflict",
    "solve",
    "tokens",
    "turns",
    "worlds",
]
