"""The logs of an opponent that agree with his answers, split into parts that no answer ties together."""

from dataclasses import dataclass
from functools import reduce
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.lost_code.events import Symbol, Verdict
from solver.lost_code.rules import truth
from solver.lost_code.state import Bet, State
from solver.lost_code.view import View

__all__ = ["Part", "parts_of", "universe"]

Ints: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Part:
    """Symbols whose numbers his answers tie together. axes: ascending. logs: (L, axes) numbers that agree."""

    axes: tuple[int, ...]
    logs: Ints

    def times(self, other: "Part") -> "Part":
        """Both together: every log of one with every log of the other."""
        axes = tuple(sorted(self.axes + other.axes))
        logs = np.empty((len(self.logs) * len(other.logs), len(axes)), dtype=np.int64)
        logs[:, [axes.index(axis) for axis in self.axes]] = np.repeat(self.logs, len(other.logs), axis=0)
        logs[:, [axes.index(axis) for axis in other.axes]] = np.tile(other.logs, (len(self.logs), 1))
        return Part(axes, logs)


def universe(view: View, player: str, symbol: Symbol) -> tuple[int, ...]:
    """The numbers that lie neither in sight of both of us nor among the discards: his, mine, and what is hidden."""
    table = view.table
    seen = set()
    for owner in table.owners:
        history = table.history(owner, symbol)
        seen |= {stone.number for stone in (history[:-1] if owner in (player, view.seat) else history)}
    return tuple(number for number in table.numbers if number not in seen)


def parts_of(view: View, player: str) -> list[Part]:
    """His logs that agree with his answers, whatever mine is, split into parts that no answer ties together."""
    table = view.table
    parts = [
        Part((axis,), np.array(universe(view, player, symbol)).reshape(-1, 1))
        for axis, symbol in enumerate(table.symbols)
    ]
    for bet in table.bets:
        if bet.player != player or bet.verdict is None or _refuted(table, bet):
            continue
        known, dice = 0, []
        for symbol, index in zip(bet.dice, bet.held, strict=True):
            history = table.history(player, symbol)
            if index == len(history) - 1:
                dice.append(table.symbols.index(symbol))
            else:
                known += history[index].number or 0
        if dice:
            tied = [part for part in parts if set(part.axes) & set(dice)]
            joined = reduce(Part.times, tied)
            total = known + joined.logs[:, [joined.axes.index(die) for die in dice]].sum(axis=1)
            agreed = Part(joined.axes, joined.logs[_agrees(bet, _told(table, bet), total)])
            parts = [part for part in parts if not set(part.axes) & set(dice)] + [agreed]
    return parts


def _told(table: State, bet: Bet) -> Verdict | None:
    """What he was told: “wrong” without a direction is what was noted, and his stones tell which way it was."""
    total = table.sum_of(bet)
    return bet.verdict if bet.verdict is not Verdict.WRONG or total is None else truth(table, bet, total)


def _refuted(table: State, bet: Bet) -> bool:
    """Whether the table told him something else than his stones say."""
    total = table.sum_of(bet)
    return total is not None and bet.verdict is not None and not _agrees(bet, bet.verdict, np.array([total])).all()


def _agrees(bet: Bet, verdict: Verdict | None, total: Ints) -> npt.NDArray[np.bool_]:
    match verdict:
        case Verdict.RIGHT:
            told = (bet.low <= total) & (total <= bet.high)
        case Verdict.LOWER:
            told = total < bet.low
        case Verdict.HIGHER:
            told = total > bet.high
        case _:
            told = (total < bet.low) | (total > bet.high)
    return np.asarray(told)
