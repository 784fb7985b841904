"""The arguments and options that several commands share."""

from math import isfinite
from pathlib import Path
from typing import Annotated

import typer

from cli.files import read_text
from solver.errors import DeductionError

__all__ = ["AsJson", "Before", "File", "Limit", "Seat", "file_path", "finite", "folder_path", "players_of"]


def players_of(context: typer.Context) -> list[str]:
    """Give the names that complete --as: the players of the file before it, none where it cannot be read."""
    from solver.games import read  # noqa: PLC0415 - not needed for --help

    # While a line is being typed, the words before --as have not yet been given to their parameters.
    path = context.params.get("file") or "".join((context.params.get("files") or context.args)[:1])
    if path in ("", "-"):
        return []
    try:
        return list(read(read_text(path)).state.players)
    except DeductionError:
        return []


def finite(number: float) -> float:
    """Give the number back. Raises typer.BadParameter for nan and infinity."""
    if not isfinite(number):
        raise typer.BadParameter("expected a number")
    return number


def folder_path(path: str) -> Path:
    """Give the path. Raises typer.BadParameter for an empty word, which would be the current folder."""
    if not path:
        raise typer.BadParameter("expected the name of a folder")
    return Path(path)


def file_path(path: str) -> Path:
    """Give the path. Raises typer.BadParameter for an empty word."""
    if not path:
        raise typer.BadParameter("expected the name of a file")
    return Path(path)


File = Annotated[str, typer.Argument(metavar="FILE", help="The record of a game; “-” reads standard input.")]
Seat = Annotated[
    str | None,
    typer.Option("--as", metavar="NAME", help="See the game from this player's seat.", autocompletion=players_of),
]
Before = Annotated[int | None, typer.Option("--at", metavar="LINE", min=1, help="Stop before this line of the file.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
Limit = Annotated[
    float, typer.Option("--limit", metavar="SECONDS", min=0.01, callback=finite, help="Time for each engine.")
]
