"""Never-seen cards: how many of each symbol are left, and the chance that one comes up, in exact fractions."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

from solver.codigo_enigma.events import Special
from solver.codigo_enigma.rules import needed, spare
from solver.codigo_enigma.sealing import kept_lie_hidden
from solver.codigo_enigma.state import State

__all__ = ["Unseen", "missing", "unseen"]


@dataclass(frozen=True)
class Unseen:
    """The cards that may be in the deck, where the record lists every common card.

    symbols: how many common cards of each. wild: wild cards. untyped: cards out of the deck whose number nobody typed,
    which are some of these. draws: face-down cards; reveal: REVEAL cards among them.
    """

    symbols: Mapping[str, int]
    wild: int
    untyped: int
    draws: int
    reveal: int

    @cached_property
    def others(self) -> int:
        """Face-down cards that are no REVEAL cards."""
        return self.draws - self.reveal

    def within(self, wanted: int, draws: int) -> Fraction:
        """The chance that at least one of so many wanted cards comes with the next draws.

        The deck without its REVEAL cards is any choice of the cards that may be in it, in any order.
        """
        draws = min(draws, self.draws)
        pool = self.others + self.untyped
        missed = Fraction(0)
        for common in range(max(0, draws - self.reveal), min(draws, self.others) + 1):
            ways = comb(self.others, common) * comb(self.reveal, draws - common)
            drawn = Fraction(ways, comb(self.draws, draws))
            missed += drawn * Fraction(comb(pool - wanted, common), comb(pool, common))
        return 1 - missed


def unseen(state: State) -> Unseen | None:
    """What may be in the deck; None where the record does not list every common card. Needs a table laid out.

    None, too, in a look back at cards that a later line hides: from one line to the next the numbers would tell them.
    """
    if not state.listed or not kept_lie_hidden(state):
        return None
    lying = state.everywhere()
    left = Counter({card.symbol: 0 for card in state.catalogue.values()})
    left.update(card.symbol for number, card in state.catalogue.items() if number not in state.out)
    wild = max(state.wild - lying.count(Special.WILD) - state.sealed_wild, 0)
    deck = state.deck
    untyped = max(sum(left.values()) + wild - (deck.cards - deck.reveal), 0)
    return Unseen(dict(sorted(left.items())), wild, untyped, deck.cards, deck.reveal)


def missing(state: State) -> dict[str, dict[str, int]]:
    """What each player's exposed code still asks for, where its card was described.

    A wild card, or one that nobody typed, stands for one of the symbols; where these are several it is not told which.
    """
    asked = {}
    for player, code in state.exposed.items():
        counted = needed(state, code.card, code.laid)
        if counted is None:
            continue
        symbols = {symbol: count for symbol, count in counted.items() if count > 0}
        left = spare(state, code.card, code.laid)
        asked[player] = symbols if len(symbols) > 1 else {symbol: left for symbol in symbols if left > 0}
    return asked
