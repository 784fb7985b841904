"""What an average player may expect, measured in simulated games: the value's only part that is not computed.

The one-step value ends with the round. What later rounds bring is taken from here, so that luck is measured against
what is usual, and luck comes out at 0 on average. `python -m benchmarks averages` measures it anew.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files

import numpy as np

from solver.lost_code.events import Variant
from solver.lost_code.pricing import Floats
from solver.lost_code.state import State

__all__ = ["Average", "average"]

_NODES, _WEIGHTS = np.polynomial.hermite_e.hermegauss(24)
_WEIGHTS = _WEIGHTS / _WEIGHTS.sum()


@dataclass(frozen=True, slots=True)
class Average:
    """Means over many games between players who take the best one-step value, by round; round 0 stands for nothing.

    The entry for the round after the last is what is left when the logs are about to be opened.

    The final VP are the points on the track, a part (keeps) of what the final guesses are worth as things stand, and so
    many VP (rest): what is known early is partly what anybody comes to know. spread: the standard deviation around
    that. Another player, whose stones are in sight, ends with his points on the track, a part (counts) of what his
    final guesses would bring now, and so many VP (ahead); close: the standard deviation around that. total, others: the
    same by the points on the track alone, where his thoughts cannot be told.
    turned: VP that another's turning of the dice changes for the one after him. taken: the same of the wheels that are
    taken before, by how many. curse: VP that others' misses bring to a player in this round.
    """

    keeps: Sequence[float]
    rest: Sequence[float]
    spread: Sequence[float]
    counts: Sequence[float]
    ahead: Sequence[float]
    close: Sequence[float]
    total: Sequence[float]
    others: Sequence[float]
    turned: float
    taken: Sequence[float]
    curse: Sequence[float]

    def later(self, stage: int) -> Callable[[float], float]:
        """What final guesses that are worth so many VP before a round bring in the end, with it and the next."""
        return partial(_line, self.keeps[stage], self.rest[stage])

    def chance(self, points: Floats, stage: int, others: Sequence[tuple[float, float]]) -> Floats:
        """Chance to win with so many VP expected in the end (an array). stage: the next round whose bet is open.

        others: VP expected in the end of each other player, and their standard deviation. Everybody's end is taken as
        normally distributed around what is expected, and independent of the others'.
        """
        mine = np.asarray(points, dtype=np.float64)[..., None] + self.spread[stage] * _NODES
        ahead = np.ones_like(mine)
        for expected, spread in others:
            ahead = ahead * _normal((mine - expected) / spread)
        chance: Floats = (ahead * _WEIGHTS).sum(axis=-1)
        return chance


def _line(keeps: float, rest: float, finals: float) -> float:
    return keeps * finals + rest


def _normal(z: Floats) -> Floats:
    """The standard normal distribution function, to 1.5e-7 (Abramowitz and Stegun 7.1.26)."""
    x = np.abs(z) / np.sqrt(2.0)
    t = 1.0 / (1.0 + 0.3275911 * x)
    poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    tail = 0.5 * poly * np.exp(-x * x)
    below: Floats = np.where(z < 0, tail, 1.0 - tail)
    return below


@cache
def _measured() -> Mapping[str, Mapping[str, Mapping[str, object]]]:
    told = files("solver.lost_code.review").joinpath("average.json").read_text(encoding="utf-8")
    measured: Mapping[str, Mapping[str, Mapping[str, object]]] = json.loads(told)["players"]
    return measured


def average(table: State) -> Average:
    """What is usual in a game of so many players with these variants."""
    return _average(len(table.players), table.variants)


@cache
def _average(players: int, variants: frozenset[Variant]) -> Average:
    """A plain game's figures, and on top of them what each variant and expansion that is played adds."""
    measured = _measured()[str(players)]
    parts = [measured["plain"], *(measured[variant.value] for variant in Variant if variant in variants)]

    def summed(name: str) -> Sequence[float]:
        return tuple(np.sum([np.asarray(part[name], dtype=np.float64) for part in parts], axis=0).tolist())

    return Average(
        keeps=summed("keeps"),
        rest=summed("rest"),
        spread=summed("spread"),
        counts=summed("counts"),
        ahead=summed("ahead"),
        close=summed("close"),
        total=summed("total"),
        others=summed("others"),
        turned=summed("turned")[0],
        taken=summed("taken"),
        curse=summed("curse"),
    )
