"""Which facts each world breaks, as one bit mask a world: all that a smallest conflict depends on.

Lists every world in one array, so it is for hidden numbers that are few (a viewer's own log); `LARGEST` says how few.
"""

from itertools import permutations, product
from math import perm, prod

import numpy as np
import numpy.typing as npt

from solver.clue import AllDifferent, Slot, SumOutside, SumWithin
from solver.knowledge import Knowledge

__all__ = ["LARGEST", "broken_lines"]

LARGEST = 1 << 18
"""So many worlds are listed at most: X-Race has 46,656 logs at its first position."""


def broken_lines(known: Knowledge) -> tuple[frozenset[int], ...] | None:
    """Give the lines whose facts a world breaks, for each world that is not worse than another; smallest sets first.

    A world is worse if it breaks all that another breaks, and more. Worlds have their numbers in the domains and fit
    all facts without a line. A set of lines contradicts itself exactly if it has a line of each of these sets. None if
    there are more than `LARGEST` worlds, or more than 63 lines; () if there is no world at all.
    """
    lines = sorted({fact.line for fact in known.facts if fact.line is not None})
    columns = _columns(known) if len(lines) < 64 else None
    if columns is None:
        return None
    count = len(next(iter(columns.values()))) if columns else 1
    fits = np.ones(count, dtype=np.bool_)
    masks = np.zeros(count, dtype=np.uint64)
    for fact in known.facts:
        if isinstance(fact.clue, AllDifferent):
            if fact.line is not None:
                return None
            continue  # The columns are built so.
        true = _holds(fact.clue, columns, count)
        if fact.line is None:
            fits &= true
        else:
            masks |= np.where(true, np.uint64(0), np.uint64(1 << lines.index(fact.line)))
    return tuple(
        frozenset(line for bit, line in enumerate(lines) if mask >> bit & 1)
        for mask in _least([int(mask) for mask in np.unique(masks[fits])])
    )


def _least(masks: list[int]) -> list[int]:
    """The masks that contain no other, those with the fewest bits first."""
    kept: list[int] = []
    for mask in sorted(masks, key=int.bit_count):
        if not any(less & mask == less for less in kept):
            kept.append(mask)
    return kept


def _holds(
    clue: SumWithin | SumOutside, columns: dict[Slot, npt.NDArray[np.int64]], count: int
) -> npt.NDArray[np.bool_]:
    total = np.zeros(count, dtype=np.int64)
    for slot, times in clue.terms:
        total += times * columns[slot]
    within = (clue.low <= total) & (total <= clue.high)
    return within if isinstance(clue, SumWithin) else ~within


def _columns(known: Knowledge) -> dict[Slot, npt.NDArray[np.int64]] | None:
    """The numbers of each slot that a sum speaks of, world by world; None if there are too many worlds.

    A slot that no sum speaks of makes a difference only if its group has no room for it.
    """
    spoken = {slot for fact in known.facts if not isinstance(fact.clue, AllDifferent) for slot, _ in fact.clue.terms}
    groups = [fact.clue.slots for fact in known.facts if isinstance(fact.clue, AllDifferent)]
    grouped = {slot for group in groups for slot in group}
    if sum(map(len, groups)) != len(grouped):
        return None
    parts: list[tuple[tuple[Slot, ...], list[tuple[int, ...]]]] = []
    for group in [*groups, *((slot,) for slot in known.domains if slot not in grouped)]:
        inner = tuple(slot for slot in group if slot in spoken)
        domains = [known.domains[slot] for slot in group]
        if len(set(domains)) == 1:
            if len(domains[0]) < len(group):
                inner, rows = group, []
            elif perm(len(domains[0]), len(inner)) > LARGEST:
                return None
            else:
                rows = list(permutations(domains[0], len(inner)))
        elif prod(map(len, domains)) > LARGEST:
            return None
        else:
            inner, rows = group, [row for row in product(*domains) if len(set(row)) == len(row)]
        parts.append((inner, rows))
    if prod(len(rows) for _, rows in parts) > LARGEST:
        return None
    shape = [len(rows) for _, rows in parts]
    columns = {}
    for axis, (slots, rows) in enumerate(parts):
        table = np.array(rows, dtype=np.int64).reshape(len(rows), len(slots))
        for place, slot in enumerate(slots):
            along = table[:, place].reshape([-1 if axis == other else 1 for other in range(len(parts))])
            columns[slot] = np.broadcast_to(along, shape).ravel()
    return columns
