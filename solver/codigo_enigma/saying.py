"""What an error says was expected."""

from solver.codigo_enigma.rules import Step, due, passed_on
from solver.codigo_enigma.state import State
from solver.errors import IllegalEvent

__all__ = ["expected", "not_now"]


def expected(state: State) -> str:
    """What must come next, in words."""
    now = due(passed_on(state))
    whom = " or ".join(now.players)
    match now.step:
        case Step.PLAYERS:
            return "a players line"
        case Step.ACTION:
            return f"an action of {whom}"
        case Step.REVEAL:
            return f"the hidden codes of {whom}: reveal {now.players[0]} 1 …"
        case Step.SHOW:
            return "what lies on top of the third pile: show …"
        case Step.FILL:
            return f"what came off the deck onto pile {now.pile}: fill …"
        case Step.OVER:
            return "nothing, the game is over"


def not_now(state: State, why: str) -> IllegalEvent:
    """The error of a line that does not come next."""
    return IllegalEvent(why, expected=expected(state))
