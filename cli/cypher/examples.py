"""What can be typed at the table of Cypher, an example each."""

from collections.abc import Mapping
from types import MappingProxyType

__all__ = ["EXAMPLES"]

EXAMPLES: Mapping[str, str] = MappingProxyType(
    {
        "h": "the card that is played, turned up, passed or discarded",
        "h u c": "a fourth card on the table, and c goes under the deck",
        "m": "received: the market card; d: from the deck, unseen; e: from the deck, and it was e",
        "?": "a card that you did not see; Enter alone where it is proposed",
        "mov bob-t cy h": "an action moves a card; places: bob (hand), bob-table, deck, under, market, out",
        "see bob f": "you learn that f is in Bob's hand; see deck 1 f: that it is the top card",
        "shuffle": "the deck is shuffled",
        "value h 5": "from now on h is worth 5",
    }
)
