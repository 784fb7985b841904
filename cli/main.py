"""The program: its commands in the order of their use, and how it is started."""

import gc
import io
import os
import sys
from typing import Annotated, NoReturn

import typer

from cli.commands.asking import asking
from cli.commands.finished import finished
from cli.commands.practising import practising
from cli.commands.sheet import sheet_app
from cli.commands.sitting import sitting
from cli.outcome import guarded

__all__ = ["app", "run"]

app = typer.Typer(
    name="lostcode",
    help="The deduction companion for The Lost Code: what your log can be, and what to do next.",
    epilog="Exit status: 0 an answer, 1 the record contradicts itself, 2 bad input, 3 a time limit was reached.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
for group in (sitting, asking, finished, practising, sheet_app):
    app.add_typer(group)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415 - needed only here

        print(f"lostcode {version('lostcode')}")
        raise typer.Exit


@app.callback()
def main(
    _shown: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Leave the options that concern no command to the callbacks."""


def run() -> NoReturn:
    """Start the command line. Characters that the terminal cannot show never end it."""
    # A command lives for a moment: looking for garbage while modules load would take a tenth of it.
    gc.disable()
    # Products of small matrices are several times slower on threads that wait for a core.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="surrogateescape")
    guarded(app)
