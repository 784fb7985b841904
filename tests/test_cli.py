"""What a user sees and what programs get, verb by verb. Expected numbers: the rulebook, arithmetic, or brute force."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests import brute
from tests.console import GOLDEN, PROGRAM, VERBS, Console

SYMBOLS = ["bear", "jaguar", "human", "bird", "chameleon", "snake"]
COMMANDS = (*VERBS, "wheels")
ENGINES = ["table", "cp-sat", "python-constraint"]
RECORDS = sorted(path.stem for path in GOLDEN.glob("*.game"))
SEEN = [name for name in RECORDS if not re.search("complete|contradiction", name)]
COMPLETE = [name for name in RECORDS if name.endswith("-complete")]
CONTRADICTIONS = [name for name in RECORDS if name.startswith("contradiction")]

# The record of the specification.
EXAMPLE = """\
game lost-code
players Ann Bob
me Ann
stack Bob Ann
log Bob       bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1
log neutral-1 bear 1 jaguar 4 human 2 bird 0 chameleon 3 snake 6
log neutral-2 bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2
roll bear bear snake        # Ann's piece lies on top: she is last and throws
turn bear human
guess Ann 9-15
guess Bob 10-13
answer Ann lower
answer Bob right            # 3 + 7 + 1 = 11
exchange Ann bear 0 ?
"""
GIVEN = "wheels 1=5 2=4 3=3 4=3 5=2 7=2 10=1"
BUILT_IN = {"1": 5, "2": 4, "3": 3, "4": 3, "5": 2, "7": 2, "10": 1}

# Twice Ann guessed 0 and was right, so all her stones are 0 and one log is left. Bob's sums are 11 and 8.
NARROW = """\
game lost-code
players Bob Ann
me Ann
log Bob bear 3 jaguar 1 human 7 bird 2 chameleon 5 snake 1
log neutral-1 bear 1 jaguar 4 human 2 bird 6 chameleon 3 snake 6
log neutral-2 bear 6 jaguar 7 human 5 bird 4 chameleon 7 snake 2
roll bear jaguar human
guess Ann 0
guess Bob 10-13
answer Ann right
answer Bob right
roll bird chameleon snake
guess Bob 5-9
guess Ann 0
answer Bob right
answer Ann right
"""
# With two slips: 3 + 1 + 7 = 11, so 10-13 was right, and it was the bear 3 that lay in Bob's log.
SLIPS = NARROW.replace("answer Bob right\nroll", "answer Bob lower\nexchange Bob bear 4 5\nroll")
SLIP_LINES = [11, 12]

# All is known. Bob's sum for bear bear snake is 3 + 3 + 1 = 7, Cy's 1 + 1 + 6 = 8.
OPEN = """\
game lost-code
players Ann Bob Cy
wheels 1=5 2=4 3=3 4=3 5=2 7=2 10=1
stack Cy Bob Ann
log Ann bear 0 jaguar 1 human 2 bird 3 chameleon 4 snake 5
log Bob bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1
log Cy bear 1 jaguar 4 human 1 bird 0 chameleon 3 snake 6
log neutral-1 bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2
roll bear bear snake
guess Ann 0-6
"""


@pytest.fixture
def console(tmp_path: Path) -> Console:
    return Console(tmp_path)


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.game").read_text("utf-8")


def expected_of(name: str) -> dict[str, Any]:
    expected: dict[str, Any] = json.loads((GOLDEN / f"{name}.expected.json").read_text("utf-8"))
    return expected


@cache
def choices_of(name: str) -> list[dict[str, Any]]:
    return brute.choices(golden(name))


def line_of(text: str, beginning: str) -> int:
    """The number of the last line that begins so."""
    return max(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(beginning))


def before(text: str, line: int) -> str:
    return "".join(text.splitlines(keepends=True)[: line - 1])


def seat_for(text: str) -> list[str]:
    """What must be added for a record without `me`: the seat of the first player."""
    return [] if "\nme " in text else ["--as", text.split("players ")[1].split()[0]]


def of_symbols(counted: dict[str, dict[int, int]]) -> dict[str, dict[str, int]]:
    return {symbol: {str(number): ways for number, ways in each.items()} for symbol, each in counted.items()}


# ---- show -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", RECORDS)
def test_show_as_json(console: Console, name: str) -> None:
    text = golden(name)
    result = console.ask("show", console.write(text), "--json")
    assert result.status == 0
    expected = brute.show(text)
    assert set(expected) == {"round", "track", "order", "cursed", "final_logs"}
    assert {key: result.data[key] for key in expected} == expected


def test_show_says_where_the_game_stands(console: Console) -> None:
    """Bob's wheel shows 4 numbers and is worth 3 VP; Ann was wrong, is last and throws next."""
    screen = console.ask("show", console.write(EXAMPLE)).out
    assert "round 1 of 10" in screen
    assert re.search(r"^Ann +0\b.*\n^Bob +3\b", screen, re.MULTILINE)
    assert re.search(r"Ann throws", screen)
    assert re.search(r"jaguar +\? +0 +4 +7 +3\b", screen)  # Ann's, Bob's, the two of nobody, the pile
    assert re.search(r"bear +\? +3 +1 +6 +2 +0\b", screen)  # one bear drawn; the discard lies open


