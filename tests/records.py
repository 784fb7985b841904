"""The records that the tests of the command line share, and what is known of them."""

import json
import re
from functools import cache
from typing import Any

from tests import brute
from tests.console import GOLDEN, VERBS

SYMBOLS = ["bear", "jaguar", "human", "bird", "chameleon", "snake"]
ABOUT_GAMES = ("new", "play", "list")
COMMANDS = (*VERBS, *ABOUT_GAMES, "explain", "check", "review", "merge", "wheels", "sheet", "simulate", "drill")
ENGINES = ["table", "cp-sat", "python-constraint"]
RECORDS = sorted(path.stem for path in GOLDEN.glob("*.game"))
SEEN = [name for name in RECORDS if not re.search("complete|contradiction", name)]
COMPLETE = [name for name in RECORDS if name.endswith("-complete")]
CONTRADICTIONS = [name for name in RECORDS if name.startswith("contradiction")]

# The record of the specification.
EXAMPLE = """\
game lost-code
players Ann Bob
me Ann
stack Bob Ann
log Bob       bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1
log neutral-1 bear 1 jaguar 4 human 2 bird 0 chameleon 3 snake 6
log neutral-2 bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2
roll bear bear snake        # Ann's piece lies on top: she is last and throws
turn bear human
guess Ann 9-15
guess Bob 10-13
answer Ann lower
answer Bob right            # 3 + 7 + 1 = 11
exchange Ann bear 0 ?
"""

# A game that was played to its end: the rulebook's examples, by a player of the name in every example.
FINISHED = (GOLDEN.parents[2] / "solver" / "lost_code" / "examples" / "rulebook.game").read_text("utf-8")
FINISHED = FINISHED.replace("Jim", "Ann")

# The same as EXAMPLE, step by step, without comments and with the wheels given.
HEADER = "game lost-code\nplayers Ann Bob\nme Ann\n"
SEATED = HEADER + "wheels 1=5 2=4 3=3 4=3 5=2 7=2 10=1\nstack Bob Ann\n"
BOBS = SEATED + "log Bob bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1\n"
START = (
    BOBS
    + "log neutral-1 bear 1 jaguar 4 human 2 bird 0 chameleon 3 snake 6\n"
    + "log neutral-2 bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2\n"
)
THROWN = START + "roll bear bear snake\n"
ROLLED = THROWN + "turn bear human\n"
SET = ROLLED + "guess Ann 9-15\nguess Bob 10-13\n"
ANSWERED = SET + "answer Ann lower\nanswer Bob right\n"
EXCHANGED = ANSWERED + "exchange Ann bear 0 ?\n"

GIVEN = "wheels 1=5 2=4 3=3 4=3 5=2 7=2 10=1"
BUILT_IN = {"1": 5, "2": 4, "3": 3, "4": 3, "5": 2, "7": 2, "10": 1}

# Twice Ann guessed 0 and was right, so all her stones are 0 and one log is left. Bob's sums are 11 and 8.
NARROW = """\
game lost-code
players Bob Ann
me Ann
log Bob bear 3 jaguar 1 human 7 bird 2 chameleon 5 snake 1
log neutral-1 bear 1 jaguar 4 human 2 bird 6 chameleon 3 snake 6
log neutral-2 bear 6 jaguar 7 human 5 bird 4 chameleon 7 snake 2
roll bear jaguar human
guess Ann 0
guess Bob 10-13
answer Ann right
answer Bob right
roll bird chameleon snake
guess Bob 5-9
guess Ann 0
answer Bob right
answer Ann right
"""
# With two slips: 3 + 1 + 7 = 11, so 10-13 was right, and it was the bear 3 that lay in Bob's log.
SLIPS = NARROW.replace("answer Bob right\nroll", "answer Bob lower\nexchange Bob bear 4 5\nroll")
SLIP_LINES = [11, 12]

# All is known. Bob's sum for bear bear snake is 3 + 3 + 1 = 7, Cy's 1 + 1 + 6 = 8.
OPEN = """\
game lost-code
players Ann Bob Cy
wheels 1=5 2=4 3=3 4=3 5=2 7=2 10=1
stack Cy Bob Ann
log Ann bear 0 jaguar 1 human 2 bird 3 chameleon 4 snake 5
log Bob bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1
log Cy bear 1 jaguar 4 human 1 bird 0 chameleon 3 snake 6
log neutral-1 bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2
roll bear bear snake
guess Ann 0-6
"""

# A row of wheels on a screen.
ROW = re.compile(
    r"^(\d+)(?:-(\d+))? +(\d+) +(\d+) +(<0\.1|>99\.9|[\d.]+) % +(-?\d+\.\d\d) +(-?\d+\.\d\d) *$", re.MULTILINE
)


def golden(name: str) -> str:
    return (GOLDEN / f"{name}.game").read_text("utf-8")


def expected_of(name: str) -> dict[str, Any]:
    expected: dict[str, Any] = json.loads((GOLDEN / f"{name}.expected.json").read_text("utf-8"))
    return expected


@cache
def choices_of(name: str) -> list[dict[str, Any]]:
    return brute.choices(golden(name))


def line_of(text: str, beginning: str) -> int:
    """The number of the last line that begins so."""
    return max(number for number, line in enumerate(text.split("\n"), 1) if line.startswith(beginning))


def before(text: str, line: int) -> str:
    return "".join(text.splitlines(keepends=True)[: line - 1])


def seat_for(text: str) -> list[str]:
    """What must be added for a record without `me`: the seat of the first player."""
    return [] if "\nme " in text else ["--as", text.split("players ")[1].split()[0]]


def of_symbols(counted: dict[str, dict[int, int]]) -> dict[str, dict[str, int]]:
    return {symbol: {str(number): ways for number, ways in each.items()} for symbol, each in counted.items()}
