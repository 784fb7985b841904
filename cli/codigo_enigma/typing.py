"""What may be typed at the table, in the shortest words; what they mean stands in `examples.py`."""

from solver.codigo_enigma.events import Special
from solver.codigo_enigma.rules import Step, due
from solver.codigo_enigma.state import State

__all__ = ["by_counts", "short"]

BY_NUMBERS = ("2", "e N", "c N own", "l N N own", "d N", "s3", "rem")
BY_COUNTS = ("2", "e?", "c?", "l???", "d?", "s3", "rem 2")
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
        case Step.ACTION if table.turn is None:
            return WHOSE
        case Step.ACTION:
            return BY_COUNTS if by_counts(table) else BY_NUMBERS
        case Step.FILL:
            return ("N", "w", *(("r",) if table.deck.reveal else ()), "?")
        case Step.SHOW:
            return ("N", "w", *(() if table.fresh or Special.REVEAL not in table.shuffled else ("r",)), "?")
        case Step.REVEAL:
            return _reveal(table)
        case _:
            return ()


def _reveal(table: State) -> tuple[str, ...]:
    """How a code is exposed; with its medal where the CODE card was not described."""
    codes = [code for player in due(table).players[:1] for code in table.hidden[player]]
    place = "1 " if len(codes) > 1 else ""
    described = [table.card(code.card) is not None for code in codes]
    words = ("WORDS",) if any(described) else ()
    judged = ("ex", "or", "me") if all(described) else ("ex 2", "or 2", "me 2")
    return tuple(f"{place}{word}" for word in (*words, *judged, "wr"))
