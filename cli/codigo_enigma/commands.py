"""One function for each verb: a view in, a value out. What a value looks like is for `data` and `screens`."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from solver.codigo_enigma.advice import Saying, saying
from solver.codigo_enigma.check import Checked
from solver.codigo_enigma.check import check as look_into
from solver.codigo_enigma.clock import first_in_deck, first_in_discards
from solver.codigo_enigma.events import Event
from solver.codigo_enigma.odds import Unseen, missing, unseen
from solver.codigo_enigma.state import State
from solver.codigo_enigma.view import View
from solver.errors import NotationError
from solver.record import Draft

__all__ = [
    "Clock",
    "Examined",
    "Explained",
    "Ranked",
    "Result",
    "Scores",
    "Shown",
    "Solved",
    "check",
    "clock",
    "explain",
    "final",
    "rank",
    "share",
    "show",
    "solve",
]


@dataclass(frozen=True, slots=True)
class Clock:
    """When the next REVEAL card comes. deck: with draw 1, 2, …; discards: as the 1st, 2nd, … under the visible one."""

    deck: tuple[Fraction, ...]
    discards: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """The table as it stands."""

    view: View


@dataclass(frozen=True, slots=True)
class Solved:
    """The reveal clock, and where the record lists every card those that were never seen.

    missing: the symbols that each exposed code still asks for.
    """

    view: View
    clock: Clock
    unseen: Unseen | None
    missing: Mapping[str, Mapping[str, int]]


@dataclass(frozen=True, slots=True)
class Ranked:
    """From which confidence on to say a code. exact, order: the chances that were typed in; exact None for none."""

    view: View
    rows: tuple[Saying, ...]
    exact: Fraction | None
    order: Fraction


@dataclass(frozen=True, slots=True)
class Scores:
    """The points so far, and how each came about."""

    view: View


@dataclass(frozen=True, slots=True)
class Explained:
    """How the reveal clock and the points are reckoned, step by step."""

    view: View
    clock: Clock


@dataclass(frozen=True, slots=True)
class Examined:
    """What is wrong with a record. top: how many slips a screen shows, None for all."""

    checked: Checked
    top: int | None

    @property
    def view(self) -> View:
        """The table, as far as the rules allow; an empty one where they allow none."""
        return self.checked.view or View(State())


Result: TypeAlias = Shown | Solved | Ranked | Scores | Explained | Examined


def clock(table: State) -> Clock:
    """The reveal clock of a table; empty once the game is over."""
    return Clock((), ()) if table.over else Clock(first_in_deck(table.deck), first_in_discards(table))


def show(view: View) -> Shown:
    """Show the table."""
    return Shown(view)


def solve(view: View) -> Solved:
    """Reckon when a REVEAL card comes, and what else may come up."""
    return Solved(view, clock(view.table), unseen(view.table), missing(view.table))


def rank(view: View, exact: Fraction | None = None, order: Fraction = Fraction(0)) -> Ranked:
    """Say from which confidence on to say a code; exact, order: the chances that one gives himself.

    Raises NotationError for chances that add up to more than 1.
    """
    if (exact or 0) + order > 1:
        raise NotationError(
            "the two chances are more than 100 % together",
            typed=f"{float(exact or 0):.0%} {float(order):.0%}",
            expected="the exact order, and the right symbols in another order only",
        )
    return Ranked(view, saying(exact, order), exact, order)


def final(view: View) -> Scores:
    """Tell the points so far, and the winner at the end."""
    return Scores(view)


def explain(view: View) -> Explained:
    """Tell how clock and points are reckoned."""
    return Explained(view, clock(view.table))


def check(draft: Draft[Event, State], seat: str | None, top: int | None, limit: float) -> Examined:
    """Look for what is wrong. limit: seconds for the search for slips. Raises SeatError."""
    return Examined(look_into(draft, seat, limit), top)


_CHANCE = re.compile(r"(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9}|\d{1,9}\s?/\s?\d{1,9})\s?%?", re.ASCII)
"""Plain decimals and fractions: one with an exponent may have more digits than there is memory for."""


def share(typed: str) -> Fraction:
    """Read a chance: 60, 60%, 0.6 or 3/5. Raises NotationError."""
    expected = "a chance, like 60 (per cent), 60%, 0.6 or 3/5"
    words = typed.strip()
    try:
        if not _CHANCE.fullmatch(words):
            raise ValueError
        chance = Fraction(words.removesuffix("%").strip())
        hundredth = words.endswith("%") or ("/" not in words and "." not in words and chance >= 2)
        chance = chance / 100 if hundredth else chance
        if not 0 <= chance <= 1:
            raise ValueError
    except (ValueError, ZeroDivisionError):
        raise NotationError("not a chance", typed=typed, expected=expected) from None
    return chance
