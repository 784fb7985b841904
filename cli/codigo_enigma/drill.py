"""The verb `drill`: codes are shown as the game shows them, and asked later on; the results are kept."""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from unicodedata import normalize

from rich.console import RenderableType
from rich.text import Text

from cli.codigo_enigma.data import rows_data
from cli.codigo_enigma.scores import memory_tables
from cli.desk import Desk, Question, desk
from cli.files import FileError, data_folder, locked, read_text, save, shown
from cli.outcome import INTERRUPTED, Answer, message
from solver.codigo_enigma.box import CODE_LENGTHS
from solver.codigo_enigma.events import Outcome
from solver.codigo_enigma.notation import read as read_line
from solver.codigo_enigma.trainer import Item, Kept, games_kept, items, judged, plan, points, read, tally, write
from solver.errors import DeductionError, NotationError
from solver.games import CODIGO_ENIGMA
from solver.games import read as read_game
from solver.words import Words

__all__ = ["Asked", "drill", "kept_in", "kept_so_far", "results_path"]

WAIT = 5.0
"""Seconds that another window may take to save a result."""
AT_ONCE = 3.0
"""Seconds of a wait that are none: in tenths of a minute they are 0.0."""
TOLD = {
    Outcome.EXACT: "exact",
    Outcome.ORDER: "the right symbols in another order",
    Outcome.MEDAL: "not tried",
    Outcome.WRONG: "wrong",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options say. length: None for both. between: None for all the other codes. seed: None for any."""

    codes: int = 3
    length: int | None = None
    minutes: float = 1.0
    between: int | None = None
    symbols: str = "grenade helmet tank"
    seed: int | None = None


def results_path() -> Path:
    """Where the results are kept, one a line."""
    return data_folder() / "codigo-enigma-drill.txt"


def drill(asked: Asked, at: Desk | None = None, clock: Callable[[], float] = time.monotonic) -> int:
    """Show and ask codes until all were asked; the exit status. clock: seconds that pass.

    Raises NotationError for symbols that cannot be, and FileError where results cannot be kept.
    """
    symbols = _symbols(asked.symbols)
    lengths = CODE_LENGTHS if asked.length is None else (asked.length,)
    _results()
    codes = items(Random(asked.seed), asked.codes, lengths, symbols)
    drilling = _Drilling(desk(None) if at is None else at, codes, symbols, asked.minutes, clock)
    try:
        for step in plan(len(codes), asked.between):
            if step.asked:
                drilling.ask(step.item, step.held)
            else:
                drilling.show(step.item)
    except (EOFError, KeyboardInterrupt):
        drilling.at.clear()
        drilling.end()
        return INTERRUPTED if drilling.at.patient else 0
    drilling.end()
    return 0


@dataclass
class _Drilling:
    """One sitting. since: when each code was last seen."""

    at: Desk
    codes: Sequence[Item]
    symbols: Sequence[str]
    minutes: float
    clock: Callable[[], float]
    since: dict[int, float] = field(default_factory=dict)
    kept: list[Kept] = field(default_factory=list)
    points: int = 0

    def show(self, item: int) -> None:
        """Show a code until Enter is pressed."""
        code = self.codes[item]
        told = f"Code {item + 1} of {len(self.codes)}, medal {code.medal}:\n{' '.join(code.code)}"
        self.at.ask(Question(lambda _typed: f"{told}\nEnter hides it > "))
        self.at.clear()
        self.since[item] = self.clock()

    def ask(self, item: int, held: int) -> None:
        """Ask for a code, when its time has come; the result is kept at once."""
        code, typed = self.codes[item], self._wait(item)
        asked = f"Code {item + 1}, medal {code.medal}: its symbols in order; Enter alone: the medal only"
        said = self._said(asked, typed)
        outcome = judged(code, said)
        minutes = (self.clock() - self.since[item]) / 60
        result = Kept(held, len(code.code), round(minutes, 1), outcome)
        _keep(result)
        self.kept.append(result)
        self.points += points(code, outcome)
        lay = f"{TOLD[outcome]}: {_points(points(code, outcome))}. It was {' '.join(code.code)}."
        self.at.say(Text(lay))

    def _wait(self, item: int) -> str:
        """Let the time pass; Enter asks at once, and the time that really passed counts. A code typed is its answer."""
        left = self.minutes * 60 - (self.clock() - self.since[item])
        if left < AT_ONCE:
            return ""
        when = time.strftime("%H:%M:%S", time.localtime(time.time() + left))
        told = f"Code {item + 1} is asked at {when}, in {left / 60:.1f} minutes: play on; Enter then, or before"
        return self.at.ask(Question(lambda _typed: f"{told} > ", tuple(self.symbols)))

    def _said(self, asked: str, typed: str) -> list[str]:
        """The symbols typed, by any beginning; a word that is none is asked again. typed: what was said already."""
        question = Question(lambda _typed: f"{asked}\n> ", tuple(self.symbols))
        while True:
            typed = typed or self.at.ask(question)
            try:
                return [_meant(word, self.symbols) for word in typed.replace(",", " ").split()]
            except NotationError as error:
                self.at.say(Text(message(error)))
                typed = ""

    def end(self) -> None:
        """Show what this sitting brought, and all sittings."""
        if self.kept:
            told = f"{_points(self.points)} for {_count(len(self.kept), 'code')}."
            self.at.say(Text(told), *_tables(_results(), "minutes"))


def _points(points: int) -> str:
    return _count(points, "point")


def _count(count: int, what: str) -> str:
    return f"{count} {what}{'' if count == 1 else 's'}"


def kept_so_far() -> Answer:
    """How codes were kept in all sittings. Raises FileError."""
    kept = _results()
    return _answer(kept, "minutes", "No code was asked yet: lostcode drill")


def kept_in(file: str) -> Answer:
    """How codes were kept in a game. Raises FileError, RecordFaults, and NotationError for another game's record."""
    record = read_game(read_text(file))
    if record.game.name != CODIGO_ENIGMA:
        raise NotationError("a record of another game", typed=shown(file), expected="one of Código Enigma")
    return _answer(games_kept(record.state), "turns", "No code was revealed yet in this game.")


def _answer(kept: Sequence[Kept], time_: str, none: str) -> Answer:
    data = {"game": CODIGO_ENIGMA, "codes": len(kept), **rows_data(tally(kept), time_)}
    return Answer(lambda: data, lambda: _tables(kept, time_) if kept else [Text(none)])


def _tables(kept: Sequence[Kept], time_: str) -> list[RenderableType]:
    note = Text("Shares are of the codes that were said; the true share lies between the two numbers with 95 %.")
    return [*memory_tables(tally(kept), time_), "", note]


def _symbols(typed: str) -> tuple[str, ...]:
    """The words for the symbols, two at least. Raises NotationError."""
    words = tuple(dict.fromkeys(normalize("NFC", typed).replace(",", " ").casefold().split()))
    if len(words) < 2:
        raise NotationError("too few symbols", typed=typed, expected="two or more words, like grenade helmet tank")
    if strange := next((word for word in words if "=" in word or "#" in word), None):
        raise NotationError("not a word for a symbol", typed=strange, expected="words like grenade helmet tank")
    read_line(Words("symbols " + " ".join(words)))
    return words


def _meant(typed: str, symbols: Sequence[str]) -> str:
    word = normalize("NFC", typed).casefold()
    begun = [symbol for symbol in symbols if symbol.startswith(word)]
    found = [word] if word in symbols else begun
    if len(found) != 1:
        raise NotationError("no symbol, or more than one", typed=typed, expected=", ".join(symbols))
    return found[0]


# ---- what is kept ---------------------------------------------------------------------------------------------------


def _results() -> list[Kept]:
    """All results so far. Raises FileError for a file that cannot be read."""
    path = results_path()
    if not path.exists():
        return []
    if not path.is_file():
        raise FileError(f"{shown(str(path))}: this is no plain file; expected the results of the drill. Move it away")
    kept = []
    for number, line in enumerate(read_text(str(path)).splitlines(), 1):
        try:
            if Words(line):
                kept.append(read(line))
        except DeductionError as error:
            told = f"{shown(str(path))}:{number}: {error}. Mend the line or strike it out; nothing was changed"
            raise FileError(told) from error
    return kept


def _keep(result: Kept) -> None:
    """Write one result more. Raises FileError."""
    path = results_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileError(f"{shown(str(path))}: cannot be saved: {error.strerror or error}") from error
    with locked(path, WAIT):
        text = read_text(str(path)) if path.exists() else ""
        ends = "" if not text or text.endswith("\n") else "\n"
        save(path, f"{text}{ends}{write(result)}\n")
