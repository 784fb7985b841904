"""Every number of the rulebook, and what the rulebook does not print: how many common cards there are."""

from collections.abc import Mapping
from types import MappingProxyType

__all__ = [
    "ACTIONS",
    "ASSUMED_CARDS",
    "BONUS",
    "CODE_LENGTHS",
    "DEALT",
    "HAND",
    "KNOWN_SYMBOLS",
    "MOST_PLAYERS",
    "MOST_WILD",
    "PILES",
    "REVEALS_IN_DECK",
    "WILD",
]

REVEALS_IN_DECK: Mapping[int, int] = MappingProxyType({2: 3, 3: 2, 4: 1})
"""Setup: 4, 3, 2 REVEAL cards for 2, 3, 4 players, one of which lies under the deck (ruling 4)."""
WILD: Mapping[int, int] = MappingProxyType({2: 2, 3: 3, 4: 4})
"""Setup: wild cards in play by the number of players (ruling 1: four with four players)."""
MOST_PLAYERS = 4
"""Setup: with so many players they agree on the wild cards, “4 or 5”."""
MOST_WILD = 20
"""More wild cards than any table agrees on: a slip of the pen."""
ASSUMED_CARDS = 60
"""Common cards in the box: assumed. The rulebook prints no number."""
DEALT, PILES = 3, 3
"""Setup: cards dealt to each player; Common Zone and the Soldier: piles of the ENCARTE zone."""
HAND = 4
"""Beginning the Game: “A player may hold at most 4 cards.”"""
ACTIONS = 2
"""Turn Actions: “On their turn a player must perform 2 actions.”"""
CODE_LENGTHS = (3, 4)
"""Common cards: “a CODE of 3 or 4 symbols”."""
BONUS: Mapping[str, int] = MappingProxyType({"exact": 2, "order": 1, "medal": 0})
"""Revealing Hidden Codes and Scoring: points beside the medal, by outcome."""
KNOWN_SYMBOLS = ("grenade", "helmet", "tank")
"""The three symbols that the rulebook names."""
