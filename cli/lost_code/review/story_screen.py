"""What could be known and when, what was missed, and what the others' choices told: on the screen."""

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from cli.lost_code.pieces import columns, symbol_text, titled
from cli.lost_code.review.heard import false_words, heard, missed_words, noted_words, weighed_words
from cli.lost_code.review.proof_steps import proof_steps
from solver.lost_code.review.story import Missed, Story, Told

__all__ = ["story_parts", "told_parts"]

T = TypeVar("T")


# ---- what could be known ---------------------------------------------------------------------------------------------


def story_parts(story: Story, top: int | None, *, kept: bool) -> list[RenderableType]:
    """When each stone could be known, what was missed, and what was told wrongly.

    top: so many that cost most. kept: whether a deduction sheet was read.
    """
    parts = [titled("What could be known for certain", *_certain(story, kept=kept))]
    if story.missed:
        shown = _first(story.missed, top, lambda missed: missed.cost)
        lines = [line for missed in shown for line in _missed(missed)]
        parts.append(titled("What was there and was not used", *lines, *_more(story.missed, shown)))
    if story.false_answers:
        parts.append(titled("What was told wrongly", *map(Text, map(false_words, story.false_answers))))
    return list(parts)


def _first(parts: Sequence[T], top: int | None, size: Callable[[T], float]) -> Sequence[T]:
    """The greatest, in the order in which they stand; all for None."""
    if top is None:
        return parts
    kept = sorted(range(len(parts)), key=lambda place: -size(parts[place]))[:top]
    return [parts[place] for place in sorted(kept)]


def _more(parts: Sequence[T], shown: Sequence[T]) -> list[RenderableType]:
    left = len(parts) - len(shown)
    return [Text(f"({left} more: --all)")] if left else []


def _certain(story: Story, *, kept: bool) -> list[RenderableType]:
    if not story.certain:
        return [Text("No stone, before it was given up or opened.")]
    made = columns("stone", "number", "line", "round", *(["on the sheet"] if kept else []))
    for each in story.certain:
        row = [str(each.number), str(each.line), str(each.round), *([noted_words(each)] if kept else [])]
        made.add_row(symbol_text(each.symbol), *row)
    return [made]


def _missed(missed: Missed) -> Iterator[RenderableType]:
    yield Text(missed_words(missed))
    if missed.proof is None:
        yield Padding(Text("In steps it would take too long to tell why."), (0, 0, 0, 2))
        return
    if not missed.proof:
        yield Padding(Text("The stones in sight say so."), (0, 0, 0, 2))
    for step in proof_steps(missed):
        yield Padding(Text(f"{step.label}. {step.text}"), (0, 0, 0, 2 + 2 * step.depth))


# ---- what the others told --------------------------------------------------------------------------------------------


def told_parts(told: Told, top: int | None) -> list[RenderableType]:
    """What the others' choices gave away, and whether it would have helped. top: so many, those that change most."""
    return [titled("What the others' choices told", *map(Text, _told(told, top)))]


def _told(told: Told, top: int | None) -> Iterator[str]:
    yield from heard(told)
    shown = _first(told.decisions, top, lambda each: abs(each.scored[1] - each.scored[0]))
    yield from map(weighed_words, shown)
    if len(shown) < len(told.decisions):
        yield f"({len(told.decisions) - len(shown)} more: --all)"
