"""What the charts of a review show, as plain values: `svg.py` draws them for the page, `pictures.py` as files."""

from dataclasses import dataclass
from enum import StrEnum
from math import ceil, floor, log10
from typing import TypeAlias

from cli.figures import amount, chance, signed

__all__ = ["Bars", "Chart", "Grid", "Group", "Line", "Lines", "Step", "Unit", "Waterfall", "Window", "change", "scale"]

_NOTHING = 1e-9
"""What is smaller is the rounding of a sum."""


class Unit(StrEnum):
    """What an axis measures."""

    SPACES = "VP"
    """Whole VP, as on the track."""
    POINTS = "VP expected"
    CHANCE = "chance to win"
    BITS = "bits"

    def said(self, value: float) -> str:
        """A value in words, without its unit; a chance with its sign."""
        match self:
            case Unit.SPACES:
                return minus(f"{value:.0f}")
            case Unit.POINTS:
                return minus(amount(value))
            case Unit.CHANCE:
                return chance(min(max(round(value, 12), 0.0), 1.0))
            case Unit.BITS:
                return f"{value:.1f}"


@dataclass(frozen=True, slots=True)
class Grid:
    """A chart as a table, for whoever cannot see it."""

    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A player's line. seat: his place in the record, which decides colour, dashes and marks. points: (x, y)."""

    player: str
    seat: int
    points: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class Lines:
    """A line for each player. name: of a file. about: what is to be seen, in a sentence.

    ticks: where along the x axis which word stands. across: what the x axis measures. steps: a value holds until the
    next one.
    """

    name: str
    title: str
    about: str
    lines: tuple[Line, ...]
    ticks: tuple[tuple[float, str], ...]
    across: str
    unit: Unit
    steps: bool = False

    @property
    def grid(self) -> Grid:
        """A row for each place on the x axis where some line has a point."""
        words = dict(self.ticks)
        places = sorted({x for line in self.lines for x, _ in line.points})
        held = [dict(line.points) for line in self.lines]
        rows = []
        for x in places:
            cells = (self.unit.said(points[x]) if x in points else "" for points in held)
            rows.append((words[x] if not self.steps and x in words else f"{x:g}", *cells))
        return Grid(("line" if self.steps else self.across, *(line.player for line in self.lines)), tuple(rows))


class Group(StrEnum):
    """What a step of a waterfall belongs to."""

    LUCK = "luck"
    SKILL = "skill"


@dataclass(frozen=True, slots=True)
class Step:
    """So much up or down."""

    group: Group
    name: str
    by: float


@dataclass(frozen=True, slots=True)
class Waterfall:
    """From a start, step by step, to a result. still: names of what changed nothing, which is not drawn."""

    name: str
    title: str
    about: str
    start: float
    steps: tuple[Step, ...]
    result: float
    unit: Unit
    still: tuple[str, ...] = ()

    @property
    def levels(self) -> tuple[float, ...]:
        """Where each step begins, and where the last one ends."""
        found = [self.start]
        for step in self.steps:
            found.append(found[-1] + step.by)
        return tuple(found)

    @property
    def grid(self) -> Grid:
        """A row for each step, and the sum so far."""
        sums = zip(self.steps, self.levels[1:], strict=True)
        middle = [(f"{step.group}: {step.name}", change(self.unit, step.by), self._far(at)) for step, at in sums]
        first = ("start", "", self.unit.said(self.start))
        last = ("result", "", self.unit.said(self.result))
        unchanged = [(name, change(self.unit, 0.0), "") for name in self.still]
        return Grid(("step", "change", "so far"), (first, *middle, *unchanged, last))

    def _far(self, level: float) -> str:
        """A sum on the way, which may lie beyond what a chance can be."""
        if self.unit is Unit.CHANCE and not 0 <= round(level, 12) <= 1:
            return minus(f"{100 * level:.1f} %")
        return self.unit.said(level)


@dataclass(frozen=True, slots=True)
class Window:
    """The range that a wheel shows, and what it is called."""

    low: int
    high: int
    words: str


@dataclass(frozen=True, slots=True)
class Bars:
    """How likely each sum was when a wheel was set. bars: (sum, ways). best: None where the bet was the best."""

    name: str
    title: str
    about: str
    bars: tuple[tuple[int, int], ...]
    bet: Window
    best: Window | None
    true_sum: int | None

    @property
    def total(self) -> int:
        """How many ways there were in all."""
        return sum(ways for _, ways in self.bars)

    @property
    def grid(self) -> Grid:
        """A row for each sum that was possible."""
        heads = ["sum", "chance", "in the bet"] + ["in the best"] * (self.best is not None)
        rows = []
        for each, ways in self.bars:
            if ways:
                marks = [_within(each, window) for window in (self.bet, self.best) if window]
                true = " (true)" if each == self.true_sum else ""
                rows.append((f"{each}{true}", chance(ways / self.total), *marks))
        return Grid(tuple(heads), tuple(rows))


Chart: TypeAlias = Lines | Waterfall | Bars


def _within(number: int, window: Window) -> str:
    return "yes" if window.low <= number <= window.high else "no"


def change(unit: Unit, by: float) -> str:
    """So much up or down, with its sign. Only what is nothing at all is said to be 0."""
    if abs(by) < _NOTHING:
        return "0 %" if unit is Unit.CHANCE else "0"
    sign = "+" if by > 0 else "−"
    if unit is Unit.CHANCE:
        return f"{sign}{chance(min(abs(by), 1.0))}"
    return minus(signed(by)) if abs(by) >= 0.005 else f"{sign}<0.01"


def minus(words: str) -> str:
    """The words with the sign that printers set."""
    return words.replace("-", "−")


def scale(low: float, high: float, most: int = 5) -> tuple[float, ...]:
    """Round numbers for an axis, the first not above `low` and the last not below `high`; about `most` of them."""
    span = max(high - low, _NOTHING)
    raw = span / most
    power = 10.0 ** floor(log10(raw))
    step = next(power * each for each in (1.0, 2.0, 2.5, 5.0, 10.0) if power * each >= raw * (1 - _NOTHING))
    first, last = floor(low / step + _NOTHING), ceil(high / step - _NOTHING)
    return tuple(step * place for place in range(first, max(last, first + 1) + 1))
