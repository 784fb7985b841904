"""How long one decision takes, in whole games: planner and reader, each kind of decision by itself.

What a reader thinks about the others' choices, while they are made, is counted to its own next decision. Beside it
stands one pass of the exact engine over the same position (`solver.table.posterior`). One game runs at a time.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from statistics import median, quantiles
from time import perf_counter
from typing import TypeVar

from benchmarks.asking import Asked, Question
from benchmarks.playing import KINDS, SEED
from benchmarks.timing import markdown
from solver.lost_code.events import Event, Symbol
from solver.lost_code.knowledge import knowledge
from solver.lost_code.makers import maker
from solver.lost_code.policy import Policy
from solver.lost_code.simulate import NAMES, Decision, deal, play
from solver.lost_code.view import View
from solver.table import posterior

__all__ = ["QUESTION", "Taken", "Timed", "run"]

T = TypeVar("T")

DEALS = 20
GOALS = {"planner": 300, "reader": 600}
"""Milliseconds, at most."""


@dataclass(frozen=True, slots=True)
class Taken:
    """A decision: milliseconds for it, with what was read before, and for one pass over the position."""

    decision: Decision
    own: float
    engine: float


@dataclass
class Timed:
    """A policy, with what its decisions took. waiting: milliseconds since the last decision."""

    policy: Policy
    taken: list[Taken] = field(default_factory=list)
    waiting: float = 0.0

    def watch(self, view: View, event: Event) -> None:
        """As the policy."""
        start = perf_counter()
        self.policy.watch(view, event)
        self.waiting += 1000 * (perf_counter() - start)

    def token(self, view: View) -> tuple[int, ...]:
        """As the policy."""
        return self._timed(Decision.TOKEN, self.policy.token, view)

    def die(self, view: View) -> tuple[tuple[Symbol, Symbol], ...]:
        """As the policy."""
        return self._timed(Decision.DIE, self.policy.die, view)

    def guess(self, view: View) -> tuple[int, int]:
        """As the policy."""
        return self._timed(Decision.GUESS, self.policy.guess, view)

    def exchange(self, view: View) -> Symbol:
        """As the policy."""
        return self._timed(Decision.EXCHANGE, self.policy.exchange, view)

    def final(self, view: View) -> Mapping[Symbol, tuple[int, ...]]:
        """As the policy."""
        return self._timed(Decision.FINAL, self.policy.final, view)

    def _timed(self, decision: Decision, decide: Callable[[View], T], view: View) -> T:
        start = perf_counter()
        decided = decide(view)
        own = self.waiting + 1000 * (perf_counter() - start)
        self.waiting = 0.0
        known = knowledge(view)
        passes = []
        for _ in range(3):
            start = perf_counter()
            posterior(known)
            passes.append(1000 * (perf_counter() - start))
        self.taken.append(Taken(decision, own, median(passes)))
        return decided


def play_timed(policy: str, players: int, kind: str, seed: int, index: int) -> list[Taken]:
    """Play a deal among lookaheads; index: from 1. The policy sits in every seat in turn."""
    names = NAMES[:players]
    own = names[index % players]
    timed = Timed(maker(policy)(Random(seed)))
    seated: dict[str, Policy] = {name: maker("lookahead")(Random(seed)) for name in names}
    play(deal(Random(f"{seed}/{index}"), players, KINDS[kind]), {**seated, own: timed})
    return timed.taken


def rows_of(taken: list[Taken], goal: int) -> list[list[str]]:
    """A row for each kind of decision, and one for all."""
    rows = []
    kinds: list[Decision | None] = [*Decision, None]
    for kind in kinds:
        some = [each for each in taken if kind in (None, each.decision)]
        if len(some) > 1:
            own = [each.own for each in some]
            p95 = quantiles(own, n=20, method="inclusive")[-1]
            ratio = median(each.own / each.engine for each in some)
            met = "yes" if max(own) <= goal else f"in {sum(ms <= goal for ms in own) / len(own):.1%}"
            figures = [f"{ms:.1f}" for ms in (median(own), p95, max(own))]
            rows.append([kind or "all", str(len(some)), *figures, f"{ratio:.0f}x", f"{goal} ms", met])
    return rows


def run(asked: Asked) -> str:
    """Play some games of each kind, and give the table."""
    seed = SEED if asked.seed is None else asked.seed
    rows = []
    for policy, goal in GOALS.items():
        for players in (2, 4):
            for kind in ("plain", "all"):
                games = range(1, (asked.deals or DEALS) + 1)
                play_timed(policy, players, kind, seed, 0)  # loads and fills what is kept between games
                taken = [each for index in games for each in play_timed(policy, players, kind, seed, index)]
                rows += [[policy, str(players), kind, *row] for row in rows_of(taken, goal)]
    heads = ["policy", "players", "kind", "decision", "times", "median ms", "p95 ms", "longest ms"]
    return markdown([*heads, "against one pass", "goal", "met"], rows)


QUESTION = Question(run, takes=("deals", "seed"), long=True)
