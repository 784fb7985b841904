"""What a line tells that only the one who keeps the record has seen: others at the table look at the same screen."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from unicodedata import normalize

from solver.cypher.events import Discard, Event, Hand, Me, Move, Pass, Players, Receive, SeeDeck, SeeHand, Spot
from solver.cypher.notation import KEYWORDS, TABLE, read, write
from solver.errors import Fault, NotationError
from solver.words import Words, as_word

__all__ = ["quoted", "veiled"]

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


_OPEN = ("game", "players", "me", "cards", "card", "removed", "won", "ruling", "market", "play", "shuffle", "value")
"""First words of lines whose cards all have seen."""


def quoted(lines: Sequence[str], fault: Fault, seat: str) -> str:
    """What an error may quote where a seat looks on that did not keep the record: no card that it may not have seen.

    A misspelt line may be any; of it only keywords, players, places and numbers are quoted.
    """
    players, me = _seats(lines)
    first = lines[fault.line - 1].split()[:1] if fault.line <= len(lines) else []
    if me == normalize("NFC", seat) or (first and first[0].casefold() in _OPEN):
        return fault.typed
    places = (*players, *(f"{player}{TABLE}" for player in players))
    known = {word.casefold() for word in (*KEYWORDS, *Spot, *places)}
    try:
        words = Words(fault.typed).all
    except NotationError:
        return VEIL
    told = (as_word(word) if word.casefold() in known or word.isdecimal() else VEIL for word in words)
    return " ".join(told)


def _seats(lines: Sequence[str]) -> tuple[tuple[str, ...], str | None]:
    """Who plays, and who keeps the record, as far as these lines can be read."""
    players: tuple[str, ...] = ()
    me = None
    for line in lines:
        with suppress(NotationError):
            words = Words(line)
            if words.peek() in ("players", "me"):
                event = read(words)
                players = event.names if isinstance(event, Players) else players
                me = event.name if isinstance(event, Me) else me
    return players, me
