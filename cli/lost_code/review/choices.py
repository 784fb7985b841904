"""Choices in words: “9–10 on wheel 2”, “gave up bear”; and which other choice a decision is held against."""

from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from cli.lost_code.review.names import LABEL_NAMES
from cli.lost_code.words import listed
from solver.lost_code.events import Event, Exchange, Final, Guess, Token, Turn
from solver.lost_code.notation import write
from solver.lost_code.review.values import Choice, Decision, Kind, Label, PlayerReview

__all__ = [
    "NOTHING",
    "against",
    "alike",
    "apart",
    "better_choice",
    "by_chance",
    "choice_words",
    "events_words",
    "for_the_win",
    "label_words",
    "range_words",
    "rounds_of",
    "short_choice",
]

Events: TypeAlias = tuple[Event, ...]

NOTHING = 1e-9
"""VP, or chance, below which a difference is that of adding up."""


def range_words(low: int, high: int) -> str:
    """9–13, or one number."""
    return str(low) if low == high else f"{low}–{high}"


def choice_words(choice: Choice, decision: Decision) -> str:
    """A choice in words: “9–13 on wheel 5”, “gave up bear”, “left the dice”, “bear 3 or 4; jaguar 5”."""
    if not choice.events:
        return _refused(decision)
    return events_words(choice.events)


def events_words(events: Iterable[Event]) -> str:
    """Events of a decision in words; “nothing” where there are none."""
    return " and ".join(map(_event_words, events)) or "nothing"


def apart(one: Events, other: Events) -> tuple[Events, Events]:
    """Two ways to decide, to be held against each other: of final guesses only those that differ."""
    match one, other:
        case (Final(player, some),), (Final(_, others),):
            mine, its = dict(some), dict(others)
            differ = [symbol for symbol in mine | its if set(mine.get(symbol, ())) != set(its.get(symbol, ()))]
            made = [Final(player, tuple((symbol, of.get(symbol, ())) for symbol in differ)) for of in (mine, its)]
            return (made[0],), (made[1],)
        case _:
            return one, other


def alike(one: Choice, other: Choice) -> bool:
    """Whether two choices decide the same; the order in which final guesses are named is no matter."""
    mine, its = apart(one.events, other.events)
    return mine == its


def against(decision: Decision, other: Choice) -> tuple[str, str]:
    """What was chosen and another choice, in words, to be held against each other."""
    chosen, its = apart(decision.chosen.events, other.events)
    return choice_words(replace(other, events=chosen), decision), choice_words(replace(other, events=its), decision)


def rounds_of(player: PlayerReview) -> int:
    """How many rounds the game had; 0 where nothing is told of it."""
    return max((point.round for point in player.course), default=0)


def by_chance(decision: Decision, rounds: int) -> bool:
    """Whether the chance to win decided what a decision is called: bets and dice of the last round, final guesses."""
    kinds = set(decision.kinds)
    return Kind.FINAL in kinds or (decision.round == rounds and bool(kinds & {Kind.DIE, Kind.WHEEL, Kind.RANGE}))


def for_the_win(decision: Decision, rounds: int) -> bool:
    """Whether a decision is held against the best for winning: that was judged, or nothing else was lost."""
    judged = by_chance(decision, rounds) or decision.loss.points > -NOTHING
    return judged and decision.loss.win < -NOTHING


def better_choice(decision: Decision, rounds: int) -> Choice:
    """What a decision is held against: the best for winning, or the best in VP."""
    return decision.winner if for_the_win(decision, rounds) else decision.best


def label_words(decision: Decision) -> str:
    """What a decision is called in a column."""
    if decision.label is Label.BEST and decision.loss.points < -NOTHING:
        return "cost no win"
    return LABEL_NAMES[decision.label]


def short_choice(choice: Choice, decision: Decision) -> str:
    """The same for a narrow column."""
    if not choice.events:
        return _refused(decision)
    return ", ".join(map(_short_event, choice.events))


def _refused(decision: Decision) -> str:
    return "left the token" if Kind.TOKEN in decision.kinds else "left the dice"


def _event_words(event: Event) -> str:
    match event:
        case Guess(low=low, high=high):
            return f"{range_words(low, high)} on wheel {high - low + 1}"
        case Turn(shown, turned):
            return f"turned {shown} to {turned}"
        case Token(symbol=symbol, numbers=numbers):
            written = "" if numbers is None else f" and wrote {listed(map(str, numbers), 'or')}"
            return f"took the {symbol} token{written}"
        case Exchange(symbol=symbol):
            return f"gave up {symbol}"
        case Final(guesses=guesses):
            placed = "; ".join(f"{symbol} {listed(map(str, some), 'or') or 'none'}" for symbol, some in guesses)
            return placed or "no final guess"
        case _:
            return write(event)


def _short_event(event: Event) -> str:
    match event:
        case Guess(low=low, high=high):
            return f"{range_words(low, high)} ({high - low + 1})"
        case Turn(shown, turned):
            return f"{shown} → {turned}"
        case Token(symbol=symbol, numbers=numbers):
            return " ".join([str(symbol), *map(str, numbers or ("?",))])
        case Exchange(symbol=symbol):
            return str(symbol)
        case Final(guesses=guesses):
            return ", ".join(" ".join([symbol, *(map(str, some) if some else "–")]) for symbol, some in guesses)
        case _:
            return write(event)
