"""The line that Enter accepts: what the table expects and nobody needs to name."""

from solver.cypher.events import Discard, Event, Pass
from solver.cypher.rules import Step, due, pass_to, settled
from solver.cypher.view import View

__all__ = ["proposed"]


def proposed(view: View) -> Event | None:
    """A card that another passes or discards and the viewer does not see; or the viewer's own, if he has one only."""
    table = view.table
    now = due(table)
    if now.player is None or now.optional:
        return None
    hand = settled(table).hands[now.player]
    match now.step:
        case Step.PASS:
            taker = pass_to(settled(table))
            seen = table.sees(now.player) or (taker is not None and table.sees(taker))
            if taker is None or (seen and (len(hand) != 1 or hand[0] is None)):
                return None
            return Pass(now.player, taker, hand[0] if seen else None)
        case Step.DISCARD if not table.sees(now.player):
            return Discard(now.player, None)
        case _:
            return None
