"""The record of Cypher: lines read and written back the same, faults that help, and what a seat may know of it."""

import json
import unicodedata
from functools import partial
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cli.cypher.commands import Examined, check, show, solve
from cli.cypher.data import data
from cli.cypher.screens import screen
from cli.outcome import rendered
from solver.cypher import notation
from solver.cypher.check import Checked
from solver.cypher.conflicts import contradiction, possible
from solver.cypher.ending import earliest
from solver.cypher.events import (
    Cards,
    CardText,
    Custom,
    Discard,
    Event,
    Hand,
    Kind,
    Market,
    Me,
    Move,
    Pass,
    Place,
    Play,
    Players,
    Receive,
    Removed,
    Ruling,
    SeeDeck,
    SeeHand,
    Shuffle,
    Spot,
    Value,
    Won,
)
from solver.cypher.rules import due, score, settled
from solver.cypher.shorthand import understand
from solver.cypher.state import State
from solver.cypher.view import seen_by, view
from solver.errors import Contradiction, NotationError, RecordFaults, SeatError
from solver.games import draft, read
from solver.record import Record
from solver.words import Words
from tests.console import Console
from tests.cypher_playing import random_game
from tests.test_cypher_rules import BOX, DRY, MINE, OPEN_TWO, fault_of

FULL = {name: (value, 2) for value, name in enumerate("abcdefghi", 1)} | {"power": (0, 1)}

texts = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters='"'), min_size=1).map(
    partial(unicodedata.normalize, "NFC")
)
spaced = texts | texts.map(lambda text: f"{text} {text}")
players = spaced.filter(lambda name: not notation.is_reserved(name))
cards = spaced.filter(notation.is_card_name)
maybe = st.none() | cards
whole = st.integers(-(10**20), 10**20)
seated = st.lists(players, min_size=1, unique=True).map(tuple)
kinds = st.lists(
    st.builds(
        Kind,
        cards.map(lambda name: name.replace("=", "-")).filter(notation.is_card_name),
        st.none() | whole,
        st.integers(1, 19),
    ),
    min_size=1,
    unique_by=lambda kind: kind.name,
).map(tuple)
places = st.sampled_from([Place(Spot.DECK), Place(Spot.UNDER), Place(Spot.MARKET), Place(Spot.OUT)]) | st.builds(
    Place, st.sampled_from([Spot.HAND, Spot.TABLE]), players
)
text_lines = st.builds(CardText, cards, st.none() | spaced, st.booleans(), st.none() | spaced).filter(
    lambda text: text.group is not None or text.permanent or text.action is not None
)
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Players, seated),
    st.builds(Me, players),
    st.builds(Cards, kinds),
    text_lines,
    st.just(Removed()),
    st.builds(Hand, players, st.lists(maybe).map(tuple)),
    st.builds(Won, st.dictionaries(players, st.integers(0, 999), min_size=1).map(lambda won: tuple(won.items()))),
    st.builds(Ruling, st.sampled_from(Custom)),
    st.builds(Market, cards),
    st.builds(Play, players, cards, maybe),
    st.builds(Receive, players, st.just(Spot.DECK), maybe),
    st.builds(Receive, players, st.just(Spot.MARKET)),
    st.builds(Pass, players, players, maybe),
    st.builds(Discard, players, maybe),
    st.builds(Move, places, places, maybe),
    st.builds(SeeHand, players, cards),
    st.builds(SeeDeck, st.integers(0, 999), cards),
    st.just(Shuffle()),
    st.builds(Value, cards, whole),
)


