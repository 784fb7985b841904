"""Entries that the rules allow and that hardly anybody means: signs of a slip where nothing contradicts itself."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from solver.lost_code.course import Course
from solver.lost_code.events import Event, Final, Guess, Symbol, Token
from solver.lost_code.state import State

__all__ = ["Oddity", "oddities"]


@dataclass(frozen=True, slots=True)
class Oddity:
    """An entry that is odd. message: one sentence."""

    line: int
    player: str
    message: str


def oddities(course: Course) -> tuple[Oddity, ...]:
    """Give what is odd, by line, as far as the rules allow the record.

    * A wheel that is certain to miss, whatever lies in the player's own log: by the stones that he saw then.
    * A number written with a shortcut token, or placed as a final guess, that the player saw lying elsewhere.

    Only stones that the record tells are looked at, so nothing is told of what the viewer cannot know.
    """
    found: list[Oddity] = []
    for state, entry in zip(course.states, course.entries, strict=False):
        if course.broken is None or entry is not course.entries[course.broken]:
            found += _odd(state, entry.event, entry.line)
    return tuple(found)


def _odd(state: State, event: Event, line: int) -> Iterator[Oddity]:
    match event:
        case Guess(player, low, high):
            sums = _sums(state, player)
            if sums and not any(low <= total <= high for total in sums):
                window = str(low) if low == high else f"{low}-{high}"
                below, above = [t for t in sums if t < low][-1:], [t for t in sums if t > high][:1]
                can = " or ".join([*(f"at most {t}" for t in below), *(f"at least {t}" for t in above)])
                yield Oddity(
                    line, player, f"{player}'s {window} is certain to miss: by the stones in sight the sum is {can}"
                )
        case Token(player, symbol, numbers):
            yield from _seen_numbers(state, player, ((symbol, numbers or ()),), line)
        case Final(player, guesses):
            yield from _seen_numbers(state, player, guesses, line)
        case _:
            return


def _seen_numbers(
    state: State, player: str, placed: tuple[tuple[Symbol, tuple[int, ...]], ...], line: int
) -> Iterator[Oddity]:
    for symbol, numbers in placed:
        seen = _seen(state, player, symbol)
        for number in numbers:
            if number in seen:
                where = f", on line {seen[number]}" if seen[number] else ""
                told = f"{player} wrote {symbol} {number}, which lies in sight{where}"
                yield Oddity(line, player, told)


def _seen(state: State, player: str, symbol: Symbol) -> dict[int, int]:
    """The numbers of a symbol that a player has seen -> the line that tells: all but what lies in his own log."""
    own = state.held(player, symbol)
    stones = (stone for owner in state.owners for stone in state.history(owner, symbol) if stone is not own)
    return {stone.number: stone.line for stone in stones if stone.number is not None}


def _sums(state: State, player: str) -> tuple[int, ...]:
    """The sums that the dice may have for a player by the stones that he sees, ascending."""
    sums = {0}
    for symbol, times in Counter(state.dice).items():
        numbers = [number for number in state.numbers if number not in _seen(state, player, symbol)]
        sums = {total + times * number for total in sums for number in numbers}
    return tuple(sorted(sums))
