"""Quantiles of the beta distribution."""

from math import exp, lgamma, log, log1p

__all__ = ["quantile", "share_below"]

_ENOUGH = 1e-16
_TINY = 1e-300
_MOST_TERMS = 10_000


def share_below(x: float, a: float, b: float) -> float:
    """The chance that a value drawn from Beta(a, b) is at most x: the regularised incomplete beta function."""
    if x <= 0 or x >= 1:
        return float(x >= 1)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x))
    if x < (a + 1) / (a + b + 2):
        return front * _fraction(x, a, b) / a
    return 1 - front * _fraction(1 - x, b, a) / b


def _fraction(x: float, a: float, b: float) -> float:
    """The continued fraction of the function, by the modified method of Lentz."""
    c, d = 1.0, 1 / _off_zero(1 - (a + b) * x / (a + 1))
    found = d
    for m in range(1, _MOST_TERMS):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for term in (even, odd):
            d = 1 / _off_zero(1 + term * d)
            c = _off_zero(1 + term / c)
            found *= d * c
        if abs(d * c - 1) < _ENOUGH:
            break
    return found


def _off_zero(value: float) -> float:
    return value if abs(value) > _TINY else _TINY


def quantile(share: float, a: float, b: float) -> float:
    """The value below which a share of Beta(a, b) lies."""
    low, high = 0.0, 1.0
    while high - low > 1e-13 * max(low, 1e-3):
        middle = (low + high) / 2
        if share_below(middle, a, b) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2
