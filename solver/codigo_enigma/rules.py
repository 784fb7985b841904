"""Every rule of Código Enigma, in the rulebook's order, as functions of the state.

A ruling where the rulebook is silent is named in the docstring of the function that holds it. How a line makes use of
the rules, and what is said when they forbid it, stands in `play.py`; the numbers stand in `box.py`.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from solver.codigo_enigma.box import ACTIONS, CODE_LENGTHS, DEALT, HAND, PILES, REVEALS_IN_DECK
from solver.codigo_enigma.events import Card, Outcome, Special, Switch
from solver.codigo_enigma.state import Code, Deck, Occasion, Place, Reveal, Scored, State, Unchecked

__all__ = [
    "Due",
    "Step",
    "awaited",
    "begin",
    "bring_back",
    "completes",
    "due",
    "expose_hidden",
    "fit",
    "forbidden_symbols",
    "full",
    "known",
    "lose_wild",
    "needed",
    "next_turn",
    "passed_on",
    "put_on_discards",
    "reveal_places",
    "settle",
    "spare",
    "start_reveal",
    "starter",
    "surely_acts",
    "takeable",
]


# ---- what is expected -----------------------------------------------------------------------------------------------


class Step(StrEnum):
    """What the table waits for."""

    PLAYERS = "players"
    ACTION = "action"
    REVEAL = "reveal"
    SHOW = "show"
    FILL = "fill"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Due:
    """The step that must come next, and who may do it. pile: which one is filled or shown; 0 for none.

    optional: codes may be exposed, but the game also goes on without.
    """

    step: Step
    players: tuple[str, ...] = ()
    pile: int = 0
    optional: bool = False


def due(state: State) -> Due:
    """What must come next."""
    if not state.players:
        return Due(Step.PLAYERS)
    if state.over:
        return Due(Step.OVER)
    if state.reveal:
        if must := awaited(state):
            return Due(Step.REVEAL, must[:1])
        may = tuple(player for player in state.reveal.waiting if state.hidden.get(player))
        return Due(Step.REVEAL, may, optional=True)
    if state.to_show:
        return Due(Step.SHOW, pile=PILES)
    if state.gaps:
        return Due(Step.FILL, pile=state.gaps[0])
    return Due(Step.ACTION, state.players if state.turn is None else (state.turn,))


# ---- Setup ----------------------------------------------------------------------------------------------------------


def begin(state: State) -> State:
    """Lay the table out as the set-up tells it; what it does not tell is a card that nobody typed.

    Ruling 3: a wild card under the soldier is lost at once, as in the game.
    """
    unknown = (Special.UNKNOWN,) * DEALT
    hands = {player: state.dealt.get(player, unknown) for player in state.players}
    first, second, third = state.zone_typed or unknown
    deck = Deck(state.deck_at_the_start, REVEALS_IN_DECK[len(state.players)])
    laid = replace(state, begun=True, turn=starter(state), deck=deck, hands=hands, piles=(first, second), pile=(third,))
    return settle(replace(laid, doubtful=first is Special.UNKNOWN))


def starter(state: State) -> str | None:
    """Who begins: the highest reference number among the cards dealt; None where a card was not typed.

    Beginning the Game. Ruling 5: a wild card has no number; a `first` line decides.
    """
    if state.first:
        return state.first
    if len(state.dealt) < len(state.players) or any(Special.UNKNOWN in hand for hand in state.dealt.values()):
        return None
    numbers = {c: player for player, hand in state.dealt.items() for c in hand if isinstance(c, int)}
    return numbers[max(numbers)] if numbers else None


# ---- Common Zone and the Soldier ------------------------------------------------------------------------------------


def takeable(state: State) -> tuple[int, ...]:
    """Piles from which a card may be taken: not the one under the soldier (ruling 9: the third pile, too)."""
    zone = state.zone
    return tuple(pile for pile in range(1, PILES + 1) if pile != state.soldier and zone[pile - 1] is not None)


def forbidden_symbols(state: State) -> frozenset[str]:
    """Symbols that may not be discarded now.

    Ruling 10: the one on top of the third pile, wherever the soldier stands; `discard also-soldier`: also the one under
    the soldier. A wild card, and a card that nobody typed, forbids nothing.
    """
    return frozenset(symbol for card in _forbidding(state) if (symbol := state.symbol(card)))


def _forbidding(state: State) -> tuple[Card | None, ...]:
    """The cards whose symbols may not be discarded."""
    top = state.zone[PILES - 1]
    return (top, state.blocked) if Switch.DISCARD_ALSO_SOLDIER in state.rulings else (top,)


# ---- Beginning the Game, and Turn Actions ---------------------------------------------------------------------------


def full(state: State, player: str) -> bool:
    """Whether no card may be taken. Ruling 7: four at most, at any moment."""
    return len(state.hands[player]) >= HAND


def next_turn(state: State) -> State:
    """Pass the turn on to the next player."""
    at = state.players.index(state.turn) if state.turn else 0
    player = state.players[(at + 1) % len(state.players)]
    return replace(state, turn=player, turns=state.turns + 1, acted=0, taken=())


def surely_acts(state: State) -> bool:
    """Whether the player whose turn it is can surely take an action, as far as cards were typed.

    Ruling 6: two actions are a must, but who has no legal one left ends the turn.
    """
    player = state.turn
    if player is None or state.acted or not full(state, player):
        # The soldier can always be moved as second action.
        return True
    hand, code = state.hands[player], state.exposed.get(player)
    if code is None and not _supposed(state, player):
        return any(isinstance(card, int) for card in hand) or hand.count(Special.UNKNOWN) > state.wild
    if code and (code.cards or any(_fits(state, code, card) for card in (*hand, Special.OWN))):
        return True
    known = {symbol for card in hand if card not in state.taken and (symbol := state.symbol(card))}
    told = all(card is Special.WILD or state.symbol(card) for card in _forbidding(state))
    return told and bool(known - forbidden_symbols(state))


def passed_on(state: State) -> State:
    """The table with the turn at whoever can act next: ruling 6, who surely has no legal action ends the turn.

    Only where every card that counts was typed; else a line of the next player tells it.
    """
    for _ in state.players:
        if due(state).step is not Step.ACTION or not _all_told(state) or surely_acts(state):
            break
        state = next_turn(state)
    return state


def _all_told(state: State) -> bool:
    """Whether every card is known that decides what the player whose turn it is may do."""
    player = state.turn
    if player is None or _supposed(state, player):
        return False
    code = state.exposed.get(player)
    cards = (*state.hands[player], *_forbidding(state), *(code.laid if code else ()))
    told = all(card in (Special.WILD, Special.OWN) or state.symbol(card) for card in cards)
    return told and (code is None or state.card(code.card) is not None)


def _fits(state: State, code: Code, card: Card) -> bool:
    """Whether a card surely can be laid to an exposed code."""
    if state.card(code.card) is None or card is Special.UNKNOWN or (isinstance(card, int) and not state.card(card)):
        return False
    return card not in code.laid and fit(state, code.card, (*code.laid, card)) == ""


def _supposed(state: State, player: str) -> bool:
    return any(code.supposed for code in state.hidden.get(player, ()))


# ---- Exposed Codes --------------------------------------------------------------------------------------------------


def known(state: State, code: Code) -> bool:
    """Whether all cards of a code are known: the CODE card described, and each of the others typed."""
    return state.card(code.card) is not None and Special.UNKNOWN not in code.laid


def needed(state: State, card: Card, laid: Sequence[Card]) -> Counter[str] | None:
    """The symbols that a code still asks for, as far as cards were typed; None where nobody told what it asks for.

    Ruling 16: the CODE card may stand for one symbol of its own code.
    """
    described = state.card(card)
    if described is None:
        return None
    asked = Counter(described.code)
    asked.subtract(symbol for each in laid if (symbol := _shows(state, card, each)))
    return asked


def _shows(state: State, card: Card, laid: Card) -> str | None:
    return state.symbol(card if laid is Special.OWN else laid)


def fit(state: State, card: Card, laid: Sequence[Card]) -> str:
    """Say why cards cannot be laid to a CODE card, "" where they can, as far as cards were typed.

    Exposed Codes: “Only one WILD card may be used per CODE.” Ruling 16: a wild card never is the CODE card.
    """
    if card is Special.WILD:
        return "a wild card never is the CODE card"
    if list(laid).count(Special.WILD) > 1:
        return "only one wild card may be used in a code"
    if list(laid).count(Special.OWN) > 1:
        return "the CODE card stands for one symbol of its code only"
    asked, described = needed(state, card, laid), state.card(card)
    most = len(described.code) if described else max(CODE_LENGTHS)
    if asked and (over := [symbol for symbol, count in asked.items() if count < 0]):
        return f"the code asks for no {'more ' if described and over[0] in described.code else ''}{over[0]}"
    return f"the code has {most} symbols" if len(laid) > most else ""


def spare(state: State, card: Card, laid: Sequence[Card]) -> int:
    """How many symbols a code still misses; below 1 for none. Needs a CODE card that was described."""
    described = state.card(card)
    return (len(described.code) if described else 0) - len(laid)


def completes(state: State, card: Card, laid: Sequence[Card]) -> tuple[bool, bool]:
    """Whether nothing is missing any more, and whether that is only supposed.

    Where nobody told what the CODE card asks for, a code is supposed to be complete as soon as it can be, with its own
    symbol where that was not typed; a later line may show that it was not.
    """
    if state.card(card):
        return spare(state, card, laid) <= 0, False
    own = 0 if Special.OWN in laid else 1
    if len(laid) >= max(CODE_LENGTHS):
        return True, False
    return len(laid) + own >= min(CODE_LENGTHS), True


def bring_back(state: State, player: str) -> State:
    """Put the code that was supposed to be complete back into the EXPOSED CODE area; nothing where there is none."""
    codes = state.hidden.get(player, ())
    at = max((n for n, code in enumerate(codes) if code.supposed), default=None)
    if at is None or player in state.exposed:
        return state
    code = replace(codes[at], supposed=False)
    hidden = {**state.hidden, player: (*codes[:at], *codes[at + 1 :])}
    return replace(state, hidden=hidden, exposed={**state.exposed, player: code})


# ---- Revealing Hidden Codes and Scoring -----------------------------------------------------------------------------


def start_reveal(state: State, occasion: Occasion) -> State:
    """Stop the turn: everybody exposes, from the player whose turn it is."""
    return replace(state, reveal=Reveal(occasion, state.order))


def awaited(state: State) -> tuple[str, ...]:
    """Who must still expose codes, in turn. Ruling 19: all of them, but for `reveal optional`."""
    if state.reveal is None or Switch.REVEAL_OPTIONAL in state.rulings:
        return ()
    firm = (p for p in state.reveal.waiting if any(not code.supposed for code in state.hidden.get(p, ())))
    return tuple(firm)


def expose_hidden(state: State, scored: Scored) -> State:
    """Take a hidden code out of the row and put its cards where they belong.

    “The cards that acted as SYMBOLS go to the DISCARD pile”; of a wrong code everything. Ruling 18: in the order in
    which the record names them, whatever symbol lies on top.
    """
    codes = tuple(code for code in state.hidden[scored.player] if code is not scored.code)
    gone = scored.code.cards
    if scored.outcome is Outcome.WRONG:
        gone = (scored.code.card, *gone)
    hidden = {**state.hidden, scored.player: codes}
    return put_on_discards(replace(state, hidden=hidden, scored=(*state.scored, scored)), gone)


def put_on_discards(state: State, cards: Sequence[Card]) -> State:
    """Lay the cards of a code onto the third pile, one by one.

    A card that nobody typed may be a wild one, which is lost under the soldier (ruling 14); a fill would show that.
    """
    pile = (*reversed(cards), *state.pile)
    doubtful = state.doubtful
    if cards and state.soldier == PILES:
        doubtful = pile[0] is Special.UNKNOWN
    unchecked = state.unchecked | {Unchecked.BLOCKED_WILD} if doubtful else state.unchecked
    return replace(state, pile=pile, doubtful=doubtful, unchecked=unchecked)


def _finish(state: State, occasion: Occasion) -> State:
    """End a reveal. What was only supposed to be hidden, and was not exposed, was not complete.

    “The first REVEAL HIDDEN CODES card to come out”: that card is shuffled into the discards (ruling 24: all of them,
    the visible one too). Ruling 25: come to light there, it leaves the game.
    """
    for player in state.players:
        state = bring_back(state, player)
    state = replace(state, reveal=None)
    if occasion is Occasion.FIRST:
        mixed = (*state.pile, *state.shuffled, Special.REVEAL)
        doubtful = state.doubtful and state.soldier != PILES
        return replace(state, pile=(), shuffled=mixed, fresh=True, doubtful=doubtful)
    return state


def reveal_places(state: State) -> tuple[Place, ...]:
    """Where each REVEAL card of the game lies, those that came off the deck first; needs a table laid out."""
    came: list[Place] = []
    for number in range(1, state.came + 1):
        occasion = tuple(Occasion)[number - 1]
        if state.reveal and state.reveal.occasion is occasion:
            came.append(Place.OUT)
        elif number == 1:
            out = state.reveal and state.reveal.occasion is Occasion.DISCARDS
            came.append(Place.DISCARDS if state.reveal_in_discards else Place.OUT if out else Place.GONE)
        else:
            came.append(Place.RIGHT if number == 2 else Place.LEFT)
    last = Place.OUT if state.reveal and state.reveal.occasion is Occasion.LAST else Place.UNDER
    return (*came, *[Place.DECK] * state.deck.reveal, Place.END if state.over else last)


# ---- End of the Game, and Exceptions --------------------------------------------------------------------------------


def settle(state: State) -> State:
    """Do what follows by rule until the table waits for a line."""
    while (after := _step(state)) is not state:
        state = after
    return state


def _step(state: State) -> State:
    """Do one thing that follows by rule; the same state where nothing does. The order is that of the table.

    Ruling 26: the last reveal comes with the last face-down card. Rulings 20, 25: a reveal, then what lies on top of
    the discards, then the gap, then the action left.
    """
    if state.over or not state.begun:
        return state
    if state.reveal:
        return _after_reveal(state, state.reveal)
    if not state.deck.cards and (len(state.players) < 4 or state.second_pass):
        return start_reveal(replace(state, to_show=False, fresh=False), Occasion.LAST)
    if state.to_show:
        return state
    if not state.pile and state.shuffled and (state.fresh or PILES not in state.gaps):
        if state.fresh and set(state.shuffled) == {Special.REVEAL}:
            return replace(state, fresh=False)
        return _uncover(state)
    if not state.deck.cards:
        return _turn_over(state)
    if state.blocked is Special.WILD and state.soldier not in state.gaps:
        return lose_wild(state)
    if not state.pile and PILES not in state.gaps:
        return replace(state, gaps=(*state.gaps, PILES))
    if not state.gaps and state.acted == ACTIONS:
        return next_turn(state)
    return state


def _after_reveal(state: State, reveal: Reveal) -> State:
    """End the reveal where nobody has anything to expose.

    `reveal optional`: the last one ends with the last code; nothing comes after it that would say that a player goes
    on without. A code that its owner leaves counts nothing. Codes that are only supposed to be complete are not waited
    for at the end.
    """
    left = [code for player in reveal.waiting for code in state.hidden.get(player, ())]
    if awaited(state):
        return state
    if reveal.occasion is Occasion.LAST:
        return replace(state, over=True) if all(code.supposed for code in left) else state
    return state if left else _finish(state, reveal.occasion)


def _uncover(state: State) -> State:
    """Bring to light what lies on top of shuffled discards, where only one kind can; else it must be told.

    Ruling 24: right after the shuffle no REVEAL card lies on top. Ruling 25: else it is a reveal.
    """
    kinds = set(state.shuffled) - ({Special.REVEAL} if state.fresh else set())
    if len(kinds) > 1:
        return replace(state, to_show=True)
    card = kinds.pop()
    rest = list(state.shuffled)
    rest.remove(card)
    state = replace(state, shuffled=tuple(rest), fresh=False)
    if card is Special.REVEAL:
        return start_reveal(replace(state, uncovered=True), Occasion.DISCARDS)
    return replace(state, pile=(card,))


def _turn_over(state: State) -> State:
    """Four players, the first time the deck runs out: the discards but the visible one are the deck.

    Ruling 27: without REVEAL cards, on the one under the deck, and no reveal; nothing to shuffle: the end.
    """
    others = [card for card in (*state.pile[1:], *state.shuffled) if card is not Special.REVEAL]
    deck = Deck(len(others), 0)
    state = replace(state, second_pass=True, deck=deck, drawn=0, returned=0)
    state = replace(state, pile=state.pile[:1], shuffled=(), fresh=False)
    back = set(others)
    if Special.UNKNOWN in back:
        # These may be any cards that came up and lie nowhere else.
        back.update(set(state.out) - set(state.everywhere()))
    return replace(state, out={number: line for number, line in state.out.items() if number not in back})


def lose_wild(state: State) -> State:
    """Put the wild card under the soldier back: the deck is shuffled, and its top card is to take the place.

    Exceptions 1, ruling 14.
    """
    deck = replace(state.deck, cards=state.deck.cards + 1)
    state = replace(state, deck=deck, returned=state.returned + 1, gaps=(*state.gaps, state.soldier))
    if state.soldier == PILES:
        return replace(state, pile=state.pile[1:])
    first, second = state.piles
    return replace(state, piles=(None, second) if state.soldier == 1 else (first, None))
