"""Beyond Code: mistakes that were found at play, each under the rulebook's heading; what the record must refuse."""

import pytest

from cli.beyond_code.commands import card_typed
from cli.beyond_code.companion import Companion
from cli.outcome import rendered
from solver.beyond_code.events import SQUARES, Card, Decrypt, Token
from solver.beyond_code.notation import read as read_line
from solver.beyond_code.notation import write
from solver.beyond_code.odds import chances, solve, weigh
from solver.beyond_code.state import Fact, Shuffled
from solver.beyond_code.view import view
from solver.errors import NotationError
from solver.games import read
from solver.words import Words
from tests.beyond_games import CARDS
from tests.console import Console
from tests.terminal import ENTER, seated
from tests.test_beyond_alone import FOUR, REVEALED, WON, alone, fault_alone
from tests.test_beyond_rules import fault, fault_three, three, two

ANN = "game beyond-code\nplayers Ann Bob Cy\nme Ann\n"
SILENCED = "name Ann a1 library is library\ndoubt Bob truth\n"


# ---- Silence, “Look only” --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "more",
    [
        "",
        "told b2 not book\n",
        "turn Ann\ntake Ann chaos\n",
        "turn Ann\nlook Bob b2\n",
        "turn Ann\nlook Ann b2 book\n",
        "told b2 not book\nturn Ann\nlook Bob b2\nturn Ann\ntake Ann chaos\n",
    ],
)
def test_a_look_of_the_next_player_may_be_part_of_an_effect(more: str) -> None:
    """The record's page: `turn` “must” be written where such a look could be taken for his silent turn."""
    table = read(ANN + SILENCED + "look Bob b3\n" + more + "turn Bob\nlook Bob c3\n").state
    assert table.active == "Cy"
    assert not table.holds("Bob", Token.SILENCE)
    assert {"Bob"} == set(table.seen["b3"]) == set(table.seen["c3"])
    assert table.holds("Ann", Token.CHAOS) == ("chaos" in more)


def test_what_all_have_been_told_belongs_to_both_ways_to_take_a_look() -> None:
    """The look of the silent player, and then a word under the duty of truth, which is no effect."""
    for more in ("", "turn Bob\n"):
        table = read(ANN + SILENCED + "look Bob b3\ntold b2 book\n" + more).state
        assert [step.line for step in table.steps if isinstance(step, Fact)][-1] == 7


def test_with_two_players_the_turn_after_a_silent_look_is_the_others() -> None:
    """So that `turn Ann` begins her next turn, and a look by her effect stands after the rest of it."""
    start = "game beyond-code\nplayers Ann Bob\nme Ann\n" + SILENCED + "look Bob b3\n"
    assert "it stands after the rest of that" in fault(start + "take Ann chaos\n")
    assert read(start + "turn Ann\n").state.space == 3
    assert read(start + "turn Bob\nlook Bob c3\n").state.active == "Ann"


def test_a_look_may_still_be_a_silent_turn() -> None:
    assert read(ANN + SILENCED + "look Bob b3\nname Cy b2 book\n").state.active == "Cy"


def test_a_corner_is_told_by_an_effect_only() -> None:
    assert "no effect is carried out now" in fault_three("corner b2 chaos\n")
    assert "the game is over" in fault_three("goal Bob wanderer achieved\ncorner b2 chaos\n")
    assert not three("name Bob a1 library\ncorner b2 chaos\n").doubtable
    assert three("name Bob a1 library\ncorner b2 chaos\n").affected


def test_a_corner_is_no_effect_of_the_enigma_machine() -> None:
    """Heading “Chaos”, ruling 14: cancelled before its first effect; a corner is told by the Library."""
    held = "name Bob a1 library\ntake Bob chaos\nname Cy a2 enigma\n"
    assert not three(held + "corner b2 chaos\ncancel Bob\n").holds("Bob", Token.CHAOS)
    assert not three(held + "corner b2 chaos\ncancel Bob\n").effects
    assert "was not named just now" in fault_three(held + "corner b2 chaos\nswap a1 b1\ncancel Bob\n")
    assert "was not named just now" in fault_three(held + "swap a1 b1\ncorner b2 chaos\ncancel Bob\n")


# ---- Alone with Chaos ------------------------------------------------------------------------------------------------


def test_cards_are_revealed_before_the_next_game() -> None:
    """Won on space I of seven: six spaces were left, six cards are revealed."""
    first = "goal Ann wanderer achieved\nnext\n"
    assert alone(first).revealable == 6
    assert "cards are to be revealed" in fault_alone(first + "choose a1 library\n")
    assert "cards are to be revealed" in fault_alone(WON + "open b1 book\ngoal Ann messiah achieved\n")
    # What is said in between does not end the revealing.
    told = REVEALED.replace("open b2", "told c3 not book\nopen b2")
    assert alone(told + "choose a1 library\n").open.keys() == {"a1", "b1", "b2"}


