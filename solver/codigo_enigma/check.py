"""What is wrong with a record, what could not be checked, and the likeliest slips that would explain what is wrong."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from time import perf_counter

from solver.codigo_enigma.box import PILES
from solver.codigo_enigma.events import (
    Complete,
    Deal,
    Discard,
    Event,
    Expose,
    Fill,
    Judged,
    Lay,
    Players,
    Remove,
    Said,
    Show,
    Soldier,
    Special,
    Take,
)
from solver.codigo_enigma.notation import write
from solver.codigo_enigma.rules import begin
from solver.codigo_enigma.setup import set_up_order
from solver.codigo_enigma.state import State, Unchecked
from solver.codigo_enigma.view import View, view
from solver.errors import Fault, IllegalEvent
from solver.record import Draft, Entry, in_order

__all__ = ["Checked", "Slip", "check"]


@dataclass(frozen=True, slots=True)
class Slip:
    """A change of one line after which the rules allow the whole record. line: where. told: what to do, in words."""

    line: int
    told: str


@dataclass(frozen=True, slots=True)
class Checked:
    """What was found.

    view: the table, up to the first line that the rules forbid; None where no table stands by then. faults: all that
    the rules forbid. strange: lines with words at a reveal that the table has not agreed on, which count as wrong.
    unchecked: rules that need a card that nobody typed. slips: likeliest first. unfinished: why not every slip was
    tried, "" if every one was.
    """

    view: View | None
    faults: tuple[Fault, ...]
    strange: tuple[tuple[int, str], ...]
    unchecked: tuple[Unchecked, ...]
    slips: tuple[Slip, ...] = ()
    unfinished: str = ""

    @property
    def wrong(self) -> bool:
        """Whether the rules forbid some of the record."""
        return bool(self.faults)


def check(draft: Draft[Event, State], seat: str | None = None, limit: float = 10.0) -> Checked:
    """Check a record. limit: seconds for the search for slips. Raises SeatError."""
    record = draft.record or draft.good
    seen = None if record is None else view(record, seat)
    table = seen.table if seen else State()
    strange = tuple(_strange(draft.entries, table))
    unchecked = tuple(rule for rule in Unchecked if rule in table.unchecked)
    if not draft.faults:
        return Checked(seen, (), strange, unchecked)
    slips, unfinished = _slips(draft, perf_counter() + limit)
    return Checked(seen, draft.faults, strange, unchecked, slips, unfinished)


def _strange(entries: Sequence[Entry[Event]], table: State) -> Iterator[tuple[int, str]]:
    for entry in entries:
        if isinstance(entry.event, Said) and table.words:
            for word in entry.event.words:
                if word not in table.words:
                    yield entry.line, word


# ---- slips ----------------------------------------------------------------------------------------------------------

REACH = 24
"""A slip is looked for on so many lines before the first fault, and there: further back it would show earlier."""


def _slips(draft: Draft[Event, State], end: float) -> tuple[tuple[Slip, ...], str]:
    """Changes of one line at or before the first fault that mend the whole record; those near the fault first."""
    entries = in_order(draft.game, draft.entries)
    broken = next((n for n, entry in enumerate(entries) if entry.line == draft.faults[0].line), len(entries) - 1)
    states = _states(draft, entries[:broken])
    found: list[Slip] = []
    for place in range(len(states) - 1, max(len(states) - 1 - REACH, -1), -1):
        for told, change in _changes(entries, place, states[place]):
            if perf_counter() > end:
                return tuple(found), "the time was over before every slip was tried"
            slip = Slip(entries[place].line, told)
            if slip not in found and _legal(draft, states[place], change):
                found.append(slip)
    return tuple(found), ""


def _states(draft: Draft[Event, State], entries: Sequence[Entry[Event]]) -> list[State]:
    """The state before each of these entries, and the one behind them, as far as the rules go."""
    states: list[State] = [draft.game.start]
    for entry in entries:
        try:
            states.append(draft.game.apply(states[-1], entry.event, entry.line))
        except IllegalEvent:
            break
    return states


def _legal(draft: Draft[Event, State], state: State, entries: Sequence[Entry[Event]]) -> bool:
    """Whether the rules allow the entries from a state on."""
    try:
        for entry in entries:
            state = draft.game.apply(state, entry.event, entry.line)
    except IllegalEvent:
        return False
    return True


def _changes(entries: Sequence[Entry[Event]], place: int, state: State) -> Iterator[tuple[str, Sequence[Entry[Event]]]]:
    """What stands from a place on with one slip mended there, and what was done, without telling a card."""
    entry, after = entries[place], entries[place + 1 :]
    for event, told in (*_other_cards(entry.event, state), *_others(entry.event, _players(entries))):
        yield told, (replace(entry, event=event), *after)
    if set_up_order(entry.event) is None:
        for missing in (Fill(Special.UNKNOWN), Fill(Special.REVEAL), Show(Special.UNKNOWN)):
            told = f"a line is missing before it, like “{write(missing)}”"
            yield told, (Entry(entry.line, missing), entry, *after)
        if after:
            yield "it and the next line stand in the wrong order", (after[0], entry, *after[1:])
    yield "it does not belong there", after


def _players(entries: Sequence[Entry[Event]]) -> tuple[str, ...]:
    return next((entry.event.names for entry in entries if isinstance(entry.event, Players)), ())


def _other_cards(event: Event, state: State) -> Iterator[tuple[Event, str]]:
    """The event with `own` added or struck out, or with another card of the player's hand in one place."""
    if isinstance(event, Lay | Complete | Expose) and (event.laid or not isinstance(event, Expose)):
        if Special.OWN in event.laid:
            without = tuple(card for card in event.laid if card is not Special.OWN)
            if without or not isinstance(event, Complete):
                yield replace(event, laid=without), "“own” does not belong into it"
        else:
            yield replace(event, laid=(*event.laid, Special.OWN)), "“own” is missing in it, for the CODE card's symbol"
    if not isinstance(event, Discard | Lay | Complete | Expose):
        return
    told = f"it should name another card that {event.player} holds"
    hands = (state if state.begun else begin(state)).hands
    for card in dict.fromkeys(hands.get(event.player, ())):
        if isinstance(event, Discard):
            if card not in (event.card, Special.WILD):
                yield replace(event, card=card), told
            continue
        if not isinstance(event, Complete) and card not in (event.code, *event.laid, Special.WILD):
            yield replace(event, code=card), told
        for at, laid in enumerate(event.laid):
            if laid is not Special.OWN and card not in (getattr(event, "code", None), *event.laid):
                yield replace(event, laid=(*event.laid[:at], card, *event.laid[at + 1 :])), told


def _others(event: Event, players: Sequence[str]) -> Iterator[tuple[Event, str]]:
    """The event with another player, another pile, another place, or as what else came off the deck."""
    if isinstance(event, Fill | Show):
        for card in (Special.UNKNOWN, Special.REVEAL, Special.WILD):
            if card is not event.card:
                yield replace(event, card=card), f"it should say “{card}”"
        return
    if isinstance(event, Take | Expose | Complete | Lay | Discard | Remove | Soldier | Said | Judged | Deal):
        for player in players:
            if player != event.player:
                yield replace(event, player=player), f"it should name {player}"
    if isinstance(event, Take | Soldier):
        for pile in range(1, PILES + 1):
            if pile != event.pile:
                yield replace(event, pile=pile), f"it should say pile {pile}"
    if isinstance(event, Said | Judged) and event.place > 1:
        yield replace(event, place=1), "it should say code 1"