@given(events)
def test_what_is_written_reads_back_as_the_same_event(event: Event) -> None:
    assert notation.read(Words(notation.write(event))) == event


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("cards power=0 a", "not a card with its value"),
        ("cards power=0 power=1", "a name stands here twice"),
        ("cards a=1x0", "not a card with its value"),
        ("ruling fourth before", "no such ruling"),
        ("market ?", "this card lies open"),
        ("play Ann ?", "this card lies open"),
        ("play Ann a over b", "this is too much"),
        ("receive Ann under a", "no card is received from there"),
        ("move Ann nowhere-", "the line ends too early"),
        ("value a many", "not a value"),
        ("see deck a b", "not a number"),
        ("card a colour red", "nothing of a card is called so"),
        ("pas Ann Bob a", "no line begins so"),
        ("players Ann deck", "a word of the record"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_was_expected(line: str, told: str) -> None:
    with pytest.raises(NotationError) as caught:
        notation.read(Words(line))
    assert told in str(caught.value)
    assert caught.value.expected


def test_the_quotes_may_stand_around_the_name_alone() -> None:
    names = 'cards power=0 "guard man"=-1x9 b=?x9'
    assert notation.read(Words(names)) == notation.read(Words('cards power=0 "guard man=-1x9" b=?x9'))
    assert notation.read(Words(names)) == Cards((Kind("power", 0, 1), Kind("guard man", -1, 9), Kind("b", None, 9)))
    move = notation.read(Words('move "Ann Lee"-table "Ann Lee" "guard man"'))
    assert move == Move(Place(Spot.TABLE, "Ann Lee"), Place(Spot.HAND, "Ann Lee"), "guard man")
    for wrong in ('play "Ann"Bob a', 'move "Ann"-tables deck a', 'play Ann"Bob" a'):
        with pytest.raises(NotationError, match="words run into each other"):
            notation.read(Words(wrong))


def test_what_stands_before_a_fault_is_a_good_game() -> None:
    with pytest.raises(RecordFaults) as caught:
        read(MINE + "play Ann z\nreceive Ann deck e\n")
    assert caught.value.usable
    assert caught.value.faults[0].line == 7


def test_the_error_names_the_card_that_may_be_meant() -> None:
    assert "power a b c" in fault_of(MINE + "play Ann A\n")


# ---- seats -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_a_view_shows_what_the_seat_itself_would_have_written(seed: int) -> None:
    """The lines as a player saw them, made from the complete record, are those that he would have kept."""
    rng = Random(seed)
    game = random_game(rng, FULL, players=rng.choice((2, 3, 4)), actions=0.5, most=40)
    full: Record[Event, State] = read(game.text(None))
    for seat in game.dealt.players:
        own = [line for line in game.text(seat).splitlines() if not line.startswith(("game", "me", "see"))]
        seen = [notation.write(entry.event) for entry in seen_by(full, seat) if not isinstance(entry.event, Me)]
        assert seen == [notation.write(notation.read(Words(line))) for line in own]
        found, kept = view(full, seat).table, view(read("\n".join(["game cypher", f'me "{seat}"', *own]))).table
        assert (found.hands, found.tables, found.deck) == (kept.hands, kept.tables, kept.deck)
        assert score(settled(found)) == game.worth


@pytest.mark.parametrize("seed", range(6))
def test_a_view_never_tells_what_the_seat_did_not_see(seed: int) -> None:
    """Two games that differ only in a card nobody but Cy saw look the same to Ann."""
    game = random_game(Random(seed), FULL, players=3, actions=0.0, most=25)
    text = game.text(None)
    hand = next(line for line in text.splitlines() if line.startswith("hand Cy"))
    other = text.replace(hand, "hand Cy power" if hand != "hand Cy power" else "hand Cy a")
    before = text.splitlines().index(next(line for line in text.splitlines() if line.startswith("play "))) + 1
    one, two = (view(read(each, before), "Ann") for each in (text, other))
    assert one == two
    assert data(solve(one)) == data(solve(two))
    assert json.dumps(data(show(one))) == json.dumps(data(show(two)))


def test_the_seat_of_another_in_my_record() -> None:
    """Of Bob's own cards Ann's record knows those that she gave him; the others are unknown to his computation."""
    text = MINE + "play Ann c\nreceive Ann deck e\npass Ann Bob a\npass Ann Cy f\n"
    found = solve(view(read(text), "Bob")).places
    # Bob was dealt two cards that the record does not tell, so each of 19 - c g a = 16 is there with 2/16.
    assert found.spreads["a"].hands["Bob"] == pytest.approx(1 + 2 / 16)
    assert found.spreads["i"].hands == pytest.approx({"Ann": 2 / 16, "Bob": 2 * 2 / 16, "Cy": 2 * 2 / 16})


def test_nobodys_record_needs_a_seat() -> None:
    with pytest.raises(SeatError, match="--as"):
        solve(view(read(OPEN_TWO)))
    with pytest.raises(SeatError, match="does not play"):
        view(read(OPEN_TWO), "Zoe")


# ---- contradictions --------------------------------------------------------------------------------------------------


def test_a_card_seen_too_often_is_a_contradiction() -> None:
    """One card is called power: Ann has it, and the market shows it."""
    text = MINE.replace("hand Ann a c f", "hand Ann a c power").replace("market g", "market power")
    with pytest.raises(Contradiction) as caught:
        solve(view(read(text)))
    assert caught.value.lines == (5, 6)
    assert "power" in caught.value.reason


def test_a_hand_that_is_known_holds_no_other_card() -> None:
    """Cy had one card and was given f: he plays it and then h? With two cards h can be the other; with f alone not."""
    text = MINE + "play Ann c\nreceive Ann deck e\npass Ann Bob a\npass Ann Cy f\n"
    taken = text + "play Bob h\nreceive Bob deck ?\npass Bob Cy ?\npass Bob Ann i\nmove Cy Ann b\nmove Cy Ann d\n"
    assert solve(view(read(taken))).places.spreads["f"].hands["Cy"] == 1
    with pytest.raises(Contradiction) as caught:
        solve(view(read(taken + "play Cy b\n")))
    # Lines 10 (f to Cy), 15 and 16 (his two others) and 17, in which he plays neither: b is no f.
    assert caught.value.lines == (10, 15, 16, 17)


def test_check_names_the_slip() -> None:
    text = MINE.replace("hand Ann a c f", "hand Ann a c power").replace("market g", "market power")
    found = check(draft(text), None, None, 5.0).checked
    assert found.conflict is not None
    assert (6, "market power", "market g") in {(slip.line, slip.was, slip.instead) for slip in found.slips}
    forbidden = check(draft(MINE + "play Bob h\n"), None, None, 5.0).checked
    assert [fault.line for fault in forbidden.faults] == [7]
    # Only Ann can play now, and she holds no h; of her own cards none is one letter and one name away.
    assert forbidden.slips == ()
    other = check(draft(MINE + "play Bob a\n"), None, None, 5.0).checked
    assert [(slip.line, slip.instead) for slip in other.slips] == [(7, "play Ann a")]


def test_check_says_that_no_card_is_called_power() -> None:
    odd = check(draft(MINE.replace("power=0", "end=0")), None, None, 1.0).checked.odd
    assert any("power" in each for each in odd)
    assert check(draft(MINE), None, None, 1.0).checked.odd == ()


# ---- what is typed at the table --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "line"),
    [
        ("c", "play Ann c"),
        ("ann c", "play Ann c"),
        ("pl c", "play Ann c"),
        ("play Ann c", "play Ann c"),
        ("see b h", "see Bob h"),
        ("see d 3 h", "see deck 3 h"),
        ("mov bob-t an h", "move Bob-table Ann h"),
        ("mov de und", "move deck under ?"),
        ("va c 5", "value c 5"),
        ("shuf", "shuffle"),
    ],
)
def test_shorthand_before_a_card_is_played(typed: str, line: str) -> None:
    assert notation.write(understand(typed, read(MINE).state)) == line


