"""What is wrong with a record, and the likeliest slips that would explain it."""

from dataclasses import dataclass
from time import perf_counter

from solver.cypher.box import POWER
from solver.cypher.conflicts import contradiction
from solver.cypher.events import Event
from solver.cypher.slips import Slip, explaining, mending
from solver.cypher.state import State
from solver.cypher.tracking import Impossible, track
from solver.cypher.view import View, view
from solver.errors import Contradiction, Fault, SeatError
from solver.record import Draft

__all__ = ["Checked", "Slip", "check"]


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found.

    view: the table, up to the first line that the rules forbid; None where no table stands by then. faults: all that
    the rules forbid. conflict: lines that cannot all be true. odd: what is allowed but hardly meant. slips: likeliest
    first. unfinished: why not every slip was tried, "" if every one was.
    """

    view: View | None
    faults: tuple[Fault, ...]
    conflict: Contradiction | None
    odd: tuple[str, ...]
    slips: tuple[Slip, ...]
    unfinished: str = ""

    @property
    def wrong(self) -> bool:
        """Whether the record is forbidden or contradicts itself."""
        return bool(self.faults) or self.conflict is not None


def check(draft: Draft[Event, State], seat: str | None = None, limit: float = 10.0) -> Checked:
    """Check a record from a seat; limit: seconds for the search for slips. Raises SeatError and OutOfTime."""
    end = perf_counter() + limit
    if draft.record is None:
        me = None if draft.good is None else draft.good.state.me
        if seat not in (None, me):
            raise SeatError(f"what the rules forbid is mended by whoever kept the record: {_whom(me)}leave --as out")
        good = None if draft.good is None else view(draft.good, me)
        slips, unfinished = mending(draft.game, draft.entries, end)
        return Checked(good, draft.faults, None, _odd(good), slips, unfinished)
    seen = view(draft.record, seat)
    conflict = _conflict(seen.table)
    if conflict is None:
        return Checked(seen, (), None, _odd(seen), ())
    slips, unfinished = explaining(draft.game, draft.entries, conflict.lines, end)
    return Checked(seen, (), conflict, _odd(seen), slips, unfinished)


def _whom(me: str | None) -> str:
    return f"name {me}, or " if me else ""


def _conflict(table: State) -> Contradiction | None:
    try:
        track(table.box, table.trail)
    except Impossible as impossible:
        return contradiction(table.box, table.trail, impossible.line)
    return None


def _odd(seen: View | None) -> tuple[str, ...]:
    """What is allowed but hardly meant."""
    if seen is None or seen.table.assumed:
        return ()
    odd = []
    if POWER not in seen.table.names:
        odd.append(f"no card is called {POWER}, so none can trigger the end of the game (Power of “Cypher”)")
    power = next((kind.copies for kind in seen.table.box if kind.name == POWER), 1)
    if power > 1:
        odd.append(f"there are {power} cards called {POWER} (Power of “Cypher”)")
    return tuple(odd)
