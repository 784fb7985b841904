"""Beyond Code: what a seat may not know reaches none of its figures."""

from random import Random

import pytest

from solver.beyond_code.advice import advise
from solver.beyond_code.events import Card
from solver.beyond_code.odds import solve
from solver.beyond_code.state import Fact
from solver.beyond_code.view import view
from solver.errors import SeatError
from solver.games import read
from tests.beyond_games import CARDS, random_text

HEAD = "game beyond-code\nplayers Ann Bob Cy\nkeeper Bob\n"


def facts(text: str, seat: str | None = None) -> set[tuple[int, str, int]]:
    """(line, square, how many cards it leaves) of the hard facts that a seat has."""
    steps = view(read(text), seat).table.steps
    return {(step.line, step.square, len(step.cards)) for step in steps if isinstance(step, Fact)}


def blurred(text: str, seat: str, rng: Random) -> str:
    """The record with every card changed that the seat has not seen: others' looks, what others were caught with."""
    lines = []
    open_squares: set[str] = set()
    namer = square = ""
    for line in text.splitlines():
        words = line.split()
        other = rng.choice(CARDS)
        match words:
            case ["name", who, where, *_, "is", _]:
                namer, square = who, where
                line = line if who == seat else " ".join([*words[:-1], other])
            case ["name", who, where, *_]:
                namer, square = who, where
            case ["doubt", who, "lie", "is", _]:
                line = line if seat in (who, namer) or square in open_squares else " ".join([*words[:-1], other])
            case ["look", who, _, _] if who != seat:
                line = " ".join([*words[:-1], other])
            case ["character", who, _] if who != seat:
                line = f"character {who} {rng.choice(('ghost', 'medium'))}"
        lines.append(line)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("seed", range(20))
def test_what_others_saw_changes_nothing(seed: int) -> None:
    """The same game with other cards behind the others' backs looks the same to the seat, down to the last value."""
    rng = Random(seed)
    text = random_text(rng, me=None).replace("keeper ", "character Cy infiltrator\nkeeper ", 1)
    for seat in ("Ann", "Bob"):
        other = blurred(text, seat, rng)
        assert view(read(text), seat) == view(read(other), seat)


def test_blurring_changes_something() -> None:
    """So that the test above compares two different records."""
    text = random_text(Random(1), me=None)
    assert blurred(text, "Ann", Random(1)) != text


def test_a_naming_shows_its_card_to_the_namer_alone() -> None:
    text = HEAD + "name Bob a1 library is book\n"
    assert facts(text) == facts(text, "Bob") == {(4, "a1", 1)}
    assert facts(text, "Ann") == facts(text, "Cy") == set()


def test_a_caught_lie_shows_its_card_to_both_and_to_the_rest_that_it_was_one() -> None:
    text = HEAD + "name Bob a1 library is book\ndoubt Cy lie is book\n"
    assert facts(text, "Cy") == {(5, "a1", 8), (5, "a1", 1)}
    assert facts(text, "Bob") == {(4, "a1", 1), (5, "a1", 8), (5, "a1", 1)}
    assert facts(text, "Ann") == {(5, "a1", 8)}


def test_a_caught_lie_is_known_to_the_doubter_by_the_namers_own_line() -> None:
    """“Secretly looks at the named card”: only what Bob or all saw counts, and Cy has seen what line 4 says it was."""
    for me in ("", "me Bob\n"):
        text = HEAD + me + "name Bob a1 library is book\ndoubt Cy lie\n"
        assert solve(view(read(text), "Cy")).hard["a1"] == {Card.BOOK: 1.0}
        # Ann knows that it is none, no more: eight cards are left.
        assert len(solve(view(read(text), "Ann")).hard["a1"]) == 8


def test_a_caught_lie_that_lies_open_is_seen_by_all() -> None:
    """Ann's own line says what she held; the check laid it open (Moderate Secrecy, switch `checked open`)."""
    text = HEAD.replace("keeper Bob", "ruling checked open\nme Ann") + "name Ann a1 library is book\ndoubt Bob lie\n"
    for seat in ("Ann", "Bob", "Cy"):
        assert solve(view(read(text), seat)).hard["a1"] == {Card.BOOK: 1.0}


def test_a_look_is_the_lookers() -> None:
    text = HEAD + "name Bob a1 library is book\nlook Bob b1 joint\n"
    assert (5, "b1", 1) in facts(text, "Bob")
    assert facts(text, "Ann") == set()


def test_a_record_with_me_tells_others_less() -> None:
    """Ann's own looks are unknown to Bob's computation."""
    text = HEAD + "me Ann\nname Bob a1 library\nname Cy a2 book\nname Ann c3 enigma is joint\n"
    assert solve(view(read(text))).hard["c3"] == {Card.JOINT: 1.0}
    assert len(solve(view(read(text), "Bob")).hard["c3"]) == 9
    assert [w.naming.player for w in solve(view(read(text), "Bob")).namings] == ["Cy", "Ann"]


def test_an_infiltrator_shows_himself_when_he_wins() -> None:
    """His card was dealt unseen; that he wins when an effect ends the time is seen by all."""
    text = HEAD + "character Ann infiltrator\nname Bob a1 book is book\ntime 5\nnext\n"
    for seat in ("Ann", "Bob", "Cy"):
        assert view(read(text), seat).table.wins == {"Ann": 1}
        assert view(read(text), seat).table.breakthroughs == 0


def test_who_does_not_play_has_no_seat() -> None:
    with pytest.raises(SeatError, match="“Eve” does not play here"):
        view(read(HEAD), "Eve")


def test_advice_needs_no_seat_but_sees_a_claim_of_another_only() -> None:
    text = HEAD + "me Ann\nname Bob a1 library\nname Cy a2 book\n"
    claim = advise(view(read(text))).claim
    assert claim is not None
    assert claim.naming.player == "Cy"
    assert advise(view(read(text), "Cy")).claim is None
