"""What may be printed of a line while a code lies hidden: nothing that tells which cards are in it.

Ruling 30: hidden codes are shown to nobody before they are revealed. `ruling notes open` lifts that.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import replace

from solver.codigo_enigma.box import KNOWN_SYMBOLS
from solver.codigo_enigma.events import (
    Card,
    Complete,
    Deal,
    Described,
    Discard,
    Event,
    Expose,
    Fill,
    Judged,
    Lay,
    Said,
    Show,
    Special,
    Switch,
    Zone,
)
from solver.codigo_enigma.notation import KEYWORDS, read, write
from solver.codigo_enigma.state import Code, State
from solver.errors import NotationError
from solver.words import Words, as_word

__all__ = ["HIDDEN", "concealed", "kept", "kept_lie_hidden", "masked", "named", "sealed", "sealed_text", "secrets"]

HIDDEN = "…"
"""What is printed for a card of a hidden code."""


def secrets(state: State) -> frozenset[Card]:
    """The cards that lie in hidden codes: none for a table that plays with open notes."""
    if Switch.NOTES_OPEN in state.rulings:
        return frozenset()
    return state.kept | _in_codes(state)


def _in_codes(state: State) -> frozenset[Card]:
    return _cards(code for codes in state.hidden.values() for code in codes)


def kept_lie_hidden(state: State) -> bool:
    """Whether all that a later line of the record hides is in hidden codes already, or the notes are open."""
    return Switch.NOTES_OPEN in state.rulings or state.kept <= _in_codes(state)


def _cards(codes: Iterable[Code]) -> frozenset[Card]:
    return frozenset(card for code in codes for card in (code.card, *code.cards) if card is not Special.UNKNOWN)


def kept(start: State, whole: State, behind: Sequence[str] = ()) -> State:
    """The first state, so that what the whole record hides is told by none of its lines, nor by an error about one.

    behind: lines that no rule has judged; whatever cards they may lay to a code are kept, too.
    """
    if Switch.NOTES_OPEN in whole.rulings:
        return start
    cards = {card for line in behind for card in _may_lay(line)}
    if any(_COMPLETES.search(line) for line in behind):
        # Such a line may hide a code that lies exposed where the record is good.
        cards.update(_cards(whole.exposed.values()))
    return replace(start, kept=start.kept | secrets(whole) | cards)


def _may_lay(line: str) -> Iterable[Card]:
    """The cards that a line may lay to a code; of one that cannot be read, every number."""
    line = line.strip().removeprefix(AGAIN)
    if _LAYS.match(line) is None:
        with suppress(NotationError):
            words = Words(line)
            if not words or words.peek() in KEYWORDS:
                return ()
    wild = {Special.WILD} if Special.WILD in line.casefold() else set()
    return {*wild, *map(int, re.findall(r"\d{1,9}", line))}


def concealed(state: State) -> State:
    """The table without the cards that a later line of the record hides: they lie there as cards that nobody typed."""
    if not state.kept or Switch.NOTES_OPEN in state.rulings:
        return state

    def put(card: Card) -> Card:
        return Special.UNKNOWN if card in state.kept else card

    def among(cards: Iterable[Card]) -> tuple[Card, ...]:
        return tuple(map(put, cards))

    def code(laid: Code) -> Code:
        # Of a code whose CODE card is kept nothing is told, else its own symbol would tell.
        whole = put(laid.card) is not laid.card
        cards = tuple(Special.UNKNOWN for _ in laid.laid) if whole else among(laid.laid)
        return replace(laid, card=put(laid.card), laid=cards)

    first, second = state.piles
    made = replace(
        state,
        hands={player: among(hand) for player, hand in state.hands.items()},
        piles=(None if first is None else put(first), None if second is None else put(second)),
        pile=among(state.pile),
        shuffled=among(state.shuffled),
        exposed={player: code(laid) for player, laid in state.exposed.items()},
    )
    lying = state.everywhere().count(Special.WILD) - made.everywhere().count(Special.WILD)
    return replace(made, sealed_wild=lying)


def named(card: Card, state: State) -> str:
    """A card as a message may name it."""
    return HIDDEN if card in secrets(state) else str(card)


def masked(event: Event) -> str:
    """The line as it is printed where nobody says whether its code still lies hidden."""
    match event:
        case Lay(player):
            return f"lay {as_word(player)} {HIDDEN}"
        case Expose(player):
            return f"expose {as_word(player)} {HIDDEN}"
        case Complete(player):
            return f"complete {as_word(player)} {HIDDEN}"
        case Said(player, place):
            return f"reveal {as_word(player)} {place} said {HIDDEN}"
        case Judged(player, place, outcome, medal) if medal is not None:
            return f"reveal {as_word(player)} {place} {outcome} medal {HIDDEN}"
        case _:
            return write(event)


def sealed(event: Event, line: int, state: State) -> str:
    """The line that stands there as it may be printed where the record has led."""
    hidden = secrets(state)
    if not hidden:
        return write(event)
    if line in _hidden_lines(state):
        return masked(event)
    return _without(event, hidden)


def sealed_text(text: str, state: State, line: int | None = None) -> str:
    """A line of the file as it may be printed where the record has led.

    line: where it stands; None for one that does not stand there, or not any more: then a code is never told. A comment
    stays, but not that of a line which made a hidden code.
    """
    if Switch.NOTES_OPEN in state.rulings:
        return text
    if text.startswith(AGAIN):
        return AGAIN + sealed_text(text.removeprefix(AGAIN), state)
    try:
        words = Words(text)
    except NotationError:
        # Nobody knows what it was meant to be: no number in it is told.
        return re.sub(r"\d+", HIDDEN, _cut(text))
    try:
        event = read(words)
    except NotationError:
        return _numbers_out(_symbols_out(_cut(text), state), secrets(state))
    if isinstance(event, Lay | Expose | Complete) and (line is None or line in _hidden_lines(state)):
        return masked(event)
    if isinstance(event, Said | Judged) and all(scored.line != line for scored in state.scored):
        # What was said counts for a code that lies hidden, or that the rules do not let lie open.
        return masked(event)
    hidden = secrets(state)
    if not hidden:
        return text
    comment = _numbers_out(words.comment, hidden)
    return f"{_without(event, hidden)}  {comment}".rstrip()


AGAIN = "# again: "
"""Begins a comment that keeps a line which an edit pushed out of the game."""


def _cut(text: str) -> str:
    """What cannot be read, without the cards of a code, and without the words said of one."""
    found = _LAYS.match(text)
    return f"{found[1].casefold()}{found[2] or ''} {HIDDEN}" if found else _SAID.sub(rf"\1 {HIDDEN}", text)


_LAYS = re.compile(r"\W*(lay|expose|complete)(?![^\W\d_])(\s+[^\W\d]+(?=\s))?", re.IGNORECASE)
"""How a line begins that lays cards of a code, and the name behind."""
_COMPLETES = re.compile(r"\bcomplete\b", re.IGNORECASE)
_SAID = re.compile(r"\b(said)\b.*", re.IGNORECASE)
"""The words said of a code at a reveal."""


def _numbers_out(comment: str, hidden: Iterable[Card]) -> str:
    numbers = "|".join(str(card) for card in hidden)
    return re.sub(rf"\b(?:{numbers})\b", HIDDEN, comment) if numbers else comment


def _symbols_out(text: str, state: State) -> str:
    """What cannot be read, without symbols or their beginnings: these may be words said of a code that lies hidden."""
    if not any(state.hidden.values()):
        return text
    symbols = {
        *KNOWN_SYMBOLS,
        *state.words,
        *(s for card in state.catalogue.values() for s in (card.symbol, *card.code)),
    }
    said = {word for word in _WORD.findall(text) if any(symbol.startswith(word.casefold()) for symbol in symbols)}
    # One alone may be the beginning of anything; a code has three symbols at least.
    many = sum(word in said for word in _WORD.findall(text)) > 1
    return _WORD.sub(lambda word: HIDDEN if word[0] in said else word[0], text) if many else text


_WORD = re.compile(r"[^\W\d_]+")


def _hidden_lines(state: State) -> frozenset[int]:
    return frozenset(line for codes in state.hidden.values() for code in codes for line in code.lines)


def _without(event: Event, hidden: Iterable[Card]) -> str:
    """The line with every card left out that lies in a hidden code now."""
    known = frozenset(hidden)

    def put(card: Card) -> str:
        return HIDDEN if card in known else str(card)

    match event:
        case Deal(player, cards):
            return " ".join(["deal", as_word(player), *map(put, cards)])
        case Zone(cards):
            return " ".join(["zone", *map(put, cards)])
        case Described(number=number) if number in known:
            return f"card {HIDDEN}"
        case Fill(card) if card in known:
            return f"fill {HIDDEN}"
        case Show(card) if card in known:
            return f"show {HIDDEN}"
        case Discard(player, card) if card in known:
            return f"discard {as_word(player)} {HIDDEN}"
        case Expose(player, code, laid) | Lay(player, code, laid):
            keyword = write(event).split(" ", 1)[0]
            return " ".join([keyword, as_word(player), *_all(put, (code, *laid))])
        case Complete(player, laid):
            return " ".join(["complete", as_word(player), *_all(put, laid)])
        case _:
            return write(event)


def _all(put: Callable[[Card], str], cards: Iterable[Card]) -> list[str]:
    return [str(card) if card is Special.OWN else put(card) for card in cards]
