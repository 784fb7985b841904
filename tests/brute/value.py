"""The page lost-code-value.md: what guesses, exchanges, tokens and final guesses are worth."""

# The names of the formulas are those of the page.
# ruff: noqa: N802, N803, N806

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any, TypeAlias

from tests.brute.seat import Seat
from tests.brute.table import DICE, Numbers

__all__ = ["Page", "likeliest", "share"]


@dataclass(frozen=True)
class Log:
    """The viewer's stones in one world, and for each symbol the numbers that lie nowhere in it."""

    now: dict[str, int]
    nowhere: dict[str, frozenset[int]]


Ways: TypeAlias = list[Log]  # W, "the viewer's consistent logs (ways)"


def likeliest(law: Counter[int], numbers: range, k: int) -> Numbers:
    """Return the k likeliest numbers, of equally likely ones the smaller, in rising order."""
    return tuple(sorted(sorted(numbers, key=lambda number: (-law[number], number))[:k]))


def share(law: Counter[int], numbers: Iterable[int]) -> Fraction:
    return Fraction(sum(law[number] for number in numbers), law.total())


class Page:
    """The formulas, for the viewer's written tokens (`written`) and for the piles that have a stone now."""

    c = (7, 4, 3)

    def __init__(self, seat: Seat) -> None:
        table = seat.table
        self.symbols = table.symbols
        self.numbers = table.numbers
        self.piles = [symbol for symbol in table.symbols if table.piles[symbol]]
        self.h = 1 if table.cursed == seat.name else 0
        self.wheels = table.wheels
        self.top = DICE * table.numbers[-1]
        tokens = table.tokens[seat.name]
        self.written = {symbol: numbers for symbol, numbers in tokens.items() if numbers is not None}
        self.has_values = len(self.written) == len(tokens)
        self.W = self._ways(seat)

    def _ways(self, seat: Seat) -> Ways:
        """Boil the worlds down; a stone that no fact touches lies anywhere left with the same odds."""
        filled = {symbol: [slot for slot in seat.known if slot[1] == symbol] for symbol in self.symbols}
        unseen = {s: set(self.numbers) - {seat.known[slot] for slot in filled[s]} for s in self.symbols}
        others = {s: [slot for slot in filled[s] if slot in seat.unknown] for s in self.symbols}
        own = seat.own
        return [
            Log(
                {s: number if (number := seat.known[own[s]]) is not None else world[own[s]] for s in self.symbols},
                {s: frozenset(unseen[s]).difference(world[slot] for slot in others[s]) for s in self.symbols},
            )
            for world in seat.worlds
        ]

    def law(self, W: Ways, s: str) -> Counter[int]:
        """Count the ways in which the stone of s has each number."""
        return Counter([log.now[s] for log in W])

    def F_law(self, law: Counter[int], s: str) -> Fraction:
        if s in self.written:
            S = self.written[s]
            return 2 * (self.c[len(S) - 1] * share(law, S) - 2)
        return max(self.c[k - 1] * share(law, likeliest(law, self.numbers, k)) for k in (1, 2, 3)) - 2

    def F_s(self, W: Ways, s: str) -> Fraction:
        return self.F_law(self.law(W, s), s)

    def F(self, W: Ways) -> Fraction:
        return sum((self.F_s(W, s) for s in self.symbols), Fraction(0)) if W else Fraction(0)

    def N_s(self, W_with_d: Ways, s: str) -> Fraction:
        """Return F_s of a fresh stone of s, from the worlds in which the discarded stone is d."""
        return self.F_law(Counter([number for log in W_with_d for number in log.nowhere[s]]), s)

    def X_s(self, W: Ways, s: str) -> Fraction:
        value = Fraction(0)
        for d, ways in self.law(W, s).items():
            W_with_d = [log for log in W if log.now[s] == d]
            rest = sum((self.F_s(W_with_d, t) for t in self.symbols if t != s), Fraction(0))
            value += Fraction(ways, len(W)) * (self.N_s(W_with_d, s) + rest)
        return value

    def X(self, W: Ways) -> Fraction:
        if not W:
            return Fraction(0)
        return max(self.X_s(W, s) for s in self.piles) if self.piles else self.F(W)

    def guesses(self, dice: Sequence[str], wheels: Iterable[int]) -> list[dict[str, Any]]:
        """Price every range of these wheels, best first; `value` is none where own token numbers are unknown."""
        by_sum: dict[int, Ways] = {total: [] for total in range(self.top + 1)}
        for log in self.W:
            by_sum[sum(log.now[symbol] for symbol in dice)].append(log)

        def within(low: int, high: int) -> Ways:
            return [log for total in range(low, high + 1) for log in by_sum[total]]

        X_below = cache(lambda low: self.X(within(0, low - 1)))
        X_above = cache(lambda high: self.X(within(high + 1, self.top)))
        rows = []
        for width in wheels:
            for low in range(self.top - width + 2):
                high = low + width - 1
                v = self.wheels[width]
                R, L, H = within(low, high), within(0, low - 1), within(high + 1, self.top)
                P_R, P_L, P_H = (Fraction(len(U), len(self.W)) if self.W else Fraction(0) for U in (R, L, H))
                expected = v * P_R - self.h * v * (1 - P_R) if self.W else Fraction(0)
                value = None
                if self.has_values and width == min(self.wheels):
                    value = expected + P_R * self.F(R) + (P_L + P_H) * self.X(L + H)
                elif self.has_values:
                    value = expected + P_R * self.F(R) + P_L * X_below(low) + P_H * X_above(high)
                counts = {"right": len(R), "lower": len(L), "higher": len(H)}
                row = {"wheel": width, "from": low, "to": high, "points": v, "expected": expected, "value": value}
                rows.append(row | counts)
        return sorted(rows, key=lambda row: (-(row["value"] or 0), -row["expected"], row["wheel"], row["from"]))
