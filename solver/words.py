"""The words of one line of a record: how they stand apart, what a quote and a comment are."""

import re
import unicodedata
from collections.abc import Collection

from solver.errors import NotationError

__all__ = ["NUMBER", "Words", "as_word", "in_quotes", "name_meant"]

NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)
_TOKEN = re.compile(r'"(?P<quoted>[^"]*)"|(?P<plain>[^ \t"#]+)|(?P<comment>#.*)|(?P<gap>[ \t]+)|(?P<stray>")')
_JOINED = re.compile(r"=|-table$", re.IGNORECASE)
"""What may follow a name in quotes at once: its value, or the word for the cards in front of a player."""

_TURNS = frozenset({"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"})
"""Unicode's classes of characters that change the direction of the text after them."""


class Words:
    """The words of a line, read from left to right; every step names what it expects."""

    def __init__(self, line: str) -> None:
        """Take a line without its line break. Raises NotationError for a quote left open or a control character."""
        self._words: list[str] = []
        self._quoted: list[bool] = []
        self._at = 0
        self.comment = ""
        """What stands behind the words from `#` on, with it."""
        if strange := next((c for c in line if _obeyed(c)), None):
            raise _no_text(strange)
        glued = False
        for token in _TOKEN.finditer(line):
            kind = token.lastgroup
            if kind == "stray":
                raise NotationError("a quote is opened and never closed", typed=line[token.start() :], expected='"')
            if kind in ("quoted", "plain"):
                if glued and kind == "plain" and self._quoted[-1] and _JOINED.match(token[kind]):
                    # "night guard"=3x2: the quotes are about the name alone.
                    self._words[-1] += unicodedata.normalize("NFC", token[kind])
                    continue
                if glued:
                    raise NotationError(
                        "words run into each other", typed=line.strip(), expected="a space beside quotes"
                    )
                if "\t" in token[kind]:
                    raise NotationError("a tab stands in quotes", typed=token[kind], expected="a name on one line")
                self._words.append(unicodedata.normalize("NFC", token[kind]))
                self._quoted.append(kind == "quoted")
            if kind == "comment":
                self.comment = token[kind]
            glued = kind in ("quoted", "plain")

    def __bool__(self) -> bool:
        """Whether words are left."""
        return self._at < len(self._words)

    @property
    def all(self) -> tuple[str, ...]:
        """Every word of the line, without quotes."""
        return tuple(self._words)

    @property
    def left(self) -> str:
        """The words not yet read, as typed."""
        return " ".join(map(as_word, self._words[self._at :]))

    def take(self, expected: str) -> str:
        """Read the next word as written; NotationError where there is none."""
        if not self:
            raise NotationError("the line ends too early", expected=expected)
        self._at += 1
        return self._words[self._at - 1]

    def take_plain(self, expected: str) -> str:
        """Read the next word in lower case; NotationError where it is missing or in quotes."""
        word = self.take(expected)
        if self._quoted[self._at - 1]:
            raise NotationError("only names stand in quotes", typed=as_word(word), expected=expected)
        return word.casefold()

    def peek(self) -> str:
        """The next word in lower case, "" at the end of the line."""
        return self._words[self._at].casefold() if self else ""

    def number(self, expected: str) -> int:
        """Read a whole number of at most three digits."""
        word = self.take_plain(expected)
        if not NUMBER.fullmatch(word):
            long = word.isascii() and word.isdecimal()
            raise NotationError("more than three digits" if long else "not a number", typed=word, expected=expected)
        return int(word)

    def end(self) -> None:
        """Make sure that nothing follows."""
        if self:
            raise NotationError("this is too much for the line", typed=self.left, expected="the end of the line")


def _no_text(strange: str) -> NotationError:
    """Say what kind of character a record cannot have. Bytes that are no UTF-8 arrive as U+DC80 to U+DCFF."""
    if "\udc80" <= strange <= "\udcff":
        byte = ord(strange) - 0xDC00
        return NotationError("this is not text", typed=f"byte 0x{byte:02x}", expected="UTF-8 text, one entry a line")
    code = f"U+{ord(strange):04X}"
    return NotationError("a control character stands in the line", typed=code, expected="plain text")


def _obeyed(character: str) -> bool:
    """Whether a terminal would obey the character instead of showing it: line breaks, escapes, changes of direction."""
    kind = unicodedata.category(character)
    return character != "\t" and (kind in ("Cc", "Cs", "Zl", "Zp") or unicodedata.bidirectional(character) in _TURNS)


def in_quotes(name: str) -> bool:
    """Whether a name must be written in quotes."""
    return any(c in ' \t#"' for c in name) or not name


def as_word(name: str) -> str:
    """Write a name, in quotes where it needs them."""
    return f'"{name}"' if in_quotes(name) else name


def name_meant(word: str, names: Collection[str]) -> str | None:
    """Give the name that a word means: as it is written, else in any case, else the only one that begins so.

    None where it is none of them, or could be several.
    """
    if word in names:
        return word
    begun = [name for name in names if word and name.casefold().startswith(word.casefold())]
    found = [name for name in begun if name.casefold() == word.casefold()] or begun
    return found[0] if len(found) == 1 else None
