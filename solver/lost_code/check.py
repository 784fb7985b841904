"""What is wrong with a record, and the likeliest slips that would explain it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from time import perf_counter

from solver.errors import Contradiction, Fault, Finding, SeatError
from solver.explain import Conflicts, smallest_conflicts
from solver.knowledge import Knowledge
from solver.lost_code.course import Course
from solver.lost_code.doubt import helpful
from solver.lost_code.events import Event, Exchange, Symbol
from solver.lost_code.judging import Explanation, Judge, ranked
from solver.lost_code.knowledge import findings, knowledge
from solver.lost_code.odd import Oddity, oddities
from solver.lost_code.pairs import forbidden_pairs, pairs
from solver.lost_code.slips import Kind, Slip, forgotten_exchanges, slips
from solver.lost_code.state import State
from solver.lost_code.view import View, seen_by, view
from solver.record import Draft, in_order
from solver.table import LIMIT, satisfying, table
from solver.worlds import broken_lines

__all__ = ["Checked", "check"]


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found.

    view: the table, up to the first line that the rules forbid; None where no table stands by then. faults: all that
    the rules forbid. conflicts: smallest sets of lines that cannot all be true; None where nothing contradicts itself.
    findings, odd: where table and stones disagree, and what is allowed but hardly meant. explanations: likeliest first.
    logs: how many fit; None without a viewer and where the rules forbid a line. unfinished: why not every slip was
    tried, "" if every one was.
    """

    view: View | None
    faults: tuple[Fault, ...]
    conflicts: Conflicts | None
    findings: tuple[Finding, ...]
    odd: tuple[Oddity, ...]
    logs: int | None
    explanations: tuple[Explanation, ...]
    unfinished: str = ""

    @property
    def wrong(self) -> bool:
        """Whether the record is forbidden or contradicts itself."""
        return bool(self.faults) or self.conflicts is not None


def check(draft: Draft[Event, State], seat: str | None = None, limit: float = 10.0) -> Checked:
    """Check a record from a seat. limit: seconds for the search for slips.

    Raises SeatError, and OutOfTime where too many logs are hidden to say whether the record contradicts itself.
    """
    if draft.record is None:
        return _forbidden(draft, seat, limit)
    seen = view(draft.record, seat)
    entries, start = in_order(draft.game, draft.entries), draft.game.start
    if seen.viewer != draft.record.state.me:
        entries = tuple(seen_by(draft.record, seen.seat))
        start = State(accepted=True)
    course = Course(start, entries)
    found, odd = findings(seen), oddities(course)
    known, logs = (None, None) if seen.viewer is None else _counted(seen)
    conflicts = None if logs != 0 else _conflicts(seen, known)
    if conflicts is None and not found:
        return Checked(seen, (), None, (), odd, logs, ())
    judge = Judge(course, seen.viewer, found, perf_counter() + limit)
    wanted = slips(course.entries, course.set_up)
    if known is not None and conflicts is not None:
        wanted = helpful(wanted, judge.base, known)
    elif conflicts is None:
        wanted = (slip for slip in wanted if not slip.round or slip.round in _rounds_of(judge.base, found))
    explained, unfinished = judge.explained(wanted, better=conflicts is None)
    if known is not None and conflicts is not None and not explained and not unfinished:
        explained, unfinished = pairs(judge)
    return Checked(seen, (), conflicts, found, odd, logs, explained, unfinished)


def _forbidden(draft: Draft[Event, State], seat: str | None, limit: float) -> Checked:
    """Check a record of which the rules forbid some line."""
    course = Course(draft.game.start, in_order(draft.game, draft.entries))
    me = course.set_up.me
    if seat is not None and seat != me:
        whom = f"name {me}, or " if me else ""
        raise SeatError(f"what the rules forbid is mended by whoever kept the record: {whom}leave --as out")
    good = None if draft.good is None else view(draft.good, me)
    found = () if good is None else findings(good)
    judge = Judge(course, me, found, perf_counter() + limit)
    explained, unfinished = judge.explained(_before_break(course), better=False)
    if not unfinished:
        # An answer that was left out later on may need to know what was drawn.
        known = {_exchanged(slip) for each in explained for slip in each.slips}
        numbered = (s for s in _exchanges_before_break(course, numbered=True) if _exchanged(s) not in known)
        more, unfinished = judge.explained(numbered, better=False)
        explained = ranked((*explained, *more))
    if not explained and not unfinished:
        explained, unfinished = forbidden_pairs(judge, _before_break(course), _behind)
    odd = oddities(course)
    return Checked(good, draft.faults, None, found, odd, None, explained, unfinished)


def _before_break(course: Course) -> Iterator[Slip]:
    """The slips that can have led to the first line that the rules forbid, or stand there."""
    broken = len(course.entries) if course.broken is None else course.broken
    for slip in slips(course.entries, course.set_up):
        if min(change.place for change in slip.changes) <= broken:
            yield slip
    yield from _exchanges_before_break(course, numbered=False)


def _behind(course: Course, viewer: str | None) -> Iterator[Slip]:
    """The slips that may be behind what is wrong with a course: a forbidden line, else a contradiction."""
    if course.broken is not None:
        return _before_break(course)
    every = slips(course.entries, course.set_up)
    if viewer is None or course.last.clashes:
        return every
    base = View(viewer, course.last)
    known = knowledge(base)
    return every if satisfying(known) else helpful(every, base, known)


def _exchanges_before_break(course: Course, *, numbered: bool) -> Iterator[Slip]:
    """The exchanges that may be missing where the rules first forbid a line: there it shows."""
    if course.broken is not None:
        line = course.entries[course.broken].line
        yield from forgotten_exchanges(course.broken, line, course.set_up, numbered=numbered)


def _exchanged(slip: Slip) -> tuple[str, Symbol] | None:
    """Whose exchange of which symbol was forgotten, if that is the slip."""
    event = slip.changes[0].means
    if slip.kind is Kind.EXCHANGE_FORGOTTEN and isinstance(event, Exchange):
        return event.player, event.symbol
    return None


# ---- what contradicts what ---------------------------------------------------------------------------------------


def _counted(seen: View) -> tuple[Knowledge | None, int]:
    """What the viewer knows, and how many logs fit; nothing and 0 where a stone lies in two places."""
    try:
        known = knowledge(seen)
    except Contradiction:
        return None, 0
    return known, table(known).total


def _conflicts(seen: View, known: Knowledge | None) -> Conflicts:
    """All smallest sets of lines that cannot all be true, if they are few. Raises OutOfTime."""
    if known is None:
        return Conflicts(tuple(sorted({clash.lines for clash in seen.table.clashes})), complete=True)
    end = perf_counter() + LIMIT
    return smallest_conflicts(
        known, lambda part: satisfying(part, end - perf_counter()), broken=broken_lines(known) or ()
    )


def _rounds_of(base: View, found: Iterable[Finding]) -> set[int]:
    lines = {finding.line for finding in found}
    return {bet.round for bet in base.table.bets if (bet.answer_line or bet.line) in lines}
