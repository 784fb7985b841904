"""Alone with Chaos, rule by rule, under the rulebook's headings; numbers in brackets are those of the rulings."""

import pytest

from solver.beyond_code.events import SQUARES, Card, Character, Token
from solver.beyond_code.rules import match_over, turns_left
from solver.beyond_code.state import Ending, State
from solver.games import read
from tests.test_beyond_rules import fault

CHAOS = "card room-1 corner chaos\ncard room-2 corner decryption\ncard room-3 corner decryption\n"


def alone(play: str, more: str = "") -> State:
    result: State = read(f"game beyond-code\nplayers Ann\n{CHAOS}{more}{play}").state
    return result


def fault_alone(play: str, more: str = "") -> str:
    return fault(f"game beyond-code\nplayers Ann\n{CHAOS}{more}{play}")


def test_solo_setup() -> None:
    """Heading “Solo Setup”: without Joint Work, with the Personal Assignment; three characters; the marker on I."""
    table = alone("")
    assert Card.JOINT not in table.cards
    assert Card.PERSONAL in table.cards
    assert table.pool == (Character.CRYPTOLOGIST, Character.MESSIAH, Character.WANDERER)
    assert (table.space, table.spaces) == (1, 7)


def test_players_turn_a_closed_card_is_flipped() -> None:
    """Heading “Player's Turn (Solo)”, first point."""
    assert alone("choose a1 library\n").open == {"a1": Card.LIBRARY}
    assert "the card is flipped face up" in fault_alone("choose a1\n")


def test_players_turn_an_open_card_gets_a_silence_token_and_is_not_chosen_again() -> None:
    """Heading “Player's Turn (Solo)”, first point."""
    text = "choose a1 library\nend\nchoose a1\nend\n"
    assert alone(text).laid == ("a1",)
    assert "a silence token lies on this card" in fault_alone(text + "choose a1\n")


FOUR = "choose a1 library\nopen a2 enigma\nopen a3 shadow\nopen b1 room-2\nopen b2 room-3\nend\n" + "".join(
    f"choose {square}\nend\n" for square in ("a1", "a2", "a3", "b1")
)


def test_players_turn_an_empty_supply_moves_a_token_from_another_card() -> None:
    """Heading “Player's Turn (Solo)”, first point, (29): four tokens."""
    more = "ruling time 20\n"
    assert "the supply has no silence token left" in fault_alone(FOUR + "choose b2\n", more)
    assert alone(FOUR + "choose b2 from a1\n", more).laid == ("a2", "a3", "b1", "b2")
    assert "no silence token lies there" in fault_alone(FOUR + "choose b2 from c3\n", more)
    assert "the supply still has" in fault_alone("choose a1 library\nend\nchoose a1 from c2\n")


def test_players_turn_a_chaos_corner_moves_the_marker_when_chosen() -> None:
    """Heading “Player's Turn (Solo)”, second point; the Library has none."""
    assert alone("choose a1 library\n").space == 1
    assert alone("choose a1 book\n").space == 2
    assert alone("choose a1 room-2\n").space == 1


def test_solo_play_a_card_revealed_by_an_effect_moves_no_time_and_stays_open() -> None:
    """Heading “Solo Play”: “you always reveal a mansion card when you look at it in any way”."""
    table = alone("choose a1 library\nlook Ann b1 book\n")
    assert (table.space, table.open) == (1, {"a1": Card.LIBRARY, "b1": Card.BOOK})


def test_players_turn_a_corner_not_typed_in_is_told_when_the_card_lies_open() -> None:
    """Heading “Player's Turn (Solo)”, second point; the box had not told the Shadow's corner."""
    assert alone("choose a1 shadow\ncorner a1 chaos\n").space == 2
    assert alone("choose a1 shadow\ncorner a1 decryption\n").space == 1
    assert alone("choose a1 shadow\ncorner a1 chaos\nend\nchoose a1\n").space == 4


def test_solo_play_the_marker_moves_after_the_turn() -> None:
    """Heading “Solo Play”: “After finishing your turn”."""
    assert alone("choose a1 library\nend\n").space == 2
    assert "no card was chosen" in fault_alone("end\n")


