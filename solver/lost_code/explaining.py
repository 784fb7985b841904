"""Why a number of the viewer's is impossible or certain: the fewest answers that prove it, and a proof in steps."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from solver.clue import Slot
from solver.errors import OutOfTime
from solver.explain import smallest_conflict
from solver.knowledge import Knowledge
from solver.lost_code.events import Symbol
from solver.lost_code.odds import Odds, odds
from solver.lost_code.view import View
from solver.proof import Proof, effort, prove
from solver.table import satisfying

__all__ = ["Explanation", "Possible", "Reason", "Seen", "explain", "found", "source"]


@dataclass(frozen=True, slots=True)
class Reason:
    """A number that the answers rule out, or one that they leave alone.

    numbers: those ruled out by this reason. certain: the one that is left, if only one is. lines: a smallest set of
    answers that prove it, given the stones seen. proof: None where it takes too long to be told. new: whether it needs
    the last answer of all.
    """

    symbol: Symbol
    numbers: tuple[int, ...]
    certain: int | None
    lines: tuple[int, ...]
    proof: Proof | None
    new: bool

    @property
    def effort(self) -> tuple[float, int]:
        """How hard the proof is; proofs that cannot be told are hardest."""
        return (float("inf") if self.proof is None else effort(self.proof), len(self.lines))


@dataclass(frozen=True, slots=True)
class Seen:
    """A number that lies in sight. line: where it was told."""

    symbol: Symbol
    number: int
    line: int


@dataclass(frozen=True, slots=True)
class Possible:
    """A number that may be. ways of total; log: one log in which it is so, in the order of the symbols."""

    symbol: Symbol
    number: int
    ways: int
    total: int
    log: tuple[int, ...]


Explanation: TypeAlias = Reason | Seen | Possible


def explain(view: View, symbol: Symbol, number: int) -> Explanation:
    """Say why a number of the viewer's symbol cannot be or must be, or how often it is so.

    Raises Contradiction, OutOfTime and SeatError.
    """
    weighed = odds(view)
    axis = weighed.symbols.index(symbol)
    own = weighed.known.asked[axis]
    counted = weighed.values[symbol]
    if number not in weighed.known.domains[own]:
        return Seen(symbol, number, source(view, own, number))
    if number not in counted:
        return _reason(weighed, symbol, (number,), None)
    if len(counted) == 1 and len(weighed.known.domains[own]) > 1:
        others = tuple(n for n in weighed.known.domains[own] if n != number)
        return _reason(weighed, symbol, others, number)
    log = next(log for log, _ in weighed.table if log[axis] == number)
    return Possible(symbol, number, counted[number], weighed.total, log)


def found(view: View) -> tuple[Reason, ...]:
    """Everything that the answers make certain or impossible, the easiest proof first.

    Numbers of a symbol that the same answers rule out are one reason. Raises Contradiction, OutOfTime and SeatError.
    """
    weighed = odds(view)
    reasons = [reason for symbol in weighed.symbols for reason in _of_symbol(weighed, symbol)]
    return tuple(sorted(reasons, key=lambda reason: reason.effort))


def source(view: View, slot: Slot, number: int) -> int:
    """The line that tells that a hidden stone is not this number: where the number was seen, or the stone itself."""
    owner, name, index = slot.rsplit("/", 2)
    stone = view.table.history(owner, Symbol(name))[int(index)]
    return stone.line if stone.number is not None else view.table.seen(Symbol(name))[number]


def _of_symbol(weighed: Odds, symbol: Symbol) -> Iterator[Reason]:
    domain = weighed.known.domains[weighed.known.asked[weighed.symbols.index(symbol)]]
    counted = weighed.values[symbol]
    gone = tuple(number for number in domain if number not in counted)
    if gone and len(counted) == 1:
        yield _reason(weighed, symbol, gone, next(iter(counted)))
        return
    together: dict[tuple[int, ...], list[int]] = {}
    for number in gone:
        together.setdefault(_lines(weighed, symbol, (number,)), []).append(number)
    # What is smallest for each of the numbers is smallest for all of them together.
    for lines, numbers in together.items():
        yield _reason(weighed, symbol, tuple(numbers), None, lines)


def _reason(
    weighed: Odds,
    symbol: Symbol,
    numbers: tuple[int, ...],
    certain: int | None,
    lines: tuple[int, ...] | None = None,
) -> Reason:
    """Prove it. lines: the smallest set, where it is known already."""
    known, own = weighed.known, weighed.known.asked[weighed.symbols.index(symbol)]
    lines = _lines(weighed, symbol, numbers) if lines is None else lines
    proof: Proof | None
    try:
        proof = prove(known.keeping(lines), own, numbers, weighed.view.table.numbers)
    except OutOfTime:
        proof = None
    last = max((fact.line for fact in known.facts if fact.line is not None), default=0)
    before = known.keeping(fact.line for fact in known.facts if fact.line is not None and fact.line < last)
    new = satisfying(_against(before, own, numbers))
    return Reason(symbol, numbers, certain, lines, proof, new)


def _lines(weighed: Odds, symbol: Symbol, numbers: Sequence[int]) -> tuple[int, ...]:
    known = weighed.known
    own = known.asked[weighed.symbols.index(symbol)]
    return smallest_conflict(_against(known, own, numbers), satisfying)


def _against(known: Knowledge, slot: Slot, numbers: Sequence[int]) -> Knowledge:
    """The knowledge with the slot supposed to be one of the numbers."""
    return replace(known, domains={**known.domains, slot: tuple(numbers)})
