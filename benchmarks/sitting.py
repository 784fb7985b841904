"""How long the player at the table waits: from Enter to the new prompt, and from the start to the first prompt.

From Enter to the prompt at the first position of a four-player game: the line is read and judged, the file saved and
synced, what it changed and the choices are computed and rendered. Given as a ratio to the table engine's own time for
the same position: its posterior, and all that is ranked there (which die to turn is the larger part).
The start goes through a pseudo-terminal, against a Python that only loads numpy and prompt_toolkit.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter

import pexpect
from rich.console import RenderableType

from benchmarks.engines import FIRST
from benchmarks.processes import seconds
from benchmarks.timing import markdown, milliseconds
from cli.desk import Question
from cli.lost_code.companion import Companion
from cli.outcome import rendered
from cli.session import Session
from cli.table import Table
from solver.engines import ENGINES
from solver.games import read
from solver.lost_code.events import SYMBOLS
from solver.lost_code.knowledge import knowledge
from solver.lost_code.ranking import one_step
from solver.lost_code.view import view

__all__ = ["run"]

RUNS = 15
GOAL = 4
LINES = {
    "be j h": "a throw of mine: every die and every wheel is ranked",
    "t h s": "a die turned: every wheel is ranked",
    "9-15": "my wheel set",
}
"""What is typed one after another, from the position before the throw."""


class _Timed:
    """A desk that types lines, and notes how long the table took from each to the next question."""

    patient = True

    def __init__(self, typed: Iterator[str]) -> None:
        self.typed = typed
        self.waited: dict[str, list[float]] = {}
        self._last = ("", 0.0)

    def ask(self, question: Question) -> str:
        question.prompt("")
        line, since = self._last
        if since:
            self.waited.setdefault(line, []).append(perf_counter() - since)
        typed = next(self.typed, "quit")
        self._last = (typed, perf_counter())
        return typed

    def say(self, *parts: RenderableType) -> None:
        rendered(parts)

    def page(self, *parts: RenderableType) -> None:
        rendered(parts)

    def glimpse(self, *parts: RenderableType, urgent: bool = False) -> None:  # noqa: ARG002 - every desk's
        rendered(parts)

    def hide(self) -> None:
        """Never asked for."""

    def clear(self) -> None:
        """Never asked for."""

    def forget(self) -> None:
        """Nothing is brought back here."""


def _typed() -> Iterator[str]:
    for _ in range(RUNS + 1):
        yield from LINES
        yield from ("undo",) * len(LINES)


def waits(variant: str) -> dict[str, float]:
    """Median seconds from Enter to the next question, by what was typed."""
    before = FIRST.format(variant=variant).rsplit("roll", 1)[0]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "first.game"
        path.write_text(before, "utf-8")
        at = _Timed(_typed())
        Table(Session.opened(path), Companion(SYMBOLS), at).sit()
        if path.read_text("utf-8") != before:
            raise AssertionError("what was undone is still there")
    return {line: median(at.waited[line][1:]) for line in LINES}


def starts() -> list[tuple[float, float]]:
    """Seconds to the first prompt, and seconds to load numpy and prompt_toolkit, in turns."""
    pairs = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "first.game"
        path.write_text(FIRST.format(variant=""), "utf-8")
        code = f"import sys; from cli.main import run; sys.argv[1:] = ['play', {str(path)!r}]; run()"
        own = {"LOSTCODE_DATA": folder, "LOSTCODE_CONFIG": folder, "PROMPT_TOOLKIT_NO_CPR": "1", "TERM": "xterm"}
        for turn in range(RUNS + 1):
            start = perf_counter()
            child = pexpect.spawn(sys.executable, ["-c", code], env=os.environ | own, dimensions=(24, 80), timeout=20)
            # prompt_toolkit writes the prompt, then moves the cursor.
            child.expect("\n[^\n]*>[\b ]")
            passed = perf_counter() - start
            child.close(force=True)
            if turn:
                pairs.append((passed, seconds("import numpy, prompt_toolkit")))
    return pairs


def run() -> str:
    """Give both tables."""
    rows = []
    for name, variant in (("0-7", ""), ("X-Race", "variant x-race")):
        seen = view(read(FIRST.format(variant=variant)))
        known = knowledge(seen)
        engine = milliseconds(partial(ENGINES["table"], known, None), lambda found: found.total > 0, runs=20)
        ranked = milliseconds(partial(one_step, seen), lambda advice: bool(advice.turns), runs=10)
        for line, waited in waits(variant).items():
            ms = 1000 * waited
            rows.append([name, line, LINES[line], f"{ms:.1f}", f"{ms / engine:.0f}x", f"{ms / ranked:.2f}x"])
    heads = ["position", "typed", "", "median ms", "against the posterior", "against ranking a throw of mine"]
    enter = markdown(heads, rows)
    pairs = starts()
    ratio = median(own / other for own, other in pairs)
    base, own = (f"{1000 * median(pair[place] for pair in pairs):.0f}" for place in (1, 0))
    rows = [
        ["import numpy, prompt_toolkit", base, "1.00x", ""],
        ["lostcode play, to its prompt", own, f"{ratio:.2f}x", f"{GOAL}x"],
    ]
    started = markdown(["process", "median ms", "ratio", "goal at most"], rows)
    return f"{enter}\n\n{started}"
