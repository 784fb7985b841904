"""What the user told once: the values of his wheels, in a small TOML file that he may edit, too."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

import typer

from cli.files import FileError, save, shown
from solver.errors import LineError, NotationError
from solver.lost_code.box import BUILT_IN_WHEELS, HIGHEST, WHEELS_IN_BOX
from solver.lost_code.notation import read_wheels
from solver.lost_code.play import wheels_fault

__all__ = ["SIDES", "WheelTable", "forget_wheels", "saved_wheels", "set_wheels", "settings_path"]

SIDES: Mapping[bool, str] = {False: "plain", True: "x-side"}
"""The sides of the wheels, by whether the X is up, as they are named in the file."""

WheelTable = Mapping[int, tuple[int, bool]]
"""width -> (VP, whether that is only assumed)."""


def settings_path() -> Path:
    """Where the settings lie: in $LOSTCODE_CONFIG, else in the user's folder for settings."""
    folder = os.environ.get("LOSTCODE_CONFIG") or typer.get_app_dir("lostcode")
    return Path(folder) / "settings.toml"


def saved_wheels(*, x_side: bool) -> WheelTable:
    """The wheels of a side: what was saved, and for the rest the built-in values, assumed. Raises FileError."""
    return _completed(_load()[x_side], x_side=x_side)


def set_wheels(pairs: str, *, x_side: bool) -> None:
    """Save values like 1=5,2=4: some of the present widths, or all seven. Raises LineError and FileError."""
    told = _load()[x_side]
    given = dict(read_wheels(pairs.replace(",", " ").split()))
    known = _completed(told, x_side=x_side)
    some = given.keys() <= known.keys()
    expected = f"WIDTH=VP for some of the widths {', '.join(map(str, known))}, or for all seven wheels of your own"
    if not given:
        raise NotationError("no value is given", typed=pairs, expected=expected)
    if not some and len(given) != WHEELS_IN_BOX:
        strange = next(width for width in given if width not in known)
        raise NotationError(f"no wheel shows {strange} numbers", typed=f"{strange}={given[strange]}", expected=expected)
    values = told | given if some else given
    if fault := _fault(values, x_side=x_side):
        raise NotationError(fault.message, typed=fault.typed or pairs, expected=expected)
    _write(values, x_side=x_side)


def forget_wheels(*, x_side: bool) -> None:
    """Go back to the built-in, assumed values of a side. Raises FileError."""
    _load()
    _write({}, x_side=x_side)


def _completed(told: Mapping[int, int], *, x_side: bool) -> WheelTable:
    """The table with the built-in values where nothing was told."""
    if len(told) == WHEELS_IN_BOX:
        return {width: (points, False) for width, points in sorted(told.items())}
    return {w: (told.get(w, points), w not in told) for w, points in BUILT_IN_WHEELS[x_side].items()}


def _fault(told: Mapping[int, int], *, x_side: bool) -> LineError | None:
    """What is wrong with told values, once completed."""
    table = {width: points for width, (points, _) in _completed(told, x_side=x_side).items()}
    strange = next((width for width in told if width not in table), None)
    if strange is not None:
        return NotationError("a width that is not there, and not all seven wheels", typed=str(strange))
    return wheels_fault(tuple(table.items()), 3 * HIGHEST[x_side])


def _load() -> dict[bool, dict[int, int]]:
    """The values that the user gave, by side. Raises FileError for a file that is not as it should be."""
    path = settings_path()
    try:
        text = path.read_text("utf-8")
    except FileNotFoundError:
        text = ""
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "this is not UTF-8 text"
        raise _damaged(str(reason)) from error
    try:
        wheels = tomllib.loads(text).get("wheels", {})
    except tomllib.TOMLDecodeError as error:
        raise _damaged(str(error)) from error
    told = {}
    for x_side, side in SIDES.items():
        table = wheels.get(side, {}) if isinstance(wheels, dict) else None
        if not isinstance(table, dict):
            raise _damaged(f"“wheels.{side}” is no table")
        try:
            told[x_side] = dict(read_wheels(f"{width}={points}" for width, points in table.items()))
        except LineError as error:
            raise _damaged(f"[wheels.{side}] {error}") from error
        if fault := _fault(told[x_side], x_side=x_side):
            raise _damaged(f"[wheels.{side}] {fault}")
    return told


def _damaged(why: str) -> FileError:
    return FileError(
        f"{shown(str(settings_path()))}: {why}; expected tables like [wheels.plain] with lines like 7 = 2."
        " Mend it or move it away; it was left as it is"
    )


def _write(values: Mapping[int, int], *, x_side: bool) -> None:
    """Put values into the file, and leave all else in it as it is, comments too."""
    import tomlkit  # noqa: PLC0415 - needed only to save

    path = settings_path()
    document = tomlkit.parse(path.read_text("utf-8")) if path.exists() else tomlkit.document()
    wheels = document.setdefault("wheels", tomlkit.table(is_super_table=True))
    side = wheels.setdefault(SIDES[x_side], tomlkit.table())
    for width in [width for width in side if int(width) not in values]:
        side.remove(width)
    for width, points in sorted(values.items()):
        if side.get(str(width)) != points:
            side[str(width)] = points
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{shown(str(path))}: cannot be saved: {error.strerror or error}") from error
    save(path, tomlkit.dumps(document))
