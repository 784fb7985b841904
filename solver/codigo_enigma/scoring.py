"""The referee of a reveal, and the score: Revealing Hidden Codes and Scoring, End of the Game.

As in `rules.py`, a ruling is named in the docstring of the function that holds it.
"""

from collections.abc import Sequence

from solver.codigo_enigma.box import BONUS
from solver.codigo_enigma.events import Outcome, Switch
from solver.codigo_enigma.state import Code, Occasion, Scored, State

__all__ = ["judge", "leading", "may_stay_hidden", "medal_of", "outcome_of", "points", "totals", "winners"]


def judge(state: State, code: Code, said: Sequence[str]) -> Outcome | None:
    """Judge words said of a code: exact, the right symbols in another order, or wrong; None where nobody told the code.

    Ruling 23: a word that the table has not agreed on is wrong.
    """
    described = state.card(code.card)
    if described is None:
        return None
    named = [state.words.get(word, "") if state.words else word for word in said]
    if named == list(described.code):
        return Outcome.EXACT
    return Outcome.ORDER if sorted(named) == sorted(described.code) else Outcome.WRONG


def outcome_of(state: State, code: Code, judged: Outcome) -> Outcome:
    """What comes of it. Ruling 22: a code with a wild card counts in the exact order, or everything is discarded.

    `wild-medal allowed`: or for its medal alone, where it is not tried.
    """
    if not code.wild or judged is Outcome.EXACT:
        return judged
    if judged is Outcome.MEDAL and Switch.WILD_MEDAL_ALLOWED in state.rulings:
        return judged
    return Outcome.WRONG


def medal_of(state: State, scored: Scored) -> int | None:
    """The medal that a scored code has, None where nobody told."""
    described = state.card(scored.code.card)
    return described.medal if described else scored.medal


def points(state: State, scored: Scored) -> int | None:
    """What a code brings: its medal and 2, 1 or 0; nothing for a wrong one (ruling 21); minus its medal if given up.

    None where nobody told the medal.
    """
    if scored.outcome is Outcome.WRONG:
        return 0
    medal = medal_of(state, scored)
    if medal is None:
        return None
    return -medal if scored.outcome is None else medal + BONUS[scored.outcome]


def totals(state: State) -> dict[str, int]:
    """The points of each player so far; a medal that nobody told counts nothing."""
    brought = dict.fromkeys(state.players, 0)
    for scored in state.scored:
        brought[scored.player] += points(state, scored) or 0
    return brought


def winners(state: State) -> tuple[str, ...]:
    """Who has won: several share the victory (ruling 29). Nobody before the end, nor while a medal is not told.

    Ruling 28: an exposed code that is not complete, and cards in hand, count nothing.
    """
    return leading(state) if state.over else ()


def leading(state: State) -> tuple[str, ...]:
    """Who has most points so far; nobody while a medal is not told."""
    if any(points(state, scored) is None for scored in state.scored):
        return ()
    brought = totals(state)
    return tuple(player for player in state.players if brought[player] == max(brought.values()))


def may_stay_hidden(state: State) -> tuple[str, ...]:
    """Whose codes may be left unexposed at the last reveal, by `ruling reveal optional`: they count nothing then.

    No line says that a player leaves them, so the game is not over; but who leads then has won.
    """
    if state.over or state.reveal is None or state.reveal.occasion is not Occasion.LAST:
        return ()
    optional = Switch.REVEAL_OPTIONAL in state.rulings
    return tuple(player for player in state.reveal.waiting if optional and state.hidden.get(player))
