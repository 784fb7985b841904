"""What `check` found, for people."""

from collections.abc import Iterable

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from cli.figures import percent
from cli.lost_code import words
from cli.lost_code.commands import Examined
from cli.lost_code.pieces import titled
from solver.errors import Finding
from solver.explain import Conflicts
from solver.lost_code.check import Checked
from solver.lost_code.judging import Explanation
from solver.lost_code.notation import write
from solver.lost_code.slips import Change

__all__ = ["checked_parts"]

SHOWN_FAULTS = 3
"""So many forbidden lines are printed for people: the first slip often brings all the others."""

_WHOLE = 1_000_000
"""Shares are printed in millionths."""


def checked_parts(examined: Examined) -> list[RenderableType]:
    """What is wrong, and what may have happened."""
    checked = examined.checked
    parts: list[RenderableType] = ["", *_verdict(checked)]
    if checked.explanations:
        parts.append(titled(_title(checked), *_explanations(checked.explanations, examined.top)))
    elif checked.wrong and not checked.unfinished:
        parts += ["", Text("No slip that is known here explains it.")]
    if checked.unfinished:
        parts += ["", Text(f"Not finished: {checked.unfinished}.")]
    if checked.odd:
        lines = [Text(f"line {odd.line}: {odd.message}") for odd in checked.odd]
        parts.append(titled("? Allowed, but hardly meant", *lines))
    return parts


def _verdict(checked: Checked) -> list[RenderableType]:
    if checked.faults:
        told = [Text(f"line {fault.line}: {fault}") for fault in checked.faults[:SHOWN_FAULTS]]
        if left := len(checked.faults) - len(told):
            told.append(Text(f"(and {left} more)"))
        return [Text("! The rules forbid what stands here", style="bold"), *told]
    if checked.conflicts is not None:
        return [Text(f"! {words.all_true(checked.conflicts)}", style="bold"), *_others(checked.conflicts)]
    fits = "" if checked.logs is None else f": {checked.logs:,} {'log fits' if checked.logs == 1 else 'logs fit'}"
    return [Text(f"Nothing contradicts itself{fits}.")]


def _others(conflicts: Conflicts) -> list[RenderableType]:
    """The other smallest sets."""
    rest = [words.listed(map(str, lines), "and") for lines in conflicts.sets[1:]]
    if not rest and conflicts.complete:
        return [Text("No other set of lines is as small.")] if len(conflicts.sets[0]) > 1 else []
    more = "" if conflicts.complete else "; and more"
    return [Text(f"Nor can lines {'; '.join(rest)}{more}. No set is smaller.")]


def _title(checked: Checked) -> str:
    several = any(len(each.slips) > 1 for each in checked.explanations)
    if several:
        return "No single slip explains it; two together may"
    return "One of these slips would explain everything" if checked.wrong else "What may have happened"


def _explanations(some: tuple[Explanation, ...], top: int | None) -> Iterable[RenderableType]:
    for place, each in enumerate(some[:top], 1):
        chance = percent(round(each.chance * _WHOLE), _WHOLE) if len(some) > 1 else "the only one"
        kinds = words.listed((slip.kind for slip in each.slips), "and")
        yield Text(f"{place}. {kinds} ({chance})")
        lines = [line for slip in each.slips for change in slip.changes for line in _change(change, told=slip.told)]
        yield Padding(
            Text("\n").join(map(Text, [*lines, _weight(each), *_left(each.left)])), (0, 0, 0, 3), expand=False
        )
    if top is not None and len(some) > top:
        yield Text(f"({len(some) - top} more: check --all)")


def _change(change: Change, *, told: bool) -> Iterable[str]:
    says = "" if change.says is None else write(change.says)
    means = "" if change.means is None else write(change.means)
    if told:
        return [f"line {change.line}: {says}", f"was said, and not true: {means}"]
    if not says:
        return [f"before line {change.line} is missing:", f"  {means}"]
    if not means:
        return [f"line {change.line} should not be there:", f"  {says}"]
    return [f"line {change.line} says: {says}", f"should say: {means}"]


def _weight(each: Explanation) -> str:
    counted = f"weight {each.weight:.2g} = {each.prior:.2g}"
    if each.logs is None:
        return counted
    before = round(each.logs / each.share)
    left = "log" if each.logs == 1 else "logs"
    return f"leaves {each.logs:,} {left} of {before:,}; {counted} × {each.share:.2g}"


def _left(left: tuple[Finding, ...]) -> list[str]:
    """What would still disagree."""
    return (
        [f"line {words.listed((str(f.line) for f in left), 'and')} would still disagree with the stones"]
        if left
        else []
    )
