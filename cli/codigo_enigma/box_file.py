"""What the user's box says and the rulebook does not: symbols, the number of common cards, each card by its number.

A TOML file beside his settings, written by him. `lostcode new` copies it into the record.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from cli.files import FileError, shown
from cli.settings import settings_path
from cli.toml_file import toml_tables, toml_text
from solver.codigo_enigma.events import Event
from solver.codigo_enigma.notation import read, write
from solver.codigo_enigma.play import apply, set_up_order
from solver.codigo_enigma.state import State
from solver.errors import LineError
from solver.words import Words

__all__ = ["box_lines", "box_path"]

_EXPECTED = (
    'lines like “cards = 60”, “symbols = "grenade helmet tank"”, and below “[card]” lines like '
    '“9 = "medal 2 symbol helmet code tank helmet grenade"”'
)


def box_path() -> Path:
    """Where the file lies: beside the settings."""
    return settings_path().with_name("codigo-enigma.toml")


def box_lines() -> tuple[Event, ...]:
    """The lines of a record that say what the box does; none where there is no file. Raises FileError."""
    events = tuple(_events(toml_tables(toml_text(box_path(), _damaged), _damaged)))
    _check(events)
    return events


def _check(events: Iterable[Event]) -> None:
    """Make sure that the lines fit each other, whoever plays: they are tried on the smallest table."""
    state = State()
    for event in sorted(events, key=lambda event: set_up_order(event) or 0):
        try:
            state = apply(state, event, 1)
        except LineError as error:
            raise _damaged(f"{write(event)}: {error}") from error


def _events(document: dict[str, object]) -> Iterator[Event]:
    for name, value in document.items():
        match name, value:
            case "cards", int(count):
                yield _line(name, f"cards {count}")
            case "symbols", str(symbols):
                yield _line(name, f"symbols {symbols}")
            case "card", dict(cards):
                for number, words in cards.items():
                    yield _line(f"[card] {number}", f"card {number} {words}")
            case _:
                raise _damaged(f"“{name}” is not known here, or is not as it should be")


def _line(where: str, line: str) -> Event:
    try:
        return read(Words(" ".join(line.split())))
    except LineError as error:
        raise _damaged(f"{where}: {error}") from error


def _damaged(why: str) -> FileError:
    told = f"{shown(str(box_path()))}: {why}; expected {_EXPECTED}"
    return FileError(f"{told}. Mend it or move it away; it was left as it is")
