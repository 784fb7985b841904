"""Words of the screens: cards, outcomes, what is awaited, what must be known of a table."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from solver.codigo_enigma.events import Card, Outcome
from solver.codigo_enigma.rules import Due, Step, due
from solver.codigo_enigma.state import Occasion, State

__all__ = ["LAID", "OUTCOMES", "REVEALS", "asked", "card", "listed", "place", "sentence"]

OUTCOMES: Mapping[Outcome | None, str] = MappingProxyType(
    {
        Outcome.EXACT: "exact",
        Outcome.ORDER: "right symbols",
        Outcome.MEDAL: "medal only",
        Outcome.WRONG: "wrong",
        None: "given up",
    }
)
LAID: Mapping[Outcome | None, str] = MappingProxyType(
    {
        Outcome.EXACT: "upright",
        Outcome.ORDER: "across",
        Outcome.MEDAL: "upside down",
        Outcome.WRONG: "discarded",
        None: "in a cross",
    }
)
"""How the CODE card lies in the REVEALED CODES area."""
REVEALS: Mapping[Occasion, str] = MappingProxyType(
    {
        Occasion.FIRST: "the first REVEAL card",
        Occasion.SECOND: "the second REVEAL card",
        Occasion.THIRD: "the third REVEAL card",
        Occasion.DISCARDS: "the REVEAL card in the discards",
        Occasion.LAST: "the last REVEAL card",
    }
)


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names in a sentence."""
    return ", ".join(names[:-1]) + f" {last} {names[-1]}" if len(names) > 1 else "".join(names)


def card(state: State, which: Card | None) -> str:
    """A card that lies open: its number, and its symbol where that was told."""
    if which is None:
        return "(empty)"
    symbol = state.symbol(which)
    return f"{which} {symbol}" if symbol else str(which)


def place(state: State) -> str:
    """Where the game stands."""
    if state.over:
        return "the game is over"
    if state.reveal:
        return f"reveal: {REVEALS[state.reveal.occasion]}"
    second = ", second pass" if state.second_pass else ""
    turn = "before the first turn" if state.turn is None else f"turn {state.turns}, {state.turn}"
    return turn + second


def asked(state: State) -> str:
    """What is expected next, in one sentence."""
    now: Due = due(state)
    match now.step:
        case Step.PLAYERS:
            return "Who plays?"
        case Step.ACTION if state.turn is None:
            return f"The first action, of {listed(now.players, 'or')}"
        case Step.ACTION:
            return f"{state.turn}, action {state.acted + 1} of 2"
        case Step.REVEAL if now.optional:
            last = state.reveal is not None and state.reveal.occasion is Occasion.LAST
            else_ = "what stays hidden counts nothing" if last else "or go on"
            return f"Codes of {listed(now.players, 'or')} may be exposed; {else_}"
        case Step.REVEAL:
            held = len(state.hidden[now.players[0]])
            return f"{now.players[0]} exposes {'a code' if held == 1 else f'one of {held} codes, by its place'}"
        case Step.SHOW:
            return "What lies on top of the discards now?"
        case Step.FILL:
            return f"What came off the deck onto pile {now.pile}?"
        case Step.OVER:
            return "The game is over"


def sentence(words: str) -> str:
    """Words as a sentence: with a full stop, where they end in none."""
    return words if words.endswith("?") else f"{words}."
