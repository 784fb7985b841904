"""A sheet by itself: its black boxes, its lines and its discards are knowledge, and its crosses are judged by that.

When a box was blackened a sheet does not say, so black boxes count from the start; only a number that the player gave
up himself counts from then on. A row that is black throughout is a symbol that is not in play, and a column 8 that is
black throughout means that X-Race is not played.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from solver.clue import AllDifferent, Slot, SumOutside, SumWithin
from solver.explain import smallest_conflict
from solver.knowledge import Fact, Knowledge
from solver.lost_code.box import FINAL_POINTS, HIGHEST, MISSED
from solver.lost_code.events import SYMBOLS, Symbol
from solver.lost_code.knowledge import slot
from solver.lost_code.moments import Moment, counted
from solver.lost_code.odds import GAINS
from solver.lost_code.sheet import Box, Out, Round, Sheet, written_numbers
from solver.lost_code.sheet_check import Checked, Placed, Possible, Told, known_possible
from solver.lost_code.sheet_marks import Basis, judged, missed
from solver.lost_code.sheet_rounds import Kind, Slip, full_rows

__all__ = ["Conflict", "Reading", "check_alone", "reading"]

_ANYBODY = "player"
"""Whose stones a sheet is about if it names nobody."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """A sheet whose lines cannot all be true. lines: a smallest such set; none where the boxes alone leave nothing.

    slips: what is wrong in any case, beside that.
    """

    sheet: Sheet
    seat: str
    lines: tuple[int, ...]
    told: Mapping[int, Told]
    slips: tuple[Slip, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """How a sheet is understood. given_up: for each symbol the stones discarded, in order."""

    sheet: Sheet
    seat: str
    symbols: tuple[Symbol, ...]
    numbers: range
    given_up: Mapping[Symbol, tuple[Out, ...]]

    @property
    def top(self) -> int:
        """The highest sum of three dice."""
        return 3 * self.numbers[-1]

    def held(self, symbol: Symbol, number: int) -> int:
        """How many stones of a symbol had been given up when a round's dice were thrown."""
        return sum(out.round < number for out in self.given_up[symbol])

    def black(self, symbol: Symbol) -> frozenset[int]:
        """The numbers whose boxes are black."""
        return frozenset(n for n in self.numbers if self.sheet.box(symbol, n) is Box.BLACK)

    def known(self, until: int, *, exchanged: bool) -> Knowledge:
        """What the sheet tells by the lines up to a round; exchanged: with what was given up in that round."""
        domains: dict[Slot, tuple[int, ...]] = {}
        facts: list[Fact] = []
        asked: list[Slot] = []
        for symbol in self.symbols:
            gone = [out for out in self.given_up[symbol] if out.round < until + exchanged]
            noted = {out.number for out in gone}
            later = {out.number for out in self.given_up[symbol][len(gone) :]}
            hidden = [slot(self.seat, symbol, i) for i, out in enumerate(gone) if out.number is None]
            domains |= dict.fromkeys(hidden, tuple(n for n in self.numbers if n not in noted))
            mine = slot(self.seat, symbol, len(gone))
            barred = (self.black(symbol) - later) | noted
            domains[mine] = tuple(n for n in self.numbers if n not in barred)
            asked.append(mine)
            if hidden:
                facts.append(Fact(AllDifferent((*hidden, mine)), None))
        lines = [line for line in self.sheet.rounds if line.number <= until]
        facts += [Fact(clue, line.line) for line in lines if (clue := self._clue(line, domains)) is not None]
        return Knowledge(domains, tuple(facts), tuple(asked))

    def _clue(self, line: Round, domains: Mapping[Slot, tuple[int, ...]]) -> SumWithin | SumOutside | None:
        """What a line says of the stones whose numbers are not known."""
        if line.noted is None or any(die not in self.symbols for die in line.dice) or not line.dice:
            return None
        written = dict(line.written)
        told = 0
        terms: dict[Slot, int] = {}
        for symbol, times in Counter(line.dice).items():
            index = self.held(symbol, line.number)
            place = slot(self.seat, symbol, index)
            gone = self.given_up[symbol][index : index + 1]
            if place in domains:
                # Written in although no discard follows: as if it were known.
                known = written.get(symbol) if not gone else None
            else:
                known = gone[0].number * times if gone and gone[0].number is not None else None
            if known is None:
                terms[place] = times
            else:
                told += known
        kind = SumOutside if line.noted.outside else SumWithin
        return kind(tuple(terms.items()), line.noted.low - told, line.noted.high - told)


