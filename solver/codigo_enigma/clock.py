"""The reveal clock: when the next REVEAL card comes, in exact fractions.

Every order of the face-down cards is equally likely, given how many there are and how many of them are REVEAL cards;
the one under the deck is none of these.
"""

from fractions import Fraction
from math import comb

from solver.codigo_enigma.events import Special
from solver.codigo_enigma.state import Deck, State

__all__ = ["first_in_deck", "first_in_discards", "within"]


def first_in_deck(deck: Deck) -> tuple[Fraction, ...]:
    """The chance that the first REVEAL card comes with draw 1, 2, …; empty where none is in the deck.

    C(N − k, R − 1) of the C(N, R) ways to place the R cards have the first of them at k = 1 … N − R + 1.
    """
    if not deck.reveal:
        return ()
    ways = comb(deck.cards, deck.reveal)
    last = deck.cards - deck.reveal + 1
    return tuple(Fraction(comb(deck.cards - k, deck.reveal - 1), ways) for k in range(1, last + 1))


def first_in_discards(state: State) -> tuple[Fraction, ...]:
    """The chance that the first REVEAL card is the 1st, 2nd, … under the visible discard; empty where none is there.

    Cards laid on top after the shuffle are known; of the others each is equally likely. Right after the shuffle, while
    the visible one is still to be told, it is no REVEAL card.
    """
    if not state.reveal_in_discards:
        return ()
    known = len(state.pile[1:])
    unseen = len(state.shuffled) - (1 if state.to_show and state.fresh else 0)
    if Special.REVEAL not in state.shuffled or not unseen:
        return ()
    return (Fraction(0),) * known + (Fraction(1, unseen),) * unseen


def within(chances: tuple[Fraction, ...], draws: int) -> Fraction:
    """The chance that it has come after so many draws."""
    return sum(chances[:draws], Fraction(0))
