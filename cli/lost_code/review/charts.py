"""What the charts of a review show, as plain values: `svg.py` draws them for the page, `pictures.py` as files."""

import re
from dataclasses import dataclass
from enum import StrEnum
from math import ceil, floor, log10
from typing import TypeAlias

from cli.figures import amount, chance, shift, signed

__all__ = [
    "Bars",
    "Chart",
    "Grid",
    "Group",
    "Line",
    "Lines",
    "Step",
    "Unit",
    "Waterfall",
    "Window",
    "apart",
    "change",
    "minus",
    "scale",
    "signs",
]

_NOTHING = 1e-9
"""What is smaller is the rounding of a sum."""
_SIGN = re.compile(r"(?<![\w–-])-(?=[\d<])")
_UNIT = re.compile(r"(?<=\d) (?=%|VP\b|bits\b)")


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
        """A row for each player; where there are too many places on the x axis for that, a row for each place."""
        places = sorted({x for line in self.lines for x, _ in line.points})
        cells = [[self._at(line, x) for x in places] for line in self.lines]
        if self.steps:
            rows = [(f"{x:g}", *row) for x, row in zip(places, zip(*cells, strict=True), strict=True)]
            return Grid(("line", *(line.player for line in self.lines)), tuple(rows))
        words, across = dict(self.ticks), self.across
        if self.unit is Unit.CHANCE:
            across = f"{self.across} (in %)"
            cells = [[cell.removesuffix(" %") for cell in row] for row in cells]
        named = [(line.player, *row) for line, row in zip(self.lines, cells, strict=True)]
        return Grid((across, *(words[x] for x in places)), tuple(named))

    def _at(self, line: Line, x: float) -> str:
        """What a line says at a place: of steps, the last value that still holds."""
        said = [self.unit.said(y) for at, y in line.points if at == x or (self.steps and at < x)]
        return said[-1] if said else ""


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
        """A column for each sum that was possible."""
        possible = [(each, ways) for each, ways in self.bars if ways]
        rows = [("chance in %", *(chance(ways / self.total).removesuffix(" %") for _, ways in possible))]
        for name, window in (("bet", self.bet), ("best", self.best)):
            if window is not None:
                rows.append((name, *("yes" if window.low <= each <= window.high else "" for each, _ in possible)))
        if self.true_sum is not None:
            rows.append(("true sum", *("yes" if each == self.true_sum else "" for each, _ in possible)))
        return Grid(("sum", *(str(each) for each, _ in possible)), tuple(rows))


Chart: TypeAlias = Lines | Waterfall | Bars


def change(unit: Unit, by: float) -> str:
    """So much up or down, with its sign. Only what is nothing at all is said to be 0."""
    if unit is Unit.CHANCE:
        return minus(shift(by))
    if abs(by) < _NOTHING:
        return "0"
    return minus(signed(by)) if abs(by) >= 0.005 else f"{'+' if by > 0 else '−'}<0.01"


def minus(words: str) -> str:
    """The words with the sign that printers set."""
    return words.replace("-", "−")


def signs(words: str) -> str:
    """A sentence in which the signs of numbers alone are set so, and no number is left without its unit."""
    return _UNIT.sub("\u00a0", _SIGN.sub("−", words))


def apart(name: str) -> str:
    """A name between signs that keep it from turning the direction of what stands beside it."""
    return name if name.isascii() else f"\u2068{name}\u2069"


def scale(low: float, high: float, most: int = 6) -> tuple[float, ...]:
    """Round numbers for an axis, the first not above `low` and the last not below `high`; about `most` of them."""
    span = max(high - low, _NOTHING)
    raw = span / most
    power = 10.0 ** floor(log10(raw))
    step = next(power * each for each in (1.0, 2.0, 5.0, 10.0) if power * each >= raw * (1 - _NOTHING))
    first, last = floor(low / step + _NOTHING), ceil(high / step - _NOTHING)
    return tuple(step * place for place in range(first, max(last, first + 1) + 1))
