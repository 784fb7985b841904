"""What one seat may know: the record as that player would have kept it.

Everything that is shown or computed for a seat takes a `View`. It is built by hiding from the *lines* what the seat
could not see and playing them again, so what is hidden cannot reach a computation by any other way.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solver.lost_code.events import Answer, Event, Exchange, Final, Log, Me, Players, Reveal, Token, Verdict
from solver.lost_code.play import apply, implied_answers
from solver.lost_code.rules import truth
from solver.lost_code.state import State
from solver.record import Entry, Record, in_order
from solver.seats import seated, viewer_of

__all__ = ["View", "as_seen", "seen_by", "view"]


@dataclass(frozen=True, slots=True)
class View:
    """The table as a seat sees it. viewer: whose stones are hidden; None sees all that the record tells."""

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
    table = replace(record.game.start, accepted=True)
    for entry in seen_by(record, viewer):
        table = apply(table, entry.event, entry.line)
    hidden = frozenset(state.finals) - frozenset(table.finals)
    # Stones that were noted unlike an earlier entry all lay open by then, so everyone may know.
    return View(viewer, replace(table, finals_hidden=hidden, mismatches=state.mismatches))


def seen_by(record: Record[Event, State], seat: str) -> Iterator[Entry[Event]]:
    """The entries as the seat saw and heard them. Answers to the seat that were left out stand on line 0."""
    opened = record.state.scored and any(
        isinstance(entry.event, Reveal)
        and entry.event.player == seat
        and sum(number is not None for _, number in entry.event.stones) == len(record.state.symbols)
        for entry in record.entries
    )
    state = record.game.start
    for entry in in_order(record.game, record.entries):
        for bet, verdict in implied_answers(state, entry.event):
            if bet.player == seat:
                yield Entry(0, Answer(seat, verdict))
        yield from as_seen(entry, seat, state, record.state, opened=opened)
        state = apply(state, entry.event, entry.line)


def as_seen(entry: Entry[Event], seat: str, now: State, told: State, *, opened: bool = False) -> Sequence[Entry[Event]]:
    """One entry as the seat saw it.

    opened: the final guesses were compared. now: the table before the entry. told: all that the record tells, with this
    entry. What lies open was seen, even where its number was not noted or noted wrongly, as long as an earlier
    entry tells it.
    """
    match entry.event:
        case Players():
            return [entry, Entry(0, Me(seat))]
        case Me():
            return []
        case Log(owner=owner) if owner == seat:
            return []
        case Exchange(player=player, symbol=symbol) if player == seat:
            lay = told.history(seat, symbol)[len(now.history(seat, symbol)) - 1].number
            return [Entry(entry.line, Exchange(seat, symbol, lay, None))]
        case Reveal(player=player, stones=stones) if player == seat:
            opened_stones = tuple((s, told.held(seat, s).number) for s, number in stones if number is not None)
            return [Entry(entry.line, Reveal(seat, opened_stones))]
        case Token(player=player) as event if player != seat and not opened:
            return [Entry(entry.line, replace(event, numbers=None))]
        case Final(player=player) if player != seat and not opened:
            return []
        case Answer(player=player, verdict=Verdict.WRONG) if player == seat:
            return [Entry(entry.line, Answer(seat, _direction(entry.line, told)))]
        case _:
            return [entry]


def _direction(line: int, told: State) -> Verdict:
    """Which way an announced “wrong” was, where the stones tell it and the wheel allows it to be told."""
    bet = next(bet for bet in told.bets if bet.answer_line == line)
    total = told.sum_of(bet)
    verdict = Verdict.WRONG if total is None else truth(told, bet, total)
    return Verdict.WRONG if verdict is Verdict.RIGHT else verdict
