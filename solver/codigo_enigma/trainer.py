"""The trainer of the memory: which codes are shown and asked in which order, and how well they were kept.

It knows nothing of the cards of a game on the table: its codes are its own.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random

from solver.codigo_enigma.box import BONUS, CODE_LENGTHS
from solver.codigo_enigma.events import Outcome
from solver.codigo_enigma.state import State
from solver.errors import NotationError
from solver.words import Words

__all__ = ["Item", "Kept", "Row", "Step", "games_kept", "items", "judged", "plan", "points", "read", "tally", "write"]

Z = 1.96
"""Standard deviations on each side of a 95 % interval."""
MINUTES = (1, 2, 5, 10, 20)
"""Where the rows of the table by minutes end."""


@dataclass(frozen=True, slots=True)
class Item:
    """A code to be kept in mind, and its medal."""

    code: tuple[str, ...]
    medal: int


@dataclass(frozen=True, slots=True)
class Step:
    """A code is shown, or asked. item: which, from 0. held: how many are in mind when it is asked, itself with them."""

    asked: bool
    item: int
    held: int


@dataclass(frozen=True, slots=True)
class Kept:
    """How a code was kept. time: minutes; in a game, where no clock runs, turns. length: None where nobody told it."""

    held: int
    length: int | None
    time: float
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the table. tried: codes that were said. exact, right: said exactly; with the right symbols at least.

    The intervals hold the true share in 95 of 100 cases, as Wilson reckons it.
    """

    label: str
    asked: int
    tried: int
    exact: int
    right: int

    @property
    def exact_interval(self) -> tuple[float, float]:
        """Where the share of codes said exactly lies, of those that were said."""
        return _wilson(self.exact, self.tried)

    @property
    def right_interval(self) -> tuple[float, float]:
        """The same for the right symbols in any order."""
        return _wilson(self.right, self.tried)


def items(rng: Random, count: int, lengths: Sequence[int] = CODE_LENGTHS, symbols: Sequence[str] = ()) -> list[Item]:
    """Draw codes, no two alike as long as there are enough. lengths: of the codes. symbols: what they are made of."""
    drawn: list[Item] = []
    enough = sum(len(symbols) ** length for length in set(lengths))
    while len(drawn) < count:
        code = tuple(rng.choice(symbols) for _ in range(rng.choice(lengths)))
        if len(drawn) >= enough or all(code != item.code for item in drawn):
            drawn.append(Item(code, rng.randint(1, 4)))
    return drawn


def plan(count: int, between: int | None = None) -> list[Step]:
    """In which order codes are shown and asked. between: how many others come between; None: all are shown first."""
    gap = count if between is None else between
    steps: list[Step] = []
    shown = asked = 0
    while asked < count:
        if shown < count and shown - asked <= gap:
            steps.append(Step(False, shown, shown + 1 - asked))
            shown += 1
        else:
            steps.append(Step(True, asked, shown - asked))
            asked += 1
    return steps


def judged(item: Item, said: Sequence[str]) -> Outcome:
    """What the game makes of words: exact, the right symbols, or wrong; no words: not tried."""
    if not said:
        return Outcome.MEDAL
    if list(said) == list(item.code):
        return Outcome.EXACT
    return Outcome.ORDER if sorted(said) == sorted(item.code) else Outcome.WRONG


def points(item: Item, outcome: Outcome) -> int:
    """What the game gives for it."""
    return 0 if outcome is Outcome.WRONG else item.medal + BONUS[outcome]


def games_kept(state: State) -> list[Kept]:
    """How the codes of a game were kept, as far as they were revealed. Codes with a wild card with them."""
    kept = []
    for scored in state.scored:
        if scored.judged is not None:
            described = state.card(scored.code.card)
            length = len(described.code) if described else None
            kept.append(Kept(scored.held, length, scored.turns, scored.judged))
    return kept


def tally(kept: Iterable[Kept]) -> dict[str, tuple[Row, ...]]:
    """The tables: by `held`, `length` and `time`."""
    every = list(kept)
    return {
        "held": _rows(every, lambda each: str(each.held)),
        "length": _rows(every, lambda each: "?" if each.length is None else str(each.length)),
        "time": _rows(every, _age),
    }


def _age(each: Kept) -> str:
    """The row for a time: 2–4 turns, which are whole numbers, or 2–4.9 minutes, which are kept to a tenth."""
    low = 0
    for high in MINUTES:
        if each.time < high:
            last = high - 1 if isinstance(each.time, int) else high - 0.1
            return f"{low}" if last == low else f"{low}–{last}"
        low = high
    return f"{low} and more"


def _rows(kept: Sequence[Kept], label: Callable[[Kept], str]) -> tuple[Row, ...]:
    grouped: dict[str, list[Kept]] = {}
    for each in kept:
        grouped.setdefault(label(each), []).append(each)
    made = []
    for name, group in grouped.items():
        outcomes = [each.outcome for each in group]
        exact, order = outcomes.count(Outcome.EXACT), outcomes.count(Outcome.ORDER)
        tried = len(outcomes) - outcomes.count(Outcome.MEDAL)
        made.append(Row(name, len(outcomes), tried, exact, exact + order))
    return tuple(sorted(made, key=lambda row: (not row.label[0].isdigit(), _first_number(row.label), row.label)))


def _first_number(label: str) -> int:
    digits = label.split("–")[0].split(" ")[0]
    return int(digits) if digits.isdecimal() else 0


def _wilson(hits: int, tries: int) -> tuple[float, float]:
    """The interval of a share by Wilson's score; everything where nothing was tried."""
    if not tries:
        return 0.0, 1.0
    share = hits / tries
    middle = share + Z * Z / (2 * tries)
    half = Z * sqrt(share * (1 - share) / tries + Z * Z / (4 * tries * tries))
    scale = 1 + Z * Z / tries
    return max(0.0, (middle - half) / scale), min(1.0, (middle + half) / scale)


def write(kept: Kept) -> str:
    """The line of the file of results that `read` reads."""
    return f"held {kept.held} length {kept.length} minutes {kept.time:.1f} {kept.outcome}"


def read(line: str) -> Kept:
    """Read a line of the file of results. Raises NotationError."""
    words = Words(line)
    expected = "a line like “held 3 length 4 minutes 2.5 exact”"
    all_ = words.all
    try:
        if len(all_) != 7 or all_[0] != "held" or all_[2] != "length" or all_[4] != "minutes":
            raise ValueError
        held, length, minutes = int(all_[1]), int(all_[3]), float(all_[5])
        if not (held >= 1 and length in CODE_LENGTHS and 0 <= minutes < 1e6):
            raise ValueError
        return Kept(held, length, minutes, Outcome(all_[6]))
    except ValueError:
        raise NotationError("not a result of the trainer", typed=line, expected=expected) from None