def reading(sheet: Sheet) -> Reading:
    """Understand a sheet: which symbols and numbers are in play, and which stones were given up when."""
    boxes = sheet.boxes
    symbols = tuple(s for s in SYMBOLS if any(box is not Box.BLACK for box in boxes.get(s, ())))
    plain, wide = HIGHEST[False], HIGHEST[True]
    eights = len(sheet.numbers) > wide and any(sheet.box(s, wide) is not Box.BLACK for s in symbols)
    given_up = {s: tuple(out for out in sheet.outs if out.symbol is s) for s in symbols}
    return Reading(sheet, sheet.player or _ANYBODY, symbols, range((wide if eights else plain) + 1), given_up)


def check_alone(sheet: Sheet) -> Checked | Conflict:
    """Judge a sheet that was read from a text by itself alone. Raises OutOfTime."""
    read = reading(sheet)
    found = tuple(sorted(_slips(read), key=lambda slip: (slip.round, not slip.wrong)))
    told = {line.line: Told(line.number, None, line.dice, line.noted, _carried(read, line)) for line in sheet.rounds}
    last = sheet.rounds[-1].number if sheet.rounds else 0
    possible = known_possible()
    now = read.known(last, exchanged=True)
    if not possible(now):
        return Conflict(sheet, read.seat, smallest_conflict(now, possible), told, found)
    basis = _basis(read, possible)
    found_now = possible.count(now)
    ways = {
        symbol: dict(zip(found_now.numbers[axis], found_now.marginal(axis).tolist(), strict=True))
        for axis, symbol in enumerate(read.symbols)
    }
    ways = {s: {n: w * found_now.times for n, w in each.items() if w} for s, each in ways.items()}
    marks = tuple(mark for mark in judged(sheet, basis, ways) if mark.box is Box.CROSSED)
    finals = _finals(sheet, ways, found_now.total)
    return Checked(sheet, read.seat, last, marks, missed(sheet, basis), found, finals, told, by_record=False)


def _carried(read: Reading, line: Round) -> tuple[tuple[Symbol, int], ...]:
    """The numbers of a line's stones that were given up since, or that are written in without that."""
    carried, written = {}, dict(line.written)
    for symbol in read.symbols:
        index = read.held(symbol, line.number)
        gone = read.given_up[symbol][index : index + 1]
        if symbol in line.dice and gone and gone[0].number is not None:
            carried[symbol] = gone[0].number * line.dice.count(symbol)
        elif symbol in line.dice and not gone and symbol in written:
            carried[symbol] = written[symbol]
    return written_numbers(carried)


def _basis(read: Reading, possible: Possible) -> Basis:
    moments = [_moment(read, 0, possible, exchanged=False)]
    for line in read.sheet.rounds:
        gave_up = any(out.round == line.number for out in read.sheet.outs)
        moments += [_moment(read, line.number, possible, exchanged=False)] if gave_up else []
        moments.append(_moment(read, line.number, possible, exchanged=True))
    seen = {symbol: dict.fromkeys(read.black(symbol), 0) for symbol in read.symbols}
    for symbol, stones in read.given_up.items():
        seen[symbol] |= {out.number: out.round for out in stones if out.number is not None}
    exchanged = {symbol: tuple(out.round for out in stones) for symbol, stones in read.given_up.items()}
    nowhere: dict[Symbol, tuple[Slot, ...]] = dict.fromkeys(read.symbols, ())
    return Basis(read.seat, read.symbols, read.numbers, tuple(moments), seen, exchanged, nowhere, possible)


def _moment(read: Reading, number: int, possible: Possible, *, exchanged: bool) -> Moment:
    known = read.known(number, exchanged=exchanged)
    total, values = counted(read.symbols, possible.count(known))
    held = {symbol: read.held(symbol, number + exchanged) for symbol in read.symbols}
    return Moment(number, held, values, known, total)


# ---- what is wrong or left out by the lines themselves ---------------------------------------------------------------


