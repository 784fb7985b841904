"""The same facts in python-constraint (1.4.0): a third opinion, in plain Python.

The library is imported inside the function: it serves on request only.
"""

from collections import Counter
from time import monotonic

from solver.clue import AllDifferent, Clue, SumOutside, SumWithin
from solver.errors import OutOfTime
from solver.knowledge import Knowledge, Posterior

__all__ = ["posterior"]


def posterior(known: Knowledge, limit: float | None = None) -> Posterior:
    """List every world and count. limit: seconds. Raises OutOfTime; an answer is always complete."""
    import constraint

    clues = [fact.clue for fact in known.facts]
    if not all(known.domains.values()) or not all(_possible(clue) for clue in clues):
        return Posterior.counted(known.asked, {})
    problem = constraint.Problem()
    for slot, numbers in known.domains.items():
        problem.addVariable(slot, list(numbers))
    for clue in clues:
        match clue:
            case AllDifferent(slots):
                problem.addConstraint(constraint.AllDifferentConstraint(), list(slots))
            case SumWithin(terms, low, high) if terms:
                slots, times = zip(*terms, strict=True)
                problem.addConstraint(constraint.MinSumConstraint(low, times), list(slots))
                problem.addConstraint(constraint.MaxSumConstraint(high, times), list(slots))
            case SumOutside(terms, low, high) if terms:
                slots, times = zip(*terms, strict=True)
                problem.addConstraint(constraint.FunctionConstraint(_outside(times, low, high)), list(slots))
    counts: Counter[tuple[int, ...]] = Counter()
    end = None if limit is None else monotonic() + limit
    for world in problem.getSolutionIter():
        counts[tuple(world[slot] for slot in known.asked)] += 1
        if end is not None and monotonic() > end:
            raise OutOfTime(f"python-constraint had listed {sum(counts.values())} logs when {limit} seconds were over")
    return Posterior.counted(known.asked, counts)


def _outside(times: tuple[int, ...], low: int, high: int):  # type: ignore[no-untyped-def]
    return lambda *numbers: not low <= sum(t * n for t, n in zip(times, numbers, strict=True)) <= high


def _possible(clue: Clue) -> bool:
    """Whether a clue about no slot at all is true; the library takes none."""
    match clue:
        case SumWithin((), low, high):
            return low <= 0 <= high
        case SumOutside((), low, high):
            return not low <= 0 <= high
        case _:
            return True
