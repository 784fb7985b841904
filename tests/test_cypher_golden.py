"""Records of Cypher whose answers brute force, or a game on a real deck, computed."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.cypher.commands import show, solve
from cli.cypher.data import data
from solver.cypher.events import Event
from solver.cypher.state import State
from solver.cypher.view import view
from solver.errors import Contradiction
from solver.games import read
from solver.record import Record
from tests import brute_cypher

FOLDER = Path(__file__).parent / "golden" / "cypher"
RECORDS = sorted(FOLDER.glob("*.game"))
SHIPPED = sorted((Path(__file__).parents[1] / "solver" / "cypher" / "examples").glob("*.game"))


def expected_of(path: Path) -> dict[str, Any]:
    expected: dict[str, Any] = json.loads(path.with_suffix(".expected.json").read_text("utf-8"))
    return expected


def record_of(text: str) -> Record[Event, State]:
    record: Record[Event, State] = read(text)
    return record


SOLVED = [path for path in RECORDS if "places" in expected_of(path)]
COMPLETE = [path for path in RECORDS if "winner" in expected_of(path)]
CONTRADICTIONS = [path for path in RECORDS if "error" in expected_of(path)]


def near(found: Any, expected: Any) -> bool:
    """Whether all numbers are within 1e-9, and all else is the same."""
    if isinstance(expected, dict):
        return found.keys() == expected.keys() and all(near(found[key], expected[key]) for key in expected)
    if isinstance(expected, list):
        return len(found) == len(expected) and all(map(near, found, expected))
    if isinstance(expected, float):
        return bool(abs(found - expected) <= 1e-9) and (expected != 1 or found == 1)
    return bool(found == expected)


def test_every_record_is_of_one_kind() -> None:
    assert sorted(SOLVED + COMPLETE + CONTRADICTIONS) == RECORDS
    players = {len(record_of(path.read_text("utf-8")).state.players) for path in SOLVED}
    assert players == {2, 3, 4}


@pytest.mark.parametrize("path", SOLVED, ids=lambda path: path.stem)
def test_solve(path: Path) -> None:
    found = data(solve(view(record_of(path.read_text("utf-8")))))
    for key, expected in expected_of(path).items():
        assert near(found[key], expected), key


@pytest.mark.parametrize("path", COMPLETE, ids=lambda path: path.stem)
def test_show(path: Path) -> None:
    found = data(show(view(record_of(path.read_text("utf-8")))))
    for key, expected in expected_of(path).items():
        assert found[key] == expected, key


@pytest.mark.parametrize("path", CONTRADICTIONS, ids=lambda path: path.stem)
def test_contradiction(path: Path) -> None:
    """Any smallest set will do, so it is checked by counting: none of its lines can be spared."""
    text = path.read_text("utf-8")
    with pytest.raises(Contradiction) as caught:
        solve(view(record_of(text)))
    assert len(caught.value.lines) == expected_of(path)["smallest"]
    # Two c are in the box. Ann placed one, Cy another, and the market shows a third: each line is needed.
    lines = text.split("\n")
    assert [lines[line - 1].split("#")[0].split()[-1] for line in caught.value.lines] == ["c", "c", "c"]


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_shipped_example_reads(path: Path) -> None:
    record = record_of(path.read_text("utf-8"))
    assert record.state.started


def test_the_example_of_the_format_by_brute_force() -> None:
    """With fewer names brute force can say it: a, f and g are followed, all other cards are alike."""
    names = "power b c d e h i"
    text = (FOLDER / "three.game").read_text("utf-8")
    kinds = next(line for line in text.split("\n") if line.startswith("cards"))
    # The cards that nobody follows become one name; so do the lines that show one of them.
    plain = text.replace(kinds, "cards x=1x13 a=1x2 f=6x2 g=7x2")
    for name in names.split():
        for line in ("hand Ann a c f", "play Ann c", "receive Ann deck e", "play Bob h", "market d", "pass Bob Ann i"):
            if line.split()[-1] == name or f" {name} " in line:
                plain = plain.replace(line, line.replace(f" {name}", " x"))
    expected = brute_cypher.places("\n".join(line.split("#")[0] for line in plain.split("\n") if line))
    found = data(solve(view(record_of(text))))["places"]
    for name in "afg":
        assert near(found[name], {p: _floats(v) for p, v in expected[name].items()}), name


def _floats(value: Any) -> Any:
    return [float(each) for each in value] if isinstance(value, list) else float(value)
