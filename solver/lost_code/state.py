"""The table as a value: everything that the lines so far say, and nothing that follows from it by rule."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from solver.lost_code.box import BUILT_IN_WHEELS, HIGHEST, LOGS, ROUNDS
from solver.lost_code.events import SYMBOLS, Symbol, Variant, Verdict

__all__ = ["Bet", "Cause", "Clash", "Mismatch", "Move", "Place", "State", "Stone", "TakenToken"]

Place: TypeAlias = tuple[str, Symbol]
"""The hole for a symbol in a log: (player or neutral-N, symbol)."""


@dataclass(frozen=True, slots=True)
class Stone:
    """A stone that lies or once lay in a log.

    number: None while nobody has told. line: where the number was told, else where the stone came to lie there, 0
    for the start.
    """

    number: int | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Bet:
    """A wheel that was set. held: for each die, which of the player's stones of its symbol counted, from 0.

    verdict: what the table said, None while it is still to come. answer_line: 0 where the answer was left out.
    """

    round: int
    player: str
    low: int
    high: int
    dice: tuple[Symbol, ...]
    held: tuple[int, ...]
    line: int
    verdict: Verdict | None = None
    answer_line: int = 0

    @property
    def width(self) -> int:
        """How many numbers the wheel shows."""
        return self.high - self.low + 1


@dataclass(frozen=True, slots=True)
class TakenToken:
    """A shortcut token that a player took, on a line. numbers: what was written, None if hidden or not noted."""

    player: str
    symbol: Symbol
    numbers: tuple[int, ...] | None
    line: int


class Cause(StrEnum):
    """Why a piece moved."""

    WHEEL = "wheel"
    """A right guess."""
    CURSE_GAIN = "curse gain"
    """Another player's wrong guess, for the holder of the curse."""
    CURSE_LOSS = "curse loss"
    """The holder's own wrong guess."""
    FINAL = "final"
    """The final guesses and the tokens, in one net move."""


@dataclass(frozen=True, slots=True)
class Move:
    """A move of a piece. by: spaces, backwards below 0. round: of which it was part; the last for the final moves."""

    round: int
    player: str
    by: int
    cause: Cause


@dataclass(frozen=True, slots=True)
class Mismatch:
    """A discard or a revealed stone noted unlike the stone known there; the earlier entry stands."""

    line: int
    player: str
    symbol: Symbol
    noted: int
    stone: int


@dataclass(frozen=True, slots=True)
class Clash:
    """A stone seen in two places, by lines: the viewer's own discard or revealed stone lies elsewhere too."""

    lines: tuple[int, int]
    player: str
    symbol: Symbol
    number: int


@dataclass(frozen=True, slots=True)
class State:
    """Where a record has led.

    `order` is from last to first on the track; of a pile, the top is behind. `stacked`: a line told how it began.
    """

    players: tuple[str, ...] = ()
    me: str | None = None
    variants: frozenset[Variant] = frozenset()
    wheels: tuple[tuple[int, int], ...] = ()
    wheels_assumed: bool = True
    logs_told: frozenset[str] = frozenset()
    stones: Mapping[Place, tuple[Stone, ...]] = field(default_factory=dict)

    order: tuple[str, ...] = ()
    stacked: bool = False
    spaces: Mapping[str, int] = field(default_factory=dict)
    cursed: str | None = None
    curse_in_game: bool = False
    moves: tuple[Move, ...] = ()

    round: int = 0
    thrown: tuple[Symbol, ...] = ()
    dice: tuple[Symbol, ...] = ()
    turns: int = 0
    tokens: tuple[TakenToken, ...] = ()
    bets: tuple[Bet, ...] = ()
    exchanging: tuple[str, ...] = ()

    finals: Mapping[str, Mapping[Symbol, tuple[int, ...]]] = field(default_factory=dict)
    finals_hidden: frozenset[str] = frozenset()
    revealed: tuple[str, ...] = ()
    scored: bool = False

    mismatches: tuple[Mismatch, ...] = ()
    clashes: tuple[Clash, ...] = ()
    accepted: bool = False
    """A seat's view of a record that was accepted: a stone seen twice is the seat's contradiction, not an error."""

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbols in play: no bear in the introductory game."""
        return SYMBOLS[1:] if Variant.INTRODUCTORY in self.variants else SYMBOLS

    @property
    def numbers(self) -> range:
        """The numbers on the stones of a symbol: 0 to 7, to 8 with X-Race."""
        return range(HIGHEST[Variant.X_RACE in self.variants] + 1)

    @property
    def top(self) -> int:
        """The highest sum that three dice can name, which is where the board of the wheels ends."""
        return 3 * self.numbers[-1]

    @property
    def owners(self) -> tuple[str, ...]:
        """Whose logs stand on the table: the players', then those of nobody."""
        return (*self.players, *(f"neutral-{n}" for n in range(1, LOGS - len(self.players) + 1)))

    @property
    def rounds(self) -> int:
        """How many rounds the game has; needs the players."""
        return ROUNDS[len(self.players)]

    @property
    def points(self) -> Mapping[int, int]:
        """VP of each wheel by its width, narrowest first."""
        return dict(sorted(self.wheels)) or BUILT_IN_WHEELS[Variant.X_RACE in self.variants]

    @property
    def smallest(self) -> int:
        """The width of the smallest wheel."""
        return min(self.points)

    @property
    def set_now(self) -> tuple[Bet, ...]:
        """The wheels set in this round, in order."""
        return tuple(bet for bet in self.bets if bet.round == self.round)

    def history(self, owner: str, symbol: Symbol) -> tuple[Stone, ...]:
        """The stones that lay at a place, the present one last."""
        return self.stones.get((owner, symbol), (Stone(),))

    def held(self, owner: str, symbol: Symbol) -> Stone:
        """The stone that lies at a place now."""
        return self.history(owner, symbol)[-1]

    def pile(self, symbol: Symbol) -> int:
        """How many stones of the symbol lie face down: all, less one out of the game, four in the logs, the drawn."""
        drawn = sum(len(self.history(player, symbol)) - 1 for player in self.players)
        return len(self.numbers) - 1 - LOGS - drawn if symbol in self.symbols else 0

    def seen(self, symbol: Symbol) -> Mapping[int, int]:
        """Numbers of the symbol that are known to lie somewhere -> the line that tells."""
        stones = (stone for owner in self.owners for stone in self.history(owner, symbol))
        return {stone.number: stone.line for stone in stones if stone.number is not None}

    def sum_of(self, bet: Bet) -> int | None:
        """The sum that the bet was about, None while a stone of it is not known."""
        total = 0
        for symbol, index in zip(bet.dice, bet.held, strict=True):
            number = self.history(bet.player, symbol)[index].number
            if number is None:
                return None
            total += number
        return total

    def written(self, player: str, symbol: Symbol) -> TakenToken | None:
        """The token of the symbol if the player holds it."""
        return next((t for t in self.tokens if t.player == player and t.symbol is symbol), None)
