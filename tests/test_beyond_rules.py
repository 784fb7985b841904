"""Enigma: Beyond Code, rule by rule, under the rulebook's headings; numbers in brackets are those of the rulings."""

import pytest

from solver.beyond_code.events import SQUARES, Card, Character, Corner, SetKind, Token
from solver.beyond_code.rules import hand, match_over, turns_left
from solver.beyond_code.state import Ending, State
from solver.errors import RecordFaults
from solver.games import read


def state(text: str) -> State:
    result: State = read(text).state
    return result


def three(play: str, more: str = "") -> State:
    return state(f"game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Bob\n{more}{play}")


def two(play: str, more: str = "") -> State:
    return state(f"game beyond-code\nplayers Ann Bob\nme Ann\n{more}{play}")


def fault(text: str) -> str:
    """The first thing that is wrong, as line: message."""
    with pytest.raises(RecordFaults) as caught:
        read(text)
    first = caught.value.faults[0]
    return f"{first.line}: {first}"


def fault_three(play: str, more: str = "") -> str:
    return fault(f"game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Bob\n{more}{play}")


ROUND = "name Bob a1 library\nname Cy a2 library\nname Ann a3 library is library\n"


# ---- Setup -----------------------------------------------------------------------------------------------------------


def test_agency_mansion_the_personal_assignment_stays_in_the_box() -> None:
    """Heading “Agency Mansion”."""
    assert Card.PERSONAL not in three("").cards
    assert len(three("").cards) == len(SQUARES) == 9
    assert "played without this card" in fault_three("name Bob a1 personal\n")


def test_agency_mansion_all_cards_are_closed_at_the_start() -> None:
    """Heading “Name a Mansion Card”: “At the start of the game all mansion cards are closed”."""
    assert three("").closed == SQUARES


def test_time_keeper_is_named_else_the_first_player() -> None:
    """Heading “Time Keeper”; the marker lies on the hourglass."""
    assert (three("").keeper, three("").active, three("").space) == ("Bob", "Bob", 1)
    assert two("").keeper == "Ann"


@pytest.mark.parametrize(
    ("players", "kind", "cards"),
    [("A B C", "introductory", 5), ("A B C", "standard", 7), ("A B", "introductory", 6), ("A B", "standard", 7)],
)
def test_character_sets(players: str, kind: str, cards: int) -> None:
    """Headings “Introductory Games”, “Standard Set”, “Character Set for Two Players”."""
    assert len(state(f"game beyond-code\nplayers {players}\nset {kind}\n").pool) == cards


def test_a_character_outside_the_set_is_dealt_to_nobody() -> None:
    """Heading “Introductory Games”."""
    assert "does not take part" in fault_three("", more="set introductory\ncharacter Ann ghost\n")


def test_six_players_are_too_many() -> None:
    """Heading “Setup”: 2-5 players, and the solo mode."""
    assert "6 players" in fault("game beyond-code\nplayers A B C D E F\n")


# ---- Turn Order ------------------------------------------------------------------------------------------------------


def test_turn_order_the_keeper_moves_the_marker_before_each_of_his_turns() -> None:
    """Heading “Turn Order”: “including his very first turn”; (2) so he acts on spaces 2 to 5."""
    assert three("name Bob a1 library\n").space == 2
    assert three(ROUND).space == 2
    assert three(ROUND + "name Bob a1 library\n").space == 3


def test_turn_order_clockwise() -> None:
    """Heading “Turn Order”."""
    assert three(ROUND).active == "Ann"
    assert fault_three("name Cy a1 library\n").startswith("5: “Cy”: it is another's turn")
    assert "it is another's turn" in fault_three("name Bob a1 library\nname Ann a1 library is library\n")


def test_turn_order_a_turn_lasts_until_the_next_players_line() -> None:
    """Heading “Turn Order”, and the record's page: “it ends with the next player's first line”."""
    assert three("name Bob a1 library\n").active == "Bob"
    assert three("name Bob a1 library\nturn Cy\n").active == "Cy"


