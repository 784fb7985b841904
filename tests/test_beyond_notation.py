"""Beyond Code: every line is read and written back the same, and what cannot be read is said."""

import unicodedata
from functools import partial
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.beyond_code.events import (
    SQUARES,
    Cancel,
    Card,
    CardLine,
    Character,
    Characters,
    CharacterSet,
    Choose,
    Close,
    Corner,
    CornerTold,
    Dealt,
    Decrypt,
    Doubt,
    End,
    Event,
    Goal,
    Honesty,
    Keeper,
    Look,
    Me,
    Name,
    Next,
    Open,
    Players,
    Return,
    Ruling,
    SetKind,
    Shuffle,
    Swap,
    Switch,
    Take,
    Time,
    TimeOut,
    Token,
    Told,
    Turn,
    WordsLine,
)
from solver.beyond_code.notation import KEYWORDS, is_reserved, read, write
from solver.beyond_code.play import meant
from solver.beyond_code.state import State
from solver.errors import NotationError
from solver.games import read as read_record
from solver.record import dump
from solver.words import Words
from tests.beyond_games import random_text

texts = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters='"'), min_size=1).map(
    partial(unicodedata.normalize, "NFC")
)
titles = texts.filter(lambda title: title.casefold() != "corner")
names = (texts | texts.map(lambda name: f"{name} {name}")).filter(lambda name: not is_reserved(name))
squares = st.sampled_from(SQUARES)
boxed = st.sampled_from(["winter garden", "chapel", "attic", "o#1", "straße 7", "µ"]).map(str.casefold)
cards = st.one_of(st.sampled_from(list(Card)), boxed)
maybe = st.none() | cards
two = st.lists(names, min_size=2, max_size=2, unique=True)
numbers = st.integers(1, 999_000).map(lambda n: n / 1000)
yes = st.booleans()
tokens, characters = st.sampled_from(list(Token)), st.sampled_from(list(Character))

_values = {Switch.CHECKED: "closed", Switch.SILENCE_BACK: "after-time", Switch.DECRYPTION: "instead"}
_values |= {Switch.CANCEL: "active", Switch.EASY_TIME: "on", Switch.EASY_TOKENS: "on"}

set_up = st.one_of(
    st.lists(names, min_size=1, max_size=6, unique=True).map(lambda n: Players(tuple(n))),
    names.map(Me),
    names.map(Keeper),
    st.builds(CharacterSet, st.sampled_from(list(SetKind)), st.none() | characters),
    st.builds(CardLine, st.sampled_from(list(Card)), titles, st.none() | st.sampled_from(list(Corner))),
    st.builds(CardLine, st.sampled_from(list(Card)), st.none(), st.sampled_from(list(Corner))),
    st.builds(WordsLine, st.one_of(st.sampled_from(list(Card)), characters), texts),
    st.builds(Dealt, names, characters),
    st.builds(Honesty, st.none() | names, numbers, numbers),
    st.sampled_from(list(_values)).map(lambda switch: Ruling(switch, _values[switch])),
    st.builds(Ruling, st.just(Switch.TIME), st.integers(3, 20).map(str)),
    st.builds(Ruling, st.just(Switch.BREAKTHROUGHS), st.integers(1, 9).map(str)),
)
play = st.one_of(
    st.builds(Name, names, squares, cards, maybe),
    st.builds(Decrypt, names, squares, cards, maybe),
    st.builds(Doubt, names, yes, maybe),
    st.builds(Look, names, squares, maybe),
    st.builds(Take, names, tokens),
    st.builds(Return, names, tokens),
    names.map(Cancel),
    st.lists(squares, min_size=2, max_size=2, unique=True).map(lambda s: Swap(*s)),
    st.lists(squares, min_size=2, max_size=9, unique=True).map(lambda s: Shuffle(tuple(s))),
    st.builds(Open, squares, cards),
    squares.map(Close),
    st.builds(CornerTold, squares, st.sampled_from([Corner.CHAOS, Corner.DECRYPTION, Corner.NONE])),
    st.builds(Told, squares, cards, yes),
    st.integers(1, 999).map(Time),
    st.builds(TimeOut, st.none() | names),
    two.map(lambda n: Characters(*n)),
    st.builds(Characters, names, st.none()),
    st.builds(Goal, names, characters, yes),
    st.builds(Choose, squares, maybe, st.none() | squares),
    st.sampled_from([End(), Next()]),
    names.map(Turn),
)


@given(st.one_of(set_up, play))
def test_read_write(event: Event) -> None:
    assert read(Words(write(event))) == event


