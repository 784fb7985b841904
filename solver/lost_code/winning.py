"""The end of the game by the chance to win: the bet of the last round, and the final guesses.

My totals follow from my log, and so does what the others know: both are added up log by log, not on average.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.lost_code.box import FINAL_POINTS, MISSED, TOKEN_FACTOR
from solver.lost_code.odds import GAINS
from solver.lost_code.pricing import Belief, Ranges, Stake, fresh_gain
from solver.lost_code.rivals import Rival

__all__ = ["Ending", "FinalGuess", "likeliest"]

Floats: TypeAlias = npt.NDArray[np.float64]
Ints: TypeAlias = npt.NDArray[np.int64]

_MOST_LOGS = 3000
"""So many of the likeliest logs are looked at one by one for the final guesses."""
_WORSE = 2.5
"""A final guess that costs more VP than this is not tried."""
_SAME = 6
"""Chances are compared to so many decimals."""


@dataclass(frozen=True, slots=True)
class FinalGuess:
    """Numbers placed for a symbol, by their places. chance: that one of them is right. expected: VP."""

    axis: int
    places: tuple[int, ...]
    chance: float
    expected: float


def likeliest(belief: Belief, axis: int) -> list[FinalGuess]:
    """The one, two and three likeliest numbers of a symbol, ascending, in this order."""
    size = len(belief.numbers[axis])
    chances = belief.marginals[axis][:size] / belief.total
    order = np.argsort(-chances, kind="stable")
    guesses = []
    for k, gain in GAINS.items():
        chance = min(float(chances[order[:k]].sum()), 1.0)
        guesses.append(FinalGuess(axis, tuple(sorted(order[:k].tolist())), chance, gain * chance + MISSED))
    return guesses


class Ending:
    """The last decisions of a game. space: where I am now."""

    def __init__(self, belief: Belief, stake: Stake, space: int, rivals: Sequence[Rival]) -> None:
        self.belief, self.stake, self.space, self.rivals = belief, stake, space, rivals
        self.open = [axis for axis in range(belief.symbols) if axis not in belief.written]
        self.start = np.full(len(belief.logs), space)
        for axis, written in belief.written.items():
            if written is not None:
                right = np.isin(belief.logs[:, axis], written[1:])
                self.start += TOKEN_FACTOR * np.where(right, FINAL_POINTS[written[0]], MISSED)

    def _beaten(
        self, totals: Ints, kept: npt.NDArray[np.bool_] | Ints, taken: int | None = None, won: int = 0
    ) -> Floats:
        """Chance that all the others end behind me; kept: of which logs the totals are. won: VP of my last bet."""
        chance = np.ones(totals.shape)
        for rival in self.rivals:
            chance *= rival.beaten(totals, rival.rows[kept], taken, space=self.space + won, won=won)
        return chance

    # ---- the last bet

    def chances(self, dice: Sequence[int], among: Ranges, tried: Ints) -> Floats:
        """Chance to win with each range that is tried, the rest played for VP. dice: as places of symbols."""
        sums = self.belief.sums(dice)
        chances = np.zeros(len(tried))
        for place, at in enumerate(tried.tolist()):
            low, high, width = int(among.low[at]), int(among.high[at]), int(among.width[at])
            right = (sums >= low) & (sums <= high)
            won = self._after(right, int(among.points[at]), width)
            missed = [~right] if width == self.stake.smallest else [sums < low, sums > high]
            won += sum(self._after(part, 0, width, missed=True) for part in missed)
            chances[place] = won / self.belief.total
        return chances

    def _after(self, inside: npt.NDArray[np.bool_], won: int, taken: int, *, missed: bool = False) -> float:
        """Weight of the logs inside in which I win."""
        belief = self.belief
        weights, logs = belief.weights[inside], belief.logs[inside]
        if not len(weights):
            return 0.0
        whole = float(weights.sum())
        total = self.start[inside] + won
        loosest: tuple[float, Ints, int] | None = None
        for axis in self.open:
            counts = np.bincount(logs[:, axis], weights, minlength=belief.most)
            order = np.argsort(-counts, kind="stable")
            worth = {k: gain * float(counts[order[:k]].sum()) for k, gain in GAINS.items()}
            k = max(worth, key=worth.__getitem__)
            points = np.where(np.isin(logs[:, axis], order[:k]), FINAL_POINTS[k], MISSED)
            total = total + points
            unseen = len(belief.numbers[axis]) - 1
            against = worth[k] / whole - fresh_gain(unseen)
            if self.stake.given_up[axis] and (loosest is None or against < loosest[0]):
                loosest = (against, points, unseen)
        if not missed or loosest is None:
            return float(weights @ self._beaten(total, inside, taken, won))
        _, points, unseen = loosest
        guessed = min(max(FINAL_POINTS), unseen)
        right = guessed / max(unseen, 1)
        better = total - points + FINAL_POINTS[max(guessed, 1)]
        worse = total - points + MISSED
        return float(
            right * (weights @ self._beaten(better, inside, taken, won))
            + (1 - right) * (weights @ self._beaten(worse, inside, taken, won))
        )

    # ---- the final guesses

    def finals(self) -> tuple[list[FinalGuess], float]:
        """One final guess for each open symbol, together with the best chance to win, and that chance.

        Of equal chances the most VP expected. Tried are the one, two and three likeliest numbers of each symbol.
        """
        belief = self.belief
        kept = np.argsort(-belief.weights, kind="stable")[:_MOST_LOGS]
        logs, weights = belief.logs[kept], belief.weights[kept]
        totals = self.start[kept][None, :]
        plans: list[tuple[FinalGuess, ...]] = [()]
        for axis in self.open:
            guesses = likeliest(belief, axis)
            best = max(guess.expected for guess in guesses)
            tried = [guess for guess in guesses if guess.expected > best - _WORSE]
            points = [np.where(np.isin(logs[:, axis], g.places), FINAL_POINTS[len(g.places)], MISSED) for g in tried]
            totals = np.concatenate([totals + each for each in points])
            plans = [(*plan, guess) for guess in tried for plan in plans]
        chances = self._beaten(totals, kept) @ weights / weights.sum()
        expected = [sum(guess.expected for guess in plan) for plan in plans]
        best_at = max(range(len(plans)), key=lambda at: (round(float(chances[at]), _SAME), round(expected[at], 9)))
        return list(plans[best_at]), float(chances[best_at])


def for_points(belief: Belief) -> list[FinalGuess]:
    """The final guess of each open symbol that is worth most VP; of equal ones with fewer numbers."""
    open_ = [axis for axis in range(belief.symbols) if axis not in belief.written]
    return [max(likeliest(belief, axis), key=lambda guess: round(guess.expected, 9)) for axis in open_]
