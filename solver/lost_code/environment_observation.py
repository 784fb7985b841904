"""What a seat may see, as one array of whole numbers: made of the seat's view and of nothing else.

Seats are counted from the observer: 0 is the observer, then the players in the order of the agents, round the table.
Symbols are counted in their order, 0 the bear. Where there is nothing, or nothing that the seat may know, stands -1.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import accumulate
from math import prod

import numpy as np
from numpy.typing import NDArray

from solver.lost_code.box import HIGHEST, LOGS, ROUNDS, WHEELS_IN_BOX
from solver.lost_code.environment_actions import Question
from solver.lost_code.events import SYMBOLS, Symbol, Variant, Verdict
from solver.lost_code.simulate import Decision
from solver.lost_code.state import Bet, State
from solver.lost_code.view import View

__all__ = ["MOST_POINTS", "PARTS", "SIZE", "Part", "named", "observation"]

MOST_POINTS = 99
"""The most VP that a wheel may be worth here."""

_ROUNDS, _SYMBOLS, _HIGHEST = max(ROUNDS.values()), len(SYMBOLS), HIGHEST[True]
_FAR = _ROUNDS * MOST_POINTS + 100
"""No piece comes so far: each round a wheel, 3 VP of a curse; 60 VP at the end."""
_STONES = _HIGHEST + 1 - LOGS
"""The most stones that lie in one hole during a game: the first, and the whole pile."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the observation. low, high: of its numbers, both included."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


PARTS = (
    # What is asked of the seat: which Decision, from 0 (token, die, guess, exchange, final), and for which symbol.
    Part("asked", (2,), -1, _SYMBOLS - 1),
    # How many play; the round, from 1; how many rounds there are.
    Part("game", (3,), 0, _ROUNDS),
    # Which variants are played, 1 or 0: x-race, introductory, shortcut, curse.
    Part("variants", (len(Variant),), 0, 1),
    # Of each wheel, narrowest first: its width, its VP, and which seat has set it in this round.
    Part("wheels", (WHEELS_IN_BOX, 3), -1, MOST_POINTS),
    # The space of each seat's piece.
    Part("track", (LOGS,), -_FAR, _FAR),
    # The seats from last to first.
    Part("order", (LOGS,), -1, LOGS - 1),
    # Whether the curse is in the game, 1 or 0, and which seat is cursed.
    Part("curse", (2,), -1, LOGS - 1),
    # Of each symbol's token: which seat took it, and what was written if that is the observer.
    Part("tokens", (_SYMBOLS, 4), -1, _HIGHEST),
    # How many stones each pile has.
    Part("piles", (_SYMBOLS,), 0, _STONES - 1),
    # The stones that lay in each log, by symbol, the first one first, thus the present one last: the logs of the seats,
    # then those of nobody. Of the observer's own: what was given up.
    Part("stones", (LOGS, _SYMBOLS, _STONES), -1, _HIGHEST),
    # The dice of this round as thrown.
    Part("thrown", (3,), -1, _SYMBOLS - 1),
    # The dice of each round as they lie, or lay when wheels were set.
    Part("dice", (_ROUNDS, 3), -1, _SYMBOLS - 1),
    # Each seat's guess in each round: low, high; the answer (0 right, 1 lower, 2 higher, 3 wrong); then, for each of
    # the round's dice, the number of the stone that counted. Of the observer's own: -1 as long as it still lies there.
    Part("guesses", (LOGS, _ROUNDS, 6), -1, 3 * _HIGHEST),
    # The observer's own final guesses so far.
    Part("finals", (_SYMBOLS, 3), -1, _HIGHEST),
)
"""The parts of an observation in their order, the same for every game."""

SIZE = sum(part.size for part in PARTS)
_ENDS = tuple(accumulate(part.size for part in PARTS))


def named(observed: NDArray[np.int16]) -> Mapping[str, NDArray[np.int16]]:
    """Take an observation of shape (SIZE,) apart: every part by its name and in its shape, without a copy."""
    pieces = np.split(observed, _ENDS[:-1])
    return {part.name: piece.reshape(part.shape) for part, piece in zip(PARTS, pieces, strict=True)}


def observation(
    view: View, asked: Question | None = None, placed: Mapping[Symbol, tuple[int, ...]] | None = None
) -> NDArray[np.int16]:
    """Put a seat's view into numbers, shape (SIZE,).

    asked: what this seat must decide now. placed: its final guesses so far.
    """
    observed = np.full(SIZE, -1, np.int16)
    parts, table = named(observed), view.table
    first = table.players.index(view.seat)
    seats = {name: number for number, name in enumerate(table.players[first:] + table.players[:first])}
    if asked:
        parts["asked"][0] = list(Decision).index(asked.decision)
    if asked and asked.symbol:
        parts["asked"][1] = SYMBOLS.index(asked.symbol)
    parts["game"][:] = len(table.players), table.round, table.rounds
    parts["variants"][:] = [variant in table.variants for variant in Variant]
    parts["piles"][:] = [table.pile(symbol) for symbol in SYMBOLS]
    _put_track(parts, table, seats)
    _put_stones(parts, table, seats)
    _put_rounds(parts, table, seats)
    for symbol, numbers in (placed or {}).items():
        parts["finals"][SYMBOLS.index(symbol), : len(numbers)] = numbers
    return observed


def _put_track(parts: Mapping[str, NDArray[np.int16]], table: State, seats: Mapping[str, int]) -> None:
    parts["track"][:] = 0
    parts["track"][: len(seats)] = [table.spaces[name] for name in seats]
    parts["order"][: len(seats)] = [seats[name] for name in table.order]
    parts["curse"][:] = table.curse_in_game, seats[table.cursed] if table.cursed else -1
    taken = {bet.width: seats[bet.player] for bet in table.set_now}
    parts["wheels"][:] = [(width, points, taken.get(width, -1)) for width, points in table.points.items()]


def _put_stones(parts: Mapping[str, NDArray[np.int16]], table: State, seats: Mapping[str, int]) -> None:
    nobodys = [owner for owner in table.owners if owner not in seats]
    for log, owner in enumerate((*seats, *nobodys)):
        for row, symbol in enumerate(SYMBOLS):
            numbers = [stone.number for stone in table.history(owner, symbol)]
            parts["stones"][log, row, : len(numbers)] = [_known(number) for number in numbers]
    for token in table.tokens:
        row = parts["tokens"][SYMBOLS.index(token.symbol)]
        row[0] = seats[token.player]
        # Nothing where what was written is hidden.
        row[1 : 1 + len(token.numbers or ())] = token.numbers or ()


def _put_rounds(parts: Mapping[str, NDArray[np.int16]], table: State, seats: Mapping[str, int]) -> None:
    if table.round:
        parts["thrown"][:] = [SYMBOLS.index(die) for die in table.thrown]
        parts["dice"][table.round - 1] = [SYMBOLS.index(die) for die in table.dice]
    for bet in table.bets:
        parts["dice"][bet.round - 1] = [SYMBOLS.index(die) for die in bet.dice]
        parts["guesses"][seats[bet.player], bet.round - 1] = _guess(table, bet)


def _guess(table: State, bet: Bet) -> list[int]:
    """A row of the guesses."""
    answer = list(Verdict).index(bet.verdict) if bet.verdict else -1
    counted = (table.history(bet.player, die)[held].number for die, held in zip(bet.dice, bet.held, strict=True))
    return [bet.low, bet.high, answer, *map(_known, counted)]


def _known(number: int | None) -> int:
    return -1 if number is None else number
