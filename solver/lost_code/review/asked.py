"""A decision that was due, and how it is put together once it has been weighed."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias, TypeVar

from solver.lost_code.events import Symbol
from solver.lost_code.review.labels import ERRORS, SAME, WINS, label
from solver.lost_code.review.values import Amount, Choice, Decision, Hindsight, Kind
from solver.lost_code.review.worth import Mind

__all__ = ["Asked", "Weighed", "decision", "deeper", "gap"]

T = TypeVar("T")
Stones: TypeAlias = Mapping[Symbol, int]


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision that was due.

    mind: what could be known. line: where it stands. stones: what really lay in the log. chance: to win, by the VP that
    may be expected in the end. won: what the chance to win is taken for just before, where the last round has begun;
    None before that. depth: how many rounds ahead a loss is looked into.
    """

    mind: Mind
    line: int
    stones: Stones
    chance: Callable[[float], float]
    won: float | None
    depth: int = 1

    @property
    def further(self) -> bool:
        """Whether the next round is looked into, too."""
        return self.depth > 1 and self.mind.table.round < self.mind.table.rounds

    @property
    def misled(self) -> bool:
        """Whether the log that really lay there is none of those that could be, since an answer was false."""
        belief = self.mind.belief
        lay = [self.stones[symbol] for symbol in self.mind.table.symbols]
        return not bool((belief.held == lay).all(axis=1).any())

    def win(self, points: float) -> float:
        """The chance to win just before, if so many VP may be expected."""
        return self.chance(points) if self.won is None else self.won

    def lost(self, before: float, losses: Sequence[float]) -> list[float]:
        """What each of some losses in VP, one on top of the other, costs in chance to win."""
        at = [before + sum(losses[:place]) for place in range(len(losses) + 1)]
        chances = [self.chance(points) for points in at]
        return [min(0.0, after - now) for now, after in pairwise(chances)]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision weighed. values: VP of every choice. best, chosen, winner: among them. gap: as in Decision.

    points, wins: losses by kind, at most 0. before: chance to win with the best. last: whether it was won or lost here.
    deeper: as in Decision.
    """

    kinds: tuple[Kind, ...]
    points: Sequence[float]
    wins: Sequence[float]
    before: Amount
    values: Sequence[float]
    gap: float | None
    last: bool
    deeper: float | None = None


def decision(
    asked: Asked,
    weighed: Weighed,
    choices: tuple[Choice, Choice, Choice],
    hindsight: Callable[[], Hindsight],
    sums: tuple[tuple[int, int], ...] = (),
) -> Decision:
    """Put a decision together.

    choices: the chosen one, the best in VP, the best by the chance to win. hindsight: asked for where the player had
    not been told what is false: else what really lay there fits in with nothing that he knew.
    """
    kinds, left = {}, weighed.before.win
    for kind, points, win in zip(weighed.kinds, weighed.points, weighed.wins, strict=True):
        lost = max(min(0.0, float(win)), -left)  # no more can be lost than there is
        left += lost
        kinds[kind] = Amount(min(0.0, float(points)), lost)
    loss = Amount(sum(each.points for each in kinds.values()), sum(each.win for each in kinds.values()))
    error = ERRORS[weighed.kinds[0]] if weighed.deeper is None else abs(weighed.deeper - loss.points)
    before = weighed.before
    doubt = max(0.0, asked.chance(before.points) - asked.chance(before.points - error))
    spread = max(weighed.values) - min(weighed.values)
    if weighed.last:
        named = label(-loss.win, WINS, len(weighed.values), spread, by_chance=True)
    else:
        # What costs no chance to win is no mistake, whatever it costs in VP.
        named = label(-loss.points if loss.win else 0.0, error, len(weighed.values), spread)
    chosen, best, winner = choices
    dice = asked.mind.table.dice if sums else ()
    return Decision(
        line=asked.line,
        round=asked.mind.table.round,
        kinds=kinds,
        logs=asked.mind.odds.total,
        bits=asked.mind.odds.bits,
        chosen=chosen,
        best=best,
        winner=winner,
        before=before,
        loss=loss,
        error=Amount(error, doubt),
        choices=len(weighed.values),
        gap=weighed.gap,
        label=named,
        hindsight=None if asked.misled else hindsight(),
        sums=sums,
        true_sum=sum(asked.stones[die] for die in dice) if sums else None,
        dice=dice,
        deeper=weighed.deeper,
    )


def deeper(asked: Asked, loss: float, value: Callable[[T], float], chosen: T, best: T) -> float | None:
    """What a choice that lost something loses with the next round looked into; value: of a choice, in VP."""
    return value(chosen) - value(best) if asked.further and loss < -SAME else None


def gap(best: float, others: Sequence[float]) -> float | None:
    """VP from the best to the best of the others, None where there are none."""
    return best - max(others) if others else None
