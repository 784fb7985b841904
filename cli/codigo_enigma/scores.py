"""The score and how each point came about, and the tables of the memory."""

from collections.abc import Mapping, Sequence

from rich.console import RenderableType
from rich.text import Text

from cli.codigo_enigma import words
from cli.figures import percent
from cli.pieces import Fitting, columns, titled
from solver.codigo_enigma.box import BONUS
from solver.codigo_enigma.scoring import leading, may_stay_hidden, medal_of, points, totals, winners
from solver.codigo_enigma.state import Scored, State
from solver.codigo_enigma.trainer import Row

__all__ = ["laid_words", "memory_tables", "reckoned", "scores"]


def scores(table: State) -> list[RenderableType]:
    """The points of each player, and how each came about."""
    brought, won = totals(table), winners(table)
    total = columns("player", "points", "")
    for player in table.players:
        total.add_row(Text(player), str(brought[player]), "wins" if player in won else "")
    parts: list[RenderableType] = [titled("Points", total)]
    if table.scored:
        lines = [Text(f"line {each.line}: {each.player}, {reckoned(table, each)}") for each in table.scored]
        parts.append(titled("How they came about", *lines))
    if len(won) > 1:
        parts.append(Text(f"{words.listed(won)} share the victory.", style="bold"))
    if left := may_stay_hidden(table):
        first = leading(table)
        wins = f"{words.listed(first)} {'wins' if len(first) == 1 else 'share the victory'}"
        then = f"; if no more is exposed, {wins}" if first else ""
        parts.append(Text(f"Codes of {words.listed(left)} that stay hidden count nothing{then}."))
    if any(points(table, each) is None for each in table.scored):
        parts.append(Text("? A medal that nobody typed counts nothing here, and nobody is named as winner."))
    return parts


def reckoned(table: State, scored: Scored) -> str:
    """What a code brought and why, in one sentence."""
    outcome, medal = scored.outcome, medal_of(table, scored)
    told = "?" if medal is None else str(medal)
    laid = words.LAID[outcome]
    if outcome is None:
        return f"given up: −{told}. CODE card and a symbol card lie {laid}"
    if outcome == "wrong":
        why = "wrong"
        if scored.judged is not outcome:
            why = f"{words.OUTCOMES[scored.judged]}, but with a wild card only the exact order counts"
        return f"{why}: 0. Everything is discarded"
    bonus = BONUS[outcome]
    total = "?" if medal is None else str(medal + bonus)
    sum_ = f"medal {told} + {bonus} = {total}" if bonus else f"medal {told}"
    return f"{words.OUTCOMES[outcome]}: {sum_}. The card lies {laid}"


def laid_words(table: State, scored: Sequence[Scored]) -> list[RenderableType]:
    """What newly revealed codes brought, and how to lay their cards."""
    return [Text(f"{each.player}: {reckoned(table, each)}.") for each in scored]


def memory_tables(tables: Mapping[str, Sequence[Row]], time: str) -> list[RenderableType]:
    """How well codes were kept: by number of codes held, by length, by time. time: minutes or turns."""
    heads = {"held": "codes held", "length": "symbols", "time": time}
    parts: list[RenderableType] = []
    for name, rows in tables.items():
        wide = columns(heads[name], "asked", "said", "exact", "95 %", "right symbols", "95 %")
        narrow = columns("", "said", "exact", "95 %", "right", "95 %")
        for row in rows:
            exact = (_share(row.exact, row.tried), _between(row.exact_interval))
            right = (_share(row.right, row.tried), _between(row.right_interval))
            wide.add_row(row.label, str(row.asked), str(row.tried), *exact, *right)
            narrow.add_row(row.label, str(row.tried), *exact, *right)
        parts.append(titled(f"How codes were kept, by {heads[name]}", Fitting(wide, narrow)))
    return parts


def _share(hits: int, tries: int) -> str:
    return percent(hits, tries) if tries else "-"


def _between(interval: tuple[float, float]) -> str:
    low, high = interval
    return f"{100 * low:.0f}–{100 * high:.0f}"
