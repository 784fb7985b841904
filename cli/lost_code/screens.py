"""Values -> what a person sees, at 80 columns and at 40, with and without colour."""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli.figures import amount, percent
from cli.lost_code import words
from solver.lost_code.events import Symbol
from solver.lost_code.knowledge import findings
from solver.lost_code.ranking import Advice, FinalPlan
from solver.lost_code.rules import due, thrower, wheels_free
from solver.lost_code.state import State
from solver.lost_code.view import View

__all__ = [
    "ValuesGrid",
    "columns",
    "final_parts",
    "footnotes",
    "heading",
    "logs_table",
    "rank_screen",
    "show_screen",
    "sums_table",
    "symbols_text",
    "titled",
]

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


def columns(*heads: str, numbers_from: int = 1) -> Table:
    """An open table whose columns from `numbers_from` on are flush right."""
    made = Table(box=None, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False, header_style="bold")
    for place, head in enumerate(heads):
        made.add_column(head, justify="right" if place >= numbers_from else "left", overflow="fold")
    return made


def titled(title: str, *parts: RenderableType) -> Group:
    """A title with parts under it, and a blank line before."""
    return Group("", Text(title, style="bold"), *parts)


def heading(view: View) -> Text:
    """One line: the game, where it stands, and whose eyes these are."""
    table = view.table
    eyes = f"seen by {view.viewer}" if view.viewer else "all logs open"
    place = f"round {table.round} of {table.rounds}" if table.round else "before the first round"
    return Text(f"The Lost Code · {place} · {eyes}", style="bold")


def footnotes(view: View) -> list[RenderableType]:
    """What contradicts the stones, and what is assumed."""
    parts: list[RenderableType] = []
    if found := findings(view):
        lines = [Text(f"line {f.line}: {f.message}") if f.line else Text(f.message) for f in found]
        parts.append(titled("! Table and stones disagree", *lines))
    if view.table.wheels_assumed:
        parts += ["", Text(f"* {words.ASSUMED['wheels']}", style="italic")]
    return parts


# ---- show -------------------------------------------------------------------------------------------------------


def show_screen(view: View) -> list[RenderableType]:
    """The table as it stands."""
    table, now = view.table, due(view.table)
    parts: list[RenderableType] = [heading(view)]
    if table.variants:
        parts.append(Text(", ".join(words.VARIANTS[v] for v in sorted(table.variants))))
    parts.append(Text(f"Phase: {words.PHASES[now.step]}. Expected next: {words.awaited(now)}."))
    parts.append(Text(f"Throws: {thrower(table)}"))
    parts.append(titled("Track, from last to first", _track(view)))
    if table.dice:
        parts.append(titled("Dice", _dice(table)))
        free = ", ".join(f"{w} ({table.points[w]} VP)" for w in wheels_free(table)) or "none"
        parts.append(titled("Wheels free, by how many numbers they show", Text(free)))
    if table.set_now:
        parts.append(titled("Guesses of this round", _guesses(table)))
    parts.append(titled("Stones", _stones(view)))
    if table.tokens:
        parts.append(titled("Shortcut tokens", *(Text(_token(view, place)) for place in range(len(table.tokens)))))
    return parts + footnotes(view)


def _track(view: View) -> RenderableType:
    table = view.table
    made = columns("player", "space", numbers_from=1)
    made.add_column("")
    for player in table.order:
        notes = []
        if player == view.viewer:
            notes.append("you")
        if player == table.cursed:
            notes.append("cursed")
        if table.scored and player == table.order[-1]:
            notes.append("wins")
        made.add_row(Text(player), str(table.spaces[player]), ", ".join(notes))
    if table.curse_in_game and not table.cursed:
        return Group(made, Text("The skull lies on space 7."))
    return made


def _dice(table: State) -> Text:
    dice = symbols_text(table.dice)
    return dice if table.dice == table.thrown else dice.append(f"   (thrown: {' '.join(table.thrown)})")


def _guesses(table: State) -> Table:
    made = columns("player", "range", "wheel", "answer", numbers_from=1)
    for bet in table.set_now:
        answer = bet.verdict or "to come"
        made.add_row(Text(bet.player), words.window(bet.low, bet.high), str(bet.width), answer)
    return made


def _stones(view: View) -> Table:
    """Symbols down, logs across: narrow enough for 40 columns."""
    table = view.table
    made = columns("", *(owner.replace("neutral-", "nobody ") for owner in table.owners), "pile", "out")
    for symbol in table.symbols:
        logs = (table.held(owner, symbol).number for owner in table.owners)
        gone = [stone.number for player in table.players for stone in table.history(player, symbol)[:-1]]
        out = " ".join("?" if number is None else str(number) for number in gone) or "-"
        row = ("?" if number is None else str(number) for number in logs)
        made.add_row(symbol_text(symbol), *row, str(table.pile(symbol)), out)
    return made


def _token(view: View, place: int) -> str:
    token = view.table.tokens[place]
    written = "hidden" if token.numbers is None else words.numbers(token.numbers)
    if token.numbers is None and token.player == view.viewer:
        written = "not noted"
    return f"{token.player}: {token.symbol}, written: {written}"


# ---- solve ------------------------------------------------------------------------------------------------------


