"""The words of the game as types: symbols, answers, and one event for each kind of line."""

from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

__all__ = [
    "SYMBOLS",
    "Answer",
    "Event",
    "Exchange",
    "Final",
    "Guess",
    "Log",
    "Me",
    "Players",
    "Reveal",
    "Roll",
    "Stack",
    "Stones",
    "Symbol",
    "Token",
    "Turn",
    "Variant",
    "Variants",
    "Verdict",
    "Wheels",
]


class Symbol(StrEnum):
    """The six symbols, in the order used everywhere."""

    BEAR = "bear"
    JAGUAR = "jaguar"
    HUMAN = "human"
    BIRD = "bird"
    CHAMELEON = "chameleon"
    SNAKE = "snake"


SYMBOLS = tuple(Symbol)


class Variant(StrEnum):
    """Rulebook: “Introductory version”, “Variant and Expansions”."""

    X_RACE = "x-race"
    INTRODUCTORY = "introductory"
    SHORTCUT = "shortcut"
    CURSE = "curse"


class Verdict(StrEnum):
    """What a player is told of his guess. WRONG: without a direction."""

    RIGHT = "right"
    LOWER = "lower"
    HIGHER = "higher"
    WRONG = "wrong"


Stones: TypeAlias = tuple[tuple[Symbol, int | None], ...]
"""Symbols with their numbers, as typed; None for one that is not known."""


@dataclass(frozen=True, slots=True)
class Players:
    """`players Ann Bob`: who plays."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Me:
    """`me Ann`: the record is what she sees."""

    name: str


@dataclass(frozen=True, slots=True)
class Variants:
    """`variant x-race curse`: which variant and expansions are played."""

    played: tuple[Variant, ...]


@dataclass(frozen=True, slots=True)
class Wheels:
    """`wheels 1=5 2=4 …`: (width, VP) of each wheel. assumed: nobody has compared them with the box."""

    values: tuple[tuple[int, int], ...]
    assumed: bool = False


@dataclass(frozen=True, slots=True)
class Stack:
    """`stack Bob Ann`: the pieces on space 0, bottom first."""

    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Log:
    """`log Bob bear 3 …`: the stones in a log at the start."""

    owner: str
    stones: Stones


@dataclass(frozen=True, slots=True)
class Roll:
    """`roll bear jaguar human`: the dice as thrown."""

    dice: tuple[Symbol, Symbol, Symbol]


@dataclass(frozen=True, slots=True)
class Token:
    """`token Bob jaguar 3 5`: a shortcut token is taken. numbers: what was written, None if hidden."""

    player: str
    symbol: Symbol
    numbers: tuple[int, ...] | None


@dataclass(frozen=True, slots=True)
class Turn:
    """`turn bear snake`: the thrower turns a die."""

    shown: Symbol
    turned: Symbol


@dataclass(frozen=True, slots=True)
class Guess:
    """`guess Ann 9-15`: a wheel is set to low..high, both included."""

    player: str
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class Answer:
    """`answer Ann lower`: what she is told."""

    player: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Exchange:
    """`exchange Bob bear 3 6`: a stone is discarded and one drawn, None if not known."""

    player: str
    symbol: Symbol
    discarded: int | None
    drawn: int | None


@dataclass(frozen=True, slots=True)
class Final:
    """`final Ann bear 3 jaguar 4 5 human -`: the final guesses, () for none, in the order typed."""

    player: str
    guesses: tuple[tuple[Symbol, tuple[int, ...]], ...]


@dataclass(frozen=True, slots=True)
class Reveal:
    """`reveal Ann bear 3 …`: a player's stones after the last round."""

    player: str
    stones: Stones


Event: TypeAlias = (
    Players | Me | Variants | Wheels | Stack | Log | Roll | Token | Turn | Guess | Answer | Exchange | Final | Reveal
)
