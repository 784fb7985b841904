"""The command `merge`, as its user meets it."""

from pathlib import Path

import pytest

from solver.games import read
from tests.console import Console
from tests.readme import README

EXAMPLES = Path(__file__).parents[1] / "solver" / "lost_code" / "examples"
ANN = (EXAMPLES / "evening-ann.game").read_text("utf-8")
BOB = (EXAMPLES / "evening-bob.game").read_text("utf-8")


def two(console: Console, bob: str = BOB) -> tuple[str, str]:
    return console.write(ANN, "ann.game"), console.write(bob, "bob.game")


def test_the_record_goes_to_standard_output_and_the_rest_beside_it(console: Console) -> None:
    result = console.ask("merge", *two(console))
    assert result.status == 0
    record = read(result.out)
    assert record.state.me is None
    assert "log Ann bear 0 jaguar 2 human 3 bird 6 chameleon 7 snake 5" in record.lines
    for told in (
        "! The records disagree in 1 place",
        "1. guess, line 16: guess Ann 9-15",
        "ann.game:15: guess Ann 9-15",
        "bob.game:12: guess Ann 8-14",
        "With “guess Ann 8-14” table and stones would disagree.",
    ):
        assert told in " ".join(result.err.split()), told
    assert record.lines[15] == "guess Ann 9-15"


def test_long_lines_of_a_record_are_not_broken(console: Console) -> None:
    result = console.ask("merge", *two(console), COLUMNS="40")
    assert read(result.out).lines == read(console.ask("merge", "ann.game", "bob.game").out).lines
    assert all(len(line) <= 40 for line in result.err.split("\n"))


def test_out_saves_it_and_says_so(console: Console) -> None:
    text = console.ask("merge", *two(console)).out
    for _ in range(2):
        # The same once more changes nothing.
        result = console.ask("merge", "ann.game", "bob.game", "--out", "whole.game", COLUMNS="40")
        assert (result.status, result.err) == (0, "")
        assert "Saved as whole.game." in result.out
        assert "! The records disagree in 1 place" in result.out
        assert result.widest <= 40
        assert (console.folder / "whole.game").read_text("utf-8") == text


@pytest.mark.parametrize(
    ("out", "told"),
    [
        ("bob.game", "bob.game: there is a file already; expected a new name. It was left as it is"),
        (".", "cannot be saved: this is no plain file"),
        ("none/whole.game", "there is no folder"),
        ("-", "--out names a file"),
        ("", "--out names a file"),
    ],
)
def test_nothing_is_written_over(console: Console, out: str, told: str) -> None:
    files = two(console)
    before = console.files()
    result = console.ask("merge", *files, "--out", out)
    assert (result.status, result.out) == (2, "")
    assert told in result.err
    assert console.files() == before


def test_data_for_programs(console: Console) -> None:
    result = console.ask("merge", *two(console), "--json")
    assert (result.status, result.err) == (0, "")
    assert list(result.data) == ["record", "disagreements", "unknown", "out"]
    assert result.data["record"] == console.ask("merge", "ann.game", "bob.game").out.splitlines()
    assert result.data["disagreements"] == [
        {
            "kind": "guess",
            "chosen": "guess Ann 9-15",
            "line": 16,
            "why": "With “guess Ann 8-14” table and stones would disagree.",
            "versions": [
                {"file": "ann.game", "line": 15, "text": "guess Ann 9-15"},
                {"file": "bob.game", "line": 12, "text": "guess Ann 8-14"},
            ],
        }
    ]
    assert (result.data["unknown"], result.data["out"]) == ([], None)


def test_one_record_alone_is_completed(console: Console) -> None:
    """What Ann drew and her other five stones nobody has told."""
    result = console.ask("merge", console.write(ANN), "--json", "--out", "whole.game")
    assert result.data["out"] == "whole.game"
    assert [(each["owner"], each["symbol"], each["line"]) for each in result.data["unknown"]] == [
        ("Ann", "bear", 19),
        *(("Ann", symbol, 0) for symbol in ("jaguar", "human", "bird", "chameleon", "snake")),
    ]
    told = console.ask("merge", "game.txt").err
    assert "? Ann's snake that lay there at the start is not known." in told
    assert "agree" not in told


