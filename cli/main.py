"""The commands: each reads a record, asks the solver, and prints. Heavy imports wait until a command needs them."""

import gc
import io
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum
from functools import partial
from math import isfinite
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, NoReturn

import typer

from cli.files import read_text, shown
from cli.outcome import Answer, attend, guarded, settle, working
from cli.sheet import sheet_app
from solver.errors import Contradiction, DeductionError

__all__ = ["app", "run"]

app = typer.Typer(
    name="lostcode",
    help="The deduction companion for The Lost Code: what your log can be, and what to do next.",
    epilog="Exit status: 0 an answer, 1 the record contradicts itself, 2 bad input, 3 a time limit was reached.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(sheet_app)

File = Annotated[str, typer.Argument(metavar="FILE", help="The record of a game; “-” reads standard input.")]


def _players(context: typer.Context) -> list[str]:
    """The names that complete --as, where the file before it can be read."""
    from solver.games import read  # noqa: PLC0415 - not needed for --help

    # While a line is being typed, the words before --as have not yet been given to their parameters.
    path = context.params.get("file") or "".join((context.params.get("files") or context.args)[:1])
    if path in ("", "-"):
        return []
    try:
        return list(read(read_text(path)).state.players)
    except DeductionError:
        return []


def _finite(seconds: float) -> float:
    if not isfinite(seconds):
        raise typer.BadParameter("expected a number of seconds")
    return seconds


def _folder(path: str) -> Path:
    # As a path, no name at all would be the current folder.
    if not path:
        raise typer.BadParameter("expected the name of a folder")
    return Path(path)


def _page(path: str) -> Path:
    if not path:
        raise typer.BadParameter("expected the name of a file")
    return Path(path)


Seat = Annotated[
    str | None,
    typer.Option("--as", metavar="NAME", help="See the game from this player's seat.", autocompletion=_players),
]
Before = Annotated[int | None, typer.Option("--at", metavar="LINE", min=1, help="Stop before this line of the file.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for programs.")]
READING = "reading the others' choices"
"""What a terminal says meanwhile."""
Limit = Annotated[
    float, typer.Option("--limit", metavar="SECONDS", min=0.01, callback=_finite, help="Time for each engine.")
]


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # noqa: PLC0415 - needed only here

        print(f"lostcode {version('lostcode')}")
        raise typer.Exit


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


@app.callback()
def main(
    _shown: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version and leave.")
    ] = False,
) -> None:
    """Leave the options that concern no command to the callbacks."""


@app.command(epilog="Example: lostcode new friday.game --player Ann --player Bob --me Ann")
def new(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="The file; left out: one in the folder of your games.")
    ] = None,
    players: Annotated[list[str] | None, typer.Option("--player", metavar="NAME", help="Who plays; 2 to 4.")] = None,
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
    game: Annotated[str | None, typer.Option("--game", metavar="GAME", help="Which game; left out: lost-code.")] = None,
    lines: Annotated[
        list[str] | None, typer.Option("--line", metavar="LINE", help="Another game: any line of its set-up.")
    ] = None,
) -> None:
    """Set a game up: asks what it needs, or takes it from options and asks nothing.

    Ctrl-C keeps what was entered; the same command goes on there.
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


@app.command(epilog="Example: lostcode play game.txt")
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


@app.command("list", epilog="Example: lostcode list")
def list_games(as_json: AsJson = False) -> None:
    """List the games in the folder of your games, newest first, with round and score."""

    def listed() -> Answer:
        from cli.play import games  # noqa: PLC0415 - not needed for --help

        return games()

    settle(listed, source="list", as_json=as_json)


@app.command(epilog="Example: lostcode show game.txt --at 40")
def show(context: typer.Context, file: File, seat: Seat = None, at: Before = None, as_json: AsJson = False) -> None:
    """Show the table as it stands, and where table and stones disagree."""
    _ask(context, file, seat, at, as_json)


@app.command(epilog="Example: lostcode solve game.txt --list 10")
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

    Of Beyond Code: where the cards lie, by hard facts alone and with namings as evidence. Where lies are doubted more
    often than truths, honesty is underrated, and its interval holds the truth less often than 9 times in 10.

    Of Cypher: where each card out of sight can be, if people choose blindly.
    """
    if words and not goal:
        context.fail(f"Got unexpected extra argument ({shown(' '.join(words))})")
    slow = READING if read else "" if engine is EngineName.TABLE else f"asking {engine}"
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


