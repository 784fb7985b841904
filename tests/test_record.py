"""The record: lines, words, comments and quotes; read and written back the same; all faults in one pass."""

import unicodedata
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import IllegalEvent, NotationError, RecordFaults
from solver.games import GAMES, LOST_CODE, draft, read
from solver.lost_code import notation
from solver.lost_code.events import (
    SYMBOLS,
    Answer,
    Event,
    Exchange,
    Final,
    Guess,
    Log,
    Me,
    Players,
    Reveal,
    Roll,
    Stack,
    Symbol,
    Token,
    Turn,
    Variant,
    Variants,
    Verdict,
    Wheels,
)
from solver.record import dump
from solver.words import Words
from tests.records import EXAMPLE
from tests.strategies import Played, games

# ---- one line <-> one event -------------------------------------------------------------------------------------

names = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters='"'), min_size=1).map(
    partial(unicodedata.normalize, "NFC")
)
players = (names | names.map(lambda name: f"{name} {name}")).filter(lambda name: not notation.is_reserved(name))
symbols = st.sampled_from(SYMBOLS)
numbers = st.integers(0, 999)
maybe = st.none() | numbers
stones = st.dictionaries(symbols, maybe).map(lambda found: tuple(found.items()))
written = st.lists(numbers, min_size=1, max_size=3, unique=True).map(tuple)
ranges = st.tuples(numbers, numbers).map(sorted)
seated = st.lists(players, min_size=1, unique=True).map(tuple)
events: st.SearchStrategy[Event] = st.one_of(
    st.builds(Players, seated),
    st.builds(Me, players),
    st.builds(Variants, st.lists(st.sampled_from(Variant), min_size=1, unique=True).map(tuple)),
    st.builds(Wheels, st.dictionaries(numbers, numbers, min_size=1).map(lambda t: tuple(t.items())), st.booleans()),
    st.builds(Stack, seated),
    st.builds(Log, players | st.sampled_from(["neutral-1", "neutral-2"]), stones),
    st.builds(Roll, st.tuples(symbols, symbols, symbols)),
    st.builds(Token, players, symbols, st.none() | written),
    st.builds(Turn, symbols, symbols),
    st.builds(lambda player, ends: Guess(player, *ends), players, ranges),
    st.builds(Answer, players, st.sampled_from(Verdict)),
    st.builds(Exchange, players, symbols, maybe, maybe),
    st.builds(Final, players, st.dictionaries(symbols, st.just(()) | written).map(lambda g: tuple(g.items()))),
    st.builds(Reveal, players, stones),
)


@given(events)
def test_what_is_written_reads_back_as_the_same_event(event: Event) -> None:
    assert notation.read(Words(notation.write(event))) == event


@pytest.mark.parametrize(
    ("word", "symbol"),
    [
        ("be", "bear"),
        ("BEAR", "bear"),
        ("r", "bear"),
        ("j", "jaguar"),
        ("y", "jaguar"),
        ("h", "human"),
        ("pi", "human"),
        ("bi", "bird"),
        ("bl", "bird"),
        ("c", "chameleon"),
        ("pu", "chameleon"),
        ("s", "snake"),
        ("Green", "snake"),
    ],
)
def test_symbols_by_any_unambiguous_beginning(word: str, symbol: str) -> None:
    assert notation.read(Words(f"turn {word} {word}")) == Turn(Symbol(symbol), Symbol(symbol))


@pytest.mark.parametrize("word", ["b", "p", "bea r", "bearx", "7"])
def test_other_words_are_no_symbols(word: str) -> None:
    with pytest.raises(NotationError):
        notation.read(Words(f"turn {word} bear"))


@pytest.mark.parametrize("name", ["bear", "RED", "players", "Answer", "17", "-3", "?", "-", "neutral-1", "x-race"])
def test_words_of_the_record_are_no_names(name: str) -> None:
    with pytest.raises(NotationError):
        notation.read(Words(f"players Ann {name}"))


@pytest.mark.parametrize("name", ["Be", "B", "Ann-Marie", "9lives", "Žofie", "李"])
def test_other_words_are_names(name: str) -> None:
    assert notation.read(Words(f"players Ann {name}")) == Players(("Ann", name))


# ---- words ------------------------------------------------------------------------------------------------------


def test_comments_quotes_and_spaces() -> None:
    words = Words('  guess\t"Ann #1"   9-15# told below # twice')
    assert [words.take(""), words.take(""), words.take("")] == ["guess", "Ann #1", "9-15"]
    assert not words


@pytest.mark.parametrize(
    "line", ['players "Ann', 'players Ann"Bob', 'players "Ann"Bob', "players A\x07nn", "me A\u202enn"]
)
def test_lines_that_fall_into_no_words(line: str) -> None:
    with pytest.raises(NotationError):
        notation.read(Words(line))


def test_names_are_compared_in_one_unicode_form() -> None:
    """E with an acute accent as one character or as two is the same name (NFC)."""
    record = read("game lost-code\nplayers Ren\u00e9 Bob\nme Rene\u0301\n")
    assert record.state.me == "Ren\u00e9"


# ---- the whole record -------------------------------------------------------------------------------------------


