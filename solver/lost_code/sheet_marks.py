"""Judging the marks in the boxes of a sheet, and naming those that are missing.

A crossed box claims “my present stone of this symbol is not this number”. It is right if that is provable from all that
the player knows now, wrong if the opposite is, stale if neither is but it was provable of a stone since exchanged, and
else unproven: it may be true. A black box claims “seen elsewhere, or discarded”. An open box claims nothing.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from solver.clue import Slot, slots_of
from solver.explain import smallest_conflict
from solver.knowledge import Knowledge
from solver.lost_code.events import SYMBOLS, Symbol
from solver.lost_code.knowledge import slot
from solver.lost_code.moments import Moment
from solver.lost_code.sheet import Box, Sheet

__all__ = ["Basis", "Judged", "Mark", "Missed", "Proof", "judged", "missed", "restricted"]


class Judged(StrEnum):
    """What can be said of a mark."""

    RIGHT = "right"
    WRONG = "wrong"
    STALE = "stale"
    UNPROVEN = "unproven"


@dataclass(frozen=True, slots=True)
class Proof:
    """A smallest set of lines that proves a mark right or wrong, ascending; none where the stones in sight do.

    slots: how many hidden numbers they speak of, the marked stone included.
    """

    lines: tuple[int, ...]
    slots: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A crossed or black box, judged.

    round: since when it has been so: for a right cross the first round at whose end it was provable of the present
    stone (the one of its draw at the earliest), for a right black box the one in which the number was seen; for a
    wrong cross the first at whose end the number was provably the stone's; for a stale one that of the exchange.
    proof: of a wrong cross; of a stale one, why it was right.
    ways: in how many of all worlds the present stone has the number; total: of how many.
    """

    symbol: Symbol
    number: int
    box: Box
    judged: Judged
    round: int | None
    ways: int
    total: int
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Missed:
    """A box without the mark that it could have. box: that mark. round: since when. proof: of a cross."""

    symbol: Symbol
    number: int
    box: Box
    round: int | None
    proof: Proof | None = None


@dataclass(frozen=True, slots=True)
class Basis:
    """What marks are judged by.

    seat: the player. moments: what he could know, now as the last. seen: for each symbol the numbers seen elsewhere or
    discarded, and in which round. exchanged: for each symbol the rounds in which he gave up a stone of it.
    elsewhere: for each symbol the places in sight whose stones were not noted. possible: whether any world fits.
    """

    seat: str
    symbols: tuple[Symbol, ...]
    numbers: range
    moments: tuple[Moment, ...]
    seen: Mapping[Symbol, Mapping[int, int]]
    exchanged: Mapping[Symbol, tuple[int, ...]]
    elsewhere: Mapping[Symbol, tuple[Slot, ...]]
    possible: Callable[[Knowledge], bool]

    @property
    def now(self) -> Moment:
        """What is known now. It has a world."""
        return self.moments[-1]

    def excluded(self, symbol: Symbol, number: int) -> bool:
        """Whether the present stone is provably not the number."""
        return number not in self.now.values[symbol]

    def since(self, symbol: Symbol, holds: Callable[[frozenset[int]], bool]) -> int | None:
        """The first round at whose end something was provable of the stone that lies there now."""
        present = self.now.held[symbol]
        found = (each for each in self.moments if each.held[symbol] == present and holds(each.values[symbol]))
        return next((each.round for each in found), None)

    def former(self, symbol: Symbol, number: int) -> Moment | None:
        """The last moment at which a stone since exchanged was provably not the number."""
        present = self.now.held[symbol]
        return next(
            (m for m in reversed(self.moments) if m.held[symbol] < present and number not in m.values[symbol]), None
        )

    def proof(self, moment: Moment, symbol: Symbol, numbers: Sequence[int]) -> Proof:
        """Why the stone that lay there at a moment is none of the numbers: the fewest lines. Raises OutOfTime."""
        mine = slot(self.seat, symbol, moment.held[symbol])
        left = restricted(moment.known, {mine: numbers})
        lines = smallest_conflict(left, self.possible) if left.domains[mine] else ()
        spoken = {s for fact in moment.known.facts if fact.line in lines for s in slots_of(fact.clue)}
        # An answer that was left out stands on minus the line of its guess.
        return Proof(tuple(sorted(map(abs, lines))), len(spoken | {mine}))


