"""What the rulebook prints of the box: cards it names, two corners, boards, sets. The rest is the owner's.

Where the rulebook is silent, a place-holder stands here and counts as assumed until the record tells better.
"""

from collections.abc import Mapping
from types import MappingProxyType

from solver.beyond_code.events import Card, Character, Corner, SetKind

__all__ = [
    "BREAKTHROUGHS",
    "CORNERS",
    "IN_SET",
    "PLACE_HOLDERS",
    "PRIOR",
    "SOLO_CARDS",
    "SOLO_SILENCE",
    "SOLO_SPACES",
    "SPACES",
    "TABLE_CARDS",
    "TITLES",
    "TRIUMPHS",
]

TABLE_CARDS = tuple(card for card in Card if card is not Card.PERSONAL)
"""The nine mansion cards of a game of two to five (heading “Agency Mansion”)."""

SOLO_CARDS = tuple(card for card in Card if card is not Card.JOINT)
"""The nine mansion cards of Alone with Chaos (heading “Solo Setup”)."""

TITLES: Mapping[Card, str] = MappingProxyType(
    {
        Card.LIBRARY: "Library",
        Card.ENIGMA: "Enigma Machine",
        Card.SHADOW: "Shadow of Scherbius",
        Card.BOOK: "Book of Order and Chaos",
        Card.JOINT: "Joint Work",
        Card.PERSONAL: "Personal Assignment",
        Card.ROOM_1: "Room 1",
        Card.ROOM_2: "Room 2",
        Card.ROOM_3: "Room 3",
        Card.ROOM_4: "Room 4",
    }
)
"""The names of the cards; those of the four rooms are place-holders."""

PLACE_HOLDERS = frozenset({Card.ROOM_1, Card.ROOM_2, Card.ROOM_3, Card.ROOM_4})
"""The cards whose names the rulebook does not tell."""

CORNERS: Mapping[Card, Corner] = MappingProxyType(
    dict.fromkeys(Card, Corner.UNKNOWN) | {Card.LIBRARY: Corner.NONE, Card.BOOK: Corner.CHAOS}
)
"""Ruling 17: the Library's corner is empty, the Book's shows Chaos, any other shows Chaos or decryption."""

SPACES = 6
"""Ruling 2: the spaces of the time board, both hourglasses among them."""

SOLO_SPACES = 7
"""Ruling 25: the spaces of the solo side; I, II and III are its first three."""

SOLO_SILENCE = 4
"""Silence tokens in the solo supply (heading “Solo Setup”)."""

BREAKTHROUGHS = 2
"""Ruling 23: so many breakthroughs lose the match."""

TRIUMPHS = 3
"""So many victories win the match."""

PRIOR = (2.0, 2.0)
"""The prior Beta(a, b) of a player's honesty where no line tells another."""

_FIVE = (
    Character.CRYPTOLOGIST,
    Character.CRYPTOLOGIST,
    Character.MESSIAH,
    Character.MESSIAH,
    Character.WANDERER,
)

IN_SET: Mapping[SetKind, tuple[Character, ...]] = MappingProxyType(
    {
        SetKind.INTRODUCTORY: _FIVE,
        SetKind.STANDARD: tuple(Character),
        SetKind.GRADUAL: _FIVE,
    }
)
"""The character cards of the first game with each set; two players add the Medium to the introductory one."""
