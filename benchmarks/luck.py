"""Whether luck is fair, and how much of a result it explains.

Games of all kinds between lookaheads, each reviewed from one seat. The luck of every source must be nothing on average,
within three standard errors; what is left of a result once luck is taken out of it must vary far less than the result.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random
from statistics import mean, stdev, variance

from benchmarks.asking import Asked, Question
from benchmarks.averages import kind_of
from benchmarks.playing import SEED, record_of, whole_deals
from benchmarks.timing import markdown
from solver.lost_code.events import Variant
from solver.lost_code.review.reviewing import review_player
from solver.lost_code.review.values import Amount, Source
from solver.lost_code.simulate import NAMES, deal

__all__ = ["QUESTION", "Judged", "play_one", "run", "variances"]

DEALS = 10_000
SURE = 3
"""So many standard errors a mean may be off."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A game of one seat. off: how far the sum is from the result."""

    players: int
    variants: tuple[Variant, ...]
    result: Amount
    luck: dict[Source, Amount]
    off: float


def play_one(seed: int, index: int) -> Judged:
    """Play a deal and review it from one seat; index: from 1."""
    rng = Random(f"luck/{seed}/{index}")
    players = 2 + index % 3
    variants = kind_of(rng, index // 3)
    names = NAMES[:players]
    record = record_of(deal(rng, players, variants), names, "lookahead", f"{seed}/{index}")
    told = review_player(record, names[index // 30 % players])
    total = sum([*told.luck.values(), *told.skill.values()], told.start) - told.result
    return Judged(players, variants, told.result, dict(told.luck), max(abs(total.points), abs(total.win)))


def run(asked: Asked) -> str:
    """Play, and give the tables."""
    seed = SEED if asked.seed is None else asked.seed
    games = whole_deals(partial(play_one, seed), asked.deals or DEALS, asked.minutes, asked.workers)
    fair = [
        [source, *_mean([game.luck[source].points for game in games]), *_mean([_win(game, source) for game in games])]
        for source in Source
    ]
    heads = ["source", "VP a game", "standard errors", "chance to win", "standard errors"]
    left = [
        [name, len(those), *variances(those, lambda amount: amount.points), *variances(those, lambda a: a.win)]
        for name, those in _kinds(games)
    ]
    varies = ["games", "seats", "variance of VP", "without luck", "ratio", "of winning", "without luck", "ratio"]
    off = max(game.off for game in games)
    return (
        f"{len(games)} games, seed {seed}. Largest distance of a sum from the result: {off:.1e}.\n\n"
        f"Mean luck ({SURE} standard errors allowed):\n\n{markdown(heads, fair)}\n\n"
        f"Luck taken out (all sources but “later”, which is no event):\n\n{markdown(varies, left)}"
    )


def _win(game: Judged, source: Source) -> float:
    return game.luck[source].win


def _mean(values: Sequence[float]) -> tuple[str, str]:
    """A mean with its standard error, and how many of these it is from 0."""
    error = stdev(values) / sqrt(len(values))
    found = mean(values)
    return f"{found:+.4f} ± {error:.4f}", f"{found / error:+.1f}" if error else "0"


def _kinds(games: Sequence[Judged]) -> list[tuple[str, list[Judged]]]:
    kinds = [(f"plain, {n} players", [g for g in games if g.players == n and not g.variants]) for n in (2, 3, 4)]
    single = [(variant, [g for g in games if g.variants == (variant,)]) for variant in Variant]
    return [(name, those) for name, those in [*kinds, *single] if len(those) > 1]


def variances(games: Sequence[Judged], of: Callable[[Amount], float]) -> tuple[str, str, str]:
    """Of the results, of the same without luck, and the second by the first, players apart."""
    raw, left = 0.0, 0.0
    for players in (2, 3, 4):
        those = [game for game in games if game.players == players]
        if len(those) > 1:
            share = len(those) / len(games)
            raw += share * variance([of(game.result) for game in those])
            left += share * variance(
                [of(game.result) - sum(of(game.luck[s]) for s in Source if s is not Source.LATER) for game in those]
            )
    return f"{raw:.3f}", f"{left:.3f}", f"{left / raw:.2f}" if raw else ""


QUESTION = Question(run, ("deals", "minutes", "workers", "seed"), long=True)
