"""Charts as inline SVG. Colours come from the page's style sheet; dashes, marks and hatching say the same without them.

All charts are 360 units wide, so that on a phone a unit is about a pixel, and no text is smaller than 11.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from html import escape
from typing import TypeAlias, assert_never
from unicodedata import combining, east_asian_width

from cli.lost_code.review.charts import Bars, Chart, Group, Line, Lines, Unit, Waterfall, Window, apart, change, scale

__all__ = ["HATCHES", "cut", "drawing", "key", "spread"]

_At: TypeAlias = Callable[[float, float], tuple[float, float]]
"""Where in the drawing a point of the chart lies."""

_WIDTH = 360.0
_DASHES = ("", "7 3", "2 3", "9 3 2 3")
_LABELS = 96.0
"""Room for the names at the ends of lines."""

HATCHES = (
    '<svg class="defs" width="0" height="0" aria-hidden="true" focusable="false"><defs>'
    '<pattern id="hatch-up" width="5" height="5" patternUnits="userSpaceOnUse">'
    '<rect class="fill-up" width="5" height="5"/></pattern>'
    '<pattern id="hatch-down" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">'
    '<rect class="fill-paper" width="5" height="5"/><rect class="fill-down" width="2.6" height="5"/></pattern>'
    '<pattern id="hatch-total" width="4" height="4" patternUnits="userSpaceOnUse">'
    '<rect class="fill-paper" width="4" height="4"/><circle class="fill-total" cx="2" cy="2" r="1.3"/></pattern>'
    "</defs></svg>"
)
"""The patterns that the drawings are filled with; stands once in a page that has drawings."""


def drawing(chart: Chart) -> str:
    """A chart as an `svg` element that names itself to whoever cannot see it."""
    match chart:
        case Lines():
            height, parts = _lines(chart)
        case Waterfall():
            height, parts = _waterfall(chart)
        case Bars():
            height, parts = _bars(chart)
        case _:
            assert_never(chart)
    said = escape(f"{chart.title}. {chart.about}")
    size = f'viewBox="0 0 {_WIDTH:g} {height:g}" width="{_WIDTH:g}" height="{height:g}"'
    return f'<svg class="chart" {size} role="img" aria-label="{said}">{"".join(parts)}</svg>'


def key(seat: int) -> str:
    """A piece of a player's line, to stand before his name."""
    parts = f'<path class="line seat-{seat}"{_dashes(seat)} d="M1 7H33"/>{_mark(seat, 17, 7)}'
    return f'<svg class="key" viewBox="0 0 34 14" width="34" height="14" aria-hidden="true">{parts}</svg>'


# ---- lines -----------------------------------------------------------------------------------------------------------


def _lines(chart: Lines) -> tuple[float, list[str]]:
    height, left, right, top, bottom = 250.0, 40.0, _WIDTH - _LABELS, 14.0, 210.0
    values = [y for line in chart.lines for _, y in line.points]
    levels = (0.0, 0.25, 0.5, 0.75, 1.0) if chart.unit is Unit.CHANCE else scale(min(0.0, *values), max(1.0, *values))
    places = [x for line in chart.lines for x, _ in line.points] + [x for x, _ in chart.ticks]
    first, last = min(places), max(places)

    def at(x: float, y: float) -> tuple[float, float]:
        across = (x - first) / (last - first or 1.0)
        up = (y - levels[0]) / (levels[-1] - levels[0])
        return left + across * (right - left), bottom - up * (bottom - top)

    parts = []
    for level in levels:
        y = at(first, level)[1]
        parts.append(f'<path class="{"axis" if level == 0 else "grid"}" d="M{left:g} {y:.1f}H{right:g}"/>')
        parts.append(_text(left - 6, y + 4, _level(chart.unit, level), "tick end"))
    parts += [_text(at(x, 0)[0], bottom + 17, word, "tick middle") for x, word in _spaced(chart.ticks, at)]
    parts.append(_text((left + right) / 2, height - 6, chart.across, "tick middle"))
    ends = spread([at(*line.points[-1])[1] for line in chart.lines], 15, top, bottom)
    for line, label in zip(chart.lines, ends, strict=True):
        parts += _line(chart, line, [at(x, y) for x, y in line.points], label, right)
    return height, parts


