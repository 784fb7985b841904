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
from tests.console import Console
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


LEFT_OUT = """game lost-code
players Ann Bob
log Ann       bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1
log Bob       bear 4 jaguar 1 human 6 bird 3 chameleon 4 snake 0
log neutral-1 bear 1 jaguar 4 human 2 bird 0 chameleon 3 snake 6
log neutral-2 bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2
roll bear bear snake
guess Bob 9-15
guess Ann 5-8
exchange Bob human 6 0
roll bear bear snake
guess Bob 9-15
guess Ann 5-8
answer Bob right
answer Ann right
"""


def test_an_answer_left_out_is_named_by_its_guess() -> None:
    """Bob's sum is 4 + 4 + 0 = 8: he was told “lower” after line 8, and “right” for the same stones on line 14."""
    with pytest.raises(Contradiction) as caught:
        odds(view(read(LEFT_OUT), "Bob"))
    assert (caught.value.lines, caught.value.others) == ((14,), (8,))
    assert "the guess on line 8" in caught.value.reason
    assert odds(view(read(LEFT_OUT), "Ann")).total > 0


def test_a_guess_is_named_where_no_answer_is_the_viewers_own() -> None:
    """Three bears of 12 are bear 4. Bob is told so without a line, and Ann with one, whose bear nobody noted."""
    text = LEFT_OUT.split("roll", maxsplit=1)[0].replace("Ann       bear 3", "Ann       bear ?")
    text += "roll bear bear bear\nguess Bob 12\nguess Ann 12-13\nanswer Ann right\n"
    with pytest.raises(Contradiction) as caught:
        odds(view(read(text), "Bob"))
    assert (caught.value.lines, caught.value.others) == ((8,), (10,))


def test_an_answer_told_needs_no_guess() -> None:
    """Without the second answer nothing is contradicted; with a third that stands on a line, these two are the set."""
    text = LEFT_OUT.replace("answer Bob right", "answer Bob lower")
    assert odds(view(read(text), "Bob")).total > 0
    told = LEFT_OUT.replace("guess Ann 5-8\nexchange", "guess Ann 5-8\nanswer Bob lower\nexchange")
    with pytest.raises(Contradiction) as caught:
        odds(view(read(told), "Bob"))
    assert (caught.value.lines, caught.value.others) == ((10, 15), ())
    assert "left out" not in caught.value.reason


def test_a_contradiction_of_engines_names_every_line(console: Console) -> None:
    """As `solve` does: a set of which a line is left out would be one that can be true."""
    for text, seat, named in [
        (LEFT_OUT, "Bob", "lines 8 and 14 cannot all be true"),
        (TWICE.replace("bear 3 ?", "bear 6 ?"), "Ann", "line 9 cannot be true"),
    ]:
        name = console.write(text)
        assert named in console.ask("engines", name, "--as", seat).words
        found = console.ask("engines", name, "--as", seat, "--json").data
        solved = console.ask("solve", name, "--as", seat, "--json").data
        assert {key: found[key] for key in ("error", "lines", "others", "message")} == {
            key: solved[key] for key in ("error", "lines", "others", "message")
        }
