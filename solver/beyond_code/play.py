"""Playing a line: an event is checked against the rules and brings the next state, or an error that names the rule.

`apply` is the only door. The rules themselves stand in `rules.py` and `alone.py`.
"""

from collections.abc import Sequence
from dataclasses import replace

from solver.beyond_code import actions, alone, effects
from solver.beyond_code.box import TITLES
from solver.beyond_code.events import (
    Cancel,
    Card,
    CardLine,
    Character,
    Characters,
    CharacterSet,
    Choose,
    Close,
    CornerTold,
    Dealt,
    Decrypt,
    Doubt,
    End,
    Event,
    Goal,
    Honesty,
    Keeper,
    Look,
    Me,
    Name,
    Next,
    Open,
    Players,
    Return,
    Ruling,
    SetKind,
    Shuffle,
    Swap,
    Switch,
    Take,
    Time,
    TimeOut,
    Token,
    Told,
    Turn,
    WordsLine,
)
from solver.beyond_code.rules import expected, first_pool, next_game, shown_as
from solver.beyond_code.state import State
from solver.errors import IllegalEvent
from solver.words import as_word

__all__ = ["apply", "card_named", "check", "meant", "seated", "set_up_order"]

_SET_UP = (Players, Ruling, Me, Keeper, CharacterSet, CardLine, WordsLine, Honesty, Dealt)
_MOST_PLAYERS = 5
_ALONE = (Choose, End)
_TOGETHER = (Name, Doubt, TimeOut, Turn)


def seated(state: State) -> bool:
    """Whether there are players, so that there is a table to look at."""
    return bool(state.players)


def set_up_order(event: Event) -> int | None:
    """In which order set-up lines take effect, whatever their order in the file; None for a move in play."""
    return next((place for place, kind in enumerate(_SET_UP) if isinstance(event, kind)), None)


def apply(state: State, event: Event, line: int) -> State:
    """Give the state after an event that stands on a line. Raises IllegalEvent where the rules forbid it."""
    check(state, event)
    if set_up_order(event) is not None:
        return _set_up(state, event)
    if isinstance(event, Next):
        return alone.next_game(state) if state.solo else next_game(state)
    if isinstance(event, Told):
        return effects.tell(state, event, card_named(state, event.card), line)
    if state.solo and (after := _alone(state, event, line)) is not None:
        return after
    return _in_turn(state, event, line)


def _in_turn(state: State, event: Event, line: int) -> State:
    """Play what is the same for all, or for two to five players."""
    match event:
        case Name(card=card, really=really) | Decrypt(card=card, really=really):
            return actions.name(state, event, card_named(state, card), _known(state, really), line)
        case Doubt(really=really):
            return actions.doubt(state, event, _known(state, really), line)
        case Look(card=shown):
            return actions.look(state, event, _known(state, shown), line)
        case Goal():
            return actions.goal(state, event)
        case Turn():
            return actions.turn(state, event)
        case TimeOut(infiltrator):
            return actions.time_out(state, infiltrator)
        case Take() | Return():
            return effects.token(state, event)
        case Cancel():
            return effects.cancel(state, event)
        case Swap() | Shuffle():
            return effects.move_cards(state, event, line)
        case Open(card=card):
            return effects.open_card(state, event, card_named(state, card), line)
        case Close():
            return effects.close(state, event)
        case CornerTold():
            return effects.corner(state, event, line)
        case Time():
            return effects.time(state, event)
        case Characters():
            return effects.exchange(state, event)
        case _:
            raise TypeError(event)  # `check` and `apply` have taken every other kind


def _alone(state: State, event: Event, line: int) -> State | None:
    """Play what is other in Alone with Chaos; None for what is the same."""
    over = state.outcome is not None
    match event:
        case Choose(card=shown):
            return alone.choose(state, event, _known(state, shown), line)
        case Decrypt(card=card):
            return alone.choose(state, event, card_named(state, card), line)
        case Look(card=shown):
            return alone.look(state, event, _known(state, shown), line)
        case End():
            return alone.end(state)
        case Goal():
            return alone.goal(state, event)
        case Time():
            return alone.time(state, event)
        case Cancel():
            return alone.cancel(state, event)
        case Shuffle():
            return alone.shuffle(state, event, line)
        case Characters():
            return alone.exchange(state, event)
        case Open(card=card) if (state.revealable or not state.begun) and not over and event.square not in state.open:
            return alone.reveal(state, event, card_named(state, card), line)
        case Return() if over and state.rulings.get(Switch.EASY_TOKENS) == "on":
            return alone.return_after_goal(state, event)
        case CornerTold(square, told) if state.open.get(square) in state.unpaid and not over:
            return alone.corner(state, told, square, line)
        case Take(token=Token.SILENCE):
            told_so = "alone, silence tokens lie on cards; nobody takes one (Player's Turn)"
            raise IllegalEvent(told_so, typed=Token.SILENCE, expected="decryption or chaos")
        case _:
            return None


