"""How long a sheet takes, and whether what is said of it is true.

Sheets of random games with one to three planted slips (`tests.sheets`, whose truth is brute force): reading, judging by
the record, judging alone, filling in. Every slip must be found and no right mark be blamed, and CP-SAT verifies each
proof: its lines exclude the number, and without any one of them they do not.
"""

from dataclasses import dataclass, field
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.timing import markdown
from solver import cp_sat
from solver.games import read
from solver.knowledge import Knowledge
from solver.lost_code import sheet_text
from solver.lost_code.box import ASSUMED_PAD
from solver.lost_code.knowledge import slot
from solver.lost_code.moments import moments
from solver.lost_code.sheet_alone import check_alone
from solver.lost_code.sheet_check import Checked, check, ideal
from solver.lost_code.sheet_marks import Judged, Missed, restricted
from tests.sheets import Kept, Planted, kept, plant

__all__ = ["run"]

SHEETS = 200
FIRST_SEED = 42_000


@dataclass
class Figures:
    """What was measured: milliseconds by step, and what was found."""

    times: dict[str, list[float]] = field(default_factory=dict)
    sheets: int = 0
    slips: int = 0
    proofs: int = 0
    seconds_of_brute_force: float = 0.0

    def timed(self, step: str, start: float) -> None:
        """Note a step that began at a time of `perf_counter`."""
        self.times.setdefault(step, []).append(1000 * (perf_counter() - start))


def run() -> str:
    """Give the table of times, and how much was compared."""
    figures = Figures()
    seed = FIRST_SEED
    while figures.sheets < SHEETS:
        start = perf_counter()
        case = kept(seed)
        figures.seconds_of_brute_force += perf_counter() - start
        seed += 1
        if case is not None:
            planted = plant(case, Random(seed))
            if planted.wrong or planted.missing:
                _measure(case, planted, figures)
    rows = [
        [step, f"{median(times):.1f}", f"{sorted(times)[int(0.95 * len(times))]:.1f}", f"{max(times):.1f}"]
        for step, times in figures.times.items()
    ]
    table = markdown(["step", "median ms", "p95 ms", "most ms"], rows)
    return (
        f"{table}\n\n{figures.sheets} sheets, {figures.slips} slips, all found with their rounds; no other blamed.\n"
        f"{figures.proofs} proofs, each verified by CP-SAT, with and without each of its lines."
    )


def _measure(case: Kept, planted: Planted, figures: Figures) -> None:
    record = read(case.text)
    start = perf_counter()
    sheet = sheet_text.read(planted.text)
    figures.timed("read", start)
    start = perf_counter()
    found = check(sheet, record, case.seat)
    figures.timed("check by the record", start)
    start = perf_counter()
    check_alone(sheet)
    figures.timed("check alone", start)
    start = perf_counter()
    full = ideal(record, case.seat, ASSUMED_PAD)
    figures.timed("show", start)
    empty = sheet_text.read(sheet_text.write(full).replace(" x", " ."))
    start = perf_counter()
    nothing_crossed = check(empty, record, case.seat)
    figures.timed("check, every cross missing", start)
    _compare(case, planted, found)
    figures.sheets += 1
    figures.slips += len(planted.wrong) + len(planted.missing)
    now = moments(record, case.seat)[-1].known
    for each in nothing_crossed.missed:
        figures.proofs += _verified(now, case.seat, each)


def _compare(case: Kept, planted: Planted, found: Checked) -> None:
    bad = {(str(m.symbol), m.number): (str(m.judged), m.round) for m in found.marks if m.judged is not Judged.RIGHT}
    missing = {(str(each.symbol), each.number): str(each.box) for each in found.missed}
    if (bad, missing) != (dict(planted.wrong), dict(planted.missing)):
        raise AssertionError(f"a wrong answer was timed: seed {case.seed}")


def _verified(known: Knowledge, seat: str, each: Missed) -> bool:
    """Whether there is a proof; it must be one, and none of its lines may be spared."""
    if each.proof is None:
        return False
    mine = next(place for place in known.asked if place.startswith(slot(seat, each.symbol, 0)[:-1]))
    left = restricted(known, {mine: [each.number]})
    lines = [fact.line for fact in left.facts if fact.line is not None and abs(fact.line) in each.proof.lines]
    enough = not cp_sat.satisfying(left.keeping(lines))
    spare = any(not cp_sat.satisfying(left.keeping(set(lines) - {line})) for line in lines)
    if not enough or spare:
        raise AssertionError(f"no smallest proof: {each}")
    return True
