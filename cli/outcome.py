"""The one place where an answer or an error becomes what is printed, and an exit status."""

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, TextIO, TypeVar

import typer

from cli.files import FileError, printable
from solver.errors import (
    Contradiction,
    DeductionError,
    Finding,
    NotMerged,
    OutOfTime,
    PolicyError,
    RecordFaults,
    ReviewError,
    SeatError,
    WorkersLost,
)

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

__all__ = [
    "BAD_INPUT",
    "CLOSED_PIPE",
    "CONTRADICTION",
    "INTERRUPTED",
    "OUT_OF_TIME",
    "Answer",
    "attend",
    "console",
    "error_console",
    "finding_data",
    "guarded",
    "message",
    "or_leave",
    "put",
    "rendered",
    "settle",
    "working",
]

T = TypeVar("T")

CONTRADICTION, BAD_INPUT, OUT_OF_TIME, INTERRUPTED, CLOSED_PIPE = 1, 2, 3, 130, 141
"""Exit statuses beside 0. The last two are those of a program that a signal has ended."""

NAMES_THE_SLIP = "lostcode check FILE names the likeliest slip."

SHOWN_FAULTS = 20
"""So many faults of a file are printed for people; programs get all."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command gives back: its data for programs, its screen for people, and the exit status.

    text: printed as it is in place of the screen, which then goes to standard error.
    """

    data: Callable[[], Mapping[str, Any]]
    screen: "Callable[[], Sequence[RenderableType]]"
    status: int = 0
    text: str | None = None


def guarded(run: Callable[[], None]) -> NoReturn:
    """Run the whole program. What cannot be written, and whom nobody reads any more, never ends in a traceback."""
    # Both are None where the shell closed them; Python's types do not say so.
    output: TextIO | None = sys.stdout
    if output is None:
        _complain("lostcode: standard output is closed")
        sys.exit(BAD_INPUT)
    status: object = 0
    try:
        try:
            run()
        except SystemExit as left:
            status = left.code
        sys.stdout.flush()
    except OSError as error:
        status = _unwritten(error)
    _drop(sys.stderr)
    sys.exit(status if isinstance(status, int) else BAD_INPUT)


def _unwritten(error: OSError) -> int:
    """Give up on standard output; the exit status."""
    _drop(sys.stdout)
    if isinstance(error, BrokenPipeError):
        return CLOSED_PIPE
    _complain(f"lostcode: the answer cannot be written: {error.strerror or error}")
    return BAD_INPUT


def _drop(stream: TextIO | None) -> None:
    """Flush what can be, and send the rest nowhere, since Python flushes once more at its end."""
    if stream is None:
        return
    with suppress(OSError, ValueError):
        stream.flush()
        return
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _complain(told: str) -> None:
    """Print to standard error; on a terminal with the lines broken between words."""
    with suppress(OSError):
        if sys.stderr is not None and sys.stderr.isatty():
            width = shutil.get_terminal_size().columns
            told = "\n".join(textwrap.fill(line, width, break_on_hyphens=False) for line in told.split("\n"))
        print(told, file=sys.stderr, flush=True)


def settle(asked: Callable[[], Answer], *, source: str, as_json: bool) -> NoReturn:
    """Ask, print the answer or the error's one message, and leave. source: the file's name for messages."""
    try:
        given = asked()
        _show(given, as_json)
        status = given.status
    except DeductionError as error:
        status = _say(error, source, as_json)
    except KeyboardInterrupt:
        status = INTERRUPTED
    raise typer.Exit(status)


def or_leave(read: Callable[[], T], source: str, *, as_json: bool) -> T:
    """Read one file of several, or print the error's one message, under that file's name, and leave."""
    try:
        return read()
    except DeductionError as error:
        settle(partial(_failing, error), source=source, as_json=as_json)


def _failing(error: DeductionError) -> NoReturn:
    raise error


def attend(sit: Callable[[], int], *, source: str) -> NoReturn:
    """Run a verb that talks with its user, and leave with the status that it gives, or with an error's one message."""
    try:
        status = sit()
    except DeductionError as error:
        status = _say(error, source, as_json=False)
    except KeyboardInterrupt:
        status = INTERRUPTED
    raise typer.Exit(status)


def put(words: str) -> None:
    """Print to the end, or leave: typer would answer a closed pipe with an exit status of its own."""
    try:
        print(words, end="", flush=True)
    except OSError as error:
        raise typer.Exit(_unwritten(error)) from error


def console() -> "Console":
    """A console that takes words as they are, and sends no colour where NO_COLOR is set."""
    return _made(stderr=False)


def error_console() -> "Console":
    """The same on standard error, for what is only of the moment."""
    return _made(stderr=True)


