"""What an effect does. The texts are the owner's (ruling 16): only the printed general rules are looked after."""

from dataclasses import replace

from solver.beyond_code.actions import no_effect, not_now, playing
from solver.beyond_code.events import (
    Cancel,
    Card,
    Characters,
    Close,
    CornerTold,
    Open,
    Return,
    SetKind,
    Shuffle,
    Swap,
    Switch,
    Take,
    Time,
    Token,
    Told,
)
from solver.beyond_code.events import Corner as Shows
from solver.beyond_code.rules import give, know, move_marker, opened, pass_turn, take_back, turned_down
from solver.beyond_code.state import Shuffled, State, Swapped
from solver.errors import IllegalEvent

__all__ = [
    "cancel",
    "close",
    "corner",
    "corner_cards",
    "effect",
    "exchange",
    "move_cards",
    "open_card",
    "tell",
    "time",
    "token",
]


def effect(state: State) -> State:
    """Make sure that an effect is carried out now; with its first line the naming counts as believed.

    Raises IllegalEvent.
    """
    after = playing(state)
    if not after.effects:
        raise no_effect(state, "nothing has been named and believed in this turn")
    return replace(after, affected=True, doubtable=False, chosen=None, assigned=False)


def _in_game(state: State, player: str) -> None:
    if player in state.out:
        raise IllegalEvent(f"{player} is out of this game", typed=player, expected=" or ".join(state.in_game))


# ---- tokens ----------------------------------------------------------------------------------------------------------


def token(state: State, event: Take | Return) -> State:
    """A token comes or goes. Ending the turn: whoever takes a silence token in his own turn passes it at once."""
    state = effect(state)
    _in_game(state, event.player)
    if isinstance(event, Return):
        if not state.holds(event.player, event.token):
            raise IllegalEvent(f"{event.player} has no such token", typed=event.token, expected="a token that he has")
        return take_back(state, event.player, event.token)
    new = not state.holds(event.player, event.token)
    state = give(state, event.player, event.token)
    if new and event.token is Token.SILENCE and event.player == state.active:
        return pass_turn(state)
    return state


def cancel(state: State, event: Cancel) -> State:
    """A Chaos token cancels all of the Enigma Machine, before its first effect (ruling 14)."""
    state, naming, player = playing(state), state.naming, event.player
    if naming is None or naming.card is not Card.ENIGMA or not state.effects or state.affected:
        raise not_now(state, "the Enigma Machine was not named just now (Chaos)", player)
    _in_game(state, player)
    if state.holds(player, Token.SILENCE):
        raise not_now(state, f"{player} has a silence token and may not cancel (Silence)", player)
    if not state.holds(player, Token.CHAOS):
        raise not_now(state, f"{player} has no Chaos token (Chaos)", player)
    if state.rulings.get(Switch.CANCEL) == "active" and player != state.active:
        raise not_now(state, "here the active player alone may cancel (ruling cancel)", player)
    return replace(take_back(state, player, Token.CHAOS), effects=False, affected=False, doubtable=False)


def time(state: State, event: Time) -> State:
    """The marker moves by an effect."""
    return move_marker(effect(state), event.spaces)


def exchange(state: State, event: Characters) -> State:
    """Characters change places, between players or with the pile."""
    state = effect(state)
    _in_game(state, event.player)
    _can_exchange(state, event)
    known = dict(state.characters)
    mine = known.pop(event.player, None)
    if event.other is not None:
        _in_game(state, event.other)
        theirs = known.pop(event.other, None)
        known |= {} if mine is None else {event.other: mine}
        known |= {} if theirs is None else {event.player: theirs}
    return replace(state, characters=known)


def _can_exchange(state: State, event: Characters) -> None:
    """Two players swap with the pile only; of the introductory set, and of a set dealt out, no pile is left."""
    if event.other is not None:
        if len(state.players) == 2:
            raise IllegalEvent(
                "two players do not swap characters (Two-Player Game)", typed=event.other, expected="pile"
            )
        return
    left = len(state.pool) + bool(state.to_pick) - len(state.players)
    removed = state.set_kind is SetKind.INTRODUCTORY and len(state.players) > 2
    if removed or left <= 0:
        raise IllegalEvent("no character cards are left for a pile (Setup)", typed="pile", expected="a player's name")


# ---- cards -----------------------------------------------------------------------------------------------------------


def move_cards(state: State, event: Swap | Shuffle, line: int) -> State:
    """Cards change places. Who has seen one goes along with it; a shuffle clears that, and leaves all face down."""
    state = effect(state)
    if isinstance(event, Shuffle):
        seen = {square: who for square, who in state.seen.items() if square not in event.squares}
        state = replace(turned_down(state, *event.squares), seen=seen)
        return replace(state, steps=(*state.steps, Shuffled(line, event.squares)))
    there = {event.first: event.second, event.second: event.first}
    return replace(
        state,
        open={there.get(square, square): card for square, card in state.open.items()},
        seen={there.get(square, square): who for square, who in state.seen.items()},
        laid=tuple(there.get(square, square) for square in state.laid),
        steps=(*state.steps, Swapped(line, event.first, event.second)),
    )


def open_card(state: State, event: Open, card: Card, line: int) -> State:
    """A card is turned face up: by an effect, by what a goal showed, or after the end."""
    if event.square in state.open:
        raise IllegalEvent("this card lies open", typed=event.square, expected="one of " + " ".join(state.closed))
    return opened(_shown(state), event.square, card, line)


def close(state: State, event: Close) -> State:
    """A card is turned face down."""
    if event.square not in state.open:
        lying = " ".join(state.open) or "no card: all lie face down"
        raise IllegalEvent("this card is closed", typed=event.square, expected=lying)
    return turned_down(_shown(state), event.square)


def _shown(state: State) -> State:
    """Make sure that a card may be turned now: an effect, a missed goal just now, or the end of the game."""
    if state.attempted or state.outcome is not None:
        return state
    return effect(state)


def tell(state: State, event: Told, card: Card, line: int) -> State:
    """Something shown, or said under the duty of truth (Truth and Lies)."""
    cards = [each for each in state.cards if (each is card) is event.lies]
    instead = None if state.otherwise is None else know(state.otherwise, line, event.square, *cards)
    return know(replace(state, begun=True, otherwise=instead), line, event.square, *cards)


def corner(state: State, event: CornerTold, line: int) -> State:
    """What the Library tells of a card, by its effect. The Enigma Machine may still be cancelled (ruling 14)."""
    machine = Card.ENIGMA in (state.applying, state.naming.card if state.naming else None)
    told = replace(effect(state), affected=state.affected or not machine)
    return know(told, line, event.square, *corner_cards(state, event.corner))


def corner_cards(state: State, told: Shows) -> tuple[Card, ...]:
    """The cards whose corner may be this. Ruling 17: a corner not typed in is Chaos or decryption, never none."""
    return tuple(
        card
        for card in state.cards
        if state.corner(card) is told or (state.corner(card) is Shows.UNKNOWN and told is not Shows.NONE)
    )
