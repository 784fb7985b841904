"""The verbs `play` and `list`: sit down at a game, or see which games there are."""

import gc
import re
from collections.abc import Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.text import Text

from cli.desk import Desk, Question, desk
from cli.files import FileError, locked, shown
from cli.games import Kept, games_folder, kept
from cli.outcome import Answer
from cli.pieces import columns
from cli.session import Session
from cli.table import Secretive, Table
from cli.verbs import VERBS
from solver.errors import NotationError
from solver.games import LOST_CODE

__all__ = ["games", "play"]


def play(file: str | None) -> int:
    """Sit at a game until the user leaves; the exit status. None: one of the user's games, which he chooses.

    Raises FileError, RecordFaults, and NotationError where no game is chosen.
    """
    # Commands live for a moment and never look for garbage; a sitting lasts an evening.
    gc.enable()
    if file == "-":
        raise FileError("standard input is where the lines come from; expected the file of a game")
    path = Path(file) if file else _chosen(desk())
    if not path.exists():
        name = shown(str(path))
        raise FileError(
            f"{name}: there is no such file; expected the file of a game, or begin one: lostcode new {name}"
        )
    with locked(path):
        session = Session.opened(path)
        record = session.record
        if not record.game.seated(record.state):
            name = shown(str(path))
            raise FileError(f"{name}: this game is not set up; lostcode new {name} goes on there")
        game = VERBS[record.game.name]
        companion = game.companion()
        # What a game keeps from its players is not brought back by the arrow keys either; nor what one has seen alone.
        lines = () if isinstance(companion, Secretive) else record.lines
        history = lines if record.game.sealed is None else None
        return Table(session, companion, desk(history)).sit()


def _chosen(at: Desk) -> Path:
    """Let the user choose one of his games; the newest for nothing typed."""
    found = kept()
    if not found:
        folder = shown(str(games_folder()))
        raise FileError(f"no games lie in {folder}; expected a file: lostcode play FILE, or begin one: lostcode new")
    at.say(*_listed(found, numbered=True))
    while True:
        try:
            typed = at.ask(Question(lambda _typed: "Which one? Enter: 1\n> "))
        except (EOFError, KeyboardInterrupt):
            raise NotationError("no game is chosen", expected=f"a number from 1 to {len(found)}") from None
        number = typed or "1"
        if re.fullmatch(r"\d{1,4}", number, re.ASCII) and 1 <= int(number) <= len(found):
            return found[int(number) - 1].path
        fault = NotationError("no such game", typed=typed, expected=f"a number from 1 to {len(found)}")
        if not at.patient:
            raise fault
        at.say(Text(str(fault)))


def games() -> Answer:
    """Show the user's games, newest first."""
    found = kept()
    data = {"folder": str(games_folder()), "games": [_data(game) for game in found]}
    empty = Text(f"No games lie in {shown(str(games_folder()))}. Begin one: lostcode new")
    return Answer(lambda: data, lambda: _listed(found, numbered=False) if found else [empty])


def _data(game: Kept) -> dict[str, object]:
    data: dict[str, object] = {"file": str(game.path), "changed": game.changed.isoformat(timespec="seconds")}
    if game.record is None:
        return data | {"error": game.why}
    return data | {"game": game.record.game.name, **VERBS[game.record.game.name].summary(game.record)}


def _listed(found: Sequence[Kept], *, numbered: bool) -> list[RenderableType]:
    # Whoever plays one game only need not read its name in every line.
    kinds = any(game.record is not None and game.record.game.name != LOST_CODE for game in found)
    heads = [*(["", "file"] if numbered else ["file"]), "changed", *(["game"] if kinds else []), "round", "score"]
    made = columns(*heads, numbers_from=9)
    for number, game in enumerate(found, 1):
        cells = [shown(game.path.name), f"{game.changed:%Y-%m-%d %H:%M}"]
        if game.record is None:
            cells += [*([""] if kinds else []), "", "cannot be read"]
        else:
            verbs = VERBS[game.record.game.name]
            cells += [*([game.record.game.name] if kinds else []), *verbs.score(verbs.summary(game.record))]
        made.add_row(*([str(number)] if numbered else []), *map(Text, cells))
    return [made]
