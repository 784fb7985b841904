"""A player's games taken together, against hand calculation; intervals, against plain integration and their meaning."""

from collections.abc import Sequence
from math import exp, lgamma, pi, sqrt, tan
from pathlib import Path
from statistics import NormalDist

import pytest

from solver.games import read
from solver.lost_code.review.career import Career, Game, Placed, calibration, career, placed
from solver.lost_code.review.intervals import games_needed, mean_of, ratio_of, t_quantile, wilson
from solver.lost_code.review.values import (
    ZERO,
    Amount,
    Choice,
    Decision,
    Kind,
    Label,
    PlayerReview,
    Source,
)

RULEBOOK = Path(__file__).parents[1] / "solver" / "lost_code" / "examples" / "rulebook.game"
T_2 = 4.302653
"""97.5 % of Student's t with 2 degrees of freedom: 0.95 / √(2 · 0.975 · 0.025)."""

Lost = Sequence[tuple[Kind, float, Label]]


# ---- intervals -------------------------------------------------------------------------------------------------------


def below(t: float, freedom: int) -> float:
    """The chance that Student's t lies below, by Simpson's rule over its density."""
    steps = 20_000
    scale = exp(lgamma((freedom + 1) / 2) - lgamma(freedom / 2)) / sqrt(freedom * pi)
    density = [scale * (1 + (t * n / steps) ** 2 / freedom) ** (-(freedom + 1) / 2) for n in range(steps + 1)]
    inner = 4 * sum(density[1:-1:2]) + 2 * sum(density[2:-1:2])
    return float(0.5 + t / steps / 3 * (density[0] + inner + density[-1]))


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 30, 101])
@pytest.mark.parametrize("chance", [0.6, 0.8, 0.975, 0.9958])
def test_student_s_t_is_that_of_its_density(freedom: int, chance: float) -> None:
    assert below(t_quantile(chance, freedom), freedom) == pytest.approx(chance, abs=1e-9)
    assert t_quantile(1 - chance, freedom) == pytest.approx(-t_quantile(chance, freedom))


def test_student_s_t_where_there_is_a_formula() -> None:
    for chance in (0.75, 0.975, 0.999):
        assert t_quantile(chance, 1) == pytest.approx(tan(pi * (chance - 0.5)))
        assert t_quantile(chance, 2) == pytest.approx((2 * chance - 1) / sqrt(2 * chance * (1 - chance)))


def test_student_s_t_has_no_step_where_the_series_takes_over() -> None:
    for chance in (0.8, 0.975):
        before, after = t_quantile(chance, 999), t_quantile(chance, 1000)
        # The difference goes as (z³ + z) / 4n², to the first order.
        z = NormalDist().inv_cdf(chance)
        assert before - after == pytest.approx((z**3 + z) / 4 / 1000**2, rel=0.02)


def test_a_mean_and_its_interval() -> None:
    """10, 14, 18: mean 14, deviation 4, standard error 4/√3."""
    made = mean_of([10, 14, 18])
    assert (made.mean, made.games) == (14, 3)
    assert made.low == pytest.approx(14 - T_2 * 4 / sqrt(3), abs=1e-5)
    assert made.high == pytest.approx(14 + T_2 * 4 / sqrt(3), abs=1e-5)


def test_one_game_has_no_interval() -> None:
    assert (mean_of([5.0]).low, mean_of([5.0]).width) == (None, None)
    alone = ratio_of([(-3.0, 6)])
    assert alone is not None
    assert (alone.mean, alone.low, alone.high) == (-0.5, None, None)
    assert ratio_of([(0.0, 0)]) is None


def test_a_mean_of_decisions_counts_games() -> None:
    """-1 in 1 and -1 in 3 decisions: -0.5 each; the games differ from that by -0.5 and +0.5.

    Their squares make 0.5, times 2/1 for two games, so the standard error is √1 / 4 decisions.
    """
    made = ratio_of([(-1.0, 1), (0.0, 0), (-1.0, 3)])
    assert made is not None
    assert (made.mean, made.games) == (-0.5, 2)
    assert made.high == pytest.approx(-0.5 + tan(pi * 0.475) * 0.25)


