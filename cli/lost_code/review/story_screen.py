"""What could be known and when, what was missed, and what the others' choices told: on the screen."""

from collections.abc import Iterator

from rich.console import RenderableType
from rich.padding import Padding
from rich.text import Text

from cli.figures import amount, signed
from cli.lost_code.pieces import columns, symbol_text, titled
from cli.lost_code.review.proof_steps import proof_steps
from cli.lost_code.review.words import OVERSIGHTS, apart, events_words, range_words
from cli.lost_code.words import listed, numbers
from solver.lost_code.review.story import FalseAnswer, Missed, Story, Told, Weighed

__all__ = ["story_parts", "told_parts"]


# ---- what could be known ---------------------------------------------------------------------------------------------


def story_parts(story: Story) -> list[RenderableType]:
    """When each stone could be known, what was missed, and what was told wrongly."""
    parts = [titled("What could be known for certain", *_certain(story))]
    if story.missed:
        lines = [line for missed in story.missed for line in _missed(missed)]
        parts.append(titled("What was there and was not used", *lines))
    if story.false_answers:
        parts.append(titled("What was told wrongly", *map(_false, story.false_answers)))
    return list(parts)


def _certain(story: Story) -> list[RenderableType]:
    if not story.certain:
        return [Text("No stone, before it was given up or opened.")]
    sheet = any(each.noted is not None for each in story.certain)
    made = columns("stone", "number", "line", "round", *(["on the sheet"] if sheet else []))
    for each in story.certain:
        noted = "" if each.noted is None else f"round {each.noted}"
        row = [str(each.number), str(each.line), str(each.round), *([noted or "never"] if sheet else [])]
        made.add_row(symbol_text(each.symbol), *row)
    return [made]


def _missed(missed: Missed) -> Iterator[RenderableType]:
    cost = f" It cost {amount(missed.cost)} VP." if missed.cost >= 0.005 else ""
    yield Text(f"Round {missed.round}, line {missed.line}: {_what(missed)} {OVERSIGHTS[missed.what]}{cost}")
    if missed.proof is None:
        yield Padding(Text("In steps it would take too long to tell why."), (0, 0, 0, 2))
        return
    if not missed.proof:
        yield Padding(Text("The stones in sight say so."), (0, 0, 0, 2))
    for step in proof_steps(missed):
        yield Padding(Text(f"{step.label}. {step.text}"), (0, 0, 0, 2 + 2 * step.depth))


def _what(missed: Missed) -> str:
    """What it is about: a bet by its range, a stone by its numbers."""
    if missed.symbol is None:
        return f"{range_words(missed.numbers[0], missed.numbers[-1])}."
    return f"{missed.symbol.capitalize()} {numbers(missed.numbers)}."


def _false(answer: FalseAnswer) -> Text:
    told = [f"Round {answer.round}, line {answer.line}: “{answer.said}” was told, “{answer.true}” was true."]
    if answer.points:
        told.append(f"The piece stood {abs(answer.points)} VP too {'far' if answer.points > 0 else 'low'}.")
    if answer.final:
        told.append(f"The final guesses came to {abs(answer.final)} VP {'less' if answer.final > 0 else 'more'} by it.")
    if answer.contradicted is not None:
        told.append(f"From line {answer.contradicted} on no log fitted.")
    return Text(" ".join(told))


# ---- what the others told --------------------------------------------------------------------------------------------


def told_parts(told: Told) -> list[RenderableType]:
    """What the others' choices gave away, and whether it would have helped."""
    return [titled("What the others' choices told", *map(Text, _told(told)))]


def _told(told: Told) -> Iterator[str]:
    if not told.read:
        yield "None of their choices could be read."
        return
    way = "towards" if told.bits >= 0 else "away from"
    by = listed((f"{name} {bits:+.2f}" for name, bits in told.by_player.items()), "and")
    left = f", {told.unread} more could not be read" if told.unread else ""
    yield f"{told.read} choices{left}: {abs(told.bits):.2f} bits {way} the true log."
    yield f"Each when it was made, in bits: {by}."
    for each in told.decisions:
        yield _weighed(each)
    if not told.decisions:
        yield "Reading them would have changed no decision."
        return
    yield f"Together {signed(told.gained)} VP with the stones as they were."


def _weighed(each: Weighed) -> str:
    facts, read = map(events_words, apart(each.facts, each.read))
    by_facts, by_reading = each.scored
    where = f"Round {each.round}, line {each.line}"
    return f"{where}: read, {read} would have brought {by_reading:+d} VP; by the facts, {facts}: {by_facts:+d} VP."
