"""A mean, and how far from it the truth may be."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf, sqrt
from statistics import NormalDist, mean, variance

__all__ = ["Interval", "interval", "share"]

REACH = NormalDist().inv_cdf(0.975)
"""So many standard errors on either side hold the true mean in 95 % of all cases."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean and the reach of its 95 % interval on either side; infinite where one value says nothing of it."""

    mean: float
    reach: float

    def written(self, digits: int = 2, *, sign: bool = True) -> str:
        """Both, as in “+1.23 ± 0.45”."""
        return f"{self.mean:{'+' if sign else ''}.{digits}f} ± {self.reach:.{digits}f}"

    def percent(self, *, sign: bool = False) -> str:
        """Both in per cent, as in “61.2 % ± 0.8”."""
        return f"{100 * self.mean:{'+' if sign else ''}.1f} % ± {100 * self.reach:.1f}"


def interval(values: Sequence[float]) -> Interval:
    """The mean of values that are independent of each other, by the normal approximation."""
    if len(values) < 2:
        return Interval(mean(values), inf)
    return Interval(mean(values), REACH * sqrt(variance(values) / len(values)))


def share(hits: int, count: int) -> tuple[float, float]:
    """The 95 % interval of a chance, by Wilson: never outside 0 to 1, and sound where hits are few."""
    found, square = hits / count, REACH**2
    middle = (found + square / (2 * count)) / (1 + square / count)
    reach = REACH * sqrt(found * (1 - found) / count + square / (4 * count**2)) / (1 + square / count)
    return max(0.0, middle - reach), min(1.0, middle + reach)
