"""What `explain` found, for programs."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from cli.lost_code.commands import Explained, Found
from cli.lost_code.proofs import told
from solver.lost_code.explaining import Explanation, Possible, Reason, Seen
from solver.lost_code.view import View
from solver.proof import effort

__all__ = ["deduction_data"]

Json = dict[str, Any]


def deduction_data(result: Explained | Found) -> Json:
    """The keys of `explain`."""
    if isinstance(result, Explained):
        return _explained(result.view, result.verdict)
    return _found(result.view, result.reasons, result.hint)


def _found(view: View, reasons: Sequence[Reason], hint: int | None) -> Json:
    """All that can be deduced, or as much as a hint gives away."""
    if hint is None:
        return {"found": [_reason(view, reason) for reason in reasons]}
    given: Json = {"count": sum(len(reason.numbers) for reason in reasons)}
    if reasons and hint > 1:
        given["symbol"] = reasons[0].symbol
    if reasons and hint > 2:
        given["lines"] = list(reasons[0].lines)
    return given | ({"found": [_reason(view, reason) for reason in reasons[:1]]} if hint > 3 else {})


def _explained(view: View, verdict: Explanation) -> Json:
    match verdict:
        case Reason():
            return _reason(view, verdict)
        case Seen(symbol, number, line):
            return {"symbol": symbol, "number": number, "status": "seen", "line": line}
        case Possible(symbol, number, ways, total, log):
            example = dict(zip(map(str, view.table.symbols), log, strict=True))
            return {
                "symbol": symbol,
                "number": number,
                "status": "possible",
                "ways": ways,
                "logs": total,
                "example": example,
            }


def _reason(view: View, reason: Reason) -> Json:
    steps = None if reason.proof is None else [asdict(step) for step in told(view, reason.proof)]
    return {
        "symbol": reason.symbol,
        "number": reason.certain,
        "status": "impossible" if reason.certain is None else "certain",
        "impossible": list(reason.numbers),
        "lines": list(reason.lines),
        "steps": steps,
        "effort": None if reason.proof is None else effort(reason.proof),
        "new": reason.new,
    }
