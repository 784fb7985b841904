"""The commands that need no game at the table: policies against each other, settings, a memory to train."""

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from cli.commands.options import AsJson, finite, folder_path
from cli.files import shown
from cli.outcome import Answer, attend, settle

__all__ = ["practising"]

practising = typer.Typer()


@practising.command(epilog="Example: lostcode simulate --policies planner,lookahead --games 10")
def simulate(
    policies: Annotated[
        list[str],
        typer.Option(
            metavar="NAME,…",
            help="Who plays: built-in names, or your own as package.module:maker; the last fills the seats left.",
        ),
    ],
    players: Annotated[int, typer.Option(metavar="N", min=2, max=4, help="How many play.")] = 2,
    games: Annotated[int, typer.Option(metavar="N", min=1, help="How many games, rounded up to whole deals.")] = 100,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="The same seed gives the same games.")] = 1,
    variants: Annotated[
        list[str] | None, typer.Option("--variant", metavar="VARIANT", help="x-race introductory shortcut curse.")
    ] = None,
    wheels: Annotated[
        str | None, typer.Option("--wheels", metavar="WIDTH=VP,…", help="What the wheels are worth.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FOLDER", help="Keep the record of each game there.", parser=folder_path),
    ] = None,
    workers: Annotated[
        int | None, typer.Option("--workers", metavar="N", min=1, help="How many processes; else one on each core.")
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option("--scheduler", metavar="ADDRESS", help="Play on this Dask cluster instead.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Let policies play each other: each deal once for every way of moving them round the table.

    Nothing depends on how many processes or machines play.
    """

    def played() -> Answer:
        from cli import simulate as verb  # noqa: PLC0415 - not needed for --help

        asked = verb.Asked(
            players, games, seed, ",".join(policies), tuple(variants or ()), wheels, out, workers, scheduler
        )
        return verb.simulate(asked)

    settle(played, source="simulate", as_json=as_json)


@practising.command(epilog="Example: lostcode wheels --set 1=5,2=4 --x-side")
def wheels(
    values: Annotated[
        str | None, typer.Option("--set", metavar="WIDTH=VP,…", help="Save what stands on your wheels.")
    ] = None,
    x_side: Annotated[bool, typer.Option("--x-side", help="The side with the white X (X-Race).")] = False,
    forget: Annotated[bool, typer.Option("--forget", help="Go back to the assumed values of the side.")] = False,
    pad: Annotated[
        str | None, typer.Option("--pad", metavar="SYMBOLS", help="Save the order of your deduction pad.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Show or save what the rulebook does not print: the values of the wheels, the order of the pad."""
    from cli import wheels as verb  # noqa: PLC0415 - with what it imports, not needed for --help

    settle(lambda: verb.wheels(values, x_side=x_side, forget=forget, pad=pad), source="wheels", as_json=as_json)


@practising.command(epilog="Example: lostcode drill --codes 4 --minutes 2")
def drill(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A game of Código Enigma: how well its codes were kept.")
    ] = None,
    codes: Annotated[int, typer.Option(metavar="N", min=1, max=20, help="How many codes to keep in mind.")] = 3,
    length: Annotated[
        int | None, typer.Option(metavar="N", min=3, max=4, help="Symbols of a code; left out: 3 or 4.")
    ] = None,
    minutes: Annotated[
        float, typer.Option(metavar="M", min=0, max=60, callback=finite, help="How long a code is kept at least.")
    ] = 1,
    between: Annotated[
        int | None, typer.Option(metavar="N", min=0, help="How many others come between; left out: all the others.")
    ] = None,
    symbols: Annotated[str, typer.Option(metavar="WORDS", help="The symbols.")] = "grenade helmet tank",
    seed: Annotated[int | None, typer.Option(metavar="N", min=0, help="The same seed gives the same codes.")] = None,
    results: Annotated[bool, typer.Option("--results", help="Only show how well codes were kept so far.")] = False,
    as_json: AsJson = False,
) -> None:
    """Train your memory for the codes of Código Enigma: shown one after the other, asked in exact order later on."""
    from cli.codigo_enigma import drill as verb  # noqa: PLC0415 - not needed for --help

    asked = verb.Asked(codes, length, minutes, between, symbols, seed)
    if file is None and not results and not as_json:
        attend(lambda: verb.drill(asked), source="drill")
    told = verb.kept_so_far if file is None else partial(verb.kept_in, file)
    settle(told, source=shown(file or "drill"), as_json=as_json)