def test_turn_order_time_is_out_when_the_marker_comes_to_the_last_space() -> None:
    """Heading “Turn Order”; with six spaces the fifth move of the Keeper ends the game."""
    four = three(ROUND * 4)
    assert (four.space, four.outcome) == (5, None)
    assert "time has run out" in fault_three(ROUND * 4 + "name Bob a1 library\n")
    assert three(ROUND * 4 + "time out\n").outcome is not None


# ---- Player's Turn ---------------------------------------------------------------------------------------------------


def test_players_turn_nobody_passes() -> None:
    """Heading “Player's Turn”: the naming is mandatory (5)."""
    assert "a naming or the goal of Bob" in fault_three("turn Bob\nname Cy a1 library\n")


def test_players_turn_one_naming() -> None:
    """Heading “Player's Turn”."""
    assert "has named a card in this turn" in fault_three("name Bob a1 library\nname Bob a2 library\n")


def test_players_turn_the_goal_instead_of_a_naming_or_after_it() -> None:
    """Heading “Player's Turn”."""
    assert three("goal Bob wanderer failed\n").out == ("Bob",)
    assert three("name Bob a1 library\ngoal Bob wanderer failed\n").out == ("Bob",)


def test_players_turn_nothing_follows_the_goal() -> None:
    """Heading “Player's Turn”, (5)."""
    assert "Bob is out of this game" in fault_three("goal Bob wanderer failed\nname Bob a1 library\n")


# ---- Name a Mansion Card ---------------------------------------------------------------------------------------------


def test_name_a_mansion_card_a_closed_card_stays_closed_and_its_looker_has_seen_it() -> None:
    """Heading “Name a Mansion Card”."""
    table = three("name Bob a1 library\n")
    assert "a1" in table.closed
    assert table.seen_by("a1") == ("Bob",)


def test_name_a_mansion_card_an_open_card_may_be_called_otherwise() -> None:
    """Heading “Name a Mansion Card”, special case; (8) always, and anyone who may doubt catches it."""
    table = three("name Bob a1 library\ndoubt Ann truth\nname Cy a1 book\ndoubt Bob lie\n")
    assert table.holds("Cy", Token.SILENCE)
    assert table.open == {"a1": Card.LIBRARY}


def test_name_a_mansion_card_if_nobody_may_doubt_an_open_card_may_be_called_anything() -> None:
    """Heading “Name a Mansion Card”, special case: every opponent has a silence token."""
    table = two(
        "name Ann a1 library is library\ndoubt Bob truth\nlook Bob a2\nname Ann a2 book is book\n"
        "name Bob a3 joint\ndoubt Ann lie is enigma\nname Ann a1 shadow\ntake Ann chaos\n"
    )
    assert table.naming is not None
    assert (table.naming.doubters, table.holds("Ann", Token.CHAOS)) == ((), True)


def test_first_option_a_believed_naming_has_its_effect() -> None:
    """Heading “First Option: “Truth!””: “It does not matter which card it actually was”."""
    assert three("name Bob a1 library\ntake Bob chaos\n").holds("Bob", Token.CHAOS)


def test_second_option_an_honest_naming_opens_the_card_and_silences_the_doubter() -> None:
    """Heading “Second Option: “Lie!””; all have seen it now, and the effect follows."""
    table = three("name Bob a1 library\ndoubt Cy truth\ntake Bob chaos\n")
    assert table.open == {"a1": Card.LIBRARY}
    assert table.seen_by("a1") == ("Ann", "Bob", "Cy")
    assert table.holds("Cy", Token.SILENCE)
    assert table.holds("Bob", Token.CHAOS)


def test_second_option_who_is_caught_takes_silence_and_passes_without_effect() -> None:
    """Heading “Second Option: “Lie!””; the card stays closed, the doubter has seen it."""
    table = three("name Bob a1 library\ndoubt Cy lie\n")
    assert table.holds("Bob", Token.SILENCE)
    assert (table.active, table.open, table.seen_by("a1")) == ("Cy", {}, ("Bob", "Cy"))
    assert "no effect is carried out now" in fault_three("name Bob a1 library\ndoubt Cy lie\ntake Bob chaos\n")


