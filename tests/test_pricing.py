"""Prices in floating point: those of `ranking.py` for equal weights, and of a plain evaluation for all others."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import log2
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from solver.lost_code.events import Variant
from solver.lost_code.odds import Odds, odds
from solver.lost_code.policies import Lookahead
from solver.lost_code.pricing import Belief, Bets, Ranges, Stake, best_gain, first, fresh_gain, places_of, ranges
from solver.lost_code.ranking import Advice, exchange_choices, final_plan, guess_choices, one_step
from solver.lost_code.rules import turnable, wheels_free
from solver.lost_code.simulate import Decision
from tests.deciding import Decided, decisions

CASES = [
    (1, 2, ()),
    (2, 3, (Variant.SHORTCUT, Variant.CURSE)),
    (3, 4, (Variant.X_RACE,)),
    (4, 2, (Variant.INTRODUCTORY, Variant.SHORTCUT)),
    (5, 4, tuple(Variant)),
    (6, 3, (Variant.X_RACE, Variant.SHORTCUT, Variant.CURSE)),
]
"""Seed, players and variants of games."""
GAIN = {1: 7, 2: 4, 3: 3}
"""5, 2 and 1 VP for a right guess of one, two and three numbers, against -2."""


# ---- gains, and small things by hand ---------------------------------------------------------------------------------


def plain_gain(counts: Sequence[float]) -> float:
    """The best of one to three guesses by trying all."""
    return max(
        GAIN[k] * sum(chosen) for k in GAIN for chosen in combinations([*counts, 0.0, 0.0], k) if len(chosen) == k
    )


def test_the_best_of_one_two_or_three_guesses() -> None:
    rng = np.random.default_rng(1)
    counts = rng.integers(0, 6, size=(7, 4, 5)) * rng.integers(0, 2, size=(7, 4, 5))
    gained = best_gain(counts.copy())
    for place in np.ndindex(4, 5):
        assert gained[place] == plain_gain(counts[(slice(None), *place)].tolist())
    assert best_gain(np.array([[3.0]])).tolist() == [21.0]
    before = counts.copy()
    best_gain(counts)
    assert (before == counts).all(), "what is counted stays as it is"


def test_a_fresh_stone_of_so_many_numbers() -> None:
    """Of n numbers, each as likely: 7, 8 and 9 over n, as long as there are so many."""
    assert [fresh_gain(n) for n in range(7)] == pytest.approx([0, 7, 4, 3, 9 / 4, 9 / 5, 9 / 6])
    for n in range(1, 9):
        assert fresh_gain(n) == pytest.approx(plain_gain([1 / n] * n))


def test_how_much_an_answer_tells() -> None:
    """A half, a quarter, a quarter are 1.5 bits where the direction is told, and half against half one bit."""
    shown = Ranges(np.array([1, 2]), np.array([0, 0]), np.array([0, 1]), np.array([5.0, 4.0]), np.array([True, False]))
    half, quarter = np.array([0.5, 0.5]), np.array([0.25, 0.25])
    assert Bets(shown, half, quarter, quarter, half).bits == pytest.approx([1.0, 1.5])
    none, sure = np.zeros(2), np.ones(2)
    assert Bets(shown, sure, none, none, half).bits == pytest.approx([0.0, 0.0])
    assert Bets(shown, none, quarter, 3 * quarter, half).bits == pytest.approx([0.0, 2 - 0.75 * log2(3)])


def test_the_first_of_equal_ones() -> None:
    """Larger value, then more expected now, then the earlier; what differs by less than 1e-9 is equal."""
    assert first(np.array([1.0, 2.0, 2.0]), np.array([9.0, 1.0, 1.0])) == 1
    assert first(np.array([1.0, 2.0, 2.0]), np.array([9.0, 1.0, 1.5])) == 2
    assert first(np.array([2.0, 2.0 + 1e-12, 2.0]), np.array([1.0, 0.5, 1.0 + 1e-12])) == 0
    assert first(np.array([2.0, 2.0 + 1e-7]), np.array([1.0, 0.5])) == 1


def test_every_range_of_the_wheels() -> None:
    """Narrowest first, then from the lowest, whole on the board."""
    stake = Stake(21, {1: 5, 7: 2, 22: 1}, 1, False, (True,))
    shown = ranges(stake, [1, 7, 22])
    expected = [(1, n, n, 5, True) for n in range(22)] + [(7, n, n + 6, 2, False) for n in range(16)]
    expected.append((22, 0, 21, 1, False))
    columns = (shown.width, shown.low, shown.high, shown.points, shown.smallest)
    assert list(zip(*(column.tolist() for column in columns), strict=True)) == expected
    assert len(shown) == 39
    assert len(ranges(stake, [])) == 0


# ---- as `ranking.py` prices ------------------------------------------------------------------------------------------


def some(seed: int, players: int, variants: Sequence[Variant]) -> Iterator[tuple[Decided, Odds]]:
    """Decisions of a game in which everything is tried."""
    game = decisions(seed, players, variants, ("lookahead-blind", "random"))
    cursed = [decided for decided in game if decided.view.table.cursed == decided.seat]
    for decided in [*Random(seed).sample(game, 7), *cursed[-2:], game[-1]]:
        yield decided, odds(decided.view)


def test_the_games_have_everything() -> None:
    """Tokens, a curse, piles of which some are empty: so the tests below are about them."""
    seen = set()
    for case in CASES:
        for decided, known in some(*case):
            stake = Stake.of(decided.view.table, decided.seat)
            seen |= {f"token of {len(numbers or ())}" for numbers in known.tokens.values()}
            seen |= {"cursed"} if stake.cursed else set()
            seen |= {"some piles empty"} if any(stake.given_up) and not all(stake.given_up) else set()
            seen |= {str(decided.decision)}
    wanted = {"token of 1", "token of 2", "token of 3", "cursed", "some piles empty", "exchange"}
    assert wanted <= seen, wanted - seen


@pytest.mark.parametrize("case", CASES, ids=str)
def test_prices_are_those_of_the_ranking(case: tuple[int, int, tuple[Variant, ...]]) -> None:
    for decided, known in some(*case):
        table, seat = decided.view.table, decided.seat
        belief, stake = Belief.of(known), Stake.of(table, seat)
        assert belief.final_value() == pytest.approx(known.final_value(), abs=1e-9)
        exchanges = {table.symbols.index(each.symbol): each.value for each in exchange_choices(known)}
        assert belief.exchanges(stake) == pytest.approx(exchanges, abs=1e-9)
        if any(die not in table.symbols for die in table.dice):
            continue
        wheels = wheels_free(table)
        among = ranges(stake, wheels)
        prices = belief.price(stake, places_of(table.symbols, table.dice), among)
        choices = guess_choices(known, table.dice, wheels)
        if not choices:
            continue
        place = {(int(low), int(high)): at for at, (low, high) in enumerate(zip(among.low, among.high, strict=True))}
        order = [place[choice.low, choice.high] for choice in choices]
        assert sorted(order) == list(range(len(among)))
        bets = prices.bets
        for column, wanted in (
            (prices.value, [choice.value for choice in choices]),
            (bets.expected, [choice.expected for choice in choices]),
            (bets.right, [choice.right / known.total for choice in choices]),
            (bets.lower, [choice.lower / known.total for choice in choices]),
            (bets.higher, [choice.higher / known.total for choice in choices]),
        ):
            assert column[order] == pytest.approx(np.array(wanted, dtype=np.float64), abs=1e-9)
        assert prices.best == order[0]
        assert belief.bets(stake, places_of(table.symbols, table.dice), among).expected == pytest.approx(bets.expected)


def test_without_any_pile_nothing_is_exchanged() -> None:
    """The same position with every pile empty: right or not, the final guesses stay with what is known."""
    for decided, known in some(*CASES[0]):
        if decided.decision is not Decision.GUESS:
            continue
        table = decided.view.table
        stake = replace(Stake.of(table, decided.seat), given_up=(False,) * 6)
        among = ranges(stake, wheels_free(table))
        belief = Belief.of(known)
        dice = places_of(table.symbols, table.dice)
        value = belief.price(stake, dice, among).value
        assert belief.price(stake, dice, among, blind=True).value == pytest.approx(value, abs=1e-9)
        for at in Random(1).sample(range(len(among)), 6):
            assert value[at] == pytest.approx(plain_value(belief, stake, dice, among, at, blind=False), abs=1e-9)


def first_of(advice: Advice, decision: Decision) -> object:
    match decision:
        case Decision.TOKEN:
            return advice.tokens[0].numbers
        case Decision.DIE:
            return advice.turns[0].turns
        case Decision.GUESS:
            return advice.guesses[0].low, advice.guesses[0].high
        case Decision.EXCHANGE:
            return advice.exchanges[0].symbol
        case Decision.FINAL:
            plan = advice.final or final_plan(advice.odds)
            return {each[0].symbol: each[0].numbers for each in plan.symbols if not each[0].written}


@pytest.mark.parametrize("case", CASES, ids=str)
def test_lookahead_decides_as_the_ranking_lists(case: tuple[int, int, tuple[Variant, ...]]) -> None:
    seed, players, variants = case
    game = decisions(seed + 10, players, variants, ("lookahead-blind", "random"))
    dice = [decided for decided in game if decided.decision is Decision.DIE]
    others = [decided for decided in game if decided.decision is not Decision.DIE]
    if Variant.X_RACE in variants:
        # The ranking takes long for every way to turn a die.
        dice, others = [], [decided for decided in others if not turnable(decided.view.table)]
    for decided in [*dice[-1:], *Random(seed).sample(others, 6), game[-1]]:
        policy = Lookahead(Random(0))
        chosen = getattr(policy, decided.decision)(decided.view)
        assert chosen == first_of(one_step(decided.view), decided.decision), decided.decision


# ---- any weights, in plain Python ------------------------------------------------------------------------------------


def plain_law(belief: Belief, inside: Sequence[int], axis: int) -> list[float]:
    law = [0.0] * len(belief.numbers[axis])
    for log in inside:
        law[belief.logs[log, axis]] += float(belief.weights[log])
    return law


def plain_final(belief: Belief, law: Sequence[float], axis: int) -> float:
    """F_s by a law of the places of numbers, in VP."""
    total = sum(law)
    if axis not in belief.written:
        return plain_gain([each / total for each in law]) - 2
    written = belief.written[axis]
    if written is None:
        return 0.0
    return 2 * (GAIN[written[0]] * sum(law[place] for place in written[1:]) / total - 2)


def plain_known(belief: Belief, inside: Sequence[int], but: int | None = None) -> float:
    axes = [axis for axis in range(belief.symbols) if axis != but]
    return sum(plain_final(belief, plain_law(belief, inside, axis), axis) for axis in axes)


def plain_fresh(belief: Belief, axis: int, discarded: int) -> float:
    law = [float(place != discarded) for place in range(len(belief.numbers[axis]))]
    return plain_final(belief, law, axis)


def plain_exchanged(belief: Belief, stake: Stake, inside: Sequence[int], *, blind: bool) -> float:
    given = [axis for axis in range(belief.symbols) if stake.given_up[axis]]
    if not given:
        return plain_known(belief, inside)
    values = []
    for axis in given:
        law = plain_law(belief, inside, axis)
        if blind:
            fresh = [plain_fresh(belief, axis, place) for place in range(len(law))]
            values.append(plain_known(belief, inside, axis) + sum(fresh) / len(fresh))
            continue
        value = 0.0
        for place, weight in enumerate(law):
            if weight:
                those = [log for log in inside if belief.logs[log, axis] == place]
                value += weight / sum(law) * (plain_known(belief, those, axis) + plain_fresh(belief, axis, place))
        values.append(value)
    return max(values)


def plain_value(belief: Belief, stake: Stake, dice: Sequence[int], among: Ranges, at: int, *, blind: bool) -> float:
    """The formulas of the README, log by log."""
    low, high, points = int(among.low[at]), int(among.high[at]), float(among.points[at])
    everything = range(len(belief.logs))
    sums = [sum(int(belief.numbers[die][belief.logs[log, die]]) for die in dice) for log in everything]
    inside = [log for log in everything if low <= sums[log] <= high]
    under, over = [log for log in everything if sums[log] < low], [log for log in everything if sums[log] > high]
    whole = float(sum(belief.weights))
    right = sum(float(belief.weights[log]) for log in inside) / whole
    value = points * right - (points * (1 - right) if stake.cursed else 0)
    value += right * plain_known(belief, inside) if inside else 0
    for missed in [under + over] if among.width[at] == stake.smallest else [under, over]:
        if missed:
            share = sum(float(belief.weights[log]) for log in missed) / whole
            value += share * plain_exchanged(belief, stake, missed, blind=blind)
    return value


def few(known: Odds, rng: Random) -> npt.NDArray[np.float64]:
    """Weights of some forty logs; all others are out."""
    places = np.argwhere(known.table.ways > 0).tolist()
    weights = np.zeros(known.table.ways.shape)
    for place in rng.sample(places, min(40, len(places))):
        weights[tuple(place)] = rng.choice([0.1, 0.5, 1.0, 1.0, 2.5])
    return weights


@pytest.mark.parametrize("blind", [False, True])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_prices_by_any_weights(case: tuple[int, int, tuple[Variant, ...]], blind: bool) -> None:
    rng = Random(case[0])
    for decided, known in some(*case):
        if decided.decision is not Decision.GUESS:
            continue
        table = decided.view.table
        belief, stake = Belief.of(known, few(known, rng)), Stake.of(table, decided.seat)
        if known.tokens:
            # Of one token it is not known what was written.
            belief.written = {**belief.written, min(belief.written): None} if rng.random() < 0.3 else belief.written
        among, dice = ranges(stake, wheels_free(table)), places_of(table.symbols, table.dice)
        prices = belief.price(stake, dice, among, blind=blind)
        smallest = np.flatnonzero(among.smallest).tolist()
        for at in {prices.best, *rng.sample(range(len(among)), 3), *rng.sample(smallest, min(2, len(smallest)))}:
            assert prices.value[at] == pytest.approx(plain_value(belief, stake, dice, among, at, blind=blind), abs=1e-9)
        everything = range(len(belief.logs))
        assert belief.final_value() == pytest.approx(plain_known(belief, everything), abs=1e-9)
        if any(stake.given_up):
            best = max(belief.exchanges(stake).values())
            assert best == pytest.approx(plain_exchanged(belief, stake, everything, blind=False), abs=1e-9)
