"""What the others' choices tell of my log: soft evidence, kept apart from the facts.

They see my stones. For each log that I may have, an opponent's own consistent logs are known, and so is what each of
his choices would have been worth to him: if he chose what is good for few of my logs, those became likelier. How he
chooses is a model: a mixture of *manners* (by the one-step value, by the VP expected now, by what the answer tells,
or without any thought), each more or less strict. Which manner is an opponent's is learned from his choices.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from solver.lost_code.events import Event, Exchange, Guess, Symbol, Verdict
from solver.lost_code.odds import Odds, odds
from solver.lost_code.pricing import Ranges, Stake, best_gain, fresh_gain, places_of, ranges
from solver.lost_code.ranking import turnings
from solver.lost_code.rules import exchangeable, turnable, turning_over, wheels_free
from solver.lost_code.state import Bet, State
from solver.lost_code.view import View

__all__ = ["MANNERS", "Manner", "Reading"]

Floats: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Manner:
    """How somebody chooses a wheel and a die.

    by: "value" (one-step), "points" (VP now), "bits" (what the answer tells) or "" (anything). strict: how many times
    likelier a choice becomes, as a natural logarithm, for each VP or bit that it is better. prior: how usual.
    """

    by: str
    strict: float
    prior: float


MANNERS = (
    Manner("", 0.0, 0.10),
    Manner("value", 30.0, 0.20),
    Manner("value", 8.0, 0.20),
    Manner("value", 2.0, 0.20),
    Manner("points", 30.0, 0.10),
    Manner("points", 4.0, 0.10),
    Manner("bits", 30.0, 0.10),
)
SLIP = 0.02
"""How often any manner chooses without thought."""
MOST_GUESS, MOST_DIE, MOST_EXCHANGE = 1500, 300, 1500
"""So many of my logs are told apart at most; where there are more, the symbols that matter least are averaged."""
ROOM = 6_000_000
"""The most entries of my logs by his logs."""


class Reading:
    """All that the choices of the others told one seat so far."""

    def __init__(self, manners: Sequence[Manner] = MANNERS, die: bool = True, exchange: bool = True) -> None:
        self.manners = tuple(manners)
        self.die = die
        self.exchange = exchange
        self.numbers: list[tuple[int, ...]] = []
        self.told: dict[str, Floats] = {}

    # ---- what was seen

    def watch(self, view: View, event: Event) -> None:
        """See an event, with the table as it was before."""
        table, seat = view.table, view.seat
        match event:
            case Guess(player) if player != seat:
                self._begin(view)
                if self.die and not table.set_now and (table.thrown != table.dice or turnable(table)):
                    self._read_die(view, player)
                self._read_guess(view, event)
            case Exchange(player, symbol) if player != seat:
                self._begin(view)
                if self.exchange:
                    self._read_exchange(view, event)
            case Exchange(_, symbol, discarded) if discarded is not None and self.numbers:
                self._forget(table.symbols.index(symbol), discarded)
            case _:
                pass

    def _begin(self, view: View) -> None:
        if not self.numbers:
            known = odds(view)
            self.numbers = list(known.table.numbers)
            shape = (len(self.manners), *map(len, self.numbers))
            self.told = {p: np.zeros(shape, dtype=np.float32) for p in view.table.players if p != view.seat}

    def _forget(self, axis: int, discarded: int) -> None:
        """My stone was discarded: what was told held with its number; the next stone may be any."""
        place = self.numbers[axis].index(discarded)
        for player, told in self.told.items():
            kept = np.take(told, [place], axis=axis + 1)
            self.told[player] = np.repeat(kept, told.shape[axis + 1], axis=axis + 1)

    def weights(self, odds: Odds) -> npt.NDArray[np.float64]:
        """How much likelier each log became, along the axes of the table; the likeliest has 1."""
        shape = tuple(map(len, odds.table.numbers))
        weights = np.ones(shape)
        if not self.numbers:
            return weights
        grid = np.ix_(*([all_.index(n) for n in now] for all_, now in zip(self.numbers, odds.table.numbers, strict=True)))
        prior = np.log([manner.prior for manner in self.manners]).reshape(-1, *[1] * len(shape))
        for told in self.told.values():
            logged = told[(slice(None), *grid)].astype(np.float64) + prior
            logged -= logged.max()
            weights *= np.exp(logged).sum(axis=0)
        peak = float(weights.max())
        return weights / peak

    def manners_of(self, player: str, odds: Odds) -> npt.NDArray[np.float64]:
        """How likely each manner is a player's, by his choices."""
        grid = np.ix_(*([all_.index(n) for n in now] for all_, now in zip(self.numbers, odds.table.numbers, strict=True)))
        logged = self.told[player][(slice(None), *grid)].astype(np.float64)
        logged -= logged.max()
        prior = np.array([manner.prior for manner in self.manners])
        likely = (np.exp(logged) * odds.table.ways).reshape(len(prior), -1).sum(axis=1) * prior
        return likely / likely.sum()

    # ---- how likely a choice was

    def _read_guess(self, view: View, event: Guess) -> None:
        table = view.table
        stake = Stake.of(table, event.player)
        among = ranges(stake, wheels_free(table))
        chosen = int(np.flatnonzero((among.low == event.low) & (among.high == event.high))[0])
        other = _Other(view, event.player, MOST_GUESS, table.dice)
        value, points, bits = other.price(stake, places_of(table.symbols, table.dice), among)
        self._add(event.player, other, {"value": value, "points": points, "bits": bits}, chosen)

    def _read_die(self, view: View, player: str) -> None:
        table = view.table
        stake = Stake.of(table, player)
        among = ranges(stake, wheels_free(table))
        dice_of = {}
        for turns in turnings_of(table):
            lying = list(table.thrown)
            for shown, new in turns:
                lying[lying.index(shown)] = new
            dice_of.setdefault(tuple(sorted(lying)), None)
        chosen = list(dice_of).index(tuple(sorted(table.dice)))
        other = _Other(view, player, MOST_DIE, table.thrown)
        best: dict[str, list[Floats]] = {"value": [], "points": [], "bits": []}
        for dice in dice_of:
            priced = other.price(stake, places_of(table.symbols, dice), among)
            for by, worth in zip(best, priced, strict=True):
                best[by].append(worth.max(axis=1))
        self._add(player, other, {by: np.stack(each, axis=1) for by, each in best.items()}, chosen)

    def _read_exchange(self, view: View, event: Exchange) -> None:
        table = view.table
        symbols = exchangeable(table)
        if len(symbols) < 2:
            return
        other = _Other(view, event.player, MOST_EXCHANGE, table.dice, after=True)
        worth = other.exchanges([table.symbols.index(symbol) for symbol in symbols])
        # Whoever bets for points or bits gives up a stone for the same reasons.
        self._add(event.player, other, {"value": worth, "points": worth, "bits": worth}, symbols.index(event.symbol))

    def _add(self, player: str, other: "_Other", worth: dict[str, Floats], chosen: int) -> None:
        count = next(iter(worth.values())).shape[1]
        for place, manner in enumerate(self.manners):
            if not manner.by:
                chance = np.full(len(other.mine), 1 / count, dtype=np.float32)
            else:
                better = worth[manner.by] - worth[manner.by].max(axis=1, keepdims=True)
                odds_ = np.exp(manner.strict * better)
                chance = (1 - SLIP) * odds_[:, chosen] / odds_.sum(axis=1) + SLIP / count
            self.told[player][place] += other.spread(np.log(chance), self.numbers)


