"""What is wrong with a record, and the likeliest slips that would explain it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import factorial
from time import monotonic

import numpy as np

from solver.beyond_code.answers import Checked, Slip, SlipKind
from solver.beyond_code.conflicts import possible
from solver.beyond_code.course import Course, course
from solver.beyond_code.events import (
    SQUARES,
    Card,
    Close,
    Corner,
    CornerTold,
    Decrypt,
    Doubt,
    Event,
    Look,
    Name,
    Open,
    Square,
    Told,
)
from solver.beyond_code.layouts import product, spread
from solver.beyond_code.odds import posterior
from solver.beyond_code.play import apply, meant
from solver.beyond_code.state import State
from solver.beyond_code.view import seen_by, view
from solver.errors import Contradiction, IllegalEvent
from solver.record import Draft, Entry, in_order

__all__ = ["PRIORS", "SECONDS", "check"]

SECONDS = 4.0
"""So long slips are tried; without many shuffles it takes a moment."""

PRIORS: Mapping[SlipKind, float] = {
    SlipKind.CARD: 1.0,
    SlipKind.CORNER: 2.0,
    SlipKind.SQUARE: 1.0,
    SlipKind.VERDICT: 2.0,
    SlipKind.TOO_MUCH: 1.0,
}
"""How likely each single slip is, against a card that was mistaken for a certain other one. Estimates, not measured.

Of corners and verdicts there are fewer to mistake, so each is likelier.
"""

_NEIGHBOUR = 3.0
"""A square in the same row or column beside the right one is so much likelier."""


def check(draft: Draft[Event, State], seat: str | None = None, limit: float = SECONDS) -> Checked:
    """Check a record from a seat. Where the rules forbid a line, only that is told. Raises SeatError.

    limit: after so many seconds no further slip is tried, and `tried_all` of the answer says so.
    """
    if draft.record is None:
        good = None if draft.good is None else view(draft.good, seat)
        return Checked(good, draft.faults, (), (), None)
    seen = view(draft.record, seat)
    try:
        layouts = int(np.count_nonzero(posterior(seen).hard))
    except Contradiction as error:
        own = seen.viewer == draft.record.state.me
        entries = in_order(draft.game, draft.entries) if own else tuple(seen_by(draft.record, seen.seat))
        start = replace(draft.game.start, accepted=not own)
        slips, tried_all = _slips(entries, start, error.lines, limit)
        return Checked(seen, (), error.lines, slips, 0, tried_all, error.smallest)
    return Checked(seen, (), (), (), layouts)


def _slips(
    entries: Sequence[Entry[Event]], start: State, lines: Sequence[int], limit: float
) -> tuple[tuple[Slip, ...], bool]:
    """Every change of one of the lines that leaves a possible record, by likelihood; and whether all were tried."""
    end, tried_all = monotonic() + limit, True
    found: list[tuple[float, Slip]] = []
    state = start
    suspect = {*lines, *_named(entries, lines)}
    for place, entry in enumerate(entries):
        if entry.line in suspect:
            for kind, prior, event in _changes(meant(state, entry.event)):
                if monotonic() >= end:
                    tried_all = False
                    break
                changed = () if event is None else (Entry(entry.line, event),)
                after = _replayed(state, (*changed, *entries[place + 1 :]))
                if after is not None and (likely := prior * _likelihood(after)):
                    found.append((likely, Slip(entry.line, kind, event, likely)))
        state = apply(state, entry.event, entry.line)
    total = sum(likely for likely, _ in found)
    slips = [replace(slip, share=likely / total) for likely, slip in found]
    return tuple(sorted(slips, key=lambda slip: (-slip.share, slip.line))), tried_all


def _named(entries: Sequence[Entry[Event]], lines: Sequence[int]) -> Iterator[int]:
    """The lines of the namings that these lines doubt: there a square or a name may be wrong, too."""
    naming = 0
    for entry in entries:
        if isinstance(entry.event, Name | Decrypt):
            naming = entry.line
        elif isinstance(entry.event, Doubt) and entry.line in lines:
            yield naming


def _replayed(state: State, entries: Sequence[Entry[Event]]) -> State | None:
    """Where the entries lead, None where the rules forbid one."""
    try:
        for entry in entries:
            state = apply(state, entry.event, entry.line)
    except IllegalEvent:
        return None
    return state


def _likelihood(state: State) -> float:
    """How likely the hard facts of all games are before anything is known; 0 where no history agrees with them."""
    likely = 1.0
    for steps in (*state.past, state.steps):
        held = course(steps, SQUARES, state.cards)
        if not possible(held):
            return 0.0
        likely *= _evidence(held)
    return likely


def _evidence(held: Course) -> float:
    hard = held.hard()
    layouts = product(hard[0]) / factorial(held.size)
    for shuffled, matrix in zip(held.shuffles, hard[1:], strict=True):
        layouts = spread(layouts, held.size, shuffled) * product(matrix)
    return float(layouts.sum())


# ---- what may have been meant ----------------------------------------------------------------------------------------


def _changes(event: Event) -> Iterator[tuple[SlipKind, float, Event | None]]:
    """What else a line may have been meant to say, each with its prior; None: it should not stand."""
    match event:
        case Name() | Decrypt() | Look() | Open() | Told() | CornerTold() | Close():
            for square in SQUARES:
                if square != event.square:
                    near = _NEIGHBOUR if _beside(square, event.square) else 1.0
                    yield SlipKind.SQUARE, PRIORS[SlipKind.SQUARE] * near, replace(event, square=square)
        case Doubt(honest=honest):
            yield SlipKind.VERDICT, PRIORS[SlipKind.VERDICT], replace(event, honest=not honest)
        case _:
            return
    yield from _other_cards(event)
    yield SlipKind.TOO_MUCH, PRIORS[SlipKind.TOO_MUCH], None


def _other_cards(event: Event) -> Iterator[tuple[SlipKind, float, Event]]:
    prior = PRIORS[SlipKind.CARD]
    for card in Card:
        match event:
            case Name(card=named, really=really) | Decrypt(card=named, really=really):
                if card != named:
                    yield SlipKind.CARD, prior, replace(event, card=card)
                if really is not None and card != really:
                    yield SlipKind.CARD, prior, replace(event, really=card)
            case Doubt(really=really):
                if really is not None and card != really:
                    yield SlipKind.CARD, prior, replace(event, really=card)
            case Look(card=shown) | Open(card=shown) | Told(card=shown):
                if shown is not None and card != shown:
                    yield SlipKind.CARD, prior, replace(event, card=card)
            case _:
                pass
    if isinstance(event, CornerTold):
        for corner in (Corner.CHAOS, Corner.DECRYPTION, Corner.NONE):
            if corner is not event.corner:
                yield SlipKind.CORNER, PRIORS[SlipKind.CORNER], replace(event, corner=corner)


def _beside(one: Square, other: Square) -> bool:
    """Whether two squares have a side in common."""
    across, down = abs(ord(one[0]) - ord(other[0])), abs(ord(one[1]) - ord(other[1]))
    return across + down == 1