def restricted(known: Knowledge, numbers: Mapping[Slot, Sequence[int]]) -> Knowledge:
    """The same knowledge with some slots limited to some numbers."""
    kept = {s: tuple(n for n in known.domains[s] if n in allowed) for s, allowed in numbers.items()}
    return replace(known, domains={**known.domains, **kept})


def judged(sheet: Sheet, basis: Basis, ways: Mapping[Symbol, Mapping[int, int]]) -> tuple[Mark, ...]:
    """Judge every crossed and every black box of symbols and numbers in play. Raises OutOfTime.

    ways: for each symbol and number, in how many of all worlds the present stone has it.
    """
    found = []
    for box, judge in ((Box.CROSSED, _cross), (Box.BLACK, _black)):
        for symbol, number in sheet.marked(box):
            if symbol in basis.symbols and number in basis.numbers:
                mark = judge(basis, symbol, number)
                found.append(replace(mark, ways=ways[symbol].get(number, 0), total=basis.now.total))
    return tuple(sorted(found, key=lambda mark: (SYMBOLS.index(mark.symbol), mark.number)))


def _cross(basis: Basis, symbol: Symbol, number: int) -> Mark:
    values = basis.now.values[symbol]
    if number not in values:
        since = basis.since(symbol, lambda then: number not in then)
        return Mark(symbol, number, Box.CROSSED, Judged.RIGHT, since, 0, 0)
    if values == {number}:
        since = basis.since(symbol, lambda then: then == values)
        others = [other for other in basis.numbers if other != number]
        proof = basis.proof(basis.now, symbol, others)
        return Mark(symbol, number, Box.CROSSED, Judged.WRONG, since, 0, 0, proof)
    if then := basis.former(symbol, number):
        given_up = basis.exchanged[symbol][then.held[symbol]]
        proof = basis.proof(then, symbol, [number])
        return Mark(symbol, number, Box.CROSSED, Judged.STALE, given_up, 0, 0, proof)
    return Mark(symbol, number, Box.CROSSED, Judged.UNPROVEN, None, 0, 0)


def _black(basis: Basis, symbol: Symbol, number: int) -> Mark:
    if number in basis.seen[symbol]:
        return Mark(symbol, number, Box.BLACK, Judged.RIGHT, basis.seen[symbol][number], 0, 0)
    places = basis.elsewhere[symbol]
    known = basis.now.known
    if not any(basis.possible(restricted(known, {place: [number]})) for place in places):
        return Mark(symbol, number, Box.BLACK, Judged.WRONG, None, 0, 0)
    others = [other for other in basis.numbers if other != number]
    nowhere = basis.possible(restricted(known, dict.fromkeys(places, others)))
    return Mark(symbol, number, Box.BLACK, Judged.UNPROVEN if nowhere else Judged.RIGHT, None, 0, 0)


def missed(sheet: Sheet, basis: Basis) -> tuple[Missed, ...]:
    """Name the boxes that should be black, then those that could be crossed, the easiest proof first. Raises OutOfTime.

    A proof is easier with fewer lines, then with fewer hidden numbers in them.
    """
    blacks, crosses = [], []
    for symbol, number in _boxes(basis):
        box = sheet.box(symbol, number)
        if number in basis.seen[symbol]:
            if box is not Box.BLACK:
                blacks.append(Missed(symbol, number, Box.BLACK, basis.seen[symbol][number]))
        elif box is Box.OPEN and basis.excluded(symbol, number):
            since = basis.since(symbol, lambda then, n=number: n not in then)  # type: ignore[misc]
            crosses.append(Missed(symbol, number, Box.CROSSED, since, basis.proof(basis.now, symbol, [number])))
    return (*blacks, *sorted(crosses, key=_ease))


def _ease(each: Missed) -> tuple[int, int, tuple[int, ...]]:
    return (len(each.proof.lines), each.proof.slots, each.proof.lines) if each.proof else (0, 0, ())


def _boxes(basis: Basis) -> Iterator[tuple[Symbol, int]]:
    return ((symbol, number) for symbol in basis.symbols for number in basis.numbers)
