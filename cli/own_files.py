"""Reading the small TOML files that a user may write himself, his settings and boxes, whatever stands in them."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unicodedata import normalize

from cli.files import LARGEST, FileError

__all__ = ["own_tables", "own_text"]

_BITS = 64
"""TOML's whole numbers have so many."""
_TOO_LONG = "a number has too many digits"


def own_text(path: Path, damaged: Callable[[str], FileError]) -> str:
    """The file as it is, line ends and byte-order mark too; nothing where there is none.

    damaged: makes the error out of what is wrong, which is raised.
    """
    try:
        # Opening a pipe would wait for somebody to write into it.
        if path.exists() and not path.is_file():
            raise damaged("this is no plain file")
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise damaged(error.strerror or str(error)) from error
    if len(raw) > LARGEST:
        raise damaged(f"larger than {LARGEST:,} bytes")
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise damaged("this is not UTF-8 text") from error


def own_tables(
    text: str, damaged: Callable[[str], FileError], parse_float: Callable[[str], Any] = float
) -> dict[str, Any]:
    """What a text says as TOML, accents joined to their letters as in the words of a record.

    damaged: as above. parse_float: what is made of a fraction.
    """
    try:
        document = tomllib.loads(normalize("NFC", text.removeprefix("\ufeff")), parse_float=parse_float)
    except RecursionError as error:
        raise damaged("brackets within brackets without end") from error
    except tomllib.TOMLDecodeError as error:
        raise damaged(str(error)) from error
    except ValueError as error:
        # Python reads no number of thousands of digits, and writes none that was read as 0x…
        raise damaged(_TOO_LONG) from error
    left: list[object] = [document]
    while left:
        value = left.pop()
        if isinstance(value, int) and value.bit_length() >= _BITS:
            raise damaged(_TOO_LONG)
        left += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return document
