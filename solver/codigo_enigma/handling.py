"""Cards that pass from hand to hand: who holds which, and where a card cannot be."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from solver.codigo_enigma.events import Card, Special
from solver.codigo_enigma.sealing import HIDDEN, named
from solver.codigo_enigma.state import Code, State, Unchecked
from solver.errors import IllegalEvent

__all__ = ["check_new", "give", "is_common", "leave", "reckon", "use"]


def is_common(card: Card) -> bool:
    """Whether it is a common card, as far as it was typed."""
    return isinstance(card, int) or card is Special.UNKNOWN


def give(state: State, player: str, card: Card) -> Mapping[str, tuple[Card, ...]]:
    """The hands, with one more card in a player's."""
    return {**state.hands, player: (*state.hands[player], card)}


def use(state: State, player: str, cards: Iterable[Card], line: int) -> State:
    """Take cards out of a player's hand; `own` is none. Raises IllegalEvent where he does not hold them.

    A card that nobody typed may be any of his, so what is left of his hand is not known any more.
    """
    for card in cards:
        if card is not Special.OWN:
            state = _use(state, player, card, line)
    return state


def _use(state: State, player: str, card: Card, line: int) -> State:
    hand = list(state.hands[player])
    if not hand:
        raise IllegalEvent(f"{player} holds no card any more", typed=named(card, state), expected="another action")
    if card is Special.UNKNOWN:
        state = leave(state, Unchecked.HELD)
        return replace(state, hands={**state.hands, player: (Special.UNKNOWN,) * (len(hand) - 1)})
    if card in hand:
        hand.remove(card)
    elif Special.UNKNOWN in hand and not _elsewhere(state, card):
        hand.remove(Special.UNKNOWN)
        state = leave(state, Unchecked.HELD)
    else:
        held = "one of " + ", ".join(named(each, state) for each in hand)
        if (typed := named(card, state)) == HIDDEN:
            # The rest of the hand may be in the same code.
            held = f"a card that {player} holds"
        raise IllegalEvent(f"{player} does not hold this card", typed=typed, expected=held)
    out = dict(state.out)
    if isinstance(card, int):
        out.setdefault(card, line)
    return replace(state, hands={**state.hands, player: tuple(hand)}, out=out)


def leave(state: State, *rules: Unchecked) -> State:
    """Note rules that could not be checked."""
    return replace(state, unchecked=state.unchecked.union(rules))


def _elsewhere(state: State, card: Card) -> bool:
    """Whether a card cannot be one that nobody typed: a number that lies somewhere, or no wild card is left."""
    lying = state.everywhere()
    return lying.count(card) >= (state.wild if card is Special.WILD else 1)


def check_new(state: State, card: Card) -> None:
    """Make sure that a card can still come off the deck. Raises IllegalEvent.

    It does not say where the card lies: that may be a hidden code.
    """
    if isinstance(card, int) and card in state.out:
        raise IllegalEvent("this card came up before", typed=named(card, state), expected="every card in one place")
    if card is Special.WILD and _elsewhere(state, card):
        raise IllegalEvent("every wild card came up before", typed=str(card), expected="another card")
    if isinstance(card, int) and state.listed and card not in state.catalogue:
        raise IllegalEvent(
            "no card of the box has that number", typed=str(card), expected="a number with a card line, or ?"
        )


def reckon(state: State, code: Code, medal: int | None) -> int | None:
    """The medal of a code: that of its card, else as typed. Raises IllegalEvent where they differ."""
    described = state.card(code.card)
    if described is None:
        return medal
    if medal not in (None, described.medal):
        raise IllegalEvent(
            "the medal is not that of the CODE card", expected="the medal that its card line tells, or none"
        )
    return described.medal
