"""What is typed at the table for Enigma: Beyond Code, and the line of the record that it means."""

from collections.abc import Mapping

import pytest

from cli.beyond_code.examples import ALONE, TOGETHER, examples
from cli.beyond_code.shorthand import understand
from solver.beyond_code.notation import KEYWORDS, write
from solver.errors import IllegalEvent, NotationError
from solver.games import read
from solver.words import Words

FOUR = """game beyond-code
players Ann Bob Cy Dan
me Ann
keeper Bob
card room-1 "Winter Garden"
card room-2 "Attic"
"""
NAMED = FOUR + "name Bob a1 library\n"
SILENCED = NAMED + "doubt Cy lie\n"
"""Bob was caught; it is Cy's turn."""
SILENT_NEXT = SILENCED + "name Cy b1 shadow\nname Dan c1 enigma\nname Ann a2 book is joint\n"
"""Ann's effect may come, or Bob's silent look."""
MINE = FOUR.replace("keeper Bob", "keeper Ann")
OPEN = FOUR + "name Bob a1 library\ndoubt Dan truth\n"
"""a1 lies open, and Bob carries out the Library's effect."""
TWO = "game beyond-code\nplayers Ann Bob\nme Ann\nkeeper Bob\nname Bob a1 library\n"
SOLO = "game beyond-code\nplayers Ann\n"
SOLO_OPEN = SOLO + "choose a1 library\nend\n"
SOLO_EFFECT = SOLO_OPEN + "choose b2 shadow\n"
SOLO_TOKEN = SOLO_EFFECT + "take Ann decryption\nend\n"


def means(typed: str, text: str) -> str:
    record = read(text)
    event = understand(typed, record.state)
    line = write(event)
    # It is a line that the record takes, and that reads back as the same event.
    assert record.then(event)
    assert record.game.read(Words(line)) == event
    return line


@pytest.mark.parametrize(
    ("typed", "text", "line"),
    [
        ("a1 li", FOUR, "name Bob a1 library"),
        ("A1 LI", FOUR, "name Bob a1 library"),
        ("bob a1 li", FOUR, "name Bob a1 library"),
        ("b a1 li", FOUR, "name Bob a1 library"),
        ("name bob a1 li", FOUR, "name Bob a1 library"),
        ("na a1 li", FOUR, "name Bob a1 library"),
        ("a1 win", FOUR, "name Bob a1 room-1"),
        ('a1 "winter g"', FOUR, "name Bob a1 room-1"),
        ("a1 li jo", FOUR, "name Bob a1 library is joint"),
        ("a1 li is jo", FOUR, "name Bob a1 library is joint"),
        # The viewer's own naming says what the card is: the truth where nothing else is typed.
        ("a1 li", MINE, "name Ann a1 library is library"),
        ("a1 li jo", MINE, "name Ann a1 library is joint"),
        ("name a1 li", MINE, "name Ann a1 library is library"),
        ("name a1 li jo", MINE, "name Ann a1 library is joint"),
        ("doubt a lie sh", NAMED, "doubt Ann lie is shadow"),
        # Of an open card everybody sees what it is.
        ("b1 bo", OPEN, "name Cy b1 book"),
        ("a1 bo", OPEN, "name Cy a1 book"),
        # The next player's naming ends the turn.
        ("b1 sh", NAMED, "name Cy b1 shadow"),
        ("cy lie", NAMED, "doubt Cy lie"),
        ("c l", NAMED, "doubt Cy lie"),
        ("c t", NAMED, "doubt Cy truth"),
        ("a lie sh", NAMED, "doubt Ann lie is shadow"),
        ("ann lie is sh", NAMED, "doubt Ann lie is shadow"),
        ("lie sh", TWO, "doubt Ann lie is shadow"),
        ("tr", TWO, "doubt Ann truth"),
        # A silent look of him whose turn comes, or a look by the effect of him who has named a card.
        ("b3", SILENT_NEXT, "look Bob b3"),
        ("ann b3 sh", SILENT_NEXT, "look Ann b3 shadow"),
        ("look ann b3 sh", SILENT_NEXT, "look Ann b3 shadow"),
        ("b3", NAMED, "look Bob b3"),
        ("b3", OPEN, "look Bob b3"),
        ("bob b3", OPEN, "look Bob b3"),
        ("b2 c3", OPEN, "swap b2 c3"),
        ("b2 c3 a1", OPEN, "shuffle b2 c3 a1"),
        ("shuffle b2 c3 a1", OPEN, "shuffle b2 c3 a1"),
        ("bob +ch", OPEN, "take Bob chaos"),
        ("take ch", OPEN, "take Bob chaos"),
        ("take d chaos", OPEN, "take Dan chaos"),
        ("corner b2 ch", OPEN, "corner b2 chaos"),
        ("co b2 ch", OPEN, "corner b2 chaos"),
        ("characters b d", OPEN, "characters Bob Dan"),
        ("characters b pile", OPEN, "characters Bob pile"),
        ("bob dan", OPEN, "characters Bob Dan"),
        ("b pile", OPEN, "characters Bob pile"),
        ("ch b d", OPEN, "characters Bob Dan"),
        ("char b pile", OPEN, "characters Bob pile"),
        ("char b gh", OPEN, "character Bob ghost"),
        # A token is the active player's where nobody is named.
        ("+ch", OPEN, "take Bob chaos"),
        ("told b2 not win", OPEN, "told b2 not room-1"),
        ("open b2 sh", OPEN, "open b2 shadow"),
        ("close a1", OPEN, "close a1"),
        ("time 1", OPEN, "time 1"),
        ("b gh f", FOUR, "goal Bob ghost failed"),
        ("goal gh a", FOUR, "goal Bob ghost achieved"),
        ("turn c", NAMED, "turn Cy"),
        ("a1 bo", SOLO, "choose a1 book"),
        ("a1", SOLO_OPEN, "choose a1"),
        ("choose a1", SOLO_OPEN, "choose a1"),
        ("b3 en", SOLO_EFFECT, "look Ann b3 enigma"),
        ("end", SOLO_EFFECT, "end"),
        ("ann +de", SOLO_EFFECT, "take Ann decryption"),
        # “Solo Play”: the token chooses closed and open cards; what lies open need not be named.
        ("decrypt b2", SOLO_TOKEN, "decrypt Ann b2 shadow"),
        ("decrypt B2", SOLO_TOKEN, "decrypt Ann b2 shadow"),
    ],
)
def test_meaning(typed: str, text: str, line: str) -> None:
    assert means(typed, text) == line


