"""Smallest conflicts and cheapest repairs, against brute force, CP-SAT and CPMpy."""

import os
from collections import Counter
from contextlib import suppress
from itertools import combinations
from random import Random

import pytest

from solver import cp_sat, table
from solver.clue import Slot, SumOutside, SumWithin, holds
from solver.cp_sat import cheapest_repairs
from solver.explain import hitting_sets, smallest_conflicts
from solver.knowledge import Fact, Knowledge, Repair
from solver.worlds import broken_lines
from tests import brute
from tests.brute import TooMany
from tests.cpmpy_says import optimal_mus
from tests.repairing import contradictory
from tests.test_explain import random_facts

LONG = pytest.mark.skipif("LOSTCODE_LONG" not in os.environ, reason="takes minutes; make test-long")

# ---- smallest conflicts --------------------------------------------------------------------------------------------


def prove(first: int, count: int) -> Counter[int]:
    """All smallest conflicts, against every subset of their size and CP-SAT; and their size by brute force."""
    sizes: Counter[int] = Counter()
    for seed, text, known in contradictory(first, count):
        # None where too many logs are hidden to list them: then the engine is asked alone.
        found = smallest_conflicts(known, table.satisfying, broken=broken_lines(known) or (), most=1000)
        assert found.complete
        size = len(found.sets[0])
        lines = {fact.line for fact in known.facts if fact.line is not None}
        false = [s for s in combinations(sorted(lines), size) if not table.satisfying(known.keeping(s))]
        assert tuple(false) == found.sets, seed
        assert not cp_sat.satisfying(known.keeping(found.sets[0]))
        for smaller in combinations(sorted(lines), size - 1):
            assert cp_sat.satisfying(known.keeping(smaller)), (seed, smaller)
        with suppress(TooMany):
            assert brute.smallest_conflict(text, limit=100_000) == size, seed
        sizes[size] += 1
    return sizes


@pytest.mark.parametrize("part", range(4))
def test_conflicts_are_smallest(part: int) -> None:
    assert len(prove(800_000 + 10_000 * part, 25)) >= 2


@pytest.mark.long
@LONG
@pytest.mark.parametrize("part", range(20))
def test_a_thousand_conflicts(part: int) -> None:
    prove(3_000_000 + 10_000 * part, 50)


def test_conflicts_are_as_small_as_those_of_cpmpy() -> None:
    """Another program that looks for smallest unsatisfiable subsets."""
    pytest.importorskip("cpmpy")
    for seed, _, known in contradictory(850_000, 12):
        found = smallest_conflicts(known, table.satisfying, broken=broken_lines(known) or ())
        assert optimal_mus(known) in found.sets, seed


def test_all_conflicts_of_random_facts() -> None:
    """Each engine, with and without the masks, finds all the sets that brute force over subsets finds."""
    compared = 0
    for seed in range(60):
        known = random_facts(Random(seed))
        if table.satisfying(known):
            continue
        lines = sorted(fact.line for fact in known.facts if fact.line)
        size = next(k for k in range(9) if any(not table.satisfying(known.keeping(s)) for s in combinations(lines, k)))
        false = [s for s in combinations(lines, size) if not table.satisfying(known.keeping(s))]
        for broken in ((), broken_lines(known) or ()):
            found = smallest_conflicts(known, table.satisfying, broken=broken, most=1000)
            assert (list(found.sets), found.complete) == (false, True), seed
        if len(false) > 1:
            some = smallest_conflicts(known, table.satisfying, most=len(false) - 1)
            assert not some.complete
            assert set(some.sets) < set(false)
        compared += 1
    assert compared >= 20


def test_hitting_sets_are_all_the_smallest() -> None:
    for seed in range(200):
        rng = Random(seed)
        sets = [frozenset(rng.sample(range(8), rng.randint(1, 4))) for _ in range(rng.randint(0, 7))]
        size = next(k for k in range(9) if any(_hits(c, sets) for c in combinations(range(8), k)))
        assert sorted(hitting_sets(sets)) == [c for c in combinations(range(8), size) if _hits(c, sets)]
    assert list(hitting_sets([frozenset({1}), frozenset()])) == []


def _hits(chosen: tuple[int, ...], sets: list[frozenset[int]]) -> bool:
    return all(part.intersection(chosen) for part in sets)


