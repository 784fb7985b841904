"""The exact engine: dense arrays of counts, one axis for each hidden number.

Asked slots stay as axes. Every other slot is summed out, the cheapest first. That a slot differs from its neighbours
is never laid out as an array: summing out `o` under `o != n` is *the sum over the axis o, minus the entry o = n*.
Where an array would grow beyond `CAP` (several wholly hidden logs), one such inequality is split into "drop it" minus
"let both be equal", which is exact too, and slower.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import combinations
from math import inf, perm, prod
from time import perf_counter
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.clue import AllDifferent, Slot, SumOutside, SumWithin
from solver.errors import OutOfTime
from solver.knowledge import Knowledge, Posterior

__all__ = ["CAP", "LARGEST", "LIMIT", "Counts", "Table", "over", "posterior", "satisfying", "table", "tabulated"]

Counts: TypeAlias = npt.NDArray[Any]
"""Exact whole numbers: int64, or Python integers where those could overflow."""

CAP = 1 << 22
"""The largest array, in entries, that is built before an inequality is split."""

LARGEST = 1 << 29
"""The most, in entries of int64, that one step may lay out: 4 GiB."""

LIMIT = 60.0
"""Seconds after which counting is given up, unless told otherwise; looked at between two steps."""

_BOXED = 5
"""So many times the room of an int64 a Python integer takes."""

_INT64 = 1 << 59  # room for what is counted in VP times ways


@dataclass(frozen=True, slots=True)
class Table:
    """The consistent worlds, counted for each combination of the asked slots.

    asked: the slots, one for each axis. numbers: the numbers along each axis. ways: the counts. times: every count
    stands for so many worlds (the fillings of slots of which nothing is known).
    """

    asked: tuple[Slot, ...]
    numbers: tuple[tuple[int, ...], ...]
    ways: Counts
    times: int

    @property
    def total(self) -> int:
        """How many worlds there are."""
        return int(self.ways.sum()) * self.times

    def marginal(self, axis: int) -> Counts:
        """Counts along one axis, still to be multiplied by `times`."""
        return over(self.ways, (axis,))

    def __iter__(self) -> Iterator[tuple[tuple[int, ...], int]]:
        """Each combination of numbers that occurs, in ascending order, with its number of worlds."""
        for index in np.argwhere(self.ways != 0):
            numbers = tuple(axis[i] for axis, i in zip(self.numbers, index, strict=True))
            yield numbers, int(self.ways[tuple(index)]) * self.times


def over(ways: Counts, kept: tuple[int, ...]) -> Counts:
    """Sum over all axes but those kept, which stay in ascending order."""
    gone = tuple(axis for axis in range(ways.ndim) if axis not in kept)
    summed: Counts = np.asarray(ways.sum(axis=gone, dtype=ways.dtype))
    return summed


def posterior(known: Knowledge, limit: float | None = None) -> Posterior:
    """Answer as every engine does. Raises OutOfTime."""
    result = table(known, limit)
    marginals = {}
    for axis, (slot, numbers) in enumerate(zip(result.asked, result.numbers, strict=True)):
        counts = zip(numbers, result.marginal(axis).tolist(), strict=True)
        marginals[slot] = {number: count * result.times for number, count in counts if count}
    return Posterior(result.total, marginals, result)


def table(known: Knowledge, limit: float | None = LIMIT) -> Table:
    """Count the consistent worlds. Exact; time and memory grow with the product of the asked slots' domains.

    limit: seconds, None for no end. Raises OutOfTime, also where that would take more memory than is sensible.
    """
    try:
        return _Problem(known, inf if limit is None else limit).solve()
    except MemoryError as error:
        raise OutOfTime(_TOO_MANY) from error


_TOO_MANY = "too many logs are hidden for the table to count: note more of the stones in sight"


def tabulated(known: Knowledge, logs: Iterable[tuple[tuple[int, ...], int]]) -> Table:
    """Lay out what another engine listed: each combination of the asked slots with its number of worlds."""
    numbers = tuple(known.domains[slot] for slot in known.asked)
    ways = np.zeros([len(axis) for axis in numbers], dtype=object)
    for log, count in logs:
        ways[tuple(axis.index(number) for axis, number in zip(numbers, log, strict=True))] = count
    return Table(known.asked, numbers, ways, 1)


def satisfying(known: Knowledge, limit: float | None = LIMIT) -> bool:
    """Whether any world fits all facts. Raises OutOfTime, which is no “no”."""
    return table(known, limit).total > 0


# ---- arrays with named axes -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Factor:
    axes: tuple[Slot, ...]
    ways: Counts

    def aligned(self, axes: tuple[Slot, ...]) -> Counts:
        """The array with exactly these axes, in this order; length 1 where it has none."""
        own = [axis for axis in axes if axis in self.axes]
        turned = self.ways.transpose([self.axes.index(axis) for axis in own])
        return turned.reshape([self.ways.shape[self.axes.index(a)] if a in self.axes else 1 for a in axes])

    def times(self, other: "_Factor") -> "_Factor":
        axes = tuple(dict.fromkeys(self.axes + other.axes))
        return _Factor(axes, self.aligned(axes) * other.aligned(axes))

    def without(self, axis: Slot) -> "_Factor":
        at = self.axes.index(axis)
        return _Factor(self.axes[:at] + self.axes[at + 1 :], np.asarray(self.ways.sum(axis=at, dtype=self.ways.dtype)))

    def equating(self, gone: Slot, kept: Slot) -> "_Factor":
        """The entries where both slots hold the same number, as a function of the slot kept."""
        if gone not in self.axes:
            return self
        at = self.axes.index(gone)
        if kept not in self.axes:
            return _Factor((*self.axes[:at], kept, *self.axes[at + 1 :]), self.ways)
        diagonal = np.diagonal(self.ways, axis1=at, axis2=self.axes.index(kept))
        return _Factor((*(axis for axis in self.axes if axis not in (gone, kept)), kept), diagonal)


_Pair: TypeAlias = frozenset[Slot]


class _Problem:
    """The facts as factors and inequalities."""

    def __init__(self, known: Knowledge, limit: float) -> None:
        self.known = known
        self.limit, self.end = limit, perf_counter() + limit
        groups = [fact.clue.slots for fact in known.facts if isinstance(fact.clue, AllDifferent)]
        self.axis = _axes(known, groups)
        self.sums = [fact.clue for fact in known.facts if not isinstance(fact.clue, AllDifferent)]
        touched = {slot for clue in self.sums for slot, _ in clue.terms} | set(known.asked)
        self.hidden = touched - set(known.asked)
        self.pairs: set[_Pair] = set()
        grouped = {slot for group in groups for slot in group}
        self.times = prod(len(known.domains[slot]) for slot in known.domains if slot not in grouped | touched)
        bound = prod(len(self.axis[slot]) for slot in touched - grouped)
        for group in groups:
            bound *= self._group(group, touched)
        self.dtype = np.dtype(np.int64) if bound < _INT64 else np.dtype(object)

    def _group(self, group: tuple[Slot, ...], touched: set[Slot]) -> int:
        """Take up slots that differ; those that nothing else speaks of only multiply. Gives a bound on the ways."""
        axis = self.axis[group[0]]
        alike = all(self.known.domains[slot] == axis for slot in group)
        free = [slot for slot in group if slot not in touched] if alike else []
        bound = [slot for slot in group if slot not in free]
        self.hidden |= set(bound) - set(self.known.asked)
        self.times *= perm(max(len(axis) - len(bound), 0), len(free))
        self.pairs |= {frozenset(pair) for pair in combinations(bound, 2)}
        return max(perm(len(axis), len(bound)), 1)

    def solve(self) -> Table:
        asked = self.known.asked
        if any(len(self.known.domains[slot]) == 0 for slot in (*asked, *self.hidden)):
            shape = [len(self.axis[slot]) for slot in asked]
            return self._table(np.zeros(shape, dtype=np.int64))
        factors = [self._sum_factor(clue) for clue in self.sums]
        factors += [self._domain_factor(slot) for slot in (*asked, *self.hidden) if self._restricted(slot)]
        summed = self._sum_out(factors, frozenset(self.hidden), frozenset(self.pairs))
        among = [frozenset(pair) for pair in combinations(asked, 2) if frozenset(pair) in self.pairs]
        return self._table(self._product([*summed, *(self._different(*sorted(pair)) for pair in among)]))

    def _table(self, ways: Counts) -> Table:
        asked = self.known.asked
        if ways.dtype == np.dtype(object) and int(ways.sum()) < _INT64:
            ways = ways.astype(np.int64)
        return Table(asked, tuple(self.axis[slot] for slot in asked), ways, self.times)

    # -- factors

    def _sum_factor(self, clue: SumWithin | SumOutside) -> _Factor:
        axes = tuple(slot for slot, _ in clue.terms)
        total = np.zeros((), dtype=np.int64)
        for slot, times in clue.terms:
            total = np.add.outer(total, np.array(self.axis[slot]) * times)
        within = (clue.low <= total) & (total <= clue.high)
        return _Factor(axes, np.asarray(within if isinstance(clue, SumWithin) else ~within).astype(self.dtype))

    def _restricted(self, slot: Slot) -> bool:
        return self.known.domains[slot] != self.axis[slot]

    def _domain_factor(self, slot: Slot) -> _Factor:
        allowed = np.isin(self.axis[slot], self.known.domains[slot])
        return _Factor((slot,), allowed.astype(self.dtype))

    def _different(self, one: Slot, other: Slot) -> _Factor:
        return _Factor((one, other), 1 - np.eye(len(self.axis[one]), dtype=self.dtype))

    def _product(self, factors: Iterable[_Factor]) -> Counts:
        """Multiply, and lay out along the asked axes. Small arrays first: most work is done on few entries."""
        asked = self.known.asked
        ways = np.ones([1] * len(asked), dtype=self.dtype)
        for factor in sorted(factors, key=lambda factor: factor.ways.size):
            ways = ways * factor.aligned(asked)
        return np.array(np.broadcast_to(ways, [len(self.axis[slot]) for slot in asked]))

    # -- summing out

    def _sum_out(self, factors: list[_Factor], hidden: frozenset[Slot], pairs: frozenset[_Pair]) -> list[_Factor]:
        """Sum out every hidden slot. What is left has asked axes only."""
        while hidden:
            if perf_counter() > self.end:
                raise OutOfTime(f"the table had not counted to the end when {self.limit:.4g} seconds were over")
            sizes = {slot: self._size(slot, factors, pairs) for slot in sorted(hidden)}
            slot = min(sizes, key=sizes.__getitem__)
            split = _between(hidden, pairs) if sizes[slot] > CAP else None
            if split:
                return [self._split(split, factors, hidden, pairs)]
            if self._room(slot, factors, sizes[slot]) > LARGEST:
                raise OutOfTime(_TOO_MANY)
            factors = self._without(slot, factors, pairs)
            pairs = frozenset(pair for pair in pairs if slot not in pair)
            hidden -= {slot}
        return factors

    def _size(self, slot: Slot, factors: list[_Factor], pairs: frozenset[_Pair]) -> int:
        axes = {axis for factor in factors if slot in factor.axes for axis in factor.axes}
        axes |= {axis for pair in pairs if slot in pair for axis in pair}
        return prod(len(self.axis[axis]) for axis in axes - {slot})

    def _room(self, slot: Slot, factors: list[_Factor], size: int) -> int:
        """The entries of int64 that summing out a slot takes: its factors multiplied, and a few arrays as results."""
        joined = {slot}.union(*(factor.axes for factor in factors if slot in factor.axes))
        entries = prod(len(self.axis[axis]) for axis in joined) + 4 * size
        return entries * (_BOXED if self.dtype.hasobject else 1)

    def _without(self, slot: Slot, factors: list[_Factor], pairs: frozenset[_Pair]) -> list[_Factor]:
        """Sum out one slot under its inequalities.

        prod(1 - [n_i = slot]) = 1 - sum of [n_i = slot] * prod over earlier k of (1 - [n_k = n_i]), and the last
        product is 1 wherever n_k and n_i differ anyway.
        """
        start = _Factor((slot,), np.ones(len(self.axis[slot]), dtype=self.dtype))
        joined = reduce(_Factor.times, (factor for factor in factors if slot in factor.axes), start)
        neighbours = sorted(other for pair in pairs if slot in pair for other in pair - {slot})
        terms = [joined.without(slot)]
        for place, other in enumerate(neighbours):
            term = joined.equating(slot, other)
            for earlier in neighbours[:place]:
                if frozenset((earlier, other)) not in pairs:
                    term = term.times(self._different(earlier, other))
            terms.append(term)
        axes = tuple(dict.fromkeys(axis for term in terms for axis in term.axes))
        ways = terms[0].aligned(axes)
        for term in terms[1:]:
            ways = ways - term.aligned(axes)
        return [*(factor for factor in factors if slot not in factor.axes), _Factor(axes, ways)]

    def _split(
        self, pair: tuple[Slot, Slot], factors: list[_Factor], hidden: frozenset[Slot], pairs: frozenset[_Pair]
    ) -> _Factor:
        """Count with an inequality dropped, less the count with both slots equal."""
        kept, gone = pair
        rest = pairs - {frozenset(pair)}
        dropped = self._product(self._sum_out(factors, hidden, rest))
        merged = frozenset(frozenset(kept if slot == gone else slot for slot in other) for other in rest)
        equal = [factor.equating(gone, kept) for factor in factors]
        if any(len(other) == 1 for other in merged):
            return _Factor(self.known.asked, dropped)
        return _Factor(self.known.asked, dropped - self._product(self._sum_out(equal, hidden - {gone}, merged)))


def _between(hidden: frozenset[Slot], pairs: frozenset[_Pair]) -> tuple[Slot, Slot] | None:
    """The first two hidden slots that differ."""
    inner = sorted(tuple(sorted(pair)) for pair in pairs if pair <= hidden)
    return (inner[0][0], inner[0][1]) if inner else None


def _axes(known: Knowledge, groups: Iterable[tuple[Slot, ...]]) -> Mapping[Slot, tuple[int, ...]]:
    """The numbers along each slot's axis; slots that differ from each other share one."""
    axes = dict(known.domains)
    for group in groups:
        union = tuple(sorted({number for slot in group for number in known.domains[slot]}))
        axes |= dict.fromkeys(group, union)
    return axes
