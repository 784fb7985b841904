"""The verb `wheels`: showing, saving and forgetting, and settings that are not as they should be."""

from __future__ import annotations

import re
import tomllib

import pytest

from tests.console import Console
from tests.records import BUILT_IN

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
