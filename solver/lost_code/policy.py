"""What decides for a seat: a policy is handed what its seat may see, and nothing else.

`simulate` asks it for every decision that the rules leave to a player. `view.table` is the table as the seat sees it:
the stones of its own log are missing, and so are the numbers and final guesses that others wrote behind their screens.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Protocol, TypeAlias

from solver.lost_code.events import Event, Symbol
from solver.lost_code.view import View

__all__ = ["Maker", "Policy"]


class Policy(Protocol):
    """One player for one game. Every method is given the table just before the decision."""

    def watch(self, view: View, event: Event) -> None:
        """See what happens at the table, one's own moves too, with the table as it was before."""

    def token(self, view: View) -> tuple[int, ...]:
        """The one to three numbers to write with the shortcut token that lies open; () refuses it.

        Deadly Shortcut; `open_token` in `rules.py` names the symbol.
        """

    def die(self, view: View) -> tuple[tuple[Symbol, Symbol], ...]:
        """The dice to turn, as (shown, turned); () leaves them. 1. Throw the Dice."""

    def guess(self, view: View) -> tuple[int, int]:
        """The range to bet on, as (low, high): its width is the wheel's. 2. Make Your Guess."""

    def exchange(self, view: View) -> Symbol:
        """The symbol of the stone to give up. Exchanging Stones."""

    def final(self, view: View) -> Mapping[Symbol, tuple[int, ...]]:
        """The final guesses, none for a symbol whose token is held. End of the Game."""


Maker: TypeAlias = Callable[[Random], Policy]
"""Makes the policy of one seat for one game. All chance that a policy uses comes from the Random that it is given."""
