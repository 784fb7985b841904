"""The chance to win at the end of a game, against the rules applied to one log after another.

The bet of the last round is looked at less closely in one thing: whoever misses gives up the stone that he knows least
of against a fresh one, as if the discard told nothing, and places up to three numbers for the new one.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import product
from random import Random

import numpy as np
import pytest

from solver.games import read
from solver.lost_code import rules
from solver.lost_code.events import Answer, Final, Guess, Reveal, Variant
from solver.lost_code.odds import odds
from solver.lost_code.opponent_bets import Worth
from solver.lost_code.planner import Aim, Moment
from solver.lost_code.pricing import Stake, places_of, ranges
from solver.lost_code.ranking import final_plan
from solver.lost_code.rules import exchangeable, wheels_free
from solver.lost_code.simulate import Decision
from solver.lost_code.state import Cause, State
from solver.lost_code.view import view
from solver.lost_code.winning import for_points, likeliest
from tests.deciding import Decided, decisions, record_of, table_after, with_log

PLACED = {1: 5, 2: 2, 3: 1}


@cache
def last_decisions(seed: int, players: int, variants: tuple[Variant, ...] = ()) -> list[Decided]:
    game = decisions(seed, players, variants, ("lookahead-blind",))
    return [decided for decided in game if decided.view.table.round == decided.view.table.rounds]


def final_of(decided: Decided, player: str, log: Sequence[int]) -> Final:
    """What another player places by his own view, if these stones are mine."""
    symbols = decided.view.table.symbols
    events = with_log(decided.events, decided.seat, dict(zip(symbols, log, strict=True)))
    plan = final_plan(odds(view(read(record_of(events)), player)))
    return Final(player, tuple((c[0].symbol, c[0].numbers) for c in plan.symbols))


def winner(decided: Decided, log: Sequence[int], finals: Sequence[Final]) -> str:
    """By the rules: who stands foremost, of a pile at its bottom."""
    table = decided.view.table
    symbols = table.symbols
    events = with_log(decided.events, decided.seat, dict(zip(symbols, log, strict=True)))
    now = table_after(events)
    shown = [Reveal(p, tuple((s, now.held(p, s).number) for s in symbols)) for p in table.players]
    record = read(record_of([*events, *finals, *shown]))
    state: State = record.state
    assert state.scored
    return state.order[-1]


@pytest.mark.parametrize(("seed", "players"), [(70, 2), (71, 2), (72, 3), (73, 4), (74, 2)])
def test_the_final_guesses(seed: int, players: int) -> None:
    for decided in [each for each in last_decisions(seed, players) if each.decision is Decision.FINAL][:2]:
        moment = Moment(decided.view, Aim.WIN)
        plan, chance = moment.finals()
        symbols = decided.view.table.symbols
        numbers = moment.belief.numbers
        mine = Final(
            decided.seat, tuple((symbols[g.axis], tuple(int(numbers[g.axis][p]) for p in g.places)) for g in plan)
        )
        by_points = Final(decided.seat, tuple((c[0].symbol, c[0].numbers) for c in final_plan(moment.odds).symbols))
        logs = moment.belief.held.tolist()
        if len(logs) > 60:
            continue
        won = usual = 0
        for log in logs:
            others = [final_of(decided, p, log) for p in decided.view.table.order if p != decided.seat]
            won += winner(decided, log, [*others, mine]) == decided.seat
            usual += winner(decided, log, [*others, by_points]) == decided.seat
        assert chance == pytest.approx(won / len(logs), abs=1e-9)
        assert won >= usual, "among what is tried are the guesses that are worth most"


def moved(table: State, moves: Sequence[tuple[str, int]]) -> State:
    for player, by in moves:
        table = rules._move(table, player, by, Cause.FINAL)
    return table


@pytest.mark.parametrize("seed", [70, 71, 75])
def test_ties(seed: int) -> None:
    """Every total against every end of the opponent, with pieces that stay where they are."""
    decided = next(each for each in last_decisions(seed, 2) if each.decision is Decision.FINAL)
    me, table = decided.seat, decided.view.table
    he = next(player for player in table.players if player != me)
    compared = 0
    for spaces in ((20, 20), (20, 23), (23, 20)):
        for order in ((me, he), (he, me)):
            mine, his = spaces
            if mine != his and (order[0] == me) != (mine < his):
                continue
            stands = replace(table, spaces={me: mine, he: his}, order=order)
            moment = Moment(replace(decided.view, table=stands), Aim.WIN)
            rival = moment.ending(places_of(table.symbols, table.dice)).rivals[0]
            finals, stone = rival._after(None)
            for row in range(min(len(finals), 6)):
                gained = int(finals[row].sum())
                for total in (mine, his, his + gained - 1, his + gained, his + gained + 1):
                    steps = {me: total - mine, he: gained}
                    expected = moved(stands, [(player, steps[player]) for player in order]).order[-1] == me
                    beaten = rival.beaten(np.array([total]), np.array([row]), space=mine)
                    assert beaten.tolist() == [float(expected)], (spaces, order, steps)
                    compared += 1
            # The same with final guesses that leave him where he is.
            rival._finals[None] = (np.zeros_like(finals), stone)
            rival._reached.clear()
            for row in range(min(len(finals), 3)):
                for total in (his - 1, his, his + 1, mine):
                    steps = {me: total - mine, he: 0}
                    expected = moved(stands, [(player, steps[player]) for player in order]).order[-1] == me
                    assert rival.beaten(np.array([total]), np.array([row]), space=mine).tolist() == [float(expected)]
                    compared += 1
    assert compared > 30


def test_the_numbers_of_a_final_guess() -> None:
    """The likeliest, ascending; of equal ones the smaller. Worth: 7, 4, 3 times the chance less 2."""
    decided = last_decisions(70, 2)[-1]
    known = odds(decided.view)
    belief = Moment(decided.view, Aim.POINTS).belief
    for axis, choices in enumerate(final_plan(known).symbols):
        ours = {tuple(int(belief.numbers[axis][p]) for p in g.places): g for g in likeliest(belief, axis)}
        for choice in choices:
            if choice.ways and set(choice.numbers) <= set(belief.numbers[axis].tolist()):
                guess = ours[choice.numbers]
                assert guess.expected == pytest.approx(choice.expected)
                assert guess.chance == pytest.approx(choice.ways / known.total)
    best = {decided.view.table.symbols[g.axis]: g.expected for g in for_points(belief)}
    assert best == pytest.approx({c[0].symbol: c[0].expected for c in final_plan(known).symbols})


# ---- the last bet ----------------------------------------------------------------------------------------------------

Ends = list[tuple[int, float]]
"""VP with their chances."""


def ranked(law: dict[int, int]) -> list[int]:
    return sorted(law, key=lambda number: (-law[number], number))


def best_count(law: dict[int, int]) -> tuple[int, float]:
    """How many numbers to place, the fewest of equal ones, and what that gains over a miss."""
    order = ranked(law)
    gains = {k: gain * sum(law[n] for n in order[:k]) / sum(law.values()) for k, gain in ((1, 7), (2, 4), (3, 3))}
    count = max(gains, key=lambda k: (round(gains[k], 9), -k))
    return count, gains[count]


def points_by(law: dict[int, int], number: int) -> int:
    """VP of the best final guess by a law, if this is the stone."""
    count, _ = best_count(law)
    return PLACED[count] if number in ranked(law)[:count] else -2


def fresh(unseen: int) -> Ends:
    count, _ = best_count(dict.fromkeys(range(unseen), 1))
    chance = min(count, unseen) / unseen
    return [(PLACED[count], chance), (-2, 1 - chance)]


def loosest(laws: Sequence[dict[int, int]], given: Sequence[int], unseen: Sequence[int]) -> int:
    """Of the symbols that may be given up the one of which least is known against a fresh stone."""
    against = {axis: best_count(laws[axis])[1] - best_count(dict.fromkeys(range(unseen[axis]), 1))[1] for axis in given}
    return min(against, key=lambda axis: round(against[axis], 9))


def laws_of(logs: Sequence[Sequence[int]]) -> list[dict[int, int]]:
    return [{n: column.count(n) for n in set(column)} for column in map(list, zip(*logs, strict=True))]


def won_after(
    logs: Sequence[Sequence[int]],
    win: Callable[[int, int], float],
    given: Sequence[int],
    unseen: Sequence[int],
    *,
    missed: bool,
) -> float:
    """In how many of the logs that an answer leaves I win, with the final guesses that make it most.

    win: the chance by the place of the log and my final points. Tried are the likeliest numbers of each symbol, but for
    what costs 2.5 VP and more.
    """
    laws = laws_of(logs)
    lost = loosest(laws, given, unseen) if missed and given else None
    options: list[list[list[int]]] = []
    for axis, law in enumerate(laws):
        if axis == lost:
            continue
        order, ways = ranked(law), sum(law.values())
        worth = {k: gain * sum(law[n] for n in order[:k]) / ways for k, gain in ((1, 7), (2, 4), (3, 3))}
        tried = [k for k, gain in worth.items() if gain > max(worth.values()) - 2.5]
        options.append([[PLACED[k] if log[axis] in order[:k] else -2 for log in logs] for k in tried])
    new = [(0, 1.0)] if lost is None else fresh(unseen[lost])
    chances = []
    for plan in product(*options):
        totals = [sum(points) for points in zip(*plan, strict=True)]
        chances.append(sum(chance * win(at, total + vp) for at, total in enumerate(totals) for vp, chance in new))
    return max(chances)


@pytest.mark.parametrize("seed", [60, 70, 71, 95, 96])
def test_the_last_bet(seed: int) -> None:
    """Log by log; see the top of this file for what is passed over."""
    compared = 0
    for decided in [each for each in last_decisions(seed, 2) if each.decision is Decision.GUESS]:
        table = decided.view.table
        moment = Moment(decided.view, Aim.WIN)
        logs, dice = moment.belief.held.tolist(), places_of(table.symbols, table.dice)
        if len(logs) > 60:
            continue
        unseen = [len(each) - 1 for each in moment.belief.numbers]
        given = places_of(table.symbols, exchangeable(table))
        rival = moment.ending(dice).rivals[0]
        ends_of = cache(partial(his_ends, decided))
        bets = [bet for bet in moment.bets() if bet.win is not None]
        for bet in [*bets[:2], *Random(seed).sample(bets, 4)]:
            sides: dict[str, list[int]] = {"right": [], "lower": [], "higher": []}
            for place, log in enumerate(logs):
                total = sum(log[die] for die in dice)
                side = "right" if bet.low <= total <= bet.high else "lower" if total < bet.low else "higher"
                sides["lower" if side == "higher" and bet.wheel == table.smallest else side].append(place)
            won = 0.0
            for side, places in sides.items():
                moves = 0 if side != "right" else bet.points
                win = partial(chance_to_win, decided, logs, rival.rows.tolist(), ends_of, places, moves, bet.wheel)
                if places:
                    some = [logs[place] for place in places]
                    won += won_after(some, cache(win), given, unseen, missed=side != "right")
            assert bet.win == pytest.approx(won / len(logs), abs=1e-6), bet
            compared += 1
    assert compared


def chance_to_win(
    decided: Decided,
    logs: Sequence[Sequence[int]],
    rows: Sequence[int],
    ends_of: Callable[[tuple[int, ...], int, int], Ends],
    places: Sequence[int],
    moves: int,
    taken: int,
    at: int,
    points: int,
) -> float:
    """By the rules: with a log, the spaces that my bet moves me, the wheel that I take, and my final points."""
    me, table = decided.seat, decided.view.table
    he = next(player for player in table.players if player != me)
    low, high, his_won = his_bet(rows[places[at]], decided, taken, places_of(table.symbols, table.dice))
    steps = {me: moves, he: his_won}
    after = moved(table, [(player, steps[player]) for player in table.order])
    chance = 0.0
    for his_points, likely in ends_of(tuple(logs[places[at]]), low, high):
        finals = {me: points, he: his_points}
        end = moved(after, [(player, finals[player]) for player in after.order])
        chance += likely * (end.order[-1] == me)
    return chance


def his_bet(row: int, decided: Decided, taken: int, dice: Sequence[int]) -> tuple[int, int, int]:
    """The range that he has set or will set, and the VP that it brings."""
    table = decided.view.table
    he = next(player for player in table.players if player != decided.seat)
    if table.set_now:
        low, high = table.set_now[0].low, table.set_now[0].high
    else:
        moment = Moment(decided.view, Aim.WIN)
        other = moment._opponent(he, dice, moment.tuning.room_last)
        stake = Stake.of(table, he)
        among = ranges(stake, [width for width in wheels_free(table) if width != taken])
        at = int(Worth(other, stake, dice, among).value[row].argmax())
        low, high = int(among.low[at]), int(among.high[at])
    total = sum(table.held(he, die).number or 0 for die in table.dice)
    return low, high, table.points[high - low + 1] if low <= total <= high else 0


def his_ends(decided: Decided, log: Sequence[int], low: int, high: int) -> Ends:
    """VP of the final guesses that he will place after the answer to his bet, if this log is mine."""
    table, me = decided.view.table, decided.seat
    he = next(player for player in table.players if player != me)
    events = with_log(decided.events, me, dict(zip(table.symbols, log, strict=True)))
    state = table_after(events)
    width = next(width for width in wheels_free(state) if table.set_now or width != high - low + 1)
    mine = Guess(me, 0, width - 1)
    guesses = [mine] if table.set_now else [mine, Guess(he, low, high)]
    state = table_after([*events, *guesses])
    told = [Answer(bet.player, rules.truth(state, bet, state.sum_of(bet) or 0)) for bet in state.set_now]
    known = odds(view(read(record_of([*events, *guesses, *told])), he))
    laws = [dict(known.values[symbol]) for symbol in table.symbols]
    points = [points_by(law, table.held(he, s).number or 0) for law, s in zip(laws, table.symbols, strict=True)]
    total = sum(table.held(he, die).number or 0 for die in table.dice)
    given = places_of(table.symbols, exchangeable(table))
    if low <= total <= high or not given:
        return [(sum(points), 1.0)]
    unseen = [len(numbers) - 1 for numbers in known.table.numbers]
    axis = loosest(laws, given, unseen)
    return [(sum(points) - points[axis] + vp, chance) for vp, chance in fresh(unseen[axis])]


def test_without_any_pile_he_gives_up_no_stone() -> None:
    """Where he ends is certain then, even if he will miss."""
    uncertain = 0
    every = [each for seed in (60, 133) for each in last_decisions(seed, 2)]
    for decided in [each for each in every if each.decision is Decision.GUESS]:
        table = decided.view.table
        rival = Moment(decided.view, Aim.WIN).ending(places_of(table.symbols, table.dice)).rivals[0]
        totals = np.arange(-10, 90)[:, None] + np.zeros(len(rival.rows), dtype=np.int64)
        before = rival.beaten(totals, rival.rows, space=table.spaces[decided.seat])
        uncertain += int(((before > 0) & (before < 1)).sum())
        rival.stake = replace(rival.stake, given_up=(False,) * len(table.symbols))
        rival._reached.clear()
        after = rival.beaten(totals, rival.rows, space=table.spaces[decided.seat])
        assert set(np.round(after, 9).ravel().tolist()) == {0.0, 1.0}
    assert uncertain
