"""What a token, an exchange and the final guesses lost, and how they look with the stones open.

Exchanges and final guesses are priced by their one-step value, tokens with the planner's threshold. Where the game is
won or lost by the final guesses, their chance to win is what the planner makes of all of them together.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from solver.lost_code.box import FINAL_POINTS, MISSED, TOKEN_FACTOR
from solver.lost_code.events import Exchange, Final, Symbol, Token
from solver.lost_code.planner import MEASURED, Aim, Moment
from solver.lost_code.review.asked import Asked, Weighed, decision, deeper, gap
from solver.lost_code.review.deeper import after_exchange
from solver.lost_code.review.values import Amount, Choice, Decision, Hindsight, Kind
from solver.lost_code.review.worth import Mind
from solver.lost_code.rules import Step, due
from solver.lost_code.winning import FinalGuess, for_points, likeliest

__all__ = ["decide_exchange", "decide_finals", "decide_token"]

# ---- tokens and exchanges --------------------------------------------------------------------------------------------


def decide_token(asked: Asked, symbol: Symbol, written: tuple[int, ...], before: float) -> Decision:
    """Taking a shortcut token with some numbers written, () for refusing it. before: VP expected if it is refused.

    Refusing keeps the chance of a surer guess later: the planner takes that for so many VP.
    """
    mind = asked.mind
    axis = mind.table.symbols.index(symbol)
    numbers = mind.belief.numbers[axis]
    chances = mind.belief.marginals[axis][: len(numbers)] / mind.belief.total
    guesses = likeliest(mind.belief, axis)
    surest = max(range(len(guesses)), key=lambda place: guesses[place].expected)
    single = guesses[surest].expected

    def gain(guessed: Sequence[int]) -> float:
        if not guessed:
            return 0.0
        right = float(chances[np.isin(numbers, guessed)].sum())
        return TOKEN_FACTOR * _expected(len(guessed), right) - single - MEASURED.token

    options = [(), *(tuple(numbers[list(g.places)].tolist()) for g in guesses)]
    gains = {option: gain(option) for option in dict.fromkeys([*options, written])}
    best = max(gains, key=lambda option: round(gains[option], 9))
    loss = gains[written] - gains[best]
    value = before + gains[best]
    stone = asked.stones[symbol]
    seen = {option: _placed(option, stone) * (TOKEN_FACTOR if option else 1) for option in gains}
    refused = _placed(options[1 + surest], stone)
    came = {option: before + (seen[option] - refused if option else 0.0) for option in gains}
    # With the stone open, it alone would have been written.
    came.setdefault((stone,), before + float(_placed((stone,), stone) * TOKEN_FACTOR - refused))
    most = max(came, key=lambda option: came[option])

    def choice(option: tuple[int, ...]) -> Choice:
        right = float(chances[np.isin(numbers, option)].sum()) if option else None
        event = (Token(mind.seat, symbol, option),) if option else ()
        return Choice(event, before + gain(option), right)

    losses = asked.lost(value, [loss])
    weighed = Weighed(
        (Kind.TOKEN,),
        [loss],
        losses,
        Amount(value, asked.win(value)),
        list(gains.values()),
        gap(gains[best], [worth for option, worth in gains.items() if bool(option) != bool(best)]),
        False,
    )
    hindsight = Hindsight(came[written], came[best], choice(most))
    return decision(asked, weighed, (choice(written), choice(best), choice(best)), lambda: hindsight)


def _expected(count: int, right: float) -> float:
    """VP of a final guess of so many numbers."""
    return (FINAL_POINTS[count] - MISSED) * right + MISSED


def _placed(numbers: Sequence[int], stone: int) -> int:
    """VP of a final guess for a stone that is known."""
    return FINAL_POINTS[len(numbers)] if stone in numbers else MISSED


def decide_exchange(asked: Asked, symbol: Symbol) -> Decision:
    """The stone that was given up, against all whose pile had one."""
    mind = asked.mind
    symbols = mind.table.symbols
    value = {symbols[axis]: worth for axis, worth in mind.exchanges.items()}
    best = max(value, key=lambda each: round(value[each], 9))
    before = mind.space + mind.later(value[best])
    loss = value[symbol] - value[best]
    weighed = Weighed(
        (Kind.EXCHANGE,),
        [loss],
        asked.lost(before, [loss]),
        Amount(before, asked.win(before)),
        list(value.values()),
        gap(value[best], [worth for each, worth in value.items() if each is not best]),
        False,
        deeper(asked, loss, lambda given: after_exchange(mind, given), symbol, best),
    )

    def came(given: Symbol) -> float:
        axis = symbols.index(given)
        place = int(np.flatnonzero(mind.belief.numbers[axis] == asked.stones[given])[0])
        return mind.space + mind.later(float(mind.discarded(axis)[1][place]))

    def choice(given: Symbol) -> Choice:
        return Choice((Exchange(mind.seat, given, None, None),), before + value[given] - value[best])

    def seen() -> Hindsight:
        each = {given: came(given) for given in value}
        most = max(each, key=lambda given: round(each[given], 9))
        return Hindsight(each[symbol], each[best], choice(most))

    return decision(asked, weighed, (choice(symbol), choice(best), choice(best)), seen)


# ---- the final guesses -----------------------------------------------------------------------------------------------


def decide_finals(asked: Asked, final: Final) -> Decision:
    """The final guesses, against the best of each symbol; in chance to win against the best of all together."""
    mind, belief = asked.mind, asked.mind.belief
    placed = {symbol: tuple(sorted(numbers)) for symbol, numbers in final.guesses}
    open_ = [axis for axis in range(belief.symbols) if axis not in belief.written]
    made = [_guess(mind, axis, placed.get(mind.table.symbols[axis], ())) for axis in open_]
    best = for_points(belief)
    loss = min(0.0, sum(guess.expected for guess in made) - sum(guess.expected for guess in best))
    before = mind.space + belief.final_value()
    moment = Moment(mind.view, Aim.WIN, known=mind.odds)
    last = moment.last and due(mind.table).step is Step.FINAL
    winners, lost, win = best, asked.lost(before, [loss])[0], asked.win(before)
    if last:
        ending = moment.ending([mind.table.symbols.index(die) for die in mind.table.dice])
        planned, most = ending.finals()
        mine = ending.chance([guess for guess in made if guess.places])
        winners, lost, win = (made if mine >= most else planned), min(0.0, mine - most), max(mine, most)
    gaps = [_second(likeliest(belief, axis)) for axis in open_]
    weighed = Weighed(
        (Kind.FINAL,),
        [loss],
        [lost],
        Amount(before, win),
        [0.0, -sum(gaps)] if gaps else [0.0],
        min(gaps, default=None),
        last,
    )

    def choice(guesses: Sequence[FinalGuess]) -> Choice:
        worth = sum(guess.expected for guess in guesses) - sum(guess.expected for guess in best)
        return Choice((Final(mind.seat, _numbers(mind, guesses)),), before + worth)

    left = [mind.table.symbols[axis] for axis in open_]

    def came(numbers: Mapping[Symbol, tuple[int, ...]]) -> int:
        return sum(_placed(numbers[s], asked.stones[s]) if numbers.get(s) else MISSED for s in left)

    chosen = Choice((final,), before + loss)
    right = Final(mind.seat, tuple((symbol, (asked.stones[symbol],)) for symbol in left))
    space = float(mind.space)
    written = sum(
        _placed(numbers, asked.stones[symbol]) * TOKEN_FACTOR
        for symbol, numbers in mind.odds.tokens.items()
        if numbers is not None
    )
    hindsight = Hindsight(
        space + written + came(placed),
        space + written + came(dict(_numbers(mind, best))),
        Choice((right,), space + written + FINAL_POINTS[1] * len(open_)),
    )
    return decision(asked, weighed, (chosen, choice(best), choice(winners)), lambda: hindsight)


def _second(guesses: Sequence[FinalGuess]) -> float:
    """VP from the best of one, two and three numbers to the next."""
    ordered = sorted((guess.expected for guess in guesses), reverse=True)
    return ordered[0] - ordered[1]


def _guess(mind: Mind, axis: int, numbers: tuple[int, ...]) -> FinalGuess:
    """What was placed, as the planner writes it; a number that lies in sight has the place -1, which no log has."""
    known = mind.belief.numbers[axis].tolist()
    places = tuple(known.index(number) if number in known else -1 for number in numbers)
    if not places:
        return FinalGuess(axis, (), 0.0, float(MISSED))
    held = [place for place in places if place >= 0]
    chance = float(mind.belief.marginals[axis][held].sum()) / mind.belief.total
    return FinalGuess(axis, places, chance, _expected(len(places), chance))


def _numbers(mind: Mind, guesses: Sequence[FinalGuess]) -> tuple[tuple[Symbol, tuple[int, ...]], ...]:
    return tuple(
        (
            mind.table.symbols[guess.axis],
            tuple(int(mind.belief.numbers[guess.axis][place]) for place in guess.places if place >= 0),
        )
        for guess in guesses
    )
