"""What setting a game up has in common, whichever game it is: the questions, the options, and the errors of both."""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from typing import Any, Protocol, TypeVar

from cli.desk import Question
from solver.errors import LineError, NotationError
from solver.record import Record
from solver.words import Words, as_word, name_meant

__all__ = ["OneSitting", "Options", "SettingUp", "Step", "by_option", "name_word", "player_meant", "refuse", "said"]

T = TypeVar("T")

NOBODY = "-"
"""Typed for `me` where nothing is hidden from whoever keeps the record."""


@dataclass(frozen=True, slots=True)
class Options:
    """The set-up as options give it; what is left out is None or (). stack: the bottom piece first.

    lines: lines of the set-up as the record has them, for what has no option of its own.
    """

    players: tuple[str, ...] = ()
    me: str | None = None
    variants: tuple[str, ...] = ()
    stack: tuple[str, ...] = ()
    wheels: str | None = None
    logs: tuple[str, ...] = ()
    pad: str | None = None
    lines: tuple[str, ...] = ()
    game: str | None = None


OPTIONS = {
    "players": "--player",
    "me": "--me",
    "variants": "--variant",
    "stack": "--stack",
    "wheels": "--wheels",
    "logs": "--log",
    "pad": "--pad",
    "lines": "--line",
    "game": "--game",
}
"""What the user calls them."""


@dataclass(frozen=True, slots=True)
class Step:
    """One question. event: what an answer means: one event, several, or None where it needs no line.

    Raises LineError.
    """

    name: str
    question: Question
    event: Callable[[str], Any]


class SettingUp(Protocol):
    """What `new` must know of a game. Questions whose answer needs no line are remembered for one sitting only."""

    @property
    def header(self) -> str:
        """The first line of a record, with its line break."""

    def next(self, record: Record[Any, Any]) -> Step | None:
        """The next question, None when the game can begin."""

    def unsettle(self, name: str) -> None:
        """Ask a question again whose answer needed no line."""

    def from_options(self, record: Record[Any, Any], given: Options) -> Record[Any, Any]:
        """Set a game up from options; what is left out takes its default. Raises LineError that names the option."""

    def keep(self, given: Options) -> list[str]:
        """Keep what was told for the next game, once this one is written; what the user should know.

        Raises FileError.
        """


class OneSitting:
    """Remembers for one sitting which questions are settled whose answer needs no line."""

    def __init__(self) -> None:
        self._settled: set[str] = set()

    def unsettle(self, name: str) -> None:
        """Ask a question again whose answer needed no line."""
        self._settled.discard(name)

    def which_one(self, players: Sequence[str], me: Callable[[str], Any], if_nobody: str) -> Step:
        """Ask which of the players keeps the record. me: gives the event of a name. if_nobody: when nobody does."""

        def event(typed: str) -> Any | None:
            if typed == NOBODY:
                self._settled.add("me")
                return None
            return me(player_meant(typed, players))

        asked = f"Which one are you? {' '.join(map(as_word, players))}; {NOBODY} if {if_nobody}"
        return Step("me", Question(said(asked), players), event)


def player_meant(typed: str, players: Sequence[str]) -> str:
    """The player whom an answer names. Raises NotationError."""
    # A name of several words may lack its quotes where nothing else can stand.
    player = name_meant(" ".join(Words(typed).all), players)
    if player is None:
        raise NotationError("nobody of that name plays", typed=typed, expected=" or ".join(players))
    return player


def said(words: str) -> Callable[[str], str]:
    """A prompt that does not change with what is typed."""
    return lambda _typed: f"{words}\n> "


def by_option(option: str, made: Callable[[], T]) -> T:
    """Make something of an option. Raises LineError that names it."""
    try:
        return made()
    except LineError as error:
        # There is no file yet, so a line says nothing.
        message = re.sub(r", on line \d+", "", error.message)
        raise type(error)(f"{option}: {message}", typed=error.typed, expected=error.expected) from error


def name_word(name: str) -> str:
    """Write a name that was given by itself as a word of a line. Raises NotationError: no line can hold a quote."""
    if '"' in name:
        raise NotationError("a quote stands in the name", typed=name, expected="a name without quotes")
    return as_word(name)


def refuse(given: Options, title: str, *known: str) -> None:
    """Raise NotationError for an option that a game does not know. known: names of fields of Options."""
    for each in fields(given):
        if each.name not in (*known, "game") and getattr(given, each.name) not in (None, ()):
            told = ", ".join(OPTIONS[name] for name in known)
            raise NotationError(f"{title} takes no such option", typed=OPTIONS[each.name], expected=told)
