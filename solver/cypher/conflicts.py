"""Which lines cannot all be true, where the cards that they name cannot all have been where they were seen."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from solver.cypher.events import Kind
from solver.cypher.state import Learned, Moved, Shuffled, Trail
from solver.cypher.tracking import Impossible, track_only
from solver.errors import Contradiction
from solver.explain import hitting_sets

__all__ = ["contradiction", "named_by", "naming", "possible", "smallest", "without"]


def contradiction(kinds: tuple[Kind, ...], trail: Trail) -> Contradiction:
    """Give the contradiction of a trail that cannot be true, with a smallest set of its lines. Raises OutOfTime."""
    lines = smallest(naming(trail), lambda kept: not possible(kinds, trail, kept))
    named = dict.fromkeys(card for step in trail if step.line in lines and (card := named_by(step)))
    cards = ", ".join(named)
    if len(named) == 1:
        copies = next(kind.copies for kind in kinds if kind.name in named)
        there = "there is one such card" if copies == 1 else f"there are {copies} such cards"
        reason = f"{cards} cannot have been everywhere where it was seen: {there}"
    else:
        reason = f"these cards cannot all have been where they were seen: {cards}"
    return Contradiction(lines, reason=reason)


def smallest(lines: Sequence[int], proven: Callable[[frozenset[int]], bool]) -> tuple[int, ...]:
    """Give a smallest choice of the lines that proves something, ascending.

    proven: whether a choice does; all lines together do, and so does every choice that contains one that does.
    Proposes the smallest choice that is part of no known choice without proof (implicit hitting sets), and learns from
    each that proves nothing.
    """
    missed: list[frozenset[int]] = []
    while True:
        tried = frozenset(next(hitting_sets(missed)))
        if proven(tried):
            return tuple(sorted(tried))
        weak = _grown(tried, [line for line in lines if line not in tried], proven)
        missed.append(frozenset(lines) - weak)


def possible(kinds: tuple[Kind, ...], trail: Trail, kept: frozenset[int]) -> bool:
    """Whether what the kept lines name can be true. Raises OutOfTime."""
    last = max(kept, default=0)
    try:
        # What nobody saw can always have been, so nothing after the last of them needs a look.
        track_only(kinds, tuple(step for step in without(trail, kept) if step.line <= last), frozenset())
    except Impossible:
        return False
    return True


def naming(trail: Trail) -> tuple[int, ...]:
    """The lines that name a card, ascending."""
    return tuple(sorted({step.line for step in trail if named_by(step) is not None}))


def named_by(step: Moved | Learned | Shuffled) -> str | None:
    """Which card a step says that it was."""
    return None if isinstance(step, Shuffled) else step.card


def without(trail: Trail, kept: frozenset[int]) -> Trail:
    """Give the trail as it would be if only the kept lines had been seen: what the others moved, moved unseen."""
    made: list[Moved | Learned | Shuffled] = []
    for step in trail:
        if step.line in kept or isinstance(step, Shuffled):
            made.append(step)
        elif isinstance(step, Moved):
            made.append(replace(step, card=None))
    return tuple(made)


def _grown(weak: frozenset[int], more: Sequence[int], proven: Callable[[frozenset[int]], bool]) -> frozenset[int]:
    """A choice without proof to which none of the lines can be added: whole parts at once where that can be."""
    if not more:
        return weak
    together = weak | frozenset(more)
    if not proven(together):
        return together
    if len(more) == 1:
        return weak
    half = len(more) // 2
    return _grown(_grown(weak, more[:half], proven), more[half:], proven)
