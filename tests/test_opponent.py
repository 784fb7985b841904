"""What an opponent thinks, told from my seat for every log that I may have: as he himself would price it."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from itertools import product
from random import Random

import numpy as np
import pytest

from solver.lost_code.events import Event, Token, Variant
from solver.lost_code.odds import odds
from solver.lost_code.opponent import Opponent, Room
from solver.lost_code.opponent_bets import Worth
from solver.lost_code.parts import parts_of
from solver.lost_code.pricing import Belief, Stake, places_of, ranges
from solver.lost_code.ranking import final_plan
from solver.lost_code.rules import exchangeable, truth, wheels_free
from solver.lost_code.simulate import Decision
from solver.lost_code.state import Bet, State
from solver.lost_code.view import View
from tests.deciding import Decided, decisions, seen_from, table_after, with_log

EVERYTHING = 10_000
VP = 2e-4
"""The opponent's worths are reckoned in single precision."""
CASES = [
    (21, 2, ()),
    (22, 3, (Variant.SHORTCUT, Variant.CURSE)),
    (23, 4, ()),
    (24, 2, (Variant.INTRODUCTORY, Variant.SHORTCUT)),
    (25, 4, (Variant.SHORTCUT, Variant.CURSE)),
]


def unnoted(events: Sequence[Event], player: str) -> list[Event]:
    """The same, had nobody noted what the player wrote with his tokens: to me it is hidden as well."""
    return [replace(e, numbers=None) if isinstance(e, Token) and e.player == player else e for e in events]


