"""The pieces that the screens of every game are made of: open tables, titles, the widest table that fits."""

from collections.abc import Mapping

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

__all__ = ["Fitting", "Wide", "columns", "fits", "pairs", "titled"]


def columns(*heads: str, numbers_from: int = 1) -> Table:
    """An open table whose columns from `numbers_from` on are flush right."""
    made = Table(box=None, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False, header_style="bold")
    for place, head in enumerate(heads):
        made.add_column(head, justify="right" if place >= numbers_from else "left", overflow="fold")
    return made


def pairs(told: Mapping[str, str]) -> Table:
    """Words and what each means, side by side."""
    made = Table(box=None, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False, show_header=False)
    made.add_column(overflow="fold", max_width=22)
    made.add_column(overflow="fold")
    for word, meaning in told.items():
        made.add_row(Text(word), Text(meaning))
    return made


def titled(title: str, *parts: RenderableType) -> Group:
    """A title with parts under it, and a blank line before."""
    return Group("", Text(title, style="bold"), *parts)


class Fitting:
    """The first of several tables, or other parts, that the width has room for, else the last."""

    def __init__(self, *tables: RenderableType) -> None:
        self.tables = tables

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Choose by the width at hand."""
        yield next((made for made in self.tables if fits(made, console, options)), self.tables[-1])


class Wide:
    """One of two parts: the first where there are so many columns, else the second."""

    def __init__(self, columns: int, wide: RenderableType, narrow: RenderableType) -> None:
        self.columns = columns
        self.wide = wide
        self.narrow = narrow

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Choose by the width at hand."""
        yield self.wide if options.max_width >= self.columns else self.narrow


def fits(made: RenderableType, console: Console, options: ConsoleOptions) -> bool:
    """Whether a part needs no more columns than there are."""
    return console.measure(made, options=options.update(width=1000, max_width=1000)).maximum <= options.max_width
