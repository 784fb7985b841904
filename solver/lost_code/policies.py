"""The built-in policies by name, and any other by its import path."""

from collections.abc import Mapping
from random import Random
from types import MappingProxyType

from solver.lost_code.events import Event, Symbol
from solver.lost_code.policy import Maker
from solver.lost_code.ranking import turnings
from solver.lost_code.rules import exchangeable, open_token, turnable, turning_over, wheels_free
from solver.lost_code.view import View

__all__ = ["POLICIES", "RandomPolicy"]


class RandomPolicy:
    """Decides anything that the rules allow, each choice as likely as any other."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def watch(self, view: View, event: Event) -> None:
        """Learn nothing."""

    def token(self, view: View) -> tuple[int, ...]:
        """Write any one to three numbers, or, as likely as each number of them, refuse."""
        return self._some(view, self.rng.randint(0, 3)) if open_token(view.table) else ()

    def die(self, view: View) -> tuple[tuple[Symbol, Symbol], ...]:
        """Turn any die, or none."""
        table = view.table
        return self.rng.choice(list(turnings(table.dice, turnable(table), table.symbols, forced=turning_over(table))))

    def guess(self, view: View) -> tuple[int, int]:
        """Set any wheel to any range."""
        table = view.table
        ranges = [(low, low + width - 1) for width in wheels_free(table) for low in range(table.top - width + 2)]
        return self.rng.choice(ranges)

    def exchange(self, view: View) -> Symbol:
        """Give up any stone."""
        return self.rng.choice(exchangeable(view.table))

    def final(self, view: View) -> Mapping[Symbol, tuple[int, ...]]:
        """Place any one to three numbers."""
        table = view.table
        open_symbols = [symbol for symbol in table.symbols if not table.written(view.seat, symbol)]
        return {symbol: self._some(view, self.rng.randint(1, 3)) for symbol in open_symbols}

    def _some(self, view: View, count: int) -> tuple[int, ...]:
        return tuple(sorted(self.rng.sample(view.table.numbers, count)))


POLICIES: Mapping[str, Maker] = MappingProxyType({"random": RandomPolicy})
"""By the name that is typed."""
