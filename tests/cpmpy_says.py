"""Smallest conflicts by CPMpy, a program of others: hitting sets and solving both by its own means."""

from typing import Any

from solver.clue import AllDifferent, SumWithin
from solver.knowledge import Knowledge

__all__ = ["optimal_mus"]


def optimal_mus(known: Knowledge) -> tuple[int, ...]:
    """Give the lines of a smallest set that cannot be true. Needs CPMpy."""
    soft, hard = _translated(known)
    from cpmpy.tools.explain import optimal_mus as search  # noqa: PLC0415 - may not be installed

    chosen = {id(constraint) for constraint in search(list(soft.values()), hard, solver="ortools", hs_solver="ortools")}
    return tuple(sorted(line for line, constraint in soft.items() if id(constraint) in chosen))


def _translated(known: Knowledge) -> tuple[dict[int, Any], list[Any]]:
    """The facts with a line, and those that are beyond doubt."""
    import cpmpy  # noqa: PLC0415 - may not be installed

    variables = {slot: cpmpy.intvar(min(d), max(d), name=str(slot)) for slot, d in known.domains.items()}
    hard = [cpmpy.sum([variables[slot] == number for number in d]) == 1 for slot, d in known.domains.items()]
    soft: dict[int, Any] = {}
    for fact in known.facts:
        clue = fact.clue
        if isinstance(clue, AllDifferent):
            hard.append(cpmpy.AllDifferent([variables[slot] for slot in clue.slots]))
            continue
        total = cpmpy.sum([times * variables[slot] for slot, times in clue.terms] or [cpmpy.intvar(0, 0)])
        within = (total >= clue.low) & (total <= clue.high)
        assert fact.line is not None
        soft[fact.line] = within if isinstance(clue, SumWithin) else (total < clue.low) | (total > clue.high)
    return soft, hard
