"""What may be printed of a line while a code lies hidden: nothing that tells which cards are in it.

Ruling 30: hidden codes are shown to nobody before they are revealed. `ruling notes open` lifts that.
"""

from collections.abc import Callable, Iterable

from solver.codigo_enigma.events import (
    Card,
    Complete,
    Deal,
    Described,
    Discard,
    Event,
    Expose,
    Fill,
    Lay,
    Show,
    Special,
    Switch,
    Zone,
)
from solver.codigo_enigma.notation import write
from solver.codigo_enigma.state import State
from solver.words import as_word

__all__ = ["HIDDEN", "is_telling", "masked", "named", "sealed", "secrets"]

HIDDEN = "…"
"""What is printed for a card of a hidden code."""


def secrets(state: State) -> frozenset[Card]:
    """The cards that lie in hidden codes: none for a table that plays with open notes."""
    if Switch.NOTES_OPEN in state.rulings:
        return frozenset()
    codes = (code for codes in state.hidden.values() for code in codes)
    return frozenset(card for code in codes for card in (code.card, *code.cards) if card is not Special.UNKNOWN)


def named(card: Card, state: State) -> str:
    """A card as a message may name it."""
    return HIDDEN if card in secrets(state) else str(card)


def is_telling(event: Event) -> bool:
    """Whether the line may make a code that is then hidden, so that it is not to stay on a screen."""
    return isinstance(event, Lay | Complete)


def masked(event: Event) -> str:
    """The line as it is printed where nobody says whether its code still lies hidden."""
    match event:
        case Lay(player):
            return f"lay {as_word(player)} {HIDDEN}"
        case Expose(player):
            return f"expose {as_word(player)} {HIDDEN}"
        case Complete(player):
            return f"complete {as_word(player)} {HIDDEN}"
        case _:
            return write(event)


def sealed(event: Event, line: int, state: State) -> str:
    """The line that stands there as it may be printed where the record has led."""
    hidden = secrets(state)
    if not hidden:
        return write(event)
    if any(line in code.lines for codes in state.hidden.values() for code in codes):
        return masked(event)
    return _without(event, hidden)


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
