"""What is typed at the table means the line that it stands for, whatever may be left out."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.errors import NotationError
from solver.games import read
from solver.lost_code import notation
from solver.lost_code.events import Symbol
from solver.lost_code.notation import write
from solver.lost_code.shorthand import stones_typed, understand, verdict_named
from solver.lost_code.state import State
from solver.words import Words, as_word, name_meant
from tests.strategies import games, random_game

PAD = tuple(map(Symbol, ("bird", "jaguar", "chameleon", "snake", "human", "bear")))
SHORTEST = {"bear": "be", "jaguar": "j", "human": "h", "bird": "bi", "chameleon": "c", "snake": "s"}
"""By hand: the shortest beginning of each name that begins no other symbol's name or colour (blue, black …)."""


OTHER_WORDS = (
    *("bear", "jaguar", "human", "bird", "chameleon", "snake", "red", "yellow", "pink", "blue", "purple", "green"),
    *("roll", "token", "turn", "guess", "answer", "exchange", "final", "reveal"),
)
"""What a beginning may mean beside a player."""


def outcome(typed: str, state: State) -> tuple[str, NotationError | None]:
    """The line that is understood, or why it is not."""
    try:
        return write(understand(typed, state, PAD)), None
    except NotationError as error:
        return "", error


def shortened(name: str, players: Sequence[str]) -> str:
    """The shortest beginning of a name that begins no other's, in lower case; else the name."""
    for length in range(1, len(name)):
        if sum(other.casefold().startswith(name[:length].casefold()) for other in players) == 1:
            return as_word(name[:length].casefold()) if name[length - 1] != " " else as_word(name)
    return as_word(name)


def short_forms(line: str, state: State) -> Iterator[str]:
    """Ways in which a player may type a line of the record, shorter and shorter. Written from the README's table."""
    keyword, *words = Words(line).all
    if keyword in ("roll", "turn"):
        symbols = [SHORTEST[word] for word in words]
        yield " ".join([keyword, *symbols])
        yield " ".join(["t" if keyword == "turn" else "ro", *symbols])
        yield " ".join(symbols)
        if keyword == "roll":
            yield "".join(symbols)
        return
    name, rest = words[0], words[1:]
    who = shortened(name, state.players)
    yield " ".join([keyword, who, *map(as_word, rest)])
    match keyword:
        case "guess":
            yield f"{who} {rest[0]}"
            yield rest[0]
            yield rest[0].replace("-", " ")
        case "answer":
            word = {"right": "ok", "lower": "lo", "higher": "hi", "wrong": "no"}[rest[0]]
            yield f"{who} {word}"
            yield word
        case "exchange":
            symbol, discarded, drawn = rest
            lying = state.held(name, Symbol(symbol)).number
            if name == state.me:
                yield f"{SHORTEST[symbol]} {discarded}"
                yield f"{who} {SHORTEST[symbol]}{discarded}"
            else:
                yield f"{SHORTEST[symbol]} {discarded} {drawn}"
                yield f"{SHORTEST[symbol]}{discarded}{drawn}"
            if name != state.me and lying is not None and str(lying) == discarded:
                yield f"{SHORTEST[symbol]}{drawn}"
                yield f"ex {who} {symbol} {drawn}"
        case "token":
            yield " ".join(["to", who, *rest[1:]])
            if name == state.me:
                yield " ".join(["to", *rest[1:]])


@pytest.mark.bare
@settings(max_examples=60, deadline=None)
@given(games(), st.booleans())
def test_every_short_form_means_its_line(played: object, seen: bool) -> None:
    game = played
    text = game.seen_by(game.setup.players[-1]) if seen else game.complete()  # type: ignore[attr-defined]
    record = read(text)
    for entry in record.entries:
        if record.game.set_up_order(entry.event) is not None:
            continue
        state = read(text, entry.line).state
        for typed in short_forms(write(entry.event), state):
            meant, refused = outcome(typed, state)
            if refused is None:
                assert meant == write(entry.event), typed
                continue
            # A name cut to a letter may begin a symbol or a keyword as well; then both lines are named.
            assert refused.message == "this may be two things", typed
            assert f"“{write(entry.event)}”" in refused.expected, typed
            assert any(each.startswith(word) for word in typed.split()[:2] for each in OTHER_WORDS), typed


def test_final_guesses_and_stones_in_the_order_of_the_pad() -> None:
    played = random_game(Random(5), players=3, variants=frozenset(), rounds=10)
    text = "".join(line + "\n" for line in played.complete().splitlines() if not line.startswith(("final", "reveal")))
    state = read(text).state
    name = state.players[1]
    typed = f"final {as_word(name)} 3 45 - 2 120 0"
    said = "bear 0 jaguar 4 5 human 1 2 0 bird 3 chameleon - snake 2"
    assert understand(typed, state, PAD) == notation.read(Words(f"final {as_word(name)} {said}"))
    assert understand(f"reveal {as_word(name)} 30725?", state, PAD) == notation.read(
        Words(f"reveal {as_word(name)} bear ? jaguar 0 human 5 bird 3 chameleon 7 snake 2")
    )


