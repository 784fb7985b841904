"""What my bet tells the others of their own logs: which of two near-equal bets gives less away.

I see their stones, and choose by what I see. Whoever reads me weighs each log that he may have by how likely I would
have bet so if it were his: the model of `reading.py`, turned round. What he learns is how far that moves his odds.
"""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.lost_code.odds import Odds
from solver.lost_code.opponent import Opponent
from solver.lost_code.pricing import Belief, Ranges, Stake, places_of, ranges
from solver.lost_code.reading import MANNERS, SLIP
from solver.lost_code.rules import wheels_free
from solver.lost_code.view import View

__all__ = ["told_by"]

Floats: TypeAlias = npt.NDArray[np.float64]

_LOGS = 300
"""So many of his logs are told apart at most."""


def told_by(odds: Odds, bets: Sequence[tuple[int, int]]) -> list[dict[str, float]]:
    """For each bet, given as (low, high), the bits that each other player learns of his log from it.

    The viewer is to bet, the dice lie, and all stones but his are in sight. Bits are the divergence of what the player
    believes of his log after the bet from what he believed before.
    """
    view = odds.view
    among = ranges(Stake.of(view.table, view.seat), wheels_free(view.table))
    chosen = [int(np.flatnonzero((among.low == low) & (among.high == high))[0]) for low, high in bets]
    told: list[dict[str, float]] = [{} for _ in bets]
    for player in view.table.players:
        if player != view.seat:
            before, likely = _likely(odds, player, among)
            for each, place in zip(told, chosen, strict=True):
                each[player] = _divergence(before, likely[:, place])
    return told


def _likely(odds: Odds, player: str, among: Ranges) -> tuple[Floats, Floats]:
    """How likely each of a player's logs is to him, (K,), and how likely I bet on each range then, (K, ranges)."""
    view, table = odds.view, odds.view.table
    dice = places_of(table.symbols, table.dice)
    numbers, weights = _his_logs(odds, player)
    mine = Opponent(View(player, table), view.seat, numbers, weights, most=_LOGS, dice=dice)
    worth = dict(zip(("value", "points", "bits"), mine.price(Stake.of(table, view.seat), dice, among), strict=True))
    likely = np.zeros((len(mine.chances), len(among)))
    for manner in MANNERS:
        if manner.by:
            better = worth[manner.by] - worth[manner.by].max(axis=1, keepdims=True)
            shares = np.exp(manner.strict * better.astype(np.float64))
            shares /= shares.sum(axis=1, keepdims=True)
            likely += manner.prior * ((1 - SLIP) * shares + SLIP / len(among))
        else:
            likely += manner.prior / len(among)
    return mine.chances, likely


def _his_logs(odds: Odds, player: str) -> tuple[list[list[int]], Floats]:
    """A player's possible numbers by symbol, and how likely his logs are to him, along those numbers.

    He sees my log, and I do not: a log counts as likely as none of its stones is mine, symbol by symbol.
    """
    belief = Belief.of(odds)
    seen = Opponent(odds.view, player, odds.table.numbers, odds.table.ways.astype(np.float64), most=1)
    axes = range(belief.symbols)
    numbers = [np.unique(seen.logs[:, axis]) for axis in axes]
    chances = np.ones(len(seen.logs))
    for axis in axes:
        mine = dict(zip(belief.numbers[axis].tolist(), (belief.marginals[axis] / belief.total).tolist(), strict=False))
        chances *= [1 - mine.get(number, 0.0) for number in seen.logs[:, axis].tolist()]
    weights = np.zeros([len(each) for each in numbers])
    weights[tuple(np.searchsorted(numbers[axis], seen.logs[:, axis]) for axis in axes)] = chances
    return [each.tolist() for each in numbers], weights


def _divergence(before: Floats, likely: Floats) -> float:
    """Bits by which the odds move if something happened that was so likely in each case."""
    ratio = likely / float(before @ likely)
    return max(0.0, float(before @ (ratio * np.log2(ratio))))
