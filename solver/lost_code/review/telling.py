"""What the others' choices told a player of his log, and whether using it would have helped."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from solver.knowledge import Knowledge
from solver.lost_code.events import Event, Exchange, Final, Guess
from solver.lost_code.odds import Odds
from solver.lost_code.opponent import all_in_sight
from solver.lost_code.planner import Aim, Moment
from solver.lost_code.reading import Reading
from solver.lost_code.review.hindsight import bet_points, final_points, mended, refuted, true_log
from solver.lost_code.review.steps import Step, ending, in_play, steps, weighed
from solver.lost_code.review.story import Told, Weighed
from solver.lost_code.state import State
from solver.lost_code.view import View, view
from solver.record import Record

__all__ = ["told"]

_SAME = 12
"""Bits are rounded to so many decimals: what differs by less is nothing."""


def told(record: Record[Event, State], seat: str) -> Told:
    """What the others' choices told a seat, as far as the record goes.

    Answers that the seat's stones refute count as the true ones: else the true log would have no chance at all. While
    the record does not tell what lay in the log, no bits and no decisions are told. Raises SeatError and OutOfTime.
    """
    seat = view(record, seat).seat
    walked = tuple(steps(record, seat))
    end = ending(walked, seat)
    telling = _Telling(record, seat)
    for step in walked[:end]:
        if in_play(step):
            telling.see(step)
    last = walked[:end][-1]
    if end is not None and telling.reading.told:
        placed = end < len(walked) and isinstance(walked[end].event, Final)
        telling.end(last.after, walked[end].line if placed else last.line)
    return telling.told(last.after)


@dataclass(frozen=True, slots=True)
class _Sight:
    """What is known at a moment, where the record tells what the log was.

    at: which of the logs that fit is the true one. ways: (logs,) log2 of the ways of each that fits.
    """

    odds: Odds
    at: int
    ways: npt.NDArray[np.float64]

    def chance(self, likely: Mapping[str, npt.NDArray[np.float64]]) -> float:
        """log2 of the chance of the true log. likely: what each player's choices told, as natural logarithms."""
        weights = self.ways + sum(likely.values(), np.zeros(len(self.ways))) / np.log(2)
        return float(weights[self.at] - np.logaddexp2.reduce(weights))


