"""Beyond Code: what the set-up forbids, and the names of cards."""

import pytest

from solver.beyond_code.events import Card
from solver.games import read
from solver.record import Record
from tests.test_beyond_rules import fault

HEAD = "game beyond-code\nplayers Ann Bob Cy\n"
NAMED = HEAD + 'me Ann\ncard room-1 "Winter Garden"\ncard room-2 "Winter Kitchen"\ncard room-3 "Rose-Room"\n'


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        ("me Eve\n", "“Eve”: nobody of that name is here; expected Ann, Bob, Cy"),
        ("me Ann\nme Bob\n", "a second me line"),
        ("players Ann\n", "a second players line"),
        ("keeper Ann\nkeeper Bob\n", "a second keeper line"),
        ("set standard\nset gradual\n", "a second set line"),
        ("set gradual medium\n", "is not to be picked"),
        ("honesty 2 2\nhonesty 3 3\n", "a second honesty line for all"),
        ("honesty Bob 2 2\nhonesty Bob 3 3\n", "a second honesty line for Bob"),
        ("ruling time 6\nruling time 7\n", "a second line for this ruling"),
        ('words library "Ask."\nwords library "Tell."\n', "a second line with words for this"),
        ('card room-1 "Attic"\ncard room-1 "Chapel"\n', "a second name for this card"),
        ('card room-1 "Attic"\ncard room-2 "attic"\n', "“attic”: room-1 is called so"),
        ('card room-1 "Library"\n', "“Library”: library is called so"),
        ("card room-1 corner chaos\ncard room-1 corner none\n", "a second corner for this card"),
        ("me Ann\nname Ann a1 book is book\nhonesty 2 2\n", "the set-up comes before the first turn"),
        ("me Ann\ngoal Ann ghost achieved\nnext\nme Bob\n", "the set-up comes before the first turn"),
        ("set gradual\ngoal Ann wanderer achieved\nnext\nset standard\n", "goes through a whole match"),
        ("choose a1 book\n", "this line is for Alone with Chaos"),
        ("character Ann ghost\ncharacter Bob ghost\n", "this character is Ann's"),
        ("set introductory\n" + "".join(f"character {p} messiah\n" for p in ("Ann", "Bob", "Cy")), "is Ann and Bob's"),
        ("name Eve a1 book\n", "nobody of that name is here"),
        ("characters Ann Eve\n", "nobody of that name is here"),
    ],
)
def test_what_the_set_up_forbids(lines: str, says: str) -> None:
    assert says in fault(HEAD + lines)


def test_nobody_plays_before_the_players_line() -> None:
    assert "nobody plays yet" in fault("game beyond-code\nname Ann a1 book\n")


def test_alone_no_set_is_chosen() -> None:
    assert "has its own characters" in fault("game beyond-code\nplayers Ann\nset standard\n")


def test_the_set_may_change_between_games() -> None:
    """Heading “Introductory Games”, and “you can do this between games”."""
    text = HEAD + "set introductory\ngoal Ann wanderer achieved\nnext\nset standard\n"
    record: Record[object, object] = read(text)
    assert len(record.state.pool) == 7  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("word", "card"),
    [
        ("library", Card.LIBRARY),
        ("LI", Card.LIBRARY),
        ('"Winter Garden"', Card.ROOM_1),
        ("winter-k", Card.ROOM_2),
        ("rose", Card.ROOM_3),
        ('"rose room"', Card.ROOM_3),
        ("room-1", Card.ROOM_1),
        ('"Book of Order and Chaos"', Card.BOOK),
        ("room-4", Card.ROOM_4),
    ],
)
def test_a_card_by_any_of_its_names(word: str, card: Card) -> None:
    naming = read(NAMED + f"name Ann a1 {word} is {word}\n").state.naming
    assert (naming.card, naming.really) == (card, card)


@pytest.mark.parametrize(
    ("word", "says"),
    [
        ("winter", "this may be room-1 (Winter Garden), room-2 (Winter Kitchen)"),
        ("room", "this may be"),
        ("attic", "no card is called so; expected one of library"),
        ("personal", "a game of two to five is played without this card"),
    ],
)
def test_a_card_that_nobody_can_mean(word: str, says: str) -> None:
    assert says in fault(NAMED + f"name Ann a1 {word} is book\n")
