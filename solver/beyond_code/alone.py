"""Alone with Chaos: the rules that are other for one player, in the rulebook's order (heading “Alone with Chaos”)."""

from dataclasses import replace

from solver.beyond_code.actions import may_decrypt, not_now, playing
from solver.beyond_code.box import SOLO_SILENCE
from solver.beyond_code.effects import exchange as change_characters
from solver.beyond_code.effects import move_cards
from solver.beyond_code.events import (
    SQUARES,
    Cancel,
    Card,
    Characters,
    Choose,
    Corner,
    Decrypt,
    Goal,
    Look,
    Open,
    Return,
    Shuffle,
    Square,
    Switch,
    Time,
    Token,
)
from solver.beyond_code.rules import (
    eliminate,
    finish,
    know,
    one_more_game,
    opened,
    shown_as,
    take_back,
)
from solver.beyond_code.state import Ending, Outcome, State
from solver.errors import IllegalEvent

__all__ = [
    "cancel",
    "choose",
    "corner",
    "end",
    "exchange",
    "goal",
    "look",
    "next_game",
    "return_after_goal",
    "reveal",
    "shuffle",
    "time",
]

_THIRD = 3


# ---- Solo Play -------------------------------------------------------------------------------------------------------


def _entered(state: State) -> State:
    """Begin the turn with its first line."""
    if state.revealable and not state.entered:
        raise not_now(state, "cards are to be revealed before this game (Victory and Preparation for the Next Game)")
    state = playing(state)
    if state.entered:
        return state
    return replace(state, entered=True, could_decrypt=state.holds(state.active, Token.DECRYPTION))


def look(state: State, event: Look, card: Card | None, line: int) -> State:
    """Solo Play: a card that is looked at in any way is revealed; time does not move for its corner."""
    state = _effect(state)
    if event.square in state.open:
        raise IllegalEvent("this card lies open", typed=event.square, expected="one of " + " ".join(state.closed))
    if card is None:
        raise IllegalEvent("a card looked at lies open (Solo Play)", typed=event.square, expected="the card at the end")
    return opened(state, event.square, card, line)


def _effect(state: State) -> State:
    state = playing(state)
    if not state.effects:
        raise not_now(state, "no effect is carried out now: no card has been chosen in this turn")
    return replace(state, affected=True, chosen=None, assigned=False)


def reveal(state: State, event: Open, card: Card, line: int) -> State:
    """Victory and Preparation for the Next Game: cards of your choice are revealed before the game begins."""
    if not state.revealable:
        raise not_now(state, "no card is revealed before this game, or no more")
    return replace(opened(state, event.square, card, line), revealable=state.revealable - 1)


def goal(state: State, event: Goal) -> State:
    """Solo Play: before the choice or after its effect the goal may be tried; a miss loses all.

    Ruling 27: before the end of the turn. Ruling 26: the spaces left are the last one's number less the marker's.
    """
    if event.character not in state.pool:
        raise IllegalEvent("this character does not take part", typed=event.character, expected=", ".join(state.pool))
    state = shown_as(_entered(state), event.player, event.character)
    left = max(0, state.spaces - state.space)
    if event.achieved:
        return finish(state, Outcome(Ending.GOAL, event.player, event.character, left))
    return eliminate(state, event.player)


def return_after_goal(state: State, event: Return) -> State:
    """Ruling 31, easier mode: the tokens that the character presented for his goal go back."""
    if not state.holds(event.player, event.token):
        raise IllegalEvent("there is no such token", typed=event.token, expected="a token that was kept")
    return take_back(state, event.player, event.token)


# ---- Player's Turn (Solo) --------------------------------------------------------------------------------------------


def choose(state: State, event: Choose | Decrypt, card: Card | None, line: int) -> State:
    """A card is chosen: flipped, or a silence token laid on it; a Chaos corner moves the marker at once.

    Ruling 28: a second choice takes a decryption token; the Personal Assignment's first effect needs none.
    """
    state = _entered(state)
    square = event.square
    state = _paid(state, event, itself=Card.PERSONAL in (card, state.open.get(square)))
    if square in state.laid:
        free = " ".join(s for s in (*state.closed, *state.open) if s not in state.laid)
        raise IllegalEvent("a silence token lies on this card (Player's Turn)", typed=square, expected=free)
    source = event.source
    if square in state.open:
        state = _lay(state, square, source)
        if card is not None:
            state = know(state, line, square, card)
        card = state.open[square]
    else:
        if source is not None:
            raise IllegalEvent("a closed card gets no silence token", typed=f"from {source}", expected="only the card")
        if card is None:
            raise IllegalEvent(
                "the card is flipped face up", typed=square, expected="what it is, like “choose a1 book”"
            )
        state = opened(state, square, card, line)
    state = replace(state, effects=True, affected=False, chosen=square, applying=card, assigned=card is Card.PERSONAL)
    if state.corner(card) is Corner.UNKNOWN:
        return replace(state, unpaid=(*state.unpaid, card))
    return _move(state, 1) if state.corner(card) is Corner.CHAOS else state