@pytest.mark.parametrize(("part", "of"), [(0, 5), (5, 5), (1, 9), (30, 40)])
def test_the_ends_of_wilson_s_interval_are_shares_that_just_agree(part: int, of: int) -> None:
    made = wilson(part, of)
    z = NormalDist().inv_cdf(0.975)
    for end in {made.low, made.high} - {0.0, 1.0}:
        assert abs(part / of - end) == pytest.approx(z * sqrt(end * (1 - end) / of))
    assert (made.low == 0, made.high == 1) == (part == 0, part == of)


@pytest.mark.parametrize(("difference", "deviation", "groups"), [(1.0, 5.0, 1), (1.0, 12.0, 2), (-0.7, 0.5, 1)])
def test_games_needed_is_the_first_number_that_does(difference: float, deviation: float, groups: int) -> None:
    found = games_needed(difference, deviation, groups=groups)
    assert found is not None

    def reach(games: int) -> float:
        free = groups * (games - 1)
        return (t_quantile(0.975, free) + t_quantile(0.8, free)) * deviation * sqrt(groups / games)

    assert reach(found) <= abs(difference)
    assert found == 2 or reach(found - 1) > abs(difference)
    # Many games: (1.96 + 0.84)² · deviation² · groups / difference², and a game or two more for a small number.
    assert found == pytest.approx((1.95996 + 0.84162) ** 2 * deviation**2 * groups / difference**2, abs=4)


def test_games_needed_where_none_would_do() -> None:
    assert games_needed(0.0, 3.0) is None
    assert games_needed(1e-6, 3.0) is None
    assert games_needed(1.0, 0.0) == 2


# ---- careers ---------------------------------------------------------------------------------------------------------


def decision(kind: Kind, loss: float, label: Label) -> Decision:
    choice, lost = Choice((), 10.0), Amount(loss, loss / 50)
    return Decision(
        7, 1, {kind: lost}, 100, 6.6, choice, choice, choice, ZERO, lost, ZERO, 9, None, label, None
    )  # fmt: skip


def game(points: float, fair: float, later: float = 0.0, lost: Lost = (), *, wins: bool = False) -> Game:
    """A game that came to so many VP, with luck from a fair source and from the rounds to come."""
    decisions = tuple(decision(*each) for each in lost)
    skill = {kind: sum((d.loss for d in decisions if kind in d.kinds), ZERO) for kind in Kind}
    luck = dict.fromkeys(Source, ZERO) | {Source.ANSWERS: Amount(fair, fair / 50), Source.LATER: Amount(later, 0.0)}
    whole = sum(skill.values(), ZERO) + sum(luck.values(), ZERO)
    result = Amount(points, float(wins))
    review = PlayerReview("Ann", result - whole, result, luck, skill, (), decisions, (), None, None, None)
    return Game("a.game", review, ())


def of(*games: Game) -> Career:
    return career("Ann", games)


def test_luck_is_taken_out_of_the_results_but_not_what_is_still_to_come() -> None:
    """10, 14, 18 less -2, 0, 3 are 12, 14, 15: mean 41/3, squares 25/9 + 1/9 + 16/9 = 42/9, variance 21/9."""
    made = of(game(10, -2, 20), game(14, 0, 25), game(18, 3, -9)).points
    assert made.raw.mean == pytest.approx(14)
    assert made.adjusted.mean == pytest.approx(41 / 3)
    assert made.adjusted.high == pytest.approx(41 / 3 + T_2 * sqrt(21 / 9 / 3), abs=1e-5)
    assert made.narrower == pytest.approx(1 - sqrt(21 / 9) / 4)


def test_no_interval_of_a_chance_leaves_0_to_1() -> None:
    made = of(game(10, 0, wins=True), game(10, 0), game(10, 0)).win
    assert made.raw.mean == pytest.approx(1 / 3)
    # 1/3 ± 4.30 · 0.577 / √3 reaches from -1.10 to 1.77.
    assert (made.raw.low, made.raw.high) == (0.0, 1.0)


