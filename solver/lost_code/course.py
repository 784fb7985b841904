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
        by_place = {change.place: change for change in changes}
        if not by_place:
            return None if self.broken is not None else self.last
        first, final = min(by_place), max(by_place)
        if first >= len(self.states):
            return None
        state = self.states[first]
        try:
            for place in range(first, len(self.entries)):
                if (
                    final < place - 1
                    and isinstance(self.entries[place - 1].event, Roll)
                    and self._rejoins(place, state)
                ):
                    return None if self.broken is not None else self._grafted(place, state)
                state = self._step(state, place, by_place)
            return self._step(state, len(self.entries), by_place)
        except IllegalEvent:
            return None

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