def test_the_specs_example() -> None:
    record = read(EXAMPLE)
    assert record.state.round == 1
    assert record.state.spaces == {"Ann": 0, "Bob": 3}
    assert dump(record) == EXAMPLE


@settings(max_examples=40, deadline=None)
@given(games())
def test_a_record_is_written_back_the_same(played: Played) -> None:
    text = played.complete()
    record = read(text)
    assert dump(record) == text.removesuffix("\n") + "\n"
    grown = read("".join(f"{line}\n" for line in record.lines[:2]))
    for entry in record.entries[1:]:
        grown = grown.then(entry.event)
    assert grown.state == record.state


def test_comments_and_blank_lines_survive() -> None:
    text = "# a game\n\ngame lost-code # first\n\n\nplayers Ann Bob\n# the end\n"
    assert dump(read(text)) == text


def test_byte_order_mark_and_crlf() -> None:
    record = read("\ufeff" + EXAMPLE.replace("\n", "\r\n"))
    assert record.state == read(EXAMPLE).state
    assert dump(record) == EXAMPLE


def test_keywords_and_symbols_in_any_case() -> None:
    assert read(EXAMPLE.replace("roll bear", "ROLL Bear").replace("game", "Game")).state == read(EXAMPLE).state


def test_the_set_up_in_any_order() -> None:
    lines = EXAMPLE.splitlines()
    mixed = "\n".join([lines[0], *reversed(lines[1:7]), *lines[7:]])
    assert read(mixed).state.spaces == read(EXAMPLE).state.spaces


def test_then_refuses_what_the_rules_forbid_and_leaves_the_record() -> None:
    record = read(EXAMPLE)
    with pytest.raises(IllegalEvent, match=r"a roll, thrown by Ann"):
        record.then(Guess("Bob", 1, 1))
    assert dump(record) == EXAMPLE
    assert dump(record.then(Roll((Symbol.BEAR, Symbol.BEAR, Symbol.BEAR)))).endswith("roll bear bear bear\n")


def test_all_faults_of_a_pass_by_line() -> None:
    bad = EXAMPLE.replace("log Bob       bear 3", "log Bob       bear 9")
    bad = bad.replace("turn bear human", "turn bear humann").replace("guess Bob 10-13", "guess Bob 10-18")
    bad = bad.replace("answer Bob right", "answer Rob right")
    with pytest.raises(RecordFaults) as caught:
        read(bad)
    assert [fault.line for fault in caught.value.faults] == [5, 9, 11, 13]
    assert [fault.typed for fault in caught.value.faults] == ["9", "humann", "10-18", "Rob"]
    assert all(fault.expected for fault in caught.value.faults)


def test_a_fault_in_the_players_line_is_reported_alone() -> None:
    with pytest.raises(RecordFaults) as caught:
        read(EXAMPLE.replace("players Ann Bob", "players Ann Ann"))
    assert [fault.line for fault in caught.value.faults] == [2]


@pytest.mark.parametrize("before", range(3, 15))
def test_the_legal_beginning_is_a_good_record(before: int) -> None:
    record = read(EXAMPLE + "nonsense\n", before)
    assert dump(record) == "".join(line + "\n" for line in EXAMPLE.splitlines()[: before - 1])


def test_a_stone_seen_twice_is_refused_and_names_the_first_line() -> None:
    with pytest.raises(RecordFaults, match=r"line 6: .*bear 3 was seen already, on line 5"):
        read(EXAMPLE.replace("log neutral-1 bear 1", "log neutral-1 bear 3"))
    with pytest.raises(RecordFaults, match=r"line 15: .*bear 6 was seen already, on line 7"):
        read(EXAMPLE.replace("answer Bob right ", "answer Bob higher ") + "exchange Bob bear 3 6\n")


def test_the_game_is_known_by_its_name() -> None:
    assert read("game lost-code\nplayers Ann Bob\n").game is GAMES[LOST_CODE]


# ---- drafts ---------------------------------------------------------------------------------------------------------


def test_a_draft_reads_on_past_what_the_rules_forbid() -> None:
    """After the example a throw is due, and no guess."""
    legal = draft(EXAMPLE)
    assert (legal.record, legal.faults, legal.good) == (read(EXAMPLE), (), None)
    after = "guess Ann 9-15\nroll bear bear bear\n"
    found = draft(EXAMPLE + after)
    lines = EXAMPLE.count("\n")
    assert found.record is None
    assert [entry.line for entry in found.entries][-2:] == [lines + 1, lines + 2]
    assert found.faults[0].line == lines + 1
    assert found.good == read(EXAMPLE)
    assert draft(EXAMPLE + after, lines + 1).record == read(EXAMPLE)


def test_a_draft_of_what_cannot_be_read_is_none() -> None:
    for text in (EXAMPLE + "guess Ann 9-15\ngess Bob 9\n", "", "game chess\n"):
        with pytest.raises(RecordFaults) as caught:
            draft(text)
        assert not caught.value.readable


def test_nothing_good_stands_before_a_game_without_players() -> None:
    found = draft("game lost-code\nme Ann\n")
    assert (found.record, found.good, found.faults[0].line) == (None, None, 2)
