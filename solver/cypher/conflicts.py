"""Which lines cannot all be true, where the cards that they name cannot all have been where they were seen."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from solver.cypher.events import Kind
from solver.cypher.state import Learned, Moved, Shuffled, Trail
from solver.cypher.tracking import Impossible, track
from solver.errors import Contradiction
from solver.explain import hitting_sets

__all__ = ["contradiction", "naming", "possible", "smallest", "without"]


def contradiction(kinds: tuple[Kind, ...], trail: Trail) -> Contradiction:
    """Give the contradiction of a trail that cannot be true, with a smallest set of its lines."""
    lines = smallest(kinds, trail)
    named = dict.fromkeys(step.card for step in trail if step_names(step) and step.line in lines)
    cards = ", ".join(str(card) for card in named)
    if len(named) == 1:
        copies = next(kind.copies for kind in kinds if kind.name in named)
        there = "there is one such card" if copies == 1 else f"there are {copies} such cards"
        reason = f"{cards} cannot have been everywhere where it was seen: {there}"
    else:
        reason = f"these cards cannot all have been where they were seen: {cards}"
    return Contradiction(lines, reason=reason)


def smallest(kinds: tuple[Kind, ...], trail: Trail, needed: Iterable[int] = ()) -> tuple[int, ...]:
    """Give the lines of a smallest set that cannot all be true, ascending. needed: lines that are true in any case.

    Proposes the smallest set that misses no known choice of lines that can be true together (implicit hitting sets),
    and learns from each "these can be true". What a line that is left out moved was moved all the same, unseen.
    """
    sure = frozenset(needed)
    lines = [line for line in naming(trail) if line not in sure]
    missed: list[frozenset[int]] = []
    while True:
        tried = frozenset(next(hitting_sets(missed)))
        if not possible(kinds, trail, tried | sure):
            return tuple(sorted(tried))
        true = _grown(kinds, trail, tried | sure, [line for line in lines if line not in tried])
        missed.append(frozenset(lines) - true)


def possible(kinds: tuple[Kind, ...], trail: Trail, kept: frozenset[int]) -> bool:
    """Whether what the kept lines name can be true. Raises OutOfTime."""
    try:
        track(kinds, without(trail, kept))
    except Impossible:
        return False
    return True


def naming(trail: Trail) -> tuple[int, ...]:
    """The lines that name a card, ascending."""
    return tuple(sorted({step.line for step in trail if step_names(step)}))


def step_names(step: Moved | Learned | Shuffled) -> bool:
    """Whether a step says which card it was."""
    return not isinstance(step, Shuffled) and step.card is not None


def without(trail: Trail, kept: frozenset[int]) -> Trail:
    """Give the trail as it would be if only the kept lines had been seen; nothing is needed after the last of them."""
    last = max(kept, default=0)
    made: list[Moved | Learned | Shuffled] = []
    for step in trail:
        if step.line > last:
            break
        if step.line in kept or isinstance(step, Shuffled):
            made.append(step)
        elif isinstance(step, Moved):
            made.append(replace(step, card=None))
    return tuple(made)


def _grown(kinds: tuple[Kind, ...], trail: Trail, true: frozenset[int], more: Sequence[int]) -> frozenset[int]:
    """A choice of lines that can be true, to which none can be added: whole parts at once where that can be."""
    if not more:
        return true
    together = true | frozenset(more)
    if possible(kinds, trail, together):
        return together
    if len(more) == 1:
        return true
    half = len(more) // 2
    return _grown(kinds, trail, _grown(kinds, trail, true, more[:half]), more[half:])
