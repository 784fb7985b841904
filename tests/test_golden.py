"""Records whose answers another program computed: `solve`, `rank`, `show` and contradictions, exactly."""

import json
from pathlib import Path
from typing import Any

import pytest

from cli.lost_code.commands import rank, show, solve
from cli.lost_code.data import data
from solver.errors import Contradiction
from solver.games import read
from solver.lost_code.view import View, view
from tests import brute

FOLDER = Path(__file__).parent / "golden" / "lost-code"
RECORDS = sorted(FOLDER.glob("*.game"))
EXAMPLES = sorted((Path(__file__).parents[1] / "solver" / "lost_code" / "examples").glob("*.game"))


def names(paths: list[Path]) -> list[str]:
    return [path.stem for path in paths]


def expected_of(path: Path) -> dict[str, Any]:
    expected: dict[str, Any] = json.loads(path.with_suffix(".expected.json").read_text("utf-8"))
    return expected


def view_of(path: Path) -> View:
    return view(read(path.read_text("utf-8")))


SEEN = [path for path in RECORDS if "logs" in expected_of(path)]
COMPLETE = [path for path in RECORDS if "final_logs" in expected_of(path)]
CONTRADICTIONS = [path for path in RECORDS if "error" in expected_of(path)]


def test_every_record_is_of_one_kind() -> None:
    assert RECORDS
    assert sorted(SEEN + COMPLETE + CONTRADICTIONS) == RECORDS


@pytest.mark.parametrize("path", SEEN, ids=names(SEEN))
def test_solve(path: Path) -> None:
    expected = expected_of(path)
    found = data(solve(view_of(path), "table", None, None))
    for key in ("logs", "values", "round", "track", "order", "cursed"):
        assert found[key] == expected[key], key


@pytest.mark.parametrize("path", SEEN, ids=names(SEEN))
def test_rank(path: Path) -> None:
    keys = ("wheel", "from", "right", "lower", "higher")
    found = data(rank(view_of(path), None))
    ours = {tuple(choice[key] for key in keys) for choice in found["choices"]}
    assert ours == {tuple(choice[key] for key in keys) for choice in expected_of(path)["choices"]}
    assert len(ours) == len(found["choices"])


@pytest.mark.parametrize("path", COMPLETE, ids=names(COMPLETE))
def test_show(path: Path) -> None:
    found = data(show(view_of(path)))
    for key, value in expected_of(path).items():
        assert found[key] == value, key


@pytest.mark.parametrize("path", CONTRADICTIONS, ids=names(CONTRADICTIONS))
def test_contradiction(path: Path) -> None:
    """Any smallest set will do, so it is checked: none of its lines can be spared, and it has the right size."""
    with pytest.raises(Contradiction) as caught:
        solve(view_of(path), "table", None, None)
    lines = caught.value.lines
    assert len(lines) == expected_of(path)["smallest"]
    assert caught.value.others == ()
    text = path.read_text("utf-8").split("\n")
    assert all(text[line - 1].startswith("answer") for line in lines)
    assert not possible_with(text, set(lines))
    for line in lines:
        assert possible_with(text, set(lines) - {line})


def possible_with(text: list[str], kept: set[int]) -> bool:
    """Whether a log fits the viewer's answers on the kept lines alone, by brute force."""
    seat = brute.Seat("\n".join(text), None)
    mine = [fact for fact in seat.facts if fact.line in kept]
    return next(iter(seat.fill(seat.own.values(), mine)), None) is not None


@pytest.mark.parametrize("path", EXAMPLES, ids=names(EXAMPLES))
def test_shipped_example(path: Path) -> None:
    """The records that the README shows say the same to brute force."""
    text = path.read_text("utf-8")
    seen = view_of(path)
    standing = data(show(seen))
    for key, value in brute.show(text).items():
        assert standing[key] == value, key
    for seat in [seen.viewer] if seen.viewer else seen.table.players:
        expected = brute.solve(text, seat)
        found = data(solve(view(read(text), seat), "table", None, None))
        assert found["logs"] == expected["logs"]
        assert found["values"] == json.loads(json.dumps(expected["values"]))