def test_second_option_doubts_come_before_the_effect() -> None:
    """Heading “Second Option: “Lie!””, (7)."""
    assert "no naming that could be doubted" in fault_three("name Bob a1 library\ntake Bob chaos\ndoubt Cy lie\n")


def test_second_option_once() -> None:
    """“First Voice Decides!”: one player checks."""
    assert "no naming that could be doubted" in fault_three("name Bob a1 library\ndoubt Cy truth\ndoubt Ann truth\n")


def test_second_option_nobody_doubts_himself() -> None:
    """Heading “Second Option: “Lie!””: one of the opponents."""
    assert "nobody doubts himself" in fault_three("name Bob a1 library\ndoubt Bob truth\n")


# ---- Achieve the Character's Goal ------------------------------------------------------------------------------------


def test_achieve_the_goal_wins_at_once() -> None:
    """Heading “Achieve the Character's Goal”."""
    outcome = three("goal Bob wanderer achieved\n").outcome
    assert outcome is not None
    assert (outcome.ending, outcome.winner, outcome.character) == (Ending.GOAL, "Bob", Character.WANDERER)


def test_achieve_the_goal_who_fails_is_skipped_doubts_nobody_and_loses_his_tokens() -> None:
    """Heading “Achieve the Character's Goal”, (18)."""
    text = "name Bob a1 library\ntake Cy chaos\ngoal Bob wanderer failed\n"
    table = three(text + "goal Cy messiah failed\n")
    assert table.active == "Ann"
    assert not table.tokens.get("Cy")
    assert "out of this game and doubts nobody" in fault_three(text + "name Cy a1 book\ndoubt Bob lie\n")


def test_achieve_the_goal_an_eliminated_keeper_still_moves_the_marker() -> None:
    """“If the Keeper is eliminated, he retains the honorable duty of keeping track of time”, (4)."""
    text = "goal Bob wanderer failed\nname Cy a1 library\nname Ann a2 book is book\n"
    assert three(text).space == 2
    assert three(text + "name Cy a1 library\n").space == 3


def test_achieve_the_goal_what_it_showed_may_be_told_opened_and_closed() -> None:
    """Heading “Achieve the Character's Goal”, (18)."""
    table = three("goal Bob wanderer failed\ntold a1 library\nopen a2 book\nclose a2\n")
    assert table.seen_by("a2") == ("Ann", "Bob", "Cy")
    assert table.active == "Cy"


# ---- Time Runs Out ---------------------------------------------------------------------------------------------------


def test_time_runs_out_by_an_effect_at_once() -> None:
    """Heading “Time Runs Out”: “No actions are performed after this”; (3) reaching or passing."""
    table = three("name Bob a1 book\ntime 9\n")
    assert (table.space, table.outcome is not None) == (6, True)
    assert "the game is over" in fault_three("name Bob a1 book\ntime 4\ntake Bob chaos\n")
    assert three("name Bob a1 book\ntime 3\n").outcome is None


def test_time_runs_out_not_before() -> None:
    """Heading “Time Runs Out”."""
    assert "does not come to the last space now" in fault_three(ROUND + "time out\n")
    assert "the Keeper does not move" in fault_three("turn Bob\ntime out\n")


def test_time_board_with_seven_spaces() -> None:
    """Ruling 2, switch `time 7`."""
    assert three(ROUND * 4 + "name Bob a1 library\n", more="ruling time 7\n").space == 6


# ---- Silence, Decryption and Chaos Tokens ----------------------------------------------------------------------------

SILENT = "name Bob a1 library\ndoubt Cy truth\n"
"""Cy, whose turn comes, has a silence token."""


