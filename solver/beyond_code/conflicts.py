"""Which facts can be true together, without the array of all layouts; and smallest sets of lines that cannot.

Cards are laid one after the other, each on its way through all parts of the game: a slot in each, the same across a
shuffle unless both slots are of those shuffled. A card that no fact binds finds a way in whatever is left.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence

import numpy as np

from solver.beyond_code.course import Course, nested
from solver.beyond_code.layouts import reachable
from solver.beyond_code.state import Fact
from solver.explain import hitting_sets

__all__ = ["possible", "smallest_conflict"]

_FEW_SHUFFLES = 3
"""Up to so many shuffles the ways of the cards are followed; beyond, all layouts."""


def possible(held: Course, lines: Iterable[int] | None = None) -> bool:
    """Whether some history agrees with the facts of these lines; None: of all."""
    kept = None if lines is None else frozenset(lines)
    pinned: dict[tuple[int, int], int] = {}
    barred: set[tuple[int, int, int]] = set()
    for placed in held.facts:
        if isinstance(placed.step, Fact) and (kept is None or placed.step.line in kept):
            cards = [held.number(card) for card in placed.step.cards if card in held.cards]
            here = (placed.part, placed.slot)
            if len(cards) == 1 and pinned.setdefault(here, cards[0]) == cards[0]:
                continue
            barred |= {(*here, card) for card in range(held.size) if card not in cards}
    if len(held.shuffles) > _FEW_SHUFFLES:
        return _by_layouts(held, pinned, barred)
    ways = [list(_ways(held, card, pinned, barred)) for card in _bound(pinned, barred)]
    return _laid(sorted(ways, key=len))


def _by_layouts(held: Course, pinned: dict[tuple[int, int], int], barred: set[tuple[int, int, int]]) -> bool:
    """As `possible`, by all layouts from part to part: the ways of a card grow with every shuffle, these do not."""
    told = {part for part, _ in pinned} | {part for part, _, _ in barred}
    matrices, shuffles = [np.ones((held.size, held.size))], list[tuple[int, ...]]()
    for part in range(len(held.shuffles) + 1):
        if part:
            last = held.shuffles[part - 1]
            quiet = bool(shuffles) and part - 1 not in told
            if quiet and (joined := nested(shuffles[-1], last)):
                shuffles[-1] = joined
            else:
                shuffles.append(last)
                matrices.append(np.ones((held.size, held.size)))
        for (at, slot), card in pinned.items():
            if at == part:
                matrices[-1][slot, [other for other in range(held.size) if other != card]] = 0
        for at, slot, card in barred:
            if at == part:
                matrices[-1][slot, card] = 0
    return reachable(matrices, shuffles)


def _bound(pinned: dict[tuple[int, int], int], barred: set[tuple[int, int, int]]) -> list[int]:
    """The cards of which the facts say anything. That another card is pinned to a slot follows once that one lies."""
    return sorted({*pinned.values(), *(card for _, _, card in barred)})


def _ways(
    held: Course, card: int, pinned: dict[tuple[int, int], int], barred: set[tuple[int, int, int]]
) -> Iterator[int]:
    """Every way of a card, as a mask with a bit for each part and slot."""
    must = {part: slot for (part, slot), other in pinned.items() if other == card}
    twice = len([1 for other in pinned.values() if other == card]) > len(must)
    if twice:
        return
    yield from _steps(held, card, (pinned, barred, must), 0, list(range(held.size)), 0)


def _steps(
    held: Course,
    card: int,
    facts: tuple[dict[tuple[int, int], int], set[tuple[int, int, int]], dict[int, int]],
    part: int,
    slots: Sequence[int],
    mask: int,
) -> Iterator[int]:
    pinned, barred, must = facts
    for slot in slots:
        if must.get(part, slot) != slot or pinned.get((part, slot), card) != card or (part, slot, card) in barred:
            continue
        on = mask | 1 << (part * held.size + slot)
        if part == len(held.shuffles):
            yield on
        else:
            after = held.shuffles[part] if slot in held.shuffles[part] else (slot,)
            yield from _steps(held, card, facts, part + 1, after, on)


def _laid(ways: Sequence[Sequence[int]]) -> bool:
    """Whether each card can go one of its ways, no two through one slot."""
    failed: set[tuple[int, int]] = set()

    def lay(at: int, taken: int) -> bool:
        if at == len(ways):
            return True
        if (at, taken) in failed:
            return False
        if any(not way & taken and lay(at + 1, taken | way) for way in ways[at]):
            return True
        failed.add((at, taken))
        return False

    return lay(0, 0)


def smallest_conflict(held: Course, test: Callable[[Iterable[int]], bool] | None = None) -> tuple[int, ...]:
    """The lines of a smallest set of facts that cannot all be true, ascending.

    test: whether lines can be true together, if not by `possible`. All of them must be contradictory.
    """
    can = test or (lambda lines: possible(held, lines))
    lines = sorted({placed.step.line for placed in held.facts if isinstance(placed.step, Fact)})
    missed: list[frozenset[int]] = []
    while True:
        for tried in hitting_sets(missed):
            if not can(tried):
                return tried
            true = set(tried)
            for line in lines:
                if line not in true and can(true | {line}):
                    true.add(line)
            missed.append(frozenset(lines) - true)
            break
