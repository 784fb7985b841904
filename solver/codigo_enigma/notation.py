"""One line of the record <-> one event. `read` and `write` are each other's inverse."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import assert_never

from solver.codigo_enigma.box import CODE_LENGTHS, DEALT, KNOWN_SYMBOLS, PILES
from solver.codigo_enigma.events import (
    Card,
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
from solver.errors import NotationError
from solver.lines import player_name, player_names, read_line
from solver.words import NUMBER, Words, as_word

__all__ = ["KEYWORDS", "is_reserved", "read", "write"]

_A_CARD = "a reference number, wild, or ? for a card that is not typed"
_A_CODE = "the CODE card: a reference number, or ?"
_LAID = "the symbol cards: reference numbers, wild, ? or own"
_A_FILL = "what came off the deck: a reference number, wild, ? or reveal"
_A_SHOW = "what lies on top of the third pile: a reference number, wild, ? or reveal"
_A_PILE = "a pile of the ENCARTE zone: 1, 2 or 3"
_A_SYMBOL = "the word for a symbol"
_NOTA_NAME = re.compile(r"[+-]?\d+|\?|-|neutral-\d+")
_NOT_A_SYMBOL = re.compile(r"[+-]?\d+|\?|-|=.*|.*=|.*=.*=.*")


def is_reserved(name: str) -> bool:
    """Whether the record uses the word for something else, so that it is no player's name."""
    word = name.casefold()
    return word in _RESERVED or bool(_NOTA_NAME.fullmatch(word))


def read(words: Words) -> Event:
    """Read one line. Raises NotationError."""
    return read_line(words, _READERS)


def write(event: Event) -> str:
    """Write the line that `read` reads as the event."""
    return " ".join(_written(event))


def _written(event: Event) -> Iterable[str]:
    match event:
        case Players(names):
            return ["players", *map(as_word, names)]
        case Cards(count):
            return ["cards", str(count)]
        case Wild(count):
            return ["wild", str(count)]
        case Symbols(names):
            return ["symbols", *("=".join(each) for each in names)]
        case Described(number, medal, symbol, code):
            return ["card", str(number), "medal", str(medal), "symbol", symbol, "code", *code]
        case Deal(player, cards):
            return ["deal", as_word(player), *map(str, cards)]
        case Zone(cards):
            return ["zone", *map(str, cards)]
        case First(name):
            return ["first", as_word(name)]
        case Ruled(switch):
            return ["ruling", switch]
        case _:
            return _played(event)


def _played(
    event: Take | Expose | Complete | Lay | Discard | Remove | Soldier | Fill | Show | Said | Judged,
) -> Iterable[str]:
    match event:
        case Take(player, pile):
            return ["take", as_word(player), str(pile)]
        case Expose(player, code, laid):
            return ["expose", as_word(player), str(code), *map(str, laid)]
        case Complete(player, laid):
            return ["complete", as_word(player), *map(str, laid)]
        case Lay(player, code, laid):
            return ["lay", as_word(player), str(code), *map(str, laid)]
        case Discard(player, card):
            return ["discard", as_word(player), str(card)]
        case Remove(player, medal):
            return ["remove", as_word(player), *_medal_written(medal)]
        case Soldier(player, pile):
            return ["soldier", as_word(player), str(pile)]
        case Fill(card):
            return ["fill", str(card)]
        case Show(card):
            return ["show", str(card)]
        case Said(player, place, words):
            return ["reveal", as_word(player), str(place), "said", *words]
        case Judged(player, place, outcome, medal):
            return ["reveal", as_word(player), str(place), outcome, *_medal_written(medal)]
        case _:
            assert_never(event)


def _medal_written(medal: int | None) -> list[str]:
    return [] if medal is None else ["medal", str(medal)]


# ---- reading --------------------------------------------------------------------------------------------------------


def _name(words: Words) -> str:
    return player_name(words, is_reserved)


def _names(words: Words) -> tuple[str, ...]:
    return player_names(words, is_reserved)


def _card(words: Words, expected: str, *specials: Special) -> Card:
    """Read a card; specials: which kinds may stand there beside a reference number."""
    word = words.peek()
    if found := next((special for special in specials if word == special), None):
        words.take_plain(expected)
        return found
    number = words.number(expected)
    if number < 1:
        raise NotationError("no card has that number", typed=str(number), expected=expected)
    return number


def _face_up(words: Words, expected: str = _A_CARD) -> Card:
    return _card(words, expected, Special.WILD, Special.UNKNOWN)


def _code_card(words: Words) -> Card:
    return _face_up(words, _A_CODE)


def _laid(words: Words, *, needed: bool) -> tuple[Card, ...]:
    """Read symbol cards, each number once, and `own` once."""
    laid: list[Card] = []
    while words or (needed and not laid):
        typed = words.peek()
        card = _card(words, _LAID, Special.WILD, Special.UNKNOWN, Special.OWN)
        if card not in (Special.UNKNOWN, Special.WILD) and card in laid:
            raise NotationError("this stands here twice", typed=typed, expected="every card once")
        laid.append(card)
    return tuple(laid)


def _medal(words: Words) -> int:
    medal = words.number("the medal, 1 to 99")
    if not 1 <= medal <= 99:
        raise NotationError("no medal has that value", typed=str(medal), expected="1 to 99")
    return medal


