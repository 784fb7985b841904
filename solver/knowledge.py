"""What one seat knows, as facts that every engine can use, and the shape of every engine's answer."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from solver.clue import AllDifferent, Clue, Slot

__all__ = ["Fact", "Knowledge", "Posterior", "Repair"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A clue and the line it comes from; None for what needs no line to be true."""

    clue: Clue
    line: int | None


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Hidden numbers and what is known of them.

    domains: for each slot the numbers it may hold, ascending.
    facts: all of them true.
    asked: the slots whose numbers are wanted, in the order of the answer.
    """

    domains: Mapping[Slot, tuple[int, ...]]
    facts: tuple[Fact, ...]
    asked: tuple[Slot, ...]

    def keeping(self, lines: Iterable[int]) -> "Knowledge":
        """Give the same with only those of its lined facts that come from the lines."""
        kept = frozenset(lines)
        return replace(self, facts=tuple(f for f in self.facts if f.line is None or f.line in kept))

    def with_fresh(self, like: Slot, fresh: Slot) -> "Knowledge":
        """Give the same with one more slot, asked last: as `like`, and different from all that `like` differs from."""
        facts = tuple(
            Fact(AllDifferent((*f.clue.slots, fresh)), f.line)
            if isinstance(f.clue, AllDifferent) and like in f.clue.slots
            else f
            for f in self.facts
        )
        return Knowledge({**self.domains, fresh: self.domains[like]}, facts, (*self.asked, fresh))


@dataclass(frozen=True, slots=True)
class Repair:
    """Other clues in the place of some facts' own. instead: by the fact's place among the facts. cost: at least 0."""

    instead: Mapping[int, Clue]
    cost: float


@dataclass(frozen=True, slots=True)
class Posterior:
    """An engine's answer.

    total: how many worlds fit all facts. marginals: for each asked slot, number -> in how many worlds it holds it,
    numbers with none left out. logs: each combination of the asked slots that occurs, with its number of worlds,
    in ascending order.
    """

    total: int
    marginals: Mapping[Slot, Mapping[int, int]]
    logs: Iterable[tuple[tuple[int, ...], int]]

    @classmethod
    def counted(cls, asked: tuple[Slot, ...], counts: Mapping[tuple[int, ...], int]) -> "Posterior":
        """Build the answer from the number of worlds for each combination of the asked slots."""
        marginals: dict[Slot, dict[int, int]] = {slot: {} for slot in asked}
        for log, ways in counts.items():
            for slot, number in zip(asked, log, strict=True):
                marginals[slot][number] = marginals[slot].get(number, 0) + ways
        ordered = {slot: dict(sorted(counted.items())) for slot, counted in marginals.items()}
        return cls(sum(counts.values()), ordered, tuple(sorted(counts.items())))
