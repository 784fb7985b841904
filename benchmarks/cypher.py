"""Cypher: how long an entry takes at the table.

Whole random games (`tests.cypher_playing`) of two, three and four players, without actions and with one in every other
turn. Each line is entered as the loop at the table does it: it is played, the record is looked at from its player's
seat, and every card is followed from the shuffled deck on. The goal is at most 100 ms for the longest of them.
"""

from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.timing import markdown
from cli.cypher.companion import Companion
from solver.cypher.events import Event
from solver.cypher.state import State
from solver.games import read
from solver.record import Record
from solver.words import Words
from tests.cypher_playing import random_game

__all__ = ["run"]

GAMES, MOST_LINES, GOAL = 12, 150, 100.0
"""Games of each kind; lines after which a game is broken off; milliseconds."""
CARDS = {"power": (0, 1)} | {name: (value, 2) for value, name in enumerate("abcdefghi", 1)}


@dataclass(frozen=True, slots=True)
class Entered:
    """A line entered. ways: in how many ways the cards could lie then."""

    milliseconds: float
    ways: int


def run() -> str:
    """Give the table."""
    rows = [_row(players, actions) for actions in (0.0, 0.5) for players in (2, 3, 4)]
    heads = ["players", "turns with an action", "entries", "most ways", "median ms", "longest ms", ""]
    return markdown(heads, rows)


def _row(players: int, actions: float) -> list[object]:
    entered = [each for seed in range(GAMES) for each in _typed(seed, players, actions)]
    times = [each.milliseconds for each in entered]
    most = max(each.ways for each in entered)
    goal = f"goal: at most {GOAL:.0f} ms"
    return [players, f"{actions:.0%}", len(entered), most, f"{median(times):.1f}", f"{max(times):.1f}", goal]


def _typed(seed: int, players: int, actions: float) -> list[Entered]:
    game = random_game(Random(seed), CARDS, players=players, actions=actions, most=MOST_LINES)
    lines = game.text("Ann").splitlines()
    first = next(n for n, line in enumerate(lines) if line.startswith("market"))
    record: Record[Event, State] = read("\n".join(lines[:first]) + "\n")
    companion, entered = Companion(), []
    for line in lines[first:]:
        start = perf_counter()
        record = record.then(record.game.read(Words(line)))
        found = companion.look(record).places
        took = 1000 * (perf_counter() - start)
        if found is None:
            raise AssertionError(f"nothing could be told and was timed: {line}")
        cards = {player: len(hand) for player, hand in record.state.hands.items() if player != "Ann"}
        told = {player: sum(spread.hands.get(player, 0.0) for spread in found.spreads.values()) for player in cards}
        if any(abs(told[player] - cards[player]) > 1e-9 for player in cards):
            raise AssertionError(f"hands that do not add up were timed: {line}")
        entered.append(Entered(took, found.ways))
    return entered
