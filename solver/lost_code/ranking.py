"""What to do now: every choice of the viewer with its exact one-step value, best first.

`advise` is the seam for deeper planning: an `Adviser` takes a view and gives an `Advice`; `one_step` is the first.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from typing import TypeAlias

import numpy as np

from solver.lost_code.box import MISSED, TOKEN_FACTOR
from solver.lost_code.events import Symbol
from solver.lost_code.odds import GAINS, Odds, SumSplit, odds
from solver.lost_code.rules import (
    Step,
    dice_in_play,
    due,
    open_token,
    turnable,
    turning_over,
    wheels_free,
)
from solver.lost_code.view import View
from solver.table import Counts

__all__ = [
    "Advice",
    "Adviser",
    "DieChoice",
    "ExchangeChoice",
    "FinalChoice",
    "FinalPlan",
    "TokenChoice",
    "WheelChoice",
    "exchange_choices",
    "final_plan",
    "one_step",
    "turned",
    "turnings",
]

_SAME = 9
"""Values are compared to so many decimals: what differs by less is a tie, and the tie rule of the README decides."""


@dataclass(frozen=True, slots=True)
class WheelChoice:
    """A wheel set to low..high. right, lower, higher: ways whose sum lies in, below and above.

    expected: VP from this guess alone. value: with what the final guesses are worth afterwards; None where own token
    numbers were not noted.
    """

    wheel: int
    low: int
    high: int
    points: int
    right: int
    lower: int
    higher: int
    expected: float
    value: float | None


@dataclass(frozen=True, slots=True)
class DieChoice:
    """Dice turned as (shown, turned), () to leave them. dice: as they lie then. best: the best guess there."""

    turns: tuple[tuple[Symbol, Symbol], ...]
    dice: tuple[Symbol, ...]
    best: WheelChoice


@dataclass(frozen=True, slots=True)
class TokenChoice:
    """Numbers written with the shortcut token, () to refuse it. chance: that one of them is right, as ways of total."""

    symbol: Symbol
    numbers: tuple[int, ...]
    ways: int
    value: float | None


@dataclass(frozen=True, slots=True)
class ExchangeChoice:
    """A symbol whose stone is exchanged."""

    symbol: Symbol
    value: float | None


@dataclass(frozen=True, slots=True)
class FinalChoice:
    """Numbers placed for a symbol. ways: in how many one of them is right. expected: VP. written: by a token.

    Where what was written was not noted, there are no numbers, and ways and expected are None.
    """

    symbol: Symbol
    numbers: tuple[int, ...]
    ways: int | None
    expected: float | None
    written: bool = False


@dataclass(frozen=True, slots=True)
class FinalPlan:
    """For each symbol the choices, best first. expected: VP of the first of each together, None if one has none."""

    symbols: tuple[tuple[FinalChoice, ...], ...]
    expected: float | None


@dataclass(frozen=True, slots=True)
class Advice:
    """What the viewer may decide now; None or () where that decision is not his now.

    waiting: whose step comes first; () if that is the viewer's decision.
    """

    odds: Odds
    dice: tuple[Symbol, ...]
    guesses: tuple[WheelChoice, ...] = ()
    turns: tuple[DieChoice, ...] = ()
    tokens: tuple[TokenChoice, ...] = ()
    exchanges: tuple[ExchangeChoice, ...] = ()
    final: FinalPlan | None = None
    waiting: tuple[str, ...] = ()


Adviser: TypeAlias = Callable[[View], Advice]


def one_step(view: View) -> Advice:
    """Price every choice by the exact one-step value. Raises Contradiction and SeatError."""
    weighed, table, seat = odds(view), view.table, view.seat
    now = due(table)
    mine = seat in now.players
    decides = mine and now.step in (Step.TURN, Step.GUESS, Step.EXCHANGE, Step.FINAL)
    advice = Advice(weighed, dice_in_play(table), waiting=() if decides else now.players)
    if mine and now.step is Step.GUESS:
        advice = replace(advice, guesses=guess_choices(weighed, table.dice, wheels_free(table)))
    if mine and now.step in (Step.GUESS, Step.TURN) and turnable(table):
        advice = replace(advice, turns=turn_choices(weighed))
    if open_token(table):
        advice = replace(advice, tokens=token_choices(weighed))
    if seat in table.exchanging or _will_exchange(view):
        advice = replace(advice, exchanges=exchange_choices(weighed))
    if now.step is Step.FINAL and mine:
        advice = replace(advice, final=final_plan(weighed))
    return advice


def _will_exchange(view: View) -> bool:
    """Whether the viewer has been told that he was not right while others still wait for their answers."""
    table = view.table
    return due(table).step is Step.ANSWER and any(
        bet.player == view.viewer and bet.verdict not in (None, "right") for bet in table.set_now
    )


def guess_choices(odds: Odds, dice: Sequence[Symbol], wheels: Sequence[int]) -> tuple[WheelChoice, ...]:
    """Every range of the wheels for the dice.

    Ties: larger expected, then the narrower wheel, then the lower start.
    """
    table = odds.view.table
    ranges = [(width, low, low + width - 1) for width in wheels for low in range(table.top - width + 2)]
    if not ranges:
        return ()
    split = SumSplit(odds, dice)
    after = _after(split, ranges, table.smallest)
    reached = [0, *split.ways.cumsum().astype(object).tolist()]
    whole, total, times = int(reached[-1]), odds.total, odds.table.times
    cursed = table.cursed == odds.view.viewer
    points_of, valued = table.points, not odds.unnoted
    choices = []
    for (width, start, end), gained in zip(ranges, after.tolist(), strict=True):
        under, over = int(reached[start]), whole - int(reached[end + 1])
        hit = whole - under - over
        points = points_of[width]
        expected = points * hit * times / total
        if cursed:
            expected -= points * (total - hit * times) / total
        value = expected + gained * times / total if valued else None
        choices.append(
            WheelChoice(width, start, end, points, hit * times, under * times, over * times, expected, value)
        )
    return tuple(sorted(choices, key=_wheel_order))


def _after(split: SumSplit, ranges: Sequence[tuple[int, int, int]], smallest: int) -> Counts:
    """What the final guesses are worth after each range's answer, in VP times ways."""
    sums = np.arange(split.length)
    low, high = (np.array(ends) for ends in zip(*((low, high) for _, low, high in ranges), strict=True))
    below, above = sums < sums[:, None], sums > sums[:, None]
    # The smallest wheel is told no direction: below and above are one set.
    undirected = [place for place, (width, _, _) in enumerate(ranges) if width == smallest]
    outside = below[low[undirected]] | above[high[undirected]]
    missed = _missed(split, np.concatenate([below, above, outside]))
    right = (sums >= low[:, None]) & (sums <= high[:, None])
    after: Counts = split.finals(right) + missed[low] + missed[split.length + high]
    after[undirected] = split.finals(right[undirected]) + missed[2 * split.length :]
    return after


