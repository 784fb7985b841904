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
_PLANNED_LOGS = 120
"""The same while the last bet is chosen, for the final guesses after each answer."""
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
        """Chance to win with each range that is tried, and the final guesses after it. dice: as places of symbols."""
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

    def answered(self, dice: Sequence[int], low: int, high: int, points: int) -> dict[int, tuple[float, float]]:
        """What the answer to a bet may be, with its chance, and the chance to win then: 0 right, -1 lower, 1 higher.

        Of the smallest wheel, 1 stands for wrong. Answers that cannot come are left out.
        """
        sums, width = self.belief.sums(dice), high - low + 1
        parts = {0: (sums >= low) & (sums <= high), -1: sums < low, 1: sums > high}
        if width == self.stake.smallest:
            parts = {0: parts[0], 1: ~parts[0]}
        weights = {told: float(self.belief.weights[part].sum()) for told, part in parts.items()}
        answers = {}
        for told, weight in weights.items():
            if weight > 0:
                won = self._after(parts[told], points * (not told), width, missed=bool(told))
                answers[told] = (weight / self.belief.total, won / weight)
        return answers

    def exchanging(self) -> float:
        """The chance to win where a stone is still to be given up."""
        return self._after(np.ones(len(self.belief.logs), dtype=np.bool_), 0, 0, missed=True) / self.belief.total

    def _after(self, inside: npt.NDArray[np.bool_], won: int, taken: int, *, missed: bool = False) -> float:
        """Weight of the logs inside in which I win, with the final guesses that make it largest."""
        if not inside.any():
            return 0.0
        logs = np.flatnonzero(inside)
        part = self.belief.among(logs)
        given = self._loosest(part) if missed else None
        guesses = self._plan(part, logs, won, taken, given).guesses
        totals = self.start[logs] + won
        for guess in guesses:
            totals = totals + _points(part.logs, guess)
        return float(part.weights @ self._ends(part, totals, logs, won, taken, given))

    def _loosest(self, belief: Belief) -> int | None:
        """The stone to give up: of those whose pile has one, what is known least of against a fresh one."""
        given = [axis for axis in self.open if self.stake.given_up[axis]]
        gains = belief.gains(belief.marginals.T) / belief.total
        against = {axis: float(gains[axis]) - fresh_gain(len(belief.numbers[axis]) - 1) for axis in given}
        return min(against, key=against.__getitem__) if against else None

    def _ends(self, belief: Belief, totals: Ints, logs: Ints, won: int, taken: int | None, given: int | None) -> Floats:
        """Chance to win by log. given: the stone given up, if any; what is guessed for the new one is still to add."""
        if given is None:
            return self._beaten(totals, logs, taken, won)
        unseen = len(belief.numbers[given]) - 1
        guessed = min(max(FINAL_POINTS), max(unseen, 1))
        right = min(guessed, unseen) / max(unseen, 1)
        better = self._beaten(totals + FINAL_POINTS[guessed], logs, taken, won)
        return right * better + (1 - right) * self._beaten(totals + MISSED, logs, taken, won)

    # ---- the final guesses

    def _plan(
        self,
        belief: Belief,
        logs: Ints,
        won: int = 0,
        taken: int | None = None,
        given: int | None = None,
        most: int = _PLANNED_LOGS,
    ) -> "_Plan":
        """The final guesses with the best chance to win; of equal chances the most VP expected.

        Tried are the one, two and three likeliest numbers of each symbol. most: of so many of the likeliest logs.
        """
        kept = np.argsort(-belief.weights, kind="stable")[:most]
        weights = belief.weights[kept]
        totals = (self.start[logs[kept]] + won)[None, :]
        plans: list[tuple[FinalGuess, ...]] = [()]
        for axis in self.open:
            if axis == given:
                continue
            guesses = likeliest(belief, axis)
            best = max(guess.expected for guess in guesses)
            tried = [guess for guess in guesses if guess.expected > best - _WORSE]
            totals = np.concatenate([totals + _points(belief.logs[kept], guess) for guess in tried])
            plans = [(*plan, guess) for guess in tried for plan in plans]
        chances = self._ends(belief, totals, logs[kept], won, taken, given) @ weights / weights.sum()
        expected = [sum(guess.expected for guess in plan) for plan in plans]
        best_at = max(range(len(plans)), key=lambda at: (round(float(chances[at]), _SAME), round(expected[at], 9)))
        return _Plan(plans[best_at], float(chances[best_at]))

    def chance(self, guesses: Sequence[FinalGuess]) -> float:
        """The chance to win with these final guesses, reckoned over the same logs as `finals`; none is a miss."""
        kept = np.argsort(-self.belief.weights, kind="stable")[:_MOST_LOGS]
        totals = self.start[kept] + MISSED * (len(self.open) - len(guesses))
        for guess in guesses:
            totals = totals + _points(self.belief.logs[kept], guess)
        weights = self.belief.weights[kept]
        return float(weights @ self._ends(self.belief, totals, kept, 0, None, None) / weights.sum())

    def finals(self) -> tuple[list[FinalGuess], float]:
        """One final guess for each open symbol, together with the best chance to win, and that chance."""
        plan = self._plan(self.belief, np.arange(len(self.belief.logs)), most=_MOST_LOGS)
        return list(plan.guesses), plan.chance


@dataclass(frozen=True, slots=True)
class _Plan:
    guesses: tuple[FinalGuess, ...]
    chance: float


def _points(logs: Ints, guess: FinalGuess) -> Ints:
    """VP of a final guess, by log."""
    return np.where(np.isin(logs[:, guess.axis], guess.places), FINAL_POINTS[len(guess.places)], MISSED)


def for_points(belief: Belief) -> list[FinalGuess]:
    """The final guess of each open symbol that is worth most VP; of equal ones with fewer numbers."""
    open_ = [axis for axis in range(belief.symbols) if axis not in belief.written]
    return [max(likeliest(belief, axis), key=lambda guess: round(guess.expected, 9)) for axis in open_]
