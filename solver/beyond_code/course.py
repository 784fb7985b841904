"""The steps of a game as the filter takes them: slots in place of squares, one matrix between two shuffles.

A slot is a place that a card keeps until it is shuffled: a swap moves slots, not cards.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, log1p

import numpy as np

from solver.beyond_code.events import Card, Square
from solver.beyond_code.layouts import Array
from solver.beyond_code.state import Fact, Naming, Seen, Shuffled, Step, Swapped

__all__ = ["Course", "Placed", "counted", "course", "nested"]


@dataclass(frozen=True, slots=True)
class Placed:
    """A fact, a look or a naming at its slot. part: between which shuffles, from 0."""

    part: int
    slot: int
    step: Fact | Seen | Naming


@dataclass(frozen=True, slots=True)
class Course:
    """The steps of one game. shuffles: the slots of each, in order. at: the slot that lies on each square now."""

    cards: tuple[Card, ...]
    shuffles: tuple[tuple[int, ...], ...]
    facts: tuple[Placed, ...]
    namings: tuple[Placed, ...]
    looks: tuple[Placed, ...]
    at: Mapping[Square, int]

    @property
    def size(self) -> int:
        """How many cards, and slots, there are."""
        return len(self.cards)

    def number(self, card: Card) -> int:
        """The place of a card in the order of the cards."""
        return self.cards.index(card)

    def hard(self, *, public: bool = False) -> tuple[Array, ...]:
        """For each part 1 for what the facts allow, 0 for what they forbid: slots × cards. public: known to all."""
        matrices = self._ones()
        for placed in self.facts:
            if isinstance(placed.step, Fact) and (placed.step.public or not public):
                allowed = [card in placed.step.cards for card in self.cards]
                matrices[placed.part][placed.slot] *= allowed
        return matrices

    def logs(self) -> tuple[Array, ...]:
        """The same as logarithms: 0 for what the facts allow, −∞ for what they forbid."""
        return tuple(np.where(matrix > 0, 0.0, -np.inf) for matrix in self.hard())

    def soft(self, honesty: Mapping[str, float], but: Naming | None = None) -> tuple[Array, ...]:
        """The facts with the counted namings as evidence, as logarithms; rule 4 of “The odds” in the record's page.

        honesty: r of those whose namings count. but: a naming that is left out. Rows are scaled.
        """
        matrices = self.logs()
        for placed in self.namings:
            naming = placed.step
            if not isinstance(naming, Naming) or naming is but or naming.open_elsewhere:
                continue
            if counted(naming) and naming.player in honesty and naming.hidden > 1:
                r = honesty[naming.player]
                row = np.full(self.size, log1p(-r) - log(naming.hidden - 1))
                row[self.number(naming.card)] = log(r)
                matrices[placed.part][placed.slot] += row - row.max()
        return matrices

    def _ones(self) -> tuple[Array, ...]:
        return tuple(np.ones((self.size, self.size)) for _ in range(len(self.shuffles) + 1))


def nested(one: tuple[int, ...], other: tuple[int, ...]) -> tuple[int, ...]:
    """The larger of two sets of slots if the other is part of it, else ()."""
    small, large = sorted((one, other), key=len)
    return large if set(small) <= set(large) else ()


def counted(naming: Naming) -> bool:
    """Whether a naming is evidence, if it is another's: of a closed card, while somebody could doubt (rule 1)."""
    return naming.closed and bool(naming.doubters)


def course(steps: Sequence[Step], squares: Sequence[Square], cards: Sequence[Card]) -> Course:
    """Follow the steps of a game. squares, cards: as many of each."""
    at = {square: slot for slot, square in enumerate(squares)}
    shuffles: list[tuple[int, ...]] = []
    facts: list[Placed] = []
    namings: list[Placed] = []
    looks: list[Placed] = []
    for step in steps:
        match step:
            case Swapped(first=first, second=second):
                at[first], at[second] = at[second], at[first]
            case Shuffled(squares=shuffled):
                slots = tuple(sorted(at[square] for square in shuffled))
                quiet = all(placed[-1].part < len(shuffles) for placed in (facts, namings, looks) if placed)
                if shuffles and quiet and (joined := nested(shuffles[-1], slots)):
                    # Nothing was learned in between, so that the two are one shuffle of the larger set.
                    shuffles[-1] = joined
                else:
                    shuffles.append(slots)
            case Fact():
                facts.append(Placed(len(shuffles), at[step.square], step))
            case Naming():
                namings.append(Placed(len(shuffles), at[step.square], step))
            case Seen():
                looks.append(Placed(len(shuffles), at[step.square], step))
    return Course(tuple(cards), tuple(shuffles), tuple(facts), tuple(namings), tuple(looks), at)
