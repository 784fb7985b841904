"""What `check` proposes where the rules forbid a line of Cypher: the cause may stand long before."""

import pytest

from cli.cypher.commands import check
from cli.cypher.screens import screen
from cli.outcome import rendered
from solver.cypher.slips import Slip
from solver.games import GAMES
from solver.record import draft
from tests.console import Console
from tests.test_cypher_rules import MINE

ROUND = (
    "play Ann c\nreceive Ann deck e\npass Ann Bob a\npass Ann Cy f\nplay Bob h\nreceive Bob deck ?\npass Bob Cy ?\n"
    "pass Bob Ann i\nplay Cy d\nmove deck Cy ?\nreceive Cy market\nmarket b\npass Cy Ann b\npass Cy Bob ?\n"
    "discard Cy ?\nplay Ann i\n"
)
"""Lines 7 to 22 after the set-up: Ann keeps e, is given i by Bob and b by Cy, and plays i. All of it is allowed.

Cy plays one of three cards, his action and phase 2 bring two, and he passes two: one of the two left is discarded.
"""


def slips(text: str) -> tuple[Slip, ...]:
    return check(draft(text, GAMES), None, None, 20.0).checked.slips


def told(text: str) -> list[tuple[int, str | None, str | None]]:
    return [(slip.line, slip.was, slip.instead) for slip in slips(text)]


def test_the_round_is_allowed() -> None:
    assert not check(draft(MINE + ROUND, GAMES), None, None, 5.0).checked.wrong


@pytest.mark.parametrize(
    ("line", "right", "wrong"),
    [
        (14, "pass Bob Ann i", "pass Bob Ann h"),  # missed on line 22, when Ann plays i
        (8, "receive Ann deck e", "receive Ann deck f"),
        (9, "pass Ann Bob a", "pass Ann Bob c"),  # c lies on the table
        (22, "play Ann i", "play Ann h"),
    ],
)
def test_a_card_that_was_noted_wrongly_is_found_before_the_line_where_it_is_missed(
    line: int, right: str, wrong: str
) -> None:
    text = MINE + ROUND.replace("pass Ann Cy f", "pass Ann Cy e") if line == 8 else MINE + ROUND
    text = text.replace(f"{right}\n", f"{wrong}\n")
    if line == 8:
        # She passed Cy the e that she received; with an f instead she would have had none to pass.
        assert told(text)[0] in [(10, "pass Ann Cy e", "pass Ann Cy f"), (8, wrong, right)]
    assert (line, wrong, right) in told(text)


@pytest.mark.parametrize(
    ("missing", "before"),
    [
        ("market b", 18),
        ("play Bob h", 11),
        ("receive Bob deck ?", 12),
        ("pass Bob Cy ?", 13),
        ("discard Cy ?", 21),
    ],
)
def test_a_line_that_was_forgotten_is_found_where_the_rules_ask_for_it(missing: str, before: int) -> None:
    text = MINE + ROUND.replace(f"{missing}\n", "")
    found = told(text)
    assert (before, None, missing) in found
    assert found[0][1] is None


def test_an_action_that_nobody_noted_is_found() -> None:
    """Without the card that his action brought Cy has none to discard."""
    assert (16, None, "move deck Cy ?") in told(MINE + ROUND.replace("move deck Cy ?\n", ""))


def test_a_missing_line_is_told_on_the_screen_and_in_json(console: Console) -> None:
    text = MINE + ROUND.replace("receive Bob deck ?\n", "")
    examined = check(draft(text, GAMES), None, None, 20.0)
    assert "1. missing before line 12: receive Bob deck ?" in rendered(screen(examined))
    console.write(text, "g.game")
    found = console.ask("check", "g.game", "--json").data["slips"]
    assert found[0] == {"line": 12, "says": None, "means": "receive Bob deck ?"}