def _medal_at_the_end(words: Words) -> int | None:
    if not words:
        return None
    _fixed(words, "medal")
    return _medal(words)


def _fixed(words: Words, word: str) -> None:
    typed = words.take_plain(f"the word {word}")
    if typed != word:
        raise NotationError("another word stands here", typed=typed, expected=f"the word {word}")


def _pile(words: Words) -> int:
    pile = words.number(_A_PILE)
    if not 1 <= pile <= PILES:
        raise NotationError("there is no such pile", typed=str(pile), expected=_A_PILE)
    return pile


def _symbol(words: Words) -> str:
    symbol = words.take_plain(_A_SYMBOL)
    if _NOT_A_SYMBOL.fullmatch(symbol) or "=" in symbol:
        raise NotationError("not a word for a symbol", typed=symbol, expected=_A_SYMBOL)
    return symbol


def _symbols(words: Words) -> Symbols:
    seen: set[str] = set()
    names: list[tuple[str, ...]] = []
    while words or not names:
        typed = words.take_plain("the words for the symbols")
        each = tuple(typed.split("="))
        for name in each:
            if not name or _NOT_A_SYMBOL.fullmatch(name):
                raise NotationError("not a word for a symbol", typed=typed, expected="words like tank, or tank=panzer")
            if name in seen:
                raise NotationError("the word stands here twice", typed=name, expected="every word once")
            seen.add(name)
        names.append(each)
    return Symbols(tuple(names))


def _described(words: Words) -> Described:
    expected = "the reference number of a common card"
    number = _card(words, expected)
    _fixed(words, "medal")
    medal = _medal(words)
    _fixed(words, "symbol")
    symbol = _symbol(words)
    _fixed(words, "code")
    code: list[str] = []
    while words or not code:
        code.append(_symbol(words))
    if len(code) not in CODE_LENGTHS:
        raise NotationError(f"a code of {len(code)}", typed=" ".join(code), expected="a code of 3 or 4 symbols")
    return Described(int(number), medal, symbol, tuple(code))


def _deal(words: Words) -> Deal:
    player = _name(words)
    cards = tuple(_face_up(words) for _ in range(DEALT))
    return Deal(player, cards)


def _ruling(words: Words) -> Event:
    """Read a switch; `ruling wild 5` and `ruling first Bob` are the lines of their own, said in other words."""
    expected = "one of " + ", ".join(Switch)
    word = words.take_plain(expected)
    if word in ("wild", "first"):
        return _READERS[word](words)
    typed = f"{word} {words.take_plain(expected)}" if words else word
    if typed not in list(Switch):
        raise NotationError("no ruling is called so", typed=typed, expected=expected)
    return Ruled(Switch(typed))


def _reveal(words: Words) -> Event:
    player, expected = _name(words), "which of the hidden codes: 1 for the one hidden first"
    place = words.number(expected)
    if place < 1:
        raise NotationError("codes are counted from 1", typed=str(place), expected=expected)
    expected = "exact, order, medal, wrong, or said and the words"
    word = words.take_plain(expected)
    if word == "said":
        said: list[str] = []
        while words or not said:
            said.append(words.take_plain("the words that were said"))
        if len(said) > 2 and said[-2] == "medal" and NUMBER.fullmatch(said[-1]):
            raise NotationError(
                "a medal is no word of a code",
                typed=" ".join(said[-2:]),
                expected="the words that were said alone: the medal is that of the CODE card",
            )
        return Said(player, place, tuple(said))
    if word not in list(Outcome):
        raise NotationError("not an outcome of a reveal", typed=word, expected=expected)
    return Judged(player, place, Outcome(word), _medal_at_the_end(words))


_READERS: Mapping[str, Callable[[Words], Event]] = {
    "players": lambda words: Players(_names(words)),
    "cards": lambda words: Cards(words.number("how many common cards the box holds")),
    "wild": lambda words: Wild(words.number("how many wild cards are in play")),
    "symbols": _symbols,
    "card": _described,
    "deal": _deal,
    "zone": lambda words: Zone((_face_up(words), _face_up(words), _face_up(words))),
    "first": lambda words: First(_name(words)),
    "ruling": _ruling,
    "take": lambda words: Take(_name(words), _pile(words)),
    "expose": lambda words: Expose(_name(words), _code_card(words), _laid(words, needed=False)),
    "complete": lambda words: Complete(_name(words), _laid(words, needed=True)),
    "lay": lambda words: Lay(_name(words), _code_card(words), _laid(words, needed=True)),
    "discard": lambda words: Discard(_name(words), _face_up(words, "a common card: its reference number, or ?")),
    "remove": lambda words: Remove(_name(words), _medal_at_the_end(words)),
    "soldier": lambda words: Soldier(_name(words), _pile(words)),
    "fill": lambda words: Fill(_card(words, _A_FILL, Special.WILD, Special.UNKNOWN, Special.REVEAL)),
    "show": lambda words: Show(_card(words, _A_SHOW, Special.WILD, Special.UNKNOWN, Special.REVEAL)),
    "reveal": _reveal,
}

KEYWORDS = tuple(_READERS)
"""The words that begin a line."""

_RESERVED = frozenset(
    [*_READERS, *Outcome, *Special, *KNOWN_SYMBOLS, "game", "codigo-enigma", "said", "symbol", "code"],
)
