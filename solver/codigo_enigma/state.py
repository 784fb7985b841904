"""The table as a value: everything that the lines so far say, with what follows from them by rule."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from solver.codigo_enigma.box import ASSUMED_CARDS, DEALT, PILES, REVEALS_IN_DECK, WILD
from solver.codigo_enigma.events import Card, Described, Outcome, Special, Switch

__all__ = ["Code", "Deck", "Occasion", "Place", "Reveal", "Scored", "State", "Unchecked"]


@dataclass(frozen=True, slots=True)
class Deck:
    """The face-down cards. cards: how many (N). reveal: REVEAL cards among them (R), the one under the deck apart."""

    cards: int = 0
    reveal: int = 0


class Occasion(StrEnum):
    """Why all hidden codes are exposed."""

    FIRST = "first"
    """The first REVEAL card off the deck: it is shuffled into the discards afterwards."""
    SECOND = "second"
    """It lies right of the discards afterwards."""
    THIRD = "third"
    """It lies left of the deck afterwards (two players only)."""
    DISCARDS = "discards"
    """The first one, come to light in the discards: it leaves the game."""
    LAST = "last"
    """The one under the deck."""


class Place(StrEnum):
    """Where a REVEAL card lies."""

    DECK = "in the deck"
    UNDER = "under the deck"
    OUT = "being exposed"
    DISCARDS = "among the discards"
    RIGHT = "right of the discards"
    LEFT = "left of the deck"
    GONE = "out of the game"
    END = "exposed at the end"


class Unchecked(StrEnum):
    """A rule that could not be checked somewhere, since a card was not typed or not described."""

    SAME_SYMBOL = "that no discard shows the symbol of the card on which it is laid"
    JUST_TAKEN = "that no card taken in a turn is discarded in it"
    HELD = "that each card laid or discarded was held by its player"
    FIT = "that symbol cards fit their code"
    WHOLE = "whether a code was complete"
    BLOCKED_WILD = "whether a wild card lay under the soldier"
    SAID = "whether the words of a reveal were right: the holder of the cards judged"


@dataclass(frozen=True, slots=True)
class Reveal:
    """A reveal that is under way. waiting: who may still have codes to expose, in turn."""

    occasion: Occasion
    waiting: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Code:
    """A code that is exposed or hidden.

    card: the CODE card. laid: symbol cards in the order of the record, with `own`. lines: those that made it, the last
    one hid it. turn: in which turn of the game that was, from 1. supposed: nobody told what the CODE card asks for, so
    whether a symbol is missing shows later only.
    """

    card: Card
    laid: tuple[Card, ...]
    lines: tuple[int, ...]
    turn: int
    supposed: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards besides the CODE card."""
        return tuple(card for card in self.laid if card is not Special.OWN)

    @property
    def wild(self) -> bool:
        """Whether a wild card is in it."""
        return Special.WILD in self.laid


@dataclass(frozen=True, slots=True)
class Scored:
    """A code that was exposed at a reveal, or given up (occasion None).

    number, held: which of the hidden codes it was, and of how many. judged: what was said of it; outcome: what the
    rules make of that, None for a code that was given up. medal: as typed, None where the CODE card tells or nothing
    counts. turns: how many turns it lay hidden.
    """

    player: str
    code: Code
    occasion: Occasion | None
    judged: Outcome | None
    outcome: Outcome | None
    medal: int | None
    line: int
    number: int = 0
    held: int = 0
    turns: int = 0
    said: tuple[str, ...] = ()