def test_only_decisions_with_a_choice_count() -> None:
    made = of(
        game(10, 0, lost=[(Kind.WHEEL, -1.0, Label.CLEAR), (Kind.DIE, 0.0, Label.FORCED)]),
        game(10, 0, lost=[(Kind.WHEEL, 0.0, Label.BEST)] * 2 + [(Kind.RANGE, -1.0, Label.CLEAR)]),
        game(10, 0, lost=[(Kind.DIE, 0.0, Label.TRIVIAL)]),
    )
    assert made.choices == 4
    assert made.loss is not None
    assert (made.loss.points.mean, made.loss.points.games) == (-0.5, 2)
    # The interval would reach above 0, as no loss does.
    assert made.loss.points.high == 0
    assert made.loss.win.mean == pytest.approx(-0.01)
    assert tuple(made.by_game) == (Kind.DIE, Kind.WHEEL, Kind.RANGE)
    assert made.by_game[Kind.WHEEL].points.mean == pytest.approx(-1 / 3)


def test_the_weakest_kind_is_said_as_far_as_the_games_allow() -> None:
    """The wheel loses 2 more than the range in each game; the exchange is once far worse and otherwise much better."""

    def lost(wheel: float, exchange: float) -> Lost:
        ranges = wheel + 2.0
        return [
            (kind, points, Label.CLEAR)
            for kind, points in ((Kind.WHEEL, wheel), (Kind.RANGE, ranges), (Kind.EXCHANGE, exchange))
        ]

    weakest = of(
        game(10, 0, lost=lost(-2.0, -6.0)), game(10, 0, lost=lost(-2.1, 0.0)), game(10, 0, lost=lost(-2.2, 0.0))
    ).weakest
    assert weakest is not None
    assert (weakest.kind, weakest.weaker, weakest.even) == (Kind.WHEEL, (Kind.RANGE,), (Kind.EXCHANGE,))
    assert of(game(10, 0, lost=[(Kind.WHEEL, 0.0, Label.BEST)])).weakest is None


def test_one_game_shows_nothing_but_itself() -> None:
    made = of(game(12, 3, lost=[(Kind.WHEEL, -1.0, Label.CLEAR), (Kind.RANGE, -0.5, Label.SMALL)]))
    assert made.points.raw == mean_of([12])
    assert made.points.narrower is None
    assert made.weakest is not None
    assert (made.weakest.weaker, made.weakest.even) == ((), (Kind.RANGE,))
    assert (made.needed.loss, made.needed.raw, made.needed.adjusted) == (None, None, None)


def test_games_needed_come_from_the_measured_variances() -> None:
    lost: Sequence[Lost] = [[(Kind.WHEEL, -1.0, Label.CLEAR)], [(Kind.WHEEL, -2.0, Label.HEAVY)]]
    made = of(game(10, -3, lost=lost[0]), game(20, 5, lost=lost[1]))
    # Loss: mean -1.5, deviation 1/√2. Results: deviation 10/√2; without luck 13 and 15, so 2/√2.
    assert made.needed.loss == games_needed(1.5, sqrt(1 / 2))
    assert made.needed.raw == games_needed(1.0, 10 / sqrt(2), groups=2)
    assert made.needed.adjusted == games_needed(1.0, sqrt(2), groups=2)


# ---- final guesses ---------------------------------------------------------------------------------------------------


def test_final_guesses_are_held_against_how_sure_they_could_be() -> None:
    guesses = [(1, 8, False), (1, 2, True), (3, 5, False), (99, 100, True), (7, 7, True)]
    made = calibration([Placed(*each) for each in guesses])
    assert [(some.low, some.high, some.right.part, some.right.of) for some in made] == [
        (0.0, 0.25, 0, 1),
        (0.5, 0.75, 1, 2),
        (0.75, 1.0, 1, 1),
        (1.0, 1.0, 1, 1),
    ]
    assert [some.sure for some in made] == pytest.approx([0.125, 0.55, 0.99, 1.0])
    assert made[1].right == wilson(1, 2)


def test_diana_s_final_guesses_are_those_of_the_rulebook() -> None:
    """“Example of scoring”: sure of jaguar and human, her bear a 4 or a 7 of which she writes the wrong one."""
    made = placed(read(RULEBOOK.read_text("utf-8")), "Diana")
    bear, jaguar, human, *others = made
    assert not bear.right
    assert 0 < bear.ways < bear.logs
    assert jaguar.ways == jaguar.logs
    assert human.ways == human.logs
    assert all(each.right for each in (jaguar, human, *others))
