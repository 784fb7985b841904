"""The simple slips that would each explain a sheet that contradicts itself: one entry changed, and all can be true.

Three kinds: an answer noted the wrong way round (lower for higher), a range off by one or two, a box blackened wrongly.
They are not weighed against each other; within a kind the one that leaves more logs comes first.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from solver.lost_code.events import Symbol
from solver.lost_code.sheet import Box, Noted, Round, Row, Sheet
from solver.lost_code.sheet_alone import Conflict, Reading, reading
from solver.table import table

__all__ = ["Guess", "SlipKind", "likely_slips"]

_NARROWEST = 2
"""The narrowest wheel that is told a direction shows two numbers (“Registering Information”: 20-21)."""
_FAR = 2
"""A range is tried so many numbers off."""


class SlipKind(StrEnum):
    """What may have gone wrong, in the order in which it is told."""

    TURNED = "turned"
    RANGE = "range"
    BLACK = "black"


@dataclass(frozen=True, slots=True)
class Guess:
    """A slip that would explain everything. line: on the sheet. logs: how many logs the sheet would then leave."""

    kind: SlipKind
    line: int
    round: int | None
    stated: str
    instead: str
    logs: int


def likely_slips(conflict: Conflict) -> tuple[Guess, ...]:
    """Try every simple slip in the lines of a smallest conflict: any that explains all must stand in each of them."""
    read = reading(conflict.sheet)
    lines = [line for line in read.sheet.rounds if line.line in conflict.lines]
    symbols = {die for line in lines for die in line.dice} if lines else set(read.symbols)
    tried = [*_ranges(read, lines), *_blacks(read, symbols)]
    found = [replace(guess, logs=logs) for guess, sheet in tried if (logs := _logs(sheet))]
    kinds = list(SlipKind)
    return tuple(sorted(found, key=lambda guess: (kinds.index(guess.kind), -guess.logs, guess.line)))


def _logs(sheet: Sheet) -> int:
    last = sheet.rounds[-1].number if sheet.rounds else 0
    return table(reading(sheet).known(last, exchanged=True)).total


def _ranges(read: Reading, lines: list[Round]) -> Iterator[tuple[Guess, Sheet]]:
    for line in lines:
        if line.noted is None:
            continue
        for kind, other in _others(line.noted, read.top):
            changed = replace(line, noted=other)
            rounds = tuple(changed if each is line else each for each in read.sheet.rounds)
            yield (
                Guess(kind, line.line, line.number, str(line.noted), str(other), 0),
                replace(read.sheet, rounds=rounds),
            )


def _others(noted: Noted, top: int) -> Iterator[tuple[SlipKind, Noted]]:
    """What may have been meant by a range. The other way round: at the other side of the narrowest wheel."""
    low, high = noted.low, noted.high
    if not noted.outside and low == 0 and high + _NARROWEST < top:
        yield SlipKind.TURNED, Noted(high + 1 + _NARROWEST, top)
    if not noted.outside and high == top and low - 1 - _NARROWEST >= 0:
        yield SlipKind.TURNED, Noted(0, low - 1 - _NARROWEST)
    for off in (off for far in range(1, _FAR + 1) for off in (far, -far)):
        if low == 0 and not noted.outside:
            moved = Noted(0, high + off)
        elif high == top and not noted.outside:
            moved = Noted(low + off, top)
        else:
            moved = replace(noted, low=low + off, high=high + off)
        if 0 <= moved.low <= moved.high <= top:
            yield SlipKind.RANGE, moved


def _blacks(read: Reading, symbols: set[Symbol]) -> Iterator[tuple[Guess, Sheet]]:
    for row in read.sheet.rows:
        gone = {out.number for out in read.given_up.get(row.symbol, ())}
        for number in sorted(read.black(row.symbol) - gone) if row.symbol in symbols else ():
            boxes = tuple(Box.OPEN if n == number else box for n, box in enumerate(row.boxes))
            rows = tuple(Row(row.symbol, boxes, row.line) if each is row else each for each in read.sheet.rows)
            yield (
                Guess(SlipKind.BLACK, row.line, None, f"{row.symbol} {number} black", "open", 0),
                replace(read.sheet, rows=rows),
            )
