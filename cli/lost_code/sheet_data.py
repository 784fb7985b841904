"""Sheets and what is said of them -> what --json prints."""

from collections.abc import Mapping, Sequence
from typing import Any

from solver.lost_code.sheet import Box, Sheet
from solver.lost_code.sheet_alone import Conflict
from solver.lost_code.sheet_check import Checked, Placed, Told
from solver.lost_code.sheet_marks import Judged, Mark, Missed, Proof
from solver.lost_code.sheet_rounds import Slip
from solver.lost_code.sheet_slips import Guess

__all__ = ["checked_data", "conflict_data", "sheet_data"]

_NAMES = {Box.OPEN: "open", Box.CROSSED: "crossed", Box.BLACK: "black"}


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """A sheet."""
    return {
        "game": "lost-code",
        "player": sheet.player,
        "pad": list(map(str, sheet.pad)),
        "boxes": {str(row.symbol): [_NAMES[box] for box in row.boxes] for row in sheet.rows},
        "rounds": [
            {
                "round": each.number,
                "dice": list(map(str, each.dice)),
                "written": {str(symbol): number for symbol, number in each.written},
                "range": None if each.noted is None else str(each.noted),
            }
            for each in sheet.rounds
        ],
        "out": [{"round": out.round, "symbol": str(out.symbol), "number": out.number} for out in sheet.outs],
        "final": {str(symbol): list(numbers) for symbol, numbers in sheet.final},
    }


def checked_data(found: Checked) -> dict[str, Any]:
    """A sheet judged."""
    return {
        "game": "lost-code",
        "viewer": found.seat if found.by_record else found.sheet.player,
        "by": "record" if found.by_record else "sheet",
        "round": found.round,
        "marks": [_mark(mark, found.told) for mark in found.marks],
        "summary": {str(judged): sum(mark.judged is judged for mark in found.marks) for judged in Judged},
        "missed": [_missed(each, found.told) for each in found.missed],
        "lines": [_slip(slip) for slip in found.slips],
        "final": [_placed(each) for each in found.finals],
    }


def _mark(mark: Mark, told: Mapping[int, Told]) -> dict[str, Any]:
    return {
        "symbol": str(mark.symbol),
        "number": mark.number,
        "mark": _NAMES[mark.box],
        "verdict": str(mark.judged),
        "round": mark.round,
        "ways": mark.ways,
        "logs": mark.total,
    } | _proof(mark.proof, told)


def _missed(each: Missed, told: Mapping[int, Told]) -> dict[str, Any]:
    data = {"symbol": str(each.symbol), "number": each.number, "mark": _NAMES[each.box], "round": each.round}
    return data | _proof(each.proof, told)


def _proof(proof: Proof | None, told: Mapping[int, Told]) -> dict[str, Any]:
    """Keys of a proof; none where there is none."""
    if proof is None:
        return {}
    return {
        "lines": list(proof.lines),
        "slots": proof.slots,
        "proof": [_told(line, told[line]) for line in proof.lines],
    }


def _told(line: int, told: Told) -> dict[str, Any]:
    return {
        "line": line,
        "round": told.round,
        "player": told.player,
        "dice": list(map(str, told.dice)),
        "written": {str(symbol): number for symbol, number in told.written},
        "range": None if told.noted is None else str(told.noted),
    }


def _slip(slip: Slip) -> dict[str, Any]:
    return {
        "line": slip.line or None,
        "round": slip.round,
        "kind": str(slip.kind),
        "stated": slip.stated,
        "right": slip.right,
        "wrong": slip.wrong,
        "message": slip.message,
    }


def _placed(each: Placed) -> dict[str, Any]:
    return {
        "symbol": str(each.symbol),
        "numbers": list(each.numbers),
        "expected": each.expected,
        "best": list(each.best),
        "best_expected": each.best_expected,
        "token": each.token,
    }


def conflict_data(found: Conflict, slips: Sequence[Guess]) -> dict[str, Any]:
    """A sheet that contradicts itself."""
    return {
        "error": "contradiction",
        "message": "the lines and black boxes of this sheet cannot all be true",
        "viewer": found.sheet.player,
        "by": "sheet",
        "lines": list(found.lines),
        "proof": [_told(line, found.told[line]) for line in found.lines],
        "slips": [
            {
                "kind": str(guess.kind),
                "line": guess.line,
                "round": guess.round,
                "stated": guess.stated,
                "instead": guess.instead,
                "logs": guess.logs,
            }
            for guess in slips
        ],
        "entries": [_slip(slip) for slip in found.slips],
    }
