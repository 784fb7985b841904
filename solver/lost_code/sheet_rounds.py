"""What the lines of a sheet should say by the record, and where they say something else.

Rulebook, “Registering Information” and “Exchanging Stones”: the dice of each round; the wheel's range if it was right,
else the range below or above it; and a discarded number in every line whose dice counted that stone.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from solver.lost_code.events import SYMBOLS, Symbol, Verdict
from solver.lost_code.sheet import Box, Noted, Out, Round, Sheet, written_numbers
from solver.lost_code.state import Bet, State

__all__ = ["Kind", "Slip", "full_rows", "noted", "outs", "rounds", "slips"]


class Kind(StrEnum):
    """What is the matter with a line."""

    DICE = "dice"
    RANGE = "range"
    ARITHMETIC = "arithmetic"
    """A range below or above the wheel that begins or ends at the wrong number."""
    WRITTEN = "written"
    """A discarded number that is not the stone's, or that is written where the stone did not count."""
    CARRIED = "carried"
    """A discarded number that was not carried back to an earlier line."""
    OUT = "out"
    UNNOTED = "unnoted"
    """Something of the record that the sheet leaves out."""
    ROW = "row"
    """A symbol without an open box."""
    ROUND = "round"
    """A round that the record does not have."""
    FINAL = "final"
    """Final guesses unlike those of the record, or unlike what was written with a token."""


@dataclass(frozen=True, slots=True)
class Slip:
    """A place where a line of the sheet is not as the record has it.

    line: on the sheet, 0 where nothing stands. stated, right: what stands there, and what should; "" for nothing.
    wrong: whether it says something false; else something is left out.
    """

    line: int
    round: int
    kind: Kind
    stated: str
    right: str
    message: str
    wrong: bool


def full_rows(sheet: Sheet, symbols: Iterable[Symbol], last: int) -> Iterator[Slip]:
    """Symbols in play whose row has no open box: one of its marks must be wrong. last: the round of the sheet."""
    for symbol in symbols:
        boxes = sheet.boxes.get(symbol)
        if boxes and Box.OPEN not in boxes:
            what = f"no box of the {symbol} is open, though the stone has some number: one mark of the row is wrong"
            yield Slip(0, last, Kind.ROW, str(symbol), "", what, wrong=True)


def noted(bet: Bet, top: int) -> Noted | None:
    """The range to note after an answer: Diana's 20-21, lower, is 0-19. None without one, or without a direction."""
    match bet.verdict:
        case Verdict.RIGHT:
            return Noted(bet.low, bet.high)
        case Verdict.LOWER:
            return Noted(0, bet.low - 1)
        case Verdict.HIGHER:
            return Noted(bet.high + 1, top)
        case Verdict.WRONG:
            return Noted(bet.low, bet.high, outside=True)
        case None:
            return None


def rounds(table: State, seat: str) -> tuple[Round, ...]:
    """The lines that a seat's sheet should have, discarded numbers carried back. line: that of the record's guess.

    The round under way has its dice as soon as no bear must be turned.
    """
    lines = []
    for bet in table.bets:
        if bet.player == seat:
            carried = {
                symbol: number * bet.dice.count(symbol)
                for symbol, index in zip(bet.dice, bet.held, strict=True)
                if (number := _given_up(table, seat, symbol, index)) is not None
            }
            lines.append(Round(bet.round, bet.dice, written_numbers(carried), noted(bet, table.top), bet.line))
    if table.round and (not lines or lines[-1].number < table.round):
        dice = table.dice if all(die in table.symbols for die in table.dice) else ()
        lines.append(Round(table.round, dice))
    return tuple(lines)


def _given_up(table: State, seat: str, symbol: Symbol, index: int) -> int | None:
    """The number of a stone that was given up; None while it lies in the log, or where it was not noted."""
    stones = table.history(seat, symbol)
    return stones[index].number if index < len(stones) - 1 else None


def outs(table: State, seat: str, round_of: Mapping[Symbol, tuple[int, ...]]) -> tuple[Out, ...]:
    """The stones that a seat gave up. round_of: for each symbol the rounds in which it did."""
    found = [
        Out(given_up, symbol, stone.number)
        for symbol in table.symbols
        for given_up, stone in zip(round_of[symbol], table.history(seat, symbol)[:-1], strict=True)
    ]
    return tuple(sorted(found, key=lambda out: out.round))


def slips(sheet: Sheet, table: State, seat: str, round_of: Mapping[Symbol, tuple[int, ...]]) -> tuple[Slip, ...]:
    """Compare every line with the record: by round, what is false before what is left out."""
    expected = {each.number: each for each in rounds(table, seat)}
    bets = {bet.round: bet for bet in table.bets if bet.player == seat}
    found: list[Slip] = []
    for line in sheet.rounds:
        if line.number not in expected:
            what = f"the record has no round {line.number}"
            found.append(Slip(line.line, line.number, Kind.ROUND, f"round {line.number}", "", what, wrong=True))
            continue
        right = expected[line.number]
        found += _dice(line, right)
        found += _range(line, right, bets.get(line.number), table)
        if sorted(line.dice) == sorted(right.dice):
            found += _written(line, right, round_of, _unknown(table, seat, bets.get(line.number)))
    nothing = {line.number for line in expected.values() if not line.dice}
    for number in expected.keys() - {line.number for line in sheet.rounds} - nothing:
        told = _line_told(expected[number])
        what = f"round {number} is not on the sheet"
        found.append(Slip(0, number, Kind.UNNOTED, "", told, what, wrong=False))
    found += _outs(sheet, outs(table, seat, round_of))
    return tuple(sorted(found, key=lambda slip: (slip.round, not slip.wrong)))


def _line_told(line: Round) -> str:
    return " ".join([*line.dice, *([str(line.noted)] if line.noted else [])])


