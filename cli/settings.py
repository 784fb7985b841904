"""What the user told once: the values of his wheels and the order of his pad, in a small TOML file that he may edit.

Whatever else stands in the file stays: a change is composed, read again, and saved only if it says what was meant.
"""

import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from cli.files import FileError, locked, save, shown
from cli.toml_file import MARK, toml_tables, toml_text
from solver.errors import LineError, NotationError
from solver.lost_code.box import ASSUMED_PAD, BUILT_IN_WHEELS, HIGHEST, WHEELS_IN_BOX
from solver.lost_code.events import SYMBOLS, Symbol
from solver.lost_code.notation import read_wheels, symbol_named
from solver.lost_code.play import wheels_fault

if TYPE_CHECKING:
    from tomlkit import TOMLDocument

__all__ = [
    "SIDES",
    "WheelTable",
    "forget_wheels",
    "read_pad",
    "saved_pad",
    "saved_wheels",
    "set_pad",
    "set_wheels",
    "settings_path",
]

SIDES: Mapping[bool, str] = {False: "plain", True: "x-side"}
"""The sides of the wheels, by whether the X is up, as they are named in the file."""

WAIT = 5.0
"""Seconds that another process may take to change the settings."""

WheelTable = Mapping[int, tuple[int, bool]]
"""width -> (VP, whether that is only assumed)."""


@dataclass(frozen=True, slots=True)
class _Told:
    """What the file says. wheels: the values that the user gave, by side. pad: None where he gave none."""

    wheels: Mapping[bool, Mapping[int, int]]
    pad: tuple[Symbol, ...] | None


def settings_path() -> Path:
    """Where the settings lie: in $LOSTCODE_CONFIG, else in the user's folder for settings."""
    folder = os.environ.get("LOSTCODE_CONFIG") or typer.get_app_dir("lostcode")
    return Path(folder) / "settings.toml"


# ---- the wheels ------------------------------------------------------------------------------------------------------


def saved_wheels(*, x_side: bool) -> WheelTable:
    """The wheels of a side: what was saved, and for the rest the built-in values, assumed. Raises FileError."""
    return _completed(_told(_text()).wheels[x_side], x_side=x_side)


def set_wheels(pairs: str, *, x_side: bool) -> None:
    """Save values like 1=5,2=4: some of the present widths, or all seven. Raises LineError and FileError."""
    given = dict(read_wheels(pairs.replace(",", " ").split()))

    def changed(told: _Told) -> _Told:
        return _with_wheels(told, _allowed(given, told.wheels[x_side], pairs, x_side=x_side), x_side=x_side)

    _change(changed)


def forget_wheels(*, x_side: bool) -> None:
    """Go back to the built-in, assumed values of a side. Raises FileError."""
    _change(lambda told: _with_wheels(told, {}, x_side=x_side))


def _with_wheels(told: _Told, values: Mapping[int, int], *, x_side: bool) -> _Told:
    return replace(told, wheels={**told.wheels, x_side: values})


def _allowed(given: Mapping[int, int], told: Mapping[int, int], typed: str, *, x_side: bool) -> Mapping[int, int]:
    """The values of a side once the given ones are added. Raises NotationError where a box cannot be so."""
    known = _completed(told, x_side=x_side)
    some = given.keys() <= known.keys()
    expected = f"WIDTH=VP for some of the widths {', '.join(map(str, known))}, or for all seven wheels of your own"
    if not given:
        raise NotationError("no value is given", typed=typed, expected=expected)
    if not some and len(given) != WHEELS_IN_BOX:
        strange = next(width for width in given if width not in known)
        raise NotationError(f"no wheel shows {strange} numbers", typed=f"{strange}={given[strange]}", expected=expected)
    values = {**told, **given} if some else given
    if fault := _fault(values, x_side=x_side):
        raise NotationError(fault.message, typed=fault.typed or typed, expected=expected)
    return values


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


# ---- the pad ---------------------------------------------------------------------------------------------------------


def saved_pad() -> tuple[tuple[Symbol, ...], bool]:
    """The six symbols as the user's deduction pad lists them, and whether that is only assumed. Raises FileError."""
    pad = _told(_text()).pad
    return (ASSUMED_PAD, True) if pad is None else (pad, False)


def set_pad(order: Iterable[Symbol]) -> None:
    """Save the order of the pad. Raises NotationError unless every symbol stands there once, and FileError."""
    pad = _whole(tuple(order))
    _change(lambda told: replace(told, pad=pad))


def read_pad(typed: str) -> tuple[Symbol, ...]:
    """Read an order like “bird jaguar …”, by any beginnings that can mean one symbol only. Raises NotationError."""
    order = []
    for word in typed.replace(",", " ").split():
        symbol = symbol_named(word.casefold())
        if symbol is None:
            raise NotationError("no symbol, or more than one, is called so", typed=word, expected=_ORDER)
        order.append(symbol)
    return _whole(tuple(order))


