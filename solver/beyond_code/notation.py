"""One line of the record -> one event; `write`, in `writing.py`, is the inverse of `read`."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import TypeVar

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
    Square,
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
from solver.beyond_code.writing import write
from solver.errors import NotationError
from solver.lines import A_NAME, player_name, player_names, read_line
from solver.words import Words, as_word

__all__ = ["KEYWORDS", "begun", "is_reserved", "read", "write"]

_A_SQUARE = "a square, a1 to c3"
_A_CARD = "a card (" + " ".join(Card) + ", or its name in this record)"
_A_TOKEN = "silence, decryption or chaos"
_PARAMETER = "a number above 0, like 2"
_NOTA_NAME = re.compile(r"[+-]?\d+(\.\d+)?|\?|-")
_DECIMAL = re.compile(r"[0-9]{1,3}(?:\.[0-9]{1,6})?", re.ASCII)

K = TypeVar("K", bound=StrEnum)


def begun(kind: type[K], word: str) -> list[K]:
    """The members whose word is this one, else those whose word begins with it."""
    return [each for each in kind if each == word] or [each for each in kind if word and each.startswith(word)]


def is_reserved(name: str) -> bool:
    """Whether the record uses the word for something else, so that it is no player's name."""
    word = name.casefold()
    return word in _RESERVED or bool(_NOTA_NAME.fullmatch(word))


def read(words: Words) -> Event:
    """Read one line. Raises NotationError."""
    return read_line(words, _READERS)


# ---- words -----------------------------------------------------------------------------------------------------------


def _one(kind: type[K], words: Words, expected: str = "") -> K:
    """Read a member of a closed list by its word or an unambiguous beginning."""
    expected = expected or "one of " + ", ".join(kind)
    word = words.take_plain(expected)
    found = begun(kind, word)
    if len(found) != 1:
        may = ", ".join(found)
        raise NotationError(f"this may be {may}" if may else "not known here", typed=word, expected=expected)
    return found[0]


def _exactly(words: Words, *keywords: str) -> str:
    """Read one of these words, or an unambiguous beginning."""
    expected = " or ".join(keywords)
    word = words.take_plain(expected)
    found = [each for each in keywords if each.startswith(word)]
    if len(found) != 1:
        raise NotationError("not known here", typed=word, expected=expected)
    return found[0]


def _name(words: Words) -> str:
    return player_name(words, is_reserved)


def _names(words: Words) -> tuple[str, ...]:
    return player_names(words, is_reserved)


def _square(words: Words) -> Square:
    word = words.take_plain(_A_SQUARE)
    if word not in SQUARES:
        raise NotationError("no square is called so", typed=word, expected=_A_SQUARE)
    return word


def _card(words: Words) -> str:
    """Read a card: a word that every record has for it, else one that the record's own names may explain."""
    word = unicodedata.normalize("NFC", words.take(_A_CARD).casefold())
    if _means_no_card(word):
        raise NotationError("no card is called so", typed=as_word(word), expected=_A_CARD)
    return next((card for card in Card if card == word), word)


def _means_no_card(word: str) -> bool:
    """Whether a word never means a card where a line names one."""
    return not word.strip() or word in SQUARES or word in _NO_CARD


def _really(words: Words) -> str | None:
    if not words:
        return None
    _exactly(words, "is")
    return _card(words)


def _text(words: Words, expected: str) -> str:
    text = words.take(expected)
    if not text.strip():
        raise NotationError("this is empty", typed=as_word(text), expected=expected)
    return text


# ---- the lines -------------------------------------------------------------------------------------------------------


def _card_line(words: Words) -> CardLine:
    card = _one(Card, words)
    expected = 'its name, like "Winter Garden"'
    name = None if not words or words.peek() == "corner" else _text(words, expected)
    if name is not None and _means_no_card(unicodedata.normalize("NFC", name.casefold())):
        raise NotationError("no line could mean a card of this name", typed=name, expected=expected)
    corner = None
    if words or name is None:
        _exactly(words, "corner")
        corner = _corner(words)
    return CardLine(card, name, corner)


def _corner(words: Words) -> Corner:
    return _one(Corner, words)


def _shown_corner(words: Words) -> Corner:
    """Read what the corner of a card on the table shows, which is never unknown to who tells it."""
    expected = "one of chaos, decryption, none"
    corner = _one(Corner, words, expected)
    if corner is Corner.UNKNOWN:
        raise NotationError("this tells nothing", typed=corner, expected=expected)
    return corner


def _words_line(words: Words) -> WordsLine:
    # Whole words only: a beginning of a character may be the whole name of a card in some box.
    owners: Mapping[str, Card | Character] = {**{each: each for each in Card}, **{each: each for each in Character}}
    expected = "one of " + ", ".join(owners)
    word = words.take_plain(expected)
    if word not in owners:
        raise NotationError("not known here", typed=word, expected=expected)
    return WordsLine(owners[word], _text(words, "the words in quotes"))


def _honesty(words: Words) -> Honesty:
    player = None if _DECIMAL.fullmatch(words.peek()) else _name(words)
    return Honesty(player, _parameter(words), _parameter(words))


