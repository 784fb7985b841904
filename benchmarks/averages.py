"""What a review takes to be usual, measured: what rounds still to come are worth to players of the one-step value.

Games between lookaheads: plain ones, one variant or expansion at a time, and any of them together. What each adds to a
plain game is fitted by least squares, for each number of players and each round; what is left of the game's end is its
spread. --save also writes `solver/lost_code/review/average.json`, which the program reads.
"""

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial, reduce
from pathlib import Path
from random import Random

import numpy as np

from benchmarks.asking import Asked, Question
from benchmarks.estimates import interval
from benchmarks.machine import commit, today
from benchmarks.playing import record_of, whole_deals
from benchmarks.timing import markdown
from solver.lost_code.box import FINAL_POINTS, MISSED, ROUNDS
from solver.lost_code.events import Event, Guess, Roll, Variant
from solver.lost_code.play import apply
from solver.lost_code.review.worth import Mind, thrown
from solver.lost_code.rules import wheels_free
from solver.lost_code.simulate import NAMES, deal
from solver.lost_code.state import Cause, State
from solver.lost_code.view import View, seen_by
from solver.lost_code.winning import for_points
from solver.record import Record

__all__ = ["QUESTION", "Usual", "kind_of", "measured", "of_players", "one_deal", "run"]

DEALS, SEARCHED = 6_000, 77_000
"""Deals of all three numbers of players together, and their seed: no other measurement uses it."""
WRITTEN = Path(__file__).parents[1] / "solver/lost_code/review/average.json"
_LEAST = 0.5
"""VP of standard deviation at least, where what others place is known but for what they may do otherwise."""
_PLAIN, _SINGLE = 4, 4
"""Of ten games of each number of players so many are plain, and in so many one variant is played."""


@dataclass(frozen=True, slots=True)
class Change:
    """How the best bet changed. taken: how many wheels were. at_once: VP of the bet; finals: of what comes after it."""

    round: int
    taken: int
    at_once: float
    finals: float


@dataclass(frozen=True, slots=True)
class Usual:
    """What one player's game says. rest, placed, total, curse: by round from 1, the first and third as in `Average`.

    placed: VP that the best final guesses would bring then.

    turned, taken: VP, taken by how many wheels were.
    """

    players: int
    variants: tuple[Variant, ...]
    rest: tuple[float, ...]
    placed: tuple[float, ...]
    total: tuple[float, ...]
    curse: tuple[float, ...]
    turned: tuple["Change", ...]
    taken: tuple["Change", ...]


def kind_of(rng: Random, turn: int) -> tuple[Variant, ...]:
    """What is played in a game, by its turn: plain, one variant, or any of them."""
    variants = tuple(Variant)
    if turn % 10 < _PLAIN:
        return ()
    if turn % 10 < _PLAIN + _SINGLE:
        return (variants[turn % 10 - _PLAIN],)
    return tuple(variant for variant in variants if rng.random() < 0.5)


