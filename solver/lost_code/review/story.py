"""What could have been known and when, what was missed, and what the others' choices told."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from solver.lost_code.events import Event, Symbol, Verdict
from solver.proof import Proof

__all__ = ["Certain", "FalseAnswer", "Missed", "Oversight", "Story", "Told", "Weighed"]


@dataclass(frozen=True, slots=True)
class Certain:
    """A stone of the player that could be known for certain before it was discarded or opened.

    stone: which of his stones of the symbol, from 0. line, round: when it could first have been known. noted: the round
    in which his sheet shows it, None where there is no sheet or it never does.
    """

    symbol: Symbol
    stone: int
    number: int
    line: int
    round: int
    noted: int | None = None


class Oversight(StrEnum):
    """What was missed."""

    BET = "a bet that could not be right"
    NUMBER = "a number that could not be his"
    STONE = "a stone that was certain"
    SHEET = "a deduction that the sheet does not show"


@dataclass(frozen=True, slots=True)
class Missed:
    """A deduction that was there and was not used. cost: VP expected, against the best that could be done with it.

    proof: why it could be known, in steps; None where it is too long to be followed.
    """

    what: Oversight
    line: int
    round: int
    symbol: Symbol | None
    numbers: tuple[int, ...]
    cost: float
    proof: Proof | None


@dataclass(frozen=True, slots=True)
class FalseAnswer:
    """An answer announced to the player that his stones refute.

    points: VP that it moved his piece too far (above 0) or too little (below 0). final: VP that the best final guesses
    by what he had been told score less with the true stones than the best by true answers. contradicted: the line at
    which no log was left that fits, None where there was none.
    """

    line: int
    round: int
    said: Verdict
    true: Verdict
    points: int
    final: int
    contradicted: int | None


@dataclass(frozen=True, slots=True)
class Story:
    """bits: what was still open, in yes-or-no questions, after each line that changed it, as (line, round, logs, bits)."""

    bits: tuple[tuple[int, int, int, float], ...]
    certain: tuple[Certain, ...]
    missed: tuple[Missed, ...]
    false_answers: tuple[FalseAnswer, ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision with the others' choices read. facts, read: the best by each; as events. scored: VP of each, with the
    true stones: what the bet or the final guesses would have brought. chance: of the true log by the facts, and read.
    """

    line: int
    round: int
    facts: tuple[Event, ...]
    read: tuple[Event, ...]
    scored: tuple[int, int]
    chance: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Told:
    """What the others' choices told a player, and whether using it would have helped.

    bits: towards the true log, at the end: log2 of how much likelier it had become; below 0 where they misled. by_player:
    the same by who chose. decisions: those in which reading would have changed the best. gained: VP over them all.
    read, unread: how many choices.
    """

    bits: float
    by_player: Mapping[str, float]
    decisions: tuple[Weighed, ...]
    gained: int
    read: int
    unread: int
