"""What may be typed at the table, in the shortest words."""

from collections.abc import Mapping

from solver.codigo_enigma.events import Special
from solver.codigo_enigma.rules import Step, due
from solver.codigo_enigma.state import State

__all__ = ["by_counts", "hints", "short"]


def by_counts(table: State) -> bool:
    """Whether nobody types numbers: all that lies in the ENCARTE zone is not known."""
    lying = [card for card in table.zone if card is not None]
    return bool(lying) and all(card in (Special.UNKNOWN, Special.WILD) for card in lying)


def short(table: State) -> str:
    """Examples of what may be typed next, behind the question."""
    return f" ({', '.join(hints(table))})" if hints(table) else ""


def hints(table: State) -> Mapping[str, str]:
    """What may be typed next, and what it stands for."""
    match due(table).step:
        case Step.ACTION if table.turn is None:
            return {"t NAME 2": "NAME takes the card of pile 2", "l NAME ???": "NAME lays a complete code at once"}
        case Step.ACTION:
            return _by_counts() if by_counts(table) else _by_numbers()
        case Step.FILL | Step.SHOW:
            reveal = {} if table.fresh and table.to_show else {"r": "the REVEAL card"}
            return {"N": "its number", "w": "a wild card", **reveal, "?": "a card that nobody types"}
        case Step.REVEAL:
            return _reveal(table)
        case _:
            return {}


def _by_numbers() -> Mapping[str, str]:
    return {
        "2": "takes the card of pile 2",
        "e N": "exposes the card of number N as the CODE card",
        "c N own": "lays symbol cards to it; own: the CODE card's own symbol, w: a wild card",
        "l N N own": "lays a complete code at once, the CODE card first",
        "d N": "discards",
        "s3": "moves the soldier",
        "rem": "gives the exposed code up",
    }


def _by_counts() -> Mapping[str, str]:
    return {
        "2": "takes the card of pile 2",
        "e?": "exposes a CODE card",
        "c?": "lays a symbol card to it, c?? two; own need not be typed, w: a wild card",
        "l???": "lays a complete code at once: as many ? as cards, the CODE card with them",
        "d?": "discards",
        "s3": "moves the soldier",
        "rem 2": "gives the exposed code up; its medal is 2",
    }


def _reveal(table: State) -> Mapping[str, str]:
    """How a code is exposed; with its medal where the CODE card was not described."""
    codes = [code for player in due(table).players[:1] for code in table.hidden[player]]
    place = "1 " if len(codes) > 1 else ""
    said = {f"{place}WORDS": "the words that were said, or their beginnings"}
    if any(table.card(code.card) is None for code in codes):
        return {
            **(said if any(table.card(code.card) for code in codes) else {}),
            f"{place}ex 2": "exact; its medal is 2",
            f"{place}or 2": "the right symbols in another order",
            f"{place}me 2": "the medal alone",
            f"{place}wr": "wrong",
        }
    told = {"ex": "exact", "or": "the right symbols in another order", "me": "the medal alone", "wr": "wrong"}
    return {**said, **{f"{place}{word}": meant for word, meant in told.items()}}
