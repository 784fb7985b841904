"""The chance to win at one moment, from one seat: by what may be expected, and in the last round by the end itself."""

from collections.abc import Sequence

import numpy as np

from solver.lost_code.events import Verdict
from solver.lost_code.opponent import Opponent, Room, all_in_sight
from solver.lost_code.planner import Aim, Moment
from solver.lost_code.pricing import Floats, Stake, places_of
from solver.lost_code.review.average import Average
from solver.lost_code.review.worth import Mind
from solver.lost_code.state import Bet, State
from solver.lost_code.winning import Ending

__all__ = ["Standing"]

_ROOM = Room(30, 60_000)
"""For so many of my logs it is told apart what another player would place now."""


class Standing:
    """How the others stand, as one seat sees it, and what that makes of VP expected in the end.

    The stones of the others are in sight, and so what each would win by his final guesses now. `look` takes it anew.
    """

    def __init__(self, seat: str, average: Average) -> None:
        self.seat, self.average = seat, average
        self.placed: dict[str, float | None] = {}
        """VP that each other player's final guesses would bring now; None where that cannot be told."""

    def look(self, mind: Mind, players: Sequence[str]) -> None:
        """Look at some players anew, with what the seat knows now."""
        others = [player for player in players if player != self.seat]
        if not all_in_sight(mind.view):
            self.placed.update(dict.fromkeys(others))
            return
        ways = mind.odds.table.ways.astype(np.float64)
        for player in others:
            other = Opponent(mind.view, player, mind.odds.table.numbers, ways, room=_ROOM)
            given = Stake.of(mind.table, player).given_up
            self.placed[player] = float(other.chances @ other.final_points(given)[0].sum(axis=1))

    def stage(self, table: State, player: str) -> int:
        """The next round whose bet of the player is still open."""
        answered = any(bet.player == player and bet.verdict is not None for bet in table.set_now)
        return max(1, table.round + answered)

    def chances(self, points: Floats, table: State) -> Floats:
        """The chance to win by VP expected in the end, at a table."""
        others = [self._expected(table, player) for player in table.players if player != self.seat]
        return self.average.chance(points, self.stage(table, self.seat), others)

    def chance(self, points: float, table: State) -> float:
        """The same of one figure."""
        return float(self.chances(np.array([points]), table)[0])

    def _expected(self, table: State, player: str) -> tuple[float, float]:
        """VP that another player may expect in the end, and their standard deviation."""
        stage, placed = self.stage(table, player), self.placed.get(player)
        if placed is None:
            return table.spaces[player] + self.average.total[stage], self.average.others[stage]
        expected = table.spaces[player] + self.average.counts[stage] * placed + self.average.ahead[stage]
        return expected, self.average.close[stage]

    # ---- the last round, once my own wheel is set

    def decisive(self, mind: Mind) -> bool:
        """Whether only answers, a forced exchange and the final guesses are left to me, and all is in sight."""
        table = mind.table
        return table.round == table.rounds and self._bet(table) is not None and all_in_sight(mind.view)

    def won(self, mind: Mind) -> float:
        """The chance to win then, with the final guesses that make it largest."""
        table, bet = mind.table, self._bet(mind.table)
        if bet is not None and bet.verdict is None:
            return sum(chance * won for chance, won in self.answers(mind).values())
        waiting = any(other.verdict is None for other in table.set_now)
        missed = bet is not None and bet.verdict is not Verdict.RIGHT
        if self.seat in table.exchanging or (waiting and missed):
            return _ending(mind).exchanging()
        return _ending(mind).finals()[1]

    def answers(self, mind: Mind) -> dict[int, tuple[float, float]]:
        """What I may be told of my wheel: 0 right, -1 lower, 1 higher; its chance, and the chance to win then."""
        table, bet = mind.table, self._bet(mind.table)
        if bet is None:
            return {}
        return _ending(mind).answered(_dice(mind), bet.low, bet.high, table.points[bet.width])

    def _bet(self, table: State) -> Bet | None:
        return next((bet for bet in table.set_now if bet.player == self.seat), None)


def _dice(mind: Mind) -> tuple[int, ...]:
    """The dice as they lie, as places of symbols."""
    return places_of(mind.table.symbols, mind.table.dice)


def _ending(mind: Mind) -> Ending:
    """The end of the game from here."""
    return Moment(mind.view, Aim.WIN, known=mind.odds).ending(_dice(mind))
