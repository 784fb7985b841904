"""What a notepad page holds beside the cards: who called what lies there now, and what its corner shows."""

from collections.abc import Mapping
from dataclasses import dataclass

from solver.beyond_code.events import Card, Corner, CornerTold, Event, Square
from solver.beyond_code.state import Fact, Naming, Shuffled, State, Swapped
from solver.beyond_code.view import View
from solver.record import Record

__all__ = ["Notes", "corner_of", "notes"]


@dataclass(frozen=True, slots=True)
class Notes:
    """Of the card that lies on a square now.

    calls: how it was called, the last first. corners: what was told of it. cards: what a line last said that it is.
    """

    calls: Mapping[Square, tuple[Naming, ...]]
    corners: Mapping[Square, Corner]
    cards: Mapping[Square, Card]


def notes(view: View, record: Record[Event, State]) -> Notes:
    """Follow the cards of this game. A swap carries along what is noted of a card; a shuffle clears it."""
    # Corners are told to all, so the lines themselves may be asked, whoever looks.
    told = {entry.line: entry.event.corner for entry in record.entries if isinstance(entry.event, CornerTold)}
    calls: dict[Square, tuple[Naming, ...]] = {}
    corners: dict[Square, Corner] = {}
    cards: dict[Square, Card] = {}
    for step in view.table.steps:
        match step:
            case Naming(square=square):
                calls[square] = (step, *calls.get(square, ()))
            case Fact(line=line, square=square) if line in told:
                corners[square] = told[line]
            case Fact(square=square, cards=said) if len(said) == 1:
                (cards[square],) = said
            case Swapped(first=first, second=second):
                there = {first: second, second: first}
                calls = {there.get(square, square): each for square, each in calls.items()}
                corners = {there.get(square, square): each for square, each in corners.items()}
                cards = {there.get(square, square): each for square, each in cards.items()}
            case Shuffled(squares=squares):
                calls = {square: each for square, each in calls.items() if square not in squares}
                corners = {square: each for square, each in corners.items() if square not in squares}
                cards = {square: each for square, each in cards.items() if square not in squares}
            case _:
                pass
    return Notes(calls, corners, cards)


def corner_of(noted: Notes, table: State, square: Square, card: Card | None) -> Corner:
    """What the corner of the card on a square shows: as it was told, or as the box says of a card that is known."""
    if square in noted.corners:
        return noted.corners[square]
    return Corner.UNKNOWN if card is None else table.corner(card)
