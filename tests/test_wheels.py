"""The verb `wheels`: showing, saving and forgetting, and settings that are not as they should be."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from contextlib import ExitStack
from pathlib import Path

import pytest
import tomlkit

from cli import files, settings, wheels
from solver.errors import NotationError
from solver.lost_code.events import Symbol
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
    pytest.param(b"[wheels.plain]\n1 = 7\n01 = 7\n", id="a-width-twice"),
    pytest.param(b"x = " + b"[" * 5000 + b"]" * 5000, id="brackets-without-end"),
    pytest.param(b'pad = "bird"\n', id="no-list"),
    pytest.param(b'pad = ["bird"]\n', id="a-pad-of-one-symbol"),
    pytest.param(b'pad = ["bird", "bird", "bear", "jaguar", "human", "snake"]\n', id="a-symbol-twice"),
    pytest.param(b'pad = ["b", "jaguar", "chameleon", "snake", "human", "bear"]\n', id="bear-or-bird"),
    pytest.param(b"pad = [1, 2, 3, 4, 5, 6]\n", id="numbers-for-symbols"),
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


def settings_file(console: Console, raw: bytes) -> Path:
    path = console.folder / "settings" / "settings.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(raw)
    return path


WRITTEN_BY_HAND = {
    "a width with a leading zero": "[wheels.plain]\n01 = 7\n2 = 6\n",
    "a width in quotes": '[wheels.plain]\n"1" = 7\n2 = 6\n',
    "dotted keys": "wheels.plain.1 = 7\nwheels.plain.2 = 6\n",
    "dotted keys in a table": "[wheels]\nplain.1 = 7\nplain.2 = 6\n",
    "dotted keys, other lines between": "wheels.plain.1 = 7\nmine = 1 # mine\nwheels.plain.2 = 6\n",
    "a table in one line": "wheels = {plain = {1 = 7, 2 = 6}}\n",
    "one line, with other things in it": "wheels = {plain = {1 = 7, 2 = 6}, note = 'box of 2024'}\n",
    "one line in a table": "[wheels]\nplain = {1 = 7, 2 = 6}\nnote = 'box of 2024'\n",
    "a table that comes twice": "[wheels.plain]\n1 = 7\n2 = 6\n[mine]\nx = 1 # mine\n[wheels.other]\ny = 2\n",
    "a number that equals nothing": "nan = nan\n[wheels.plain]\n1 = 7\n2 = 6\n",
    "no line end": "[wheels.plain]\n1 = 7\n2 = 6",
    "other tables": "[[mine]]\nx = 1\n[[mine]]\nx = 2 # mine\n[wheels.plain]\n1 = 7\n2 = 6\n[last]\nz = 1.50\n",
}
CHANGES: dict[str, tuple[list[str], dict[int, int], dict[int, int]]] = {
    "set": (["--set", "1=8,3=2"], {1: 8, 2: 6, 3: 2}, {}),
    "set the x side": (["--set", "5=3", "--x-side"], {1: 7, 2: 6}, {5: 3}),
    "forget": (["--forget"], {}, {}),
    "other wheels": (["--set", "2=5,3=4,4=3,5=2,6=2,7=2,10=1"], {2: 5, 3: 4, 4: 3, 5: 2, 6: 2, 7: 2, 10: 1}, {}),
}


@pytest.mark.parametrize("line_end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["no mark", "BOM"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
@pytest.mark.parametrize("text", WRITTEN_BY_HAND.values(), ids=WRITTEN_BY_HAND)
def test_settings_written_by_hand_in_any_form(
    console: Console, text: str, change: tuple[list[str], dict[int, int], dict[int, int]], mark: str, line_end: str
) -> None:
    """What TOML allows can be changed, and all else stays: other keys, comments, line ends, a byte-order mark."""
    path = settings_file(console, (mark + text.replace("\n", line_end)).encode())
    options, plain, x_side = change
    assert console.ask("wheels", *options).status == 0
    new = path.read_bytes().decode()
    assert new.startswith(mark)
    found = tomllib.loads(new.removeprefix("\ufeff"), parse_float=str)
    saved = found.pop("wheels", {})
    for side, expected in (("plain", plain), ("x-side", x_side)):
        assert {int(width): points for width, points in saved.pop(side, {}).items()} == expected
    before = tomllib.loads(text, parse_float=str)
    others = {key: value for key, value in before.pop("wheels").items() if key != "plain"}
    assert (found, saved) == (before, others)
    assert ("# mine" in new) == ("# mine" in text)
    # A line that is the last of the file and had no end gets one of either kind.
    if text.count("\n") > 2:
        assert new.count("\n") == new.count(line_end)


def test_settings_that_cannot_be_changed_faithfully_are_left_alone(
    console: Console, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the library for TOML may do to a file: it loses a table here."""
    path = settings_file(console, b"[mine]\nx = 1\n")
    monkeypatch.setattr(tomlkit, "dumps", lambda _document: "[wheels.plain]\n1 = 7\n")
    result = console.ask("wheels", "--set", "1=7")
    assert (result.status, result.out) == (2, "")
    assert "settings.toml" in result.err
    assert "Mend the file" in result.err
    assert path.read_bytes() == b"[mine]\nx = 1\n"


