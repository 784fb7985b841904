"""The TOML files that a user writes himself, of every game: whatever stands in them is read or refused in one line."""

import os
import sys
from pathlib import Path

import pytest

from cli.files import LARGEST
from tests.console import Console, Outcome
from tests.refusals import BAD_INPUT

PLAYERS = ("--player", "Ann", "--player", "Bob")
MINE = {
    "beyond-code.toml": ("new", "x.game", "--game", "beyond-code", *PLAYERS, "--me", "Ann"),
    "codigo-enigma.toml": ("new", "x.game", "--game", "codigo-enigma", *PLAYERS),
    "cypher.toml": ("new", "x.game", "--game", "cypher", *PLAYERS, "--me", "Ann"),
    "settings.toml": ("wheels",),
}
"""The command that reads each file."""


@pytest.fixture
def console(tmp_path_factory: pytest.TempPathFactory) -> Console:
    made = Console(tmp_path_factory.mktemp("own"))
    (made.folder / "settings").mkdir()
    return made


def asked(console: Console, name: str) -> Outcome:
    return console.ask(*MINE[name])


def own(console: Console, name: str) -> Path:
    return console.folder / "settings" / name


def is_refused(console: Console, name: str, *told: str) -> None:
    outcome = asked(console, name)
    assert outcome.status == BAD_INPUT
    assert all(words in outcome.err for words in (name, "expected", *told))
    assert not (console.folder / "x.game").exists()


@pytest.mark.parametrize("name", MINE)
@pytest.mark.parametrize("digits", ["9" * 6000, "0x" + "9" * 6000, "0b" + "1" * 64], ids=["10", "16", "2"])
@pytest.mark.parametrize(
    "where", ["cards = {}\n", "[[card]]\nname = 'x'\nvalue = {}\n", "[wheels.plain]\n1 = [[{}]]\n"]
)
def test_a_number_of_too_many_digits(console: Console, name: str, digits: str, where: str) -> None:
    own(console, name).write_text(where.format(digits), "utf-8")
    is_refused(console, name, "too many digits")


@pytest.mark.parametrize("name", MINE)
@pytest.mark.parametrize(
    ("raw", "told"),
    [(b"\xff", "UTF-8"), (b"a = " + b"[" * 50_000, "brackets"), (b"#" * (LARGEST + 1), "larger"), (b"[a\n", "line 1")],
    ids=["no text", "brackets", "too large", "no TOML"],
)
def test_no_file_of_the_kind(console: Console, name: str, raw: bytes, told: str) -> None:
    own(console, name).write_bytes(raw)
    is_refused(console, name, told)


@pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes with a name")
@pytest.mark.parametrize("name", MINE)
def test_a_pipe_is_not_waited_for(console: Console, name: str) -> None:
    os.mkfifo(own(console, name))
    is_refused(console, name, "no plain file")


@pytest.mark.parametrize("name", MINE)
def test_a_folder(console: Console, name: str) -> None:
    own(console, name).mkdir()
    is_refused(console, name, "no plain file")


@pytest.mark.skipif(sys.platform == "win32", reason="links need rights there")
@pytest.mark.parametrize("name", MINE)
def test_a_link_to_itself(console: Console, name: str) -> None:
    own(console, name).symlink_to(name)
    is_refused(console, name)


@pytest.mark.parametrize("name", ["beyond-code.toml", "codigo-enigma.toml", "cypher.toml"])
def test_a_key_without_a_letter_is_not_known(console: Console, name: str) -> None:
    own(console, name).write_text('"" = 1\n', "utf-8")
    is_refused(console, name, "“” is not known")


# Nineteen cards: one is named with a letter and its accent apart, as some keyboards and file systems write it.
NAMED = '[names]\nroom-1 = "Zoe\u0301"\n[effects]\nlibrary = "a\u0300"\n'
NINETEEN = '[[card]]\nname = "Zoe\u0301"\ncopies = 19\n'


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("beyond-code.toml", '[names]\nroom-1 = "Zoe\u0301"\n[effects]\nlibrary = "a\u0300"\n'),
        ("cypher.toml", NINETEEN),
    ],
)
def test_a_letter_and_its_accent_apart(console: Console, name: str, text: str) -> None:
    """The record's page of The Lost Code, “Lines”: Unicode NFC."""
    own(console, name).write_text(text, "utf-8")
    assert asked(console, name).status == 0
    assert "Zo\u00e9" in (console.folder / "x.game").read_text("utf-8")


def test_names_of_cards_typed_with_accents_apart(console: Console) -> None:
    typed = "Ann Bob\nAnn\nAnn\nZoe\u0301,b c,c d,d e\n\n\n"
    assert console.ask("new", "x.game", "--game", "beyond-code", stdin=typed.encode()).status == 0
    assert 'card room-1 "Zo\u00e9"' in (console.folder / "x.game").read_text("utf-8")


@pytest.mark.parametrize("game", ["lost-code", "beyond-code", "codigo-enigma", "cypher"])
@pytest.mark.parametrize("name", ['O"Brien', '""', 'Ann" "Cy'])
def test_a_quote_in_the_name_of_a_player(console: Console, game: str, name: str) -> None:
    """A line could not hold it, or would hold two names instead of one."""
    outcome = console.ask("new", "x.game", "--game", game, "--player", name, "--player", "Bob")
    assert outcome.status == BAD_INPUT
    assert f"“{name}”: --player: a quote stands in the name; expected a name without quotes" in outcome.err
    assert not (console.folder / "x.game").exists()


def test_a_quote_in_the_name_of_a_card(console: Console) -> None:
    typed = 'Ann Bob\nAnn\nAnn\nx"y,b c,c d,d e\n'
    told = console.ask("new", "x.game", "--game", "beyond-code", stdin=typed.encode())
    assert told.status == BAD_INPUT
    assert '“x"y”: a quote stands in the name' in told.out
    own(console, "beyond-code.toml").write_text('[effects]\nlibrary = "say \\"x\\""\n', "utf-8")
    assert "a quote stands in the words" in asked(console, "beyond-code.toml").err
