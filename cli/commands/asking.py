"""The commands that ask one record: what stands there, what can be known, what to do."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from types import MappingProxyType
from typing import Annotated, NoReturn, TypeVar

import typer

from cli.commands.options import AsJson, Before, File, Limit, Seat, finite
from cli.files import read_text, shown
from cli.outcome import Answer, settle, working
from solver.errors import Contradiction, RecordFaults

__all__ = ["asking"]

T = TypeVar("T")

asking = typer.Typer()

_READING = "reading the others' choices"
"""What a terminal says meanwhile."""


class EngineName(StrEnum):
    """The engines of `solver.engines`, named here so that --help loads none."""

    TABLE = "table"
    CP_SAT = "cp-sat"
    PYTHON_CONSTRAINT = "python-constraint"


class AimName(StrEnum):
    """The aims of the planner, named here so that --help loads none."""

    POINTS = "points"
    WIN = "win"


Aimed = Annotated[
    AimName | None, typer.Option("--aim", help="List the choices by a plan: the most VP, or the best chance to win.")
]
Read = Annotated[bool, typer.Option("--read", help="Beside the exact odds, those with the others' choices read.")]


@asking.command(epilog="Example: lostcode show game.txt --at 40")
def show(context: typer.Context, file: File, seat: Seat = None, at: Before = None, as_json: AsJson = False) -> None:
    """Show the table as it stands, and where table and stones disagree."""
    _ask(context, file, seat, at, as_json)


@asking.command(epilog="Example: lostcode solve game.txt --list 10")
def solve(
    context: typer.Context,
    file: File,
    seat: Seat = None,
    at: Before = None,
    as_json: AsJson = False,
    listed: Annotated[int | None, typer.Option("--list", metavar="N", min=1, help="Print N logs that fit.")] = None,
    engine: Annotated[EngineName, typer.Option(help="Which engine counts.")] = EngineName.TABLE,
    limit: Limit = 60,
    read: Read = False,
    goal: Annotated[
        list[str] | None,
        typer.Option("--goal", metavar="CARD=SQUARE…", help="Beyond Code: whether all of these lie so."),
    ] = None,
    words: Annotated[list[str] | None, typer.Argument(metavar="[CARD=SQUARE]...", hidden=True)] = None,
) -> None:
    """Show what my log can be: how many logs fit, and how likely each number is.

    Of Beyond Code: where the cards lie, by hard facts alone and with namings as evidence. Honesty is underrated where
    lies are doubted more often than truths: where twice as often, its interval holds the truth 85 times in 100, not 90.

    Of Cypher: where each card out of sight can be, if people choose blindly.
    """
    if words and not goal:
        context.fail(f"Got unexpected extra argument ({shown(' '.join(words))})")
    slow = _READING if read else "" if engine is EngineName.TABLE else f"asking {engine}"
    _ask(
        context,
        file,
        seat,
        at,
        as_json,
        {"listed": listed, "engine": engine, "limit": limit, "read": read, "goal": goal, "words": words},
        slow=slow,
        slips=5,
    )


@asking.command(epilog="Example: lostcode rank game.txt --as Bob --top 3")
def rank(
    context: typer.Context,
    file: File,
    seat: Seat = None,
    at: Before = None,
    as_json: AsJson = False,
    top: Annotated[int, typer.Option("--top", metavar="N", min=1, help="How many choices to show.")] = 5,
    everything: Annotated[bool, typer.Option("--all", help="Show every choice.")] = False,
    aim: Aimed = None,
    read: Read = False,
    exact: Annotated[
        str | None, typer.Option("--exact", metavar="CHANCE", help="Código Enigma: how sure you are of the order.")
    ] = None,
    order: Annotated[
        str | None, typer.Option("--order", metavar="CHANCE", help="Código Enigma: and of the right symbols only.")
    ] = None,
) -> None:
    """Rank what I can do now: token, die, wheel and range, exchange, final guesses."""
    _ask(
        context,
        file,
        seat,
        at,
        as_json,
        {"top": top, "everything": everything, "aim": aim, "read": read, "exact": exact, "order": order},
        slow=_thinking(aim, read),
    )


@asking.command(epilog="Example: lostcode final game.txt")
def final(
    context: typer.Context,
    file: File,
    seat: Seat = None,
    at: Before = None,
    as_json: AsJson = False,
    aim: Aimed = None,
    read: Read = False,
) -> None:
    """Give the best one, two or three numbers for each symbol, and what they are worth."""
    _ask(context, file, seat, at, as_json, {"aim": aim, "read": read}, slow=_thinking(aim, read))


@asking.command(epilog="Example: lostcode answer game.txt")
def answer(context: typer.Context, file: File, seat: Seat = None, at: Before = None, as_json: AsJson = False) -> None:
    """Say what I must tell each opponent who has set a wheel."""
    _ask(context, file, seat, at, as_json)


@asking.command(epilog="Example: lostcode explain game.txt bear 5")
def explain(
    context: typer.Context,
    file: File,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WHAT]...",
            help="A symbol of mine, and a number of it; of Beyond Code a square, a card; of Cypher a card, a place.",
        ),
    ] = None,
    seat: Seat = None,
    at: Before = None,
    as_json: AsJson = False,
    hint: Annotated[
        int | None, typer.Option("--hint", min=1, max=4, help="Only a hint: 1 how much, 2 where, 3 why, 4 what.")
    ] = None,
) -> None:
    """Prove what the answers tell of my log, in steps that can be followed at the table, easiest first.

    Of Beyond Code: why a card lies on a square, or how likely; what a card can be called; where to look.

    Of Cypher: where a card can be, and the lines that prove where it is or is not.
    """
    _ask(context, file, seat, at, as_json, {"words": words, "hint": hint})


@asking.command(epilog="Example: lostcode check game.txt --top 3")
def check(
    file: File,
    seat: Seat = None,
    at: Before = None,
    as_json: AsJson = False,
    top: Annotated[int, typer.Option("--top", metavar="N", min=1, help="How many slips to show.")] = 5,
    everything: Annotated[bool, typer.Option("--all", help="Show every slip.")] = False,
    limit: Annotated[
        float,
        typer.Option("--limit", metavar="SECONDS", min=0.01, callback=finite, help="Time for the search for slips."),
    ] = 10,
) -> None:
    """Find what is wrong with a record, and the likeliest slips that explain it."""

    def checked() -> Answer:
        from cli.verbs import VERBS  # noqa: PLC0415 - numpy and rich, not needed for --help
        from solver.games import draft  # noqa: PLC0415 - as above

        text = read_text(file)
        read = _discreetly(lambda: draft(text, at), text, seat)
        game = VERBS[read.game.name]
        with working("looking for slips"):
            result = game.verbs.check(read, seat, None if everything else top, limit)
        return Answer(lambda: game.data(result), lambda: game.screen(result), game.status(result))

    settle(checked, source=shown(file), as_json=as_json)


@asking.command(epilog="Example: lostcode engines game.txt --limit 10")
def engines(
    context: typer.Context, file: File, seat: Seat = None, at: Before = None, as_json: AsJson = False, limit: Limit = 60
) -> None:
    """Ask all three engines, show that they agree and what each took."""
    _ask(context, file, seat, at, as_json, {"limit": limit}, slow="asking three engines")


def _thinking(aim: AimName | None, read: bool) -> str:
    """What a terminal says while that is under way."""
    return _READING if read else "planning" if aim else ""


def _ask(
    context: typer.Context,
    file: str,
    seat: str | None,
    at: int | None,
    as_json: bool,
    options: Mapping[str, object] = MappingProxyType({}),
    *,
    slow: str = "",
    slips: float = 0,
) -> NoReturn:
    """Read the record, look at it from the seat, ask what its game knows of the command that is run, and print.

    slow: what a terminal says meanwhile. slips: where the record contradicts itself, so many seconds are spent on what
    may have led there, for people.
    """

    def asked() -> Answer:
        from cli.verbs import VERBS, question  # noqa: PLC0415 - not needed for --help
        from solver.games import draft, read  # noqa: PLC0415 - as above

        text = read_text(file)
        record = _discreetly(lambda: read(text, at), text, seat)
        game = VERBS[record.game.name]
        ask = question(game, context.command.name or "", options, _said(context, options))
        seen = game.view(record, seat)
        try:
            with working(slow):
                result = ask(seen, record)
        except Contradiction:
            if as_json or not slips:
                raise
            with working("looking for slips"):
                result = game.verbs.check(draft(text, at), seat, 3, slips)
            told = f"{shown(file)}: the record contradicts itself"
            return Answer(dict, lambda: [told, *game.screen(result)], game.status(result))
        return Answer(lambda: game.data(result), lambda: game.screen(result), game.status(result))

    settle(asked, source=shown(file), as_json=as_json)


def _discreetly(load: Callable[[], T], text: str, seat: str | None) -> T:
    """Read a record; where that fails, the error tells the seat that was named nothing that only others have seen."""
    from cli.verbs import VERBS  # noqa: PLC0415 - not needed for --help

    try:
        return load()
    except RecordFaults as error:
        quoted = VERBS[error.game].quoted if error.game else None
        if seat is None or quoted is None:
            raise
        lines = text.split("\n")
        faults = tuple(replace(fault, typed=quoted(lines, fault, seat)) for fault in error.faults)
        raise RecordFaults(faults, usable=error.usable, readable=error.readable, game=error.game) from None


def _said(context: typer.Context, options: Iterable[str]) -> dict[str, str]:
    """Those of the options that the user gave, by name, with what he calls them."""
    given = {name: context.get_parameter_source(name) for name in options}
    # Not compared as a value: typer brings its own copy of the class, or takes that of click.
    typed = {name for name, source in given.items() if source is not None and source.name == "COMMANDLINE"}
    called = {each.name: each.opts[-1] for each in context.command.params if each.name in typed}
    # An argument has no name that the user knows.
    return {name: said if said.startswith("-") else _as_typed(context.params[name]) for name, said in called.items()}


def _as_typed(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, Sequence) else str(value)
