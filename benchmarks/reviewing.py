"""How long a review takes, as the command does it: `lostcode review FILE`, by players, variants and depth.

Whole processes with all cores, games between lookaheads and, since little is known in them, between random players.
"""

import subprocess
import sys
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.asking import Asked, Question
from benchmarks.playing import KINDS, SEED, record_of
from benchmarks.timing import markdown
from solver.lost_code.simulate import NAMES, deal
from solver.record import dump

__all__ = ["QUESTION", "run"]

GOAL = 30.0
"""Seconds for a game of four players at the usual depth, on two cores."""
GAMES = 3
_RUN = "from cli.main import run; run()"


def run(asked: Asked) -> str:
    """Play, review, and give the table."""
    seed = SEED if asked.seed is None else asked.seed
    rows = []
    with TemporaryDirectory() as folder:
        for policy in ("lookahead", "random"):
            for kind in KINDS:
                for players in (2, 3, 4):
                    files = [_game(Path(folder), policy, kind, players, seed + index) for index in range(GAMES)]
                    near, far = [[_seconds(file, depth) for file in files] for depth in (1, 2)]
                    rows.append(
                        [policy, kind, players, f"{median(near):.1f}", f"{max(near):.1f}", f"{median(far):.1f}"]
                    )
    heads = ["policy", "kind", "players", "median, s", "longest, s", "depth 2: median, s"]
    slowest = max(float(row[4]) for row in rows if row[2] == 4)
    return (
        f"{GAMES} games each, seed {seed}. Four players, usual depth: {slowest:.1f} s at most; goal {GOAL:.0f} s.\n\n"
        f"{markdown(heads, rows)}"
    )


def _game(folder: Path, policy: str, kind: str, players: int, seed: int) -> Path:
    dealt = deal(Random(f"reviewing/{seed}"), players, KINDS[kind])
    path = folder / f"{policy}-{kind}-{players}-{seed}.game"
    path.write_text(dump(record_of(dealt, NAMES[:players], policy, str(seed))), encoding="utf-8")
    return path


def _seconds(file: Path, depth: int) -> float:
    start = perf_counter()
    command = [sys.executable, "-c", _RUN, "review", str(file), "--json", "--depth", str(depth)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - start


QUESTION = Question(run, ("seed",), long=True)
