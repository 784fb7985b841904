"""The commands at the table: set a game up, play it, list the games."""

from typing import Annotated

import typer

from cli.commands.options import AsJson
from cli.files import shown
from cli.outcome import Answer, attend, settle

__all__ = ["sitting"]

sitting = typer.Typer()


@sitting.command(epilog="Example: lostcode new friday.game --player Ann --player Bob --me Ann")
def new(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="The file; left out: one in the folder of your games.")
    ] = None,
    players: Annotated[
        list[str] | None,
        typer.Option("--player", metavar="NAME", help="Who plays: 2 to 4; Beyond Code 1 to 5 (1: Alone with Chaos)."),
    ] = None,
    me: Annotated[str | None, typer.Option("--me", metavar="NAME", help="Which one you are.")] = None,
    variants: Annotated[
        list[str] | None, typer.Option("--variant", metavar="VARIANT", help="x-race introductory shortcut curse.")
    ] = None,
    stack: Annotated[
        list[str] | None, typer.Option("--stack", metavar="NAME", help="The pieces on space 0, the bottom one first.")
    ] = None,
    wheels: Annotated[
        str | None, typer.Option("--wheels", metavar="WIDTH=VP,…", help="What the wheels are worth.")
    ] = None,
    logs: Annotated[
        list[str] | None,
        typer.Option("--log", metavar="NAME=DIGITS", help="A log in the order of your pad: Bob=307251, ? unknown."),
    ] = None,
    pad: Annotated[
        str | None, typer.Option("--pad", metavar="SYMBOLS", help="The order of your pad; saved for next time.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(
            "--game",
            metavar="GAME",
            help="Which game: lost-code, beyond-code, codigo-enigma, cypher; left out: the first.",
        ),
    ] = None,
    lines: Annotated[
        list[str] | None,
        typer.Option("--line", metavar="LINE", help="Another game: any line of its set-up, like “set standard”."),
    ] = None,
) -> None:
    """Set a game up: asks what it needs, or takes it from options and asks nothing.

    Ctrl-C keeps what was entered and names the file; lostcode new with that name goes on there.
    """

    def begin() -> int:
        from cli import new as verb  # noqa: PLC0415 - not needed for --help

        given = verb.Options(
            tuple(players or ()),
            me,
            tuple(variants or ()),
            tuple(stack or ()),
            wheels,
            tuple(logs or ()),
            pad,
            tuple(lines or ()),
            game,
        )
        asked = given == verb.Options(game=game)
        return verb.new_by_questions(file, game) if asked else verb.new_from_options(file, given)

    attend(begin, source=shown(file or "new"))


@sitting.command(epilog="Example: lostcode play game.txt")
def play(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="The record of a game; left out: choose one of your games.")
    ] = None,
) -> None:
    """Play at the table: type what happens, see what changed and what to do. ? shows what can be typed."""

    def sit() -> int:
        from cli.play import play as verb  # noqa: PLC0415 - not needed for --help

        return verb(file)

    attend(sit, source=shown(file or "play"))


@sitting.command("list", epilog="Example: lostcode list")
def list_games(as_json: AsJson = False) -> None:
    """List the games in the folder of your games, newest first, with round and score."""

    def listed() -> Answer:
        from cli.play import games  # noqa: PLC0415 - not needed for --help

        return games()

    settle(listed, source="list", as_json=as_json)
