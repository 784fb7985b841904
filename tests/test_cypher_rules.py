"""The rules of Cypher, in the rulebook's order. Each test names the heading, or the ruling where the book is silent."""

from random import Random

import pytest

from solver.cypher.ending import earliest
from solver.cypher.events import Event
from solver.cypher.rules import Step, due, next_first, score, series_winner, series_wins, settled, tie_order, winner
from solver.cypher.state import Phase, State
from solver.errors import RecordFaults
from solver.games import read
from solver.record import Record
from tests.cypher_playing import random_game

BOX = "cards power=0 a=1x2 b=2x2 c=3x2 d=4x2 e=5x2 f=6x2 g=7x2 h=8x2 i=9x2"
TWO = f"game cypher\nplayers Ann Bob\n{BOX}\n"
THREE = f"game cypher\nplayers Ann Bob Cy\n{BOX}\n"
FOUR = f"game cypher\nplayers Ann Bob Cy Dee\n{BOX}\n"
MINE = f"game cypher\nplayers Ann Bob Cy\nme Ann\n{BOX}\nhand Ann a c f\nmarket g\n"
OPEN_TWO = f"{TWO}hand Ann a b c\nhand Bob d e\nmarket i\n"
OPEN_THREE = f"{THREE}hand Ann a c f\nhand Bob h i\nhand Cy d\nmarket g\n"


def record_of(text: str) -> Record[Event, State]:
    record: Record[Event, State] = read(text)
    return record


def state_of(text: str) -> State:
    return record_of(text).state


def fault_of(text: str) -> str:
    with pytest.raises(RecordFaults) as caught:
        read(text)
    return str(caught.value.faults[0])


def line_at_fault(text: str) -> int:
    with pytest.raises(RecordFaults) as caught:
        read(text)
    return caught.value.faults[0].line


# ---- Components, Setup -----------------------------------------------------------------------------------------------


def test_components_19_cards() -> None:
    assert "these are 18 cards" in fault_of("game cypher\nplayers Ann Bob\ncards power=0 a=1x17\n")
    assert sum(kind.copies for kind in state_of(THREE).box) == 19


def test_components_place_holders_are_19_cards_of_unknown_value() -> None:
    state = state_of("game cypher\nplayers Ann Bob\n")
    assert state.assumed
    assert len(state.box) == 19
    assert {kind.value for kind in state.box} == {None}
    assert [kind.name for kind in state.box if kind.name == "power"] == ["power"]


@pytest.mark.parametrize("names", ["Ann", "Ann Bob Cy Dee Eve"])
def test_setup_2_to_4_players(names: str) -> None:
    assert "2 to 4 players" in fault_of(f"game cypher\nplayers {names}\n")


def test_setup_three_cards_to_the_first_one_to_his_right_neighbour_two_to_the_others() -> None:
    assert [len(hand) for hand in state_of(THREE).hands.values()] == [3, 2, 1]
    assert [len(hand) for hand in state_of(FOUR).hands.values()] == [3, 2, 2, 1]


@pytest.mark.parametrize(("text", "deck"), [(FOUR, 10), (OPEN_THREE.replace("market g\n", ""), 12), (TWO, 13)])
def test_setup_the_deck_after_the_market_card(text: str, deck: int) -> None:
    """19 less 8 dealt to four, 6 to three, 5 to two, less the market card."""
    assert state_of(text).deck == deck + 1
    if text != FOUR and text != TWO:
        assert state_of(text + "market g\n").deck == deck


def test_setup_a_hand_has_as_many_cards_as_were_dealt() -> None:
    assert "3 cards are dealt to Ann, not 2; expected 3 names" in fault_of(f"{THREE}hand Ann a b\n")


@pytest.mark.parametrize("told", ["hand Bob", "hand Bob ?", "hand Bob ? ?"])
def test_setup_what_was_dealt_to_another_unseen_may_be_left_out(told: str) -> None:
    state = state_of(MINE.replace("market g\n", f"{told}\nmarket g\n"))
    assert state.hands == {"Ann": ("a", "c", "f"), "Bob": (None, None), "Cy": (None,)}
    assert len(state.trail) == len(state_of(MINE).trail)


