"""What is wrong with a record, and the likeliest slips that would explain it."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from math import exp, factorial, inf, log
from time import monotonic

import numpy as np

from solver.beyond_code.answers import Checked, Slip, SlipKind
from solver.beyond_code.conflicts import possible
from solver.beyond_code.course import Course, course
from solver.beyond_code.events import (
    SQUARES,
    Cancel,
    Card,
    Characters,
    Close,
    Corner,
    CornerTold,
    Decrypt,
    Doubt,
    Event,
    Goal,
    Look,
    Name,
    Open,
    Return,
    Shuffle,
    Square,
    Swap,
    Take,
    Time,
    Token,
    Told,
    Turn,
)
from solver.beyond_code.layouts import product, spread
from solver.beyond_code.odds import posterior
from solver.beyond_code.play import apply, meant
from solver.beyond_code.rules import can_pass, following
from solver.beyond_code.state import State
from solver.beyond_code.view import seen_by, view
from solver.errors import Contradiction, IllegalEvent
from solver.record import Draft, Entry, in_order

__all__ = ["PRIORS", "SECONDS", "check", "likelihood"]

SECONDS = 4.0
"""So long slips are tried; without many shuffles it takes a moment."""

PRIORS: Mapping[SlipKind, float] = {
    SlipKind.CARD: 1.0,
    SlipKind.CORNER: 2.0,
    SlipKind.PLAYER: 1.0,
    SlipKind.SQUARE: 1.0,
    SlipKind.VERDICT: 2.0,
    SlipKind.TOO_MUCH: 0.1,
    SlipKind.MISSING: 1.0,
}
"""How likely each single slip is, against a card that was mistaken for a certain other one. Estimates, not measured.

