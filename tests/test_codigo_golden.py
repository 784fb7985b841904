"""Records of Código Enigma played with real cards, and the example of the record: what the commands must say."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from cli.codigo_enigma.commands import show, solve
from cli.codigo_enigma.data import data
from solver.codigo_enigma.view import view
from solver.games import read
from tests.readme import README

FOLDER = Path(__file__).parent / "golden" / "codigo-enigma"
RECORDS = sorted(FOLDER.glob("*.game"))
EXAMPLES = sorted((Path(__file__).parents[1] / "solver" / "codigo_enigma" / "examples").glob("*.game"))


def expected_of(path: Path) -> dict[str, Any]:
    expected: dict[str, Any] = json.loads(path.with_suffix(".expected.json").read_text("utf-8"))
    return expected


def test_whole_games_and_games_under_way() -> None:
    """Two and four players from set-up to winner, one kept by counts only, and some under way."""
    whole = {path.stem for path in RECORDS if expected_of(path)["over"]}
    assert whole == {"whole-2", "whole-4", "counts-3"}
    assert len(RECORDS) > len(whole)


@pytest.mark.parametrize("path", RECORDS, ids=[path.stem for path in RECORDS])
def test_golden(path: Path) -> None:
    """What really lay on the table; the clock by listing every place of the REVEAL cards."""
    seen = view(read(path.read_text("utf-8")))
    told = data(solve(seen)) | data(show(seen))
    for key, value in expected_of(path).items():
        part = {name: told[key][name] for name in value} if isinstance(value, dict) else told[key]
        assert part == value, key


@pytest.mark.parametrize("path", EXAMPLES, ids=[path.stem for path in EXAMPLES])
def test_shipped_examples_are_good_games(path: Path) -> None:
    record = read(path.read_text("utf-8"))
    assert "".join(f"{line}\n" for line in record.lines) == path.read_text("utf-8")


def test_the_record_in_the_readme_is_a_good_game() -> None:
    """The same game as the shipped example, up to Ann's second action: Bob is next."""
    (text,) = re.findall(r"```\n(game codigo-enigma\n.*?)```", README.read_text("utf-8"), re.DOTALL)
    state = read(text).state
    assert (state.turn, state.deck.cards, state.deck.reveal) == ("Bob", 36 - 3, 2)
