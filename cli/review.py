"""The verb `review`: one finished game told by luck, skill and decisions, or a player's games together."""

import sys
from collections.abc import Sequence
from glob import glob, has_magic
from pathlib import Path
from typing import TYPE_CHECKING

from cli.files import FileError, read_text, save, shown
from cli.lost_code.review.asking import Asked, nobody, progress, read_game, reviewed, unfinished, whole
from cli.lost_code.review.data import report_data
from cli.lost_code.review.report import Report
from cli.lost_code.review.several import review_several
from cli.outcome import Answer, or_leave, working
from solver.errors import NotationError, ReviewError, SeatError
from solver.lost_code.events import Event
from solver.lost_code.knowledge import findings
from solver.lost_code.review.values import Review
from solver.lost_code.state import State
from solver.lost_code.view import view
from solver.record import Record

if TYPE_CHECKING:
    from rich.console import RenderableType

    from solver.lost_code.sheet import Sheet

__all__ = ["Asked", "expanded", "review"]


def review(asked: Asked) -> Answer:
    """Review one game, or several of the same players.

    Raises NotationError for options that do not go together, SeatError, FileError, and what reviewing raises.
    """
    files = expanded(asked.files, windows=sys.platform == "win32")
    if len(files) == 1:
        return or_leave(lambda: _one(asked, files[0]), shown(files[0]), as_json=asked.as_json)
    for option, given in (("--html", asked.html), ("--png", asked.png), ("--sheet", asked.sheet)):
        if given is not None:
            told = f"this is about one game, and {len(files)} were named"
            raise NotationError(told, typed=f"{option} {shown(str(given))}", expected="one FILE with it")
    return review_several(asked, files)


def expanded(files: Sequence[str], *, windows: bool) -> list[str]:
    """The files as named, each once. windows: its shells leave it to the program what *.game stands for."""
    found: dict[str, None] = {}
    for name in files:
        matched = sorted(glob(name)) if windows and has_magic(name) and not Path(name).exists() else []
        found |= dict.fromkeys(matched or [name])
    return list(found)


def _one(asked: Asked, file: str) -> Answer:
    """Review one game. Raises SeatError, FileError, and what reviewing raises."""
    _kept_apart(asked, file)
    written = read_game(file, asked)
    seats = [view(written, name).seat for name in asked.names]
    sheet = None if asked.sheet is None else _sheet(asked.sheet, asked, seats, written.state.me)
    if why := unfinished(written):
        raise ReviewError(f"the game is not finished: {why}; expected a whole game to review")
    record = whole(written, file, asked)
    with progress(1) as of_game:
        found = reviewed(record, seats or None, asked, of_game(0))
    if not found.players:
        raise nobody(found)
    with working("looking for what could be known"):
        report = _report(record, found, shown(file) if file == "-" else Path(file).name, sheet)
    saved = _saved(report, asked)
    return Answer(lambda: report_data(report) | {"saved": saved}, lambda: _screen(report, asked, saved))


def _report(record: Record[Event, State], found: Review, title: str, sheet: "tuple[str, Sheet] | None") -> Report:
    from solver.lost_code.review.knowing import story  # noqa: PLC0415 - takes time to load, and only one game needs it
    from solver.lost_code.review.telling import told  # noqa: PLC0415 - as above

    names = [player.player for player in found.players]
    stories = {name: story(record, name, sheet[1] if sheet and sheet[0] == name else None) for name in names}
    disagree = [f"line {each.line}: {each.message}" if each.line else each.message for each in findings(view(record))]
    return Report(title, record, found, stories, {name: told(record, name) for name in names}, disagree)


def _sheet(path: str, asked: Asked, seats: Sequence[str], me: str | None) -> "tuple[str, Sheet]":
    """Whose sheet it is, and the sheet. Raises SeatError."""
    from cli.lost_code.sheets import read  # noqa: PLC0415 - only where a sheet was named

    sheet = or_leave(lambda: read(read_text(path)), shown(path), as_json=asked.as_json)
    owner = seats[0] if len(seats) == 1 else None if seats else me
    if owner is None:
        raise SeatError(f"the sheet {shown(path)} is one player's; expected --as and his name")
    return owner, sheet


# ---- what is saved ---------------------------------------------------------------------------------------------------


def _kept_apart(asked: Asked, file: str) -> None:
    """Raise FileError where the page would take the place of what is read."""
    if asked.html is None:
        return
    name = shown(str(asked.html))
    for other in (file, asked.sheet):
        if other in (None, "-"):
            continue
        try:
            same = asked.html.resolve() == Path(str(other)).resolve()
        except (OSError, RuntimeError, ValueError) as error:
            raise FileError(f"{name}: cannot be saved: {error}") from error
        if same:
            raise FileError(f"{name}: not saved: it is read here; expected a file of its own for the page")


def _saved(report: Report, asked: Asked) -> list[str]:
    """Save the page and the charts that were asked for; their paths. Raises FileError."""
    paths = []
    if asked.html is not None:
        from cli.lost_code.review.page import page  # noqa: PLC0415 - jinja2, only for a page

        save(asked.html, page(report))
        paths.append(asked.html)
    if asked.png is not None:
        from cli.lost_code.review.pictures import write_charts  # noqa: PLC0415 - matplotlib, only for pictures

        paths += write_charts(report, asked.png)
    return list(map(str, paths))


def _screen(report: Report, asked: Asked, saved: Sequence[str]) -> "list[RenderableType]":
    from rich.text import Text  # noqa: PLC0415 - not needed for JSON

    from cli.lost_code.review.screen import report_screen  # noqa: PLC0415 - as above

    lines = [Text(f"Saved: {shown(path)}") for path in saved]
    return [*report_screen(report, asked.top), *([""] if lines else []), *lines]
