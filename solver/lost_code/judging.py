"""Slips judged: what a record would leave without them, and what they weigh.

A slip explains a record if the rules allow what the record would say without it, if a log is left then, and if table
and stones agree at least as well as before.

Its weight is its prior times the share of the logs that it leaves. The share is of the logs that fit the stones in
sight before anybody is told anything: the chance that stones dealt at random lead to just these answers. All deals
being equally likely, weights are thus, by Bayes, in proportion to the chances of the slips, given that one of them
happened and that as many stones lie in sight whichever it was.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from solver.errors import Finding, OutOfTime
from solver.lost_code.course import Course
from solver.lost_code.events import Answer
from solver.lost_code.knowledge import findings, knowledge
from solver.lost_code.slips import PRIORS, Change, Kind, Slip, same_change
from solver.lost_code.state import State
from solver.lost_code.view import View
from solver.table import table

__all__ = ["LEFT_OVER", "Explanation", "Judge", "ranked"]

LEFT_OVER = max(PRIORS.values())
"""What each finding that is left costs: it needs a slip of its own, at best of the likeliest kind."""

_TIME_OVER = "the time was over before every slip was tried (--limit)"


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


class Judge:
    """Judges slips against a record, until its time is over."""

    def __init__(self, course: Course, viewer: str | None, found: Sequence[Finding], end: float) -> None:
        """Take what is to be judged. found: what disagrees in it. end: when the time is over, by perf_counter."""
        self.course = course
        self.viewer = viewer
        self.base = View(viewer, course.last)
        self.found = found
        self.had = {(finding.line, finding.player) for finding in found}
        self.end = end
        self.unseen = None if course.broken is None else course.entries[course.broken].line
        """The first line that the rules forbid: what follows was never looked at."""

    def explained(self, wanted: Iterable[Slip], *, better: bool) -> tuple[tuple[Explanation, ...], str]:
        """Give the slips that explain the record, likeliest first, and why not all were tried.

        better: only what leaves fewer findings than there are.
        """
        merged: dict[object, Explanation] = {}
        unfinished = ""
        for slip in wanted:
            if perf_counter() > self.end:
                unfinished = _TIME_OVER
                break
            key = same_change(slip)
            if key in merged:
                merged[key] = _joined(merged[key], slip)
                continue
            try:
                tried = (self.judged((way,)) for way in self.ways(slip))
                judged = next((each for each in tried if each), None)
            except OutOfTime:
                unfinished = _TIME_OVER
                break
            if judged and not (better and len(judged.left) >= len(self.found)):
                merged[key] = judged
        return ranked(merged.values()), unfinished

    def ways(self, slip: Slip) -> tuple[Slip, ...]:
        """The slip as one of the pen, and where it may be so as one of the tongue: then all went on as it was told."""
        spoken = self.course.broken is None and slip.kind in (Kind.VERDICT, Kind.ANSWERS_SWAPPED)
        return (slip, replace(slip, told=True)) if spoken else (slip,)

    def judged(self, together: tuple[Slip, ...]) -> Explanation | None:
        """What slips leave, put right together; None if they do not explain the record. Raises OutOfTime."""
        state = self.without(together)
        if state is None or self.fresh_findings(state):
            return None
        seen = View(self.viewer, state)
        logs, share = None, 1.0
        if self.viewer is not None:
            known = knowledge(seen)
            logs = table(known, self.end - perf_counter()).total
            if not logs:
                return None
            share = logs / table(known.keeping(()), self.end - perf_counter()).total
        left = findings(seen)
        prior = LEFT_OVER ** len(left)
        for slip in together:
            prior *= slip.prior
        return Explanation(together, logs, share, prior, prior * share, 0.0, left)

    def without(self, together: tuple[Slip, ...]) -> State | None:
        """The table at the end of the record without the slips; None if the rules or the stones forbid it."""
        changes = [(slip.told, change) for slip in together for change in slip.changes]
        if len({change.place for _, change in changes}) < len(changes):
            return None
        state = self.course.changed(change for told, change in changes if not told)
        if state is not None:
            state = _heard(state, (change for told, change in changes if told))
        return None if state is None or state.clashes else state

    def fresh_findings(self, state: State) -> bool:
        """Whether table and stones disagree where they did not before."""
        return any(self._new(finding) for finding in findings(View(self.viewer, state)))

    def _new(self, finding: Finding) -> bool:
        """Whether a finding was not there before."""
        looked_at = self.unseen is None or finding.line < self.unseen
        return looked_at and (finding.line, finding.player) not in self.had


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
