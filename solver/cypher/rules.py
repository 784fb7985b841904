"""The rules, in the order of the rulebook: what comes next, and what follows from a line. Pure functions of the state.

A ruling where the rulebook is silent is one named function here, and its docstring says so. How a line makes use of the
rules, and what is said when they forbid it, stands in `play.py`; the numbers stand in `box.py`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from solver.cypher.box import DRAWS, HAND_LIMIT, POWER, TABLE_LIMIT, WINS
from solver.cypher.events import Custom, Spot
from solver.cypher.state import Phase, State

__all__ = [
    "Due",
    "Step",
    "advance",
    "due",
    "fourth_card",
    "market_due",
    "may_decline",
    "next_first",
    "pass_to",
    "placed",
    "score",
    "series_wins",
    "settled",
    "sources",
    "tie_order",
    "winner",
]


# ---- what is expected ------------------------------------------------------------------------------------------------


class Step(StrEnum):
    """What the table waits for."""

    PLAYERS = "players"
    MARKET = "market"
    PLAY = "play"
    UNDER = "under"
    RECEIVE = "receive"
    PASS = "pass"
    DISCARD = "discard"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Due:
    """The step that must come next, and whose it is. optional: whether it may be left out."""

    step: Step
    player: str | None = None
    optional: bool = False


def due(state: State) -> Due:
    """What must come next. The lines of actions may come at any time once the market lies open."""
    if not state.players:
        return Due(Step.PLAYERS)
    if market_due(state):
        return Due(Step.MARKET, state.active)
    now = settled(state)
    if now.over:
        return Due(Step.OVER)
    if now.fourth:
        return Due(Step.UNDER, now.active)
    return Due(Step(now.phase), now.active, optional=now.phase is Phase.RECEIVE and may_decline(now))


def settled(state: State, *, receiving: bool = False) -> State:
    """Give the state with every phase passed over in which nothing can be done.

    receiving: a line says that a card is received, so that the last player did not leave it out.
    """
    while (then := _passed_over(state, receiving=receiving)) is not None:
        state = then
    return state


def advance(state: State) -> State:
    """Give the state after a line, where nothing is left to be done in its phase.

    An action is carried out between the card that is placed and the card that is received, and may change what can be
    received; so up to then phases are passed over only when a later line, or a question, needs it.
    """
    early = state.phase is Phase.PLAY or (state.phase is Phase.RECEIVE and not state.received)
    return state if early else settled_turn(state)


def settled_turn(state: State) -> State:
    """Pass over phases, but not into the turn of the next player."""
    turns = state.turns
    while state.turns == turns and (then := _passed_over(state)) is not None:
        state = then
    return state


def _passed_over(state: State, *, receiving: bool = False) -> State | None:
    """The next phase where nothing is to be done in this one, else None.

    Ruling 6: as far as possible; a player with no card in hand plays none, and passes none. Ruling 5: with an empty
    deck nothing need be received; after the last card of the game no line would say so, and nothing hangs on it.
    """
    if not state.started or state.over or state.fourth or market_due(state):
        return None
    hand = state.hands[state.active]
    match state.phase:
        case Phase.PLAY if not hand:
            return replace(state, phase=Phase.RECEIVE)
        case Phase.RECEIVE if state.received == DRAWS[len(state.players)] or not sources(state):
            return replace(state, phase=Phase.PASS)
        case Phase.RECEIVE if not receiving and not hand and may_decline(state) and _end_turn(state).over:
            return replace(state, phase=Phase.PASS)
        case Phase.PASS if pass_to(state) is None or not hand:
            return replace(state, phase=Phase.DISCARD)
        case Phase.DISCARD if len(hand) <= HAND_LIMIT[len(state.players)]:
            return _end_turn(state)
        case _:
            return None


# ---- Setup -----------------------------------------------------------------------------------------------------------


def market_due(state: State) -> bool:
    """Whether the top card of the deck must be turned up as the market card (Setup, Receiving cards).

    Ruling 5: where the deck was empty, as soon as it has a card again.
    """
    return bool(state.players) and state.market is None and state.deck > 0


# ---- 1. Playing a card -----------------------------------------------------------------------------------------------


def fourth_card(state: State, player: str) -> bool:
    """Whether the next card that the player places is one too many (Playing a card)."""
    return len(state.tables[player]) >= TABLE_LIMIT


def placed(state: State, player: str, card: str) -> State:
    """Count a card that was placed in front of a player: it may trigger the end of the game (End of the Game).

    Ruling 2: the turn is finished first, and it counts even if the card leaves the table again.
    """
    return _trigger(replace(state, ending=state.trigger is None), player) if card == POWER else state


# ---- 2. Receiving cards ----------------------------------------------------------------------------------------------


def sources(state: State) -> tuple[Spot, ...]:
    """Where a card can be received from now.

    Ruling 5: with an empty deck the market card or nothing. Ruling 9: two players take each of their cards from the
    deck or the market; with the switch `two-draw deck` from the deck alone.
    """
    deck = (Spot.DECK,) if state.deck else ()
    deck_only = len(state.players) == 2 and Custom.TWO_DRAW_DECK in state.rulings
    return deck if deck_only or state.market is None else (*deck, Spot.MARKET)


def may_decline(state: State) -> bool:
    """Whether nothing need be received: the deck is empty (ruling 5)."""
    return state.deck == 0


# ---- 3. Passing cards ------------------------------------------------------------------------------------------------


def pass_to(state: State) -> str | None:
    """To whom the active player passes a card now: to the left, then to the right; None when he has passed all.

    Two-Player Variant and ruling 10: one card, to the other player.
    """
    left, right = state.left_of(state.active), state.right_of(state.active)
    takers = (left,) if len(state.players) == 2 else (left, right)
    return takers[state.passed] if state.passed < len(takers) else None


# ---- 4. Discarding cards, and the end of a turn ----------------------------------------------------------------------


def _end_turn(state: State) -> State:
    """Go on to the next player, or end the game.

    Ruling 4: whether the deck is empty is looked at after phase 4. Ruling 3: only the first trigger counts.
    """
    player = state.active
    if state.trigger is None and state.deck == 0:
        state = _trigger(state, player)
    elif state.ending:
        state = replace(state, ending=False)
    elif state.trigger is not None:
        state = replace(state, last=state.last[1:])
    following = (state.turn + 1) % len(state.players)
    return replace(
        state,
        turns=state.turns + 1,
        turn=following,
        phase=Phase.PLAY,
        received=0,
        passed=0,
        over=state.trigger is not None and not state.last,
    )


# ---- End of the Game -------------------------------------------------------------------------------------------------


def _trigger(state: State, player: str) -> State:
    """Note who triggered the end, and who has one more turn.

    Ruling 1: everyone, clockwise from his left neighbour, himself last; with `last-turn others` without himself.
    Ruling 3: a second trigger changes nothing.
    """
    if state.trigger is not None:
        return state
    order = state.clockwise_after(player)
    if Custom.LAST_TURN_OTHERS in state.rulings:
        order = order[:-1]
    return replace(state, trigger=player, last=order)


def score(state: State) -> Mapping[str, int | None]:
    """The total value of the cards in front of each player, None where the value of one of them is not known.

    Ruling 14: the printed values, until an action changes them.
    """
    totals: dict[str, int | None] = {}
    for player in state.players:
        values = [state.worth(card) for card in state.tables[player]]
        known = [value for value in values if value is not None]
        totals[player] = sum(known) if len(known) == len(values) else None
    return totals


def tie_order(state: State) -> tuple[str, ...]:
    """Who wins a tie before whom, once the end is triggered; nobody before (End of the Game).

    Ruling 15: clockwise from the left neighbour of the player who triggered it, himself last.
    """
    return () if state.trigger is None else state.clockwise_after(state.trigger)


def winner(state: State) -> str | None:
    """Who has won; None while the game is not over, or where a value is not known."""
    now = settled(state)
    totals = score(now)
    if not now.over or any(total is None for total in totals.values()):
        return None
    return max(tie_order(now), key=lambda player: totals[player] or 0)


# ---- Game Variants: a series of games --------------------------------------------------------------------------------


def series_wins(state: State) -> Mapping[str, int]:
    """Games won in the series, this one with them once it is over."""
    first = winner(state)
    return {player: state.won.get(player, 0) + (player == first) for player in state.players}


def series_winner(state: State) -> str | None:
    """Who has won the series: 4 games with two players, 3 with three, 2 with four (Game Variants)."""
    return next((player for player, won in series_wins(state).items() if won >= WINS[len(state.players)]), None)


def next_first(state: State) -> str | None:
    """Who begins the next game of a series; None while this one is not over.

    Ruling 16: the left neighbour of the player who began this one; with `next-first winner` the winner.
    """
    if not settled(state).over:
        return None
    return winner(state) if Custom.NEXT_FIRST_WINNER in state.rulings else state.left_of(state.players[0])
