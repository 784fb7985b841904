"""Every decision of the game as a number: one list of actions for all games, and which of them the rules allow now."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, permutations
from types import MappingProxyType
from typing import TypeAlias, assert_never

import numpy as np
from numpy.typing import NDArray

from solver.lost_code.box import FINAL_POINTS, HIGHEST, WHEELS_IN_BOX
from solver.lost_code.events import SYMBOLS, Exchange, Final, Guess, Symbol, Token, Turn
from solver.lost_code.rules import exchangeable, on_board, open_token, turnable, turning_over, wheels_free
from solver.lost_code.simulate import Asked, Decision
from solver.lost_code.state import State

__all__ = [
    "ACTIONS",
    "Action",
    "GiveUp",
    "Pass",
    "Question",
    "SetWheel",
    "TurnDie",
    "Write",
    "event",
    "mask",
    "question",
]


@dataclass(frozen=True, slots=True)
class Pass:
    """Refuse the token, leave the dice, or place no number for a symbol."""


@dataclass(frozen=True, slots=True)
class Write:
    """Take the token and write one to three numbers, or place them as the final guess for a symbol."""

    numbers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnDie:
    """Turn one die; in the introductory game the next bear."""

    shown: Symbol
    turned: Symbol


@dataclass(frozen=True, slots=True)
class SetWheel:
    """Set a wheel to a range. wheel: its place among the seven, the narrowest 0. low: where its range begins."""

    wheel: int
    low: int


@dataclass(frozen=True, slots=True)
class GiveUp:
    """Exchange the stone of a symbol."""

    symbol: Symbol


Action: TypeAlias = Pass | Write | TurnDie | SetWheel | GiveUp

_NUMBERS, _SUMS = range(HIGHEST[True] + 1), range(3 * HIGHEST[True] + 1)

ACTIONS: tuple[Action, ...] = (
    Pass(),
    *(Write(numbers) for count in FINAL_POINTS for numbers in combinations(_NUMBERS, count)),
    *(TurnDie(shown, turned) for shown, turned in permutations(SYMBOLS, 2)),
    *(SetWheel(wheel, low) for wheel in range(WHEELS_IN_BOX) for low in _SUMS),
    *(GiveUp(symbol) for symbol in SYMBOLS),
)
"""By number, the same for every game: 0 passes, 1 to 129 write, 130 to 159 turn a die, 160 to 334 set a wheel, 335 to
340 give up a stone."""

_NUMBER: Mapping[Action, int] = MappingProxyType({action: number for number, action in enumerate(ACTIONS)})


@dataclass(frozen=True, slots=True)
class Question:
    """What a seat must decide next. symbol: of the token, or for which a final guess is asked; else None."""

    decision: Decision
    seat: str
    table: State
    symbol: Symbol | None = None


def question(asked: Asked, placed: Mapping[Symbol, tuple[int, ...]]) -> Question | None:
    """What to ask first of a decision; None where nothing is left to ask. placed: the seat's final guesses so far."""
    seat, table = asked.view.seat, asked.view.table
    match asked.decision:
        case Decision.TOKEN:
            return Question(asked.decision, seat, table, open_token(table))
        case Decision.FINAL:
            left = (symbol for symbol in table.symbols if symbol not in placed and not table.written(seat, symbol))
            symbol = next(left, None)
            return Question(asked.decision, seat, table, symbol) if symbol else None
        case _:
            return Question(asked.decision, seat, table)


def mask(asked: Question | None) -> NDArray[np.int8]:
    """Mark what the rules allow: shape (341,), 1 for each action that may be chosen; all 0 where nothing is asked."""
    marks = np.zeros(len(ACTIONS), np.int8)
    if asked:
        marks[[_NUMBER[action] for action in _allowed(asked.decision, asked.table)]] = 1
    return marks


def _allowed(decision: Decision, table: State) -> Iterator[Action]:
    match decision:
        case Decision.TOKEN | Decision.FINAL:
            yield Pass()
            for count in FINAL_POINTS:
                yield from map(Write, combinations(table.numbers, count))
        case Decision.DIE:
            if not turning_over(table):
                yield Pass()
            for shown in turnable(table):
                yield from (TurnDie(shown, turned) for turned in table.symbols if turned is not shown)
        case Decision.GUESS:
            free = wheels_free(table)
            for wheel, width in enumerate(table.points):
                if width in free:
                    yield from (SetWheel(wheel, low) for low in _SUMS if on_board(table, low, low + width - 1))
        case Decision.EXCHANGE:
            yield from map(GiveUp, exchangeable(table))
        case _:
            assert_never(decision)


def event(action: Action, asked: Question) -> Token | Turn | Guess | Exchange | Final | None:
    """Put an action into the event that it brings about; a final guess holds one symbol. None: nothing happens."""
    seat, symbol = asked.seat, asked.symbol
    match action:
        case Pass():
            return Final(seat, ((symbol, ()),)) if symbol and asked.decision is Decision.FINAL else None
        case Write(numbers):
            if symbol is None:
                raise ValueError("numbers are written for a symbol only")
            return (
                Final(seat, ((symbol, numbers),)) if asked.decision is Decision.FINAL else Token(seat, symbol, numbers)
            )
        case TurnDie(shown, turned):
            return Turn(shown, turned)
        case SetWheel(wheel, low):
            return Guess(seat, low, low + tuple(asked.table.points)[wheel] - 1)
        case GiveUp(given_up):
            return Exchange(seat, given_up, None, None)
        case _:
            assert_never(action)
