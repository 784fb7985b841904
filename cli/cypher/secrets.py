"""What a line tells that only the one who keeps the record has seen: others at the table look at the same screen."""

from dataclasses import replace

from solver.cypher.events import Discard, Event, Hand, Move, Pass, Receive, SeeDeck, SeeHand
from solver.cypher.notation import write
from solver.words import as_word

__all__ = ["veiled"]

VEIL = "…"
"""What stands for a card that is not shown."""


def veiled(event: Event, viewer: str | None) -> str | None:
    """The line of an event without its secret; None where it has none, or where nobody keeps the record as his own."""
    if viewer is None:
        return None
    match event:
        case Hand(player) if player == viewer:
            return f"hand {as_word(player)} {VEIL}"
        case SeeHand(player=player):
            return f"see {as_word(player)} {VEIL}"
        case SeeDeck(position=position):
            return f"see deck {position} {VEIL}"
        case Move(source, target) if source.open or target.open:
            return None
        case Receive() | Pass() | Discard() | Move() if event.card is not None:
            return write(replace(event, card=None)).removesuffix("?") + VEIL
        case _:
            return None
