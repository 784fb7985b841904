"""The loop at the table: a line typed, a line on disk, what it changed, and what is expected next."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Protocol, runtime_checkable

from rich.console import RenderableType
from rich.text import Text

from cli.desk import Desk, Question
from cli.outcome import BAD_INPUT, message
from cli.pieces import pairs, titled
from cli.session import ChangedOutside, Revision, Session
from solver.errors import DeductionError, IllegalEvent, NotationError
from solver.record import Record
from solver.words import Words

__all__ = ["COMMANDS", "Companion", "Secretive", "Table"]

COMMANDS: Mapping[str, str] = {
    "undo": "take the last line back, as often as you like",
    "redo": "do again what was undone",
    "edit": "edit 14: change line 14; edit 14 -: strike it out",
    "insert": "insert 14 TEXT: a forgotten line before line 14",
    "skip": "drop a line that is proposed again",
    "all": "take all lines that are proposed again, as far as they fit",
    "note": "note TEXT: write a comment",
    "lines": "the record with its line numbers; lines 50: from line 50 on",
    "hide": "blank the screen until a key is pressed",
    "help": "this help; so does ?",
    "quit": "leave; all is saved; so does exit",
}
"""What can be typed at every table, beside lines of the record."""

_ALIASES: Mapping[str, str] = {"?": "help", "exit": "quit"}
_SHORT: Mapping[str, str] = {"q": "quit", "u": "undo"}
"""Commands for which one letter is enough, where no line and no player is meant."""
_LONGEST = 1000
"""Characters of a typed line. A name has a few, a note a few hundred."""
_EDITED = re.compile(r"(?:edit|insert)\s+\d+\s+(.+)", re.ASCII | re.IGNORECASE)
"""An old line changed: the words of the new one."""
_MISFITS = 8
"""So many lines that no longer fit are shown."""
_EDIT = re.compile(r"(\d+)(?:\s+(.*))?", re.ASCII)


class Companion(Protocol):
    """What the loop must know of a game; a position is whatever its `look` gives."""

    @property
    def commands(self) -> Mapping[str, str]:
        """What can be asked beside COMMANDS, and what it tells."""

    def examples(self, now: Any) -> Mapping[str, str]:
        """What happens at the table as it may be typed, an example each, and what it means."""

    def look(self, record: Record[Any, Any]) -> Any:
        """Look at the record from the seat of the one who keeps it."""

    def understand(self, typed: str, record: Record[Any, Any], old: Any | None = None) -> Any:
        """Read typed words as an event where the record has led; old: the event whose place they take.

        Raises NotationError.
        """

    def proposed(self, now: Any) -> Any | None:
        """The event that Enter accepts."""

    def asked(self, now: Any) -> str:
        """What is expected next, in one sentence."""

    def words(self, now: Any) -> tuple[str, ...]:
        """The words that may be completed."""

    def opening(self, now: Any) -> list[RenderableType]:
        """The screen at the beginning of a sitting."""

    def changed(self, before: Any, now: Any) -> list[RenderableType]:
        """What a line changed."""

    def doubts(self, before: Any, now: Any) -> bool:
        """Whether the entries now contradict each other, or the stones, more than before."""

    def ask(self, command: str, rest: str, now: Any) -> list[RenderableType]:
        """Answer one of `commands`. Raises DeductionError."""


@runtime_checkable
class Secretive(Protocol):
    """A companion whose user notes what nobody else at the table may read over his shoulder.

    Typed lines are wiped then, and what is asked for stands on the screen until the next key is pressed, complaints as
    well, since they quote what was typed. The arrow keys bring back only lines that were not taken.
    """

    def veil(self, line: str, record: Record[Any, Any]) -> str:
        """The line without what its user alone has seen."""

    def glimpse(self, before: Any, now: Any) -> list[RenderableType]:
        """What to show until the next key, where the last line told something that its user alone has seen."""


class Table:
    """One sitting: a session, what is known of its game, and somebody who types."""

    def __init__(self, session: Session, companion: Companion, desk: Desk) -> None:
        self.session = session
        self.companion = companion
        self.desk = desk
        self.now = companion.look(session.record)
        self.secretive = companion if isinstance(companion, Secretive) else None
        self.over = False
        self.sealed = self._sealed()
        self.typed: list[str] = []
        """What was typed since the last line or command was done."""

    def sit(self) -> int:
        """Go on until the user leaves; the exit status."""
        self.desk.say(*self.companion.opening(self.now))
        while not self.over:
            self.typed = []
            try:
                typed = self.desk.ask(self._question())
                self.typed.append(typed)
                self._enter(typed)
                if self.secretive is not None:
                    self.desk.forget()
            except (EOFError, KeyboardInterrupt):
                break
            except ChangedOutside as error:
                if not self._settle(error):
                    return BAD_INPUT
            except DeductionError as error:
                if self._tells():
                    self.desk.clear()
                    self.desk.say(*self.companion.opening(self.now))
                    error = self._discreet(error)
                self._refuse(error)
                if not self.desk.patient:
                    return BAD_INPUT
        return 0

    # ---- what is asked ----

    def _question(self) -> Question:
        lines = [self.companion.asked(self.now)]
        again, proposal = self.session.again, self._proposal()
        if proposal:
            from_before = " (from before; skip drops it)" if proposal == again else ""
            lines.append(f"Enter: {self._veiled(proposal)}{from_before}")
        if again and proposal != again:
            lines.append(f"Does not fit yet, skip drops it: {self._veiled(again)}")
        prompt = "\n".join(["", *lines, "> "])
        commands = (*COMMANDS, *self.companion.commands)
        words = (*self.companion.words(self.now), *commands)
        return Question(lambda _typed: prompt, words, wiped=self.secretive is not None)

    def _proposal(self) -> str | None:
        """The line that Enter accepts, as the record has it: one from before as soon as it fits."""
        if self.session.again_fits:
            return self.session.again
        event = self.companion.proposed(self.now)
        return None if event is None else self.session.record.game.write(event)

    # ---- what is typed ----

    def _enter(self, typed: str) -> None:
        if len(typed) > _LONGEST:
            raise NotationError("too long for a line", typed=typed, expected=f"at most {_LONGEST} characters")
        first, _, rest = typed.partition(" ")
        # A game may await a card that nobody typed, which is written so.
        awaited = typed == "?" and typed in self.companion.words(self.now)
        command = first.casefold() if awaited else _ALIASES.get(first.casefold(), first.casefold())
        if command != "quit":
            self.session.look()
        if command in COMMANDS or command in self.companion.commands:
            self._command(command, rest.strip())
            return
        if not typed:
            self._accept_proposal()
            return
        try:
            event = self.companion.understand(typed, self.session.record)
        except NotationError:
            begun = [name for name in (*COMMANDS, *self.companion.commands) if name.startswith(command)]
            meant = _SHORT.get(typed.casefold()) or (begun[0] if len(begun) == 1 and len(command) > 2 else None)
            if meant is None:
                raise
            self._command(meant, rest.strip())
            return
        self._add(event, Words(typed).comment)

    def _accept_proposal(self) -> None:
        proposal = self._proposal()
        if proposal is None:
            raise NotationError("nothing is proposed here", expected="a line, or ? for help")
        words = Words(proposal)
        self._add(self.session.record.game.read(words), words.comment)

    def _add(self, event: Any, comment: str = "") -> None:
        try:
            line = self.session.add(event, comment)
        except IllegalEvent as error:
            earlier = "if it came earlier: insert and the number of the line it belongs before"
            expected = f"{error.expected}; {earlier}" if error.expected else earlier
            raise IllegalEvent(error.message, typed=error.typed, expected=expected) from error
        written = self.session.line(line)
        told = self.session.record.printed(written, line)
        self._go_on(f"{line}  {self._veil(told)}")

    def _go_on(self, told: str, *, telling: bool = False) -> None:
        """Show what a change led to, on an empty screen where the screen may still show what is sealed now.

        telling: whether the typed words do.
        """
        sealed = self._sealed()
        if telling or sealed - self.sealed:
            self.desk.clear()
        self.sealed = sealed
        before, self.now = self.now, self.companion.look(self.session.record)
        self.desk.say(Text(told, style="bold"), *self.companion.changed(before, self.now))
        if self.secretive is not None and (parts := self.secretive.glimpse(before, self.now)):
            self.desk.glimpse(*parts)

    def _sealed(self) -> frozenset[tuple[int, str]]:
        """The lines of the record that may not be printed as they are: where they stand, and what is printed."""
        record = self.session.record
        if record.game.sealed is None:
            return frozenset()
        lines = ((number, line, record.printed(line, number)) for number, line in enumerate(record.lines, 1))
        return frozenset((number, printed) for number, line, printed in lines if printed.split() != line.split())

    def _tells(self) -> bool:
        """Whether the words typed last, which may still stand on the screen, name what may not be printed."""
        record = self.session.record
        if record.game.sealed is None:
            return False
        for words in (each for typed in self.typed for each in (typed, *_EDITED.findall(typed))):
            if record.printed(words) != words:
                return True
            with suppress(DeductionError):
                if self._masked(self.companion.understand(words, record)) is not None:
                    return True
        return False

    def _discreet(self, error: DeductionError) -> DeductionError:
        """An error that may quote what was typed, as it may be printed."""
        if not isinstance(error, NotationError):
            return error
        return NotationError(error.message, typed=self.session.record.printed(error.typed), expected=error.expected)

    def _veiled(self, line: str) -> str:
        """A line as it may stand on the screen."""
        return self._veil(self.session.record.printed(line))

    def _veil(self, line: str) -> str:
        """A line without what the user alone has seen."""
        return line if self.secretive is None else self.secretive.veil(line, self.session.record)

    def _refuse(self, error: DeductionError) -> None:
        """Say why a line was not taken."""
        if self.secretive is None:
            self._complain(error)
        else:
            self.desk.glimpse(Text(message(error)), urgent=True)

    def _complain(self, error: DeductionError) -> None:
        self.desk.say(Text(message(error)))

    # ---- commands ----

    def _command(self, command: str, rest: str) -> None:
        if command in self.companion.commands:
            show = self.desk.page if self.secretive is None else self.desk.glimpse
            show(*self.companion.ask(command, rest, self.now))
            return
        run: Mapping[str, Callable[[str], None]] = {
            "undo": self._undo,
            "redo": self._redo,
            "edit": self._edit,
            "insert": self._insert,
            "skip": self._skip,
            "all": self._all,
            "note": self._note,
            "lines": self._lines,
            "hide": self._hide,
            "help": self._help,
            "quit": self._quit,
        }
        run[command](rest)

    def _undo(self, rest: str) -> None:
        """Take back one line, or so many."""

        def undone() -> str | None:
            before = self.session.record
            line = self.session.undo()
            return None if line is None else f"taken back: {self._veiled(before.printed(line))}"

        if not self._steps(undone, _times(rest, "undo")):
            raise IllegalEvent("nothing is left to undo", expected="edit LINE, to change the set-up")

    def _redo(self, rest: str) -> None:
        """Do one line again, or so many."""

        def done() -> str | None:
            line = self.session.redo()
            return None if line is None else f"done again: {self._veiled(line)}"

        if not self._steps(done, _times(rest, "redo")):
            raise IllegalEvent("nothing is left to do again", expected="a line")

    def _steps(self, step: Callable[[], str | None], times: int) -> bool:
        """Take so many steps, and show once where they led; whether all could be taken."""
        told = [told for told in (step() for _ in range(times)) if told is not None]
        if told:
            self._go_on("\n".join(told))
        return len(told) == times

    def _note(self, rest: str) -> None:
        if not rest:
            raise NotationError("the note is empty", expected="note TEXT")
        line = self.session.note(rest)
        self.desk.say(Text(f"{line}  # {rest if self.secretive is None else '…'}", style="bold"))

    def _skip(self, _rest: str) -> None:
        again = self.session.again
        if again is None or not self.session.skip():
            raise IllegalEvent("no line is proposed again", expected="a line")
        self._go_on(f"dropped: {self._veiled(again)}")

    def _all(self, _rest: str) -> None:
        """Take the lines that are proposed again; the first that does not fit ends it with its complaint."""
        if not self.session.again:
            raise IllegalEvent("no line is proposed again", expected="a line")
        while self.session.again_fits:
            self._accept_proposal()
        if self.session.again:
            typed = self.session.record.printed(self.session.again)
            raise IllegalEvent("this line does not fit yet", typed=typed, expected=self.companion.asked(self.now))

    def _lines(self, rest: str) -> None:
        record = self.session.record
        width = len(str(len(record.lines)))
        first = self._numbered(rest, "lines 50")[0] if rest else 1
        if not 1 <= first <= len(record.lines):
            raise NotationError("there is no such line", typed=rest, expected=f"a number from 1 to {len(record.lines)}")
        lines = (
            (number, record.printed(line, number)) for number, line in enumerate(record.lines, 1) if number >= first
        )
        show = self.desk.page if self.secretive is None else self.desk.glimpse
        show(*(Text(f"{number:>{width}}  {line}") for number, line in lines))

    def _hide(self, _rest: str) -> None:
        self.desk.hide()

    def _help(self, _rest: str) -> None:
        happening = pairs(self.companion.examples(self.now))
        asking = pairs({**self.companion.commands, **COMMANDS})
        self.desk.page(
            Text(f"Next: {self.companion.asked(self.now)}."),
            titled("What happens: a line of the record, as short as it is clear", happening),
            titled("What can be asked and done", asking),
        )

    def _quit(self, _rest: str) -> None:
        self.over = True

    # ---- an old line ----

    def _edit(self, rest: str) -> None:
        line, words = self._numbered(rest, "edit 14")
        before = self.session.event_on(line).event
        old = self.session.record.game.write(before)
        told = self.session.record.printed(old, line)
        if words is None:
            words = self._ask(f"line {line}, was: {told}", default=old if told == old else "")
        if words == old != told:
            self.desk.clear()
        if not words or words == old:
            self.desk.say(Text("Nothing was changed."))
            return
        event = None if words == "-" else self.companion.understand(words, self.session.before(line), before)
        comment = "" if event is None else Words(words).comment
        self._revise(self.session.revised(line, event, comment), f"line {line} was: {self._veil(told)}")

    def _insert(self, rest: str) -> None:
        line, words = self._numbered(rest, "insert 14 TEXT")
        self.session.event_on(line)
        if not words:
            words = self._ask(f"before line {line}")
        if not words:
            self.desk.say(Text("Nothing was changed."))
            return
        event = self.companion.understand(words, self.session.before(line))
        comment = Words(words).comment
        masked = self._masked(event)
        own = words if self.secretive is None else self._veil(self.session.record.game.write(event))
        told = f"inserted before line {line}: {masked or own}"
        self._revise(self.session.revised(line, event, comment, inserted=True), told)

    def _masked(self, event: Any) -> str | None:
        """The line of an event as it may be printed, None where it may be printed as it is."""
        record = self.session.record
        line = record.game.write(event)
        told = record.printed(line)
        return None if told == line else told

    def _ask(self, words: str, default: str = "") -> str:
        """Ask for one thing more; "" where the user gives up."""
        try:
            wiped = self.secretive is not None
            asked = Question(lambda _typed: f"{words}\n> ", default=default, fleeting=True, wiped=wiped)
            self.typed.append(self.desk.ask(asked))
            return self.typed[-1]
        except (EOFError, KeyboardInterrupt):
            return ""

    def _numbered(self, rest: str, like: str) -> tuple[int, str | None]:
        found = _EDIT.fullmatch(rest)
        if not found or len(found[1]) > 6:
            raise NotationError("no line is named", typed=rest, expected=f"{like}; lines shows the numbers")
        return int(found[1]), found[2]

    def _revise(self, revision: Revision, told: str) -> None:
        """Save a changed line; but ask first where something else no longer fits."""
        then = self.companion.look(revision.record)
        doubts = self.companion.doubts(self.now, then)
        if revision.misfits or doubts:
            if self._tells():
                self.desk.clear()
            # The reasons last: a whole page before them may scroll away, the question must not stand alone.
            self.desk.say(*self.companion.changed(self.now, then), Text(told), *self._misfits(revision))
            if self._ask("Save it? y saves, Enter leaves all as it was").casefold() not in ("y", "yes"):
                self.desk.say(Text("Nothing was changed."))
                return
        telling = self._tells()
        self.session.accept(revision)
        self._go_on(told, telling=telling)

    def _misfits(self, revision: Revision) -> list[RenderableType]:
        if revision.why is None:
            return []
        record = self.session.record
        count = len(revision.misfits)
        lines = ((number, record.printed(record.lines[number - 1], number)) for number in revision.misfits[:_MISFITS])
        shown = [Text(f"  {number}  {self._veil(line)}") for number, line in lines]
        more = len(revision.misfits) - len(shown)
        return [
            Text(f"! The first line that no longer fits: {revision.why}"),
            Text(f"{count} line{'s' if count > 1 else ''} would be proposed again, one by one, after this change:"),
            *shown,
            *([Text(f"  and {more} more")] if more else []),
        ]

    # ---- the file ----

    def _settle(self, error: ChangedOutside) -> bool:
        """Let the user choose what the file shall hold; whether the sitting goes on."""
        self._complain(error)
        gone = error.gone
        choices = "k writes this game anew" if gone else "r reads the file again, k keeps this game"
        while True:
            try:
                chosen = self.desk.ask(Question(lambda _typed: f"{choices}, q leaves\n> ")).casefold()
            except (EOFError, KeyboardInterrupt):
                return False
            if chosen == "q":
                return False
            try:
                if chosen == "k":
                    kept = self.session.keep_mine()
                    beside = f"; what stood there is now {kept.name}" if kept else ""
                    self.desk.say(Text(f"The file holds this game again{beside}. Type the last line once more."))
                    return True
                if chosen == "r" and not gone:
                    self.session.take_theirs()
                    self._go_on("read again")
                    return True
            except DeductionError as fault:
                self.desk.say(Text(message(fault)))
            if not self.desk.patient:
                return False


def _times(rest: str, command: str) -> int:
    """How often a step is wanted; once where nothing is said."""
    if rest and not (rest.isascii() and rest.isdecimal() and 0 < int(rest[:4]) < 1000):
        raise NotationError("not a number of steps", typed=rest, expected=f"{command}, or {command} 3")
    return int(rest[:4] or 1)