@app.command(epilog="Example: lostcode rank game.txt --as Bob --top 3")
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


@app.command(epilog="Example: lostcode final game.txt")
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


@app.command(epilog="Example: lostcode review last.game --as Ann --top 3")
def review(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Finished games; several are taken together by player.")
    ],
    names: Annotated[
        list[str] | None,
        typer.Option("--as", metavar="NAME", help="Review this player only.", autocompletion=_players),
    ] = None,
    sheet: Annotated[
        str | None,
        typer.Option("--sheet", metavar="SHEET", help="The deduction sheet that the player kept in this game."),
    ] = None,
    as_json: AsJson = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="PATH", help="Save one game as a page, with charts.", parser=_page)
    ] = None,
    png: Annotated[
        Path | None, typer.Option("--png", metavar="FOLDER", help="Save the charts of one game there.", parser=_folder)
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


def _thinking(aim: AimName | None, read: bool) -> str:
    """What a terminal says while that is under way."""
    return READING if read else "planning" if aim else ""


@app.command(epilog="Example: lostcode answer game.txt")
def answer(context: typer.Context, file: File, seat: Seat = None, at: Before = None, as_json: AsJson = False) -> None:
    """Say what I must tell each opponent who has set a wheel."""
    _ask(context, file, seat, at, as_json)


@app.command(epilog="Example: lostcode explain game.txt bear 5")
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


@app.command(epilog="Example: lostcode check game.txt --top 3")
def check(
    file: File,
    seat: Seat = None,
    at: Before = None,
    as_json: AsJson = False,
    top: Annotated[int, typer.Option("--top", metavar="N", min=1, help="How many slips to show.")] = 5,
    everything: Annotated[bool, typer.Option("--all", help="Show every slip.")] = False,
    limit: Annotated[
        float,
        typer.Option("--limit", metavar="SECONDS", min=0.01, callback=_finite, help="Time for the search for slips."),
    ] = 10,
) -> None:
    """Find what is wrong with a record, and the likeliest slips that explain it."""

    def checked() -> Answer:
        from cli.verbs import VERBS  # noqa: PLC0415 - numpy and rich, not needed for --help
        from solver.games import draft  # noqa: PLC0415 - as above

        read = draft(read_text(file), at)
        game = VERBS[read.game.name]
        with working("looking for slips"):
            result = game.verbs.check(read, seat, None if everything else top, limit)
        return Answer(lambda: game.data(result), lambda: game.screen(result), game.status(result))

    settle(checked, source=shown(file), as_json=as_json)


@app.command(epilog="Example: lostcode merge ann.game bob.game --out whole.game")
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


@app.command(epilog="Example: lostcode engines game.txt --limit 10")
def engines(
    context: typer.Context, file: File, seat: Seat = None, at: Before = None, as_json: AsJson = False, limit: Limit = 60
) -> None:
    """Ask all three engines, show that they agree and what each took."""
    _ask(context, file, seat, at, as_json, {"limit": limit}, slow="asking three engines")


@app.command(epilog="Example: lostcode simulate --policies planner,lookahead --games 10")
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
        typer.Option("--out", metavar="FOLDER", help="Keep the record of each game there.", parser=_folder),
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


@app.command(epilog="Example: lostcode wheels --set 1=5,2=4 --x-side")
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


@app.command(epilog="Example: lostcode drill --codes 4 --minutes 2")
def drill(
    file: Annotated[
        str | None, typer.Argument(metavar="FILE", help="A game of Código Enigma: how well its codes were kept.")
    ] = None,
    codes: Annotated[int, typer.Option(metavar="N", min=1, max=20, help="How many codes to keep in mind.")] = 3,
    length: Annotated[
        int | None, typer.Option(metavar="N", min=3, max=4, help="Symbols of a code; left out: 3 or 4.")
    ] = None,
    minutes: Annotated[
        float, typer.Option(metavar="M", min=0, max=60, callback=_finite, help="How long a code is kept at least.")
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
        record = read(text, at)
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
