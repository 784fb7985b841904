"""Answers that were announced falsely, and what they did."""

from collections.abc import Sequence

from solver.lost_code.events import Answer, Event, Final
from solver.lost_code.odds import Odds
from solver.lost_code.ranking import final_plan
from solver.lost_code.review.hindsight import final_points, mended, refuted, true_log
from solver.lost_code.review.steps import Step, weighed
from solver.lost_code.review.story import FalseAnswer
from solver.lost_code.rules import hear
from solver.lost_code.state import State
from solver.lost_code.view import View
from solver.record import Record

__all__ = ["best_finals", "false_answers"]


def false_answers(
    record: Record[Event, State], seat: str, walked: Sequence[Step], contradicted: int | None, *, ended: bool
) -> tuple[FalseAnswer, ...]:
    """The answers to a seat that its stones refute.

    walked: what it saw up to the final guesses. ended: whether it came so far. contradicted: the line at which no log
    was left. Raises OutOfTime.
    """
    truths = refuted(record, seat)
    found = []
    for step in walked:
        match step.event:
            case Answer(player, said) if player == seat:
                bet = next(bet for bet in step.before.set_now if bet.player == seat)
            case _:
                continue
        if bet.line not in truths:
            continue
        true = truths[bet.line]
        moved = (hear(step.before, bet, verdict, step.line).spaces[seat] for verdict in (said, true))
        others = {line: verdict for line, verdict in truths.items() if line != bet.line}
        last = walked[-1].after
        best, told = (_scored(record, seat, mended(last, by)) if ended else None for by in (truths, others))
        noticed = contradicted if contradicted is not None and contradicted >= step.line else None
        lost = 0 if best is None or told is None else best - told
        found.append(FalseAnswer(step.line, bet.round, said, true, next(moved) - next(moved), lost, noticed))
    return tuple(found)


def _scored(record: Record[Event, State], seat: str, table: State) -> int | None:
    """VP of the final guesses that are best by a table, with the true stones; None where no log fits the table."""
    log, odds = true_log(record, seat, table), weighed(View(seat, table))
    return None if log is None or odds is None else final_points(best_finals(odds), log)


def best_finals(odds: Odds) -> Final:
    """The best final guesses by the odds; none for symbols whose token is held."""
    firsts = [choices[0] for choices in final_plan(odds).symbols]
    return Final(odds.view.seat, tuple((best.symbol, best.numbers) for best in firsts if not best.written))
