"""One line of the record <-> one event. `read` and `write` are each other's inverse."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import assert_never

from solver.cypher.events import (
    Cards,
    CardText,
    Custom,
    Discard,
    Event,
    Hand,
    Kind,
    Market,
    Me,
    Move,
    Pass,
    Place,
    Play,
    Players,
    Receive,
    Removed,
    Ruling,
    SeeDeck,
    SeeHand,
    Shuffle,
    Spot,
    Value,
    Won,
)
from solver.errors import NotationError
from solver.lines import player_name, player_names, read_line
from solver.words import Words, as_word

__all__ = ["KEYWORDS", "SET_UP_KEYWORDS", "TABLE", "is_card_name", "is_reserved", "read", "read_kinds", "write"]

TABLE = "-table"
"""Behind a player's name: the cards in front of him."""

_NOBODYS = (Spot.DECK, Spot.UNDER, Spot.MARKET, Spot.OUT)
"""The places that are named by a word of their own."""
_A_CARD = "a card's name"
_OR_UNSEEN = "a card's name, or ? for one that was not seen"
_A_PLACE = "a place: a player's name for his hand, NAME-table, deck, under, market or out"
_A_KIND = "name=value, with xN for N copies, like guard=2x3"
_DIGITS = 100
"""A value has at most so many; more is a slip, and would not fit on any screen."""
_A_VALUE = f"a whole number of at most {_DIGITS} digits"
_NUMBER = rf"[+-]?[0-9]{{1,{_DIGITS}}}"
_WORTH = re.compile(rf"(?P<value>{_NUMBER}|\?)(?:x(?P<copies>[0-9]{{1,3}}))?", re.ASCII | re.IGNORECASE)
_WHOLE = re.compile(_NUMBER, re.ASCII)
_NOTA_NAME = re.compile(r"[+-]?\d+|\?|-|neutral-\d+|.*-table")
_NOT_A_CARD = re.compile(r"[+-]?\d+|\?|-")


def is_reserved(name: str) -> bool:
    """Whether the record uses the word for something else, so that it is no player's name."""
    word = name.casefold()
    return word in KEYWORDS or word in (*_NOBODYS, "?") or bool(_NOTA_NAME.fullmatch(word))


def is_card_name(name: str) -> bool:
    """Whether a card may be called so."""
    return bool(name.strip()) and not _NOT_A_CARD.fullmatch(name)


def read(words: Words) -> Event:
    """Read one line. Raises NotationError."""
    return read_line(words, _READERS)


def write(event: Event) -> str:
    """Write the line that `read` reads as the event."""
    match event:
        case Players(names):
            return _line("players", names)
        case Me(name):
            return _line("me", [name])
        case Cards(kinds):
            return _line("cards", map(_kind_written, kinds))
        case CardText(card, group, permanent, action):
            words = [card, *(["class", group] if group is not None else []), *(["permanent"] if permanent else [])]
            return _line("card", words, ["action", action] if action is not None else [])
        case Removed():
            return "removed"
        case Hand(player, cards):
            return _line("hand", [player], map(_card_written, cards))
        case Won(games):
            return _line("won", (word for name, count in games for word in (name, str(count))))
        case Ruling(custom):
            return f"ruling {custom}"
        case Market(card):
            return _line("market", [card])
        case Play(player, card, under):
            return _line("play", [player, card], [] if under is None else ["under", under])
        case Receive(player, source, card):
            return _line("receive", [player, source], [_card_written(card)] if source is Spot.DECK else [])
        case Pass(giver, taker, card):
            return _line("pass", [giver, taker, _card_written(card)])
        case Discard(player, card):
            return _line("discard", [player, _card_written(card)])
        case Move(source, target, card):
            return _line("move", [str(source), str(target), _card_written(card)])
        case SeeHand(player, card):
            return _line("see", [player, card])
        case SeeDeck(position, card):
            return _line("see", ["deck", str(position), card])
        case Shuffle():
            return "shuffle"
        case Value(card, value):
            return _line("value", [card, str(value)])
        case _:
            assert_never(event)


def read_kinds(words: Iterable[str]) -> tuple[Kind, ...]:
    """Read words like guard=2x3 as kinds of cards, each name once. Raises NotationError."""
    kinds: dict[str, Kind] = {}
    for word in words:
        name, equals, worth = word.rpartition("=")
        found = _WORTH.fullmatch(worth)
        if not equals or not found or int(found["copies"] or 1) < 1:
            raise NotationError("not a card with its value", typed=word, expected=_A_KIND)
        if not is_card_name(name):
            raise NotationError("no card can be called so", typed=word, expected=_A_KIND)
        if name in kinds:
            raise NotationError("a name stands here twice", typed=word, expected="every name once, with xN for copies")
        value = None if found["value"] == "?" else int(found["value"])
        kinds[name] = Kind(name, value, int(found["copies"] or 1))
    return tuple(kinds.values())


def _line(keyword: str, *words: Iterable[str]) -> str:
    return " ".join([keyword, *(as_word(word) for part in words for word in part)])


def _card_written(card: str | None) -> str:
    return "?" if card is None else card


def _kind_written(kind: Kind) -> str:
    copies = f"x{kind.copies}" if kind.copies > 1 else ""
    return f"{kind.name}={'?' if kind.value is None else kind.value}{copies}"