def test_setup_no_more_than_was_dealt_and_the_viewers_own_cards_in_full() -> None:
    assert "2, with ?" in fault_of(MINE.replace("market g\n", "hand Bob ? ? ?\nmarket g\n"))
    assert "expected 3 names" in fault_of(MINE.replace("hand Ann a c f\n", "hand Ann\n"))
    assert "expected 2 names" in fault_of(f"{THREE}hand Bob\n")


def test_setup_the_market_comes_before_the_first_turn() -> None:
    assert "the market is empty" in fault_of(f"{THREE}hand Ann a c f\nhand Bob h i\nhand Cy d\nplay Ann a\n")


def test_setup_the_market_is_turned_up_once() -> None:
    assert "g lies in the market" in fault_of(OPEN_THREE + "market h\n")


def test_setup_lines_of_the_set_up_come_before_the_market() -> None:
    assert "the set-up comes before" in fault_of(OPEN_THREE + "removed\n")


def test_setup_the_viewer_tells_his_own_cards() -> None:
    assert "the cards dealt to Ann are not told" in fault_of(MINE.replace("hand Ann a c f\n", ""))
    assert "these cards were seen" in fault_of(MINE.replace("a c f", "a c ?"))


def test_setup_a_record_without_me_has_no_unseen_card() -> None:
    assert "this card was seen" in fault_of(OPEN_THREE + "play Ann a\nreceive Ann deck ?\n")


# ---- Gameplay: turns -------------------------------------------------------------------------------------------------


def test_gameplay_the_first_player_begins_and_turns_go_clockwise() -> None:
    text = MINE + "play Ann c\nreceive Ann deck e\npass Ann Bob a\npass Ann Cy f\n"
    assert due(state_of(MINE)).player == "Ann"
    assert due(state_of(text)).player == "Bob"
    assert "it is another’s turn" in fault_of(text + "play Cy d\n")


def test_gameplay_the_phases_come_in_their_order() -> None:
    steps = [Step.PLAY, Step.RECEIVE, Step.PASS, Step.PASS]
    lines = ["play Ann c", "receive Ann deck e", "pass Ann Bob a", "pass Ann Cy f"]
    for n, step in enumerate(steps):
        state = state_of(MINE + "".join(f"{line}\n" for line in lines[:n]))
        assert due(state).step is step
    assert "not the phase" in fault_of(MINE + "receive Ann deck e\n")
    assert "not the phase" in fault_of(MINE + "play Ann c\npass Ann Bob a\n")


# ---- 1. Playing a card -----------------------------------------------------------------------------------------------


def test_playing_a_card_it_lies_face_up_in_front_of_its_player() -> None:
    state = state_of(MINE + "play Ann c\n")
    assert state.tables["Ann"] == ("c",)
    assert state.hands["Ann"] == ("a", "f")


def test_playing_a_card_that_is_not_in_hand() -> None:
    assert "in Ann’s hand" in fault_of(MINE + "play Ann h\n")


FOURTH = (
    OPEN_TWO
    + "play Ann a\nreceive Ann deck f\nreceive Ann deck f\npass Ann Bob f\ndiscard Ann f\n"
    + "play Bob d\nreceive Bob deck g\nreceive Bob deck g\npass Bob Ann g\ndiscard Bob g\n"
    + "play Ann b\nreceive Ann deck h\nreceive Ann deck h\npass Ann Bob h\ndiscard Ann h\n"
    + "play Bob e\nreceive Bob deck a\nreceive Bob deck b\npass Bob Ann a\ndiscard Bob b\n"
    + "play Ann c\nreceive Ann deck c\nreceive Ann deck d\npass Ann Bob d\ndiscard Ann c\n"
    + "play Bob f\nreceive Bob deck e\nreceive Bob deck i\npass Bob Ann e\ndiscard Bob i\n"
)


def test_playing_a_card_the_fourth_sends_one_under_the_deck_at_once() -> None:
    """Ruling 7: one of the four, the new one too. Six turns take six cards net: 13 - 6 = 7."""
    before = state_of(FOURTH)
    assert [len(table) for table in before.tables.values()] == [3, 3]
    assert before.deck == 7
    assert "Ann’s fourth card" in fault_of(FOURTH + "play Ann g\n")
    after = state_of(FOURTH + "play Ann g under b\n")
    assert after.tables["Ann"] == ("a", "c", "g")
    assert after.deck == 8
    assert state_of(FOURTH + "play Ann g under g\n").tables["Ann"] == ("a", "b", "c")
    assert "in front of Ann" in fault_of(FOURTH + "play Ann g under h\n")


