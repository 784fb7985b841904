"""Example records of Enigma: Beyond Code whose answers were worked out by hand, and how.

`spec-3` is the example of the record's own page. The others are reckoned here again, from what their lines tell a
person, by listing the layouts that are left.
"""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from cli.beyond_code.commands import show, solve
from cli.beyond_code.data import data
from solver.beyond_code import notation
from solver.beyond_code.view import view
from solver.games import read
from solver.words import Words

FOLDER = Path(__file__).parent / "golden" / "beyond-code"
EXAMPLES = Path(__file__).parents[1] / "solver" / "beyond_code" / "examples"
RECORDS = sorted(FOLDER.glob("*.game"))
Layout = Mapping[str, str]


def expected_of(path: Path) -> dict[str, Any]:
    expected: dict[str, Any] = json.loads(path.with_suffix(".expected.json").read_text("utf-8"))
    return expected


def answer_to(path: Path) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(json.dumps(data(solve(view(read(path.read_text("utf-8")))))))
    return answer


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_solve(path: Path) -> None:
    expected, found = expected_of(path), answer_to(path)
    assert found.keys() == expected.keys()
    for key in ("hard", "soft"):
        told, right = found.pop(key), expected.pop(key)
        assert told.keys() == right.keys()
        for square, row in right.items():
            assert told[square] == pytest.approx(row, abs=1e-9), (key, square)
            # A certainty is 1 exactly, and what cannot be is left out.
            assert (len(row) == 1) == (1 in told[square].values())
    for player, trust in expected.pop("honesty").items():
        assert found["honesty"][player] == pytest.approx(trust | {"interval": pytest.approx(trust["interval"])})
    del found["honesty"]
    assert found == expected


def test_there_are_three() -> None:
    assert [path.stem for path in RECORDS] == ["alone", "lies-4", "spec-3"]


def listed(squares: str, cards: str, weight: Callable[[Layout], Fraction]) -> tuple[dict[str, dict[str, float]], int]:
    """Lay cards on squares in every way that has a weight: the chance of each card, and how many ways there are."""
    ways = [dict(zip(squares.split(), order, strict=True)) for order in permutations(cards.split())]
    heavy = [(way, weight(way)) for way in ways if weight(way)]
    whole = sum(each for _, each in heavy)
    chances: dict[str, dict[str, float]] = {square: {} for square in squares.split()}
    for square in chances:
        for card in cards.split():
            if share := sum((each for way, each in heavy if way[square] == card), Fraction(0)):
                chances[square][card] = float(share / whole)
    return chances, len(heavy)


def test_lies_by_hand() -> None:
    """a1 Library, b1 Joint Work, a3 Green House (room-2), b2 Winter Garden (room-1); then a1 and b1 are shuffled.

    Of the other five squares Ann knows that a2 is not the Enigma Machine, of which Dan was caught lying, and that the
    corner of c2 shows Chaos: Enigma Machine, Book or Cellar (room-4). Cy called c1 the Book while nine cards lay
    closed; one naming of his was proved true, so he tells the truth with 3/5, and any other card he would call Book
    with 2/5 / 8. Bob's and Dan's lies are proved, so they weigh the same in every layout.
    """
    expected = expected_of(FOLDER / "lies-4.game")
    squares, cards = "c1 a2 c2 b3 c3", "enigma shadow book room-3 room-4"

    def fits(way: Layout) -> bool:
        return way["a2"] != "enigma" and way["c2"] in ("enigma", "book", "room-4")

    def said(way: Layout) -> Fraction:
        return Fraction(3, 5) if way["c1"] == "book" else Fraction(2, 5) / 8

    hard, ways = listed(squares, cards, lambda way: Fraction(fits(way)))
    soft, _ = listed(squares, cards, lambda way: said(way) * fits(way))
    known = {"a3": {"room-2": 1}, "b2": {"room-1": 1}}
    shuffled = {square: {"library": 0.5, "joint": 0.5} for square in ("a1", "b1")}
    assert expected["layouts"] == 2 * ways
    for key, chances in (("hard", hard | known | shuffled), ("soft", soft | known | shuffled)):
        assert expected[key] == {square: pytest.approx(row) for square, row in chances.items()}


def test_alone_by_hand() -> None:
    """In the second game three open cards were shuffled; of the six closed ones nothing is known: 3! · 6! layouts.

    The marker begins on II; a Chaos corner that is chosen, and the end of the turn, bring it to the fourth space.
    """
    expected = expected_of(FOLDER / "alone.game")
    assert expected["layouts"] == 6 * 720
    assert expected["time"] == {"space": 2 + 1 + 1, "spaces": 7}
    three = dict.fromkeys(("book", "personal", "enigma"), pytest.approx(1 / 3))
    six = dict.fromkeys(("library", "shadow", "room-1", "room-2", "room-3", "room-4"), pytest.approx(1 / 6))
    assert expected["hard"] == {s: three if s in ("a3", "b2", "b3") else six for s in expected["hard"]}


@pytest.mark.parametrize("name", ["evening", "alone"])
def test_examples_that_are_shipped(name: str) -> None:
    record = read((EXAMPLES / f"{name}.game").read_text("utf-8"))
    page = data(show(view(record), record))
    assert page["match"]["number"] == (2 if name == "alone" else 1)
    assert page["assumed"] == (["time"] if name == "alone" else [])


def test_what_the_page_notes() -> None:
    """“Remember or Write Down?”: who has seen a card, and what its corner shows; and who called it what."""
    record = read((FOLDER / "lies-4.game").read_text("utf-8"))
    page = data(show(view(record), record))
    called = {
        square: [(n["player"], n["card"], n["came_of_it"]) for n in said] for square, said in page["called"].items()
    }
    # What was said of a1 and b1 went with the shuffle.
    assert called == {
        "c1": [("Cy", "book", "believed")],
        "a2": [("Dan", "enigma", "caught lying")],
        "b2": [("Cy", "room-1", "proved")],
        "a3": [("Ann", "enigma", "believed")],
    }
    assert page["corners"] == {"c2": "chaos", "b2": "decryption", "a3": "chaos"}
    assert page["cards"] == {"b2": "room-1", "a3": "room-2"}
    # On space 3 of 6, before the Keeper's move to 4: two turns for everybody, on spaces 4 and 5.
    assert page["turns_left"] == {"Ann": 2, "Bob": 2, "Cy": 2, "Dan": 2}


def test_every_kind_of_line_is_documented_and_reads() -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text("utf-8")
    block = readme.partition("```text\ngame beyond-code\n")[2].partition("```")[0]
    lines = [words for line in block.splitlines() if (words := Words(line))]
    kinds = [words.peek() for words in lines]
    for words in lines:
        notation.read(words)
    assert sorted(kinds) == sorted(notation.KEYWORDS)
