"""What a bet lost, and how the thrower turned the dice, and how it looks with the stones open.

In VP the value is the one-step value. In chance to win it is the planner's plan: what the dice leave to the other is
weighed, and the last round goes by the chance to win itself.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from solver.lost_code.events import Event, Guess, Symbol, Turn, Verdict
from solver.lost_code.planner import MEASURED, Aim, Bet, Moment
from solver.lost_code.pricing import Prices, first, places_of
from solver.lost_code.review.asked import Asked, Weighed, decision, deeper, gap
from solver.lost_code.review.deeper import after_bet
from solver.lost_code.review.values import Amount, Choice, Decision, Hindsight, Kind
from solver.lost_code.review.worth import Mind, Turns, after_miss, answered, lying, thrown
from solver.lost_code.rules import wheels_free

__all__ = ["decide_bet", "decide_die"]

# ---- wheel and range -------------------------------------------------------------------------------------------------


def decide_bet(asked: Asked, guess: Guess) -> Decision:
    """A wheel and its range, against all that were free."""
    mind, table = asked.mind, asked.mind.table
    prices = mind.prices(table.dice, wheels_free(table))
    among, values = prices.bets.ranges, prices.value
    chosen = int(np.flatnonzero((among.low == guess.low) & (among.high == guess.high))[0])
    same = np.flatnonzero(among.width == among.width[chosen])
    on_wheel = int(same[first(values[same], prices.bets.expected[same])])
    best = prices.best
    losses = [float(values[on_wheel] - values[best]), float(values[chosen] - values[on_wheel])]
    before = _worth(asked, prices, best)
    moment = Moment(mind.view, Aim.WIN, known=mind.odds)
    bets = {(bet.low, bet.high): bet for bet in moment.bets()}
    winner, wins, win = _bets_won(asked, moment, bets, guess, before)
    others = values[among.width != among.width[best]]
    weighed = Weighed(
        (Kind.WHEEL, Kind.RANGE),
        losses,
        wins,
        Amount(before, win),
        values.tolist(),
        gap(float(values[best]), others.tolist()),
        moment.last,
        deeper(asked, sum(losses), lambda at: after_bet(mind, prices, at, table.dice), chosen, best),
    )
    at = int(np.flatnonzero((among.low == winner.low) & (among.high == winner.high))[0])
    choices = (_bet(asked, prices, chosen), _bet(asked, prices, best), _bet(asked, prices, at))
    sums = tuple(sorted(mind.odds.sums(table.dice).items()))
    return decision(asked, weighed, choices, lambda: _seen_bet(asked, prices, chosen, best), sums)


def _bets_won(
    asked: Asked, moment: Moment, bets: Mapping[tuple[int, int], Bet], guess: Guess, before: float
) -> tuple[Bet, list[float], float]:
    """The best bet by the planner, what wheel and range lost against it in chance to win, and that chance."""
    chosen = bets[guess.low, guess.high]
    if not moment.last:
        winner = max(bets.values(), key=lambda bet: bet.plan)
        on_wheel = max(bet.plan for bet in bets.values() if bet.wheel == chosen.wheel)
        lost = asked.lost(before, [on_wheel - winner.plan, chosen.plan - on_wheel])
        return (chosen if chosen.plan >= winner.plan else winner), lost, asked.win(before)
    chances = {key: bet.win for key, bet in bets.items() if bet.win is not None}
    chances.setdefault((guess.low, guess.high), moment.chance(guess.low, guess.high))
    key = max(chances, key=chances.__getitem__)
    mine = chances[guess.low, guess.high]
    best = chances[key]
    on_wheel = max(win for (low, high), win in chances.items() if high - low + 1 == chosen.wheel)
    return (chosen if mine >= best else bets[key]), [on_wheel - best, mine - on_wheel], best


def _worth(asked: Asked, prices: Prices, at: int) -> float:
    """VP expected in the end with a bet."""
    expected = float(prices.bets.expected[at])
    return asked.mind.space + expected + asked.mind.later(float(prices.value[at]) - expected)


def _bet(asked: Asked, prices: Prices, at: int) -> Choice:
    among = prices.bets.ranges
    event = Guess(asked.mind.seat, int(among.low[at]), int(among.high[at]))
    value = _worth(asked, prices, prices.best) + float(prices.value[at] - prices.value[prices.best])
    return Choice((event,), value, float(prices.bets.right[at]), float(prices.bets.expected[at]))


def _seen_bet(asked: Asked, prices: Prices, chosen: int, best: int) -> Hindsight:
    """What two bets came to by the true sum, and what would have brought most at once."""
    among = prices.bets.ranges
    total = sum(asked.stones[die] for die in asked.mind.table.dice)
    right = (among.low <= total) & (total <= among.high)
    brought = np.where(right, among.points, -among.points if asked.mind.stake.cursed else 0.0)
    most = int(np.lexsort((-prices.value, -brought))[0])
    dice = asked.mind.table.dice
    return Hindsight(
        _came_to(asked, prices, chosen, dice), _came_to(asked, prices, best, dice), _bet(asked, prices, most)
    )


def _came_to(asked: Asked, prices: Prices, at: int, dice: Sequence[Symbol]) -> float:
    """VP expected in the end once a bet on these dice was answered by the true sum."""
    mind, among = asked.mind, prices.bets.ranges
    total, directed = sum(asked.stones[die] for die in dice), not among.smallest[at]
    low, high, points = int(among.low[at]), int(among.high[at]), float(among.points[at])
    parts = answered(mind.belief, places_of(mind.table.symbols, dice), low, high, directed=directed)
    if low <= total <= high:
        return mind.space + points + mind.later(mind.belief.among(parts[Verdict.RIGHT]).final_value())
    verdict = Verdict.WRONG if not directed else Verdict.LOWER if total < low else Verdict.HIGHER
    known = mind.belief.among(parts[verdict])
    return mind.space - (points if mind.stake.cursed else 0.0) + mind.later(after_miss(known, mind.stake))


# ---- the dice --------------------------------------------------------------------------------------------------------


def decide_die(asked: Asked, turns: Turns) -> Decision:
    """How the thrower turned the dice, () if he left them, against every way to turn them. table: as they lie now."""
    mind, table = asked.mind, asked.mind.table
    throw = thrown(table.thrown)
    options = dict(lying(throw, table.symbols))
    made = turns if turns in options else next(way for way in options if sorted(way) == sorted(turns))
    value = mind.turned(throw, made)
    best = max(value, key=lambda way: (round(value[way], 9), -len(way)))
    prices = mind.prices(options[best], tuple(table.points))
    before = _worth(asked, prices, prices.best)
    moment = Moment(mind.view, Aim.WIN, known=mind.odds)
    winner, lost, win = _dice_won(asked, moment, options, made, value[made] - value[best], before)
    lies = tuple(sorted(options[best]))
    others = [worth for way, worth in value.items() if tuple(sorted(options[way])) != lies]
    weighed = Weighed(
        (Kind.DIE,),
        [value[made] - value[best]],
        [lost],
        Amount(before, win),
        list(value.values()),
        gap(value[best], others),
        moment.last,
        deeper(asked, value[made] - value[best], lambda way: _after_turn(mind, options[way]), made, best),
    )

    def choice(way: Turns) -> Choice:
        return Choice(_turned(way), before + value[way] - value[best])

    def seen() -> Hindsight:
        near = [way for way in options if value[way] > value[best] - MEASURED.near or way == made]
        came = {way: _came_with(asked, options[way]) for way in near}
        most = max(came, key=lambda way: (round(came[way], 9), -len(way)))
        return Hindsight(came[made], came[best], choice(most))

    return decision(asked, weighed, (choice(made), choice(best), choice(best if winner is None else winner)), seen)


def _turned(turns: Turns) -> tuple[Event, ...]:
    return tuple(Turn(shown, new) for shown, new in turns)


def _dice_won(
    asked: Asked, moment: Moment, options: Mapping[Turns, Sequence[Symbol]], made: Turns, loss: float, before: float
) -> tuple[Turns | None, float, float]:
    """The best way to turn them by the planner, what the one that was made lost in chance to win, and that chance.

    No way where the planner goes by the value.
    """
    if not moment.last and not moment.tuning.left[len(moment.table.players)]:
        return None, asked.lost(before, [loss])[0], asked.win(before)
    ways = moment.dice()
    top, mine = ways[0], moment.best_with(options[made])
    if moment.last:
        best, won = top.best.win or 0.0, mine.win or 0.0
        return (made if won >= best else top.turns), min(0.0, won - best), max(best, won)
    lost = min(0.0, mine.plan - top.best.plan)
    return (made if lost == 0 else top.turns), asked.lost(before, [lost])[0], asked.win(before)


def _came_with(asked: Asked, dice: Sequence[Symbol]) -> float:
    """VP expected in the end after the best bet on these dice, once answered by the true sum."""
    mind = asked.mind
    prices = mind.prices(dice, tuple(mind.table.points))
    return _came_to(asked, prices, prices.best, dice)


def _after_turn(mind: Mind, dice: Sequence[Symbol]) -> float:
    """VP of the best bet on these dice, with the next round looked into."""
    prices = mind.prices(dice, tuple(mind.table.points))
    return after_bet(mind, prices, prices.best, dice)
