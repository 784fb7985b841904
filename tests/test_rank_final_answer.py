"""What `rank`, `final` and `answer` advise and tell. Expected numbers: the rulebook, arithmetic, or brute force."""

import re

import pytest

from cli.lost_code.words import why_final
from solver.lost_code.events import Symbol
from solver.lost_code.ranking import FinalChoice, FinalPlan
from tests import brute
from tests.console import Console
from tests.records import EXAMPLE, OPEN, ROW, SEEN, THROWN, before, choices_of, expected_of, golden, line_of

# ---- rank -------------------------------------------------------------------------------------------------------

CHOICE = {"wheel", "from", "to", "points", "right", "lower", "higher", "expected", "value"}


@pytest.mark.parametrize("name", ["plain-2", "introductory-3"])
def test_rank_as_json(console: Console, name: str) -> None:
    text = golden(name)
    data = console.ask("rank", console.write(text), "--json").data
    expected = choices_of(name)
    assert data["logs"] == expected_of(name)["logs"]
    assert sorted(data["roll"]) == sorted(brute.Table(text).dice)
    assert all(set(choice) == CHOICE for choice in data["choices"])
    # The wheels show 1, 2, 3, 4, 5, 7 and 10 of 22 numbers.
    assert len(data["choices"]) == 22 + 21 + 20 + 19 + 18 + 16 + 13
    exact = ("wheel", "from", "to", "points", "right", "lower", "higher")
    found = {(choice["wheel"], choice["from"]): choice for choice in data["choices"]}
    for row in expected:
        choice = found[row["wheel"], row["from"]]
        assert [choice[key] for key in exact] == [row[key] for key in exact]
        assert choice["expected"] == pytest.approx(row["expected"], abs=1e-9)
        assert choice["value"] == pytest.approx(row["value"], abs=1e-9)
    values = [choice["value"] for choice in data["choices"]]
    assert values == pytest.approx([row["value"] for row in expected], abs=1e-9)


@pytest.mark.parametrize(
    ("options", "rows"),
    [([], 5), (["--top", "1"], 1), (["--top", "7"], 7), (["--top", "500"], 129), (["--all"], 129)],
    ids=["default", "top-1", "top-7", "top-500", "all"],
)
def test_how_many_choices(console: Console, options: list[str], rows: int) -> None:
    """In the form for programs every choice stands always."""
    name = console.write(golden("plain-2"))
    screen = console.ask("rank", name, *options).out
    shown = ROW.findall(screen)
    expected = choices_of("plain-2")[:rows]
    assert len(shown) == rows
    assert [row[6] for row in shown] == [f"{row['value']:.2f}" for row in expected]
    assert ("--all" in screen) == (rows < 129)
    assert (f"{129 - rows} more" in screen) == (rows < 129)
    assert len(console.ask("rank", name, *options, "--json").data["choices"]) == 129


def test_rank_the_turn(console: Console) -> None:
    """Dee has thrown human, snake, bird and may turn one of them."""
    text = before(golden("plain-2"), line_of(golden("plain-2"), "turn"))
    data = console.ask("rank", console.write(text), "--json").data
    expected = brute.turns(text)
    # Left as they are, or one of three dice to one of five other symbols.
    assert len(data["turn"]) == len(expected) == 1 + 3 * 5
    assert [each["value"] for each in data["turn"]] == pytest.approx([value for _, value in expected], abs=1e-9)
    assert len(data["choices"]) == 129


def test_rank_the_token(console: Console) -> None:
    """Two humans lie, so that token may be taken, by Dee too, with one, two or three numbers or not at all."""
    text = before(golden("expansions-4"), line_of(golden("expansions-4"), "token Ann human"))
    data = console.ask("rank", console.write(text), "--json").data
    expected = brute.tokens(text)
    assert [each["symbol"] for each in data["token"]] == ["human"] * 4
    assert [tuple(each["numbers"]) or None for each in data["token"]] == [numbers for numbers, _ in expected]
    assert [each["value"] for each in data["token"]] == pytest.approx([value for _, value in expected], abs=1e-9)


def test_rank_the_exchange(console: Console) -> None:
    text = before(golden("plain-2"), line_of(golden("plain-2"), "exchange Dee jaguar"))
    data = console.ask("rank", console.write(text), "--json").data
    expected = brute.exchanges(text)
    assert {each["symbol"]: each["value"] for each in data["exchange"]} == pytest.approx(expected, abs=1e-9)
    assert data["choices"] == []
    best = data["exchange"][0]["symbol"]
    assert re.search(rf"give up +value *\n. {best} ", console.ask("rank", "game.txt").out)


def test_rank_the_final_guesses(console: Console) -> None:
    """After the last round; brute force lists the best of one, two and three numbers first."""
    text = golden("plain-2-complete")
    data = console.ask("rank", console.write(text), "--as", "Dee", "--json").data
    best = {symbol: options[0] for symbol, options in brute.finals(text, "Dee").items()}
    found = {symbol: tuple(each["numbers"]) for symbol, each in data["final"]["symbols"].items()}
    assert found == {symbol: numbers for symbol, (numbers, _) in best.items()}
    assert data["final"]["expected"] == pytest.approx(sum(value for _, value in best.values()), abs=1e-9)
    assert data["choices"] == []


