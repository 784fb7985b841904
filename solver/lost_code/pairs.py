"""Two slips together, where no single one explains a record.

In a contradiction, by CP-SAT, slips about dice, wheels and answers only: each puts another clue in the place of what an
answer says of the viewer's stones. A choice of them costs the sum of -log(prior); CP-SAT finds the cheapest that leaves
a log, then the next, and the rules and the table confirm each. Two misread stones, or a stone and an answer, are not
looked for.

Where the rules forbid a line, no clue says why. There one slip must bring the record further, and another explain the
rest: first slips are tried by their priors.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import log
from time import perf_counter

from solver.cp_sat import cheapest_repairs
from solver.errors import OutOfTime
from solver.knowledge import Knowledge, Repair
from solver.lost_code.course import Course
from solver.lost_code.judging import Explanation, Judge, ranked
from solver.lost_code.knowledge import knowledge
from solver.lost_code.slips import Slip, same_change, slips
from solver.lost_code.view import View

__all__ = ["MOST", "forbidden_pairs", "pairs"]

MOST = 20
"""After so many pairs the search ends: those with the likeliest slips come first."""

_ENOUGH = f"{MOST} pairs of likely slips were found, and others not looked for"
_TIME_OVER = "the time was over before every pair of slips was tried (--limit)"
_TOGETHER = 2


def pairs(judge: Judge) -> tuple[tuple[Explanation, ...], str]:
    """Give the pairs that explain a contradiction, likeliest first, and why the search is not finished, "" if it is."""
    known = knowledge(judge.base)
    found: list[Explanation] = []
    try:
        single = _repairs(judge, known)
        chosen = cheapest_repairs(known, [repair for _, repair in single], _TOGETHER, judge.end - perf_counter())
        for choice in chosen:
            judged = judge.judged(tuple(single[index][0] for index in choice))
            if judged:
                found.append(judged)
            if len(found) == MOST:
                return ranked(found), _ENOUGH
    except OutOfTime:
        return ranked(found), _TIME_OVER
    return ranked(found), ""


def _repairs(judge: Judge, known: Knowledge) -> list[tuple[Slip, Repair]]:
    """Each slip that the rules allow to be put right by itself and that changes what answers say, with these clues."""
    place = {fact.line: index for index, fact in enumerate(known.facts) if fact.line is not None}
    repairs: dict[object, tuple[Slip, Repair]] = {}
    for slip in slips(judge.course.entries, judge.course.set_up):
        if not slip.round or same_change(slip) in repairs:
            continue
        if perf_counter() > judge.end:
            raise OutOfTime("the time was over while slips were collected")
        for way in judge.ways(slip):
            state = judge.without((way,))
            if state is None or judge.fresh_findings(state):
                continue
            other = knowledge(View(judge.viewer, state))
            if other.domains == known.domains and [f.line for f in other.facts] == [f.line for f in known.facts]:
                pairs_of_facts = zip(known.facts, other.facts, strict=True)
                instead = {place[new.line]: new.clue for old, new in pairs_of_facts if new != old and new.line}
                if instead:
                    repairs[same_change(slip)] = (way, Repair(instead, -log(slip.prior)))
                break
    return list(repairs.values())


def forbidden_pairs(
    judge: Judge, firsts: Iterator[Slip], seconds: Callable[[Course, str | None], Iterator[Slip]]
) -> tuple[tuple[Explanation, ...], str]:
    """Give the pairs that explain a record of which the rules forbid a line, and why the search is not finished.

    firsts: slips that may have led to that line. seconds: those that may have led to what is wrong with a course.
    """
    course, found = judge.course, dict[object, Explanation]()
    further = [slip for slip in firsts if course.reached(slip.changes) > (course.broken or 0)]
    for first in sorted(further, key=lambda slip: -slip.prior):
        other = Judge(course.edited(first.changes), judge.viewer, judge.found, judge.end)
        other.unseen = judge.unseen
        lines = {change.line for change in first.changes}
        rest = (s for s in seconds(other.course, judge.viewer) if lines.isdisjoint(c.line for c in s.changes))
        explained, unfinished = other.explained(rest, better=False)
        for each in explained:
            both = (first, *each.slips)
            weight = each.weight * first.prior
            pair = replace(each, slips=both, prior=each.prior * first.prior, weight=weight)
            found.setdefault(frozenset((c.line, c.says, c.means) for s in both for c in s.changes), pair)
        if unfinished or len(found) >= MOST:
            return ranked(found.values()), _TIME_OVER if unfinished else _ENOUGH
    return ranked(found.values()), ""
