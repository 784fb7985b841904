"""What the others' choices tell of my log: soft evidence, kept apart from the facts.

They see my stones. For each log that I may have, an opponent's own consistent logs are known, and so is what each of
his choices would have been worth to him: if he chose what is good for few of my logs, those became likelier. How he
chooses is a model: a mixture of *manners* (by the one-step value, by the VP expected now, by what the answer tells,
or without any thought), each more or less strict. Which manner is an opponent's is learned from his choices.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, isinf
from types import MappingProxyType
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from solver.lost_code.box import TOKEN_ROUNDS_LEFT
from solver.lost_code.events import Answer, Event, Exchange, Guess, Symbol, Variant
from solver.lost_code.odds import Odds, odds
from solver.lost_code.opponent import Opponent, Room, all_in_sight
from solver.lost_code.opponent_bets import Worth
from solver.lost_code.play import apply, implied_answers
from solver.lost_code.pricing import Stake, places_of, ranges
from solver.lost_code.ranking import turned, turnings
from solver.lost_code.rules import exchangeable, turnable, wheels_free
from solver.lost_code.state import State
from solver.lost_code.view import View, seen_by
from solver.record import Record

__all__ = ["MANNERS", "Manner", "Reading", "read"]

Floats: TypeAlias = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Manner:
    """How somebody chooses a wheel and a die.

    by: "value" (one-step), "points" (VP now), "bits" (what the answer tells) or "" (anything). strict: how many times
    likelier a choice becomes, as a natural logarithm, for each VP or bit that it is better; infinite: always the best,
    of equal ones the first by the tie rule of the README. prior: how usual.
    """

    by: str
    strict: float
    prior: float


MANNERS = (
    Manner("", 0.0, 0.10),
    Manner("value", inf, 0.15),
    Manner("value", 30.0, 0.10),
    Manner("value", 8.0, 0.15),
    Manner("value", 2.0, 0.20),
    Manner("points", inf, 0.10),
    Manner("points", 4.0, 0.10),
    Manner("bits", inf, 0.10),
)
CRITERIA: Mapping[str, str] = MappingProxyType({"value": "points", "points": "right", "bits": "points"})
"""What a manner may go by, and what decides between equals."""
SLIP = 0.02
"""How often any manner chooses without thought."""
NEAR_GUESS, NEAR_DIE = 4, 1
"""So many bets of each log are priced exactly, for a guess and for each way of turning the dice."""
NEAR = 0.7
"""Dice whose best bet is worth so many VP less than the best of all are not priced exactly."""
_EQUAL = 1e-4
"""VP or bits that differ by less are a tie: the opponent's are reckoned in single precision."""
ROOM, ROOM_DIE = Room(600, 400_000), Room(250, 200_000)
"""For what there is time when a choice is read, and when all ways to turn the dice are."""


