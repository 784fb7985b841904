"""What a seat could know at each moment of a game, so that it can be told when something became certain.

The moments are the end of every round, the time just before each exchange of the seat's own (the last at which the
stone could be deduced), and now. Each is a view of the record as far as it had come, so nothing later is known at it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from solver.knowledge import Knowledge
from solver.lost_code.events import Answer, Event, Exchange, Roll, Symbol
from solver.lost_code.knowledge import knowledge
from solver.lost_code.play import implied_answers
from solver.lost_code.state import State
from solver.lost_code.view import View, view
from solver.record import Entry, Record, in_order
from solver.table import Table, table

__all__ = ["Moment", "counted", "moments"]


@dataclass(frozen=True, slots=True)
class Moment:
    """What could be known at one time.

    round: in which it lies, 0 before the first. held: for each symbol how many of the seat's stones came before the
    one that lay there. values: for each symbol the numbers that this stone could have. total: in how many ways.
    """

    round: int
    held: Mapping[Symbol, int]
    values: Mapping[Symbol, frozenset[int]]
    known: Knowledge
    total: int


def moments(record: Record[Event, State], seat: str, count: Callable[[Knowledge], Table] = table) -> tuple[Moment, ...]:
    """Give the moments of a seat in the order of time, now as the last.

    Those that contradict themselves are left out, now excepted: nothing follows from them. Raises Contradiction where
    one stone is seen in two places, OutOfTime, and SeatError.
    """
    found = [_moment(part, seat, count) for part in _parts(record, seat)]
    return (*(moment for moment in found[:-1] if moment.total), found[-1])


def _parts(record: Record[Event, State], seat: str) -> Iterator[Record[Event, State]]:
    """The record up to each moment, the answers that were left out put in where what follows presupposes them."""
    entries = in_order(record.game, record.entries)
    state = record.game.start
    for place, entry in enumerate(entries):
        ends = isinstance(entry.event, Roll)
        exchanged = isinstance(entry.event, Exchange) and entry.event.player == seat
        if ends or exchanged:
            # On line minus that of the guess: a line of their own, which the record does not have.
            told: list[Entry[Event]] = [
                Entry(-bet.line, Answer(bet.player, verdict)) for bet, verdict in implied_answers(state, entry.event)
            ]
            now = state
            for answer in told:
                now = record.game.apply(now, answer.event, answer.line)
            yield Record(record.game, record.lines, (*entries[:place], *told), now)
        state = record.game.apply(state, entry.event, entry.line)
    yield record


def _moment(part: Record[Event, State], seat: str, count: Callable[[Knowledge], Table]) -> Moment:
    seen = view(part, seat)
    known = knowledge(seen)
    total, values = counted(seen.table.symbols, count(known))
    return Moment(seen.table.round, _held(seen), values, known, total)


def counted(symbols: tuple[Symbol, ...], found: Table) -> tuple[int, Mapping[Symbol, frozenset[int]]]:
    """How many worlds there are, and which numbers each asked symbol has in any of them."""
    return found.total, {
        symbol: frozenset(n for n, ways in zip(found.numbers[a], found.marginal(a).tolist(), strict=True) if ways)
        for a, symbol in enumerate(symbols)
    }


def _held(seen: View) -> Mapping[Symbol, int]:
    return {symbol: len(seen.table.history(seen.seat, symbol)) - 1 for symbol in seen.table.symbols}