def one_deal(seed: int, index: int) -> list[Usual]:
    """Play a deal, index from 1, and look at it from every seat."""
    rng = Random(f"{seed}/{index}")
    players = 2 + index % 3
    variants = kind_of(rng, index // 3)
    names = NAMES[:players]
    record = record_of(deal(rng, players, variants), names, "lookahead", f"{seed}/{index}")
    return [_look(record, variants, seat) for seat in names]


def _look(record: Record[Event, State], variants: tuple[Variant, ...], seat: str) -> Usual:
    rest, placed, total, turned, taken = [], [], [], [], []
    end = record.state.spaces[seat]
    state, left, at_once = State(accepted=True), 0.0, 0.0
    for entry in seen_by(record, seat):
        mind = Mind(View(seat, state)) if state.players else None
        if isinstance(entry.event, Roll) and mind:
            rest.append(end - mind.space - mind.finals)
            placed.append(float(_placed(mind, record)))
            total.append(float(end - mind.space))
        if isinstance(entry.event, Guess) and mind and state.order[0] != seat:
            if not state.set_now:
                throw = thrown(state.thrown)
                now = Mind(mind.view, _nothing)
                left, at_once = mind.best(state.dice), now.best(state.dice)
                whole, first = left - mind.thrown(throw, thrower=False), at_once - now.thrown(throw, thrower=False)
                turned.append(Change(state.round, 0, first, whole - first))
            if entry.event.player == seat:
                free = wheels_free(state)
                whole = mind.best_of(state.dice, free) - left
                first = Mind(mind.view, _nothing).best_of(state.dice, free) - at_once
                taken.append(Change(state.round, len(state.set_now), first, whole - first))
        state = apply(state, entry.event, entry.line)
    mind = Mind(View(seat, _before_the_end(record, seat)))
    rest.append(end - mind.space - mind.finals)
    placed.append(float(_placed(mind, record)))
    total.append(float(end - mind.space))
    gains: dict[int, float] = defaultdict(float)
    for move in record.state.moves:
        if move.player == seat and move.cause is Cause.CURSE_GAIN:
            gains[move.round] += move.by
    curse = tuple(gains[round_] for round_ in range(1, record.state.rounds + 1))
    by_round = (tuple(rest), tuple(placed), tuple(total), curse)
    return Usual(len(record.state.players), variants, *by_round, tuple(turned), tuple(taken))


def _nothing(_finals: float) -> float:
    """Leave the final guesses out."""
    return 0.0


def _placed(mind: Mind, record: Record[Event, State]) -> int:
    """VP that the best final guesses would bring now, tokens aside, as somebody reckons who sees the stones."""
    points = 0
    for guess in for_points(mind.belief):
        symbol = mind.table.symbols[guess.axis]
        place = len(mind.table.history(mind.seat, symbol)) - 1
        stone = record.state.history(mind.seat, symbol)[place].number
        right = stone in mind.belief.numbers[guess.axis][list(guess.places)]
        points += FINAL_POINTS[len(guess.places)] if right else MISSED
    return points


def _before_the_end(record: Record[Event, State], seat: str) -> State:
    """The table as the seat saw it after the last exchange."""
    entries = list(seen_by(record, seat))
    played = [entry for entry in entries if type(entry.event).__name__ not in ("Final", "Reveal")]
    return reduce(lambda state, entry: apply(state, entry.event, entry.line), played, State(accepted=True))


# ---- from games to figures -------------------------------------------------------------------------------------------


def measured(games: Sequence[Usual]) -> Mapping[str, Mapping[str, Mapping[str, list[float]]]]:
    """What `average.json` holds, by the number of players."""
    return {
        str(players): of_players(players, [game for game in games if game.players == players]) for players in ROUNDS
    }


def of_players(players: int, games: Sequence[Usual]) -> Mapping[str, Mapping[str, list[float]]]:
    """The same for one number of players: a plain game's figures, and what each variant adds to them."""
    rounds = ROUNDS[players]
    flags = np.array([[1.0, *(variant in game.variants for variant in Variant)] for game in games])
    totals = np.array([game.total for game in games])
    finals = totals - np.array([game.rest for game in games])
    rest, keeps, rest_spread = _fitted_with(flags, finals, totals)
    # With the last exchange made nothing is left but the final guesses, and these are priced exactly.
    rest[:, rounds], keeps[rounds] = 0.0, 1.0
    ahead, counts, close = _fitted_with(flags, np.array([game.placed for game in games]), totals)
    total, total_spread = _fitted(flags, totals)
    curse = np.array([game.curse for game in games])[[Variant.CURSE in game.variants for game in games]].mean(axis=0)
    turned = _fitted(*_rows([(game, change) for game in games for change in game.turned], keeps))[0]
    taken = np.zeros((len(Variant) + 1, players))
    for count in range(1, players):
        rows = [(game, change) for game in games for change in game.taken if change.taken == count]
        taken[:, count] = _fitted(*_rows(rows, keeps))[0][:, 0]
    figures = {}
    for place, name in enumerate(["plain", *Variant]):
        plain = not place
        own = {
            "keeps": [0.0, *(keeps * plain).tolist()],
            "rest": [0.0, *rest[place].tolist()],
            "spread": [1.0 * plain, *(rest_spread * plain).tolist()],
            "counts": [0.0, *(counts * plain).tolist()],
            "ahead": [0.0, *ahead[place].tolist()],
            "close": [1.0 * plain, *(np.maximum(close, _LEAST) * plain).tolist()],
            "total": [0.0, *total[place].tolist()],
            "others": [1.0 * plain, *(total_spread * plain).tolist()],
            "turned": turned[place].tolist(),
            "taken": taken[place].tolist(),
            "curse": [0.0, *(curse * (name == Variant.CURSE)).tolist(), 0.0],
        }
        figures[str(name)] = {key: [round(value, 4) for value in values] for key, values in own.items()}
    return figures


def _rows(rows: Sequence[tuple[Usual, Change]], keeps: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What was played, and what a change comes to in the end. keeps: by round, what is kept of the final guesses."""
    flags = np.array([[1.0, *(variant in game.variants for variant in Variant)] for game, _ in rows])
    return flags, np.array([[change.at_once + keeps[change.round] * change.finals] for _, change in rows])


def _fitted(flags: np.ndarray, values: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """What a plain game has and each variant adds, (1 + variants, columns), and the spread around it."""
    fit = np.linalg.lstsq(flags, values, rcond=None)[0]
    return fit, (values - flags @ fit).std(axis=0)


def _fitted_with(
    flags: np.ndarray, placed: np.ndarray, values: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """The same with one more figure of each game, column by column: how much it counts comes second."""
    fits, spreads = [], []
    for column in range(values.shape[1]):
        known = np.column_stack([flags, placed[:, column]])
        fit, spread = _fitted(known, values[:, [column]])
        fits.append(fit[:, 0])
        spreads.append(spread[0])
    fitted = np.array(fits).T
    return fitted[:-1], fitted[-1], np.array(spreads)


def run(asked: Asked) -> str:
    """Play, and give the table."""
    seed = SEARCHED if asked.seed is None else asked.seed
    deals = whole_deals(partial(one_deal, seed), asked.deals or DEALS, asked.minutes, asked.workers)
    games = [each for played in deals for each in played]
    figures = measured(games)
    if asked.save is not None:
        told = {"measured": today(), "commit": commit(), "seed": seed, "deals": len(deals), "players": figures}
        WRITTEN.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    rows = []
    for players in ROUNDS:
        plain = [game for game in games if game.players == players and not game.variants]
        start = interval([game.total[0] for game in plain]) if len(plain) > 1 else None
        own = figures[str(players)]
        adds = ", ".join(f"{variant} {own[variant]['total'][1]:+.1f}" for variant in Variant)
        rows.append(
            [
                str(players),
                str(len(plain)),
                start.written() if start else "",
                f"{own['plain']['spread'][1]:.2f}",
                adds,
                f"{own['plain']['turned'][0]:+.2f}",
                ", ".join(f"{value:+.2f}" for value in own["plain"]["taken"][1:]),
            ]
        )
    heads = [
        "players",
        "plain games, seats",
        "VP of an average game",
        "spread",
        "what each variant adds",
        "another's turning",
        "wheels taken before: 1, 2, 3",
    ]
    return f"{len(deals)} deals, seed {seed}, lookahead in every seat.\n\n{markdown(heads, rows)}"


QUESTION = Question(run, ("deals", "minutes", "workers", "seed"), long=True)
