"""What the user's cards say and the rulebook does not: names, values, numbers, classes, marks and actions, in a file.

The file lies in the folder of his settings. `lostcode new` copies from it into the record what the game uses, so that a
record means the same everywhere.
"""

from collections.abc import Mapping
from pathlib import Path

from cli.files import FileError, locked, save, shown
from cli.own_files import own_tables, own_text
from cli.settings import WAIT, settings_path
from solver.cypher.box import IN_BOX
from solver.cypher.events import Cards, Event, Kind
from solver.cypher.notation import read, read_kinds, write
from solver.cypher.play import cards_fault
from solver.errors import NotationError
from solver.words import Words, as_word

__all__ = ["box_path", "save_box", "saved_box"]

_KEYS = ("name", "value", "copies", "class", "permanent", "action")
_EXAMPLE = """\
[[card]]
name = "power"      # Power of “Cypher” is called power
value = 0           # any whole number; leave it out where it is not known
copies = 1
class = "end"       # any word; may be left out, as may all below
permanent = false
action = "in your own words"
"""


def box_path() -> Path:
    """Where the file lies: beside the settings."""
    return settings_path().with_name("cypher.toml")


def saved_box() -> tuple[Event, ...]:
    """The lines by which a record says what the file does; none where there is no file. Raises FileError."""
    document = own_tables(own_text(box_path(), _damaged), _damaged)
    if (strange := next((name for name in document if name != "card"), None)) is not None:
        raise _damaged(f"“{strange}” is not known here")
    tables = document.get("card", [])
    if not isinstance(tables, list) or not all(isinstance(table, dict) for table in tables):
        raise _damaged("“card” is no list of tables")
    return _lines(tables) if tables else ()


def save_box(cards: Cards) -> None:
    """Begin a file with these cards; one that is there stays as it is. Raises FileError."""
    path = box_path()
    with locked(path, WAIT):
        if path.exists():
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"{shown(str(path))}: cannot be saved: {error.strerror or error}") from error
        comment = "".join(f"# {line}\n" for line in ["What my box of Cypher says. One card:", *_EXAMPLE.splitlines()])
        save(path, comment + "".join(map(_table, cards.kinds)))


def _table(kind: Kind) -> str:
    name = kind.name.replace("\\", "\\\\")
    value = "" if kind.value is None else f"value = {kind.value}\n"
    return f'\n[[card]]\nname = "{name}"\n{value}copies = {kind.copies}\n'


def _lines(tables: list[Mapping[str, object]]) -> tuple[Event, ...]:
    """The cards, and what else is printed on them. Raises FileError."""
    kinds, texts = [], []
    for place, table in enumerate(tables, 1):
        where = f"card {place}"
        if (strange := next((key for key in table if key not in _KEYS), None)) is not None:
            raise _damaged(f"{where}: “{strange}” is not known; expected one of {', '.join(_KEYS)}")
        name = _word(table, "name", where)
        if name is None:
            raise _damaged(f"{where}: its name is missing")
        value, copies = _whole(table, "value", where), _whole(table, "copies", where)
        kinds.append(f"{name}={'?' if value is None else value}x{1 if copies is None else copies}")
        if line := _text_line(table, where):
            texts.append(f"card {as_word(name)} {line}")
    try:
        cards = Cards(read_kinds(kinds))
        if fault := cards_fault(cards, IN_BOX):
            raise _damaged(str(fault))
        _same(write(cards))
        return (cards, *map(_same, texts))
    except NotationError as error:
        raise _damaged(str(error)) from error


def _same(line: str) -> Event:
    """Read a line, and make sure that it says in a record what was meant. Raises NotationError."""
    event = read(Words(line))
    if write(event) != line:
        raise NotationError("this cannot stand in a record", typed=line, expected="plain words without quotes")
    return event


def _text_line(table: Mapping[str, object], where: str) -> str:
    group, action, permanent = (
        _word(table, "class", where),
        _word(table, "action", where),
        table.get("permanent", False),
    )
    if not isinstance(permanent, bool):
        raise _damaged(f"{where}: permanent: expected true or false")
    said = [f"class {as_word(group)}"] if group else []
    said += ["permanent"] if permanent else []
    said += [f"action {as_word(action)}"] if action else []
    return " ".join(said)


def _word(table: Mapping[str, object], key: str, where: str) -> str | None:
    value = table.get(key)
    if value is None:
        return None
    if not isinstance(value, str) or not value.strip() or '"' in value:
        raise _damaged(f"{where}: {key}: expected words in quotes")
    # Composed, as a record reads it.
    return " ".join(value.split())


def _whole(table: Mapping[str, object], key: str, where: str) -> int | None:
    value = table.get(key)
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool):
        raise _damaged(f"{where}: {key}: expected a whole number")
    return value


def _damaged(why: str) -> FileError:
    return FileError(
        f"{shown(str(box_path()))}: {why}; expected a [[card]] for each name, with name, value and copies. Mend it or"
        " move it away; it was left as it is"
    )
