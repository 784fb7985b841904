"""The one list of engines, and their agreement on a question."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TypeAlias

from solver import cp_sat, python_constraint, table
from solver.knowledge import Knowledge, Posterior

__all__ = ["ENGINES", "Engine"]

Engine: TypeAlias = Callable[[Knowledge, float | None], Posterior]
"""Knowledge and a limit in seconds (None: none) in, the posterior out; raises OutOfTime."""

ENGINES: Mapping[str, Engine] = MappingProxyType(
    {
        "table": table.posterior,
        "cp-sat": cp_sat.posterior,
        "python-constraint": python_constraint.posterior,
    }
)
"""By name, the one used at the table first."""