def _line(chart: Lines, line: Line, points: Sequence[tuple[float, float]], label: float, right: float) -> Iterator[str]:
    """One player's line, his marks, and his name at its end."""
    path = [f"M{points[0][0]:.1f} {points[0][1]:.1f}"]
    for x, y in points[1:]:
        path.append(f"H{x:.1f}V{y:.1f}" if chart.steps else f"L{x:.1f} {y:.1f}")
    yield f'<path class="line seat-{line.seat}"{_dashes(line.seat)} d="{"".join(path)}"/>'
    for x, y in points if not chart.steps else points[-1:]:
        yield _mark(line.seat, x, y)
    x, y = points[-1]
    yield f'<path class="leader" d="M{x + 6:.1f} {y:.1f}L{right + 14:g} {label:.1f}"/>'
    said = f" {chart.unit.said(line.points[-1][1])}" if chart.unit is Unit.SPACES else ""
    yield _text(right + 17, label + 4, apart(cut(line.player, 10 - len(said))) + said, f"name seat-{line.seat}")


def _level(unit: Unit, level: float) -> str:
    """What stands beside the y axis: round numbers, so nothing is rounded."""
    return (f"{100 * level:g} %" if unit is Unit.CHANCE else f"{level:g}").replace("-", "−")


def _spaced(ticks: Iterable[tuple[float, str]], at: _At) -> Iterator[tuple[float, str]]:
    """Those words along the x axis that do not touch the one before."""
    free = float("-inf")
    for x, word in ticks:
        middle, half = at(x, 0)[0], 3.5 * len(word)
        if middle - half > free:
            yield x, word
            free = middle + half + 2


def _mark(seat: int, x: float, y: float) -> str:
    shapes = (
        f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3.2"',
        f'<path d="M{x - 3:.1f} {y - 3:.1f}h6v6h-6z"',
        f'<path d="M{x - 4:.1f} {y + 3:.1f}h8l-4 -7z"',
        f'<path d="M{x - 4.2:.1f} {y:.1f}l4.2 -4.2 4.2 4.2 -4.2 4.2z"',
    )
    return f'{shapes[seat]} class="mark seat-{seat}"/>'


def _dashes(seat: int) -> str:
    return f' stroke-dasharray="{_DASHES[seat]}"' if _DASHES[seat] else ""


def spread(places: Sequence[float], apart: float, low: float, high: float) -> list[float]:
    """Move labels as little as needed so that they stand apart, in the order of their places, from low to high."""
    order = sorted(range(len(places)), key=lambda at: places[at])
    moved = list(places)
    below = low - apart
    for at in order:
        below = moved[at] = max(places[at], below + apart)
    above = high + apart
    for at in reversed(order):
        above = moved[at] = min(moved[at], above - apart)
    return moved


# ---- luck and skill --------------------------------------------------------------------------------------------------

_ROW = 33.0
_HEAD = 24.0


def _waterfall(chart: Waterfall) -> tuple[float, list[str]]:
    left, right = 2.0, _WIDTH - 2.0
    low, high = min(0.0, chart.result, *chart.levels), max(chart.result, *chart.levels)

    def at(value: float) -> float:
        return left + (value - low) / (high - low or 1.0) * (right - left)

    parts, top = list(_row(0, "Start", chart.unit.said(chart.start), at(0), at(chart.start), "total")), _ROW
    group: Group | None = None
    for step, level in zip(chart.steps, chart.levels, strict=False):
        if step.group is not group:
            group = step.group
            parts.append(_text(left, top + 18, group.capitalize(), "head"))
            top += _HEAD
        kind = "up" if step.by > 0 else "down"
        said = f"{'▲' if step.by > 0 else '▼'} {change(chart.unit, step.by)}"
        parts += _row(top, step.name, said, at(level), at(level + step.by), kind)
        top += _ROW
    parts.append(f'<path class="grid" d="M{left:g} {top + 4:g}H{right:g}"/>')
    parts += _row(top + 6, "Result", chart.unit.said(chart.result), at(0), at(chart.result), "total")
    height = top + _ROW + 6
    parts.insert(0, f'<path class="grid" d="M{at(0):.1f} 0V{height:g}"/>')
    return height, parts


