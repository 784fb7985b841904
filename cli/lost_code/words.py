"""The rulebook's words for what the solver's values say."""

from collections.abc import Iterable, Mapping, Sequence
from math import inf
from types import MappingProxyType

from cli.figures import amount, percent
from solver.errors import Contradiction
from solver.explain import Conflicts
from solver.lost_code.events import Variant
from solver.lost_code.ranking import DieChoice, ExchangeChoice, FinalChoice, FinalPlan, TokenChoice, WheelChoice
from solver.lost_code.rules import Due, Step

__all__ = [
    "ASSUMED",
    "HIDDEN",
    "PHASES",
    "STILL_LEARNED",
    "VARIANTS",
    "all_true",
    "awaited",
    "conflict",
    "listed",
    "manner",
    "numbers",
    "reading",
    "turns",
    "why_die",
    "why_exchange",
    "why_final",
    "why_token",
    "why_wheel",
    "window",
]

ASSUMED: Mapping[str, str] = MappingProxyType(
    {"wheels": "Wheel values assumed: compare them with your box (lostcode wheels)."}
)
PHASES: Mapping[Step, str] = MappingProxyType(
    {
        Step.PLAYERS: "set-up",
        Step.ROLL: "before the throw",
        Step.TURN: "dice thrown",
        Step.GUESS: "making guesses",
        Step.ANSWER: "scoring",
        Step.EXCHANGE: "exchanging stones",
        Step.FINAL: "final guesses",
        Step.REVEAL: "opening the logs",
        Step.OVER: "the game is over",
    }
)
VARIANTS: Mapping[Variant, str] = MappingProxyType(
    {
        Variant.X_RACE: "X-Race",
        Variant.INTRODUCTORY: "introductory version",
        Variant.SHORTCUT: "Deadly Shortcut",
        Variant.CURSE: "Curse of the Temple",
    }
)

HIDDEN = "Stones of others are hidden, so what they think cannot be told:"
STILL_LEARNED = "so much the guess, left open, gained in whole games by what is still learned."
_MANNERS: Mapping[str, str] = MappingProxyType(
    {"value": "by the value", "points": "for VP now", "bits": "for what the answer tells"}
)
_STRICT: Sequence[tuple[float, str]] = ((inf, "always the best"), (20.0, "strictly"), (5.0, "mostly"), (0.0, "loosely"))
"""From so many times a choice's logarithm for each VP or bit."""


def awaited(now: Due) -> str:
    """What the table waits for."""
    whom = listed(now.players, "or")
    return {
        Step.PLAYERS: "the players",
        Step.ROLL: f"{whom} throws the dice",
        Step.TURN: f"{whom} turns every bear to another symbol",
        Step.GUESS: f"{whom} sets a wheel",
        Step.ANSWER: f"{whom} is told the answer",
        Step.EXCHANGE: f"{whom} exchanges a stone",
        Step.FINAL: f"final guesses of {listed(now.players, 'and')}",
        Step.REVEAL: f"the stones of {listed(now.players, 'and')}",
        Step.OVER: "nothing more",
    }[now.step]


def listed(words: Iterable[str], last: str) -> str:
    """a, b and c."""
    all_words = list(words)
    return f" {last} ".join([part for part in (", ".join(all_words[:-1]), *all_words[-1:]) if part])


def window(low: int, high: int) -> str:
    """The range that a wheel shows."""
    return str(low) if low == high else f"{low}-{high}"


def numbers(some: Sequence[int]) -> str:
    """1, 2 or 3."""
    return listed(map(str, some), "or")


def turns(choice: DieChoice) -> str:
    """What is done with the dice."""
    return listed((f"{shown} → {turned}" for shown, turned in choice.turns), "and") or "leave them"


def _against(now: float, later: float, other: str) -> str:
    """Why one choice beats another, by the VP it brings now and what it leaves for the final guesses."""
    parts = []
    for points, when in ((now, "from the wheel"), (later, "in the final guesses")):
        if abs(points) >= 0.005:
            parts.append(f"{amount(abs(points))} VP {'more' if points > 0 else 'less'} {when}")
    if not parts:
        return f"It is worth as much as {other}; the tie rule puts it first."
    return f"Against {other} it promises {listed(parts, 'and')}."


def manner(by: str, strict: float) -> str:
    """How somebody chooses; by, strict: as of `Manner` in the solver."""
    if by not in _MANNERS:
        return "without a pattern"
    return f"{_MANNERS[by]}, {next(word for least, word in _STRICT if strict >= least)}"


