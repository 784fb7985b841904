"""The program at a pseudo-terminal, key by key, and its screen as a person sees it."""

import re
import signal
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from copy import deepcopy
from shutil import which
from typing import Any

import pexpect
import pyte
from pyte import modes

from tests.console import PROGRAM, Console

__all__ = ["CTRL_C", "CTRL_D", "CTRL_U", "ENTER", "PATIENCE", "TAB", "UP", "Terminal", "seated"]

ENTER, TAB, UP, CTRL_C, CTRL_D, CTRL_U = "\r", "\t", "\x1b[A", "\x03", "\x04", "\x15"
PATIENCE = 60
"""Seconds after which a program that shows nothing of what is waited for has failed."""
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|[=>()][0B]?)")
_ASKING_BEGINS, _ASKING_ENDS = "\x1b[?2004h", "\x1b[?2004l"
_CURSOR, _OTHER_SCREEN, _PASTES = 25, 1049, 2004
"""Modes of a terminal. The cursor is hidden while something is drawn; pastes are marked for exactly as long as a line
is being edited or a key waited for."""


class _Screen(pyte.Screen):
    """The screen, the other screen behind it, and whether somebody is expected to type."""

    def __init__(self, columns: int, rows: int) -> None:
        self.asked = 0
        """How many times a line, or a key, was waited for so far."""
        self.editing = self.drawn = self.other = False
        self.top = 0
        """The row where the prompt begins."""
        self.too_long: list[str] = []
        """What ran over the right edge."""
        self.first_screen: Any = None
        self.answer: Callable[[str], None] = lambda _: None
        """How the terminal answers when it is asked where the cursor is."""
        super().__init__(columns, rows)

    def set_mode(self, *mode: int, **how: Any) -> None:
        super().set_mode(*mode, **how)
        if not how.get("private"):
            return
        if _OTHER_SCREEN in mode:
            self.first_screen = deepcopy((self.buffer, self.cursor))
            self.erase_in_display(2)
            self.other = True
        if _PASTES in mode:
            self.asked += 1
            self.editing, self.drawn, self.top = True, False, self.cursor.y
        if _CURSOR in mode:
            self.drawn = self.editing

    def reset_mode(self, *mode: int, **how: Any) -> None:
        super().reset_mode(*mode, **how)
        if not how.get("private"):
            return
        if _PASTES in mode:
            self.editing = False
        if _CURSOR in mode:
            self.drawn = False
        if _OTHER_SCREEN in mode:
            self.buffer, self.cursor = self.first_screen
            self.other = False

    def write_process_input(self, data: str) -> None:
        self.answer(data)

    def index(self) -> None:
        if self.cursor.y == self.lines - 1:
            self.top -= 1
        super().index()

    def draw(self, data: str) -> None:
        # While a line is edited the program breaks lines itself, and has told the terminal not to.
        room = self.columns - self.cursor.x
        if modes.DECAWM in self.mode and sum(map(_width, data)) > room:
            self.too_long.append("".join(self.row(self.cursor.y)) + data)
        super().draw(data)

    def row(self, number: int) -> list[str]:
        """The characters of a row, "" beside a wide one."""
        return [self.buffer[number][column].data for column in range(self.columns)]


def _width(character: str) -> int:
    return int(pyte.screens.wcwidth(character))


