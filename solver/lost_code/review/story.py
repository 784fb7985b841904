"""What could have been known and when, what was missed, and what the others' choices told.

`knowing.story` and `telling.told` say it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from solver.lost_code.events import Event, Symbol, Verdict
from solver.lost_code.view import View
from solver.proof import Proof

__all__ = ["Certain", "FalseAnswer", "Missed", "Oversight", "Story", "Told", "Weighed"]


@dataclass(frozen=True, slots=True)
class Certain:
    """A stone of the player that could be known for certain before it was discarded or opened.

    stone: which of his stones of the symbol, from 0. line, round: when it could first have been known. noted: the last
    round on his sheet, if the sheet leaves this number alone open for the stone that lay there then (a sheet does not
    say when a box was marked); None where there is no sheet or it does not show it.
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
    """A deduction that was there and was not used.

    line, round: of the bet, the token or the final guesses; of a sheet, since when it could be known. symbol: None for
    a bet. numbers: every sum of the bet's range; numbers that were placed or written and could not be; the number that
    was certain; numbers whose boxes are open. cost: VP expected, against the best that could be done; 0 for a sheet,
    where it costs nothing until it is used. proof: why it could be known, in steps; () where the stones in sight say so
    by themselves, None where it is too long to be followed. view: what the proof is told by; for a bet the last bet
    there is this one, as if it had been right.
    """

    what: Oversight
    line: int
    round: int
    symbol: Symbol | None
    numbers: tuple[int, ...]
    cost: float
    proof: Proof | None
    view: View = field(compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class FalseAnswer:
    """An answer announced to the player that his stones refute.

    line: of the answer; of the guess where the answer has none. points: VP that it moved his piece too far (above 0) or
    too little (below 0) when it was said. final: VP that the best final guesses by what he had been told score less
    with the true stones than the best by true answers, all other answers being true; 0 where no log fits what he was
    told. contradicted: the line at which no log was left that fits, None where there was none.
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
    """What a player could know, by what he saw and heard.

    bits: what was still open, in yes-or-no questions, at the start and after each line that changed it (the opening of
    his log among them), as (line, round, logs, bits); an answer that was left out counts as on the line of its guess.
    certain, missed: by line. What only seemed so by a false answer, and is refuted by the stones, is in neither. Once
    no log fits what he was told, all is by the true answers, false ones put right; where that does not help, nothing
    more is told.
    """

    bits: tuple[tuple[int, int, int, float], ...]
    certain: tuple[Certain, ...]
    missed: tuple[Missed, ...]
    false_answers: tuple[FalseAnswer, ...]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A decision in which reading the others' choices would have changed the best.

    facts, read: the best by each, as events. scored: VP of each with the true stones: what the bet brings at once, or
    the final guesses (tokens apart). chance: of the true log by the facts, and read.
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

    bits: towards the true log, before the final guesses: log2 of how much likelier it was than by the facts; below 0
    where they misled. by_player: the same of each choice when it was made, summed by who chose. That is no division of
    `bits`: what was told of a stone ends when it is given up, and what an answer says later need not be told again.
    decisions: those in which reading would have changed the best. gained: VP over them all. read, unread: how many
    choices.
    """

    bits: float
    by_player: Mapping[str, float]
    decisions: tuple[Weighed, ...]
    gained: int
    read: int
    unread: int
