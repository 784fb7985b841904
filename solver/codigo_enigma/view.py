"""What is seen of a record: the same from every seat, since nothing lies hidden from one player alone."""

import unicodedata
from dataclasses import dataclass

from solver.codigo_enigma.events import Event
from solver.codigo_enigma.rules import begin
from solver.codigo_enigma.sealing import concealed
from solver.codigo_enigma.state import State
from solver.errors import SeatError
from solver.record import Record

__all__ = ["View", "view"]


@dataclass(frozen=True, slots=True)
class View:
    """The table. viewer: nobody in particular."""

    table: State
    viewer: None = None


def view(record: Record[Event, State], seat: str | None = None) -> View:
    """See a record, without what the whole of it still hides.

    seat: looked up only. Raises SeatError for a name that does not play, and without players.
    """
    state = record.state
    if not state.players:
        raise SeatError("the record ends before the players line, so nobody sits at the table")
    if seat is not None and unicodedata.normalize("NFC", seat) not in state.players:
        raise SeatError(f"“{seat}” does not play here; expected one of {', '.join(state.players)}")
    return View(concealed(state if state.begun else begin(state)))
