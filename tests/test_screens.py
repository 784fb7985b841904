"""Screens at 40 and 80 columns, with and without colour; percentages; what is loaded; help and completion."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import sys
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from tests.console import PROGRAM, VERBS, Console
from tests.records import (
    COMMANDS,
    ENGINES,
    EXAMPLE,
    FINISHED,
    OPEN,
    RECORDS,
    ROW,
    SYMBOLS,
    expected_of,
    golden,
    seat_for,
)

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
    arguments = [verb] if verb in ("wheels", "list") else [verb, console.write(golden("introductory-3"))]
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
    for name in ("game.txt", "ann.game", "bob.game"):
        console.write(EXAMPLE, name)
    console.write(FINISHED, "last.game")
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
            out, _ = process.communicate(timeout=120)
        return Counter(out.decode().split())

    assert offered("lostcode ") == Counter(COMMANDS)
    assert offered("lostcode solve --engine ") == Counter(ENGINES)
