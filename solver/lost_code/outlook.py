"""The viewer's choices by an aim, and with the others' choices read: figures beside the exact ones.

The exact one-step figures of `ranking.py` are neither changed nor mixed with these. An aim only decides the order.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import numpy as np

from solver.errors import Contradiction
from solver.lost_code.box import MISSED, TOKEN_FACTOR
from solver.lost_code.events import Event, Exchange, Guess, Symbol
from solver.lost_code.odds import GAINS, Odds
from solver.lost_code.opponent import all_in_sight
from solver.lost_code.planner import Aim, Bet, Moment
from solver.lost_code.pricing import Belief
from solver.lost_code.ranking import (
    Advice,
    DieChoice,
    ExchangeChoice,
    FinalChoice,
    FinalPlan,
    TokenChoice,
    WheelChoice,
)
from solver.lost_code.reading import Reading, read
from solver.lost_code.rules import turning_over
from solver.lost_code.state import State
from solver.lost_code.telling import told_by
from solver.record import Record

__all__ = ["Aim", "Choice", "Evidence", "Figures", "Outlook", "evidence", "outlook", "reading_of"]

Choice: TypeAlias = WheelChoice | DieChoice | TokenChoice | ExchangeChoice | FinalChoice

_SAME = 9
"""As in `ranking.py`."""
_SURE = 1 - 2.0**-53
"""The largest chance of what is not certain. What is won by the others' likely choices never is."""


_COMPARED = 3
_NEAR = {"win": 0.01, "plan": 0.3, "value": 0.3}
"""Of so many first bets those are about as good that differ by no more from the first."""


@dataclass(frozen=True, slots=True)
class Figures:
    """What a choice promises; None for what is not looked at, or cannot be told.

    right: the chance. expected: VP now. value: one-step value, in VP. plan: what is largest for the best. left: VP
    left to each other player. win: chance to win. bet: of dice, the best wheel there, its low and its high.
    """

    right: float | None = None
    expected: float | None = None
    value: float | None = None
    plan: float | None = None
    left: float | None = None
    win: float | None = None
    bet: tuple[int, int, int] | None = None


NOTHING = Figures()


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the choices of the others say of the viewer's log.

    values: the chance of each number that is possible, by symbol. bits: the entropy of the log. choices, unread: how
    many were read, and how many could not be. manners: for each other player (by, strict, chance), likeliest first.
    """

    values: Mapping[Symbol, Mapping[int, float]]
    bits: float
    choices: int
    unread: int
    manners: Mapping[str, tuple[tuple[str, float, float], ...]]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the viewer may decide, in the order that was asked for.

    aim: None for the order of the exact values. advice: exact as ever. exact: the same in the order of the exact
    values. facts: figures by the facts alone, where there is an aim. read: figures with the others' choices, where they
    were read. win: chance to win with the final guesses. fathomable: whether it can be told what the others think.
    tells: of the first bets, where several are about as good, the bits that each tells each other player of his log.
    """

    aim: Aim | None
    advice: Advice
    exact: Advice
    evidence: Evidence | None
    fathomable: bool
    facts: Mapping[Choice, Figures] = field(default_factory=dict)
    read: Mapping[Choice, Figures] = field(default_factory=dict)
    win: float | None = None
    read_win: float | None = None
    tells: Mapping[WheelChoice, Mapping[str, float]] = field(default_factory=dict)

    def read_expected(self, plan: FinalPlan) -> float | None:
        """VP of the final guesses together with the others' choices, None if one has none."""
        worth = [self.read.get(choices[0], NOTHING).expected for choices in plan.symbols]
        return None if None in worth else sum(points or 0.0 for points in worth)


# ---- what the others' choices say -------------------------------------------------------------------------------


def reading_of(record: Record[Event, State], odds: Odds) -> Reading:
    """Read the others' choices in a record, as the viewer of the odds saw it. Raises OutOfTime.

    None can be read where the opened log refutes an answer.
    """
    seat = odds.view.seat
    try:
        return read(record, seat)
    except Contradiction:
        unread = Reading()
    events = (entry.event for entry in record.entries)
    unread.unread = sum(isinstance(event, Guess | Exchange) and event.player != seat for event in events)
    return unread


