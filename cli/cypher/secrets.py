"""What a line tells that only the one who keeps the record has seen: others at the table look at the same screen."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from unicodedata import normalize

from cli.quoting import VEIL, keeper
from solver.cypher.events import Discard, Event, Hand, Move, Pass, Players, Receive, SeeDeck, SeeHand, Spot
from solver.cypher.notation import KEYWORDS, TABLE, read, write
from solver.errors import Fault, NotationError
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


def quoted(lines: Sequence[str], fault: Fault, seat: str) -> str:
    """What an error may quote where a seat looks on that did not keep the record: no card that it may not have seen.

    A misspelt line may be any; of it only keywords, players, places and numbers are quoted.
    """
    players = _players(lines)
    first = lines[fault.line - 1].split()[:1] if fault.line <= len(lines) else []
    if keeper(lines) == normalize("NFC", seat) or (first and first[0].casefold() in _OPEN):
        return fault.typed
    places = (*players, *(f"{player}{TABLE}" for player in players))
    known = {word.casefold() for word in (*KEYWORDS, *Spot, *places)}
    try:
        words = Words(fault.typed).all
    except NotationError:
        return VEIL
    told = (as_word(word) if word.casefold() in known or word.isdecimal() else VEIL for word in words)
    return " ".join(told)


def _players(lines: Sequence[str]) -> tuple[str, ...]:
    """Who plays, as far as these lines can be read."""
    for line in lines:
        with suppress(NotationError):
            words = Words(line)
            if words.peek() == "players" and isinstance(event := read(words), Players):
                return event.names
    return ()
