"""The line that may come next: what must be told, or the best of what the viewer can decide."""

from solver.lost_code.events import Answer, Event, Exchange, Final, Guess, Token, Turn
from solver.lost_code.knowledge import possible_sums
from solver.lost_code.ranking import Advice
from solver.lost_code.rules import Step, due, open_token, truth
from solver.lost_code.view import View

__all__ = ["proposed"]


def proposed(view: View, advice: Advice | None) -> Event | None:
    """Give the line to expect, None where the table alone can tell.

    An answer to another is what the stones say; the viewer's own decision is the first choice of the advice.
    """
    now = due(view.table)
    if now.step is Step.ANSWER:
        return None if now.players == (view.viewer,) else _true_answer(view)
    if advice is None or view.viewer not in now.players:
        return None
    match now.step:
        case Step.TURN | Step.GUESS:
            return _token(view, advice) or _turn(advice) or _guess(view, advice)
        case Step.EXCHANGE:
            return _exchange(view, advice)
        case Step.FINAL if advice.final:
            guesses = [best for best, *_ in advice.final.symbols if not best.written]
            return Final(view.seat, tuple((best.symbol, best.numbers) for best in guesses))
        case _:
            return None


def _true_answer(view: View) -> Event | None:
    bet = next(bet for bet in view.table.set_now if bet.verdict is None)
    verdicts = {truth(view.table, bet, total) for total in possible_sums(view.table, bet)}
    return Answer(bet.player, verdicts.pop()) if len(verdicts) == 1 else None


def _token(view: View, advice: Advice) -> Event | None:
    """Take the token if that beats leaving it. Who guesses first is asked for it first."""
    symbol = open_token(view.table)
    best = advice.tokens[0] if advice.tokens else None
    taken = best is not None and best.value is not None and best.numbers
    return Token(view.seat, symbol, best.numbers) if symbol and best and taken else None


def _turn(advice: Advice) -> Event | None:
    turns = advice.turns[0].turns if advice.turns else ()
    return Turn(*turns[0]) if turns else None


def _guess(view: View, advice: Advice) -> Event | None:
    return Guess(view.seat, advice.guesses[0].low, advice.guesses[0].high) if advice.guesses else None


def _exchange(view: View, advice: Advice) -> Event | None:
    """The stone to give up, where its number is certain; else the number shows only when it is given up."""
    if not advice.exchanges:
        return None
    symbol = advice.exchanges[0].symbol
    numbers = list(advice.odds.values[symbol])
    return Exchange(view.seat, symbol, numbers[0], None) if len(numbers) == 1 else None
