"""The knowledge story of a player, and what the others' choices told him, as words for the page."""

from collections.abc import Iterator
from dataclasses import dataclass

from cli.figures import amount
from cli.lost_code.proofs import Told as ProofStep
from cli.lost_code.review.charts import Grid, minus, signs
from cli.lost_code.review.proof_steps import proof_steps
from cli.lost_code.review.report import Report
from cli.lost_code.review.words import OVERSIGHTS, choice_words
from cli.lost_code.words import numbers
from solver.lost_code.events import Event
from solver.lost_code.review.story import FalseAnswer, Missed, Story, Told, Weighed
from solver.lost_code.review.values import Choice, Decision, PlayerReview

__all__ = ["Knowing", "MissedPart", "Reading", "knowing", "reading"]


@dataclass(frozen=True, slots=True)
class MissedPart:
    """A deduction that was not used, with its proof step by step."""

    words: str
    steps: tuple[ProofStep, ...]


@dataclass(frozen=True, slots=True)
class Knowing:
    """What could be known and when. certain: as a table, None where no stone ever was."""

    certain: Grid | None
    missed: tuple[MissedPart, ...]
    false_answers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """What the others' choices told. weighed: decisions that it would have changed."""

    words: str
    by_player: tuple[tuple[str, str], ...]
    weighed: Grid | None
    gained: str


def knowing(report: Report, player: PlayerReview) -> Knowing | None:
    """The knowledge story; None where it was not told."""
    story = report.stories.get(player.player)
    if story is None:
        return None
    missed = (MissedPart(signs(_missed(each)), tuple(proof_steps(each))) for each in story.missed)
    return Knowing(_certain(story), tuple(missed), tuple(signs(_false(each)) for each in story.false_answers))


def _certain(story: Story) -> Grid | None:
    if not story.certain:
        return None
    sheet = any(each.noted is not None for each in story.certain)
    rows = []
    for each in story.certain:
        noted = "never" if each.noted is None else f"round {each.noted}"
        when = f"round {each.round}, line {each.line}"
        rows.append((f"{each.symbol} {each.number}", when, *([noted] if sheet else [])))
    heads = ("stone", "certain from", *(["on the sheet"] if sheet else []))
    return Grid(heads, tuple(rows))


def _missed(missed: Missed) -> str:
    about = [] if missed.symbol is None else [str(missed.symbol), numbers(missed.numbers)]
    named = f" ({' '.join(filter(None, about))})" if about else ""
    cost = f" It cost {amount(missed.cost)} VP." if missed.cost >= 0.005 else ""
    return f"Round {missed.round}, line {missed.line}{named}: {OVERSIGHTS[missed.what]}{cost}"


def _false(answer: FalseAnswer) -> str:
    told = [f"Round {answer.round}, line {answer.line}: “{answer.said}” was told, “{answer.true}” was true."]
    if answer.points:
        told.append(f"It moved the piece {abs(answer.points)} VP too {'far' if answer.points > 0 else 'little'}.")
    if answer.final:
        way = "cost" if answer.final > 0 else "brought"
        told.append(f"In the final guesses it {way} {abs(answer.final)} VP.")
    if answer.contradicted is not None:
        told.append(f"From line {answer.contradicted} on no log was left that fits.")
    return " ".join(told)


def reading(report: Report, player: PlayerReview) -> Reading | None:
    """What reading the others would have brought; None where it was not asked."""
    told = report.told.get(player.player)
    if told is None:
        return None
    return Reading(signs(_sentence(told)), tuple(_by_player(told)), _weighed(player, told), signs(_gained(told)))


def _sentence(told: Told) -> str:
    if not told.read:
        return "None of the others’ choices could be read."
    read = "One choice was read" if told.read == 1 else f"{told.read} choices of the others were read"
    left = f", {told.unread} could not be" if told.unread else ""
    way = "They pointed towards the true log" if told.bits >= 0 else "They pointed away from the true log"
    return f"{read}{left}. {way}, by {abs(told.bits):.2f} bits in all."


def _by_player(told: Told) -> Iterator[tuple[str, str]]:
    for name, bits in told.by_player.items():
        yield name, minus(f"{bits:+.2f} bits")


def _weighed(player: PlayerReview, told: Told) -> Grid | None:
    rows = tuple(_row(player, each) for each in told.decisions)
    return Grid(("where", "by the facts", "VP", "with the others read", "VP"), rows) if rows else None


def _row(player: PlayerReview, each: Weighed) -> tuple[str, ...]:
    decision = next((made for made in player.decisions if made.line == each.line), None)
    facts, read = (_choice(events, decision) for events in (each.facts, each.read))
    by_facts, by_reading = each.scored
    return f"round {each.round}, line {each.line}", facts, minus(f"{by_facts:+d}"), read, minus(f"{by_reading:+d}")


def _choice(events: tuple[Event, ...], decision: Decision | None) -> str:
    if not events or decision is None:
        return "nothing"
    return choice_words(Choice(events, 0.0), decision)


def _gained(told: Told) -> str:
    if not told.read:
        return ""
    if not told.decisions:
        return "Reading them would have changed no decision."
    return f"Reading them would have brought {minus(f'{told.gained:+d}')} VP, with the stones as they were."
