"""What can be deduced, and its proofs, as a person reads them."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from cli.figures import percent
from cli.lost_code.commands import Explained, Found
from cli.lost_code.pieces import titled
from cli.lost_code.proofs import told
from cli.lost_code.words import listed
from solver.lost_code.explaining import Explanation, Possible, Reason, Seen
from solver.lost_code.view import View

__all__ = ["deductions"]


def deductions(result: Explained | Found) -> list[RenderableType]:
    """What `explain` found."""
    if isinstance(result, Explained):
        return _explained(result.view, result.verdict)
    return _deduced(result.view, result.reasons, result.hint)


def _explained(view: View, verdict: Explanation) -> list[RenderableType]:
    """Why a number cannot be or must be; how often it is, if it may be."""
    match verdict:
        case Seen(symbol, number, line):
            return ["", Text(f"Your {symbol} is not {number}: it was seen on line {line}.")]
        case Possible(symbol, number, ways, total, log):
            example = ", ".join(f"{each} {n}" for each, n in zip(view.table.symbols, log, strict=True))
            often = f"Your {symbol} may be {number}: in {ways:,} of {total:,} ways, {percent(ways, total)}."
            return ["", Text(often), Text(f"One log in which it is so: {example}.")]
        case Reason():
            return _reasoned(view, verdict)


def _deduced(view: View, reasons: Sequence[Reason], hint: int | None) -> list[RenderableType]:
    """Everything that the answers tell, or a hint at the easiest of it."""
    if not reasons:
        return ["", Text("The answers rule out nothing yet beside what lies in sight.")]
    if hint is not None and hint < 4:
        return ["", Text(_hint(reasons, hint))]
    parts: list[RenderableType] = []
    for reason in reasons if hint is None else reasons[:1]:
        parts += _reasoned(view, reason)
    return parts


def _hint(reasons: Sequence[Reason], hint: int) -> str:
    """How much there is, where the easiest is, and what proves it."""
    count = sum(len(reason.numbers) for reason in reasons)
    much = f"{count} number{'s' if count > 1 else ''} can be crossed out beside those in sight."
    easiest = reasons[0]
    told = [much, f"Look at your {easiest.symbol}.", f"It follows from {_lines(easiest)}, given the stones in sight."]
    return " ".join(told[:hint])


def _lines(reason: Reason) -> str:
    return f"line{'s' if len(reason.lines) > 1 else ''} {listed(map(str, reason.lines), 'and')}"


def _reasoned(view: View, reason: Reason) -> list[RenderableType]:
    if reason.certain is None:
        what = f"Your {reason.symbol} is not {listed(map(str, reason.numbers), 'or')}"
    else:
        what = f"Your {reason.symbol} is {reason.certain}"
    new = ", new with the last answer" if reason.new else ""
    if reason.proof is None:
        return [titled(what, Text(f"Proved by {_lines(reason)}{new}; in steps it would take too long to tell."))]
    steps = [
        Padding(Text(f"{step.label}. {step.text}"), (0, 0, 0, 2 * step.depth)) for step in told(view, reason.proof)
    ]
    others = len(view.table.numbers) - 1 - len(reason.numbers)
    rest = [] if reason.certain is None or not others else [Text(_in_sight(view, reason))]
    return [titled(f"{what} ({_lines(reason)}{new})", *steps, *rest)]


def _in_sight(view: View, reason: Reason) -> str:
    """Where the numbers lie that no answer had to rule out."""
    seen = view.table.seen(reason.symbol)
    lines = sorted({line for number, line in seen.items() if number not in (*reason.numbers, reason.certain)})
    return f"All other numbers were seen, on line{'s' if len(lines) > 1 else ''} {listed(map(str, lines), 'and')}."
