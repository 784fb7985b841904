"""What one seat may know: the record as that player would have kept it.

It is built by hiding from the *lines* what the seat could not see and playing them again, so what is hidden cannot
reach a computation by any other way.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.beyond_code.events import Card, Dealt, Decrypt, Doubt, Event, Look, Me, Name, Players, Time, TimeOut
from solver.beyond_code.play import apply
from solver.beyond_code.state import Ending, State
from solver.record import Entry, Record, in_order
from solver.seats import seated, viewer_of

__all__ = ["View", "seen_by", "view"]


@dataclass(frozen=True, slots=True)
class View:
    """The table as a seat sees it. viewer: whose record it is; None: every look says what the card was."""

    viewer: str | None
    table: State

    @property
    def seat(self) -> str:
        """The viewer. Raises SeatError where the record is seen by nobody in particular."""
        return seated(self.viewer, self.table.players)


def view(record: Record[Event, State], seat: str | None = None) -> View:
    """See a record from a seat: the named one, else the record's own `me`, else as one who sees all.

    Raises SeatError for a name that does not play.
    """
    state = record.state
    viewer = viewer_of(state.players, state.me, seat)
    if viewer is None or viewer == state.me:
        return View(viewer, state)
    table = replace(record.game.start, accepted=True)
    for entry in seen_by(record, viewer):
        table = apply(table, entry.event, entry.line)
    return View(viewer, table)


def seen_by(record: Record[Event, State], seat: str) -> Iterator[Entry[Event]]:
    """The entries as a seat saw and heard them, where the record is not that seat's own."""
    state = record.game.start
    for entry in in_order(record.game, record.entries):
        after = apply(state, entry.event, entry.line)
        yield from _as_seen(entry, seat, state, after)
        state = after


def _as_seen(entry: Entry[Event], seat: str, now: State, after: State) -> Iterator[Entry[Event]]:
    """One entry as the seat saw it. now, after: the table before and after it."""
    event = entry.event
    match event:
        case Players():
            yield entry
            yield Entry(0, Me(seat))
        case Me():
            pass
        case Dealt(player=player):
            if player == seat:
                yield entry
        case Name(player=player, square=square) | Decrypt(player=player, square=square):
            open_to = player == seat or square in now.open or now.solo
            yield entry if open_to else Entry(entry.line, replace(event, really=None))
        case Doubt(honest=False) if (lies := _laid_open(now, after)) is not None:
            yield Entry(entry.line, replace(event, really=lies))
        case Doubt(player=player, really=really):
            # What the namer's own line says, the doubter has seen in his check.
            told = really if event.honest or now.naming is None else really or now.naming.really
            sees = _sees_check(player, seat, now, after)
            yield Entry(entry.line, replace(event, really=told if sees else None))
        case Look(player=player):
            yield entry if player == seat or now.solo else Entry(entry.line, replace(event, card=None))
        case TimeOut() if now.outcome is None:
            yield Entry(entry.line, TimeOut(_infiltrator(after)))
        case Time() if _infiltrator(after) is not None:
            yield entry
            yield Entry(entry.line, TimeOut(_infiltrator(after)))
        case _:
            yield entry


def _laid_open(now: State, after: State) -> Card | None:
    """The card that a check has just laid open for all to see, whether or not the line says what it is."""
    square = "" if now.naming is None else now.naming.square
    return None if square in now.open else after.open.get(square)


def _sees_check(doubter: str, seat: str, now: State, after: State) -> bool:
    """Whether a seat knows which card was checked: the doubter, whoever had looked at it, all if it lies open."""
    naming = now.naming
    return naming is None or seat in (doubter, naming.player) or naming.square in after.open


def _infiltrator(after: State) -> str | None:
    """Who has shown himself as the Infiltrator, if time has just run out and he wins."""
    outcome = after.outcome
    return outcome.winner if outcome is not None and outcome.ending is Ending.INFILTRATOR else None