def turnings_of(table: State) -> Sequence[tuple[tuple[Symbol, Symbol], ...]]:
    """Every way in which the thrower could have turned the dice of this round, () first."""
    forced = any(die not in table.symbols for die in table.thrown)
    shown = () if forced else tuple(dict.fromkeys(table.thrown))
    return list(turnings(table.thrown, shown, table.symbols, forced=forced))


class _Other:
    """An opponent's consistent logs, for each of my logs that are told apart.

    mine: (K, symbols) numbers of mine, -1 for symbols that are averaged. logs: (L, symbols) his, by number. fits: (K, L)
    how well his log and mine go together: 0 where they share a stone.
    """

    def __init__(self, view: View, player: str, most: int, dice: Sequence[Symbol], after: bool = False) -> None:
        table = view.table
        self.table, self.player = table, player
        mine = odds(view)
        self.ways = mine.table.ways.astype(np.float64)
        self.my_numbers = mine.table.numbers
        self.logs = _consistent(view, player)
        self.axes, self.mine = self._told_apart(most, places_of(table.symbols, [d for d in dice if d in table.symbols]))
        self.numbers = [np.unique(self.logs[:, axis]) for axis in range(self.logs.shape[1])]
        self.unseen = [len(_universe(view, player, symbol)) - 1 for symbol in table.symbols]

    def _told_apart(self, most: int, dice: Sequence[int]) -> tuple[list[int], npt.NDArray[np.int64]]:
        """The symbols of mine that are told apart: of the dice first, as many as there is room for."""
        most = max(1, min(most, ROOM // max(len(self.logs), 1)))
        places = np.argwhere(self.ways > 0)
        held = np.stack([np.array(n)[places[:, axis]] for axis, n in enumerate(self.my_numbers)], axis=1)
        marginals = [np.bincount(places[:, axis]) for axis in range(held.shape[1])]
        order = [*dict.fromkeys(dice), *(a for a in range(held.shape[1]) if a not in dice)]
        axes = list(range(held.shape[1]))
        rows = held
        while len(axes) > 1:
            rows = np.unique(held[:, sorted(axes)], axis=0)
            if len(rows) <= most:
                break
            axes.remove(order.pop())
        axes = sorted(axes)
        mine = np.full((len(rows), held.shape[1]), -1)
        mine[:, axes] = rows
        del marginals
        return axes, mine

    def _fits(self, logs: npt.NDArray[np.int64]) -> Floats:
        bit = np.int64(1) << (logs + 9 * np.arange(logs.shape[1]))
        his = bit.sum(axis=1)
        shifted = np.int64(1) << (np.maximum(self.mine, 0) + 9 * np.arange(logs.shape[1]))
        own = np.where(self.mine >= 0, shifted, 0).sum(axis=1)
        fits = ((own[:, None] & his[None, :]) == 0).astype(np.float32)
        for axis in range(logs.shape[1]):
            if axis not in self.axes:
                chance = over_axis(self.ways, axis)
                chance = chance / chance.sum()
                keep = np.ones(10)
                for place, number in enumerate(self.my_numbers[axis]):
                    keep[number] = 1 - chance[place]
                fits *= keep[logs[:, axis]].astype(np.float32)
        return fits

    def price(self, stake: Stake, dice: Sequence[int], among: Ranges) -> tuple[Floats, Floats, Floats]:
        """Value (blind), VP now and bits of each range, (K, ranges), to him."""
        count = self.logs.shape[1]
        sums = self.logs[:, list(dice)].sum(axis=1)
        order = np.argsort(sums, kind="stable")
        logs = self.logs[order]
        ends = np.searchsorted(sums[order], np.arange(stake.top + 2))
        fits = self._fits(logs)
        most = max(map(len, self.numbers))
        hot = np.zeros((len(logs), most * count), dtype=np.float32)
        for axis, numbers in enumerate(self.numbers):
            hot[np.arange(len(logs)), np.searchsorted(numbers, logs[:, axis]) * count + axis] = 1
        size = most * count
        below = np.zeros((stake.top + 2, len(self.mine), size), dtype=np.float32)
        for total in range(stake.top + 1):
            start, end = ends[total], ends[total + 1]
            below[total + 1] = below[total]
            if start < end:
                below[total + 1] += fits[:, start:end] @ hot[start:end]
        whole = below[-1]
        ways = below[:, :, 0 :: count].sum(axis=2)  # the first symbol's numbers: all weights
        total_ways = np.maximum(ways[-1], 1e-9)
        low, after = among.low, among.high + 1
        fresh = np.array([fresh_gain(unseen - 1) for unseen in self.unseen], dtype=np.float32)
        given = np.array(stake.given_up)

        def finals(sets: Floats) -> Floats:
            split = sets.reshape(-1, len(self.mine), most, count)
            return best_gain(np.ascontiguousarray(np.moveaxis(split, 2, 0)))

        def missed(sets: Floats, sizes: Floats) -> Floats:
            gained = finals(sets)
            best = gained.sum(axis=-1)
            if given.any():
                swap = sizes[..., None] * fresh - gained
                best = best + swap[..., given].max(axis=-1)
            return best

        within = below[after] - below[low]
        gained = finals(within).sum(axis=-1)
        small = among.smallest
        lower, higher = missed(below, ways), missed(whole - below, ways[-1] - ways)
        miss = lower[low] + higher[after]
        if small.any():
            miss[small] = missed(whole - within[small], ways[-1] - (ways[after] - ways[low])[small])
        right = (ways[after] - ways[low]) / total_ways
        under, over = ways[low] / total_ways, (ways[-1] - ways[after]) / total_ways
        points = among.points[:, None].astype(np.float32)
        expected = points * right - (points * (1 - right) if stake.cursed else 0)
        value = expected + (gained + miss) / total_ways

        def plog(p: Floats) -> Floats:
            return p * np.log2(np.maximum(p, 1e-12))

        missed_bits = np.where(small[:, None], plog(1 - right), plog(under) + plog(over))
        bits = -(plog(right) + missed_bits)
        return value.T, expected.T, bits.T

    def exchanges(self, axes: Sequence[int]) -> Floats:
        """X_s for each symbol of axes, (K, symbols), less what all have in common."""
        count = self.logs.shape[1]
        most = max(map(len, self.numbers))
        fits = self._fits(self.logs)
        places = np.stack([np.searchsorted(n, self.logs[:, axis]) for axis, n in enumerate(self.numbers)], axis=1)
        total = np.maximum(fits.sum(axis=1), 1e-9)
        worth = np.zeros((len(self.mine), len(axes)), dtype=np.float32)
        hot = np.zeros((len(self.logs), most * count), dtype=np.float32)
        hot[np.arange(len(hot))[:, None], places * count + np.arange(count)] = 1
        for at, axis in enumerate(axes):
            gained = np.zeros(len(self.mine), dtype=np.float32)
            for place in range(len(self.numbers[axis])):
                held = places[:, axis] == place
                split = (fits[:, held] @ hot[held]).reshape(len(self.mine), most, count)
                each = best_gain(np.ascontiguousarray(np.moveaxis(split, 1, 0)))
                each[:, axis] = 0
                gained += each.sum(axis=1)
            worth[:, at] = gained / total + fresh_gain(self.unseen[axis] - 1)
        return worth

    def spread(self, told: Floats, numbers: Sequence[tuple[int, ...]]) -> Floats:
        """Lay out what was told of my logs along the axes of all my numbers; 0 where a log was no longer possible."""
        shape = [len(n) if axis in self.axes else 1 for axis, n in enumerate(numbers)]
        laid = np.zeros(shape, dtype=np.float32)
        index = tuple(
            np.array([numbers[axis].index(n) for n in self.mine[:, axis]]) if axis in self.axes else 0
            for axis in range(len(numbers))
        )
        laid[index] = told
        return laid


def over_axis(ways: npt.NDArray[Any], axis: int) -> npt.NDArray[Any]:
    """Sum over all axes but one."""
    return ways.sum(axis=tuple(other for other in range(ways.ndim) if other != axis))


def _universe(view: View, player: str, symbol: Symbol) -> tuple[int, ...]:
    """The numbers that lie neither in sight of both of us nor among the discards: his, mine, and what is hidden."""
    table = view.table
    seen = set()
    for owner in table.owners:
        history = table.history(owner, symbol)
        kept = history[:-1] if owner in (player, view.seat) else history
        seen |= {stone.number for stone in kept}
    return tuple(n for n in table.numbers if n not in seen)


def _consistent(view: View, player: str) -> npt.NDArray[np.int64]:
    """His logs that agree with his answers, whatever mine is: (logs, symbols) numbers."""
    table = view.table
    axes = [np.array(_universe(view, player, symbol)) for symbol in table.symbols]
    logs = np.stack([each.ravel() for each in np.meshgrid(*axes, indexing="ij")], axis=1)
    for bet in table.bets:
        if bet.player == player and bet.verdict is not None:
            logs = logs[_agrees(table, bet, logs)]
    return logs


def _agrees(table: State, bet: Bet, logs: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
    total = np.zeros(len(logs), dtype=np.int64)
    for symbol, index in zip(bet.dice, bet.held, strict=True):
        history = table.history(bet.player, symbol)
        number = history[index].number
        if index == len(history) - 1:
            total += logs[:, table.symbols.index(symbol)]
        elif number is not None:
            total += number
    match bet.verdict:
        case Verdict.RIGHT:
            return (bet.low <= total) & (total <= bet.high)
        case Verdict.LOWER:
            return total < bet.low
        case Verdict.HIGHER:
            return total > bet.high
        case _:
            return (total < bet.low) | (total > bet.high)
