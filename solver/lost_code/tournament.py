"""Policies against each other: each deal is played once for every way of moving the line-up round the table.

All chance comes from the seed of the contest, the number of the deal, the game and the seat, and from nothing else. So
a deal may be played anywhere and at any time; results are put in order before anything is counted, and counted in
whole numbers, so that the summary depends on nothing but the contest either.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from random import Random
from statistics import NormalDist

from solver.errors import PolicyError
from solver.lost_code.events import Variant, Verdict
from solver.lost_code.makers import Guarded
from solver.lost_code.rules import final_points
from solver.lost_code.simulate import NAMES, Deal, Forbidden, deal, play
from solver.lost_code.state import Cause, State

__all__ = [
    "CONFIDENCE",
    "Contest",
    "DealResult",
    "Difference",
    "Estimate",
    "GameResult",
    "PolicyTotals",
    "SeatResult",
    "Sources",
    "Summary",
    "WheelUse",
    "deals_for",
    "file_name",
    "play_deal",
    "summed",
]

CONFIDENCE = 0.95
"""How often an interval holds the true mean, if deals are many."""


@dataclass(frozen=True, slots=True)
class Contest:
    """Who plays what. policies: names as `maker` takes them, at most one for each player; the last fills the rest.

    players: 2 to 4. wheels: (width, VP) of each, assumed or not. records: whether results hold the records.
    """

    players: int
    seed: int
    policies: tuple[str, ...]
    variants: tuple[Variant, ...]
    wheels: tuple[tuple[int, int], ...]
    assumed: bool
    records: bool = False

    def __post_init__(self) -> None:
        """Raise PolicyError where there are too many policies, or none."""
        if not 1 <= len(self.policies) <= self.players:
            raise PolicyError(
                f"{len(self.policies)} policies for {self.players} players; expected one to {self.players}, the last "
                "of which fills the seats that are left"
            )

    @property
    def line_up(self) -> tuple[int, ...]:
        """For each player, the place of his policy in `policies`, before the line-up is moved."""
        last = len(self.policies) - 1
        return tuple(min(place, last) for place in range(self.players))


# ---- one deal --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Sources:
    """Where VP came from. curse_losses: 0 or below."""

    wheels: int = 0
    curse_gains: int = 0
    curse_losses: int = 0
    final: int = 0
    tokens: int = 0

    @property
    def total(self) -> int:
        """All VP: the space on which the piece stands."""
        return self.wheels + self.curse_gains + self.curse_losses + self.final + self.tokens

    def __add__(self, other: "Sources") -> "Sources":
        return Sources(
            self.wheels + other.wheels,
            self.curse_gains + other.curse_gains,
            self.curse_losses + other.curse_losses,
            self.final + other.final,
            self.tokens + other.tokens,
        )


@dataclass(frozen=True, slots=True)
class WheelUse:
    """How often the wheel of a width was set, and was right."""

    width: int
    set: int
    right: int


@dataclass(frozen=True, slots=True)
class SeatResult:
    """What one seat came to. policy: its place in the contest's list. wins: by the rule for ties."""

    seat: str
    policy: int
    sources: Sources
    wheels: tuple[WheelUse, ...]
    wins: bool


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game, its seats in the order of the table. record: its text, "" unless the contest asks for it."""

    seats: tuple[SeatResult, ...]
    record: str = ""

    @property
    def first_alone(self) -> SeatResult | None:
        """Who has more VP than anybody else; None where the first are tied."""
        most = max(seat.sources.total for seat in self.seats)
        first = [seat for seat in self.seats if seat.sources.total == most]
        return first[0] if len(first) == 1 else None


@dataclass(frozen=True, slots=True)
class DealResult:
    """All games of a deal. index: the number of the deal, from 1."""

    index: int
    games: tuple[GameResult, ...]


def deals_for(games: int, players: int) -> int:
    """How many whole deals hold at least so many games."""
    return -(-games // players)


def file_name(contest: Contest, index: int, game: int) -> str:
    """The name for the record of a game; deals and games from 1."""
    return f"seed-{contest.seed}-deal-{index:04d}-game-{game}.game"


def play_deal(contest: Contest, index: int) -> DealResult:
    """Play a deal, once for each way of moving the line-up. index: from 1. Raises PolicyError."""
    dealt = deal(
        Random(f"{contest.seed}/{index}"),
        contest.players,
        contest.variants,
        dict(contest.wheels),
        assumed=contest.assumed,
    )
    return DealResult(index, tuple(_game(contest, dealt, index, moved) for moved in range(contest.players)))


def _game(contest: Contest, dealt: Deal, index: int, moved: int) -> GameResult:
    names = NAMES[: contest.players]
    sits = {names[(place + moved) % len(names)]: policy for place, policy in enumerate(contest.line_up)}
    line_up = ", ".join(f"{name} {contest.policies[sits[name]]}" for name in names)
    about = f"seed {contest.seed}, deal {index}, game {moved + 1}"
    seated = {}
    for name in names:
        policy = contest.policies[sits[name]]
        rng = Random(f"{contest.seed}/{index}/{moved + 1}/{name}")
        seated[name] = Guarded(policy, name, about, rng, len(dealt.set_up) + 1)
    try:
        played = play(dealt, seated)
    except Forbidden as error:
        raise seated[error.seat].forbidden(error) from error
    first, *rest = played.lines()
    # Beside the first line, not above it: so the lines of the file are those of the game that was played.
    record = "\n".join([f"{first}  # {about}: {line_up}", *rest, ""]) if contest.records else ""
    winner = played.state.order[-1]
    return GameResult(tuple(_seat(played.state, name, sits[name], wins=name == winner) for name in names), record)


def _seat(state: State, name: str, policy: int, *, wins: bool) -> SeatResult:
    by = {cause: sum(m.by for m in state.moves if m.player == name and m.cause is cause) for cause in Cause}
    tokens = sum(final_points(state, name, symbol) for symbol in state.symbols if state.written(name, symbol))
    sources = Sources(by[Cause.WHEEL], by[Cause.CURSE_GAIN], by[Cause.CURSE_LOSS], by[Cause.FINAL] - tokens, tokens)
    bets = [bet for bet in state.bets if bet.player == name]
    wheels = tuple(
        WheelUse(width, len(own), sum(bet.verdict is Verdict.RIGHT for bet in own))
        for width in state.points
        if (own := [bet for bet in bets if bet.width == width])
    )
    return SeatResult(name, policy, sources, wheels, wins)


# ---- all deals -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals. low, high: of its interval, as far as a mean can lie there; None where there is one deal."""

    mean: float
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class PolicyTotals:
    """What a policy came to in all its seats of all games.

    seats: how many these are. won: in how many it had more VP than anybody else. share: of its seats, those. wins: by
    the rule for ties.
    """

    policy: str
    seats: int
    sources: Sources
    won: int
    share: Estimate
    wins: int
    wheels: tuple[WheelUse, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """The first policy less the mean of the other seats of the same game: in VP, and in the share of seats that won."""

    points: Estimate
    won: Estimate


@dataclass(frozen=True, slots=True)
class Summary:
    """All that was counted. tied: games in which nobody was first alone. difference: None for a single policy."""

    contest: Contest
    deals: int
    games: int
    tied: int
    policies: tuple[PolicyTotals, ...]
    difference: Difference | None


def summed(contest: Contest, results: Iterable[DealResult]) -> Summary:
    """Count everything. results: of one deal or more, in any order."""
    deals = [result.games for result in sorted(results, key=lambda result: result.index)]
    games = [game for of_deal in deals for game in of_deal]
    return Summary(
        contest,
        len(deals),
        len(games),
        sum(game.first_alone is None for game in games),
        tuple(_totals(contest, deals, policy) for policy in range(len(contest.policies))),
        _difference(contest, deals) if len(contest.policies) > 1 else None,
    )


def _totals(contest: Contest, deals: Sequence[Sequence[GameResult]], policy: int) -> PolicyTotals:
    won = [_won(games, policy) for games in deals]
    seats = [seat for games in deals for game in games for seat in game.seats if seat.policy == policy]
    times, right = Counter[int](), Counter[int]()
    for use in (use for seat in seats for use in seat.wheels):
        times[use.width] += use.set
        right[use.width] += use.right
    return PolicyTotals(
        contest.policies[policy],
        len(seats),
        sum((seat.sources for seat in seats), Sources()),
        sum(won),
        # In a game only one of its seats can be first alone.
        _estimated(won, len(seats) // len(deals), (0.0, len(deals) * contest.players / len(seats))),
        sum(seat.wins for seat in seats),
        tuple(WheelUse(width, times[width], right[width]) for width, _ in sorted(contest.wheels)),
    )


def _won(games: Sequence[GameResult], policy: int) -> int:
    """In how many games of the deal the policy was first alone."""
    return sum(first is not None and first.policy == policy for first in (game.first_alone for game in games))


def _difference(contest: Contest, deals: Sequence[Sequence[GameResult]]) -> Difference:
    """Compare the first policy, which has one seat, with the others. Multiplied by them, all is in whole numbers."""
    others = contest.players - 1
    points, won = [], []
    for games in deals:
        seats = [(seat.policy == 0, seat.sources.total) for game in games for seat in game.seats]
        points.append(sum(total * others if own else -total for own, total in seats))
        own_won = _won(games, 0)
        others_won = sum(game.first_alone is not None for game in games) - own_won
        won.append(own_won * others - others_won)
    scale = contest.players * others
    # The others' mean is highest where one of them has won, as only one can.
    return Difference(_estimated(points, scale), _estimated(won, scale, (-1 / others, 1.0)))


def _estimated(values: Sequence[int], scale: int, within: tuple[float, float] = (-inf, inf)) -> Estimate:
    """The mean of the values of the deals, each divided by the scale, by the normal approximation.

    within: no mean can lie beyond, so the interval is cut there.
    """
    count, total = len(values), sum(values)
    mean = Fraction(total, count * scale)
    if count == 1:
        return Estimate(float(mean), None, None)
    variance = Fraction(count * sum(value * value for value in values) - total * total, count * (count - 1) * scale**2)
    reach = NormalDist().inv_cdf((1 + CONFIDENCE) / 2) * sqrt(variance / count)
    least, most = within
    return Estimate(float(mean), max(float(mean) - reach, least), min(float(mean) + reach, most))
