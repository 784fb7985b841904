"""What stands on the page of a review, part by part, as words: the template only lays it out."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from cli.figures import amount, chance, shift
from cli.lost_code.review.charts import Bars, Unit, change, minus, signs
from cli.lost_code.review.drawn import guesses
from cli.lost_code.review.report import Report
from cli.lost_code.review.words import (
    KIND_NAMES,
    LABEL_NAMES,
    NOTHING,
    best_words,
    choice_words,
    turning_words,
    verdict_words,
    worst_words,
)
from cli.lost_code.words import ASSUMED, VARIANTS, listed
from solver.lost_code.review.values import ZERO, Amount, Choice, Decision, Kind, Label, PlayerReview

__all__ = ["Article", "Fact", "Glance", "Heading", "articles", "assumptions", "glance", "heading"]


@dataclass(frozen=True, slots=True)
class Heading:
    """The result. places: (player, seat, VP) from first to last. told: how the game was played."""

    title: str
    winner: str | None
    places: tuple[tuple[str, int, str], ...]
    told: str


@dataclass(frozen=True, slots=True)
class Glance:
    """A player's game in one glance. rows: what it is counted in, start, luck, skill, result."""

    player: str
    seat: int
    anchor: str
    rows: tuple[tuple[str, str, str, str, str], ...]
    sentences: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Fact:
    """A line under a decision. more: figures beside it."""

    name: str
    words: str
    more: str = ""


@dataclass(frozen=True, slots=True)
class Article:
    """A decision. look: its label as a class. quiet: there was nothing to decide, so little is said."""

    anchor: str
    title: str
    line: int
    label: str
    look: str
    quiet: bool
    known: str
    facts: tuple[Fact, ...]
    then: str
    hindsight: str
    chart: Bars | None


def heading(report: Report) -> Heading:
    """Who won, and how far everyone came."""
    state = report.record.state
    variants = [VARIANTS[variant] for variant in sorted(state.variants)]
    told = ", ".join([f"{len(state.players)} players", f"{state.round} rounds", *variants])
    places = tuple((name, state.players.index(name), f"{state.spaces[name]}") for name in reversed(state.order))
    return Heading(
        report.title,
        state.order[-1] if state.scored else None,
        tuple((name, seat, minus(space)) for name, seat, space in places),
        told,
    )


def glance(report: Report, player: PlayerReview) -> Glance:
    """Start + luck + skill = result, and the three sentences."""
    seat = report.record.state.players.index(player.player)
    luck, skill = _together(player.luck.values()), _together(player.skill.values())
    points = (
        "VP",
        minus(amount(player.start.points)),
        change(Unit.POINTS, luck.points),
        change(Unit.POINTS, skill.points),
        minus(f"{player.result.points:g}"),
    )
    wins = (
        "Chance to win",
        chance(player.start.win),
        minus(shift(luck.win)),
        minus(shift(skill.win)),
        chance(player.result.win),
    )
    sentences = (
        ("Turning point", signs(turning_words(player))),
        ("Best decision", signs(best_words(player))),
        ("Lost most", signs(worst_words(player))),
    )
    return Glance(player.player, seat, f"player-{seat + 1}", (points, wins), sentences)


def _together(amounts: Iterable[Amount]) -> Amount:
    total = ZERO
    for each in amounts:
        total += each
    return total


# ---- decisions -------------------------------------------------------------------------------------------------------


def articles(report: Report, player: PlayerReview) -> Iterator[Article]:
    """Every decision of a player, in the order of the game."""
    seat = report.record.state.players.index(player.player)
    charts = {id(decision): chart for decision, chart in guesses(report, player)}
    for number, decision in enumerate(player.decisions, 1):
        then, hindsight = map(signs, verdict_words(decision))
        yield Article(
            f"decision-{seat + 1}-{number}",
            f"Round {decision.round} · {_kinds(decision)}",
            decision.line,
            LABEL_NAMES[decision.label],
            decision.label.replace(" ", "-"),
            decision.label in (Label.FORCED, Label.TRIVIAL),
            f"{decision.logs:,} {'log' if decision.logs == 1 else 'logs'} left, {decision.bits:.1f} bits",
            tuple(_facts(decision)),
            then,
            hindsight,
            charts.get(id(decision)),
        )


def _kinds(decision: Decision) -> str:
    return listed((KIND_NAMES[kind] for kind in decision.kinds), "and")


def _facts(decision: Decision) -> Iterator[Fact]:
    if decision.dice and not {Kind.EXCHANGE, Kind.FINAL} & set(decision.kinds):
        yield Fact("Dice", " · ".join(decision.dice))
    same = decision.chosen.events == decision.best.events
    yield Fact("Chosen", choice_words(decision.chosen, decision), _figures(decision.chosen))
    if same:
        yield Fact("Best", "the same", _others(decision))
    else:
        yield Fact("Best", choice_words(decision.best, decision), _figures(decision.best))
    if decision.winner.events not in (decision.best.events, decision.chosen.events):
        yield Fact("Best to win", choice_words(decision.winner, decision), _figures(decision.winner))
    yield from _loss(decision)


def _figures(choice: Choice) -> str:
    parts = [f"{minus(amount(choice.points))} VP in the end"]
    if choice.right is not None:
        parts.append(f"right in {chance(choice.right)}")
    if choice.expected is not None:
        parts.append(f"{minus(amount(choice.expected))} VP at once")
    return signs(", ".join(parts))


def _others(decision: Decision) -> str:
    """How far ahead the best was, and of how many."""
    if decision.choices == 1:
        return "the only choice"
    among = f"of {decision.choices:,} choices"
    if decision.gap is not None and decision.gap < 0.005:
        return f"{among}; another one is as good"
    return among if decision.gap is None else signs(f"{among}; the next other one {amount(decision.gap)} VP behind")


def _loss(decision: Decision) -> Iterator[Fact]:
    """What it lost, with the error; for a guess that of each kind beside it."""
    if abs(decision.loss.points) < NOTHING and abs(decision.loss.win) < NOTHING:
        return
    error = shift(decision.error.win).lstrip("+")
    points = f"{change(Unit.POINTS, decision.loss.points)} ± {amount(decision.error.points)} VP"
    parts = (f"{KIND_NAMES[kind]} {_both(lost)}" for kind, lost in decision.kinds.items())
    more = "; ".join(parts) if len(decision.kinds) > 1 else ""
    yield Fact("Loss", signs(f"{points}, {shift(decision.loss.win)} ± {error} to win"), signs(more))


def _both(lost: Amount) -> str:
    return f"{change(Unit.POINTS, lost.points)} VP, {minus(shift(lost.win))} to win"


# ---- what it rests on ------------------------------------------------------------------------------------------------


def assumptions(report: Report) -> Sequence[str]:
    """What nobody has compared with the box."""
    return [ASSUMED.get(what, what) for what in report.review.assumed]
