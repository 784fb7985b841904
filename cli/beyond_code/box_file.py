"""What the user's box says and the rulebook does not: names, corners, effects and goals, in a TOML file of his.

The file lies in the folder of his settings. Whatever else stands in it stays: a change is composed, read again, and
saved only if it says what was meant. `lostcode new` copies from it into the record what the game uses.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from cli.files import FileError, locked, save, shown
from cli.own_files import own_tables, own_text
from cli.settings import WAIT, settings_path
from solver.beyond_code.box import TITLES
from solver.beyond_code.events import Card, CardLine, Character, Corner, Event, WordsLine
from solver.beyond_code.notation import read, write
from solver.errors import LineError, NotationError
from solver.games import read as read_record
from solver.words import Words

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

__all__ = ["Box", "box_path", "lines_for", "saved_box", "set_corners", "set_names", "try_names"]

K = TypeVar("K", Card, Character)


@dataclass(frozen=True, slots=True)
class Box:
    """What the file says. effects, goals: the owner's own words."""

    names: Mapping[Card, str] = field(default_factory=dict)
    corners: Mapping[Card, Corner] = field(default_factory=dict)
    effects: Mapping[Card, str] = field(default_factory=dict)
    goals: Mapping[Character, str] = field(default_factory=dict)


TABLES = ("names", "corners", "effects", "goals")
"""The tables of the file."""


def box_path() -> Path:
    """Where the file lies: beside the settings."""
    return settings_path().with_name("beyond-code.toml")


def saved_box() -> Box:
    """What the user's box says; an empty one where there is no file. Raises FileError."""
    return _told(_text())


def set_names(names: Mapping[Card, str]) -> None:
    """Save names of cards. Raises FileError."""
    _change(lambda box: replace(box, names={**box.names, **names}))


def set_corners(corners: Mapping[Card, Corner]) -> None:
    """Save corners of cards. Raises FileError."""
    _change(lambda box: replace(box, corners={**box.corners, **corners}))


def lines_for(box: Box, cards: tuple[Card, ...], characters: tuple[Character, ...]) -> tuple[Event, ...]:
    """The lines by which a record of a game with these cards and characters says what the box does."""
    told = [card for card in cards if card in box.names or card in box.corners]
    lines: list[Event] = [CardLine(card, box.names.get(card), box.corners.get(card)) for card in told]
    lines += [WordsLine(card, box.effects[card]) for card in cards if card in box.effects]
    lines += [WordsLine(each, box.goals[each]) for each in dict.fromkeys(characters) if each in box.goals]
    return tuple(lines)


def try_names(names: Mapping[Card, str]) -> None:
    """Raise LineError for names that a record would refuse, or by which no line could mean their cards."""
    if twice := _twice_named(names):
        raise NotationError("two cards would be called so", typed=twice, expected="every card by its own name")
    record = read_record("game beyond-code\n")
    for card, name in names.items():
        record = record.then(CardLine(card, name, None))


def _twice_named(names: Mapping[Card, str]) -> str | None:
    """A name that two of the ten cards would have, with the rulebook's names for those that are not told; or None."""
    titles = {**TITLES, **names}
    said = [title.casefold() for title in titles.values()]
    return next((title for title in titles.values() if said.count(title.casefold()) > 1), None)


# ---- the file --------------------------------------------------------------------------------------------------------


def _text() -> str:
    """The file as it is; nothing where there is none. Raises FileError."""
    return own_text(box_path(), _damaged).removeprefix("\ufeff")


def _told(text: str) -> Box:
    """What a text says. Raises FileError where it is not as it should be."""
    document = own_tables(text, _damaged)
    if (strange := next((name for name in document if name not in TABLES), None)) is not None:
        raise _damaged(f"“{strange}” is not known here")
    corners = _table(document, "corners", Card)
    known = {card: _corner(card, corner) for card, corner in corners.items()}
    names = _table(document, "names", Card)
    try:
        try_names(names)
    except LineError as error:
        raise _damaged(f"[names] {error}") from error
    return Box(names, known, _table(document, "effects", Card), _table(document, "goals", Character))


