"""What the true stones say: which answers were false, and what bets and final guesses bring."""

from collections.abc import Mapping
from dataclasses import replace

from solver.lost_code.box import FINAL_POINTS, MISSED
from solver.lost_code.events import Event, Final, Guess, Symbol, Verdict
from solver.lost_code.rules import truth
from solver.lost_code.state import Bet, State
from solver.record import Record

__all__ = ["bet_points", "final_points", "lay", "mended", "refuted", "true_log"]


def lay(record: Record[Event, State], seat: str, table: State) -> Mapping[Symbol, int | None]:
    """The stones that lay in the seat's log at a table of its game; None for one that the record does not tell."""
    histories = {symbol: record.state.history(seat, symbol) for symbol in table.symbols}
    return {symbol: history[len(table.history(seat, symbol)) - 1].number for symbol, history in histories.items()}


def true_log(record: Record[Event, State], seat: str, table: State) -> Mapping[Symbol, int] | None:
    """The same; None where the record does not tell them all."""
    log = {symbol: number for symbol, number in lay(record, seat, table).items() if number is not None}
    return log if len(log) == len(table.symbols) else None


def refuted(record: Record[Event, State], seat: str) -> Mapping[int, Verdict]:
    """The seat's bets whose announced answers its stones refute: by line of the guess, what was true."""
    found = {}
    for bet in record.state.bets:
        total = record.state.sum_of(bet) if bet.player == seat and bet.verdict is not None else None
        if total is not None and not _agrees(bet, true := truth(record.state, bet, total)):
            found[bet.line] = true
    return found


def _agrees(bet: Bet, true: Verdict) -> bool:
    """Whether what was said is true; “wrong” without a direction is, whichever direction it was."""
    return bet.verdict is true or (bet.verdict is Verdict.WRONG and true is not Verdict.RIGHT)


def mended(table: State, truths: Mapping[int, Verdict]) -> State:
    """The table with true answers in place of what was announced, by line of the guess. The pieces stay where they are.

    Only what can be known by it changes; it cannot be played on, since who must exchange was settled otherwise.
    """
    if not any(bet.line in truths and bet.verdict is not None for bet in table.bets):
        return table
    bets = (replace(b, verdict=truths.get(b.line, b.verdict)) if b.verdict else b for b in table.bets)
    return replace(table, bets=tuple(bets))


def bet_points(table: State, guess: Guess, log: Mapping[Symbol, int]) -> int:
    """VP that a bet with the dice as they lie brings at once, by the log; of the curse only what its holder loses."""
    points = table.points[guess.high - guess.low + 1]
    if guess.low <= sum(log[die] for die in table.dice) <= guess.high:
        return points
    return -points if table.cursed == guess.player else 0


def final_points(final: Final, log: Mapping[Symbol, int]) -> int:
    """VP of the symbols that final guesses name, by the log."""
    return sum(FINAL_POINTS[len(numbers)] if log[symbol] in numbers else MISSED for symbol, numbers in final.guesses)
