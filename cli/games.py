"""The user's games: which files they are, and how far each has come."""

from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any

from cli.files import FileError, data_folder, read_text, shown
from solver.errors import DeductionError
from solver.games import read
from solver.record import Record

__all__ = ["Kept", "games_folder", "kept", "new_path"]


@dataclass(frozen=True, slots=True)
class Kept:
    """A file in the folder of games. record: None where it cannot be read; then why says so."""

    path: Path
    changed: datetime
    record: Record[Any, Any] | None
    why: str = ""


def games_folder() -> Path:
    """Where games lie that were begun without a name for the file."""
    return data_folder() / "games"


def new_path(today: date) -> Path:
    """Give a name that is not taken, like 2026-11-30.game or 2026-11-30-2.game, in a folder that is there.

    Raises FileError.
    """
    folder = games_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        told = f"{shown(str(folder))}: the folder of your games cannot be made: {error.strerror or error}"
        raise FileError(f"{told}; expected a file of your own, like lostcode new friday.game") from error
    names = (f"{today:%Y-%m-%d}{f'-{n}' if n > 1 else ''}.game" for n in range(1, 10_000))
    return next(folder / name for name in names if not (folder / name).exists())


def kept() -> list[Kept]:
    """Every game in the folder, the newest first."""
    folder = games_folder()
    found = [path for path in folder.glob("*.game") if path.is_file()] if folder.is_dir() else []
    return sorted(map(_kept, found), key=lambda game: game.changed, reverse=True)


def _kept(path: Path) -> Kept:
    changed = datetime.fromtimestamp(path.stat().st_mtime).astimezone()
    try:
        return Kept(path, changed, read(read_text(str(path))))
    except DeductionError as error:
        return Kept(path, changed, None, str(error).splitlines()[0])
