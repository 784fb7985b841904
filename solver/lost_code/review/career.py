"""A player's games taken together: what a decision loses him, results without luck, and how sure of it one can be.

The games are independent of each other; the decisions of one game are not, so games are what is counted.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import stdev

from solver.errors import Contradiction
from solver.lost_code.events import Event, Final, Reveal
from solver.lost_code.odds import odds
from solver.lost_code.review.hindsight import mended, refuted
from solver.lost_code.review.intervals import CONFIDENCE, Estimate, Share, games_needed, mean_of, ratio_of, wilson
from solver.lost_code.review.values import ZERO, Amount, Kind, Label, PlayerReview, Source
from solver.lost_code.state import State
from solver.lost_code.view import view
from solver.record import Record, replay

__all__ = ["FAIR", "Career", "Class", "Game", "Loss", "Needed", "Placed", "Result", "Weakest", "career", "placed"]

FAIR = tuple(source for source in Source if source is not Source.LATER)
"""Sources of luck that bring nothing on average, so that taking them out of a result does not shift its mean."""

BOUNDS = (0.25, 0.5, 0.75)
"""Where one class of sureness ends and the next begins; what was certain is a class of its own."""

_WITHOUT_CHOICE = (Label.FORCED, Label.TRIVIAL)


@dataclass(frozen=True, slots=True)
class Placed:
    """The final guess for one symbol. It was right in so many of the logs that he could have by what he knew.

    right: whether it was, once the logs were open.
    """

    ways: int
    logs: int
    right: bool


@dataclass(frozen=True, slots=True)
class Game:
    """One game of a player. title: what people call it."""

    title: str
    review: PlayerReview
    placed: tuple[Placed, ...]


@dataclass(frozen=True, slots=True)
class Loss:
    """What choices lost, never positive: VP, and chance to win."""

    points: Estimate
    win: Estimate


@dataclass(frozen=True, slots=True)
class Result:
    """The mean result of a game, as it was and with the luck of the fair sources taken out.

    narrower: how much of the interval's width is gone, 0.5 for half of it, below 0 where it is wider; None where there
    is no interval.
    """

    raw: Estimate
    adjusted: Estimate
    narrower: float | None


@dataclass(frozen=True, slots=True)
class Class:
    """Final guesses of which he could be about as sure. low, high: the chances that belong here, high excluded.

    Where both are 1, it is what was certain. sure: the mean chance. right: how often they were.
    """

    low: float
    high: float
    sure: float
    right: Share


@dataclass(frozen=True, slots=True)
class Weakest:
    """The kind of decision that lost most VP a game. weaker: kinds that it is shown to lose more than.

    even: kinds of which the games do not tell that yet.
    """

    kind: Kind
    weaker: tuple[Kind, ...]
    even: tuple[Kind, ...]


@dataclass(frozen=True, slots=True)
class Needed:
    """How many games it takes; None where that cannot be said, or never comes.

    loss: to tell that his decisions lose anything. raw, adjusted: so many games each, to tell two players like him who
    are 1 VP a game apart, by the results as they are and with luck taken out.
    """

    loss: int | None
    raw: int | None
    adjusted: int | None


@dataclass(frozen=True, slots=True)
class Career:
    """A player's games. choices: decisions in which there was something to choose. loss: of one of them.

    by_game: the loss of a game, by kind, for the kinds that came up. calibration: by class, those with a guess.
    weakest: None where nothing was lost.
    """

    player: str
    games: tuple[Game, ...]
    choices: int
    loss: Loss | None
    points: Result
    win: Result
    calibration: tuple[Class, ...]
    by_game: Mapping[Kind, Loss]
    weakest: Weakest | None
    needed: Needed


def career(player: str, games: Sequence[Game]) -> Career:
    """Take the games of a player together. games: one or more, all of them his."""
    reviews = [game.review for game in games]
    chosen = [_choices(review) for review in reviews]
    kinds = tuple(kind for kind in Kind if any(kind in each.kinds for review in reviews for each in review.decisions))
    return Career(
        player,
        tuple(games),
        sum(len(some) for some in chosen),
        _loss_of_a_choice(chosen),
        _result([review.result.points for review in reviews], [_fair(review).points for review in reviews]),
        _chances(_result([review.result.win for review in reviews], [_fair(review).win for review in reviews])),
        calibration([each for game in games for each in game.placed]),
        {kind: _loss_of_a_game([review.skill.get(kind, ZERO) for review in reviews]) for kind in kinds},
        _weakest(reviews, kinds),
        _needed(reviews),
    )


# ---- what choices lose -----------------------------------------------------------------------------------------------


def _choices(review: PlayerReview) -> list[Amount]:
    """What each decision lost in which there was something to choose."""
    return [each.loss for each in review.decisions if each.label not in _WITHOUT_CHOICE]


def _loss_of_a_choice(chosen: Sequence[Sequence[Amount]]) -> Loss | None:
    points = ratio_of([(sum(loss.points for loss in some), len(some)) for some in chosen])
    win = ratio_of([(sum(loss.win for loss in some), len(some)) for some in chosen])
    return None if points is None or win is None else Loss(_lossy(points), _lossy(win))


def _loss_of_a_game(losses: Sequence[Amount]) -> Loss:
    points, win = (mean_of([loss.points for loss in losses]), mean_of([loss.win for loss in losses]))
    return Loss(_lossy(points), _lossy(win))


def _lossy(estimate: Estimate) -> Estimate:
    """No loss is ever above 0, so its interval ends there."""
    return estimate if estimate.high is None else replace(estimate, high=min(estimate.high, 0.0))


def _weakest(reviews: Sequence[PlayerReview], kinds: Sequence[Kind]) -> Weakest | None:
    """The kind that lost most, against each other kind in the same games.

    It was picked because it lost most, so the pairs share what may go wrong (Bonferroni).
    """
    lost = {kind: [review.skill.get(kind, ZERO).points for review in reviews] for kind in kinds}
    if not lost or not any(map(any, lost.values())):
        return None
    kind = min(lost, key=lambda each: sum(lost[each]))
    others = [other for other in kinds if other is not kind]
    weaker = []
    for other in others:
        less = [mine - its for mine, its in zip(lost[kind], lost[other], strict=True)]
        high = mean_of(less, 1 - (1 - CONFIDENCE) / len(others)).high
        if high is not None and high < 0:
            weaker.append(other)
    return Weakest(kind, tuple(weaker), tuple(other for other in others if other not in weaker))


# ---- results without luck --------------------------------------------------------------------------------------------


def _fair(review: PlayerReview) -> Amount:
    """The luck that is nothing on average."""
    return sum((review.luck.get(source, ZERO) for source in FAIR), ZERO)


def _result(results: Sequence[float], luck: Sequence[float]) -> Result:
    """Luck is the control variate: its mean is known to be 0, so it is taken out whole."""
    raw, adjusted = mean_of(results), mean_of([one - other for one, other in zip(results, luck, strict=True)])
    wide, left = raw.width, adjusted.width
    return Result(raw, adjusted, 1 - left / wide if wide and left is not None else None)


def _chances(result: Result) -> Result:
    """No chance lies outside 0 to 1, so no interval of one reaches there; the means stay as they are."""
    return replace(result, raw=_within(result.raw), adjusted=_within(result.adjusted))


def _within(estimate: Estimate) -> Estimate:
    if estimate.low is None or estimate.high is None:
        return estimate
    return replace(estimate, low=min(max(estimate.low, 0.0), 1.0), high=min(max(estimate.high, 0.0), 1.0))


def _needed(reviews: Sequence[PlayerReview]) -> Needed:
    if len(reviews) < 2:
        return Needed(None, None, None)
    lost = [sum(amount.points for amount in review.skill.values()) for review in reviews]
    raw = [review.result.points for review in reviews]
    adjusted = [review.result.points - _fair(review).points for review in reviews]
    return Needed(
        games_needed(sum(lost) / len(lost), stdev(lost)),
        games_needed(1.0, stdev(raw), groups=2),
        games_needed(1.0, stdev(adjusted), groups=2),
    )


# ---- final guesses ---------------------------------------------------------------------------------------------------


def placed(record: Record[Event, State], player: str) -> tuple[Placed, ...]:
    """What a player placed in the end, with how sure he could be, symbol by symbol. record: complete.

    Tokens were written earlier and are left out, as is a symbol without a guess. Raises Contradiction where no log of
    his fits even the true answers, and OutOfTime.
    """
    over = next(place for place, entry in enumerate(record.entries) if isinstance(entry.event, Final | Reveal))
    entries = record.entries[:over]
    seen = view(replace(record, entries=entries, state=replay(record.game, entries)), player)
    try:
        known = odds(seen)
    except Contradiction:
        # He was told what cannot be: as everywhere in a review, the true answers count then.
        known = odds(replace(seen, table=mended(seen.table, refuted(record, player))))
    found = []
    for symbol, numbers in record.state.finals[player].items():
        if numbers:
            ways = sum(known.values[symbol].get(number, 0) for number in numbers)
            found.append(Placed(ways, known.total, record.state.held(player, symbol).number in numbers))
    return tuple(found)


def calibration(guesses: Sequence[Placed]) -> tuple[Class, ...]:
    """How sure he could be of what he placed, against how often it was right."""
    edges = (0.0, *BOUNDS, 1.0)
    found = []
    for low, high in (*pairwise(edges), (1.0, 1.0)):
        some = [each for each in guesses if _class(each) == low]
        if some:
            sure = sum(each.ways / each.logs for each in some) / len(some)
            found.append(Class(low, high, sure, wilson(sum(each.right for each in some), len(some))))
    return tuple(found)


def _class(guess: Placed) -> float:
    """Where the class of a guess begins."""
    if guess.ways == guess.logs:
        return 1.0
    return max(bound for bound in (0.0, *BOUNDS) if guess.ways >= bound * guess.logs)
