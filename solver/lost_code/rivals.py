"""Where the opponents may end, and what a choice of mine leaves to them.

Their stones are in sight, and what they know follows from my log. How they choose is assumed: by the one-step value.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.lost_code.box import FINAL_POINTS, MISSED
from solver.lost_code.events import Verdict
from solver.lost_code.opponent import Opponent
from solver.lost_code.opponent_bets import Worth
from solver.lost_code.pricing import Ranges, Stake, ranges
from solver.lost_code.rules import wheels_free
from solver.lost_code.state import State

__all__ = ["Rival", "left_to"]

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

_TOKEN = 6
"""VP that a shortcut token of another is taken to bring, since what he wrote is hidden: so many they brought on average
(5.4 in 41 cases to lookahead, 6.7 in 32 to the planner)."""
_SPAN = 80
"""So many totals are told apart, from the lowest that final guesses and a last wheel can lead to."""


def left_to(other: Opponent, table: State, dice: Sequence[int], among: Ranges) -> Floats:
    """VP that an opponent who bets after me may expect from this round, by the range that I take.

    dice: as places of symbols. among: the ranges of all wheels that are free now.
    """
    stake = Stake.of(table, other.player)
    value = Worth(other, stake, dice, among).value
    won = np.where(other.hits(dice, among), among.points, -among.points if stake.cursed else 0.0)
    left = np.zeros(len(among))
    for width in set(among.width.tolist()):
        taken = among.width == width
        chosen = np.where(taken, -np.inf, value).argmax(axis=1)
        left[taken] = float(other.chances @ won[chosen])
    return left


class Rival:
    """Where an opponent may end in the last round, for each of my logs that he tells apart.

    rows: for each log of mine, in the order that was given, which of the opponent's `mine` it is.
    """

    def __init__(self, other: Opponent, table: State, dice: Sequence[int], logs: Ints, *, behind: bool) -> None:
        """Look ahead to his end.

        other: as he is now. dice: as places of symbols. logs: (logs, symbols) numbers of my possible logs. behind:
        whether he is behind me on the track now.
        """
        self.other, self.table, self.dice, self.behind = other, table, dice, behind
        self.rows = other.rows_of(logs)
        self.stake = Stake.of(table, other.player)
        self.lowest = table.spaces[other.player] - _SPAN // 4
        self._reached: dict[int | None, tuple[Floats, Ints]] = {}
        self._finals: dict[tuple[int, int] | None, tuple[Ints, Ints]] = {}

    def beaten(self, totals: Ints, rows: Ints, taken: int | None = None, *, space: int, won: int = 0) -> Floats:
        """Chance that he ends behind me.

        totals: (..., logs) where I end. rows: (logs,) of `rows`. taken: the wheel that I take before he chooses.
        space: where I am before the final guesses. won: so many of these spaces by a bet that is still to be answered.
        """
        if taken not in self._reached:
            self._reached[taken] = self._below(taken)
        reached, his_won = self._reached[taken]
        ahead = np.clip(totals - self.lowest, 0, _SPAN - 1)
        row = np.broadcast_to(rows, ahead.shape)
        under = reached[row, ahead]
        beaten: Floats = under + (reached[row, ahead + 1] - under) * self._lower(totals, his_won[rows], space, won)
        return beaten

    def _lower(self, totals: Ints, his_won: Ints, space: int, won: int) -> npt.NDArray[np.bool_]:
        """Whether of equal totals I lie at the bottom of the pile, and win.

        End of the Game: who is behind moves first, so he comes to lie below. A move of 0 leaves the piece where it is.
        """
        his = self.table.spaces[self.other.player] + his_won
        # Answers are told from the last player to the first, and who comes onto a space lies on top, so he is behind.
        in_pile = np.where(his_won > 0, not (won and self.behind), not won and self.behind)
        behind = (his < space) | ((his == space) & in_pile)
        stays, he_stays = totals == space, totals == his
        lower: npt.NDArray[np.bool_] = np.where(stays == he_stays, behind == stays, stays)
        return lower

    def _below(self, taken: int | None) -> tuple[Floats, Ints]:
        """Chance of each of `mine` that he ends below `lowest` + column, and the VP that his bet brings before."""
        won, missed, finals, loosest = self._bet(taken)
        missed &= any(self.stake.given_up)
        tokens = _TOKEN * len(self.other.tokens)
        ends = self.table.spaces[self.other.player] + won + finals.sum(axis=1) + tokens - self.lowest
        at = np.arange(len(ends))
        chances = np.zeros((len(ends), _SPAN))
        kept = ~missed
        chances[at[kept], np.clip(ends[kept], 0, _SPAN - 1)] = 1
        # Whoever misses gives up the stone he knows least of, and guesses up to three numbers for the new one.
        fresh = np.array(self.other.unseen)[loosest] - 1
        placed = np.clip(fresh, 1, max(FINAL_POINTS))
        guessed = np.minimum(placed, fresh) / np.maximum(fresh, 1)
        without = ends - finals[at, loosest]
        right = np.array([FINAL_POINTS[count] for count in placed.tolist()], dtype=np.int64)
        for points, chance in ((right, guessed), (np.full(len(ends), MISSED), 1 - guessed)):
            chances[at[missed], np.clip(without + points, 0, _SPAN - 1)[missed]] += chance[missed]
        return np.concatenate([np.zeros((len(ends), 1)), chances.cumsum(axis=1)], axis=1), won

    def _bet(self, taken: int | None) -> tuple[Ints, npt.NDArray[np.bool_], Ints, Ints]:
        """What his last bet leads to, for each of `mine`.

        VP that it will still bring, whether he must still give up a stone, VP of each final guess, and that stone.
        """
        table, player, count = self.table, self.other.player, len(self.other.mine)
        bet = next((bet for bet in table.set_now if bet.player == player), None)
        if bet is None:
            return self._chosen(taken)
        if bet.verdict is not None:
            waiting = any(other.verdict is None for other in table.set_now)
            missed = player in table.exchanging or (waiting and bet.verdict is not Verdict.RIGHT)
            return np.zeros(count, dtype=np.int64), np.full(count, missed), *self._after(None)
        hit = bet.low <= self.other.sum_of(self.dice) <= bet.high
        won = np.full(count, table.points[bet.width] if hit else 0)
        return won, np.full(count, not hit), *self._after((bet.low, bet.high))

    def _chosen(self, taken: int | None) -> tuple[Ints, npt.NDArray[np.bool_], Ints, Ints]:
        """The same of a bet that is still to be made, with the wheels that are left then."""
        among = ranges(self.stake, [width for width in wheels_free(self.table) if width != taken])
        chosen = Worth(self.other, self.stake, self.dice, among).value.argmax(axis=1)
        hit = self.other.hits(self.dice, among)[chosen]
        finals = np.zeros((len(chosen), self.other.symbols), dtype=np.int64)
        loosest = np.zeros(len(chosen), dtype=np.int64)
        for at in np.unique(chosen).tolist():
            rows = chosen == at
            each, stone = self._after((int(among.low[at]), int(among.high[at])))
            finals[rows], loosest[rows] = each[rows], stone[rows]
        return np.where(hit, among.points[chosen], 0).astype(np.int64), ~hit, finals, loosest

    def _after(self, bet: tuple[int, int] | None) -> tuple[Ints, Ints]:
        """His final guesses once he has been told the truth of a bet, None if he has been told already."""
        if bet not in self._finals:
            knows = self.other
            if bet is not None:
                low, high = bet
                knows = knows.after(self.dice, low, high, directed=high - low + 1 != self.stake.smallest)
            self._finals[bet] = knows.final_points(self.stake.given_up)
        return self._finals[bet]
