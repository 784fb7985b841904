"""The exact engine on its own: hidden slots coupled across several logs, big numbers, and each clue's meaning."""

from collections import Counter
from itertools import product
from math import perm
from random import Random

import numpy as np
import pytest

from solver import cp_sat, python_constraint, table
from solver.clue import AllDifferent, Clue, Slot, SumOutside, SumWithin, Terms, holds
from solver.engines import ENGINES
from solver.errors import OutOfTime
from solver.knowledge import Fact, Knowledge, Posterior


def slots(*names: str) -> tuple[Slot, ...]:
    return tuple(Slot(name) for name in names)


def brute_force(known: Knowledge) -> Posterior:
    """Every world by product, every clue by `holds`."""
    counts: Counter[tuple[int, ...]] = Counter()
    names = list(known.domains)
    for numbers in product(*known.domains.values()):
        world = dict(zip(names, numbers, strict=True))
        if all(holds(fact.clue, world) for fact in known.facts):
            counts[tuple(world[slot] for slot in known.asked)] += 1
    return Posterior.counted(known.asked, counts)


def random_terms(rng: Random, names: tuple[Slot, ...], most: int) -> Terms:
    chosen = Counter(rng.choices(rng.sample(names, min(len(names), 3)), k=rng.randint(1, most)))
    return tuple(chosen.items())


