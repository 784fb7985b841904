"""Laws that hold for every registered game, tried on its golden records; a game without any fails.

What is registered in `solver.games` is tried, so a new game needs no line here: a folder with its records, a
`notation` with `read`, `write` and KEYWORDS, and a `view` are enough.
"""

import json
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cli.session import Session
from cli.verbs import VERBS
from solver.errors import IllegalEvent
from solver.games import GAMES, read
from solver.record import Entry, Record, dump, in_order, replay
from solver.words import Words
from tests.console import Console
from tests.readme import README
from tests.secrecy import SECRETS, TOLD, hidden_words

GOLDEN = Path(__file__).parent / "golden"
NAMES = sorted(GAMES)
ABOUT_LINES = frozenset({"findings", "line", "lines"})
"""Keys of JSON that tell where something stands in the file."""


def records_of(name: str) -> list[Path]:
    return sorted((GOLDEN / name).glob("*.game"))


RECORDS = [pytest.param(path, id=f"{name}-{path.stem}") for name in NAMES for path in records_of(name)]


def module_of(name: str, part: str) -> ModuleType:
    return import_module(f"solver.{name.replace('-', '_')}.{part}")


def record_of(path: Path) -> Record[Any, Any]:
    return read(path.read_text("utf-8"))


# ---- every game ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", NAMES)
def test_a_registered_game_has_golden_records_with_answers(name: str) -> None:
    assert records_of(name), f"{name} is registered and has no record in {GOLDEN / name}"
    assert all(path.with_suffix(".expected.json").exists() for path in records_of(name))


def test_every_folder_of_golden_records_belongs_to_a_game() -> None:
    assert {path.name for path in GOLDEN.iterdir() if path.is_dir()} == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_registered_game_has_its_commands_and_they_are_documented(name: str) -> None:
    verbs, text = VERBS[name], README.read_text("utf-8")
    assert {"show", "solve"} <= set(verbs.asks)
    assert callable(verbs.verbs.check)
    assert verbs.title in text
    for command in (*verbs.asks, "check", "new", "play"):
        assert f"$ lostcode {command} --help" in text, command
    for command, told in verbs.companion().commands.items():
        assert told.strip(), command
        assert re.search(rf"(?:`|lostcode ){command}\b", text), command


@pytest.mark.parametrize("name", NAMES)
def test_a_record_that_says_nothing_but_its_game_is_one(name: str) -> None:
    record = read(f"game {name}\n")
    assert record.game is GAMES[name]
    assert not record.game.seated(record.state)
    assert VERBS[name].setting_up().next(record) is not None


# ---- every golden record ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", RECORDS)
def test_reading_and_writing_loses_nothing(path: Path) -> None:
    """The text stays as it is; each event's line reads back as the event, and is written the same again."""
    record = record_of(path)
    assert record.game.name == path.parent.name
    assert dump(record) == path.read_text("utf-8")
    for entry in record.entries:
        line = record.game.write(entry.event)
        again = record.game.read(Words(line))
        assert again == entry.event
        assert record.game.write(again) == line


@pytest.mark.parametrize("path", RECORDS)
def test_the_answers_are_those_that_stand_beside_the_record(path: Path, console: Console) -> None:
    """What `show` and `solve` print, wherever the answers tell of it: whatever else a game checks of its records."""
    expected = json.loads(path.with_suffix(".expected.json").read_text("utf-8"))
    console.write(path.read_text("utf-8"), path.name)
    shown, solved = (console.ask(verb, path.name, "--json") for verb in ("show", "solve"))
    if "error" in expected:
        assert (solved.status, solved.data["error"]) == (1, expected["error"])
        assert len(solved.data["lines"]) + len(solved.data.get("others", ())) == expected["smallest"]
        return
    found = {**(solved.data if solved.status == 0 else {}), **shown.data}
    told = expected.keys() & found.keys()
    assert len(told) >= len(expected) - 1 >= 3
    for key in told:
        assert _has(found[key], expected[key]), key


def _has(found: Any, expected: Any) -> bool:
    """Whether all that is expected is there, numbers within 1e-9."""
    match expected:
        case dict():
            return all(key in found and _has(found[key], expected[key]) for key in expected)
        case list():
            return len(found) == len(expected) and all(map(_has, found, expected))
        case float():
            return bool(abs(found - expected) <= 1e-9)
        case _:
            return bool(found == expected)


@pytest.mark.parametrize("path", RECORDS)
def test_playing_again_leads_to_the_same_state(path: Path) -> None:
    """Read twice, played from its entries, or line by line: every way leads there, and touches no earlier state."""
    record = record_of(path)
    assert record_of(path).state == record.state == replay(record.game, record.entries)
    entries = in_order(record.game, record.entries)
    set_up = [entry for entry in entries if record.game.set_up_order(entry.event) is not None]
    stepwise = Record(record.game, (), tuple(set_up), replay(record.game, tuple(set_up)))
    states = [stepwise.state]
    for entry in entries[len(set_up) :]:
        states.append(record.game.apply(states[-1], entry.event, entry.line))
    assert states[-1] == record.state
    for count, state in enumerate(states):
        assert replay(record.game, entries[: len(set_up) + count]) == state