def _paid(state: State, event: Choose | Decrypt, *, itself: bool) -> State:
    """Whether this is the turn's choice, the Personal Assignment's effect, or one for a decryption token.

    itself: the Personal Assignment is chosen, which its own effect cannot: it takes any other card.
    """
    if isinstance(event, Choose):
        if not state.named_now:
            return replace(state, named_now=True)
        if state.assigned and not itself:
            return state
    if not may_decrypt(state):
        if state.assigned and itself:
            raise not_now(state, "the Personal Assignment chooses another card, not itself", event.square)
        raise not_now(state, "one card a turn is chosen, and there was no decryption token when it began (Solo Play)")
    instead = state.rulings.get(Switch.DECRYPTION) == "instead"
    if instead and state.named_now:
        raise not_now(state, "here a decryption token stands instead of the other choice (ruling decryption)")
    state = replace(state, decrypted=True, named_now=state.named_now or instead)
    return take_back(state, state.active, Token.DECRYPTION)


def _lay(state: State, square: Square, source: Square | None) -> State:
    """Lay a silence token on an open card. Ruling 29: from another card once the supply of four is empty."""
    if len(state.laid) < SOLO_SILENCE:
        if source is not None:
            raise IllegalEvent(
                "the supply still has silence tokens", typed=f"from {source}", expected="a token from the supply"
            )
        return replace(state, laid=(*state.laid, square))
    lying = " ".join(state.laid)
    if source is None:
        raise IllegalEvent(
            "the supply has no silence token left (Player's Turn)", typed=square, expected=f"“from” and one of {lying}"
        )
    if source not in state.laid:
        raise IllegalEvent("no silence token lies there", typed=source, expected=f"one of {lying}")
    return replace(state, laid=(*(s for s in state.laid if s != source), square))


def cancel(state: State, event: Cancel) -> State:
    """Chaos: a Chaos token cancels all effects of the Enigma Machine, before the first (ruling 14)."""
    state = playing(state)
    if state.applying is not Card.ENIGMA or not state.effects or state.affected:
        raise not_now(state, "the Enigma Machine was not chosen just now (Chaos)", event.player)
    if not state.holds(event.player, Token.CHAOS):
        raise not_now(state, "there is no Chaos token to return (Chaos)", event.player)
    return replace(take_back(state, event.player, Token.CHAOS), effects=False)


def shuffle(state: State, event: Shuffle, line: int) -> State:
    """Mansion Cards, “Enigma Machine”: only open cards are shuffled."""
    closed = [square for square in event.squares if square not in state.open]
    if state.applying is Card.ENIGMA and closed:
        lying = " ".join(square for square in SQUARES if square in state.open)
        raise IllegalEvent(
            "alone, the Enigma Machine shuffles the open cards only (Changes in Solo Mode)",
            typed=" ".join(closed),
            expected=f"some of {lying}" if len(state.open) > 1 else f"“close {lying}”",
        )
    return move_cards(state, event, line)


def exchange(state: State, event: Characters) -> State:
    """Mansion Cards, “Shadow of Scherbius”: characters change places in the first two games (ruling 32)."""
    if state.game == _THIRD:
        raise not_now(state, "in the third game no character changes (Changes in Solo Mode)")
    return change_characters(state, event)


def corner(state: State, told: Corner, square: Square, line: int) -> State:
    """The corner of a card chosen in this turn, which the record did not know: it is now, and Chaos moves the marker.

    It is no effect: one may still be cancelled, and the Personal Assignment may still choose.
    """
    state, card = playing(state), state.open[square]
    if told is Corner.NONE:
        raise IllegalEvent("only the Library's corner is empty", typed=told, expected="chaos or decryption")
    times = state.unpaid.count(card)
    left = tuple(each for each in state.unpaid if each is not card)
    chosen = None if state.chosen == square else state.chosen
    state = know(state, line, square, card)
    state = replace(state, corners_told={**state.corners_told, card: told}, chosen=chosen, unpaid=left)
    return _move(state, times) if told is Corner.CHAOS else state


def end(state: State) -> State:
    """The end of the turn: the marker moves."""
    state = playing(state)
    if not state.named_now:
        raise not_now(state, "no card was chosen in this turn (Player's Turn)")
    state = replace(
        state,
        entered=False,
        named_now=False,
        decrypted=False,
        effects=False,
        affected=False,
        chosen=None,
        applying=None,
        unpaid=(),
        assigned=False,
    )
    return _move(state, 1)


# ---- Time Runs Out (Solo) --------------------------------------------------------------------------------------------


def time(state: State, event: Time) -> State:
    """The marker moves by an effect."""
    return _move(_effect(state), event.spaces)


def _move(state: State, spaces: int) -> State:
    """Move the marker; on the last space all is lost. Ruling 30, easier time: only when it would leave that space."""
    space = state.space + spaces
    last = state.spaces + (state.rulings.get(Switch.EASY_TIME) == "on")
    state = replace(state, space=min(space, state.spaces))
    return finish(state, Outcome(Ending.TIME, None)) if space >= last else state


# ---- Victory and Preparation for the Next Game -----------------------------------------------------------------------


def next_game(state: State) -> State:
    """Lay out anew: on space II or III, with cards to reveal, without the character who won.

    Ruling 31: tokens go back, with `easy-tokens` they are kept; the third game begins with a decryption token.
    """
    after = one_more_game(state, "Alone with Chaos is over")
    outcome, game, player = after.outcomes[-1], after.game, state.players[0]
    kept = state.tokens.get(player, frozenset()) if state.rulings.get(Switch.EASY_TOKENS) == "on" else frozenset()
    if game == _THIRD:
        kept |= {Token.DECRYPTION}
    return replace(
        after,
        keeper=player,
        active=player,
        space=game,
        tokens={player: kept},
        pool=tuple(character for character in state.pool if character is not outcome.character),
        revealable=min(outcome.left + (game == _THIRD), len(state.cards)),
    )
