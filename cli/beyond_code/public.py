"""What everybody at the table may know of a record that one of them keeps: for a page that others may see, too.

A sitting goes on line by line, so what was found for the line before is built upon.
"""

from dataclasses import replace

from cli.beyond_code.commands import contradicted
from solver.beyond_code.events import Decrypt, Doubt, Event, Look, Name
from solver.beyond_code.play import apply
from solver.beyond_code.state import Fact, Naming, Seen, State, Step
from solver.beyond_code.view import View
from solver.record import Entry, Record, in_order

__all__ = ["InSight", "Soundness"]


class InSight:
    """Follows records entry by entry; one that only goes on is not played from its beginning again."""

    def __init__(self) -> None:
        self._entries: tuple[Entry[Event], ...] = ()
        self._told = self._table = State()

    def view(self, record: Record[Event, State]) -> View:
        """The table of the record's `me` without the cards that he alone has seen."""
        entries, known = in_order(record.game, record.entries), len(self._entries)
        told, table = self._told, self._table
        if not known or entries[:known] != self._entries:
            told, table, known = record.game.start, replace(record.game.start, accepted=True), 0
        for entry in entries[known:]:
            before, told = told, apply(told, entry.event, entry.line)
            table = apply(table, _public(entry.event, before, told), entry.line)
        self._entries, self._told, self._table = entries, told, table
        return View(record.state.me, table)


class Soundness:
    """Remembers what did not contradict itself: where no hard fact has come since, nothing does now."""

    def __init__(self) -> None:
        self._sound: tuple[tuple[Step, ...], ...] = ((),)

    def contradicted(self, view: View) -> bool:
        """Whether the entries contradict each other by what the viewer knows."""
        games = (*view.table.past, view.table.steps)
        held = tuple(tuple(step for step in steps if not isinstance(step, Naming | Seen)) for steps in games)
        known = len(self._sound[-1])
        same = held[:-1] == self._sound[:-1] and held[-1][:known] == self._sound[-1]
        new = not same or any(isinstance(step, Fact) for step in held[-1][known:])
        if new and contradicted(view):
            return True
        self._sound = held
        return False


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