Of corners and verdicts there are fewer to mistake, so each is likelier. A line that should not stand at all says this
one thing of many that it could, and what it says no longer counts against it.
"""

_NEIGHBOUR = 3.0
"""A square in the same row or column beside the right one is so much likelier."""


def check(draft: Draft[Event, State], seat: str | None = None, limit: float = SECONDS) -> Checked:
    """Check a record from a seat. Raises SeatError.

    Slips behind a line that the rules forbid are told to whoever kept the record only. limit: after so many seconds no
    further slip is tried, and `tried_all` of the answer says so.
    """
    entries, start = in_order(draft.game, draft.entries), draft.game.start
    if draft.record is None:
        good = None if draft.good is None else view(draft.good, seat)
        if draft.good is None or seat not in (None, draft.good.state.me):
            return Checked(good, draft.faults, (), (), None)
        suspect = {entry.line for entry in entries}
        slips, tried_all = _slips(entries, start, suspect, limit, forbidden=True)
        return Checked(good, draft.faults, (), slips, None, tried_all)
    seen = view(draft.record, seat)
    try:
        layouts = int(np.count_nonzero(posterior(seen).hard))
    except Contradiction as error:
        if seen.viewer != draft.record.state.me:
            entries, start = tuple(seen_by(draft.record, seen.seat)), replace(start, accepted=True)
        suspect = {*error.lines, *_named(entries, error.lines)}
        slips, tried_all = _slips(entries, start, suspect, limit)
        return Checked(seen, (), error.lines, slips, 0, tried_all, error.smallest)
    return Checked(seen, (), (), (), layouts)


def _slips(
    entries: Sequence[Entry[Event]], start: State, suspect: Collection[int], limit: float, *, forbidden: bool = False
) -> tuple[tuple[Slip, ...], bool]:
    """Every change of one of the lines that leaves a possible record, by likelihood; and whether all were tried.

    What is wrong shows at a line or after it, so that the last lines up to there are tried first.
    """
    end, tried_all = monotonic() + limit, True
    found: list[tuple[float, Slip]] = []
    for place, state in reversed(list(enumerate(_states(entries, start)))):
        entry = entries[place]
        if entry.line not in suspect:
            continue
        for kind, prior, event in _changes(_as_meant(state, entry.event), state.players):
            if monotonic() >= end:
                tried_all = False
                break
            changed = () if event is None else (Entry(entry.line, event),)
            after = _replayed(state, (*changed, *entries[place + 1 :]))
            if after is not None and (likely := log(prior) + likelihood(after)) > -inf:
                found.append((likely, Slip(entry.line, kind, event, 0.0)))
        for event in _forgotten(state) if forbidden else ():
            after = _replayed(_with(state, event, entry.line), entries[place:])
            if after is not None and (likely := log(PRIORS[SlipKind.MISSING]) + likelihood(after)) > -inf:
                found.append((likely, Slip(entry.line, SlipKind.MISSING, event, 0.0)))
    # Beside the likeliest, since the facts of a long match are too unlikely for any number.
    most = max((likely for likely, _ in found), default=0.0)
    total = sum(exp(likely - most) for likely, _ in found)
    slips = [replace(slip, share=exp(likely - most) / total) for likely, slip in found]
    return tuple(sorted(slips, key=lambda slip: (-slip.share, slip.line))), tried_all


def _forgotten(state: State) -> Iterator[Event]:
    """What may have been played before a line and not been entered: a doubt, a silent look."""
    if state.naming is not None and state.doubtable:
        for doubter in state.naming.doubters:
            yield Doubt(doubter, True)
            yield Doubt(doubter, False)
    if state.outcome is None and state.players and not state.solo and state.closed:
        after = following(state) if can_pass(state) else state.active
        if state.holds(after, Token.SILENCE):
            yield Look(after, state.closed[0])


def _with(state: State, event: Event, line: int) -> State | None:
    """The table after a line that was forgotten, and so tells no card; None where the rules forbid it."""
    try:
        return replace(apply(replace(state, accepted=True), event, line), accepted=state.accepted)
    except IllegalEvent:
        return None


def _states(entries: Sequence[Entry[Event]], start: State) -> Iterator[State]:
    """The table before each entry, up to the first that the rules forbid."""
    state = start
    for entry in entries:
        yield state
        try:
            state = apply(state, entry.event, entry.line)
        except IllegalEvent:
            return


def _as_meant(state: State, event: Event) -> Event:
    """An event with its cards; as it was typed where the record has no such card."""
    try:
        return meant(state, event)
    except IllegalEvent:
        return event


def _named(entries: Sequence[Entry[Event]], lines: Sequence[int]) -> Iterator[int]:
    """The lines of the namings that these lines doubt: there a square or a name may be wrong, too."""
    naming = 0
    for entry in entries:
        if isinstance(entry.event, Name | Decrypt):
            naming = entry.line
        elif isinstance(entry.event, Doubt) and entry.line in lines:
            yield naming


def _replayed(state: State | None, entries: Sequence[Entry[Event]]) -> State | None:
    """Where the entries lead, None where the rules forbid one."""
    if state is None:
        return None
    try:
        for entry in entries:
            state = apply(state, entry.event, entry.line)
    except IllegalEvent:
        return None
    return state


def likelihood(state: State) -> float:
    """How likely the hard facts of all games are before anything is known, as a logarithm; −∞ where they cannot be."""
    likely = 0.0
    for steps in (*state.past, state.steps):
        held = course(steps, SQUARES, state.cards)
        if not possible(held):
            return -inf
        likely += _evidence(held)
    return likely


def _evidence(held: Course) -> float:
    hard = held.hard()
    layouts = product(hard[0]) / factorial(held.size)
    likely = 0.0
    for shuffled, matrix in zip(held.shuffles, hard[1:], strict=True):
        layouts = spread(layouts, held.size, shuffled) * product(matrix)
        total = layouts.sum()
        layouts, likely = layouts / total, likely + log(total)
    return likely + log(layouts.sum())


# ---- what may have been meant ----------------------------------------------------------------------------------------


def _changes(event: Event, players: Sequence[str]) -> Iterator[tuple[SlipKind, float, Event | None]]:
    """What else a line may have been meant to say, each with its prior; None: it should not stand."""
    match event:
        case Name() | Decrypt() | Look() | Open() | Told() | CornerTold() | Close():
            for square in SQUARES:
                if square != event.square:
                    near = _NEIGHBOUR if _beside(square, event.square) else 1.0
                    yield SlipKind.SQUARE, PRIORS[SlipKind.SQUARE] * near, replace(event, square=square)
        case Doubt(honest=honest):
            yield SlipKind.VERDICT, PRIORS[SlipKind.VERDICT], replace(event, honest=not honest)
        case Take() | Return() | Cancel() | Goal() | Swap() | Shuffle() | Time() | Characters() | Turn():
            pass
        case _:
            return
    yield from _other_cards(event)
    yield from _other_players(event, players)
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


def _other_players(event: Event, players: Sequence[str]) -> Iterator[tuple[SlipKind, float, Event]]:
    match event:
        case Name() | Decrypt() | Doubt() | Look() | Take() | Return() | Cancel() | Goal() | Turn():
            for player in players:
                if player != event.player:
                    yield SlipKind.PLAYER, PRIORS[SlipKind.PLAYER], replace(event, player=player)
        case _:
            pass


def _beside(one: Square, other: Square) -> bool:
    """Whether two squares have a side in common."""
    across, down = abs(ord(one[0]) - ord(other[0])), abs(ord(one[1]) - ord(other[1]))
    return across + down == 1