def _slips(read: Reading) -> Iterator[Slip]:
    last = read.sheet.rounds[-1].number if read.sheet.rounds else 0
    yield from full_rows(read.sheet, read.symbols, last)
    for line in read.sheet.rounds:
        yield from _strange(read, line)
        yield from _numbers(read, line)
    for symbol, stones in read.given_up.items():
        for place, out in enumerate(stones):
            earlier = next((o.round for o in stones[:place] if o.number is not None and o.number == out.number), None)
            if earlier is not None:
                what = f"the {symbol} {out.number} was given up in round {earlier} already"
                yield Slip(out.line, out.round, Kind.OUT, f"{symbol} {out.number}", "", what, wrong=True)
            if out.number is not None and out.number not in read.numbers:
                what = f"no {symbol} has the number {out.number}"
                yield Slip(out.line, out.round, Kind.OUT, f"{symbol} {out.number}", "", what, wrong=True)


def _strange(read: Reading, line: Round) -> Iterator[Slip]:
    """Dice that are not in play, and ranges that no wheel gives."""
    for die in dict.fromkeys(die for die in line.dice if die not in read.symbols):
        what = f"the {die} is not in play: it has no open box"
        yield Slip(line.line, line.number, Kind.DICE, die, "", what, wrong=True)
    noted = line.noted
    if noted is None:
        return
    width = noted.high - noted.low + 1
    if noted.high > read.top:
        what = f"three stones make {read.top} at most"
        yield Slip(line.line, line.number, Kind.RANGE, str(noted), "", what, wrong=True)
    elif width > _WIDEST and noted.low > 0 and noted.high < read.top:
        what = f"no wheel shows {width} numbers, and a range below or above one begins at 0 or ends at {read.top}"
        yield Slip(line.line, line.number, Kind.RANGE, str(noted), "", what, wrong=True)


_WIDEST = 10
"""“The Curse of the Temple” speaks of a wheel with ten numbers, and no wheel shows more."""


def _numbers(read: Reading, line: Round) -> Iterator[Slip]:
    """Numbers written in that are not the stone's, and those that were not carried back."""
    written = dict(line.written)
    for symbol, times in Counter(die for die in line.dice if die in read.symbols).items():
        index = read.held(symbol, line.number)
        gone = read.given_up[symbol][index : index + 1]
        stated = f"{symbol}={written[symbol]}" if symbol in written else ""
        if not gone:
            if stated:
                what = f"{stated} is written in, and no “out {symbol}” follows"
                yield Slip(line.line, line.number, Kind.UNNOTED, stated, "", what, wrong=False)
            continue
        number = gone[0].number
        if number is None or written.get(symbol) == number * times:
            continue
        sum_told = "" if times == 1 else f" ({' + '.join([str(number)] * times)})"
        right = f"{symbol}={number * times}"
        what = f"the {symbol} {number} given up in round {gone[0].round} counted in round {line.number}"
        if stated:
            what += f" as {number * times}{sum_told}, not {written[symbol]}"
            yield Slip(line.line, line.number, Kind.WRITTEN, stated, right, what, wrong=True)
        else:
            yield Slip(line.line, line.number, Kind.CARRIED, "", right, f"{what}: {right}{sum_told}", wrong=False)


def _finals(sheet: Sheet, ways: Mapping[Symbol, Mapping[int, int]], total: int) -> tuple[Placed, ...]:
    """Compare the final guesses with the best ones by what the sheet tells."""
    placed = dict(sheet.final)
    compared = []
    for symbol, counts in ways.items() if placed else ():
        numbers = placed.get(symbol, ())
        likeliest = sorted(counts, key=lambda n, c=counts: (-c[n], n))  # type: ignore[misc]
        choices = [likeliest[:many] for many in FINAL_POINTS if many <= len(likeliest)]
        best = max(choices, key=lambda some, c=counts: (_gained(some, c), -len(some)))  # type: ignore[misc]
        worth, most = (_gained(some, counts) / total + MISSED for some in (numbers, best))
        compared.append(Placed(symbol, numbers, worth, tuple(sorted(best)), most))
    return tuple(compared)


def _gained(numbers: tuple[int, ...] | list[int], counts: Mapping[int, int]) -> int:
    return sum(counts.get(n, 0) for n in numbers) * GAINS[len(numbers)] if numbers else 0