def _table(document: Mapping[str, object], name: str, kind: type[K]) -> dict[K, str]:
    """One table: for each card, or character, its words on one line, as the record can hold them. Raises FileError."""
    table = document.get(name, {})
    if not isinstance(table, dict):
        raise _damaged(f"“{name}” is no table")
    told: dict[K, str] = {}
    for key, value in table.items():
        if key not in list(kind):
            raise _damaged(f"[{name}] “{key}” is not known; expected one of {', '.join(kind)}")
        if not isinstance(value, str) or not value.strip():
            raise _damaged(f"[{name}] {key}: expected words in quotes")
        # Composed, as a record reads it.
        told[kind(key)] = " ".join(value.split())
        _fits(name, key, told[kind(key)])
    return told


def _fits(name: str, key: str, value: str) -> None:
    """Raise FileError for words that a line of a record could not hold."""
    if '"' in value:
        raise _damaged(f"[{name}] {key}: a quote stands in the words; expected words without quotes")
    line = f'card {key} "{value}"' if name == "names" else f'words {key} "{value}"'
    try:
        written = write(read(Words(line)))
    except NotationError as error:
        raise _damaged(f"[{name}] {key}: {error}") from error
    if written != line:
        raise _damaged(f"[{name}] {key}: “{value}” cannot stand in a record; expected plain words")


def _corner(card: Card, corner: str) -> Corner:
    if corner not in list(Corner):
        raise _damaged(f"[corners] {card}: “{corner}” is no corner; expected {', '.join(Corner)}")
    return Corner(corner)


def _damaged(why: str) -> FileError:
    return FileError(
        f"{shown(str(box_path()))}: {why}; expected the tables {', '.join(f'[{name}]' for name in TABLES)} with lines"
        ' like room-1 = "Winter Garden". Mend it or move it away; it was left as it is'
    )


def _change(changed: Callable[[Box], Box]) -> None:
    """Read, change and save the file, while no other process does. Raises FileError."""
    path = box_path()
    with locked(path, WAIT):
        text = _text()
        meant = changed(_told(text))
        if meant == _told(text):
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"{shown(str(path))}: cannot be saved: {error.strerror or error}") from error
        save(path, _composed(text, meant))


def _composed(text: str, meant: Box) -> str:
    """The text with what is meant put in, and all else as it is, comments too. Raises FileError where it cannot be."""
    import tomlkit  # noqa: PLC0415 - needed only to save

    stumbled: Exception | None = None
    try:
        document = tomlkit.parse(text or _BEGINNING)
        _put_in(document, "names", meant.names)
        _put_in(document, "corners", meant.corners)
        new = tomlkit.dumps(document)
        if _told(new) == meant:
            return new
    except Exception as error:
        # Whatever the library stumbles over in a file that it has not written.
        stumbled = error
    raise FileError(
        f"{shown(str(box_path()))}: no way is known to put this in and leave the rest as it is. Write it yourself:"
        ' lines like room-1 = "Winter Garden" under [names]. It was left as it is'
    ) from stumbled


def _put_in(document: "TOMLDocument", name: str, values: Mapping[Card, StrEnum | str]) -> None:
    import tomlkit  # noqa: PLC0415 - needed only to save

    if not values:
        return
    table = document.setdefault(name, tomlkit.table())
    for card, value in values.items():
        if table.get(str(card)) is None or " ".join(str(table[str(card)]).split()) != str(value):
            table[str(card)] = str(value)


_BEGINNING = f"""# What my box of Enigma: Beyond Code says. Cards: {" ".join(Card)}.
# Corners: {" ".join(Corner)}. Beside [names] and [corners] there may be [effects] of cards and
# [goals] of characters, in my own words: library = "…". Characters: {" ".join(Character)}.
"""
