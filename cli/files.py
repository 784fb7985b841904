"""Reading and saving files: bounded, never half-written, and with one clear message for whatever goes wrong."""

import os
import sys
import tempfile
from pathlib import Path

from solver.errors import DeductionError

__all__ = ["LARGEST", "FileError", "read_text", "save"]

LARGEST = 1_000_000
"""Bytes. A long game with a comment on every line takes 10,000."""


class FileError(DeductionError):
    """A file that cannot be read or written at all."""


def read_text(path: str) -> str:
    """Read a file, or standard input for “-”. Raises FileError. Bytes that are no UTF-8 become lone surrogates."""
    name = shown(path)
    try:
        if path == "-" and sys.stdin is None:
            raise FileError("standard input is closed; expected the text of a game")
        if path == "-":
            raw = sys.stdin.buffer.read(LARGEST + 1)
        else:
            with open(path, "rb") as file:
                raw = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise FileError(f"{name}: cannot be read: {reason}; expected the file of a game") from error
    if len(raw) > LARGEST:
        raise FileError(
            f"{name}: larger than {LARGEST:,} bytes; expected the file of a game, a few thousand bytes long"
        )
    return raw.decode("utf-8", errors="surrogateescape")


def save(path: Path, text: str) -> None:
    """Replace a file in one step, so that it holds the old or the new text whatever happens. Raises FileError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, new = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(new).replace(path)
        except BaseException:
            Path(new).unlink(missing_ok=True)
            raise
    except OSError as error:
        raise FileError(
            f"{shown(str(path))}: cannot be saved: {error.strerror or error}; nothing was changed"
        ) from error


def shown(path: str) -> str:
    """The path as it may stand in a message: no character that a terminal would obey."""
    if path == "-":
        return "standard input"
    return "".join(c if c.isprintable() else "?" for c in path)
