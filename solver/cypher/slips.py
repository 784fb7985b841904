"""The likeliest slips that would explain what is wrong with a record: one line read, written or forgotten wrongly."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from time import perf_counter

from solver.cypher.events import (
    Discard,
    Event,
    Hand,
    Market,
    Move,
    Pass,
    Place,
    Play,
    Receive,
    SeeDeck,
    SeeHand,
    Spot,
)
from solver.cypher.rules import Step, due, fourth_card, pass_to, settled, sources
from solver.cypher.state import Phase, State
from solver.cypher.tracking import Impossible, track
from solver.errors import IllegalEvent, OutOfTime
from solver.record import Entry, Game, in_order

__all__ = ["Slip", "explaining", "mending"]

_Game = Game[Event, State]
_Entries = Sequence[Entry[Event]]
_UNFINISHED = "not every slip was tried: the time was over"


@dataclass(frozen=True, slots=True)
class Slip:
    """One line that would make all well if it had read otherwise.

    was: None where a line is missing before this one. instead: None where this one had not been written. likeness: 0 to
    1, how much the two look alike; 1 where the rules ask for what is missing.
    """

    line: int
    was: str | None
    instead: str | None
    likeness: float


def explaining(game: _Game, entries: _Entries, lines: Iterable[int], end: float) -> tuple[tuple[Slip, ...], str]:
    """The slips on lines that cannot all be true, likeliest first; and why not every one was tried, "" if it was.

    end: when the search must be over.
    """
    ordered = in_order(game, tuple(entries))
    states = _states(game, ordered)
    sought = set(lines)
    places = [place for place, entry in enumerate(ordered) if entry.line in sought]
    made, unfinished = _tried(game, ordered, states, places, end)
    return tuple(sorted(made, key=lambda slip: (-slip.likeness, slip.line))), unfinished


def mending(game: _Game, entries: _Entries, end: float) -> tuple[tuple[Slip, ...], str]:
    """The slips after which the rules allow all of it, likeliest first, of those the nearest to the fault.

    The cause may stand long before the first line that they forbid: a card that was noted wrongly is missed only when
    it is played.
    """
    ordered = in_order(game, tuple(entries))
    states = _states(game, ordered)
    fault = ordered[len(states) - 1].line
    made, unfinished = _tried(game, ordered, states, range(len(states) - 1, -1, -1), end, forgotten=True)
    return tuple(sorted(made, key=lambda slip: (-slip.likeness, slip.was is not None, fault - slip.line))), unfinished


def _states(game: _Game, ordered: _Entries) -> list[State]:
    """The table before each line that the rules allow, and before the first that they forbid; or after the last."""
    states = [game.start]
    for entry in ordered:
        try:
            states.append(game.apply(states[-1], entry.event, entry.line))
        except IllegalEvent:
            break
    return states


def _tried(
    game: _Game,
    ordered: _Entries,
    states: Sequence[State],
    places: Iterable[int],
    end: float,
    *,
    forgotten: bool = False,
) -> tuple[list[Slip], str]:
    """Every slip at these places of the record after which all is well. forgotten: lines that are missing as well."""
    made: list[Slip] = []
    for place in places:
        entry, state, after = ordered[place], states[place], ordered[place + 1 :]
        was = game.write(entry.event)
        for other in _others(entry.event, state):
            if perf_counter() > end:
                return made, _UNFINISHED
            if _well(game, state, [*_entries(entry.line, other), *after]):
                instead = None if other is None else game.write(other)
                likeness = 0.0 if instead is None else SequenceMatcher(None, was, instead).ratio()
                made.append(Slip(entry.line, was, instead, likeness))
        # Where the next line is forbidden, what the rules ask for instead may have been left out.
        expected = list(_expected(state)) if forgotten and place == len(states) - 1 else []
        for missing in [*expected, *_unseen_actions(state)] if forgotten else ():
            if perf_counter() > end:
                return made, _UNFINISHED
            if _well(game, state, [*_entries(entry.line, missing), entry, *after]):
                made.append(Slip(entry.line, None, game.write(missing), 1.0 if missing in expected else 0.0))
    return made, ""


def _entries(line: int, event: Event | None) -> list[Entry[Event]]:
    return [] if event is None else [Entry(line, event)]


def _well(game: _Game, state: State, entries: _Entries) -> bool:
    """Whether the rules allow the entries from that table on, and all of it can be true."""
    try:
        for entry in entries:
            state = game.apply(state, entry.event, entry.line)
        track(state.box, state.trail)
    except (IllegalEvent, Impossible, OutOfTime):
        return False
    return True


# ---- what a line may have been meant to say --------------------------------------------------------------------------


def _unseen_actions(state: State) -> Iterator[Event]:
    """What an action may have moved without anybody noting it: the card is not known to the one who keeps the record.

    Actions come between the card that is placed and the first that is received.
    """
    if state.me is None or not state.started or settled(state).phase is not Phase.RECEIVE or state.received:
        return
    hands = [Place(Spot.HAND, player) for player in state.players if player != state.me]
    hidden = [*hands, Place(Spot.DECK), Place(Spot.UNDER), Place(Spot.OUT)]
    yield from (Move(source, target, None) for source in hands for target in hidden if target != source)
    yield from (Move(source, target, None) for source in hidden[len(hands) :] for target in hands)


def _expected(state: State) -> Iterator[Event]:
    """The lines that the table waits for, where they can be guessed."""
    now = due(state)
    player, then = now.player or "", settled(state)
    match now.step:
        case Step.MARKET:
            yield from (Market(name) for name in state.names)
        case Step.PLAY:
            for name in state.names:
                full = fourth_card(then, player)
                yield from (Play(player, name, under) for under in ({*then.tables[player], name} if full else (None,)))
        case Step.RECEIVE:
            for source in sources(then):
                unseen = source is Spot.MARKET or not state.sees(player)
                yield from (Receive(player, source, name) for name in ((None,) if unseen else state.names))
        case Step.PASS:
            taker = pass_to(then) or ""
            seen = state.sees(player) or state.sees(taker)
            yield from (Pass(player, taker, name) for name in (state.names if seen else (None,)))
        case Step.DISCARD:
            yield from (Discard(player, name) for name in (state.names if state.sees(player) else (None,)))
        case _:
            return


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
