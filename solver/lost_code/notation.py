"""One line of the record <-> one event. `read` and `write` are each other's inverse."""

import re
from collections.abc import Callable, Iterable, Mapping
from enum import StrEnum
from typing import TypeVar, assert_never

from solver.errors import NotationError
from solver.lines import A_NAME, player_name, player_names, read_line
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
    Stones,
    Symbol,
    Token,
    Turn,
    Variant,
    Variants,
    Verdict,
    Wheels,
)
from solver.words import Words, as_word

__all__ = ["COLOURS", "KEYWORDS", "is_reserved", "read", "read_wheels", "symbol_named", "write"]

COLOURS: Mapping[Symbol, str] = {
    Symbol.BEAR: "red",
    Symbol.JAGUAR: "yellow",
    Symbol.HUMAN: "pink",
    Symbol.BIRD: "blue",
    Symbol.CHAMELEON: "purple",
    Symbol.SNAKE: "green",
}
"""The colours that name the symbols too."""

_NAMED = [(str(symbol), symbol) for symbol in SYMBOLS] + [(colour, symbol) for symbol, colour in COLOURS.items()]
_A_SYMBOL = "a symbol (bear jaguar human bird chameleon snake, or its colour)"
_A_STONE = "a number, or ? for one that is not known"
_A_RANGE = "a range like 9-15, or one number"
_RANGE = re.compile(r"([0-9]{1,3})(?:[-–]([0-9]{1,3}))?", re.ASCII)
_WHEEL = re.compile(r"([0-9]{1,3})=([0-9]{1,3})", re.ASCII)
_NOTA_NAME = re.compile(r"[+-]?\d+|\?|-|neutral-\d+")
_NEUTRAL = re.compile(r"neutral-\d+", re.IGNORECASE)

K = TypeVar("K", bound=StrEnum)


def symbol_named(word: str) -> Symbol | None:
    """Give the symbol that a lower-case word names: a name, a colour, or an unambiguous beginning of either."""
    begun = {symbol for name, symbol in _NAMED if word and name.startswith(word)}
    return begun.pop() if len(begun) == 1 else None


def is_reserved(name: str) -> bool:
    """Whether the record uses the word for something else, so that it is no player's name."""
    word = name.casefold()
    return word in _RESERVED or bool(_NOTA_NAME.fullmatch(word))


def read(words: Words) -> Event:
    """Read one line. Raises NotationError."""
    return read_line(words, _READERS)


def write(event: Event) -> str:
    """Write the line that `read` reads as the event."""
    match event:
        case Players(names):
            return _line("players", map(as_word, names))
        case Me(name):
            return _line("me", [as_word(name)])
        case Variants(played):
            return _line("variant", played)
        case Wheels(values, assumed):
            return _line("wheels", [f"{width}={points}" for width, points in values], ["assumed"] if assumed else [])
        case Stack(names):
            return _line("stack", map(as_word, names))
        case Log(owner, stones):
            return _line("log", [as_word(owner)], _stones_written(stones))
        case Roll(dice):
            return _line("roll", dice)
        case Token(player, symbol, numbers):
            return _line("token", [as_word(player), symbol], ["?"] if numbers is None else map(str, numbers))
        case Turn(shown, turned):
            return _line("turn", [shown, turned])
        case Guess(player, low, high):
            return _line("guess", [as_word(player), str(low) if low == high else f"{low}-{high}"])
        case Answer(player, verdict):
            return _line("answer", [as_word(player), verdict])
        case Exchange(player, symbol, discarded, drawn):
            return _line("exchange", [as_word(player), symbol, _number_written(discarded), _number_written(drawn)])
        case Final(player, guesses):
            written = (
                word for symbol, numbers in guesses for word in (symbol, *(map(str, numbers) if numbers else "-"))
            )
            return _line("final", [as_word(player)], written)
        case Reveal(player, stones):
            return _line("reveal", [as_word(player)], _stones_written(stones))
        case _:
            assert_never(event)


def _line(keyword: str, *words: Iterable[str]) -> str:
    return " ".join([keyword, *(word for part in words for word in part)])


def _number_written(number: int | None) -> str:
    return "?" if number is None else str(number)


def _stones_written(stones: Stones) -> Iterable[str]:
    return (word for symbol, number in stones for word in (symbol, _number_written(number)))


def _symbol(words: Words) -> Symbol:
    word = words.take_plain(_A_SYMBOL)
    symbol = symbol_named(word)
    if symbol is None:
        begun = ", ".join(name for name, _ in _NAMED if name.startswith(word))
        raise NotationError(
            f"this may be {begun}" if begun else "no symbol is called so", typed=word, expected=_A_SYMBOL
        )
    return symbol


def _name(words: Words) -> str:
    return player_name(words, is_reserved)


def _names(words: Words) -> tuple[str, ...]:
    return player_names(words, is_reserved)


