"""What an opponent may know and think, for each log that I may have.

He sees my log, I see his, and both see all the rest. So his consistent logs are those that agree with his answers and
share no stone with mine: for every one of my logs at once, what each of his choices is worth to him.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property, reduce
from math import prod
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.lost_code.box import FINAL_POINTS, MISSED
from solver.lost_code.odds import GAINS
from solver.lost_code.parts import Part, parts_of, universe
from solver.lost_code.pricing import Ranges, best_gain, fresh_gain
from solver.lost_code.view import View

__all__ = ["Counted", "Opponent", "Room", "all_in_sight"]

Floats: TypeAlias = npt.NDArray[np.float32]
Ints: TypeAlias = npt.NDArray[np.int64]

_BITS = 9  # numbers on the stones of a symbol, at most
_NEARLY_NONE = 1e-9
_FINAL_POINTS = np.array([MISSED, *(FINAL_POINTS[k] for k in sorted(FINAL_POINTS))])


def all_in_sight(view: View) -> bool:
    """Whether every stone but those now in the viewer's log is known: only then can others' thoughts be told."""
    table = view.table
    return all(
        stone.number is not None
        for owner in table.owners
        for symbol in table.symbols
        for stone in table.history(owner, symbol)[: -1 if owner == view.viewer else None]
    )


@dataclass(frozen=True, slots=True)
class Counted:
    """A part for each of my logs that differ there.

    fits: (K, L) how well his log and mine go together. row: (all of `mine`,) which of K. hot: (L, numbers * axes).
    numbers: along the axes. most: the most of them.
    """

    part: Part
    fits: Floats
    row: Ints
    hot: Floats
    numbers: tuple[Ints, ...]
    most: int

    def split(self, counts: Floats) -> Floats:
        """Weights (..., numbers * axes) with the numbers first."""
        shape = (*counts.shape[:-1], self.most, len(self.part.axes))
        return np.ascontiguousarray(np.moveaxis(counts.reshape(shape), -2, 0))

    @property
    def total(self) -> Floats:
        """(K,) the weight of all his logs; never 0."""
        total: Floats = np.maximum(self.fits.sum(axis=1), _NEARLY_NONE)
        return total


@dataclass(frozen=True, slots=True)
class Room:
    """How much is told apart at most. logs: of mine. pairs: of mine and his together."""

    logs: int
    pairs: int


class Opponent:
    """An opponent at one moment, by my logs that are told apart.

    mine: (K, symbols) numbers of my logs, -1 for symbols that are averaged. chances: (K,) how likely each is.
    """

    def __init__(
        self,
        view: View,
        player: str,
        numbers: Sequence[Sequence[int]],
        weights: npt.NDArray[np.float64],
        *,
        room: Room,
        dice: Sequence[int] = (),
    ) -> None:
        """Think of an opponent.

        numbers, weights: my possible numbers by symbol, and how likely each log of them is. room: for how many of my
        logs there is time; where there are more, the symbols that matter least are averaged, those of the dice last.
        """
        self.table, self.player = view.table, player
        self.symbols = len(numbers)
        self.parts = parts_of(view, player)
        self.unseen = [len(universe(view, player, symbol)) - 1 for symbol in view.table.symbols]
        self.tokens = [view.table.symbols.index(t.symbol) for t in view.table.tokens if t.player == player]
        tied = self.tied(dice)
        most = max(1, min(room.logs, room.pairs // max(prod(len(part.logs) for part in tied), 1)))
        order = dict.fromkeys((*dice, *(axis for part in tied for axis in part.axes), *range(self.symbols)))
        self.axes = _told_apart(weights, most, list(order))
        self._lay_out(numbers, weights)
        self._counts: dict[tuple[int, ...], Counted] = {}

    def _lay_out(self, numbers: Sequence[Sequence[int]], weights: npt.NDArray[np.float64]) -> None:
        averaged = tuple(axis for axis in range(self.symbols) if axis not in self.axes)
        summed = weights.sum(axis=averaged)
        places = np.argwhere(summed > 0)
        self.chances = summed[tuple(places.T)] / summed.sum()
        self.mine = np.full((len(places), self.symbols), -1)
        for column, axis in enumerate(self.axes):
            self.mine[:, axis] = np.array(numbers[axis])[places[:, column]]
        # Of an averaged symbol: how likely each number is not mine.
        self.kept = {}
        for axis in averaged:
            chance = weights.sum(axis=tuple(other for other in range(self.symbols) if other != axis))
            kept = np.ones(_BITS + 1, dtype=np.float32)
            kept[list(numbers[axis])] = 1 - chance / chance.sum()
            self.kept[axis] = kept

    def tied(self, axes: Sequence[int]) -> list[Part]:
        """The parts that these symbols belong to."""
        return [part for part in self.parts if set(part.axes) & set(axes)]

    def counted(self, parts: Sequence[Part]) -> Counted:
        """Lay out parts as one."""
        part = reduce(Part.times, parts)
        if part.axes not in self._counts:
            mine, row = np.unique(self.mine[:, part.axes], axis=0, return_inverse=True)
            numbers = tuple(np.unique(part.logs[:, column]) for column in range(len(part.axes)))
            most, count = max(map(len, numbers)), len(part.axes)
            hot = np.zeros((len(part.logs), most * count), dtype=np.float32)
            for column, each in enumerate(numbers):
                place = np.searchsorted(each, part.logs[:, column])
                hot[np.arange(len(hot)), place * count + column] = 1
            fits = self._fits(part, mine)
            self._counts[part.axes] = Counted(part, fits, row.reshape(-1), hot, numbers, most)
        return self._counts[part.axes]

    def _fits(self, part: Part, mine: Ints) -> Floats:
        """(mine, logs): how well his log goes together with mine; 0 where they share a stone."""
        shift = _BITS * np.arange(len(part.axes))
        his = (np.int64(1) << (part.logs + shift)).sum(axis=1)
        own = np.where(mine >= 0, np.int64(1) << (np.maximum(mine, 0) + shift), 0).sum(axis=1)
        fits: Floats = ((own[:, None] & his[None, :]) == 0).astype(np.float32)
        for column, axis in enumerate(part.axes):
            if axis in self.kept:
                fits *= self.kept[axis][part.logs[:, column]]
        return fits

    @cached_property
    def shares(self) -> Floats:
        """What the final guess for each symbol gains over a miss, on average of his logs: (K, symbols), in VP."""
        shares = np.zeros((len(self.mine), self.symbols), dtype=np.float32)
        for part in self.parts:
            counted = self.counted([part])
            gained = self.free(best_gain(counted.split(counted.fits @ counted.hot)), part)
            shares[:, part.axes] = (gained / counted.total[:, None])[counted.row]
        return shares

    # ---- what he knows

    def fresh(self, axis: int) -> float:
        """What the final guess for a fresh stone of a symbol gains over a miss, in VP."""
        return 0.0 if axis in self.tokens else fresh_gain(self.unseen[axis] - 1)

    def swaps(self, axes: Sequence[int]) -> Floats:
        """What giving up each of these symbols brings against keeping all, (K, symbols), in VP; d becomes known."""
        worth = np.zeros((len(self.mine), len(axes)), dtype=np.float32)
        for at, axis in enumerate(axes):
            worth[:, at] = self.fresh(axis) - self.shares[:, axis]
            counted = self.counted(self.tied([axis]))
            if len(counted.part.axes) == 1:
                continue
            column = counted.part.axes.index(axis)
            gained = np.zeros(len(counted.fits), dtype=np.float32)
            for number in counted.numbers[column]:
                held = counted.part.logs[:, column] == number
                each = self.free(best_gain(counted.split(counted.fits[:, held] @ counted.hot[held])), counted.part)
                each[:, column] = 0
                gained += each.sum(axis=1)
            others = [other for other in counted.part.axes if other != axis]
            worth[:, at] += (gained / counted.total)[counted.row] - self.shares[:, others].sum(axis=1)
        return worth

    def free(self, gained: Floats, part: Part) -> Floats:
        """The same with 0 for symbols whose token he holds: what he wrote is hidden, and cannot be changed."""
        gained[..., [axis in self.tokens for axis in part.axes]] = 0
        return gained

    def token(self, axis: int) -> Floats:
        """What the final guess for a symbol is worth to him now, (K,): a token doubles it."""
        worth: Floats = self.shares[:, axis] + MISSED
        return worth

    # ---- what will come of it: his log is in sight

    @cached_property
    def _held(self) -> list[int]:
        """The numbers that lie in his log."""
        held = [self.table.held(self.player, symbol).number for symbol in self.table.symbols]
        return [number for number in held if number is not None]

    def sum_of(self, dice: Sequence[int]) -> int:
        """His sum, dice given as places of symbols."""
        return sum(self._held[die] for die in dice)

    def hits(self, dice: Sequence[int], among: Ranges) -> npt.NDArray[np.bool_]:
        """Which ranges his sum lies in."""
        total = self.sum_of(dice)
        inside: npt.NDArray[np.bool_] = (among.low <= total) & (total <= among.high)
        return inside

    def final_points(self, given_up: Sequence[bool]) -> tuple[Ints, Ints]:
        """VP of the final guesses that he would place now, and which stone he would give up.

        given_up: by symbol, whether its pile has a stone. Gives (K, symbols), and (K,): of those symbols the one of
        which he knows least against a fresh stone. Symbols whose token he holds count 0.
        """
        points = np.zeros((len(self.mine), self.symbols), dtype=np.int64)
        for part in self.parts:
            counted = self.counted([part])
            counts = counted.split(counted.fits @ counted.hot)
            order = np.argsort(-counts, axis=0, kind="stable")
            reached = np.cumsum(np.take_along_axis(counts, order, axis=0), axis=0)[: max(GAINS)]
            factors = np.array([GAINS[k + 1] for k in range(len(reached))], dtype=np.float32)
            placed = (reached * factors[:, None, None]).argmax(axis=0) + 1
            for column, axis in enumerate(part.axes):
                if axis not in self.tokens:
                    place = int(np.searchsorted(counted.numbers[column], self._held[axis]))
                    rank = (order[:, :, column] == place).argmax(axis=0)
                    won = _FINAL_POINTS[placed[:, column]]
                    points[:, axis] = np.where(rank < placed[:, column], won, MISSED)[counted.row]
        fresh = np.array([self.fresh(axis) for axis in range(self.symbols)])
        return points, np.where(given_up, self.shares - fresh, np.inf).argmin(axis=1)

    def after(self, dice: Sequence[int], low: int, high: int, *, directed: bool) -> "Opponent":
        """The same opponent once he has been told the truth of a bet; directed: also which way it was wrong."""
        joined = reduce(Part.times, self.tied(dice))
        sums = joined.logs[:, [joined.axes.index(die) for die in dice]].sum(axis=1)
        total = self.sum_of(dice)
        side = (sums > high).astype(np.int64) - (sums < low)
        told = int(total > high) - int(total < low)
        agrees = side == told if directed else (side == 0) == (told == 0)
        knows = copy(self)
        knows.__dict__.pop("shares", None)  # reckoned anew from what he knows then
        knows.parts = [part for part in self.parts if not set(part.axes) & set(dice)]
        knows.parts.append(Part(joined.axes, joined.logs[agrees]))
        knows._counts = {}
        return knows

    # ---- my logs

    def spread(self, told: npt.NDArray[Any], numbers: Sequence[Sequence[int]]) -> Floats:
        """Lay out what was told for each of `mine` along the axes of these numbers; length 1 where it is averaged."""
        shape = [len(each) if axis in self.axes else 1 for axis, each in enumerate(numbers)]
        laid = np.zeros(shape, dtype=np.float32)
        index = tuple(
            np.searchsorted(each, self.mine[:, axis]) if axis in self.axes else 0 for axis, each in enumerate(numbers)
        )
        laid[index] = told
        return laid

    def rows_of(self, logs: Ints) -> Ints:
        """Which of `mine` each of my logs is, (logs,); logs: (logs, symbols) numbers that are possible."""
        base = _BITS + 1
        digits = base ** np.arange(len(self.axes), dtype=np.int64)
        own, wanted = self.mine[:, self.axes] @ digits, logs[:, self.axes] @ digits
        order = np.argsort(own)
        return np.asarray(order[np.searchsorted(own[order], wanted)])


def _told_apart(weights: npt.NDArray[np.float64], most: int, order: list[int]) -> list[int]:
    """The symbols that are told apart, ascending: as many as there is room for, the first of an order first."""
    axes = set(order)
    possible = weights > 0
    while len(axes) > 1 and np.count_nonzero(possible.any(axis=tuple(set(range(weights.ndim)) - axes))) > most:
        axes.remove(order.pop())
    return sorted(axes)
