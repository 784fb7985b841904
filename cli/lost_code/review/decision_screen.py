"""A player's decisions on the screen: what was chosen, what was best then, and what with all stones open."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from cli.figures import amount, lost, shift, signed
from cli.lost_code.pieces import Wide, columns, titled
from cli.lost_code.review.choices import (
    alike,
    apart,
    better_choice,
    by_chance,
    choice_words,
    label_words,
    rounds_of,
    short_choice,
)
from cli.lost_code.review.words import decided_words, verdict_words
from solver.lost_code.events import Symbol
from solver.lost_code.review.values import Decision, Label, PlayerReview

__all__ = ["decision_parts"]

_LEGEND = (
    "rd: round; 9–10 (2): 9–10 on wheel 2; VP and to win: lost against the best by what could be known then; ±: the "
    "error of that value in VP (a loss within it is no mistake); open: VP against that best as it came out, with all "
    "stones open."
)
_JUDGED = (
    "† The last round and the final guesses are judged by the chance to win, not by VP: there “best then” is what was "
    "best for the win."
)
_DICE = ", ".join(f"{symbol[:2]} {symbol}" for symbol in Symbol)
_MISTAKES = (Label.SMALL, Label.CLEAR, Label.HEAVY)
_FROM = 78
"""Columns that the table needs to be read."""
_STYLES: Mapping[Label, str] = {
    Label.BEST: "green",
    Label.SMALL: "yellow",
    Label.CLEAR: "dark_orange",
    Label.HEAVY: "bold red",
}
"""Beside the word, never instead of it."""


def decision_parts(player: PlayerReview, top: int | None, *, legend: bool = True) -> list[RenderableType]:
    """The decisions that lost most, mistakes alone, or all in the order of the game for None.

    legend: whether the columns are explained below.
    """
    if not player.decisions:
        return []
    shown = player.decisions if top is None else _costliest(player.decisions, top)
    title = "All decisions" if top is None else "What lost most"
    if not shown:
        return [titled(title, Text("No decision lost more than the error of its value."), *_more(player, shown))]
    rounds = rounds_of(player)
    below = _below(shown, rounds) if legend else []
    wide = Group(_table(shown, rounds), *_more(player, shown), *below)
    narrow = Group(*(_listed(each, rounds) for each in shown), *_more(player, shown))
    return [titled(title, Wide(_FROM, wide, narrow))]


def _below(shown: Sequence[Decision], rounds: int) -> list[RenderableType]:
    """What the columns mean."""
    dice = f" Dice: {_DICE}." if any(each.dice for each in shown) else ""
    judged = [Text(_JUDGED)] if any(by_chance(each, rounds) for each in shown) else []
    return [*judged, Text(_LEGEND + dice)]


def _costliest(decisions: Sequence[Decision], top: int) -> Sequence[Decision]:
    lossy = [decision for decision in decisions if decision.label in _MISTAKES]
    return sorted(lossy, key=lambda each: (each.loss.points, each.loss.win))[:top]


def _more(player: PlayerReview, shown: Sequence[Decision]) -> list[RenderableType]:
    left = len(player.decisions) - len(shown)
    return [Text(f"({left} more: --all)")] if left else []


def _table(shown: Sequence[Decision], rounds: int) -> Table:
    made = columns("rd", "line", "dice", "chosen", "best then", "VP", "±", "to win", "open", "verdict", numbers_from=0)
    for place, column in enumerate(made.columns):
        column.no_wrap = place not in (3, 4)
        column.justify = "left" if place in (2, 3, 4, 9) else "right"
    for each in shown:
        chosen, best = _apart(each, rounds)
        made.add_row(
            str(each.round),
            str(each.line),
            " ".join(die[:2] for die in each.dice),
            chosen,
            best,
            lost(each.loss.points),
            amount(each.error.points),
            shift(each.loss.win),
            _open(each),
            _label(each, rounds),
        )
    return made


def _apart(decision: Decision, rounds: int) -> tuple[str, str]:
    """What was chosen and what was best; of final guesses only those that differ."""
    better = better_choice(decision, rounds)
    if alike(decision.chosen, better):
        return short_choice(decision.chosen, decision), "="
    chosen, best = apart(decision.chosen.events, better.events)
    return short_choice(replace(better, events=chosen), decision), short_choice(replace(better, events=best), decision)


def _open(decision: Decision) -> str:
    """What it came to against the best then, with all stones open."""
    open_ = decision.hindsight
    return "" if open_ is None else signed(open_.chosen - open_.best)


def _label(decision: Decision, rounds: int) -> Text:
    mark = " †" if by_chance(decision, rounds) else ""
    return Text(label_words(decision) + mark, style=_STYLES.get(decision.label, ""))


def _listed(decision: Decision, rounds: int) -> RenderableType:
    """One decision in lines of its own, for a narrow screen."""
    then, hindsight = verdict_words(decision, rounds)
    head = Text(decided_words(decision), style=_STYLES.get(decision.label, ""))
    lines = [f"Dice: {', '.join(decision.dice)}."] if decision.dice else []
    lines += [f"Chosen: {choice_words(decision.chosen, decision)}.", f"Then: {then}", f"Hindsight: {hindsight}"]
    return Group(head, *(Padding(Text(line), (0, 0, 0, 2)) for line in lines))