def _dice(line: Round, right: Round) -> Iterator[Slip]:
    stated, wanted = _in_order(line.dice), _in_order(right.dice)
    if stated == wanted or not right.dice:
        return
    what = f"the dice of round {line.number} were {wanted}" + (f", not {stated}" if stated else "")
    kind = Kind.DICE if stated else Kind.UNNOTED
    yield Slip(line.line, line.number, kind, stated, wanted, what, wrong=bool(stated))


def _in_order(dice: tuple[Symbol, ...]) -> str:
    return " ".join(sorted(dice, key=SYMBOLS.index))


def _range(line: Round, right: Round, bet: Bet | None, table: State) -> Iterator[Slip]:
    stated, wanted = line.noted, right.noted
    if stated == wanted or (bet is not None and stated in _sides(bet, table)):
        return
    if bet is None or bet.verdict is None or wanted is None:
        what = f"round {line.number} has no answer yet, so no range"
        yield Slip(line.line, line.number, Kind.RANGE, str(stated), "", what, wrong=True)
        return
    window = Noted(bet.low, bet.high)
    told = {
        Verdict.RIGHT: f"{window} was right",
        Verdict.LOWER: f"the sum was lower than {window}",
        Verdict.HIGHER: f"the sum was higher than {window}",
        Verdict.WRONG: f"{window} was wrong",
    }[bet.verdict]
    what = f"in round {line.number} {told}"
    if bet.verdict is not Verdict.RIGHT:
        what += f": {wanted}"
    if stated is None:
        yield Slip(line.line, line.number, Kind.UNNOTED, "", str(wanted), what, wrong=False)
        return
    # On the side that was told, but from or to the wrong number: the answer was heard and reckoned with wrongly.
    below = bet.verdict is Verdict.LOWER and stated.low == 0
    above = bet.verdict is Verdict.HIGHER and (stated.high >= wanted.high or stated.low == wanted.low)
    kind = Kind.ARITHMETIC if (below or above) and not stated.outside else Kind.RANGE
    yield Slip(line.line, line.number, kind, str(stated), str(wanted), f"{what}, not {stated}", wrong=True)


def _sides(bet: Bet, table: State) -> tuple[Noted, ...]:
    """The ranges that a “wrong” may have meant whose direction the record does not have, though the player heard it."""
    if bet.verdict is not Verdict.WRONG or bet.width == table.smallest:
        return ()
    return (Noted(0, bet.low - 1), Noted(bet.high + 1, table.top))


def _unknown(table: State, seat: str, bet: Bet | None) -> frozenset[Symbol]:
    """Symbols of a bet whose stone was given up since, with a number that the record does not have."""
    if bet is None:
        return frozenset()
    gone = (
        (symbol, table.history(seat, symbol)[index])
        for symbol, index in zip(bet.dice, bet.held, strict=True)
        if index < len(table.history(seat, symbol)) - 1
    )
    return frozenset(symbol for symbol, stone in gone if stone.number is None)


def _written(
    line: Round, right: Round, round_of: Mapping[Symbol, tuple[int, ...]], unknown: frozenset[Symbol]
) -> Iterator[Slip]:
    stated, wanted = dict(line.written), dict(right.written)
    for symbol in SYMBOLS:
        if stated.get(symbol) == wanted.get(symbol) or symbol in unknown:
            continue
        here, should = _cell(symbol, stated), _cell(symbol, wanted)
        if symbol not in wanted:
            what = f"the {symbol} of round {line.number} is still in the log"
            yield Slip(line.line, line.number, Kind.WRITTEN, here, "", what, wrong=True)
            continue
        times = line.dice.count(symbol)
        number = wanted[symbol] // times
        sum_told = "" if times == 1 else f" ({' + '.join([str(number)] * times)})"
        given_up = next((r for r in round_of[symbol] if r >= line.number), line.number)
        if symbol in stated:
            what = f"the {symbol} of round {line.number} counted {wanted[symbol]}{sum_told}, not {stated[symbol]}"
            yield Slip(line.line, line.number, Kind.WRITTEN, here, should, what, wrong=True)
        else:
            what = (
                f"the {symbol} {number} given up in round {given_up} counted in round {line.number}: {should}{sum_told}"
            )
            yield Slip(line.line, line.number, Kind.CARRIED, "", should, what, wrong=False)


def _cell(symbol: Symbol, written: Mapping[Symbol, int]) -> str:
    return f"{symbol}={written[symbol]}" if symbol in written else ""


def _outs(sheet: Sheet, expected: tuple[Out, ...]) -> Iterator[Slip]:
    wanted = {out.round: out for out in expected}
    stated = {out.round: out for out in sheet.outs}
    for number in sorted(wanted.keys() | stated.keys()):
        here, right = stated.get(number), wanted.get(number)
        if here is None and right is not None:
            what = f"{_out(right)} was given up in round {number}"
            yield Slip(0, number, Kind.UNNOTED, "", _out(right), what, wrong=False)
        elif here is not None and right is None:
            what = f"no stone was given up in round {number}"
            yield Slip(here.line, number, Kind.OUT, _out(here), "", what, wrong=True)
        elif here is not None and right is not None and not _alike(here, right):
            blank = here.symbol is right.symbol and here.number is None
            what = f"{_out(right)} was given up in round {number}" + ("" if blank else f", not {_out(here)}")
            kind = Kind.UNNOTED if blank else Kind.OUT
            yield Slip(here.line, number, kind, _out(here), _out(right), what, wrong=not blank)


def _alike(here: Out, right: Out) -> bool:
    return here.symbol is right.symbol and right.number in (None, here.number)


def _out(out: Out) -> str:
    return f"{out.symbol} {'?' if out.number is None else out.number}"
