"""Sheets and what is said of them -> what a person reads, at any width from 40 columns on."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from textwrap import wrap
from typing import TypeAlias

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.text import Text

from cli.figures import amount, percent
from cli.files import printable
from cli.lost_code import words
from cli.lost_code.pieces import titled
from solver.lost_code import sheet_text
from solver.lost_code.events import Symbol
from solver.lost_code.sheet import Box, Round, Sheet
from solver.lost_code.sheet_alone import Conflict
from solver.lost_code.sheet_check import Checked, Placed, Told
from solver.lost_code.sheet_marks import Judged, Mark, Missed, Proof
from solver.lost_code.sheet_rounds import Slip
from solver.lost_code.sheet_slips import Guess, SlipKind

__all__ = ["checked_screen", "conflict_screen", "page_screen"]

Reason: TypeAlias = tuple[Symbol, int | None, Proof | None]
"""A symbol, since which round, and why."""

_PAD_ASSUMED = "Order of the pad assumed: compare it with yours (lostcode wheels --pad)."
_MOST_SLIPS = 8
_JUDGED = {Box.CROSSED: "crossed", Box.BLACK: "black"}


@dataclass(frozen=True, slots=True)
class _SheetText:
    """A sheet in its text form, with shorter names where the screen is narrow: no line is ever broken."""

    sheet: Sheet

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Choose by the width at hand."""
        text = sheet_text.write(self.sheet)
        if max(map(len, text.splitlines())) > options.max_width:
            text = sheet_text.write(self.sheet, short=True)
        yield Text(text.removesuffix("\n"), overflow="ignore", no_wrap=True)


