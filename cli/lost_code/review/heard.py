"""What could be known, what was told wrongly, and what the others' choices told: in sentences."""

from collections.abc import Callable, Iterator

from cli.figures import amount
from cli.lost_code.review.choices import apart, events_words, range_words
from cli.lost_code.review.names import OVERSIGHTS
from cli.lost_code.review.words import deed, moment_words
from cli.lost_code.words import listed, numbers
from solver.lost_code.review.story import Certain, FalseAnswer, Missed, Oversight, Told, Weighed

__all__ = ["both_ways", "false_words", "heard", "missed_words", "noted_words", "weighed_words"]

_WHAT = {
    Oversight.BET: "the wheel",
    Oversight.NUMBER: "the numbers written",
    Oversight.STONE: "the numbers written",
    Oversight.SHEET: "the sheet",
}


# ---- what could be known ---------------------------------------------------------------------------------------------


def noted_words(certain: Certain) -> str:
    """Whether a sheet shows a stone that was certain. A sheet has no dates: only its last round is known."""
    return "no" if certain.noted is None else f"by round {certain.noted}"


def missed_words(missed: Missed) -> str:
    """What was missed, when, and what it cost."""
    cost = f" It cost {amount(missed.cost)} VP." if missed.cost >= 0.005 else ""
    return f"{moment_words(missed.round, _WHAT[missed.what], missed.line)}: {_missed(missed)}{cost}"


def _missed(missed: Missed) -> str:
    if missed.symbol is None:
        return f"{range_words(missed.numbers[0], missed.numbers[-1])}. {OVERSIGHTS[missed.what]}"
    named = f"{missed.symbol} {numbers(missed.numbers)}"
    if missed.what is Oversight.SHEET:
        return f"{missed.symbol} cannot be {numbers(missed.numbers)}. {OVERSIGHTS[missed.what]}"
    return f"{named}. {OVERSIGHTS[missed.what]}"


def false_words(answer: FalseAnswer) -> str:
    """What a wrong announcement did."""
    when = moment_words(answer.round, "the answer", answer.line)
    told = [f"{when}: “{answer.said}” was told, “{answer.true}” was true."]
    if answer.points:
        told.append(f"The piece stood {abs(answer.points)} VP too {'far' if answer.points > 0 else 'low'}.")
    if answer.final:
        told.append(f"The final guesses came to {abs(answer.final)} VP {'less' if answer.final > 0 else 'more'} by it.")
    if answer.contradicted is not None:
        told.append(f"From line {answer.contradicted} on no log fitted.")
    return " ".join(told)


# ---- what the others told --------------------------------------------------------------------------------------------


def heard(told: Told, named: Callable[[str], str] = str) -> Iterator[str]:
    """What reading the others would have brought, and what their choices gave away: the main figure first.

    named: how a name is written before a number.
    """
    if not told.read:
        yield "None of their choices could be read."
        return
    if told.decisions:
        yield f"Reading the others would have brought {told.gained:+d} VP in all, with the stones as they were."
    else:
        yield "Reading the others would have changed no decision."
    left = f" ({told.unread} more could not be read)" if told.unread else ""
    choices = "One choice of theirs" if told.read == 1 else f"Their {told.read} choices"
    yield f"{choices}{left} {_made(told.bits)}"
    if told.by_player:
        by = listed((f"{named(name)} {bits:+.2f}" for name, bits in told.by_player.items()), "and")
        yield (
            f"Each choice by itself, when it was made: {by} bits. That need not add up: what a choice tells of a stone "
            "ends when that is given up, and what an answer says later is not new."
        )


def _made(bits: float) -> str:
    """What so many bits are, in plain words."""
    if abs(bits) < 0.05:
        return f"left the true log as likely as before ({bits:+.2f} bits)."
    way = "likelier" if bits > 0 else "less likely"
    return f"made the true log {2 ** abs(bits):,.1f} times {way} by the end ({bits:+.2f} bits)."


def weighed_words(each: Weighed) -> str:
    """A decision in which reading the others would have changed the best."""
    read, facts = both_ways(each)
    return f"{moment_words(each.round, deed(each.facts), each.line)}. Reading the others: {read}; without: {facts}."


def both_ways(each: Weighed) -> tuple[str, str]:
    """The best with the others read and without, each with what it brings."""
    facts, read = map(events_words, apart(each.facts, each.read))
    by_facts, by_reading = each.scored
    return f"{read} ({by_reading:+d} VP)", f"{facts} ({by_facts:+d} VP)"
