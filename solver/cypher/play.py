"""Playing a line: an event is checked against the rules and brings the next state, or an error that names the rule.

`apply` is the only door. The rules themselves stand in `rules.py`. What cannot be true of cards out of sight is no
matter of the rules: `places.py` tells it.
"""

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from solver.cypher.box import DEAL, WINS
from solver.cypher.events import (
    Cards,
    CardText,
    Custom,
    Discard,
    Event,
    Hand,
    Market,
    Me,
    Move,
    Pass,
    Place,
    Play,
    Players,
    Receive,
    Removed,
    Ruling,
    SeeDeck,
    SeeHand,
    Shuffle,
    Spot,
    Value,
    Won,
)
from solver.cypher.moving import moved, named
from solver.cypher.rules import (
    Step,
    advance,
    due,
    fourth_card,
    market_due,
    may_decline,
    pass_to,
    placed,
    settled,
    sources,
)
from solver.cypher.state import Learned, Moved, Phase, Shuffled, State
from solver.errors import IllegalEvent
from solver.words import as_word

__all__ = ["apply", "cards_fault", "check", "seated", "set_up_order"]

_DECK, _UNDER, _MARKET = Place(Spot.DECK), Place(Spot.UNDER), Place(Spot.MARKET)


def set_up_order(event: Event) -> int | None:
    """In which order set-up lines take effect, whatever their order in the file; None for a move in play."""
    kinds = (Players, Cards, CardText, Me, Removed, Ruling, Hand, Won)
    return next((place for place, kind in enumerate(kinds) if isinstance(event, kind)), None)


def seated(state: State) -> bool:
    """Whether there are players."""
    return bool(state.players)


def apply(state: State, event: Event, line: int) -> State:
    """Give the state after an event that stands on a line. Raises IllegalEvent where the rules forbid it."""
    check(state, event)
    if set_up_order(event) is not None:
        if state.started:
            raise IllegalEvent("the set-up comes before the first market card", expected=_expected(state))
        return _set_up(state, event, line)
    match event:
        case Market(card):
            return advance(_turn_up(state, card, line))
        case Play():
            return advance(_place_card(state, event, line))
        case Receive():
            return advance(_receive(state, event, line))
        case Pass():
            return advance(_pass(state, event, line))
        case Discard():
            return advance(_discard(state, event, line))
        case _:
            return advance(_act(state, event, line))


def check(state: State, event: Event) -> None:
    """Raise IllegalEvent for what the set-up alone forbids: names and cards that are not there."""
    if isinstance(event, Players):
        return
    if not state.players:
        raise IllegalEvent("nobody plays yet", expected="a players line before the first market card")
    for name in _players_in(event):
        if name not in state.players:
            raise IllegalEvent("nobody of that name is here", typed=name, expected=named(state.players))
    for card in _cards_in(event):
        if card not in state.names:
            raise IllegalEvent("no card is called so", typed=card, expected=_cards_expected(state))
    if isinstance(event, Cards) and (fault := cards_fault(event, state.size)):
        raise fault


def cards_fault(event: Cards, size: int) -> IllegalEvent | None:
    """What is wrong with the cards of a box: there are as many as `size` says."""
    count = sum(kind.copies for kind in event.kinds)
    if count == size:
        return None
    return IllegalEvent(f"these are {count} cards", expected=f"{size} in all, with xN behind a value for N copies")


def _players_in(event: Event) -> Iterable[str]:
    match event:
        case Me(name):
            return (name,)
        case Hand(player=name) | Play(player=name) | Receive(player=name) | Discard(player=name) | SeeHand(player=name):
            return (name,)
        case Won(games):
            return (name for name, _ in games)
        case Pass(giver, taker):
            return (giver, taker)
        case Move(source, target):
            return (place.owner for place in (source, target) if place.owner is not None)
        case _:
            return ()


def _cards_in(event: Event) -> Iterable[str]:
    match event:
        case Hand(cards=cards):
            return (card for card in cards if card is not None)
        case Play(card=card, under=under):
            return (card,) if under is None else (card, under)
        case Market(card) | SeeHand(card=card) | SeeDeck(card=card) | Value(card=card) | CardText(card=card):
            return (card,)
        case Receive(card=seen) | Pass(card=seen) | Discard(card=seen) | Move(card=seen):
            return () if seen is None else (seen,)
        case _:
            return ()


# ---- Setup -----------------------------------------------------------------------------------------------------------