@pytest.mark.parametrize("path", RECORDS)
def test_undo_drops_the_last_line_and_redo_brings_it_back(path: Path, tmp_path: Path) -> None:
    text = path.read_text("utf-8")
    file = tmp_path / path.name
    file.write_bytes(path.read_bytes())
    session = Session.opened(file)
    undone = 0
    while undone < 4 and session.undo() is not None:
        undone += 1
        lines = text.splitlines(keepends=True)
        assert session.text == "".join(lines[: len(lines) - undone])
        assert session.record.state == read(session.text).state
        assert file.read_text("utf-8") == session.text
    assert undone
    for _ in range(undone):
        assert session.redo() is not None
    assert file.read_text("utf-8") == session.text == text


@pytest.mark.parametrize("path", RECORDS)
def test_what_is_forbidden_changes_nothing(path: Path) -> None:
    """A second players line is forbidden anywhere, and the record is as it was."""
    record = record_of(path)
    before = record.state
    players = next(entry.event for entry in record.entries if record.game.write(entry.event).startswith("players"))
    with pytest.raises(IllegalEvent):
        record.then(players)
    assert record.state == before == record_of(path).state


@pytest.mark.parametrize("path", RECORDS)
def test_a_view_follows_from_the_lines_as_the_seat_saw_them(path: Path, console: Console) -> None:
    """So nothing else reaches a computation: the seat's own record, made of those lines alone, gives the same answers.

    A record with `me` is its own player's already, who sees all of it.
    """
    record, name = record_of(path), path.parent.name
    module = module_of(name, "view")
    if getattr(record.state, "me", None) is not None:
        assert module.view(record) == module.view(record, record.state.me)
        return
    console.write(path.read_text("utf-8"), "all.game")
    for seat in record.state.players:
        if not hasattr(module, "seen_by"):
            # Nothing is hidden from anybody.
            assert module.view(record, seat) == module.view(record)
            continue
        console.write(_own_record(record, module.seen_by(record, seat)), "own.game")
        for verb in ("show", "solve"):
            theirs = console.ask(verb, "all.game", "--as", seat, "--json")
            own = console.ask(verb, "own.game", "--as", seat, "--json")
            assert own.status == theirs.status, own.said
            assert _without_lines(own.data) == _without_lines(theirs.data), (seat, verb)


TELLING = [
    *(
        pytest.param(path.parent.name, path.read_text("utf-8"), id=f"{path.parent.name}-{path.stem}")
        for name in NAMES
        if name in SECRETS
        for path in records_of(name)
    ),
    *(pytest.param(name, text, id=f"{name}-told") for name, text in TOLD.items()),
]


@pytest.mark.parametrize(("name", "text"), TELLING)
def test_no_seat_is_shown_what_it_did_not_see(name: str, text: str) -> None:
    """By the words of the record: no line as a seat saw it has a word that the rulebook hides from that seat."""
    # At the end of a game hidden numbers are compared, so only what stands before is looked at.
    text = re.split(r"^(?:final|reveal) ", text, maxsplit=1, flags=re.MULTILINE)[0]
    record = read(text)
    view = module_of(name, "view")
    for seat in record.state.players:
        if seat == getattr(record.state, "me", None):
            continue
        shown = {entry.line: Words(record.game.write(entry.event)).all for entry in view.seen_by(record, seat)}
        for line, place, word in hidden_words(name, text, seat):
            said = shown.get(line, ())
            assert len(said) <= place or said[place] != word, (seat, line, word)


@pytest.mark.parametrize("name", NAMES)
def test_the_law_of_secrets_looks_at_every_game_that_has_some(name: str) -> None:
    """Where views differ by seat, the law knows what each seat may not see, and every kind of it occurs in a record."""
    differs = hasattr(module_of(name, "view"), "seen_by")
    assert (name in SECRETS) == (name in TOLD) == differs
    if differs:
        record = read(TOLD[name])
        assert all(list(hidden_words(name, TOLD[name], seat)) for seat in record.state.players)


def _own_record(record: Record[Any, Any], seen: Any) -> str:
    """The seat's lines as a file; `me` is among them."""
    entries: list[Entry[Any]] = list(seen)
    return "".join(f"{line}\n" for line in [f"game {record.game.name}", *(record.game.write(e.event) for e in entries)])


def _without_lines(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: _without_lines(value) for key, value in data.items() if key not in ABOUT_LINES}
    return [_without_lines(each) for each in data] if isinstance(data, list) else data