def _made(*, stderr: bool) -> "Console":
    from rich.console import Console  # noqa: PLC0415 - not needed for JSON

    plain = bool(os.environ.get("NO_COLOR"))
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, color_system=None if plain else "auto")


@contextmanager
def working(what: str) -> Iterator[None]:
    """Say on a terminal that something long is under way; "" says nothing."""
    if not what or not sys.stderr.isatty():
        yield
        return
    from rich.console import Console  # noqa: PLC0415 - only where there is something to wait for

    with Console(stderr=True, highlight=False).status(f"{what} (Ctrl-C stops)"):
        yield


def _show(given: Answer, as_json: bool) -> None:
    if as_json:
        put(json.dumps(given.data()) + "\n")
    elif given.text is None:
        put(rendered(given.screen()))
    else:
        with suppress(OSError):
            print(rendered(given.screen(), error_console()), end="", file=sys.stderr, flush=True)
        put(given.text)


def rendered(parts: "Sequence[RenderableType]", on: "Console | None" = None) -> str:
    """The parts as the terminal shows them. Printed by our own hand: rich answers a closed pipe with its own status."""
    from rich.console import Group  # noqa: PLC0415 - not needed for JSON

    made = on or console()
    with made.capture() as captured:
        made.print(Group(*parts))
    return captured.get()


def message(error: DeductionError) -> str:
    """What a person is told of an error while he types, where no file needs to be named."""
    told = [f"line {f.line}: {f}" for f in error.faults] if isinstance(error, RecordFaults) else [str(error)]
    return "\n".join(map(printable, told))


def _say(error: DeductionError, source: str, as_json: bool) -> int:
    """Print an error; a contradiction is an answer and goes to standard output."""
    data, told, status = _outcome(error, source)
    if as_json:
        put(json.dumps(data) + "\n")
    elif status == CONTRADICTION:
        width = shutil.get_terminal_size().columns
        put("".join(textwrap.fill(printable(line), width) + "\n" for line in told))
    else:
        _complain("\n".join(map(printable, told)))
    return status


def _outcome(error: DeductionError, source: str) -> tuple[dict[str, Any], list[str], int]:
    """The error as data, as lines of a message, and as an exit status."""
    match error:
        case Contradiction(lines=lines, others=others, reason=reason, findings=found, smallest=smallest):
            data: dict[str, Any] = {"error": "contradiction", "lines": list(lines), "others": list(others)}
            named = ", ".join(map(str, sorted(lines + others)))
            which = "A smallest set of lines" if smallest else "A set of lines (not proved smallest: time ran out)"
            told = [f"{source}: {reason}", f"{which}: {named}"]
            data |= {} if smallest else {"smallest": False}
            told += [
                f"Table and stones disagree, too: line {f.line}: {f.message}"
                for f in found
                if f.line not in lines + others
            ]
            told.append(NAMES_THE_SLIP)
            return data | {"message": reason, "findings": finding_data(found)}, told, CONTRADICTION
        case RecordFaults(faults=faults):
            first = faults[0]
            errors = [{"line": f.line, "message": str(f), "typed": f.typed, "expected": f.expected} for f in faults]
            data = {"error": "notation", "line": first.line, "message": str(first), "errors": errors}
            if error.file:
                data["file"] = error.file
            return data, _faults_told(error, error.file or source), BAD_INPUT
        case OutOfTime():
            return {"error": "time", "message": str(error)}, [f"{source}: {error}"], OUT_OF_TIME
        case SeatError():
            return {"error": "seat", "message": str(error)}, [f"{source}: {error}"], BAD_INPUT
        case ReviewError():
            return {"error": "review", "message": str(error)}, [f"{source}: {error}"], BAD_INPUT
        case NotMerged():
            return {"error": "merge", "message": str(error)}, str(error).split("\n"), BAD_INPUT
        case PolicyError():
            return {"error": "policy", "message": str(error)}, str(error).split("\n"), BAD_INPUT
        case WorkersLost():
            return {"error": "workers", "message": str(error)}, [str(error)], BAD_INPUT
        case _:
            kind = "file" if isinstance(error, FileError) else "usage"
            return {"error": kind, "message": str(error)}, [str(error)], BAD_INPUT


def finding_data(found: Iterable[Finding]) -> list[dict[str, Any]]:
    """Findings for programs."""
    return [
        {"line": f.line, "player": f.player, "stated": f.stated, "right": f.right, "message": f.message} for f in found
    ]


def _faults_told(error: RecordFaults, source: str) -> list[str]:
    told = [f"{source}:{fault.line}: {fault}" for fault in error.faults[:SHOWN_FAULTS]]
    if left := len(error.faults) - len(told):
        told.append(f"{source}: and {left} more")
    if error.usable:
        line = error.faults[0].line
        told.append(f"What stands before line {line} is a good game: --at {line}")
    if error.readable:
        told.append(NAMES_THE_SLIP)
    return told