def _set_up(state: State, event: Event, line: int) -> State:
    match event:
        case Players(names):
            return _seat_players(state, names)
        case Me(name):
            if state.me:
                raise IllegalEvent("a second me line", typed=name, expected=f"only “me {as_word(state.me)}”")
            return replace(state, me=name)
        case Cards(kinds):
            if state.kinds:
                raise IllegalEvent("a second cards line", expected="all cards on one line")
            return replace(state, kinds=kinds)
        case CardText(card):
            if card in state.texts:
                raise IllegalEvent("a second line for this card", typed=card, expected="one line for each name")
            return replace(state, texts={**state.texts, card: event})
        case Removed():
            if state.removed:
                raise IllegalEvent("a second removed line", expected="one card at most is taken out")
            # Ruling 13: the top card of the shuffled deck, before the deal; nobody sees it.
            return replace(state, removed=True, deck=state.deck - 1, out=1)
        case Ruling(custom):
            if custom in state.rulings:
                raise IllegalEvent("this ruling stands here already", typed=custom, expected="every ruling once")
            return replace(state, rulings=state.rulings | {custom})
        case Hand():
            return _deal(state, event, line)
        case Won(games):
            if state.won:
                raise IllegalEvent("a second won line", expected="all games on one line")
            return replace(state, won=_won(state, dict(games)))
        case _:
            raise AssertionError("no line of the set-up")


def _won(state: State, games: dict[str, int]) -> dict[str, int]:
    """The games won earlier: the series ends with the last that is needed, so that nobody has more, and one player."""
    most = WINS[len(state.players)]
    strange = next((name for name, won in games.items() if won > most), None)
    if strange is None and sum(won == most for won in games.values()) > 1:
        strange = [name for name, won in games.items() if won == most][-1]
    if strange is not None:
        typed = f"{as_word(strange)} {games[strange]}"
        raise IllegalEvent(
            f"a series ends with {most} wins", typed=typed, expected=f"{most} at most, and for one player"
        )
    return games


def _seat_players(state: State, names: tuple[str, ...]) -> State:
    """Seat the players and deal: 3 cards to the first, 1 to his right neighbour, 2 to the others (Setup)."""
    if state.players:
        raise IllegalEvent("a second players line", expected="all players on one line")
    if len(names) not in DEAL:
        raise IllegalEvent(f"{len(names)} players", typed=named(names), expected="2 to 4 players")
    deal = DEAL[len(names)]
    hands = {name: (None,) * count for name, count in zip(names, deal, strict=True)}
    return replace(state, players=names, hands=hands, tables=dict.fromkeys(names, ()), deck=state.size - sum(deal))


def _deal(state: State, event: Hand, line: int) -> State:
    player, count = event.player, len(state.hands[event.player])
    if player in state.dealt:
        raise IllegalEvent("a second line for this hand", typed=player, expected="one line for each hand")
    told = event.cards
    if not any(told) and (state.accepted or not state.sees(player)):
        # The ? of cards that were not seen may be left out.
        told = (*told, *(None,) * (count - len(told)))
    if len(told) != count:
        dealt_to = f"{count} card{'s are' if count > 1 else ' is'} dealt to {player}, not {len(event.cards)}"
        own = not state.accepted and state.sees(player)
        expected = f"{count} name{'s' * (count > 1)}" if own else f"{count}, with ? for each that was not seen"
        raise IllegalEvent(dealt_to, expected=expected)
    if not state.accepted and state.sees(player) and None in told:
        raise IllegalEvent("these cards were seen", typed="?", expected="the name of each card")
    if not state.accepted and not state.sees(player) and any(told):
        raise IllegalEvent(f"{state.me} does not see these cards", typed=player, expected="? for each card")
    dealt = tuple(Moved(_DECK, Place(Spot.HAND, player), card, line) for card in told)
    hand = told if state.sees(player) else state.hands[player]
    return replace(
        state,
        dealt={**state.dealt, player: line},
        hands={**state.hands, player: hand},
        deal=(*state.deal, *dealt),
    )


def _turn_up(state: State, card: str, line: int) -> State:
    if not state.started:
        untold = [player for player in state.players if state.sees(player) and player not in state.dealt]
        if untold and not state.accepted:
            hand = " ".join("?" * len(state.hands[untold[0]]))
            told = f"the cards dealt to {untold[0]} are not told"
            raise IllegalEvent(told, expected=f"“hand {as_word(untold[0])} {hand}” with their names before this line")
    elif not market_due(state):
        told = f"{state.market} lies in the market" if state.market else "the deck is empty"
        raise IllegalEvent(told, typed=f"market {card}", expected=_expected(state))
    return moved(replace(state, started=True), _DECK, _MARKET, card, line)


# ---- the turn --------------------------------------------------------------------------------------------------------


def _ready(state: State, player: str, phase: Phase) -> State:
    """The state with the phase under way in which the player acts. Raises IllegalEvent where that cannot be."""
    if market_due(state):
        raise IllegalEvent("the market is empty", expected=_expected(state))
    now = settled(state, receiving=phase is Phase.RECEIVE)
    if now.phase is Phase.RECEIVE and phase is not Phase.RECEIVE and may_decline(now) and not now.fourth:
        # Ruling 5: with an empty deck nothing need be received.
        now = settled(replace(now, phase=Phase.PASS))
    if now.over:
        raise IllegalEvent("the game is over", expected="no more lines")
    if now.fourth:
        raise IllegalEvent(f"four cards lie in front of {now.active}", expected=_expected(state))
    if now.active != player:
        raise IllegalEvent("it is another’s turn", typed=player, expected=_expected(state))
    if now.phase is not phase:
        raise IllegalEvent("this is not the phase for it", expected=_expected(state))
    return now


