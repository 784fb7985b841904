"""The words of the game as types: places, switches, and one event for each kind of line."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

__all__ = [
    "CardText",
    "Cards",
    "Custom",
    "Discard",
    "Event",
    "Hand",
    "Kind",
    "Market",
    "Me",
    "Move",
    "Pass",
    "Place",
    "Play",
    "Players",
    "Receive",
    "Removed",
    "Ruling",
    "SeeDeck",
    "SeeHand",
    "Shuffle",
    "Spot",
    "Value",
    "Won",
]


class Spot(StrEnum):
    """A kind of place where cards lie."""

    HAND = "hand"
    TABLE = "table"
    """In front of a player, face up."""
    DECK = "deck"
    """As a place to move from or to: its top."""
    UNDER = "under"
    """The bottom of the deck."""
    MARKET = "market"
    OUT = "out"
    """Out of the game."""


class Custom(StrEnum):
    """The switches: another ruling where the rulebook is silent, in the words of the line."""

    LAST_TURN_OTHERS = "last-turn others"
    FOURTH_AFTER = "fourth after"
    TWO_DRAW_DECK = "two-draw deck"
    NEXT_FIRST_WINNER = "next-first winner"


@dataclass(frozen=True, slots=True)
class Place:
    """One place. owner: whose hand or table; None for the places of nobody."""

    spot: Spot
    owner: str | None = None

    @property
    def open(self) -> bool:
        """Whether its cards lie face up."""
        return self.spot in (Spot.TABLE, Spot.MARKET)

    def __str__(self) -> str:
        """The word for it in the record, without quotes."""
        if self.spot is Spot.HAND:
            return str(self.owner)
        return f"{self.owner}-table" if self.spot is Spot.TABLE else str(self.spot)


@dataclass(frozen=True, slots=True)
class Kind:
    """Cards of one name. value: what is printed on each, None where nobody has told. copies: how many there are."""

    name: str
    value: int | None
    copies: int


@dataclass(frozen=True, slots=True)
class Players:
    """`players Ann Bob Cy`: who plays, clockwise from the first player."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Me:
    """`me Ann`: the record is what she knows."""

    name: str


@dataclass(frozen=True, slots=True)
class Cards:
    """`cards power=0 a=1x2 …`: what is in the box."""

    kinds: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class CardText:
    """`card h class spy permanent action "…"`: what else is printed on a card, in the owner's words.

    group: its class. permanent: whether it has the mark of a permanent action. action: what it does.
    """

    card: str
    group: str | None
    permanent: bool
    action: str | None


@dataclass(frozen=True, slots=True)
class Removed:
    """`removed`: one card was taken out unseen."""


@dataclass(frozen=True, slots=True)
class Hand:
    """`hand Ann a c f`: the cards dealt to a player, None for each that was not seen."""

    player: str
    cards: tuple[str | None, ...]


@dataclass(frozen=True, slots=True)
class Won:
    """`won Ann 1 Cy 1`: games won earlier in the series."""

    games: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Ruling:
    """`ruling last-turn others`: a switch."""

    custom: Custom


@dataclass(frozen=True, slots=True)
class Market:
    """`market g`: turned up as the market card."""

    card: str


@dataclass(frozen=True, slots=True)
class Play:
    """`play Bob h under c`: a card placed in front of a player. under: the card of his that left for it."""

    player: str
    card: str
    under: str | None = None


@dataclass(frozen=True, slots=True)
class Receive:
    """`receive Bob deck ?`, `receive Bob market`. card: the deck's card, None if not seen; None for the market's."""

    player: str
    source: Spot
    card: str | None = None


@dataclass(frozen=True, slots=True)
class Pass:
    """`pass Bob Cy ?`: a card from hand to hand, face down."""

    giver: str
    taker: str
    card: str | None


@dataclass(frozen=True, slots=True)
class Discard:
    """`discard Bob ?`: a card from the hand under the deck."""

    player: str
    card: str | None


@dataclass(frozen=True, slots=True)
class Move:
    """`move Bob Cy-table h`: what an action moves."""

    source: Place
    target: Place
    card: str | None


@dataclass(frozen=True, slots=True)
class SeeHand:
    """`see Bob f`: the viewer learns that f is in Bob's hand."""

    player: str
    card: str


@dataclass(frozen=True, slots=True)
class SeeDeck:
    """`see deck 1 f`: the viewer learns which card lies in the deck. position: from 1, the top."""

    position: int
    card: str


@dataclass(frozen=True, slots=True)
class Shuffle:
    """`shuffle`: the deck is shuffled."""


@dataclass(frozen=True, slots=True)
class Value:
    """`value h 5`: what a card is worth from now on."""

    card: str
    value: int


Event: TypeAlias = (
    Players
    | Me
    | Cards
    | CardText
    | Removed
    | Hand
    | Won
    | Ruling
    | Market
    | Play
    | Receive
    | Pass
    | Discard
    | Move
    | SeeHand
    | SeeDeck
    | Shuffle
    | Value
)