def test_playing_a_card_no_card_goes_under_for_the_third() -> None:
    assert "no card goes under the deck" in fault_of(MINE + "play Ann c under c\n")


def test_playing_a_card_with_the_switch_fourth_after_the_action_comes_first() -> None:
    """Ruling 7, switched: the card goes under the deck when the action has been carried out."""
    text = FOURTH.replace(BOX, f"{BOX}\nruling fourth after") + "play Ann g\n"
    assert due(state_of(text)).step is Step.UNDER
    assert "four cards lie in front of Ann" in fault_of(text + "receive Ann market\n")
    acted = text + "move Bob-table Ann d\n"
    assert due(state_of(acted)).step is Step.UNDER
    assert due(state_of(acted + "move Ann-table under a\n")).step is Step.RECEIVE


# ---- 2. Receiving cards ----------------------------------------------------------------------------------------------


def test_receiving_cards_from_the_deck() -> None:
    state = state_of(MINE + "play Ann c\nreceive Ann deck e\n")
    assert (state.hands["Ann"], state.deck, state.market) == (("a", "f", "e"), 11, "g")


def test_receiving_cards_the_market_is_refilled_at_once() -> None:
    text = MINE + "play Ann c\nreceive Ann market\n"
    state = state_of(text)
    assert (state.hands["Ann"], due(state).step) == (("a", "f", "g"), Step.MARKET)
    assert "the market is empty" in fault_of(text + "pass Ann Bob a\n")
    assert (state_of(text + "market b\n").deck, state_of(text + "market b\n").market) == (11, "b")


def test_receiving_cards_only_one_with_three_players() -> None:
    assert "not the phase" in fault_of(MINE + "play Ann c\nreceive Ann deck e\nreceive Ann deck b\n")


# ---- 3. Passing cards ------------------------------------------------------------------------------------------------


def test_passing_cards_first_to_the_left_then_to_the_right() -> None:
    text = MINE + "play Ann c\nreceive Ann deck e\n"
    assert "goes to another" in fault_of(text + "pass Ann Cy a\n")
    assert "goes to another" in fault_of(text + "pass Ann Bob a\npass Ann Bob f\n")
    state = state_of(text + "pass Ann Bob a\npass Ann Cy f\n")
    assert [len(hand) for hand in state.hands.values()] == [1, 3, 2]


def test_passing_cards_as_far_as_possible_the_left_neighbour_first() -> None:
    """Ruling 6: Ann has one card when she passes, so Bob gets it and Cy none."""
    text = MINE + "play Ann c\nmove Ann Bob a\nmove Ann Bob f\nreceive Ann deck e\n"
    state = state_of(text + "pass Ann Bob e\n")
    assert (len(state.hands["Ann"]), state.active) == (0, "Bob")


def test_passing_cards_the_receiver_sees_what_he_gets() -> None:
    text = MINE + "play Ann c\nreceive Ann deck e\npass Ann Bob a\npass Ann Cy f\n"
    text += "play Bob h\nreceive Bob deck ?\npass Bob Cy ?\n"
    assert "this card was seen" in fault_of(text + "pass Bob Ann ?\n")
    assert state_of(text + "pass Bob Ann i\n").hands["Ann"] == ("e", "i")


# ---- 4. Discarding cards ---------------------------------------------------------------------------------------------


def test_discarding_cards_more_than_one_card_in_hand() -> None:
    """Ann is given one more by an action, so she keeps two after passing, and one of them goes under the deck."""
    text = MINE + "play Ann c\nmove Bob Ann h\nreceive Ann deck e\npass Ann Bob a\npass Ann Cy f\n"
    assert due(state_of(text)).step is Step.DISCARD
    state = state_of(text + "discard Ann h\n")
    assert (state.hands["Ann"], state.deck, state.active) == (("e",), 12, "Bob")


def test_discarding_cards_nothing_to_discard() -> None:
    text = MINE + "play Ann c\nreceive Ann deck e\npass Ann Bob a\npass Ann Cy f\n"
    assert line_at_fault(text + "discard Ann e\n") == 11


