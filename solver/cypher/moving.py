"""Moving one card from a place to another, and what must be so for that.

Which cards lie on tables and in the market all know, which in a hand whoever sees it; of the deck only how many.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import assert_never

from solver.cypher.box import TABLE_LIMIT
from solver.cypher.events import Place, Spot
from solver.cypher.state import Moved, State
from solver.errors import IllegalEvent
from solver.words import as_word

__all__ = ["moved", "named"]


def moved(state: State, source: Place, target: Place, card: str | None, line: int, *, told: bool = True) -> State:
    """Move one card. told: whether the line itself names it.

    Raises IllegalEvent for one that cannot be there, or that must have been seen.
    """
    if source == target:
        raise IllegalEvent("the card would stay where it is", typed=str(source), expected="another place")
    if card is None and not state.accepted and _seen(state, source, target):
        raise IllegalEvent("this card was seen", typed="?", expected="its name")
    state = _put(_taken(state, source, card), target, card)
    fourth = state.fourth and len(state.tables[state.active]) > TABLE_LIMIT
    return replace(state, fourth=fourth, moved=(*state.moved, Moved(source, target, card if told else None, line)))


def _seen(state: State, *places: Place) -> bool:
    """Whether whoever keeps the record sees a card that comes from or to these places."""
    if state.me is None:
        return True
    return any(place.open or (place.spot is Spot.HAND and place.owner == state.me) for place in places)


def _taken(state: State, source: Place, card: str | None) -> State:
    """The state without a card that leaves a place."""
    owner = source.owner or ""
    match source.spot:
        case Spot.HAND:
            hand = _without(state, owner, state.hands[owner], card)
            return replace(state, hands={**state.hands, owner: hand})
        case Spot.TABLE:
            table = state.tables[owner]
            if card is None or card not in table:
                raise _not_there(f"in front of {owner}", card, table)
            place = table.index(card)
            return replace(state, tables={**state.tables, owner: (*table[:place], *table[place + 1 :])})
        case Spot.MARKET:
            if card is None or card != state.market:
                raise _not_there("in the market", card, () if state.market is None else (state.market,))
            return replace(state, market=None)
        case Spot.DECK | Spot.UNDER:
            if not state.deck:
                raise IllegalEvent("the deck is empty", typed=source.spot, expected="another place")
            return replace(state, deck=state.deck - 1)
        case Spot.OUT:
            if not state.out:
                raise IllegalEvent("no card is out of the game", typed=source.spot, expected="another place")
            return replace(state, out=state.out - 1)
        case _:
            assert_never(source.spot)


def _put(state: State, target: Place, card: str | None) -> State:
    """The state with a card that comes to a place."""
    owner = target.owner or ""
    match target.spot:
        case Spot.HAND:
            known = card if state.sees(owner) else None
            return replace(state, hands={**state.hands, owner: (*state.hands[owner], known)})
        case Spot.TABLE:
            return replace(state, tables={**state.tables, owner: (*state.tables[owner], card or "")})
        case Spot.MARKET:
            if state.market is not None:
                told = f"{state.market} lies in the market already"
                raise IllegalEvent(told, typed=card or "?", expected="a line before this one that moves it away")
            return replace(state, market=card)
        case Spot.DECK | Spot.UNDER:
            return replace(state, deck=state.deck + 1)
        case Spot.OUT:
            return replace(state, out=state.out + 1)
        case _:
            assert_never(target.spot)


def _without(state: State, owner: str, hand: tuple[str | None, ...], card: str | None) -> tuple[str | None, ...]:
    """A hand less one card; what the record does not follow is None."""
    if not hand:
        raise IllegalEvent(f"{owner} has no card in hand", typed=card or "?", expected="a card that is there")
    if card in hand:
        place = hand.index(card)
        return (*hand[:place], *hand[place + 1 :])
    if None in hand or state.accepted:
        # A card that may be any of them left a hand that is known in part.
        return (None,) * (len(hand) - 1)
    # Which cards are in the hand is not said: whoever asks with --as may not be the one who sees them.
    raise IllegalEvent(f"this card does not lie in {owner}’s hand", typed=card or "?", expected="a card of that hand")


def _not_there(where: str, card: str | None, cards: Sequence[str]) -> IllegalEvent:
    return IllegalEvent(f"this card does not lie {where}", typed=card or "?", expected=named(cards) or "no card there")


def named(names: Iterable[str]) -> str:
    """Names as the record writes them, a space between two."""
    return " ".join(map(as_word, names))