class Terminal:
    """A terminal in which the program runs. Everything that it sends is kept in `raw`."""

    def __init__(self, child: Any, rows: int, columns: int) -> None:
        self.child = child
        self.screen = _Screen(columns, rows)
        self.screen.answer = child.send
        self.stream = pyte.ByteStream(self.screen)
        self.raw = bytearray()
        self.mark = 0
        """How much had been sent when a line was ended last."""
        self.gone = False
        self.keys = 0
        """How many bytes were typed."""

    # ---- reading ----

    def wait(self, until: Callable[[], bool]) -> None:
        """Read until something is so; that the program has left ends it, too."""
        while not (until() or self.gone):
            try:
                part = self.child.read_nonblocking(1 << 16, PATIENCE)
            except pexpect.EOF:
                self.gone = True
            except pexpect.TIMEOUT:
                raise AssertionError(f"waited in vain. The screen:\n{self.picture}") from None
            else:
                self.raw += part
                self.stream.feed(part)

    @property
    def ready(self) -> bool:
        """Whether the prompt, or a blank screen, is drawn and a key is waited for."""
        return self.screen.editing and self.screen.drawn

    @property
    def rows(self) -> list[str]:
        """The rows of the screen, without the blanks at their ends."""
        return ["".join(self.screen.row(number)).rstrip() for number in range(self.screen.lines)]

    @property
    def picture(self) -> str:
        """The screen as one text."""
        return "\n".join(self.rows)

    @property
    def asked(self) -> str:
        """What stands before the words that are typed, with every line break as a space."""
        first, last = max(self.screen.top, 0), self.screen.cursor.y
        return " ".join(" ".join(self.rows[first:last]).split())

    @property
    def typed(self) -> str:
        """The words typed so far, if they have room in the row of the cursor."""
        row = "".join(self.screen.row(self.screen.cursor.y)[: self.screen.cursor.x])
        return row.partition("> ")[2]

    @property
    def said(self) -> str:
        """What was printed since a line was ended last, without prompts, and with every line break as a space."""
        text = bytes(self.raw[self.mark :]).decode(errors="replace")
        parts = text.split(_ASKING_ENDS)[1 if self.mark else 0 :]
        return " ".join(_ESCAPE.sub("", "".join(part.partition(_ASKING_BEGINS)[0] for part in parts)).split())

    @property
    def paged(self) -> bool:
        """Whether there is more to see than the screen holds."""
        return self.rows[self.screen.cursor.y].startswith("Enter: more")

    # ---- typing ----

    def send(self, keys: str) -> None:
        """Press keys and wait for nothing."""
        raw = keys.encode()
        self.keys += len(raw)
        self.child.send(raw)

    def type(self, words: str) -> None:
        """Type words, and see them stand in the line."""
        then = self.typed + words
        self.send(words)
        self.wait(lambda: self.typed == then)
        assert not self.gone, self.picture

    def press(self, keys: str) -> None:
        """Press keys that end the line, and wait until the next is asked for, or the program has left."""
        self.mark = len(self.raw)
        self._go_on(keys)

    def _go_on(self, keys: str) -> None:
        before = self.screen.asked
        self.send(keys)
        self.wait(lambda: self.screen.asked > before and self.ready)

    def enter(self, words: str) -> str:
        """Type a line and Enter, and see all of what is printed then."""
        self.press(words + ENTER)
        while self.paged:
            self._go_on(ENTER)
        return self.said

    # ---- the end ----

    def kill(self) -> None:
        """End the program as a power cut would, and read nothing more."""
        if not self.gone or self.child.isalive():
            self.child.kill(signal.SIGKILL)
        self.child.wait()

    def left(self) -> int:
        """Wait for the program to leave of its own accord; its exit status."""
        self.wait(lambda: False)
        self.child.wait()
        assert self.child.exitstatus is not None, f"ended by signal {self.child.signalstatus}"
        return int(self.child.exitstatus)


@contextmanager
def seated(
    console: Console,
    *arguments: str,
    rows: int = 24,
    columns: int = 80,
    program: Sequence[str] = (PROGRAM,),
    measured: bool = False,
    placed: bool = False,
    environment: Mapping[str, str] | None = None,
) -> Iterator[Terminal]:
    """Start the program at a terminal of that size and wait until it asks for something or has left.

    measured: whether it counts for the coverage, which makes each start slower; a program that is killed never counts.
    placed: whether it asks where the cursor is, which it must know to show a line at the foot of the screen.
    """
    own = {"TERM": "xterm-256color"} | ({} if placed else {"PROMPT_TOOLKIT_NO_CPR": "1"})
    wanted = console.environment(**own, **environment or {})
    # The size is the terminal's.
    del wanted["COLUMNS"]
    if not measured:
        wanted = {name: value for name, value in wanted.items() if not name.startswith("COV")}
    command, *rest = [*program, *arguments]
    # A child that fails before the program starts would go on as a second pytest.
    assert console.folder.is_dir()
    assert which(command)
    with warnings.catch_warnings():
        # Python 3.12 and later warn of a fork beside threads, as pytest -n has; the child starts the program at once.
        warnings.simplefilter("ignore", DeprecationWarning)
        child = pexpect.spawn(command, rest, cwd=str(console.folder), env=wanted, dimensions=(rows, columns))
    child.delaybeforesend = child.delayafterclose = child.delayafterterminate = None
    child.ptyproc.delayafterclose = child.ptyproc.delayafterterminate = 0
    at = Terminal(child, rows, columns)
    try:
        at.wait(lambda: at.ready)
        yield at
    finally:
        if child.isalive():
            at.kill()
        child.delayafterclose = child.delayafterterminate = 0
        child.close(force=False)
