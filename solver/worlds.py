"""Which facts each world breaks, as one bit mask a world: all that a smallest conflict depends on.

Lists every world in one array, so it is for hidden numbers that are few (a viewer's own log); `LARGEST` says how few.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import perm, prod

import numpy as np
import numpy.typing as npt

from solver.clue import AllDifferent, Slot, SumOutside, SumWithin
from solver.knowledge import Knowledge

__all__ = ["LARGEST", "broken_lines"]

LARGEST = 1 << 18
"""So many worlds are listed at most: X-Race has 46,656 logs at its first position."""

_MARKED = 16
"""Up to so many lines, a table of all masks is small."""


def broken_lines(known: Knowledge) -> tuple[frozenset[int], ...] | None:
    """Give the lines whose facts a world breaks, for each world that is not worse than another; smallest sets first.

    A world is worse if it breaks all that another breaks, and more. Worlds have their numbers in the domains and fit
    all facts without a line. A set of lines contradicts itself exactly if it has a line of each of these sets. None if
    there are more than `LARGEST` worlds, or more than 63 lines; () if there is no world at all.
    """
    lines = sorted({fact.line for fact in known.facts if fact.line is not None})
    groups = [fact.clue.slots for fact in known.facts if isinstance(fact.clue, AllDifferent)]
    if len(lines) > 63 or any(isinstance(fact.clue, AllDifferent) and fact.line is not None for fact in known.facts):
        return None
    axes = _axes(known, groups)
    if axes is None:
        return None
    shape = [axis.length for axis in axes]
    fits = np.ones(shape, dtype=np.bool_)
    masks = np.zeros(shape, dtype=np.uint64)
    for fact in known.facts:
        if isinstance(fact.clue, AllDifferent):
            continue  # The axes are built so.
        true = _holds(fact.clue, axes)
        if fact.line is None:
            fits &= true
        else:
            masks |= np.where(true, np.uint64(0), np.uint64(1 << lines.index(fact.line)))
    return tuple(
        frozenset(line for bit, line in enumerate(lines) if mask >> bit & 1)
        for mask in _least(_different(masks[fits], len(lines)))
    )


def _different(masks: npt.NDArray[np.uint64], bits: int) -> list[int]:
    """Each mask that occurs, once. Marking them off takes less time than sorting, where they are short."""
    if bits > _MARKED:
        return [int(mask) for mask in np.unique(masks)]
    marked = np.zeros(1 << bits, dtype=np.bool_)
    marked[masks] = True
    return [int(mask) for mask in np.flatnonzero(marked)]


def _least(masks: list[int]) -> list[int]:
    """The masks that contain no other, those with the fewest bits first."""
    kept: list[int] = []
    for mask in sorted(masks, key=int.bit_count):
        if not any(less & mask == less for less in kept):
            kept.append(mask)
    return kept


@dataclass(frozen=True, slots=True)
class _Axis:
    """Slots that take their numbers together. rows: the numbers of a slot, one entry for each way."""

    rows: Mapping[Slot, npt.NDArray[np.int64]]
    length: int


def _holds(clue: SumWithin | SumOutside, axes: Sequence[_Axis]) -> npt.NDArray[np.bool_]:
    """Where the clue is true: an array of length 1 along each axis that it does not speak of."""
    total = np.zeros([1] * len(axes), dtype=np.int64)
    for slot, times in clue.terms:
        place = next(place for place, axis in enumerate(axes) if slot in axis.rows)
        along = [-1 if place == other else 1 for other in range(len(axes))]
        total = total + times * axes[place].rows[slot].reshape(along)
    within: npt.NDArray[np.bool_] = (clue.low <= total) & (total <= clue.high)
    return within if isinstance(clue, SumWithin) else ~within


def _axes(known: Knowledge, groups: Sequence[tuple[Slot, ...]]) -> list[_Axis] | None:
    """One axis for each group of slots that differ, and for each slot alone; None if there are too many worlds.

    A slot that no sum speaks of makes a difference only if its group has no room for it.
    """
    spoken = {slot for fact in known.facts if not isinstance(fact.clue, AllDifferent) for slot, _ in fact.clue.terms}
    grouped = {slot for group in groups for slot in group}
    if sum(map(len, groups)) != len(grouped):
        return None
    axes: list[_Axis] = []
    for group in [*groups, *((slot,) for slot in known.domains if slot not in grouped)]:
        numbers = [known.domains[slot] for slot in group]
        alike = len(set(numbers)) == 1 and len(numbers[0]) >= len(group)
        named = tuple(slot for slot in group if slot in spoken) if alike else group
        ways = perm(len(numbers[0]), len(named)) if alike else prod(map(len, numbers))
        if ways * prod(axis.length for axis in axes) > LARGEST:
            return None
        if not named:
            continue
        tried = permutations(numbers[0], len(named)) if alike else product(*numbers)
        rows = np.array([row for row in tried if len(set(row)) == len(row)], dtype=np.int64).reshape(-1, len(named))
        axes.append(_Axis({slot: rows[:, place] for place, slot in enumerate(named)}, len(rows)))
    return axes
