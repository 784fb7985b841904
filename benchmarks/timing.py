"""Timing in one process, and tables in Markdown."""

from collections.abc import Callable, Iterable, Sequence
from statistics import median
from time import perf_counter
from typing import TypeVar

__all__ = ["markdown", "milliseconds"]

T = TypeVar("T")


def milliseconds(call: Callable[[], T], check: Callable[[T], bool], *, runs: int) -> float:
    """Give the median time of some runs after one that does not count; every answer must pass the check."""
    times = []
    for run in range(runs + 1):
        start = perf_counter()
        answer = call()
        if run:
            times.append(perf_counter() - start)
        if not check(answer):
            raise AssertionError(f"a wrong answer was timed: {call}")
    return 1000 * median(times)


def markdown(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Lay out a table, each cell padded to its column."""
    cells = [list(heads), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(heads))]
    lines = [
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)) + " |" for row in cells
    ]
    lines.insert(1, "| " + " | ".join("-" * width for width in widths) + " |")
    return "\n".join(lines)
