"""A game that is being written down: its file, its record, and every step back and forth.

Each change is on disk before it counts. What somebody else wrote into the file meanwhile is never overwritten unasked.
"""

import shutil
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import takewhile, zip_longest
from pathlib import Path
from typing import Any

from cli.files import LARGEST, FileError, read_text, save, shown
from solver.errors import DeductionError, Fault, LineError, NotationError, RecordFaults
from solver.games import read
from solver.record import Entry, Record
from solver.words import Words

__all__ = ["ChangedOutside", "Revision", "Session"]

AGAIN = "# again: "
"""Begins a comment that keeps a line which an earlier change pushed out of the game; it is proposed again."""


class ChangedOutside(DeductionError):
    """The file is not as this session left it. gone: it is there no more."""

    def __init__(self, path: Path, *, gone: bool) -> None:
        what = "is gone" if gone else "was changed by another program"
        super().__init__(f"{shown(str(path))} {what}; nothing was overwritten")
        self.gone = gone


@dataclass(frozen=True, slots=True)
class Revision:
    """An old line changed, and not yet saved.

    text: the file as it would be. record: it, without what the game as it is still hides. misfits: the lines of
    today's file that would no longer fit, or stand behind one that does not; they would be kept as comments and
    proposed again. why: what is wrong with the first of them.
    """

    text: str
    record: Record[Any, Any]
    misfits: tuple[int, ...]
    why: Fault | None


