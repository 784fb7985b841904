"""Proofs that a person can follow: why a hidden number cannot be what it cannot be.

A proof is a sequence of steps. Each step uses one fact and names what it rests upon: numbers that its slots cannot
have, because the knowledge says so from the start or because an earlier step found it. Where no single fact leads on, a
number is supposed, and the steps under the supposition end in a fact that cannot be true.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, permutations
from time import monotonic
from typing import TypeAlias

from solver.clue import AllDifferent, Clue, Slot, SumWithin, slots_of
from solver.errors import OutOfTime
from solver.knowledge import Fact, Knowledge

__all__ = ["SUPPOSING", "Excluded", "Proof", "Step", "Supposition", "effort", "prove", "rules_out"]

Excluded: TypeAlias = tuple[Slot, int]
"""A number that a slot cannot have."""
Allowed: TypeAlias = Mapping[Slot, frozenset[int]]

SUPPOSING = 3
"""How many steps a supposition is worth in `effort`: it must be kept in mind until it fails."""
_ORDERS = 24
"""So many orders of the facts are tried for the easiest proof: all of them for up to four facts."""


@dataclass(frozen=True, slots=True)
class Step:
    """One fact, applied once.

    premises: numbers that slots of the fact cannot have, all of which it needs. slot, numbers: what it thereby rules
    out; slot None: it cannot be true at all.
    """

    fact: Fact
    premises: frozenset[Excluded]
    slot: Slot | None
    numbers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Supposition:
    """Suppose that a slot has one of the numbers; the proof under it ends in a fact that cannot be true."""

    slot: Slot
    numbers: tuple[int, ...]
    proof: "Proof"


Proof: TypeAlias = tuple[Step | Supposition, ...]


def effort(proof: Proof) -> int:
    """How hard a proof is: its steps, and SUPPOSING for each supposition."""
    return sum(1 if isinstance(part, Step) else SUPPOSING + effort(part.proof) for part in proof)


def prove(known: Knowledge, slot: Slot, numbers: Iterable[int], universe: Iterable[int], limit: float = 5.0) -> Proof:
    """Prove from all facts of the knowledge that a slot has none of the numbers: the easiest proof found.

    Every order of up to four facts is tried; `effort` decides. universe: all numbers there are, so that what a domain
    leaves out is a premise, too. limit: seconds. Raises OutOfTime, and ValueError where it is not so.
    """
    until = monotonic() + limit
    every = frozenset(universe)
    wanted = tuple(sorted(set(numbers) & set(known.domains[slot])))
    background = [fact for fact in known.facts if fact.line is None]
    lined = sorted((fact for fact in known.facts if fact.line is not None), key=lambda fact: len(slots_of(fact.clue)))
    found: list[Proof] = []
    for order in islice(permutations(lined), _ORDERS):
        if found and monotonic() > until:
            break
        found.append(_Search(known, (*order, *background), every, until).proof(slot, wanted))
    return min(found, key=effort)


def rules_out(clue: Clue, allowed: Allowed, slot: Slot, number: int) -> bool:
    """Whether a clue cannot be true with the number there, whatever is allowed elsewhere."""
    if isinstance(clue, AllDifferent):
        return any(allowed[other] == {number} for other in clue.slots if other != slot)
    sums = {0}
    for other, times in clue.terms:
        numbers = (number,) if other == slot else allowed[other]
        sums = {total + times * each for total in sums for each in numbers}
    within = isinstance(clue, SumWithin)
    return not any((clue.low <= total <= clue.high) is within for total in sums)


def _impossible(clue: Clue, allowed: Allowed) -> bool:
    """Whether a clue cannot be true at all."""
    if not slots_of(clue):
        return rules_out(clue, allowed, Slot(""), 0)
    slot = slots_of(clue)[0]
    if isinstance(clue, AllDifferent):
        return any(rules_out(clue, allowed, one, number) for one in clue.slots for number in _only(allowed[one]))
    return all(rules_out(clue, allowed, slot, number) for number in allowed[slot])


def _only(numbers: frozenset[int]) -> tuple[int, ...]:
    return tuple(numbers) if len(numbers) == 1 else ()


@dataclass(frozen=True, slots=True)
class _Derived:
    """A step as it was found, with all that was excluded then. slot None: the fact cannot be true."""

    fact: Fact
    slot: Slot | None
    numbers: frozenset[int]
    before: Allowed


@dataclass
class _Search:
    """One search, with the facts in one order. Allowed numbers only ever get fewer."""

    known: Knowledge
    facts: Sequence[Fact]
    numbers: frozenset[int]
    until: float

    @property
    def universe(self) -> Allowed:
        """Every number for every slot."""
        return dict.fromkeys(self.known.domains, self.numbers)

    def proof(self, slot: Slot, numbers: Sequence[int]) -> Proof:
        start = {slot: frozenset(numbers) for slot, numbers in self.known.domains.items()}
        allowed = dict(start)
        derived = self._propagate(allowed)
        needed = {(slot, number) for number in numbers}
        suppositions: list[Supposition] = []
        if not (derived and derived[-1].slot is None):
            for group in self._groups(allowed, slot, allowed[slot] & set(numbers)):
                inner, uses = self._refuted(allowed, slot, group)
                suppositions.append(Supposition(slot, tuple(sorted(group)), inner))
                needed = (needed - {(slot, number) for number in group}) | uses
        steps = self._traced(derived, needed, start)
        return (*steps, *suppositions)

    def _groups(self, allowed: Allowed, slot: Slot, numbers: frozenset[int]) -> list[frozenset[int]]:
        """What to suppose: all numbers at once where that fails without a further supposition, else each by itself."""
        together = {**allowed, slot: numbers}
        derived = self._propagate(together) if numbers else []
        if derived and derived[-1].slot is None:
            return [numbers]
        return [frozenset((number,)) for number in sorted(numbers)]

    def _refuted(self, outer: Allowed, slot: Slot, supposed: frozenset[int]) -> tuple[Proof, set[Excluded]]:
        """Refute numbers: the proof under their supposition, and what that uses of what was excluded outside."""
        start = {**outer, slot: supposed}
        allowed = dict(start)
        derived = self._propagate(allowed)
        needed: set[Excluded] = set()
        cases: list[Supposition] = []
        if not (derived and derived[-1].slot is None):
            open_slots = [s for fact in self.facts for s in slots_of(fact.clue) if len(allowed[s]) > 1]
            if not open_slots:
                raise ValueError("the facts do not say so")
            split = min(dict.fromkeys(open_slots), key=lambda s: len(allowed[s]))
            for case in sorted(allowed[split]):
                inner, uses = self._refuted(allowed, split, frozenset((case,)))
                cases.append(Supposition(split, (case,), inner))
                needed |= uses
            # Every number of the slot is dealt with: those that are no case must be excluded.
            needed |= {(split, n) for n in self.universe[split] - allowed[split]}
        steps = self._traced(derived, needed, start)
        # What is used before a step finds it must be known outside.
        found = {(slot, other) for other in self.universe[slot] - supposed}
        outside: set[Excluded] = set()
        for step in steps:
            outside |= step.premises - found
            found |= {(step.slot, number) for number in step.numbers if step.slot is not None}
        return (*steps, *cases), outside | (needed - found)

    def _propagate(self, allowed: dict[Slot, frozenset[int]]) -> list[_Derived]:
        """Apply one fact after another until none leads on, or one cannot be true; that one comes last."""
        derived: list[_Derived] = []
        changed = True
        while changed:
            if monotonic() > self.until:
                raise OutOfTime("the proof takes too many steps to be told")
            changed = False
            for fact in self.facts:
                if _impossible(fact.clue, allowed):
                    derived.append(_Derived(fact, None, frozenset(), dict(allowed)))
                    return derived
                for slot in slots_of(fact.clue):
                    gone = frozenset(n for n in allowed[slot] if rules_out(fact.clue, allowed, slot, n))
                    if gone:
                        derived.append(_Derived(fact, slot, gone, dict(allowed)))
                        allowed[slot] -= gone
                        changed = True
        return derived

    def _traced(self, derived: Sequence[_Derived], needed: set[Excluded], start: Allowed) -> list[Step]:
        """The steps that are needed, each with premises it cannot do without."""
        given = {(slot, n) for slot, numbers in start.items() for n in self.universe[slot] - numbers}
        wanted = set(needed)
        place = {(d.slot, n): at for at, d in enumerate(derived) if d.slot for n in d.numbers}
        steps: list[Step] = []
        for each in reversed(derived):
            numbers = frozenset(n for s, n in wanted if s == each.slot) & each.numbers
            if each.slot is not None and not numbers:
                continue
            premises = self._premises(each, numbers, place)
            steps.append(self._concluded(each, premises))
            wanted |= premises - given
        return steps[::-1]

    def _premises(self, each: _Derived, numbers: frozenset[int], place: Mapping[Excluded, int]) -> frozenset[Excluded]:
        """The exclusions without which the step does not hold: later finds are given up first."""
        others = [slot for slot in slots_of(each.fact.clue) if slot != each.slot]
        kept = [(slot, n) for slot in others for n in self.universe[slot] - each.before[slot]]
        for premise in sorted(kept, key=lambda p: (-place.get(p, -1), -p[1])):
            fewer = [other for other in kept if other != premise]
            if self._holds(each, numbers, fewer):
                kept = fewer
        return frozenset(kept)

    def _holds(self, each: _Derived, numbers: Iterable[int], premises: Iterable[Excluded]) -> bool:
        allowed = self._under(premises)
        if each.slot is None:
            return _impossible(each.fact.clue, allowed)
        return all(rules_out(each.fact.clue, allowed, each.slot, number) for number in numbers)

    def _under(self, premises: Iterable[Excluded]) -> Allowed:
        allowed = dict(self.universe)
        for slot, number in premises:
            allowed[slot] -= {number}
        return allowed

    def _concluded(self, each: _Derived, premises: frozenset[Excluded]) -> Step:
        """All that the step rules out by its fact and its premises alone, of all numbers that there are."""
        if each.slot is None:
            return Step(each.fact, premises, None)
        allowed = self._under(premises)
        slot = each.slot
        gone = tuple(n for n in sorted(self.numbers) if rules_out(each.fact.clue, allowed, slot, n))
        return Step(each.fact, premises, slot, gone)