def test_every_keyword_has_an_event_here() -> None:
    """So that a line added to the format is added to the property above."""
    written = {write(each).split()[0] for each in _one_of_each()}
    assert written == set(KEYWORDS)


def _one_of_each() -> list[Event]:
    return [
        Players(("Ann",)),
        Me("Ann"),
        Keeper("Ann"),
        CharacterSet(SetKind.GRADUAL),
        CardLine(Card.ROOM_1, "Chapel", None),
        WordsLine(Card.BOOK, "Move the marker."),
        Dealt("Ann", Character.GHOST),
        Honesty(None, 2, 2),
        Ruling(Switch.TIME, "6"),
        Name("Ann", "a1", Card.BOOK),
        Decrypt("Ann", "a1", Card.BOOK),
        Doubt("Ann", True),
        Look("Ann", "a1"),
        Take("Ann", Token.CHAOS),
        Return("Ann", Token.CHAOS),
        Cancel("Ann"),
        Swap("a1", "b2"),
        Shuffle(("a1", "b2")),
        Open("a1", Card.BOOK),
        Close("a1"),
        CornerTold("a1", Corner.CHAOS),
        Told("a1", Card.BOOK),
        Time(1),
        Characters("Ann", None),
        Goal("Ann", Character.GHOST, True),
        Choose("a1"),
        End(),
        Next(),
        Turn("Ann"),
    ]


@pytest.mark.parametrize(
    ("line", "means"),
    [
        ("name Bob A1 LIB", Name("Bob", "a1", Card.LIBRARY)),
        ("doubt Cy l is boo", Doubt("Cy", False, Card.BOOK)),
        ("take Bob c", Take("Bob", Token.CHAOS)),
        ("goal Cy gh f", Goal("Cy", Character.GHOST, False)),
        ("told b2 not sh", Told("b2", Card.SHADOW, False)),
        ("honesty Bob 4 1", Honesty("Bob", 4, 1)),
        ("honesty 2 2", Honesty(None, 2, 2)),
        ("time out", TimeOut(None)),
        ("choose a1 from c2", Choose("a1", None, "c2")),
        ('card room-1 "Winter Garden" corner chaos', CardLine(Card.ROOM_1, "Winter Garden", Corner.CHAOS)),
    ],
)
def test_beginnings_will_do(line: str, means: Event) -> None:
    """A card's word is read as typed; what it means in a record follows from the names there, if any."""
    assert meant(State(players=("Ann", "Bob", "Cy")), read(Words(line))) == means


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("nam Bob a1 library", "no line begins so; expected “name”"),
        ("name Bob d4 library", "“d4”: no square is called so"),
        ("name Bob a1", "the line ends too early"),
        ("name Bob a1 library is", "the line ends too early"),
        ("name Bob a1 library as book", "“as”: not known here; expected is"),
        ("name library a1 library", "a word of the record is no player's name"),
        ("doubt Cy maybe", "“maybe”: not known here; expected truth or lie"),
        ("take Bob money", "“money”: not known here"),
        ("swap a1 a1", "cannot change places with itself"),
        ("shuffle a1", "the line ends too early"),
        ("shuffle a1 b1 a1", "a square stands here twice"),
        ("time 0", "the marker would stay"),
        ("goal Cy m failed", "this may be messiah, medium"),
        ("honesty 0 2", "not a number above 0"),
        ("ruling time 2", "this cannot be"),
        ("ruling checked sometimes", "not known here; expected closed or open"),
        ("characters Bob Bob", "cannot change places with itself"),
        ("card room-1", "the line ends too early"),
        ('card room-1 "a1"', "“a1”: no line could mean a card of this name"),
        ("card room-1 is", "“is”: no line could mean a card of this name"),
        ("card room-1 ? corner ?", "“?”: no line could mean a card of this name"),
        ("corner a1 ?", "this tells nothing"),
        ("end now", "this is too much for the line"),
    ],
)
def test_what_cannot_be_read_is_said(line: str, says: str) -> None:
    with pytest.raises(NotationError) as caught:
        read(Words(line))
    assert says in str(caught.value)


def test_a_record_is_written_back_as_it_was() -> None:
    for seed in range(10):
        text = random_text(Random(seed), me=None)
        assert dump(read_record(text)) == text


@pytest.mark.parametrize("word", ["crypt", "lib"])
def test_whose_words_is_said_whole(word: str) -> None:
    """A box may call a card Crypt: its effect must not become the Cryptologist's goal."""
    with pytest.raises(NotationError, match=f"“{word}”: not known here; expected one of library, "):
        read(Words(f'words {word} "Look at two cards."'))
