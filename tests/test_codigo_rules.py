"""The rulebook of Código Enigma, rule by rule, and the rulings where it is silent; each test names the heading."""

import pytest

from solver.codigo_enigma.clock import first_in_deck, first_in_discards
from solver.codigo_enigma.odds import missing
from solver.codigo_enigma.rules import Due, Step, due, reveal_places
from solver.codigo_enigma.scoring import leading, may_stay_hidden, totals, winners
from solver.codigo_enigma.state import State, Unchecked
from solver.codigo_enigma.view import view
from solver.errors import RecordFaults
from solver.games import read

CARDS = """cards 20
symbols grenade helmet tank=panzer
card 1 medal 1 symbol tank code tank helmet grenade
card 2 medal 2 symbol helmet code tank helmet grenade
card 3 medal 3 symbol grenade code grenade grenade tank tank
card 4 medal 4 symbol tank code helmet helmet helmet
card 5 medal 1 symbol helmet code tank tank tank
card 6 medal 2 symbol grenade code helmet tank grenade
card 7 medal 3 symbol tank code helmet tank grenade
card 8 medal 4 symbol helmet code helmet tank grenade tank
card 9 medal 2 symbol grenade code tank helmet grenade
card 10 medal 1 symbol tank code tank grenade helmet
card 11 medal 1 symbol helmet code tank grenade helmet
card 12 medal 1 symbol grenade code tank grenade helmet
"""
TWO = "game codigo-enigma\nplayers Ann Bob\n" + CARDS + "deal Ann 1 2 3\ndeal Bob 4 5 9\nzone 6 7 8\n"
"""9 is the highest number, so Bob begins. 20 + 2 + 3 − 6 − 3 = 16 cards in the deck, 3 of them REVEAL."""
HIDE = "lay Bob 9 4 5 own\n"
"""tank (4), helmet (5) and the card's own grenade: complete."""


def table(play: str = "", setup: str = TWO, more: str = "") -> State:
    result: State = view(read(setup + more + play)).table
    return result


OPEN = "ruling notes open\n"
"""Without it, what is said of a line that lays cards names none of them (ruling 30)."""


def refused(play: str, setup: str = TWO, more: str = "") -> str:
    """The message of the one line that the rules forbid: the last."""
    with pytest.raises(RecordFaults) as caught:
        read(setup + more + play)
    faults = caught.value.faults
    assert faults[0].line == (setup + more + play).count("\n")
    return str(faults[0])


def counts(players: str, cards: int, play: str = "", more: str = "") -> State:
    """A game of which only the counts are kept."""
    return table(play, f"game codigo-enigma\nplayers {players}\ncards {cards}\n", more)


# ---- Setup ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "wild", "reveal"), [("Ann Bob", 2, 3), ("Ann Bob Cy", 3, 2), ("Ann Bob Cy Dee", 4, 1)]
)
def test_setup_wild_and_reveal_cards_by_players(players: str, wild: int, reveal: int) -> None:
    """Setup, ruling 4: 2, 3, 4 wild cards and 4, 3, 2 REVEAL cards, one of which lies under the deck."""
    state = counts(players, 40)
    seats = len(players.split())
    assert (state.deck.cards, state.deck.reveal) == (40 + wild + reveal - 3 * seats - 3, reveal)
    assert len(reveal_places(state)) == reveal + 1
    assert reveal_places(state)[-1] == "under the deck"


def test_setup_five_wild_cards_are_agreed() -> None:
    """Setup, ruling 1: “4 or 5 (to be agreed among the players)”."""
    assert counts("Ann Bob Cy Dee", 40, more="wild 5\n").deck.cards == 40 + 5 + 1 - 12 - 3
    assert counts("Ann Bob Cy Dee", 40, more="ruling wild 5\n").deck.cards == 40 + 5 + 1 - 12 - 3


def test_setup_a_dealt_card_may_be_wild() -> None:
    """Setup card, ruling 2: the wild cards are shuffled in before the deal."""
    state = table(
        "", "game codigo-enigma\nplayers Ann Bob\n" + CARDS + "deal Ann 1 wild 3\ndeal Bob 4 5 9\nzone 6 7 8\n"
    )
    assert state.hands["Ann"] == (1, "wild", 3)


def test_setup_common_cards_only_are_dealt_by_ruling() -> None:
    """Setup, ruling 2 with `deal common`."""
    setup = "game codigo-enigma\nplayers Ann Bob\nruling deal common\ndeal Ann 1 wild 3\n"
    assert "wild cards come in after the deal" in refused("", setup)


def test_setup_no_reveal_card_is_dealt() -> None:
    """Setup card: the REVEAL cards are added after the deal."""
    assert "not a number" in refused("", "game codigo-enigma\nplayers Ann Bob\ndeal Ann 1 reveal 3\n")


def test_setup_a_card_lies_in_one_place() -> None:
    """Setup: each card has its own reference number."""
    assert "came up before" in refused("", "game codigo-enigma\nplayers Ann Bob\ndeal Ann 1 2 3\nzone 4 2 5\n")


@pytest.mark.parametrize("players", ["Ann", "Ann Bob Cy Dee Eve"])
def test_setup_two_to_four_play(players: str) -> None:
    """Setup: games of 2, 3 or 4 players."""
    assert "2 to 4 players" in refused("", f"game codigo-enigma\nplayers {players}\n")


def test_setup_a_wild_card_under_the_soldier_is_lost_at_once() -> None:
    """Exceptions 1, ruling 3: back into the deck, and the top card takes its place."""
    setup = "game codigo-enigma\nplayers Ann Bob\n" + CARDS + "deal Ann 1 2 3\ndeal Bob 4 5 9\nzone wild 7 8\n"
    state = table("", setup)
    assert (state.deck.cards, due(state).step, due(state).pile) == (17, Step.FILL, 1)
    state = table("fill 6\n", setup)
    assert (state.deck.cards, state.zone, state.turn) == (16, (6, 7, 8), "Bob")


