"""The review of a finished game, player by player."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from solver.errors import Contradiction, ReviewError
from solver.lost_code.events import Event
from solver.lost_code.review.labels import SAME
from solver.lost_code.review.values import (
    ZERO,
    Amount,
    Decision,
    Kind,
    Label,
    Luck,
    PlayerReview,
    Review,
    Source,
)
from solver.lost_code.review.walking import Walk
from solver.lost_code.state import State
from solver.record import Record
from solver.workers import here, in_processes

__all__ = ["review", "review_player"]


def review(
    record: Record[Event, State],
    seats: Sequence[str] | None = None,
    *,
    depth: int = 1,
    workers: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Review:
    """Review a game of which all is known.

    seats: whose play; None for everybody's. depth: how many rounds ahead a loss is looked into, 1 or 2. workers: so
    many processes; the result does not depend on them. progress: told how many players are done, and of how many.
    Raises ReviewError where the game is not finished, and OutOfTime.
    """
    state = record.state
    asked = tuple(state.players if seats is None else seats)
    if state.round < state.rounds or not (state.scored or state.revealed):
        raise ReviewError("this game is not finished: a review needs the final guesses and the logs opened")
    work = partial(_one, record, depth)
    results = here(work, asked) if workers == 1 or len(asked) == 1 else in_processes(work, asked, workers)
    found: dict[str, PlayerReview | str] = {}
    for seat, told in results:
        found[seat] = told
        if progress:
            progress(len(found), len(asked))
    return Review(
        tuple(told for seat in asked if isinstance(told := found[seat], PlayerReview)),
        {seat: told for seat in asked if isinstance(told := found[seat], str)},
        ("wheels",) if state.wheels_assumed else (),
    )


def _one(record: Record[Event, State], depth: int, seat: str) -> tuple[str, PlayerReview | str]:
    """One player's review, or why there is none."""
    try:
        return seat, review_player(record, seat, depth=depth)
    except ReviewError as error:
        return seat, str(error)


def review_player(record: Record[Event, State], seat: str, *, depth: int = 1) -> PlayerReview:
    """Review one player's game. Raises ReviewError and OutOfTime."""
    walk = Walk(record, seat, depth=depth)
    try:
        result = walk.run()
    except Contradiction:
        # From here on what he was told cannot be; what he could have known is reckoned with the true answers.
        walk = Walk(record, seat, depth=depth, corrected=walk.seen)
        try:
            result = walk.run()
        except Contradiction as error:
            raise ReviewError(f"what {seat} was told contradicts itself: {error}") from error
    events, decisions = tuple(walk.account.events), tuple(walk.decisions)
    return PlayerReview(
        seat,
        walk.account.start,
        result,
        {source: _sum(luck.amount for luck in events if luck.source is source) for source in Source},
        {kind: _sum(each.kinds[kind] for each in decisions if kind in each.kinds) for kind in Kind},
        events,
        decisions,
        tuple(walk.course),
        _turning_point(events, decisions),
        _best(decisions),
        _worst(decisions),
    )


def _sum(amounts: Iterable[Amount]) -> Amount:
    return sum(amounts, ZERO)


def _turning_point(events: Sequence[Luck], decisions: Sequence[Decision]) -> Luck | Decision | None:
    """What changed the chance to win most; of equal ones the first. What is no event cannot be it."""
    changes: list[tuple[float, Luck | Decision]] = [
        *((abs(luck.amount.win), luck) for luck in events if luck.source is not Source.LATER),
        *((abs(decision.loss.win), decision) for decision in decisions),
    ]
    most = max((change for change, _ in changes), default=0.0)
    return next((what for change, what in changes if change == most > SAME), None)


def _best(decisions: Sequence[Decision]) -> Decision | None:
    """The decision that lost nothing where the next best choice would have lost most."""
    # To leave a token is worth some VP by a flat rule, so it says little of who does.
    right = [each for each in decisions if each.label is Label.BEST and each.gap is not None and each.chosen.events]
    return max(right, key=lambda each: each.gap or 0.0, default=None)


def _worst(decisions: Sequence[Decision]) -> Decision | None:
    """The decision that lost most, more than the error of its value: by what it is called, then in VP."""
    severity = {Label.SMALL: 1, Label.CLEAR: 2, Label.HEAVY: 3}
    lost = [each for each in decisions if each.label in severity]
    return max(lost, key=lambda each: (severity[each.label], -each.loss.points, -each.loss.win), default=None)
