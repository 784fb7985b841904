"""The trainer of the memory: which codes come when, how they are judged, what is kept and shown."""

import os
from random import Random
from unicodedata import normalize

import pytest

from cli.codigo_enigma.drill import Asked, drill
from solver.codigo_enigma.events import Outcome
from solver.codigo_enigma.trainer import Item, Kept, Step, games_kept, items, judged, plan, points, read, tally, write
from solver.codigo_enigma.view import view
from solver.errors import NotationError
from solver.games import read as read_game
from tests.console import Console
from tests.terminal import seated
from tests.test_codigo_table import EXAMPLE, Desk

CODE = Item(("tank", "helmet", "grenade"), 2)


def test_the_order_in_which_codes_come() -> None:
    """All first, then all asked; or one other between: 1 2, 1 asked, 3, 2 asked, 3 asked."""
    assert [(step.asked, step.item) for step in plan(3)] == [(a, n) for a in (False, True) for n in range(3)]
    one = [
        Step(False, 0, 1),
        Step(False, 1, 2),
        Step(True, 0, 2),
        Step(False, 2, 2),
        Step(True, 1, 2),
        Step(True, 2, 1),
    ]
    assert plan(3, 1) == one
    assert [step.asked for step in plan(2, 0)] == [False, True, False, True]


def test_codes_are_drawn_by_the_seed() -> None:
    drawn = items(Random(3), 6, (3,), ("a", "b"))
    assert drawn == items(Random(3), 6, (3,), ("a", "b"))
    assert len({item.code for item in drawn}) == 6
    assert all(len(item.code) == 3 and 1 <= item.medal <= 4 for item in drawn)
    assert len(items(Random(3), 10, (3,), ("a", "b"))) == 10


@pytest.mark.parametrize(
    ("said", "outcome", "brings"),
    [
        ("tank helmet grenade", Outcome.EXACT, 4),
        ("helmet tank grenade", Outcome.ORDER, 3),
        ("", Outcome.MEDAL, 2),
        ("tank tank grenade", Outcome.WRONG, 0),
        ("tank helmet", Outcome.WRONG, 0),
    ],
)
def test_the_scoring_of_the_game(said: str, outcome: Outcome, brings: int) -> None:
    """Revealing Hidden Codes and Scoring: medal 2 and 2, 1, nothing; wrong: nothing at all."""
    assert (judged(CODE, said.split()), points(CODE, outcome)) == (outcome, brings)


def test_shares_with_intervals() -> None:
    """Wilson's interval of 1 in 2 with z = 1.96: (1/2 + z²/4 ± z·√(1/8 + z²/16)) / (1 + z²/2) = 9.5 % to 90.5 %."""
    kept = [Kept(2, 3, 1.5, Outcome.EXACT), Kept(2, 4, 1.5, Outcome.ORDER), Kept(3, 4, 30, Outcome.MEDAL)]
    tables = tally(kept)
    two, three = tables["held"]
    assert (two.label, two.asked, two.tried, two.exact, two.right) == ("2", 2, 2, 1, 2)
    assert two.exact_interval == pytest.approx((0.0945, 0.9055), abs=1e-4)
    assert two.right_interval == pytest.approx((0.3424, 1.0), abs=1e-4)
    assert (three.tried, three.exact_interval) == (0, (0.0, 1.0))
    assert [row.label for row in tables["time"]] == ["1–1.9", "20 and more"]
    assert [row.label for row in tables["length"]] == ["3", "4"]


def test_results_read_back() -> None:
    for outcome in Outcome:
        kept = Kept(3, 4, 2.5, outcome)
        assert read(write(kept)) == kept
    for wrong in (
        "",
        "held 0 length 4 minutes 1 exact",
        "held 1 length 9 minutes 1 exact",
        "held 1 length 4 minutes x exact",
    ):
        with pytest.raises(NotationError):
            read(wrong)


def test_how_codes_were_kept_in_a_game() -> None:
    """Bob said one code of three symbols exactly; it was hidden in turn 1 and revealed in turn 2."""
    assert games_kept(view(read_game(EXAMPLE)).table) == [Kept(1, 3, 1, Outcome.EXACT)]


@pytest.fixture
def _own_data(console: Console, monkeypatch: pytest.MonkeyPatch) -> Console:
    monkeypatch.setenv("LOSTCODE_DATA", str(console.data_folder))
    return console