class _Telling:
    """What is read as the steps go by. odds: by the facts; None once no log fits, and then nothing more is read."""

    def __init__(self, record: Record[Event, State], seat: str) -> None:
        self.record, self.seat = record, seat
        self.truths = refuted(record, seat)
        self.reading = Reading()
        self.odds: Odds | None = None
        self.unread = 0
        self.by_player = {player: 0.0 for player in record.state.players if player != seat}
        self.decisions: list[Weighed] = []
        self._likely: dict[str, tuple[Knowledge, npt.NDArray[np.float64]]] = {}

    def see(self, step: Step) -> None:
        """See a step before the final guesses."""
        match step.event:
            case Guess(player) | Exchange(player) as event if player != self.seat:
                self._watch(step.before, event)
            case Guess() as event:
                if self.reading.told:
                    self._bet(step.before, event, step.line)
                if not step.before.set_now:
                    self._watch(step.before, event)  # what the others did with the token that lay open
            case Exchange() as event:
                self.reading.watch(self._view(step.before), event)
            case _:
                pass

    def told(self, table: State) -> Told:
        """All of it. table: the last before the final guesses."""
        sight = self._sight(table) if self.reading.told else None
        bits = 0.0 if sight is None else round(sight.chance(self._told_at(sight)) - sight.chance({}), _SAME) + 0.0
        scored = (each.scored for each in self.decisions)
        return Told(
            bits,
            self.by_player,
            tuple(self.decisions),
            sum(read - facts for facts, read in scored),
            self.reading.read,
            self.unread + self.reading.unread,
        )

    # ---- what is known

    def _view(self, table: State) -> View:
        return View(self.seat, mended(table, self.truths))

    def _sight(self, table: State) -> _Sight | None:
        """What is known at a table; None where no log fits, and where the record does not tell what the log was."""
        self.odds = weighed(self._view(table), self.odds)
        log = true_log(self.record, self.seat, table)
        if self.odds is None or log is None:
            return None
        ways = self.odds.table.ways
        axes = list(zip(self.odds.table.numbers, self.odds.symbols, strict=True))
        if not all(log[symbol] in numbers for numbers, symbol in axes):
            return None
        true = tuple(numbers.index(log[symbol]) for numbers, symbol in axes)
        fits = ways > 0
        at = int(np.count_nonzero(fits.ravel()[: int(np.ravel_multi_index(true, ways.shape))]))
        return _Sight(self.odds, at, np.log2(ways[fits].astype(np.float64))) if fits[true] else None

    def _told_at(self, sight: _Sight) -> dict[str, npt.NDArray[np.float64]]:
        """What each player's choices told by now, by the logs that fit."""
        for player in self.by_player:
            if player not in self._likely or self._likely[player][0] is not sight.odds.known:
                self._likely[player] = (sight.odds.known, self.reading.likelihood(player, sight.odds))
        return {player: likely for player, (_, likely) in self._likely.items()}

    # ---- their choices

    def _watch(self, table: State, event: Guess | Exchange) -> None:
        """Read a choice, and note how much likelier it made the true log."""
        sight = self._sight(table) if all_in_sight(self._view(table)) else None
        if self.odds is None:
            self.unread += event.player != self.seat
            return
        likely = {} if sight is None else self._told_at(sight)
        self.reading.watch(self._view(table), event)
        first = isinstance(event, Guess) and not table.set_now
        # Before the first wheel is set, everybody is asked for the token.
        chose = [player for player in self.by_player if first or player == event.player]
        for player in chose:
            self._likely.pop(player, None)
        if sight is None:
            return
        after = self._told_at(sight)
        for player in chose:
            before = sight.chance(likely)
            likely[player] = after[player]
            self.by_player[player] += sight.chance(likely) - before

    # ---- decisions of the seat

    def _bet(self, table: State, event: Guess, line: int) -> None:
        """Compare the best bets with and without what was read."""
        sight, log = self._sight(table), true_log(self.record, self.seat, table)
        if sight is None or log is None:
            return
        bets = [self._moment(sight, reading).best_bet() for reading in (None, self.reading)]
        facts, read = (Guess(event.player, bet.low, bet.high) for bet in bets)
        scored = (bet_points(table, facts, log), bet_points(table, read, log))
        self._compare(sight, line, (facts, read), scored)

    def end(self, table: State, line: int) -> None:
        """Compare the best final guesses. line: where they stand, else that of the last step before."""
        sight, log = self._sight(table), true_log(self.record, self.seat, table)
        if sight is None or log is None:
            return
        facts, read = (_finals(self._moment(sight, reading)) for reading in (None, self.reading))
        self._compare(sight, line, (facts, read), (final_points(facts, log), final_points(read, log)))

    def _moment(self, sight: _Sight, reading: Reading | None) -> Moment:
        return Moment(sight.odds.view, Aim.POINTS, reading, known=sight.odds)

    def _compare(self, sight: _Sight, line: int, best: tuple[Event, Event], scored: tuple[int, int]) -> None:
        facts, read = best
        if facts != read:
            chance = (2 ** sight.chance({}), 2 ** sight.chance(self._told_at(sight)))
            table = sight.odds.view.table
            self.decisions.append(Weighed(line, table.round, (facts,), (read,), scored, chance))


def _finals(moment: Moment) -> Final:
    """The final guesses that are worth most VP, for the symbols without a token."""
    guesses, _ = moment.finals()
    numbers = moment.belief.numbers
    placed = {moment.table.symbols[g.axis]: tuple(int(numbers[g.axis][place]) for place in g.places) for g in guesses}
    return Final(moment.view.seat, tuple(placed.items()))
