"""Código Enigma: how long an entry takes at the table, and how long it takes to solve a whole record.

Random games with real cards (`tests.codigo`) of two, three and four players. Each line is entered as the loop at the
table does it: it is played, the record is looked at and the reveal clock is reckoned. When the game is over, its record
is read from the text and solved anew, as the command does it. What was timed is checked: the table against the cards
that really lie there, the clock draw by draw from the odds of a single draw. The goal is at most 50 ms for a line.
"""

from collections.abc import Iterator
from fractions import Fraction
from random import Random
from statistics import median
from time import perf_counter

from benchmarks.timing import markdown, milliseconds
from cli.codigo_enigma.commands import Clock, clock, solve
from cli.codigo_enigma.companion import Companion
from solver.codigo_enigma.scoring import totals
from solver.codigo_enigma.state import Deck, State
from solver.codigo_enigma.view import view
from solver.games import read
from solver.words import Words
from tests.codigo import Physical, play, standing

__all__ = ["run"]

GAMES, CARDS, MOST_LINES, GOAL = 12, 60, 400, 50.0
"""Games of each number of players; common cards; lines after which a game is broken off; milliseconds."""


def run() -> str:
    """Give the table."""
    heads = ["players", "entries", "median ms", "longest ms", "", "lines of a record", "read and solved, ms"]
    return markdown(heads, [_row(players) for players in (2, 3, 4)])


def _row(players: int) -> list[object]:
    games = [Physical(Random(seed), players, CARDS) for seed in range(GAMES)]
    times = [each for game in games for each in _entered(game)]
    whole = [_solved(game) for game in games]
    lines = [len(game.lines) for game in games]
    goal = f"goal: at most {GOAL:.0f} ms"
    entries = [players, len(times), f"{median(times):.1f}", f"{max(times):.1f}", goal]
    return [*entries, f"{min(lines)}–{max(lines)}", f"{median(whole):.1f}"]


def _entered(game: Physical) -> Iterator[float]:
    """Milliseconds of each line of play."""
    companion, record = Companion(), read("\n".join(game.lines) + "\n")
    now, reckoned = companion.look(record), Clock((), ())
    for table in play(game, MOST_LINES):
        lines = table.lines[len(record.lines) :]
        for line in lines:
            start = perf_counter()
            record = record.then(record.game.read(Words(line)))
            now = companion.look(record)
            reckoned = clock(now.table)
            yield 1000 * (perf_counter() - start)
        if lines and not _true(now.table, reckoned, table):
            raise AssertionError(f"a wrong table was timed: {table.lines[-1]}")


def _solved(game: Physical) -> float:
    text = "\n".join(game.lines) + "\n"

    def right(state: State) -> bool:
        return _true(state, clock(state), game)

    return milliseconds(lambda: solve(view(read(text))).view.table, right, runs=3)


def _true(state: State, reckoned: Clock, game: Physical) -> bool:
    """Whether a record tells what lies on the table, and the clock what its deck makes likely."""
    told = {
        "deck": (state.deck.cards, state.deck.reveal),
        "hidden": {player: len(state.hidden.get(player, ())) for player in state.players},
        "points": totals(state),
        "soldier": state.soldier,
        "discards": state.discards,
        "over": state.over,
    }
    return told == standing(game) and (state.over or reckoned.deck == tuple(_draws(state.deck)))


def _draws(deck: Deck) -> Iterator[Fraction]:
    """The chance that the first REVEAL card comes with draw 1, 2, …, each time from the odds of that one draw."""
    left, none_yet = deck.cards, Fraction(1)
    while none_yet and deck.reveal:
        yield none_yet * Fraction(deck.reveal, left)
        none_yet *= 1 - Fraction(deck.reveal, left)
        left -= 1
