"""From which confidence on it pays to say a hidden code: a table by medal, which needs no secret."""

from dataclasses import dataclass
from fractions import Fraction

from solver.codigo_enigma.box import BONUS

__all__ = ["MEDALS", "Saying", "saying"]

MEDALS = range(1, 7)
"""Medals of the table. The rulebook prints no medals; the row of a higher one follows the same rule."""


@dataclass(frozen=True, slots=True)
class Saying:
    """Whether to say a code with a medal.

    order: the chance of the right symbols in another order only. least: the chance of the exact order from which on
    saying it brings at least the medal. brings: points expected of saying it, None without a chance of the exact order.
    """

    medal: int
    order: Fraction
    least: Fraction
    brings: Fraction | None = None

    @property
    def say(self) -> bool | None:
        """Whether saying it brings at least what not trying does; None where no chance was told."""
        return None if self.brings is None else self.brings >= self.medal


def saying(exact: Fraction | None = None, order: Fraction = Fraction(0)) -> tuple[Saying, ...]:
    """The table by medal. exact, order: the chances that one gives himself; together at most 1.

    Saying a code brings p·(m + 2) + q·(m + 1), not trying it brings m.
    """
    return tuple(_row(medal, exact, order) for medal in MEDALS)


def _row(medal: int, exact: Fraction | None, order: Fraction) -> Saying:
    most, less = medal + BONUS["exact"], medal + BONUS["order"]
    least = max(Fraction(0), (medal - order * less) / most)
    return Saying(medal, order, least, None if exact is None else exact * most + order * less)
