"""What one seat may know: the record as that player would have kept it.

It is built by hiding from the *lines* what the seat could not see and playing them again, so what is hidden cannot
reach a computation by any other way.
"""

from dataclasses import dataclass

from solver.beyond_code.state import State
from solver.errors import SeatError

__all__ = ["View"]


@dataclass(frozen=True, slots=True)
class View:
    """The table as a seat sees it. viewer: whose record it is; None: every look says what the card was."""

    viewer: str | None
    table: State

    @property
    def seat(self) -> str:
        """The viewer. Raises SeatError where the record is seen by nobody in particular."""
        if self.viewer is None:
            players = ", ".join(self.table.players)
            raise SeatError(f"this record has no “me”: say whose seat it is seen from, with --as and one of {players}")
        return self.viewer
