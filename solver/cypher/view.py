"""What one seat may know: the record as that player would have kept it.

Everything that is shown or computed for a seat takes a `View`. It is built by hiding from the *lines* what the seat
could not see and playing them again, so what is hidden cannot reach a computation by any other way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solver.cypher.events import Discard, Event, Hand, Me, Move, Pass, Players, Receive, SeeDeck, SeeHand, Spot
from solver.cypher.play import apply
from solver.cypher.state import State
from solver.record import Entry, Record, in_order
from solver.seats import seated, viewer_of

__all__ = ["View", "as_seen", "seen_by", "view"]


@dataclass(frozen=True, slots=True)
class View:
    """The table as a seat sees it. viewer: who sits there; None sees all that the record tells."""

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
    if viewer is None:
        return View(None, state)
    if viewer == state.me:
        # What its own player saw is all that the record holds.
        return View(viewer, state)
    table = replace(record.game.start, accepted=True)
    for entry in seen_by(record, viewer):
        table = apply(table, entry.event, entry.line)
    return View(viewer, table)


def seen_by(record: Record[Event, State], seat: str) -> Iterator[Entry[Event]]:
    """The entries as the seat saw them; `me` stands on line 0."""
    own = record.state.me == seat
    for entry in in_order(record.game, record.entries):
        yield from [entry] if own else as_seen(entry, seat)


def as_seen(entry: Entry[Event], seat: str) -> Sequence[Entry[Event]]:
    """One entry of another's record, or of one that tells all, as the seat saw it."""
    match entry.event:
        case Players():
            return [entry, Entry(0, Me(seat))]
        case Me() | SeeDeck() | SeeHand():
            # What somebody learned by an action is his alone.
            return []
        case Hand(player, cards) if player != seat:
            return [Entry(entry.line, Hand(player, (None,) * len(cards)))]
        case Receive(player, Spot.DECK) as event if player != seat:
            return [Entry(entry.line, replace(event, card=None))]
        case Pass(giver, taker) as event if seat not in (giver, taker):
            return [Entry(entry.line, replace(event, card=None))]
        case Discard(player) as event if player != seat:
            return [Entry(entry.line, replace(event, card=None))]
        case Move(source, target) as event if not any(
            place.open or (place.spot is Spot.HAND and place.owner == seat) for place in (source, target)
        ):
            return [Entry(entry.line, replace(event, card=None))]
        case _:
            return [entry]
