"""One function for each verb: a view in, a value out. What a value looks like is for `data` and `screens`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from solver.cypher.check import Checked
from solver.cypher.check import check as checked
from solver.cypher.events import Event, Place, Spot
from solver.cypher.explaining import Explained, Found, found
from solver.cypher.explaining import explain as explained
from solver.cypher.notation import TABLE
from solver.cypher.places import Better, Places, Where, better, places
from solver.cypher.shorthand import place_words
from solver.cypher.state import State
from solver.cypher.view import View
from solver.errors import NotationError
from solver.record import Draft
from solver.words import name_meant

__all__ = ["Examined", "Explained", "Found", "Result", "Shown", "Solved", "check", "explain", "show", "solve"]


@dataclass(frozen=True, slots=True)
class Shown:
    """The table as it stands."""

    view: View


@dataclass(frozen=True, slots=True)
class Solved:
    """Where the cards out of sight can be. better: the top of the deck against the market, None without either."""

    places: Places
    better: Better | None

    @property
    def view(self) -> View:
        """The table."""
        return self.places.view


@dataclass(frozen=True, slots=True)
class Examined:
    """What is wrong with a record. top: how many slips a screen shows, None for all."""

    checked: Checked
    top: int | None

    @property
    def view(self) -> View:
        """The table, as far as the rules allow; an empty one where they allow none."""
        return self.checked.view or View(None, State())


Result: TypeAlias = Shown | Solved | Explained | Found | Examined


def show(view: View) -> Shown:
    """Show the table."""
    return Shown(view)


def solve(view: View) -> Solved:
    """Follow the cards. Raises Contradiction, OutOfTime, SeatError."""
    known = places(view)
    return Solved(known, better(known))


def explain(view: View, words: Sequence[str]) -> Explained | Found:
    """Explain all that is certain, a card, or a card at a place: f, f Cy, f deck 3, f out.

    Raises Contradiction, OutOfTime, SeatError, and NotationError for what is no card or place.
    """
    if not words:
        return found(view)
    card = name_meant(words[0], view.table.names)
    if card is None:
        raise NotationError("no card is called so", typed=words[0], expected=" ".join(view.table.names))
    return explained(view, card, _where(view, words[1:]) if len(words) > 1 else None)


def check(draft: Draft[Event, State], seat: str | None, top: int | None, limit: float) -> Examined:
    """Look for what is wrong. limit: seconds for the search for slips. Raises OutOfTime, SeatError."""
    return Examined(checked(draft, seat, limit), top)


def _where(view: View, words: Sequence[str]) -> Where:
    """A place out of sight: a player's name, deck and a number (1, the top, where it is left out), or out."""
    table, word = view.table, words[0].casefold()
    expected = "a player’s name for his hand, deck and a number, or out"
    if word == Spot.DECK and len(words) < 3:
        typed = words[1] if len(words) > 1 else "1"
        if not (typed.isascii() and typed.isdecimal()) or not 1 <= int(typed[:4]) <= table.deck:
            raise NotationError("the deck has no such place", typed=typed, expected=f"1, the top, to {table.deck}")
        return Where(Place(Spot.DECK), int(typed[:4]))
    if len(words) > 1:
        raise NotationError("this is too much", typed=words[1], expected=expected)
    if word == Spot.OUT:
        return Where(Place(Spot.OUT))
    player = name_meant(words[0], table.players)
    if player is not None:
        return Where(Place(Spot.HAND, player))
    if word.endswith(TABLE) or word in (each.casefold() for each in place_words(table)):
        raise NotationError("these cards lie open", typed=words[0], expected=expected)
    raise NotationError("no place is called so", typed=words[0], expected=expected)
