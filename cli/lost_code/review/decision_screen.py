"""A player's decisions on the screen: what was chosen, what was best then, and what with all stones open."""

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli.figures import amount, shift, signed
from cli.lost_code.pieces import Wide, columns, titled
from cli.lost_code.review.words import LABEL_NAMES, NOTHING, choice_words, place_words, short_choice, verdict_words
from solver.lost_code.events import Final, Symbol
from solver.lost_code.review.values import Decision, Label, PlayerReview

Guesses: TypeAlias = tuple[tuple[Symbol, tuple[int, ...]], ...]

__all__ = ["LEGEND", "decision_parts"]

LEGEND = (
    "Of each decision: VP and chance to win against the best by what could be known then, ± the error of that value (a "
    "loss within it is no mistake); open: VP against the best with all stones open."
)
_FROM = 72
"""Columns that the table needs to be read."""
_STYLES: Mapping[Label, str] = {
    Label.BEST: "green",
    Label.SMALL: "yellow",
    Label.CLEAR: "dark_orange",
    Label.HEAVY: "bold red",
}
"""Beside the word, never instead of it."""


def decision_parts(player: PlayerReview, top: int | None) -> list[RenderableType]:
    """The decisions that lost most, or all in the order of the game for None."""
    if not player.decisions:
        return []
    shown = player.decisions if top is None else _costliest(player.decisions, top)
    title = "All decisions" if top is None else "What lost most"
    if not shown:
        return [titled(title, Text("No decision lost anything."), *_more(player, shown))]
    table = Wide(_FROM, _table(shown), Group(*map(_listed, shown)))
    return [titled(title, table, *_more(player, shown))]


def _costliest(decisions: Sequence[Decision], top: int) -> Sequence[Decision]:
    lossy = [decision for decision in decisions if decision.loss.points < -NOTHING]
    return sorted(lossy, key=lambda decision: decision.loss.points)[:top]


def _more(player: PlayerReview, shown: Sequence[Decision]) -> list[RenderableType]:
    left = len(player.decisions) - len(shown)
    return [Text(f"({left} more: --all)")] if left else []


def _table(shown: Sequence[Decision]) -> Table:
    made = columns("rd", "line", "chosen", "best then", "VP", "±", "to win", "open", "verdict", numbers_from=0)
    for place, column in enumerate(made.columns):
        column.no_wrap = place not in (2, 3)
        column.justify = "left" if place in (2, 3, 8) else "right"
    for each in shown:
        chosen, best = _apart(each)
        made.add_row(
            str(each.round),
            str(each.line),
            chosen,
            best,
            signed(each.loss.points),
            amount(each.error.points),
            shift(each.loss.win),
            _open(each),
            _label(each.label),
        )
    return made


def _apart(decision: Decision) -> tuple[str, str]:
    """What was chosen and what was best; of final guesses only those that differ."""
    chosen, best = decision.chosen, decision.best
    match chosen.events, best.events:
        case _ if chosen.events == best.events:
            return short_choice(chosen, decision), "="
        case (Final(guesses=placed),), (Final(guesses=better),):
            return _short_finals(placed, better), _short_finals(better, placed)
        case _:
            return short_choice(chosen, decision), short_choice(best, decision)


def _short_finals(guesses: Guesses, others: Guesses) -> str:
    other = dict(others)
    apart = [(symbol, some) for symbol, some in guesses if set(some) != set(other.get(symbol, ()))]
    return ", ".join(f"{symbol} {' '.join(map(str, some)) or '–'}" for symbol, some in apart)


def _open(decision: Decision) -> str:
    """What was lost with all stones open."""
    open_ = decision.hindsight
    return "" if open_ is None else signed(open_.chosen - open_.best)


def _label(label: Label) -> Text:
    return Text(LABEL_NAMES[label], style=_STYLES.get(label, ""))


def _listed(decision: Decision) -> RenderableType:
    """One decision in lines of its own, for a narrow screen."""
    then, hindsight = verdict_words(decision)
    head = Text(f"{place_words(decision)}", style=_STYLES.get(decision.label, ""))
    lines = (f"Chosen: {choice_words(decision.chosen, decision)}.", f"Then: {then}", f"Hindsight: {hindsight}")
    return Group(head, *(Padding(Text(line), (0, 0, 0, 2)) for line in lines))