def evidence(odds: Odds, reading: Reading) -> Evidence:
    """Sum up what was read. Chances are 0 or 1 only where the ways are."""
    weighed = Belief.of(odds, reading.weights(odds))
    values = {}
    for axis, (symbol, counted) in enumerate(odds.values.items()):
        places = [odds.table.numbers[axis].index(number) for number in counted]
        chances = weighed.marginals[axis][places] / weighed.total
        values[symbol] = {
            number: _bounded(float(chance), ways, odds.total)
            for (number, ways), chance in zip(counted.items(), chances, strict=True)
        }
    shares = weighed.weights / weighed.total
    others = [player for player in odds.view.table.players if player != odds.view.seat]
    return Evidence(
        values,
        max(0.0, float(-(shares * np.log2(shares)).sum())),
        reading.read,
        reading.unread,
        {player: _manners(reading, player, odds) for player in others},
    )


def _manners(reading: Reading, player: str, odds: Odds) -> tuple[tuple[str, float, float], ...]:
    chances = reading.manners_of(player, odds).tolist()
    each = [(manner.by, manner.strict, chance) for manner, chance in zip(reading.manners, chances, strict=True)]
    return tuple(sorted(each, key=lambda manner: -manner[2]))


def _bounded(chance: float, ways: int, total: int) -> float:
    """Keep a chance away from certainty, unless the ways are certain."""
    if ways in (0, total):
        return float(ways == total)
    return min(max(chance, 2.0**-1000), _SURE)


# ---- the choices ------------------------------------------------------------------------------------------------


def outlook(advice: Advice, aim: Aim | None, reading: Reading | None) -> Outlook:
    """Look at every choice of an advice. aim: None to keep its order. Raises OutOfTime."""
    odds = advice.odds
    fathomable = all_in_sight(odds.view)
    facts = None if aim is None else _Look(advice, aim, fathomable)
    told = None if reading is None else _Look(advice, aim, fathomable, reading)
    leading = told or facts
    ordered = advice if aim is None or leading is None else leading.ordered
    return Outlook(
        aim,
        ordered,
        advice,
        None if reading is None else evidence(odds, reading),
        fathomable,
        {} if facts is None else facts.figures(advice, ordered),
        {} if told is None else told.figures(advice, ordered),
        None if facts is None else facts.win,
        None if told is None else told.win,
        {}
        if leading is None or not fathomable or (reading is None and aim is not Aim.WIN)
        else _tells(ordered, leading),
    )


def _tells(advice: Advice, look: "_Look") -> Mapping[WheelChoice, Mapping[str, float]]:
    """What the first bets tell the others, where there is more than one to choose from."""
    worth = [look.worth(choice) for choice in advice.guesses[:_COMPARED]]
    near = [
        choice
        for choice, (by, points) in zip(advice.guesses, worth, strict=False)
        if by == worth[0][0] and points is not None and abs(points - (worth[0][1] or 0.0)) <= _NEAR[by]
    ]
    if len(near) < 2:
        return {}
    told = told_by(advice.odds, [(choice.low, choice.high) for choice in near])
    return dict(zip(near, told, strict=True))


