"""What can be typed at the table of Código Enigma, an example each."""

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["EXAMPLES"]

EXAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "2": "a card is taken from pile 2",
        "25": "what came off the deck; ?: not typed, w: wild, r: REVEAL",
        "e9": "a CODE card is exposed; e?: one that nobody types",
        "c 5 own": "symbol cards are laid to it, own: its own symbol; c?: one card that nobody types",
        "l 9 5 o 21": "a complete code at once, the CODE card first; l???: three cards that nobody types",
        "d4": "a card is discarded",
        "rem": "the exposed code is given up; rem 2: its medal, where the CODE card was not typed",
        "s3": "the soldier moves to pile 3",
        "1 tank helmet grenade": "the first hidden code is exposed, and this was said; beginnings will do: 1 t h g",
        "ex": "or judged: exact, order, medal, wrong; ex 2: its medal, where the CODE card was not typed",
        "bob 1 exact": "who does it, where it could be unclear",
    }
)