@dataclass(frozen=True, slots=True)
class _Line:
    """A line that goes on further in where it is too long. begin: what every line of it begins with."""

    words: str
    indent: int = 0
    begin: str = ""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Break between words."""
        first = self.begin + " " * self.indent
        further = self.begin + " " * (self.indent + (0 if self.begin else 2))
        lines = wrap(self.words, options.max_width, initial_indent=first, subsequent_indent=further)
        yield Text("\n".join(lines))


def page_screen(sheet: Sheet, saved: Sequence[str], *, pad_assumed: bool) -> list[RenderableType]:
    """A sheet, in the text that `sheet check` reads; what else is said stands in comments."""
    parts: list[RenderableType] = [_SheetText(sheet)]
    parts += [_Line(_PAD_ASSUMED, begin="# ")] if pad_assumed else []
    parts += [_Line(f"Saved: {printable(path)}", begin="# ") for path in saved]
    return parts


def checked_screen(found: Checked) -> list[RenderableType]:
    """All that is said of a sheet: what is wrong first, what is missing next, what is right in one line."""
    whose = "The sheet" if found.sheet.player is None and not found.by_record else f"{found.seat}'s sheet"
    when = f"in round {found.round}" if found.by_record else f"after round {found.round}"
    basis = "by the record" if found.by_record else "by what it says itself"
    # Lines of two files are spoken of.
    line = "sheet line" if found.by_record else "line"
    parts: list[RenderableType] = [_Line(f"{whose} {when}, {basis}")]
    of_marks = {judged: [mark for mark in found.marks if mark.judged is judged] for judged in Judged}
    wrong = [slip for slip in found.slips if slip.wrong]
    left_out = [slip for slip in found.slips if not slip.wrong]
    parts += _section("Wrong marks", (_wrong(mark, found) for mark in of_marks[Judged.WRONG]))
    parts += _section("Stale marks, to be rubbed out", _stale(of_marks[Judged.STALE], found))
    parts += _section("Wrong lines", (_slip(slip, line) for slip in wrong))
    parts += _section("Not provable yet: may be true", map(_unproven, of_marks[Judged.UNPROVEN]))
    parts += _section("Left out", (_slip(slip, line) for slip in left_out))
    blacks = [each for each in found.missed if each.box is Box.BLACK]
    crosses = [each for each in found.missed if each.box is Box.CROSSED]
    parts += _section("To be blackened: seen, or discarded", _of_rows(blacks))
    parts += _section("Could be crossed, the easiest first", _missed(crosses, found))
    parts += _section("Final guesses", _finals(found.finals))
    right = len(of_marks[Judged.RIGHT])
    parts += ["", _Line(_summary(right, found, bool(blacks or crosses or left_out)))]
    if found.by_record and (of_marks[Judged.WRONG] or crosses):
        parts.append(_Line("lostcode explain RECORD bear 5 tells such a proof step by step."))
    return parts


def _summary(right: int, found: Checked, missing: bool) -> str:
    marks = len(found.marks)
    told = "No mark is on it." if not marks else f"{right} of {marks} marks are right."
    if right == marks and not found.slips and not missing:
        told += " Nothing is missing."
    return told


def _section(title: str, entries: Iterable[tuple[str, Sequence[str]]]) -> list[RenderableType]:
    """A title with entries, each a line and what stands below it; nothing where there are none."""
    parts: list[RenderableType] = []
    for line, below in entries:
        parts.append(_Line(line))
        parts += [_Line(each, 2) for each in below]
    return [titled(title, *parts)] if parts else []


def _wrong(mark: Mark, found: Checked) -> tuple[str, Sequence[str]]:
    if mark.box is Box.BLACK:
        what = "not seen and not discarded" + ("" if mark.ways else ": cross it instead, it is excluded by deduction")
        return f"{mark.symbol} {mark.number} black: {what}", ()
    return f"{mark.symbol} {mark.number} crossed: it must be {mark.number}{_since(mark.round)}", _why(mark.proof, found)


def _stale(marks: Sequence[Mark], found: Checked) -> Iterator[tuple[str, Sequence[str]]]:
    """Marks that were right for the same reason stand together."""
    for (symbol, number, proof), some in _alike(((mark.symbol, mark.round, mark.proof), mark.number) for mark in marks):
        what = f"right for the {symbol} that was exchanged in round {number}"
        yield f"{symbol} {some} crossed: {what}", _why(proof, found, then=True)


def _alike(keyed: Iterable[tuple[Reason, int]]) -> Iterator[tuple[Reason, str]]:
    """Numbers with the same reason, listed, in the order of the first of each."""
    numbers: dict[Reason, list[str]] = {}
    for reason, number in keyed:
        numbers.setdefault(reason, []).append(str(number))
    return ((reason, words.listed(some, "and")) for reason, some in numbers.items())


def _unproven(mark: Mark) -> tuple[str, Sequence[str]]:
    share = percent(mark.ways, mark.total)
    what = f"{share} of the logs have it" if mark.box is Box.CROSSED else "the record does not tell where it lies"
    return f"{mark.symbol} {mark.number} {_JUDGED[mark.box]}: {what}", ()


def _missed(crosses: Sequence[Missed], found: Checked) -> Iterator[tuple[str, Sequence[str]]]:
    for (symbol, number, proof), some in _alike(
        ((each.symbol, each.round, each.proof), each.number) for each in crosses
    ):
        yield f"{symbol} {some}{_since(number)}", _why(proof, found)


def _of_rows(blacks: Sequence[Missed]) -> Iterator[tuple[str, Sequence[str]]]:
    """One line for each symbol."""
    for symbol in dict.fromkeys(each.symbol for each in blacks):
        numbers = [str(each.number) for each in blacks if each.symbol is symbol]
        yield f"{symbol} {words.listed(numbers, 'and')}", ()


def _since(number: int | None) -> str:
    if number is None:
        return ""
    return " (since round " + f"{number})" if number else " (from the start)"


def _why(proof: Proof | None, found: Checked, *, then: bool = False) -> Sequence[str]:
    """The lines of a proof. then: as the player saw them before he gave the stone up."""
    if proof is None:
        return ()
    where = "record line" if found.by_record else "line"
    return [f"{where} {told_line(line, found.told, then=then)}" for line in proof.lines] or ["by the stones in sight"]


def told_line(line: int, told: Mapping[int, Told], *, then: bool = False) -> str:
    """What a line says, as on a sheet. then: without the numbers that were written in later."""
    each = told[line]
    whose = f"{each.player}, " if each.player else ""
    row = Round(each.round, each.dice, () if then else each.written)
    return f"{line}: {whose}round {each.round}: {' '.join(sheet_text.marks(row))} {each.noted or '?'}"


def _slip(slip: Slip, where: str = "line") -> tuple[str, Sequence[str]]:
    where = f"{where} {slip.line}: " if slip.line else ""
    return f"{where}{slip.message}", ()


def _finals(finals: Sequence[Placed]) -> Iterator[tuple[str, Sequence[str]]]:
    for each in finals:
        mine = " ".join(map(str, each.numbers)) or "-"
        what = f"{each.symbol} {mine}{' by token' if each.token else ''}: {amount(each.expected)} VP"
        if each.best_expected - each.expected > 1e-9:
            what += f"; best {' '.join(map(str, each.best)) or '-'}: {amount(each.best_expected)} VP"
        yield what, ()
    if finals:
        total, best = sum(each.expected for each in finals), sum(each.best_expected for each in finals)
        lost = f", {amount(best - total)} VP less than the best" if best - total > 1e-9 else ", the best there is"
        yield f"Together {amount(total)} VP{lost}", ()


def conflict_screen(found: Conflict, slips: Sequence[Guess]) -> list[RenderableType]:
    """A sheet that contradicts itself: what cannot all be true, and which single slip would explain it."""
    parts: list[RenderableType] = [Text("This sheet contradicts itself: no log fits it.")]
    entries = [(f"line {told_line(line, found.told)}", ()) for line in found.lines] or [
        ("Its boxes alone leave no number for some symbol.", ())
    ]
    title = "With the black boxes these lines cannot all be true" if found.lines else "The boxes"
    parts += _section(title, entries)
    shown = [(_guess(guess), ()) for guess in slips[:_MOST_SLIPS]]
    parts += _section("One slip that would explain it, not weighed", shown)
    if len(slips) > _MOST_SLIPS:
        parts.append(Text(f"({len(slips) - _MOST_SLIPS} more: --json)"))
    if not slips:
        parts += ["", Text("No single simple slip explains it.")]
    parts += _section("Wrong lines", map(_slip, (slip for slip in found.slips if slip.wrong)))
    parts += _section("Left out", map(_slip, (slip for slip in found.slips if not slip.wrong)))
    return parts


def _guess(guess: Guess) -> str:
    logs = f"{guess.logs:,} {'log' if guess.logs == 1 else 'logs'} left"
    match guess.kind:
        case SlipKind.TURNED:
            return f"line {guess.line}: the other way round: within {guess.instead}, not {guess.stated} ({logs})"
        case SlipKind.RANGE:
            return f"line {guess.line}: {guess.instead}, not {guess.stated} ({logs})"
        case SlipKind.BLACK:
            return f"line {guess.line}: {guess.stated.removesuffix(' black')} is not to be black ({logs})"