def test_one_token_rule_a_second_one_is_not_taken() -> None:
    """Heading “One-Token Rule”, (15)."""
    table = three("name Bob a1 library\ntake Bob chaos\ntake Bob chaos\n")
    assert table.tokens["Bob"] == {Token.CHAOS}


def test_silence_ending_the_turn() -> None:
    """Heading “Silence”, “Ending the turn”: also where an effect gives the token."""
    assert three("name Bob a1 library\ntake Bob silence\n").active == "Cy"


def test_silence_loss_of_voice() -> None:
    """Heading “Silence”, “Loss of voice”."""
    text = "name Bob a1 library\ndoubt Ann truth\nname Cy a2 book\n"
    assert "may not doubt (Loss of voice)" in fault_three(text + "doubt Ann lie\n")


def test_silence_look_only() -> None:
    """Heading “Silence”, “Look only”: no naming, no goal; one look at a closed card."""
    assert "may only look at a closed card (Look only)" in fault_three(SILENT + "name Cy a2 book\n")
    assert "may only look at a closed card (Look only)" in fault_three(SILENT + "goal Cy ghost achieved\n")
    assert "this card lies open" in fault_three(SILENT + "look Cy a1\n")
    assert three(SILENT + "look Cy a2\n").seen_by("a2") == ("Cy",)


def test_silence_no_effect_follows_a_silent_look() -> None:
    """Heading “Silence”, “Look only”: “secretly looks …, does not name it and does not apply its effect”, one card."""
    for effect in ("swap a1 b1", "take Cy chaos", "look Cy b3", "look Bob b3", "time 1", "corner b1 chaos"):
        said = fault_three(SILENT + f"look Cy a2\n{effect}\n")
        assert "no effect is carried out now: the look of Cy was a silent turn (Look only)" in said
        assert "if the look was part of Bob's effect, “turn Bob” after it tells so" in said
        assert "no effect is carried out now" in fault_three(SILENT + f"look Cy a2\nturn Ann\n{effect}\n")


def test_silence_the_token_goes_back_once_the_turn_has_passed() -> None:
    """Heading “Silence”, “Look only”; (10) so its owner may doubt the next naming."""
    table = three(SILENT + "look Cy a2\n")
    assert (table.active, table.holds("Cy", Token.SILENCE)) == ("Ann", False)
    assert three(SILENT + "look Cy a2\nname Ann b1 book is book\ndoubt Cy truth\n").open.keys() == {"a1", "b1"}


def test_silence_back_after_the_marker_has_moved() -> None:
    """Ruling 10, switch `silence-back after-time`: an Infiltrator whose silent look was the last turn cannot win."""
    last = ROUND * 3 + "name Bob a1 library\nname Cy b1 book\ndoubt Ann truth\nlook Ann c3 enigma\n"
    win = three(last + "time out Ann\n").outcome
    assert win is not None
    assert win.winner == "Ann"
    assert "has a silence token" in fault_three(last + "time out Ann\n", more="ruling silence-back after-time\n")


def test_silence_with_no_closed_card_the_turn_passes() -> None:
    """Ruling 11."""
    cards = [card for card in Card if card not in (Card.LIBRARY, Card.PERSONAL)]
    opened = "".join(f"open {square} {card}\n" for square, card in zip(SQUARES[1:], cards, strict=True))
    table = three(f"name Bob a1 library\ndoubt Cy truth\n{opened}name Ann a1 library\n")
    assert (table.active, table.closed, table.holds("Cy", Token.SILENCE)) == ("Ann", (), False)


def test_silence_a_look_by_an_effect_is_told_from_a_silent_turn_by_a_turn_line() -> None:
    """The record's page, `turn Cy`: Cy looked by Bob's effect, and has his silent turn still before him."""
    assert three(SILENT + "look Cy a2\n").active == "Ann"
    table = three(SILENT + "look Cy a2\nturn Cy\nlook Cy a3\n")
    assert (table.active, table.seen_by("a2"), table.seen_by("a3")) == ("Ann", ("Cy",), ("Cy",))


TOKEN = "name Bob a1 library\ntake Cy decryption\n"