class Reading:
    """All that the choices of the others told one seat so far.

    unread: choices that could not be read, since not all was in sight that they followed from.
    """

    def __init__(self, manners: Sequence[Manner] = MANNERS) -> None:
        self.manners = tuple(manners)
        self.numbers: list[tuple[int, ...]] = []
        self.told: dict[str, Floats] = {}
        self.read = 0
        self.unread = 0

    # ---- what was seen

    def watch(self, view: View, event: Event) -> None:
        """See an event, with the table as it was before."""
        match event:
            case Guess(player) | Exchange(player) if player != view.seat:
                if not all_in_sight(view):
                    self.unread += 1
                    return
                self._begin(view)
                self.read += 1
                if isinstance(event, Exchange):
                    self._read_exchange(view, event)
                else:
                    if not view.table.set_now:
                        self._read_throw(view)
                    self._read_guess(view, event)
            case Guess() if not view.table.set_now and all_in_sight(view):
                self._begin(view)
                self._read_tokens(view)
            case Exchange(_, symbol, discarded) if self.numbers:
                self._forget(view.table.symbols.index(symbol), discarded)
            case _:
                pass

    def _read_throw(self, view: View) -> None:
        """Read what was decided before the first wheel was set."""
        table = view.table
        self._read_tokens(view)
        if table.thrown != table.dice or turnable(table):
            self._read_die(view, table.order[0])

    def _begin(self, view: View) -> None:
        if not self.numbers:
            known = odds(view)
            self.numbers = list(known.table.numbers)
            shape = (len(self.manners), *map(len, self.numbers))
            self.told = {p: np.zeros(shape, dtype=np.float32) for p in view.table.players if p != view.seat}

    def _forget(self, axis: int, discarded: int | None) -> None:
        """My stone was discarded: what was told held with its number; the next stone may be any."""
        if discarded not in self.numbers[axis]:
            self.numbers, self.told = [], {}  # nobody noted which it was: nothing that was told can be kept
            return
        place = self.numbers[axis].index(discarded)
        for player, told in self.told.items():
            kept = np.take(told, [place], axis=axis + 1)
            self.told[player] = np.repeat(kept, told.shape[axis + 1], axis=axis + 1)

    def weights(self, odds: Odds) -> npt.NDArray[np.float64]:
        """How much likelier each log became, along the axes of the odds' table; the likeliest that fits has 1."""
        weights = np.ones(odds.table.ways.shape)
        for player in self.told:
            weights *= np.exp(self._logged(player, odds)).sum(axis=0)
        return weights / float(weights[odds.table.ways > 0].max())

    def manners_of(self, player: str, odds: Odds) -> npt.NDArray[np.float64]:
        """How likely each manner is a player's, by his choices so far: (manners,), together 1."""
        if player not in self.told:
            return np.array([manner.prior for manner in self.manners])
        likely = (np.exp(self._logged(player, odds)) * odds.table.ways).reshape(len(self.manners), -1).sum(axis=1)
        return np.asarray(likely / likely.sum(), dtype=np.float64)

    def likelihood(self, player: str, odds: Odds) -> npt.NDArray[np.float64]:
        """How likely a player's choices were by each log that fits, but for a factor: natural logarithms.

        (logs,) in the order of `argwhere`. Of all players added up they are the logarithms of `weights`.
        """
        fits = odds.table.ways > 0
        if player not in self.told:
            return np.zeros(int(fits.sum()))
        logged = self._logged(player, odds)[:, fits]
        most = logged.max(axis=0)
        return np.asarray(most + np.log(np.exp(logged - most).sum(axis=0)))

    def _logged(self, player: str, odds: Odds) -> npt.NDArray[np.float64]:
        """Logarithm of prior times likelihood of a player's choices, by manner and my logs; the largest is 0."""
        told = self.told[player]
        for axis, now in enumerate(odds.table.numbers):
            told = told.take([self.numbers[axis].index(number) for number in now], axis=axis + 1)
        prior = np.log([manner.prior for manner in self.manners])
        logged = told.astype(np.float64) + prior.reshape(-1, *[1] * len(self.numbers))
        logged -= float(logged[:, odds.table.ways > 0].max())
        return np.asarray(logged)

    # ---- how likely a choice was

    def _opponent(self, view: View, player: str, dice: Sequence[Symbol], room: Room | None = None) -> Opponent:
        table = view.table
        known = odds(view).table
        rolled = places_of(table.symbols, [die for die in dice if die in table.symbols])
        return Opponent(view, player, known.numbers, known.ways.astype(np.float64), room=room or ROOM, dice=rolled)

    def _read_guess(self, view: View, event: Guess) -> None:
        table = view.table
        stake = Stake.of(table, event.player)
        among = ranges(stake, wheels_free(table))
        chosen = int(np.flatnonzero((among.low == event.low) & (among.high == event.high))[0])
        other = self._opponent(view, event.player, table.dice)
        worth = Worth(other, stake, places_of(table.symbols, table.dice), among)
        worth.sharpen(NEAR_GUESS)
        by = {name: getattr(worth, name) for name in CRITERIA}
        between = {name: getattr(worth, decides) for name, decides in CRITERIA.items()}
        self._add(event.player, other, by, chosen, between)

    def _read_die(self, view: View, player: str) -> None:
        table = view.table
        stake = Stake.of(table, player)
        among = ranges(stake, wheels_free(table))
        options = list(dict.fromkeys(tuple(sorted(turned(table.thrown, turns))) for turns in could_turn(table)))
        chosen = options.index(tuple(sorted(table.dice)))
        other = self._opponent(view, player, table.thrown, ROOM_DIE)
        worths = [Worth(other, stake, places_of(table.symbols, dice), among) for dice in options]
        most = np.stack([worth.value.max(axis=1) for worth in worths], axis=1)
        near = other.chances @ (most > most.max(axis=1, keepdims=True) - NEAR)
        for at, worth in enumerate(worths):
            if near[at] > SLIP:
                worth.sharpen(NEAR_DIE)
        best = {name: [_best(worth, name) for worth in worths] for name in CRITERIA}
        by, between = ({name: np.stack([e[i] for e in each], axis=1) for name, each in best.items()} for i in (0, 1))
        self._add(player, other, by, chosen, between)

    def _read_tokens(self, view: View) -> None:
        """Read who took the token that lay open in this round, and who refused it. What was written is hidden."""
        table = view.table
        symbol = next((s for s in table.symbols if table.thrown.count(s) > 1), None)
        before = max((bet.line for bet in table.bets), default=0)
        if symbol is None or Variant.SHORTCUT not in table.variants or table.round > table.rounds - TOKEN_ROUNDS_LEFT:
            return
        taken = next((token for token in table.tokens if token.symbol is symbol), None)
        if taken is not None and taken.line < before:
            return
        # As it lay when they were asked: whoever holds it can no longer choose what to write.
        untaken = replace(view, table=replace(table, tokens=tuple(token for token in table.tokens if token != taken)))
        asked = table.order[: table.order.index(taken.player) + 1 if taken else None]
        for player in asked:
            if player != view.seat:
                other = self._opponent(untaken, player, (symbol,))
                worth = other.token(table.symbols.index(symbol))
                choices = np.stack([np.zeros_like(worth), worth], axis=1)
                took = int(taken is not None and player == taken.player)
                self._add(player, other, dict.fromkeys(CRITERIA, choices), took)

    def _read_exchange(self, view: View, event: Exchange) -> None:
        table = view.table
        symbols = exchangeable(table)
        if len(symbols) > 1:
            other = self._opponent(view, event.player, table.dice)
            worth = other.swaps(places_of(table.symbols, symbols))
            # Whoever bets for points or bits gives up a stone for the same reasons.
            chosen = symbols.index(event.symbol)
            self._add(event.player, other, dict.fromkeys(CRITERIA, worth), chosen)

    def _add(
        self,
        player: str,
        other: Opponent,
        worth: Mapping[str, Floats],
        chosen: int,
        points: Mapping[str, Floats] = MappingProxyType({}),
    ) -> None:
        """Weigh my logs by how likely the choice was in each, manner by manner. points: what decides between equals."""
        count = next(iter(worth.values())).shape[1]
        for place, manner in enumerate(self.manners):
            if not manner.by:
                self.told[player][place] -= np.log(count)
                continue
            better = worth[manner.by] - worth[manner.by].max(axis=1, keepdims=True)
            if isinf(manner.strict):
                share = (_first(better, points.get(manner.by)) == chosen).astype(np.float32)
            else:
                shares = np.exp(manner.strict * better)
                share = shares[:, chosen] / shares.sum(axis=1)
            self.told[player][place] += other.spread(np.log((1 - SLIP) * share + SLIP / count), self.numbers)


