"""How many games a second are simulated, lookahead against lookahead with two players, and how that grows with cores.

Every number of processes plays the same deals, and must come to the same summary. The seconds include the start of
the processes, about one.
"""

from functools import partial
from time import perf_counter

from benchmarks.asking import Asked, Question
from benchmarks.playing import SEED, contest, whole_deals
from benchmarks.timing import markdown
from solver.lost_code.tournament import play_deal, summed
from solver.workers import cores

__all__ = ["QUESTION", "run"]

DEALS, POLICY = 100, "lookahead"


def run(asked: Asked) -> str:
    """Play the deals with 1, 2, 4 … processes up to one on each core, and give the table."""
    played = contest(2, SEED if asked.seed is None else asked.seed, (POLICY,), "plain")
    most = asked.workers or cores()
    counts = sorted({most, *(2**power for power in range(most.bit_length()) if 2**power <= most)})
    rows: list[list[str]] = []
    first = summary = None
    for count in counts:
        start = perf_counter()
        found = summed(played, whole_deals(partial(play_deal, played), asked.deals or DEALS, workers=count))
        rate = found.games / (perf_counter() - start)
        first, summary = first or rate, summary or found
        if found != summary:
            raise AssertionError(f"{count} processes come to another summary than {counts[0]}")
        rows.append([str(count), str(found.games), f"{rate:.2f}", f"{rate / first:.2f}x"])
    return markdown(["processes", "games", "games a second", "against one process"], rows)


QUESTION = Question(run, takes=("deals", "workers", "seed"), long=True)
