"""Reading and saving files: bounded, never half-written, and with one clear message for whatever goes wrong."""

import errno
import os
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from solver.errors import DeductionError

if TYPE_CHECKING:
    from filelock import FileLock

__all__ = [
    "LARGEST",
    "FileError",
    "FileInUse",
    "data_folder",
    "locked",
    "printable",
    "read_text",
    "save",
    "save_bytes",
    "shown",
]

LARGEST = 1_000_000
"""Bytes. A long game with a comment on every line takes 10,000."""

_NO_SYNC = frozenset({errno.EACCES, errno.EINVAL, errno.ENOTSUP, errno.EPERM})
"""What a system says that cannot sync a folder at all, or not one that may be written but not listed."""


class FileError(DeductionError):
    """A file that cannot be read or written at all."""


class FileInUse(FileError):
    """Another process holds the lock of a file."""


def data_folder() -> Path:
    """Where games, their history and locks lie: $LOSTCODE_DATA, else in the user's folder for data. May not exist."""
    from platformdirs import user_data_path  # noqa: PLC0415 - not needed to read a game

    folder = os.environ.get("LOSTCODE_DATA")
    return Path(folder) if folder else user_data_path("lostcode")


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
    """Replace a file in one step, so that it holds the old or the new text whatever happens.

    Line ends stay as they are in the text, and lone surrogates become the bytes that `read_text` made them from. A
    symbolic link stays, and the file that it leads to is replaced; its mode is kept. The folder must be there. Raises
    FileError.
    """
    try:
        raw = text.encode("utf-8", errors="surrogateescape")
    except UnicodeEncodeError as error:
        name = shown(str(path))
        raise FileError(f"{name}: cannot be saved: this is not text; nothing was changed") from error
    save_bytes(path, raw)


def save_bytes(path: Path, raw: bytes) -> None:
    """Replace a file by bytes, as `save` does by a text. Raises FileError."""
    name = shown(str(path))
    try:
        target = Path(os.path.realpath(path)) if path.is_symlink() else path
        mode = _mode(target)
        new = target.with_name(f".{target.name}.new")
        _write_new(new, raw, mode)
        try:
            new.replace(target)
        except BaseException:
            new.unlink(missing_ok=True)
            raise
    except FileNotFoundError as error:
        folder = shown(os.path.dirname(os.path.realpath(path)))
        raise FileError(f"{name}: cannot be saved: there is no folder {folder}; nothing was changed") from error
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise FileError(f"{name}: cannot be saved: {reason}; nothing was changed") from error
    try:
        _sync_folder(target.parent)
    except OSError as error:
        raise FileError(
            f"{name}: saved, but the disk reports an error, so it may not last: {error.strerror or error}"
        ) from error


def _mode(target: Path) -> int | None:
    """The mode of a file that is to be replaced; None where there is none. Raises OSError where it may not be."""
    try:
        there = target.lstat()
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(there.st_mode):
        # Renaming over /dev/null or a pipe would put a file in its place; a link is left here only by a circle.
        raise OSError("this is no plain file")
    if not os.access(target, os.W_OK):
        # Renaming needs no right to the file itself, but whoever took that right away meant it to stay.
        raise PermissionError(errno.EACCES, "it is write-protected")
    return stat.S_IMODE(there.st_mode)


def _write_new(new: Path, raw: bytes, mode: int | None) -> None:
    """Write a file beside the target and bring it to the disk. Raises OSError, and leaves no file then.

    Its name is always the same, so that after a power cut or a kill one stray file is left at most, which the next
    save replaces.
    """
    new.unlink(missing_ok=True)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(new, flags, 0o666 if mode is None else 0o600)
    try:
        with open(handle, "wb") as file:
            file.write(raw)
            file.flush()
            os.fsync(file.fileno())
            if mode is not None:
                new.chmod(mode)
            written = os.fstat(file.fileno())
    except BaseException:
        new.unlink(missing_ok=True)
        raise
    # Where no lock could be had, another save may have put its own file there: that is neither to be renamed nor gone.
    if not (new.exists() and os.path.samestat(new.lstat(), written)):
        raise OSError("another lostcode saves this file right now")


def _sync_folder(folder: Path) -> None:
    """Make a renaming outlast a power cut, where folders can be synced. Raises OSError."""
    if sys.platform == "win32":
        return
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise


@contextmanager
def locked(path: Path, wait: float = 0.0) -> Iterator[None]:
    """Hold a file for this process, for as long as the context lasts. wait: seconds that another may take to let go.

    Raises FileInUse. The lock lies in `data_folder()`, not beside the file, whose folder may be shared or synced. Where
    it cannot be made, as in a home that is read-only, all goes on without: the lock keeps two windows of one user
    apart, and whoever saves a file that he read long before makes sure that it is unchanged in any case.
    """
    lock = _lock(path, wait)
    try:
        yield
    finally:
        if lock is not None:
            lock.release()


def _lock(path: Path, wait: float) -> "FileLock | None":
    """Take the lock of a file; None where none can be made."""
    import hashlib  # noqa: PLC0415 - loads OpenSSL, and only a lock needs it

    from filelock import FileLock, Timeout  # noqa: PLC0415 - takes 0.08 s to load

    name = hashlib.sha256(os.fsencode(os.path.realpath(path))).hexdigest()[:16]
    folder = data_folder() / "locks"
    lock = FileLock(folder / f"{name}.lock")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock.acquire(timeout=wait)
    except Timeout as error:
        raise FileInUse(f"{shown(str(path))}: another lostcode works on this file; close it first") from error
    except OSError:
        return None
    return lock


def shown(path: str) -> str:
    """The path as it may stand in a message: no character that a terminal would obey."""
    if path == "-":
        return "standard input"
    return printable(path)


def printable(words: str) -> str:
    """The words without any character that a terminal would obey."""
    return "".join(c if c.isprintable() else "?" for c in words)
