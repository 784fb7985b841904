"""What each bet is worth to an opponent, for each of my logs.

The value is the one-step value of the README. A wrong guess is first followed by the best fresh stone, as if the
discard told nothing, for all bets; then exactly, for those that come near the best.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.lost_code.opponent import Opponent
from solver.lost_code.pricing import Ranges, Stake, best_gain

__all__ = ["Worth"]

Floats: TypeAlias = npt.NDArray[np.float32]
Ints: TypeAlias = npt.NDArray[np.int64]

_NEARLY_NONE = 1e-9
_CHUNK = 1 << 21
"""So many entries are worked on at once."""
_MOST_PAIRS = 8_000_000
"""The most entries of his logs by pairs of numbers: beyond that his bets stay priced as if a discard told nothing."""


class Worth:
    """The bets of an opponent with some dice, given as places of symbols.

    value: one-step value over missing all final guesses. right: its chance. points: VP expected now. bits: what the
    answer tells. Each is (K, ranges), K being the opponent's `mine`.
    """

    def __init__(self, other: Opponent, stake: Stake, dice: Sequence[int], among: Ranges) -> None:
        self.other, self.stake, self.among = other, stake, among
        self.counted = other.counted(other.tied(dice))
        axes = self.counted.part.axes
        sums = self.counted.part.logs[:, [axes.index(die) for die in dice]].sum(axis=1)
        order = np.argsort(sums, kind="stable")
        self._ends = np.searchsorted(sums[order], np.arange(stake.top + 2))
        self._fits, self._order = np.take(self.counted.fits, order, axis=1), order
        self._below = self._up_to(self.counted.hot[order])
        self._ways = self._below[:, :, :: len(axes)].sum(axis=2)  # every log has one number of the first symbol
        self._total = np.maximum(self._ways[-1], _NEARLY_NONE)
        self._price()

    def _up_to(self, hot: Floats) -> Floats:
        """Weights below each sum, (sums + 1, K, columns). hot: columns of his logs, by ascending sum."""
        below = np.zeros((len(self._ends), len(self._fits), hot.shape[1]), dtype=np.float32)
        for total in range(len(self._ends) - 1):
            start, end = self._ends[total], self._ends[total + 1]
            below[total + 1] = below[total]
            if start < end:
                below[total + 1] += self._fits[:, start:end] @ hot[start:end]
        return below

    def _price(self) -> None:
        below, ways, among, row = self._below, self._ways, self.among, self.counted.row
        low, after, small = among.low, among.high + 1, among.smallest
        within = below[after] - below[low]
        lower, higher = self._missed(below, ways), self._missed(below[-1] - below, ways[-1] - ways)
        miss = lower[low] + higher[after]
        if small.any():
            outside = ways[-1] - (ways[after] - ways[low])[small]
            miss[small] = self._missed(below[-1] - within[small], outside)
        right = (ways[after] - ways[low]) / self._total
        under, over = ways[low] / self._total, (ways[-1] - ways[after]) / self._total
        points = among.points[:, None].astype(np.float32)
        expected = points * right - (points * (1 - right) if self.stake.cursed else 0)
        missed_bits = np.where(small[:, None], _plog(1 - right), _plog(under) + _plog(over))
        self._sure = expected + self._finals(within).sum(axis=-1) / self._total
        self.value: Floats = (self._sure[:, row] + miss / self._total[row] + self._untouched).T
        self.points: Floats = expected[:, row].T
        self.right: Floats = right[:, row].T
        self.bits: Floats = -(_plog(right) + missed_bits)[:, row].T

    @cached_property
    def _untouched(self) -> Floats:
        """(mine,) gain of the final guesses for the symbols that the dice do not touch."""
        axes = self.counted.part.axes
        untouched = [axis for axis in range(self.other.symbols) if axis not in axes]
        return np.asarray(self.other.shares[:, untouched].sum(axis=1))

    # ---- after a wrong guess

    @cached_property
    def _given(self) -> list[int]:
        """Columns of the part whose pile has a stone."""
        return [column for column, axis in enumerate(self.counted.part.axes) if self.stake.given_up[axis]]

    @cached_property
    def _fresh(self) -> Floats:
        """What a fresh stone of each of them gains."""
        axes = [self.counted.part.axes[column] for column in self._given]
        return np.array([self.other.fresh(axis) for axis in axes], dtype=np.float32)

    @cached_property
    def _elsewhere(self) -> Floats | None:
        """(mine,) what giving up the best stone brings that the dice do not touch, whatever the answer."""
        axes = self.counted.part.axes
        outside = [axis for axis, given in enumerate(self.stake.given_up) if given and axis not in axes]
        return self.other.swaps(outside).max(axis=1) if outside else None

    def _finals(self, counts: Floats) -> Floats:
        """Gain of the final guess for each symbol of the part; counts: (..., numbers * axes)."""
        return self.other.free(best_gain(self.counted.split(counts)), self.counted.part)

    def _missed(self, counts: Floats, sizes: Floats) -> Floats:
        """(sets, mine): gain with the best stone given up, as if it told nothing; counts: (sets, K, numbers * axes)."""
        gained = self._finals(counts)
        swapped = (sizes[..., None] * self._fresh - gained[..., self._given]).max(axis=-1) if self._given else None
        return self._best(gained.sum(axis=-1), swapped, sizes, self.counted.row)

    def _best(self, kept: Floats, swapped: Floats | None, sizes: Floats, row: Ints | slice) -> Floats:
        """(sets, mine): the better of a stone that the dice touch and one that they do not; kept where no pile is."""
        best = None if swapped is None else swapped[:, row]
        if self._elsewhere is not None:
            elsewhere = sizes[:, row] * self._elsewhere
            best = elsewhere if best is None else np.maximum(best, elsewhere)
        return kept[:, row] if best is None else kept[:, row] + best

    # ---- exactly

    def sharpen(self, near: int) -> None:
        """Price the best bets of each log exactly, `near` of them; none where his logs are too many for the time."""
        columns = self.counted.hot.shape[1]
        if not self._given or len(self.counted.hot) * columns**2 // 2 > _MOST_PAIRS:
            return
        first_of = np.unique(self.counted.row, return_index=True)[1]
        tried = np.argsort(-self.value[first_of], axis=1, kind="stable")[:, :near]
        pairs = self._pairs
        rows = max(1, _CHUNK // (tried.shape[1] * 2 * pairs.full.size))
        exact = np.concatenate([self._exactly(pairs, tried[at : at + rows], at) for at in range(0, len(tried), rows)])
        row = self.counted.row
        np.put_along_axis(self.value, tried[row], self._settled(tried, exact), axis=1)

    @cached_property
    def _pairs(self) -> "_Pairs":
        return _Pairs(self)

    def _exactly(self, pairs: "_Pairs", tried: Ints, start: int) -> Floats:
        """(K, tried, 2): gain after too high and too low a guess, with the best stone that the dice touch given up.

        For the smallest wheel, whose answer has no direction, all stands in the first.
        """
        among = self.among
        rows = np.arange(start, start + len(tried))[:, None]
        low, after, small = among.low[tried], among.high[tried] + 1, among.smallest[tried]
        below = pairs.below[low, rows]
        above = pairs.below[-1][rows] - pairs.below[after, rows]
        below = np.where(small[..., None], below + above, below)
        sizes_below, sizes_above = self._sizes(tried, start)
        gained = pairs.gains(np.stack([below, above], axis=2))
        sizes = np.stack([sizes_below, sizes_above], axis=2)
        best: Floats = (gained + sizes[..., None] * self._fresh).max(axis=-1)
        return best

    def _sizes(self, tried: Ints, start: int) -> tuple[Floats, Floats]:
        among, ways = self.among, self._ways
        rows = np.arange(start, start + len(tried))[:, None]
        low, after, small = among.low[tried], among.high[tried] + 1, among.smallest[tried]
        below, above = ways[low, rows], ways[-1][rows] - ways[after, rows]
        return np.where(small, below + above, below), np.where(small, 0, above)

    def _settled(self, tried: Ints, touched: Floats) -> Floats:
        """(mine, tried): the exact values. touched: as `_exactly` gives it."""
        row = self.counted.row
        among = self.among
        rows = np.arange(len(tried))[:, None]
        low, after, small = among.low[tried], among.high[tried] + 1, among.smallest[tried]
        counts_below = self._below[low, rows]
        counts_above = self._below[-1][rows] - self._below[after, rows]
        counts_below = np.where(small[..., None], counts_below + counts_above, counts_below)
        counts_above = np.where(small[..., None], 0, counts_above)
        value = np.take_along_axis(self._sure.T, tried, axis=1)[row] + self._untouched[:, None]
        for side, (counts, sizes) in enumerate(zip((counts_below, counts_above), self._sizes(tried, 0), strict=True)):
            best = touched[row, :, side]
            if side == 1:
                best = np.where(small[row], 0, best)
            if self._elsewhere is not None:
                kept = self._finals(counts).sum(axis=-1)
                best = np.maximum(best, kept[row] + sizes[row] * self._elsewhere[:, None])
            value = value + best / self._total[row][:, None]
        return value


class _Pairs:
    """Weights of two numbers of different symbols at once.

    below: (sums + 1, K, pairs) by sum; the last column is empty. full: (numbers n, numbers d * symbols s, symbols t)
    the column of s = d and t = n, the empty one where s is t.
    """

    def __init__(self, worth: Worth) -> None:
        counted = worth.counted
        most, count = counted.most, len(counted.part.axes)
        hot = counted.hot[worth._order].reshape(-1, most, count)
        empty = count * (count - 1) // 2 * most * most
        columns = np.zeros((len(hot), empty + 1), dtype=np.float32)
        self.full = np.full((most, most * count, count), empty)
        at = 0
        places = np.arange(most)
        for one in range(count):
            for other in range(one + 1, count):
                both = hot[:, :, one, None] * hot[:, None, :, other]  # number of one, number of the other
                columns[:, at : at + most * most] = both.reshape(len(hot), -1)
                column = at + places[:, None] * most + places
                self.full[:, places * count + one, other] = column.T
                self.full[:, places * count + other, one] = column
                at += most * most
        self.below = worth._up_to(columns)
        self.counted, self.given, self.other = counted, worth._given, worth.other

    def gains(self, pairs: Floats) -> Floats:
        """Gain of all other final guesses when a symbol's stone is seen, by symbol that may be given up.

        pairs: (..., pairs); gives (..., given).
        """
        gained = best_gain(tuple(np.take(pairs, columns, axis=-1) for columns in self.full))
        free = self.other.free(gained, self.counted.part)
        shape = (*pairs.shape[:-1], self.counted.most, len(self.counted.part.axes))
        return np.asarray(free.sum(axis=-1).reshape(shape).sum(axis=-2)[..., self.given])


def _plog(chance: Floats) -> Floats:
    logged: Floats = chance * np.log2(np.maximum(chance, _NEARLY_NONE))
    return logged