# ---- Common Zone and the Soldier ------------------------------------------------------------------------------------


def test_soldier_stands_on_the_first_pile_and_blocks_it() -> None:
    """Common Zone and the Soldier: “On its turn a player may not pick up the card that is under the soldier”."""
    assert table().soldier == 1
    assert "the soldier blocks this pile" in refused("take Bob 1\n")


def test_soldier_on_the_third_pile_blocks_it_but_not_the_discard() -> None:
    """What the soldier does, ruling 9: no card is taken from it; a discard goes onto it and the soldier onto that."""
    play = "take Bob 2\nfill 10\nsoldier Bob 3\n"
    assert "the soldier blocks this pile" in refused(play + "take Ann 3\n")
    state = table(play + "discard Ann 1\n")
    assert (state.zone[2], state.soldier, state.blocked) == (1, 3, 1)


# ---- Beginning the Game ---------------------------------------------------------------------------------------------


def test_beginning_highest_reference_number() -> None:
    """Beginning the Game, ruling 5: the highest reference number among the cards dealt."""
    assert table().turn == "Bob"
    assert "it is Bob's turn" in refused("take Ann 2\n")


def test_beginning_a_first_line_decides() -> None:
    """Beginning the Game, ruling 5 with `first`."""
    assert table(more="first Ann\n").turn == "Ann"


def test_beginning_whoever_acts_first_where_numbers_do_not_tell() -> None:
    """Beginning the Game: with cards that nobody typed the first action tells who began."""
    assert counts("Ann Bob", 40).turn is None
    assert counts("Ann Bob", 40, "take Bob 2\nfill ?\n").turn == "Bob"


def test_beginning_four_cards_at_most_at_any_moment() -> None:
    """Beginning the Game, ruling 7: “A player may hold at most 4 cards”."""
    assert "holds 4 cards already" in refused("take Bob 2\nfill 10\ntake Bob 2\n")


def test_beginning_a_card_taken_is_replaced_from_the_deck() -> None:
    """Beginning the Game: “automatically replaced by a card from the REPLACEMENT DECK”."""
    state = table("take Bob 2\n")
    assert (due(state).step, due(state).pile) == (Step.FILL, 2)
    assert "no action can be taken now" in refused("take Bob 2\ndiscard Bob 4\n")
    assert table("take Bob 2\nfill 10\n").zone == (6, 10, 8)


# ---- Turn Actions ---------------------------------------------------------------------------------------------------


def test_turn_two_actions_and_the_same_may_be_repeated() -> None:
    """Turn Actions: “2 actions (the same action may be repeated)”."""
    state = table("discard Bob 4\n")
    assert (state.turn, state.acted) == ("Bob", 1)
    state = table("discard Bob 4\ndiscard Bob 5\n")
    assert (state.turn, state.acted) == ("Ann", 0)
    assert "it is Bob's turn" in refused("discard Bob 4\ndiscard Ann 2\n")


def test_turn_who_has_no_legal_action_ends_it() -> None:
    """Turn Actions, ruling 6: all cards show a helmet and ask for tanks. Bob holds four, and a code without symbols.

    None fits, none may be laid onto the helmet on top of the discards, and the soldier comes second: Ann goes on.
    """
    setup = (
        "game codigo-enigma\nplayers Ann Bob\ncards 20\n"
        + "".join(f"card {n} medal 1 symbol helmet code tank tank tank\n" for n in range(1, 16))
        + "deal Ann 1 2 wild\ndeal Bob 4 5 9\nzone 6 7 8\n"
    )
    play = "expose Bob 9\ntake Bob 2\nfill 10\nexpose Ann 1\ntake Ann 2\nfill 11\ntake Bob 2\nfill 12\nsoldier Bob 2\n"
    play += "complete Ann wild\nsoldier Ann 1\n"
    state = table(play, setup)
    assert (state.turn, state.turns, state.hands["Bob"]) == ("Ann", 6, (4, 5, 7, 11))
    assert table(play + "take Ann 2\n", setup).turn == "Ann"
    assert "it is Ann's turn" in refused(play + "take Ann 2\nfill 13\ntake Bob 1\n", setup)
    # Bob may have a tank where a card was not typed: then a line tells whether he acts.
    unknown = play.replace("fill 11", "fill ?")
    assert table(unknown, setup).turn == "Bob"
    assert table(unknown + "take Ann 2\n", setup).turn == "Ann"
    # Where the codes ask for a helmet he could lay one.
    fitting = setup.replace("tank tank tank", "tank helmet tank")
    assert "it is Bob's turn" in refused(play + "take Ann 2\n", fitting)


def test_take_from_the_third_pile_uncovers_the_discard() -> None:
    """Take a card, ruling 8: the discard beneath comes to light; the deck fills the place only when it is empty."""
    state = table("discard Bob 4\ntake Bob 3\n")
    assert (state.zone[2], due(state).step) == (8, Step.ACTION)
    state = table("take Bob 3\n")
    assert (due(state).step, due(state).pile) == (Step.FILL, 3)


def test_take_from_the_third_pile_by_ruling() -> None:
    """Take a card, ruling 8 with `third-pile deck`: the deck fills the place."""
    state = table("discard Bob 4\ntake Bob 3\nfill 10\n", more="ruling third-pile deck\n")
    assert (state.zone[2], state.discards) == (10, 2)


def test_expose_lays_the_code_card_alone() -> None:
    """Expose a code, ruling 15: each later action lays one or more symbol cards."""
    state = table("expose Bob 9\n")
    assert (state.hands["Bob"], state.exposed["Bob"].card) == ((4, 5), 9)
    assert "exposing lays the CODE card alone" in refused("expose Bob 9 4\n")
    assert table("expose Bob 9 4 own\n", more="ruling expose together\n").exposed["Bob"].laid == (4, "own")


