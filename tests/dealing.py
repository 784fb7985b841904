"""What can happen at a table of The Lost Code, and how a random game is dealt.

It shares nothing with the program.
"""

from dataclasses import dataclass
from random import Random
from typing import TypeAlias

__all__ = [
    "SYMBOLS",
    "VARIANTS",
    "Answer",
    "Event",
    "Exchange",
    "Final",
    "Guess",
    "Reveal",
    "Roll",
    "Setup",
    "Slot",
    "Standing",
    "Stones",
    "Token",
    "Track",
    "Turn",
    "deal",
    "is_smallest",
    "some_numbers",
]

SYMBOLS = ("bear", "jaguar", "human", "bird", "chameleon", "snake")
VARIANTS = ("x-race", "introductory", "shortcut", "curse")
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Zoë", "Łukasz", "Ann Lee", "Óscar de la Ñ", "Cy #2", "李 明")
BUILT_IN_WHEELS = {1: 5, 2: 4, 3: 3, 4: 3, 5: 2, 7: 2, 10: 1}
WHEELS = (
    BUILT_IN_WHEELS,
    {1: 6, 2: 4, 3: 4, 4: 3, 5: 2, 7: 2, 10: 1},
    {1: 7, 2: 5, 3: 4, 4: 4, 5: 2, 7: 1, 10: 1},
    {2: 5, 3: 4, 4: 3, 5: 2, 6: 2, 7: 2, 10: 1},
)
ROUNDS = {2: 10, 3: 9, 4: 8}

Stones: TypeAlias = dict[str, int]
Slot: TypeAlias = tuple[str, str, int]  # the log, the symbol, how many stones of that symbol lay there before


@dataclass(frozen=True)
class Roll:
    """The last player throws these dice."""

    dice: tuple[str, ...]


@dataclass(frozen=True)
class Token:
    """A player takes a shortcut token and writes these numbers."""

    player: str
    symbol: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Turn:
    """The thrower turns a die from one symbol to another."""

    old: str
    new: str


@dataclass(frozen=True)
class Guess:
    """A player sets a wheel."""

    player: str
    low: int
    high: int


@dataclass(frozen=True)
class Answer:
    """What the others tell a player about his guess at the sum of these symbols."""

    player: str
    word: str
    dice: tuple[str, ...]
    low: int
    high: int


@dataclass(frozen=True)
class Exchange:
    """A player discards one stone and draws another."""

    player: str
    symbol: str
    discarded: int
    drawn: int


@dataclass(frozen=True)
class Final:
    """A player's final guesses: for each symbol named its numbers, perhaps none."""

    player: str
    numbers: dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Reveal:
    """A player's stones at the end."""

    player: str
    stones: Stones


Event: TypeAlias = Roll | Token | Turn | Guess | Answer | Exchange | Final | Reveal


@dataclass(frozen=True)
class Setup:
    """A game before the first roll; `wheels_line` is how the record names the wheels, none: not at all."""

    players: tuple[str, ...]
    variants: frozenset[str]
    wheels: dict[int, int]
    wheels_line: str | None
    stack: tuple[str, ...]
    logs: dict[str, Stones]

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols in play."""
        return SYMBOLS[1:] if "introductory" in self.variants else SYMBOLS

    @property
    def numbers(self) -> range:
        """The numbers on the stones of each symbol."""
        return range(9 if "x-race" in self.variants else 8)

    @property
    def last_round(self) -> int:
        """How many rounds the game has."""
        return ROUNDS[len(self.players)]


@dataclass(frozen=True)
class Standing:
    """What everybody at the table sees: round, pieces, curse, and how many stones each pile still has."""

    round: int
    track: dict[str, int]
    order: tuple[str, ...]
    cursed: str | None
    piles: dict[str, int]


class Track:
    """The board: on each space a pile of pieces, the bottom one first."""

    def __init__(self, spaces: dict[int, list[str]]) -> None:
        self.spaces = spaces

    def space(self, player: str) -> int:
        return next(space for space, pile in self.spaces.items() if player in pile)

    def move(self, player: str, steps: int) -> None:
        if steps:
            space = self.space(player)
            self.spaces[space].remove(player)
            self.spaces.setdefault(space + steps, []).append(player)

    def order(self) -> tuple[str, ...]:
        """Return the players from last to first: of a pile, the one on top is last."""
        return tuple(player for space in sorted(self.spaces) for player in reversed(self.spaces[space]))


def is_smallest(setup: Setup, guess: Guess | Answer) -> bool:
    return guess.high - guess.low + 1 == min(setup.wheels)


def some_numbers(rng: Random, setup: Setup, truth: int | None) -> tuple[int, ...]:
    """Write one to three numbers, in half of all cases the true one among them."""
    numbers = set(rng.sample(setup.numbers, rng.randint(1, 3)))
    if truth is not None and truth not in numbers and rng.random() < 0.5:
        numbers = {truth, *list(numbers)[1:]}
    return tuple(sorted(numbers))


def deal(rng: Random, players: int, variants: frozenset[str]) -> tuple[Setup, dict[str, list[int]]]:
    """Set a game up: the logs are filled, the rest of each symbol but one stone is its pile."""
    names = tuple(rng.sample(NAMES, players))
    wheels = rng.choice(WHEELS)
    wheels_line: str | None = "wheels " + " ".join(f"{width}={points}" for width, points in wheels.items())
    if wheels is BUILT_IN_WHEELS:
        # The X side may have its own built-in table, so it is always named.
        wheels_line = rng.choice([wheels_line, f"{wheels_line} assumed", wheels_line if "x-race" in variants else None])
    logs: dict[str, Stones] = {log: {} for log in (*names, *(f"neutral-{i}" for i in range(1, 5 - players)))}
    setup = Setup(names, variants, wheels, wheels_line, tuple(rng.sample(names, players)), logs)
    piles = {}
    for symbol in setup.symbols:
        stones = rng.sample(setup.numbers, len(setup.numbers) - 1)
        for log in logs.values():
            log[symbol] = stones.pop()
        piles[symbol] = stones
    return setup, piles
