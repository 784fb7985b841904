"""Beyond Code: namings that weigh against each other so much that no plain number holds the weights."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations
from math import factorial, log
from random import Random

import pytest

from solver.beyond_code.box import TABLE_CARDS
from solver.beyond_code.check import likelihood
from solver.beyond_code.events import SQUARES, Card, Square
from solver.beyond_code.odds import chances, weigh
from solver.beyond_code.state import Fact, Naming, Shuffled, Step
from solver.games import read
from tests.console import Console

ALL_BUT_SURE = (999.999999, 0.000001)
"""The most that an `honesty` line can say of somebody."""
HEAD = "game beyond-code\nplayers Ann Bob Cy Di Ed\nme Ann\nkeeper Bob\nhonesty 999 0.000001\nruling time 20\n"
OWN = "name Ann c1 joint is joint\n"
SPLIT = HEAD + 18 * ("name Bob a1 library\nname Cy b1 library\nname Di a1 book\nname Ed b1 book\n" + OWN)
AGREED = HEAD + 18 * ("".join(f"name {player} a1 library\n" for player in ("Bob", "Cy", "Di", "Ed")) + OWN)


@pytest.fixture
def console(tmp_path_factory: pytest.TempPathFactory) -> Console:
    return Console(tmp_path_factory.mktemp("extremes"))


def test_those_who_hardly_ever_lie_and_contradict_each_other(console: Console) -> None:
    """The record's page, “The odds”, rule 4: Library a1, Book b1 or the other way round; two of four speak the truth.

    One more lie in every round makes a layout less likely by (1 − r) / 8r, about 1e-10 of it, 18 times over.
    """
    told = console.ask("solve", console.write(SPLIT), "--json").data
    for square in ("a1", "b1"):
        assert told["soft"][square]["library"] == pytest.approx(0.5, abs=1e-9)
        assert told["soft"][square]["book"] == pytest.approx(0.5, abs=1e-9)
        assert told["soft"][square].keys() == told["hard"][square].keys()
    for verb in (["show"], ["solve"], ["check"], ["explain"], ["explain", "a1", "library"]):
        assert console.ask(verb[0], "game.txt", *verb[1:]).status == 0


def test_what_72_have_said_is_not_certain(console: Console) -> None:
    """The record's page: “0 is left out and certainty is 1 exactly”, and whoever may lie brings neither."""
    told = console.ask("solve", console.write(AGREED), "--json", "--goal", "library=a1").data
    assert 1 - 1e-9 < told["soft"]["a1"]["library"] < 1
    assert 1 - 1e-9 < told["goal"]["soft"] < 1
    assert told["soft"]["a1"].keys() == told["hard"]["a1"].keys()
    shown = console.ask("solve", "game.txt", "--goal", "library=a1").words
    assert "Goal: Library on a1 12.5 % by hard facts alone, >99.9 % with namings as evidence" in shown


def exactly(
    steps: Sequence[Step], squares: Sequence[Square], cards: Sequence[Card], rates: Mapping[str, Fraction]
) -> dict[Square, dict[Card, Fraction]]:
    """The odds by listing all layouts, in fractions; a shuffle replaces a weight by the mean of those it may be."""
    weight = {layout: Fraction(1) for layout in permutations(cards)}
    at = {square: place for place, square in enumerate(squares)}
    for step in steps:
        match step:
            case Fact(square=square, cards=known):
                weight = {layout: w for layout, w in weight.items() if layout[at[square]] in known}
            case Naming(player=player, square=square, card=card, hidden=hidden):
                r = rates[player]
                lie = (1 - r) / (hidden - 1)
                weight = {layout: w * (r if layout[at[square]] is card else lie) for layout, w in weight.items()}
            case Shuffled(squares=shuffled):
                spread: dict[tuple[Card, ...], Fraction] = {}
                places = [at[square] for square in shuffled]
                ways = list(permutations(places))
                for layout, w in weight.items():
                    for way in ways:
                        new = list(layout)
                        for place, source in zip(places, way, strict=True):
                            new[place] = layout[source]
                        spread[tuple(new)] = spread.get(tuple(new), Fraction(0)) + w / len(ways)
                weight = spread
            case _:
                raise TypeError(step)
    total = sum(weight.values())
    sums: dict[Square, dict[Card, Fraction]] = {square: {} for square in squares}
    for layout, w in weight.items():
        for square in squares:
            card = layout[at[square]]
            sums[square][card] = sums[square].get(card, Fraction(0)) + w / total
    return sums


def test_how_likely_the_facts_of_many_shuffles_are() -> None:
    """`check` weighs slips by it. By hand: nine cards for a1 at first, then one of 9! arrangements 57 times over.

    As a plain number that would be 0, and no slip would explain anything.
    """
    lies = [f"told {square} {card}\n" for square, card in zip(SQUARES, TABLE_CARDS, strict=True)]
    text = "game beyond-code\nplayers Ann Bob Cy\nme Ann\nname Ann a1 library is library\n"
    text += 57 * ("shuffle " + " ".join(SQUARES) + "\n" + "".join(lies[:8]))
    assert likelihood(read(text).state) == pytest.approx(-log(9) - 57 * log(factorial(9)), abs=1e-6)


@pytest.mark.parametrize("seed", range(12))
def test_any_weights_are_those_of_exact_fractions(seed: int) -> None:
    """The record's page, “The odds”, rules 3 and 4, with every prior that a line can say; up to 120 namings."""
    rng = Random(seed)
    size = rng.choice((3, 4))
    squares, cards = SQUARES[:size], tuple(Card)[:size]
    steps: list[Step] = []
    for part in range(rng.randint(1, 3)):
        if part:
            steps.append(Shuffled(0, tuple(rng.sample(squares, rng.randint(2, size)))))
        for _ in range(rng.choice((3, 20, 40))):
            who, square, card = rng.choice(("Bob", "Cy", "Di")), rng.choice(squares[:2]), rng.choice(cards[:2])
            steps.append(Naming(0, who, square, card, True, size, False, ("Ann",)))
        if rng.random() < 0.5:
            steps.append(Fact(0, squares[2], frozenset(cards[1:])))
    priors = {"Bob": ALL_BUT_SURE, "Cy": (0.000001, 999.999999), "Di": (2.0, 2.0)}
    found = weigh((tuple(steps),), squares, cards, priors)
    # The rate itself is a plain number; what follows from it is compared.
    expected = exactly(steps, squares, cards, {p: Fraction(trust.estimate) for p, trust in found.honesty.items()})
    told = chances(found.course, found.soft)
    for square, row in expected.items():
        assert told[square].keys() == row.keys()
        for card, share in row.items():
            assert told[square][card] == pytest.approx(float(share), abs=1e-9)
            assert told[square][card] > 0
            assert (told[square][card] == 1) == (share == 1)