def _parameter(words: Words) -> float:
    word = words.take_plain(_PARAMETER)
    if not _DECIMAL.fullmatch(word) or not float(word):
        raise NotationError("not a number above 0", typed=word, expected=_PARAMETER)
    return float(word)


_VALUES: Mapping[Switch, tuple[str, ...]] = {
    Switch.CHECKED: ("closed", "open"),
    Switch.SILENCE_BACK: ("after-turn", "after-time"),
    Switch.DECRYPTION: ("besides", "instead"),
    Switch.CANCEL: ("any", "active"),
    Switch.EASY_TIME: ("off", "on"),
    Switch.EASY_TOKENS: ("off", "on"),
}


def _ruling(words: Words) -> Ruling:
    switch = _one(Switch, words)
    if switch in _VALUES:
        return Ruling(switch, _exactly(words, *_VALUES[switch]))
    low, high = (3, 20) if switch is Switch.TIME else (1, 9)
    expected = f"a whole number from {low} to {high}"
    number = words.number(expected)
    if not low <= number <= high:
        raise NotationError("this cannot be", typed=str(number), expected=expected)
    return Ruling(switch, str(number))


def _shuffle(words: Words) -> Shuffle:
    squares: dict[Square, None] = {}
    while words or len(squares) < 2:
        square = _square(words)
        if square in squares:
            raise NotationError("a square stands here twice", typed=square, expected="every square once")
        squares[square] = None
    return Shuffle(tuple(squares))


def _swap(words: Words) -> Swap:
    first, second = _square(words), _square(words)
    if first == second:
        raise NotationError("a card cannot change places with itself", typed=second, expected="two squares")
    return Swap(first, second)


def _told(words: Words) -> Told:
    square = _square(words)
    lies = words.peek() != "not"
    if not lies:
        words.take_plain("not")
    return Told(square, _card(words), lies)


def _time(words: Words) -> Time | TimeOut:
    expected = "a number of spaces, or out"
    if words.peek() == "out":
        words.take_plain(expected)
        return TimeOut(_name(words) if words else None)
    spaces = words.number(expected)
    if not spaces:
        raise NotationError("the marker would stay", typed="0", expected=expected)
    return Time(spaces)


def _characters(words: Words) -> Characters:
    player = _name(words)
    if words.peek() == "pile":
        words.take_plain(A_NAME)
        return Characters(player, None)
    other = _name(words)
    if other == player:
        raise NotationError("a character cannot change places with itself", typed=other, expected="another player")
    return Characters(player, other)


def _decrypt(words: Words) -> Decrypt:
    player, square, card, source = _name(words), _square(words), _card(words), None
    if words and words.peek() == "from":
        words.take_plain(_A_SQUARE)
        source = _square(words)
    return Decrypt(player, square, card, _really(words), source)


def _choose(words: Words) -> Choose:
    square = _square(words)
    card = _card(words) if words and words.peek() != "from" else None
    source = None
    if words:
        _exactly(words, "from")
        source = _square(words)
    return Choose(square, card, source)


def _goal(words: Words) -> Goal:
    return Goal(_name(words), _one(Character, words), _exactly(words, "failed", "achieved") == "achieved")


def _doubt(words: Words) -> Doubt:
    return Doubt(_name(words), _exactly(words, "truth", "lie") == "truth", _really(words))


def _look(words: Words) -> Look:
    return Look(_name(words), _square(words), _card(words) if words else None)


_READERS: Mapping[str, Callable[[Words], Event]] = {
    "players": lambda words: Players(_names(words)),
    "me": lambda words: Me(_name(words)),
    "keeper": lambda words: Keeper(_name(words)),
    "set": lambda words: CharacterSet(_one(SetKind, words), _one(Character, words) if words else None),
    "card": _card_line,
    "words": _words_line,
    "character": lambda words: Dealt(_name(words), _one(Character, words)),
    "honesty": _honesty,
    "ruling": _ruling,
    "name": lambda words: Name(_name(words), _square(words), _card(words), _really(words)),
    "decrypt": _decrypt,
    "doubt": _doubt,
    "look": _look,
    "take": lambda words: Take(_name(words), _one(Token, words, _A_TOKEN)),
    "return": lambda words: Return(_name(words), _one(Token, words, _A_TOKEN)),
    "cancel": lambda words: Cancel(_name(words)),
    "swap": _swap,
    "shuffle": _shuffle,
    "open": lambda words: Open(_square(words), _card(words)),
    "close": lambda words: Close(_square(words)),
    "corner": lambda words: CornerTold(_square(words), _shown_corner(words)),
    "told": _told,
    "time": _time,
    "characters": _characters,
    "goal": _goal,
    "choose": _choose,
    "end": lambda _: End(),
    "next": lambda _: Next(),
    "turn": lambda words: Turn(_name(words)),
}

KEYWORDS = tuple(_READERS)
"""The words that begin a line."""

_NO_CARD = frozenset({"is", "not", "from", "corner", "pile", "?", "-"})
"""Words that stand where a card might, so no card is called so."""

_ELSEWHERE = ("game", "beyond-code", "truth", "lie", "out", "achieved", "failed", "none")

_RESERVED = frozenset(
    [*_READERS, *SQUARES, *Card, *Token, *Character, *SetKind, *Switch, *_NO_CARD, *_ELSEWHERE],
)