Hand: TypeAlias = tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class State:
    """Where a record has led.

    hands: the SYMBOL/CODE COLLECTION areas. piles: the first two piles of the ENCARTE zone, None for a gap. pile: the
    third, from the top as far as its order is known; beneath lies `shuffled`, in an order that nobody knows. gaps:
    piles to be filled from the deck, in this order. out: numbers of common cards that cannot be in the deck, with the
    line where they came up.
    """

    players: tuple[str, ...] = ()
    counted: int | None = None
    wild_typed: int | None = None
    words: Mapping[str, str] = field(default_factory=dict)
    """Words that count at a reveal -> the symbol; empty where none are listed."""
    catalogue: Mapping[int, Described] = field(default_factory=dict)
    dealt: Mapping[str, Hand] = field(default_factory=dict)
    zone_typed: tuple[Card, Card, Card] | None = None
    first: str | None = None
    rulings: frozenset[Switch] = frozenset()

    begun: bool = False
    turn: str | None = None
    """Whose turn it is; None where nothing tells who begins."""
    turns: int = 1
    acted: int = 0
    """Actions of this turn that were taken."""
    taken: tuple[Card, ...] = ()
    """Cards taken in this turn."""
    deck: Deck = Deck()
    drawn: int = 0
    """Cards that came off the deck since it was made."""
    returned: int = 0
    """Wild cards that went back into it."""
    second_pass: bool = False
    """Four players: the discards are the deck."""
    came: int = 0
    """REVEAL cards that came off the deck."""
    hands: Mapping[str, Hand] = field(default_factory=dict)
    piles: tuple[Card | None, Card | None] = (None, None)
    pile: tuple[Card, ...] = ()
    shuffled: tuple[Card, ...] = ()
    soldier: int = 1
    gaps: tuple[int, ...] = ()
    to_show: bool = False
    """The top of the third pile is to be told."""
    fresh: bool = False
    """The discards were just shuffled, so no REVEAL card lies on top."""
    uncovered: bool = False
    """The last line brought a REVEAL card to light in the discards, since nothing else could lie there."""
    doubtful: bool = False
    """The last line put a card that nobody typed under the soldier: a fill would show that it is a wild one."""
    out: Mapping[int, int] = field(default_factory=dict)
    reveal: Reveal | None = None
    exposed: Mapping[str, Code] = field(default_factory=dict)
    hidden: Mapping[str, tuple[Code, ...]] = field(default_factory=dict)
    scored: tuple[Scored, ...] = ()
    over: bool = False
    unchecked: frozenset[Unchecked] = frozenset()
    kept: frozenset[Card] = frozenset()
    """Cards that a later line of the record still hides, so that nothing tells them."""
    sealed_wild: int = 0
    """Wild cards that lie open, and are shown as cards that nobody typed, since they are kept."""

    # ---- what the set-up tells ----

    @property
    def cards(self) -> int:
        """How many common cards there are: typed, else assumed."""
        return ASSUMED_CARDS if self.counted is None else self.counted

    @property
    def wild(self) -> int:
        """Wild cards in play; needs the players."""
        return WILD[len(self.players)] if self.wild_typed is None else self.wild_typed

    @property
    def deck_at_the_start(self) -> int:
        """Face-down cards when the set-up is done; needs the players."""
        players = len(self.players)
        return self.cards + self.wild + REVEALS_IN_DECK[players] - DEALT * players - PILES

    @property
    def listed(self) -> bool:
        """Whether every common card of the box is described."""
        return len(self.catalogue) == self.cards

    # ---- where things lie ----

    @property
    def zone(self) -> tuple[Card | None, Card | None, Card | None]:
        """The cards on top of the three piles; None for a gap."""
        return (*self.piles, self.pile[0] if self.pile else None)

    @property
    def blocked(self) -> Card | None:
        """The card under the soldier."""
        return self.zone[self.soldier - 1]

    @property
    def discards(self) -> int:
        """How many cards lie on the third pile, the visible one and a REVEAL card with them."""
        return len(self.pile) + len(self.shuffled)

    @property
    def reveal_in_discards(self) -> bool:
        """Whether the first REVEAL card lies among the discards."""
        return Special.REVEAL in self.pile or Special.REVEAL in self.shuffled

    @property
    def order(self) -> tuple[str, ...]:
        """The players from the one whose turn it is; as typed where that is not known."""
        at = self.players.index(self.turn) if self.turn in self.players else 0
        return (*self.players[at:], *self.players[:at])

    def card(self, card: Card | None) -> Described | None:
        """What is printed on a card, None where nobody told."""
        return self.catalogue.get(card) if isinstance(card, int) else None

    def symbol(self, card: Card | None) -> str | None:
        """The symbol of a common card, None where nobody told."""
        described = self.card(card)
        return described.symbol if described else None

    def everywhere(self) -> tuple[Card, ...]:
        """Every card that is not in the deck, REVEAL cards apart."""
        codes = [*self.exposed.values(), *(code for codes in self.hidden.values() for code in codes)]
        lying: list[Card | None] = [card for hand in self.hands.values() for card in hand]
        lying += [*self.piles, *self.pile, *self.shuffled]
        lying += [card for code in codes for card in (code.card, *code.cards)]
        lying += [card for each in self.scored for card in _kept(each)]
        return tuple(card for card in lying if card is not None and card is not Special.REVEAL)


def _kept(scored: Scored) -> tuple[Card, ...]:
    """The cards that stay with the player: the CODE card, and one symbol card for the cross."""
    if scored.outcome is None:
        return (scored.code.card, *scored.code.cards[:1])
    return () if scored.outcome is Outcome.WRONG else (scored.code.card,)