@pytest.mark.usefixtures("_own_data")
def test_a_drill_shows_hides_waits_and_asks(console: Console) -> None:
    """Two codes, two minutes: the clock of this test moves by 30 seconds with every look at it."""
    asked = Asked(codes=2, minutes=2, seed=4)
    one, two = items(Random(4), 2, (3, 4), ("grenade", "helmet", "tank"))
    now = iter(range(0, 10_000, 30))
    exact = " ".join(word[0] for word in one.code)
    other = "nonsense"
    wrong = " ".join(["tank"] * (len(two.code) + 1))
    desk = Desk(["", "", "", exact, "", other, wrong])
    assert drill(asked, desk, lambda: float(next(now))) == 0
    shown = desk.asked[0].prompt("")
    assert " ".join(one.code) in shown
    assert desk.said.count("(cleared)") == 2
    # Asked for, a code stands nowhere: neither in the question nor in what is said before the answer.
    assert " ".join(one.code) not in "".join(question.prompt("") for question in desk.asked[1:])
    assert any(f"exact: {one.medal + 2} points" in said for said in desk.said)
    assert any("no symbol, or more than one" in said for said in desk.said)
    assert any("wrong: 0 points" in said for said in desk.said)
    assert desk.said[-1].startswith(f"{one.medal + 2} points for 2 codes.")
    kept = (console.data_folder / "codigo-enigma-drill.txt").read_text().splitlines()
    assert [line.split()[1] for line in kept] == ["2", "1"]
    assert [line.split()[-1] for line in kept] == ["exact", "wrong"]
    told = console.ask("drill", "--results", "--json").data
    assert (told["codes"], [row["exact"] for row in told["held"]]) == (2, [0, 1])


@pytest.mark.usefixtures("_own_data")
def test_a_drill_that_is_left_keeps_what_was_answered(console: Console) -> None:
    desk = Desk(["", "", ""])
    assert drill(Asked(codes=2, minutes=0, seed=4), desk, lambda: 0.0) == 0
    kept = (console.data_folder / "codigo-enigma-drill.txt").read_text()
    assert kept.split()[-1] == "medal"
    assert kept.count("\n") == 1


def test_the_command(console: Console) -> None:
    assert "No code was asked yet" in console.ask("drill", "--results").words
    told = console.ask("drill", "--codes", "1", "--minutes", "0", "--length", "3", "--seed", "1", stdin="\n\n")
    assert told.status == 0, told.said
    assert "not tried" in told.words
    assert "How codes were kept, by minutes" in console.ask("drill", "--results").words
    console.write(EXAMPLE)
    told = console.ask("drill", "game.txt")
    assert "How codes were kept, by turns" in told.words
    assert console.ask("drill", "game.txt", "--json").data["turns"][0]["exact"] == 1


def test_at_a_terminal_a_code_is_gone_after_enter(console: Console) -> None:
    (one,) = items(Random(4), 1, (3,), ("grenade", "helmet", "tank"))
    with seated(console, "drill", "--codes", "1", "--minutes", "0", "--length", "3", "--seed", "4") as at:
        assert " ".join(one.code) in at.picture
        at.enter("")
        assert " ".join(one.code) not in at.picture
        assert "its symbols in order" in at.picture
        at.enter(" ".join(one.code))
        assert f"exact: {one.medal + 2} points" in at.said


def test_bad_input_is_one_message(console: Console) -> None:
    console.write("game lost-code\nplayers Ann Bob\n")
    told = console.ask("drill", "game.txt")
    assert (told.status, "a record of another game" in told.err) == (2, True)
    assert console.ask("drill", "--symbols", "tank").status == 2
    console.data_folder.mkdir(exist_ok=True)
    (console.data_folder / "codigo-enigma-drill.txt").write_text("held 1 length 3 minutes 1.0 exact\nrubbish\n")
    told = console.ask("drill", "--results")
    assert told.status == 2
    assert "codigo-enigma-drill.txt:2:" in told.err
    assert console.ask("drill", stdin="\n").status == 2


@pytest.mark.usefixtures("_own_data")
def test_a_drill_takes_a_code_before_its_time(console: Console) -> None:
    """What is typed while the time runs is the answer, and the minutes that passed count; a slip is asked again."""
    (one,) = items(Random(4), 1, (3,), ("grenade", "helmet", "cañón"))
    exact = " ".join(one.code)
    for typed in ([exact], ["nonsense", exact]):
        now = iter(range(0, 10_000, 30))
        desk = Desk(["", *typed])
        asked = Asked(codes=1, length=3, minutes=5, symbols="grenade helmet cañón", seed=4)
        assert drill(asked, desk, lambda now=now: float(next(now))) == 0  # type: ignore[misc]
        assert "is asked at" in desk.asked[1].prompt("")
        assert any("exact" in said for said in desk.said)
    # Accents typed as two characters are the same word.
    desk = Desk(["", normalize("NFD", exact)])
    assert drill(Asked(codes=1, length=3, minutes=0, symbols="grenade helmet cañón", seed=4), desk, lambda: 0.0) == 0
    kept = (console.data_folder / "codigo-enigma-drill.txt").read_text().splitlines()
    assert [line.split()[-1] for line in kept] == ["exact"] * 3
    assert [line.split()[5] for line in kept] == ["1.0", "1.0", "0.0"]


@pytest.mark.parametrize("symbols", ["tank=panzer boat", "tank #boat", "a b#"])
def test_a_word_that_the_record_would_cut_is_no_symbol(console: Console, symbols: str) -> None:
    result = console.ask("drill", "--symbols", symbols)
    assert result.status == 2
    assert "not a word for a symbol" in result.err


def test_results_that_are_no_plain_file_are_not_waited_for(console: Console) -> None:
    console.data_folder.mkdir()
    os.mkfifo(console.data_folder / "codigo-enigma-drill.txt")
    result = console.ask("drill", "--results")
    assert result.status == 2
    assert "plain file" in result.err