def reading(choice: WheelChoice) -> str:
    """A wheel and what it shows."""
    return f"{window(choice.low, choice.high)} on wheel {choice.wheel}"


def _now_and_later(first: WheelChoice, second: WheelChoice) -> tuple[float, float]:
    now = first.expected - second.expected
    if first.value is None or second.value is None:
        return now, 0.0
    return now, first.value - second.value - now


def conflict(error: Contradiction) -> str:
    """Which lines cannot all be true."""
    lines = sorted(error.lines + error.others)
    all_of_them = f"lines {listed(map(str, lines), 'and')} cannot all" if len(lines) > 1 else f"line {lines[0]} cannot"
    return f"No log fits: {all_of_them} be true."


def all_true(conflicts: Conflicts) -> str:
    """Which lines cannot all be true: the first smallest set."""
    lines = conflicts.sets[0]
    if not lines:
        return "No log fits: more stones are hidden than there are numbers left."
    named = f"lines {listed(map(str, lines), 'and')} cannot all" if len(lines) > 1 else f"line {lines[0]} cannot"
    return f"No log fits: {named} be true, given the stones seen."


def why_wheel(choices: Sequence[WheelChoice], total: int, smallest: int) -> str:
    """Why the first wheel and range beat the second. smallest: the wheel that is told no direction."""
    first = choices[0]
    told = f"{reading(first)} is right in {percent(first.right, total)} of your logs and worth {first.points} VP."
    if first.wheel == smallest:
        told += " If wrong, no direction is told."
    if len(choices) == 1:
        return f"{told} It is the only choice."
    return f"{told} {_against(*_now_and_later(first, choices[1]), reading(choices[1]))}"


def why_die(choices: Sequence[DieChoice]) -> str:
    """Why the first way to turn the dice beats the second."""
    first, second = choices[0], choices[1]
    told = f"{turns(first).capitalize()}: the best guess is then {reading(first.best)}."
    other = f"turning {turns(second)}" if second.turns else "leaving them"
    return f"{told} {_against(*_now_and_later(first.best, second.best), other)}"


def why_token(choices: Sequence[TokenChoice], total: int) -> str:
    """Why the first way to use the token, or leaving it, beats the second."""
    first, second = choices[0], choices[1]
    told = (
        f"One of {numbers(first.numbers)} is right in {percent(first.ways, total)} of your logs, and counts double."
        if len(first.numbers) > 1
        else f"{first.numbers[0]} is right in {percent(first.ways, total)} of your logs, and counts double."
        if first.numbers
        else "A double penalty outweighs what doubling could bring."
    )
    other = f"writing {numbers(second.numbers)}" if second.numbers else "leaving the token"
    later = 0.0 if first.value is None or second.value is None else first.value - second.value
    return f"{told} {_against(0.0, later, other)}"


def why_exchange(choices: Sequence[ExchangeChoice]) -> str:
    """Why the first stone beats the second."""
    first = choices[0]
    if len(choices) == 1:
        return f"Only the pile of the {first.symbol} stones has a stone left."
    later = 0.0 if first.value is None or choices[1].value is None else first.value - choices[1].value
    return f"Giving up the {first.symbol} costs the least knowledge. {_against(0.0, later, f'the {choices[1].symbol}')}"


def why_final(plan: FinalPlan, total: int, read: Mapping[FinalChoice, tuple[float | None, str]] | None = None) -> str:
    """Which symbol promises most, and which least. read: VP and chance to go by instead of the exact ones."""
    first = [choices[0] for choices in plan.symbols if choices[0].ways is not None]
    worth = read or {choice: (choice.expected, percent(choice.ways or 0, total)) for choice in first}
    known = [
        (expected, f"({numbers(choice.numbers)}: {share})", choice)
        for choice, (expected, share) in ((choice, worth[choice]) for choice in first)
        if expected is not None
    ]
    best = sorted(known, key=lambda each: -each[0])
    if not best:
        return "Nothing is left to guess."
    (_, most, surest), (_, least, worst) = best[0], best[-1]
    if worst.ways == total and len(worst.numbers) == 1:
        return "All stones are certain." if len(best) == len(plan.symbols) else "All other stones are certain."
    if surest is worst:
        return f"The {surest.symbol} is the only one left to guess {most}."
    return f"The {surest.symbol} promises most {most}, the {worst.symbol} least {least}."