class _Look:
    """One moment's figures for the choices of an advice, and its order."""

    def __init__(self, advice: Advice, aim: Aim | None, fathomable: bool, reading: Reading | None = None) -> None:
        self.advice, self.odds = advice, advice.odds
        looked_at = aim if aim and fathomable else Aim.POINTS
        self.moment = Moment(self.odds.view, looked_at, reading, known=self.odds)
        # The exact value holds whatever is hidden, and then it alone counts.
        self.exact_only = reading is None and not fathomable
        self.noted = not self.odds.unnoted
        self.planned = aim is not None and self.noted
        self.win: float | None = None
        self._figures: dict[Choice, Figures] = {}
        self.ordered = self._by_value() if self.exact_only else self._by_plan()

    def _by_value(self) -> Advice:
        """The exact order, where nothing but the exact value counts, and when a token pays."""
        advice = self.advice
        for guess in advice.guesses:
            self._figures[guess] = Figures(value=guess.value, plan=guess.value)
        for exchange in advice.exchanges:
            self._figures[exchange] = Figures(value=exchange.value, plan=exchange.value)
        for die in advice.turns:
            best = die.best
            bet = (best.wheel, best.low, best.high)
            self._figures[die] = Figures(value=best.value, plan=best.value, bet=bet)
        return replace(advice, tokens=self._tokens(advice.tokens))

    def _by_plan(self) -> Advice:
        """The order of the plan."""
        advice = self.advice
        ordered = replace(
            advice,
            guesses=self._guesses(advice.guesses),
            turns=self._turns(advice.turns),
            tokens=self._tokens(advice.tokens),
            exchanges=self._exchanges(advice.exchanges),
            final=self._final(advice.final),
        )
        return ordered if self.planned else advice

    def figures(self, *listed: Advice) -> dict[Choice, Figures]:
        """Figures by choice. listed: all that are asked about, in whatever order."""
        asked = dict(self._figures)
        for advice in listed:
            asked |= {choice: self._token_figures(choice) for choice in advice.tokens}
            symbols = advice.final.symbols if advice.final else ()
            asked |= {choice: self._final_figures(choice) for choices in symbols for choice in choices}
        return asked

    def _of(self, bet: Bet, right: float, left: bool) -> Figures:
        """right: its chance. left: whether it is looked at what it leaves."""
        return Figures(
            right,
            bet.expected,
            bet.value if self.noted else None,
            bet.plan if self.planned else None,
            bet.left if left and self.planned else None,
            None if bet.win is None or not self.planned else _bounded(bet.win, 1, 2),
            (bet.wheel, bet.low, bet.high),
        )

    def _guesses(self, choices: Sequence[WheelChoice]) -> tuple[WheelChoice, ...]:
        if not choices:
            return ()
        by_range = {(choice.low, choice.high): choice for choice in choices}
        bets = self.moment.bets()
        left = any(bet.left for bet in bets)
        for bet in bets:
            choice = by_range[bet.low, bet.high]
            right = _bounded(bet.right, choice.right, self.odds.total)
            self._figures[choice] = replace(self._of(bet, right, left), bet=None)
        return tuple(by_range[bet.low, bet.high] for bet in bets)

    def _turns(self, choices: Sequence[DieChoice]) -> tuple[DieChoice, ...]:
        if not choices:
            return ()
        by_turns = {choice.turns: choice for choice in choices}
        dice = self.moment.dice()
        left = any(die.best.left for die in dice)
        for die in dice:
            self._figures[by_turns[die.turns]] = self._of(die.best, min(die.best.right, 1.0), left)
        looked_at = [by_turns[die.turns] for die in dice]
        rest = [choice for choice in choices if choice not in self._figures]
        self._figures |= dict.fromkeys(rest, NOTHING)
        return (*looked_at, *rest)

    def _tokens(self, choices: tuple[TokenChoice, ...]) -> tuple[TokenChoice, ...]:
        """The plan's choice first, then by value. With what others' choices tell it may be of other numbers."""
        if not choices or not self.noted:
            return choices
        taken = self.moment.token()
        numbers = () if taken is None else self._numbers(taken.axis, taken.places)
        if all(choice.numbers != numbers for choice in choices):
            choices = (*choices, self._token_choice(choices, numbers))
        worth = {choice: self._token_figures(choice).value or 0.0 for choice in choices}
        return tuple(sorted(choices, key=lambda c: (c.numbers != numbers, -round(worth[c], _SAME), len(c.numbers))))

    def _token_choice(self, choices: Sequence[TokenChoice], numbers: tuple[int, ...]) -> TokenChoice:
        """Numbers to write, with their exact figures: those of other numbers, and what the two guesses differ by."""
        like = next(choice for choice in choices if choice.numbers)
        ways = sum(self.odds.values[like.symbol].get(number, 0) for number in numbers)
        more = GAINS[len(numbers)] * ways - GAINS[len(like.numbers)] * like.ways
        value = None if like.value is None else like.value + TOKEN_FACTOR * more / self.odds.total
        return TokenChoice(like.symbol, numbers, ways, value)

    def _token_figures(self, choice: TokenChoice) -> Figures:
        belief, axis = self.moment.belief, self.odds.symbols.index(choice.symbol)
        right = self._chance(choice.symbol, choice.numbers)
        value = belief.final_value() if self.noted else None
        if self.exact_only:
            value = choice.value
        elif value is not None and choice.numbers:
            guessed = float(belief.gains(belief.marginals.T)[axis]) / belief.total + MISSED
            value += TOKEN_FACTOR * (GAINS[len(choice.numbers)] * right + MISSED) - guessed
        plan = value if self.planned else None
        if plan is not None and not choice.numbers:
            plan += self.moment.tuning.token  # so much must be gained by taking it
        return Figures(_bounded(right, choice.ways, self.odds.total), value=value, plan=plan)

    def _exchanges(self, choices: Sequence[ExchangeChoice]) -> tuple[ExchangeChoice, ...]:
        if not choices:
            return ()
        worth = self.moment.exchanges()
        for choice in choices:
            value = worth[choice.symbol] if self.noted else None
            self._figures[choice] = Figures(value=value, plan=value if self.planned else None)
        order = list(worth)
        return tuple(sorted(choices, key=lambda c: (-round(worth[c.symbol], _SAME), order.index(c.symbol))))

    def worth(self, choice: WheelChoice) -> tuple[str, float | None]:
        """What decides the place of a bet, and how much of it there is."""
        figures = self._figures.get(choice, NOTHING)
        if figures.win is not None:
            return "win", figures.win
        return ("plan", figures.plan) if self.planned else ("value", choice.value)

    # ---- final guesses

    def _final(self, plan: FinalPlan | None) -> FinalPlan | None:
        """The same final guesses, with what the plan places first."""
        if plan is None:
            return None
        table = self.odds.view.table
        if turning_over(table) or table.scored:
            return plan  # the others' last bets cannot be told yet, or all is over
        guesses, win = self.moment.finals()
        self.win = None if win is None or not self.planned else _bounded(win, 1, 2)
        placed = {self.odds.symbols[g.axis]: self._numbers(g.axis, g.places) for g in guesses}
        symbols = tuple(self._first(choices, placed.get(choices[0].symbol)) for choices in plan.symbols)
        expected = None if plan.expected is None else sum(choices[0].expected or 0.0 for choices in symbols)
        return FinalPlan(symbols, expected)

    def _first(self, choices: tuple[FinalChoice, ...], numbers: tuple[int, ...] | None) -> tuple[FinalChoice, ...]:
        if numbers is None:
            return choices
        symbol = choices[0].symbol
        ways = sum(self.odds.values[symbol].get(number, 0) for number in numbers)
        chosen = FinalChoice(symbol, numbers, ways, GAINS[len(numbers)] * ways / self.odds.total + MISSED)
        return (chosen, *(choice for choice in choices if choice.numbers != numbers))

    def _final_figures(self, choice: FinalChoice) -> Figures:
        if choice.ways is None:
            return NOTHING
        right = self._chance(choice.symbol, choice.numbers)
        expected = GAINS[len(choice.numbers)] * right + MISSED
        if choice.written:
            expected *= TOKEN_FACTOR
        plan = expected if self.planned else None
        return Figures(_bounded(right, choice.ways, self.odds.total), expected, expected, plan)

    def _numbers(self, axis: int, places: Iterable[int]) -> tuple[int, ...]:
        return tuple(int(self.moment.belief.numbers[axis][place]) for place in places)

    def _chance(self, symbol: Symbol, numbers: Sequence[int]) -> float:
        """How likely one of the numbers is mine."""
        belief, axis = self.moment.belief, self.odds.symbols.index(symbol)
        held = np.isin(belief.numbers[axis], numbers)
        return float(belief.marginals[axis][: len(held)][held].sum()) / belief.total
