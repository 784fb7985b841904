"""What `check` found, for people."""

from rich.console import RenderableType
from rich.text import Text

from cli.cypher import words
from cli.cypher.commands import Examined
from cli.pieces import titled
from solver.cypher.slips import Slip

__all__ = ["checked_parts"]

SHOWN_FAULTS = 3
"""So many forbidden lines are printed for people: the first slip often brings all the others."""


def checked_parts(examined: Examined) -> list[RenderableType]:
    """What is wrong, and what may have happened."""
    checked = examined.checked
    parts: list[RenderableType] = [""]
    if checked.faults:
        parts.append(Text("! The rules forbid what stands here", style="bold"))
        parts += [Text(f"line {fault.line}: {fault}") for fault in checked.faults[:SHOWN_FAULTS]]
        if left := len(checked.faults) - SHOWN_FAULTS:
            parts += [Text(f"(and {left} more)")] if left > 0 else []
    elif checked.conflict is not None:
        lines = words.listed(map(str, checked.conflict.lines), "and")
        parts.append(Text(f"! {checked.conflict.reason}.", style="bold"))
        if checked.conflict.smallest:
            parts.append(Text(f"A smallest set of lines that cannot all be true: {lines}."))
        else:
            parts.append(Text(f"Lines that cannot all be true: {lines}. Not proved smallest: time ran out."))
    else:
        parts.append(Text("Nothing contradicts itself."))
    if checked.slips:
        shown = checked.slips[: examined.top]
        lines_told = [Text(f"{n}. {_slip(slip)}") for n, slip in enumerate(shown, 1)]
        if len(checked.slips) > len(shown):
            lines_told.append(Text(f"(and {len(checked.slips) - len(shown)} more: check --all)"))
        parts.append(titled("One of these slips would explain everything", *lines_told))
    elif checked.wrong and not checked.unfinished:
        parts += ["", Text("No slip that is known here explains it.")]
    if checked.unfinished:
        parts += ["", Text(f"Not finished: {checked.unfinished}.")]
    if checked.odd:
        parts.append(titled("? Allowed, but hardly meant", *(Text(odd) for odd in checked.odd)))
    return parts


def _slip(slip: Slip) -> str:
    """What may have happened, in one line."""
    if slip.was is None:
        return f"missing before line {slip.line}: {slip.instead}"
    return f"line {slip.line}: {slip.was} → {slip.instead or '(no such line)'}"
