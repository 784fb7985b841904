"""No policy that does not read the others scores more VP than this, on average over deals: a proof, and its figures.

Games without tokens and curse. **Premise**: given the facts (all that the rules let a seat see and hear), what the
others choose does not depend on the viewer's stones. Chances that rest on anything else are readings, and whoever
reads is beyond the bound. Otherwise the others may play in any way, even to help, and every wheel is always free.

Let U_s be the numbers of symbol s that lie nowhere in sight, u_s of them: the viewer's stone, those of the pile, the
one in the box. Let b be the viewer's belief about his log by the facts, H(b) its entropy, and

    K = log |U_1 x ... x U_6| - H(b)

what he knows, in bits (logarithms are to the base 2): the divergence of b from even chances on all logs. At first K
is 0. What he can score is bounded by what he must know for it, and what he learns by the bets that teach it: a bet
that is sure teaches nothing.

1. *Only answers raise the mean of K*, each by the information in it. If “right” has chance p, that is at most
   h(p) + (1 - p), and h(p) with the smallest wheel, which names no side; h(p) is the entropy of yes and no. A stone of
   s that somebody else draws was as likely any other one of those unseen, so it tells of mine at most
   H(drawn) - H(drawn | mine) <= log u - log (u - 1), and log |U_s| falls by just as much. An exchange of the viewer's
   own shows the old stone, and the new one may be any of the others unseen: H(b) changes by log (u - 1) - H(old), and
   log |U_s| by log (u - 1) - log u; so K changes by H(old) - log u <= 0.
2. *The final guesses are worth at most 6 A + l K*, for any l > 0. By the inequality of Donsker and Varadhan, E_b f is
   at most l (log E_even 2^(f / l) + D(b || even)) for any f. With f = c_k if one of k numbers is right, c = 7, 4, 3 for
   k = 1, 2, 3, less the 2 VP of a miss, symbol s is worth at most A(u_s) + l D_s, where
   A(u) = max over k of l log (1 + k / u (2^(c_k / l) - 1)) - 2; and all D_s together are at most K, for even chances
   are independent.
3. *A stone drawn from a pile adds at most d* = max over j of (A(u - j) - A(u)) / j to the sum of all A(u_s), on average
   over those that are drawn; u is that of the beginning, j at most the stones of a pile.
4. Say the others draw M stones in all. The viewer draws one after a wrong bet only. So with r the VP of a bet, I the
   information in its answer, p its chance, and T rounds,

       VP <= 6 A(u) + d M + sum over the rounds of (r + l I + d (1 - p)).

   In the first round the belief is even: the largest term of all dice that the roll can be turned to and all ranges
   is counted out, on average over deals and rolls. Later nothing is assumed of the belief, and by 1 the term is at most
   max over p of v p + l (h(p) + (1 - p)) + d (1 - p) = l log (2^(v / l) + 2 x 2^(d / l)), for v the VP of the best
   wheel; without the 2 for the smallest one.

This holds for every l; the best one is taken.
"""

from collections.abc import Sequence
from itertools import combinations_with_replacement, product
from math import log2
from random import Random
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from benchmarks.estimates import Interval, interval
from solver.lost_code.box import BUILT_IN_WHEELS, FINAL_POINTS, HIGHEST, LOGS, MISSED, ROUNDS
from solver.lost_code.events import SYMBOLS
from solver.lost_code.odds import GAINS

__all__ = ["Beginnings", "all_right", "bound", "most_drawn"]

Floats: TypeAlias = npt.NDArray[np.float64]

DICE = tuple(combinations_with_replacement(range(len(SYMBOLS)), 3))
PRICES = tuple(float(price) for price in np.geomspace(0.8, 6, 40))
"""The values of l that are tried: VP for a bit."""


def all_right(players: int, points: Sequence[int]) -> int:
    """What nobody can exceed: every bet right on the wheel that is worth most, and every final guess."""
    return ROUNDS[players] * max(points) + len(SYMBOLS) * max(FINAL_POINTS.values())


def most_drawn(players: int, pile: int) -> int:
    """How many stones the others can draw: each of them one a round, while there are any."""
    return min((players - 1) * ROUNDS[players], len(SYMBOLS) * pile)


