"""A game step by step as one seat saw and heard it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from solver.errors import Contradiction
from solver.lost_code.events import Answer, Event, Final, Reveal
from solver.lost_code.knowledge import knowledge
from solver.lost_code.odds import Odds
from solver.lost_code.play import apply, implied_answers, set_up_order
from solver.lost_code.rules import round_over
from solver.lost_code.state import State
from solver.lost_code.view import View, seen_by
from solver.record import Record
from solver.table import table as count

__all__ = ["Step", "ending", "in_play", "steps", "weighed"]


@dataclass(frozen=True, slots=True)
class Step:
    """An event that the seat saw, with the table as the seat knew it before and after.

    line: of the record; of an answer that was left out, that of its guess.
    """

    line: int
    event: Event
    before: State
    after: State


def steps(record: Record[Event, State], seat: str) -> Iterator[Step]:
    """Everything that a seat saw, in the order in which it took effect; answers that were left out are steps, too."""
    table = replace(record.game.start, accepted=True)
    for entry in seen_by(record, seat):
        for bet, verdict in implied_answers(table, entry.event) if table.players else ():
            after = apply(table, Answer(bet.player, verdict), 0)
            yield Step(bet.line, Answer(bet.player, verdict), table, after)
            table = after
        after = apply(table, entry.event, entry.line)
        yield Step(entry.line or _guessed(table, entry.event), entry.event, table, after)
        table = after


def _guessed(table: State, event: Event) -> int:
    """The line of the guess that an answer without a line is about."""
    player = event.player if isinstance(event, Answer) else None
    return next((bet.line for bet in table.set_now if bet.player == player), 0)


def in_play(step: Step) -> bool:
    """Whether it is no line of the set-up."""
    return set_up_order(step.event) is None


def ending(walked: Sequence[Step], seat: str) -> int | None:
    """Where the seat's final guesses are due: the place of the first step after all that can be known by then.

    None where the record ends before.
    """
    for place, step in enumerate(walked):
        if isinstance(step.event, Reveal) or (isinstance(step.event, Final) and step.event.player == seat):
            return place
    last = walked[-1].after
    return len(walked) if last.round and last.round == last.rounds and round_over(last) else None


def weighed(view: View, before: Odds | None = None) -> Odds | None:
    """Weigh the viewer's logs; None where none fits. before: odds that hold as long as nothing else is known.

    Where nothing else is, `known` and `table` are the very same as before. Raises OutOfTime.
    """
    try:
        known = knowledge(view)
    except Contradiction:
        return None
    if before is not None and known == before.known:
        return replace(before, view=view)
    counted = count(known)
    return Odds(view, known, counted) if counted.total else None