def test_expose_one_incomplete_code_at_a_time() -> None:
    """Expose a code: “There may be only one incomplete code in that area”."""
    assert "has an exposed code already" in refused("expose Bob 9\nexpose Bob 4\n")


def test_expose_no_wild_card() -> None:
    """Exposed Codes, ruling 16: a wild card never is the CODE card."""
    assert "never is the CODE card" in refused("take Bob 2\nfill wild\nexpose Bob wild\n")


def test_expose_a_code_card_is_no_symbol_card_any_more() -> None:
    """Expose a code: “It cannot later be changed to be used as a SYMBOL card”."""
    assert "the CODE card stands among its symbols" in refused("expose Bob 9\ncomplete Bob 9\n")


def test_complete_over_several_actions() -> None:
    """Complete an exposed code: “Lay down the symbol cards needed, one or all at once”."""
    state = table("expose Bob 9\ncomplete Bob 5\n")
    assert state.exposed["Bob"].laid == (5,)
    state = table("expose Bob 9\ncomplete Bob 5\ntake Ann 2\nfill 10\ndiscard Ann 3\ncomplete Bob own 4\n")
    assert ("Bob" in state.exposed, len(state.hidden["Bob"])) == (False, 1)


def test_complete_asks_for_the_symbols_of_the_code() -> None:
    """Complete an exposed code: “the symbol cards needed”; 4 shows helmet three times, 9 a grenade."""
    assert "the code asks for no grenade" in refused("expose Bob 4\ncomplete Bob 9\n", more=OPEN)
    play = "expose Bob 9\ntake Bob 2\nfill 10\ntake Ann 2\nfill 11\ndiscard Ann 3\ncomplete Bob 4 7\n"
    assert "the code asks for no more tank" in refused(play, more=OPEN)
    assert "these symbols do not fit the code" in refused(play)


def test_complete_needs_an_exposed_code() -> None:
    """Complete an exposed code."""
    assert "has exposed no code" in refused("complete Bob 5\n")


def test_what_an_exposed_code_still_misses() -> None:
    """Exposed Codes: 9 is tank helmet grenade. A wild card stands for one of two; or leaves one of what is missing."""
    setup = TWO.replace("deal Bob 4 5 9", "deal Bob wild 4 9")
    assert missing(table("expose Bob 9\ncomplete Bob own\n", setup)) == {"Bob": {"tank": 1, "helmet": 1}}
    play = "expose Bob 9\ncomplete Bob own wild\n"
    assert missing(table(play, setup)) == {"Bob": {"tank": 1, "helmet": 1}}
    tanks = setup.replace("symbol grenade code tank helmet grenade", "symbol tank code tank tank tank")
    assert missing(table(play, tanks)) == {"Bob": {"tank": 1}}


def test_own_symbol_applies_to_its_own_code() -> None:
    """Overview, ruling 16: the CODE card may stand for one symbol of its own code."""
    assert table(HIDE).hidden["Bob"][0].laid == (4, 5, "own")
    assert "the code asks for no tank" in refused("expose Bob 4\ncomplete Bob own\n", more=OPEN)


def test_own_symbol_once() -> None:
    """Exposed Codes, ruling 16: one symbol."""
    assert "stands here twice" in refused("lay Bob 9 own own 4\n")
    setup = TWO.replace(
        "card 5 medal 1 symbol helmet code tank tank tank", "card 5 medal 1 symbol tank code tank tank tank"
    )
    assert "stands for one symbol" in refused(
        "expose Bob 5\ncomplete Bob own\ntake Ann 2\nfill 10\ndiscard Ann 3\ncomplete Bob own\n", setup, OPEN
    )


def test_lay_a_complete_code_hides_it_at_once() -> None:
    """Lay down a complete code and hide it."""
    state = table(HIDE)
    assert (state.hands["Bob"], len(state.hidden["Bob"]), state.acted) == ((), 1, 1)


def test_lay_refuses_an_incomplete_code() -> None:
    """Lay down a complete code: “Show the complete code and its symbols”."""
    assert "the code misses 1 symbol" in refused("lay Bob 9 4 5\n")


def test_lay_beside_an_exposed_code() -> None:
    """Lay down a complete code: it does not pass through the EXPOSED CODE area."""
    play = "expose Bob 4\ntake Bob 2\nfill 10\ntake Ann 2\nfill 11\ndiscard Ann 3\nlay Bob 9 7 5 own\n"
    state = table(play)
    assert (state.exposed["Bob"].card, len(state.hidden["Bob"])) == (4, 1)


def test_only_cards_in_hand_are_laid() -> None:
    """Lay down one or more cards in your play area."""
    assert "does not hold this card" in refused("lay Bob 9 1 5 own\n")


def test_one_wild_card_in_a_code() -> None:
    """Exposed Codes: “Only one WILD card may be used per CODE”."""
    setup = "game codigo-enigma\nplayers Ann Bob\n" + CARDS + "deal Ann 1 2 3\ndeal Bob wild wild 9\nzone 6 7 8\n"
    assert "only one wild card" in refused("lay Bob 9 own wild wild\n", setup)
    assert "only one wild card" in refused(
        "expose Bob 9\ncomplete Bob wild\ntake Ann 2\nfill 10\ndiscard Ann 3\ncomplete Bob wild\n", setup
    )


def test_a_wild_card_stands_for_any_symbol() -> None:
    """Exposed Codes; Wild cards: 1 is tank helmet grenade, the wild card is its helmet."""
    setup = "game codigo-enigma\nplayers Ann Bob\n" + CARDS + "deal Ann 1 2 3\ndeal Bob 4 wild 9\nzone 6 7 8\n"
    assert table("lay Bob 9 4 own wild\n", setup).hidden["Bob"][0].wild


# ---- Discard --------------------------------------------------------------------------------------------------------


def test_discard_goes_onto_the_third_pile() -> None:
    """Discard 1: “place it on the discard pile, which is the third pile in the ENCARTE zone”."""
    state = table("discard Bob 4\n")
    assert (state.zone, state.discards) == ((6, 7, 4), 2)


