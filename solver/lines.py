"""What the lines of every game have in common: a keyword that says how to read on, and players' names."""

from collections.abc import Callable, Mapping
from typing import TypeVar

from solver.errors import NotationError
from solver.words import Words, as_word

__all__ = ["A_NAME", "player_name", "player_names", "read_line"]

E = TypeVar("E")

A_NAME = "a player's name"
"""What is expected where one must stand."""


def read_line(words: Words, readers: Mapping[str, Callable[[Words], E]]) -> E:
    """Read one line. readers: by keyword, what reads the rest of it. Raises NotationError."""
    expected = "a line that begins with " + ", ".join(readers)
    keyword = words.take_plain(expected)
    if keyword not in readers:
        from difflib import get_close_matches  # noqa: PLC0415 - only a mistyped line needs it

        meant = get_close_matches(keyword[:20], readers, n=1, cutoff=0.7)
        raise NotationError("no line begins so", typed=keyword, expected=f"“{meant[0]}”" if meant else expected)
    event = readers[keyword](words)
    words.end()
    return event


def player_name(words: Words, is_reserved: Callable[[str], bool]) -> str:
    """Read a name. is_reserved: whether the record of the game uses a word for something else. Raises NotationError."""
    name = words.take(A_NAME)
    if not name.strip():
        raise NotationError("a name is empty", typed=as_word(name), expected=A_NAME)
    if is_reserved(name):
        raise NotationError("a word of the record is no player's name", typed=name, expected=A_NAME)
    return name


def player_names(words: Words, is_reserved: Callable[[str], bool]) -> tuple[str, ...]:
    """Read names up to the end of the line, one at least, each once. Raises NotationError."""
    names: dict[str, None] = {}
    while words or not names:
        name = player_name(words, is_reserved)
        if name in names:
            raise NotationError("a name stands here twice", typed=name, expected="every name once")
        names[name] = None
    return tuple(names)