def test_a_player_with_no_card_in_hand_plays_none() -> None:
    """Ruling 6."""
    text = MINE + "play Ann c\nreceive Ann deck e\npass Ann Bob a\npass Ann Cy f\n"
    emptied = text + "move Bob Cy ?\nmove Bob Cy ?\nmove Bob Cy ?\n"
    now = due(state_of(emptied))
    assert (now.step, now.player) == (Step.RECEIVE, "Bob")
    assert state_of(emptied + "receive Bob market\nmarket b\n").active == "Bob"


# ---- End of the Game -------------------------------------------------------------------------------------------------

POWER = OPEN_THREE.replace("hand Ann a c f", "hand Ann a c power") + (
    "play Ann power\nreceive Ann deck e\npass Ann Bob a\npass Ann Cy c\n"
)
LAST_TURNS = (
    "play Bob h\nreceive Bob deck b\npass Bob Cy a\npass Bob Ann b\n"
    "play Cy d\nreceive Cy deck b\npass Cy Ann a\npass Cy Bob c\n"
    "play Ann e\nreceive Ann deck c\npass Ann Bob a\npass Ann Cy c\n"
)
"""Ann has e and b, a when she plays; she keeps b and discards nothing: e is played, b a c are three, two are passed."""


def test_end_of_the_game_power_triggers_and_its_turn_is_finished() -> None:
    """Ruling 2."""
    state = state_of(POWER.replace("receive Ann deck e\npass Ann Bob a\npass Ann Cy c\n", ""))
    assert (state.trigger, state.ending, due(state).step) == ("Ann", True, Step.RECEIVE)
    assert due(state_of(POWER)).player == "Bob"


def test_end_of_the_game_each_player_takes_one_more_turn_the_trigger_last() -> None:
    """Ruling 1."""
    assert state_of(POWER).last == ("Bob", "Cy", "Ann")
    after_bob = POWER + "".join(f"{line}\n" for line in LAST_TURNS.splitlines()[:4])
    assert state_of(after_bob).last == ("Cy", "Ann")
    assert not settled(state_of(after_bob)).over
    assert settled(state_of(POWER + LAST_TURNS)).over
    assert "the game is over" in fault_of(POWER + LAST_TURNS + "play Bob a\n")


def test_end_of_the_game_last_turn_others() -> None:
    """Ruling 1, switched: the trigger has no more turn."""
    text = (POWER + LAST_TURNS).replace(BOX, f"{BOX}\nruling last-turn others")
    without = text[: text.index("play Ann e")]
    assert settled(state_of(without)).over
    assert "the game is over" in fault_of(text)


def test_end_of_the_game_power_counts_even_if_it_leaves_the_table() -> None:
    """Ruling 2."""
    text = POWER.replace("play Ann power\n", "play Ann power\nmove Ann-table under power\n")
    assert (state_of(text).trigger, state_of(text).tables["Ann"]) == ("Ann", ())


def test_end_of_the_game_a_second_trigger_changes_nothing() -> None:
    """Ruling 3: Bob is given Power by an action and plays it in his last turn."""
    text = POWER.replace("play Ann power\n", "play Ann power\nmove Ann-table Bob power\n") + "play Bob power\n"
    assert state_of(text).trigger == "Ann"
    assert state_of(text).last == ("Bob", "Cy", "Ann")


def test_end_of_the_game_the_deck_is_looked_at_after_phase_4() -> None:
    """Ruling 4: Ann empties the deck, and Bob's turn ends with a card under it, or without."""
    emptied = OPEN_THREE + "play Ann a\n" + "move deck out e\n" * 2 + "move deck out b\n" * 2 + "move deck out d\n"
    emptied += "move deck out power\nmove deck out a\n" + "move deck out h\nmove deck out i\nmove deck out g\n"
    assert state_of(emptied).deck == 2
    two_left = emptied + "move deck out f\nreceive Ann deck c\npass Ann Bob c\n"
    ended = settled(state_of(two_left + "pass Ann Cy c\n"))
    assert (ended.trigger, ended.last, ended.active) == ("Ann", ("Bob", "Cy", "Ann"), "Bob")
    kept = two_left.replace("play Ann a\n", "play Ann a\nmove Bob Ann h\n")
    assert settled(state_of(kept + "pass Ann Cy c\ndiscard Ann h\n")).trigger is None


