"""Finished games for the tests of the review: played, or read."""

from random import Random

from solver.games import read
from solver.lost_code.events import Event, Variant
from solver.lost_code.makers import maker
from solver.lost_code.simulate import NAMES, deal, play
from solver.lost_code.state import State
from solver.record import Record

__all__ = ["played"]


def played(players: int, seed: int, policies: str = "lookahead", *variants: Variant) -> Record[Event, State]:
    """A whole game. policies: names with commas between; the last one fills the seats left."""
    names = policies.split(",")
    seats = {seat: names[min(place, len(names) - 1)] for place, seat in enumerate(NAMES[:players])}
    made = {seat: maker(name)(Random(f"{seed}/{seat}")) for seat, name in seats.items()}
    game = play(deal(Random(seed), players, variants), made)
    return read("\n".join(game.lines()) + "\n")