def test_decryption_is_one_more_naming_before_or_after() -> None:
    """Heading “Decryption”, (13): held when the turn began; the token goes back."""
    table = three(TOKEN + "name Cy a2 book\ndecrypt Cy b1 joint\n")
    assert not table.holds("Cy", Token.DECRYPTION)
    assert three(TOKEN + "decrypt Cy b1 joint\nname Cy b1 book\n").seen_by("b1") == ("Cy",)
    assert "it is another's turn" in fault_three(TOKEN + "decrypt Cy b1 joint\nname Ann a1 book is book\n")


def test_decryption_must_be_held_when_the_turn_began() -> None:
    """Heading “Decryption”."""
    text = "name Bob a1 library\ntake Bob decryption\ndecrypt Bob a2 book\n"
    assert "no decryption token when the turn began" in fault_three(text)


def test_decryption_names_closed_cards_only() -> None:
    """Heading “Decryption”."""
    text = "name Bob a1 library\ndoubt Ann truth\ntake Cy decryption\ndecrypt Cy a1 library\n"
    assert "closed cards only" in fault_three(text)


def test_decryption_after_a_caught_lie_there_is_no_second_naming() -> None:
    """Heading “Decryption”, (13)."""
    assert "another's turn" in fault_three(TOKEN + "name Cy a2 book\ndoubt Bob lie\ndecrypt Cy b1 joint\n")


def test_decryption_instead() -> None:
    """Ruling 13, switch `decryption instead`."""
    more = "ruling decryption instead\n"
    assert "has named a card in this turn" in fault_three(TOKEN + "decrypt Cy b1 joint\nname Cy b1 book\n", more)
    assert three(TOKEN + "decrypt Cy b1 joint\nname Ann a1 book is book\n", more).active == "Ann"


MACHINE = "name Bob a1 library\ntake Ann chaos\nname Cy b1 enigma\n"


def test_chaos_a_token_cancels_all_of_the_enigma_machine() -> None:
    """Heading “Chaos”, (14): another player's too, before its first effect."""
    table = three(MACHINE + "cancel Ann\n")
    assert not table.holds("Ann", Token.CHAOS)
    assert "no effect is carried out now" in fault_three(MACHINE + "cancel Ann\nshuffle a1 b1\n")
    assert "was not named just now" in fault_three(MACHINE + "shuffle a1 b1\ncancel Ann\n")
    assert "has no Chaos token" in fault_three(MACHINE + "cancel Cy\n")


def test_chaos_only_the_enigma_machine() -> None:
    """Heading “Chaos”."""
    text = MACHINE.replace("enigma", "book")
    assert "the Enigma Machine was not named just now" in fault_three(text + "cancel Ann\n")


def test_chaos_a_silent_player_cancels_nothing() -> None:
    """Heading “Silence”: nor cancel the effect of the card “Enigma Machine”."""
    text = "name Bob a1 library\ndoubt Ann truth\ntake Ann chaos\nname Cy b1 enigma\ncancel Ann\n"
    assert "silence token and may not cancel" in fault_three(text)


def test_chaos_cancel_active() -> None:
    """Ruling 14, switch `cancel active`."""
    assert "the active player alone" in fault_three(MACHINE + "cancel Ann\n", more="ruling cancel active\n")


@pytest.mark.parametrize(
    ("play", "says"),
    [
        ("turn Bob\nturn Bob\n", "his turn has begun"),
        ("goal Bob wanderer failed\nlook Bob a1\n", "Bob is out of this game"),
        (
            "name Bob a1 library\ndoubt Ann lie is book\nlook Cy a1\n",
            "and this is no silent turn",
        ),
        ("goal Bob wanderer failed\nname Cy a1 book\ntake Bob chaos\n", "Bob is out of this game"),
        ("name Bob a1 library\nreturn Bob chaos\n", "Bob has no such token"),
        ("name Bob a1 library\ndoubt Ann truth\nopen a1 library\n", "this card lies open"),
        ("name Bob a1 library\nclose a1\n", "this card is closed"),
        ("goal Bob wanderer failed\nname Cy a1 book\ntime 9\ntime out Bob\n", "Bob is out of this game"),
        ("goal Bob wanderer achieved\ntime out\n", "the game is over"),
        ("name Bob a1 book\ntime 9\ntime out Cy\ntime out Bob\n", "Cy is the Infiltrator"),
    ],
)
def test_what_the_rules_forbid_is_said(play: str, says: str) -> None:
    assert says in fault_three(play)