def test_discard_not_the_same_symbol_as_on_top() -> None:
    """Discard 1, ruling 10: 5 and 8 both show a helmet."""
    assert "shows the same symbol" in refused("discard Bob 5\n")
    assert table("discard Bob 4\ndiscard Bob 5\n").zone[2] == 5


def test_discard_a_wild_card_on_top_forbids_nothing() -> None:
    """Discard 1, ruling 10."""
    setup = TWO.replace("zone 6 7 8", "zone 6 7 wild")
    assert table("discard Bob 5\n", setup).zone[2] == 5


def test_discard_the_symbol_under_the_soldier_by_ruling() -> None:
    """What the soldier does, ruling 10 with `discard also-soldier`: 9 and 6, under the soldier, show a grenade."""
    assert table("discard Bob 9\n").zone[2] == 9
    assert "shows the same symbol" in refused("discard Bob 9\n", more="ruling discard also-soldier\n")


def test_discard_no_card_taken_in_this_turn() -> None:
    """Discard 1, ruling 11: “nor the card just picked up”; in the next turn it may go."""
    assert "taken in this turn" in refused("take Bob 2\nfill 10\ndiscard Bob 7\n")
    play = "take Bob 2\nfill 10\ndiscard Bob 4\ndiscard Ann 2\ndiscard Ann 1\n"
    assert "same symbol" in refused(play + "discard Bob 7\n")
    play = "take Bob 2\nfill 10\ndiscard Bob 4\ndiscard Ann 2\ntake Ann 2\nfill 11\n"
    assert table(play + "discard Bob 7\n").zone[2] == 7


def test_discard_no_wild_card() -> None:
    """Discard 1, ruling 12: “Discard a common card”."""
    setup = TWO.replace("deal Bob 4 5 9", "deal Bob 4 wild 9")
    assert "only a common card" in refused("discard Bob wild\n", setup)


def test_remove_needs_a_symbol_card() -> None:
    """Discard 2, ruling 17: at least one symbol card besides the CODE card."""
    assert "only with a symbol card" in refused("expose Bob 9\nremove Bob\n")
    assert "only with a symbol card" in refused(
        "expose Bob 9\ncomplete Bob own\ntake Ann 2\nfill 10\ndiscard Ann 3\nremove Bob\n"
    )


def test_remove_scores_minus_the_medal_and_leaves_a_cross() -> None:
    """Negative points, ruling 17: minus 2; of the symbol cards 4 and 5 one lies in the cross, and 5 is discarded."""
    play = "expose Bob 9\ncomplete Bob 4\ntake Ann 2\nfill 10\ndiscard Ann 3\ncomplete Bob 5\nremove Bob\n"
    state = table(play)
    assert totals(state) == {"Ann": 0, "Bob": -2}
    assert ("Bob" in state.exposed, state.zone[2]) == (False, 5)


def test_remove_may_lay_the_same_symbol_onto_the_discards() -> None:
    """Discard, ruling 18: the ban binds no card of a removed code; 5 and the top 8 both show a helmet."""
    play = "expose Bob 9\ncomplete Bob 4\ntake Ann 2\nfill 10\nsoldier Ann 2\ncomplete Bob 5\nremove Bob\n"
    assert table(play).zone[2] == 5


# ---- Soldier --------------------------------------------------------------------------------------------------------


def test_soldier_moves_as_second_action_only() -> None:
    """Soldier: “it must always be performed as the second action of the turn”."""
    assert "moves as the second action" in refused("soldier Bob 2\n")
    assert table("discard Bob 4\nsoldier Bob 2\n").soldier == 2


def test_soldier_moves_to_another_card() -> None:
    """Soldier, ruling 13: “on top of another card in the ENCARTE zone”."""
    assert "stands there already" in refused("discard Bob 4\nsoldier Bob 1\n")


def test_soldier_onto_a_wild_card() -> None:
    """Exceptions 1: the wild card goes back, the next card takes its place and is blocked.

    16 cards, one drawn, one back, one drawn.
    """
    play = "take Bob 2\nfill wild\nsoldier Bob 2\n"
    state = table(play)
    assert (state.deck.cards, due(state).pile) == (16, 2)
    state = table(play + "fill 10\n")
    assert (state.deck.cards, state.zone, state.soldier, state.turn) == (15, (6, 10, 8), 2, "Ann")
    assert "the soldier blocks" in refused(play + "fill 10\ntake Ann 2\n")


def test_soldier_another_wild_card_comes_again() -> None:
    """Exceptions 1, ruling 14."""
    play = "take Bob 2\nfill wild\nsoldier Bob 2\nfill wild\n"
    state = table(play)
    assert (state.deck.cards, due(state).step) == (16, Step.FILL)
    assert table(play + "fill 10\n").deck.cards == 15


def test_soldier_a_wild_card_on_the_third_pile() -> None:
    """Exceptions 1, ruling 14: also where it lies on the third pile; the discards beneath stay."""
    setup = TWO.replace("zone 6 7 8", "zone 6 7 wild")
    state = table("take Bob 2\nfill 10\nsoldier Bob 3\n", setup)
    assert (due(state).pile, state.discards) == (3, 0)
    assert table("take Bob 2\nfill 10\nsoldier Bob 3\nfill 11\n", setup).zone[2] == 11


def test_soldier_a_reveal_card_comes_for_the_wild_one() -> None:
    """Exceptions 1, ruling 14: the reveal first, then the next card."""
    state = table("take Bob 2\nfill wild\nsoldier Bob 2\nfill reveal\n")
    assert (state.came, due(state).step) == (1, Step.FILL)


# ---- Hidden Codes, Revealing Hidden Codes and Scoring ---------------------------------------------------------------

REVEALED = HIDE + "take Bob 2\nfill reveal\n"
"""Bob has one code hidden when the first REVEAL card comes."""


