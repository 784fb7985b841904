"""How the program refuses what it is given: its statuses, and what holds for every message."""

import re

from tests.console import Console, Outcome

BAD_INPUT, CONTRADICTION, INTERRUPTED, CLOSED_PIPE = 2, 1, 130, 141


def is_clean(text: str) -> bool:
    """Whether a terminal would obey nothing in it: no control but tab and line break, nothing that turns text round."""
    return re.search("[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", text) is None


def follow_advice(console: Console, name: str, told: Outcome) -> None:
    """Whatever `--at` a message recommends must work."""
    for line in re.findall(r"--at (\d+)", told.said):
        followed = console.ask("show", name, "--at", line)
        assert followed.status == 0, followed.err
