"""Whether what is said to be likely happens as often: the chance of each bet that was made, beside what came of it.

Whole games of all kinds in turn: 2 to 4 players; plain, X-Race, and X-Race with both expansions. Asked are lookahead,
whose chances are the exact odds, in all seats of a game; and the reader, whose chances also rest upon what it made
of the others' choices, in one seat, with lookahead, greedy, entropy and random at the table in turn: it is not told
which. The chance is that of the range that was set, when it was set.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from random import Random
from statistics import mean

from benchmarks.asking import Asked, Question
from benchmarks.estimates import REACH, share
from benchmarks.playing import KINDS, SEED, whole_deals
from benchmarks.timing import markdown
from solver.lost_code.events import Event, Symbol, Verdict
from solver.lost_code.makers import maker
from solver.lost_code.odds import odds
from solver.lost_code.planner import Planner
from solver.lost_code.policy import Policy
from solver.lost_code.pricing import Belief, places_of
from solver.lost_code.simulate import NAMES, deal, play
from solver.lost_code.view import View

__all__ = ["QUESTION", "Foretelling", "Foretold", "brier", "play_one", "run", "tenths"]

BETS = 100_000
GOAL = 0.01
OTHERS: Mapping[str, tuple[str, ...]] = {
    "lookahead": ("lookahead",),
    "reader": ("lookahead", "greedy", "entropy", "random"),
}
"""Whose bets are looked at, and who sits at the table with it; itself: then all of them are looked at."""


@dataclass(frozen=True, slots=True)
class Foretold:
    """A bet: the chance that was seen in it, and whether it was right."""

    chance: float
    right: bool


@dataclass
class Foretelling:
    """A policy that notes the chance of each bet that it makes, as far as it reads the others' choices."""

    policy: Policy
    chances: list[float] = field(default_factory=list)

    def watch(self, view: View, event: Event) -> None:
        """As the policy."""
        self.policy.watch(view, event)

    def token(self, view: View) -> tuple[int, ...]:
        """As the policy."""
        return self.policy.token(view)

    def die(self, view: View) -> tuple[tuple[Symbol, Symbol], ...]:
        """As the policy."""
        return self.policy.die(view)

    def guess(self, view: View) -> tuple[int, int]:
        """As the policy; how likely it is right is noted."""
        low, high = self.policy.guess(view)
        known = odds(view)
        reading = self.policy.reading if isinstance(self.policy, Planner) else None
        belief = Belief.of(known, None if reading is None else reading.weights(known))
        sums = belief.sums(places_of(view.table.symbols, view.table.dice))
        self.chances.append(float(belief.weights[(sums >= low) & (sums <= high)].sum()) / belief.total)
        return low, high

    def exchange(self, view: View) -> Symbol:
        """As the policy."""
        return self.policy.exchange(view)

    def final(self, view: View) -> Mapping[Symbol, tuple[int, ...]]:
        """As the policy."""
        return self.policy.final(view)


def play_one(policy: str, seed: int, index: int) -> list[Foretold]:
    """Play one deal, and give the bets of the policy. index: from 1; players, kind, seat and others go by it."""
    kinds = list(KINDS.values())
    players, turn = 2 + index % 3, index // 3
    names = NAMES[:players]
    others = OTHERS[policy]
    seated: dict[str, Policy] = {}
    for place, name in enumerate(names):
        who = policy if place == turn // len(kinds) % players else others[(turn + place) % len(others)]
        made = maker(who)(Random(f"{seed}/{index}/{name}"))
        seated[name] = Foretelling(made) if who == policy else made
    state = play(deal(Random(f"{seed}/{index}"), players, kinds[turn % len(kinds)]), seated).state
    return [
        Foretold(chance, bet.verdict is Verdict.RIGHT)
        for name, noting in seated.items()
        if isinstance(noting, Foretelling)
        for chance, bet in zip(noting.chances, (b for b in state.bets if b.player == name), strict=True)
    ]


# ---- what is counted -------------------------------------------------------------------------------------------------


def brier(bets: Sequence[Foretold]) -> float:
    """The mean square of what a chance was off from what came: 0 for a prophet, 0.25 for a half each time."""
    return mean((bet.chance - bet.right) ** 2 for bet in bets)


def tenths(bets: Sequence[Foretold]) -> list[list[str]]:
    """A row for each tenth of chances in which there are bets."""
    rows = []
    for tenth in range(10):
        some = [bet for bet in bets if min(int(10 * bet.chance + 1e-9), 9) == tenth]
        if some:
            right = sum(bet.right for bet in some)
            said, came = mean(bet.chance for bet in some), right / len(some)
            low, high = share(right, len(some))
            off = came - said
            met = "yes" if abs(off) <= GOAL else "no" if not low <= said <= high else "no, within the interval"
            told = [
                f"{10 * tenth} to {10 * tenth + 10} %",
                str(len(some)),
                f"{100 * said:.2f} %",
                f"{100 * came:.2f} %",
            ]
            rows.append([*told, f"{100 * low:.2f} to {100 * high:.2f} %", f"{100 * off:+.2f}", met])
    return rows


def run(asked: Asked) -> str:
    """Play until there are enough bets, and give a table for each policy."""
    tables = []
    for policy in OTHERS:
        bets, deals = _bets(policy, asked)
        score, sure = brier(bets), mean(bet.chance * (1 - bet.chance) for bet in bets)
        reach = (
            REACH * (sum(bet.chance * (1 - bet.chance) * (1 - 2 * bet.chance) ** 2 for bet in bets)) ** 0.5 / len(bets)
        )
        others = ", ".join(OTHERS[policy])
        heads = [
            "chance",
            "bets",
            "foretold",
            "came true",
            "95 % interval",
            "points off",
            f"goal: {100 * GOAL:.0f} at most",
        ]
        tables.append(
            f"## {policy}\n\nAt the table: {others}. {len(bets):,} bets of {deals:,} deals. Brier score {score:.4f}; "
            f"if the chances are true, {sure:.4f} ± {reach:.4f}.\n\n{markdown(heads, tenths(bets))}"
        )
    return "\n\n".join(tables)


def _bets(policy: str, asked: Asked) -> tuple[list[Foretold], int]:
    """At least so many bets, of whole deals; fewer where time is over. And how many deals these are."""
    wanted = asked.bets or BETS
    seed = SEED if asked.seed is None else asked.seed
    # Nine rounds on average, with three players.
    deals = -(-wanted // (9 if OTHERS[policy] != (policy,) else 26))
    played = whole_deals(partial(play_one, policy, seed), deals, asked.minutes, asked.workers)
    return [bet for each in played for bet in each], len(played)


QUESTION = Question(run, takes=("bets", "minutes", "workers", "seed"), long=True)