@pytest.mark.parametrize(
    ("line", "points", "discards"),
    [
        ("said tank helmet grenade", 4, 4),
        ("exact", 4, 4),
        ("said helmet tank grenade", 3, 4),
        ("order", 3, 4),
        ("medal", 2, 4),
        ("said tank tank tank", 0, 5),
        ("said tank helmet", 0, 5),
        ("wrong", 0, 5),
    ],
)
def test_revealing_the_four_options(line: str, points: int, discards: int) -> None:
    """Revealing: medal 2 and 2, 1 or nothing more; wrong: nothing, and everything goes to the discards (ruling 21).

    On the third pile lie then 8, the symbol cards 4 and 5, the REVEAL card, and of a wrong code 9.
    """
    state = table(REVEALED + f"reveal Bob 1 {line}\n")
    assert (totals(state)["Bob"], state.discards) == (points, discards)


def test_revealing_the_turn_stops() -> None:
    """Revealing: “the game pauses”, even with another action still to perform."""
    state = table(REVEALED)
    assert (due(state).step, due(state).players) == (Step.REVEAL, ("Bob",))
    assert "no place is to be filled" in refused(REVEALED + "fill 10\n")


def test_revealing_then_the_gap_then_the_action_left() -> None:
    """Revealing, ruling 20: the reveal, then the place is filled, then the action left."""
    play = "take Bob 2\nfill reveal\nfill 10\n"
    state = table(play)
    assert (state.turn, state.acted, state.zone[1]) == ("Bob", 1, 10)
    assert table(play + "discard Bob 4\n").turn == "Ann"


def test_revealing_begins_with_the_player_whose_turn_it_is() -> None:
    """Revealing: “The player whose turn it is must begin exposing”; “The next player then continues”."""
    play = HIDE + "take Bob 2\nfill 10\nlay Ann 1 own 2 3\ntake Ann 2\nfill reveal\n"
    assert "Ann exposes first" in refused(play + "reveal Bob 1 exact\n")
    state = table(play + "reveal Ann 1 exact\n")
    assert due(state).players == ("Bob",)


def test_revealing_in_the_order_that_the_owner_chooses() -> None:
    """Revealing, ruling 19: “chooses their first, or only, HIDDEN CODE”; counted among those still hidden."""
    play = (
        "lay Bob ? ? ?\ntake Bob 2\nfill ?\ntake Ann 2\nfill ?\nsoldier Ann 2\ntake Bob 1\nfill ?\ntake Bob 1\nfill ?\n"
    )
    play += "discard Ann ?\nsoldier Ann 1\nlay Bob ? ? ?\ntake Bob 2\nfill reveal\n"
    assert len(counts("Ann Bob", 40, play).hidden["Bob"]) == 2
    play += "reveal Bob 2 exact medal 4\n"
    assert "has 1 hidden code" in refused(
        play + "reveal Bob 2 wrong\n", "game codigo-enigma\nplayers Ann Bob\ncards 40\n"
    )
    assert totals(counts("Ann Bob", 40, play + "reveal Bob 1 medal medal 1\n"))["Bob"] == 6 + 1


def test_revealing_all_hidden_codes() -> None:
    """Revealing, ruling 19: all of them; with `reveal optional` the game may go on without."""
    assert "no action can be taken" in refused(REVEALED + "take Ann 2\n")
    state = table(REVEALED + "show 8\nfill 10\n", more="ruling reveal optional\n")
    assert (len(state.hidden["Bob"]), state.turn) == (1, "Ann")


def test_revealing_only_when_a_reveal_card_has_come() -> None:
    """Revealing: “When the REVEAL HIDDEN CODES card appears”."""
    assert "no REVEAL card has come" in refused(HIDE + "reveal Bob 1 exact\n")


WITH_WILD = "game codigo-enigma\nplayers Ann Bob\n" + CARDS + "deal Ann 1 2 3\ndeal Bob 4 wild 9\nzone 6 7 8\n"


@pytest.mark.parametrize(
    ("line", "points"), [("exact", 4), ("order", 0), ("said helmet tank grenade", 0), ("medal", 0), ("wrong", 0)]
)
def test_revealing_with_a_wild_card_exact_or_nothing(line: str, points: int) -> None:
    """Revealing: “only … in the exact order. If they make a mistake, everything goes”. Ruling 22."""
    state = table(f"lay Bob 9 4 own wild\ntake Bob 2\nfill reveal\nreveal Bob 1 {line}\n", WITH_WILD)
    assert totals(state)["Bob"] == points
    # 8, the symbol card 4, the wild card and the REVEAL card; of a code that failed 9 as well.
    assert state.discards == (4 if points else 5)


def test_revealing_the_medal_of_a_code_with_a_wild_card_by_ruling() -> None:
    """Revealing, ruling 22 with `wild-medal allowed`: not tried, it brings its medal."""
    play = "lay Bob 9 4 own wild\ntake Bob 2\nfill reveal\nreveal Bob 1 {}\n"
    more = "ruling wild-medal allowed\n"
    assert totals(table(play.format("medal"), WITH_WILD, more))["Bob"] == 2
    assert totals(table(play.format("order"), WITH_WILD, more))["Bob"] == 0


def test_revealing_words_that_the_table_has_agreed_on() -> None:
    """Revealing, ruling 23: “nor any other term”: panzer stands in the symbols line, carro does not."""
    assert totals(table(REVEALED + "reveal Bob 1 said Panzer helmet grenade\n"))["Bob"] == 4
    assert totals(table(REVEALED + "reveal Bob 1 said carro helmet grenade\n"))["Bob"] == 0


