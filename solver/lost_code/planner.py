"""Advice beyond one step: what a die gives to the others, when a token pays, and the end by the chance to win.

Every choice is priced by its one-step value first; what comes on top is named apart and never called a value. Each term
is here because whole games showed that it pays: `benchmarks/README.md` has the figures, and those of what was dropped.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.lost_code.events import Event, Symbol
from solver.lost_code.odds import Odds, odds
from solver.lost_code.opponent import Opponent, Room, all_in_sight
from solver.lost_code.pricing import Belief, Floats, Prices, Stake, first, places_of, ranges
from solver.lost_code.ranking import turned, turnings
from solver.lost_code.reading import Reading
from solver.lost_code.rivals import Rival, left_to
from solver.lost_code.rules import Step, due, open_token, turnable, turning_over, wheels_free
from solver.lost_code.view import View
from solver.lost_code.winning import Ending, FinalGuess, for_points, likeliest

__all__ = ["Aim", "Bet", "Die", "Moment", "Planner", "Tuning"]

Weights: TypeAlias = npt.NDArray[np.float64]

_SAME = 9
"""As in `ranking.py`."""


class Aim(StrEnum):
    """What is to be largest."""

    POINTS = "points"
    WIN = "win"


ROOM, ROOM_LAST = Room(40, 100_000), Room(300, 200_000)
"""For what there is time when I think of what others choose: for each way of turning, and in the last round."""


@dataclass(frozen=True, slots=True)
class Tuning:
    """How the terms are weighed.

    left: a VP that the dice leave to another, against one of mine; by the number of players. token: a token is taken
    where the guess that it doubles is worth so many VP at least. tried: so many bets of the last round are weighed by
    the chance to win; tried_dice: so many for each way of turning the dice. likely: where others' choices were read,
    logs that are so many times less likely than the likeliest are left out. near, looked: before the last round, dice
    are looked into if their best bet is worth at most so many VP less than the best of all, and they are among the so
    many best. looked_last: in the last round so many, shared among the others. room, room_last: as `ROOM` and
    `ROOM_LAST`.
    """

    left: Mapping[int, float]
    token: float
    tried: int = 60
    tried_dice: int = 12
    likely: float = 1e-7
    near: float = 0.7
    looked: int = 4
    looked_last: int = 16
    room: Room = ROOM
    room_last: Room = ROOM_LAST


MEASURED = Tuning(left={2: 0.5, 3: 0.0, 4: 0.0}, token=2.0)
"""What whole games showed to be good."""


@dataclass(frozen=True, slots=True)
class Bet:
    """A wheel set to low..high, by a plan.

    right: the chance. expected: VP now. value: one-step value by the weights. left: VP that it leaves to each other
    player. plan: what is largest for the best. win: chance to win, None where it is not looked at.
    """

    wheel: int
    low: int
    high: int
    points: int
    right: float
    expected: float
    value: float
    left: float
    plan: float
    win: float | None = None


@dataclass(frozen=True, slots=True)
class Die:
    """Dice turned as (shown, turned), () to leave them; best: the best bet there."""

    turns: tuple[tuple[Symbol, Symbol], ...]
    dice: tuple[Symbol, ...]
    best: Bet


class Moment:
    """The viewer's situation at one moment. Everything is computed when it is asked for."""

    def __init__(
        self, view: View, aim: Aim, reading: Reading | None = None, tuning: Tuning = MEASURED, known: Odds | None = None
    ) -> None:
        """Look at a moment. reading: what the others' choices told. known: the odds, if they were counted already.

        Raises Contradiction, OutOfTime and SeatError.
        """
        self.view, self.table, self.aim, self.tuning = view, view.table, aim, tuning
        self.odds = odds(view) if known is None else known
        told = None if reading is None else reading.weights(self.odds)
        if told is not None:
            told = np.where(told > tuning.likely, told, 0.0)
        self.belief = Belief.of(self.odds, told)
        ways = self.odds.table.ways.astype(np.float64)
        self.weights: Weights = ways if told is None else ways * told
        self.stake = Stake.of(self.table, view.seat)
        self.others = [player for player in self.table.order if player != view.seat]
        self._endings: dict[tuple[int, ...], Ending] = {}

    @cached_property
    def fathomable(self) -> bool:
        """Whether all is in sight that the others' thoughts follow from."""
        return all_in_sight(self.view)

    @property
    def last(self) -> bool:
        """Whether it is the last round, and won or lost by what is decided now."""
        return self.aim is Aim.WIN and self.fathomable and self.table.round == self.table.rounds

    def _opponent(self, player: str, dice: Sequence[int], room: Room) -> Opponent:
        return Opponent(self.view, player, self.odds.table.numbers, self.weights, room=room, dice=dice)

    # ---- die, wheel and range

    def dice(self) -> tuple[Die, ...]:
        """The ways to turn the dice by their best bets, best first.

        Those that are far from the best are left out, but in the last round never to leave them.

        Ties: fewer turns.
        """
        table = self.table
        among = ranges(self.stake, wheels_free(table))
        rough: dict[tuple[tuple[Symbol, Symbol], ...], float] = {}
        for turns in turnings(table.dice, turnable(table), table.symbols, forced=turning_over(table)):
            dice = places_of(table.symbols, turned(table.dice, turns))
            rough[turns] = float(self.belief.price(self.stake, dice, among, blind=True).value.max())
        order = sorted(rough, key=lambda turns: -rough[turns])
        near = rough[order[0]] - self.tuning.near
        if self.last:
            most = self.tuning.looked_last // len(self.others)
            order = [turns for place, turns in enumerate(order) if place < most or not turns]
        else:
            order = [turns for turns in order[: self.tuning.looked] if rough[turns] >= near]
        options = []
        for turns in order:
            lying = turned(table.dice, turns)
            options.append(Die(turns, lying, self.best_with(lying)))
        return tuple(sorted(options, key=lambda die: (*_order(die.best)[:3], len(die.turns))))

    def bets(self) -> tuple[Bet, ...]:
        """Every range of the free wheels with the dice as they lie, best first."""
        return self._bets(places_of(self.table.symbols, self.table.dice), self.tuning.tried)

    def best_bet(self) -> Bet:
        """The first of `bets`."""
        return self.bets()[0] if self.last else self._best(self.table.dice)

    def best_with(self, dice: Sequence[Symbol]) -> Bet:
        """The best bet if the dice lay so, weighed as `dice` weighs each way of turning them."""
        lying = places_of(self.table.symbols, dice)
        return self._bets(lying, self.tuning.tried_dice)[0] if self.last else self._best(dice)

    def chance(self, low: int, high: int) -> float:
        """The chance to win with one bet on the dice as they lie; asked for in the last round only."""
        dice = places_of(self.table.symbols, self.table.dice)
        among = ranges(self.stake, wheels_free(self.table))
        at = np.flatnonzero((among.low == low) & (among.high == high))
        return float(self.ending(dice).chances(dice, among, at)[0])

    def _bets(self, dice: Sequence[int], tried: int) -> tuple[Bet, ...]:
        """Every range with the dice, given as places of symbols. tried: so many by the chance to win, if it is last."""
        prices, left, plan = self._planned(dice)
        win: dict[int, float] = {}
        if self.last:
            best = np.lexsort((-prices.bets.expected, -np.round(plan, _SAME)))[:tried]
            chances = self.ending(dice).chances(dice, prices.bets.ranges, best)
            win = dict(zip(best.tolist(), chances.tolist(), strict=True))
        return tuple(sorted((_bet(prices, left, plan, at, win.get(at)) for at in range(len(plan))), key=_order))

    def _best(self, dice: Sequence[Symbol]) -> Bet:
        prices, left, plan = self._planned(places_of(self.table.symbols, dice))
        return _bet(prices, left, plan, first(plan, prices.bets.expected), None)

    def _planned(self, dice: Sequence[int]) -> tuple[Prices, Floats, Floats]:
        """The prices of all ranges, what each leaves to the others, and what is to be largest."""
        among = ranges(self.stake, wheels_free(self.table))
        prices = self.belief.price(self.stake, dice, among)
        weight = self.tuning.left[len(self.table.players)]
        left = np.zeros(len(among))
        first_to_guess = self.table.order[0] == self.view.seat and not self.table.set_now
        if self.aim is Aim.WIN and weight and dice and first_to_guess and self.fathomable:
            after = self.table.order[1:]
            others = (self._opponent(player, dice, self.tuning.room) for player in after)
            left = sum((left_to(other, self.table, dice, among) for other in others), left) / len(after)
        return prices, left, prices.value - weight * left

    # ---- token, exchange, the end

    def token(self) -> FinalGuess | None:
        """What to write with the token that lies open; None to refuse it."""
        symbol = open_token(self.table)
        if symbol is None:
            return None
        guesses = likeliest(self.belief, self.table.symbols.index(symbol))
        best = max(guesses, key=lambda guess: round(guess.expected, _SAME))
        return best if best.expected >= self.tuning.token else None

    def exchanges(self) -> dict[Symbol, float]:
        """The value of giving up each symbol whose pile has a stone."""
        return {self.table.symbols[axis]: worth for axis, worth in self.belief.exchanges(self.stake).items()}

    def ending(self, dice: Sequence[int]) -> Ending:
        """The end of the game from here. dice: of the round, as places of symbols."""
        key = tuple(dice)
        if key not in self._endings:
            self._endings[key] = self._ending(key)
        return self._endings[key]

    def _ending(self, dice: Sequence[int]) -> Ending:
        belief, table = self.belief, self.table
        mine = table.order.index(self.view.seat)
        rivals = [
            Rival(
                self._opponent(player, dice, self.tuning.room_last),
                table,
                dice,
                belief.held,
                behind=table.order.index(player) < mine,
            )
            for player in self.others
        ]
        return Ending(belief, self.stake, table.spaces[self.view.seat], rivals)

    def finals(self) -> tuple[list[FinalGuess], float | None]:
        """The final guess for each symbol without a token, and the chance to win where it is looked at."""
        if self.last and due(self.table).step is Step.FINAL:
            return self.ending(places_of(self.table.symbols, self.table.dice)).finals()
        return for_points(self.belief), None


