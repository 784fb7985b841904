"""What my bet tells the others of their own logs: which of two near-equal bets gives less away.

I see their stones, and choose by what I see. Whoever reads me weighs each log that he may have by how likely I would
have bet so if it were his: the model of `reading.py`, turned round. What he learns is how far that moves his odds.
"""

from collections.abc import Sequence
from math import isinf
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.lost_code.odds import Odds
from solver.lost_code.opponent import Opponent, Room
from solver.lost_code.opponent_bets import Worth
from solver.lost_code.parts import parts_of
from solver.lost_code.pricing import Belief, Ranges, Stake, places_of, ranges
from solver.lost_code.reading import MANNERS, SLIP
from solver.lost_code.rules import wheels_free
from solver.lost_code.view import View

__all__ = ["told_by"]

Floats: TypeAlias = npt.NDArray[np.float64]

_ROOM = Room(300, 400_000)
"""For how many of his logs there is time."""
_EQUAL = 1e-4
"""As in `reading.py`."""


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
    mine = Opponent(View(player, table), view.seat, numbers, weights, room=_ROOM, dice=dice)
    bets = Worth(mine, Stake.of(table, view.seat), dice, among)
    worth = {"value": bets.value, "points": bets.points, "bits": bets.bits}
    likely = np.zeros((len(mine.chances), len(among)))
    for manner in MANNERS:
        shares = _shares(worth[manner.by].astype(np.float64), manner.strict) if manner.by else 1 / len(among)
        likely += manner.prior * ((1 - SLIP) * shares + SLIP / len(among))
    return mine.chances, likely


def _shares(worth: Floats, strict: float) -> Floats:
    """How likely each bet is, (K, ranges), by what it is worth; infinitely strict: the best ones, each as likely."""
    better = worth - worth.max(axis=1, keepdims=True)
    shares = (better > -_EQUAL).astype(np.float64) if isinf(strict) else np.exp(strict * better)
    likely: Floats = shares / shares.sum(axis=1, keepdims=True)
    return likely


def _his_logs(odds: Odds, player: str) -> tuple[list[list[int]], Floats]:
    """A player's possible numbers by symbol, and how likely his logs are to him, along those numbers.

    He sees my log, and I do not: a log counts as likely as none of its stones is mine, symbol by symbol.
    """
    belief = Belief.of(odds)
    numbers: dict[int, list[int]] = {}
    weights = np.ones(())
    for part in parts_of(odds.view, player):
        each = [np.unique(part.logs[:, column]) for column in range(len(part.axes))]
        numbers |= {axis: of.tolist() for axis, of in zip(part.axes, each, strict=True)}
        laid = np.zeros([len(of) for of in each])
        laid[tuple(np.searchsorted(of, part.logs[:, column]) for column, of in enumerate(each))] = 1
        for column, axis in enumerate(part.axes):
            mine = dict(zip(belief.numbers[axis].tolist(), belief.marginals[axis].tolist(), strict=False))
            others = np.array([1 - mine.get(number, 0.0) / belief.total for number in numbers[axis]])
            laid *= others.reshape([-1 if place == column else 1 for place in range(len(each))])
        weights = np.multiply.outer(weights, laid)
    return [numbers[axis] for axis in sorted(numbers)], weights.transpose(np.argsort(list(numbers)))


def _divergence(before: Floats, likely: Floats) -> float:
    """Bits by which the odds move if something happened that was so likely in each case."""
    ratio = likely / float(before @ likely)
    return max(0.0, float(before @ (ratio * np.log2(ratio))))
