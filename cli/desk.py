"""Where lines are typed and screens are shown: a terminal with completion and history, or plain lines from a pipe."""

import os
import shutil
import sys
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from rich.cells import cell_len
from rich.text import Text

from cli.outcome import console, put, rendered

if TYPE_CHECKING:
    from prompt_toolkit.completion import Completer
    from prompt_toolkit.document import Document
    from rich.console import RenderableType

__all__ = ["Desk", "Question", "desk"]


CLEARED = "\x1b[H\x1b[2J\x1b[3J"
"""What makes a terminal forget its screen, and what was scrolled out of it."""


def _nothing(_typed: str) -> str:
    return ""


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked in one line.

    prompt: what stands before the typed words, which may change with them. words: what Tab completes. complaint: what
    is wrong with the words typed so far, "" for nothing. default: words to begin with. fleeting: Ctrl-C leaves it even
    where something is typed. wiped: on a terminal nothing is left of question and answer.
    """

    prompt: Callable[[str], str]
    words: Sequence[str] = ()
    complaint: Callable[[str], str] = _nothing
    default: str = ""
    fleeting: bool = False
    wiped: bool = False


class Desk(Protocol):
    """Somebody who types and reads."""

    patient: bool
    """Whether a person sits there, who can be asked again after a mistake."""

    def ask(self, question: Question) -> str:
        """Wait for a line, without the blanks around it. Raises EOFError at the end and KeyboardInterrupt."""

    def say(self, *parts: "RenderableType") -> None:
        """Show something."""

    def page(self, *parts: "RenderableType") -> None:
        """Show something that may be longer than the screen, a screenful at a time."""

    def glimpse(self, *parts: "RenderableType", urgent: bool = False) -> None:
        """Show something until a key is pressed, which begins the next line; a terminal keeps no trace of it.

        urgent: also where more lines were pasted, which are not read meanwhile.
        """

    def hide(self) -> None:
        """Show nothing until a key is pressed."""

    def clear(self) -> None:
        """Take away all that the screen shows, and what was scrolled out of it."""

    def forget(self) -> None:
        """Bring none of the lines typed so far back by the arrow keys."""


def desk(history: Sequence[str] | None = ()) -> Desk:
    """The desk that standard input and output are.

    history: lines for the arrow keys, oldest first; None where no typed line may be brought back.
    """
    if sys.stdin is None or not (sys.stdin.isatty() and sys.stdout.isatty()):
        return _Pipe(patient=sys.stdin is not None and sys.stdin.isatty())
    if os.environ.get("TERM") in ("dumb", "unknown", None, ""):
        return _Pipe(patient=True)
    return _Terminal(history)


def _wrapped(prompt: str) -> str:
    """The prompt with its lines broken between words where the screen ends; the last one is typed behind."""
    width = max(shutil.get_terminal_size().columns - 1, 10)
    *lines, last = prompt.split("\n")
    # Columns are counted, not characters: those of some languages take two.
    broken = (part.plain.rstrip() for line in lines for part in Text(line or " ").wrap(console(), width))
    return "\n".join([*broken, last])


class _Screen:
    def say(self, *parts: "RenderableType") -> None:
        put(rendered(parts))


class _Pipe(_Screen):
    """Plain lines: nothing but text goes out, and each line that comes in is an answer."""

    def __init__(self, *, patient: bool) -> None:
        self.patient = patient

    def ask(self, question: Question) -> str:
        put(_wrapped(question.prompt("")))
        line = sys.stdin.readline() if sys.stdin is not None else ""
        put("\n")
        if not line:
            raise EOFError
        return line.strip()

    def page(self, *parts: "RenderableType") -> None:
        self.say(*parts)

    def glimpse(self, *parts: "RenderableType", urgent: bool = False) -> None:  # noqa: ARG002 - nothing is pasted here
        self.say(*parts)

    def hide(self) -> None:
        put("Nothing can be hidden here: this is no terminal.\n")

    def clear(self) -> None:
        """There is no screen to clear."""

    def forget(self) -> None:
        """There are no arrow keys."""


class _Terminal(_Screen):
    """A terminal, by prompt_toolkit."""

    patient = True

    def __init__(self, history: Sequence[str] | None) -> None:
        from prompt_toolkit import PromptSession  # noqa: PLC0415 - not needed where stdin is no terminal
        from prompt_toolkit.history import DummyHistory, InMemoryHistory  # noqa: PLC0415 - as above
        from prompt_toolkit.shortcuts import CompleteStyle  # noqa: PLC0415 - as above

        self.session: PromptSession[str] = PromptSession(
            history=DummyHistory() if history is None else InMemoryHistory(list(history)),
            complete_style=CompleteStyle.READLINE_LIKE,
            complete_while_typing=False,
            validate_while_typing=False,
            enable_suspend=True,
        )
        self.pasted: deque[str] = deque()
        self.begun = ""
        """What was typed while something else was shown."""

    def ask(self, question: Question) -> str:
        if self.pasted:
            return self.pasted.popleft()
        first, *pasted = self._typed(question).split("\n")
        # A line break at the end of what was pasted is no Enter for the next question.
        self.pasted.extend(line.strip() for line in pasted if line.strip())
        return first.strip()

    def _typed(self, question: Question) -> str:
        """Wait for Enter. Ctrl-C on a line that is half typed only clears it."""
        self.session.app.erase_when_done = question.wiped
        default, self.begun = question.default or self.begun, ""
        while True:
            try:
                return self.session.prompt(
                    lambda: _wrapped(question.prompt(self.session.default_buffer.text)),
                    completer=_completer(question.words),
                    bottom_toolbar=self._toolbar(question),
                    default=default,
                )
            except KeyboardInterrupt:
                if question.fleeting or not self.session.default_buffer.text.strip():
                    raise

    def _toolbar(self, question: Question) -> Callable[[], str | None] | None:
        """What is wrong so far, in the last line of the screen; no such line where nothing is ever wrong."""
        if question.complaint is _nothing:
            return None
        return lambda: question.complaint(self.session.default_buffer.text)

    def page(self, *parts: "RenderableType") -> None:
        lines = rendered(parts).splitlines(keepends=True)
        height = max(shutil.get_terminal_size().lines - 3, 5)
        more = Question(lambda _typed: "Enter: more, q: enough > ", fleeting=True)
        while len(lines) > height and not self.pasted:
            put("".join(lines[:height]))
            del lines[:height]
            try:
                typed = self._typed(more).strip()
            except (EOFError, KeyboardInterrupt):
                return
            if typed:
                # Whoever types on has seen enough; what he typed is meant for the table.
                self.pasted.extend([typed] if typed.casefold() != "q" else [])
                return
        put("".join(lines))

    def glimpse(self, *parts: "RenderableType", urgent: bool = False) -> None:
        lines = rendered(parts).splitlines(keepends=True)
        height = max(shutil.get_terminal_size().lines - 1, 5)
        while lines and (urgent or not self.pasted):
            more = len(lines) > height
            part = lines[: height - 1 if more else height]
            del lines[: len(part)]
            self.begun = self._until_a_key("".join([*part, "any key: more, q: enough" if more else "any key: back"]))
            if more and self.begun == "q":
                self.begun = ""
                return

    def hide(self) -> None:
        self._until_a_key("")

    def _until_a_key(self, words: str) -> str:
        """Show words alone, until a key is pressed; the key where it is a character that can be typed."""
        from prompt_toolkit.application import Application  # noqa: PLC0415 - needed only here
        from prompt_toolkit.formatted_text import ANSI  # noqa: PLC0415 - as above
        from prompt_toolkit.key_binding import KeyBindings  # noqa: PLC0415 - as above
        from prompt_toolkit.keys import Keys  # noqa: PLC0415 - as above
        from prompt_toolkit.layout import FormattedTextControl, Layout, Window  # noqa: PLC0415 - as above

        keys = KeyBindings()

        @keys.add(Keys.Any)
        @keys.add("c-c")
        @keys.add("c-d")
        @keys.add("enter")
        @keys.add("escape", eager=True)
        def _back(event: Any) -> None:
            event.app.exit(result=event.data if event.data.isprintable() else "")

        window = Window(FormattedTextControl(ANSI(words)))
        pressed: str = Application(layout=Layout(window), key_bindings=keys, full_screen=True).run()
        return pressed

    def clear(self) -> None:
        put(CLEARED)

    def forget(self) -> None:
        from prompt_toolkit.history import DummyHistory, InMemoryHistory  # noqa: PLC0415 - needed only here

        if not isinstance(self.session.history, DummyHistory):
            self.session.history = self.session.default_buffer.history = InMemoryHistory()


def _on_a_screen(words: Sequence[str]) -> int:
    """How many of these words can stand on the screen in columns, with the line that is typed."""
    size = shutil.get_terminal_size()
    widest = max(map(cell_len, words), default=0) + 1
    return max(1, size.columns // widest) * max(1, size.lines - 2)


def _completer(words: Sequence[str]) -> "Completer":
    """Complete the last word in any case; a name in quotes also where the quote was not typed."""
    from prompt_toolkit.completion import Completer, Completion  # noqa: PLC0415 - not needed where stdin is no terminal

    class Words(Completer):
        def get_completions(self, document: "Document", _event: object) -> Iterator[Completion]:
            typed = document.get_word_before_cursor(WORD=True)
            begun = [w for w in words if w.lstrip('"').casefold().startswith(typed.lstrip('"').casefold())]
            # More than a screenful would push the game off the screen; one more letter brings them.
            if len(begun) <= _on_a_screen(begun):
                yield from (Completion(word, start_position=-len(typed)) for word in begun)

    return Words()
