"""The knowledge story of a player, and what the others' choices told him, as words for the page."""

from dataclasses import dataclass

from cli.lost_code.proofs import Told as ProofStep
from cli.lost_code.review.charts import Grid, apart, signs
from cli.lost_code.review.heard import both_ways, false_words, heard, missed_words, noted_words
from cli.lost_code.review.proof_steps import proof_steps
from cli.lost_code.review.report import Report
from cli.lost_code.review.words import deed, moment_words
from solver.lost_code.review.story import Story, Told, Weighed
from solver.lost_code.review.values import PlayerReview

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
    """What the others' choices told, the main figure first. weighed: decisions that it would have changed."""

    words: tuple[str, ...]
    weighed: Grid | None


def knowing(report: Report, player: PlayerReview) -> Knowing | None:
    """The knowledge story; None where it was not told."""
    story = report.stories.get(player.player)
    if story is None:
        return None
    missed = (MissedPart(signs(missed_words(each)), tuple(proof_steps(each))) for each in story.missed)
    false = tuple(signs(false_words(each)) for each in story.false_answers)
    return Knowing(_certain(story, kept=report.kept == player.player), tuple(missed), false)


def _certain(story: Story, *, kept: bool) -> Grid | None:
    if not story.certain:
        return None
    rows = []
    for each in story.certain:
        when = f"round {each.round} (line {each.line})"
        rows.append((f"{each.symbol} {each.number}", when, *([noted_words(each)] if kept else [])))
    return Grid(("stone", "certain from", *(["on the sheet"] if kept else [])), tuple(rows))


def reading(report: Report, player: PlayerReview) -> Reading | None:
    """What reading the others would have brought; None where it was not asked."""
    told = report.told.get(player.player)
    if told is None:
        return None
    return Reading(tuple(map(signs, heard(told, apart))), _weighed(told))


def _weighed(told: Told) -> Grid | None:
    rows = tuple(map(_row, told.decisions))
    return Grid(("when", "reading the others", "without"), rows) if rows else None


def _row(each: Weighed) -> tuple[str, ...]:
    return moment_words(each.round, deed(each.facts), each.line), *map(signs, both_ways(each))
