"""Lines of a reveal, and what lies on top of the discards: they are judged here, the rules stand in `rules.py`."""

from dataclasses import replace

from solver.codigo_enigma.box import PILES
from solver.codigo_enigma.events import Card, Judged, Outcome, Said, Special
from solver.codigo_enigma.handling import leave, reckon
from solver.codigo_enigma.rules import awaited, expose_hidden, start_reveal
from solver.codigo_enigma.saying import expected, not_now
from solver.codigo_enigma.scoring import judge, outcome_of
from solver.codigo_enigma.sealing import named
from solver.codigo_enigma.state import Code, Occasion, Scored, State, Unchecked
from solver.errors import IllegalEvent

__all__ = ["expose", "show"]


def expose(state: State, event: Said | Judged, line: int) -> State:
    """Expose a hidden code at a reveal."""
    reveal, player = state.reveal, event.player
    if reveal is None:
        raise not_now(state, "no REVEAL card has come, so no code is exposed now")
    codes = state.hidden.get(player, ())
    if player not in reveal.waiting or not codes:
        raise IllegalEvent(f"{player} has no code to expose now", typed=player, expected=expected(state))
    before = reveal.waiting[: reveal.waiting.index(player)]
    if late := next((name for name in awaited(state) if name in before), None):
        raise IllegalEvent(f"{late} exposes first", typed=player, expected=expected(state))
    if event.place > len(codes):
        raise IllegalEvent(
            f"{player} has {len(codes)} hidden code{'s' if len(codes) > 1 else ''}",
            typed=str(event.place),
            expected=f"1 to {len(codes)}, counted in the order they were hidden",
        )
    code = codes[event.place - 1]
    judged, said = _judged(state, code, event)
    outcome = outcome_of(state, code, judged)
    medal = None if isinstance(event, Said) else event.medal
    if reckon(state, code, medal) is None and outcome is not Outcome.WRONG:
        raise IllegalEvent(
            "the medal of this CODE card is not known",
            expected=f"it at the end: reveal {player} {event.place} {judged} medal 2 (at the table: {judged} 2)",
        )
    scored = Scored(
        player,
        code,
        reveal.occasion,
        judged,
        outcome,
        medal,
        line,
        number=event.place,
        held=len(codes),
        turns=state.turns - code.turn,
        said=said,
    )
    waiting = reveal.waiting[len(before) :]
    if isinstance(event, Judged) and event.outcome is not Outcome.MEDAL:
        state = leave(state, Unchecked.SAID)
    return expose_hidden(replace(state, reveal=replace(reveal, waiting=waiting)), scored)


def _judged(state: State, code: Code, event: Said | Judged) -> tuple[Outcome, tuple[str, ...]]:
    if isinstance(event, Judged):
        return event.outcome, ()
    judged = judge(state, code, event.words)
    if judged is None:
        raise IllegalEvent(
            "the code cannot be judged, since its card was not described",
            expected=f"a card line before, or reveal {event.player} {event.place} exact, order, medal or wrong",
        )
    return judged, event.words


def show(state: State, card: Card, line: int) -> State:
    """Tell what lies on top of the third pile: after a shuffle, or to put it right."""
    if state.over or state.reveal:
        raise not_now(state, "the discards do not count now")
    if card is Special.REVEAL:
        return _show_reveal(state)
    if state.to_show:
        return _come_to_light(state, card, line)
    if state.pile[:1] == (card,):
        return state
    if PILES in state.gaps and not state.pile:
        raise not_now(state, "the third pile is empty")
    return _put_right(state, card, line)


def _show_reveal(state: State) -> State:
    """Ruling 25: a REVEAL card that comes to light in the discards is a reveal. Ruling 24: never after the shuffle."""
    if not state.to_show or Special.REVEAL not in state.shuffled:
        raise IllegalEvent(
            "no REVEAL card can lie on top of the discards now", typed="reveal", expected=expected(state)
        )
    if state.fresh:
        raise IllegalEvent(
            "with the REVEAL card on top the discards are shuffled once more",
            typed="reveal",
            expected="the card on top after that",
        )
    shuffled = _less(state.shuffled, Special.REVEAL)
    return start_reveal(replace(state, shuffled=shuffled, to_show=False), Occasion.DISCARDS)


def _come_to_light(state: State, card: Card, line: int) -> State:
    """Uncover a card of the shuffled discards."""
    shuffled = _found(state, state.shuffled, card)
    if shuffled is None:
        raise _not_there(state, card)
    return _marked(replace(state, shuffled=shuffled, pile=(card,), to_show=False, fresh=False), card, line)


def _put_right(state: State, card: Card, line: int) -> State:
    """Put another card on top of the discards than the one that was thought to lie there."""
    if (pile := _found(state, state.pile, card)) is not None:
        return _marked(replace(state, pile=(card, *pile)), card, line)
    if (shuffled := _found(state, state.shuffled, card)) is not None:
        mixed = (*shuffled, *state.pile[:1])
        return _marked(replace(state, pile=(card, *state.pile[1:]), shuffled=mixed), card, line)
    raise _not_there(state, card)


def _found(state: State, cards: tuple[Card, ...], card: Card) -> tuple[Card, ...] | None:
    """The cards without one that lies, or may lie, among them; None where it cannot."""
    if card is Special.UNKNOWN:
        # It may be any of them, so that the rest is not known any more.
        rest = [each if each is Special.REVEAL else Special.UNKNOWN for each in cards]
        return _less(tuple(rest), card) if card in rest else None
    if card in cards:
        return _less(cards, card)
    elsewhere = state.everywhere().count(card) >= (state.wild if card is Special.WILD else 1)
    return _less(cards, Special.UNKNOWN) if Special.UNKNOWN in cards and not elsewhere else None


def _less(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    rest = list(cards)
    rest.remove(card)
    return tuple(rest)


def _marked(state: State, card: Card, line: int) -> State:
    """Note that a card came up. A wild card, or one that nobody typed, has no number."""
    out = {**state.out, card: state.out.get(card, line)} if isinstance(card, int) else state.out
    doubtful = card is Special.UNKNOWN and state.soldier == PILES
    return replace(state, out=out, doubtful=doubtful)


def _not_there(state: State, card: Card) -> IllegalEvent:
    lying = [each for each in (*state.pile, *state.shuffled) if each is not Special.REVEAL]
    held = ", ".join(named(each, state) for each in lying) or expected(state)
    return IllegalEvent("this card does not lie among the discards", typed=named(card, state), expected=held)
