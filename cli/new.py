"""The verb `new`: set a game up, by questions or from options."""

from datetime import datetime
from pathlib import Path
from typing import Any

from rich.text import Text

from cli.desk import Desk, desk
from cli.files import FileError, locked, save, shown
from cli.games import new_path
from cli.lost_code.setting_up import Options, SettingUp, by_option, from_options
from cli.outcome import BAD_INPUT, INTERRUPTED, message
from cli.session import Session
from cli.settings import read_pad, saved_pad, set_pad
from solver.errors import DeductionError
from solver.games import LOST_CODE, read
from solver.record import Record, dump

__all__ = ["Options", "new_by_questions", "new_from_options"]


def _path(file: str | None) -> Path:
    if file == "-":
        raise FileError("a new game needs a file; expected its name, or none for one in the folder of your games")
    return Path(file) if file else new_path(datetime.now().astimezone().date())


def new_from_options(file: str | None, given: Options) -> int:
    """Write a game without any question; the exit status. Raises DeductionError, and then writes nothing."""
    path = _path(file)
    record: Record[Any, Any] = read(SettingUp.header)
    order, assumed = saved_pad()
    if (pad := given.pad) is not None:
        order, assumed = by_option("--pad", lambda: read_pad(pad)), False
    record = from_options(record, given, order)
    with locked(path):
        if path.exists() and path.stat().st_size:
            raise FileError(f"{shown(str(path))}: there is a file already; expected a new name. It was left as it is")
        save(path, dump(record))
    if given.pad is not None:
        set_pad(order)
    desk().say(Text(_ready(path)))
    if given.me is None:
        desk().say(Text("Nobody's log is hidden in this record; --me NAME hides yours."))
    if given.logs and assumed:
        desk().say(Text(f"Digits were read in the assumed order of the pad, {' '.join(order)}; --pad tells yours."))
    return 0


def new_by_questions(file: str | None) -> int:
    """Ask what the set-up needs, each answer on disk before the next question; the exit status.

    Raises DeductionError.
    """
    path = _path(file)
    with locked(path):
        setting_up = SettingUp()
        session = Session.begun(path, setting_up.header)
        if session.record.game is not LOST_CODE or setting_up.next(session.record) is None:
            name = shown(str(path))
            raise FileError(f"{name}: this game is set up already; expected a new name, or: lostcode play {name}")
        return _ask_all(session, setting_up, desk())


def _ask_all(session: Session, setting_up: SettingUp, at: Desk) -> int:
    if session.record.entries:
        at.say(Text(f"Going on with {shown(str(session.path))}."))
    unwritten: list[tuple[str, int]] = []
    """Answers that needed no line, with the number of lines before them."""
    while step := setting_up.next(session.record):
        try:
            typed = at.ask(step.question)
            lines = len(session.record.lines)
            if typed == "undo":
                if unwritten and unwritten[-1][1] == lines:
                    setting_up.unsettle(unwritten.pop()[0])
                else:
                    at.say(Text(f"taken back: {session.undo(set_up=True) or 'nothing'}"))
                continue
            event = step.event(typed)
            if event is not None:
                session.add(event)
            else:
                unwritten.append((step.name, lines))
        except (EOFError, KeyboardInterrupt):
            _left(session, at)
            return INTERRUPTED if at.patient else BAD_INPUT
        except DeductionError as error:
            at.say(Text(message(error)))
            if not at.patient:
                return BAD_INPUT
    at.say(Text(_ready(session.path)))
    return 0


def _left(session: Session, at: Desk) -> None:
    name = shown(str(session.path))
    kept = (
        f"What was entered is in {name}; lostcode new {name} goes on there."
        if session.on_disk
        else "Nothing was written."
    )
    at.say(Text(f"\n{kept}"))


def _ready(path: Path) -> str:
    name = shown(str(path))
    return f"{name} is set up. At the table: lostcode play {name}"