def test_the_personal_assignment_chooses_any_other_card() -> None:
    assert "chooses another card, not itself" in fault_alone("choose a1 personal\nchoose a1\n")
    assert "chooses another card, not itself" in fault_alone("choose a1 personal\nchoose b1 personal\n")


def test_alone_nobody_takes_a_silence_token() -> None:
    assert "silence tokens lie on cards" in fault_alone("choose a1 library\ntake Ann silence\n")


def test_a_choice_by_decryption_takes_a_silence_token_from_another_card() -> None:
    """Four silence tokens lie on a1, a2, a3, b1; a card that lies open is chosen by the decryption token."""
    line = "decrypt Ann b2 room-3 from a1"
    assert read_line(Words(line)) == Decrypt("Ann", "b2", "room-3", None, "a1")
    assert write(read_line(Words(line))) == line
    long = "ruling time 20\n"
    held = FOUR.replace("choose a1 library\n", "choose a1 library\ntake Ann decryption\n")
    table = alone(held + f"choose c1 book\n{line}\n", long)
    assert table.laid == ("a2", "a3", "b1", "b2")
    assert not table.holds("Ann", Token.DECRYPTION)
    assert "Alone with Chaos only" in fault_three("name Bob a1 library\ndecrypt Bob b2 book from a1\n")


@pytest.mark.parametrize("lines", ["corner a1 chaos\ntake Ann chaos\n", "take Ann chaos\ncorner a1 chaos\n"])
def test_a_chaos_corner_costs_time_whenever_it_is_told(lines: str) -> None:
    """From space I to II, and to III by the end of the turn."""
    assert alone("choose a1 enigma\n" + lines).space == 2
    assert alone("choose a1 enigma\n" + lines + "end\n").space == 3


def test_the_corner_of_the_chosen_card_is_no_effect() -> None:
    """The Enigma Machine may still be cancelled."""
    text = (
        "choose a1 personal\ncorner a1 decryption\ntake Ann chaos\nend\nchoose b1 enigma\ncorner b1 chaos\ncancel Ann\n"
    )
    assert not alone(text).holds("Ann", Token.CHAOS)
    assert alone("choose a1 personal\ncorner a1 chaos\nchoose b1 library\n").space == 2


# ---- characters ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("more", "play", "says"),
    [
        ("character Bob ghost\n", "goal Bob wanderer failed\n", "Bob's character is the ghost"),
        ("character Ann ghost\n", "goal Bob ghost failed\n", "this character is Ann's"),
        ("character Ann ghost\ncharacter Ann wanderer\n", "", "Ann's character is the ghost"),
        ("character Ann ghost\ncharacter Bob ghost\n", "", "this character is Ann's"),
        ("set introductory\n", "name Bob a1 shadow\ncharacters Bob pile\n", "no character cards are left"),
    ],
)
def test_characters_that_cannot_be(more: str, play: str, says: str) -> None:
    """“Standard Set”: one card of each, each player one; “Introductory Games”: the remaining cards are removed."""
    assert says in fault_three(play, more)


def test_two_players_do_not_swap_characters() -> None:
    """Heading “Card “Shadow of Scherbius””."""
    start = "game beyond-code\nplayers Ann Bob\nme Ann\nname Ann a1 shadow is shadow\n"
    assert "two players do not swap characters" in fault(start + "characters Ann Bob\n")
    assert two("name Ann a1 shadow is shadow\ncharacters Ann pile\n").affected


# ---- names of cards --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Book", "room-2", "Room 2"])
def test_a_card_is_not_called_like_another(name: str) -> None:
    assert "is called so" in fault_three("", f'card room-1 "{name}"\n')


def test_a_name_that_would_be_read_as_another_card_cut_short_is_refused() -> None:
    assert "this is the beginning of library" in fault_three("", 'card room-1 "Libra"\n')
    assert three("", 'card room-1 "Library Hall"\n').named == {Card.ROOM_1: "Library Hall"}


def test_a_beginning_of_a_card_and_of_a_name_is_ambiguous_at_the_table() -> None:
    table = three("", 'card room-1 "Enigma Room"\n')
    with pytest.raises(NotationError, match="this may be enigma, room-1"):
        card_typed(table, "en")
    assert card_typed(table, "enigma") is Card.ENIGMA
    assert card_typed(table, "enigma r") is Card.ROOM_1