def test_decryption_instead_of_the_other_naming_only() -> None:
    """Ruling 13, switch `decryption instead`."""
    text = TOKEN + "name Cy b1 joint\ndecrypt Cy b2 book\n"
    assert "stands instead of the other naming" in fault_three(text, more="ruling decryption instead\n")


def test_silence_back_after_time_in_the_next_turn() -> None:
    """Ruling 10, switch: the token is back once the next player's turn has begun."""
    more = "ruling silence-back after-time\n"
    text = "name Bob a1 library\ndoubt Cy truth\nlook Cy a2\n"
    assert three(text, more).holds("Cy", Token.SILENCE)
    assert not three(text + "turn Ann\n", more).holds("Cy", Token.SILENCE)


# ---- Chaos Breakthrough, Triumph and the Abyss of Defeat -------------------------------------------------------------

OUT = "name Bob a1 book\ntime 9\n"


def test_chaos_breakthrough_the_second_loses_all() -> None:
    """Heading “Chaos Breakthrough”, (23)."""
    first = three(OUT)
    assert (first.breakthroughs, match_over(first)) == (1, False)
    second = OUT + "next\n" + OUT.replace("Bob", "Cy")
    assert match_over(three(second))
    assert "the match is over" in fault_three(second + "next\n")
    assert not match_over(three(second, more="ruling breakthroughs 3\n"))


def test_triumph_the_infiltrator_wins_when_time_runs_out() -> None:
    """Heading “Triumph and the Abyss of Defeat”, (20): whose card it is need not be known before."""
    outcome = three(OUT + "time out Cy\n").outcome
    assert outcome is not None
    assert (outcome.ending, outcome.winner) == (Ending.INFILTRATOR, "Cy")
    assert three(OUT + "time out Cy\n").breakthroughs == 0
    known = three(OUT, more="character Ann infiltrator\n").outcome
    assert known is not None
    assert known.winner == "Ann"


def test_triumph_without_an_infiltrator_in_the_set_nobody_wins_by_time() -> None:
    """Heading “Introductory Games”: the five cards are without him."""
    assert "the Infiltrator does not take part" in fault_three(OUT + "time out Cy\n", more="set introductory\n")


def test_triumph_a_silent_infiltrator_does_not_win() -> None:
    """Heading “Triumph and the Abyss of Defeat”: “or he has a silence token”."""
    text = "name Bob a1 book\ndoubt Cy truth\ntime 9\n"
    outcome = three(text, more="character Cy infiltrator\n").outcome
    assert outcome is not None
    assert outcome.winner is None
    assert "has a silence token, so Chaos wins" in fault_three(text + "time out Cy\n")


def test_triumph_special_case_the_last_player_plays_on_doubted_by_nobody() -> None:
    """Heading “Triumph and the Abyss of Defeat”, special case, (19)."""
    text = "goal Bob wanderer failed\ngoal Cy messiah failed\nname Ann a1 book is library\nname Ann a2 book is enigma\n"
    table = three(text)
    assert (table.active, table.space) == ("Ann", 3)
    assert table.naming is not None
    assert table.naming.doubters == ()
    assert three(text + "goal Ann ghost failed\n").breakthroughs == 1