@pytest.mark.parametrize(
    ("line", "seat", "who"),
    [
        ("roll", "Ann", "Ann"),  # who throws is last: of the pile on 0 the piece on top, Ann's
        ("roll", "Bob", "Ann"),
        ("guess Ann", "Bob", "Ann"),
        ("guess Bob", "Ann", "Bob"),
        ("exchange", "Bob", "Ann"),
        ("", "Ann", "Ann"),  # Bob is on 3, Ann on 0: she throws again
        ("", "Bob", "Ann"),
    ],
)
def test_rank_names_who_must_act(console: Console, line: str, seat: str, who: str) -> None:
    """Specification: where the viewer is not to guess, `choices` is empty and `waiting` names who must act."""
    name = console.write(before(EXAMPLE, line_of(EXAMPLE, line)))
    data = console.ask("rank", name, "--as", seat, "--json").data
    assert data["choices"] == []
    assert data["waiting"] in (who, [who])
    assert who in console.ask("rank", name, "--as", seat).out.split("seen by")[1].split("\n", 1)[1]


# ---- final ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SEEN)
def test_final_as_json(console: Console, name: str) -> None:
    text = golden(name)
    data = console.ask("final", console.write(text), "--json").data
    best = {symbol: options[0] for symbol, options in brute.finals(text).items()}
    assert list(data["symbols"]) == list(best)
    for symbol, (numbers, value) in best.items():
        assert tuple(data["symbols"][symbol]["numbers"]) == numbers
        assert data["symbols"][symbol]["expected"] == pytest.approx(value, abs=1e-9)
    assert data["expected"] == pytest.approx(sum(value for _, value in best.values()), abs=1e-9)


def test_final_by_hand(console: Console) -> None:
    """One guess is worth 7 p - 2, two 4 p - 2, three 3 p - 2.

    Bear, four numbers alike: -1/4, 0, 1/4. Five alike: -3/5, -2/5, -1/5. Human, 5 5 4 3 1 of 18: -1/18, 2/9, 1/3.
    Snake, 5 4 4 3 2 of 18: -1/18, 0, 1/6. Together 1/4 - 3/5 + 1/3 + 1/6 = 0.15.
    """
    data = console.ask("final", console.write(EXAMPLE), "--json").data
    found = {symbol: each["numbers"] for symbol, each in data["symbols"].items()}
    assert found == {
        "bear": [2, 4, 5],
        "jaguar": [1, 2, 3],
        "human": [0, 1, 3],
        "bird": [1, 3, 5],
        "chameleon": [1, 2, 4],
        "snake": [0, 3, 4],
    }
    worth = [each["expected"] for each in data["symbols"].values()]
    assert worth == pytest.approx([0.25, -0.2, 1 / 3, -0.2, -0.2, 1 / 6], abs=1e-9)
    assert data["expected"] == pytest.approx(0.15, abs=1e-9)
    screen = console.ask("final", "game.txt").out
    assert re.search(r"human +0 1 3 +77\.8 % +0\.33\b", screen)  # 14 of 18
    assert re.search(r"jaguar +1 2 3 +60\.0 % +-0\.20\b", screen)
    assert "0.15 VP" in screen


UNNOTED = THROWN.replace("me Ann\n", "me Ann\nvariant shortcut\n") + "token Ann bear ?\n"


def test_final_with_a_token_whose_numbers_were_not_noted(console: Console) -> None:
    """It is worth something, and nobody can say what: no 0.00 VP, but the reason, as `rank` gives it."""
    name = console.write(UNNOTED)
    result = console.ask("final", name, "--json")
    assert result.status == 0
    assert result.data["expected"] is None
    bear = result.data["symbols"]["bear"]
    assert (bear["numbers"], bear["expected"], bear["token"]) == ([], None, True)
    assert bear["choices"] == [{"numbers": [], "right": None, "expected": None}]
    assert result.data["no_value"] == console.ask("rank", name, "--json").data["no_value"]
    # Five numbers may be any other stone, each alike: one of three is right in 3 of 5, and 3 * 3/5 - 2 = -1/5.
    assert result.data["symbols"]["jaguar"]["expected"] == pytest.approx(-0.2, abs=1e-9)
    screen = console.ask("final", name)
    assert re.search(r"bear \(token\) +\? +- +- *$", screen.out, re.MULTILINE)
    assert "No value can be told: what you wrote with the token was not noted (bear)." in screen.words
    assert "Together" not in screen.out
    assert "bear" not in screen.words.split("promises most")[0].rsplit("The", 1)[1]
    noted = console.ask("final", console.write(UNNOTED.replace("bear ?", "bear 4")), "--json").data
    assert "no_value" not in noted
    # 2 * (7 * 1/5 - 2), as the bear is 0 2 4 5 or 7.
    assert noted["symbols"]["bear"]["expected"] == pytest.approx(-1.2, abs=1e-9)