def test_shorthand_goes_with_the_phases() -> None:
    record: Record[Event, State] = read(MINE)
    typed = ["c", "m", "d", "a", "f", "h", "d", "?", "i", "cy b"]
    for words in typed:
        record = record.then(understand(words, record.state))
    assert record.lines[6:] == (
        "play Ann c",
        "receive Ann market",
        "market d",
        "pass Ann Bob a",
        "pass Ann Cy f",
        "play Bob h",
        "receive Bob deck ?",
        "pass Bob Cy ?",
        "pass Bob Ann i",
        "play Cy b",
    )
    assert due(record.state).player == "Cy"


def test_shorthand_of_a_card_that_is_called_like_a_short_word() -> None:
    """A d is the deck for a card that is not seen, as long as that is possible; the viewer sees what he takes."""
    assert notation.write(understand("d", read(MINE + "play Ann c\n").state)) == "receive Ann deck d"
    bobs = "play Ann c\nreceive Ann deck d\npass Ann Bob a\npass Ann Cy f\nplay Bob h\n"
    assert notation.write(understand("d", read(MINE + bobs).state)) == "receive Bob deck ?"
    assert notation.write(understand("d d", read(MINE + bobs).state)) == "receive Bob deck d"
    called_m = MINE.replace(BOX, BOX.replace("d=4x2", "m=4x2")) + "play Ann c\n"
    with pytest.raises(NotationError, match="two things"):
        understand("m", read(called_m).state)


def test_a_look_at_several_cards_takes_a_line_for_each() -> None:
    with pytest.raises(NotationError, match=r"“f g”: a line tells of one card; expected see Bob f, then the next"):
        understand("see bob f g", read(MINE).state)


def test_shorthand_of_two_cards_with_one_beginning() -> None:
    text = MINE.replace(BOX, BOX.replace("c=3x2", "guard=3x1 guide=3x1")).replace(
        "hand Ann a c f", "hand Ann a guard f"
    )
    assert notation.write(understand("gua", read(text).state)) == "play Ann guard"
    assert notation.write(understand("power", read(text).state)) == "play Ann power"


# ---- the set-up, once each -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("me Ann\nme Ann", "a second me line"),
        (f"{BOX}\n{BOX}", "a second cards line"),
        ("ruling fourth after\nruling fourth after", "this ruling stands here already"),
        ("won Ann 1\nwon Ann 1", "a second won line"),
        ("hand Ann card-1 card-2 power\nhand Ann card-1 card-2 power", "a second line for this hand"),
        ("card power permanent\ncard power permanent", "a second line for this card"),
        ("me Ann\nhand Bob power card-1", "Ann does not see these cards"),
    ],
)
def test_a_line_of_the_set_up_stands_once(lines: str, told: str) -> None:
    assert told in fault_of(f"game cypher\nplayers Ann Bob\n{lines}\n")


