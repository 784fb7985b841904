"""What the questions about a game are answered with, as values.

Who answers: `odds.solve`, `odds.goal_chance`, `explaining.explain`, `advice.advise`, `advice.bluffs`, `check.check`.
Chances run from 0 to 1; 1 and 0 only where it is so in every history. `hard`: by hard facts alone; `soft`: with namings
as evidence, as the record's page defines both.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from solver.beyond_code.events import Card, Event, Square
from solver.beyond_code.state import Naming
from solver.beyond_code.view import View
from solver.errors import Fault

__all__ = [
    "Advice",
    "Bluff",
    "Chance",
    "Chances",
    "Checked",
    "Claim",
    "Explanation",
    "Influence",
    "Knower",
    "Odds",
    "Slip",
    "SlipKind",
    "SquareWorth",
    "Trust",
    "Weighed",
]

Chances = Mapping[Square, Mapping[Card, float]]
"""For each square the chance of each card; what is impossible is left out, what is certain is 1.0 exactly."""


@dataclass(frozen=True, slots=True)
class Chance:
    """A chance by hard facts alone, and with namings as evidence."""

    hard: float
    soft: float


@dataclass(frozen=True, slots=True)
class Trust:
    """A player's honesty. true, false: his namings proved so in all games of the record.

    estimate: r of the record's page. interval: from the 5 % to the 95 % quantile.
    """

    true: int
    false: int
    estimate: float
    interval: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Weighed:
    """A counted naming of another player, in which game. proved: whether hard facts prove it; None: neither way."""

    game: int
    naming: Naming
    proved: bool | None


@dataclass(frozen=True, slots=True)
class Odds:
    """Where the cards lie. layouts: present layouts not impossible. honesty: of everyone but the viewer.

    namings: every counted naming of all games of the record, in order.
    """

    view: View
    layouts: int
    hard: Chances
    soft: Chances
    honesty: Mapping[str, Trust]
    namings: tuple[Weighed, ...]


@dataclass(frozen=True, slots=True)
class Influence:
    """How much a naming says about the question. without: the soft chance if it had not been said."""

    naming: Naming
    without: float


@dataclass(frozen=True, slots=True)
class Explanation:
    """Whether a card lies on a square, and why.

    lines: where hard facts decide it (chance 0 or 1), a smallest set of their lines that does; else (). influences:
    the namings that move the soft chance, most first. smallest: False where time ran out before it was proved that no
    set of lines is smaller.
    """

    view: View
    square: Square
    card: Card
    chance: Chance
    lines: tuple[int, ...]
    influences: tuple[Influence, ...]
    smallest: bool = True


@dataclass(frozen=True, slots=True)
class SquareWorth:
    """What a look at a closed square tells: bits, the entropy of its card by the soft chances.

    sought: the chance that it is one of the cards sought, 0 where none are.
    """

    square: Square
    bits: float
    sought: float


@dataclass(frozen=True, slots=True)
class Claim:
    """Another's naming that may be doubted now. chance: that it is true; of soft, his own honesty is part."""

    naming: Naming
    chance: Chance


@dataclass(frozen=True, slots=True)
class Knower:
    """Somebody who may speak, and how likely it is that he knows a name to be false.

    He has seen the named card where it lies now; or the card that is called so, or everybody knows it (then 1).
    """

    player: str
    chance: Chance


@dataclass(frozen=True, slots=True)
class Bluff:
    """A name for a card that the viewer has looked at.

    true: it is the card's own. knowers: who could know that it is false, likeliest first; chance: that one of them
    does. safe: nobody who may speak can know better from what he has seen and what all know; who saw a card before a
    shuffle is taken to know all that it may have become.
    """

    card: Card
    true: bool
    knowers: tuple[Knower, ...]
    chance: Chance
    safe: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """What can be said now.

    looks: the closed squares, most telling first (by sought, then bits, where cards are sought). claim: the naming
    that the viewer might doubt now, None where there is none.
    """

    view: View
    looks: tuple[SquareWorth, ...]
    claim: Claim | None


class SlipKind(StrEnum):
    """What may have been mistyped."""

    CARD = "card"
    CORNER = "corner"
    PLAYER = "player"
    SQUARE = "square"
    VERDICT = "verdict"
    TOO_MUCH = "too much"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Slip:
    """One changed line that would make the record possible.

    means: the event in its place, None where the line should not stand. A missing line should stand before this one;
    of a silent look the square may be any, and the first of the closed ones is given. share: how likely it is among the
    slips found, 0 to 1.
    """

    line: int
    kind: SlipKind
    means: Event | None
    share: float


@dataclass(frozen=True, slots=True)
class Checked:
    """What is wrong with a record.

    view: the table, up to the first line that the rules forbid; None where no table stands by then. faults: all that
    the rules forbid. conflict: a smallest set of lines that cannot all be true, () where nothing contradicts itself.
    slips: behind either, likeliest first. layouts: present layouts not impossible, None where the rules forbid a line.
    tried_all: False where time ran out before every slip was tried. smallest: False where it ran out before it was
    proved that no set of lines is smaller than the conflict.
    """

    view: View | None
    faults: tuple[Fault, ...]
    conflict: tuple[int, ...]
    slips: tuple[Slip, ...]
    layouts: int | None
    tried_all: bool = True
    smallest: bool = True

    @property
    def wrong(self) -> bool:
        """Whether the record is forbidden or contradicts itself."""
        return bool(self.faults) or bool(self.conflict)
