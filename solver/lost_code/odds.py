"""The viewer's consistent logs, weighed: what a sum, a stone and a final guess are worth.

All is counted in whole numbers of ways; what the final guesses gain is counted in "VP times ways", and divided only at
the very end. The formulas are those of the README's “What value means”.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import prod
from time import perf_counter

import numpy as np

from solver.clue import AllDifferent, Slot, slots_of
from solver.errors import Contradiction, OutOfTime
from solver.explain import smallest_conflict
from solver.knowledge import Knowledge
from solver.lost_code.box import FINAL_POINTS, MISSED, TOKEN_FACTOR
from solver.lost_code.events import Symbol
from solver.lost_code.knowledge import findings, knowledge
from solver.lost_code.rules import exchangeable
from solver.lost_code.view import View
from solver.table import LIMIT, Counts, Table, over, satisfying, table

__all__ = ["GAINS", "Odds", "SumSplit", "contradiction", "odds"]

GAINS = {guesses: points - MISSED for guesses, points in FINAL_POINTS.items()}
"""What a right final guess brings over a missed one, by how many numbers are placed: 7, 4, 3."""

_EXACT_FLOAT = 1 << 50
"""So many ways, times the largest gain, are whole numbers that a float holds exactly."""


def odds(view: View, count: Callable[[Knowledge], Table] = table) -> "Odds":
    """Weigh the viewer's logs. count: the engine.

    Raises Contradiction where none fits, OutOfTime, and SeatError without a viewer.
    """
    known = knowledge(view)
    counted = count(known)
    if not counted.total:
        raise contradiction(view, known)
    return Odds(view, known, counted)


def contradiction(view: View, known: Knowledge) -> Contradiction:
    """Name a smallest set of answers that cannot all be true; known: knowledge that no world fits. Raises OutOfTime.

    An answer that was left out is named by the line of its guess.
    """
    mine = [bet for bet in view.table.bets if bet.player == view.seat]
    own = {bet.answer_line for bet in mine if bet.answer_line}
    left_out = {bet.line for bet in mine if not bet.answer_line}
    end = perf_counter() + LIMIT
    try:
        lines = smallest_conflict(known, lambda part: satisfying(part, end - perf_counter()), own)
    except OutOfTime as error:
        raise OutOfTime(
            "no log fits, but too many logs are hidden to find out in a minute which answers cannot all be true"
        ) from error
    told = tuple(line for line in lines if line in own) or tuple(line for line in lines if line in left_out) or lines
    reason = "no log fits: given the stones seen, these answers cannot all be true"
    if guesses := [str(line) for line in lines if line in left_out]:
        reason += f" (left out was the answer to the guess on line {', '.join(guesses)})"
    others = tuple(line for line in lines if line not in told)
    return Contradiction(told, others=others, reason=reason, findings=findings(view))


@dataclass(frozen=True)
class Odds:
    """The consistent logs of a view, as a table with one axis for each symbol in play."""

    view: View
    known: Knowledge
    table: Table

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbols in play, in the order of the axes."""
        return self.view.table.symbols

    @property
    def total(self) -> int:
        """W: how many ways there are; `logs` in the JSON."""
        return self.table.total

    @cached_property
    def values(self) -> Mapping[Symbol, Mapping[int, int]]:
        """In how many ways a symbol has a number; numbers with none are left out."""
        counted = {}
        for axis, symbol in enumerate(self.symbols):
            pairs = zip(self.table.numbers[axis], self.table.marginal(axis).tolist(), strict=True)
            counted[symbol] = {number: ways * self.table.times for number, ways in pairs if ways}
        return counted

    @property
    def different(self) -> int:
        """How many different logs the viewer may have; fewer than `total` where other stones are hidden, too."""
        return int(np.count_nonzero(self.table.ways))

    @property
    def bits(self) -> float:
        """The entropy of the viewer's log: how many yes-or-no questions are open at least."""
        shares = self.table.ways[self.table.ways != 0].astype(np.float64)
        shares /= shares.sum()
        return max(0.0, float(-(shares * np.log2(shares)).sum()))

    @cached_property
    def tokens(self) -> Mapping[Symbol, tuple[int, ...] | None]:
        """The viewer's shortcut tokens; None for numbers that he did not note."""
        return {t.symbol: t.numbers for t in self.view.table.tokens if t.player == self.view.seat}

    @property
    def unnoted(self) -> tuple[Symbol, ...]:
        """Symbols of own tokens whose numbers were not noted: without them no value can be told."""
        return tuple(symbol for symbol, numbers in self.tokens.items() if numbers is None)

    @property
    def base(self) -> int:
        """What every log costs if all is missed: -2 for each symbol, doubled where a token is held."""
        return sum(MISSED * (TOKEN_FACTOR if symbol in self.tokens else 1) for symbol in self.symbols)

    def gain(self, symbol: Symbol, counts: Counts) -> Counts:
        """Best gain over `base` of the final guess for a symbol, in VP times ways.

        counts: ways by number along the last axis, in the order of the symbol's axis; zeros may follow.
        Summed over a set of ways W, this is |W| * F_s(W) less the symbol's share of `base`.
        """
        written = self.tokens.get(symbol, ())
        if written:
            held = [i for i, number in enumerate(self.table.numbers[self.symbols.index(symbol)]) if number in written]
            gained: Counts = TOKEN_FACTOR * GAINS[len(written)] * counts[..., held].sum(axis=-1)
            return gained
        return best_gain(counts)

    def final_value(self) -> float:
        """F(W): what the final guesses are worth with what is known now, in VP."""
        gained = sum(int(self.gain(symbol, self.table.marginal(axis))) for axis, symbol in enumerate(self.symbols))
        return gained * self.table.times / self.total + self.base

    def sums(self, dice: Sequence[Symbol]) -> Mapping[int, int]:
        """In how many ways the dice have a sum; sums with none are left out."""
        split = SumSplit(self, dice)
        return {total: int(ways) * self.table.times for total, ways in enumerate(split.ways.tolist()) if ways}

    @cached_property
    def _margins(self) -> dict[tuple[int, ...], Counts]:
        return {}

    def margin(self, axes: tuple[int, ...]) -> Counts:
        """The counts over some axes, in ascending order; kept, since many questions ask for the same."""
        if axes not in self._margins:
            self._margins[axes] = over(self.table.ways, axes)
        return self._margins[axes]

    def fresh(self, axis: int) -> Table | None:
        """The table with one more unknown stone of a symbol as its last axis.

        None where such a stone is equally likely to be any number in no known place, the viewer's own excepted:
        that is so unless some answer speaks of another hidden stone of the symbol.
        """
        if axis not in self._fresh:
            mine = self.table.asked[axis]
            coupled = self._touched & self._alike(mine)
            self._fresh[axis] = table(self.known.with_fresh(mine, Slot("fresh"))) if coupled else None
        return self._fresh[axis]

    @cached_property
    def _fresh(self) -> dict[int, Table | None]:
        return {}

    def _alike(self, mine: Slot) -> frozenset[Slot]:
        """The other hidden stones of the same symbol."""
        groups = (fact.clue.slots for fact in self.known.facts if isinstance(fact.clue, AllDifferent))
        return frozenset(slot for group in groups if mine in group for slot in group if slot != mine)

    @cached_property
    def _touched(self) -> frozenset[Slot]:
        sums = (fact.clue for fact in self.known.facts if not isinstance(fact.clue, AllDifferent))
        return frozenset(slot for clue in sums for slot in slots_of(clue))