def _missed(split: SumSplit, rows: Counts) -> Counts:
    """|W| * X(W) for each set, in VP times ways; without any pile |W| * F(W)."""
    gained = list(split.exchanges(rows).values())
    best: Counts = np.maximum.reduce(gained) if gained else split.finals(rows)
    return best


def _wheel_order(choice: WheelChoice) -> tuple[float, float, int, int]:
    value = choice.expected if choice.value is None else choice.value
    return (-round(value, _SAME), -round(choice.expected, _SAME), choice.wheel, choice.low)


def turn_choices(odds: Odds) -> tuple[DieChoice, ...]:
    """Every way to turn the dice (leaving them is one), by the best guess of all wheels.

    Introductory game: all bears are turned together. Ties: fewer turns, then the order of the symbols.
    """
    table = odds.view.table
    choices = []
    for turns in turnings(table.dice, turnable(table), table.symbols, forced=turning_over(table)):
        dice = turned(table.dice, turns)
        choices.append(DieChoice(turns, dice, guess_choices(odds, dice, wheels_free(table))[0]))
    return tuple(sorted(choices, key=lambda choice: (_wheel_order(choice.best)[:2], len(choice.turns))))


def turnings(
    dice: Sequence[Symbol], turnable: Sequence[Symbol], symbols: Sequence[Symbol], *, forced: bool
) -> Iterator[tuple[tuple[Symbol, Symbol], ...]]:
    """Every way to turn dice, () to leave them first. forced: all bears must be turned (introductory game)."""
    if forced:
        bears = dice.count(Symbol.BEAR)
        for new in combinations_with_replacement(symbols, bears):
            yield tuple((Symbol.BEAR, symbol) for symbol in new)
        return
    yield ()
    for shown in turnable:
        for symbol in symbols:
            if symbol is not shown:
                yield ((shown, symbol),)


