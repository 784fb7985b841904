"""The verb `new`: set a game up, by questions or from options."""

from dataclasses import replace
from datetime import datetime
from pathlib import Path

from rich.text import Text

from cli.desk import Desk, desk
from cli.files import FileError, locked, save, shown
from cli.games import new_path
from cli.outcome import BAD_INPUT, INTERRUPTED, message
from cli.session import Session
from cli.setting_up import Options, SettingUp
from cli.verbs import VERBS
from solver.errors import DeductionError, NotationError
from solver.games import LOST_CODE, read
from solver.record import dump

__all__ = ["Options", "game_named", "new_by_questions", "new_from_options"]

SHORTEST = 3
"""Letters of a game's name that are no player's."""


def _path(file: str | None) -> Path:
    if file == "-":
        raise FileError("a new game needs a file; expected its name, or none for one in the folder of your games")
    return Path(file) if file else new_path(datetime.now().astimezone().date())


def new_from_options(file: str | None, given: Options) -> int:
    """Write a game without any question; the exit status. Raises DeductionError, and then writes nothing."""
    path = _path(file)
    setting_up = VERBS[game_named(given.game or LOST_CODE)].setting_up()
    record = setting_up.from_options(read(setting_up.header), given)
    with locked(path):
        if path.exists() and path.stat().st_size:
            raise FileError(f"{shown(str(path))}: there is a file already; expected a new name. It was left as it is")
        save(path, dump(record))
    told = setting_up.keep(given)
    desk().say(Text(_ready(path)), *map(Text, told))
    return 0


def game_named(typed: str) -> str:
    """The game that a beginning of its name means. Raises NotationError."""
    begun = [name for name in VERBS if name.startswith(typed.casefold())] if typed else []
    if len(begun) != 1:
        raise NotationError("no game is called so", typed=typed, expected=" or ".join(VERBS))
    return begun[0]


def new_by_questions(file: str | None, game: str | None = None) -> int:
    """Ask what the set-up needs, each answer on disk before the next question; the exit status.

    game: which one, if that was said; else it may be said in answer to the first question. Raises DeductionError.
    """
    path = _path(file)
    with locked(path):
        named = None if game is None else game_named(game)
        session = Session.begun(path, _header(named or LOST_CODE))
        setting_up = VERBS[session.record.game.name].setting_up()
        if named not in (None, session.record.game.name) or setting_up.next(session.record) is None:
            name = shown(str(path))
            raise FileError(f"{name}: this game is set up already; expected a new name, or: lostcode play {name}")
        at = desk()
        if named is None and session.on_disk in (None, "") and len(VERBS) > 1:
            return _ask_which(session, setting_up, at)
        return _ask_all(session, setting_up, at)


def _header(name: str) -> str:
    return f"game {name}\n"


def _ask_which(session: Session, setting_up: SettingUp, at: Desk) -> int:
    """Ask for everything, and with the first question for the game: whoever plays the usual one need not say so."""
    step = setting_up.next(session.record)
    if step is None:
        return 0
    others = ", ".join(name for name in VERBS if name != session.record.game.name)
    asked = step.question.prompt("").removesuffix("\n> ")
    usual = VERBS[session.record.game.name].title
    prompt = f"{asked}\nAnother game than {usual}? Its name first: {others}\n> "
    try:
        typed = at.ask(replace(step.question, prompt=lambda _typed: prompt, words=(*step.question.words, *VERBS)))
    except (EOFError, KeyboardInterrupt):
        _left(session, at)
        return INTERRUPTED if at.patient else BAD_INPUT
    if len(typed) < SHORTEST or not any(name.startswith(typed.casefold()) for name in VERBS):
        return _ask_all(session, setting_up, at, typed)
    name = game_named(typed)
    return _ask_all(Session.begun(session.path, _header(name)), VERBS[name].setting_up(), at)


def _ask_all(session: Session, setting_up: SettingUp, at: Desk, first: str | None = None) -> int:
    """Ask one question after the other; the exit status. first: the answer to the first, if it was given already."""
    if session.record.entries:
        at.say(Text(f"Going on with {shown(str(session.path))}."))
    unwritten: list[tuple[str, int]] = []
    """Answers that needed no line, with the number of lines before them."""
    while step := setting_up.next(session.record):
        try:
            typed, first = at.ask(step.question) if first is None else first, None
            lines = len(session.record.lines)
            if typed == "undo":
                if unwritten and unwritten[-1][1] == lines:
                    setting_up.unsettle(unwritten.pop()[0])
                else:
                    at.say(Text(f"taken back: {session.undo(set_up=True) or 'nothing'}"))
                continue
            event = step.event(typed)
            if event is None:
                unwritten.append((step.name, lines))
            elif isinstance(event, tuple):
                session.add_all(event)
            else:
                session.add(event)
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
