"""The words of the game as types: cards, outcomes, rulings, and one event for each kind of line."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

__all__ = [
    "Card",
    "Cards",
    "Complete",
    "Deal",
    "Described",
    "Discard",
    "Event",
    "Expose",
    "Fill",
    "First",
    "Judged",
    "Lay",
    "Outcome",
    "Players",
    "Remove",
    "Ruled",
    "Said",
    "Show",
    "Soldier",
    "Special",
    "Switch",
    "Symbols",
    "Take",
    "Wild",
    "Zone",
]


class Special(StrEnum):
    """What stands in a line where a reference number might."""

    WILD = "wild"
    UNKNOWN = "?"
    """A card whose number nobody cared to type."""
    REVEAL = "reveal"
    """A REVEAL HIDDEN CODES card."""
    OWN = "own"
    """The CODE card's own symbol, laid to its own code: no card of its own."""


Card: TypeAlias = int | Special
"""A common card by its reference number, or another kind; each event says which may stand there."""


class Outcome(StrEnum):
    """Rulebook: “Revealing Hidden Codes and Scoring”, the four options in its order."""

    EXACT = "exact"
    ORDER = "order"
    """The right symbols in another order."""
    MEDAL = "medal"
    """Not tried: the medal alone."""
    WRONG = "wrong"


class Switch(StrEnum):
    """A ruling that a table may change; its line is `ruling` and these words."""

    DEAL_COMMON = "deal common"
    THIRD_PILE_DECK = "third-pile deck"
    DISCARD_ALSO_SOLDIER = "discard also-soldier"
    EXPOSE_TOGETHER = "expose together"
    REVEAL_OPTIONAL = "reveal optional"
    WILD_MEDAL_ALLOWED = "wild-medal allowed"
    NOTES_OPEN = "notes open"


# ---- set-up ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Players:
    """`players Ann Bob`: who plays, in the order of turns."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """`cards 40`: how many common cards the box holds."""

    count: int


@dataclass(frozen=True, slots=True)
class Wild:
    """`wild 5`: how many wild cards are in play."""

    count: int


@dataclass(frozen=True, slots=True)
class Symbols:
    """`symbols grenade helmet tank=panzer`: the words that count; behind =, others that the table agreed on."""

    names: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Described:
    """`card 9 medal 2 symbol helmet code tank helmet grenade`: a common card; may stand in play, too."""

    number: int
    medal: int
    symbol: str
    code: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """`deal Ann 3 8 12`: dealt face up; numbers, wild or `?`."""

    player: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Zone:
    """`zone 7 14 18`: the ENCARTE zone from the deck outwards; numbers, wild or `?`."""

    cards: tuple[Card, Card, Card]


@dataclass(frozen=True, slots=True)
class First:
    """`first Bob`: who begins."""

    name: str


@dataclass(frozen=True, slots=True)
class Ruled:
    """`ruling wild-medal allowed`: a switch is set."""

    switch: Switch


# ---- play -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Take:
    """`take Bob 2`: the card on top of pile 1, 2 or 3."""

    player: str
    pile: int


@dataclass(frozen=True, slots=True)
class Expose:
    """`expose Bob 9`: the CODE card, a number or `?`. laid: symbol cards with it, by `ruling expose together` only."""

    player: str
    code: Card
    laid: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Complete:
    """`complete Bob 5 own`: symbol cards to the exposed code; numbers, wild, `?` or own."""

    player: str
    laid: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Lay:
    """`lay Bob 9 5 own 21`: a complete code at once; the CODE card, then what `complete` has."""

    player: str
    code: Card
    laid: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Discard:
    """`discard Bob 4`: a common card onto the third pile, or `?`."""

    player: str
    card: Card


@dataclass(frozen=True, slots=True)
class Remove:
    """`remove Bob`: gives up the exposed code. medal: typed (`medal 2`) where the CODE card is not known."""

    player: str
    medal: int | None = None


@dataclass(frozen=True, slots=True)
class Soldier:
    """`soldier Bob 3`: onto pile 1, 2 or 3."""

    player: str
    pile: int


@dataclass(frozen=True, slots=True)
class Fill:
    """`fill 25`: what came off the deck: a number, wild, `?` or reveal."""

    card: Card


@dataclass(frozen=True, slots=True)
class Show:
    """`show 5`: what lies on top of the third pile: a number, wild, `?` or reveal."""

    card: Card


@dataclass(frozen=True, slots=True)
class Said:
    """`reveal Bob 1 said tank helmet grenade`: the words said; place: among those still hidden, from 1."""

    player: str
    place: int
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Judged:
    """`reveal Bob 1 exact`: as the holder of the cards judged. medal: typed where the CODE card is not known."""

    player: str
    place: int
    outcome: Outcome
    medal: int | None = None


Event: TypeAlias = (
    Players
    | Cards
    | Wild
    | Symbols
    | Described
    | Deal
    | Zone
    | First
    | Ruled
    | Take
    | Expose
    | Complete
    | Lay
    | Discard
    | Remove
    | Soldier
    | Fill
    | Show
    | Said
    | Judged
)
