"""What is assumed of a table, since nobody said it."""

from collections.abc import Mapping

from solver.codigo_enigma.box import MOST_PLAYERS
from solver.codigo_enigma.state import State

__all__ = ["assumed", "star"]


def assumed(table: State) -> Mapping[str, bool]:
    """Whether the number of common cards is assumed, and that of the wild ones, which four players agree on."""
    return {
        "cards": table.counted is None,
        "wild": len(table.players) == MOST_PLAYERS and table.wild_typed is None,
    }


def star(table: State) -> str:
    """The mark behind a number that hangs on an assumed one; the deck made of the discards is counted."""
    return "*" if any(assumed(table).values()) and not table.second_pass else ""
