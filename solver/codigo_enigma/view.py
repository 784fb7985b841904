"""What is seen of a record: the same from every seat, since nothing lies hidden from one player alone."""

from dataclasses import dataclass

from solver.codigo_enigma.events import Event
from solver.codigo_enigma.rules import begin, passed_on
from solver.codigo_enigma.sealing import concealed
from solver.codigo_enigma.state import State
from solver.record import Record
from solver.seats import viewer_of

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
    viewer_of(state.players, None, seat)
    return View(concealed(passed_on(state if state.begun else begin(state))))