def test_end_of_the_game_the_highest_total_wins() -> None:
    """Ann has power and e, Bob h, Cy d: 0 + 5, 8, 4."""
    state = state_of(POWER + LAST_TURNS)
    assert dict(score(state)) == {"Ann": 5, "Bob": 8, "Cy": 4}
    assert winner(state) == "Bob"
    assert winner(state_of(POWER)) is None


def test_end_of_the_game_ties_the_rulebooks_example() -> None:
    """“If you triggered the end and the player to your left has as many points as you, he wins, not you.”."""
    text = POWER + LAST_TURNS
    tied = text.replace("play Ann e\n", "play Ann e\nvalue e 8\n")
    state = state_of(tied)
    assert dict(score(state)) == {"Ann": 8, "Bob": 8, "Cy": 4}
    assert tie_order(state) == ("Bob", "Cy", "Ann")
    assert winner(state) == "Bob"
    all_tied = tied.replace("value e 8\n", "value e 8\nvalue d 8\n")
    assert winner(state_of(all_tied)) == "Bob"
    assert winner(state_of(all_tied.replace("value d 8\n", "value d 8\nvalue h 1\n"))) == "Cy"


@pytest.mark.parametrize("line", ["move Bob-table out h", "value h 1", "shuffle", "see deck 1 f", "see Ann b"])
def test_end_of_the_game_no_action_changes_what_is_over(line: str) -> None:
    assert "the game is over" in fault_of(f"{POWER}{LAST_TURNS}{line}\n")


def test_values_are_those_printed_until_an_action_changes_them() -> None:
    """Ruling 14."""
    text = MINE + "play Ann c\n"
    assert score(state_of(text))["Ann"] == 3
    assert score(state_of(text + "value c -2\n"))["Ann"] == -2


def test_values_are_any_whole_number() -> None:
    text = MINE.replace("c=3x2", "c=1000x2") + "play Ann c\n"
    assert score(state_of(text))["Ann"] == 1000
    assert score(state_of(text + "value c -20000\n"))["Ann"] == -20000
    assert "a whole number of at most 100 digits" in fault_of(f"{text}value c {'9' * 101}\n")


def test_an_unknown_value_leaves_the_total_open() -> None:
    text = MINE.replace("c=3x2", "c=?x2") + "play Ann c\n"
    assert score(state_of(text)) == {"Ann": None, "Bob": 0, "Cy": 0}


# ---- the empty deck (ruling 5) ---------------------------------------------------------------------------------------

DRY = (
    OPEN_THREE
    + "play Ann a\nmove deck out e\nmove deck out e\nmove deck out b\nmove deck out b\nmove deck out d\n"
    + "move deck out power\nmove deck out a\nmove deck out h\nmove deck out i\nmove deck out f\nmove deck out c\n"
    + "move deck out g\n"
)


def test_receiving_cards_with_an_empty_deck_the_market_card_or_nothing() -> None:
    """Ruling 5."""
    now = due(state_of(DRY))
    assert (now.step, now.optional) == (Step.RECEIVE, True)
    assert "the deck is empty" in fault_of(DRY + "receive Ann deck e\n")
    assert state_of(DRY + "receive Ann market\n").phase is Phase.PASS
    assert state_of(DRY + "pass Ann Bob c\n").phase is Phase.PASS


def test_the_game_ends_with_the_last_card_though_the_market_lies_open() -> None:
    """Ruling 5: Ann has played her only card in the last turn; no line would say that she receives nothing.

    Ann has a and e, 1 + 5, Bob d, 4; what e does may still change that, and she may take the market card and pass it.
    """
    emptied = "".join(f"move deck out {card}\n" for card in "abcdeffgghhi")
    text = OPEN_TWO + "play Ann a\n" + emptied + "move deck out power\npass Ann Bob b\n"
    text += "play Bob d\nmove Ann out c\npass Bob Ann e\n"
    assert due(state_of(text)).step is Step.PLAY
    ended = state_of(text + "play Ann e\n")
    assert (ended.deck, ended.market, ended.hands["Ann"]) == (0, "i", ())
    assert (due(ended).step, winner(ended)) == (Step.OVER, "Ann")
    assert winner(state_of(text + "play Ann e\nvalue e 1\n")) == "Bob"
    received = text + "play Ann e\nreceive Ann market\n"
    assert due(state_of(received)).step is Step.PASS
    assert winner(state_of(received + "pass Ann Bob i\n")) == "Ann"
    assert "the game is over" in fault_of(received + "pass Ann Bob i\nvalue e 1\n")


