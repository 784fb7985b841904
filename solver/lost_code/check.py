"""What is wrong with a record, and the likeliest slips that would explain it.

A slip explains a record if the rules allow what the record would say without it, if a log is left then, and if table
and stones agree at least as well as before.

Its weight is its prior times the share of the logs that it leaves. The share is of the logs that fit the stones in
sight before anybody is told anything: the chance that stones dealt at random lead to just these answers. All deals
being equally likely, weights are thus, by Bayes, in proportion to the chances of the slips, given that one of them
happened and that as many stones lie in sight whichever it was.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from solver.errors import Contradiction, Fault, Finding, OutOfTime, SeatError
from solver.explain import Conflicts, smallest_conflicts
from solver.knowledge import Knowledge
from solver.lost_code.course import Course
from solver.lost_code.events import Answer, Event
from solver.lost_code.knowledge import findings, knowledge
from solver.lost_code.odd import Oddity, oddities
from solver.lost_code.slips import PRIORS, Change, Kind, Slip, forgotten_exchanges, same_change, slips
from solver.lost_code.state import State
from solver.lost_code.view import View, seen_by, view
from solver.record import Draft, in_order
from solver.table import satisfying, table
from solver.worlds import broken_lines

__all__ = ["LEFT_OVER", "Checked", "Explanation", "check"]

LEFT_OVER = max(PRIORS.values())
"""What each finding that is left costs: it needs a slip of its own, at best of the likeliest kind."""


@dataclass(frozen=True, slots=True)
class Explanation:
    """One slip, or several together, that would explain everything.

    logs: how many are left for the viewer, None where nobody is. share: of those that fit before anybody was told
    anything (1 without a viewer). prior: of the slips, and of a further one for each finding in left. weight: prior
    times share. chance: the part of all weights that were found.
    """

    slips: tuple[Slip, ...]
    logs: int | None
    share: float
    prior: float
    weight: float
    chance: float
    left: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found.

    view: the table, up to the first line that the rules forbid; None where no table stands by then. faults: all that
    the rules forbid. conflicts: smallest sets of lines that cannot all be true; None where nothing contradicts itself.
    findings, odd: where table and stones disagree, and what is allowed but hardly meant. explanations: likeliest first.
    unfinished: why not every slip was tried, "" if every one was.
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
    found, odd = findings(seen), oddities(course, seen.viewer)
    known, logs = (None, None) if seen.viewer is None else _counted(seen)
    conflicts = None if logs != 0 else _conflicts(seen, known)
    if conflicts is None and not found:
        return Checked(seen, (), None, (), odd, logs, ())
    search = _Search(course, seen.viewer, found, perf_counter() + limit)
    wanted = slips(course.entries, course.set_up)
    if known is not None and conflicts is not None:
        wanted = _within(wanted, search.base, known)
    elif conflicts is None:
        wanted = (slip for slip in wanted if not slip.round or slip.round in _rounds_of(search.base, found))
    explained, unfinished = search.explained(wanted, better=conflicts is None)
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
    search = _Search(course, me, found, perf_counter() + limit)
    explained, unfinished = search.explained(_before_break(course), better=False)
    odd = oddities(course, me)
    return Checked(good, draft.faults, None, found, odd, None, explained, unfinished)


def _before_break(course: Course) -> Iterator[Slip]:
    """The slips that can have led to the first line that the rules forbid, or stand there."""
    broken = len(course.entries) if course.broken is None else course.broken
    for slip in slips(course.entries, course.set_up):
        if min(change.place for change in slip.changes) <= broken:
            yield slip
    for numbered in (False, True):
        if broken < len(course.entries):
            yield from forgotten_exchanges(broken, course.entries[broken].line, course.set_up, numbered=numbered)


class _Search:
    """Judges slips against a record, until its time is over."""

    def __init__(self, course: Course, viewer: str | None, found: Sequence[Finding], end: float) -> None:
        self.course = course
        self.viewer = viewer
        self.base = View(viewer, course.last)
        self.found = found
        self.had = {(finding.line, finding.player) for finding in found}
        self.end = end

    def explained(self, wanted: Iterable[Slip], *, better: bool) -> tuple[tuple[Explanation, ...], str]:
        """Give the slips that explain the record, likeliest first, and why not all were tried.

        better: only what leaves fewer findings than there are.
        """
        merged: dict[object, Explanation] = {}
        unfinished = ""
        for slip in wanted:
            if perf_counter() > self.end:
                unfinished = "the time was over before every slip was tried"
                break
            key = same_change(slip)
            if key in merged:
                merged[key] = _joined(merged[key], slip)
                continue
            try:
                judged = self.judged((slip,)) or self._as_told(slip)
            except OutOfTime:
                unfinished = "the time was over before every slip was tried"
                break
            if judged and not (better and len(judged.left) >= len(self.found)):
                merged[key] = judged
        return ranked(merged.values()), unfinished

    def _as_told(self, slip: Slip) -> Explanation | None:
        """What an answer leaves that was given wrongly at the table, so that the game went on from it."""
        if self.course.broken is not None or slip.kind not in (Kind.VERDICT, Kind.ANSWERS_SWAPPED):
            return None
        return self.judged((replace(slip, told=True),))

    def judged(self, together: tuple[Slip, ...]) -> Explanation | None:
        """What slips leave, put right together; None if they do not explain the record. Raises OutOfTime."""
        state = self.course.changed(change for slip in together for change in slip.changes if not slip.told)
        if state is not None:
            state = _heard(state, (change for slip in together for change in slip.changes if slip.told))
        if state is None or state.clashes:
            return None
        seen = View(self.viewer, state)
        left = findings(seen)
        if any(self._new(finding) for finding in left):
            return None
        logs, share = None, 1.0
        if self.viewer is not None:
            known = knowledge(seen)
            logs = table(known, self.end - perf_counter()).total
            if not logs:
                return None
            share = logs / table(known.keeping(()), self.end - perf_counter()).total
        prior = LEFT_OVER ** len(left)
        for slip in together:
            prior *= slip.prior
        return Explanation(together, logs, share, prior, prior * share, 0.0, left)

    def _new(self, finding: Finding) -> bool:
        """Whether a finding was not there before. What follows a forbidden line was never looked at."""
        broken = self.course.broken
        unseen = broken is not None and finding.line >= self.course.entries[broken].line
        return not unseen and (finding.line, finding.player) not in self.had


def _heard(state: State, changes: Iterable[Change]) -> State:
    """The same table, where other answers would have been true. The pieces stay as the table moved them."""
    means = {c.line: c.means.verdict for c in changes if isinstance(c.means, Answer)}
    bets = tuple(replace(bet, verdict=means.get(bet.answer_line, bet.verdict)) for bet in state.bets)
    return replace(state, bets=bets)


def _joined(explanation: Explanation, slip: Slip) -> Explanation:
    """Two slips that are put right by the same change: either may have happened."""
    one = explanation.slips[0]
    likelier = one if one.prior >= slip.prior else slip
    prior = explanation.prior * (one.prior + slip.prior) / one.prior
    both = replace(one, kind=likelier.kind, changes=likelier.changes, prior=one.prior + slip.prior)
    return replace(explanation, slips=(both,), prior=prior, weight=prior * explanation.share)


def ranked(explanations: Iterable[Explanation]) -> tuple[Explanation, ...]:
    """Sort by weight, then by line, and give each its part of all weights."""
    some = sorted(explanations, key=lambda each: (-each.weight, [c.line for s in each.slips for c in s.changes]))
    total = sum(each.weight for each in some)
    return tuple(replace(each, chance=each.weight / total) for each in some)


# ---- what contradicts what ---------------------------------------------------------------------------------------


def _counted(seen: View) -> tuple[Knowledge | None, int]:
    """What the viewer knows, and how many logs fit; nothing and 0 where a stone lies in two places."""
    try:
        known = knowledge(seen)
    except Contradiction:
        return None, 0
    return known, table(known).total


def _conflicts(seen: View, known: Knowledge | None) -> Conflicts:
    """All smallest sets of lines that cannot all be true, if they are few."""
    if known is None:
        return Conflicts(tuple(sorted({clash.lines for clash in seen.table.clashes})), complete=True)
    return smallest_conflicts(known, satisfying, broken=broken_lines(known) or ())


def _within(wanted: Iterable[Slip], base: View, known: Knowledge) -> Iterator[Slip]:
    """Leave out slips of a round without whose answers the rest contradicts itself just the same."""
    rounds = {bet.answer_line or bet.line: bet.round for bet in base.table.bets}
    lines = {fact.line for fact in known.facts if fact.line is not None}
    helps = {now: satisfying(known.keeping(line for line in lines if rounds[line] != now)) for now in rounds.values()}
    return (slip for slip in wanted if not slip.round or helps.get(slip.round))


def _rounds_of(base: View, found: Iterable[Finding]) -> set[int]:
    lines = {finding.line for finding in found}
    return {bet.round for bet in base.table.bets if (bet.answer_line or bet.line) in lines}