def test_show_after_the_last_move(console: Console) -> None:
    """Dee 5 + 2 + 1 - 2 - 2 - 2 = +2, from 3 to 5; Bob misses all six, from 10 to -2."""
    finals = (
        "final Dee bear 6 jaguar 5 6 human 0 1 2 bird -\n"
        "final Bob bear 0 jaguar 1 human 2 bird 3 4 chameleon 1 2 4 snake 7\n"
    )
    name = console.write(golden("plain-2-complete") + finals)
    data = console.ask("show", name, "--json").data
    assert data["track"] == {"Dee": 5, "Bob": -2}
    assert data["order"] == ["Bob", "Dee"]
    screen = console.ask("show", name).out
    assert re.search(r"^Bob +-2\b", screen, re.MULTILINE)
    assert re.search(r"^Dee +5 +wins", screen, re.MULTILINE)


# ---- solve ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SEEN)
def test_solve_as_json(console: Console, name: str) -> None:
    data = console.ask("solve", console.write(golden(name)), "--json").data
    expected = expected_of(name)
    keys = {"logs", "values", "round", "track", "order", "cursed"}
    assert {key: data[key] for key in keys} == {key: expected[key] for key in keys}
    assert data["game"] == "lost-code"
    assert data["viewer"] == golden(name).split("\nme ")[1].split()[0]
    assert isinstance(data["logs"], int)
    assert all(isinstance(ways, int) and ways > 0 for each in data["values"].values() for ways in each.values())


def test_solve_by_hand(console: Console) -> None:
    """0 + human + snake is at most 8.

    Human may be 0 1 3 4 6, snake 0 3 4 5 7: with human 0 and 1 five snakes, with 3 four, with 4 three, with 6 one: 18.
    The new bear may be 2 4 5 7; jaguar, bird and chameleon five numbers each. 18 * 4 * 5 * 5 * 5 = 9000.
    """
    data = console.ask("solve", console.write(EXAMPLE), "--json").data
    assert data["logs"] == 9000
    assert data["values"] == {
        "bear": {"2": 2250, "4": 2250, "5": 2250, "7": 2250},
        "jaguar": {"1": 1800, "2": 1800, "3": 1800, "5": 1800, "6": 1800},
        "human": {"0": 2500, "1": 2500, "3": 2000, "4": 1500, "6": 500},
        "bird": {"1": 1800, "3": 1800, "5": 1800, "6": 1800, "7": 1800},
        "chameleon": {"1": 1800, "2": 1800, "4": 1800, "6": 1800, "7": 1800},
        "snake": {"0": 2500, "3": 2000, "4": 2000, "5": 1500, "7": 1000},
    }
    assert list(data["values"]) == SYMBOLS
    assert (data["viewer"], data["round"], data["cursed"]) == ("Ann", 1, None)
    assert (data["track"], data["order"]) == ({"Ann": 0, "Bob": 3}, ["Ann", "Bob"])


def test_solve_screen(console: Console) -> None:
    """500 of 9000 are 5.6 %, 2500 are 27.8 %."""
    screen = console.ask("solve", console.write(EXAMPLE)).out
    assert re.search(r"9[,. ]?000 logs", screen)
    lines = screen.split("\n")
    human = next(number for number, line in enumerate(lines) if "human" in line and "2500" in line)
    assert re.findall(r"\d+", lines[human]) == ["2500", "2500", "2000", "1500", "500"]
    assert re.findall(r"[\d.]+", lines[human + 1]) == ["27.8", "27.8", "22.2", "16.7", "5.6"]
    assert re.search("certain: nothing", screen, re.IGNORECASE)


def test_solve_names_what_is_certain(console: Console) -> None:
    name = console.write(golden("plain-2"))
    certain = {symbol: each for symbol, each in expected_of("plain-2")["values"].items() if len(each) == 1}
    assert certain == {"human": {"0": 18}, "bird": {"7": 18}, "snake": {"6": 18}}
    line = next(line for line in console.ask("solve", name).out.split("\n") if line.startswith("Certain"))
    assert re.findall(r"([a-z]+) (\d)", line) == [("human", "0"), ("bird", "7"), ("snake", "6")]


