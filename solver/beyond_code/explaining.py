"""Why a card lies on a square or does not, or how likely it is and by whose word."""

from solver.beyond_code.answers import Chance, Explanation, Influence
from solver.beyond_code.conflicts import Conflict, smallest_conflict
from solver.beyond_code.course import Course, Placed, counted
from solver.beyond_code.events import Card, Square
from solver.beyond_code.layouts import weights
from solver.beyond_code.odds import Posterior, chance_of, posterior
from solver.beyond_code.state import Fact, Naming
from solver.beyond_code.view import View

__all__ = ["explain"]

_NO_LINE = 0
"""The line of what is only supposed."""
_MOVES = 1e-12
"""Less is no influence, but rounding."""


def explain(view: View, square: Square, card: Card) -> Explanation:
    """Explain how likely it is that a card lies on a square. Raises Contradiction."""
    found = posterior(view)
    wanted = {square: card}
    chance = Chance(chance_of(found, found.hard, wanted), chance_of(found, found.soft, wanted))
    decided = chance.hard in (0, 1)
    reason = _reason(found.course, square, card, lies=chance.hard == 1) if decided else Conflict((), smallest=True)
    influences = () if decided else _influences(found, wanted, chance.soft)
    return Explanation(view, square, card, chance, reason.lines, influences, reason.smallest)


def _reason(held: Course, square: Square, card: Card, *, lies: bool) -> Conflict:
    """A smallest set of lines that forbids the contrary."""
    contrary = frozenset(other for other in held.cards if (other is card) is not lies)
    supposed = Placed(len(held.shuffles), held.at[square], Fact(_NO_LINE, square, contrary))
    return smallest_conflict(held, supposed)


def _influences(found: Posterior, wanted: dict[Square, Card], soft: float) -> tuple[Influence, ...]:
    """The namings of this game that move the chance, each with the chance had it not been said; most first."""
    held = found.course
    rates = {player: trust.estimate for player, trust in found.honesty.items()}
    influences: list[Influence] = []
    for placed in held.namings:
        naming = placed.step
        if not isinstance(naming, Naming) or not counted(naming) or naming.player not in rates:
            continue
        without = chance_of(found, weights(held.soft(rates, but=naming), held.shuffles), wanted)
        if abs(without - soft) > _MOVES:
            influences.append(Influence(naming, without))
    return tuple(sorted(influences, key=lambda each: -abs(each.without - soft)))