def _row(top: float, name: str, said: str, start: float, end: float, kind: str) -> Iterator[str]:
    """A name and a number, with the bar below them."""
    yield _text(2, top + 13, cut(name, 34), "row")
    yield _text(_WIDTH - 2, top + 13, said, f"value end {kind}")
    x, width = min(start, end), max(abs(end - start), 1.2)
    yield f'<rect class="{kind}" x="{x:.1f}" y="{top + 18:g}" width="{width:.1f}" height="10"/>'


# ---- sums ------------------------------------------------------------------------------------------------------------


def _bars(chart: Bars) -> tuple[float, list[str]]:
    height, left, right, top, bottom = 188.0, 40.0, _WIDTH - 4.0, 22.0, 120.0
    levels = scale(0.0, max(ways for _, ways in chart.bars) / chart.total, 3)
    each = (right - left) / len(chart.bars)
    first = chart.bars[0][0]

    def across(number: int) -> float:
        return left + (number - first) * each

    def up(share: float) -> float:
        return bottom - share / levels[-1] * (bottom - top)

    parts = []
    for level in levels:
        y = up(level)
        parts.append(f'<path class="grid" d="M{left:g} {y:.1f}H{right:g}"/>')
        parts.append(_text(left - 6, y + 4, _level(Unit.CHANCE, round(level, 9)), "tick end"))
    for number, ways in chart.bars:
        tall = bottom - up(ways / chart.total)
        within = " within" if chart.bet.low <= number <= chart.bet.high else ""
        size = f'width="{each - 3:.1f}" height="{tall:.1f}"'
        if ways:
            parts.append(
                f'<rect class="sum-bar{within}" x="{across(number) + 1.5:.1f}" y="{bottom - tall:.1f}" {size}/>'
            )
        if number % 3 == 0:
            parts.append(_text(across(number) + each / 2, bottom + 15, str(number), "tick middle"))
    parts.append(f'<path class="axis" d="M{left:g} {bottom:g}H{right:g}"/>')
    if chart.true_sum is not None:
        x = across(chart.true_sum) + each / 2
        end = up(dict(chart.bars).get(chart.true_sum, 0) / chart.total)
        parts.append(f'<path class="truth" d="M{x:.1f} {top - 2:g}V{end:.1f}"/>')
        parts.append(f'<path class="truth-mark" d="M{x - 5:.1f} {top - 8:g}h10l-5 8z"/>')
        parts.append(_beside(x, top - 11, f"true sum {chart.true_sum}", left, right))
    rows = ((chart.bet, "bet", bottom + 32), (chart.best, "best", bottom + 52))
    for window, kind, y in rows:
        if window is not None:
            parts += _bracket(window, kind, across(window.low), across(window.high + 1), y, left, right)
    return height, parts


def _bracket(window: Window, kind: str, start: float, end: float, y: float, left: float, right: float) -> Iterator[str]:
    """A range below the axis, with its name beside it."""
    yield f'<path class="{kind}" d="M{start + 1:.1f} {y - 6:g}v6H{end - 1:.1f}v-6"/>'
    room = 6.6 * len(window.words) + 8
    if end + room <= right:
        yield _text(end + 6, y + 2, window.words, f"name {kind}-name")
    else:
        yield _text(max(start - 6, left), y + 2, window.words, f"name end {kind}-name")


def _beside(x: float, y: float, words: str, left: float, right: float) -> str:
    """Words over a place, moved so that they stay within the drawing."""
    half = 3.3 * len(words)
    return _text(min(max(x, left + half), right - half), y, words, "name middle truth-name")


# ---- pens ------------------------------------------------------------------------------------------------------------


def _text(x: float, y: float, words: str, look: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" class="{look}">{escape(words)}</text>'


def cut(name: str, most: int) -> str:
    """A name that needs at most so many columns."""
    wide = [0 if combining(c) else 2 if east_asian_width(c) in "FW" else 1 for c in name]
    if sum(wide) > most:
        kept = next(n for n in range(len(name), -1, -1) if sum(wide[:n]) <= most - 1)
        return name[:kept].rstrip() + "…"
    return name
