"""Deductions that were there and were not used, each with its proof and what it cost."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

import numpy as np

from solver.clue import Slot, SumOutside, SumWithin, slots_of
from solver.errors import OutOfTime
from solver.explain import smallest_conflict
from solver.knowledge import Fact, Knowledge
from solver.lost_code.box import MISSED, TOKEN_FACTOR
from solver.lost_code.events import Final, Guess, Symbol, Token, Verdict
from solver.lost_code.knowledge import answer_clue
from solver.lost_code.odds import GAINS, Odds
from solver.lost_code.pricing import Belief, Stake, places_of, ranges
from solver.lost_code.review.story import Missed, Oversight
from solver.lost_code.rules import wheels_free
from solver.lost_code.state import Bet, State
from solver.lost_code.view import View
from solver.proof import Proof, Step, prove
from solver.table import satisfying

__all__ = ["missed_bet", "missed_in_finals", "missed_in_token", "why_not"]

_FOLLOWED = 6
"""A proof by more answers than so many is too long to be followed, and takes long to be found."""
_LIMIT = 60.0
"""Seconds for a proof: far more than the longest takes, so that the same record has the same proofs everywhere."""
_NOTHING = 1e-9


def missed_bet(odds: Odds, event: Guess, line: int) -> Missed | None:
    """What was missed where a bet could not be right. odds: of the moment before it. None where it could, or was best.

    Its cost is the one-step value of the best choice less that of the bet, with the wheels that were free.
    """
    table = odds.view.table
    if any(event.low <= total <= event.high for total in odds.sums(table.dice)):
        return None
    stake = Stake.of(table, event.player)
    among = ranges(stake, wheels_free(table))
    prices = Belief.of(odds).price(stake, places_of(table.symbols, table.dice), among)
    at = int(np.flatnonzero((among.low == event.low) & (among.high == event.high))[0])
    cost = float(prices.value.max() - prices.value[at])
    if cost < _NOTHING:
        return None
    held = tuple(len(table.history(event.player, die)) - 1 for die in table.dice)
    bet = Bet(table.round, event.player, event.low, event.high, table.dice, held, line, Verdict.RIGHT)
    seen = View(odds.view.seat, replace(table, bets=(*table.bets, bet)))
    numbers = tuple(range(event.low, event.high + 1))
    return Missed(Oversight.BET, line, table.round, None, numbers, cost, _never(odds, bet), seen)


def missed_in_finals(odds: Odds, event: Final, line: int) -> Iterator[Missed]:
    """What was missed in the final guesses, by symbol. odds: of the moment before them."""
    placed = dict(event.guesses)
    for symbol in odds.symbols:
        if symbol not in odds.tokens:
            numbers = placed.get(symbol, ())
            yield from _missed(odds, symbol, numbers, line, _best(odds, symbol) - _worth(odds, symbol, numbers))


def missed_in_token(odds: Odds, event: Token, line: int) -> Iterator[Missed]:
    """What was missed in what was written with a token. odds: of the moment before. Refusing it is a use of it, too."""
    if event.numbers is not None:
        best, worth = _best(odds, event.symbol), _worth(odds, event.symbol, event.numbers)
        yield from _missed(
            odds, event.symbol, event.numbers, line, max(best, TOKEN_FACTOR * best) - TOKEN_FACTOR * worth
        )


def _missed(odds: Odds, symbol: Symbol, numbers: Sequence[int], line: int, cost: float) -> Iterator[Missed]:
    """A certain stone that was not guessed by itself, else the numbers that could not be."""
    counted = odds.values[symbol]
    certain = tuple(counted) if len(counted) == 1 else ()
    out = tuple(sorted(number for number in numbers if number not in counted))
    if certain and tuple(numbers) != certain:
        others = [number for number in odds.view.table.numbers if number not in certain]
        what, about, proof = Oversight.STONE, certain, why_not(odds, symbol, others)
    elif out:
        what, about, proof = Oversight.NUMBER, out, why_not(odds, symbol, out)
    else:
        return
    yield Missed(what, line, odds.view.table.round, symbol, about, cost, proof, odds.view)


def _best(odds: Odds, symbol: Symbol) -> float:
    """F_s: what the best final guess for a symbol without a token is worth, in VP."""
    gained = int(odds.gain(symbol, odds.table.marginal(odds.symbols.index(symbol))))
    return gained * odds.table.times / odds.total + MISSED


def _worth(odds: Odds, symbol: Symbol, numbers: Sequence[int]) -> float:
    """What placing these numbers is worth, in VP."""
    ways = sum(odds.values[symbol].get(number, 0) for number in numbers)
    return (GAINS[len(numbers)] * ways / odds.total if numbers else 0.0) + MISSED


# ---- proofs ----------------------------------------------------------------------------------------------------------


def why_not(odds: Odds, symbol: Symbol, numbers: Sequence[int]) -> Proof | None:
    """Why the seat's stone of a symbol is none of the numbers; () where the stones in sight say so by themselves.

    None where it is too long to be followed. Raises OutOfTime.
    """
    known, own = odds.known, odds.known.asked[odds.symbols.index(symbol)]
    there = [number for number in numbers if number in known.domains[own]]
    if not there:
        return ()
    against = replace(known, domains={**known.domains, own: tuple(there)})
    return _proved(known, smallest_conflict(against, satisfying), own, there, odds.view.table)


def _never(odds: Odds, bet: Bet) -> Proof | None:
    """Why a bet cannot be right: what follows if it were, up to something that cannot be."""
    clue = answer_clue(odds.view.table, bet, Verdict.RIGHT)
    supposed = replace(odds.known, facts=(*odds.known.facts, Fact(clue, bet.line)))
    lines = {*smallest_conflict(supposed, satisfying), bet.line}
    own = _first_slot(clue)
    proof = _proved(supposed, lines, own, supposed.domains[own], odds.view.table)
    return None if proof is None else _shortest(proof)


def _first_slot(clue: SumWithin | SumOutside) -> Slot:
    return slots_of(clue)[0]


def _proved(known: Knowledge, lines: Collection[int], slot: Slot, numbers: Sequence[int], table: State) -> Proof | None:
    """Prove it by these lines, unless that is too long to be followed."""
    if len(lines) > _FOLLOWED:
        return None
    try:
        return prove(known.keeping(lines), slot, numbers, table.numbers, _LIMIT)
    except OutOfTime:
        return None


def _shortest(proof: Proof) -> Proof:
    """The steps that the last one needs, where that is a fact that cannot be true."""
    *earlier, last = proof
    if not isinstance(last, Step) or last.slot is not None:
        return proof
    kept, wanted = [last], set(last.premises)
    for step in reversed(earlier):
        if isinstance(step, Step) and any((step.slot, number) in wanted for number in step.numbers):
            kept.append(step)
            wanted |= step.premises
    return tuple(reversed(kept))
