"""What an error quotes of a faulty line where another seat looks on than the one that kept the record."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from unicodedata import normalize

from solver.errors import Fault, NotationError
from solver.words import Words

__all__ = ["VEIL", "keeper", "quoted_from"]

VEIL = "…"
"""What stands for words that the seat may not have seen."""


def keeper(lines: Sequence[str]) -> str | None:
    """The player whose record it is, as far as its lines can be read; None where nobody keeps it as his own."""
    for line in lines:
        with suppress(NotationError):
            words = Words(line)
            if words.peek() == "me" and len(words.all) > 1:
                return words.all[1]
    return None


def _nothing(_lines: Sequence[str], _typed: str) -> str:
    return VEIL


def quoted_from(
    open_lines: Collection[str], masked: Callable[[Sequence[str], str], str] = _nothing
) -> Callable[[Sequence[str], Fault, str], str]:
    """Make a `GameVerbs.quoted` that quotes only lines with these first words. A misspelt line may be any other.

    masked: what is told of words in any other line, from all lines and those words.
    """

    def quoted(lines: Sequence[str], fault: Fault, seat: str) -> str:
        first = lines[fault.line - 1].split()[:1] if fault.line <= len(lines) else []
        is_open = bool(first) and first[0].casefold() in open_lines
        own = is_open or not fault.typed or keeper(lines) == normalize("NFC", seat)
        return fault.typed if own else masked(lines, fault.typed)

    return quoted
