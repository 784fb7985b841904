"""What `show`, `solve` and `engines` tell, and what stands beside the answer of every verb.

Expected numbers: the rulebook, arithmetic, or brute force.
"""

import json
import re

import pytest

from tests import brute
from tests.console import VERBS, Console
from tests.records import (
    CONTRADICTIONS,
    ENGINES,
    EXAMPLE,
    GIVEN,
    NARROW,
    OPEN,
    RECORDS,
    SEEN,
    SLIP_LINES,
    SLIPS,
    SYMBOLS,
    before,
    expected_of,
    golden,
    line_of,
    of_symbols,
)

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


def test_findings_are_told_where_no_log_fits(console: Console) -> None:
    """Cy's last snake is a 0, and noted as a 1: a slip of the table may well be why the answers cannot be true."""
    text = golden("contradiction-1").replace("exchange Cy snake 0 5", "exchange Cy snake 1 5")
    name = console.write(text)
    line = line_of(text, "exchange Cy snake")
    expected = console.ask("show", name, "--json").data["findings"]
    assert [(f["line"], f["stated"], f["right"]) for f in expected] == [(line, "snake 1", "snake 0")]
    for verb in ("solve", "rank", "final", "engines"):
        result = console.ask(verb, name, "--json")
        assert (result.status, result.data["error"]) == (1, "contradiction"), verb
        assert result.data["findings"] == expected, verb
        screen = console.ask(verb, name)
        assert re.search(rf"disagree.* line {line}: .*seen as snake 0, and is noted here as 1", screen.words), verb
    assert console.ask("solve", console.write(golden("contradiction-1")), "--json").data["findings"] == []
    assert "disagree" not in console.ask("solve", "game.txt").out


def test_a_stone_in_two_places_is_said_once(console: Console) -> None:
    """It is the contradiction and a finding, too; for people the first is enough."""
    text = NARROW.replace("answer Ann right\nanswer Bob right\nroll", "answer Ann lower\nexchange Ann bear 3 ?\nroll")
    text = text.split("\nroll bird", maxsplit=1)[0] + "\n"
    text = text.replace("guess Ann 0\n", "guess Ann 1-2\n")
    name = console.write(text)
    data = console.ask("solve", name, "--json").data
    line = line_of(text, "exchange Ann")
    assert (data["error"], data["lines"]) == ("contradiction", [line_of(text, "log Bob"), line])
    assert [finding["line"] for finding in data["findings"]] == [line]
    assert "disagree" not in console.ask("rank", name).out


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