def _bet(prices: Prices, left: Floats, plan: Floats, at: int, win: float | None) -> Bet:
    bets, among = prices.bets, prices.bets.ranges
    return Bet(
        int(among.width[at]),
        int(among.low[at]),
        int(among.high[at]),
        int(among.points[at]),
        float(bets.right[at]),
        float(bets.expected[at]),
        float(prices.value[at]),
        float(left[at]),
        float(plan[at]),
        win,
    )


def _order(bet: Bet) -> tuple[float, float, float, int, int]:
    """Larger first: chance to win, plan, VP now; then the narrower wheel and the lower start."""
    win = -1.0 if bet.win is None else bet.win
    return (-round(win, 6), -round(bet.plan, _SAME), -round(bet.expected, _SAME), bet.wheel, bet.low)


class Planner:
    """Takes whatever the plan lists first.

    reading: what to make of the others' choices; None to go by the facts alone.
    """

    def __init__(
        self,
        rng: Random,
        *,
        aim: Aim = Aim.WIN,
        reading: Callable[[], Reading] | None = None,
        tuning: Tuning = MEASURED,
    ) -> None:
        del rng  # nothing is left to chance
        self.aim, self.tuning = aim, tuning
        self.reading = None if reading is None else reading()

    def watch(self, view: View, event: Event) -> None:
        """Read the others' choices."""
        if self.reading is not None:
            self.reading.watch(view, event)

    def _moment(self, view: View) -> Moment:
        return Moment(view, self.aim, self.reading, self.tuning)

    def token(self, view: View) -> tuple[int, ...]:
        """Write what is sure enough."""
        moment = self._moment(view)
        guess = moment.token()
        return () if guess is None else tuple(int(moment.belief.numbers[guess.axis][place]) for place in guess.places)

    def die(self, view: View) -> tuple[tuple[Symbol, Symbol], ...]:
        """Turn to the dice that are best for me and not too good for the others."""
        return self._moment(view).dice()[0].turns

    def guess(self, view: View) -> tuple[int, int]:
        """Set the best wheel to its best range; in the last round by the chance to win."""
        bet = self._moment(view).best_bet()
        return bet.low, bet.high

    def exchange(self, view: View) -> Symbol:
        """Give up the stone after which the final guesses are worth most."""
        worth = self._moment(view).exchanges()
        return max(worth, key=lambda symbol: round(worth[symbol], _SAME))

    def final(self, view: View) -> Mapping[Symbol, tuple[int, ...]]:
        """Place the numbers with the best chance to win."""
        moment = self._moment(view)
        guesses, _ = moment.finals()
        return {
            moment.table.symbols[guess.axis]: tuple(int(moment.belief.numbers[guess.axis][p]) for p in guess.places)
            for guess in guesses
        }
