"""What `check` found, for programs."""

from typing import Any

from cli.lost_code import words
from cli.outcome import finding_data
from solver.lost_code.check import Checked
from solver.lost_code.judging import Explanation
from solver.lost_code.notation import write
from solver.lost_code.slips import Slip

__all__ = ["checked_data"]


def checked_data(checked: Checked) -> dict[str, Any]:
    """The keys of `check` itself."""
    conflicts = checked.conflicts
    given: dict[str, Any] = {
        "logs": checked.logs,
        "faults": [
            {"line": f.line, "message": str(f), "typed": f.typed, "expected": f.expected} for f in checked.faults
        ],
        "conflicts": [list(lines) for lines in conflicts.sets] if conflicts else [],
        "all_conflicts": conflicts is None or conflicts.complete,
        "odd": [{"line": odd.line, "player": odd.player, "message": odd.message} for odd in checked.odd],
        "explanations": [_explanation(each) for each in checked.explanations],
        "unfinished": checked.unfinished or None,
    }
    if checked.faults:
        given |= {"error": "rules", "line": checked.faults[0].line, "message": str(checked.faults[0])}
    elif conflicts:
        given |= {"error": "contradiction", "lines": list(conflicts.sets[0]), "message": words.all_true(conflicts)}
    return given


def _explanation(each: Explanation) -> dict[str, Any]:
    return {
        "slips": [_slip(slip) for slip in each.slips],
        "logs": each.logs,
        "share": each.share,
        "prior": each.prior,
        "weight": each.weight,
        "chance": each.chance,
        "findings": finding_data(each.left),
    }


def _slip(slip: Slip) -> dict[str, Any]:
    return {
        "kind": slip.kind.name.lower().replace("_", "-"),
        "told": slip.told,
        "changes": [
            {
                "line": change.line,
                "says": None if change.says is None else write(change.says),
                "means": None if change.means is None else write(change.means),
            }
            for change in slip.changes
        ],
    }
