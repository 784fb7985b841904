"""One round further: what the coming round would bring after a choice, exactly, every throw of it looked at.

The one-step value ends with the round. How much another round changes the difference between two choices is how far
that value can be trusted.
"""

from collections.abc import Sequence

import numpy as np

from solver.lost_code.events import Symbol, Verdict
from solver.lost_code.pricing import Belief, Prices, Stake, places_of, ranges
from solver.lost_code.review.worth import THROWS, Mind, answered, written_without

__all__ = ["after_bet", "after_exchange"]


def after_bet(mind: Mind, prices: Prices, at: int, dice: Sequence[Symbol]) -> float:
    """VP expected of a bet on these dice, and then of the best bet of the next round and the final guesses after it."""
    among, stake = prices.bets.ranges, mind.stake
    places = places_of(mind.table.symbols, dice)
    low, high, directed = int(among.low[at]), int(among.high[at]), not among.smallest[at]
    total = float(prices.bets.expected[at])
    for verdict, logs in answered(mind.belief, places, low, high, directed=directed).items():
        known = mind.belief.among(logs)
        left = known.exchanges(stake) if verdict is not Verdict.RIGHT and any(stake.given_up) else {}
        chance = known.total / mind.belief.total
        if left:
            given = max(left, key=lambda axis: round(left[axis], 9))
            total += chance * _exchanged(mind, known, given)
        else:
            total += chance * _next(mind, known)
    return total


def after_exchange(mind: Mind, symbol: Symbol) -> float:
    """VP expected of the next round's best bet and the final guesses after it, once a stone has been given up."""
    return _exchanged(mind, mind.belief, mind.table.symbols.index(symbol))


def _exchanged(mind: Mind, belief: Belief, axis: int) -> float:
    return sum(chance * _next(mind, after) for chance, after in _given_up(belief, axis))


def _given_up(belief: Belief, axis: int) -> list[tuple[float, Belief]]:
    """What is believed once a stone was given up and a fresh one drawn: by the number shown, each with its chance."""
    size = len(belief.numbers[axis])
    cases = []
    for place in range(size):
        logs = np.flatnonzero(belief.logs[:, axis] == place)
        if not len(logs):
            continue
        chance = float(belief.weights[logs].sum()) / belief.total
        numbers = [np.delete(each, place) if at == axis else each for at, each in enumerate(belief.numbers)]
        fresh = max(size - 1, 1)
        others = np.delete(belief.logs[logs], axis, axis=1)
        alike, place_of = np.unique(others, axis=0, return_inverse=True)
        summed = np.bincount(place_of.ravel(), belief.weights[logs], minlength=len(alike))
        drawn = np.tile(np.arange(fresh), len(alike))
        held = np.insert(np.repeat(alike, fresh, axis=0), axis, drawn, axis=1)
        written = written_without(belief, axis, place)
        cases.append((chance, Belief(numbers, held, np.repeat(summed, fresh) / fresh, written)))
    return cases


def _next(mind: Mind, belief: Belief) -> float:
    """VP of the best bet of a round and the final guesses after it, over all throws, whoever throws them."""
    stake = Stake(mind.stake.top, mind.stake.points, mind.stake.smallest, False, mind.stake.given_up)
    among = ranges(stake, tuple(stake.points))
    symbols = mind.table.symbols
    total = ways = 0.0
    for throw, count in THROWS.items():
        if all(die in symbols for die in throw):
            total += count * float(belief.price(stake, places_of(symbols, throw), among, blind=True).value.max())
            ways += count
    return total / ways
