"""What a piece of knowledge says about hidden numbers, and what that means in plain Python.

Slots are hidden numbers; a world gives each slot its number. Engines translate clues; `holds` is the meaning that
every translation is tested against.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NewType, TypeAlias, assert_never

__all__ = ["AllDifferent", "Clue", "Slot", "SumOutside", "SumWithin", "Terms", "World", "holds", "slots_of"]

Slot = NewType("Slot", str)
"""The name of one hidden number."""

World: TypeAlias = Mapping[Slot, int]
Terms: TypeAlias = tuple[tuple[Slot, int], ...]
"""(slot, how many times it counts), each slot once."""


@dataclass(frozen=True, slots=True)
class SumWithin:
    """The weighted sum of the terms is in low..high, both included. Without terms the sum is 0."""

    terms: Terms
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class SumOutside:
    """The weighted sum of the terms is below low or above high."""

    terms: Terms
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class AllDifferent:
    """No two of the slots hold the same number."""

    slots: tuple[Slot, ...]


Clue: TypeAlias = SumWithin | SumOutside | AllDifferent


def holds(clue: Clue, world: World) -> bool:
    """Whether the clue is true in the world."""
    match clue:
        case SumWithin(terms, low, high):
            return low <= _total(terms, world) <= high
        case SumOutside(terms, low, high):
            return not low <= _total(terms, world) <= high
        case AllDifferent(slots):
            return len({world[slot] for slot in slots}) == len(slots)
        case _:
            assert_never(clue)


def slots_of(clue: Clue) -> tuple[Slot, ...]:
    """Give the slots that the clue speaks of."""
    return clue.slots if isinstance(clue, AllDifferent) else tuple(slot for slot, _ in clue.terms)


def _total(terms: Terms, world: World) -> int:
    return sum(times * world[slot] for slot, times in terms)
