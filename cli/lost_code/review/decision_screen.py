"""A player's decisions on the screen: what was chosen, what was best then, and what with all stones open."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli.figures import amount, shift, signed
from cli.lost_code.pieces import Wide, columns, titled
from cli.lost_code.review.words import (
    NOTHING,
    alike,
    apart,
    better_choice,
    choice_words,
    label_words,
    place_words,
    short_choice,
    verdict_words,
)
from solver.lost_code.review.values import Decision, Label, PlayerReview

__all__ = ["LEGEND", "decision_parts"]

LEGEND = (
    "Of each decision: VP and chance to win against the best by what could be known then, ± the error of that value (a "
    "loss within it is no mistake); open: VP against that best as it came out, with all stones open."
)
_MISTAKES = (Label.SMALL, Label.CLEAR, Label.HEAVY)
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
    """The decisions that lost most, mistakes first, or all in the order of the game for None."""
    if not player.decisions:
        return []
    shown = player.decisions if top is None else _costliest(player.decisions, top)
    title = "All decisions" if top is None else "What lost most"
    if not shown:
        return [titled(title, Text("No decision lost anything."), *_more(player, shown))]
    table = Wide(_FROM, _table(shown), Group(*map(_listed, shown)))
    return [titled(title, table, *_more(player, shown))]


def _costliest(decisions: Sequence[Decision], top: int) -> Sequence[Decision]:
    lossy = [decision for decision in decisions if min(decision.loss.points, decision.loss.win) < -NOTHING]
    return sorted(lossy, key=lambda each: (each.label not in _MISTAKES, each.loss.points, each.loss.win))[:top]


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
            _label(each),
        )
    return made


def _apart(decision: Decision) -> tuple[str, str]:
    """What was chosen and what was best; of final guesses only those that differ."""
    better = better_choice(decision)
    if alike(decision.chosen, better):
        return short_choice(decision.chosen, decision), "="
    chosen, best = apart(decision.chosen.events, better.events)
    return short_choice(replace(better, events=chosen), decision), short_choice(replace(better, events=best), decision)


def _open(decision: Decision) -> str:
    """What it came to against the best then, with all stones open."""
    open_ = decision.hindsight
    return "" if open_ is None else signed(open_.chosen - open_.best)


def _label(decision: Decision) -> Text:
    return Text(label_words(decision), style=_STYLES.get(decision.label, ""))


def _listed(decision: Decision) -> RenderableType:
    """One decision in lines of its own, for a narrow screen."""
    then, hindsight = verdict_words(decision)
    head = Text(f"{place_words(decision)}", style=_STYLES.get(decision.label, ""))
    lines = (f"Chosen: {choice_words(decision.chosen, decision)}.", f"Then: {then}", f"Hindsight: {hindsight}")
    return Group(head, *(Padding(Text(line), (0, 0, 0, 2)) for line in lines))