def test_solve_shows_the_sum_of_the_dice(console: Console) -> None:
    """Dice human human jaguar: the human is 2, the jaguar 1, 2, 5 or 7, so the sum is 5, 6, 9 or 11."""
    text = golden("introductory-3")
    screen = console.ask("solve", console.write(text)).out
    rows = re.findall(r"^ *(\d+) +(\d+) +([\d.]+) %", screen, re.MULTILINE)
    assert rows == [(total, "40", "25.0") for total in ("5", "6", "9", "11")]


def test_solve_shows_no_sum_of_a_round_that_is_over(console: Console) -> None:
    """Ann's bear was exchanged after the wheels were checked: her stones now and those dice belong to no sum."""
    assert "sum of your dice" not in console.ask("solve", console.write(EXAMPLE)).out


def test_numbers_of_logs_are_exact(console: Console) -> None:
    """Nothing is known: four logs hold 8 * 7 * 6 * 5 = 1680 ways of each symbol, more than 64 bits together."""
    data = console.ask("solve", console.write("game lost-code\nplayers Ann Bob\nme Ann\n"), "--json").data
    assert data["logs"] == 1680**6 > 2**64
    assert isinstance(data["logs"], int)
    assert all(each == dict.fromkeys("01234567", 1680**6 // 8) for each in data["values"].values())


def test_list_all_logs(console: Console) -> None:
    text = golden("introductory-3")
    data = console.ask("solve", console.write(text), "--list", "1000", "--json").data
    rows = [{key: row[key] for key in SYMBOLS[1:]} for row in data["list"]]
    worlds = [{symbol: number for (_, symbol, _), number in world.items()} for world in brute.worlds(text)]
    order = [tuple(row.values()) for row in rows]
    assert len(rows) == expected_of("introductory-3")["logs"] == 160
    assert order == sorted(order)
    assert all(row in worlds for row in rows)
    assert len(worlds) == 160


@pytest.mark.parametrize("wanted", [1, 3])
def test_list_some_logs(console: Console, wanted: int) -> None:
    """The first in order: bear 0, jaguar 5, human 0, bird 7, chameleon 4, snake 6 (see plain-2.expected.json)."""
    name = console.write(golden("plain-2"))
    rows = console.ask("solve", name, "--list", str(wanted), "--json").data["list"]
    assert len(rows) == wanted
    assert [rows[0][symbol] for symbol in SYMBOLS] == [0, 5, 0, 7, 4, 6]
    screen = console.ask("solve", name, "--list", str(wanted)).out
    listed = re.findall(r"^ *0 +5 +0 +7 +(\d) +6\b", screen, re.MULTILINE)
    assert listed == ["4", "5", "7"][:wanted]


def test_nothing_is_listed_unasked(console: Console) -> None:
    assert "list" not in console.ask("solve", console.write(golden("plain-2")), "--json").data


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_solves(console: Console, engine: str) -> None:
    expected = expected_of("introductory-3")
    data = console.ask("solve", console.write(golden("introductory-3")), "--engine", engine, "--json").data
    assert (data["logs"], data["values"]) == (expected["logs"], expected["values"])


@pytest.mark.parametrize("engine", ENGINES[1:])
def test_time_limit(console: Console, engine: str) -> None:
    """An engine that was stopped gives no number of logs, and a status of its own."""
    name = console.write("game lost-code\nplayers Ann Bob\nme Ann\n")
    result = console.ask("solve", name, "--engine", engine, "--limit", "0.1", "--json")
    assert result.status == 3
    assert "error" in result.data
    assert "logs" not in result.data


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


ROW = re.compile(
    r"^(\d+)(?:-(\d+))? +(\d+) +(\d+) +(<0\.1|>99\.9|[\d.]+) % +(-?\d+\.\d\d) +(-?\d+\.\d\d) *$", re.MULTILINE
)


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


# ---- engines ----------------------------------------------------------------------------------------------------


def test_engines(console: Console) -> None:
    name = console.write(golden("introductory-3"))
    result = console.ask("engines", name, "--json")
    assert result.status == 0
    assert [(each["engine"], each["logs"]) for each in result.data["engines"]] == [(name, 160) for name in ENGINES]
    screen = console.ask("engines", name).out
    assert all(re.search(rf"^{engine} +160 .*\byes\b", screen, re.MULTILINE) for engine in ENGINES)


def test_engines_of_which_one_alone_finishes(console: Console) -> None:
    """What was not compared is not said to agree.

    Of each symbol Bob's number and the 0 are known, and the two of nobody hold two of the other six: 30 ways.
    """
    text = "".join(line for line in NARROW.splitlines(keepends=True) if "neutral" not in line)
    result = console.ask("engines", console.write(text), "--limit", "0.1")
    assert result.status == 3
    assert 30**6 == 729_000_000
    assert "729,000,000" in result.out
    assert not re.search(r"All .*agree", result.out)


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_engines_on_a_contradiction(console: Console, name: str) -> None:
    result = console.ask("engines", console.write(golden(name)), "--json")
    assert result.status == 1
    assert all(each["logs"] == 0 for each in result.data["engines"])


# ---- seats and lines --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", ["Ann", "Bob"])
def test_another_seat(console: Console, seat: str) -> None:
    data = console.ask("solve", console.write(EXAMPLE), "--as", seat, "--json").data
    expected = brute.solve(EXAMPLE, seat)
    assert data["viewer"] == seat
    assert data["logs"] == expected["logs"]
    assert data["values"] == of_symbols(expected["values"])


def test_another_seat_sees_its_own_log_hidden(console: Console) -> None:
    name = console.write(OPEN + "guess Bob 5-9\n")
    assert console.ask("show", name, "--json").data["final_logs"]["Bob"]["human"] == 7
    assert console.ask("show", name, "--as", "Ann", "--json").data["final_logs"]["Bob"]["human"] == 7
    seen = console.ask("show", name, "--as", "Bob", "--json").data
    assert seen["final_logs"]["Bob"] == dict.fromkeys(SYMBOLS)
    assert seen["final_logs"]["Ann"]["snake"] == 5
    assert re.search(r"seen by Bob", console.ask("show", name, "--as", "Bob").out)


def test_name_with_a_space(console: Console) -> None:
    name = console.write(OPEN.replace("Bob", '"Bo Lee"').replace("me Ann", 'me "Bo Lee"'))
    assert console.ask("solve", name, "--as", "Bo Lee", "--json").data["viewer"] == "Bo Lee"


@pytest.mark.parametrize("verb", ["show", "solve", "rank", "final", "answer"])
def test_before_a_line(console: Console, verb: str) -> None:
    text = golden("plain-2")
    whole, cut = console.write(text), console.write(before(text, 25), "cut.txt")
    assert console.ask(verb, whole, "--at", "25", "--json").data == console.ask(verb, cut, "--json").data
    assert console.ask(verb, whole, "--at", "25", "--json").data["round"] == 3


# ---- beside every answer ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", VERBS)
def test_wheels_that_are_assumed(console: Console, verb: str) -> None:
    """No wheels line, or one that ends in `assumed`: nobody has compared them with the box."""
    for wheels in ("", f"{GIVEN} assumed\n"):
        data = console.ask(verb, console.write(NARROW.replace("log Bob", f"{wheels}log Bob")), "--json").data
        assert data["assumed"] == ["wheels"]


@pytest.mark.parametrize("verb", ["show", "rank"])
def test_screens_say_that_wheels_are_assumed(console: Console, verb: str) -> None:
    for wheels in ("", f"{GIVEN} assumed\n"):
        name = console.write(before(EXAMPLE, 8).replace("stack", f"{wheels}stack") + "roll bear bear snake\n")
        assert "assumed" in console.ask(verb, name).out


@pytest.mark.parametrize("verb", VERBS)
def test_wheels_that_are_given(console: Console, verb: str) -> None:
    name = console.write(NARROW.replace("log Bob", f"{GIVEN}\nlog Bob"))
    assert console.ask(verb, name, "--json").data["assumed"] == []
    assert "assumed" not in console.ask(verb, name).out.lower()


@pytest.mark.parametrize("verb", VERBS)
def test_findings(console: Console, verb: str) -> None:
    """Line 11 tells “lower” of 3 + 1 + 7 = 11 in 10-13, line 12 discards a bear 4 where a bear 3 lay."""
    name = console.write(SLIPS)
    assert [SLIPS.split("\n")[line - 1] for line in SLIP_LINES] == ["answer Bob lower", "exchange Bob bear 4 5"]
    result = console.ask(verb, name)
    assert result.status == 0
    assert re.search(r"line 11\b.*\bright\b.*line 12\b.*bear 3\b", result.words)
    data = console.ask(verb, name, "--json").data
    assert [each["line"] for each in data["findings"]] == SLIP_LINES
    assert "right" in json.dumps(data["findings"][0])
    assert "bear 3" in json.dumps(data["findings"][1])


@pytest.mark.parametrize("verb", VERBS)
def test_nothing_to_find(console: Console, verb: str) -> None:
    name = console.write(NARROW)
    assert console.ask(verb, name, "--json").data["findings"] == []
    assert "disagree" not in console.ask(verb, name).out


@pytest.mark.parametrize("verb", VERBS)
def test_no_finding_gives_away_ones_own_log(console: Console, verb: str) -> None:
    """Bob cannot see that 10-13 was right; to tell him so would tell him the sum of his stones."""
    known = "log Ann " + " ".join(f"{symbol} 0" for symbol in SYMBOLS)
    text = SLIPS.split("exchange")[0].replace("me Ann", known)
    name = console.write(text)
    assert [each["line"] for each in console.ask("show", name, "--as", "Ann", "--json").data["findings"]] == [11]
    assert console.ask(verb, name, "--as", "Bob", "--json").data["findings"] == []
    assert "line 11" not in console.ask(verb, name, "--as", "Bob").words


# ---- wheels -----------------------------------------------------------------------------------------------------


def test_wheels_before_anything_was_saved(console: Console) -> None:
    """The table of the specification, assumed on both sides; looking writes nothing."""
    data = console.ask("wheels", "--json").data
    assert data["wheels"] == {"plain": BUILT_IN, "x-side": BUILT_IN}
    assert data["assumed"] == {side: [1, 2, 3, 4, 5, 7, 10] for side in ("plain", "x-side")}
    assert console.files() == {}
    screen = console.ask("wheels").out
    assert len(re.findall(r"^ *\d+ +\d+ +assumed", screen, re.MULTILINE)) == 14


def test_save_some_wheels(console: Console) -> None:
    result = console.ask("wheels", "--set", "1=6,10=2", "--json")
    assert result.status == 0
    assert result.data["wheels"] == {"plain": BUILT_IN | {"1": 6, "10": 2}, "x-side": BUILT_IN}
    assert result.data["assumed"] == {"plain": [2, 3, 4, 5, 7], "x-side": [1, 2, 3, 4, 5, 7, 10]}
    assert console.ask("wheels", "--json").data == result.data
    assert console.ask("wheels", "--set", "7=3", "--json").data["assumed"]["plain"] == [2, 3, 4, 5]
    screen = console.ask("wheels").out
    assert re.search(r"^ *1 +6 +(?!assumed)\S", screen, re.MULTILINE)
    assert re.search(r"^ *2 +4 +assumed", screen, re.MULTILINE)


def test_save_all_wheels(console: Console) -> None:
    data = console.ask("wheels", "--set", "1=7,2=5,3=4,4=4,5=2,7=1,10=1", "--json").data
    assert data["wheels"]["plain"] == {"1": 7, "2": 5, "3": 4, "4": 4, "5": 2, "7": 1, "10": 1}
    assert data["assumed"]["plain"] == []


def test_save_wheels_of_other_widths(console: Console) -> None:
    """The rulebook gives away the widths 2, 5, 7 and 10 only; a box with others is a box."""
    data = console.ask("wheels", "--set", "2=5,3=4,4=3,5=2,6=2,7=2,10=1", "--json").data
    assert data["wheels"]["plain"] == {"2": 5, "3": 4, "4": 3, "5": 2, "6": 2, "7": 2, "10": 1}
    assert data["assumed"]["plain"] == []


def test_save_wheels_of_the_x_side(console: Console) -> None:
    console.ask("wheels", "--set", "1=6")
    data = console.ask("wheels", "--set", "1=8", "--x-side", "--json").data
    assert (data["wheels"]["plain"]["1"], data["wheels"]["x-side"]["1"]) == (6, 8)


def test_forget_wheels(console: Console) -> None:
    console.ask("wheels", "--set", "1=6")
    console.ask("wheels", "--set", "1=8", "--x-side")
    data = console.ask("wheels", "--forget", "--json").data
    assert data["wheels"]["plain"] == BUILT_IN
    assert data["assumed"]["plain"] == [1, 2, 3, 4, 5, 7, 10]
    assert data["wheels"]["x-side"]["1"] == 8


@pytest.mark.parametrize(
    ("values", "typed"),
    [
        ("1=x", "1=x"),
        ("1", "1"),
        ("1=", "1="),
        ("=5", "=5"),
        ("1=5,1=6", "1=6"),
        ("1=0", "1=0"),
        ("1=-1", "1=-1"),
        ("1=2.5", "1=2.5"),
        ("0=5", "0=5"),
        ("6=2", "6=2"),
        ("30=1", "30=1"),
        ("1=99999999999", "1=99999999999"),
        ("1=5,2=4,3=3,4=3,5=2,7=2,10=1,11=1", "11=1"),
        ("", ""),
        (",", ","),
    ],
)
def test_wrong_wheels(console: Console, values: str, typed: str) -> None:
    console.ask("wheels", "--set", "2=6")
    written = console.files()
    for options in ([], ["--x-side"]):
        result = console.ask("wheels", "--set", values, *options)
        assert (result.status, result.out) == (2, "")
        assert typed in result.err
        assert "expected" in result.err
        assert console.files() == written
    assert "error" in console.ask("wheels", "--set", values, "--json").data


DAMAGED = [
    pytest.param(b"[wheels.plain\n1 = 6\n", id="no-toml"),
    pytest.param(b"\xff\xfe\x00", id="no-text"),
    pytest.param(b"wheels = 3\n", id="no-table"),
    pytest.param(b"[wheels]\nplain = 3\n", id="no-side"),
    pytest.param(b'[wheels.plain]\n7 = "two"\n', id="a-word"),
    pytest.param(b"[wheels.plain]\n7 = 2.5\n", id="a-fraction"),
    pytest.param(b"[wheels.plain]\n7 = true\n", id="a-truth"),
    pytest.param(b"[wheels.plain]\nseven = 2\n", id="a-width-in-words"),
    pytest.param(b"[wheels.plain]\n7 = 0\n", id="no-value"),
    pytest.param(b"[wheels.plain]\n99 = 5\n", id="no-such-width"),
]


@pytest.mark.parametrize("raw", DAMAGED)
def test_damaged_settings_are_named(console: Console, raw: bytes) -> None:
    (console.folder / "settings").mkdir()
    (console.folder / "settings" / "settings.toml").write_bytes(raw)
    result = console.ask("wheels")
    assert (result.status, result.out) == (2, "")
    assert "settings.toml" in result.err
    assert not re.search("attribute|object|codec", result.err)  # words of Python, not of a user
    assert "error" in console.ask("wheels", "--json").data


@pytest.mark.parametrize("raw", DAMAGED)
@pytest.mark.parametrize(
    "options", [["--set", "1=7"], ["--set", "1=7", "--x-side"], ["--forget", "--x-side"]], ids=" ".join
)
def test_damaged_settings_are_left_alone(console: Console, raw: bytes, options: list[str]) -> None:
    """The file may hold what the user typed in by hand: nothing is guessed, and not a byte is changed."""
    (console.folder / "settings").mkdir()
    (console.folder / "settings" / "settings.toml").write_bytes(raw)
    written = console.files()
    result = console.ask("wheels", *options)
    assert console.files() == written
    assert (result.status, result.out) == (2, "")
    assert "settings.toml" in result.err


def test_wrong_wheels_are_not_half_obeyed(console: Console) -> None:
    """What would be forgotten stays where what should be saved is wrong."""
    console.ask("wheels", "--set", "2=6")
    written = console.files()
    assert console.ask("wheels", "--forget", "--set", "1=x").status == 2
    assert console.files() == written


def test_settings_that_cannot_be_written(console: Console) -> None:
    """A file lies where the folder would be made."""
    (console.folder / "settings").write_text("mine")
    written = console.files()
    result = console.ask("wheels", "--set", "1=7")
    assert (result.status, result.out) == (2, "")
    assert "settings" in result.err
    assert console.files() == written


def test_saving_leaves_the_rest_of_the_settings(console: Console) -> None:
    """Comments too, and those beside the values as well."""
    (console.folder / "settings").mkdir()
    path = console.folder / "settings" / "settings.toml"
    path.write_text("# mine\n[other]\nx = 1 # keep\n\n[wheels.plain]\n# from the box\n7 = 3 # sure\n")
    assert console.ask("wheels", "--set", "1=6").status == 0
    text = path.read_text("utf-8")
    assert all(comment in text for comment in ("# mine", "# keep", "# from the box", "# sure"))
    settings = tomllib.loads(text)
    assert settings == {"other": {"x": 1}, "wheels": {"plain": {"7": 3, "1": 6}}}
    assert [file for file in console.files() if not file.startswith("settings")] == []
    assert len(list(path.parent.iterdir())) == 1


# ---- the screen -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize("name", RECORDS)
def test_nothing_is_wider_than_the_terminal(console: Console, name: str, width: int) -> None:
    file, seat = console.write(golden(name)), seat_for(golden(name))
    calls = [["show"], ["solve", "--list", "9"], ["rank"], ["rank", "--all"], ["final"], ["answer"], ["engines"]]
    assert {call[0] for call in calls} == set(VERBS)
    for verb, *more in calls:
        result = console.ask(verb, file, *seat, *more, COLUMNS=str(width))
        assert result.said
        assert result.widest <= width, (verb, result.said)


@pytest.mark.parametrize("width", [40, 80])
def test_wheels_are_no_wider_than_the_terminal(console: Console, width: int) -> None:
    assert console.ask("wheels", COLUMNS=str(width)).widest <= width


@pytest.mark.parametrize("width", [40, 80])
@pytest.mark.parametrize(
    "player", ["Bartholomew Montgomery Fitzgerald-Smythe the Third", "李明" * 15], ids=["long", "wide"]
)
def test_long_names_fit_too(console: Console, player: str, width: int) -> None:
    file = console.write(OPEN.replace("Bob", f'"{player}"') + f'guess "{player}" 5-9\n')
    for verb in ("show", "solve", "rank", "final", "answer"):
        assert console.ask(verb, file, "--as", "Ann", COLUMNS=str(width)).widest <= width


@pytest.mark.parametrize("width", [40, 80])
def test_a_symbol_is_not_broken(console: Console, width: int) -> None:
    """“chamel” and “eon” on two lines is not read at a glance."""
    for name in ("plain-2", "everything-2"):
        file = console.write(golden(name))
        for verb in ("show", "solve", "rank", "final", "answer"):
            screen = console.ask(verb, file, COLUMNS=str(width)).out
            assert not re.search(r"■ *$", screen, re.MULTILINE), verb
            assert not re.search(r"^(eon|leon|eleon)\b", screen, re.MULTILINE), verb


def test_counts_stay_with_their_numbers(console: Console) -> None:
    """In the list for narrow screens a number, its ways and its share, as 3, 750 and 22.7 %, are one piece."""
    screen = console.ask("solve", console.write(golden("everything-2")), COLUMNS="40").out
    pieces = re.findall(r"\b(\d):[^\S\n]?(\d+)[^\S\n]*\(?[\d.]+[^\S\n]?%", screen)
    expected = expected_of("everything-2")["values"]
    assert Counter(pieces) == Counter(
        (number, str(ways)) for each in expected.values() for number, ways in each.items()
    )


ESCAPE = "\x1b"


@pytest.mark.parametrize("verb", COMMANDS)
def test_no_escape_sequences_in_a_pipe(console: Console, verb: str) -> None:
    arguments = [verb] if verb == "wheels" else [verb, console.write(golden("introductory-3"))]
    assert ESCAPE not in console.ask(*arguments).said
    assert ESCAPE not in console.ask(*arguments, NO_COLOR="1").said


def on_a_terminal(console: Console, *arguments: str, **more: str) -> str:
    """Run the program with a terminal for output, and give what arrives there."""
    ours, theirs = os.openpty()
    try:
        with console.running(*arguments, stdout=theirs, environment={"TERM": "xterm-256color"} | more) as process:
            os.close(theirs)
            shown = b""
            while True:
                try:
                    part = os.read(ours, 65536)
                except OSError:  # how Linux tells the end
                    break
                if not part:
                    break
                shown += part
            assert process.wait(20) == 0
    finally:
        os.close(ours)
    return shown.decode()


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_no_escape_sequences_without_colour(console: Console) -> None:
    """On a terminal the marks are coloured; with NO_COLOR not one escape sequence is sent, not even for bold."""
    name = console.write(golden("introductory-3"))
    assert ESCAPE not in console.run("show", name).said
    assert ESCAPE in on_a_terminal(console, "show", name)
    assert ESCAPE not in on_a_terminal(console, "show", name, NO_COLOR="1")


# ---- percentages ------------------------------------------------------------------------------------------------

# Bob and the two of nobody hold 8, 7 and 6 of everything, so Ann's stones are 0 to 5. Three times she was right:
# bear + jaguar + human, bear + bird + chameleon, and bear + snake + snake are at most 5. With bear b there are
# (7 - b) * (6 - b) / 2 ways for each of the first two and (5 - b) // 2 + 1 for the last:
# 441 * 3 + 225 * 3 + 100 * 2 + 36 * 2 + 9 + 1 = 2280, a bear 5 in only one of them.
SURE = "".join(
    [
        "game lost-code\nplayers Bob Ann\nme Ann\nvariant x-race\nwheels 1=5 2=4 3=3 5=2 6=2 7=2 10=1\n",
        *(
            f"log {owner} " + " ".join(f"{symbol} {number}" for symbol in SYMBOLS) + "\n"
            for owner, number in (("Bob", 8), ("neutral-1", 7), ("neutral-2", 6))
        ),
        *(
            f"roll {dice}\nguess Ann 0-5\nguess Bob 24\nanswer Ann right\nanswer Bob right\n"
            for dice in ("bear jaguar human", "bear bird chameleon", "bear snake snake")
        ),
        "roll bear bear jaguar\n",
    ]
)
CERTAINTY = re.compile(r"(?<![\d.])(0|0\.0|100|100\.0) ?%")


def test_no_share_is_rounded_into_certainty(console: Console) -> None:
    """One way in 2280 is 0.04 %."""
    name = console.write(SURE)
    data = console.ask("solve", name, "--json").data
    assert data["logs"] == 2280
    assert data["values"]["bear"] == {"0": 1323, "1": 675, "2": 200, "3": 72, "4": 9, "5": 1}
    for width in ("40", "80"):
        screen = console.ask("solve", name, COLUMNS=width).out
        assert not CERTAINTY.search(screen)
        assert "<0.1" in screen


def test_no_chance_is_rounded_into_certainty(console: Console) -> None:
    """Of bear + bear + jaguar, 0-9 leaves out the bear 5 with a jaguar 0 alone: 2279 of 2280 are 99.96 %."""
    name = console.write(SURE)
    data = console.ask("rank", name, "--json").data
    right = {(choice["from"], choice["to"]): choice["right"] for choice in data["choices"]}
    assert right[0, 9] == 2279
    shown = {
        (int(row[0]), int(row[1] or row[0])): row[4] for row in ROW.findall(console.ask("rank", name, "--all").out)
    }
    assert shown[0, 9] == ">99.9"
    assert set(shown) == set(right)
    for window, share in shown.items():
        exact = 100 * right[window] / 2280
        assert (share == "100") == (right[window] == 2280)
        assert (share == "0") == (right[window] == 0)
        if share[0] in "<>":
            assert abs(exact - (0 if share[0] == "<" else 100)) < 0.1
        else:
            assert float(share) == pytest.approx(exact, abs=0.051)


# ---- what is loaded, and help -----------------------------------------------------------------------------------

LOADED = """
import json, sys
from cli.main import app
for arguments in json.loads(sys.argv[1]):
    try:
        app(arguments)
    except SystemExit as end:
        assert not end.code, end.code
print(json.dumps(sorted({"ortools", "pandas", "constraint"} & set(sys.modules))))
"""


def loaded(console: Console, *calls: list[str]) -> list[str]:
    """Which of the slow libraries a process has loaded after these calls."""
    result = console.run(json.dumps(calls), program=(sys.executable, "-c", LOADED))
    assert result.status == 0, result.err
    names: list[str] = json.loads(result.out.splitlines()[-1])
    return names


def test_slow_libraries_are_not_loaded(console: Console) -> None:
    name = console.write(golden("introductory-3"))
    verbs = ("show", "solve", "rank", "final", "answer")
    assert loaded(console, *([verb, name, *form] for verb in verbs for form in ([], ["--json"])), ["--help"]) == []


def test_slow_libraries_are_loaded_when_asked_for(console: Console) -> None:
    name = console.write(golden("introductory-3"))
    assert {"ortools", "constraint"} <= set(loaded(console, ["engines", name]))


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example_that_works(console: Console, command: str) -> None:
    result = console.ask(command, "--help")
    assert result.status == 0
    told = re.search(r"Example: lostcode (.+)", result.words)
    assert told
    console.write(EXAMPLE)
    example = shlex.split(told[1])
    assert example[0] == command
    assert console.ask(*example).status == 0


def test_help_names_every_command(console: Console) -> None:
    for arguments in (["--help"], []):
        screen = console.ask(*arguments).said
        assert all(re.search(rf"^ +{command} +[A-Z]", screen, re.MULTILINE) for command in COMMANDS)


def test_version(console: Console) -> None:
    project = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text("utf-8"))["project"]
    result = console.run("--version")
    assert result.status == 0
    assert result.out == f"lostcode {project['version']}\n"


def test_completion_script(console: Console) -> None:
    bash = shutil.which("bash")
    if bash is None:
        pytest.skip("needs bash")
    # bash must be the parent, as it is for a user.
    made = console.run("--show-completion", program=(bash, "-c", '"$0" "$@"; exit $?', PROGRAM))
    assert made.status == 0
    console.write(made.out + "\ncomplete -p lostcode\n", "complete.sh")
    loaded_by_bash = console.run("complete.sh", program=(bash, "--norc"))
    assert loaded_by_bash.status == 0, loaded_by_bash.err
    assert "lostcode" in loaded_by_bash.out


def test_completion_knows_commands_and_engines(console: Console) -> None:
    def offered(line: str) -> Counter[str]:
        words = line.split(" ")
        wanted = {"_LOSTCODE_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(len(words) - 1)}
        with console.running(environment=wanted) as process:
            out, _ = process.communicate(timeout=20)
        return Counter(out.decode().split())

    assert offered("lostcode ") == Counter(COMMANDS)
    assert offered("lostcode solve --engine ") == Counter(ENGINES)
