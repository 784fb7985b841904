"""Playing a line: an event is checked against the rules and brings the next state, or an error that names the rule.

`apply` is the only door. The rules themselves stand in `rules.py`; what a set-up line does stands in `setup.py`.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from solver.codigo_enigma.box import CODE_LENGTHS, HAND, PILES
from solver.codigo_enigma.events import (
    Card,
    Complete,
    Described,
    Discard,
    Event,
    Expose,
    Fill,
    Judged,
    Lay,
    Remove,
    Said,
    Show,
    Soldier,
    Special,
    Switch,
    Take,
)
from solver.codigo_enigma.handling import check_new, give, is_common, leave, reckon, use
from solver.codigo_enigma.revealing import expose, show
from solver.codigo_enigma.rules import (
    Due,
    Step,
    begin,
    bring_back,
    completes,
    due,
    fit,
    forbidden_symbols,
    full,
    lose_wild,
    next_turn,
    passed_on,
    put_on_discards,
    settle,
    spare,
    start_reveal,
    surely_acts,
    takeable,
)
from solver.codigo_enigma.saying import expected, not_now
from solver.codigo_enigma.sealing import named
from solver.codigo_enigma.setup import SetUp, check_players, describe, prepare, set_up_order
from solver.codigo_enigma.state import Code, Deck, Occasion, Scored, State, Unchecked
from solver.errors import IllegalEvent

__all__ = ["apply", "check", "set_up_order"]

Action = Take | Expose | Complete | Lay | Discard | Remove | Soldier


def apply(state: State, event: Event, line: int) -> State:
    """Give the state after an event that stands on a line. Raises IllegalEvent where the rules forbid it."""
    check(state, event)
    if isinstance(event, Described):
        return settle(_recount(describe(state, event)))
    if isinstance(event, SetUp):
        return prepare(state, event, line)
    if not state.begun:
        state = begin(state)
    uncovered, doubtful = state.uncovered, state.doubtful
    state = replace(state, uncovered=False, doubtful=doubtful and isinstance(event, Said | Judged))
    match event:
        case Fill(card):
            after = _fill(_went_on(state), card, line, doubtful=doubtful)
        case Show(card):
            after = state if uncovered and card is Special.REVEAL else show(_went_on(state), card, line)
        case Said() | Judged():
            after = expose(state, event, line)
        case Take() | Expose() | Complete() | Lay() | Discard() | Remove() | Soldier():
            state = _turn_of(_went_on(state), event.player)
            after = replace(_act(state, event, line), acted=state.acted + 1)
        case _:
            assert_never(event)
    return settle(after)


def check(state: State, event: Event) -> None:
    """Raise IllegalEvent for what the set-up alone forbids: names that are not there, a table without players."""
    check_players(state, event)


def _act(state: State, event: Action, line: int) -> State:
    match event:
        case Take(player, pile):
            return _take(state, player, pile)
        case Expose(player, code, laid):
            return _expose(state, player, code, laid, line)
        case Complete(player, laid):
            return _complete(state, player, laid, line)
        case Lay(player, code, laid):
            return _lay(state, player, code, laid, line)
        case Discard(player, card):
            return _discard(state, player, card, line)
        case Remove():
            return _remove(state, event, line)
        case Soldier(pile=pile):
            return _move_soldier(state, pile)
        case _:
            assert_never(event)


def _went_on(state: State) -> State:
    """End a reveal in which whatever is left need not be exposed, since the line goes on without."""
    if state.reveal and due(state).optional:
        return settle(replace(state, reveal=replace(state.reveal, waiting=())))
    return state


def _turn_of(state: State, player: str) -> State:
    """Make sure that the player may act. Ruling 6: who has no legal action left ends the turn."""
    if due(state).step is not Step.ACTION:
        raise not_now(state, "no action can be taken now")
    if state.turn is None:
        return replace(state, turn=player)
    after = state
    while player != after.turn and not surely_acts(after):
        after = next_turn(after)
    if player != after.turn:
        acting = passed_on(state)
        raise IllegalEvent(f"it is {acting.turn}'s turn", typed=player, expected=expected(acting))
    return after


# ---- Turn Actions: take ---------------------------------------------------------------------------------------------


def _take(state: State, player: str, pile: int) -> State:
    """Take the top card of a pile. Ruling 8: under a card from the third pile the discard beneath comes to light.

    `third-pile deck`: the deck fills that place, too.
    """
    if pile == state.soldier:
        raise IllegalEvent("the soldier blocks this pile", typed=str(pile), expected=_piles(takeable(state)))
    if full(state, player):
        raise IllegalEvent(f"{player} holds {HAND} cards already", expected="another action")
    card = state.zone[pile - 1]
    if card is None:
        raise IllegalEvent("nothing lies there", typed=str(pile), expected=_piles(takeable(state)))
    state = replace(state, hands=give(state, player, card), taken=(*state.taken, card))
    if pile < PILES:
        first, second = state.piles
        piles = (None, second) if pile == 1 else (first, None)
        return replace(state, piles=piles, gaps=(*state.gaps, pile))
    gaps = (*state.gaps, PILES) if Switch.THIRD_PILE_DECK in state.rulings else state.gaps
    return replace(state, pile=state.pile[1:], gaps=gaps)


# ---- Turn Actions: lay down -----------------------------------------------------------------------------------------


def _expose(state: State, player: str, card: Card, laid: Sequence[Card], line: int) -> State:
    """Expose a code. Ruling 15: the CODE card alone, but for `expose together`."""
    if player in state.exposed:
        raise IllegalEvent(
            f"{player} has an exposed code already", expected="one at a time: complete or remove it first"
        )
    if laid and Switch.EXPOSE_TOGETHER not in state.rulings:
        raise IllegalEvent(
            "exposing lays the CODE card alone",
            expected=f"expose {player} and the CODE card; “ruling expose together” in the set-up allows more",
        )
    state = _check_fit(state, card, laid)
    # Only one incomplete code may lie there, so that one was complete.
    firm = tuple(replace(code, supposed=False) for code in state.hidden.get(player, ()))
    state = replace(use(state, player, (card, *laid), line), hidden={**state.hidden, player: firm})
    return _put(state, player, Code(card, tuple(laid), (line,), state.turns))


def _complete(state: State, player: str, laid: Sequence[Card], line: int) -> State:
    state = bring_back(state, player)
    code = state.exposed.get(player)
    if code is None:
        raise IllegalEvent(f"{player} has exposed no code", expected="expose first, or lay a whole code")
    state = _check_fit(state, code.card, (*code.laid, *laid))
    state = use(state, player, laid, line)
    code = replace(code, laid=(*code.laid, *laid), lines=(*code.lines, line), turn=state.turns)
    return _put(state, player, code)


def _put(state: State, player: str, code: Code) -> State:
    """Lay a code into the EXPOSED CODE area, or, with nothing missing, into the HIDDEN CODES area."""
    exposed = {name: other for name, other in state.exposed.items() if name != player}
    whole, supposed = completes(state, code.card, code.laid) if code.laid else (False, False)
    if not whole:
        return replace(state, exposed={**exposed, player: code})
    codes = (*state.hidden.get(player, ()), replace(code, supposed=supposed))
    return replace(state, exposed=exposed, hidden={**state.hidden, player: codes})


def _lay(state: State, player: str, card: Card, laid: Sequence[Card], line: int) -> State:
    state = _check_fit(state, card, laid)
    least = min(CODE_LENGTHS) - (0 if Special.OWN in laid else 1)
    missing = spare(state, card, laid) if state.card(card) else least - len(laid)
    if missing > 0:
        raise IllegalEvent(
            f"the code misses {missing} symbol{'s' if missing > 1 else ''}",
            expected="every symbol of it, own for the CODE card's; or expose it first",
        )
    state = use(state, player, (card, *laid), line)
    codes = (*state.hidden.get(player, ()), Code(card, tuple(laid), (line,), state.turns))
    return replace(state, hidden={**state.hidden, player: codes})


def _check_fit(state: State, card: Card, laid: Sequence[Card]) -> State:
    """Make sure that symbol cards fit a CODE card, and note what could not be checked."""
    if card in laid and card is not Special.UNKNOWN:
        raise IllegalEvent("the CODE card stands among its symbols", expected="own, where it stands for a symbol")
    if why := fit(state, card, laid):
        # Once for all that can be wrong, where saying which would tell a card of a code that a line hides.
        why = "these symbols do not fit the code" if card in state.kept and card is not Special.WILD else why
        raise IllegalEvent(why, expected="symbols of the code, each as often as it asks for it; only one wild card")
    if state.card(card) is None:
        return leave(state, Unchecked.FIT, Unchecked.WHOLE)
    told = all(each in (Special.OWN, Special.WILD) or state.symbol(each) for each in laid)
    return state if told else leave(state, Unchecked.FIT)


def _recount(state: State) -> State:
    """Look again at codes that were supposed to be complete, now that a CODE card was described."""
    for player, codes in state.hidden.items():
        for code in codes:
            described = state.card(code.card)
            if not code.supposed or described is None:
                continue
            laid = code.laid
            if len(laid) == len(described.code) - 1 and Special.OWN not in laid and described.symbol in described.code:
                laid = (*laid, Special.OWN)
            whole = spare(state, code.card, laid) <= 0
            firm = tuple(replace(c, laid=laid, supposed=not whole) if c is code else c for c in codes)
            state = replace(state, hidden={**state.hidden, player: firm})
            state = state if whole else bring_back(state, player)
    return state


# ---- Turn Actions: discard, and the soldier -------------------------------------------------------------------------


def _discard(state: State, player: str, card: Card, line: int) -> State:
    """Discard a common card. Ruling 11: none that was taken in this turn. Ruling 12: no wild card."""
    if not is_common(card):
        raise IllegalEvent("only a common card may be discarded", typed=str(card), expected="a reference number, or ?")
    if card in state.taken and card is not Special.UNKNOWN:
        raise IllegalEvent(
            "a card taken in this turn may not be discarded", typed=named(card, state), expected="another card"
        )
    after = use(state, player, (card,), line)
    if card is Special.UNKNOWN and state.taken:
        after = leave(after, Unchecked.JUST_TAKEN)
    top = state.pile[0] if state.pile else Special.WILD
    if state.symbol(card) is None or (top is not Special.WILD and state.symbol(top) is None):
        after = leave(after, Unchecked.SAME_SYMBOL)
    if (symbol := state.symbol(card)) in forbidden_symbols(state):
        raise IllegalEvent(
            "the card on which it would lie shows the same symbol",
            typed=named(card, state),
            expected=f"a card without {symbol}",
        )
    return replace(after, pile=(card, *after.pile))


def _remove(state: State, event: Remove, line: int) -> State:
    """Give up the exposed code. Ruling 17: one with a symbol card; that and the CODE card make the cross."""
    player = event.player
    state = bring_back(state, player)
    code = state.exposed.get(player)
    if code is None:
        raise IllegalEvent(f"{player} has exposed no code", expected="another action")
    if not code.cards:
        raise IllegalEvent(
            "a code is removed only with a symbol card in it", expected="complete it by a symbol card first"
        )
    reckon(state, code, event.medal)
    exposed = {name: other for name, other in state.exposed.items() if name != player}
    scored = Scored(player, code, None, None, None, event.medal, line)
    state = replace(state, exposed=exposed, scored=(*state.scored, scored))
    return put_on_discards(state, code.cards[1:])


def _move_soldier(state: State, pile: int) -> State:
    """Move the soldier. Ruling 13: as the second action, to another pile."""
    if not state.acted:
        raise IllegalEvent("the soldier moves as the second action", expected="another action first")
    if pile == state.soldier:
        raise IllegalEvent(
            "the soldier stands there already",
            typed=str(pile),
            expected=_piles([each for each in range(1, PILES + 1) if each != state.soldier]),
        )
    doubtful = state.zone[pile - 1] is Special.UNKNOWN
    state = replace(state, soldier=pile, doubtful=doubtful)
    return leave(state, Unchecked.BLOCKED_WILD) if doubtful else state


# ---- what comes off the deck ----------------------------------------------------------------------------------------


def _fill(state: State, card: Card, line: int, *, doubtful: bool) -> State:
    """Take a card off the deck. Ruling 8: into the gap; a REVEAL card stops the turn and leaves the gap."""
    if doubtful and due(state).step is Step.ACTION and state.blocked is Special.UNKNOWN:
        state = lose_wild(state)
    now: Due = due(state)
    if now.step is not Step.FILL:
        raise not_now(state, "no place is to be filled now")
    deck = state.deck
    state = replace(state, drawn=state.drawn + 1)
    if card is Special.REVEAL:
        if not deck.reveal:
            raise IllegalEvent("no REVEAL card is left in the deck", typed=str(card), expected="another card")
        came = state.came + 1
        state = replace(state, deck=Deck(deck.cards - 1, deck.reveal - 1), came=came)
        return start_reveal(state, tuple(Occasion)[came - 1])
    if deck.cards == deck.reveal:
        raise IllegalEvent("only REVEAL cards are left in the deck", typed=named(card, state), expected="fill reveal")
    check_new(state, card)
    out = {**state.out, card: line} if isinstance(card, int) else state.out
    pile, gaps = state.gaps[0], state.gaps[1:]
    state = replace(state, deck=Deck(deck.cards - 1, deck.reveal), out=out, gaps=gaps)
    # A gap filled elsewhere shows nothing of the card under the soldier.
    state = replace(state, doubtful=card is Special.UNKNOWN if pile == state.soldier else doubtful)
    if pile == PILES:
        return replace(state, pile=(card, *state.pile))
    first, second = state.piles
    return replace(state, piles=(card, second) if pile == 1 else (first, card))


def _piles(piles: Sequence[int]) -> str:
    return "pile " + " or ".join(map(str, piles))