def test_a_turn_that_is_not_the_last_waits_for_the_market_card() -> None:
    """Ruling 5: Bob has played his only card, but the game goes on after him."""
    emptied = "".join(f"move deck out {card}\n" for card in "abcdeffgghhi")
    text = OPEN_TWO + "play Ann a\n" + emptied + "move deck out power\npass Ann Bob b\n"
    now = due(state_of(text + "move Bob out b\nmove Bob out e\nplay Bob d\n"))
    assert (now.step, now.player, now.optional) == (Step.RECEIVE, "Bob", True)


def test_the_market_is_filled_again_as_soon_as_the_deck_has_a_card() -> None:
    """Ruling 5: the market was taken from an empty deck, and a card of the table goes under it."""
    text = DRY + "receive Ann market\n"
    assert due(state_of(text)).step is Step.PASS
    filled = text + "move Ann-table under a\n"
    assert due(state_of(filled)).step is Step.MARKET
    state = state_of(filled + "market a\n")
    assert (state.market, state.deck) == ("a", 0)


# ---- Two-Player Variant ----------------------------------------------------------------------------------------------


def test_two_player_variant_3_and_2_cards() -> None:
    """Ruling 11: the right neighbour, who is the left one too, has two."""
    assert [len(hand) for hand in state_of(TWO).hands.values()] == [3, 2]


def test_two_player_variant_two_cards_each_from_the_deck_or_the_market() -> None:
    """Ruling 9: the market is refilled in between."""
    text = OPEN_TWO + "play Ann a\nreceive Ann market\nmarket f\nreceive Ann market\nmarket g\n"
    assert state_of(text).hands["Ann"] == ("b", "c", "i", "f")
    assert due(state_of(text)).step is Step.PASS


def test_two_player_variant_two_draw_deck() -> None:
    """Ruling 9, switched."""
    text = OPEN_TWO.replace(BOX, f"{BOX}\nruling two-draw deck") + "play Ann a\n"
    assert "no card is received from the market" in fault_of(text + "receive Ann market\n")
    assert due(state_of(text + "receive Ann deck f\nreceive Ann deck g\n")).step is Step.PASS


def test_two_player_variant_one_card_is_passed_and_more_than_two_are_discarded() -> None:
    """Ruling 10."""
    text = OPEN_TWO + "play Ann a\nreceive Ann deck f\nreceive Ann deck g\npass Ann Bob b\n"
    assert due(state_of(text)).step is Step.DISCARD
    state = state_of(text + "discard Ann c\n")
    assert (state.hands["Ann"], state.hands["Bob"], state.active) == (("f", "g"), ("d", "e", "b"), "Bob")


# ---- Game Variants ---------------------------------------------------------------------------------------------------


def test_game_variants_one_card_is_removed_unseen() -> None:
    """Ruling 13: 19 - 8 dealt to four - 1 = 10, and 9 once the market lies there."""
    state = state_of(f"game cypher\nplayers Ann Bob Cy Dee\n{BOX}\nremoved\n")
    assert (state.deck, state.out) == (10, 1)
    assert "a second removed line" in fault_of(f"{THREE}removed\nremoved\n")


@pytest.mark.parametrize(("players", "wins"), [("Ann Bob", 4), ("Ann Bob Cy", 3), ("Ann Bob Cy Dee", 2)])
def test_game_variants_a_series_is_won_with_4_3_or_2_games(players: str, wins: int) -> None:
    text = f"game cypher\nplayers {players}\n{BOX}\nwon Bob "
    assert series_winner(state_of(text + f"{wins - 1}\n")) is None
    assert series_winner(state_of(text + f"{wins}\n")) == "Bob"


@pytest.mark.parametrize(("players", "most"), [("Ann Bob", 4), ("Ann Bob Cy", 3), ("Ann Bob Cy Dee", 2)])
def test_game_variants_a_series_is_over_with_4_3_or_2_wins(players: str, most: int) -> None:
    text = f"game cypher\nplayers {players}\n{BOX}\nwon Bob "
    assert f"a series ends with {most} wins" in fault_of(f"{text}{most + 1}\n")
    assert f"a series ends with {most} wins" in fault_of(f"{text}{most} Ann {most}\n")
    assert series_winner(state_of(f"{text}{most} Ann {most - 1}\n")) == "Bob"