def test_revealing_a_code_that_nobody_typed() -> None:
    """Revealing: what the card does not tell is judged by its holder, with the medal."""
    play = "lay Bob ? ? ?\ntake Bob 2\nfill reveal\n"
    assert totals(counts("Ann Bob", 40, play + "reveal Bob 1 order medal 3\n"))["Bob"] == 4
    setup = "game codigo-enigma\nplayers Ann Bob\ncards 40\n"
    assert "the medal of this CODE card is not known" in refused(play + "reveal Bob 1 exact\n", setup)
    assert "cannot be judged" in refused(play + "reveal Bob 1 said tank\n", setup)
    assert totals(counts("Ann Bob", 40, play + "reveal Bob 1 wrong\n"))["Bob"] == 0


def test_discards_of_a_reveal_lie_as_the_record_names_them() -> None:
    """Revealing, ruling 18: the symbol cards go onto the pile in the order in which the record names them.

    With the second REVEAL card nothing is shuffled: 4, then 5 on top.
    """
    play = "take Bob 2\nfill reveal\nfill 10\nlay Bob 9 4 5 own\ntake Ann 2\nfill reveal\nreveal Bob 1 exact\n"
    state = table(play)
    assert state.pile[:2] == (5, 4)


# ---- The first REVEAL HIDDEN CODES card to come out -----------------------------------------------------------------


def test_first_reveal_card_is_shuffled_into_the_discards() -> None:
    """The first REVEAL card, ruling 24: with all discards, the visible one too; what lies on top then must be told."""
    play = REVEALED + "reveal Bob 1 exact\n"
    state = table(play)
    assert (due(state).step, state.discards, reveal_places(state)[0]) == (Step.SHOW, 4, "among the discards")
    assert "shuffled once more" in refused(play + "show reveal\n")
    state = table(play + "show 4\nfill 10\n")
    assert state.zone == (6, 10, 4)
    assert [str(chance) for chance in first_in_discards(state)] == ["1/3", "1/3", "1/3"]


def test_first_reveal_card_comes_to_light() -> None:
    """The first REVEAL card, ruling 25: a reveal, whoever uncovered it; then it leaves the game, and is not counted."""
    play = REVEALED + "reveal Bob 1 exact\nshow 4\nfill 10\ntake Ann 3\nshow reveal\n"
    state = table(play)
    # Nobody has a code hidden. Two discards are left, 5 and 8, and one of them shows.
    assert (due(state).step, state.discards, state.came) == (Step.SHOW, 2, 1)
    state = table(play + "show 8\n")
    assert (reveal_places(state)[0], first_in_discards(state)) == ("out of the game", ())
    assert (state.turn, state.acted) == ("Ann", 1)


def test_first_reveal_card_under_one_visible_discard_follows() -> None:
    """The first REVEAL card: under the one visible discard lies nothing but the REVEAL card, so no line is needed."""
    play = "take Bob 2\nfill reveal\nfill 10\n"
    state = table(play)
    assert (state.zone[2], [str(chance) for chance in first_in_discards(state)]) == (8, ["1"])
    state = table(play + "soldier Bob 2\ntake Ann 3\n")
    assert (reveal_places(state)[0], due(state).pile) == ("out of the game", 3)
    assert table(play + "soldier Bob 2\ntake Ann 3\nshow reveal\nfill 11\n").zone[2] == 11


def test_known_discards_lie_above_the_shuffled_ones() -> None:
    """The first REVEAL card: cards laid on top later are known, so none of them is it."""
    play = REVEALED + "reveal Bob 1 exact\nshow 4\nfill 10\ndiscard Ann 3\n"
    assert [str(chance) for chance in first_in_discards(table(play))] == ["0", "1/3", "1/3", "1/3"]


def test_second_and_third_reveal_card() -> None:
    """The first REVEAL card …: the second lies right of the discards, the third (two players only) left of the deck."""
    play = "take Bob 2\nfill reveal\nfill 10\ndiscard Bob 4\ntake Ann 2\nfill reveal\nfill reveal\nfill 11\n"
    state = table(play)
    places = ["among the discards", "right of the discards", "left of the deck", "under the deck"]
    assert list(reveal_places(state)) == places
    assert (state.deck.cards, state.deck.reveal) == (11, 0)
    assert "no REVEAL card is left in the deck" in refused(play + "discard Ann 2\ntake Bob 2\nfill reveal\n")


# ---- End of the Game ------------------------------------------------------------------------------------------------


def test_end_with_two_players_when_the_last_card_has_left_the_deck() -> None:
    """End of the Game, ruling 26: 10 + 2 + 3 − 6 − 3 = 6 cards; with the sixth the last reveal, and no action after."""
    play = "take Ann 2\nfill ?\nsoldier Ann 2\nlay Bob ? ? ?\ntake Bob 1\nfill reveal\nreveal Bob 1 exact medal 2\n"
    play += "show ?\nfill ?\nlay Ann ? ? ?\ntake Ann 1\nfill reveal\nreveal Ann 1 medal medal 3\nfill reveal\n"
    state = counts("Ann Bob", 10, play)
    assert (state.deck.cards, due(state).step) == (1, Step.FILL)
    state = counts("Ann Bob", 10, play + "fill ?\n")
    assert (state.over, winners(state)) == (True, ("Bob",))
    assert first_in_deck(state.deck) == ()


def test_end_the_last_reveal_and_no_action_follows() -> None:
    """End of the Game: “This is the players' last opportunity to reveal their HIDDEN CODES”."""
    play = "take Ann 2\nfill ?\nlay Ann ? ? ?\ntake Bob 2\nfill reveal\nreveal Ann 1 wrong\nshow ?\n"
    play += "fill reveal\nfill reveal\n"
    play += "fill ?\nlay Bob ? ? ?\ntake Ann 2\nfill ?\n"
    state = counts("Ann Bob", 10, play + "")
    assert state.deck.cards == 0
    assert (due(state).step, due(state).players, state.acted) == (Step.REVEAL, ("Bob",), 1)
    state = counts("Ann Bob", 10, play + "reveal Bob 1 order medal 4\n")
    assert (state.over, totals(state), winners(state)) == (True, {"Ann": 0, "Bob": 5}, ("Bob",))
    setup = "game codigo-enigma\nplayers Ann Bob\ncards 10\n"
    assert "no action can be taken" in refused(play + "reveal Bob 1 order medal 4\ntake Ann 2\n", setup)