def test_triumph_the_third_ends_the_match() -> None:
    """Heading “A Player Achieved His Character's Goal”."""
    text = (
        "goal Bob wanderer achieved\nnext\ngoal Cy ghost failed\ngoal Ann medium failed\ngoal Bob archivist achieved\n"
    )
    assert three(text).wins == {"Bob": 2}
    third = "next\ngoal Ann ghost failed\ngoal Bob wanderer achieved\n"
    assert match_over(three(text + third))
    assert "the match is over" in fault_three(text + third + "next\n")


def test_after_each_game_the_left_neighbour_keeps_the_time_and_tokens_go_back() -> None:
    """Heading “After Each Game, if You Are Playing to Three Victories”, (22)."""
    table = three("name Bob a1 library\ntake Cy chaos\ngoal Bob wanderer achieved\nnext\n")
    assert (table.keeper, table.active, table.space, table.tokens, table.game) == ("Cy", "Cy", 1, {}, 2)
    assert table.wins == {"Bob": 1}
    assert (table.closed, table.seen) == (SQUARES, {})
    assert "the game is not over" in fault_three("name Bob a1 library\nnext\n")


# ---- Truth and Lies, and what cards do -------------------------------------------------------------------------------


def test_notepad_a_swap_carries_along_who_has_seen_a_card_and_a_shuffle_clears_it() -> None:
    """Heading “Remember or Write Down?”: next to a section the names of the players who have seen that card."""
    text = "name Bob a1 library\nswap a1 c3\n"
    assert (three(text).seen_by("a1"), three(text).seen_by("c3")) == ((), ("Bob",))
    assert three(text + "shuffle c3 b1\n").seen_by("c3") == ()
    assert three(text + "shuffle b3 b1\n").seen_by("c3") == ("Bob",)


def test_an_open_card_moves_along_and_a_shuffle_turns_it_down() -> None:
    """Ruling 16: entered as it happens."""
    text = "name Bob a1 library\ndoubt Ann truth\nswap a1 c3\n"
    assert three(text).open == {"c3": Card.LIBRARY}
    assert three(text + "shuffle c3 b1\n").open == {}


def test_corners_as_the_rulebook_tells_them() -> None:
    """Ruling 17: Library none, Book of Order and Chaos Chaos, any other unknown until the box tells."""
    table = three("", more='card room-1 "Winter Garden" corner chaos\n')
    shown = [table.corner(card) for card in (Card.LIBRARY, Card.BOOK, Card.ROOM_1, Card.JOINT)]
    assert shown == [Corner.NONE, Corner.CHAOS, Corner.CHAOS, Corner.UNKNOWN]
    assert table.assumed == ("cards", "corners", "time")


def test_cards_may_be_called_by_the_boxs_names() -> None:
    """The record's page: until the box file names them, room-1 to room-4."""
    table = three("name Bob a1 winter\n", more='card room-1 "Winter Garden" corner chaos\n')
    assert table.naming is not None
    assert table.naming.card is Card.ROOM_1
    assert "no card is called so" in fault_three("name Bob a1 winter\n")


def test_the_viewer_says_what_he_has_seen() -> None:
    """The record's page: “always on his own lines about a closed card”."""
    assert "the record says what the card was" in fault_three(
        "name Bob a1 library\nname Cy a1 book\nname Ann a2 book\n"
    )
    assert "a record without “me” says" in fault("game beyond-code\nplayers Ann Bob\nname Ann a1 library\n")


# ---- Two-Player Game -------------------------------------------------------------------------------------------------


def test_moderate_secrecy_a_checked_card_lies_open_with_two() -> None:
    """Heading “Moderate Secrecy”, (9)."""
    text = "name Ann a1 book is library\ndoubt Bob lie\n"
    assert two(text).open == {"a1": Card.LIBRARY}
    assert two(text, more="ruling checked closed\n").open == {}
    assert three("name Bob a1 book\ndoubt Ann lie is joint\n", more="ruling checked open\n").open == {"a1": Card.JOINT}


def test_moderate_secrecy_the_card_that_lies_open_is_told() -> None:
    """Heading “Moderate Secrecy”."""
    text = "game beyond-code\nplayers Ann Bob\nme Ann\nkeeper Bob\nname Bob a1 book\ndoubt Ann lie\n"
    assert "the card lies open (Moderate Secrecy)" in fault(text)


