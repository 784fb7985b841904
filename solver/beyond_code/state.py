"""The table as a value: everything that the lines so far say, and what follows from it by rule."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from solver.beyond_code.box import CORNERS, PLACE_HOLDERS, PRIOR, SOLO_CARDS, SOLO_SPACES, SPACES, TABLE_CARDS, TITLES
from solver.beyond_code.events import SQUARES, Card, Character, Corner, SetKind, Square, Switch, Token
from solver.words import as_word

__all__ = ["Ending", "Fact", "Naming", "Outcome", "Seen", "Shuffled", "State", "Step", "Swapped"]


@dataclass(frozen=True, slots=True)
class Fact:
    """A hard fact: on a line, the card on a square is one of some. public: everybody at the table knows it."""

    line: int
    square: Square
    cards: frozenset[Card]
    public: bool = True


@dataclass(frozen=True, slots=True)
class Seen:
    """Players saw the card on a square."""

    square: Square
    players: frozenset[str]


@dataclass(frozen=True, slots=True)
class Naming:
    """A card that was named.

    closed: it lay face down. hidden: so many squares lay face down. open_elsewhere: the named card lay open on
    another square. doubters: who might have doubted. decrypted: named by a decryption token. checked: who doubted,
    None for nobody; honest: what came of it, None where nobody did. really: what it is, as far as the record tells.
    """

    line: int
    player: str
    square: Square
    card: Card
    closed: bool
    hidden: int
    open_elsewhere: bool
    doubters: tuple[str, ...]
    decrypted: bool = False
    checked: str | None = None
    honest: bool | None = None
    really: Card | None = None


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two cards changed places in sight of all."""

    line: int
    first: Square
    second: Square


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The cards of these squares lie on them anew."""

    line: int
    squares: tuple[Square, ...]


Step: TypeAlias = Fact | Seen | Naming | Swapped | Shuffled
"""What the odds must know, in the order of play."""


class Ending(StrEnum):
    """How a game ended."""

    GOAL = "goal"
    """A player achieved his character's goal."""
    INFILTRATOR = "infiltrator"
    """Time ran out, and the Infiltrator wins."""
    TIME = "time"
    """Time ran out, and nobody wins."""
    NOBODY = "nobody"
    """The last player failed, too (ruling 19); solo: the goal was missed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. winner: None for a breakthrough. character: whose goal it was, if known. left: spaces left."""

    ending: Ending
    winner: str | None
    character: Character | None = None
    left: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """Where a record has led.

    Set-up, match, game and turn, in this order. `named` and `corners` hold what `card` lines told.
    """

    players: tuple[str, ...] = ()
    me: str | None = None
    first_keeper: str | None = None
    set_kind: SetKind | None = None
    named: Mapping[Card, str] = field(default_factory=dict)
    corners_told: Mapping[Card, Corner] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    priors: Mapping[str | None, tuple[float, float]] = field(default_factory=dict)
    rulings: Mapping[Switch, str] = field(default_factory=dict)
    accepted: bool = False
    """A seat's view of a record that was accepted: what the seat did not see is missing."""

    game: int = 1
    keeper: str = ""
    wins: Mapping[str, int] = field(default_factory=dict)
    breakthroughs: int = 0
    past: tuple[tuple[Step, ...], ...] = ()
    """The steps of the games before this one."""
    outcomes: tuple[Outcome, ...] = ()
    """How the games before this one ended."""

    begun: bool = False
    """Whether a line of play has been entered in this game."""
    space: int = 1
    steps: tuple[Step, ...] = ()
    open: Mapping[Square, Card] = field(default_factory=dict)
    seen: Mapping[Square, frozenset[str]] = field(default_factory=dict)
    tokens: Mapping[str, frozenset[Token]] = field(default_factory=dict)
    out: tuple[str, ...] = ()
    characters: Mapping[str, Character] = field(default_factory=dict)
    pool: tuple[Character, ...] = ()
    """The character cards of this game; () before the players line."""
    to_pick: tuple[Character, ...] = ()
    """Gradual set: one of these is added by chance, and which has not been told."""
    outcome: Outcome | None = None

    active: str = ""
    """Whose turn it is; it lasts until the next player's first line where it does not end by rule."""
    entered: bool = False
    """Whether his turn has begun: a line of his was entered, or `turn`."""
    moves_due: int = 0
    """So many moves the marker makes before this turn begins."""
    returning: str | None = None
    """Whose silence token goes back once the marker has moved (`silence-back after-time`)."""
    could_decrypt: bool = False
    decrypted: bool = False
    named_now: bool = False
    """The mandatory naming of this turn is done (solo: the choice)."""
    naming: Naming | None = None
    """The last naming of this turn."""
    doubtable: bool = False
    """Whether the naming may still be doubted: nothing came after it."""
    effects: bool = False
    """Whether an effect may be carried out now."""
    affected: bool = False
    """Whether a line of the effect was entered."""
    attempted: bool = False
    """A goal was tried and failed just now; what it showed may be entered."""
    otherwise: "State | None" = None
    """The table if the silent look just entered was part of an effect, which only a `turn` line can tell."""

    laid: tuple[Square, ...] = ()
    """Solo: the squares whose cards have a silence token on them."""
    chosen: Square | None = None
    """Solo: the square chosen last, while nothing came after it."""
    applying: Card | None = None
    """Solo: the card whose effect is applied in this turn, the one chosen last."""
    unpaid: tuple[Card, ...] = ()
    """Solo: the cards chosen in this turn whose corner is not known yet; if it shows Chaos, the marker still moves."""
    assigned: bool = False
    """Solo: the Personal Assignment was chosen, and its first effect may choose another card."""
    revealable: int = 0
    """Solo: so many cards may still be opened before the game begins."""

    @property
    def solo(self) -> bool:
        """Whether this is Alone with Chaos."""
        return len(self.players) == 1

    @property
    def cards(self) -> tuple[Card, ...]:
        """The nine cards in the grid."""
        return SOLO_CARDS if self.solo else TABLE_CARDS

    @property
    def spaces(self) -> int:
        """How many spaces the time board has (rulings 2 and 25)."""
        told = self.rulings.get(Switch.TIME)
        return int(told) if told else SOLO_SPACES if self.solo else SPACES

    @property
    def closed(self) -> tuple[Square, ...]:
        """The squares whose cards lie face down."""
        return tuple(square for square in SQUARES if square not in self.open)

    @property
    def in_game(self) -> tuple[str, ...]:
        """Who has not been eliminated, clockwise."""
        return tuple(player for player in self.players if player not in self.out)

    @property
    def assumed(self) -> tuple[str, ...]:
        """What stands on place-holders: “cards” (names), “corners”, “time” (the board's length)."""
        unnamed = any(card in PLACE_HOLDERS and card not in self.named for card in self.cards)
        untold = any(self.corner(card) is Corner.UNKNOWN for card in self.cards)
        length = Switch.TIME not in self.rulings
        return (*(("cards",) if unnamed else ()), *(("corners",) if untold else ()), *(("time",) if length else ()))

    def title(self, card: Card) -> str:
        """What the box calls a card, else the rulebook, else a place-holder."""
        return self.named.get(card, TITLES[card])

    def word(self, card: Card) -> str:
        """How a line of this record says a card: by its own name if it told one."""
        return as_word(self.named[card]) if card in self.named else card

    def corner(self, card: Card) -> Corner:
        """What a card's corner shows, as far as is known."""
        return self.corners_told.get(card, CORNERS[card])

    def prior(self, player: str) -> tuple[float, float]:
        """The prior Beta(a, b) of a player's honesty."""
        return self.priors.get(player, self.priors.get(None, PRIOR))

    def holds(self, player: str, token: Token) -> bool:
        """Whether a player has a token of a kind."""
        return token in self.tokens.get(player, frozenset())

    def seen_by(self, square: Square) -> tuple[str, ...]:
        """Who has seen the card that lies on a square now, in the players' order."""
        return tuple(player for player in self.players if player in self.seen.get(square, frozenset()))
