"""The table as a value: everything that the lines so far say, and whose turn and phase it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from solver.cypher.box import DEAL, IN_BOX, PLACE_HOLDERS
from solver.cypher.events import CardText, Custom, Kind, Place, Spot

__all__ = ["Learned", "Moved", "Phase", "Shuffled", "State", "Trail"]


class Phase(StrEnum):
    """The phases of a turn."""

    PLAY = "play"
    RECEIVE = "receive"
    PASS = "pass"
    DISCARD = "discard"


@dataclass(frozen=True, slots=True)
class Moved:
    """One card went from a place to another. card: None where it was not seen. line: 0 where no line says so."""

    source: Place
    target: Place
    card: str | None
    line: int


@dataclass(frozen=True, slots=True)
class Learned:
    """A card was seen where it lies. position: in the deck, from 1, the top; None for a hand."""

    place: Place
    position: int | None
    card: str
    line: int


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The deck was shuffled."""

    line: int


Trail: TypeAlias = tuple[Moved | Learned | Shuffled, ...]
"""What happened to the cards, from a shuffled deck of all of them on."""


@dataclass(frozen=True, slots=True)
class State:
    """Where a record has led.

    hands: the cards of each player, None for those that the record does not follow. turn: whose turn it is, as a place
    among the players. received, passed: cards in this turn. trigger: who triggered the end of the game; last: who
    still has a last turn, in order; ending: whether the turn that triggered it is under way. fourth: whether the
    active player still has to put a card from the table under the deck. size: how many cards there are in all.
    """

    size: int = IN_BOX
    players: tuple[str, ...] = ()
    me: str | None = None
    kinds: tuple[Kind, ...] = ()
    texts: Mapping[str, CardText] = field(default_factory=dict)
    removed: bool = False
    rulings: frozenset[Custom] = frozenset()
    won: Mapping[str, int] = field(default_factory=dict)
    dealt: Mapping[str, int] = field(default_factory=dict)
    """The line that told of a player's first cards."""
    values: Mapping[str, int] = field(default_factory=dict)
    """What the cards are worth that an action changed."""

    started: bool = False
    hands: Mapping[str, tuple[str | None, ...]] = field(default_factory=dict)
    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    market: str | None = None
    deck: int = 0
    out: int = 0

    turns: int = 0
    turn: int = 0
    phase: Phase = Phase.PLAY
    received: int = 0
    passed: int = 0
    fourth: bool = False
    trigger: str | None = None
    ending: bool = False
    last: tuple[str, ...] = ()
    over: bool = False

    deal: Trail = ()
    moved: Trail = ()
    accepted: bool = False
    """A seat's view of a record that was accepted: what the seat did not see may be its own."""

    @property
    def assumed(self) -> bool:
        """Whether no line tells the cards, so that place-holders are counted."""
        return not self.kinds

    @property
    def box(self) -> tuple[Kind, ...]:
        """The cards in the game."""
        return self.kinds or PLACE_HOLDERS

    @property
    def names(self) -> tuple[str, ...]:
        """What the cards are called."""
        return tuple(kind.name for kind in self.box)

    @property
    def active(self) -> str:
        """Whose turn it is; needs the players."""
        return self.players[self.turn]

    @property
    def trail(self) -> Trail:
        """What happened to the cards since the deck was shuffled whole."""
        out = (Moved(Place(Spot.DECK), Place(Spot.OUT), None, 0),) if self.removed else ()
        return (*out, *self._deal(), *self.moved)

    def _deal(self) -> Trail:
        """The first cards, as told or unseen."""
        told = {step.target.owner for step in self.deal if isinstance(step, Moved)}
        untold = (
            Moved(Place(Spot.DECK), Place(Spot.HAND, player), None, 0)
            for player, count in zip(self.players, DEAL.get(len(self.players), ()), strict=False)
            if player not in told
            for _ in range(count)
        )
        return (*self.deal, *untold)

    def sees(self, player: str) -> bool:
        """Whether whoever keeps the record sees the cards in a hand."""
        return self.me is None or self.me == player

    def worth(self, card: str) -> int | None:
        """What a card is worth now, None where nobody has told."""
        if card in self.values:
            return self.values[card]
        return next((kind.value for kind in self.box if kind.name == card), None)

    def right_of(self, player: str) -> str:
        """The right neighbour."""
        return self.players[self.players.index(player) - 1]

    def left_of(self, player: str) -> str:
        """The left neighbour, who plays after him."""
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def clockwise_after(self, player: str) -> tuple[str, ...]:
        """Everyone, the left neighbour first and the player himself last."""
        place = self.players.index(player) + 1
        return (*self.players[place:], *self.players[:place])