def best_gain(counts: Counts) -> Counts:
    """The best of one, two or three guesses along the last axis, in VP times ways."""
    likeliest = -np.sort(-counts, axis=-1)[..., : max(GAINS)]
    reached = likeliest.cumsum(axis=-1)
    factors = np.array([GAINS[k + 1] for k in range(reached.shape[-1])])
    best: Counts = (reached * factors).max(axis=-1)
    return best


class SumSplit:
    """The ways split by the sum of the dice, which is all that an answer speaks of.

    Sets of ways are rows: `rows` (bool array, sets by sums) says which sums belong to each set. Counts are whole
    numbers throughout, held as floats where these are exact, since numpy multiplies them faster.
    """

    def __init__(self, odds: Odds, dice: Sequence[Symbol]) -> None:
        self.odds = odds
        self.axes = {odds.symbols.index(symbol): times for symbol, times in sorted(Counter(dice).items())}
        self.length = odds.view.table.top + 1
        self.exact = _exact(odds.table)
        self.ways = self._by_sum(())

    def _by_sum(self, kept: tuple[int, ...], wide: Table | None = None) -> Counts:
        """Ways by sum and by the numbers along the kept axes, in ascending order."""
        axes = tuple(sorted({*self.axes, *kept}))
        counts = self.odds.margin(axes) if wide is None else over(wide.ways, axes)
        numbers = self.odds.table.numbers if wide is None else wide.numbers
        place = np.zeros((), dtype=np.int64)
        for axis, times in self.axes.items():
            place = place + _along(np.array(numbers[axis]) * times, axes.index(axis), len(axes))
        shape = [len(numbers[axis]) for axis in kept]
        for axis, size in zip(kept, shape, strict=True):
            place = place * size + _along(np.arange(size), axes.index(axis), len(axes))
        places = (place + np.zeros(counts.shape, dtype=np.int64)).ravel()
        length = self.length * prod(shape)
        if self.exact if wide is None else _exact(wide):
            return np.bincount(places, counts.ravel(), minlength=length).reshape(self.length, *shape)
        summed = np.zeros(length, dtype=counts.dtype)
        np.add.at(summed, places, counts.ravel())
        return summed.reshape(self.length, *shape)

    def sizes(self, rows: Counts) -> Counts:
        """How many ways are in each set."""
        return _of_rows(rows, self.ways)

    def finals(self, rows: Counts) -> Counts:
        """|W| * F(W) for each set W of rows, in VP times ways."""
        gained = self.odds.base * self.sizes(rows)
        for axis, symbol in enumerate(self.odds.symbols):
            gained = gained + self.odds.gain(symbol, _of_rows(rows, self._by_sum((axis,))))
        return gained.astype(np.float64)

    def exchanges(self, rows: Counts) -> Mapping[Symbol, Counts]:
        """|W| * X_s(W) for each set W of rows and each symbol s whose pile has a stone, in VP times ways."""
        symbols = self.odds.symbols
        base = (self.odds.base * self.sizes(rows)).astype(np.float64)
        given_up = [symbols.index(symbol) for symbol in exchangeable(self.odds.view.table)]
        if not given_up:
            return {}
        pairs = self._pairs(rows)
        rest = np.zeros((len(symbols), len(rows)))
        for axis, symbol in enumerate(symbols):
            # pairs[s, t, W, d, n]; the gain over n, summed over d, for every s at once. Where s is t there are no ways.
            rest += self.odds.gain(symbol, pairs[:, axis]).sum(axis=-1).astype(np.float64)
        return {symbols[s]: base + rest[s] + self._fresh_gain(s, symbols[s], rows) for s in given_up}

    def _pairs(self, rows: Counts) -> Counts:
        """Ways by two symbols, set, and the number of each: filled up with zeros to the most numbers of any symbol."""
        count, most = len(self.odds.symbols), max(map(len, self.odds.table.numbers))
        places = list(combinations(range(count), 2))
        by_sum = np.zeros((self.length, len(places), most, most), dtype=self.ways.dtype)
        for place, (one, other) in enumerate(places):
            both = self._by_sum((one, other))
            by_sum[:, place, : both.shape[1], : both.shape[2]] = both
        split = _of_rows(rows, by_sum)
        pairs = np.zeros((count, count, len(rows), most, most), dtype=self.ways.dtype)
        for place, (one, other) in enumerate(places):
            pairs[one, other] = split[:, place]
            pairs[other, one] = split[:, place].swapaxes(1, 2)
        return pairs

    def _fresh_gain(self, axis: int, symbol: Symbol, rows: Counts) -> Counts:
        """Sum over d of |W with s = d| * N_s(W, d), less the symbol's share of `base`."""
        wide = self.odds.fresh(axis)
        if wide is not None:
            pairs = _of_rows(rows, self._by_sum((axis, len(self.odds.symbols)), wide))
            # The wide table counts each way once for every stone that may be drawn.
            drawable = wide.total // self.odds.total
            scale = wide.times / self.odds.table.times / drawable
            drawn: Counts = self.odds.gain(symbol, pairs).sum(axis=1).astype(np.float64) * scale
            return drawn
        size = len(self.odds.table.numbers[axis])
        alike = 1 - np.eye(size, dtype=np.int64)
        each = self.odds.gain(symbol, alike) / max(size - 1, 1)
        held = _of_rows(rows, self._by_sum((axis,)))
        worth: Counts = held.astype(np.float64) @ each.astype(np.float64)
        return worth


def _exact(table: Table) -> bool:
    """Whether all sums of the counts are whole numbers that a float holds exactly."""
    return table.ways.dtype != np.dtype(object) and int(table.ways.sum()) < _EXACT_FLOAT


def _of_rows(rows: Counts, by_sum: Counts) -> Counts:
    """Sum over the sums of each set."""
    flat = by_sum.reshape(by_sum.shape[0], -1)
    summed: Counts = rows.astype(flat.dtype) @ flat
    return summed.reshape(rows.shape[0], *by_sum.shape[1:])


def _along(values: Counts, axis: int, axes: int) -> Counts:
    return values.reshape((1,) * axis + (-1,) + (1,) * (axes - axis - 1))
