"""A sheet against the record of its game: every mark judged, every line compared, and the sheet as it should be."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from solver.knowledge import Knowledge
from solver.lost_code.box import FINAL_POINTS, MISSED, TOKEN_FACTOR
from solver.lost_code.events import SYMBOLS, Event, Exchange, Reveal, Roll, Symbol
from solver.lost_code.knowledge import slot
from solver.lost_code.moments import moments
from solver.lost_code.odds import Odds, odds
from solver.lost_code.ranking import final_plan
from solver.lost_code.sheet import Box, Noted, Row, Sheet, in_order_of
from solver.lost_code.sheet_marks import Basis, Mark, Missed, judged, missed
from solver.lost_code.sheet_rounds import Kind, Slip, noted, outs, rounds, slips
from solver.lost_code.state import State
from solver.lost_code.view import View, view
from solver.record import Record, replay
from solver.table import LIMIT, Table, satisfying, table

__all__ = ["Checked", "Placed", "Possible", "Told", "check", "finals", "ideal", "known_possible"]


@dataclass(frozen=True, slots=True)
class Told:
    """What a line of a proof says. player: of whose stones, None for the sheet's own player.

    written: the numbers that were given up since, as on a sheet.
    """

    round: int
    player: str | None
    dice: tuple[Symbol, ...]
    noted: Noted | None
    written: tuple[tuple[Symbol, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Placed:
    """Final guesses for a symbol beside the best ones. expected, best_expected: VP. token: written with its token."""

    symbol: Symbol
    numbers: tuple[int, ...]
    expected: float
    best: tuple[int, ...]
    best_expected: float
    token: bool = False


@dataclass(frozen=True, slots=True)
class Checked:
    """All that can be said of a sheet.

    told: what the lines of the proofs say, by line; by_record: of the record, else of the sheet itself.
    """

    sheet: Sheet
    seat: str
    round: int
    marks: tuple[Mark, ...]
    missed: tuple[Missed, ...]
    slips: tuple[Slip, ...]
    finals: tuple[Placed, ...]
    told: Mapping[int, Told]
    by_record: bool


def check(sheet: Sheet, record: Record[Event, State], seat: str) -> Checked:
    """Judge a sheet by all that its player can know at the end of the record.

    Raises Contradiction where the record contradicts itself, OutOfTime, and SeatError.
    """
    seen = view(record, seat)
    weighed = odds(seen)
    basis = _basis(record, seen)
    found = slips(sheet, seen.table, seen.seat, basis.exchanged)
    placing = _before_opening(record)
    return Checked(
        sheet,
        seen.seat,
        seen.table.round,
        judged(sheet, basis, weighed.values),
        missed(sheet, basis),
        (*found, *_final_slips(sheet, seen)),
        finals(sheet, weighed if placing is record else odds(view(placing, seat))),
        _told(seen),
        by_record=True,
    )


def ideal(record: Record[Event, State], seat: str, pad: Sequence[Symbol]) -> Sheet:
    """The sheet as it should be now: all that can be marked is, and numbers are carried back.

    The final part has what the player wrote, with tokens or at the end. Raises as `check` does.
    """
    seen = view(record, seat)
    odds(seen)
    basis = _basis(record, seen)
    rows = []
    for symbol in in_order_of(tuple(pad), basis.symbols):
        boxes = [
            Box.BLACK if n in basis.seen[symbol] else Box.CROSSED if basis.excluded(symbol, n) else Box.OPEN
            for n in basis.numbers
        ]
        rows.append(Row(symbol, tuple(boxes)))
    lines = tuple(replace(each, line=0) for each in rounds(seen.table, seen.seat))
    return Sheet(seen.seat, tuple(rows), lines, outs(seen.table, seen.seat, basis.exchanged), _final_written(seen))


def known_possible(limit: float = LIMIT) -> "Possible":
    """Whether any world fits, asked as often as wanted within so many seconds altogether."""
    return Possible(perf_counter() + limit)


@dataclass(frozen=True, slots=True)
class Possible:
    """Questions to the exact engine that share one limit. end: the time of `perf_counter` at which it is reached."""

    end: float

    def __call__(self, known: Knowledge) -> bool:
        """Raises OutOfTime."""
        # No slot is asked for: only whether there is a world.
        return satisfying(replace(known, asked=()), self.end - perf_counter())

    def count(self, known: Knowledge) -> Table:
        """Count the worlds, in the time that is left. Raises OutOfTime."""
        return table(known, self.end - perf_counter())


def _basis(record: Record[Event, State], seen: View) -> Basis:
    state, seat = seen.table, seen.seat
    possible = known_possible()
    held = {symbol: len(state.history(seat, symbol)) - 1 for symbol in state.symbols}
    # A stone of the player's own that was opened at the end lies nowhere else.
    lying = {
        s: {n: line for n, line in state.seen(s).items() if n != state.held(seat, s).number} for s in state.symbols
    }
    elsewhere = {
        symbol: tuple(
            slot(owner, symbol, index)
            for owner in state.owners
            for index, stone in enumerate(state.history(owner, symbol))
            if stone.number is None and (owner, index) != (seat, held[symbol])
        )
        for symbol in state.symbols
    }
    return Basis(
        seat,
        state.symbols,
        state.numbers,
        moments(record, seat, possible.count),
        {symbol: {n: _round_of(record, line) for n, line in lines.items()} for symbol, lines in lying.items()},
        {symbol: _exchanges(record, seat, symbol) for symbol in state.symbols},
        elsewhere,
        possible,
    )


def _round_of(record: Record[Event, State], line: int) -> int:
    """The round in which a line of the record stands, 0 for the set-up."""
    return sum(isinstance(entry.event, Roll) and entry.line <= line for entry in record.entries)


def _exchanges(record: Record[Event, State], seat: str, symbol: Symbol) -> tuple[int, ...]:
    return tuple(
        _round_of(record, entry.line)
        for entry in record.entries
        if isinstance(entry.event, Exchange) and entry.event.player == seat and entry.event.symbol is symbol
    )


def _told(seen: View) -> Mapping[int, Told]:
    table = seen.table
    carried = {line.number: line.written for line in rounds(table, seen.seat)}
    told = {}
    for bet in table.bets:
        if bet.verdict is not None:
            mine = bet.player == seen.seat
            line = Told(bet.round, None if mine else bet.player, bet.dice, noted(bet, table.top))
            told[bet.answer_line or bet.line] = replace(line, written=carried[bet.round]) if mine else line
    return told


# ---- final guesses ---------------------------------------------------------------------------------------------------


def _before_opening(record: Record[Event, State]) -> Record[Event, State]:
    """The record before the first stone was opened at the end: final guesses are placed without knowing any."""
    place = next((at for at, entry in enumerate(record.entries) if isinstance(entry.event, Reveal)), None)
    if place is None:
        return record
    entries = record.entries[:place]
    return Record(record.game, record.lines, entries, replay(record.game, entries))


def finals(sheet: Sheet, weighed: Odds) -> tuple[Placed, ...]:
    """Compare the final guesses of a sheet with the best ones; () where it has none."""
    if not sheet.final:
        return ()
    placed = dict(sheet.final)
    compared = []
    for choices in final_plan(weighed).symbols:
        best = choices[0]
        symbol, token = best.symbol, best.symbol in weighed.tokens
        numbers = placed.get(symbol, ())
        if best.expected is None or (token and not numbers):
            continue
        ways = sum(weighed.values[symbol].get(number, 0) for number in numbers)
        gain = FINAL_POINTS[len(numbers)] - MISSED if numbers else 0
        worth = (gain * ways / weighed.total + MISSED) * (TOKEN_FACTOR if token else 1)
        compared.append(Placed(symbol, numbers, worth, best.numbers, best.expected, token))
    return tuple(compared)


def _final_written(seen: View) -> tuple[tuple[Symbol, tuple[int, ...]], ...]:
    """What the record says that the player wrote into the final part; a symbol named without numbers has none."""
    table, seat = seen.table, seen.seat
    written = dict(table.finals.get(seat, {}))
    for token in table.tokens:
        if token.player == seat and token.numbers is not None:
            written[token.symbol] = token.numbers
    return tuple((symbol, tuple(written[symbol])) for symbol in SYMBOLS if symbol in written)


def _final_slips(sheet: Sheet, seen: View) -> list[Slip]:
    """Where the final part says other numbers than the record."""
    table, seat = seen.table, seen.seat
    right = dict(_final_written(seen))
    stated = dict(sheet.final)
    open_tokens = {token.symbol for token in table.tokens if token.player == seat and token.numbers is None}
    settled = table.symbols if seat in table.finals else tuple(right)
    found = []
    for symbol in settled:
        here, should = stated.get(symbol, ()), right.get(symbol, ())
        if symbol in open_tokens or sorted(here) == sorted(should):
            continue
        said, wanted = (" ".join([symbol, *map(str, numbers)]) if numbers else "" for numbers in (here, should))
        how = "with its token" if table.written(seat, symbol) else "at the end"
        what = f"{seat} wrote {wanted or f'nothing for {symbol}'} {how}" + (f", not {said}" if said else "")
        kind = Kind.FINAL if said else Kind.UNNOTED
        found.append(Slip(0, table.round, kind, said, wanted, what, wrong=bool(said)))
    return found