def test_a_library_that_fails_is_no_traceback(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    path = settings_file(console, b"[mine]\nx = 1\n")

    def fail(_text: str) -> None:
        raise AttributeError("append")

    monkeypatch.setattr(tomlkit, "parse", fail)
    result = console.ask("wheels", "--set", "1=7")
    assert (result.status, result.out) == (2, "")
    assert "Mend the file" in result.err
    assert path.read_bytes() == b"[mine]\nx = 1\n"


def test_settings_behind_a_link_stay_there(console: Console) -> None:
    (console.folder / "dotfiles").mkdir()
    (console.folder / "settings").mkdir()
    target = console.folder / "dotfiles" / "lostcode.toml"
    target.write_text("# mine\n")
    target.chmod(0o600)
    link = console.folder / "settings" / "settings.toml"
    link.symlink_to("../dotfiles/lostcode.toml")
    assert console.ask("wheels", "--set", "1=7").status == 0
    assert link.is_symlink()
    assert "# mine" in target.read_text("utf-8")
    assert tomllib.loads(target.read_text("utf-8")) == {"wheels": {"plain": {"1": 7}}}
    assert target.stat().st_mode & 0o777 == 0o600


def test_seven_who_save_at_once_lose_nothing(console: Console) -> None:
    """Each saves the value of one wheel, all begun before the first has ended."""
    values = {"1": 9, "2": 8, "3": 7, "4": 6, "5": 5, "7": 4, "10": 3}
    with ExitStack() as stack:
        begun = [
            stack.enter_context(console.running("wheels", "--set", f"{width}={points}", "--json"))
            for width, points in values.items()
        ]
        for process in begun:
            _, complaint = process.communicate(timeout=60)
            assert (process.returncode, complaint) == (0, b"")
    assert console.ask("wheels", "--json").data["wheels"]["plain"] == values
    assert list(console.files()) == ["settings", "settings/settings.toml"]


def test_settings_that_another_holds_too_long(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "WAIT", 0.1)
    monkeypatch.setenv("LOSTCODE_DATA", str(console.data_folder))
    with files.locked(console.folder / "settings" / "settings.toml"):
        result = console.ask("wheels", "--set", "1=7")
        assert (result.status, result.out) == (2, "")
        assert "settings.toml: another lostcode works on this file" in result.err
        assert console.ask("wheels").status == 0, "looking needs no lock"
    assert console.ask("wheels", "--set", "1=7").status == 0


KILLED = """
import os, signal
from cli.settings import set_wheels
os.fsync = lambda handle: os.kill(os.getpid(), signal.SIGKILL)
set_wheels("2=6", x_side=False)
"""


def test_a_kill_leaves_no_heap_of_files(console: Console) -> None:
    console.ask("wheels", "--set", "1=7")
    written = console.files()
    for _ in range(3):
        killed = subprocess.run(
            [sys.executable, "-c", KILLED], env=console.environment(), cwd=console.folder, timeout=60, check=False
        )
        assert killed.returncode < 0
        assert list(console.files()) == [*list(written)[:1], "settings/.settings.toml.new", *list(written)[1:]]
    assert console.ask("wheels", "--set", "1=7,2=6", "--json").data["wheels"]["plain"]["2"] == 6
    assert list(console.files()) == list(written)


# ---- the deduction pad ------------------------------------------------------------------------------------------

ASSUMED = ["bird", "jaguar", "chameleon", "snake", "human", "bear"]
"""The rulebook's “Example of scoring” adds up 2 + 5 + 2 + 1 + 5 - 2: two guesses, one, two, three, one, and a miss."""
OTHER = ["bear", "human", "snake", "chameleon", "jaguar", "bird"]


@pytest.fixture
def own_settings(console: Console, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in console.environment().items():
        monkeypatch.setenv(name, value)


@pytest.mark.usefixtures("own_settings")
def test_the_pad_before_anything_was_saved(console: Console) -> None:
    order, assumed = settings.saved_pad()
    assert ([str(symbol) for symbol in order], assumed) == (ASSUMED, True)
    assert console.ask("wheels", "--json").data["pad"] == {"order": ASSUMED, "assumed": True}
    assert re.search(f"^{' '.join(ASSUMED)} +assumed$", console.ask("wheels").out, re.MULTILINE)
    assert console.files() == {}


@pytest.mark.usefixtures("own_settings")
def test_save_the_order_of_the_pad(console: Console) -> None:
    console.ask("wheels", "--set", "1=7")
    settings.set_pad([Symbol(name) for name in OTHER])
    assert settings.saved_pad() == (tuple(Symbol(name) for name in OTHER), False)
    saved = tomllib.loads((console.folder / "settings" / "settings.toml").read_text("utf-8"))
    assert saved == {"pad": OTHER, "wheels": {"plain": {"1": 7}}}
    assert console.ask("wheels", "--json").data["pad"] == {"order": OTHER, "assumed": False}
    assert re.search(f"^{' '.join(OTHER)} +set by you$", console.ask("wheels").out, re.MULTILINE)
    assert console.ask("wheels", "--forget", "--json").data["pad"] == {"order": OTHER, "assumed": False}


@pytest.mark.usefixtures("own_settings")
def test_the_assumed_order_can_be_confirmed() -> None:
    settings.set_pad(settings.saved_pad()[0])
    assert [str(symbol) for symbol in settings.saved_pad()[0]] == ASSUMED
    assert settings.saved_pad()[1] is False


@pytest.mark.parametrize("order", [[], OTHER[:5], [*OTHER, "bear"], [*OTHER[:5], "bear"]], ids=len)
@pytest.mark.usefixtures("own_settings")
def test_an_order_that_is_none(console: Console, order: list[str]) -> None:
    with pytest.raises(NotationError, match="expected"):
        settings.set_pad([Symbol(name) for name in order])
    assert console.files() == {}


@pytest.mark.parametrize(
    "typed", [" ".join(OTHER), "be hu s c j bi", "red pink green purple yellow blue", "BE,H,S,C,J,BI"]
)
@pytest.mark.usefixtures("own_settings")
def test_the_pad_by_any_beginnings(typed: str) -> None:
    data = wheels.wheels(None, x_side=False, forget=False, pad=typed).data()
    assert data["pad"] == {"order": OTHER, "assumed": False}
    assert settings.saved_pad()[1] is False


@pytest.mark.parametrize(
    ("typed", "fault"), [("be hu s c j b", "b"), ("be hu s c j cow", "cow"), ("be hu", "bear human")]
)
@pytest.mark.usefixtures("own_settings")
def test_a_wrong_pad_is_not_half_obeyed(console: Console, typed: str, fault: str) -> None:
    """Nor is what stands beside it."""
    with pytest.raises(NotationError) as caught:
        wheels.wheels("1=7", x_side=False, forget=False, pad=typed)
    assert caught.value.typed == fault
    assert console.files() == {}


@pytest.mark.usefixtures("own_settings")
def test_saving_wheels_leaves_a_pad_written_by_hand(console: Console) -> None:
    pad = b'pad = [\n  "be", # red\n  "h", "s", "c", "j", "bi",\n]\n'
    path = settings_file(console, pad)
    assert console.ask("wheels", "--set", "1=7").status == 0
    assert path.read_bytes().startswith(pad)
    assert [str(symbol) for symbol in settings.saved_pad()[0]] == OTHER