def test_solo_play_one_choice_a_turn() -> None:
    """Heading “Player's Turn (Solo)”."""
    assert "one card a turn is chosen" in fault_alone("choose a1 library\nchoose a2 room-2\n")


def test_solo_play_no_lies() -> None:
    """Heading “Player's Turn (Solo)”: “You cannot lie”."""
    assert "this line is for two to five players" in fault_alone("name Ann a1 library\n")


def test_solo_play_a_decryption_token_is_one_more_choice_open_or_closed() -> None:
    """Heading “Solo Play”, (28): with all that a choice brings; the end still moves the marker once."""
    text = "choose a1 library\ntake Ann decryption\nend\nchoose a2 room-2\n"
    for more in ("choose b1 book\n", "decrypt Ann b1 book\n"):
        table = alone(text + more)
        assert not table.holds("Ann", Token.DECRYPTION)
        assert table.space == 3
    assert alone(text + "choose a1\nend\n").space == 3
    assert alone(text + "choose a1\n").laid == ("a1",)


def test_time_runs_out_solo_at_once_on_the_last_space() -> None:
    """Heading “Time Runs Out (Solo)”: the game ends with the first Chaos breakthrough."""
    table = alone("choose a1 library\ntime 6\n")
    assert table.outcome is not None
    assert (table.outcome.ending, match_over(table)) == (Ending.TIME, True)
    assert "is over" in fault_alone("choose a1 library\ntime 6\nnext\n")


def test_easier_time_runs_out_when_the_marker_would_leave_the_last_space() -> None:
    """Heading “Solo Setup”, “You can reduce the difficulty”, (30)."""
    easy = "ruling easy-time on\n"
    table = alone("choose a1 library\ntime 6\n", easy)
    assert (table.space, table.outcome) == (7, None)
    assert alone("choose a1 library\ntime 6\nend\n", easy).outcome is not None


def test_turns_left_by_hand() -> None:
    """The marker moves after each turn: turns begin on spaces 1 to 6, with the easier time on 7, too."""
    assert turns_left(alone(""), "Ann") == 6
    assert turns_left(alone("", "ruling easy-time on\n"), "Ann") == 7
    assert turns_left(alone("choose a1 library\n"), "Ann") == 5
    assert turns_left(alone("choose a1 library\nend\n"), "Ann") == 5


def test_solo_play_a_missed_goal_loses_all() -> None:
    """Heading “Solo Play”: “If not, you have lost and your progress is not saved”."""
    table = alone("goal Ann wanderer failed\n")
    assert table.outcome is not None
    assert (table.outcome.ending, match_over(table)) == (Ending.NOBODY, True)


WON = "choose a1 library\ntake Ann chaos\ntime 4\ngoal Ann wanderer achieved\nnext\n"
"""The first game is won with the marker on the 5th of seven spaces: two are left."""
REVEALED = WON + "open b1 book\nopen b2 room-1\n"
SIX = "open b1 book\nopen b2 room-1\nopen b3 room-2\nopen c1 room-3\nopen c2 room-4\nopen c3 library\n"
"""The third game after a win on space II of seven: five spaces were left, and one card more."""


def test_first_victory_reveal_as_many_cards_as_spaces_were_left() -> None:
    """Heading “Victory and Preparation for the Next Game”: “on the 5th space of the board, reveal 2”, (26)."""
    table = alone(WON)
    assert (table.space, table.revealable, table.tokens["Ann"]) == (2, 2, frozenset())
    assert table.pool == (Character.CRYPTOLOGIST, Character.MESSIAH)
    two = WON + "open b1 book\nopen b2 library\n"
    assert alone(two).open == {"b1": Card.BOOK, "b2": Card.LIBRARY}
    assert alone(two).space == 2
    assert "no card is revealed before this game, or no more" in fault_alone(two + "open b3 shadow\n")


def test_second_victory_one_card_more_and_a_decryption_token() -> None:
    """Heading “Victory and Preparation for the Next Game”: “on the 5th space, reveal 3 mansion cards in total”."""
    table = alone(REVEALED + "choose a1 library\ntime 3\ngoal Ann messiah achieved\nnext\n")
    assert (table.space, table.revealable, table.game) == (3, 3, 3)
    assert table.holds("Ann", Token.DECRYPTION)
    assert table.pool == (Character.CRYPTOLOGIST,)


