"""A record played step by step, and played again with some of its lines changed.

A change of a wheel or a die touches little: once the table is as it was before, the rest needs no second playing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from solver.errors import IllegalEvent
from solver.lost_code.events import Event, Roll
from solver.lost_code.play import apply, set_up_order
from solver.lost_code.slips import Change
from solver.lost_code.state import State
from solver.record import Entry

__all__ = ["Course"]


class Course:
    """The entries in the order in which they take effect, and the table before each as far as the rules allow.

    broken: the place of the first entry that the rules forbid, None where all is legal. last: the table where the legal
    part ends. set_up: the table before the first roll, without set-up lines that are forbidden.
    """

    def __init__(self, start: State, entries: Sequence[Entry[Event]]) -> None:
        """Play the entries. start: the table before the first of them."""
        self.entries = tuple(entries)
        self.states = [start]
        self.broken: int | None = None
        for place, entry in enumerate(self.entries):
            try:
                self.states.append(apply(self.states[-1], entry.event, entry.line))
            except IllegalEvent:
                self.broken = place
                break
        self.last = self.states[-1]
        self.set_up = _set_up(start, self.entries)

    def changed(self, changes: Iterable[Change]) -> State | None:
        """Give the table at the end with the changes made; None where the rules forbid any of it."""
        return self._played({change.place: change for change in changes})[0]

    def reached(self, changes: Iterable[Change]) -> int:
        """Give the place of the first entry that is forbidden with the changes made; the length if there is none."""
        return self._played({change.place: change for change in changes})[1]

    def edited(self, changes: Iterable[Change]) -> "Course":
        """Give the course of the record with the changes made. What was put in stands on line 0: nobody wrote it."""
        by_place = {change.place: change for change in changes}
        entries: list[Entry[Event]] = []
        for place, entry in enumerate(self.entries):
            change = by_place.get(place)
            if change and change.means:
                entries.append(Entry(0 if change.says is None else change.line, change.means))
            if change is None or change.says is None:
                entries.append(entry)
        return Course(self.states[0], entries)

    def _played(self, by_place: Mapping[int, Change]) -> tuple[State | None, int]:
        """The last table, None where a rule forbids an entry; and the place of that entry, else their number."""
        end = len(self.entries)
        if not by_place:
            return (self.last, end) if self.broken is None else (None, self.broken)
        first, final = min(by_place), max(by_place)
        if first >= len(self.states):
            return None, len(self.states) - 1
        state, place = self.states[first], first
        try:
            for place in range(first, end):
                if (
                    final < place - 1
                    and isinstance(self.entries[place - 1].event, Roll)
                    and self._rejoins(place, state)
                ):
                    return (self._grafted(place, state), end) if self.broken is None else (None, self.broken)
                state = self._step(state, place, by_place)
            return self._step(state, end, by_place), end
        except IllegalEvent:
            return None, place

    def _step(self, state: State, place: int, by_place: Mapping[int, Change]) -> State:
        """One entry, or what should stand in its place or before it."""
        change = by_place.get(place)
        if change and change.means:
            state = apply(state, change.means, change.line)
        if place < len(self.entries) and (change is None or change.says is None):
            state = apply(state, self.entries[place].event, self.entries[place].line)
        return state

    def _rejoins(self, place: int, state: State) -> bool:
        """Whether the table is, for all that follows, as it was before this entry. A round has just begun."""
        return place < len(self.states) and _present(state) == _present(self.states[place])

    def _grafted(self, place: int, state: State) -> State:
        """The last table, with the past that led to this one instead."""
        old, last = self.states[place], self.last
        return replace(
            last,
            bets=(*state.bets, *last.bets[len(old.bets) :]),
            moves=(*state.moves, *last.moves[len(old.moves) :]),
            mismatches=(*state.mismatches, *last.mismatches[len(old.mismatches) :]),
            clashes=(*state.clashes, *last.clashes[len(old.clashes) :]),
        )


def _present(state: State) -> State:
    """The state without its past, of which no rule asks."""
    return replace(state, bets=state.set_now, moves=(), mismatches=(), clashes=())


def _set_up(start: State, entries: Iterable[Entry[Event]]) -> State:
    for entry in entries:
        if set_up_order(entry.event) is None:
            break
        try:
            start = apply(start, entry.event, entry.line)
        except IllegalEvent:
            continue  # Another line may be the wrong one; what the others say is enough to know the box by.
    return start
