"""Smallest conflicts: which lines cannot all be true.

A set of lines is contradictory if every choice of lines that can be true together misses one of it. So: propose the
smallest set that misses no known choice, ask the engine, and learn from each "these can be true" (implicit hitting
sets). The first set that cannot be true is a smallest one, proven; when every set of its size has been asked about, all
smallest ones are known.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from solver.knowledge import Knowledge

__all__ = ["Conflicts", "hitting_sets", "smallest_conflict", "smallest_conflicts"]


@dataclass(frozen=True, slots=True)
class Conflicts:
    """Smallest sets of lines that cannot all be true, each ascending and in order. complete: there is no other."""

    sets: tuple[tuple[int, ...], ...]
    complete: bool


def smallest_conflict(
    known: Knowledge, satisfying: Callable[[Knowledge], bool], own: Iterable[int] = ()
) -> tuple[int, ...]:
    """Give the lines of a smallest contradictory set, ascending.

    known: knowledge that no world fits. satisfying: an engine's word on whether any world fits. own: lines that are
    preferred among sets of the same size. () where the rules' own facts cannot be true.
    """
    lines = _lines(known)
    preferred = sorted(lines, key=lambda line: (line not in set(own), line))
    missed: list[frozenset[int]] = []
    while True:
        tried = _hitting(preferred, missed)
        if not satisfying(known.keeping(tried)):
            return tuple(sorted(tried))
        missed.append(_missed(known, satisfying, lines, tried))


def smallest_conflicts(
    known: Knowledge,
    satisfying: Callable[[Knowledge], bool],
    *,
    most: int = 10,
    broken: Iterable[frozenset[int]] = (),
) -> Conflicts:
    """Give all smallest contradictory sets, or so many of them as `most` says.

    known, satisfying: as for one. broken: what is known already of the lines that a world breaks; with all of it
    (`worlds.broken_lines`) the engine is asked only to confirm.
    """
    lines = _lines(known)
    sets = list(broken)
    while True:
        found: list[tuple[int, ...]] = []
        for tried in hitting_sets(sets):
            if satisfying(known.keeping(tried)):
                sets.append(_missed(known, satisfying, lines, tried))
                break
            if len(found) == most:
                return Conflicts(tuple(sorted(found)), complete=False)
            found.append(tried)
        else:
            return Conflicts(tuple(sorted(found)), complete=True)


def hitting_sets(sets: Sequence[frozenset[int]]) -> Iterator[tuple[int, ...]]:
    """Every smallest choice that has one of each set, each once and ascending; none if a set is empty.

    Deepening: all choices of one, of two, … until some size has any. A branch takes one of a set that is not hit yet,
    the smallest of these, and leaves alone what its earlier siblings took.
    """
    if not all(sets):
        return
    masks = [sum(1 << each for each in part) for part in sets]
    size, some = 0, False
    while not some:
        for mask in _of_size(masks, size, 0):
            some = True
            yield tuple(bit for bit in range(mask.bit_length()) if mask >> bit & 1)
        size += 1


def _of_size(masks: list[int], size: int, barred: int) -> Iterator[int]:
    """Choices of exactly so many, as masks. barred: what may not be taken."""
    if not masks:
        if not size:
            yield 0
        return
    if not size:
        return
    branch = min(masks, key=lambda mask: (mask & ~barred).bit_count()) & ~barred
    while branch:
        bit = branch & -branch
        branch ^= bit
        for rest in _of_size([mask for mask in masks if not mask & bit], size - 1, barred):
            yield rest | bit
        barred |= bit


def _lines(known: Knowledge) -> tuple[int, ...]:
    return tuple(sorted({fact.line for fact in known.facts if fact.line is not None}))


def _missed(
    known: Knowledge, satisfying: Callable[[Knowledge], bool], lines: Sequence[int], tried: Iterable[int]
) -> frozenset[int]:
    """The lines outside a largest choice that holds these and can be true."""
    true = set(tried)
    for line in lines:
        if line not in true and satisfying(known.keeping(true | {line})):
            true.add(line)
    return frozenset(lines) - true


def _hitting(lines: list[int], sets: list[frozenset[int]]) -> tuple[int, ...]:
    """The first smallest choice of lines that has one in each set."""
    for size in range(len(lines) + 1):
        for chosen in combinations(lines, size):
            if all(not part.isdisjoint(chosen) for part in sets):
                return chosen
    raise ValueError("a set that no line can hit: the facts have a world after all")