def test_third_victory_wins_the_mode() -> None:
    """Heading “Victory and Preparation for the Next Game”, third victory."""
    text = REVEALED + "goal Ann messiah achieved\nnext\n" + SIX + "goal Ann cryptologist achieved\n"
    assert match_over(alone(text))
    assert alone(text).wins == {"Ann": 3}


def test_easier_tokens_are_kept_unless_presented() -> None:
    """Heading “Solo Setup”, “You can reduce the difficulty”, (31)."""
    easy = "ruling easy-tokens on\n"
    assert alone(WON, easy).holds("Ann", Token.CHAOS)
    assert not alone(WON.replace("next\n", "return Ann chaos\nnext\n"), easy).holds("Ann", Token.CHAOS)


def test_enigma_machine_the_open_cards_are_shuffled_face_down_and_tokens_return() -> None:
    """Heading “Mansion Cards: Changes in Solo Mode”, “Enigma Machine”."""
    text = "choose a1 library\nend\nchoose a1\nend\nchoose b1 enigma\nshuffle a1 b1\n"
    assert (alone(text).open, alone(text).laid) == ({}, ())
    assert alone("choose b1 enigma\nclose b1\n").closed == SQUARES


def test_enigma_machine_shuffles_open_cards_only() -> None:
    """Heading “Mansion Cards: Changes in Solo Mode”, “Enigma Machine”."""
    assert "shuffles the open cards only" in fault_alone("choose a1 library\nend\nchoose b1 enigma\nshuffle a1 c1\n")
    assert "expected “close b1”" in fault_alone("choose b1 enigma\nshuffle b1 c1\n")


def test_enigma_machine_is_cancelled_by_a_chaos_token() -> None:
    """Heading “Chaos”."""
    text = "choose a1 personal\ntake Ann chaos\nend\nchoose b1 enigma\n"
    assert not alone(text + "cancel Ann\n").holds("Ann", Token.CHAOS)
    assert "no effect is carried out now" in fault_alone(text + "cancel Ann\nclose b1\n")
    assert "was not chosen just now" in fault_alone("choose a1 personal\ntake Ann chaos\ncancel Ann\n")


def test_shadow_of_scherbius_no_character_changes_in_the_third_game() -> None:
    """Heading “Mansion Cards: Changes in Solo Mode”, “Shadow of Scherbius”, (32)."""
    second = REVEALED + "choose a1 shadow\ncharacters Ann pile\n"
    assert alone(second).characters == {}
    third = REVEALED + "goal Ann messiah achieved\nnext\n" + SIX + "choose a1 shadow\ncharacters Ann pile\n"
    assert "in the third game no character changes" in fault_alone(third)


@pytest.mark.parametrize(
    ("play", "says"),
    [
        ("choose a1 library\nlook Ann a1 library\n", "this card lies open"),
        ("choose a1 library\nlook Ann b1\n", "a card looked at lies open"),
        ("look Ann b1 book\n", "no card has been chosen in this turn"),
        ("goal Ann ghost achieved\n", "this character does not take part"),
        ("choose a1 library from c2\n", "a closed card gets no silence token"),
        ("choose a1 enigma\ncancel Ann\n", "there is no Chaos token"),
        ("choose a1 library\nnext\n", "the game is not over"),
    ],
)
def test_what_the_rules_forbid_is_said(play: str, says: str) -> None:
    assert says in fault_alone(play)


def test_personal_assignment_first_effect_chooses_another_card() -> None:
    """Heading “Mansion Cards: Changes in Solo Mode”, “Personal Assignment”: including moving time forward."""
    table = alone("choose a1 personal\nchoose b1 book\n")
    assert (table.space, table.open["b1"]) == (2, Card.BOOK)
    assert "one card a turn" in fault_alone("choose a1 personal\ntake Ann chaos\nchoose b1 book\n")


def test_personal_assignment_second_effect_a_chaos_token() -> None:
    """Heading “Mansion Cards: Changes in Solo Mode”, “Personal Assignment”."""
    assert alone("choose a1 personal\ntake Ann chaos\n").holds("Ann", Token.CHAOS)
    assert not alone("choose a1 personal\ntake Ann chaos\nreturn Ann chaos\n").holds("Ann", Token.CHAOS)
