"""Smallest conflicts: which lines cannot all be true.

A set of lines is contradictory if every choice of lines that can be true together misses one of it. So: propose the
smallest set that misses no known choice, ask the engine, and learn from each "these can be true" (implicit hitting
sets). The first set that cannot be true is a smallest one, proven.
"""

from collections.abc import Callable, Iterable
from itertools import combinations

from solver.knowledge import Knowledge

__all__ = ["smallest_conflict"]


def smallest_conflict(
    known: Knowledge, satisfying: Callable[[Knowledge], bool], own: Iterable[int] = ()
) -> tuple[int, ...]:
    """Give the lines of a smallest contradictory set, ascending.

    known: knowledge that no world fits. satisfying: an engine's word on whether any world fits. own: lines that are
    preferred among sets of the same size. () where the rules' own facts cannot be true.
    """
    lines = tuple(sorted({fact.line for fact in known.facts if fact.line is not None}))
    preferred = sorted(lines, key=lambda line: (line not in set(own), line))
    missed: list[frozenset[int]] = []
    while True:
        tried = _hitting(preferred, missed)
        if not satisfying(known.keeping(tried)):
            return tuple(sorted(tried))
        true = set(tried)
        for line in lines:
            if line not in true and satisfying(known.keeping(true | {line})):
                true.add(line)
        missed.append(frozenset(lines) - true)


def _hitting(lines: list[int], sets: list[frozenset[int]]) -> tuple[int, ...]:
    """The first smallest choice of lines that has one in each set."""
    for size in range(len(lines) + 1):
        for chosen in combinations(lines, size):
            if all(not part.isdisjoint(chosen) for part in sets):
                return chosen
    raise ValueError("a set that no line can hit: the facts have a world after all")