# ---- names -----------------------------------------------------------------------------------------------------------


def card_named(state: State, word: str) -> Card:
    """Give the card that a word names in this record, by any beginning that is clear in it. Raises IllegalEvent."""
    if isinstance(word, Card):
        return word
    found = [card for card in Card if state.title(card).casefold() == word] or _begun(state, word)
    found = [card for card in found if card in state.cards] or found
    if len(found) == 1:
        return found[0]
    told = ", ".join(map(state.word, state.cards))
    if found:
        may = ", ".join(f"{card} ({state.title(card)})" if card in state.named else card for card in found)
        raise IllegalEvent(f"this may be {may}", typed=word, expected=f"one of {told}")
    raise IllegalEvent("no card is called so", typed=word, expected=f"one of {told}")


def _begun(state: State, word: str) -> list[Card]:
    """The cards whose word or name begins with this; a hyphen stands for a space, too."""
    plain = word.replace("-", " ")
    names = {card: state.title(card).casefold() for card in Card}
    return [
        card
        for card, name in names.items()
        if name.startswith(word)
        or name.replace("-", " ").startswith(plain)
        or card.startswith(word)
        or TITLES[card].casefold() == word
    ]


def meant(state: State, event: Event) -> Event:
    """Give the event with each card in place of the word that was typed for it. Raises IllegalEvent."""
    match event:
        case Name(card=card, really=really) | Decrypt(card=card, really=really):
            return replace(event, card=card_named(state, card), really=_known(state, really))
        case Doubt(really=card):
            return replace(event, really=_known(state, card))
        case Look(card=card) | Choose(card=card):
            return replace(event, card=_known(state, card))
        case Open(card=card) | Told(card=card):
            return replace(event, card=card_named(state, card))
        case _:
            return event


def _known(state: State, word: str | None) -> Card | None:
    return None if word is None else card_named(state, word)


def check(state: State, event: Event) -> None:
    """Raise IllegalEvent for what the set-up alone forbids: names, cards and lines that this game does not have."""
    if isinstance(event, Players | CardLine | WordsLine | Ruling):
        return
    if not state.players:
        raise IllegalEvent("nobody plays yet", expected="a players line before all else")
    for name in _names(event):
        if name not in state.players:
            raise IllegalEvent("nobody of that name is here", typed=name, expected=", ".join(state.players))
    for word in _cards(event):
        if card_named(state, word) not in state.cards:
            where = "Alone with Chaos" if state.solo else "a game of two to five"
            raise IllegalEvent(f"{where} is played without this card", typed=word, expected=", ".join(state.cards))
    if isinstance(event, _TOGETHER if state.solo else _ALONE):
        which = "two to five players" if state.solo else "Alone with Chaos"
        raise IllegalEvent(f"this line is for {which}", expected=expected(state))


def _names(event: Event) -> Sequence[str]:
    match event:
        case Me(name) | Keeper(name):
            return (name,)
        case Characters(player, other):
            return (player,) if other is None else (player, other)
        case Honesty(player=player) | TimeOut(player=player):
            return () if player is None else (player,)
        case Dealt(player=player) | Name(player=player) | Decrypt(player=player) | Doubt(player=player):
            return (player,)
        case Look(player=player) | Take(player=player) | Return(player=player) | Cancel(player=player):
            return (player,)
        case Goal(player=player) | Turn(player=player):
            return (player,)
        case _:
            return ()


def _cards(event: Event) -> Sequence[str]:
    match event:
        case Name(card=card, really=really) | Decrypt(card=card, really=really):
            words: Sequence[str | None] = (card, really)
        case Doubt(really=card) | Look(card=card) | Choose(card=card):
            words = (card,)
        case Open(card=card) | Told(card=card):
            words = (card,)
        case _:
            words = ()
    return [word for word in words if word is not None]


# ---- Setup -----------------------------------------------------------------------------------------------------------


