"""Beyond Code: example records with lines cut, doubled, swapped or misspelt; each is read or refused in clear words."""

import re
from pathlib import Path
from random import Random

import pytest

from tests.console import Console
from tests.refusals import is_clean

RECORDS = sorted((Path(__file__).parent / "golden" / "beyond-code").glob("*.game"))
TEXTS = [path.read_text("utf-8") for path in RECORDS]
WORDS = (
    *(
        "library",
        "li",
        "room-1",
        "a1",
        "b2",
        "d4",
        "0",
        "9" * 40,
        "nan",
        "\u0663",
        "Ann",
        "Bob",
        "\u0410\u043d\u043d\u0430",
    ),
    *('"Ann Lee"', '""', '"', "#", "?", "-", "is", "not", "from", "truth", "lie", "silence", "ghost", "x" * 5000),
    *("\u202e", "\x1b[31m", "\u738b\u4f1f", "e\u0301", "honesty 999 0.000001", "next", "time out", "told b2 not book"),
)
MUTANTS = 150


def mutant(rng: Random) -> str:
    lines = rng.choice(TEXTS).split("\n")
    for _ in range(rng.choice((1, 1, 2, 3))):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        words = lines[at].split(" ")
        match rng.randrange(6):
            case 0:
                lines[at] = ""
            case 1:
                lines.insert(other, lines[at])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case 3:
                words[rng.randrange(len(words))] = rng.choice(WORDS)
                lines[at] = " ".join(words)
            case 4:
                lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
            case _:
                lines.insert(at, rng.choice(WORDS))
    return "\n".join(lines)


@pytest.mark.parametrize("verb", ["show", "solve", "check", "explain"])
def test_whatever_stands_in_a_record(verb: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    console, rng = Console(tmp_path_factory.mktemp("mutants")), Random(verb)
    for _ in range(MUTANTS):
        name = console.write(mutant(rng))
        told = console.ask(verb, name, COLUMNS=rng.choice(("20", "40", "80")))
        assert told.status in (0, 1, 2)
        assert is_clean(told.said)
        if told.status == 2 and told.err:
            assert re.match(r"game\.txt:\d+: “?.+; expected .+", told.err.replace("\n", " "))


def test_the_odds_of_whatever_can_be_read(tmp_path_factory: pytest.TempPathFactory) -> None:
    """The record's page, “The odds”: on each square one card, each card on one square; soft allows what hard does."""
    console, rng, solved = Console(tmp_path_factory.mktemp("mutants")), Random(7), 0
    for _ in range(MUTANTS):
        told = console.ask("solve", console.write(mutant(rng)), "--json")
        if told.status:
            continue
        solved += 1
        hard, soft = told.data["hard"], told.data["soft"]
        assert {square: row.keys() for square, row in hard.items()} == {sq: row.keys() for sq, row in soft.items()}
        for odds in (hard, soft):
            sums: dict[str, float] = {}
            for row in odds.values():
                assert sum(row.values()) == pytest.approx(1, abs=1e-9)
                assert all((share == 1) == (len(row) == 1) for share in row.values())
                for card, share in row.items():
                    sums[card] = sums.get(card, 0) + share
            assert list(sums.values()) == pytest.approx([1] * 9, abs=1e-9)
    assert solved > 10
