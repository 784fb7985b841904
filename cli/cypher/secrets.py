"""What a line tells that only the one who keeps the record has seen: others at the table look at the same screen."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace

from cli.quoting import VEIL, quoted_from
from solver.cypher.events import Discard, Event, Hand, Move, Pass, Players, Receive, SeeDeck, SeeHand, Spot
from solver.cypher.notation import KEYWORDS, TABLE, read, write
from solver.errors import NotationError
from solver.words import Words, as_word

__all__ = ["quoted", "veiled"]


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


_OPEN = ("game", "players", "me", "cards", "card", "removed", "won", "ruling", "market", "play", "shuffle", "value")
"""First words of lines whose cards all have seen."""


def _masked(lines: Sequence[str], typed: str) -> str:
    """Words without cards: only keywords, players, places and numbers."""
    players = _players(lines)
    places = (*players, *(f"{player}{TABLE}" for player in players))
    known = {word.casefold() for word in (*KEYWORDS, *Spot, *places)}
    try:
        words = Words(typed).all
    except NotationError:
        return VEIL
    told = (as_word(word) if word.casefold() in known or word.isdecimal() else VEIL for word in words)
    return " ".join(told)


quoted = quoted_from(_OPEN, _masked)
"""What an error may quote where a seat looks on that did not keep the record: no card that it may not have seen."""


def _players(lines: Sequence[str]) -> tuple[str, ...]:
    """Who plays, as far as these lines can be read."""
    for line in lines:
        with suppress(NotationError):
            words = Words(line)
            if words.peek() == "players" and isinstance(event := read(words), Players):
                return event.names
    return ()
