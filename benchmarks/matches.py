"""Who is compared with whom, in which games, and what is hoped for.

A match is of one of two forms. *Against the others at the table*: the policy sits once in every seat of each deal, and
is compared with the mean of the others in the same games. *Instead of another* (`instead`): the same deals are
played once more with each other policy in the place of this one, and these games are compared deal by deal.
"""

from collections.abc import Iterator
from dataclasses import dataclass

__all__ = ["MATCHES", "MIXED", "Match"]

MIXED = ("greedy", "entropy", "lookahead")
"""“mixed” opponents: with four players one of each; with fewer they take turns from deal to deal."""


@dataclass(frozen=True, slots=True)
class Match:
    """policy: whose strength it is. others: who sits at the table with it; a policy, or “mixed”.

    instead: policies that take its place for comparison; none to compare it with the others at the table. kind: as in
    `playing`. deals: usually played.
    """

    policy: str
    others: str
    players: int
    goal: str
    deals: int
    kind: str = "plain"
    instead: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What it is called on the command line."""
        over = f"{self.policy}-over-{'-'.join(self.instead)}-with" if self.instead else f"{self.policy}-against"
        return f"{over}-{self.others}-{self.players}" + ("" if self.kind == "plain" else f"-{self.kind}")

    def line_up(self, policy: str, deal: int) -> tuple[str, ...]:
        """Who plays a deal when the policy does; deals from 1."""
        if self.others != "mixed":
            return (policy, self.others)
        return (policy, *(MIXED[(deal - 1 + seat) % len(MIXED)] for seat in range(self.players - 1)))


def _all() -> Iterator[Match]:
    told = {2: "+10.09 ± 0.09 VP, 90 % won", 3: "+8.38 ± 0.07 VP, 77 % won", 4: "+6.50 ± 0.06 VP, 61 % won"}
    for players, goal in told.items():
        yield Match("lookahead", "greedy", players, f"{goal} (one standard error)", 4000)
    blind = {2: "+9.97 ± 0.17 VP", 3: "+8.18 VP", 4: "+6.38 VP"}
    for players, goal in blind.items():
        yield Match("lookahead-blind", "greedy", players, f"{goal} (one standard error)", 4000)
    for kind in ("plain", "x-race", "all"):
        for players in (2, 4):
            yield Match("planner", "lookahead", players, "won more, beyond the interval", 4000, kind)
    yield Match("planner", "lookahead", 3, "won more, beyond the interval", 4000)
    for players, vp in {2: 3.5, 3: 4.0, 4: 4.5}.items():
        yield Match("reader", "lookahead", players, f"at least +{vp} VP", 1000)
    for others in ("greedy", "entropy", "mixed", "random", "lookahead"):
        for players in (2, 4):
            goal = "positive, or 0 within the interval"
            yield Match("reader", others, players, goal, 1000, instead=("planner", "lookahead"))
    for policy in ("planner", "reader"):
        for players in (2, 4):
            yield Match(policy, f"{policy}-points", players, "won more: --aim win over --aim points", 4000)


MATCHES: tuple[Match, ...] = tuple(_all())
