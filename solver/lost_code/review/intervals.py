"""Intervals of means and shares, from few values: by Student's t, clustered, and Wilson's."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import cos, inf, pi, sin, sqrt, tan
from statistics import NormalDist, fmean, stdev

__all__ = ["CONFIDENCE", "Estimate", "Share", "games_needed", "mean_of", "ratio_of", "t_quantile", "wilson"]

CONFIDENCE = 0.95
"""How often an interval holds the true value."""

POWER = 0.8
"""How often a difference that is there shall be found."""

_LARGE = 1000
"""From so many degrees of freedom on Student's t is the normal distribution, but for one small term."""

_MOST_GAMES = 10_000_000
"""More games than that are as good as never."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean of so many games. low, high: of its interval; None where there are too few games for one."""

    mean: float
    low: float | None
    high: float | None
    games: int

    @property
    def width(self) -> float | None:
        """From end to end; None where there is no interval."""
        return None if self.low is None or self.high is None else self.high - self.low


@dataclass(frozen=True, slots=True)
class Share:
    """So many of so many, and the interval of the share. of: 1 or more."""

    part: int
    of: int
    low: float
    high: float


def mean_of(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """The mean of independent values, one or more, and its interval by Student's t."""
    count, mean = len(values), fmean(values)
    if count < 2:
        return Estimate(mean, None, None, count)
    reach = t_quantile((1 + confidence) / 2, count - 1) * stdev(values) / sqrt(count)
    return Estimate(mean, mean - reach, mean + reach, count)


def ratio_of(sums: Sequence[tuple[float, int]], confidence: float = CONFIDENCE) -> Estimate | None:
    """The mean of values that come in independent groups, as (sum, how many) of each; None where there are none.

    Values of one group may hang together, so the groups are what is counted: the spread is that of what each group's
    sum differs from what the mean lets expect of so many values (the linearised variance of a ratio).
    """
    groups = [(total, count) for total, count in sums if count]
    if not groups:
        return None
    whole = sum(count for _, count in groups)
    mean = sum(total for total, _ in groups) / whole
    number = len(groups)
    if number < 2:
        return Estimate(mean, None, None, number)
    spread = sum((total - mean * count) ** 2 for total, count in groups) * number / (number - 1)
    reach = t_quantile((1 + confidence) / 2, number - 1) * sqrt(spread) / whole
    return Estimate(mean, mean - reach, mean + reach, number)


def wilson(part: int, of: int, confidence: float = CONFIDENCE) -> Share:
    """A share with Wilson's interval. of: 1 or more."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share, shrunk = part / of, 1 + z * z / of
    middle = (share + z * z / (2 * of)) / shrunk
    reach = z * sqrt(share * (1 - share) / of + z * z / (4 * of * of)) / shrunk
    # At either end the formula gives 0 or 1 but for rounding.
    low, high = (0.0 if part == 0 else middle - reach), (1.0 if part == of else middle + reach)
    return Share(part, of, low, high)


def games_needed(difference: float, deviation: float, *, groups: int = 1) -> int | None:
    """How many games it takes until a mean difference would be found in `POWER` of all tries, at `CONFIDENCE`.

    difference, deviation: of one game. groups: 1 where a mean is compared with 0; 2 for two players with that
    deviation, so many games each. None where there is no difference, or where it would take millions.
    """
    if difference == 0:
        return None

    def told(games: int) -> bool:
        free = groups * (games - 1)
        both = t_quantile((1 + CONFIDENCE) / 2, free) + t_quantile(POWER, free)
        return both * deviation * sqrt(groups / games) <= abs(difference)

    return _first(told, _MOST_GAMES)


def _first(fits: Callable[[int], bool], most: int) -> int | None:
    """The first number from 2 on that fits, where all after it do, too; None above `most`."""
    high = 2
    while not fits(high):
        if high >= most:
            return None
        high *= 2
    low = max(2, high // 2)
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if fits(middle) else (middle + 1, high)
    return low


@cache
def t_quantile(chance: float, freedom: int) -> float:
    """The value that Student's t stays below with a chance between 0 and 1. freedom: degrees of it, 1 or more."""
    if chance < 0.5:
        return -t_quantile(1 - chance, freedom)
    if freedom >= _LARGE:
        z = NormalDist().inv_cdf(chance)
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 0.0, pi / 2
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if _below(middle, freedom) < chance else (low, middle)
    return inf if high == pi / 2 else sqrt(freedom) * tan((low + high) / 2)


def _below(angle: float, freedom: int) -> float:
    """The chance that t is below √freedom · tan(angle), the angle from 0 to π/2: the finite sums for whole freedoms.

    With freedom 2m+1 it is 1/2 + (angle + sin·cos·(1 + 2/3·cos² + 2·4/(3·5)·cos⁴ + … to cos^(2m-2)))/π, with freedom 2m
    1/2 + sin·(1 + 1/2·cos² + 1·3/(2·4)·cos⁴ + … to cos^(2m-2))/2.
    """
    odd = freedom % 2
    square = cos(angle) ** 2
    term, total = 1.0, 0.0
    for k in range(freedom // 2):
        total += term
        term *= square * (2 * k + 1 + odd) / (2 * k + 2 + odd)
    if odd:
        return 0.5 + (angle + sin(angle) * cos(angle) * total) / pi
    return 0.5 + sin(angle) * total / 2
