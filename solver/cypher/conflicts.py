"""Which lines cannot all be true, where the cards that they name cannot all have been where they were seen."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from time import perf_counter
from typing import TypeAlias

from solver.cypher.events import Kind
from solver.cypher.state import Learned, Moved, Shuffled, Trail
from solver.cypher.tracking import MOST_WAYS, Impossible, track_only
from solver.errors import Contradiction, OutOfTime
from solver.explain import hitting_sets

__all__ = ["contradiction", "few", "named_by", "naming", "possible", "smallest", "without"]

Proof: TypeAlias = Callable[[frozenset[int], int], bool]
"""Whether some lines prove a thing, with at most so many ways at once; raises OutOfTime beyond."""

FEW_WAYS = 3000
"""So many ways at once are followed to learn what does, or does not, prove a thing."""
SEARCH_WAYS = 50_000
"""So many to learn whether a smaller choice does; with more it stays open."""
LIMIT = 4.0
"""Seconds that the search for a smallest set may take."""


def contradiction(kinds: tuple[Kind, ...], trail: Trail, first: int, limit: float = LIMIT) -> Contradiction:
    """Give the contradiction of a trail that cannot be true, with a smallest set of its lines.

    first: the line up to which it can no longer be true. limit: seconds, about, after which the set is the smallest one
    found by then, which the contradiction says.
    """
    end = perf_counter() + limit
    lines, left = _conflict(kinds, trail, first, end), trail
    while perf_counter() < end and (other := _failing(kinds, left := _unnamed(left, first))) is not None:
        # Without that line there is another contradiction, of fewer lines perhaps.
        first = other
        lines = min(lines, _conflict(kinds, left, first, end), key=len)
    # The smallest set of all may hold several lines at which a conflict showed.
    lines, proved = smallest(naming(trail), lambda kept, most: not possible(kinds, trail, kept, most), lines, end)
    return Contradiction(lines, reason=_reason(kinds, trail, lines), smallest=proved)


def _conflict(kinds: tuple[Kind, ...], trail: Trail, first: int, end: float) -> tuple[int, ...]:
    """A small set of lines, the line where it shows with them: what stands before can be true by itself."""
    before = tuple(step for step in trail if step.line <= first)
    lines = [line for line in naming(before) if line != first]
    shown = {named_by(step) for step in before if step.line == first}
    alike = sorted({step.line for step in before if named_by(step) in shown} - {first})

    def proven(kept: frozenset[int], most: int) -> bool:
        return not possible(kinds, before, kept | {first}, most)

    timed = _until(end, proven)
    return tuple(sorted((*few(alike if _surely(timed, frozenset(alike)) else lines, timed, alike), first)))


def _until(end: float, proven: Proof) -> Proof:
    """The same question, which gives no answer when the time is over."""

    def timed(kept: frozenset[int], most: int) -> bool:
        if perf_counter() > end:
            raise OutOfTime("the time for a smallest set was over")
        return proven(kept, min(most, SEARCH_WAYS))

    return timed


def _failing(kinds: tuple[Kind, ...], trail: Trail) -> int | None:
    """The line up to which a trail can no longer be true, None where all of it can."""
    try:
        track_only(kinds, trail, frozenset())
    except Impossible as impossible:
        return impossible.line
    return None


def _unnamed(trail: Trail, line: int) -> Trail:
    """The trail as if nobody had seen what a line names."""
    return without(trail, frozenset(step.line for step in trail) - {line})


def _reason(kinds: tuple[Kind, ...], trail: Trail, lines: Sequence[int]) -> str:
    named = _involved(kinds, trail, lines)
    cards = ", ".join(named)
    if len(named) == 1:
        copies = next(kind.copies for kind in kinds if kind.name in named)
        there = "there is one such card" if copies == 1 else f"there are {copies} such cards"
        return f"{cards} cannot have been everywhere where it was seen: {there}"
    return f"these cards cannot all have been where they were seen: {cards}"


def _involved(kinds: tuple[Kind, ...], trail: Trail, lines: Sequence[int]) -> list[str]:
    """The cards named by the lines of a contradiction, without those that it does not need: a line may name several."""
    left = without(trail, frozenset(lines))
    named = list(dict.fromkeys(card for step in left if (card := named_by(step)) is not None))
    for card in tuple(named):
        fewer = _unnamed_card(left, card)
        try:
            needed = _failing(kinds, fewer) is None
        except OutOfTime:
            needed = True
        if not needed:
            left = fewer
            named.remove(card)
    return named


def _unnamed_card(trail: Trail, card: str) -> Trail:
    """The trail as if nobody had seen a card of that name."""
    made: list[Moved | Learned | Shuffled] = []
    for step in trail:
        if named_by(step) != card:
            made.append(step)
        elif isinstance(step, Moved):
            made.append(replace(step, card=None))
    return tuple(made)


def smallest(lines: Sequence[int], proven: Proof, enough: tuple[int, ...], end: float) -> tuple[tuple[int, ...], bool]:
    """Give a smallest choice of the lines that proves something, ascending, and whether no smaller one does.

    proven: whether a choice does; all lines together do, and so does every choice that contains one that does. enough:
    a choice that does. end: when the search must be over; it gives the smallest choice found by then. It proposes the
    smallest choice that is part of no known choice without proof (implicit hitting sets), and learns from each that
    proves nothing.
    """
    timed = _until(end, proven)
    missed: list[frozenset[int]] = []
    while len(enough) > 1 and perf_counter() < end:
        tried = next(hitting_sets(missed))
        if len(tried) >= len(enough):
            break
        try:
            if timed(frozenset(tried), SEARCH_WAYS):
                return tuple(sorted(tried)), True
        except OutOfTime:
            return enough, False
        missed.append(frozenset(lines) - _grown(frozenset(tried), [n for n in lines if n not in tried], timed))
    else:
        return enough, len(enough) <= 1
    return enough, True


def few(lines: Sequence[int], proven: Proof, likely: Sequence[int]) -> tuple[int, ...]:
    """Give a choice of the lines that proves something and from which none can be spared, ascending: found quickly.

    None, or one of the likely lines, if that is enough; else not always the smallest. Where it takes long to say, some
    may be spared after all.
    """
    if _surely(proven, frozenset(), MOST_WAYS):
        return ()
    for line in reversed(likely):
        if _surely(proven, frozenset({line}), MOST_WAYS):
            return (line,)
    return tuple(sorted(_needed(frozenset(), list(lines), proven, added=False)))


def _needed(sure: frozenset[int], more: list[int], proven: Proof, *, added: bool) -> list[int]:
    """Which of `more` are needed beside the sure lines. added: whether sure ones were added since they were tried."""
    if added and _surely(proven, sure):
        return []
    if len(more) == 1:
        return more
    first, second = more[: len(more) // 2], more[len(more) // 2 :]
    late = _needed(sure | frozenset(first), second, proven, added=True)
    early = _needed(sure | frozenset(late), first, proven, added=bool(late))
    return [*early, *late]


def _surely(proven: Proof, kept: frozenset[int], most: int = FEW_WAYS) -> bool:
    """Whether lines prove it; where it takes long to say, they count as no proof."""
    try:
        return proven(kept, most)
    except OutOfTime:
        return False


def possible(kinds: tuple[Kind, ...], trail: Trail, kept: frozenset[int], most: int = MOST_WAYS) -> bool:
    """Whether what the kept lines name can be true. most: ways at once. Raises OutOfTime."""
    last = max(kept, default=0)
    try:
        # What nobody saw can always have been, so nothing after the last of them needs a look.
        track_only(kinds, tuple(step for step in without(trail, kept) if step.line <= last), frozenset(), most)
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


def _grown(weak: frozenset[int], more: Sequence[int], proven: Proof) -> frozenset[int]:
    """A choice without proof that holds as many of the lines as are easily added: whole parts at once where possible.

    A part for which it takes long to say is left out: the choice is smaller then, and still proves nothing.
    """
    if not more:
        return weak
    together = weak | frozenset(more)
    try:
        if not proven(together, FEW_WAYS):
            return together
    except OutOfTime:
        pass
    if len(more) == 1:
        return weak
    half = len(more) // 2
    return _grown(_grown(weak, more[:half], proven), more[half:], proven)