@pytest.mark.parametrize(
    ("word", "card"),
    [("enigma", Card.ENIGMA), ('"enigma m"', Card.ENIGMA), ('"Enigma R"', Card.ROOM_1), ("enigma-r", Card.ROOM_1)],
)
def test_a_beginning_in_a_record_is_of_its_names_too(word: str, card: Card) -> None:
    """The record's page: “any beginning that is not ambiguous will do”; names of the box are names of cards."""
    box = 'card room-1 "Enigma Room"\n'
    assert "“en”: this may be enigma, room-1 (Enigma Room)" in fault_three("name Bob a1 en\n", box)
    assert "this may be enigma, room-1" in fault_three("name Bob a1 book\ndoubt Ann lie is en\n", box)
    naming = three(f"name Bob a1 {word}\n", box).naming
    assert naming is not None
    assert naming.card is card
    # Without such a name nothing else begins so; and the Personal Assignment is not among the nine.
    assert three("name Bob a1 en\n").steps == three("name Bob a1 enigma\n").steps
    parlour = three("name Bob a1 p\n", 'card room-1 "Parlour"\n').naming
    assert parlour is not None
    assert parlour.card is Card.ROOM_1


# ---- the last player -------------------------------------------------------------------------------------------------


def test_the_last_player_may_begin_his_turn_with_a_decryption_token() -> None:
    """Heading “Decryption”, with “Triumph …”, special case: the token was not there when the turn before began."""
    alone_now = "goal Bob ghost failed\ngoal Cy medium failed\nname Ann a1 book is joint\ntake Ann decryption\n"
    table = three(alone_now + "decrypt Ann a2 library is shadow\n")
    # Bob is the Keeper: he moved to 2, and the next time when his turn would have come, between Ann's two.
    assert (table.space, table.named_now, table.holds("Ann", Token.DECRYPTION)) == (3, False, False)
    assert three(alone_now + "decrypt Ann a2 library is shadow\nname Ann a3 book is book\n").space == 3
    assert "no decryption token" in fault_three("name Bob a1 library\ntake Bob decryption\ndecrypt Bob a2 book\n")


def test_a_silent_turn_with_no_closed_card_may_be_written() -> None:
    """Ruling 11: “No look; the turn passes”; `turn Cy` “may be written”."""
    opened = "".join(f"open {square} {card}\n" for square, card in list(zip(SQUARES, CARDS, strict=True))[1:])
    all_open = "name Bob a1 library\ndoubt Cy truth\n" + opened
    assert three(all_open).closed == ()
    for written in ("", "turn Cy\n"):
        table = three(all_open + written + "name Ann a1 library\n")
        assert (table.active, table.holds("Cy", Token.SILENCE)) == ("Ann", False)


# ---- long records ----------------------------------------------------------------------------------------------------


def test_many_shuffles_in_a_row_are_one() -> None:
    """After shuffles of five squares the Enigma Machine lies on each of them with the chance 1/5."""
    text = ANN + "name Ann a1 enigma is enigma\n" + "shuffle a1 b1 c1 a2 b2\n" * 300
    hard = solve(view(read(text))).hard
    assert all(abs(hard[square][Card.ENIGMA] - 1 / 5) < 1e-9 for square in ("a1", "b1", "c1", "a2", "b2"))


def test_many_shuffles_of_other_squares_are_followed() -> None:
    """Neither kind of shuffle is part of the other; a2 never moves. After so many, the first three are all alike."""
    squares, cards = ("a1", "b1", "c1", "a2"), tuple(Card)[:4]
    start = (Fact(1, "a1", frozenset({cards[0]})), Fact(1, "a2", frozenset({cards[3]})))
    shuffles = [Shuffled(2, pair) for pair in (("a1", "b1"), ("b1", "c1")) * 400]
    found = weigh([(*start, *shuffles)], squares, cards, {})
    told = chances(found.course, found.hard)
    assert told["a2"] == {cards[3]: 1}
    assert all(abs(told[square][cards[0]] - 1 / 3) < 1e-9 for square in squares[:3])


# ---- looks that others may not read ----------------------------------------------------------------------------------


def test_a_contradiction_with_an_own_look_tells_others_nothing() -> None:
    text = ANN + "name Ann b1 library is joint\nname Bob a3 joint\n"
    before, now = Companion().look(read(text)), Companion().look(read(text + "doubt Cy truth\n"))
    changed = rendered(Companion().changed(before, now))
    assert "The entries contradict each other" in changed
    assert "should say" not in changed
    assert "Lines 4" not in changed
    # On a screen of its own, until a key is pressed.
    assert "should say" in rendered(Companion().glimpse(before, now))


@pytest.mark.parametrize(
    ("start", "typed", "told"),
    [
        ("keeper Bob\n", "a2 sh jo", "name Bob a2 shadow …"),
        ("name Ann a1 library is joint\n", "b lie jo", "doubt Bob lie …"),
    ],
)
def test_what_a_card_is_is_blanked_on_others_lines(console: Console, start: str, typed: str, told: str) -> None:
    console.write(ANN + start, "g.game")
    with seated(console, "play", "g.game") as at:
        at.press(typed + ENTER)
        at.send("c")
        at.wait(lambda: at.typed == "c")
        assert told in at.picture
        assert "is joint" not in at.picture, at.picture
