"""The commands `sheet check`, `sheet show` and `sheet blank`. Heavy imports wait until a command needs them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cli.commands.options import AsJson
from cli.files import FileError, read_text, save, shown
from cli.outcome import Answer, or_leave, settle

if TYPE_CHECKING:
    from cli.lost_code import sheets
    from solver.record import Record

__all__ = ["sheet_app"]

sheet_app = typer.Typer(
    name="sheet",
    help="Deduction sheets kept by hand: check one, print one as it should be, print empty ones.",
    epilog="Example: lostcode sheet show game.txt --html sheet.html",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Before = Annotated[int | None, typer.Option("--at", metavar="LINE", min=1, help="Stop before this line of the record.")]
Seat = Annotated[str | None, typer.Option("--as", metavar="NAME", help="Whose sheet; else who it names, else “me”.")]
Svg = Annotated[Path | None, typer.Option("--svg", metavar="PATH", help="Save it as a drawing to print.")]
Html = Annotated[Path | None, typer.Option("--html", metavar="PATH", help="Save it as a page to print.")]


@sheet_app.command(epilog="Example: lostcode sheet check ann.sheet --record game.txt --at 12")
def check(
    sheet: Annotated[str, typer.Argument(metavar="SHEET", help="The sheet, text or CSV; “-” reads standard input.")],
    record: Annotated[
        str | None, typer.Option("--record", metavar="FILE", help="The record of its game; else the sheet alone.")
    ] = None,
    seat: Seat = None,
    at: Before = None,
    as_json: AsJson = False,
) -> None:
    """Judge every mark of a sheet, by the record of its game or by the sheet alone.

    Exit status: 0 nothing on it is wrong, 1 something is, or the sheet contradicts itself, 2 it cannot be read.
    """
    from cli.lost_code import sheets  # noqa: PLC0415 - numpy and rich, not needed for --help

    # Faults of the sheet and faults of the record each name their own file.
    noted = or_leave(lambda: sheets.read(read_text(sheet)), shown(sheet), as_json=as_json)
    if record is None:
        settle(lambda: sheets.checked_alone(noted, at=at), source=shown(sheet), as_json=as_json)
    settle(lambda: sheets.checked(noted, _game(record, at), seat), source=shown(record), as_json=as_json)


@sheet_app.command(epilog="Example: lostcode sheet show game.txt --as Ann --at 12 --svg ann.svg")
def show(
    file: Annotated[str, typer.Argument(metavar="FILE", help="The record of a game; “-” reads standard input.")],
    seat: Annotated[str | None, typer.Option("--as", metavar="NAME", help="Whose sheet; else that of “me”.")] = None,
    at: Before = None,
    svg: Svg = None,
    html: Html = None,
    as_json: AsJson = False,
) -> None:
    """Print a player's sheet as it should be at that moment of a game."""

    def filled() -> Answer:
        from cli.lost_code import sheets  # noqa: PLC0415 - numpy and rich, not needed for --help

        return _printed(sheets.filled(_game(file, at), seat), svg, html, file)

    settle(filled, source=shown(file), as_json=as_json)


@sheet_app.command(epilog="Example: lostcode sheet blank --players 3 --variant x-race --html sheet.html")
def blank(
    players: Annotated[int, typer.Option("--players", metavar="N", min=2, max=4, help="How many play.")] = 4,
    variants: Annotated[
        list[str] | None, typer.Option("--variant", metavar="VARIANT", help="x-race introductory shortcut curse.")
    ] = None,
    svg: Svg = None,
    html: Html = None,
    as_json: AsJson = False,
) -> None:
    """Print an empty sheet, since boxes run out of pads."""

    def empty() -> Answer:
        from cli.lost_code import sheets  # noqa: PLC0415 - as above

        return _printed(sheets.empty(players, variants or []), svg, html)

    settle(empty, source="blank", as_json=as_json)


def _game(file: str, at: int | None) -> "Record[Any, Any]":
    """Read a record of The Lost Code, the only game with a pad known here. Raises RecordFaults and FileError."""
    from cli.verbs import need_lost_code  # noqa: PLC0415 - not needed for --help
    from solver.games import read  # noqa: PLC0415 - as above

    record = read(read_text(file), at)
    need_lost_code(record.game.name, "sheet")
    return record


def _printed(page: "sheets.Page", svg: Path | None, html: Path | None, record: str | None = None) -> Answer:
    """Save what was asked for, and answer with the text. record: a file that stays. Raises FileError."""
    paths = [path for path in (svg, html) if path is not None]
    for path in paths:
        others = [Path(record)] if record not in (None, "-") else []
        others += [other for other in paths if other is not path]
        if any(_same(path, other) for other in others):
            raise FileError(
                f"{shown(str(path))}: not saved: the same file twice; expected a file of its own for each page"
            )
    if svg is not None:
        save(svg, page.svg())
    if html is not None:
        save(html, page.html())
    return page.answer(list(map(str, paths)))


def _same(one: Path, other: Path) -> bool:
    """Whether two paths lead to one file, there or not yet. Raises FileError."""
    try:
        return one.resolve() == other.resolve()
    except (OSError, RuntimeError) as error:
        raise FileError(f"{shown(str(one))}: cannot be saved: {error}") from error
