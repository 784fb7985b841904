"""Where the cards lie: by hard facts, and with the others' namings as evidence, as the record's page defines both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from solver.beyond_code.answers import Chance, Chances, Odds, Trust, Weighed
from solver.beyond_code.beta import quantile
from solver.beyond_code.conflicts import smallest_conflict
from solver.beyond_code.course import Course, counted, course
from solver.beyond_code.events import SQUARES, Card, Square
from solver.beyond_code.layouts import Array, lies, marginals, possible_in_parts, restricted, weights
from solver.beyond_code.state import Naming, Step
from solver.beyond_code.view import View
from solver.errors import Contradiction

__all__ = [
    "Posterior",
    "chance_of",
    "chances",
    "goal_chance",
    "posterior",
    "proofs",
    "solve",
    "trust",
    "weigh",
]

_TAIL = 0.05
"""The honesty's interval leaves out so much on either side."""
_ALMOST = float(np.nextafter(1, 0))
"""The largest chance that is no certainty."""


@dataclass(frozen=True, slots=True)
class Posterior:
    """The weights of all present layouts. honesty: of everyone but the viewer. namings: the counted ones, in order."""

    course: Course
    hard: Array
    soft: Array
    honesty: Mapping[str, Trust]
    namings: tuple[Weighed, ...]


def solve(view: View) -> Odds:
    """Weigh every layout. Raises Contradiction with a smallest set of lines where no history agrees with the facts."""
    found = posterior(view)
    layouts = int(np.count_nonzero(found.hard))
    hard = chances(found.course, found.hard)
    return Odds(view, layouts, hard, chances(found.course, found.soft), found.honesty, found.namings)


def goal_chance(view: View, wanted: Mapping[Square, Card]) -> Chance:
    """The chance that every one of these squares has its card. Raises Contradiction."""
    found = posterior(view)
    return Chance(chance_of(found, found.hard, wanted), chance_of(found, found.soft, wanted))


def chance_of(found: Posterior, layouts: Array, wanted: Mapping[Square, Card]) -> float:
    """The share of the layouts, by weight, that have these cards; 0 and 1 exactly where none or all have."""
    held = found.course
    pairs = [(held.at[square], held.number(card)) for square, card in wanted.items()]
    right = restricted(layouts, held.size, pairs)
    if np.count_nonzero(right) == np.count_nonzero(layouts):
        return 1.0
    return _uncertain(right.sum() / layouts.sum())


def chances(held: Course, layouts: Array) -> Chances:
    """For each square the chance of each card; what is impossible is left out, what is certain is 1 exactly."""
    sums = marginals(layouts, held.size)
    found: dict[Square, dict[Card, float]] = {}
    for square, slot in held.at.items():
        total = sums[slot].sum()
        here = {card: _uncertain(sums[slot, n] / total) for n, card in enumerate(held.cards) if sums[slot, n]}
        found[square] = dict.fromkeys(here, 1.0) if len(here) == 1 else here
    return found


def _uncertain(share: float) -> float:
    """A share of what is possible, which rounding must not make a certainty."""
    return min(float(share), _ALMOST)


# ---- the weights -----------------------------------------------------------------------------------------------------


def posterior(view: View) -> Posterior:
    """The weights behind all figures. Raises Contradiction."""
    state = view.table
    others = () if state.solo else (player for player in state.players if player != view.viewer)
    priors = {player: state.prior(player) for player in others}
    return weigh((*state.past, state.steps), SQUARES, state.cards, priors)


def weigh(
    games: Sequence[tuple[Step, ...]],
    squares: tuple[Square, ...],
    cards: tuple[Card, ...],
    priors: Mapping[str, tuple[float, float]],
) -> Posterior:
    """Weigh the present layouts, after the last of some games of a match, on as many squares as cards.

    priors: Beta(a, b) of the honesty of everybody whose namings count. Raises Contradiction.
    """
    namings = tuple(
        Weighed(game, naming, proved)
        for game, steps in enumerate(games, 1)
        for naming, proved in proofs(steps, squares, cards)
        if naming.player in priors
    )
    honesty: dict[str, Trust] = {}
    for player, prior in priors.items():
        proved = [each.proved for each in namings if each.naming.player == player]
        honesty[player] = trust(prior, proved.count(True), proved.count(False))
    held = course(games[-1], squares, cards)
    rates = {player: each.estimate for player, each in honesty.items()}
    hard, soft = weights(held.logs(), held.shuffles), weights(held.soft(rates), held.shuffles)
    return Posterior(held, hard, soft, honesty, namings)


@lru_cache(maxsize=64)
def _interval(a: float, b: float) -> tuple[float, float]:
    return quantile(_TAIL, a, b), quantile(1 - _TAIL, a, b)


def trust(prior: tuple[float, float], true: int, false: int) -> Trust:
    """A player's honesty from the prior Beta(a, b) and his proved namings (rule 3)."""
    a, b = prior
    return Trust(true, false, (a + true) / (a + b + true + false), _interval(a + true, b + false))


@lru_cache(maxsize=16)
def proofs(
    steps: tuple[Step, ...], squares: tuple[Square, ...], cards: tuple[Card, ...]
) -> tuple[tuple[Naming, bool | None], ...]:
    """The counted namings of one game, each with whether the hard facts prove it true or false (rule 2).

    Raises Contradiction where no history agrees with the facts.
    """
    held = course(steps, squares, cards)
    possible = possible_in_parts(held.hard(), held.shuffles)
    if not possible[-1].any():
        conflict = smallest_conflict(held)
        reason = "this entry cannot be true" if len(conflict.lines) == 1 else "these entries cannot all be true"
        raise Contradiction(conflict.lines, reason=reason, smallest=conflict.smallest)
    found: list[tuple[Naming, bool | None]] = []
    for placed in held.namings:
        naming = placed.step
        if isinstance(naming, Naming) and counted(naming):
            true, false = lies(possible[placed.part], held.size, placed.slot, held.number(naming.card))
            found.append((naming, None if true and false else true))
    return tuple(found)