def test_end_a_tie_is_shared() -> None:
    """End of the Game, ruling 29."""
    play = "take Ann 2\nfill reveal\nfill reveal\nfill reveal\nfill ?\nsoldier Ann 2\n"
    play += "take Bob 1\nfill ?\ndiscard Bob ?\ndiscard Ann ?\ntake Ann 1\nfill ?\n"
    state = counts("Ann Bob", 10, play)
    assert winners(state) == ("Ann", "Bob")


def test_end_incomplete_codes_and_cards_in_hand_count_nothing() -> None:
    """End of the Game, ruling 28: “SYMBOLS can no longer be taken or laid down”."""
    play = (
        "expose Ann ?\ntake Ann 2\nfill reveal\nfill reveal\nfill reveal\nfill ?\ntake Bob 2\nfill ?\nsoldier Bob 2\n"
    )
    state = counts("Ann Bob", 10, play + "take Ann 1\nfill ?\n")
    assert (state.over, totals(state)) == (True, {"Ann": 0, "Bob": 0})


FOUR = "Ann Bob Cy Dee"


def test_exceptions_four_players_the_discards_are_the_deck_once_more() -> None:
    """Exceptions 2, ruling 27: 15 + 4 + 1 − 12 − 3 = 5 cards. The visible discard stays, no reveal, no REVEAL card in.

    Ann's discard lies on the first one with the REVEAL card: of four cards the visible one and the REVEAL card are not
    in the new deck.
    """
    play = "take Ann 2\nfill reveal\nfill ?\ndiscard Ann ?\ntake Bob 2\nfill ?\ndiscard Bob ?\ntake Cy 2\n"
    play += "fill ?\nsoldier Cy 2\n"
    play += "take Dee 1\n"
    state = counts(FOUR, 15, play)
    assert (state.deck.cards, state.discards) == (1, 4)
    state = counts(FOUR, 15, play + "fill ?\n")
    assert (state.second_pass, state.deck.cards, state.deck.reveal, state.discards) == (True, 2, 0, 1)
    assert (due(state).step, state.turn) == (Step.ACTION, "Dee")
    assert reveal_places(state) == ("out of the game", "under the deck")


def test_exceptions_four_players_then_the_end() -> None:
    """Exceptions 2, End of the Game: “When this new deck runs out, and that card appears, the game ends”."""
    play = "take Ann 2\nfill reveal\nfill ?\ndiscard Ann ?\ntake Bob 2\nfill ?\ndiscard Bob ?\ntake Cy 2\n"
    play += "fill ?\nsoldier Cy 2\n"
    play += "take Dee 1\nfill ?\nsoldier Dee 1\nlay Ann ? ? ?\ntake Ann 2\nfill ?\ntake Bob 2\nfill ?\n"
    state = counts(FOUR, 15, play)
    assert (due(state).step, due(state).players) == (Step.REVEAL, ("Ann",))
    assert counts(FOUR, 15, play + "reveal Ann 1 exact medal 1\n").over


def test_exceptions_four_players_nothing_to_shuffle() -> None:
    """Exceptions 2, ruling 27: nothing to shuffle: the end. Only the visible discard and the REVEAL card lie there."""
    play = "take Ann 2\nfill reveal\nfill ?\nsoldier Ann 2\ntake Bob 1\nfill ?\nsoldier Bob 1\n"
    play += "take Cy 2\nfill ?\nsoldier Cy 2\ntake Dee 1\nfill ?\n"
    assert counts(FOUR, 15, play).over


# ---- counts only ----------------------------------------------------------------------------------------------------


def test_an_unknown_code_is_complete_as_soon_as_it_can_be() -> None:
    """Complete an exposed code: with a CODE card that nobody typed a later line shows whether a symbol was missing."""
    play = "expose Ann ?\ncomplete Ann ? ?\ntake Bob 2\nfill ?\nsoldier Bob 2\n"
    state = counts("Ann Bob", 40, play)
    assert (len(state.hidden["Ann"]), "Ann" in state.exposed) == (1, False)
    state = counts("Ann Bob", 40, play + "take Ann 1\nfill ?\ncomplete Ann ?\n")
    assert (len(state.hidden["Ann"]), state.hidden["Ann"][0].laid) == (1, ("?", "?", "?"))
    state = counts("Ann Bob", 40, play + "remove Ann medal 2\n")
    assert (state.hidden["Ann"], totals(state)["Ann"]) == ((), -2)


def test_an_unknown_code_that_is_not_exposed_at_a_reveal_was_not_complete() -> None:
    """Revealing: all hidden codes are exposed, so what is not exposed was not hidden."""
    play = "expose Ann ?\ncomplete Ann ? ?\ntake Bob 2\nfill reveal\nfill ?\n"
    state = counts("Ann Bob", 40, play)
    assert (state.hidden["Ann"], state.exposed["Ann"].laid) == ((), ("?", "?"))


def test_a_wild_card_that_nobody_typed_goes_back() -> None:
    """Exceptions 1: a fill after the soldier has moved onto a card that was not typed says that it was a wild one."""
    play = "take Ann 2\nfill ?\nsoldier Ann 2\n"
    assert counts("Ann Bob", 40, play).deck.cards == 35
    state = counts("Ann Bob", 40, play + "fill ?\n")
    assert (state.deck.cards, state.turn) == (35, "Bob")
    setup = "game codigo-enigma\nplayers Ann Bob\ncards 40\n"
    assert "no place is to be filled" in refused(play + "take Bob 1\nfill ?\nfill ?\n", setup)


def test_what_was_not_checked_is_said() -> None:
    """Discard: rules that need a card which nobody typed are not checked, and the table says which."""
    state = counts("Ann Bob", 40, "take Ann 2\nfill ?\ndiscard Ann ?\n")
    assert {rule.name for rule in state.unchecked} == {"SAME_SYMBOL", "JUST_TAKEN", "HELD"}
    assert table("discard Bob 4\n").unchecked == frozenset()


