"""Whether the review tells who plays better, how losses are spread, and how far a loss can be trusted.

Two players of one policy against each other, for each policy; one seat of each game is reviewed. Batches of games are
ranked by the mean loss of chance to win. Some games are looked into one round further: how much that changes a loss is
its standard error (`ERRORS` in `solver/lost_code/review/labels.py`), and the losses of choices that were neither forced
nor trivial give the thresholds of the labels.
"""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from math import sqrt
from random import Random
from statistics import mean, quantiles

from benchmarks.asking import Asked, Question
from benchmarks.estimates import interval
from benchmarks.playing import SEED, record_of, whole_deals
from benchmarks.timing import markdown
from solver.lost_code.review.reviewing import review_player
from solver.lost_code.review.values import Decision, Kind, Label
from solver.lost_code.simulate import NAMES, deal

__all__ = ["QUESTION", "Lost", "in_order", "play_one", "run"]

POLICIES = ("random", "greedy", "lookahead", "planner")
"""From the worst to the best."""
BATCH, BATCHES = 50, 100
_FURTHER = 10
"""Every so many games are looked into one round further."""


@dataclass(frozen=True, slots=True)
class Lost:
    """A game of each policy. loss: of chance to win; points: VP. decisions: those that were neither forced nor trivial.

    A decision is (kind, VP lost, VP lost with the next round looked into).
    """

    loss: dict[str, float]
    points: dict[str, float]
    decisions: dict[str, list[tuple[Kind, float, float | None]]]


def play_one(seed: int, index: int) -> Lost:
    """Play a deal with each policy, index from 1."""
    lost = Lost({}, {}, {})
    depth = 1 if index % _FURTHER else 2
    for policy in POLICIES:
        record = record_of(deal(Random(f"losses/{seed}/{index}"), 2), NAMES[:2], policy, f"{seed}/{index}")
        told = review_player(record, NAMES[index % 2], depth=depth)
        lost.loss[policy] = -sum(amount.win for amount in told.skill.values())
        lost.points[policy] = -sum(amount.points for amount in told.skill.values())
        lost.decisions[policy] = [_told(each) for each in told.decisions if each.label not in _IDLE]
    return lost


_IDLE = (Label.FORCED, Label.TRIVIAL)


def _told(decision: Decision) -> tuple[Kind, float, float | None]:
    return next(iter(decision.kinds)), -decision.loss.points, None if decision.deeper is None else -decision.deeper


def run(asked: Asked) -> str:
    """Play, and give the tables."""
    seed = SEED if asked.seed is None else asked.seed
    games = whole_deals(partial(play_one, seed), asked.deals or BATCH * BATCHES, asked.minutes, asked.workers)
    batches = [games[at : at + BATCH] for at in range(0, len(games) - BATCH + 1, BATCH)]
    ranked = sum(in_order(batch) for batch in batches)
    rows = [[policy, *_of_policy(games, policy)] for policy in POLICIES]
    heads = [
        "policy",
        "chance to win lost, a game",
        "VP lost, a game",
        "decisions",
        "of them 50, 80, 95 % lose at most, VP",
    ]
    of = f"of {len(batches)}"
    pairs = [[f"{worse} < {better}", f"{_beaten(batches, worse, better)} {of}"] for worse, better in _PAIRS]
    return (
        f"{len(games)} games of each policy, seed {seed}; ranked in order in {ranked} {of} batches."
        f"\n\n{markdown(heads, rows)}\n\n{markdown(['ranked', 'batches'], pairs)}\n\n"
        f"One round further:\n\n{_errors(games)}"
    )


_PAIRS = tuple(pairwise(POLICIES))


def in_order(batch: Sequence[Lost]) -> bool:
    """Whether the mean losses of chance to win rank all policies."""
    losses = [mean(game.loss[policy] for game in batch) for policy in POLICIES]
    return all(worse > better for worse, better in pairwise(losses))


def _beaten(batches: Sequence[Sequence[Lost]], worse: str, better: str) -> int:
    return sum(mean(g.loss[worse] for g in batch) > mean(g.loss[better] for g in batch) for batch in batches)


def _of_policy(games: Sequence[Lost], policy: str) -> list[str]:
    losses = [loss for game in games for _, loss, _ in game.decisions[policy] if loss > 0]
    spread = quantiles(losses, n=20, method="inclusive") if len(losses) > 1 else []
    return [
        interval([game.loss[policy] for game in games]).percent(),
        interval([game.points[policy] for game in games]).written(sign=False),
        f"{sum(len(game.decisions[policy]) for game in games)}, {len(losses)} with a loss",
        ", ".join(f"{spread[at]:.2f}" for at in (9, 15, 18)) if spread else "",
    ]


def _errors(games: Sequence[Lost]) -> str:
    """By kind: how much another round changes a loss, root of the mean square, and how often it turns it round."""
    found: dict[Kind, list[tuple[float, float]]] = defaultdict(list)
    for game in games:
        for decisions in game.decisions.values():
            for kind, loss, further in decisions:
                if further is not None:
                    found[kind].append((loss, further))
    rows = []
    for kind in Kind:
        pairs = found[kind]
        if pairs:
            error = sqrt(mean((further - loss) ** 2 for loss, further in pairs))
            turned = sum(further < 0 for _, further in pairs)
            rows.append(
                [kind, len(pairs), f"{error:.3f}", f"{mean(further - loss for loss, further in pairs):+.3f}", turned]
            )
    return markdown(["kind", "losses", "changed by, VP (root of mean square)", "mean change", "turned round"], rows)


QUESTION = Question(run, ("deals", "minutes", "workers", "seed"), long=True)
