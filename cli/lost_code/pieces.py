"""The pieces that screens are made of: symbols with their colours, open tables, the grid of numbers."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from rich.columns import Columns
from rich.console import Console, ConsoleOptions, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli.figures import chance, percent
from cli.pieces import Fitting, Wide, columns, fits, titled
from solver.lost_code.events import Symbol

__all__ = ["SHADES", "Fitting", "ValuesGrid", "Wide", "columns", "symbol_text", "symbols_text", "titled"]

SHADES: Mapping[Symbol, str] = MappingProxyType(
    {
        Symbol.BEAR: "#d62828",
        Symbol.JAGUAR: "#c28a00",
        Symbol.HUMAN: "#e0509a",
        Symbol.BIRD: "#2f7fe0",
        Symbol.CHAMELEON: "#9a4fd0",
        Symbol.SNAKE: "#2a9d4a",
    }
)
"""Mid tones that stand out on dark and on light; they colour a mark beside the name, never the text itself."""


def symbol_text(symbol: Symbol, after: str = "") -> Text:
    """The symbol with a mark in its colour, and its name."""
    mark = Text("■ ", style=SHADES.get(symbol, ""))
    return mark.append(f"{symbol}{after}", style="default")


def symbols_text(symbols: Iterable[Symbol]) -> Text:
    """Several symbols in a row."""
    return Text("  ").join(symbol_text(symbol) for symbol in symbols)


class ValuesGrid:
    """Symbol by number with exact counts and shares: a grid where it fits, else a list.

    read: the chances with the others' choices taken into account, as a row, or column, of their own.
    """

    def __init__(
        self,
        values: Mapping[Symbol, Mapping[int, int]],
        numbers: Sequence[int],
        total: int,
        read: Mapping[Symbol, Mapping[int, float]] | None = None,
    ) -> None:
        self.values = values
        self.numbers = numbers
        self.total = total
        self.read = read

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Choose by the width at hand."""
        grid = self._grid()
        if fits(grid, console, options):
            yield grid
        else:
            yield from self._list()

    def _grid(self) -> Table:
        made = columns("", *map(str, self.numbers))
        for symbol, counted in self.values.items():
            made.add_row(symbol_text(symbol), *(str(counted[n]) if n in counted else "·" for n in self.numbers))
            shares = (percent(counted[n], self.total).replace(" %", "%") if n in counted else "" for n in self.numbers)
            if self.read is None:
                made.add_row("", *(Text(share, style="dim") for share in shares))
                continue
            made.add_row("  of the logs", *(Text(share, style="dim") for share in shares))
            told = self.read[symbol]
            made.add_row("  choices read", *(_short(told[n]) if n in told else "" for n in self.numbers))
        return made

    def _list(self) -> RenderResult:
        for symbol, counted in self.values.items():
            yield symbol_text(symbol)
            if self.read is not None:
                yield Padding(self._columns(counted, self.read[symbol]), (0, 0, 0, 2))
                continue
            each = [f"{n}: {ways} {percent(ways, self.total)}" for n, ways in sorted(counted.items())]
            yield Padding(Columns(map(Text, each), equal=True, padding=(0, 2)), (0, 0, 0, 2))

    def _columns(self, counted: Mapping[int, int], told: Mapping[int, float]) -> Table:
        """One symbol, with the exact share and the chance beside it in columns."""
        made = columns("", "logs", "share", "choices read", numbers_from=1)
        for number, ways in sorted(counted.items()):
            made.add_row(f"{number}:", str(ways), percent(ways, self.total), chance(told[number]))
        return made


def _short(share: float) -> str:
    return chance(share).replace(" %", "%")