def _owner(words: Words) -> str:
    """Read whose log it is: a player's, or neutral-1, neutral-2."""
    return words.take_plain(A_NAME) if _NEUTRAL.fullmatch(words.peek()) else _name(words)


def _keyword(kind: type[K], words: Words) -> K:
    expected = "one of " + ", ".join(kind)
    word = words.take_plain(expected)
    if word not in list(kind):
        raise NotationError("not known here", typed=word, expected=expected)
    return kind(word)


def _stone(words: Words) -> int | None:
    if words.peek() == "?":
        words.take_plain(_A_STONE)
        return None
    return words.number(_A_STONE)


def _stones(words: Words) -> Stones:
    stones: dict[Symbol, int | None] = {}
    while words:
        symbol = _new_symbol(words, stones)
        stones[symbol] = _stone(words)
    return tuple(stones.items())


def _new_symbol(words: Words, before: Mapping[Symbol, object]) -> Symbol:
    symbol = _symbol(words)
    if symbol in before:
        raise NotationError("the symbol stands here twice", typed=symbol, expected="every symbol once")
    return symbol


def _numbers(words: Words) -> tuple[int, ...]:
    """Read one to three different numbers."""
    numbers: list[int] = []
    while words.peek()[:1].isdigit() or not numbers:
        number = words.number("one to three numbers")
        if number in numbers or len(numbers) == 3:
            raise NotationError("one number too many", typed=str(number), expected="one to three different numbers")
        numbers.append(number)
    return tuple(numbers)


def _wheels(words: Words) -> Wheels:
    pairs: list[str] = []
    while words and words.peek() != "assumed":
        pairs.append(words.take_plain("width=VP"))
    assumed = bool(words)
    if assumed:
        words.take_plain("assumed")
    return Wheels(read_wheels(pairs), assumed)


def read_wheels(pairs: Iterable[str]) -> tuple[tuple[int, int], ...]:
    """Read words like 7=2 as (width, VP), each width once. Raises NotationError."""
    values: dict[int, int] = {}
    for pair in pairs:
        if not (found := _WHEEL.fullmatch(pair)):
            raise NotationError("not the value of a wheel", typed=pair, expected="width=VP, like 7=2")
        width, points = map(int, found.groups())
        if width in values:
            raise NotationError("a second wheel of that width", typed=pair, expected="seven different widths")
        values[width] = points
    return tuple(values.items())


def _variants(words: Words) -> Variants:
    played = [_keyword(Variant, words)]
    while words:
        played.append(_keyword(Variant, words))
    if len(set(played)) < len(played):
        raise NotationError("a variant stands here twice", typed=" ".join(played), expected="every variant once")
    return Variants(tuple(played))


def _token(words: Words) -> Token:
    player, symbol = _name(words), _symbol(words)
    if words.peek() == "?":
        words.take_plain(_A_STONE)
        return Token(player, symbol, None)
    return Token(player, symbol, _numbers(words))


def _guess(words: Words) -> Guess:
    player, word = _name(words), words.take_plain(_A_RANGE)
    if not (found := _RANGE.fullmatch(word)):
        raise NotationError("not a range", typed=word, expected=_A_RANGE)
    low = int(found[1])
    high = int(found[2] or low)
    if high < low:
        raise NotationError("the range runs backwards", typed=word, expected=f"{high}-{low}")
    return Guess(player, low, high)


def _final(words: Words) -> Final:
    player = _name(words)
    guesses: dict[Symbol, tuple[int, ...]] = {}
    while words:
        symbol = _new_symbol(words, guesses)
        if words.peek() == "-":
            words.take_plain("-")
            guesses[symbol] = ()
        else:
            guesses[symbol] = _numbers(words)
    return Final(player, tuple(guesses.items()))


_READERS: Mapping[str, Callable[[Words], Event]] = {
    "players": lambda words: Players(_names(words)),
    "me": lambda words: Me(_name(words)),
    "variant": _variants,
    "wheels": _wheels,
    "stack": lambda words: Stack(_names(words)),
    "log": lambda words: Log(_owner(words), _stones(words)),
    "roll": lambda words: Roll((_symbol(words), _symbol(words), _symbol(words))),
    "token": _token,
    "turn": lambda words: Turn(_symbol(words), _symbol(words)),
    "guess": _guess,
    "answer": lambda words: Answer(_name(words), _keyword(Verdict, words)),
    "exchange": lambda words: Exchange(_name(words), _symbol(words), _stone(words), _stone(words)),
    "final": _final,
    "reveal": lambda words: Reveal(_name(words), _stones(words)),
}

KEYWORDS = tuple(_READERS)
"""The words that begin a line."""

_RESERVED = frozenset(
    [*_READERS, *Verdict, *Variant, "game", "lost-code", "assumed", *(name for name, _ in _NAMED)],
)