def test_an_action_needs_a_table_and_a_card() -> None:
    assert "no card lies in the market yet" in fault_of(MINE.replace("market g\n", "shuffle\n"))
    assert "the deck is empty" in fault_of(DRY + "move deck Ann a\n")
    assert "no card is out of the game" in fault_of(MINE + "move out Ann a\n")
    assert "has no card in hand" in fault_of(MINE + "play Ann c\nmove Cy out ?\nmove Cy out ?\n")
    assert "does not lie in the market" in fault_of(MINE + "move market Ann h\n")
    assert "nobody plays yet" in fault_of("game cypher\nshuffle\n")


def test_the_smaller_of_two_contradictions_is_named() -> None:
    """Of c a third is seen on line 18; later the one power twice, on two lines."""
    text = (Path(__file__).parent / "golden" / "cypher" / "contradiction.game").read_text("utf-8")
    twice = text + "move market out c\nmarket power\nmove market out power\nmarket power\n"
    with pytest.raises(Contradiction) as caught:
        solve(view(read(twice)))
    lines = twice.split("\n")
    assert len(caught.value.lines) == 2
    assert all("power" in lines[line - 1] for line in caught.value.lines)


def test_a_smallest_set_may_hold_two_lines_at_which_a_conflict_showed() -> None:
    """Bob has 3 cards, plays one, receives one and passes two: in the one that is left two different ones were seen."""
    text = MINE + (
        "play Ann c\nreceive Ann deck e\npass Ann Bob a\npass Ann Cy f\nsee Bob g\nplay Bob h\nreceive Bob deck ?\n"
        "pass Bob Cy ?\npass Bob Ann i\nsee Bob e\nsee Bob h\n"
    )
    with pytest.raises(Contradiction) as caught:
        solve(view(read(text)))
    assert caught.value.lines == (16, 17)
    assert caught.value.reason == "these cards cannot all have been where they were seen: e, h"


def test_a_contradiction_names_only_the_cards_that_it_needs() -> None:
    """The hand names a and c as well; only power, of which there is one, was seen twice."""
    text = MINE.replace("hand Ann a c f", "hand Ann a c power").replace("market g", "market power")
    with pytest.raises(Contradiction) as caught:
        solve(view(read(text)))
    assert caught.value.lines == (5, 6)
    told = "power cannot have been everywhere where it was seen: there is one such card"
    assert caught.value.reason == told


def test_a_set_that_was_not_proved_smallest_says_so_and_is_a_contradiction_still(console: Console) -> None:
    """Lines 5 and 6 are enough. Without time none is tried, so more are named, and nothing else is claimed of them."""
    text = MINE.replace("hand Ann a c f", "hand Ann a c power").replace("market g", "market power") + "play Ann c\n"
    table = view(read(text)).table
    found = contradiction(table.box, table.trail, 6, limit=0.0)
    assert not found.smallest
    assert set(found.lines) >= {5, 6}
    assert not possible(table.box, table.trail, frozenset(found.lines))
    assert "power cannot have been everywhere" in found.reason
    # With time it is proved: neither line alone is wrong.
    proved = contradiction(table.box, table.trail, 6)
    assert (proved.lines, proved.smallest) == ((5, 6), True)
    console.write(text, "g.game")
    assert "A smallest set of lines that cannot all be true: 5 and 6." in console.ask("solve", "g.game").words
    assert "smallest" not in console.ask("solve", "g.game", "--json").data
    unproved = Examined(Checked(view(read(text)), (), found, (), ()), None)
    assert "Not proved smallest: time ran out." in " ".join(rendered(screen(unproved)).split())
    assert data(unproved)["smallest"] is False


def test_check_says_when_its_time_was_over() -> None:
    text = MINE.replace("hand Ann a c f", "hand Ann a c power").replace("market g", "market power")
    found = check(draft(text), None, None, 1e-9).checked
    assert found.unfinished
    assert found.slips == ()


def test_when_the_deck_can_be_empty_with_an_empty_deck() -> None:
    """Ann may receive nothing: she passes two cards and keeps none, and nothing goes under the deck."""
    state: Record[Event, State] = read(DRY)
    assert earliest(state.state) == 1
    # The market card goes into her hand, so one card is discarded: it becomes the market card, and the deck is empty.
    given = DRY + "move Bob Ann h\n"
    assert earliest(read(given + "receive Ann market\n").state) == 1
    # Two more: c f h i and g, two are passed, two discarded. One fills the market, one is the deck, and Bob takes it.
    more = given + "move Bob Ann i\n"
    assert earliest(read(more + "receive Ann market\n").state) == 2
    # Three more: two are left in the deck. Bob takes one and passes it, Cy the other; they have nothing to discard.
    assert earliest(read(more + "move Cy Ann d\nreceive Ann market\n").state) == 3