_ORDER = "the six symbols in the order of your pad, like " + " ".join(ASSUMED_PAD)


def _whole(order: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    if sorted(order) != sorted(SYMBOLS):
        raise NotationError("not every symbol once", typed=" ".join(order), expected=_ORDER)
    return order


# ---- the file --------------------------------------------------------------------------------------------------------


def _text() -> str:
    """The file as it is, line ends and byte-order mark too; nothing where there is none. Raises FileError."""
    return toml_text(settings_path(), _damaged)


def _told(text: str) -> _Told:
    """What a text says. Raises FileError where it is not as it should be."""
    # Fractions as they are written, so that they can be compared.
    document = toml_tables(text, _damaged, parse_float=str)
    wheels = document.get("wheels", {})
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
    return _Told(told, _pad_told(document["pad"]) if "pad" in document else None)


def _pad_told(pad: object) -> tuple[Symbol, ...]:
    if not isinstance(pad, list):
        raise _damaged("“pad” is no list")
    try:
        return read_pad(" ".join(map(str, pad)))
    except NotationError as error:
        raise _damaged(f"pad: {error}") from error


def _damaged(why: str) -> FileError:
    return FileError(
        f"{shown(str(settings_path()))}: {why}; expected tables like [wheels.plain] with lines like 7 = 2, and above"
        ' them a line like pad = ["bird", …]. Mend it or move it away; it was left as it is'
    )


_LONE_LINE_END = re.compile(r"(?<!\r)\n")


def _change(changed: Callable[[_Told], _Told]) -> None:
    """Read, change and save the settings, while no other process does. Raises FileError."""
    path = settings_path()
    with locked(path, WAIT):
        text = _text()
        meant = changed(_told(text))
        if (new := _composed(text, meant)) == text:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise FileError(f"{shown(str(path))}: cannot be saved: {error.strerror or error}") from error
        save(path, new)


def _composed(text: str, meant: _Told) -> str:
    """The text with what is meant put in, and all else as it is, comments too. Raises FileError where it cannot be."""
    import tomlkit  # noqa: PLC0415 - needed only to save

    bare = text.removeprefix(MARK)
    if bare and not bare.endswith("\n"):
        bare += "\n"
    stumbled: Exception | None = None
    for put in (_put_in, _put_anew):
        try:
            document = tomlkit.parse(bare)
            put(document, meant)
            new = tomlkit.dumps(document)
            if text and "\n" in text and not _LONE_LINE_END.search(text):
                new = _LONE_LINE_END.sub("\r\n", new)
            if _told(new) == meant and _rest(new) == _rest(text):
                return text[: len(text) - len(text.removeprefix(MARK))] + new
        except Exception as error:
            # Whatever the library stumbles over in a file that it has not written: another way, or a refusal.
            stumbled = error
    raise FileError(
        f"{shown(str(settings_path()))}: no way is known to put this in and leave the rest as it is. Mend the file:"
        ' tables like [wheels.plain] with lines like 7 = 2, and above them a line like pad = ["bird", …]. It was left'
        " as it is"
    ) from stumbled


def _rest(text: str) -> tuple[Any, ...]:
    """All that the text says beside the wheels and the pad."""
    # Fractions as they are written, so that they can be compared.
    document = toml_tables(text, _damaged, parse_float=str)
    document.pop("pad", None)
    wheels = document.pop("wheels", {})
    return document, {name: other for name, other in wheels.items() if name not in SIDES.values()}


def _put_in(document: "TOMLDocument", meant: _Told) -> None:
    """Change single values where they stand."""
    import tomlkit  # noqa: PLC0415 - needed only to save

    if meant.pad is not None and ("pad" not in document or _pad_told(document.unwrap()["pad"]) != meant.pad):
        document["pad"] = list(map(str, meant.pad))
    for x_side, values in meant.wheels.items():
        if not values and SIDES[x_side] not in document.get("wheels", {}):
            continue
        wheels = document.setdefault("wheels", tomlkit.table(is_super_table=True))
        side = wheels.setdefault(SIDES[x_side], tomlkit.table())
        # A width may be written as 01: a second line for it would be one too many.
        written = {int(key): key for key in side}
        for width in written.keys() - values.keys():
            side.remove(written[width])
        for width, points in sorted(values.items()):
            key = written.get(width, str(width))
            if width not in written or int(side[key]) != points:
                side[key] = points


def _put_anew(document: "TOMLDocument", meant: _Told) -> None:
    """Write the tables of the wheels anew at the end: dotted keys and tables in one line can be past mending."""
    wheels = document.pop("wheels", {})
    others = {name: other for name, other in wheels.items() if name not in SIDES.values()}
    _put_in(document, meant)
    for name, other in others.items():
        document.setdefault("wheels", {})[name] = other
