"""What may be typed at the table, in the shortest words; what they mean stands in `examples.py`."""

from collections.abc import Iterator

from solver.codigo_enigma.box import PILES
from solver.codigo_enigma.events import Special
from solver.codigo_enigma.rules import Step, due, full, takeable
from solver.codigo_enigma.state import State

__all__ = ["by_counts", "short"]

WHOSE = ("t NAME 2", "l NAME ???")
"""Before the first turn, where nobody told who begins."""


def by_counts(table: State) -> bool:
    """Whether nobody types numbers: all that lies in the ENCARTE zone is not known."""
    lying = [card for card in table.zone if card is not None]
    return bool(lying) and all(card in (Special.UNKNOWN, Special.WILD) for card in lying)


def short(table: State) -> str:
    """Examples of what may be typed next, behind the question. N: a card's number."""
    examples = _examples(table)
    return f" ({', '.join(examples)})" if examples else ""


def _examples(table: State) -> tuple[str, ...]:
    match due(table).step:
        case Step.ACTION if table.turn is not None:
            return tuple(_actions(table, table.turn))
        case Step.ACTION:
            return WHOSE
        case Step.FILL:
            return ("N", "w", *(("r",) if table.deck.reveal else ()), "?")
        case Step.SHOW:
            return ("N", "w", *(() if table.fresh or Special.REVEAL not in table.shuffled else ("r",)), "?")
        case Step.REVEAL:
            return _reveal(table)
        case _:
            return ()


def _actions(table: State, player: str) -> Iterator[str]:
    """The actions that are open to a player by what all can see; whether his cards allow them is his to know."""
    counted = by_counts(table)
    code, hand = table.exposed.get(player), bool(table.hands[player])
    if not full(table, player):
        yield from map(str, takeable(table)[-1:])
    if code is None and hand:
        yield from ("e?", "l???") if counted else ("e N", "l N N own")
    if code is not None:
        yield "c?" if counted else "c N own"
        if code.cards:
            yield "rem" if table.card(code.card) else "rem 2"
    if hand:
        yield "d?" if counted else "d N"
    if table.acted:
        yield f"s{next(pile for pile in range(PILES, 0, -1) if pile != table.soldier)}"


def _reveal(table: State) -> tuple[str, ...]:
    """How a code is exposed; with its medal where the CODE card was not described."""
    codes = [code for player in due(table).players[:1] for code in table.hidden[player]]
    place = "1 " if len(codes) > 1 else ""
    described = [table.card(code.card) is not None for code in codes]
    words = ("WORDS",) if any(described) else ()
    judged = ("ex", "or", "me") if all(described) else ("ex 2", "or 2", "me 2")
    return tuple(f"{place}{word}" for word in (*words, *judged, "wr"))
