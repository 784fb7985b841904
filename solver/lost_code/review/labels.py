"""What a decision is called. The thresholds are VP lost against the best by the value, chosen from simulated games.

`python -m benchmarks losses` prints the distribution that they come from.
"""

from collections.abc import Mapping

from solver.lost_code.review.values import Kind, Label

__all__ = ["CLEAR", "CLEAR_WIN", "ERRORS", "HEAVY", "HEAVY_WIN", "SAME", "WINS", "label"]

SAME = 1e-9
"""VP that make no difference."""
CLEAR, HEAVY = 1.0, 2.0
"""A loss of at least so many VP is called clear, or heavy; a smaller one is small. Of a greedy player's losses half are
above 0.90 VP, and one in five is above 1.84."""
CLEAR_WIN, HEAVY_WIN = 0.05, 0.15
"""The same in chance to win, where the game is won or lost by the decision itself."""
WINS = 0.01
"""Standard error of a loss in chance to win there: what the planner leaves out of the others' thoughts."""
ERRORS: Mapping[Kind, float] = {
    Kind.TOKEN: 0.5,
    Kind.DIE: 0.3,
    Kind.WHEEL: 0.45,
    Kind.RANGE: 0.45,
    Kind.EXCHANGE: 0.7,
    Kind.FINAL: 0.0,
}
"""Standard error of a loss in VP, by kind: how much another round looked at changes it (root of the mean square). What
is placed in the end is priced exactly. That of a token is a guess: its value rests on a flat rule."""


def label(loss: float, error: float, choices: int, spread: float, *, by_chance: bool = False) -> Label:
    """Name a decision.

    loss: at least 0, in VP, or by_chance in chance to win; error: of the same kind. choices: how many there were.
    spread: VP from the best to the worst.
    """
    if choices <= 1:
        return Label.FORCED
    if spread <= max(SAME, 0.0 if by_chance else error):
        return Label.TRIVIAL
    if loss <= SAME:
        return Label.BEST
    if loss <= error:
        return Label.EVEN
    clear, heavy = (CLEAR_WIN, HEAVY_WIN) if by_chance else (CLEAR, HEAVY)
    if loss < clear:
        return Label.SMALL
    return Label.CLEAR if loss < heavy else Label.HEAVY
