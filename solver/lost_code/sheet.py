"""The deduction sheet of one player as a value, and what its marks claim.

Rulebook, “Registering Information”: a sheet has three parts. Boxes, one for each symbol and number, are blackened where
the number was seen (in another log or among the discards) and crossed where deduction excludes it. One line a round
takes the dice, the numbers that were discarded later, and at the right the range of the sum. The last part takes the
final guesses. `sheet_text` reads and writes sheets.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from solver.lost_code.events import SYMBOLS, Symbol

__all__ = ["Box", "Noted", "Out", "Round", "Row", "Sheet", "in_order_of", "written_numbers"]


class Box(StrEnum):
    """What is drawn in a box.

    BLACK claims: this number of the symbol was seen elsewhere or is among the discards. CROSSED claims: my present
    stone of the symbol is not this number, by all that I know. OPEN claims nothing.
    """

    OPEN = "."
    CROSSED = "x"
    BLACK = "#"


@dataclass(frozen=True, slots=True)
class Row:
    """The boxes of a symbol, from number 0 on: eight, nine with the 8s. line: where it stands, 0 for nowhere."""

    symbol: Symbol
    boxes: tuple[Box, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Noted:
    """The range at the right of a line: the sum is in low..high; outside: it is not (the smallest wheel was missed)."""

    low: int
    high: int
    outside: bool = False

    def __str__(self) -> str:
        """Write it as on a sheet: 9-15, 4, not 4."""
        window = str(self.low) if self.low == self.high else f"{self.low}-{self.high}"
        return f"not {window}" if self.outside else window


@dataclass(frozen=True, slots=True)
class Round:
    """One line of the second part.

    dice: the marks, none (not noted) or three. written: numbers written into the columns of symbols whose stone was
    discarded later, as on the pad: for a symbol thrown twice both dice together. noted: None where no range is given.
    """

    number: int
    dice: tuple[Symbol, ...] = ()
    written: tuple[tuple[Symbol, int], ...] = ()
    noted: Noted | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Out:
    """A stone that was discarded in a round. number: None where it was not noted."""

    round: int
    symbol: Symbol
    number: int | None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole sheet. player: whose it is, None if it does not say. rows: in the order of the pad.

    rounds and outs: by round, at most one of each a round. final: for each symbol the numbers placed, () for a symbol
    that is named with none.
    """

    player: str | None
    rows: tuple[Row, ...]
    rounds: tuple[Round, ...] = ()
    outs: tuple[Out, ...] = ()
    final: tuple[tuple[Symbol, tuple[int, ...]], ...] = ()

    @property
    def pad(self) -> tuple[Symbol, ...]:
        """The symbols in the order of the rows."""
        return tuple(row.symbol for row in self.rows)

    @property
    def numbers(self) -> range:
        """The numbers that have a box."""
        return range(max((len(row.boxes) for row in self.rows), default=8))

    @property
    def boxes(self) -> Mapping[Symbol, tuple[Box, ...]]:
        """The boxes by symbol."""
        return {row.symbol: row.boxes for row in self.rows}

    def marked(self, box: Box) -> Iterator[tuple[Symbol, int]]:
        """Each symbol and number with that mark, in the order of the symbols everywhere."""
        for row in sorted(self.rows, key=lambda row: SYMBOLS.index(row.symbol)):
            yield from ((row.symbol, number) for number, mark in enumerate(row.boxes) if mark is box)

    def box(self, symbol: Symbol, number: int) -> Box:
        """The mark of a symbol and number; a box that the sheet does not have is open."""
        boxes = self.boxes.get(symbol, ())
        return boxes[number] if number < len(boxes) else Box.OPEN

    def round(self, number: int) -> Round | None:
        """The line of a round, None where there is none."""
        return next((each for each in self.rounds if each.number == number), None)


def in_order_of(pad: tuple[Symbol, ...], symbols: tuple[Symbol, ...]) -> tuple[Symbol, ...]:
    """The symbols in play in the order of a pad."""
    return tuple(symbol for symbol in pad if symbol in symbols)


def written_numbers(numbers: Mapping[Symbol, int]) -> tuple[tuple[Symbol, int], ...]:
    """The numbers written into a line, in the one order in which a `Round` has them."""
    return tuple((symbol, numbers[symbol]) for symbol in SYMBOLS if symbol in numbers)