def test_what_another_sees_by_an_effect_is_never_noted_by_mistake() -> None:
    """“Name a Mansion Card”: he “secretly looks”. A square and a card of his are a naming, here one too many."""
    record = read(NAMED)
    event = understand("bob b3 sh", record.state)
    assert write(event) == "name Bob b3 shadow"
    with pytest.raises(IllegalEvent, match="Bob has"):
        record.then(event)
    # Where every look says what the card was, and on her own, the card belongs there.
    assert means("bob b3 sh", NAMED.replace("me Ann\n", "").replace("a1 library", "a1 library is library"))
    assert means("ann b3 sh", MINE + "name Ann a1 library is joint\n") == "look Ann b3 shadow"


@pytest.mark.parametrize(("shown", "text"), [(TOGETHER, NAMED), (ALONE, SOLO_EFFECT)])
def test_every_example_is_understood(shown: Mapping[str, str], text: str) -> None:
    """Each is a line of the record, and together they are of every kind but the set-up's first lines."""
    record = read(text)
    assert examples(record.state) is shown
    kinds = set()
    for typed in shown:
        line = write(understand(typed, record.state))
        assert record.game.read(Words(line))
        kinds.add(line.partition(" ")[0])
    others = {"choose", "end"} if shown is TOGETHER else {"name", "doubt", "cancel", "turn", "set", "honesty"}
    assert kinds == {*KEYWORDS} - {"players", "me", "keeper", "ruling"} - others


@pytest.mark.parametrize(
    ("typed", "text", "told"),
    [
        ("", FOUR, "nothing is typed"),
        ("a1", FOUR, "what is it called?"),
        ("a1 li jo bo", FOUR, "this is too much"),
        ("a1 zebra", FOUR, "“zebra”: no card is called so"),
        ("a1 b1 a1", FOUR, "a square stands here twice"),
        ("zebra", FOUR, "this is not clear here"),
        ("ca", FOUR, "this may be card or cancel"),
        ("bob bob", FOUR, "what of Bob?"),
        ("+zebra", FOUR, "what of Bob?"),
        ("x1 li", FOUR, "this is not clear here"),
        ("lie", NAMED, "who doubts?"),
        ("bob", NAMED, "what of Bob?"),
        ("bob dances", NAMED, "what of Bob?"),
        ("c3 pers", FOUR, "“pers”"),
        ("b3 sh", SILENT_NEXT, "Bob has a silence token, so he only looks"),
        ("bob b3 sh", SILENT_NEXT, "Bob has a silence token, so he only looks"),
        ("ann b3 sh bo", SILENT_NEXT, "this is too much"),
        ('a1 "li', FOUR, "a quote is opened"),
    ],
)
def test_what_is_not_clear(typed: str, text: str, told: str) -> None:
    with pytest.raises(NotationError, match=told.replace("?", r"\?")):
        understand(typed, read(text).state)
