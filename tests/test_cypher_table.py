"""Cypher at the table, where others look at the same screen: hands are secret (Passing cards: face down)."""

import pytest

from cli.cypher.secrets import veiled
from solver.cypher.notation import read
from solver.words import Words
from tests.console import Console
from tests.terminal import CTRL_U, ENTER, Terminal, seated

START = (
    "game cypher\nplayers Ann Bob Cy\nme Ann\n"
    "cards power=0 ant=1x2 bee=2x2 cat=3x2 dog=4x2 eel=5x2 fox=6x2 gnu=7x2 hen=8x2 ibis=9x2\n"
    "hand Ann ant cat fox\nmarket gnu\n"
)


def any_key(at: Terminal) -> None:
    """Go on from what stands there until a key is pressed."""
    before = at.screen.asked
    at.send(" ")
    at.wait(lambda: at.ready and at.screen.asked > before)


def enter(at: Terminal, line: str) -> str:
    """Type a line, and go on from what stands there until a key is pressed; all that was seen by then."""
    at.wait(lambda: not at.typed)
    at.press(line + ENTER)
    seen = at.picture
    while at.screen.other:
        any_key(at)
        seen += at.picture
    # The key began the next line.
    at.send(CTRL_U)
    at.wait(lambda: not at.typed)
    return seen


@pytest.mark.parametrize("columns", [80, 40])
def test_what_only_the_viewer_has_seen_is_gone_with_the_next_key(console: Console, columns: int) -> None:
    console.write(START, "g.game")
    with seated(console, "play", "g.game", columns=columns) as at:
        enter(at, "cat")
        assert "7  play Ann cat" in at.picture
        # She receives a card that nobody else sees, and passes two.
        enter(at, "eel")
        assert "8  receive Ann deck …" in at.picture
        assert "Certain now: ant in Bob’s hand." in " ".join(enter(at, "ant").split())
        enter(at, "fox")
        assert "9  pass Ann Bob …" in at.picture
        assert "10  pass Ann Cy …" in at.picture
        for secret in ("eel", "ant", "fox"):
            assert secret not in _said(at), (secret, at.picture)
        # It can be seen again, for as long; and what it leads to as well.
        for asked in ("solve", "explain fox", "lines"):
            assert "fox" in enter(at, asked).replace("explain fox", ""), asked
            assert "fox" not in _said(at), (asked, at.picture)
        enter(at, "undo")
        assert "taken back: pass Ann Cy …" in at.picture
        assert not at.screen.too_long
    kept = (console.folder / "g.game").read_text("utf-8")
    assert kept.splitlines()[-2:] == ["receive Ann deck eel", "pass Ann Bob ant"]


def _said(at: Terminal) -> str:
    """The screen without the names that a prompt gives as an example, which are no secret."""
    return at.picture.replace("like ant", "").replace("like", "")


def test_a_mistake_that_may_name_a_card_is_gone_with_the_next_key(console: Console) -> None:
    console.write(START, "g.game")
    with seated(console, "play", "g.game") as at:
        assert "“foxx”: " in enter(at, "foxx")
        assert "foxx" not in at.picture
    assert (console.folder / "g.game").read_text("utf-8") == START


def test_a_contradiction_names_its_cards_to_the_viewer_alone(console: Console) -> None:
    """Two cats are in the box: Ann placed one, received one, and a third is turned up."""
    console.write(START + "play Ann cat\nreceive Ann market\n", "g.game")
    with seated(console, "play", "g.game") as at:
        enter(at, "cat")
        enter(at, "ant")
        enter(at, "fox")
        seen = enter(at, "cat")
        assert "cat cannot have been everywhere where it was seen" in " ".join(seen.split())
        assert "! The entries contradict each other: check names the lines" in at.picture
        assert "everywhere" not in at.picture


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("hand Ann a b c", "hand Ann …"),
        ("receive Ann deck e", "receive Ann deck …"),
        ("pass Bob Ann e", "pass Bob Ann …"),
        ("discard Ann e", "discard Ann …"),
        ("see Bob f", "see Bob …"),
        ("see deck 2 f", "see deck 2 …"),
        ("move deck Ann e", "move deck Ann …"),
        ("move under out e", "move under out …"),
        # All see a card that lies open; of a card that the viewer did not see nothing is told.
        ("play Ann a under b", None),
        ("receive Ann market", None),
        ("receive Bob deck ?", None),
        ("pass Bob Cy ?", None),
        ("move Ann-table Ann a", None),
        ("move deck Bob-table e", None),
        ("market e", None),
        ("value e 3", None),
        ("shuffle", None),
    ],
)
def test_which_lines_hold_a_secret(line: str, shown: str | None) -> None:
    event = read(Words(line))
    assert veiled(event, "Ann") == shown
    # A record that is nobody's own is written when all lies open.
    assert veiled(event, None) is None
