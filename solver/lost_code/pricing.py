"""The one-step value of every wheel and range at once, over any weighing of the viewer's logs.

`ranking.py` prices in whole numbers of ways whatever is hidden, and keeps what it prints exact. This module does the
same in floating point for one log whose neighbours all lie in sight, where that log's weights need not be equal: whole
games are played with it, and evidence that is no fact is weighed with it. The formulas are those of the README's
“What value means”.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.lost_code.box import MISSED, TOKEN_FACTOR
from solver.lost_code.events import Symbol
from solver.lost_code.odds import GAINS, Odds
from solver.lost_code.rules import exchangeable
from solver.lost_code.state import State

__all__ = [
    "Belief",
    "Bets",
    "Floats",
    "Prices",
    "Ranges",
    "Stake",
    "best_gain",
    "first",
    "fresh_gain",
    "places_of",
    "ranges",
]

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

_SAME = 9
"""As in `ranking.py`: what differs by less than so many decimals is a tie."""


@dataclass(frozen=True, slots=True)
class Ranges:
    """Wheels with every range they can show, narrowest first, then from the lowest: arrays of one length."""

    width: Ints
    low: Ints
    high: Ints
    points: Floats
    smallest: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.width)


@dataclass(frozen=True, slots=True)
class Stake:
    """What a bet of a player is about, but for his log. given_up: by symbol, whether its pile has a stone."""

    top: int
    points: Mapping[int, int]
    smallest: int
    cursed: bool
    given_up: tuple[bool, ...]

    @classmethod
    def of(cls, table: State, player: str) -> "Stake":
        """The stake of a player at a table."""
        piles = exchangeable(table)
        return cls(
            table.top,
            table.points,
            table.smallest,
            table.cursed == player,
            tuple(symbol in piles for symbol in table.symbols),
        )


@dataclass(frozen=True, slots=True)
class Bets:
    """What every range says of the sum: arrays along the ranges. right, lower, higher: chances. expected: VP."""

    ranges: Ranges
    right: Floats
    lower: Floats
    higher: Floats
    expected: Floats

    @property
    def bits(self) -> Floats:
        """How much the answer tells: its entropy. The smallest wheel's has two outcomes, the others' have three."""
        missed = self.lower + self.higher
        directed = _plog(self.lower) + _plog(self.higher)
        bits: Floats = -(_plog(self.right) + np.where(self.ranges.smallest, _plog(missed), directed))
        return bits


def _plog(chance: Floats) -> Floats:
    logged: Floats = chance * np.log2(np.where(chance > 0, chance, 1.0))
    return logged


@dataclass(frozen=True, slots=True)
class Prices:
    """Every range priced. value: VP, along the ranges."""

    bets: Bets
    value: Floats

    @property
    def best(self) -> int:
        """The first by the tie rule of the README: value, expected, the narrower wheel, the lower start."""
        return first(self.value, self.bets.expected)


def first(value: Floats, expected: Floats) -> int:
    """Where the largest value is; of equal ones the largest expected, then the earliest."""
    rounded = np.round(value, _SAME)
    among = np.flatnonzero(rounded == rounded.max())
    return int(among[np.argmax(np.round(expected[among], _SAME))])


def ranges(stake: Stake, widths: Sequence[int]) -> Ranges:
    """Every range of the wheels of these widths, ascending."""
    count = [stake.top - width + 2 for width in widths]
    width = np.repeat(np.array(widths, dtype=np.int64), count)
    low = np.concatenate([np.arange(each) for each in count]) if count else np.zeros(0, dtype=np.int64)
    points = np.repeat(np.array([stake.points[width] for width in widths], dtype=np.float64), count)
    return Ranges(width, low, low + width - 1, points, width == stake.smallest)


def best_gain(counts: npt.NDArray[Any] | Sequence[npt.NDArray[Any]]) -> npt.NDArray[Any]:
    """The best of one, two or three guesses, in VP times weight over a miss; numbers along the first axis.

    Keeps the three largest while it goes along the axis: for a few numbers that is faster than sorting.
    """
    one: npt.NDArray[Any] = counts[0].copy()
    two = np.zeros_like(one)
    three = np.zeros_like(one)
    for count in counts[1:]:
        less = np.minimum(one, count)
        np.maximum(one, count, out=one)
        least = np.minimum(two, less)
        np.maximum(two, less, out=two)
        np.maximum(three, least, out=three)
    two += one
    three += two
    one *= GAINS[1]
    two *= GAINS[2]
    three *= GAINS[3]
    np.maximum(one, two, out=one)
    np.maximum(one, three, out=one)
    return one


def fresh_gain(unseen: int) -> float:
    """What the final guess for a stone gains over a miss if it may be any of so many numbers, each as likely."""
    return max(gain * min(guesses, unseen) / unseen for guesses, gain in GAINS.items()) if unseen else 0.0


class Belief:
    """A log that may be any of several, each with a weight.

    numbers: for each symbol in play the numbers that lie nowhere in sight. logs: (logs, symbols) places in `numbers`.
    weights: (logs,), above 0. written: for symbols, by their place, whose token is held, the places of what was
    written; None where that is not known, and then the symbol counts for nothing.
    """

    def __init__(
        self,
        numbers: Sequence[Sequence[int] | Ints],
        logs: npt.NDArray[np.int64],
        weights: Floats,
        written: Mapping[int, tuple[int, ...] | None],
    ) -> None:
        self.numbers = [np.array(each, dtype=np.int64) for each in numbers]
        self.logs = logs
        self.weights = weights
        self.written = written
        self.symbols = len(numbers)
        self.most = max(map(len, numbers))
        self.total = float(weights.sum())
        self.held = np.stack([each[logs[:, axis]] for axis, each in enumerate(self.numbers)], axis=1)
        self.columns = logs + np.arange(self.symbols) * self.most

    @classmethod
    def of(cls, odds: Odds, weights: Floats | None = None) -> "Belief":
        """What the viewer believes by the facts. weights: as the table's array, to be multiplied with its ways."""
        ways = odds.table.ways.astype(np.float64)
        if weights is not None:
            ways = ways * weights
        logs = np.argwhere(ways > 0)
        written: dict[int, tuple[int, ...] | None] = {}
        for symbol, numbers in odds.tokens.items():
            axis = odds.symbols.index(symbol)
            places = None
            if numbers is not None:
                places = tuple(place for place, n in enumerate(odds.table.numbers[axis]) if n in numbers)
                places = (len(numbers), *places)
            written[axis] = places
        return cls(odds.table.numbers, logs, ways[tuple(logs.T)], written)

    def among(self, places: Ints) -> "Belief":
        """The same with only the logs at these places."""
        return Belief(self.numbers, self.logs[places], self.weights[places], self.written)

    # ---- final guesses

    @cached_property
    def marginals(self) -> Floats:
        """Weights by symbol and the place of its number, filled up with zeros."""
        size = self.symbols * self.most
        counted = np.bincount(self.columns.ravel(), np.repeat(self.weights, self.symbols), minlength=size)
        marginals: Floats = counted.reshape(self.symbols, self.most).astype(np.float64)
        return marginals

    @property
    def base(self) -> float:
        """What every log costs if all is missed."""
        factors = [
            0 if self.written.get(axis, ()) is None else 2 if axis in self.written else 1
            for axis in range(self.symbols)
        ]
        return float(MISSED * sum(factors))

    def gains(self, counts: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Gain of the final guess for each symbol. counts: (numbers, ..., symbols) weights; gives (..., symbols)."""
        gained = best_gain(counts)
        for axis, written in self.written.items():
            if written is None:
                gained[..., axis] = 0
            else:
                worth = TOKEN_FACTOR * GAINS[written[0]]
                gained[..., axis] = worth * counts[list(written[1:]), ..., axis].sum(axis=0)
        return gained

    def final_value(self) -> float:
        """F(W), in VP."""
        return float(self.gains(self.marginals.T).sum()) / self.total + self.base

    def fresh(self, axis: int) -> Floats:
        """What a fresh stone of a symbol gains, by the place of the number that was discarded."""
        size = len(self.numbers[axis])
        written = self.written.get(axis, ())
        if written is None:
            return np.zeros(size)
        if axis in self.written:
            left = [sum(place != given for place in written[1:]) for given in range(size)]
            return TOKEN_FACTOR * GAINS[written[0]] * np.array(left, dtype=np.float64) / max(size - 1, 1)
        return np.full(size, fresh_gain(size - 1))

    # ---- bets

    def sums(self, dice: Sequence[int]) -> Ints:
        """The sum of the dice, given as places of symbols, for each log."""
        summed: Ints = self.held[:, list(dice)].sum(axis=1)
        return summed

    def bets(self, stake: Stake, dice: Sequence[int], among: Ranges) -> Bets:
        """How likely each range is right, and what it brings now."""
        counted = np.bincount(self.sums(dice), self.weights, minlength=stake.top + 1)
        return self._bets(stake, np.concatenate([[0.0], np.cumsum(counted)]), among)

    def _bets(self, stake: Stake, ways: Floats, among: Ranges) -> Bets:
        """Give the bets. ways: weights below each sum."""
        low, after = among.low, among.high + 1
        right = (ways[after] - ways[low]) / self.total
        lower, higher = ways[low] / self.total, (ways[-1] - ways[after]) / self.total
        expected = among.points * right
        if stake.cursed:
            expected = expected - among.points * (1 - right)
        return Bets(among, right, lower, higher, expected)

    def price(self, stake: Stake, dice: Sequence[int], among: Ranges, *, blind: bool = False) -> Prices:
        """Price the ranges.

        blind: a wrong guess is followed by the best fresh stone, as if the discard told nothing.
        """
        sums = self.sums(dice)
        length = stake.top + 1
        size = self.symbols * self.most
        places = (sums[:, None] * size + self.columns).ravel()
        by_sum = np.bincount(places, np.repeat(self.weights, self.symbols), minlength=length * size)
        # Weights by sum, and then below each sum.
        below = np.zeros((length + 1, size))
        np.cumsum(by_sum.reshape(length, size), axis=0, out=below[1:])
        ways = np.zeros(length + 1)
        np.cumsum(np.bincount(sums, self.weights, minlength=length), out=ways[1:])
        low, after = among.low, among.high + 1
        within = below[after] - below[low]
        gained = self._finals(within)
        small = among.smallest
        if blind:
            gained = gained + self._blind(stake, below, ways, among)
        elif any(stake.given_up):
            missed_below, missed_above, missed_outside = self._missed(stake, sums, below, among)
            gained = gained + np.where(small, 0, missed_below[low] + missed_above[after])
            gained[small] += missed_outside
        else:
            finals_below, finals_above = self._finals(below), self._finals(below[-1] - below)
            gained = gained + np.where(small, 0, finals_below[low] + finals_above[after])
            gained[small] += self._finals(below[-1] - within[small])
        bets = self._bets(stake, ways, among)
        return Prices(bets, bets.expected + gained / self.total + self.base)

    def _finals(self, counts: Floats) -> Floats:
        """Gain of all final guesses, by set. counts: (sets, symbols * numbers)."""
        split = counts.reshape(-1, self.symbols, self.most)
        gained: Floats = self.gains(np.ascontiguousarray(np.moveaxis(split, -1, 0))).sum(axis=-1)
        return gained

    def _blind(self, stake: Stake, below: Floats, ways: Floats, among: Ranges) -> Floats:
        """Gain after a wrong guess with the symbol given up that is worth least against a fresh stone."""
        low, after = among.low, among.high + 1
        within = below[after] - below[low]
        small = among.smallest
        whole = below[-1]
        sets = np.concatenate([below, whole - below, whole - within[small]])
        sizes = np.concatenate([ways, ways[-1] - ways, ways[-1] - (ways[after] - ways[low])[small]])
        split = sets.reshape(-1, self.symbols, self.most)
        gained = self.gains(np.ascontiguousarray(np.moveaxis(split, -1, 0)))
        best = gained.sum(axis=-1)
        given = [axis for axis in range(self.symbols) if stake.given_up[axis]]
        if given:
            fresh = np.array([self.fresh(axis).mean() for axis in given])
            best = best + (sizes[:, None] * fresh - gained[:, given]).max(axis=-1)
        count = len(below)
        after_miss: Floats = best[low] + best[count + after]
        after_miss[small] = best[2 * count :]
        return after_miss

    def _missed(self, stake: Stake, sums: Ints, below: Floats, among: Ranges) -> tuple[Floats, Floats, Floats]:
        """|W| X(W) without the base: for the sums below each sum, not below it, and outside each smallest range."""
        length, size = len(below) - 1, self.symbols * self.most
        pairs = np.zeros((length + 1, size, size))
        order = np.argsort(sums, kind="stable")
        ends = np.searchsorted(sums[order], np.arange(length + 1))
        hot = np.zeros((len(order), size))
        hot[np.arange(len(order))[:, None], self.columns[order]] = 1.0
        weighed = hot * self.weights[order][:, None]
        for total in range(length):
            start, end = ends[total], ends[total + 1]
            if start < end:
                np.matmul(weighed[start:end].T, hot[start:end], out=pairs[total + 1])
        np.cumsum(pairs, axis=0, out=pairs)
        small = among.smallest
        low, after = among.low[small], among.high[small] + 1
        whole = pairs[-1]
        sets = np.concatenate([pairs, whole - pairs, whole - (pairs[after] - pairs[low])])
        counts = np.concatenate([below, below[-1] - below, below[-1] - (below[after] - below[low])])
        best = self._exchanges(stake, sets, counts).max(axis=0)
        count = length + 1
        return best[:count], best[count : 2 * count], best[2 * count :]

    def _exchanges(self, stake: Stake, sets: Floats, counts: Floats) -> Floats:
        """|W| X_s(W) less the base, (symbols with a pile, sets). sets, counts: weights of two numbers, and of one."""
        shape = (len(sets), self.symbols, self.most, self.symbols, self.most)
        given = [axis for axis in range(self.symbols) if stake.given_up[axis]]
        split = sets.reshape(shape)[:, given]
        # numbers of t first; then sets, s, the number of s, t
        gained = self.gains(np.ascontiguousarray(np.moveaxis(split, -1, 0)))
        for place, axis in enumerate(given):
            gained[:, place, :, axis] = 0
        rest: Floats = gained.sum(axis=(2, 3)).T
        for place, axis in enumerate(given):
            held = counts.reshape(-1, self.symbols, self.most)[:, axis, : len(self.numbers[axis])]
            rest[place] += held @ self.fresh(axis)
        return rest

    def exchanges(self, stake: Stake) -> dict[int, float]:
        """X_s(W) in VP by the place of each symbol that may be given up."""
        hot = np.zeros((len(self.logs), self.symbols * self.most))
        hot[np.arange(len(hot))[:, None], self.columns] = 1.0
        pairs = (hot * self.weights[:, None]).T @ hot
        gained = self._exchanges(stake, pairs[None], self.marginals.reshape(1, -1))[:, 0]
        given = [axis for axis in range(self.symbols) if stake.given_up[axis]]
        return {axis: float(each) / self.total + self.base for axis, each in zip(given, gained, strict=True)}


def places_of(symbols: Sequence[Symbol], dice: Sequence[Symbol]) -> tuple[int, ...]:
    """The dice as places of symbols."""
    return tuple(symbols.index(die) for die in dice)
