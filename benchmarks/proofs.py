"""How long a proof takes, how hard the proofs are, and whether CP-SAT agrees with every one.

Random games (seeds from 700,000 on), stopped at a random moment and seen by a player: everything that his answers make
certain or impossible is explained. CP-SAT must find no world for the answers that a proof names if one of the numbers
were true, and a world for every set that misses one of them.
"""

from collections import Counter
from dataclasses import replace
from random import Random
from time import perf_counter

from benchmarks.timing import markdown
from solver.cp_sat import satisfying
from solver.games import read
from solver.lost_code.explaining import found
from solver.lost_code.knowledge import knowledge
from solver.lost_code.view import view
from solver.proof import effort
from tests.strategies import random_game

__all__ = ["run"]

GAMES = 150


def run() -> str:
    """Give the tables."""
    times: list[float] = []
    efforts: Counter[int] = Counter()
    sizes: Counter[int] = Counter()
    untold = 0
    for seed in range(700_000, 700_000 + GAMES):
        played = random_game(Random(seed))
        table = view(read(played.seen_by(played.setup.players[0])))
        known = knowledge(table)
        start = perf_counter()
        reasons = found(table)
        times.append(perf_counter() - start)
        for reason in reasons:
            own = known.asked[table.table.symbols.index(reason.symbol)]
            against = replace(known, domains={**known.domains, own: reason.numbers})
            fewer = [tuple(line for line in reason.lines if line != left) for left in reason.lines]
            if satisfying(against.keeping(reason.lines)) or not all(satisfying(against.keeping(few)) for few in fewer):
                raise AssertionError(f"seed {seed}: CP-SAT does not agree about {reason}")
            sizes[len(reason.lines)] += 1
            untold += reason.proof is None
            if reason.proof is not None:
                efforts[effort(reason.proof)] += 1
    ordered = sorted(1000 * taken for taken in times)
    total = sum(sizes.values())
    figures: list[list[object]] = [
        ["games", GAMES],
        ["proofs, all confirmed by CP-SAT", total],
        ["all of a game, median ms", f"{ordered[len(ordered) // 2]:.1f}"],
        ["all of a game, 95 % within ms", f"{ordered[int(0.95 * len(ordered))]:.1f}"],
        ["longest ms", f"{ordered[-1]:.1f}"],
        ["not told in steps", untold],
    ]
    answers = [[size, count, f"{100 * count / total:.1f} %"] for size, count in sorted(sizes.items())]
    steps = [[hard, count, f"{100 * count / total:.1f} %"] for hard, count in sorted(efforts.items())]
    tables = [
        markdown(["", ""], figures),
        markdown(["answers in a proof", "proofs", ""], answers),
        markdown(["effort", "proofs", ""], steps),
    ]
    return "\n\n".join(tables)
