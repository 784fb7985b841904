"""Beyond Code: entries that cannot all be true, named soon even after many shuffles."""

from time import monotonic

import pytest
import typer

from cli.outcome import or_leave
from solver.beyond_code.check import check
from solver.beyond_code.conflicts import Conflict, smallest_conflict
from solver.beyond_code.course import course
from solver.beyond_code.events import SQUARES, Card
from solver.beyond_code.odds import solve
from solver.beyond_code.state import Fact
from solver.beyond_code.view import view
from solver.errors import Contradiction
from solver.games import GAMES, read
from solver.record import draft
from tests.beyond_games import CARDS

ANN = "game beyond-code\nplayers Ann Bob Cy\nme Ann\n"


def test_a_contradiction_after_many_shuffles_is_found_soon() -> None:
    text = ANN + "name Ann a1 enigma is enigma\n" + "shuffle a1 b1 c1 a2 b2\n" * 30
    text += "told a3 library\ntold b3 library\n"
    with pytest.raises(Contradiction) as caught:
        solve(view(read(text)))
    assert caught.value.lines == (35, 36)
    begun = monotonic()
    told = check(draft(text, GAMES))
    assert monotonic() - begun < 20
    assert told.conflict == (35, 36)
    assert told.slips


def test_a_smallest_conflict_is_found_soon_and_else_said_to_be_none() -> None:
    """After more than forty shuffles of a1, b1, c1; the last two lines tell of two squares that one card lies there."""
    told = [f"told {square} not {card}\n" for card in CARDS[:7] for square in ("a1", "b1", "c1") * 2]
    shuffles = "".join(line + "shuffle a1 b1 c1\n" for line in told)
    text = ANN + "name Ann a2 book is book\n" + shuffles + "told a3 library\ntold b3 library\n"
    last = text.count("\n")
    begun = monotonic()
    with pytest.raises(Contradiction) as caught:
        solve(view(read(text)))
    assert monotonic() - begun < 6
    assert (caught.value.lines, caught.value.smallest) == ((last - 1, last), True)


def test_where_time_is_short_a_conflict_may_not_be_the_smallest(capsys: pytest.CaptureFixture[str]) -> None:
    """By lines 2 to 5 the first card lies nowhere; line 1 has it on b1, where line 2 alone forbids it."""
    squares, cards = SQUARES[:4], tuple(Card)[:4]
    nowhere = [Fact(2 + n, square, frozenset(cards[1:])) for n, square in enumerate(("b1", "c1", "a2", "a1"))]
    held = course((Fact(1, "b1", frozenset({cards[0]})), *nowhere), squares, cards)
    assert smallest_conflict(held) == Conflict((1, 2), smallest=True)
    assert smallest_conflict(held, limit=0) == Conflict((2, 3, 4, 5), smallest=False)

    def failing() -> None:
        raise Contradiction((2, 3, 4, 5), reason="these entries cannot all be true", smallest=False)

    for as_json, told in (
        (False, "A set of lines (not proved smallest: time ran out): 2, 3, 4, 5"),
        (True, '"smallest": false'),
    ):
        with pytest.raises(typer.Exit) as left:
            or_leave(failing, "x.game", as_json=as_json)
        assert left.value.exit_code == 1
        assert told in " ".join("".join(capsys.readouterr()).split())


def test_where_time_is_short_the_answer_says_so() -> None:
    told = check(draft(ANN + "told a3 library\ntold b3 library\n", GAMES), limit=0)
    assert (told.slips, told.tried_all, told.conflict) == ((), False, (4, 5))