class ValuesGrid:
    """Symbol by number with exact counts and shares: a grid where it fits, else a list."""

    def __init__(self, values: Mapping[Symbol, Mapping[int, int]], numbers: Sequence[int], total: int) -> None:
        self.values = values
        self.numbers = numbers
        self.total = total

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Choose by the width at hand."""
        grid = self._grid()
        if console.measure(grid, options=options.update(width=1000, max_width=1000)).maximum <= options.max_width:
            yield grid
        else:
            yield from self._list()

    def _grid(self) -> Table:
        made = columns("", *map(str, self.numbers))
        for symbol, counted in self.values.items():
            made.add_row(symbol_text(symbol), *(str(counted[n]) if n in counted else "·" for n in self.numbers))
            shares = (percent(counted[n], self.total).replace(" %", "%") if n in counted else "" for n in self.numbers)
            made.add_row("", *(Text(share, style="dim") for share in shares))
        return made

    def _list(self) -> RenderResult:
        for symbol, counted in self.values.items():
            yield symbol_text(symbol)
            each = (f"{n}: {ways} ({percent(ways, self.total)})" for n, ways in sorted(counted.items()))
            yield Padding(Text("  ".join(part.replace(" ", "\u00a0") for part in each)), (0, 0, 0, 2))


def logs_table(symbols: Sequence[Symbol], logs: Iterable[tuple[tuple[int, ...], int]]) -> Table:
    """Logs, one a row, with the number of ways for each."""
    made = columns(*(symbol[:6] for symbol in symbols), "ways", numbers_from=0)
    for numbers, ways in logs:
        made.add_row(*map(str, numbers), str(ways))
    return made


def sums_table(sums: Mapping[int, int], total: int) -> Table:
    """The distribution of a sum, with bars."""
    made = columns("sum", "logs", "chance", numbers_from=0)
    made.add_column("")
    most = max(sums.values())
    for reached, ways in sums.items():
        bar = "█" * max(1, round(12 * ways / most))
        made.add_row(str(reached), str(ways), percent(ways, total), bar)
    return made


# ---- rank -------------------------------------------------------------------------------------------------------


def _value(value: float | None) -> str:
    return "-" if value is None else amount(value)


def rank_screen(advice: Advice, top: int | None) -> list[RenderableType]:
    """Every open decision, best choice first."""
    parts: list[RenderableType] = []
    total = advice.odds.total
    if advice.tokens:
        parts.append(_tokens(advice, total))
    if advice.turns:
        parts.append(_turns(advice, top))
    if advice.guesses:
        parts.append(_wheels(advice, top))
    if advice.exchanges:
        made = columns("give up", "value")
        for exchange in advice.exchanges[:top]:
            made.add_row(symbol_text(exchange.symbol), _value(exchange.value))
        parts.append(titled("Which stone to exchange", made, Text(words.why_exchange(advice.exchanges))))
    if advice.final:
        parts.append(titled("Your final guesses", *final_parts(advice.final, total)))
    if advice.waiting:
        parts += ["", Text(f"Waiting for {words.listed(advice.waiting, 'or')}.")]
    if not parts:
        parts += ["", Text("Nothing is left to decide.")]
    if advice.odds.unnoted:
        unnoted = words.listed(advice.odds.unnoted, "and")
        parts += ["", Text(f"No value can be told: what you wrote with the token was not noted ({unnoted}).")]
    return parts


def _tokens(advice: Advice, total: int) -> RenderableType:
    symbol = advice.tokens[0].symbol
    made = columns("write", "right", "value")
    for choice in advice.tokens:
        share = percent(choice.ways, total) if choice.numbers else ""
        made.add_row(words.numbers(choice.numbers) or "leave it", share, _value(choice.value))
    title = f"The {symbol} token: take it?"
    return titled(title, made, Text(words.why_token(advice.tokens, total)))


def _turns(advice: Advice, top: int | None) -> RenderableType:
    made = columns("turn", "then best", "wheel", "VP now", "value")
    for choice in advice.turns[:top]:
        best = choice.best
        made.add_row(
            words.turns(choice),
            words.window(best.low, best.high),
            str(best.wheel),
            amount(best.expected),
            _value(best.value),
        )
    left = len(advice.turns) - len(advice.turns[:top])
    more = [Text(f"({left} more: --all)")] if left else []
    return titled("Which die to turn", made, *more, Text(words.why_die(advice.turns)))


def _wheels(advice: Advice, top: int | None) -> RenderableType:
    total = advice.odds.total
    made = columns("range", "wheel", "VP", "right", "VP now", "value")
    for choice in advice.guesses[:top]:
        made.add_row(
            words.window(choice.low, choice.high),
            str(choice.wheel),
            str(choice.points),
            percent(choice.right, total),
            amount(choice.expected),
            _value(choice.value),
        )
    left = len(advice.guesses) - len(advice.guesses[:top])
    more = [Text(f"({left} more: --all)")] if left else []
    dice = symbols_text(advice.dice)
    return titled("Which wheel to set for", dice, made, *more, Text(words.why_wheel(advice.guesses, total)))


def final_parts(plan: FinalPlan, total: int) -> list[RenderableType]:
    """The final guesses, and what they are worth."""
    made = columns("", "guess", "right", "VP")
    for choices in plan.symbols:
        best = choices[0]
        numbers = " ".join(map(str, best.numbers)) or "?"
        name = symbol_text(best.symbol, " (token)" if best.written else "")
        made.add_row(name, numbers, percent(best.ways, total) if best.numbers else "-", amount(best.expected))
    worth = "-" if plan.expected is None else f"{amount(plan.expected)} VP"
    return [made, Text(f"Together worth {worth}. {words.why_final(plan, total)}")]
