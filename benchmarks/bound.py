"""How far from the best possible the policies are: their VP beside a bound that none can pass without reading.

`bounding.py` proves the bound. It grows with the stones that the others draw, since these show numbers that the viewer
cannot have: one figure holds whatever the others do, the other for any policy at whose table they draw as many as
they did here. The policies sit in every seat in turn, among lookaheads. Reader reads, so the bound does not hold for
it: it may come closer, or pass it.
"""

from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import mean

from benchmarks.asking import Asked, Question
from benchmarks.bounding import Beginnings, all_right, bound, most_drawn
from benchmarks.estimates import interval
from benchmarks.playing import KINDS, SEED, whole_deals
from benchmarks.timing import markdown
from solver.lost_code.makers import maker
from solver.lost_code.simulate import NAMES, deal, play

__all__ = ["QUESTION", "Game", "play_one", "run"]

DEALS, FIRST_ROUNDS = 200, 100
POLICIES = ("lookahead", "planner", "reader")


@dataclass(frozen=True, slots=True)
class Game:
    """What a policy came to. points: VP. drawn: stones that the others drew."""

    points: int
    drawn: int


def play_one(policy: str, players: int, kind: str, seed: int, index: int) -> Game:
    """Play a deal; index: from 1."""
    names = NAMES[:players]
    own = names[index % players]
    seated = {name: maker(policy if name == own else "lookahead")(Random(f"{seed}/{index}/{name}")) for name in names}
    state = play(deal(Random(f"{seed}/{index}"), players, KINDS[kind]), seated).state
    drawn = sum(len(state.history(name, s)) - 1 for name in names if name != own for s in state.symbols)
    return Game(state.spaces[own], drawn)


def run(asked: Asked) -> str:
    """Play, and give the table."""
    seed = SEED if asked.seed is None else asked.seed
    rows = []
    for kind in ("plain", "x-race"):
        begun = Beginnings(f"beginnings {seed}", FIRST_ROUNDS, x_race=kind == "x-race")
        for players in (2, 3, 4):
            whatever = bound(begun, players, most_drawn(players, begun.pile))
            trivial = all_right(players, tuple(begun.wheels.values()))
            for policy in POLICIES:
                work = partial(play_one, policy, players, kind, seed)
                games = whole_deals(work, asked.deals or DEALS, asked.minutes, asked.workers)
                points, drawn = interval([game.points for game in games]), mean(game.drawn for game in games)
                here = bound(begun, players, drawn)
                bounds = [str(trivial), whatever.written(sign=False), f"{drawn:.2f}", here.written(sign=False)]
                told = "reads: no bound for it" if policy == "reader" else ""
                distance = f"{here.mean - points.mean:.2f}"
                rows.append([kind, str(players), policy, points.written(sign=False), *bounds, distance, told])
    heads = ["kind", "players", "policy", "VP", "all right", "bound, whatever others do", "others drew"]
    return markdown([*heads, "bound, if they draw as many", "distance", ""], rows)


QUESTION = Question(run, takes=("deals", "minutes", "workers", "seed"), long=True)
