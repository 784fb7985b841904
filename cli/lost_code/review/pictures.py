"""The charts of a review as PNG files, drawn by Matplotlib from the same values as those on the page."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING

from cli.files import FileError, save_bytes, shown
from cli.lost_code.review.charts import Bars, Lines, Unit, Waterfall, Window, change, scale
from cli.lost_code.review.drawn import game_charts, guesses, waterfalls
from cli.lost_code.review.report import Report
from cli.lost_code.review.svg import cut, spread
from solver.errors import DeductionError

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["NoPlots", "need_plots", "write_charts"]

_DPI = 144
_INK, _SOFT, _RULE = "#1d1f22", "#565b63", "#e3e0d8"
_SEATS = ("#1f5fa8", "#ad3d0c", "#177245", "#7a3e9d")
_DASHES: Sequence[tuple[int, tuple[float, ...]]] = (
    (0, ()),
    (0, (5.0, 2.0)),
    (0, (1.5, 2.0)),
    (0, (6.0, 2.0, 1.5, 2.0)),
)
_MARKS = ("o", "s", "^", "D")
_UP, _DOWN, _TOTAL = "#1b6e5a", "#b0351f", "#5b6068"
_WITHIN, _BEST, _TRUTH = "#2c5f96", "#6b3c91", "#96280f"
_COLUMNS = 3
"""So many drawings of sums stand side by side."""


class NoPlots(DeductionError):
    """Matplotlib is not installed."""


def need_plots() -> None:
    """Raise NoPlots where pictures cannot be drawn, so that this is known before the work is done."""
    try:
        import matplotlib.figure  # noqa: F401 - slow to load, and an extra
    except ImportError as error:
        raise NoPlots(
            f"--png needs Matplotlib, which cannot be loaded ({error}); expected the extra “plots”: pip install "
            "'lostcode[plots]'"
        ) from error


def write_charts(report: Report, folder: Path) -> list[Path]:
    """Write the charts into a folder, which is made where it is missing, and say which files these are.

    Files of the same names are replaced. Raises NoPlots, and FileError where something cannot be written.
    """
    need_plots()
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise FileError(f"{shown(str(folder))}: cannot be made a folder for the charts: {reason}") from error
    written = []
    for name, figure in _figures(report):
        path = folder / f"{name}.png"
        save_bytes(path, _png(figure))
        written.append(path)
    return written


def _png(figure: "Figure") -> bytes:
    file = BytesIO()
    # Without a name and a date of the software, so that the same review gives the same bytes.
    figure.savefig(file, format="png", dpi=_DPI, metadata={"Software": None})
    return file.getvalue()


def _figures(report: Report) -> "Iterator[tuple[str, Figure]]":
    """Every file's name and what is drawn in it."""
    for chart in game_charts(report):
        figure = _figure(8.0, 4.6)
        _draw_lines(figure.add_subplot(), chart)
        yield chart.name, figure
    for number, player in enumerate(report.review.players, 1):
        suffix = f"{number}-{_plain(player.player)}".rstrip("-")
        both = waterfalls(player)
        figure = _figure(11.0, 1.6 + 0.34 * max(len(chart.steps) + 2 for chart in both))
        for place, waterfall in enumerate(both, 1):
            _draw_waterfall(figure.add_subplot(1, 2, place), waterfall)
        figure.suptitle(_drawable(player.player), x=0.01, ha="left", weight="bold", color=_INK, parse_math=False)
        yield f"luck-and-skill-{suffix}", figure
        if sums := list(guesses(report, player)):
            rows = -(-len(sums) // _COLUMNS)
            figure = _figure(12.0, 2.7 * rows + 0.5)
            for place, (_, bars) in enumerate(sums, 1):
                _draw_sums(figure.add_subplot(rows, _COLUMNS, place), bars)
            figure.suptitle(_drawable(player.player), x=0.01, ha="left", weight="bold", color=_INK, parse_math=False)
            yield f"sums-{suffix}", figure


def _figure(width: float, height: float) -> "Figure":
    from matplotlib.figure import Figure
    from matplotlib.layout_engine import ConstrainedLayoutEngine

    # So many inches around each drawing.
    layout = ConstrainedLayoutEngine(w_pad=0.15, h_pad=0.15)
    return Figure(figsize=(width, height), layout=layout, facecolor="white")


def _plain(name: str) -> str:
    """What of a name any file system takes."""
    letters = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:30]


def _drawable(words: str) -> str:
    """The words with a box for each letter that Matplotlib's own font lacks."""
    from matplotlib.font_manager import FontProperties, findfont, get_font

    font = get_font(findfont(FontProperties(family="DejaVu Sans")))
    drawn = "".join(c if font.get_char_index(ord(c)) else "▯" for c in words)
    # Left-to-right marks keep a name from turning the direction of the number beside it.
    return drawn if drawn.isascii() else f"\u200e{drawn}\u200e"


def _dress(axes: "Axes", title: str) -> None:
    axes.set_title(title, loc="left", fontsize=11, weight="bold", color=_INK, parse_math=False)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)
    axes.spines["bottom"].set_color(_SOFT)
    axes.tick_params(colors=_SOFT, length=0, labelsize=9)
    axes.set_axisbelow(True)


def _in_percent(axes: "Axes", along: str) -> None:
    axis = axes.xaxis if along == "x" else axes.yaxis
    axis.set_major_formatter(lambda share, _: f"{round(100 * share, 6):g} %".replace("-", "−"))


# ---- the three kinds of chart ----------------------------------------------------------------------------------------