@cache
def some(seed: int, players: int, variants: tuple[Variant, ...]) -> list[tuple[Decided, str]]:
    """Moments before a guess, with somebody whose stones the player to guess sees."""
    rng = Random(seed)
    names = ("lookahead-blind", "random") if variants else ("lookahead-blind",)
    guesses = [each for each in decisions(seed, players, variants, names) if each.decision is Decision.GUESS]
    late = guesses[len(guesses) // 3 :]
    found = []
    for decided in rng.sample(late, 4):
        others = [player for player in decided.view.table.players if player != decided.seat]
        found.append((decided, rng.choice(others)))
    return found


def thought(decided: Decided, player: str, dice: Sequence[int] = (), most: int = EVERYTHING) -> Opponent:
    known = odds(decided.view)
    numbers, ways = known.table.numbers, known.table.ways.astype(np.float64)
    return Opponent(decided.view, player, numbers, ways, room=Room(most, 6_000_000), dice=dice)


def rows(decided: Decided, other: Opponent, rng: Random, count: int) -> list[int]:
    """Some of my logs; the true one first."""
    table = table_after(decided.events)
    mine = [table.held(decided.seat, symbol).number for symbol in table.symbols]
    true = other.mine.tolist().index(mine)
    return [true, *rng.sample(range(len(other.mine)), min(count, len(other.mine)))]


def himself(decided: Decided, player: str, log: Sequence[int]) -> View:
    """What the opponent sees if that is my log."""
    symbols = decided.view.table.symbols
    events = with_log(decided.events, decided.seat, dict(zip(symbols, log, strict=True)))
    return seen_from(unnoted(events, player), player)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_worths_are_those_from_his_own_seat(case: tuple[int, int, tuple[Variant, ...]]) -> None:
    """Every bet with two sorts of dice: value, points and bits; the final guesses, exchanges and tokens."""
    rng = Random(case[0])
    compared = 0
    for decided, player in some(*case):
        table = decided.view.table
        stake = Stake.of(table, player)
        among = ranges(stake, wheels_free(table))
        for dice in (table.dice, (rng.choice(table.symbols), *table.dice[:1] * 2)):
            places = places_of(table.symbols, dice)
            other = thought(decided, player, places)
            if (other.mine < 0).any():
                continue  # not all of my logs are told apart
            worth = Worth(other, stake, places, among)
            blind = worth.value.copy()
            worth.sharpen(EVERYTHING)
            given = exchangeable(table)
            swaps = other.swaps(places_of(table.symbols, given)) if given else None
            for row in rows(decided, other, rng, 2):
                his = Belief.of(odds(himself(decided, player, other.mine[row].tolist())))
                compared += 1
                prices = his.price(stake, places, among)
                assert worth.value[row] == pytest.approx(prices.value - his.base, abs=VP)
                # As if the discard told nothing: never more than what it tells.
                assert (blind[row] <= worth.value[row] + VP).all()
                assert worth.points[row] == pytest.approx(prices.bets.expected, abs=VP)
                assert worth.bits[row] == pytest.approx(prices.bets.bits, abs=VP)
                shares = his.gains(his.marginals.T) / his.total
                assert other.shares[row] == pytest.approx(shares, abs=VP)
                for axis in range(len(table.symbols)):
                    expected = shares[axis] - 2
                    assert other.token(axis)[row] == pytest.approx(expected, abs=VP)
                if swaps is not None:
                    kept = his.final_value()
                    worths = [each - kept for each in his.exchanges(stake).values()]
                    assert swaps[row] == pytest.approx(worths, abs=VP)
    assert compared >= 12


@pytest.mark.parametrize("case", CASES, ids=str)
def test_his_final_guesses(case: tuple[int, int, tuple[Variant, ...]]) -> None:
    """What his own plan would bring with the stones that lie there, and of which stone he knows least."""
    rng = Random(case[0])
    for decided, player in some(*case):
        other = thought(decided, player)
        if (other.mine < 0).any():
            continue
        table = decided.view.table
        stake = Stake.of(table, player)
        points, loosest = other.final_points(stake.given_up)
        assert points.shape == (len(other.mine), len(table.symbols))
        for row in rows(decided, other, rng, 4):
            known = odds(himself(decided, player, other.mine[row].tolist()))
            wanted = []
            for symbol, choices in zip(table.symbols, final_plan(known).symbols, strict=True):
                if choices[0].written:
                    wanted.append(0)
                else:
                    numbers, held = choices[0].numbers, table.held(player, symbol).number
                    wanted.append({1: 5, 2: 2, 3: 1}[len(numbers)] if held in numbers else -2)
            assert points[row].tolist() == wanted
            if any(stake.given_up):
                his = Belief.of(known)
                shares = (his.gains(his.marginals.T) / his.total).tolist()
                given = [axis for axis, pile in enumerate(stake.given_up) if pile]
                left = {axis: shares[axis] - his.fresh(axis).mean() for axis in given}
                assert left[int(loosest[row])] == pytest.approx(min(left.values()), abs=VP)


def agrees(table: State, bet: Bet, log: Sequence[int]) -> bool:
    """Whether the answer to a bet would have been the same with these stones."""
    total = 0
    for symbol, held in zip(bet.dice, bet.held, strict=True):
        history = table.history(bet.player, symbol)
        last = held == len(history) - 1
        total += log[table.symbols.index(symbol)] if last else history[held].number or 0
    return truth(table, bet, total) is bet.verdict


@pytest.mark.parametrize("case", CASES[:3], ids=str)
def test_his_logs_by_trying_all(case: tuple[int, int, tuple[Variant, ...]]) -> None:
    """The parts multiply to every log that his answers leave, and each of mine rules out those that share a stone."""
    for decided, player in some(*case)[:2]:
        table, me = decided.view.table, decided.seat
        fits = []
        hidden = []
        for symbol in table.symbols:
            seen = set()
            for owner in table.owners:
                history = table.history(owner, symbol)
                seen |= {s.number for s in (history[:-1] if owner in (me, player) else history)}
            hidden.append([n for n in table.numbers if n not in seen])
        bets = [bet for bet in table.bets if bet.player == player and bet.verdict]

        for log in product(*hidden):
            if all(agrees(table, bet, log) for bet in bets):
                fits.append(log)
        parts = parts_of(decided.view, player)
        assert sorted(axis for part in parts for axis in part.axes) == list(range(len(table.symbols)))
        joined = parts[0]
        for part in parts[1:]:
            joined = joined.times(part)
        assert sorted(map(tuple, joined.logs.tolist())) == fits
        other = thought(decided, player)
        counted = other.counted(other.parts)
        for row in range(0, len(other.mine), max(len(other.mine) // 5, 1)):
            mine = other.mine[row].tolist()
            apart = {log for log in fits if all(a != b for a, b in zip(log, mine, strict=True))}
            kept = counted.part.logs[counted.fits[counted.row[row]] > 0]
            if not (other.mine < 0).any():
                assert set(map(tuple, kept.tolist())) == apart


@pytest.mark.parametrize("most", [1, 30, 300])
def test_symbols_that_are_averaged(most: int) -> None:
    """Chances are those of my logs, added up; what his bets are worth stays within what it is for any log of mine."""
    decided, player = some(*CASES[0])[1]
    table = decided.view.table
    stake = Stake.of(table, player)
    among, dice = ranges(stake, wheels_free(table)), places_of(table.symbols, table.dice)
    full, other = thought(decided, player, dice), thought(decided, player, dice, most)
    assert len(other.mine) <= max(most, 6)
    assert other.chances.sum() == pytest.approx(1)
    assert full.chances.sum() == pytest.approx(1)
    belongs = other.rows_of(full.mine)
    for row in range(len(other.mine)):
        assert other.chances[row] == pytest.approx(full.chances[belongs == row].sum())
        kept = other.mine[row] >= 0
        assert (full.mine[belongs == row][:, kept] == other.mine[row][kept]).all()
    # An averaged chance is a mean over my numbers there, as if they were independent of each other and of the rest.
    table_of = odds(decided.view).table
    independent = Opponent(
        decided.view, player, table_of.numbers, np.ones(table_of.ways.shape), room=Room(EVERYTHING, 10**9), dice=dice
    )
    every, averaged = Worth(independent, stake, dice, among), Worth(other, stake, dice, among)
    assert not (independent.mine < 0).any()
    assert np.isfinite(averaged.value).all()
    for row in range(0, len(other.mine), max(len(other.mine) // 12, 1)):
        kept = other.mine[row] >= 0
        those = every.points[(independent.mine[:, kept] == other.mine[row][kept]).all(axis=1)]
        assert (averaged.points[row] <= those.max(axis=0) + VP).all()
        assert (averaged.points[row] >= those.min(axis=0) - VP).all()
    numbers = odds(decided.view).table.numbers
    laid = other.spread(np.arange(len(other.mine), dtype=np.float32), numbers)
    assert laid.shape == tuple(len(each) if axis in other.axes else 1 for axis, each in enumerate(numbers))
    for log, row in zip(full.mine[::17].tolist(), belongs[::17].tolist(), strict=True):
        place = tuple(
            each.index(n) if axis in other.axes else 0 for axis, (each, n) in enumerate(zip(numbers, log, strict=True))
        )
        assert laid[place] == row
