"""The same facts in CP-SAT (ortools): an independent count, one integer variable for each hidden number.

ortools is imported inside the functions: it takes half a second, and most commands never need it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from signal import SIGINT, signal
from threading import current_thread, main_thread
from time import perf_counter
from typing import TYPE_CHECKING, assert_never

from solver.clue import AllDifferent, Clue, Slot, SumOutside, SumWithin
from solver.errors import OutOfTime
from solver.knowledge import Knowledge, Posterior, Repair

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["cheapest_repairs", "model", "posterior", "satisfying"]

_COST = 1000
"""Costs are rounded to so many parts of one."""


def model(known: Knowledge) -> "tuple[cp_model.CpModel, dict[Slot, cp_model.IntVar]]":
    """Build the model and its variables by slot."""
    from ortools.sat.python import cp_model

    built = cp_model.CpModel()
    variables = {
        slot: built.new_int_var_from_domain(cp_model.Domain.from_values(list(numbers)), slot)
        for slot, numbers in known.domains.items()
    }
    for fact in known.facts:
        _add(built, variables, fact.clue)
    return built, variables


def _add(built: "cp_model.CpModel", variables: "dict[Slot, cp_model.IntVar]", clue: Clue) -> "cp_model.Constraint":
    """Add what a clue says."""
    from ortools.sat.python import cp_model

    match clue:
        case AllDifferent(slots):
            return built.add_all_different([variables[slot] for slot in slots])
        case SumWithin(terms, low, high):
            # Without terms this sum is the number 0, which ortools compares at once: an expression of no terms would be
            # accepted even in an empty domain.
            total = sum(times * variables[slot] for slot, times in terms)
            return built.add_linear_expression_in_domain(total, cp_model.Domain(low, high))
        case SumOutside(terms, low, high):
            outside = cp_model.Domain(low, high).complement()
            total = sum(times * variables[slot] for slot, times in terms)
            return built.add_linear_expression_in_domain(total, outside)
        case _:
            assert_never(clue)


def cheapest_repairs(
    known: Knowledge, repairs: Sequence[Repair], most: int, limit: float | None = None
) -> Iterator[tuple[int, ...]]:
    """Give the choices of at most so many repairs that leave a world, by cost, as places in `repairs`, ascending.

    A fact is repaired once at most, and a choice that holds an earlier one is left out. limit: seconds for all of it.
    Raises OutOfTime, which is no “no more”.
    """
    from ortools.sat.python import cp_model

    if not all(known.domains.values()):
        return
    end = None if limit is None else perf_counter() + limit
    touched = {index for repair in repairs for index in repair.instead}
    kept = tuple(fact for index, fact in enumerate(known.facts) if index not in touched)
    built, variables = model(replace(known, facts=kept))
    made = [built.new_bool_var(f"repair {place}") for place in range(len(repairs))]
    for index in sorted(touched):
        choices = [made[place] for place, repair in enumerate(repairs) if index in repair.instead]
        as_it_is = built.new_bool_var(f"fact {index} as it is")
        built.add_exactly_one([as_it_is, *choices])
        _add(built, variables, known.facts[index].clue).only_enforce_if(as_it_is)
    for place, repair in enumerate(repairs):
        for clue in repair.instead.values():
            _add(built, variables, clue).only_enforce_if(made[place])
    built.add(cp_model.LinearExpr.sum(made) <= most)
    built.minimize(cp_model.LinearExpr.weighted_sum(made, [round(_COST * repair.cost) for repair in repairs]))
    while True:
        left = None if end is None else end - perf_counter()
        if left is not None and left <= 0:
            raise OutOfTime(f"CP-SAT had not found every repair when its {limit} seconds were over")
        solver = _solver(left)
        status = solver.solve(built)
        if status == cp_model.INFEASIBLE:
            return
        if status != cp_model.OPTIMAL:
            raise OutOfTime(f"CP-SAT had not found every repair when its {limit} seconds were over")
        chosen = tuple(place for place, choice in enumerate(made) if solver.boolean_value(choice))
        yield chosen
        built.add_bool_or([made[place].negated() for place in chosen])


def posterior(known: Knowledge, limit: float | None = None) -> Posterior:
    """List every world and count. limit: seconds. Raises OutOfTime; an answer is always complete."""
    from ortools.sat.python import cp_model

    if not all(known.domains.values()):
        return Posterior.counted(known.asked, {})
    built, variables = model(known)
    asked = [variables[slot] for slot in known.asked]
    counts: Counter[tuple[int, ...]] = Counter()

    class Listing(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            counts[tuple(self.value(variable) for variable in asked)] += 1
            if interrupted:
                self.stop_search()

    solver = _solver(limit)
    solver.parameters.enumerate_all_solutions = True
    with _noting_interrupts() as interrupted:
        status = solver.solve(built, Listing())
    if interrupted:
        raise KeyboardInterrupt
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        raise OutOfTime(f"CP-SAT had listed {sum(counts.values())} logs when its {limit} seconds were over")
    return Posterior.counted(known.asked, counts)


def satisfying(known: Knowledge, limit: float | None = None) -> bool:
    """Whether any world fits all facts. Raises OutOfTime, which is no “no”."""
    from ortools.sat.python import cp_model

    if not all(known.domains.values()):
        return False
    status = _solver(limit).solve(model(known)[0])
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE):
        raise OutOfTime(f"CP-SAT found nothing within {limit} seconds")
    return status != cp_model.INFEASIBLE


def _solver(limit: float | None) -> "cp_model.CpSolver":
    """One worker: with more, listing all solutions loses some."""
    from ortools.sat.python import cp_model

    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.catch_sigint_signal = False
    if limit is not None:
        solver.parameters.max_time_in_seconds = limit
    return solver


@contextmanager
def _noting_interrupts() -> Iterator[list[int]]:
    """Collect Ctrl-C in a list while the search runs: an exception cannot pass through its C++ frames."""
    noted: list[int] = []
    if current_thread() is not main_thread():
        yield noted
        return
    before = signal(SIGINT, lambda number, _: noted.append(number))
    try:
        yield noted
    finally:
        signal(SIGINT, before)
