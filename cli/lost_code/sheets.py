"""The verbs on deduction sheets: texts in, answers out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cli.lost_code.sheet_data import checked_data, conflict_data, sheet_data
from cli.outcome import CONTRADICTION, Answer
from cli.settings import saved_pad
from solver.errors import NotationError
from solver.lost_code import sheet_text
from solver.lost_code.box import HIGHEST, ROUNDS
from solver.lost_code.events import SYMBOLS, Event, Variant
from solver.lost_code.sheet import Box, Round, Row, Sheet, in_order_of
from solver.lost_code.sheet_alone import Conflict, check_alone
from solver.lost_code.sheet_check import Checked, check, ideal
from solver.lost_code.sheet_marks import Judged
from solver.lost_code.sheet_slips import likely_slips
from solver.lost_code.state import State
from solver.lost_code.view import view
from solver.record import Record

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["Page", "checked", "checked_alone", "empty", "faulty", "filled", "read"]


@dataclass(frozen=True, slots=True)
class Page:
    """A sheet to print. lines: how many rounds it has room for. tokens: whether Deadly Shortcut is played."""

    sheet: Sheet
    lines: int
    tokens: bool
    pad_assumed: bool

    def svg(self) -> str:
        """The page as a drawing, A4."""
        from cli.lost_code.sheet_page import svg  # noqa: PLC0415 - only where a page is wanted

        return svg(self.sheet, self.lines, tokens=self.tokens)

    def html(self) -> str:
        """The page for a browser, A4, with nothing to fetch."""
        from cli.lost_code.sheet_page import html  # noqa: PLC0415 - as above

        return html(self.sheet, self.lines, tokens=self.tokens)

    def answer(self, saved: Sequence[str]) -> Answer:
        """The sheet as text, and what was saved where."""
        return Answer(lambda: self._data(saved), lambda: self._screen(saved))

    def _data(self, saved: Sequence[str]) -> Mapping[str, Any]:
        return sheet_data(self.sheet) | {"saved": list(saved), "assumed": ["pad"] if self.pad_assumed else []}

    def _screen(self, saved: Sequence[str]) -> "list[RenderableType]":
        from cli.lost_code.sheet_screens import page_screen  # noqa: PLC0415 - rich, not needed for JSON

        return page_screen(self.sheet, saved, pad_assumed=self.pad_assumed)


def filled(record: Record[Event, State], seat: str | None) -> Page:
    """The sheet of a seat as it should be now. Raises Contradiction, OutOfTime, SeatError and FileError."""
    pad, assumed = saved_pad()
    seen = view(record, seat)
    sheet = ideal(record, seen.seat, pad)
    return Page(sheet, seen.table.rounds, Variant.SHORTCUT in seen.table.variants, assumed)


def empty(players: int, variants: Sequence[str]) -> Page:
    """An empty sheet. Raises NotationError for a variant that is not known, and FileError."""
    played = {_variant(word) for words in variants for word in words.replace(",", " ").split()}
    pad, assumed = saved_pad()
    symbols = SYMBOLS[1:] if Variant.INTRODUCTORY in played else SYMBOLS
    boxes = (Box.OPEN,) * (HIGHEST[Variant.X_RACE in played] + 1)
    rows = tuple(Row(symbol, boxes) for symbol in in_order_of(pad, symbols))
    lines = ROUNDS[players]
    rounds = tuple(Round(number) for number in range(1, lines + 1))
    return Page(Sheet(None, rows, rounds), lines, Variant.SHORTCUT in played, assumed)


def _variant(word: str) -> Variant:
    begun = [variant for variant in Variant if word and variant.startswith(word.casefold())]
    if len(begun) != 1:
        raise NotationError("no variant is called so", typed=word, expected=" ".join(Variant))
    return begun[0]


def checked(sheet: Sheet, record: Record[Event, State], seat: str | None) -> Answer:
    """Judge a sheet by its record. Raises Contradiction, OutOfTime and SeatError."""
    found = check(sheet, record, view(record, seat or sheet.player).seat)
    return Answer(lambda: checked_data(found), lambda: _screen(found), _status(found))


def checked_alone(sheet: Sheet, at: int | None = None) -> Answer:
    """Judge a sheet by itself. at: of no use without a record. Raises NotationError and OutOfTime."""
    if at is not None:
        raise NotationError("a sheet has no moments", typed=f"--at {at}", expected="--at with --record FILE")
    found = check_alone(sheet)
    if isinstance(found, Conflict):
        slips = likely_slips(found)

        def told() -> "list[RenderableType]":
            from cli.lost_code.sheet_screens import conflict_screen  # noqa: PLC0415 - rich, not needed for JSON

            return conflict_screen(found, slips)

        return Answer(lambda: conflict_data(found, slips), told, CONTRADICTION)
    return Answer(lambda: checked_data(found), lambda: _screen(found), _status(found))


def _screen(found: Checked) -> "list[RenderableType]":
    from cli.lost_code.sheet_screens import checked_screen  # noqa: PLC0415 - rich, not needed for JSON

    return checked_screen(found)


def faulty(found: Checked) -> bool:
    """Whether something on a sheet is wrong: a mark that is wrong or stale, or a line that says something false."""
    return any(mark.judged in (Judged.WRONG, Judged.STALE) for mark in found.marks) or any(s.wrong for s in found.slips)


def _status(found: Checked) -> int:
    return CONTRADICTION if faulty(found) else 0


def read(text: str) -> Sheet:
    """Read a sheet. Raises RecordFaults."""
    return sheet_text.read(text)
