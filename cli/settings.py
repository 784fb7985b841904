"""What the user told once: the values of his wheels, in a small TOML file that he may edit, too."""

import os
import tomllib
from collections.abc import Mapping
from pathlib import Path

import typer

from cli.files import FileError, save, shown
from solver.errors import LineError, NotationError
from solver.lost_code.box import BUILT_IN_WHEELS, HIGHEST
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
    side = SIDES[x_side]
    told = _told(side)
    if len(told) == len(BUILT_IN_WHEELS[x_side]):
        return {width: (points, False) for width, points in sorted(told.items())}
    return {width: (told.get(width, points), width not in told) for width, points in BUILT_IN_WHEELS[x_side].items()}


def set_wheels(pairs: str, *, x_side: bool) -> None:
    """Save values like 1=5,2=4: some of the present widths, or all seven. Raises LineError and FileError."""
    side, top = SIDES[x_side], 3 * HIGHEST[x_side]
    given = dict(read_wheels(pairs.replace(",", " ").split()))
    known = {width: points for width, (points, _) in saved_wheels(x_side=x_side).items()}
    some = given.keys() <= known.keys()
    if fault := wheels_fault(tuple((known | given if some else given).items()), top):
        expected = f"{fault.expected}, or some of the widths {', '.join(map(str, known))}"
        raise NotationError(fault.message, typed=fault.typed or pairs, expected=expected)
    _write(side, (_told(side) if some else {}) | given)


def forget_wheels(*, x_side: bool) -> None:
    """Go back to the built-in, assumed values of a side. Raises FileError."""
    _write(SIDES[x_side], {})


def _told(side: str) -> dict[int, int]:
    """The values that the user gave for a side."""
    path = settings_path()
    try:
        table = tomllib.loads(path.read_text("utf-8")).get("wheels", {}).get(side, {})
        return dict(read_wheels(f"{width}={points}" for width, points in table.items()))
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise FileError(f"{shown(str(path))}: cannot be read: {error.strerror}; mend it or move it away") from error
    except (ValueError, AttributeError, LineError) as error:
        raise FileError(
            f"{shown(str(path))}: {error}; expected lines like [wheels.{side}] and 7 = 2: mend it or move it away"
        ) from error


def _write(side: str, values: Mapping[int, int]) -> None:
    """Put values into the file, and leave all else in it as it is, comments too."""
    import tomlkit  # noqa: PLC0415 - needed only to save

    path = settings_path()
    _told(side)
    document = tomlkit.parse(path.read_text("utf-8")) if path.exists() else tomlkit.document()
    wheels = document.setdefault("wheels", tomlkit.table(is_super_table=True))
    wheels[side] = {str(width): points for width, points in sorted(values.items())}
    save(path, tomlkit.dumps(document))
