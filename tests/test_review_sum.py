"""The sum that adds up, in a hundred games of all kinds; a thousand of them in the long tests."""

from random import Random

import pytest

from solver.lost_code.events import Variant
from solver.lost_code.review.reviewing import review_player
from solver.lost_code.simulate import NAMES
from tests.reviewing import played

POLICIES = ("greedy", "entropy", "lookahead-blind", "greedy", "entropy", "lookahead-blind", "random")
"""Random ones know little to the end, so their games take long: fewer of them."""

pytestmark = pytest.mark.bare


def look(number: int) -> None:
    """A game whose players, variants and policies go by its number, from one seat."""
    rng = Random(f"sums {number}")
    players = 2 + number % 3
    variants = tuple(variant for variant in Variant if rng.random() < 0.4)
    record = played(players, number, ",".join(rng.choice(POLICIES) for _ in range(players)), *variants)
    seat = NAMES[rng.randrange(players)]
    told = review_player(record, seat)
    points = told.start.points + sum(part.points for part in (*told.luck.values(), *told.skill.values()))
    win = told.start.win + sum(part.win for part in (*told.luck.values(), *told.skill.values()))
    assert points == pytest.approx(record.state.spaces[seat], abs=1e-9), number
    assert win == pytest.approx(float(record.state.order[-1] == seat), abs=1e-9), number
    assert all(loss.points <= 0 and loss.win <= 0 for loss in told.skill.values())
    # Event by event: what happened between two lines is what the value changed by.
    total = told.start.points
    changes = [*((e.amount.points) for e in told.events), *(d.loss.points for d in told.decisions)]
    assert total + sum(changes) == pytest.approx(told.result.points, abs=1e-9)


@pytest.mark.parametrize("tenth", range(10))
def test_the_sum_adds_up_in_a_hundred_games(tenth: int) -> None:
    for number in range(10 * tenth, 10 * tenth + 10):
        look(number)


@pytest.mark.long
@pytest.mark.parametrize("hundredth", range(1, 10))
def test_the_sum_adds_up_in_a_thousand_games(hundredth: int) -> None:
    for number in range(100 * hundredth, 100 * hundredth + 100):
        look(number)
