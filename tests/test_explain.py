"""Smallest contradictions, against every subset tried in order of size."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from solver import cp_sat, table
from solver.clue import AllDifferent, Slot, SumOutside, SumWithin
from solver.errors import Contradiction
from solver.explain import smallest_conflict
from solver.games import read
from solver.knowledge import Fact, Knowledge
from solver.lost_code.odds import odds
from solver.lost_code.view import view
from tests import brute
from tests.strategies import random_game, spoil


def random_facts(rng: Random) -> Knowledge:
    slots = tuple(Slot(name) for name in "abcd")
    facts = [Fact(AllDifferent(slots[:2]), None)]
    for line in range(10, 22):
        kind = SumOutside if rng.random() < 0.4 else SumWithin
        terms = tuple((slot, rng.randint(1, 2)) for slot in rng.sample(slots, rng.randint(1, 3)))
        low = rng.randint(0, 9)
        facts.append(Fact(kind(terms, low, low + rng.randint(0, 4)), line))
    return Knowledge(dict.fromkeys(slots, (0, 1, 2, 3)), tuple(facts), slots)


@pytest.mark.parametrize("engine", [table.satisfying, cp_sat.satisfying], ids=["table", "cp-sat"])
def test_no_smaller_set_and_no_spare_line(engine: Callable[[Knowledge], bool]) -> None:
    tried = 0
    sizes = set()
    for seed in range(40):
        known = random_facts(Random(seed))
        if table.satisfying(known):
            continue
        tried += 1
        found = smallest_conflict(known, engine)
        lines = [fact.line for fact in known.facts if fact.line]
        assert not table.satisfying(known.keeping(found))
        for smaller in combinations(lines, len(found) - 1):
            assert table.satisfying(known.keeping(smaller)), (seed, smaller)
        sizes.add(len(found))
    assert tried >= 20
    assert len(sizes) >= 2, "sets of more than one size"


def test_sizes_of_planted_contradictions() -> None:
    """Where all else is in sight the smallest set is as large as brute force says, and lists the viewer's answers."""
    compared = 0
    for seed in range(500_000, 500_160):
        rng = Random(seed)
        played = random_game(rng)
        seat = rng.choice(played.setup.players)
        text = spoil(played, rng, seat)
        if text is None or (size := brute.smallest_conflict(text)) is None:
            continue
        with pytest.raises(Contradiction) as caught:
            odds(view(read(text)))
        assert len(caught.value.lines) == size, seed
        assert caught.value.others == ()
        lines = text.split("\n")
        assert all(lines[line - 1].startswith("answer") for line in caught.value.lines)
        compared += 1
    assert compared >= 15


TWICE = """game lost-code
players Ann Bob
me Ann
log Bob bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1
roll bear bear snake
guess Bob 7-13
guess Ann 9-12
answer Bob right
answer Ann lower
exchange Ann bear 3 ?
"""


def test_where_no_line_is_the_viewers_own_the_set_is_named_whole() -> None:
    """Dee's answers contradict each other for Flo, too, who kept no record of Dee's stones."""
    text = (Path(__file__).parent / "golden" / "lost-code" / "contradiction-1.game").read_text("utf-8")
    with pytest.raises(Contradiction) as caught:
        odds(view(read(text), "Flo"))
    assert len(caught.value.lines) == 2
    assert all(text.split("\n")[line - 1].startswith("answer Dee") for line in caught.value.lines)
    assert caught.value.others == ()


def test_an_own_stone_that_lies_elsewhere_names_both_lines() -> None:
    """The bear 3 is Bob's, on line 4, and cannot be what Ann discards on line 10."""
    with pytest.raises(Contradiction) as caught:
        odds(view(read(TWICE)))
    assert caught.value.lines == (4, 10)


def test_an_answer_refuted_by_the_discards_alone() -> None:
    """2 * 6 + snake is at least 12, so the answer “lower than 9” on line 9 is a contradiction by itself."""
    text = TWICE.replace("exchange Ann bear 3 ?", "exchange Ann bear 6 ?")
    with pytest.raises(Contradiction) as caught:
        odds(view(read(text)))
    assert caught.value.lines == (9,)
