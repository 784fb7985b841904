"""What an opponent may know and think, for each log that I may have.

He sees my log, I see his, and both see all the rest. So his consistent logs are those that agree with his answers and
share no stone with mine: for every one of my logs at once, what each of his choices is worth to him.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.lost_code.box import FINAL_POINTS, MISSED
from solver.lost_code.events import Symbol, Verdict
from solver.lost_code.odds import GAINS
from solver.lost_code.pricing import Ranges, Stake, best_gain, fresh_gain
from solver.lost_code.state import Bet, State
from solver.lost_code.view import View

__all__ = ["Opponent", "all_in_sight"]

Floats: TypeAlias = npt.NDArray[np.float32]
Ints: TypeAlias = npt.NDArray[np.int64]

_ROOM = 6_000_000
"""The most entries of my logs by his."""
_BITS = 9  # numbers on the stones of a symbol, at most
_NEARLY_NONE = 1e-9


def all_in_sight(view: View) -> bool:
    """Whether every stone but those now in the viewer's log is known: only then can others' thoughts be told."""
    table = view.table
    return all(
        stone.number is not None
        for owner in table.owners
        for symbol in table.symbols
        for stone in table.history(owner, symbol)[: -1 if owner == view.viewer else None]
    )


class Opponent:
    """An opponent at one moment, by my logs that are told apart.

    mine: (K, symbols) numbers of my logs, -1 for symbols that are averaged. chances: (K,) how likely each is.
    logs: (L, symbols) numbers of the logs that agree with his answers, whatever mine is.
    """

    def __init__(
        self,
        view: View,
        player: str,
        numbers: Sequence[Sequence[int]],
        weights: npt.NDArray[np.float64],
        *,
        most: int,
        dice: Sequence[int] = (),
    ) -> None:
        """Think of an opponent.

        numbers, weights: my possible numbers by symbol, and how likely each log of them is. most: so many of my logs
        are told apart at most; where there are more, the symbols that matter least are averaged, those of the dice
        last.
        """
        self.table, self.player = view.table, player
        self.symbols = len(numbers)
        self.logs = _consistent(view, player)
        self.unseen = [len(_universe(view, player, symbol)) - 1 for symbol in view.table.symbols]
        self.tokens = [view.table.symbols.index(t.symbol) for t in view.table.tokens if t.player == player]
        self.axes = _told_apart(weights, numbers, max(1, min(most, _ROOM // max(len(self.logs), 1))), dice)
        self._lay_out(numbers, weights)

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

    @cached_property
    def _numbers(self) -> list[Ints]:
        """His possible numbers by symbol."""
        return [np.unique(self.logs[:, axis]) for axis in range(self.symbols)]

    @cached_property
    def _most(self) -> int:
        return max(map(len, self._numbers))

    def _hot(self, logs: Ints) -> Floats:
        """(logs, numbers * symbols): 1 where a log has the number, which is given by its place."""
        hot = np.zeros((len(logs), self._most * self.symbols), dtype=np.float32)
        for axis, numbers in enumerate(self._numbers):
            hot[np.arange(len(logs)), np.searchsorted(numbers, logs[:, axis]) * self.symbols + axis] = 1
        return hot

    def _fits(self, logs: Ints) -> Floats:
        """(K, logs): how well his log goes together with mine; 0 where they share a stone."""
        shift = _BITS * np.arange(self.symbols)
        his = (np.int64(1) << (logs + shift)).sum(axis=1)
        own = np.where(self.mine >= 0, np.int64(1) << (np.maximum(self.mine, 0) + shift), 0).sum(axis=1)
        fits: Floats = ((own[:, None] & his[None, :]) == 0).astype(np.float32)
        for axis, kept in self.kept.items():
            fits *= kept[logs[:, axis]]
        return fits

    # ---- what his choices are worth to him

    def price(self, stake: Stake, dice: Sequence[int], among: Ranges) -> tuple[Floats, Floats, Floats]:
        """One-step value, VP expected now, and bits of each range, each (K, ranges).

        A wrong guess is followed by the best fresh stone, as if the discard told nothing.
        """
        sums = self.logs[:, list(dice)].sum(axis=1)
        order = np.argsort(sums, kind="stable")
        ends = np.searchsorted(sums[order], np.arange(stake.top + 2))
        logs = self.logs[order]
        fits, hot = self._fits(logs), self._hot(logs)
        below = np.zeros((stake.top + 2, len(self.mine), hot.shape[1]), dtype=np.float32)
        for total in range(stake.top + 1):
            start, end = ends[total], ends[total + 1]
            below[total + 1] = below[total]
            if start < end:
                below[total + 1] += fits[:, start:end] @ hot[start:end]
        ways = below[:, :, :: self.symbols].sum(axis=2)  # every log has one number of the first symbol
        total_ways = np.maximum(ways[-1], _NEARLY_NONE)
        low, after, small = among.low, among.high + 1, among.smallest
        within = below[after] - below[low]
        sure = self._finals(within).sum(axis=-1)
        lower, higher = self._missed(stake, below, ways), self._missed(stake, below[-1] - below, ways[-1] - ways)
        miss = lower[low] + higher[after]
        if small.any():
            outside = ways[-1] - (ways[after] - ways[low])[small]
            miss[small] = self._missed(stake, below[-1] - within[small], outside)
        right = (ways[after] - ways[low]) / total_ways
        under, over = ways[low] / total_ways, (ways[-1] - ways[after]) / total_ways
        points = among.points[:, None].astype(np.float32)
        expected = points * right - (points * (1 - right) if stake.cursed else 0)
        value = expected + (sure + miss) / total_ways
        missed_bits = np.where(small[:, None], _plog(1 - right), _plog(under) + _plog(over))
        return value.T, expected.T, -(_plog(right) + missed_bits).T

    def _finals(self, counts: Floats) -> Floats:
        """Gain of the final guess for each symbol; counts: (sets, K, numbers * symbols)."""
        split = counts.reshape(-1, len(self.mine), self._most, self.symbols)
        gained: Floats = best_gain(np.ascontiguousarray(np.moveaxis(split, 2, 0)))
        gained[..., self.tokens] = 0  # what he wrote is hidden, and cannot be changed
        return gained

    def _missed(self, stake: Stake, counts: Floats, sizes: Floats) -> Floats:
        gained = self._finals(counts)
        best: Floats = gained.sum(axis=-1)
        given = [axis for axis in range(self.symbols) if stake.given_up[axis]]
        if given:
            fresh = np.array([fresh_gain(self.unseen[axis] - 1) for axis in given], dtype=np.float32)
            best = best + (sizes[..., None] * fresh - gained[..., given]).max(axis=-1)
        return best

    def exchanges(self, axes: Sequence[int]) -> Floats:
        """The value of giving up each of these symbols, (K, symbols), less what all have in common."""
        fits, hot = self._fits(self.logs), self._hot(self.logs)
        total = np.maximum(fits.sum(axis=1), _NEARLY_NONE)
        worth = np.zeros((len(self.mine), len(axes)), dtype=np.float32)
        for at, axis in enumerate(axes):
            gained = np.zeros(len(self.mine), dtype=np.float32)
            for number in self._numbers[axis]:
                held = self.logs[:, axis] == number
                each = self._finals((fits[:, held] @ hot[held])[None])[0]
                each[:, axis] = 0
                gained += each.sum(axis=1)
            worth[:, at] = gained / total + (0 if axis in self.tokens else fresh_gain(self.unseen[axis] - 1))
        return worth

    def token(self, axis: int) -> Floats:
        """What the final guess for a symbol is worth to him now, (K,): a token doubles it."""
        fits, hot = self._fits(self.logs), self._hot(self.logs)
        total = np.maximum(fits.sum(axis=1), _NEARLY_NONE)
        gained: Floats = best_gain((fits @ hot).reshape(len(self.mine), self._most, self.symbols)[:, :, axis].T.copy())
        worth: Floats = gained / total + MISSED
        return worth

    # ---- what will come of it: his log is in sight

    @cached_property
    def _held(self) -> list[int]:
        """The numbers that lie in his log."""
        held = [self.table.held(self.player, symbol).number for symbol in self.table.symbols]
        return [number for number in held if number is not None]

    def hits(self, dice: Sequence[int], among: Ranges) -> npt.NDArray[np.bool_]:
        """Which ranges his sum lies in."""
        total = self.sum_of(dice)
        inside: npt.NDArray[np.bool_] = (among.low <= total) & (total <= among.high)
        return inside

    def sum_of(self, dice: Sequence[int]) -> int:
        """His sum, dice given as places of symbols."""
        return sum(self._held[die] for die in dice)

    def final_points(self, given_up: Sequence[bool]) -> tuple[Ints, Ints]:
        """VP of the final guesses that he would place now, and which stone he would give up.

        given_up: by symbol, whether its pile has a stone. Gives (K, symbols), and (K,): of those symbols the one of
        which he knows least against a fresh stone. Symbols whose token he holds count 0.
        """
        fits, hot = self._fits(self.logs), self._hot(self.logs)
        total = np.maximum(fits.sum(axis=1), _NEARLY_NONE)
        counts = (fits @ hot).reshape(len(self.mine), self._most, self.symbols)
        order = np.argsort(-counts, axis=1, kind="stable")
        reached = np.cumsum(np.take_along_axis(counts, order, axis=1), axis=1)[:, : max(GAINS)]
        factors = np.array([GAINS[k + 1] for k in range(reached.shape[1])], dtype=np.float32)
        worth = reached * factors[None, :, None]
        placed = worth.argmax(axis=1) + 1
        points = np.zeros((len(self.mine), self.symbols), dtype=np.int64)
        for axis, numbers in enumerate(self._numbers):
            if axis in self.tokens:
                continue
            place = int(np.searchsorted(numbers, self._held[axis]))
            rank = (order[:, :, axis] == place).argmax(axis=1)
            won = np.array([0, *(FINAL_POINTS[k] for k in sorted(FINAL_POINTS))])[placed[:, axis]]
            points[:, axis] = np.where(rank < placed[:, axis], won, MISSED)
        known = worth.max(axis=1) / total[:, None]
        fresh = np.array([fresh_gain(unseen - 1) for unseen in self.unseen])
        return points, np.where(given_up, known - fresh, np.inf).argmin(axis=1)

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
        shift = _BITS * np.array(self.axes)
        key = (self.mine[:, self.axes] * (np.int64(1) << shift // _BITS * 4)).sum(axis=1)
        wanted = (logs[:, self.axes] * (np.int64(1) << shift // _BITS * 4)).sum(axis=1)
        order = np.argsort(key)
        return np.asarray(order[np.searchsorted(key[order], wanted)])


def _plog(chance: Floats) -> Floats:
    logged: Floats = chance * np.log2(np.maximum(chance, _NEARLY_NONE))
    return logged


def _told_apart(
    weights: npt.NDArray[np.float64], numbers: Sequence[Sequence[int]], most: int, dice: Sequence[int]
) -> list[int]:
    """The symbols that are told apart, ascending: as many as there is room for, of the dice first."""
    count = len(numbers)
    order = [*dict.fromkeys(dice), *(axis for axis in range(count) if axis not in dice)]
    axes = set(range(count))
    possible = weights > 0
    while len(axes) > 1 and np.count_nonzero(possible.any(axis=tuple(set(range(count)) - axes))) > most:
        axes.remove(order.pop())
    return sorted(axes)


def _universe(view: View, player: str, symbol: Symbol) -> tuple[int, ...]:
    """The numbers that lie neither in sight of both of us nor among the discards: his, mine, and what is hidden."""
    table = view.table
    seen = set()
    for owner in table.owners:
        history = table.history(owner, symbol)
        seen |= {stone.number for stone in (history[:-1] if owner in (player, view.seat) else history)}
    return tuple(number for number in table.numbers if number not in seen)


def _consistent(view: View, player: str) -> Ints:
    """His logs that agree with his answers, whatever mine is: (logs, symbols) numbers."""
    table = view.table
    axes = [np.array(_universe(view, player, symbol)) for symbol in table.symbols]
    logs = np.stack([each.ravel() for each in np.meshgrid(*axes, indexing="ij")], axis=1)
    for bet in table.bets:
        if bet.player == player and bet.verdict is not None:
            logs = logs[_agrees(table, bet, logs)]
    return logs


def _agrees(table: State, bet: Bet, logs: Ints) -> npt.NDArray[np.bool_]:
    total = np.zeros(len(logs), dtype=np.int64)
    for symbol, index in zip(bet.dice, bet.held, strict=True):
        history = table.history(bet.player, symbol)
        number = history[index].number
        if index == len(history) - 1:
            total += logs[:, table.symbols.index(symbol)]
        elif number is not None:
            total += number
    match bet.verdict:
        case Verdict.RIGHT:
            told = (bet.low <= total) & (total <= bet.high)
        case Verdict.LOWER:
            told = total < bet.low
        case Verdict.HIGHER:
            told = total > bet.high
        case _:
            told = (total < bet.low) | (total > bet.high)
    return np.asarray(told)
