"""Every number of the rulebook, and what stands in for the cards where nobody has typed in what is printed on them."""

from collections.abc import Mapping
from types import MappingProxyType

from solver.cypher.events import Kind

__all__ = ["DEAL", "DRAWS", "HAND_LIMIT", "IN_BOX", "PLACE_HOLDERS", "POWER", "TABLE_LIMIT", "WINS"]

IN_BOX = 19
"""Components: 19 cards."""
POWER = "power"
"""How the record calls Power of “Cypher”, the one card that the rulebook names."""
DEAL: Mapping[int, tuple[int, ...]] = MappingProxyType({2: (3, 2), 3: (3, 2, 1), 4: (3, 2, 2, 1)})
"""Setup and Two-Player Variant: cards dealt to each player, clockwise from the first, by the number of players."""
TABLE_LIMIT = 3
"""Playing a card: no more than three cards may lie in front of a player."""
DRAWS: Mapping[int, int] = MappingProxyType({2: 2, 3: 1, 4: 1})
"""Receiving cards and Two-Player Variant: how many cards a player takes in a turn, by the number of players."""
HAND_LIMIT: Mapping[int, int] = MappingProxyType({2: 2, 3: 1, 4: 1})
"""Discarding cards and Two-Player Variant: how many cards are left in hand, by the number of players."""
WINS: Mapping[int, int] = MappingProxyType({2: 4, 3: 3, 4: 2})
"""Game Variants: games that win a series, by the number of players."""
PLACE_HOLDERS: tuple[Kind, ...] = (Kind(POWER, None, 1), *(Kind(f"card-{n}", None, 1) for n in range(1, IN_BOX)))
"""What is counted where no line tells the cards: assumed. The rulebook prints no names but one, and no values."""
