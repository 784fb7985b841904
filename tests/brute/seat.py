"""What one seat knows, and its worlds: every way to fill in the stones it cannot see."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import perm
from typing import TypeAlias

from tests.brute.table import DICE, Announcement, Slot, Table, total_of

__all__ = ["Fact", "Seat", "TooMany", "World"]

World: TypeAlias = dict[Slot, int]


class TooMany(Exception):
    """The search tried more stones than it was allowed to."""


@dataclass(frozen=True)
class Fact:
    """The sum of these stones (a stone twice where two dice show its symbol) is one of `sums`."""

    line: int | None
    player: str
    stones: tuple[Slot, ...]
    sums: frozenset[int]


class Seat:
    """What one seat may know: the stones it has seen, the facts it has heard, and every world that fits.

    `every`: fill in also the unknown stones that no fact touches, rather than count them.
    `limit`: how many stones the search may try before it gives up with `TooMany`; none: any number.
    """

    def __init__(self, text: str, seat: str | None, *, every: bool = False, limit: int | None = None) -> None:
        self.table = Table(text)
        name = seat or self.table.me
        if name is None:
            raise ValueError("a record without `me` needs a seat")
        self.name = name
        self.limit = limit
        self.known = {slot: n if self._sees(slot) else None for slot, n in self.table.known.items()}
        self.facts = [fact for heard in self.table.announced for fact in [self._fact(heard)] if self._tells(fact)]
        touched = {slot for fact in self.facts for slot in fact.stones} | set(self.own.values())
        self.unknown = [slot for slot, number in self.known.items() if number is None and (every or slot in touched)]
        self.uncounted = [slot for slot, number in self.known.items() if number is None and slot not in self.unknown]

    def _sees(self, slot: Slot) -> bool:
        return slot[0] != self.name or slot in self.table.discarded or slot in self.table.revealed

    @property
    def own(self) -> dict[str, Slot]:
        """The stones in the seat's log now."""
        return {symbol: self.table.stone_now(self.name, symbol) for symbol in self.table.symbols}

    def _fact(self, heard: Announcement) -> Fact:
        """Return what an answer means to this seat, which heard in full what was told to itself."""
        sums = range(DICE * self.table.numbers[-1] + 1)
        below = {total for total in sums if total < heard.low}
        above = {total for total in sums if total > heard.high}
        allowed = {
            "right": set(sums) - below - above,
            "lower": below,
            "higher": above,
            "wrong": below | above,
        }[heard.word]
        smallest = heard.high - heard.low + 1 == min(self.table.wheels)
        if heard.player == self.name and heard.word == "wrong" and not smallest:
            total = total_of(self.table.known, heard.stones)
            allowed = next((side for side in (below, above) if total in side), allowed)
        return Fact(heard.line, heard.player, heard.stones, frozenset(allowed))

    def _tells(self, fact: Fact) -> bool:
        """Tell whether a fact is evidence: refuted by others' stones or a reveal, an answer is a mere finding."""
        seen = all(self.known[slot] is not None for slot in fact.stones)
        return not seen or (fact.player == self.name and not self.table.revealed.intersection(fact.stones))

    @cached_property
    def worlds(self) -> list[World]:
        """Every way to fill in the unknown stones that are counted one by one."""
        return list(self.fill(self.unknown, self.facts))

    @cached_property
    def factor(self) -> int:
        """In how many ways the stones that no fact touches can be filled in, in each world the same."""
        ways = 1
        for symbol in self.table.symbols:
            more = sum(slot[1] == symbol for slot in self.uncounted)
            filled = sum(slot[1] == symbol for slot in self.known) - more
            ways *= perm(len(self.table.numbers) - filled, more)
        return ways

    def fill(self, unknown: Iterable[Slot], facts: Sequence[Fact]) -> Iterator[World]:
        """Yield every way to fill in these stones, all different within a symbol, so that these facts hold."""
        order = _order(unknown, facts)
        free = {
            symbol: set(self.table.numbers) - {n for slot, n in self.known.items() if slot[1] == symbol}
            for symbol in self.table.symbols
        }
        sums = [sum(self.known[slot] or 0 for slot in fact.stones) for fact in facts]
        checks = _checks(order, facts, free)
        if any(sums[i] not in checks[i][0] for i in range(len(facts))):
            return
        steps = [
            [(i, fact.stones.count(slot), checks[i][place + 1]) for i, fact in enumerate(facts) if slot in fact.stones]
            for place, slot in enumerate(order)
        ]
        tried = 0
        world: World = {}

        def place_from(place: int) -> Iterator[World]:
            nonlocal tried
            if place == len(order):
                yield dict(world)
                return
            slot = order[place]
            mine = free[slot[1]]
            for number in sorted(mine):
                tried += 1
                if self.limit is not None and tried > self.limit:
                    raise TooMany
                if all(sums[i] + times * number in reachable for i, times, reachable in steps[place]):
                    world[slot] = number
                    mine.remove(number)
                    for i, times, _ in steps[place]:
                        sums[i] += times * number
                    yield from place_from(place + 1)
                    for i, times, _ in steps[place]:
                        sums[i] -= times * number
                    mine.add(number)

        yield from place_from(0)


def _order(unknown: Iterable[Slot], facts: Sequence[Fact]) -> list[Slot]:
    """Put these stones into an order that soon completes one fact after another."""
    rest = list(unknown)
    order: list[Slot] = []
    while rest:
        missing = ([slot for slot in rest if slot in fact.stones] for fact in facts)
        nearest: list[Slot] = min((slots for slots in missing if slots), key=len, default=rest)
        order += nearest
        rest = [slot for slot in rest if slot not in order]
    return order


def _checks(order: Sequence[Slot], facts: Sequence[Fact], free: dict[str, set[int]]) -> list[list[frozenset[int]]]:
    """Return for each fact, before each stone and at the end, the sums so far from which it can still hold."""
    checks = []
    for fact in facts:
        reachable = fact.sums
        backwards = [reachable]
        for slot in reversed(order):
            if times := fact.stones.count(slot):
                reachable = frozenset(total - times * number for total in reachable for number in free[slot[1]])
            backwards.append(reachable)
        checks.append(backwards[::-1])
    return checks