def random_knowledge(rng: Random, logs: int, symbols: int, numbers: int) -> Knowledge:
    """Logs with a hidden slot for each symbol, different across logs, and sums within each log."""
    names = {log: tuple(Slot(f"{log}{symbol}") for symbol in range(symbols)) for log in "vabc"[:logs]}
    domains = dict.fromkeys((slot for log in names.values() for slot in log), tuple(range(numbers)))
    facts = [Fact(AllDifferent(tuple(log[s] for log in names.values())), None) for s in range(symbols)]
    for line, log in enumerate(names, 1):
        for _ in range(rng.randint(0, 2)):
            low = rng.randint(0, 3 * numbers // 2)
            kind = SumOutside if rng.random() < 0.3 else SumWithin
            facts.append(Fact(kind(random_terms(rng, names[log], 3), low, low + rng.randint(0, numbers)), line))
    return Knowledge(domains, tuple(facts), names["v"])


def same(found: Posterior, expected: Posterior) -> bool:
    return (found.total, found.marginals, list(found.logs)) == (
        expected.total,
        expected.marginals,
        list(expected.logs),
    )


@pytest.mark.parametrize(("logs", "symbols", "numbers"), [(1, 3, 4), (2, 2, 4), (2, 3, 3), (3, 2, 4), (4, 1, 5)])
@pytest.mark.parametrize("engine", list(ENGINES))
def test_engines_against_the_meaning_of_clues(engine: str, logs: int, symbols: int, numbers: int) -> None:
    for seed in range(12):
        known = random_knowledge(Random(seed), logs, symbols, numbers)
        assert same(ENGINES[engine](known, None), brute_force(known)), seed


@pytest.mark.parametrize("cap", [1, 40, 1 << 22])
def test_splitting_inequalities_changes_nothing(cap: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """With a small cap, hidden logs are coupled by dropping and merging inequalities instead of by larger arrays."""
    monkeypatch.setattr(table, "CAP", cap)
    for seed in range(20):
        known = random_knowledge(Random(seed), 4 if seed < 2 else 3, 2, 4)
        assert same(table.posterior(known), brute_force(known)), seed


def test_several_stones_of_one_symbol_in_other_logs_and_his_own_past() -> None:
    """v1 is his present stone, v0 one he discarded unseen, b0 and b1 another's: all different, some in sums."""
    v0, v1, w, b0, b1, c = slots("v0", "v1", "w", "b0", "b1", "c")
    domains = dict.fromkeys((v0, v1, b0, b1), (0, 1, 3, 4, 6)) | dict.fromkeys((w, c), (0, 2, 5))
    facts = (
        Fact(AllDifferent((v0, v1, b0, b1)), None),
        Fact(AllDifferent((w, c)), None),
        Fact(SumWithin(((v0, 1), (w, 2)), 4, 9), 1),
        Fact(SumWithin(((v1, 1), (w, 1)), 0, 7), 2),
        Fact(SumOutside(((b0, 1), (c, 1)), 3, 5), 3),
        Fact(SumWithin(((b1, 2), (c, 1)), 0, 8), 4),
    )
    known = Knowledge(domains, facts, (v1, w))
    assert brute_force(known).total > 0
    for engine in ENGINES.values():
        assert same(engine(known, None), brute_force(known))


def test_two_wholly_hidden_logs_agree_with_a_count_by_conditioning() -> None:
    """Six symbols of eight; with each other log bound by one sum of two symbols the rest can be counted by hand.

    Only symbols 0 and 1 are in sums, so each other symbol has 8 * 7 * 6 fillings.
    """
    names = {log: slots(*(f"{log}{s}" for s in range(6))) for log in "vab"}
    domains = dict.fromkeys((slot for log in names.values() for slot in log), tuple(range(8)))
    facts = [Fact(AllDifferent(tuple(names[log][s] for log in "vab")), None) for s in range(6)]
    facts += [Fact(SumWithin(((names[log][0], 1), (names[log][1], 1)), 3, 9), n) for n, log in enumerate("vab", 1)]
    expected = 0
    fits = [(x, y) for x in range(8) for y in range(8) if 3 <= x + y <= 9]
    for one, two, three in product(fits, repeat=3):
        expected += len({one[0], two[0], three[0]}) == 3 and len({one[1], two[1], three[1]}) == 3
    assert table.table(Knowledge(domains, tuple(facts), names["v"])).total == expected * (8 * 7 * 6) ** 4


def test_counts_beyond_64_bits_stay_exact() -> None:
    """Four hidden logs of six symbols of nine have (9 * 8 * 7 * 6) ** 6 fillings, more than 2 ** 64."""
    names = {log: slots(*(f"{log}{s}" for s in range(6))) for log in "vabc"}
    domains = dict.fromkeys((slot for log in names.values() for slot in log), tuple(range(9)))
    facts = [Fact(AllDifferent(tuple(names[log][s] for log in "vabc")), None) for s in range(6)]
    found = table.table(Knowledge(domains, tuple(facts), names["v"]))
    assert found.total == perm(9, 4) ** 6 > 2**64
    # One sum in another log that every stone fulfils: the slots are touched, and nothing else changes.
    touched = Fact(SumWithin(tuple((slot, 1) for slot in names["a"][:3]), 0, 24), 1)
    coupled = table.table(Knowledge(domains, (*facts, touched), names["v"]))
    assert coupled.total == found.total
    assert sum(coupled.marginal(0).tolist()) * coupled.times == found.total


@pytest.mark.parametrize(
    "clue",
    [SumWithin((), 0, 0), SumWithin((), 1, 3), SumOutside((), 0, 0), SumOutside((), 1, 2)],
    ids=["true", "false", "false outside", "true outside"],
)
def test_clues_about_known_stones_only(clue: Clue) -> None:
    (slot,) = slots("x")
    known = Knowledge({slot: (1, 2)}, (Fact(clue, 1),), (slot,))
    for engine in ENGINES.values():
        assert engine(known, None).total == (2 if holds(clue, {}) else 0)


def test_no_number_left() -> None:
    x, y = slots("x", "y")
    known = Knowledge({x: (), y: (1,)}, (), (x, y))
    for engine in ENGINES.values():
        assert engine(known, None).total == 0
    assert not cp_sat.satisfying(known)


def test_a_fresh_slot_differs_from_all_its_like_differs_from() -> None:
    x, y, z = slots("x", "y", "z")
    facts = (Fact(AllDifferent((x, y)), None), Fact(SumWithin(((y, 1),), 0, 1), 1))
    known = Knowledge(dict.fromkeys((x, y), (0, 1, 2, 3)), facts, (x,)).with_fresh(x, z)
    expected = Knowledge(
        dict.fromkeys((x, y, z), (0, 1, 2, 3)), (Fact(AllDifferent((x, y, z)), None), facts[1]), (x, z)
    )
    assert same(table.posterior(known), brute_force(expected))


def test_out_of_time_is_no_answer() -> None:
    names = slots(*"abcdefg")
    known = Knowledge(dict.fromkeys(names, tuple(range(8))), (), names)
    for engine in (cp_sat.posterior, python_constraint.posterior):
        with pytest.raises(OutOfTime):
            engine(known, 0.05)


def test_tabulated_logs_are_the_table() -> None:
    known = random_knowledge(Random(3), 2, 3, 4)
    made = table.tabulated(known, ENGINES["python-constraint"](known, None).logs)
    direct = table.table(known)
    assert np.array_equal(made.ways, direct.ways * direct.times)
    assert list(made) == list(direct)
