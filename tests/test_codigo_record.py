"""Lines of a Código Enigma record: what is read, what is written, what is refused."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.codigo_enigma.events import (
    Cards,
    Complete,
    Deal,
    Described,
    Discard,
    Event,
    Expose,
    Fill,
    First,
    Judged,
    Lay,
    Outcome,
    Players,
    Remove,
    Ruled,
    Said,
    Show,
    Soldier,
    Special,
    Switch,
    Symbols,
    Take,
    Wild,
    Zone,
)
from solver.codigo_enigma.notation import is_reserved, read, write
from solver.errors import NotationError, RecordFaults
from solver.games import read as read_game
from solver.words import Words

NAMES = st.text('ABCabcéñ "#'.replace('"', ""), min_size=1, max_size=6).filter(
    lambda name: name.strip() and not is_reserved(name)
)
NUMBERS = st.integers(1, 999)
SYMBOLS = st.sampled_from(["grenade", "helmet", "tank", "u-boat"])
FACE_UP = NUMBERS | st.sampled_from([Special.WILD, Special.UNKNOWN])
TO_LIGHT = FACE_UP | st.just(Special.REVEAL)
LAID = st.lists(
    NUMBERS | st.just(Special.UNKNOWN), min_size=1, max_size=3, unique_by=lambda c: c if c != "?" else object()
)
MEDALS = st.integers(1, 99)
PILES = st.integers(1, 3)
PLACES = st.integers(1, 20)

EVENTS: st.SearchStrategy[Event] = st.one_of(
    st.lists(NAMES, min_size=1, max_size=4, unique=True).map(lambda names: Players(tuple(names))),
    st.integers(0, 999).map(Cards),
    st.integers(0, 999).map(Wild),
    st.just(Symbols((("tank", "panzer"), ("helmet",)))),
    st.builds(Described, NUMBERS, MEDALS, SYMBOLS, st.lists(SYMBOLS, min_size=3, max_size=4).map(tuple)),
    st.builds(Deal, NAMES, st.tuples(FACE_UP, FACE_UP, FACE_UP)),
    st.builds(Zone, st.tuples(FACE_UP, FACE_UP, FACE_UP)),
    NAMES.map(First),
    st.sampled_from(list(Switch)).map(Ruled),
    st.builds(Take, NAMES, PILES),
    st.builds(Expose, NAMES, FACE_UP, st.just(()) | LAID.map(tuple)),
    st.builds(Complete, NAMES, LAID.map(lambda laid: (*laid, Special.OWN))),
    st.builds(Lay, NAMES, FACE_UP, LAID.map(lambda laid: (*laid, Special.WILD))),
    st.builds(Discard, NAMES, FACE_UP),
    st.builds(Remove, NAMES, st.none() | MEDALS),
    st.builds(Soldier, NAMES, PILES),
    TO_LIGHT.map(Fill),
    TO_LIGHT.map(Show),
    st.builds(Said, NAMES, PLACES, st.lists(SYMBOLS, min_size=1, max_size=4).map(tuple)),
    st.builds(Judged, NAMES, PLACES, st.sampled_from(list(Outcome)), st.none() | MEDALS),
)


@given(EVENTS)
@settings(max_examples=300, deadline=None)
def test_what_is_written_reads_back(event: Event) -> None:
    assert read(Words(write(event))) == event


def test_words_in_any_case() -> None:
    assert read(Words("LAY Bob 9 Own WILD ?")) == Lay("Bob", 9, (Special.OWN, Special.WILD, Special.UNKNOWN))
    assert read(Words("reveal Bob 1 said TANK Helmet")) == Said("Bob", 1, ("tank", "helmet"))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("discrad Bob 4", "“discard”"),
        ("take Bob 4", "1, 2 or 3"),
        ("take Bob", "a pile"),
        ("card 9 medal 2 symbol tank code tank tank", "3 or 4 symbols"),
        ("card 9 medal 0 symbol tank code tank tank tank", "1 to 99"),
        ("card 9 medla 2 symbol tank code tank tank tank", "the word medal"),
        ("deal Ann 3 8", "a reference number"),
        ("zone 7 14 18 20", "the end of the line"),
        ("fill 0", "what came off the deck"),
        ("fill own", "what came off the deck"),
        ("ruling notes closed", "notes open"),
        ("reveal Bob 0 exact", "1 for the one hidden first"),
        ("reveal Bob 1 right", "exact, order, medal, wrong"),
        ("reveal Bob 1 said", "the words that were said"),
        ("symbols tank=", "tank=panzer"),
        ("symbols tank tank", "every word once"),
        ("players Ann lay", "a player's name"),
        ("complete Bob 4 4", "every card once"),
    ],
)
def test_what_cannot_be_read_says_what_was_expected(line: str, expected: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(Words(line))
    assert expected in str(caught.value)


SET_UP = "game codigo-enigma\nplayers Ann Bob\n"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("players Cy Dee", "a second players line"),
        ("cards 5", "too few common cards"),
        ("wild 50", "more wild cards"),
        ("deal Cy 1 2 3", "nobody of that name"),
        ("first Cy", "nobody of that name"),
        ("deal Ann wild wild wild", "more wild cards than are in play"),
        ("cards 40\ncards 41", "a second cards line"),
        (
            "card 9 medal 2 symbol tank code tank tank tank\ncard 9 medal 2 symbol tank code tank tank tank",
            "a second line",
        ),
        ("symbols tank helmet\ncard 9 medal 2 symbol u-boat code tank tank tank", "not listed"),
        ("deal Ann 1 2 3\ndeal Ann 4 5 6", "a second deal"),
        ("symbols tank ann", "a player is called so"),
        ("ruling notes open\nruling notes open", "twice"),
        ("take Ann 2\nfill ?\ncards 40", "before the first move"),
    ],
)
def test_the_set_up_refuses(line: str, why: str) -> None:
    with pytest.raises(RecordFaults) as caught:
        read_game(f"{SET_UP}{line}\n")
    assert why in str(caught.value.faults[0])


def test_the_set_up_in_any_order_and_a_card_line_in_play() -> None:
    lines = ["players Ann Bob", "cards 40", "deal Ann 3 8 12", "deal Bob 5 9 21", "zone 7 14 18", "ruling notes open"]
    one = read_game("\n".join(["game codigo-enigma", *lines]) + "\n")
    other = read_game("\n".join(["game codigo-enigma", *reversed(lines)]) + "\n")
    assert (one.state.hands, one.state.rulings) == (other.state.hands, other.state.rulings)
    later = "\n".join(
        ["game codigo-enigma", *lines, "take Bob 2", "card 14 medal 1 symbol tank code tank tank tank", "fill 1"]
    )
    assert read_game(later + "\n").state.symbol(14) == "tank"


def test_what_stands_before_a_fault_is_a_good_game() -> None:
    text = SET_UP + "take Ann 2\nfill ?\nsoldier Bob 2\n"
    with pytest.raises(RecordFaults) as caught:
        read_game(text)
    assert caught.value.usable
    assert read_game(text, caught.value.faults[0].line).state.turn == "Ann"


@pytest.mark.parametrize("name", ["neutral-1", "Neutral-22", "5", "tank"])
def test_a_name_that_records_use_for_something_else(name: str) -> None:
    """The names of all games are alike, so that one who plays this game can also play the others."""
    with pytest.raises(RecordFaults, match="no player's name"):
        read_game(f"game codigo-enigma\nplayers Ann {name}\n")


@pytest.mark.parametrize(
    "line",
    [
        "card 9 medal 2 symbol carro code tank helmet grenade",
        "card 9 medal 2 symbol tank code carro helmet grenade",
        "symbols tank=carro helmet grenade",
    ],
)
@pytest.mark.parametrize("in_play", [False, True])
def test_no_player_is_called_as_a_symbol(line: str, in_play: bool) -> None:
    """In a symbols line or a card line, in the set-up or in play."""
    lines = ["game codigo-enigma", "players Ann Carro"]
    lines += ["take Ann 2", "fill ?", line] if in_play and line.startswith("card") else [line]
    with pytest.raises(RecordFaults, match="a player is called so"):
        read_game("\n".join(lines) + "\n")
