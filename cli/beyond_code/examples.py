"""What can be typed at the table, an example each: as short as it is clear, and longer words of the record."""

from collections.abc import Mapping
from types import MappingProxyType

from solver.beyond_code.state import State

__all__ = ["ALONE", "TOGETHER", "examples"]

_EFFECTS: Mapping[str, str] = MappingProxyType(
    {
        "b2 c3": "two cards change places",
        "a1 b1 c1": "these cards are shuffled, or moved so that I could not follow",
        "corner b2 ch": "what its corner shows, told by the Library",
        "told b2 li": "shown, or said under the duty of truth",
        "told b2 not li": "the same of what it is not",
        "open b2 li": "turned face up",
        "close b2": "turned face down",
        "time 1": "the marker moves one space",
    }
)
_BOX: Mapping[str, str] = MappingProxyType(
    {
        "card room-1 Attic": "what the box says of a card; a corner: card room-1 corner ch",
        'words library "…"': "my own words for a card's effect; words wanderer: for a character's goal",
    }
)
TOGETHER: Mapping[str, str] = MappingProxyType(
    {
        "a1 li": "whoever's turn it is calls a1 Library; if it is mine: and it is",
        "a1 li jo": "I call a1 Library, and it is Joint Work",
        "cy lie": "Cy doubts, and it was a lie",
        "c t": "Cy doubts, and it was the truth",
        "a lie sh": "Ann, who keeps this record, doubts and sees the Shadow of Scherbius",
        "b3": "a look, silent or by an effect; b3 sh: and what I see there",
        "bob b3": "a look that Bob has by an effect",
        "decrypt a1 li": "a second naming, for a decryption token",
        **_EFFECTS,
        "bob +chaos": "Bob takes a token by an effect",
        "bob -chaos": "Bob gives it back",
        "cancel cy": "Cy gives a Chaos token back: the Enigma Machine has no effect",
        "time out": "time has run out; time out cy: and Cy, the Infiltrator, wins",
        "bob cy": "their characters change places; bob pile: he draws one; also characters bob cy",
        "character cy ghost": "dealt, or learned later",
        "bob ghost failed": "Bob tries the Ghost's goal; achieved: and wins",
        "turn cy": "his turn begins, where a look could belong to either",
        "next": "the next game of the match",
        "set gradual medium": "before a later game of the gradual set: whom chance has added",
        "honesty bob 4 1": "what I think of Bob before the game",
        **_BOX,
    }
)
"""For two to five players."""
ALONE: Mapping[str, str] = MappingProxyType(
    {
        "a1 bo": "a closed card is chosen, or revealed between games, and is the Book",
        "a1": "an open card is chosen",
        "a1 from c2": "the same where the supply is empty: its silence token comes from c2",
        "decrypt a1 li": "one more choice, for a decryption token; from c2 behind it, too",
        "b3 en": "after a choice: revealed by its effect",
        **_EFFECTS,
        "ann +chaos": "a token is taken by an effect",
        "ann -chaos": "it goes back",
        "character ann wanderer": "the character dealt, or changed to",
        "characters ann pile": "one of those set aside takes its place",
        "ann wanderer failed": "the goal is tried; achieved: and won",
        "end": "the turn ends; Enter does the same",
        "next": "the next game",
        **_BOX,
    }
)
"""For Alone with Chaos."""


def examples(table: State) -> Mapping[str, str]:
    """What can be typed in a game, and what it means."""
    return ALONE if table.solo else TOGETHER