def test_game_variants_this_game_counts_once_it_is_over() -> None:
    text = (POWER + LAST_TURNS).replace(BOX, f"{BOX}\nwon Ann 1 Bob 2")
    assert dict(series_wins(state_of(text))) == {"Ann": 1, "Bob": 3, "Cy": 0}
    assert series_winner(state_of(text)) == "Bob"


def test_game_variants_who_begins_the_next_game() -> None:
    """Ruling 16: the left neighbour of the last first player; switched: the winner, who is Bob as well, then Cy."""
    assert next_first(state_of(POWER + LAST_TURNS)) == "Bob"
    assert next_first(state_of(POWER)) is None
    switched = (POWER + LAST_TURNS).replace(BOX, f"{BOX}\nruling next-first winner")
    assert next_first(state_of(switched.replace("play Ann e\n", "play Ann e\nvalue d 9\n"))) == "Cy"


# ---- actions ---------------------------------------------------------------------------------------------------------


def test_actions_move_a_card_that_is_there() -> None:
    """Ruling 17: entered as it happens; only what lies open or is seen must be there."""
    text = MINE + "play Ann c\n"
    assert state_of(text + "move Bob Ann h\n").hands["Ann"] == ("a", "f", "h")
    assert "does not lie in front of Ann" in fault_of(text + "move Ann-table Bob-table d\n")
    assert "stay where it is" in fault_of(text + "move Bob Bob ?\n")
    assert "this card was seen" in fault_of(text + "move deck Ann ?\n")
    assert state_of(text + "move Bob out ?\n").out == 1


def test_actions_put_no_second_card_into_the_market() -> None:
    text = MINE + "play Ann c\n"
    assert "g lies in the market already" in fault_of(text + "move Ann market a\n")
    swapped = state_of(text + "move market Ann g\nmove Ann market a\n")
    assert (swapped.market, swapped.hands["Ann"], swapped.deck) == ("a", ("f", "g"), 12)


def test_actions_see_only_so_deep_as_the_deck_is() -> None:
    assert "the deck is not so high" in fault_of(MINE + "play Ann c\nsee deck 13 d\n")
    assert state_of(MINE + "play Ann c\nsee deck 12 d\n").deck == 12


# ---- worth knowing ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "removed", "turns"), [(4, False, 10), (4, True, 9), (3, False, None), (2, False, None), (2, True, None)]
)
def test_worth_knowing_when_the_deck_can_be_empty(players: int, removed: bool, turns: int | None) -> None:
    """With four players after the tenth turn, the ninth with a card removed; with three or two never."""
    names = " ".join(["Ann", "Bob", "Cy", "Dee"][:players])
    first = {2: "hand Ann a b c", 3: "hand Ann a b c", 4: "hand Ann a b c"}[players]
    text = f"game cypher\nplayers {names}\nme Ann\n{BOX}\n{'removed' if removed else ''}\n{first}\nmarket i\n"
    assert earliest(state_of(text)) == turns


@pytest.mark.parametrize("seed", range(8))
def test_worth_knowing_at_any_moment_of_a_game_of_four(seed: int) -> None:
    """Without actions each turn takes one card off the deck, so after t turns it is empty after 10 - t more."""
    cards = {name: (value, 2) for value, name in enumerate("abcdefghi", 1)} | {"j": (0, 1)}
    game = random_game(Random(seed), cards, players=4)
    text = game.text(None)
    lines = text.splitlines()
    ten = 9 if game.dealt.removed else 10
    for number, line in enumerate(lines):
        if line.startswith("play "):
            before, middle = (state_of("\n".join(lines[:end]) + "\n") for end in (number, number + 1))
            if before.trigger is None:
                assert earliest(before) == earliest(middle) == ten - before.turns
            else:
                assert earliest(before) == 0
    assert settled(state_of(text)).trigger is not None
    assert earliest(state_of(text)) is None


def test_names_and_cards_that_are_not_there() -> None:
    assert "nobody of that name" in fault_of(MINE + "play Dee a\n")
    assert "no card is called so" in fault_of(MINE + "play Ann z\n")
    assert "a second players line" in fault_of(MINE.replace("me Ann", "players Ann Bob"))