class Beginnings:
    """First positions of some deals, and what every bet is like there. x_race: whether it is played."""

    def __init__(self, seed: str, deals: int, *, x_race: bool) -> None:
        rng = Random(seed)
        highest, self.wheels = HIGHEST[x_race], BUILT_IN_WHEELS[x_race]
        self.deals = deals
        self.unseen = highest + 1 - (LOGS - 1)
        self.pile = self.unseen - 2
        top = 3 * highest
        below = np.zeros((deals, len(DICE), top + 2))  # chance of a smaller sum
        for at in range(deals):
            left = [rng.sample(range(highest + 1), self.unseen) for _ in SYMBOLS]
            for place, dice in enumerate(DICE):
                below[at, place, 1:] = np.cumsum(sums(left, dice, top))
        spans = [(width, low) for width in self.wheels for low in range(top - width + 2)]
        low, after = (np.array(each) for each in zip(*((low, low + width) for width, low in spans), strict=True))
        smallest = np.array([width == min(self.wheels) for width, _ in spans])
        lower, higher = below[..., low], 1 - below[..., after]
        self.points = np.array([self.wheels[width] for width, _ in spans], dtype=np.float64)
        self.right: Floats = below[..., after] - lower
        """By deal, dice and range."""
        sides = np.where(smallest, _plog(lower + higher), _plog(lower) + _plog(higher))
        self.bits: Floats = -_plog(self.right) - sides
        """Information in the answer, likewise."""

    def first_round(self, price: float, draw: float) -> Floats:
        """By deal, the mean over rolls of the largest r + l I + d (1 - p) of round 1."""
        worth = (self.points * self.right + price * self.bits + draw * (1 - self.right)).max(axis=-1)
        best: Floats = np.stack([worth[:, turned].max(axis=1) for turned in ROLLS]).mean(axis=0)
        return best


def _turned(roll: tuple[int, ...]) -> list[int]:
    """The places of the dice that a roll can be turned to, its own included."""
    every = {(*roll[:die], symbol, *roll[die + 1 :]) for die in range(3) for symbol in range(len(SYMBOLS))}
    return sorted({DICE.index((a, b, c)) for a, b, c in map(sorted, every)})


ROLLS = [_turned(roll) for roll in product(range(len(SYMBOLS)), repeat=3)]
"""For each roll, all as likely, what it can be turned to."""


def sums(left: Sequence[Sequence[int]], dice: Sequence[int], top: int) -> Floats:
    """Chance of every sum of the dice, if every number that is left is as likely. left: by symbol."""
    chances = np.ones(1)
    for symbol in sorted(set(dice)):
        one = np.zeros(top + 1)
        one[[dice.count(symbol) * number for number in left[symbol]]] = 1 / len(left[symbol])
        chances = np.convolve(chances, one)
    return chances[: top + 1]


def _plog(chance: Floats) -> Floats:
    return np.asarray(chance * np.log2(np.where(chance > 1e-12, chance, 1.0)))


# ---- the bound -------------------------------------------------------------------------------------------------------


def bound(begun: Beginnings, players: int, drawn: float) -> Interval:
    """The bound on the mean VP of a game. drawn: M, how many stones the others draw on average.

    Its interval is over the deals on which the first round is counted out.
    """
    return min((_bound(begun, players, drawn, price) for price in PRICES), key=lambda found: found.mean)


def _bound(begun: Beginnings, players: int, drawn: float, price: float) -> Interval:
    draw = max((finals(price, begun.unseen - j) - finals(price, begun.unseen)) / j for j in range(1, begun.pile + 1))
    later = max(
        price * log2(2 ** (points / price) + (1 if width == min(begun.wheels) else 2) * 2 ** (draw / price))
        for width, points in begun.wheels.items()
    )
    rest = len(SYMBOLS) * finals(price, begun.unseen) + draw * drawn + (ROUNDS[players] - 1) * later
    return interval((begun.first_round(price, draw) + rest).tolist())


def finals(price: float, unseen: int) -> float:
    """A(u). price: l."""
    gained = [log2(1 + min(k, unseen) / unseen * (2 ** (gain / price) - 1)) for k, gain in GAINS.items()]
    return price * max(gained) + MISSED
