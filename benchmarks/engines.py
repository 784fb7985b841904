"""How much faster the table is than CP-SAT and python-constraint at the same question.

Posterior: counts and marginals. Rank: the posterior and the value of every wheel and range. The others merely list the
same logs. First position of a four-player game, for 0-7 and for X-Race, and each record of tests/golden where the
viewer is to guess.
"""

from functools import partial
from pathlib import Path
from statistics import median

from benchmarks.timing import markdown, milliseconds
from solver.engines import ENGINES
from solver.games import read
from solver.knowledge import Posterior
from solver.lost_code.knowledge import knowledge
from solver.lost_code.odds import odds
from solver.lost_code.ranking import WheelChoice, guess_choices
from solver.lost_code.rules import wheels_free
from solver.lost_code.view import View, view

__all__ = ["run"]

FIRST = """game lost-code
players Ann Bob Cleo Dan
me Ann
{variant}
stack Dan Cleo Bob Ann
log Bob  bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1
log Cleo bear 1 jaguar 4 human 2 bird 0 chameleon 3 snake 6
log Dan  bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2
roll bear jaguar human
"""
GOLDEN = Path(__file__).parents[1] / "tests" / "golden" / "lost-code"
GOALS = {"posterior / cp-sat": 100, "rank / cp-sat": 30, "posterior / python-constraint": 10}


def positions() -> dict[str, View]:
    """The positions by name."""
    named = {"first, 0-7": FIRST.format(variant=""), "first, X-Race": FIRST.format(variant="variant x-race")}
    for path in sorted(GOLDEN.glob("*.game")):
        if not path.stem.endswith("-complete") and not path.stem.startswith("contradiction"):
            named[path.stem] = path.read_text("utf-8")
    return {name: view(read(text)) for name, text in named.items()}


def measure(seen: View) -> dict[str, float]:
    """Milliseconds for each engine's posterior, and for rank; the answers must agree."""
    known, table = knowledge(seen), seen.table
    expected = ENGINES["python-constraint"](known, None)

    def ranked(choices: tuple[WheelChoice, ...]) -> bool:
        return bool(choices) and all(c.right + c.lower + c.higher == expected.total for c in choices)

    def right(found: Posterior) -> bool:
        return found.total == expected.total and found.marginals == expected.marginals

    times: dict[str, float] = {}
    for name, engine in ENGINES.items():
        times[name] = milliseconds(partial(engine, known, None), right, runs=20 if name == "table" else 3)
    times["rank"] = milliseconds(lambda: guess_choices(odds(seen), table.dice, wheels_free(table)), ranked, runs=10)
    times["logs"] = expected.total
    return times


def run() -> str:
    """Give the table of times and ratios, and whether the goals are met."""
    rows = []
    ratios: dict[str, list[float]] = {goal: [] for goal in GOALS}
    for name, seen in positions().items():
        times = measure(seen)
        found = {
            "posterior / cp-sat": times["cp-sat"] / times["table"],
            "rank / cp-sat": times["cp-sat"] / times["rank"],
            "posterior / python-constraint": times["python-constraint"] / times["table"],
        }
        for goal, ratio in found.items():
            ratios[goal].append(ratio)
        rows.append(
            [name, int(times["logs"]), *(f"{times[k]:.2f}" for k in ("table", "rank", "cp-sat", "python-constraint"))]
            + [f"{ratio:.0f}x" for ratio in found.values()]
        )
    rows.append(["median", "", "", "", "", "", *(f"{median(ratios[goal]):.0f}x" for goal in GOALS)])
    rows.append(["goal, first positions", "", "", "", "", "", *(f"{goal}x" for goal in GOALS.values())])
    heads = ["position", "logs", "posterior ms", "rank ms", "cp-sat ms", "p.-constraint ms", *GOALS]
    return markdown(heads, rows)
