"""What a seat knows at one moment, and what that is worth in VP: the pieces of the sum that adds up.

Everything rests on the one-step value (README: “What value means”): the points on the track, VP expected from the bet
at hand, and what the final guesses are worth afterwards. `average.py` adds what rounds still to come bring on average.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.lost_code.box import TOKEN_FACTOR, TOKEN_ROUNDS_LEFT
from solver.lost_code.events import SYMBOLS, Symbol, Variant, Verdict
from solver.lost_code.odds import Odds, odds
from solver.lost_code.planner import MEASURED
from solver.lost_code.pricing import Belief, Floats, Prices, Stake, places_of, ranges
from solver.lost_code.ranking import turned, turnings
from solver.lost_code.view import View
from solver.lost_code.winning import likeliest

__all__ = [
    "THROWS",
    "Mind",
    "Throw",
    "Turns",
    "after_miss",
    "answered",
    "lying",
    "seen_elsewhere",
    "thrown",
    "written_without",
]

Ints: TypeAlias = npt.NDArray[np.int64]
Throw: TypeAlias = tuple[Symbol, ...]
Turns: TypeAlias = tuple[tuple[Symbol, Symbol], ...]
"""Dice that were turned, as (shown, turned)."""

_MANY = 1_500
"""With more logs than this, all throws are priced as if a discard told nothing: nearly the same, and much faster."""


def _ways(throw: Throw) -> int:
    return factorial(len(throw)) // prod(factorial(count) for count in Counter(throw).values())


THROWS: Mapping[Throw, int] = {throw: _ways(throw) for throw in combinations_with_replacement(SYMBOLS, 3)}
"""Every throw of three dice, in the order of the symbols, and in how many of the 216 ways it can fall."""


def thrown(dice: Iterable[Symbol]) -> Throw:
    """Dice in the order of the symbols."""
    return tuple(sorted(dice, key=SYMBOLS.index))


@cache
def lying(throw: Throw, symbols: tuple[Symbol, ...]) -> tuple[tuple[Turns, Throw], ...]:
    """Every way in which the thrower may turn a throw, () first where he may leave it, and the dice as they lie then.

    symbols: in play. The dice are in the order of the symbols. Ruling 3.
    """
    forced = any(die not in symbols for die in throw)
    shown = () if forced else tuple(dict.fromkeys(throw))
    ways = turnings(throw, shown, symbols, forced=forced)
    return tuple((turns, thrown(turned(throw, turns))) for turns in ways)


def answered(belief: Belief, dice: Sequence[int], low: int, high: int, *, directed: bool) -> dict[Verdict, Ints]:
    """The logs, by their places, that each answer to a bet on these dice would leave.

    Answers that cannot come are left out. dice: as places of symbols. directed: whether a wrong guess is told lower or
    higher.
    """
    sums = belief.sums(dice)
    lower, higher = sums < low, sums > high
    wrong = {Verdict.LOWER: lower, Verdict.HIGHER: higher} if directed else {Verdict.WRONG: lower | higher}
    parts = {Verdict.RIGHT: ~(lower | higher), **wrong}
    return {verdict: np.flatnonzero(part) for verdict, part in parts.items() if part.any()}


def after_miss(belief: Belief, stake: Stake) -> float:
    """What is left after a wrong guess: X(W), F(W) where all piles are empty."""
    exchanged = belief.exchanges(stake) if any(stake.given_up) else {}
    return max(exchanged.values(), default=belief.final_value())


def seen_elsewhere(belief: Belief, axis: int, place: int) -> Belief:
    """What is believed once a number of a symbol, by its place, has been seen in another log."""
    logs = np.flatnonzero(belief.logs[:, axis] != place)
    numbers = [np.delete(each, place) if at == axis else each for at, each in enumerate(belief.numbers)]
    held = belief.logs[logs].copy()
    held[:, axis] -= held[:, axis] > place
    return Belief(numbers, held, belief.weights[logs], written_without(belief, axis, place))


def written_without(belief: Belief, axis: int, place: int) -> dict[int, tuple[int, ...] | None]:
    """What was written with tokens, by places, once a number of a symbol is no longer among those that may be."""

    def moved(written: tuple[int, ...] | None) -> tuple[int, ...] | None:
        if written is None:
            return None
        return (written[0], *(each - (each > place) for each in written[1:] if each != place))

    return {key: moved(written) if key == axis else written for key, written in belief.written.items()}


class Mind:
    """What a seat can know at one moment. Raises Contradiction and OutOfTime where its knowledge is asked for.

    later: what final guesses that are worth so many VP come to in the end, see `Average.later`; else they stay as they
    are.
    """

    def __init__(self, view: View, later: Callable[[float], float] = float) -> None:
        self.view = view
        self.table = view.table
        self.seat = view.seat
        self.later = later
        self._gains: dict[int, float] = {}
        self._bests: dict[Throw, tuple[float, float]] = {}
        self._priced: dict[tuple[Throw, tuple[int, ...], bool], Prices] = {}

    @cached_property
    def odds(self) -> Odds:
        """The logs that fit, counted."""
        return odds(self.view)

    @cached_property
    def belief(self) -> Belief:
        """The logs that fit, each with its weight."""
        return Belief.of(self.odds)

    @cached_property
    def stake(self) -> Stake:
        """What a bet is about here."""
        return Stake.of(self.table, self.seat)

    @property
    def space(self) -> int:
        """Where the piece stands."""
        return self.table.spaces[self.seat]

    @cached_property
    def finals(self) -> float:
        """F(W): what the final guesses are worth."""
        return self.belief.final_value()

    @cached_property
    def exchanges(self) -> Mapping[int, float]:
        """X_s(W) by the place of each symbol whose pile has a stone; empty where no exchange is possible."""
        return self.belief.exchanges(self.stake) if any(self.stake.given_up) else {}

    # ---- bets

    def prices(self, dice: Sequence[Symbol], wheels: Sequence[int], *, blind: bool = False) -> Prices:
        """Every range of these wheels with the dice so lying."""
        throw = thrown(dice)
        key = (throw, tuple(wheels), blind)
        if key not in self._priced:
            among = ranges(self.stake, wheels)
            places = places_of(self.table.symbols, throw)
            self._priced[key] = self.belief.price(self.stake, places, among, blind=blind)
        return self._priced[key]

    @cached_property
    def blind(self) -> bool:
        """Whether there are so many logs that throws are compared with the faster price."""
        return len(self.belief.logs) > _MANY

    def _best(self, dice: Sequence[Symbol]) -> tuple[float, float]:
        """The value of the best bet with the dice so lying and all wheels free, and what it comes to in the end."""
        throw = thrown(dice)
        if throw not in self._bests:
            self._bests[throw] = self._come_to(self.prices(throw, tuple(self.table.points), blind=self.blind))
        return self._bests[throw]

    def _come_to(self, prices: Prices) -> tuple[float, float]:
        at = prices.best
        value, expected = float(prices.value[at]), float(prices.bets.expected[at])
        return value, expected + self.later(value - expected)

    def best(self, dice: Sequence[Symbol]) -> float:
        """What the best bet comes to in the end, with the dice so lying and all wheels free, as throws are compared."""
        return self._best(dice)[1]

    def best_of(self, dice: Sequence[Symbol], wheels: Sequence[int]) -> float:
        """The same exactly, with some wheels free."""
        return self._come_to(self.prices(dice, wheels))[1]

    def turned(self, throw: Throw, made: Turns) -> Mapping[Turns, float]:
        """The value of every way in which the thrower may turn a throw.

        The made one and those that are near the best exactly, the others as if a discard told nothing.
        """
        ways, wheels = dict(lying(throw, self.table.symbols)), tuple(self.table.points)
        rough = {way: float(self.prices(dice, wheels, blind=True).value.max()) for way, dice in ways.items()}
        near = max(rough.values()) - MEASURED.near
        return {
            way: float(self.prices(ways[way], wheels).value.max()) if worth >= near or way == made else worth
            for way, worth in rough.items()
        }

    def thrown(self, throw: Throw, *, thrower: bool) -> float:
        """What a throw comes to, all wheels free: to the thrower after the best turn, to another if it is left.

        Introductory game: to another, the bears are as likely turned to any symbol as to any other.
        """
        ways = lying(throw, self.table.symbols)
        if thrower:
            return max((self._best(dice) for _, dice in ways), key=lambda each: round(each[0], 9))[1]
        if all(die in self.table.symbols for die in throw):
            return self.best(throw)
        values = [self.best(dice) for _, dice in ways]
        return float(np.average(values, weights=[_ways(tuple(new for _, new in turns)) for turns, _ in ways]))

    def throws(self, place: int) -> tuple[Floats, Floats]:
        """Every throw's chance and what it comes to, in the order of `THROWS`. place: in the order of play, from 0."""
        chances = np.array(list(THROWS.values()), dtype=np.float64) / 216
        worth = [self.thrown(throw, thrower=not place) + self.hoped(throw, place) for throw in THROWS]
        return chances, np.array(worth)

    def hoped(self, throw: Throw, place: int) -> float:
        """VP in the end that a token may bring which a throw offers, where the planner would take it.

        place: so many are asked before, each of whom is taken to be as likely to take it as not.
        """
        table = self.table
        if Variant.SHORTCUT not in table.variants or table.round > table.rounds - TOKEN_ROUNDS_LEFT:
            return 0.0
        gone = {token.symbol for token in table.tokens}
        offered = [symbol for symbol in table.symbols if throw.count(symbol) > 1 and symbol not in gone]
        gain = max((self._token_gain(table.symbols.index(symbol)) for symbol in offered), default=0.0)
        return 0.5**place * (self.later(self.finals + gain) - self.later(self.finals))

    def _token_gain(self, axis: int) -> float:
        """VP that the final guesses gain by the token of a symbol, nothing where the planner would refuse it."""
        if axis not in self._gains:
            single = max(guess.expected for guess in likeliest(self.belief, axis))
            gain = (TOKEN_FACTOR - 1) * single
            self._gains[axis] = gain if gain >= MEASURED.token else 0.0
        return self._gains[axis]

    # ---- what a stone tells

    def drawn(self, symbol: Symbol, after: Stake) -> tuple[Floats, Floats]:
        """What another player's draw of a symbol may be: chance, and VP by what is known then, by places of numbers.

        after: the piles once it was drawn. A number that is my own log's in every case has chance 0. VP: of the final
        guesses, or after the best exchange where one is still to come.
        """
        belief, axis = self.belief, self.table.symbols.index(symbol)
        size = len(belief.numbers[axis])
        mine = belief.marginals[axis][:size] / belief.total
        chances = (1.0 - mine) / max(size - 1, 1)
        worth = np.zeros(size)
        for place in np.flatnonzero(chances > 1e-12).tolist():
            worth[place] = self.left(seen_elsewhere(belief, axis, place), after)
        return chances, worth

    def left(self, belief: Belief, stake: Stake) -> float:
        """VP with another belief: of the final guesses, or after the best exchange where one is still to come."""
        return after_miss(belief, stake) if self.seat in self.table.exchanging else belief.final_value()

    def discarded(self, axis: int) -> tuple[Floats, Floats]:
        """What my own discard of a symbol may show: chance, and VP of the final guesses then, by places of numbers."""
        belief = self.belief
        size = len(belief.numbers[axis])
        chances = belief.marginals[axis][:size] / belief.total
        fresh = belief.fresh(axis)
        worth = np.zeros(size)
        for place in np.flatnonzero(chances > 0).tolist():
            part = belief.among(np.flatnonzero(belief.logs[:, axis] == place))
            gains = part.gains(part.marginals.T) / part.total
            worth[place] = gains.sum() - gains[axis] + fresh[place] + part.base
        return chances, worth
