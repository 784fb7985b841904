"""A game is a record: lines of text, each an event. All else is a function of it.

`load` reads a record and reports every fault that one pass can find; `dump` writes it back as it was.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from typing import Generic, TypeVar

from solver.errors import Fault, IllegalEvent, LineError, NotationError, RecordFaults
from solver.words import Words

__all__ = ["Draft", "Entry", "Game", "Record", "draft", "dump", "in_order", "load", "replay"]

E = TypeVar("E")
S = TypeVar("S")


@dataclass(frozen=True)
class Game(Generic[E, S]):
    """All that a record must know of a game."""

    name: str
    """The word after `game` in the first line."""
    read: Callable[[Words], E]
    """Read one line, or raise NotationError."""
    write: Callable[[E], str]
    """The line that reads back as the event."""
    start: S
    """The state before the first line."""
    apply: Callable[[S, E, int], S]
    """The state after an event that stands on a line, or IllegalEvent."""
    check: Callable[[S, E], None]
    """Raise IllegalEvent for what the set-up alone forbids, whatever was played."""
    set_up_order: Callable[[E], int | None]
    """In which order lines of the set-up take effect, whatever their order in the file; None for a move in play."""
    seated: Callable[[S], bool]
    """Whether so much is set up that there is a table to look at."""
    foundations: frozenset[str]
    """First words of lines of the set-up without which nothing after them can be judged."""
    sealed: Callable[[str, S, int | None], str] | None = None
    """A line as it may be printed where the record has led, without what nobody may be told; None where every line may.

    Given the line's text, the state, and where it stands: None for a line that does not stand there, or not any more.
    """
    keep: Callable[[S, S, Sequence[str]], S] | None = None
    """The first state, so that nothing after it tells what the second one, where a whole record leads, still hides.

    The lines are those behind it which no rule has judged, since one before them is wrong: they tell nothing either.
    """


@dataclass(frozen=True, slots=True)
class Entry(Generic[E]):
    """An event and the physical line, from 1, where it stands."""

    line: int
    event: E


@dataclass(frozen=True, slots=True)
class Record(Generic[E, S]):
    """A legal record. lines: the text as it was written. entries: its events. state: where they lead."""

    game: Game[E, S]
    lines: tuple[str, ...]
    entries: tuple[Entry[E], ...]
    state: S

    def printed(self, text: str, line: int | None = None) -> str:
        """A line of this record as it may be printed; line: where it stands, None for one that does not."""
        return text if self.game.sealed is None else self.game.sealed(text, self.state, line)

    def then(self, event: E) -> "Record[E, S]":
        """Give the record with one more line. Raises IllegalEvent where the rules forbid it."""
        entry = Entry(len(self.lines) + 1, event)
        entries = (*self.entries, entry)
        if self.game.set_up_order(event) is None:
            state = self.game.apply(self.state, event, entry.line)
        else:
            state = replay(self.game, entries)
        return Record(self.game, (*self.lines, self.game.write(event)), entries, state)


@dataclass(frozen=True, slots=True)
class Draft(Generic[E, S]):
    """A record that can be read, whether or not the rules allow it.

    record: the whole of it where they do, else None; then faults says where they do not, and good is what stands
    before the first of these places, None where that is no game by itself.
    """

    game: Game[E, S]
    lines: tuple[str, ...]
    entries: tuple[Entry[E], ...]
    record: Record[E, S] | None
    faults: tuple[Fault, ...] = ()
    good: Record[E, S] | None = None


def replay(game: Game[E, S], entries: tuple[Entry[E], ...]) -> S:
    """Give the state after the entries, the set-up first in its own order. Raises IllegalEvent."""
    state = game.start
    for entry in in_order(game, entries):
        state = game.apply(state, entry.event, entry.line)
    return state


def in_order(game: Game[E, S], entries: tuple[Entry[E], ...]) -> tuple[Entry[E], ...]:
    """The entries in the order in which they take effect."""
    set_up, play = _parts(game, entries)
    return (*set_up, *play)


def dump(record: Record[E, S]) -> str:
    """Write the record as text, comments and all."""
    return "".join(line + "\n" for line in record.lines)


def load(
    text: str, games: Mapping[str, Game[E, S]], before: int | None = None, hiding: S | None = None
) -> Record[E, S]:
    """Read a record. Raises RecordFaults with every fault that can be found.

    before: stop before that line; what the whole record hides stays hidden. hiding: where another record leads that
    hides something, which stays hidden as well.
    """
    lines, given = _lines(text, before), None if hiding is None else _Hidden(hiding)
    reading = _Reading(games, given)
    try:
        record = reading.read(lines)
    except RecordFaults:
        hidden = None if given is not None else _hidden(reading, text, before)
        if hidden is None:
            raise
    else:
        hidden = None if given is not None or before is None else _hidden(reading, text, before)
        if hidden is None:
            return record
    # What is said of a line tells nothing of what is hidden there or behind it.
    return _Reading(games, hidden).read(lines)


def draft(text: str, games: Mapping[str, Game[E, S]], before: int | None = None) -> Draft[E, S]:
    """Read on past what the rules forbid. before: stop before that line. Raises RecordFaults for an unreadable line."""
    lines = _lines(text, before)
    reading = _Reading(games)
    try:
        record = reading.read(lines)
    except RecordFaults as error:
        hidden = _hidden(reading, text, before)
        entries, faults, first = tuple(reading.entries), error.faults, error.faults[0].line
        if hidden is not None:
            faults = _faults(_Reading(games, hidden), lines)
        if reading.game is None or not error.readable:
            raise RecordFaults(faults, usable=error.usable, readable=error.readable, game=error.game) from None
        good = _Reading(games, hidden).read(lines[: first - 1]) if error.usable else None
        return Draft(reading.game, tuple(lines), entries, None, faults, good)
    if before is not None and (hidden := _hidden(reading, text, before)) is not None:
        record = _Reading(games, hidden).read(lines)
    return Draft(record.game, record.lines, record.entries, record)


@dataclass(frozen=True, slots=True)
class _Hidden(Generic[S]):
    """What a record hides: where it leads as far as it is good, and the lines behind that, which no rule has judged."""

    state: S
    behind: tuple[str, ...] = ()


def _hidden(reading: "_Reading[E, S]", text: str, before: int | None) -> _Hidden[S] | None:
    """What the whole text hides, of which the lines before that one were read; None for a game that hides nothing."""
    if before is None or reading.hidden() is None:
        return reading.hidden()
    whole = _Reading(reading.games)
    with suppress(RecordFaults):
        whole.read(_lines(text, None))
    return whole.hidden()


def _faults(reading: "_Reading[E, S]", lines: list[str]) -> tuple[Fault, ...]:
    try:
        reading.read(lines)
    except RecordFaults as error:
        return error.faults
    return ()


def _lines(text: str, before: int | None) -> list[str]:
    lines = [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]
    if not lines[-1]:
        lines.pop()
    if before is not None:
        del lines[max(before - 1, 0) :]
    return lines


class _Reading(Generic[E, S]):
    """One pass over the lines of a record."""

    def __init__(self, games: Mapping[str, Game[E, S]], hidden: _Hidden[S] | None = None) -> None:
        self.games = games
        self.hiding = hidden
        self.reached = 0
        self.state: S | None = None
        self.faults: list[Fault] = []
        self.entries: list[Entry[E]] = []
        self.shaken = False
        self.lines: list[str] = []
        self.game: Game[E, S] | None = None

    def read(self, lines: list[str]) -> Record[E, S]:
        game: Game[E, S] | None = None
        self.lines = lines
        self.game = None
        for number, line in enumerate(lines, 1):
            try:
                words = self._split(line)
                if not words:
                    continue
                if game is None:
                    game = self.game = self._header(words)
                else:
                    self._event(game, words, number)
            except NotationError as error:
                self._fault(number, error)
                if game is None:
                    break
        if game is None and not self.faults:
            self._fault(max(len(lines), 1), NotationError("nothing stands here", expected=self._first_line()))
        readable = not self.faults
        if game is not None:
            state = self.state = self._replay(game)
            if not self.faults:
                return Record(game, tuple(lines), tuple(self.entries), state)
        faults = tuple(sorted(self.faults, key=lambda fault: fault.line))
        usable = game is not None and self._usable(game, faults[0].line)
        raise RecordFaults(faults, usable=usable, readable=readable, game=game.name if game else "")

    def hidden(self) -> _Hidden[S] | None:
        """What the lines that were read hide; None for a game that hides nothing."""
        if self.game is None or self.game.keep is None or self.state is None:
            return None
        return _Hidden(self.state, tuple(self.lines[self.reached :]) if self.faults else ())

    def _split(self, line: str) -> Words:
        """Split a line into words; what is said of one that cannot be split quotes no more than may be printed."""
        try:
            return Words(line)
        except NotationError as error:
            game = self.game
            printed = self._printed(line.strip(), None)
            if game is None or error.typed not in line or printed == line.strip():
                raise
            raise NotationError(error.message, typed=printed, expected=error.expected) from None

    def _first_line(self) -> str:
        return "the first line to be " + " or ".join(f"“game {name}”" for name in self.games)

    def _header(self, words: Words) -> Game[E, S]:
        typed = words.left
        if words.take_plain(self._first_line()) != "game" or not words:
            raise NotationError("this does not say which game it is", typed=typed, expected=self._first_line())
        name = words.take_plain(self._first_line())
        words.end()
        if name not in self.games:
            raise NotationError("a game that is not known here", typed=typed, expected=self._first_line())
        return self.games[name]

    def _event(self, game: Game[E, S], words: Words, number: int) -> None:
        keyword = words.peek()
        try:
            self.entries.append(Entry(number, game.read(words)))
        except NotationError as error:
            self.shaken = self.shaken or keyword in game.foundations
            raise self._discreet(error, number) from None

    def _discreet(self, error: NotationError, line: int) -> NotationError:
        """What is said of a line that cannot be read: where some of it may not be printed, no word of it is quoted."""
        text = self.lines[line - 1].strip()
        printed = self._printed(text, None)
        if printed == text or not error.typed or error.typed in printed.split():
            return error
        return NotationError(error.message, typed=printed, expected=error.expected)

    def _replay(self, game: Game[E, S]) -> S:
        """Play the events as far as they go; after a fault in play, judge the rest by the set-up alone."""
        state = self._start(game)
        set_up, play = _parts(game, tuple(self.entries))
        for entry in set_up:
            if self.shaken:
                break
            try:
                state = game.apply(state, entry.event, entry.line)
            except IllegalEvent as error:
                self._fault(entry.line, error)
                self.shaken = game.write(entry.event).split()[0] in game.foundations
        for entry in [] if self.shaken else play:
            try:
                if any(fault.line < entry.line for fault in self.faults):
                    game.check(state, entry.event)
                else:
                    state = game.apply(state, entry.event, entry.line)
                    self.reached = entry.line
            except IllegalEvent as error:
                self._fault(entry.line, error, state)
        return state

    def _start(self, game: Game[E, S]) -> S:
        """The state before the first line."""
        if self.hiding is None or game.keep is None:
            return game.start
        return game.keep(game.start, self.hiding.state, self.hiding.behind)

    def _usable(self, game: Game[E, S], before: int) -> bool:
        try:
            return game.seated(replay(game, tuple(entry for entry in self.entries if entry.line < before)))
        except IllegalEvent:
            return False

    def _fault(self, line: int, error: LineError, state: S | None = None) -> None:
        """Note a fault; where no words are to blame, the whole line is. state: where the record has led by then."""
        typed = error.typed or self._printed("".join(self.lines[line - 1 : line]).strip(), state)
        self.faults.append(Fault(line, error.message, typed, error.expected))

    def _printed(self, text: str, state: S | None) -> str:
        """A line as it may be printed."""
        game = self.game
        if game is None or game.sealed is None:
            return text
        return game.sealed(text, self._start(game) if state is None else state, None)


def _parts(game: Game[E, S], entries: tuple[Entry[E], ...]) -> tuple[list[Entry[E]], list[Entry[E]]]:
    """Split into the set-up, in the order in which it takes effect, and the play."""
    set_up = list(takewhile(lambda entry: game.set_up_order(entry.event) is not None, entries))
    play = list(entries[len(set_up) :])
    set_up.sort(key=lambda entry: game.set_up_order(entry.event) or 0)
    return set_up, play
