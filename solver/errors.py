"""Everything that can go wrong, as one tree.

DeductionError
├── LineError        one line is at fault
│   ├── NotationError    it cannot be read
│   └── IllegalEvent     it can be read, and the rules forbid it there
├── RecordFaults     all the faults of a file
├── SeatError        nobody of that name sits here, or nobody was named
├── Contradiction    the entries cannot all be true
├── OutOfTime        an engine was stopped; this says nothing about the answer
├── ReviewError      a game cannot be reviewed, since too little of it is known
├── NotMerged        several records cannot become one
├── PolicyError      what should decide for a seat is not there, or fails
└── WorkersLost      nobody is left to do the work
"""

from dataclasses import dataclass

__all__ = [
    "Contradiction",
    "DeductionError",
    "Fault",
    "Finding",
    "IllegalEvent",
    "LineError",
    "NotMerged",
    "NotationError",
    "OutOfTime",
    "PolicyError",
    "RecordFaults",
    "ReviewError",
    "SeatError",
    "WorkersLost",
]


class DeductionError(Exception):
    """Whatever a user can be told in one message, without a traceback."""


class LineError(DeductionError):
    """A line is at fault.

    message: what is wrong. typed: the words at fault, "" for the whole line. expected: what would have been right.
    """

    def __init__(self, message: str, *, typed: str = "", expected: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.typed = typed
        self.expected = expected

    def __str__(self) -> str:
        return _sentence(self.message, self.typed, self.expected)


class NotationError(LineError):
    """A line cannot be read."""


class IllegalEvent(LineError):
    """A line can be read, but the rules forbid it there."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault of a file. line: the physical line, from 1."""

    line: int
    message: str
    typed: str
    expected: str

    def __str__(self) -> str:
        """Say it in one sentence: what was typed, what is wrong, what was expected."""
        return _sentence(self.message, self.typed, self.expected)


class RecordFaults(DeductionError):
    """A file that cannot be used as it stands.

    faults: at least one, by line. usable: whether what stands before the first of them is a game by itself. readable:
    whether every line can be read, so that only the rules are against it. file: its name, where there are several.
    game: the word by which the file names its game, "" where that is not known.
    """

    def __init__(
        self, faults: tuple[Fault, ...], *, usable: bool, readable: bool = False, file: str = "", game: str = ""
    ) -> None:
        super().__init__("\n".join(f"line {fault.line}: {fault}" for fault in faults))
        self.faults = faults
        self.usable = usable
        self.readable = readable
        self.file = file
        self.game = game


class SeatError(DeductionError):
    """No seat was named where one is needed, or nobody of that name plays."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A place where table and stones disagree: no error of the file, since the pieces moved as the table said.

    stated, right: what was noted, and what the stones say. message: one sentence.
    """

    line: int
    player: str
    stated: str
    right: str
    message: str


class Contradiction(DeductionError):
    """Entries that cannot all be true.

    lines: the viewer's answers in a smallest such set, else his guesses whose answers were left out, else all of it (or
    the two lines where one stone was seen twice). others: the rest of that set. reason: one sentence. findings: where
    table and stones disagree, which may well be the cause. smallest: False where time ran out before it was proved that
    no set is smaller.
    """

    def __init__(
        self,
        lines: tuple[int, ...],
        *,
        others: tuple[int, ...] = (),
        reason: str,
        findings: tuple[Finding, ...] = (),
        smallest: bool = True,
    ) -> None:
        super().__init__(reason)
        self.lines = lines
        self.smallest = smallest
        self.others = others
        self.reason = reason
        self.findings = findings


class OutOfTime(DeductionError):
    """An engine reached its time limit. What it would have found is unknown."""


class ReviewError(DeductionError):
    """A game, or one player's part in it, cannot be reviewed: it is not finished, or too little of it is known."""


class NotMerged(DeductionError):
    """Records that cannot become one: of different games, or against the rules in every version.

    Its message may have several lines.
    """


class PolicyError(DeductionError):
    """What should decide for a seat cannot be found, fails, or decides what the rules forbid.

    Its message may have several lines.
    """


class WorkersLost(DeductionError):
    """Work was handed to processes or machines that are not there, or that end again and again."""


def _sentence(message: str, typed: str, expected: str) -> str:
    at = f"“{_cut(typed, 60)}”: " if typed else ""
    instead = f"; expected {_cut(expected, 300)}" if expected else ""
    return f"{at}{_cut(message, 300)}{instead}"


def _cut(words: str, most: int) -> str:
    return words if len(words) <= most else f"{words[: most - 1]}…"