def test_broken_lines_are_those_of_the_worlds() -> None:
    """Against every assignment, in plain Python."""
    for seed in range(30):
        known = random_facts(Random(seed))
        slots = list(known.domains)
        worlds = [dict(zip(slots, numbers, strict=True)) for numbers in _all([*known.domains.values()])]
        real = [world for world in worlds if all(holds(f.clue, world) for f in known.facts if f.line is None)]
        broken = {frozenset(f.line for f in known.facts if f.line and not holds(f.clue, world)) for world in real}
        least = {some for some in broken if not any(other < some for other in broken)}
        assert set(broken_lines(known) or ()) == least, seed


def _all(domains: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    if not domains:
        return [()]
    return [(number, *rest) for number in domains[0] for rest in _all(domains[1:])]


def test_too_many_worlds_for_masks() -> None:
    """Nine hidden numbers of 0 to 7 that a sum speaks of have 134 million worlds."""
    names = tuple(Slot(name) for name in "abcdefghi")
    total = SumWithin(tuple((slot, 1) for slot in names), 70, 80)
    known = Knowledge(dict.fromkeys(names, tuple(range(8))), (Fact(total, 1),), names)
    assert broken_lines(known) is None


# ---- repairs ----


def test_cheapest_repairs_come_in_order() -> None:
    """Against every choice of at most two, in plain Python."""
    tried = 0
    for seed in range(40):
        rng = Random(seed)
        known = random_facts(rng).keeping(range(10, 16))
        if table.satisfying(known):
            continue
        sums = [index for index, fact in enumerate(known.facts) if fact.line]
        repairs = [
            Repair({index: SumWithin(known.facts[index].clue.terms, low, low + 3)}, cost)  # type: ignore[union-attr]
            for index, low, cost in ((rng.choice(sums), rng.randint(0, 9), rng.randint(1, 9)) for _ in range(14))
        ]
        choices = [c for size in (1, 2) for c in combinations(range(len(repairs)), size)]
        free = [c for c in choices if len({next(iter(repairs[i].instead)) for i in c}) == len(c)]
        good = [c for c in free if table.satisfying(_instead(known, [repairs[i] for i in c]))]
        least = [c for c in good if not any(set(other) < set(c) for other in good)]
        found = list(cheapest_repairs(known, repairs, 2))
        assert sorted(found) == sorted(least), seed
        costs = [sum(repairs[i].cost for i in choice) for choice in found]
        assert costs == sorted(costs), seed
        tried += bool(found)
    assert tried >= 10


def test_repairs_of_facts_about_known_stones() -> None:
    """A sum of nothing is 0: that it is 5 cannot be true, and that it is at most 1 is."""
    slot = Slot("a")
    facts = (Fact(SumWithin((), 5, 5), 1), Fact(SumWithin(((slot, 1),), 0, 0), 2), Fact(SumOutside((), 1, 2), 3))
    known = Knowledge({slot: (0, 1)}, facts, (slot,))
    repairs = [Repair({0: SumWithin((), 5, 6)}, 1.0), Repair({0: SumWithin((), -1, 1)}, 2.0)]
    assert list(cheapest_repairs(known, repairs, 2)) == [(1,)]


@pytest.mark.parametrize("terms", [(), ((Slot("a"), 1),)], ids=["nothing", "a"])
def test_no_sum_is_lower_than_a_range_from_0(terms: tuple[tuple[Slot, int], ...]) -> None:
    """“lower” for 0-6 of stones that are all known: nothing is within 0 to -1, in any engine."""
    facts = (Fact(SumWithin(terms, 0, -1), 1),)
    known = Knowledge({Slot("a"): (0, 1)}, facts, (Slot("a"),))
    assert not cp_sat.satisfying(known)
    assert not table.satisfying(known)
    assert list(cheapest_repairs(known, [Repair({0: SumWithin(terms, 0, 0)}, 1.0)], 2)) == [(0,)]


def _instead(known: Knowledge, repairs: list[Repair]) -> Knowledge:
    clues = {index: clue for repair in repairs for index, clue in repair.instead.items()}
    facts = tuple(Fact(clues.get(index, fact.clue), fact.line) for index, fact in enumerate(known.facts))
    return Knowledge(known.domains, facts, known.asked)