def _place_card(state: State, event: Play, line: int) -> State:
    """Phase 1. Ruling 7: of four cards one, the new one too, goes under the deck at once."""
    player = event.player
    now = _ready(state, player, Phase.PLAY)
    fourth, after = fourth_card(now, player), Custom.FOURTH_AFTER in now.rulings
    if event.under is not None and not fourth:
        raise IllegalEvent(
            "no card goes under the deck", typed=f"under {event.under}", expected="a fourth card on the table for that"
        )
    if fourth and event.under is None and not after:
        raise IllegalEvent(
            f"this is {player}’s fourth card", expected=f"under and one of {named((*now.tables[player], event.card))}"
        )
    table = Place(Spot.TABLE, player)
    now = moved(now, Place(Spot.HAND, player), table, event.card, line)
    now = placed(replace(now, phase=Phase.RECEIVE), player, event.card)
    if event.under is not None:
        return moved(now, table, _UNDER, event.under, line)
    return replace(now, fourth=fourth)


def _receive(state: State, event: Receive, line: int) -> State:
    """Phase 2."""
    player = event.player
    now = _ready(state, player, Phase.RECEIVE)
    if event.source not in sources(now):
        told = "the deck is empty" if event.source is Spot.DECK else "no card is received from the market here"
        raise IllegalEvent(told, typed=event.source, expected=_expected(state))
    if event.source is Spot.MARKET:
        now = moved(now, _MARKET, Place(Spot.HAND, player), now.market, line, told=False)
    else:
        now = moved(now, _DECK, Place(Spot.HAND, player), event.card, line)
    return replace(now, received=now.received + 1)


def _pass(state: State, event: Pass, line: int) -> State:
    """Phase 3."""
    now = _ready(state, event.giver, Phase.PASS)
    if event.taker != pass_to(now):
        raise IllegalEvent("the card goes to another", typed=event.taker, expected=_expected(state))
    now = moved(now, Place(Spot.HAND, event.giver), Place(Spot.HAND, event.taker), event.card, line)
    return replace(now, passed=now.passed + 1)


def _discard(state: State, event: Discard, line: int) -> State:
    """Phase 4."""
    now = _ready(state, event.player, Phase.DISCARD)
    return moved(now, Place(Spot.HAND, event.player), _UNDER, event.card, line)


def _act(state: State, event: Event, line: int) -> State:
    """Carry out what an action says. Ruling 17: it is entered as it happens, and not checked."""
    if not state.started:
        raise IllegalEvent("no card lies in the market yet", expected=_expected(state))
    if settled(state).over and state.phase is not Phase.RECEIVE:
        # Where the last card was just played and nothing can follow but its action, that is still carried out.
        raise IllegalEvent("the game is over", expected="no more lines")
    match event:
        case Move(source, target, card):
            return moved(state, source, target, card, line)
        case SeeHand(player, card):
            step = Learned(Place(Spot.HAND, player), None, card, line)
            return replace(state, moved=(*state.moved, step))
        case SeeDeck(position, card):
            if not 1 <= position <= state.deck:
                raise IllegalEvent("the deck is not so high", typed=str(position), expected=f"1 to {state.deck}")
            return replace(state, moved=(*state.moved, Learned(_DECK, position, card, line)))
        case Shuffle():
            return replace(state, moved=(*state.moved, Shuffled(line)))
        case Value(card, value):
            return replace(state, values={**state.values, card: value})
        case _:
            raise AssertionError("no line of an action")


# ---- words -----------------------------------------------------------------------------------------------------------


def _cards_expected(state: State) -> str:
    """What the cards are called; where nobody has told, that a line does."""
    if not state.assumed:
        return named(state.names)
    return "power, card-1 … card-18, or a cards line with the names in your box"


def _expected(state: State) -> str:
    """What comes next, as a line."""
    now = due(state)
    who = as_word(now.player) if now.player else ""
    match now.step:
        case Step.PLAYERS:
            return "a players line"
        case Step.MARKET:
            return "“market CARD”, the top card of the deck turned up"
        case Step.PLAY:
            return f"“play {who} CARD”"
        case Step.UNDER:
            return f"“move {as_word(f'{now.player}-table')} under CARD”, one of the four cards"
        case Step.RECEIVE:
            ways = " or ".join(
                f"“receive {who} {way}{' CARD' * (way is Spot.DECK)}”" for way in sources(settled(state))
            )
            return ways + (", or nothing, since the deck is empty" if now.optional else "")
        case Step.PASS:
            return f"“pass {who} {as_word(pass_to(settled(state)) or '')} CARD”"
        case Step.DISCARD:
            return f"“discard {who} CARD”"
        case Step.OVER:
            return "no more lines: the game is over"
        case _:
            assert_never(now.step)