def _best(worth: Worth, name: str) -> tuple[Floats, Floats]:
    """What the best bet is worth by a criterion, and what decides between equals: (K,) each."""
    by: Floats = getattr(worth, name)
    between: Floats = getattr(worth, CRITERIA[name])
    most = by.max(axis=1)
    at = _first(by - most[:, None], between)
    return most, between[np.arange(len(at)), at]


def _first(better: Floats, points: Floats | None) -> npt.NDArray[np.int64]:
    """(K,) the first of the best by the tie rule. better: (K, choices), 0 for the best."""
    best = better > -_EQUAL
    if points is not None:
        among = np.where(best, points, -np.inf)
        best = among > among.max(axis=1, keepdims=True) - _EQUAL
    return np.asarray(best.argmax(axis=1))


def could_turn(table: State) -> list[tuple[tuple[Symbol, Symbol], ...]]:
    """Every way in which the thrower could have turned the dice of this round, () first."""
    forced = any(die not in table.symbols for die in table.thrown)
    shown = () if forced else tuple(dict.fromkeys(table.thrown))
    return list(turnings(table.thrown, shown, table.symbols, forced=forced))


def read(record: Record[Event, State], seat: str) -> Reading:
    """Read all choices of a record that the seat saw. Takes some 50 ms a choice. Raises as `odds` does."""
    reading = Reading()
    table = replace(record.game.start, accepted=True)
    for entry in seen_by(record, seat):
        if table.players:
            for bet, verdict in implied_answers(table, entry.event):
                table = apply(table, Answer(bet.player, verdict), 0)
            reading.watch(View(seat, table), entry.event)
        table = apply(table, entry.event, entry.line)
    return reading
