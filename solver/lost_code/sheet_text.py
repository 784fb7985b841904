"""A sheet as text, as it looks on the pad, or as the same cells in the columns of a spreadsheet.

`read` takes either and reports every fault of one pass; `write` and `write_cells` are its inverses.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator, Sequence

from solver.errors import Fault, NotationError, RecordFaults
from solver.lost_code.box import HIGHEST, ROUNDS
from solver.lost_code.events import SYMBOLS, Symbol
from solver.lost_code.notation import is_reserved, symbol_named
from solver.lost_code.sheet import Box, Noted, Out, Round, Row, Sheet, written_numbers
from solver.words import NUMBER, Words, as_word

__all__ = ["HEADER", "marks", "read", "write", "write_cells"]

HEADER = "sheet lost-code"
"""The first line that says anything."""

_MARKS = {
    **dict.fromkeys("#■█", Box.BLACK),
    **dict.fromkeys("x×", Box.CROSSED),
    **dict.fromkeys(".·□", Box.OPEN),
}
_SEPARATED = re.compile(r'\s*"?sheet"?([;,\t])', re.IGNORECASE)
_RANGE = re.compile(r"([0-9]{1,3})(?:(?:[-–]|\.\.)([0-9]{1,3}))?", re.ASCII)
_SIZES = tuple(highest + 1 for highest in HIGHEST.values())
_DICE = 3
_MOST_FINAL = 3
_A_BOX = "# for black, x for crossed, . for open"
_A_SYMBOL = "a symbol (bear jaguar human bird chameleon snake, or its colour)"
_A_RANGE = "a range like 9-15 or 0-19, one number, “not 4”, or ?"
_A_ROUND = "the round's number, three symbols (a discarded number as chameleon=4), and a range"
_PARTS = (
    "“player NAME”, a row of boxes like “bear # . x . . . . .”, a round like “1 bear jaguar snake 9-15”, "
    "“out bear 3”, or “final”"
)


def read(text: str) -> Sheet:
    """Read a sheet, as text or as CSV with semicolons, commas or tabs. Raises RecordFaults with every fault."""
    text = text.removeprefix("\ufeff")
    first = next((line for line in text.split("\n") if line.strip() and not line.lstrip().startswith("#")), "")
    if found := _SEPARATED.match(first):
        return _Reading(*_cells(text, found[1])).read()
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    return _Reading(list(enumerate(lines, 1)), []).read()


def _cells(text: str, delimiter: str) -> tuple[list[tuple[int, str]], list[Fault]]:
    """Turn each row of a spreadsheet into the line that says the same. An empty cell within boxes is an open box."""
    rows = csv.reader(io.StringIO(text, newline="\n"), delimiter=delimiter)
    lines: list[tuple[int, str]] = []
    width, above = _SIZES[0], True
    begin = 1
    try:
        for row in rows:
            cells = [cell.strip() for cell in row]
            first = cells[0].casefold() if cells else ""
            filled = [cell for cell in cells if cell]
            if above and filled[:1] == ["0"] and first in ("", "0"):
                width = len(filled)
            above = above and not (NUMBER.fullmatch(first) and first != "0") and first != "final"
            if above and symbol_named(first):
                boxes = (cells[1:] + [""] * width)[: max(width, len("".join(cells[1:])))]
                filled = [cells[0], *(cell or Box.OPEN for cell in boxes)]
            elif first == "player":
                filled = [cells[0], *(as_word(cell) for cell in filled[1:])]
            lines.append((begin, " ".join(filled)))
            begin = rows.line_num + 1
    except csv.Error as error:
        return lines, [Fault(begin, f"the cells cannot be told apart: {error}", "", "the cells of a spreadsheet")]
    return lines, []


class _Reading:
    """One pass over the lines of a sheet, each with its physical number."""

    def __init__(self, lines: Sequence[tuple[int, str]], faults: list[Fault]) -> None:
        self.lines = lines
        self.faults = faults
        self.headed = self.in_final = False
        self.player: str | None = None
        self.columns: int | None = None
        self.rows: list[Row] = []
        self.rounds: list[Round] = []
        self.outs: list[Out] = []
        self.final: dict[Symbol, tuple[int, ...]] = {}

    def read(self) -> Sheet:
        for number, line in self.lines:
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            try:
                self._line(number, line)
            except NotationError as error:
                self.faults.append(Fault(number, error.message, error.typed or line.strip(), error.expected))
                if not self.headed:
                    break
        last = self.lines[-1][0] if self.lines else 1
        if self.headed and not self.rows and not self.faults:
            self.faults.append(Fault(last, "the sheet has no boxes", "", "a row like “bear # . x . . . . .”"))
        if not self.headed and not self.faults:
            self.faults.append(Fault(last, "nothing stands here", "", f"the first line to be “{HEADER}”"))
        if self.faults:
            raise RecordFaults(tuple(sorted(self.faults, key=lambda fault: fault.line)), usable=False)
        return Sheet(self.player, tuple(self.rows), tuple(self.rounds), tuple(self.outs), tuple(self.final.items()))

    def _line(self, number: int, line: str) -> None:
        # In a row of boxes # is a black box, everywhere else it begins a comment.
        above = self.headed and not self.rounds and not self.outs and not self.in_final
        if above and symbol_named(line.split()[0].casefold()):
            self._row(Words(line.replace("#", "■")), number)
            return
        words = Words(line)
        if not self.headed:
            self._header(words)
            return
        first = words.peek()
        if first == "0" and above:
            self._columns(words)
        elif NUMBER.fullmatch(first):
            self._round(words, number)
        elif first == "player":
            self._player(words)
        elif first == "out":
            self._out(words, number)
        elif first == "final":
            words.take_plain("final")
            words.end()
            self.in_final = True
        elif self.in_final and symbol_named(first):
            self._final(words)
        elif symbol_named(first):
            raise NotationError("boxes stand above the rounds", typed=words.left, expected=_A_ROUND)
        else:
            raise NotationError("no line of a sheet begins so", typed=words.left, expected=_PARTS)

    def _header(self, words: Words) -> None:
        if words.left.casefold() != HEADER:
            raise NotationError("this is no sheet", typed=words.left, expected=f"the first line to be “{HEADER}”")
        self.headed = True

    def _player(self, words: Words) -> None:
        words.take_plain("player")
        name = words.take("a player's name")
        words.end()
        if self.player is not None:
            raise NotationError("a second player", typed=name, expected="one sheet a file")
        if not name.strip() or is_reserved(name):
            raise NotationError("this is no player's name", typed=name, expected="the name as in the record")
        self.player = name

    def _columns(self, words: Words) -> None:
        numbers = words.all
        if numbers not in [tuple(map(str, range(size))) for size in _SIZES]:
            raise NotationError("not the numbers above the boxes", typed=words.left, expected="0 to 7, or 0 to 8")
        if self.columns not in (None, len(numbers)):
            raise NotationError("the rows have another number of boxes", typed=words.left)
        self.columns = len(numbers)

    def _row(self, words: Words, line: int) -> None:
        symbol = _symbol(words.take_plain(_A_SYMBOL))
        marks = [*words.left.casefold().replace(" ", "").replace('"', "")]
        if any(row.symbol is symbol for row in self.rows):
            raise NotationError("a second row of boxes", typed=symbol, expected="one row for each symbol")
        # Noted before it is judged, so that a fault in it does not make the rest faulty.
        boxes = tuple(_MARKS.get(mark, Box.OPEN) for mark in marks)
        self.rows.append(Row(symbol, boxes, line))
        if strange := next((mark for mark in marks if mark not in _MARKS), None):
            raise NotationError("this is drawn in no box", typed=strange, expected=_A_BOX)
        if len(marks) not in ((self.columns,) if self.columns else _SIZES):
            wanted = str(self.columns) if self.columns else " or ".join(map(str, _SIZES))
            raise NotationError(f"{len(marks)} boxes", typed=words.left.replace("■", "#"), expected=f"{wanted} boxes")
        self.columns = len(marks)

    def _round(self, words: Words, line: int) -> None:
        number = words.number(_A_ROUND)
        if self.in_final:
            raise NotationError("a round below the final guesses", typed=str(number), expected="rounds above “final”")
        if not 1 <= number <= max(ROUNDS.values()):
            raise NotationError("no game has such a round", typed=str(number), expected="a round from 1 to 10")
        if self.rounds and number <= self.rounds[-1].number:
            raise NotationError("the rounds are not in order", typed=str(number), expected="each round once, upwards")
        self.rounds.append(Round(number, line=line))
        dice: list[Symbol] = []
        written: dict[Symbol, int] = {}
        while words.peek()[:1].isalpha() and words.peek() != "not":
            name, equals, figure = words.take_plain(_A_SYMBOL).partition("=")
            symbol = _symbol(name)
            dice.append(symbol)
            if equals:
                if not NUMBER.fullmatch(figure):
                    raise NotationError("no number is written in", typed=f"{name}={figure}", expected="chameleon=4")
                if symbol in written:
                    raise NotationError("a second number in one column", typed=f"{name}={figure}", expected=_TOGETHER)
                written[symbol] = int(figure)
        noted = _noted(words)
        words.end()
        if len(dice) not in (0, _DICE):
            raise NotationError(f"{len(dice)} dice", typed=" ".join(dice), expected="three dice, or none noted")
        self.rounds[-1] = Round(number, tuple(dice), written_numbers(written), noted, line)

    def _out(self, words: Words, line: int) -> None:
        words.take_plain("out")
        symbol = _symbol(words.take_plain(_A_SYMBOL))
        number = None
        if words.peek() == "?":
            words.take_plain("?")
        else:
            number = words.number("the number on the stone, or ?")
            if number > max(HIGHEST.values()):
                raise NotationError("no stone has that number", typed=str(number), expected="0 to 8")
        words.end()
        if self.in_final or not self.rounds:
            raise NotationError("no round stands above this", typed=f"out {symbol}", expected="the round's line first")
        if any(out.round == self.rounds[-1].number for out in self.outs):
            raise NotationError("a second exchange in one round", typed=f"out {symbol}", expected="one a round")
        self.outs.append(Out(self.rounds[-1].number, symbol, number, line))

    def _final(self, words: Words) -> None:
        symbol = _symbol(words.take_plain(_A_SYMBOL))
        if symbol in self.final:
            raise NotationError("the symbol stands here twice", typed=symbol, expected="every symbol once")
        self.final[symbol] = ()
        numbers: list[int] = []
        if words.peek() == "-":
            words.take_plain("-")
        while words:
            number = words.number("one to three numbers, or -")
            if number in numbers or len(numbers) == _MOST_FINAL or number > max(HIGHEST.values()):
                raise NotationError("not so", typed=str(number), expected="one to three different numbers from 0 to 8")
            numbers.append(number)
        self.final[symbol] = tuple(numbers)


_TOGETHER = "for a symbol thrown twice one number, both dice together"


def _symbol(word: str) -> Symbol:
    symbol = symbol_named(word)
    if symbol is None:
        raise NotationError("no symbol, or more than one, is called so", typed=word, expected=_A_SYMBOL)
    return symbol


def _noted(words: Words) -> Noted | None:
    """Read the range at the end of a line: None for nothing or ?."""
    if not words or words.peek() == "?":
        if words:
            words.take_plain("?")
        return None
    outside = words.peek() == "not"
    if outside:
        words.take_plain("not")
    word = words.take_plain(_A_RANGE)
    if not (found := _RANGE.fullmatch(word)):
        raise NotationError("not a range", typed=word, expected=_A_RANGE)
    low, high = int(found[1]), int(found[2] or found[1])
    if high < low:
        raise NotationError("the range runs backwards", typed=word, expected=f"{high}-{low}")
    return Noted(low, high, outside)


# ---- writing ---------------------------------------------------------------------------------------------------------


def write(sheet: Sheet, *, short: bool = False) -> str:
    """The text that reads back as the sheet. short: symbols by four letters, for narrow screens."""
    name = _short if short else str
    width = max(len(name(symbol)) for symbol in SYMBOLS) + 1
    lines = [HEADER]
    if sheet.player is not None:
        lines.append(f"player {as_word(sheet.player)}")
    lines.append(" " * width + " ".join(map(str, sheet.numbers)))
    lines += [name(row.symbol).ljust(width) + " ".join(row.boxes) for row in sheet.rows]
    dice = [" ".join(marks(each, name)) for each in sheet.rounds]
    widest = max(map(len, dice), default=0)
    for each, marked in zip(sheet.rounds, dice, strict=True):
        noted = "" if each.noted is None else str(each.noted)
        lines.append(f"{each.number:<2} {marked:{widest}}  {noted}".rstrip())
        lines += [f"out {name(o.symbol)} {_number(o.number)}" for o in sheet.outs if o.round == each.number]
    if sheet.final:
        lines.append("final")
        lines += [f"{name(s)} {' '.join(map(str, numbers)) or '-'}" for s, numbers in sheet.final]
    return "".join(line + "\n" for line in lines)


def write_cells(sheet: Sheet, delimiter: str = ",") -> str:
    """The same as CSV, as a spreadsheet exports it."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, delimiter=delimiter, lineterminator="\n")
    writer.writerow(HEADER.split())
    if sheet.player is not None:
        writer.writerow(["player", sheet.player])
    writer.writerow(["", *sheet.numbers])
    writer.writerows([row.symbol, *row.boxes] for row in sheet.rows)
    for each in sheet.rounds:
        dice = [*marks(each)] or [""] * _DICE
        writer.writerow([each.number, *dice, "" if each.noted is None else str(each.noted)])
        writer.writerows(["out", o.symbol, _number(o.number)] for o in sheet.outs if o.round == each.number)
    if sheet.final:
        writer.writerow(["final"])
        writer.writerows([symbol, *(numbers or "-")] for symbol, numbers in sheet.final)
    return out.getvalue()


def _short(symbol: Symbol) -> str:
    return symbol[:4]


def _number(number: int | None) -> str:
    return "?" if number is None else str(number)


def marks(each: Round, name: Callable[[Symbol], str] = str) -> Iterator[str]:
    """The marks of a line; a number stands at the last die of its symbol."""
    left = list(each.dice)
    written = dict(each.written)
    while left:
        symbol = left.pop(0)
        number = written.get(symbol) if symbol not in left else None
        yield name(symbol) + ("" if number is None else f"={number}")