def _name(words: Words) -> str:
    return player_name(words, is_reserved)


def _names(words: Words) -> tuple[str, ...]:
    return player_names(words, is_reserved)


def _card(words: Words) -> str:
    """Read the name of a card that was seen."""
    card = words.take(_A_CARD)
    if not is_card_name(card):
        told = "this card lies open" if card == "?" else "no card can be called so"
        raise NotationError(told, typed=as_word(card), expected=_A_CARD)
    return card


def _maybe(words: Words) -> str | None:
    """Read a card's name, or the ? of one that was not seen."""
    if words.peek() == "?":
        words.take_plain(_OR_UNSEEN)
        return None
    card = words.take(_OR_UNSEEN)
    if not is_card_name(card):
        raise NotationError("no card can be called so", typed=as_word(card), expected=_OR_UNSEEN)
    return card


def _whole(words: Words) -> int:
    word = words.take_plain(_A_VALUE)
    if not _WHOLE.fullmatch(word):
        raise NotationError("not a value", typed=word, expected=_A_VALUE)
    return int(word)


def _cards(words: Words) -> Cards:
    typed: list[str] = []
    while words or not typed:
        typed.append(words.take(_A_KIND))
    return Cards(read_kinds(typed))


def _card_text(words: Words) -> CardText:
    expected = "class and a word, permanent, action and its text in quotes"
    card, group, permanent, action = _card(words), None, False, None
    if words.peek() == "class":
        words.take_plain(expected)
        group = words.take("the card’s class")
    if words.peek() == "permanent":
        words.take_plain(expected)
        permanent = True
    if words.peek() == "action" or (group is None and not permanent):
        typed = words.take_plain(expected)
        if typed != "action":
            raise NotationError("nothing of a card is called so", typed=typed, expected=expected)
        action = words.take("what the card does, in quotes")
    return CardText(card, group, permanent, action)


def _hand(words: Words) -> Hand:
    player, cards = _name(words), list[str | None]()
    while words:
        cards.append(_maybe(words))
    return Hand(player, tuple(cards))


def _won(words: Words) -> Won:
    games: dict[str, int] = {}
    while words or not games:
        name = _name(words)
        if name in games:
            raise NotationError("a name stands here twice", typed=name, expected="every name once")
        games[name] = words.number("how many games were won")
    return Won(tuple(games.items()))


def _ruling(words: Words) -> Ruling:
    expected = "one of " + ", ".join(f"“{custom}”" for custom in Custom)
    typed = f"{words.take_plain(expected)} {words.take_plain(expected)}"
    if typed not in list(Custom):
        raise NotationError("no such ruling", typed=typed, expected=expected)
    return Ruling(Custom(typed))


def _play(words: Words) -> Play:
    player, card = _name(words), _card(words)
    if not words:
        return Play(player, card)
    if words.take_plain("under, and the card that goes under the deck") != "under":
        raise NotationError("this is too much for the line", typed=words.all[-1], expected="under, and a card")
    return Play(player, card, _card(words))


def _receive(words: Words) -> Receive:
    player, expected = _name(words), "deck or market"
    source = words.take_plain(expected)
    if source == Spot.DECK:
        return Receive(player, Spot.DECK, _maybe(words))
    if source == Spot.MARKET:
        return Receive(player, Spot.MARKET)
    raise NotationError("no card is received from there", typed=source, expected=expected)


def _place(words: Words) -> Place:
    word = words.take(_A_PLACE)
    if word.casefold() in list(_NOBODYS):
        return Place(Spot(word.casefold()))
    owner, spot = (word[: -len(TABLE)], Spot.TABLE) if word.casefold().endswith(TABLE) else (word, Spot.HAND)
    if not owner.strip() or is_reserved(owner):
        raise NotationError("no place is called so", typed=as_word(word), expected=_A_PLACE)
    return Place(spot, owner)


def _see(words: Words) -> SeeHand | SeeDeck:
    if words.peek() == Spot.DECK:
        words.take("deck")
        return SeeDeck(words.number("which card of the deck: 1 for its top"), _card(words))
    return SeeHand(_name(words), _card(words))


_READERS: Mapping[str, Callable[[Words], Event]] = {
    "players": lambda words: Players(_names(words)),
    "me": lambda words: Me(_name(words)),
    "cards": _cards,
    "card": _card_text,
    "removed": lambda _words: Removed(),
    "hand": _hand,
    "won": _won,
    "ruling": _ruling,
    "market": lambda words: Market(_card(words)),
    "play": _play,
    "receive": _receive,
    "pass": lambda words: Pass(_name(words), _name(words), _maybe(words)),
    "discard": lambda words: Discard(_name(words), _maybe(words)),
    "move": lambda words: Move(_place(words), _place(words), _maybe(words)),
    "see": _see,
    "shuffle": lambda _words: Shuffle(),
    "value": lambda words: Value(_card(words), _whole(words)),
}
KEYWORDS: tuple[str, ...] = ("game", *_READERS)
"""The first words of lines."""
SET_UP_KEYWORDS: tuple[str, ...] = ("players", "me", "cards", "card", "removed", "hand", "won", "ruling")
"""Those of lines that stand before the first market card."""
