"""Whose seat a record is seen from, whichever game it is."""

import unicodedata
from collections.abc import Sequence

from solver.errors import SeatError

__all__ = ["seated", "viewer_of"]


def viewer_of(players: Sequence[str], me: str | None, seat: str | None) -> str | None:
    """Who looks: the seat that was named, else the record's own `me`; None for one who sees all.

    Raises SeatError for a name that does not play, and where nobody does.
    """
    if not players:
        raise SeatError("the record ends before the players line, so nobody sits at the table")
    viewer = me if seat is None else unicodedata.normalize("NFC", seat)
    if viewer is not None and viewer not in players:
        raise SeatError(f"“{viewer}” does not play here; expected one of {', '.join(players)}")
    return viewer


def seated(viewer: str | None, players: Sequence[str]) -> str:
    """The viewer. Raises SeatError where the record is seen by nobody in particular."""
    if viewer is None:
        named = ", ".join(players)
        raise SeatError(f"this record has no “me”: say whose seat it is seen from, with --as and one of {named}")
    return viewer
