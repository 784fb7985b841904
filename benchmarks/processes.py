"""How long a whole command takes, against a Python that only loads numpy.

`solve` and `rank` on a record mid-way, as a person starts them; ortools, pandas and python-constraint must stay
unloaded.
"""

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

from benchmarks.timing import markdown

__all__ = ["run"]

RECORD = Path(__file__).parents[1] / "solver" / "lost_code" / "examples" / "midway.game"
LOST = "import sys; from cli.main import run; sys.argv[1:] = {arguments}; run()"
LOADED = """
import sys
from cli.main import run
sys.argv[1:] = {arguments}
try:
    run()
finally:
    print({{'ortools', 'pandas', 'constraint'}} & set(sys.modules), file=sys.stderr)
"""
RUNS = 15
GOAL = 3


def seconds(code: str) -> float:
    """Wall time of one process."""
    start = perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - start


def heavy(arguments: list[str]) -> str:
    """Which heavy packages a command loads; must be none."""
    code = LOADED.format(arguments=arguments)
    done = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    loaded = done.stderr.strip()
    if loaded != "set()":
        raise AssertionError(f"{arguments} loads {loaded}")
    return "none"


def run() -> str:
    """Give the table. The commands take turns, so that a slow moment of the machine hits all alike."""
    codes = {"import numpy": "import numpy"}
    commands = {}
    for verb in ("solve", "rank"):
        for extra in ([], ["--json"]):
            arguments = [verb, str(RECORD), *extra]
            commands[" ".join(["lostcode", verb, *extra])] = arguments
    codes |= {name: LOST.format(arguments=arguments) for name, arguments in commands.items()}
    times: dict[str, list[float]] = {name: [] for name in codes}
    for turn in range(RUNS + 1):
        for name, code in codes.items():
            passed = seconds(code)
            if turn:
                times[name].append(passed)
    base = times["import numpy"]
    rows = []
    for name, taken in times.items():
        ratio = median(own / other for own, other in zip(taken, base, strict=True))
        goal = "" if name == "import numpy" else f"{GOAL}x"
        loaded = heavy(commands[name]) if name in commands else ""
        rows.append([name, f"{1000 * median(taken):.0f}", f"{ratio:.2f}x", goal, loaded])
    return markdown(["process", "median ms", "against numpy", "goal at most", "heavy packages"], rows)
