"""How time and memory grow with the number of symbols.

4 to 8 symbols of 8 stones at the first position of a four-player game (3 logs in sight, so 5 numbers are left for each
symbol), and with nothing in sight (8 numbers). The model is general in symbols and numbers, even if the game is not.
"""

import tracemalloc
from functools import partial

from benchmarks.timing import markdown, milliseconds
from solver import table
from solver.clue import Slot, SumWithin
from solver.knowledge import Fact, Knowledge, Posterior

__all__ = ["run"]


def position(symbols: int, numbers: int) -> Knowledge:
    """One log of so many symbols, with one answer that every log fits, so that the counts can be checked."""
    asked = tuple(Slot(f"s{symbol}") for symbol in range(symbols))
    everything = SumWithin(tuple((slot, 1) for slot in asked[:3]), 0, 3 * numbers)
    return Knowledge(dict.fromkeys(asked, tuple(range(numbers))), (Fact(everything, 1),), asked)


def _counts(expected: int, found: Posterior) -> bool:
    return found.total == expected


def run() -> str:
    """Give the table: milliseconds, and the most memory that arrays and objects took."""
    rows = []
    for numbers in (5, 8):
        for symbols in range(4, 9):
            known = position(symbols, numbers)
            expected = numbers**symbols
            taken = milliseconds(partial(table.posterior, known), partial(_counts, expected), runs=5)
            tracemalloc.start()
            table.posterior(known)
            memory = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            rows.append([symbols, numbers, f"{expected:,}", f"{taken:.2f}", f"{memory / 2**20:.1f}"])
    return markdown(["symbols", "numbers left", "logs", "posterior ms", "memory MiB"], rows)
