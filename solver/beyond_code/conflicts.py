"""Which facts can be true together, and smallest sets of lines that cannot.

For the first the array of all layouts is not needed: cards are laid one after the other, each on its way through all
parts of the game: a slot in each, the same across a shuffle unless both slots are of those shuffled. A card that no
fact binds finds a way in whatever is left.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import factorial
from time import monotonic
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.beyond_code.course import Course, Placed, nested
from solver.beyond_code.layouts import allowed, reachable, spread_mask
from solver.beyond_code.state import Fact
from solver.explain import hitting_sets

__all__ = ["SECONDS", "Conflict", "possible", "smallest_conflict"]

SECONDS = 2.0
"""So long a smaller conflict is looked for; it takes a moment where few lines are part of it."""

Packed: TypeAlias = NDArray[np.uint8]
"""Some of all layouts, a bit for each."""

_PAIR = 2
_FEW_SHUFFLES = 3
"""Up to so many shuffles the ways of the cards are followed; beyond, all layouts."""


def possible(held: Course) -> bool:
    """Whether some history agrees with all facts."""
    pinned: dict[tuple[int, int], int] = {}
    barred: set[tuple[int, int, int]] = set()
    for placed in held.facts:
        if isinstance(placed.step, Fact):
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


# ---- smallest sets ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Conflict:
    """Lines that cannot all be true, ascending, and none of them could be left out.

    smallest: it is proved that no set has fewer; False where time ran out before.
    """

    lines: tuple[int, ...]
    smallest: bool


def smallest_conflict(held: Course, supposed: Placed | None = None, limit: float = SECONDS) -> Conflict:
    """Give a smallest set of lines whose facts cannot all be true.

    supposed: one fact more, which is taken for true and whose line is not told. limit: so many seconds the search for
    a smaller set goes on. All facts together must be contradictory.
    """
    end = monotonic() + limit
    search = _Search(held, supposed)
    found = search.irreducible()
    if len(found) == _PAIR and search.each_alone():
        return Conflict(found, smallest=True)
    missed: list[frozenset[int]] = []
    while True:
        for tried in hitting_sets(missed):
            if len(tried) >= len(found):
                return Conflict(found, smallest=True)
            true = search.grown(tried)
            if true is None:
                return Conflict(tried, smallest=True)
            missed.append(search.lines - true)
            break
        if monotonic() > end:
            return Conflict(found, smallest=False)


class _Search:
    """The facts of a game as packed masks of the layouts that agree with each, in the order of play.

    What is possible is followed through the shuffles once forward and once backward, whatever number of sets is asked
    about on the way: from behind come the layouts that all which is kept anyway still allows.
    """

    def __init__(self, held: Course, supposed: Placed | None) -> None:
        self._size, self._shuffles = held.size, held.shuffles
        self._total = factorial(held.size)
        self._all = np.packbits(np.ones(self._total, dtype=np.bool_))
        parts = len(held.shuffles) + 1
        self._supposed = [self._all] * parts
        self._facts: list[dict[int, Packed]] = [{} for _ in range(parts)]
        """For each part, by line; the facts of a line belong to one part."""
        for placed in held.facts:
            if isinstance(placed.step, Fact):
                told, line = self._facts[placed.part], placed.step.line
                told[line] = told.get(line, self._all) & self._mask(held, placed)
        if supposed is not None:
            self._supposed[supposed.part] = self._mask(held, supposed)
        self.lines = frozenset(line for told in self._facts for line in told)

    def _mask(self, held: Course, placed: Placed) -> Packed:
        matrix = np.ones((held.size, held.size))
        if isinstance(placed.step, Fact):
            matrix[placed.slot] = [card in placed.step.cards for card in held.cards]
        return np.packbits(allowed(matrix))

    def _shuffled(self, mask: Packed, part: int) -> Packed:
        layouts = np.unpackbits(mask, count=self._total).astype(np.bool_)
        return np.packbits(spread_mask(layouts, self._size, self._shuffles[part]))

    def _behind(self, lines: Collection[int]) -> list[Packed]:
        """For each part the layouts at its end from which the facts of these lines in later parts can be true."""
        found = [self._all]
        for part in range(len(self._shuffles), 0, -1):
            here = found[-1] & self._supposed[part]
            for line, mask in self._facts[part].items():
                if line in lines:
                    here = here & mask
            found.append(self._shuffled(here, part - 1))
        return found[::-1]

    def grown(self, tried: Collection[int]) -> frozenset[int] | None:
        """These lines and as many more as can be true with them, in the order of play; None where they cannot."""
        behind, true, here = self._behind(tried), set(tried), self._all
        for part, told in enumerate(self._facts):
            if part:
                here = self._shuffled(here, part - 1)
            here = here & behind[part] & self._supposed[part]
            for line in sorted(told, key=lambda line: (line not in true, line)):
                less = here & told[line]
                if less.any():
                    here = less
                    true.add(line)
                elif line in true:
                    return None
            if not here.any():
                return None
        return frozenset(true)

    def each_alone(self) -> bool:
        """Whether every line can be true for itself, whatever was shuffled."""
        plain = all((supposed == self._all).all() for supposed in self._supposed)
        return plain and all(mask.any() for told in self._facts for mask in told.values())

    def irreducible(self) -> tuple[int, ...]:
        """A contradictory set of which no line can be left out, ascending."""
        behind, kept, here = self._behind(self.lines), list[int](), self._all
        for part, told in enumerate(self._facts):
            if part:
                here = self._shuffled(here, part - 1)
            here = here & self._supposed[part]
            later = [behind[part]]
            for mask in reversed(told.values()):
                later.append(later[-1] & mask)
            for line, mask in told.items():
                later.pop()
                if (here & later[-1]).any():
                    kept.append(line)
                    here = here & mask
        return tuple(sorted(kept))
