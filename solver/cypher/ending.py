"""After how many more turns the deck can be empty, if no action interferes: only numbers of cards matter for that."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from solver.cypher.box import DRAWS, HAND_LIMIT, TABLE_LIMIT
from solver.cypher.events import Custom
from solver.cypher.rules import settled
from solver.cypher.state import Phase, State

__all__ = ["earliest"]


@dataclass(frozen=True, slots=True)
class _Counts:
    """How many cards lie where at the beginning of a turn, or in it. market: whether a card lies there."""

    deck: int
    market: bool
    hands: tuple[int, ...]
    tables: tuple[int, ...]
    turn: int

    def with_hand(self, player: int, by: int) -> "_Counts":
        hands = (*self.hands[:player], self.hands[player] + by, *self.hands[player + 1 :])
        return replace(self, hands=hands)

    def with_under(self) -> "_Counts":
        """One more card under the deck; an empty market is filled at once (ruling 5)."""
        return replace(self, deck=self.deck + 1) if self.market else replace(self, market=True)

    @property
    def neighbours(self) -> tuple[int, ...]:
        """To whom the active player passes a card, left first."""
        seats = len(self.hands)
        left, right = (self.turn + 1) % seats, (self.turn - 1) % seats
        return (left,) if seats == 2 else (left, right)


def earliest(state: State) -> int | None:
    """After how many more turns, the one under way counted, the deck can be empty at a turn's end.

    0 where it is empty at the beginning of a turn; None where it cannot be before the game is over.
    """
    if not state.players:
        return None
    now = settled(state)
    if now.over:
        return None
    if now.started and now.phase is Phase.PLAY and not now.deck:
        return 0
    left = None if now.trigger is None else len(now.last) + now.ending
    seen: set[_Counts] = set()
    ends = set(_first_turn(now))
    turns = 1
    while ends and (left is None or turns <= left):
        if any(not end.deck for end in ends):
            return turns
        seen |= ends
        ends = {after for end in ends for after in _turn(end, state)} - seen
        turns += 1
    return None


def _first_turn(state: State) -> Iterator[_Counts]:
    """How the turn that is under way can end."""
    counts = _Counts(
        state.deck,
        state.market is not None,
        tuple(len(state.hands[player]) for player in state.players),
        tuple(len(state.tables[player]) for player in state.players),
        state.turn,
    )
    if not counts.market and counts.deck:
        counts = replace(counts, market=True, deck=counts.deck - 1)
    if state.fourth:
        counts = replace(counts.with_under(), tables=_table(counts, -1))
    yield from _turn(counts, state, state.phase, state.received, state.passed)


def _turn(
    counts: _Counts, state: State, phase: Phase = Phase.PLAY, received: int = 0, passed: int = 0
) -> Iterator[_Counts]:
    """How a turn can end, from a phase on."""
    me, seats = counts.turn, len(counts.hands)
    if phase is Phase.PLAY and counts.hands[me]:
        counts = counts.with_hand(me, -1)
        full = counts.tables[me] >= TABLE_LIMIT
        counts = counts.with_under() if full else replace(counts, tables=_table(counts, 1))
    receiving = phase in (Phase.PLAY, Phase.RECEIVE)
    draws = DRAWS[seats] - received if receiving else 0
    market_too = not (seats == 2 and Custom.TWO_DRAW_DECK in state.rulings)
    for after in _received(counts, draws, market_too=market_too):
        end = after
        for taker in () if phase is Phase.DISCARD else counts.neighbours[0 if receiving else passed :]:
            if end.hands[me]:
                end = end.with_hand(me, -1).with_hand(taker, 1)
        while end.hands[me] > HAND_LIMIT[seats]:
            end = end.with_hand(me, -1).with_under()
        yield replace(end, turn=(me + 1) % seats)


def _received(counts: _Counts, draws: int, *, market_too: bool) -> Iterator[_Counts]:
    """Where so many cards can be received from. With a deck it makes no difference: the market is filled from it."""
    if not draws:
        yield counts
    elif counts.deck:
        more = replace(counts, deck=counts.deck - 1).with_hand(counts.turn, 1)
        yield from _received(more, draws - 1, market_too=market_too)
    else:
        yield counts
        if counts.market and market_too:
            yield replace(counts, market=False).with_hand(counts.turn, 1)


def _table(counts: _Counts, by: int) -> tuple[int, ...]:
    me = counts.turn
    return (*counts.tables[:me], counts.tables[me] + by, *counts.tables[me + 1 :])