def test_digits_are_read_in_the_order_given_and_written_in_the_records() -> None:
    assert stones_typed("307251", PAD) == "bear 1 jaguar 0 human 5 bird 3 chameleon 7 snake 2"
    assert stones_typed("3?7", PAD[:3]) == "jaguar ? bird 3 chameleon 7"


@pytest.mark.parametrize("digits", ["30725", "3072511", "30725x", "", "30725²", "٣٠٧٢٥١"])
def test_digits_that_are_not_one_for_each_symbol(digits: str) -> None:
    with pytest.raises(NotationError, match="not one digit for each symbol"):
        stones_typed(digits, PAD)


AT_THE_TABLE = """game lost-code
players Ann Bob Bea
me Ann
log Bob bear 3 jaguar 0 human 7 bird 2 chameleon 5 snake 1
log Bea bear 1 jaguar 4 human 2 bird 0 chameleon 3 snake 6
log neutral-1 bear 6 jaguar 7 human 5 bird 4 chameleon 0 snake 2
"""


@pytest.mark.parametrize(
    ("lines", "typed", "line"),
    [
        ("", "r y g", "roll bear jaguar snake"),
        ("", "ryg", "roll bear jaguar snake"),
        ("", "JBEBE", "roll jaguar bear bear"),
        ("", "chbe", "roll chameleon human bear"),
        ("", "ro be bi bl", "roll bear bird bird"),
        ("roll bear bear snake", "be h", "turn bear human"),
        ("roll bear bear snake", "bea 4", "guess Bea 4"),
        ("roll bear bear snake", "4–6", "guess Bea 4-6"),
        ("roll bear bear snake", "gu 12 16", "guess Bea 12-16"),
        ("roll bear bear snake\nguess Bea 0-6\nguess Bob 1-5\nguess Ann 1-4", "l", "answer Bea lower"),
        ("roll bear bear snake\nguess Bea 0-6\nguess Bob 1-5\nguess Ann 1-4", "ann h", "answer Ann higher"),
        (
            "roll bear bear snake\nguess Bea 0-6\nguess Bob 1-5\nguess Ann 1-4\nanswer Bea higher",
            "right",
            "answer Bob right",
        ),
        (
            "roll bear bear snake\nguess Bea 0-6\nguess Bob 1-5\nguess Ann 1-4\n"
            "answer Bea higher\nanswer Bob higher\nanswer Ann higher",
            # A name and a symbol begin alike: what the step waits for comes first.
            "be 5",
            "exchange Bea bear 1 5",
        ),
        (
            "roll bear bear snake\nguess Bea 0-6\nguess Bob 1-5\nguess Ann 1-4\n"
            "answer Bea higher\nanswer Bob higher\nanswer Ann higher\nexchange Bea bear 1 5\nexchange Bob snake 1 7",
            "s3",
            "exchange Ann snake 3 ?",
        ),
    ],
)
def test_what_is_typed(lines: str, typed: str, line: str) -> None:
    state = read(f"{AT_THE_TABLE}{lines}\n").state
    assert write(understand(typed, state, PAD)) == line


@pytest.mark.parametrize(
    ("lines", "typed", "told"),
    [
        ("", "b j h", "this may be bear, bird"),
        ("", "bjh", "no symbol is called so"),
        ("", "be j", "ends too early"),
        ("", "be j h s", "too much"),
        ("", "9-15", "no symbol is called so"),
        ("", "", "nothing is typed"),
        ("", "# only a comment", "nothing is typed"),
        ("roll bear bear snake", "b 9-15", "more than one is called so"),
        ("roll bear bear snake", "15-9", "runs backwards"),
        ("roll bear bear snake", "nine", "not a range"),
        ("roll bear bear snake\nguess Bea 0-6\nguess Bob 1-5\nguess Ann 1-4", "maybe", "not an answer"),
    ],
)
def test_what_cannot_be_understood(lines: str, typed: str, told: str) -> None:
    state = read(f"{AT_THE_TABLE}{lines}\n").state
    with pytest.raises(NotationError) as refused:
        understand(typed, state, PAD)
    assert told in str(refused.value)


@pytest.mark.parametrize(
    ("word", "name"),
    [
        ("A", "Ann"),
        ("ann", "Ann"),
        ("Ann", "Ann"),
        ("ANN ", None),
        ("B", None),
        ("Be", "Bea"),
        ("zoë", "Zoë"),
        ("", None),
    ],
)
def test_players_by_a_beginning_of_their_names(word: str, name: str | None) -> None:
    assert name_meant(word, ("Ann", "Anna", "Bob", "Bea", "Zoë")[: None if word != "A" else 1]) == name