@dataclass
class Session:
    """The record in a file.

    text: the game. on_disk: what this session knows to be in the file, None while there is none.
    """

    path: Path
    text: str
    record: Record[Any, Any]
    on_disk: str | None
    _before: list[str] = field(default_factory=list)
    _after: list[str] = field(default_factory=list)

    @classmethod
    def opened(cls, path: Path) -> "Session":
        """Read a game. Raises FileError and RecordFaults."""
        if not path.is_file():
            raise FileError(f"{shown(str(path))}: this is no plain file; expected the file of a game")
        text = read_text(str(path))
        return cls(path, text, read(text), text)

    @classmethod
    def begun(cls, path: Path, header: str) -> "Session":
        """Begin a game whose file is made with its first entry; an empty one that is there already will do.

        Raises FileError and RecordFaults.
        """
        text = read_text(str(path)) if path.exists() else None
        game = text if text and text.strip() else header
        return cls(path, game, read(game), text)

    # ---- forward ----

    def add(self, event: Any, comment: str = "") -> int:
        """Write one more event; the number of its line. Raises IllegalEvent, FileError and ChangedOutside."""
        line = self.record.then(event).lines[-1]
        return self._insert(line, comment, unless=line)

    def add_all(self, events: Sequence[Any]) -> None:
        """Write events of one answer, which are taken back together. Raises as `add` does."""
        record = self.record
        for event in events:
            record = record.then(event)
        new = record.lines[len(self.record.lines) :]
        self._change(self._joined([*self._lines(), *new]))

    def note(self, words: str) -> int:
        """Write a comment; the number of its line. Raises NotationError, FileError and ChangedOutside."""
        # A note that looks like a line to be entered again is none.
        note = f"#  {words}" if f"# {words}".startswith(AGAIN) else f"# {words}"
        Words(note)
        return self._insert(note)

    def _insert(self, line: str, comment: str = "", unless: str | None = None) -> int:
        """Put a line before those that are to be entered again.

        The first of these is struck out if it is the same (unless); its comment stays where there is no new one.
        """
        lines = self._lines()
        again = self._again()
        place = again[0] if again else len(lines)
        if again and unless is not None and self._as_written(lines[place]) == unless:
            comment = comment or Words(lines[place].removeprefix(AGAIN)).comment
            del lines[place]
        lines.insert(place, f"{line}  {comment}".rstrip())
        self._change(self._joined(lines))
        return place + 1

    @property
    def again(self) -> str | None:
        """The line that an earlier change pushed out and that comes next, if there is one."""
        again = self._again()
        return self._lines()[again[0]].removeprefix(AGAIN) if again else None

    @property
    def again_fits(self) -> bool:
        """Whether the line that comes again is legal now."""
        again = self.again
        try:
            return again is not None and bool(self.record.then(self.record.game.read(Words(again))))
        except LineError:
            return False

    def skip(self) -> bool:
        """Drop the line that would come again; whether there was one. Raises FileError and ChangedOutside."""
        again = self._again()
        if again:
            lines = self._lines()
            del lines[again[0]]
            self._change(self._joined(lines))
        return bool(again)

    def _again(self) -> list[int]:
        """The places of lines to be entered again: comments behind the last entry that read as one."""
        last = max((entry.line for entry in self.record.entries), default=0)
        return [place for place, line in enumerate(self._lines()) if place >= last and self._is_again(line)]

    def _is_again(self, line: str) -> bool:
        try:
            return line.startswith(AGAIN) and bool(self._as_written(line))
        except NotationError:
            return False

    def _as_written(self, line: str) -> str:
        words = Words(line.removeprefix(AGAIN))
        return self.record.game.write(self.record.game.read(words))

    # ---- back ----

    def undo(self, *, set_up: bool = False) -> str | None:
        """Take back the last change, also of an earlier sitting; what was taken back, None if nothing is left.

        set_up: lines of the set-up, too. Raises FileError and ChangedOutside.
        """
        if self._before:
            earlier = self._before[-1]
            undone = _first_only(self.text, earlier) or _first_only(earlier, self.text)
            self._write(earlier)
            self._before.pop()
        else:
            lines = self._lines()
            again = self._again()
            said = (n for n, line in enumerate(lines) if line.strip() and n not in again)
            last = max(said, default=0)
            if last < (1 if set_up else self._set_up_end()):
                return None
            earlier, undone = self._joined([*lines[:last], *lines[last + 1 :]]), lines[last]
            self._write(earlier)
        return undone

    def redo(self) -> str | None:
        """Do again what was undone last; what it was. Raises FileError and ChangedOutside."""
        if not self._after:
            return None
        before, later = self.text, self._after[-1]
        done = _first_only(later, before) or _first_only(before, later)
        self._put(later)
        self._after.pop()
        self._before.append(before)
        return done

    def _set_up_end(self) -> int:
        """How many lines reach to the end of the set-up."""
        game = self.record.game
        # A line of the set-up may also stand later, in play.
        set_up = takewhile(lambda entry: game.set_up_order(entry.event) is not None, self.record.entries)
        return max((entry.line for entry in set_up), default=1)

    # ---- an old line ----

    def event_on(self, line: int) -> Entry[Any]:
        """The entry on a line. Raises NotationError where none stands."""
        for entry in self.record.entries:
            if entry.line == line:
                return entry
        expected = f"the number of a line with an entry, at most {len(self._lines())}"
        raise NotationError("no entry stands there", typed=str(line), expected=expected)

    def line(self, number: int) -> str:
        """The text of a line, without its comment."""
        return self.record.game.write(self.event_on(number).event)

    def before(self, line: int) -> Record[Any, Any]:
        """The record as it was before a line."""
        return read(self.text, line)

    def revised(self, line: int, event: Any | None, comment: str = "", *, inserted: bool = False) -> Revision:
        """Give what would be if a line read differently (None: were not there), or if one more stood before it.

        comment: "" keeps that of the old line. Raises RecordFaults where the new line itself cannot stand.
        """
        lines = self._lines()
        old = lines[line - 1]
        comment = comment or ("" if inserted else Words(old).comment)
        new = [] if event is None else [f"{self.record.game.write(event)}  {comment}".rstrip()]
        lines[line - 1 : line] = [*new, old] if inserted else new
        shift = len(lines) - len(self._lines())
        try:
            text = self._joined(lines)
            return Revision(text, read(text, hiding=self.record.state), (), None)
        except RecordFaults as error:
            first = error.faults[0]
        if first.line <= line - 1 + len(new):
            raise RecordFaults((first,), usable=True)
        out = [n for n in range(first.line, len(lines) + 1) if Words(lines[n - 1])]
        for number in out:
            lines[number - 1] = AGAIN + lines[number - 1]
        text = self._joined(lines)
        record = read(text, hiding=self.record.state)
        return Revision(text, record, tuple(number - shift for number in out), first)

    def accept(self, revision: Revision) -> None:
        """Save a revision. Raises FileError and ChangedOutside."""
        self._change(revision.text)

    # ---- the file ----

    def look(self) -> None:
        """Make sure that the file is as this session left it. Raises FileError and ChangedOutside."""
        there = self._there()
        if there != self.on_disk:
            raise ChangedOutside(self.path, gone=there is None)

    def take_theirs(self) -> None:
        """Go on with the file as it is now. Raises FileError and RecordFaults."""
        text = self._there()
        record = read(text or "")
        if not record.game.seated(record.state):
            raise FileError(f"{shown(str(self.path))} holds no game that is set up; it was left as it is")
        self.record = record
        self._before.append(self.text)
        self.text, self.on_disk, self._after = text or "", text, []

    def keep_mine(self) -> Path | None:
        """Write the game as this session knows it; what stood there is kept beside it under the path given back."""
        kept = None
        if self.path.exists():
            names = (f"{self.path.name}.outside{f'-{n}' if n > 1 else ''}" for n in range(1, 1000))
            kept = next(each for name in names if not (each := self.path.with_name(name)).exists())
            _put_aside(self.path, kept)
        save(self.path, self.text)
        self.on_disk = self.text
        return kept

    def _there(self) -> str | None:
        """What the file holds, None if it is not there. Raises ChangedOutside for what is no game's file any more."""
        if not self.path.exists():
            return None
        try:
            if self.path.is_file():
                return read_text(str(self.path))
        except FileError as error:
            raise ChangedOutside(self.path, gone=False) from error
        raise ChangedOutside(self.path, gone=False)

    def _change(self, text: str) -> None:
        before = self.text
        self._put(text)
        self._before.append(before)
        self._after = []

    def _write(self, text: str) -> None:
        """Go back to a text; what is left can be done again."""
        later = self.text
        self._put(text)
        self._after.append(later)

    def _put(self, text: str) -> None:
        """Bring a text to disk, then take it as the game."""
        if len(text.encode("utf-8", "surrogateescape")) > LARGEST:
            raise FileError(f"the record would be larger than {LARGEST:,} bytes; expected a few thousand")
        record = read(text)
        self.look()
        save(self.path, text)
        self.text, self.on_disk, self.record = text, text, record

    def _lines(self) -> list[str]:
        return self.text.splitlines()

    def _joined(self, lines: list[str]) -> str:
        ends = "\r\n" if "\r\n" in self.text else "\n"
        return "".join(line + ends for line in lines)


def _first_only(text: str, other: str) -> str:
    """The first line of a text where another differs from it, "" if it only is shorter."""
    lines, others = text.splitlines(), other.splitlines()
    differ = (one for one, two in zip_longest(lines, others) if one != two)
    first = next(differ, None)
    return first if first is not None and len(lines) >= len(others) else ""


def _put_aside(path: Path, kept: Path) -> None:
    """Keep what stands at a path under another name. Raises FileError.

    A file stays where it is as well, so that there is no moment without a game; anything else is moved.
    """
    try:
        if path.is_file():
            shutil.copy2(path, kept)
        else:
            path.rename(kept)
    except OSError as error:
        told = f"{shown(str(path))} cannot be put aside: {error.strerror or error}; it was left as it is"
        raise FileError(told) from error