def test_records_that_agree(console: Console) -> None:
    result = console.ask("merge", *two(console, BOB.replace("8-14", "9-15")))
    assert result.err.strip() == "The records agree."


def test_what_is_missing_and_what_stays_wrong_is_said(console: Console) -> None:
    """Both say that Bob was told “lower”, though 3 + 7 + 1 = 11; what he gave up stands in Ann's record only."""
    more = "exchange Bob bear 3 2\nroll bear bear bear\n"
    ann = ANN.replace("answer Bob right", "answer Bob lower") + more
    bob = BOB.replace("8-14", "9-15").replace("answer Bob right", "answer Bob lower") + more.split("\n")[1] + "\n"
    result = console.ask("merge", console.write(ann, "ann.game"), console.write(bob, "bob.game"))
    words = " ".join(result.err.split())
    assert result.status == 0
    assert (
        "1. exchange, line 21: exchange Bob bear 3 2 ann.game:20: exchange Bob bear 3 2 bob.game: no such line" in words
    )
    assert "! Table and stones disagree line 19: Bob was told “lower” for 10-13, but the sum is 11: “right”" in words


def test_other_games_are_refused(console: Console) -> None:
    console.write((EXAMPLES / "slip.game").read_text("utf-8"), "slip.game")
    result = console.ask("merge", *two(console), "slip.game")
    assert (result.status, result.out) == (2, "")
    assert result.err.splitlines()[:3] == [
        "these are not records of one game: the players differ",
        "ann.game:6: players Ann Bob",
        'slip.game:11: players Mia Noah "Aunt Ruth"',
    ]
    result = console.ask("merge", "ann.game", "slip.game", "--json")
    assert (result.status, result.data["error"]) == (2, "merge")
    assert "slip.game:11" in result.data["message"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "bad.game:1: nothing stands here"),
        ("Dear Ann,\n", "bad.game:1: “Dear Ann,”: this does not say which game it is"),
        (b"\xff\xfe\n", "bad.game:1: “byte 0xff”: this is not text"),
        (BOB + "gues Bob 3\n", "bad.game:17: “gues”: no line begins so; expected “guess”"),
        ("game lost-code\n", "bad.game: nobody plays in this record"),
    ],
)
def test_a_file_that_is_no_record_is_named(console: Console, text: str | bytes, told: str) -> None:
    files = (console.write(ANN, "ann.game"), console.write(text, "bad.game"))
    result = console.ask("merge", *files)
    assert (result.status, result.out) == (2, "")
    assert result.err.startswith(told)
    assert "--at" not in result.err
    data = console.ask("merge", *files, "--json").data
    if data["error"] == "notation":
        assert (data["file"], data["line"]) == ("bad.game", int(told.split(":")[1]))


def test_standard_input_is_read_once(console: Console) -> None:
    file = console.write(BOB, "bob.game")
    result = console.ask("merge", "-", file, stdin=ANN)
    assert result.status == 0
    assert "standard input:15: guess Ann 9-15" in result.err
    result = console.ask("merge", "-", "-", stdin=ANN)
    assert result.status == 2
    assert "standard input can be read once" in result.err
    assert console.ask("merge", "none.game", file).status == 2


def test_the_readme_shows_what_is_printed_beside_the_record(console: Console) -> None:
    files = [str(EXAMPLES / f"evening-{name}.game") for name in ("ann", "bob")]
    told = console.ask("merge", *files, COLUMNS="200").err.replace(f"{EXAMPLES}/", "")
    shown = README.read_text("utf-8").replace("solver/lost_code/examples/evening", "evening")
    assert "\n".join(line.rstrip() for line in told.strip().splitlines()) in shown
