"""What a review says, as values: sums that add up, decisions with what they lost, and how the chances went.

Points are victory points (VP), chances lie between 0 and 1. Everything is told from one player's seat and by what he
could know at the time, unless it says “hindsight”.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from solver.lost_code.events import Event, Symbol

__all__ = [
    "ZERO",
    "Amount",
    "Choice",
    "Decision",
    "Hindsight",
    "Kind",
    "Label",
    "Luck",
    "PlayerReview",
    "Point",
    "Review",
    "Source",
]


class Source(StrEnum):
    """Where luck comes from."""

    DICE = "dice"
    """The throw, against all other throws."""
    TURNED = "turned"
    """How another player turned the dice, against what throwers leave on average."""
    TAKEN = "taken"
    """Which wheels were taken before, against what is left on average."""
    ANSWERS = "answers"
    """What the player was told of his bets, and what it brought."""
    DRAWN = "drawn"
    """Which number his own discard showed, and the fresh stone."""
    SEEN = "seen"
    """Which stones the others drew: what he sees there, he cannot have."""
    CURSE = "curse"
    """What the others' misses brought to the holder of the curse, against the average."""
    OTHERS = "others"
    """What the others' bets brought them. Changes the chance to win only."""
    OPENED = "opened"
    """What the stones were, when the logs were opened."""
    LATER = "later"
    """No event: what the coming rounds are worth with what he knows and where he stands, beyond the average."""


class Kind(StrEnum):
    """What was decided. A guess has two: which wheel, and where to set it."""

    TOKEN = "token"
    DIE = "die"
    WHEEL = "wheel"
    RANGE = "range"
    EXCHANGE = "exchange"
    FINAL = "final"


class Label(StrEnum):
    """What a decision is called, by what it lost; the thresholds are named in `labels.py`."""

    FORCED = "forced"
    """There was one choice only."""
    TRIVIAL = "trivial"
    """All choices were as good as each other, within the error of the value."""
    BEST = "best"
    EVEN = "even"
    """Not the best by the value, but within its error."""
    SMALL = "small loss"
    CLEAR = "clear loss"
    HEAVY = "heavy loss"


@dataclass(frozen=True, slots=True)
class Amount:
    """So much in VP, and in chance to win."""

    points: float
    win: float

    def __add__(self, other: "Amount") -> "Amount":
        return Amount(self.points + other.points, self.win + other.win)

    def __sub__(self, other: "Amount") -> "Amount":
        return Amount(self.points - other.points, self.win - other.win)


ZERO = Amount(0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Luck:
    """An event of chance. line: of the record, 0 where it has none. amount: the change of value that it brought.

    event: what happened; None where it is no event of its own.
    """

    source: Source
    line: int
    round: int
    amount: Amount
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to decide. events: as lines of a record; () refuses a token or leaves the dice.

    points: its value in VP, everything still to come counted. right: chance that the range, or that some number
    written or placed, is right; None where that says nothing. expected: VP it brings at once, on average.
    """

    events: tuple[Event, ...]
    points: float
    right: float | None = None
    expected: float | None = None


@dataclass(frozen=True, slots=True)
class Hindsight:
    """The same decision with all stones open.

    chosen, best: what the chosen one and the best by what was known then came to, in VP expected in the end. choice:
    what would have brought most; of bets, most at once.
    """

    chosen: float
    best: float
    choice: Choice


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision of the player.

    line: of the record; where nothing was written down (a token refused, the dice left), that of the throw. kinds: what
    it lost of each kind, never positive; two for a guess, one otherwise. loss: their sum. logs, bits: what could be
    known just before. chosen, best: by VP; winner: the best by the chance to win. before: the value of the best.
    error: standard error of the loss: what one step ahead cannot see. choices: how many there were. gap: VP from the
    best to the best of another wheel, die, stone or number; None where there is no other. sums: for a guess, in how
    many ways the dice, as they lay, have each sum. true_sum: with the stones open. deeper: VP from the best to the
    chosen one with the next round looked into, too, above 0 where the chosen one then proves better; None where that
    was not looked at. hindsight: None where he had been told what is false.
    """

    line: int
    round: int
    kinds: Mapping[Kind, Amount]
    logs: int
    bits: float
    chosen: Choice
    best: Choice
    winner: Choice
    before: Amount
    loss: Amount
    error: Amount
    choices: int
    gap: float | None
    label: Label
    hindsight: Hindsight | None
    sums: tuple[tuple[int, int], ...] = ()
    true_sum: int | None = None
    deeper: float | None = None
    dice: tuple[Symbol, ...] = ()


@dataclass(frozen=True, slots=True)
class Point:
    """How it stood after a line. value: VP expected in the end, and chance to win. space: of the piece on the track."""

    line: int
    round: int
    value: Amount
    space: int
    logs: int
    bits: float


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """A player's game. result = start + sum of luck + sum of skill, in VP and in chance to win.

    result: VP in the end; win: 1 for the winner, else 0. luck, skill: all sources and kinds, in their own order.
    events: every event of chance and decisions: every decision, in the order of the game. course: the value after each.
    turning_point: of `events` or `decisions`, what changed the chance to win most. best, worst: the decision with the
    largest gap to the next choice that lost nothing, and the one that lost most; None where there is none.
    """

    player: str
    start: Amount
    result: Amount
    luck: Mapping[Source, Amount]
    skill: Mapping[Kind, Amount]
    events: tuple[Luck, ...]
    decisions: tuple[Decision, ...]
    course: tuple[Point, ...]
    turning_point: Luck | Decision | None
    best: Decision | None
    worst: Decision | None


@dataclass(frozen=True, slots=True)
class Review:
    """The review of a game. players: in the order of the record, those whose knowledge can be reconstructed.

    unknown: the other players, with the reason. assumed: what the values rest on and nobody has compared with the box.
    """

    players: tuple[PlayerReview, ...]
    unknown: Mapping[str, str] = field(default_factory=dict)
    assumed: tuple[str, ...] = ()