def test_only_reveal_cards_left_in_the_deck() -> None:
    """End of the Game: what comes off the deck is one of its cards."""
    setup = "game codigo-enigma\nplayers Ann Bob\ncards 10\n"
    play = "take Ann 2\nfill ?\ntake Ann 2\n"
    assert "holds 4" in refused(play, setup)
    play = "take Ann 2\nfill ?\nsoldier Ann 2\ntake Bob 1\nfill ?\nsoldier Bob 1\nlay Ann ? ? ?\n"
    play += "take Ann 2\nfill ?\nfill ?\n"
    assert "no place" in refused(play, setup)
    play = play.removesuffix("fill ?\n") + "take Bob 2\n"
    assert "holds 4" in refused(play, setup)
    play = play.removesuffix("take Bob 2\n") + "lay Bob ? ? ?\ntake Bob 2\nfill ?\n"
    assert "only REVEAL cards are left" in refused(play, setup)


def test_end_optional_codes_are_still_exposed_at_the_last_reveal() -> None:
    """Ruling 19 by `reveal optional`, ruling 26: the last face-down card is a common one, and a code lies hidden.

    10 + 2 + 3 − 6 − 3 = 6 cards in the deck.
    """
    more = "ruling reveal optional\n"
    play = "lay Ann ? ? ?\ntake Ann 2\nfill reveal\nfill reveal\nfill reveal\nfill ?\n"
    play += "take Bob 2\nfill ?\nsoldier Bob 2\ntake Ann 1\nfill ?\n"
    last = counts("Ann Bob", 10, play, more)
    assert (last.deck.cards, last.over, due(last)) == (0, False, Due(Step.REVEAL, ("Ann",), optional=True))
    done = counts("Ann Bob", 10, play + "reveal Ann 1 exact medal 4\n", more)
    assert (done.over, totals(done), winners(done)) == (True, {"Ann": 4 + 2, "Bob": 0}, ("Ann",))
    left = counts("Ann Bob", 10, play + "reveal Ann 1 wrong\n", more)
    assert (left.over, totals(left)) == (True, {"Ann": 0, "Bob": 0})


def test_end_who_wins_if_an_optional_code_stays_hidden() -> None:
    """Ruling 19 by `reveal optional`: no line says that it stays hidden; it counts nothing, and Bob's 1 + 2 win."""
    play = "lay Ann ? ? ?\ntake Ann 2\nfill reveal\nfill reveal\nfill reveal\nfill ?\n"
    play += "lay Bob ? ? ?\ntake Bob 2\nfill ?\ntake Ann 2\nfill ?\n"
    last = counts("Ann Bob", 10, play, "ruling reveal optional\n")
    assert may_stay_hidden(last) == ("Ann", "Bob")
    # The reveal goes round from Ann, whose turn it is: once Bob exposes, she has let it pass.
    left = counts("Ann Bob", 10, play + "reveal Bob 1 exact medal 1\n", "ruling reveal optional\n")
    assert (leading(left), totals(left)) == (("Bob",), {"Ann": 0, "Bob": 3})
    first = counts("Ann Bob", 10, "lay Ann ? ? ?\ntake Ann 2\nfill reveal\n", "ruling reveal optional\n")
    assert may_stay_hidden(first) == ()


@pytest.mark.parametrize("said", ["tank helmet medal 2", "tank helmet grenade medal 2", "medal medal 12"])
def test_revealing_a_medal_is_no_word_of_a_code(said: str) -> None:
    """The medal is that of the CODE card; as words these would count as wrong, and cost the code."""
    with pytest.raises(RecordFaults, match="a medal is no word of a code"):
        table(f"{HIDE}take Bob 2\nfill reveal\nreveal Bob 1 said {said}\n")


@pytest.mark.parametrize("revealed", [False, True])
def test_soldier_on_what_a_code_leaves_on_the_discards(revealed: bool) -> None:
    """Exceptions 1, ruling 14: a card that nobody typed may be wild; a fill after it came under the soldier tells so.

    36 cards in the deck: four drawn, or one; the wild card goes back, and one more is drawn.
    """
    if revealed:
        play = "take Ann 2\nfill reveal\nfill ?\nsoldier Ann 3\nlay Bob ? ? ?\ntake Bob 2\nfill reveal\n"
        play += "reveal Bob 1 exact medal 2\nfill 30\n"
    else:
        play = "card 33 medal 2 symbol tank code tank tank tank tank\nexpose Ann 33\ncomplete Ann ? ?\n"
        play += "take Bob 2\nfill ?\nsoldier Bob 3\nremove Ann\n"
    before = counts("Ann Bob", 40, play)
    after = counts("Ann Bob", 40, play + "fill 31\n")
    assert (before.deck.cards, after.deck.cards) == ((32, 32) if revealed else (35, 35))
    assert (after.zone[2], after.discards, after.returned) == (31, before.discards, 1)
    assert Unchecked.BLOCKED_WILD in before.unchecked


def test_exceptions_four_players_the_second_pass_counts_its_own_draws() -> None:
    """Exceptions 2: two discards are the deck once more; what was drawn before came off the deck that has run out."""
    play = "take Ann 2\nfill reveal\nfill ?\ndiscard Ann ?\ntake Bob 2\nfill ?\ndiscard Bob ?\ntake Cy 2\n"
    play += "fill ?\nsoldier Cy 2\ntake Dee 1\nfill ?\n"
    state = counts(FOUR, 15, play)
    assert (state.deck.cards, state.drawn, state.returned) == (2, 0, 0)
    state = counts(FOUR, 15, play + "soldier Dee 1\ntake Ann 2\nfill ?\n")
    assert (state.deck.cards, state.drawn, state.returned) == (1, 1, 0)