def _draw_lines(axes: "Axes", chart: Lines) -> None:
    _dress(axes, chart.title)
    axes.grid(axis="y", color=_RULE)
    for line in chart.lines:
        axes.plot(
            [x for x, _ in line.points],
            [y for _, y in line.points],
            color=_SEATS[line.seat],
            linestyle=_DASHES[line.seat],
            linewidth=2,
            marker=_MARKS[line.seat],
            markersize=6,
            markeredgecolor="white",
            markevery=[-1] if chart.steps else None,
            drawstyle="steps-post" if chart.steps else "default",
        )
    axes.set_xticks([x for x, _ in chart.ticks], [word for _, word in chart.ticks])
    axes.set_xlabel(chart.across, color=_SOFT)
    if chart.unit is Unit.CHANCE:
        axes.set_ylim(-0.02, 1.02)
        _in_percent(axes, "y")
    else:
        values = [y for line in chart.lines for _, y in line.points]
        axes.set_yticks(scale(min(0.0, *values), max(1.0, *values)))
        axes.set_ylabel("VP" if chart.unit is Unit.SPACES else chart.unit, color=_SOFT)
    _name_lines(axes, chart)


def _name_lines(axes: "Axes", chart: Lines) -> None:
    """The names at the ends of the lines, moved apart where they would touch."""
    low, high = axes.get_ylim()
    ends = [line.points[-1] for line in chart.lines]
    labels = spread([y for _, y in ends], (high - low) / 16, low, high)
    last = max(x for x, _ in ends)
    for line, (x, y), label in zip(chart.lines, ends, labels, strict=True):
        said = f" {chart.unit.said(y)}" if chart.unit is Unit.SPACES else ""
        axes.annotate(
            _drawable(cut(line.player, 22)) + said,
            (x, y),
            (last + 0.03 * (last - axes.get_xlim()[0]), label),
            color=_SEATS[line.seat],
            weight="bold",
            va="center",
            annotation_clip=False,
            arrowprops={"arrowstyle": "-", "color": _RULE, "shrinkA": 2, "shrinkB": 4, "relpos": (0, 0.5)},
            parse_math=False,
        )


def _draw_waterfall(axes: "Axes", chart: Waterfall) -> None:
    _dress(axes, chart.title)
    axes.grid(axis="x", color=_RULE)
    axes.axvline(0, color=_SOFT, linewidth=0.8)
    names = ["start", *(f"{step.group}: {step.name}" for step in chart.steps), "result"]
    starts = [0.0, *chart.levels[:-1], 0.0]
    sizes = [chart.start, *(step.by for step in chart.steps), chart.result]
    total = chart.unit.said
    words = [total(chart.start), *(change(chart.unit, step.by) for step in chart.steps), total(chart.result)]
    for place, (start, size, said) in enumerate(zip(starts, sizes, words, strict=True)):
        whole = place in (0, len(names) - 1)
        colour = _TOTAL if whole else _UP if size > 0 else _DOWN
        face, hatch = ("white", "....") if whole else (colour, "") if size > 0 else ("white", "/////")
        axes.barh(place, size, left=start, height=0.62, facecolor=face, edgecolor=colour, hatch=hatch, linewidth=1)
        right = max(start, start + size)
        axes.annotate(
            said, (right, place), (5, 0), textcoords="offset points", va="center", fontsize=9, color=colour,
            annotation_clip=False,
        )  # fmt: skip
    axes.set_yticks(range(len(names)), names)
    axes.invert_yaxis()
    axes.margins(x=0.14)
    if chart.unit is Unit.CHANCE:
        _in_percent(axes, "x")


def _draw_sums(axes: "Axes", chart: Bars) -> None:
    _dress(axes, chart.title)
    axes.grid(axis="y", color=_RULE)
    sums = [each for each, _ in chart.bars]
    shares = [ways / chart.total for _, ways in chart.bars]
    inside = [chart.bet.low <= each <= chart.bet.high for each in sums]
    axes.bar(sums, shares, color=[_WITHIN if it else "white" for it in inside], edgecolor=_WITHIN, linewidth=0.8)
    top = max(shares)
    _draw_window(axes, chart.bet, -0.2 * top, _WITHIN, "-", sums[-1])
    if chart.best is not None:
        _draw_window(axes, chart.best, -0.36 * top, _BEST, "--", sums[-1])
    if chart.true_sum is not None:
        at = dict(zip(sums, shares, strict=True)).get(chart.true_sum, 0.0)
        axes.plot([chart.true_sum] * 2, [at, 1.1 * top], color=_TRUTH, linestyle=":", linewidth=1.4)
        axes.plot(chart.true_sum, 1.1 * top, "v", color=_TRUTH, markersize=7)
        side = "left" if chart.true_sum < sums[-1] / 2 else "right"
        words = f"  true sum {chart.true_sum}  "
        axes.text(chart.true_sum, 1.14 * top, words, color=_TRUTH, fontsize=8, ha=side, va="bottom", weight="bold")
    axes.set_ylim(-0.45 * top, 1.3 * top)
    axes.set_xticks(_thirds(sums))
    axes.spines["bottom"].set_position(("data", 0.0))
    axes.set_yticks(scale(0.0, top, 3))
    _in_percent(axes, "y")


def _draw_window(axes: "Axes", window: Window, y: float, colour: str, style: str, last: int) -> None:
    axes.plot([window.low - 0.45, window.high + 0.45], [y, y], color=colour, linestyle=style, linewidth=2.5)
    right = window.high + 8 <= last
    axes.annotate(
        window.words, (window.high + 0.5 if right else window.low - 0.5, y), (4 if right else -4, 0),
        textcoords="offset points", ha="left" if right else "right", va="center", fontsize=8, color=colour,
        weight="bold", annotation_clip=False,
    )  # fmt: skip


def _thirds(sums: Iterable[int]) -> list[int]:
    return [each for each in sums if each % 3 == 0]
