"""What is wrong with a record, and the likeliest slips that would explain it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from time import perf_counter

from solver.cypher.box import POWER
from solver.cypher.conflicts import contradiction
from solver.cypher.events import (
    Discard,
    Event,
    Hand,
    Market,
    Move,
    Pass,
    Play,
    Receive,
    SeeDeck,
    SeeHand,
)
from solver.cypher.notation import write
from solver.cypher.state import State
from solver.cypher.tracking import Impossible, track
from solver.cypher.view import View, view
from solver.errors import Contradiction, Fault, IllegalEvent, OutOfTime, SeatError
from solver.record import Draft, Entry, Game, in_order, replay

__all__ = ["Checked", "Slip", "check"]

_Game = Game[Event, State]
_Entries = tuple[Entry[Event], ...]


@dataclass(frozen=True, slots=True)
class Slip:
    """One line that would make all well if it had read otherwise. instead: None where it had not been written.

    likeness: 0 to 1, how much the two look alike.
    """

    line: int
    was: str
    instead: str | None
    likeness: float


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found.

    view: the table, up to the first line that the rules forbid; None where no table stands by then. faults: all that
    the rules forbid. conflict: lines that cannot all be true. odd: what is allowed but hardly meant. slips: likeliest
    first. unfinished: why not every slip was tried, "" if every one was.
    """

    view: View | None
    faults: tuple[Fault, ...]
    conflict: Contradiction | None
    odd: tuple[str, ...]
    slips: tuple[Slip, ...]
    unfinished: str = ""

    @property
    def wrong(self) -> bool:
        """Whether the record is forbidden or contradicts itself."""
        return bool(self.faults) or self.conflict is not None


def check(draft: Draft[Event, State], seat: str | None = None, limit: float = 10.0) -> Checked:
    """Check a record from a seat; limit: seconds for the search for slips. Raises SeatError and OutOfTime."""
    end = perf_counter() + limit
    if draft.record is None:
        me = None if draft.good is None else draft.good.state.me
        if seat not in (None, me):
            raise SeatError(f"what the rules forbid is mended by whoever kept the record: {_whom(me)}leave --as out")
        good = None if draft.good is None else view(draft.good, me)
        slips, unfinished = _slips(draft.game, draft.entries, (draft.faults[0].line,), end)
        return Checked(good, draft.faults, None, _odd(good), slips, unfinished)
    seen = view(draft.record, seat)
    conflict = _conflict(seen.table)
    if conflict is None:
        return Checked(seen, (), None, _odd(seen), ())
    slips, unfinished = _slips(draft.game, draft.entries, conflict.lines, end)
    return Checked(seen, (), conflict, _odd(seen), slips, unfinished)


def _whom(me: str | None) -> str:
    return f"name {me}, or " if me else ""


def _conflict(table: State) -> Contradiction | None:
    try:
        track(table.box, table.trail)
    except Impossible as impossible:
        return contradiction(table.box, table.trail, impossible.line)
    return None


def _odd(seen: View | None) -> tuple[str, ...]:
    """What is allowed but hardly meant."""
    if seen is None or seen.table.assumed:
        return ()
    odd = []
    if POWER not in seen.table.names:
        odd.append(f"no card is called {POWER}, so none can trigger the end of the game (Power of “Cypher”)")
    power = next((kind.copies for kind in seen.table.box if kind.name == POWER), 1)
    if power > 1:
        odd.append(f"there are {power} cards called {POWER} (Power of “Cypher”)")
    return tuple(odd)


# ---- slips -----------------------------------------------------------------------------------------------------------


def _slips(game: _Game, entries: _Entries, lines: tuple[int, ...], end: float) -> tuple[tuple[Slip, ...], str]:
    """The slips on these lines that would make all well, likeliest first; and why not every one was tried."""
    made: list[Slip] = []
    state = _set_up(game, entries)
    for place, entry in enumerate(entries):
        if entry.line not in lines:
            continue
        was = game.write(entry.event)
        for other in _others(entry.event, state):
            if perf_counter() > end:
                return _ranked(made), "not every slip was tried: the time was over"
            after = () if other is None else (Entry(entry.line, other),)
            if _well(game, (*entries[:place], *after, *entries[place + 1 :])):
                instead = None if other is None else write(other)
                likeness = 0.0 if instead is None else SequenceMatcher(None, was, instead).ratio()
                made.append(Slip(entry.line, was, instead, likeness))
    return _ranked(made), ""


def _ranked(slips: list[Slip]) -> tuple[Slip, ...]:
    return tuple(sorted(slips, key=lambda slip: (-slip.likeness, slip.line)))


def _set_up(game: _Game, entries: _Entries) -> State:
    """The table before the first move, as far as its lines are allowed."""
    state = game.start
    for entry in in_order(game, entries):
        if game.set_up_order(entry.event) is None:
            break
        try:
            state = game.apply(state, entry.event, entry.line)
        except IllegalEvent:
            break
    return state


def _well(game: _Game, entries: _Entries) -> bool:
    """Whether the rules allow all of it, and it can be true."""
    try:
        table = replay(game, entries)
        track(table.box, table.trail)
    except (IllegalEvent, Impossible, OutOfTime):
        return False
    return True


def _others(event: Event, state: State) -> Iterator[Event | None]:
    """What a line may have been meant to say: another card, another player; None: nothing."""
    for name in state.names:
        yield from _with_card(event, name)
    for player in state.players:
        yield from _with_player(event, player)
    if isinstance(event, SeeHand | SeeDeck | Market | Discard | Move):
        yield None


def _with_card(event: Event, name: str) -> Iterator[Event]:
    match event:
        case Hand(_, cards):
            for place, card in enumerate(cards):
                if card not in (None, name):
                    yield replace(event, cards=(*cards[:place], name, *cards[place + 1 :]))
        case Play(_, card, under):
            if card != name:
                yield replace(event, card=name)
            if under not in (None, name):
                yield replace(event, under=name)
        case Market() | Receive() | Pass() | Discard() | Move() | SeeHand() | SeeDeck():
            if event.card not in (None, name):
                yield replace(event, card=name)
        case _:
            return


def _with_player(event: Event, player: str) -> Iterator[Event]:
    match event:
        case Play(old) | Receive(old) | Discard(old) | SeeHand(old) if old != player:
            yield replace(event, player=player)
        case Pass(giver, taker):
            if player not in (giver, taker):
                yield replace(event, taker=player)
                yield replace(event, giver=player)
        case _:
            return