@pytest.mark.parametrize(
    ("ways", "told"),
    [
        ([None, None], "Nothing is left to guess."),
        ([None, 8], "All other stones are certain."),
        ([8, 8], "All stones are certain."),
        ([None, 4], "The jaguar is the only one left to guess (1: 50.0 %)."),
        ([8, 4], "The bear promises most (1: 100 %), the jaguar least (1: 50.0 %)."),
    ],
)
def test_what_is_said_of_a_plan(ways: list[int | None], told: str) -> None:
    """Of 8 logs; None where a token was taken and what was written is not known."""
    choices = [
        (FinalChoice(symbol, () if n is None else (1,), n, None if n is None else 7 * n / 8 - 2, written=n is None),)
        for symbol, n in zip((Symbol.BEAR, Symbol.JAGUAR), ways, strict=True)
    ]
    assert why_final(FinalPlan(tuple(choices), None), 8) == told


# ---- answer -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("window", "said"),
    [
        ("5-9", "right"),
        ("7-11", "right"),
        ("3-7", "right"),
        ("8-12", "lower"),
        ("2-6", "higher"),
        ("7", "right"),
        ("8", "wrong"),
        ("6", "wrong"),
    ],
)
def test_answer(console: Console, window: str, said: str) -> None:
    """Bob's sum is 3 + 3 + 1 = 7. “Lower” is the true sum; of the smallest wheel no direction is told."""
    name = console.write(OPEN + f"guess Bob {window}\n")
    (told,) = console.ask("answer", name, "--as", "Ann", "--json").data["answers"]
    low, _, high = window.partition("-")
    assert (told["player"], told["from"], told["to"]) == ("Bob", int(low), int(high or low))
    assert (told["sum"], told["answer"]) == (7, said)
    screen = console.ask("answer", name, "--as", "Ann").out
    assert re.search(rf"Bob {window}: {said}\b", screen, re.IGNORECASE)
    assert re.search(r"bear 3 \+ bear 3 \+ snake 1 = 7\b", screen)
    others = {"right", "lower", "higher", "wrong"} - {said}
    assert not any(re.search(rf"\b{word}\b", screen, re.IGNORECASE) for word in others)


def test_answers_to_several(console: Console) -> None:
    """Bob 7 is within 5-9, Cy 1 + 1 + 6 = 8 is above 4-7; the viewer's own answer is for the others to tell."""
    name = console.write(OPEN + "guess Bob 5-9\nguess Cy 4-7\n")
    found = {each["player"]: each for each in console.ask("answer", name, "--as", "Ann", "--json").data["answers"]}
    assert {player: (each["sum"], each["answer"]) for player, each in found.items()} == {
        "Bob": (7, "right"),
        "Cy": (8, "higher"),
    }
    # Bob tells Ann and Cy: Ann's 0 + 0 + 5 = 5 is within 0-6.
    found = {each["player"]: each for each in console.ask("answer", name, "--as", "Bob", "--json").data["answers"]}
    assert {player: (each["sum"], each["answer"]) for player, each in found.items()} == {
        "Ann": (5, "right"),
        "Cy": (8, "higher"),
    }


def test_answer_for_a_smallest_wheel_of_two(console: Console) -> None:
    text = OPEN.replace("wheels 1=5 2=4", "wheels 2=5 6=2") + "guess Bob 4-5\n"
    screen = console.ask("answer", console.write(text), "--as", "Ann").out
    assert re.search(r"Bob 4-5: wrong", screen, re.IGNORECASE)
    assert not re.search("lower|higher", screen, re.IGNORECASE)


@pytest.mark.parametrize(
    ("window", "possible"),
    [("8-12", {"right", "lower", "higher"}), ("0-9", {"right", "higher"}), ("7", {"right", "wrong"})],
)
def test_answer_that_cannot_be_told(console: Console, window: str, possible: set[str]) -> None:
    """Bob's bear was not noted. Ann sees the bears 1 and 6, so it is 0 2 3 4 5 or 7, the sum 1 5 7 9 11 or 15."""
    name = console.write(OPEN.replace("log Bob bear 3", "log Bob bear ?") + f"guess Bob {window}\n")
    (told,) = console.ask("answer", name, "--as", "Ann", "--json").data["answers"]
    assert (told["sum"], told["answer"]) == (None, None)
    screen = console.ask("answer", name, "--as", "Ann").out
    assert "cannot be told" in screen
    words = {word for word in ("right", "lower", "higher", "wrong") if re.search(rf"\b{word}\b", screen)}
    assert words <= possible


def test_answer_where_nothing_is_set(console: Console) -> None:
    name = console.write(OPEN)
    result = console.ask("answer", name, "--as", "Ann")
    assert result.status == 0
    assert re.search("nobody", result.out, re.IGNORECASE)
    assert console.ask("answer", name, "--as", "Ann", "--json").data["answers"] == []


def test_answer_beside_what_was_told(console: Console) -> None:
    """Where the table has answered already, what it said stands beside what the stones say."""
    name = console.write(EXAMPLE.replace("answer Bob right ", "answer Bob lower "))
    screen = console.ask("answer", name).out
    assert re.search(r"Bob 10-13: right", screen, re.IGNORECASE)
    assert re.search(r"told.*lower", screen)