@pytest.mark.parametrize(
    ("me", "typed", "line"),
    [
        ("me Ann\n", "to bob", "token Bob bear ?"),
        ("me Ann\n", "to bob bear", "token Bob bear ?"),
        ("me Ann\n", "to 3 5", "token Ann bear 3 5"),
        ("me Ann\n", "token ann be 4", "token Ann bear 4"),
        ("me Ann\n", "to ann ?", "token Ann bear ?"),
        ("", "to bob 1 2 7", "token Bob bear 1 2 7"),
    ],
)
def test_a_token(me: str, typed: str, line: str) -> None:
    set_up = AT_THE_TABLE.replace("me Ann\n", f"{me}variant shortcut\n")
    state = read(f"{set_up}roll bear bear snake\n").state
    assert write(understand(typed, state, PAD)) == line


def test_groups_stand_for_the_symbols_without_a_token() -> None:
    played = random_game(Random(5), players=3, variants=frozenset(), rounds=10)
    lines = [line for line in played.complete().splitlines() if not line.startswith(("final", "reveal"))]
    name = as_word(played.setup.players[1])
    doubled = next(number for number, line in enumerate(lines) if line.startswith("roll"))
    lines[2:2] = ["variant shortcut"]
    lines[doubled + 1] = "roll snake snake bear"
    lines = lines[: doubled + 2]
    lines += [f"token {name} snake 3 7"]
    state = read("".join(f"{line}\n" for line in lines)).state
    said = notation.read(Words(f"final {name} bear 0 jaguar 4 5 human 1 2 bird 3 chameleon -"))
    assert understand(f"final {name} 3 45 - 12 0", state, PAD) == said
    for wrong in ("3 45 - - 12 0", "3 45 - 12"):
        with pytest.raises(NotationError, match="not one group for each symbol"):
            understand(f"final {name} {wrong}", state, PAD)


@pytest.mark.parametrize(("me", "typed"), [("me Ann\n", "to"), ("", "to bob"), ("", "to 3 5"), ("me Ann\n", "to 3 3")])
def test_a_token_that_is_not_told(me: str, typed: str) -> None:
    set_up = AT_THE_TABLE.replace("me Ann\n", f"{me}variant shortcut\n")
    with pytest.raises(NotationError):
        understand(typed, read(f"{set_up}roll bear bear snake\n").state, PAD)


NAMES = AT_THE_TABLE.replace("Bob", "Frank").replace("Bea", "Jim")
TURNED_OUT = "roll jaguar jaguar snake\nguess Jim 0-9\nguess Frank 10-11\nguess Ann 15-17\n"


@pytest.mark.parametrize(
    ("set_up", "lines", "typed", "line"),
    [
        # Jim is due, and Ann is named, although `an` begins “answer”, too.
        (NAMES, TURNED_OUT, "an lo", None),
        (NAMES, TURNED_OUT, "ann lo", "answer Ann lower"),
        (NAMES, "roll bear bear snake\nguess Jim 0-9\n", "f 4", "guess Frank 4"),
        # Two of that beginning: never the one who is due.
        (AT_THE_TABLE.replace("Bob", "Gus").replace("Bea", "Gina"), "roll bear bear snake\n", "g 4", None),
        # A die or Tom's wheel, a token or Tom's wheel.
        (AT_THE_TABLE.replace("Bea", "Tom"), "roll bear bear snake\n", "t be h", "turn bear human"),
        (
            AT_THE_TABLE.replace("Bea", "Tom").replace("me Ann", "me Ann\nvariant shortcut"),
            "roll bear bear snake\n",
            "to 4",
            None,
        ),
        (AT_THE_TABLE.replace("Bea", "Tom"), "roll bear bear snake\n", "to 4", "guess Tom 4"),
        # A symbol or a name.
        (NAMES.replace("me Ann", "me Ann\nvariant shortcut"), "roll jaguar jaguar snake\n", "to j 3 5", None),
        (
            NAMES.replace("me Ann", "me Ann\nvariant shortcut"),
            "roll bear bear snake\n",
            "to j 3 5",
            "token Jim bear 3 5",
        ),
    ],
)
def test_what_may_mean_two_lines_is_refused(set_up: str, lines: str, typed: str, line: str | None) -> None:
    state = read(f"{set_up}{lines}").state
    if line is None:
        with pytest.raises(NotationError, match=r"this may be two things|more than one is called so"):
            understand(typed, state, PAD)
    else:
        assert write(understand(typed, state, PAD)) == line


def test_a_name_that_begins_another_is_itself() -> None:
    assert name_meant("cy", ("Cy", "Cyd")) == "Cy"
    assert name_meant("c", ("Cy", "Cyd")) is None


def test_answers_by_a_beginning() -> None:
    words = {"ok": "right", "o": "right", "r": "right", "y": "right", "lo": "lower", "low": "lower", "l": "lower"}
    words |= {"hi": "higher", "high": "higher", "h": "higher", "no": "wrong", "w": "wrong", "WRONG": "wrong"}
    assert {word: verdict_named(word) for word in words} == words
    assert verdict_named("") is None
    assert verdict_named("higherr") is None