def _set_up(state: State, event: Event) -> State:
    """Take a line of the set-up."""
    if isinstance(event, Dealt):
        return _deal(state, event)
    if state.begun or (state.game > 1 and not isinstance(event, CharacterSet)):
        raise IllegalEvent("the set-up comes before the first turn", expected=expected(state))
    match event:
        case Players(names):
            return _seat_players(state, names)
        case Me(name):
            if state.me:
                raise IllegalEvent("a second me line", typed=name, expected=f"only “me {state.me}”")
            return replace(state, me=name)
        case Keeper(name):
            if state.first_keeper:
                raise IllegalEvent("a second keeper line", typed=name, expected=f"only “keeper {state.first_keeper}”")
            return replace(state, first_keeper=name, keeper=name, active=name)
        case CharacterSet():
            return _choose_set(state, event)
        case CardLine():
            return _describe(state, event)
        case WordsLine(of, text):
            if of in state.words:
                raise IllegalEvent("a second line with words for this", typed=of, expected="one line for each")
            return replace(state, words={**state.words, of: text})
        case Honesty(player, a, b):
            if player in state.priors:
                whom = "all" if player is None else player
                raise IllegalEvent(f"a second honesty line for {whom}", expected="one line for each")
            return replace(state, priors={**state.priors, player: (a, b)})
        case Ruling(switch, value):
            if switch in state.rulings:
                raise IllegalEvent("a second line for this ruling", typed=switch, expected="one line for each")
            return replace(state, rulings={**state.rulings, switch: value})
        case _:
            raise TypeError(event)  # `set_up_order` knows no other


def _seat_players(state: State, names: tuple[str, ...]) -> State:
    if state.players:
        raise IllegalEvent("a second players line", expected="all players on one line")
    if len(names) > _MOST_PLAYERS:
        raise IllegalEvent(f"{len(names)} players", typed=" ".join(names), expected="1 to 5 players")
    first, alone_ = names[0], len(names) == 1
    return replace(
        state,
        players=names,
        keeper=first,
        active=first,
        moves_due=0 if alone_ else 1,
        pool=first_pool(len(names), None),
    )


def _choose_set(state: State, event: CharacterSet) -> State:
    """Which characters take part; between games, too, and which one chance has added (Gradual Addition)."""
    if state.solo:
        raise IllegalEvent("Alone with Chaos has its own characters", typed=event.kind, expected="no set line")
    if event.picked is not None:
        if event.picked not in state.to_pick:
            told = ", ".join(state.to_pick) or "no character: none is picked at random before this game"
            raise IllegalEvent("this character is not to be picked", typed=event.picked, expected=told)
        return replace(state, pool=(*state.pool, event.picked), to_pick=())
    if state.game == 1 and state.set_kind is not None:
        raise IllegalEvent("a second set line", typed=event.kind, expected=f"only “set {state.set_kind}”")
    if state.game > 1 and SetKind.GRADUAL in (event.kind, state.set_kind):
        raise IllegalEvent("the gradual set goes through a whole match", typed=event.kind, expected="no set line")
    return replace(state, set_kind=event.kind, pool=first_pool(len(state.players), event.kind), to_pick=())


def _describe(state: State, event: CardLine) -> State:
    """What the box says of a card: its name, its corner."""
    card = event.card
    if event.name is not None:
        if card in state.named:
            raise IllegalEvent("a second name for this card", typed=event.name, expected=as_word(state.named[card]))
        name = event.name.casefold()
        other = next((c for c in Card if c is not card and name in (state.title(c).casefold(), c)), None)
        if other is not None:
            raise IllegalEvent(f"{other} is called so", typed=event.name, expected="ten different names")
        begun = [c for c in Card if c.startswith(name)]
        if len(begun) == 1 and begun[0] is not card:
            # A line with this name would be read as the other card's word, cut short.
            told = f"this is the beginning of {begun[0]}"
            raise IllegalEvent(told, typed=event.name, expected="a name that no card's word begins with")
        state = replace(state, named={**state.named, card: event.name})
    if event.corner is not None:
        if card in state.corners_told:
            raise IllegalEvent("a second corner for this card", typed=event.corner, expected=state.corners_told[card])
        state = replace(state, corners_told={**state.corners_told, card: event.corner})
    return state


def _deal(state: State, event: Dealt) -> State:
    """A character is dealt, or learned later."""
    may: tuple[Character, ...] = (*state.pool, *state.to_pick)
    if event.character not in may:
        told = ", ".join(dict.fromkeys(may))
        raise IllegalEvent("this character does not take part", typed=event.character, expected=told)
    instead = None if state.otherwise is None else _deal(state.otherwise, event)
    return replace(shown_as(state, event.player, event.character), otherwise=instead)
