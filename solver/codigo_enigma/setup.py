"""Lines of the set-up: what they tell of the table, and when they cannot."""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from solver.codigo_enigma.box import DEALT, MOST_WILD, PILES, REVEALS_IN_DECK
from solver.codigo_enigma.events import (
    Card,
    Cards,
    Complete,
    Deal,
    Described,
    Discard,
    Event,
    Expose,
    First,
    Judged,
    Lay,
    Players,
    Remove,
    Ruled,
    Said,
    Soldier,
    Special,
    Switch,
    Symbols,
    Take,
    Wild,
    Zone,
)
from solver.codigo_enigma.handling import check_new
from solver.codigo_enigma.sealing import named
from solver.codigo_enigma.state import State
from solver.errors import IllegalEvent

__all__ = ["SetUp", "check_players", "describe", "prepare", "set_up_order"]

SetUp = Players | Cards | Wild | Symbols | Deal | Zone | First | Ruled
"""Lines that stand before the first move only; a `card` line may stand anywhere."""

_ORDER = (Players, Ruled, Symbols, Cards, Wild, Described, Deal, Zone, First)


def set_up_order(event: Event) -> int | None:
    """In which order set-up lines take effect, whatever their order in the file; None for a move in play."""
    return next((place for place, kind in enumerate(_ORDER) if isinstance(event, kind)), None)


def check_players(state: State, event: Event) -> None:
    """Raise IllegalEvent for a name that does not play, and for a line that needs players where there are none."""
    if isinstance(event, Players | Ruled | Symbols | Cards | Described):
        return
    if not state.players:
        raise IllegalEvent("nobody plays yet", expected="a players line in the set-up")
    match event:
        case Deal(player=name) | First(name) | Take(player=name) | Expose(player=name) | Complete(player=name):
            _check_name(state, name)
        case Lay(player=name) | Discard(player=name) | Remove(player=name) | Soldier(player=name):
            _check_name(state, name)
        case Said(player=name) | Judged(player=name):
            _check_name(state, name)
        case _:
            return


def _check_name(state: State, name: str) -> None:
    if name not in state.players:
        raise IllegalEvent("nobody of that name is here", typed=name, expected=", ".join(state.players))


def prepare(state: State, event: SetUp, line: int) -> State:
    """Give the state after a line of the set-up. Raises IllegalEvent."""
    if state.begun:
        raise IllegalEvent("the set-up comes before the first move", expected="a move")
    match event:
        case Players(names):
            return _seat(state, names)
        case Ruled(switch):
            if switch in state.rulings:
                raise IllegalEvent("this ruling stands here twice", typed=switch, expected="every ruling once")
            return replace(state, rulings=state.rulings | {switch})
        case Symbols(names):
            if state.words:
                raise IllegalEvent("a second symbols line", expected="all symbols on one line")
            words = {word: each[0] for each in names for word in each}
            _check_words(state, words)
            return replace(state, words=words)
        case Cards(count):
            return _count(state, count)
        case Wild(count):
            return _count_wild(state, count)
        case Deal():
            return _deal(state, event, line)
        case Zone(cards):
            if state.zone_typed:
                raise IllegalEvent("a second zone line", expected="the three cards on one line")
            return replace(_lay_out(state, cards, line), zone_typed=cards)
        case First(name):
            if state.first:
                raise IllegalEvent("a second first line", typed=name, expected=f"only “first {state.first}”")
            return replace(state, first=name)
        case _:
            assert_never(event)


def _check_words(state: State, words: Iterable[str]) -> None:
    """Make sure that no player is called as a symbol is."""
    symbols = frozenset(words)
    if named_so := next((name for name in state.players if name.casefold() in symbols), None):
        raise IllegalEvent("a player is called so", typed=named_so, expected="another word, or another name")


def _seat(state: State, names: tuple[str, ...]) -> State:
    if state.players:
        raise IllegalEvent("a second players line", expected="all players on one line")
    if len(names) not in REVEALS_IN_DECK:
        raise IllegalEvent(f"{len(names)} players", typed=", ".join(names), expected="2 to 4 players")
    return replace(state, players=names)


def _count(state: State, count: int) -> State:
    """Take the number of common cards: at least so many that each place on the table has one, and the deck two."""
    if state.counted is not None:
        raise IllegalEvent("a second cards line", expected=f"only “cards {state.counted}”")
    least = DEALT * max(len(state.players), min(REVEALS_IN_DECK)) + PILES
    if count < least:
        raise IllegalEvent("too few common cards for a game", typed=str(count), expected=f"{least} or more")
    return replace(state, counted=count)


def _count_wild(state: State, count: int) -> State:
    if state.wild_typed is not None:
        raise IllegalEvent("a second wild line", expected=f"only “wild {state.wild_typed}”")
    if count > MOST_WILD:
        raise IllegalEvent("more wild cards than the box can hold", typed=str(count), expected=f"0 to {MOST_WILD}")
    return replace(state, wild_typed=count)


def describe(state: State, event: Described) -> State:
    """Take what is printed on a common card. Raises IllegalEvent where it was told before, or cannot be."""
    if event.number in state.catalogue:
        raise IllegalEvent("a second line for this card", typed=named(event.number, state), expected="one for each")
    if len(state.catalogue) == state.cards and state.counted is not None:
        raise IllegalEvent(
            f"{state.cards} cards are described already", expected="as many as the cards line counts, or less"
        )
    symbols = (event.symbol, *event.code)
    if state.words and (strange := next((word for word in symbols if word not in state.words), None)):
        raise IllegalEvent("a symbol that is not listed", typed=strange, expected=", ".join(state.words))
    _check_words(state, symbols)
    symbol, *code = (state.words.get(word, word) for word in symbols)
    described = replace(event, symbol=symbol, code=tuple(code))
    return replace(state, catalogue={**state.catalogue, event.number: described})


def _deal(state: State, event: Deal, line: int) -> State:
    if event.player in state.dealt:
        raise IllegalEvent("a second deal to this player", typed=event.player, expected="one line for each player")
    state = _lay_out(state, event.cards, line)
    return replace(state, dealt={**state.dealt, event.player: event.cards})


def _lay_out(state: State, cards: tuple[Card, ...], line: int) -> State:
    """Note the cards of a line. Ruling 2: a wild card may be among them, but for `deal common`."""
    for card in cards:
        if card is Special.WILD and Switch.DEAL_COMMON in state.rulings:
            raise IllegalEvent("wild cards come in after the deal here", typed=card, expected="common cards")
        check_new(state, card)
        out = {**state.out, card: line} if isinstance(card, int) else state.out
        state = replace(state, out=out)
    lying = [each for hand in (*state.dealt.values(), cards, state.zone_typed or ()) for each in hand]
    if lying.count(Special.WILD) > state.wild:
        raise IllegalEvent(
            "more wild cards than are in play", typed=str(Special.WILD), expected=f"at most {state.wild}"
        )
    return state
