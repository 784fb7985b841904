"""The same facts in CP-SAT (ortools): an independent count, one integer variable for each hidden number.

ortools is imported inside the functions: it takes half a second, and most commands never need it.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from signal import SIGINT, signal
from threading import current_thread, main_thread
from typing import TYPE_CHECKING

from solver.clue import AllDifferent, Slot, SumOutside, SumWithin
from solver.errors import OutOfTime
from solver.knowledge import Knowledge, Posterior

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

__all__ = ["model", "posterior", "satisfying"]


def model(known: Knowledge) -> "tuple[cp_model.CpModel, dict[Slot, cp_model.IntVar]]":
    """Build the model and its variables by slot."""
    from ortools.sat.python import cp_model

    built = cp_model.CpModel()
    variables = {
        slot: built.new_int_var_from_domain(cp_model.Domain.from_values(list(numbers)), slot)
        for slot, numbers in known.domains.items()
    }
    for fact in known.facts:
        match fact.clue:
            case AllDifferent(slots):
                built.add_all_different([variables[slot] for slot in slots])
            case SumWithin(terms, low, high):
                total = sum(times * variables[slot] for slot, times in terms)
                built.add_linear_expression_in_domain(total, cp_model.Domain(low, high))
            case SumOutside(terms, low, high):
                total = sum(times * variables[slot] for slot, times in terms)
                outside = cp_model.Domain(low, high).complement()
                built.add_linear_expression_in_domain(total, outside)
    return built, variables


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