def turned(dice: Sequence[Symbol], turns: Sequence[tuple[Symbol, Symbol]]) -> tuple[Symbol, ...]:
    """The dice after some were turned, given as (shown, turned)."""
    lying = list(dice)
    for shown, new in turns:
        lying[lying.index(shown)] = new
    return tuple(lying)


def token_choices(odds: Odds) -> tuple[TokenChoice, ...]:
    """The one, two or three likeliest numbers to write with the token that lies open, and refusing it."""
    symbol = open_token(odds.view.table)
    if symbol is None:
        return ()
    axis = odds.symbols.index(symbol)
    refused = odds.final_value()
    rest = refused - int(odds.gain(symbol, odds.table.marginal(axis))) * odds.table.times / odds.total - MISSED
    noted = not odds.unnoted
    choices = [TokenChoice(symbol, (), 0, refused if noted else None)]
    for numbers, ways in _likeliest(odds, symbol):
        value = rest + TOKEN_FACTOR * (GAINS[len(numbers)] * ways / odds.total + MISSED)
        choices.append(TokenChoice(symbol, numbers, ways, value if noted else None))
    return tuple(sorted(choices, key=lambda c: (-round(c.value or 0, _SAME), len(c.numbers))))


def exchange_choices(odds: Odds) -> tuple[ExchangeChoice, ...]:
    """Every symbol whose pile has a stone, by X_s(W). Ties: the order of the symbols."""
    table = odds.view.table
    split = SumSplit(odds, odds.symbols[:1])
    everything = np.ones((1, table.top + 1), dtype=bool)
    choices = []
    for symbol, gained in split.exchanges(everything).items():
        value = None if odds.unnoted else float(gained[0]) * odds.table.times / odds.total
        choices.append(ExchangeChoice(symbol, value))
    return tuple(sorted(choices, key=lambda choice: -round(choice.value or 0, _SAME)))


def final_plan(odds: Odds) -> FinalPlan:
    """For each symbol the one, two and three likeliest numbers, best first; with a token only what was written.

    Ties: fewer numbers, then smaller ones.
    """
    symbols: list[tuple[FinalChoice, ...]] = []
    for symbol in odds.symbols:
        if symbol in odds.tokens:
            symbols.append((_written(odds, symbol, odds.tokens[symbol]),))
            continue
        likeliest = sorted(_likeliest(odds, symbol), key=lambda each: (-GAINS[len(each[0])] * each[1], len(each[0])))
        symbols.append(
            tuple(
                FinalChoice(symbol, numbers, ways, GAINS[len(numbers)] * ways / odds.total + MISSED)
                for numbers, ways in likeliest
            )
        )
    expected = None if odds.unnoted else sum(choices[0].expected or 0.0 for choices in symbols)
    return FinalPlan(tuple(symbols), expected)


def _written(odds: Odds, symbol: Symbol, numbers: tuple[int, ...] | None) -> FinalChoice:
    """What was written with a token stands, and counts double."""
    if numbers is None:
        return FinalChoice(symbol, (), None, None, written=True)
    ways = sum(odds.values[symbol].get(number, 0) for number in numbers)
    worth = TOKEN_FACTOR * (GAINS[len(numbers)] * ways / odds.total + MISSED)
    return FinalChoice(symbol, numbers, ways, worth, written=True)


def _likeliest(odds: Odds, symbol: Symbol) -> Iterator[tuple[tuple[int, ...], int]]:
    """The one, two and three likeliest numbers, ascending, with the ways in which one of them is right."""
    counted = odds.values[symbol]
    ranked = sorted(odds.view.table.numbers, key=lambda number: (-counted.get(number, 0), number))
    for k in GAINS:
        yield tuple(sorted(ranked[:k])), sum(counted.get(number, 0) for number in ranked[:k])
