"""TOML files that a user writes by hand, read with one clear word for whatever is wrong with them."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import normalize

from cli.files import LARGEST, FileError

__all__ = ["MARK", "toml_tables", "toml_text"]

MARK = "\ufeff"
"""What some editors put before the first character."""


def toml_text(path: Path, damaged: Callable[[str], FileError]) -> str:
    """The file as it is, line ends and byte-order mark too; "" where there is none.

    Raises what `damaged` makes of the reason.
    """
    try:
        if path.exists() and not path.is_file():
            # A pipe would be waited for without end.
            raise damaged("this is no plain file")
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise damaged(f"larger than {LARGEST:,} bytes")
        return raw.decode("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "this is not UTF-8 text"
        raise damaged(str(reason)) from error


def toml_tables(
    text: str, damaged: Callable[[str], FileError], parse_float: Callable[[str], Any] = float
) -> dict[str, Any]:
    """What a text says; parse_float: what becomes of fractions. Raises what `damaged` makes of the reason.

    Accents are joined to their letters, as in the words of a record: some systems write them apart.
    """
    try:
        return tomllib.loads(normalize("NFC", text.removeprefix(MARK)), parse_float=parse_float)
    except (ValueError, RecursionError) as error:
        raise damaged(_reason(error)) from error


def _reason(error: ValueError | RecursionError) -> str:
    match error:
        case RecursionError():
            return "brackets within brackets without end"
        case tomllib.TOMLDecodeError():
            return str(error)
        case _:
            # Python reads no number of more than some thousand digits.
            return "a number with thousands of digits"
