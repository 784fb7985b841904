"""What cannot be counted in sensible time or memory is refused in one sentence, and never taken for an answer."""

from __future__ import annotations

import json
import re
from time import perf_counter

import pytest

from solver import table
from solver.clue import AllDifferent, Slot, SumWithin
from solver.errors import Contradiction, OutOfTime
from solver.games import read
from solver.knowledge import Fact, Knowledge
from solver.lost_code import odds
from solver.lost_code.view import view
from tests.console import Console


def rounds(orders: list[str], dice: list[str]) -> str:
    """Four players of whose stones Ann noted none. The four wheels are worth 2, 1, 2 and 3, and all are right."""
    text = "game lost-code\nplayers Ann Bob Cy Dee\nme Ann\n"
    for order, thrown in zip(orders, dice, strict=True):
        names = order.split()
        text += f"roll {thrown}\n"
        text += "".join(
            f"guess {name} {window}\n" for name, window in zip(names, ["9-15", "6-15", "8-12", "9-12"], strict=True)
        )
        text += "".join(f"answer {name} right\n" for name in names)
    return text


TWO_ROUNDS = rounds(["Dee Cy Bob Ann", "Cy Bob Dee Ann"], ["bear jaguar human", "bird chameleon snake"])
FOUR_ROUNDS = rounds(
    ["Dee Cy Bob Ann", "Cy Bob Dee Ann", "Bob Cy Dee Ann", "Cy Bob Dee Ann"],
    ["bear jaguar human", "bird chameleon snake", "bear bird jaguar", "human chameleon snake"],
)
"""Every symbol is tied to every other in four logs at once: laid out, more numbers than any memory holds."""

# Ann's sum is at most 5 and at least 10; that Bob's is 4 to 10 ties his hidden stones to hers.
IMPOSSIBLE = """game lost-code
players Ann Bob
me Ann
roll bear jaguar human
guess Bob 4-10
guess Ann 6-9
answer Bob right
answer Ann lower
exchange Ann bird ? ?
roll bear jaguar human
guess Ann 8-9
guess Bob 4-10
answer Ann higher
answer Bob right
"""


@pytest.mark.parametrize("verb", ["solve", "rank", "final"])
def test_too_many_hidden_logs_are_refused(console: Console, verb: str) -> None:
    name = console.write(FOUR_ROUNDS)
    begun = perf_counter()
    result = console.ask(verb, name)
    assert perf_counter() - begun < 30, "long before the time limit"
    assert (result.status, result.out) == (3, "")
    assert re.fullmatch(r"game\.txt: too many logs are hidden .*: note more .*\n", result.err)
    assert console.ask(verb, name, "--json").data == {"error": "time", "message": result.err[10:].strip()}


def test_what_needs_no_counting_is_told_all_the_same(console: Console) -> None:
    assert console.ask("show", console.write(FOUR_ROUNDS)).status == 0


def test_engines_of_which_none_finishes(console: Console) -> None:
    name = console.write(FOUR_ROUNDS)
    result = console.ask("engines", name, "--limit", "0.1", "--json")
    assert result.status == 3
    assert [each["logs"] for each in result.data["engines"]] == [None] * 3
    screen = console.ask("engines", name, "--limit", "0.1")
    assert screen.status == 3
    assert "No engine finished" in screen.out
    assert "agree in" not in screen.out


def test_a_limit_stops_the_table_too(console: Console) -> None:
    """It takes more than a second here; without a limit it finishes."""
    name = console.write(TWO_ROUNDS)
    assert console.ask("solve", name, "--limit", "0.02").status == 3
    said = console.ask("solve", name, "--limit", "0.02", "--json").data
    assert said["error"] == "time"
    assert "0.02 seconds" in said["message"]
    compared = console.ask("engines", name, "--limit", "0.02", "--json").data["engines"]
    assert [(each["logs"], each["out_of_time"]) for each in compared] == [(None, True)] * 3
    solved = console.ask("solve", name, "--json")
    assert solved.status == 0
    assert solved.data["logs"] > 0


def coupled() -> Knowledge:
    """Two logs of three symbols, tied by sums: 4 * 3 pairs of different numbers for each symbol."""
    names = {log: tuple(Slot(f"{log}{symbol}") for symbol in range(3)) for log in "va"}
    domains = dict.fromkeys((slot for log in names.values() for slot in log), (0, 1, 2, 3))
    facts = [Fact(AllDifferent((names["v"][s], names["a"][s])), None) for s in range(3)]
    facts.append(Fact(SumWithin(tuple((slot, 1) for slot in names["a"]), 0, 9), 1))
    return Knowledge(domains, tuple(facts), names["v"])


def test_the_largest_array_is_not_exceeded(monkeypatch: pytest.MonkeyPatch) -> None:
    assert table.table(coupled()).total == 12**3
    monkeypatch.setattr(table, "LARGEST", 16)
    with pytest.raises(OutOfTime, match="too many logs are hidden"):
        table.table(coupled())


def test_memory_that_the_machine_does_not_have(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_arguments: object) -> None:
        raise MemoryError

    monkeypatch.setattr(table._Problem, "_without", fail)
    with pytest.raises(OutOfTime, match="too many logs are hidden"):
        table.table(coupled())


def test_no_limit_is_no_limit() -> None:
    with pytest.raises(OutOfTime, match="0 seconds"):
        table.table(coupled(), 0)
    assert table.table(coupled(), None).total == 12**3


def test_a_contradiction_whose_lines_take_too_long_to_find(monkeypatch: pytest.MonkeyPatch) -> None:
    """That no log fits is said; which answers are to blame is neither guessed nor searched for without end."""
    seen = view(read(IMPOSSIBLE))
    with pytest.raises(Contradiction) as caught:
        odds.odds(seen)
    assert caught.value.lines == (8, 13)
    monkeypatch.setattr(odds, "LIMIT", 0.0)
    with pytest.raises(OutOfTime, match="no log fits"):
        odds.odds(seen)


def test_a_contradiction_that_takes_too_long_on_the_command_line(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(odds, "LIMIT", 0.0)
    for verb in ("solve", "rank", "final", "engines"):
        result = console.ask(verb, console.write(IMPOSSIBLE), "--json")
        assert result.status == 3, verb
        assert json.loads(result.out)["error"] == "time"
