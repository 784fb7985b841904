"""What everybody at the table may know of a record that one of them keeps: for a page that others may see, too."""

from dataclasses import replace

from solver.beyond_code.events import Decrypt, Doubt, Event, Look, Name
from solver.beyond_code.play import apply
from solver.beyond_code.state import State
from solver.beyond_code.view import View
from solver.record import Record, in_order

__all__ = ["public_view"]


def public_view(record: Record[Event, State]) -> View:
    """The table of the record's `me` without the cards that he alone has seen."""
    told, table = record.game.start, replace(record.game.start, accepted=True)
    for entry in in_order(record.game, record.entries):
        before, told = told, apply(told, entry.event, entry.line)
        table = apply(table, _public(entry.event, before, told), entry.line)
    return View(record.state.me, table)


def _public(event: Event, before: State, after: State) -> Event:
    """An event as all have seen it. before, after: what the record tells of the table around it."""
    match event:
        case Name(square=square) | Decrypt(square=square) if square not in before.open:
            return replace(event, really=None)
        case Doubt():
            # After a check with two players the card lies open.
            return replace(event, really=after.open.get(before.naming.square) if before.naming else None)
        case Look():
            return replace(event, card=None)
        case _:
            return event
