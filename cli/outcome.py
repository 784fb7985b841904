"""The one place where an answer or an error becomes what is printed, and an exit status."""

import json
import os
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NoReturn

import typer

from cli.files import FileError
from solver.errors import Contradiction, DeductionError, OutOfTime, RecordFaults, SeatError

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["BAD_INPUT", "CLOSED_PIPE", "CONTRADICTION", "INTERRUPTED", "OUT_OF_TIME", "Answer", "settle", "working"]

CONTRADICTION, BAD_INPUT, OUT_OF_TIME, INTERRUPTED, CLOSED_PIPE = 1, 2, 3, 130, 141
"""Exit statuses beside 0. The last two are those of a program that a signal has ended."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a command gives back: its data for programs, its screen for people, and the exit status."""

    data: Callable[[], Mapping[str, Any]]
    screen: "Callable[[], Sequence[RenderableType]]"
    status: int = 0


def settle(asked: Callable[[], Answer], *, source: str, as_json: bool) -> NoReturn:
    """Ask, print the answer or the error's one message, and leave. source: the file's name for messages."""
    try:
        try:
            given = asked()
        except DeductionError as error:
            status = _say(error, source, as_json)
        else:
            _show(given, as_json)
            status = given.status
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = INTERRUPTED
    except BrokenPipeError:
        # What Python would still flush at its end must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = CLOSED_PIPE
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(f"lostcode: the answer cannot be written: {error.strerror or error}", file=sys.stderr)
        status = BAD_INPUT
    raise typer.Exit(status)


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
        print(json.dumps(given.data()))
        return
    from rich.console import Console, Group  # noqa: PLC0415 - not needed for JSON

    Console(highlight=False, markup=False, emoji=False).print(Group(*given.screen()))


def _say(error: DeductionError, source: str, as_json: bool) -> int:
    """Print an error; a contradiction is an answer and goes to standard output."""
    data, told, status = _outcome(error, source)
    if as_json:
        print(json.dumps(data))
    else:
        print(told, file=sys.stdout if status == CONTRADICTION else sys.stderr)
    return status


def _outcome(error: DeductionError, source: str) -> tuple[dict[str, Any], str, int]:
    """The error as data, as a message, and as an exit status."""
    match error:
        case Contradiction(lines=lines, others=others, reason=reason):
            data: dict[str, Any] = {
                "error": "contradiction",
                "lines": list(lines),
                "others": list(others),
                "message": reason,
            }
            named = ", ".join(map(str, sorted(lines + others)))
            return data, f"{source}: {reason}\nLines that contradict each other: {named}", CONTRADICTION
        case RecordFaults(faults=faults):
            first = faults[0]
            errors = [{"line": f.line, "message": str(f), "typed": f.typed, "expected": f.expected} for f in faults]
            told = [f"{source}:{fault.line}: {fault}" for fault in faults]
            if first.line > 1:
                told.append(f"What stands before line {first.line} can be used: --at {first.line}")
            data = {"error": "notation", "line": first.line, "message": str(first), "errors": errors}
            return data, "\n".join(told), BAD_INPUT
        case OutOfTime():
            return {"error": "time", "message": str(error)}, f"{source}: {error}", OUT_OF_TIME
        case FileError():
            return {"error": "file", "message": str(error)}, str(error), BAD_INPUT
        case SeatError():
            return {"error": "seat", "message": str(error)}, f"{source}: {error}", BAD_INPUT
        case _:
            return {"error": "usage", "message": str(error)}, str(error), BAD_INPUT