def test_character_set_for_two_players_each_keeps_one_of_three() -> None:
    """Heading “Character Set for Two Players”, (21); two of the gradual set while it has five."""
    assert [hand(two("", more=f"set {kind}\n")) for kind in SetKind] == [3, 3, 2]
    assert hand(three("")) == 1


def test_shadow_of_scherbius_a_character_from_the_pile() -> None:
    """Heading “Card “Shadow of Scherbius””."""
    text = "name Ann a1 shadow is shadow\ncharacters Ann pile\n"
    assert two(text, more="character Ann wanderer\n").characters == {}
    swap = "characters Ann Bob\n"
    both = "character Ann wanderer\ncharacter Bob ghost\n"
    swapped = three("name Bob a1 shadow\n" + swap, more=both).characters
    assert swapped == {"Ann": Character.GHOST, "Bob": Character.WANDERER}


# ---- Variant: Gradual Addition of Characters -------------------------------------------------------------------------

FIVE = [Character.CRYPTOLOGIST] * 2 + [Character.MESSIAH] * 2 + [Character.WANDERER]


def gradual(*winners: str) -> State:
    """The set after games that these characters won, all by whoever is the Keeper."""
    keepers = ("Bob", "Cy", "Ann")
    play = "".join(f"goal {keepers[n % 3]} {who} achieved\nnext\n" for n, who in enumerate(winners))
    return three(play, more="set gradual\n")


@pytest.mark.parametrize(
    ("won", "removed", "added"),
    [
        ("cryptologist", Character.CRYPTOLOGIST, Character.INFILTRATOR),
        ("messiah", Character.MESSIAH, Character.MEDIUM),
        ("wanderer", None, Character.ARCHIVIST),
    ],
)
def test_second_game_onward_first_victories(won: str, removed: Character | None, added: Character) -> None:
    """Heading “Second Game Onward”, the first three points."""
    cards = list(FIVE)
    if removed:
        cards.remove(removed)
    assert sorted(gradual(won).pool) == sorted([*cards, added])


def test_second_game_onward_a_second_victory_adds_the_ghost() -> None:
    """Heading “Second Game Onward”, fourth point."""
    assert sorted(gradual("wanderer", "wanderer").pool) == sorted([*FIVE, Character.ARCHIVIST, Character.GHOST])


def test_second_game_onward_then_chance_adds_one_and_it_is_typed_in() -> None:
    """Heading “Second Game Onward”, fourth point, (24)."""
    table = gradual("wanderer", "wanderer", "archivist")
    assert table.to_pick == (Character.INFILTRATOR, Character.MEDIUM)
    more = "set gradual\n"
    play = "goal Bob wanderer achieved\nnext\ngoal Cy wanderer achieved\nnext\ngoal Ann archivist achieved\nnext\n"
    picked = three(play + "set gradual medium\n", more)
    assert picked.pool.count(Character.MEDIUM) == 1
    assert "is not to be picked" in fault_three(play + "set gradual ghost\n", more)


def test_second_game_onward_a_breakthrough_changes_nothing() -> None:
    """Heading “Second Game Onward”, last point."""
    assert list(three(OUT + "next\n", more="set gradual\n").pool) == FIVE


# ---- what is left of the time ----------------------------------------------------------------------------------------


def test_turns_left_by_hand() -> None:
    """The Keeper acts on spaces 2 to 5: four turns each; Bob's first has begun, Cy's and Ann's have not."""
    assert [turns_left(three(""), player) for player in ("Ann", "Bob", "Cy")] == [4, 4, 4]
    begun = three("name Bob a1 library\n")
    assert [turns_left(begun, player) for player in ("Ann", "Bob", "Cy")] == [4, 3, 4]
    last = three(ROUND * 4)
    assert [turns_left(last, player) for player in ("Ann", "Bob", "Cy")] == [0, 0, 0]
