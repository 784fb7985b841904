"""The built-in policies by name, and any other by its import path."""

from collections.abc import Mapping
from functools import partial
from random import Random
from types import MappingProxyType

from solver.lost_code.events import Event, Symbol
from solver.lost_code.odds import odds
from solver.lost_code.planner import Aim, Planner
from solver.lost_code.policy import Maker
from solver.lost_code.pricing import Belief, Floats, Ranges, Stake, first, places_of, ranges
from solver.lost_code.ranking import final_plan, token_choices, turned, turnings
from solver.lost_code.reading import Reading
from solver.lost_code.rules import exchangeable, open_token, turnable, turning_over, wheels_free
from solver.lost_code.view import View

__all__ = ["POLICIES", "Entropy", "Greedy", "Lookahead", "RandomPolicy"]


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


class Lookahead:
    """Takes whatever has the highest one-step value, as `rank` lists it first.

    blind: a wrong guess is priced with the best fresh stone, as if the discard told nothing.
    """

    def __init__(self, rng: Random, *, blind: bool = False) -> None:
        self.rng = rng
        self.blind = blind

    def watch(self, view: View, event: Event) -> None:
        """Learn nothing but the facts, which the view holds."""

    def token(self, view: View) -> tuple[int, ...]:
        """Write what is worth more than refusing."""
        return token_choices(odds(view))[0].numbers

    def die(self, view: View) -> tuple[tuple[Symbol, Symbol], ...]:
        """Turn to the dice with the best bet of all wheels; of equal ones the fewest turned."""
        table = view.table
        belief, stake = Belief.of(odds(view)), Stake.of(table, view.seat)
        among = ranges(stake, wheels_free(table))
        best: tuple[tuple[float, float, int], tuple[tuple[Symbol, Symbol], ...]] | None = None
        for turns in turnings(table.dice, turnable(table), table.symbols, forced=turning_over(table)):
            dice = turned(table.dice, turns)
            worth, between = self._worth(belief, stake, places_of(table.symbols, dice), among)
            at = first(worth, between)
            key = (round(float(worth[at]), 9), round(float(between[at]), 9), -len(turns))
            if best is None or key > best[0]:
                best = (key, turns)
        return () if best is None else best[1]

    def guess(self, view: View) -> tuple[int, int]:
        """Set the best wheel to its best range."""
        table = view.table
        belief, stake = Belief.of(odds(view)), Stake.of(table, view.seat)
        among = ranges(stake, wheels_free(table))
        at = first(*self._worth(belief, stake, places_of(table.symbols, table.dice), among))
        return int(among.low[at]), int(among.high[at])

    def _worth(self, belief: Belief, stake: Stake, dice: tuple[int, ...], among: Ranges) -> tuple[Floats, Floats]:
        """What is to be largest, and what decides between equals, along the ranges."""
        prices = belief.price(stake, dice, among, blind=self.blind)
        return prices.value, prices.bets.expected

    def exchange(self, view: View) -> Symbol:
        """Give up the stone after which the final guesses are worth most."""
        table = view.table
        worth = Belief.of(odds(view)).exchanges(Stake.of(table, view.seat))
        axis = max(worth, key=lambda axis: round(worth[axis], 9))
        return table.symbols[axis]

    def final(self, view: View) -> Mapping[Symbol, tuple[int, ...]]:
        """Place the numbers that are worth most."""
        plan = final_plan(odds(view))
        return {choices[0].symbol: choices[0].numbers for choices in plan.symbols if not choices[0].written}


class Greedy(Lookahead):
    """Bets for the most VP now, for the die too; of equal bets the surer. Exchanges and finishes as lookahead does."""

    def _worth(self, belief: Belief, stake: Stake, dice: tuple[int, ...], among: Ranges) -> tuple[Floats, Floats]:
        bets = belief.bets(stake, dice, among)
        return bets.expected, bets.right


class Entropy(Lookahead):
    """Bets where the answer tells most, for the die too; exchanges and finishes as lookahead does."""

    def _worth(self, belief: Belief, stake: Stake, dice: tuple[int, ...], among: Ranges) -> tuple[Floats, Floats]:
        bets = belief.bets(stake, dice, among)
        return bets.bits, bets.expected


POLICIES: Mapping[str, Maker] = MappingProxyType(
    {
        "random": RandomPolicy,
        "greedy": Greedy,
        "entropy": Entropy,
        "lookahead": Lookahead,
        "lookahead-blind": partial(Lookahead, blind=True),
        "planner": Planner,
        "planner-points": partial(Planner, aim=Aim.POINTS),
        "reader": partial(Planner, reading=Reading),
        "reader-points": partial(Planner, aim=Aim.POINTS, reading=Reading),
    }
)
"""By the name that is typed."""
