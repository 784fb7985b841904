"""The files that users write by hand, settings and boxes: whatever stands there, one message and the file as it was."""

import os
from collections.abc import Sequence
from pathlib import Path
from unicodedata import normalize

import pytest

from tests.console import Console

TWO = ("--player", "Ann", "--player", "Bob")
READERS: dict[str, Sequence[str]] = {
    "settings.toml": ("wheels", "--json"),
    "beyond-code.toml": ("new", "n.game", "--game", "beyond-code", "--player", "Ann", "--player", "Bob", "--me", "Ann"),
    "codigo-enigma.toml": ("new", "n.game", "--game", "codigo-enigma", *TWO),
    "cypher.toml": ("new", "n.game", "--game", "cypher", *TWO),
}
"""A command that reads the file."""
DIGITS = b"x = " + b"1" * 9_000 + b"\n"
"""TOML, but more digits than Python makes a number of."""
RAW = {
    "bytes that are no text": b"\xff\xfe",
    "no TOML": b"x = \n",
    "thousands of digits": DIGITS,
    "thousands of brackets": b"x = " + b"[" * 100_000,
    "larger than any such file": b"#" * 1_000_001,
    "a word that is not known": b"strange = 1\n",
}


def path_of(console: Console, name: str) -> Path:
    """Where the file lies."""
    folder = console.folder / "settings"
    folder.mkdir(exist_ok=True)
    return folder / name


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize("raw", RAW.values(), ids=RAW)
def test_a_file_that_is_wrong_is_named_and_left_as_it_was(console: Console, name: str, raw: bytes) -> None:
    if name == "settings.toml" and raw == RAW["a word that is not known"]:
        pytest.skip("settings may hold more than lostcode knows")
    path = path_of(console, name)
    path.write_bytes(raw)
    result = console.ask(*READERS[name])
    assert result.status == 2
    assert name in result.said
    assert "expected" in result.said
    assert path.read_bytes() == raw
    assert not (console.folder / "n.game").exists()


@pytest.mark.parametrize("name", READERS)
def test_a_pipe_or_a_folder_is_not_waited_for(console: Console, name: str) -> None:
    path = path_of(console, name)
    path.mkdir()
    assert "plain file" in console.ask(*READERS[name]).said
    path.rmdir()
    os.mkfifo(path)
    result = console.ask(*READERS[name])
    assert result.status == 2
    assert "plain file" in result.said


APART = "cafe\u0301"
JOINED = "caf\u00e9"


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("beyond-code.toml", f'[names]\nroom-1 = "{APART}"\n'),
        ("codigo-enigma.toml", f'symbols = "tank {APART}"\n'),
        ("cypher.toml", f'[[card]]\nname = "{APART}"\ncopies = 19\naction = "in the {APART}"\n'),
    ],
)
def test_accents_may_be_written_apart(console: Console, name: str, text: str) -> None:
    """As some keyboards and systems do; a record has them joined."""
    assert normalize("NFC", APART) == JOINED != APART
    path_of(console, name).write_text(text, encoding="utf-8")
    result = console.ask(*READERS[name])
    assert result.status == 0, result.said
    assert JOINED in (console.folder / "n.game").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", READERS)
def test_a_link_to_itself_is_named(console: Console, name: str) -> None:
    path = path_of(console, name)
    path.symlink_to(name)
    result = console.ask(*READERS[name])
    assert result.status == 2
    assert name in result.said
