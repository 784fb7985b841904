"""How much better one policy plays than another: VP and games won, with 95 % intervals, the same deals for both.

Every deal is played once for each way of moving the line-up round the table (`solver.lost_code.tournament`), so
neither the deal nor the seat favours anybody. What is independent of each other are deals, so every interval is over
the deals' means. A row is kept as soon as its match is over.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import partial
from statistics import mean
from time import perf_counter

from benchmarks.asking import Asked, Question
from benchmarks.estimates import interval
from benchmarks.machine import commit, machine, today
from benchmarks.matches import MATCHES, Match
from benchmarks.pages import Page
from benchmarks.playing import SEED, contest, whole_deals
from benchmarks.timing import markdown
from solver.lost_code.tournament import DealResult, play_deal

__all__ = ["QUESTION", "Compared", "Tally", "against", "compared", "instead", "play_match", "run"]

HEADS = (
    "match",
    "compared with",
    "goal",
    "VP more",
    "VP",
    "first alone",
    "more than it",
    "won by the rule for ties",
    "more than it",
    "deals",
    "games",
    "games/s",
    "seed",
    "date, commit",
)
ABOUT = """VP more: the policy less what it is compared with, its mean ± the reach of its 95 % interval over deals.
First alone: the share of its games in which nobody else has as many VP; won: by the rulebook, where of tied players the
one at the bottom of the pile wins; each beside how much more that is than the other's, in points of per cent."""


@dataclass(frozen=True, slots=True)
class Tally:
    """Means of one side over the games of a deal, by seat: VP, and the shares first alone and won by the rule."""

    points: float
    alone: float
    won: float

    def __sub__(self, other: "Tally") -> "Tally":
        return Tally(self.points - other.points, self.alone - other.alone, self.won - other.won)


@dataclass(frozen=True, slots=True)
class Compared:
    """One deal: the policy, and what it is compared with."""

    own: Tally
    other: Tally


# ---- one deal --------------------------------------------------------------------------------------------------------


def tally(result: DealResult, *, first: bool) -> Tally:
    """Count the seats of the first policy of a deal, or those of the others."""
    points, alone, won = [], [], []
    for game in result.games:
        ahead = game.first_alone
        for seat in game.seats:
            if (seat.policy == 0) == first:
                points.append(seat.sources.total)
                alone.append(ahead is seat)
                won.append(seat.wins)
    return Tally(mean(points), mean(map(float, alone)), mean(map(float, won)))


def against(result: DealResult) -> Compared:
    """The policy, and the others in the same games."""
    return Compared(tally(result, first=True), tally(result, first=False))


def instead(own: DealResult, other: DealResult) -> Compared:
    """The policy, and the one that took its place in the same deal."""
    return Compared(tally(own, first=True), tally(other, first=True))


def play_match(match: Match, seed: int, index: int) -> tuple[Compared, ...]:
    """Play one deal of a match: a comparison for each policy that takes the place, or one with the others."""
    own, *others = (
        play_deal(contest(match.players, seed, match.line_up(policy, index), match.kind), index)
        for policy in (match.policy, *match.instead)
    )
    return tuple(instead(own, other) for other in others) or (against(own),)


# ---- all deals -------------------------------------------------------------------------------------------------------


def compared(deals: Sequence[Compared]) -> list[str]:
    """The cells that tell of a comparison."""
    more = [deal.own - deal.other for deal in deals]
    vp = f"{mean(deal.own.points for deal in deals):.2f}, {mean(deal.other.points for deal in deals):.2f}"
    return [
        interval([deal.points for deal in more]).written(),
        vp,
        interval([deal.own.alone for deal in deals]).percent(),
        interval([deal.alone for deal in more]).percent(sign=True),
        interval([deal.own.won for deal in deals]).percent(),
        interval([deal.won for deal in more]).percent(sign=True),
    ]


def rows_of(match: Match, asked: Asked) -> list[list[str]]:
    """Play a match, and give its rows."""
    seed = SEED if asked.seed is None else asked.seed
    played = f"{today()}, {commit()}"
    start = perf_counter()
    deals = whole_deals(partial(play_match, match, seed), asked.deals or match.deals, asked.minutes, asked.workers)
    taken = perf_counter() - start
    games = len(deals) * match.players * (1 + len(match.instead))
    others = [f"{name} in its place" for name in match.instead] or [f"{match.others} at the table"]
    rows = []
    for place, other in enumerate(others):
        cells = compared([deal[place] for deal in deals])
        told = [str(len(deals)), str(games), f"{games / taken:.2f}", str(seed), played]
        rows.append([match.name, other, match.goal, *cells, *told])
    return rows


def chosen(patterns: Sequence[str]) -> list[Match]:
    """The matches that are asked for, all if none is. Raises SystemExit for a pattern that means none."""
    for pattern in patterns:
        if not any(fnmatchcase(match.name, pattern) for match in MATCHES):
            names = "\n  ".join(match.name for match in MATCHES)
            raise SystemExit(f"“{pattern}”: no match is called so; expected any of\n  {names}")
    return [match for match in MATCHES if not patterns or any(fnmatchcase(match.name, each) for each in patterns)]


def run(asked: Asked) -> str:
    """Play the matches, and give their table."""
    page = None if asked.save is None else Page(asked.save / "strength.md", "strength", ABOUT, HEADS)
    order = [match.name for match in MATCHES]
    rows: list[list[str]] = []
    for match in chosen(asked.match):
        found = rows_of(match, asked)
        rows += found
        if page is not None:
            page.keep(match.name, found, order, machine())
        print(markdown(HEADS, found), file=sys.stderr, flush=True)
    return f"{ABOUT}\n\n{markdown(HEADS, rows)}"


QUESTION = Question(run, takes=("match", "deals", "minutes", "workers", "seed"), long=True, own_page=True)
