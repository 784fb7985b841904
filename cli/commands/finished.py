"""The commands on finished games: what was luck and what skill, and one record out of several."""

from pathlib import Path
from typing import Annotated

import typer

from cli.commands.options import AsJson, file_path, folder_path, players_of
from cli.outcome import Answer, settle, working

__all__ = ["finished"]

finished = typer.Typer()


@finished.command(epilog="Example: lostcode review last.game --as Ann --top 3")
def review(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Finished games; several are taken together by player.")
    ],
    names: Annotated[
        list[str] | None,
        typer.Option("--as", metavar="NAME", help="Review this player only.", autocompletion=players_of),
    ] = None,
    sheet: Annotated[
        str | None,
        typer.Option("--sheet", metavar="SHEET", help="The deduction sheet that the player kept in this game."),
    ] = None,
    as_json: AsJson = False,
    html: Annotated[
        Path | None,
        typer.Option("--html", metavar="PATH", help="Save one game as a page, with charts.", parser=file_path),
    ] = None,
    png: Annotated[
        Path | None,
        typer.Option("--png", metavar="FOLDER", help="Save the charts of one game there.", parser=folder_path),
    ] = None,
    depth: Annotated[
        int, typer.Option("--depth", metavar="N", min=1, max=2, help="2 looks further ahead, and takes longer.")
    ] = 1,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=1, help="How many processes; else one on each core.")
    ] = None,
    top: Annotated[int, typer.Option("--top", metavar="N", min=1, help="How many decisions to show.")] = 5,
    everything: Annotated[bool, typer.Option("--all", help="Show every decision.")] = False,
) -> None:
    """After the game: what was luck, what was skill, and where it was decided."""

    def reviewed() -> Answer:
        from cli import review as verb  # noqa: PLC0415 - numpy, not needed for --help

        asked = verb.Asked(
            tuple(files),
            tuple(names or ()),
            sheet,
            html,
            png,
            depth,
            workers,
            None if everything else top,
            as_json,
        )
        return verb.review(asked)

    settle(reviewed, source="review", as_json=as_json)


@finished.command(epilog="Example: lostcode merge ann.game bob.game --out whole.game")
def merge(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Records of one game; “-” reads standard input.")],
    out: Annotated[
        str | None, typer.Option("--out", metavar="FILE", help="Save the record there, if nothing else lies there.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Make one complete record of those that several players kept, and say where they disagree.

    The record goes to standard output, the disagreements to standard error.
    """

    def made() -> Answer:
        from cli.merge import merge as verb  # noqa: PLC0415 - numpy and rich, not needed for --help

        with working("comparing the records"):
            return verb(files, out)

    settle(made, source="merge", as_json=as_json)
