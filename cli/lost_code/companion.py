"""The Lost Code at the table: what is expected, what typed words mean, what a line changed, what can be asked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rich.console import RenderableType

from cli.lost_code import commands, progress
from cli.lost_code.check_screen import checked_parts
from cli.lost_code.commands import Examined, Explained, Found
from cli.lost_code.decisions import choices, reasons
from cli.lost_code.examples import EXAMPLES
from cli.lost_code.prompts import asked
from cli.lost_code.screens import assumptions, heading, screen
from cli.settings import saved_pad
from solver.errors import Contradiction, DeductionError, IllegalEvent, NotationError, OutOfTime
from solver.lost_code.changes import change
from solver.lost_code.events import SYMBOLS, Event, Guess, Log, Reveal, Symbol, Verdict
from solver.lost_code.knowledge import findings
from solver.lost_code.notation import COLOURS, KEYWORDS, read
from solver.lost_code.odds import Odds, odds
from solver.lost_code.play import check
from solver.lost_code.proposals import proposed
from solver.lost_code.ranking import Advice, one_step
from solver.lost_code.rules import dice_in_play, due, turning_over, wheels_free
from solver.lost_code.shorthand import understand, verdict_named
from solver.lost_code.state import State
from solver.lost_code.view import View, view
from solver.record import Record, draft, dump, replay
from solver.words import Words, as_word

__all__ = ["COMMANDS", "Companion", "Position"]

CHECKING, SUDDENLY = 10.0, 2.0
"""Seconds that the search for slips may take at the table: when it is asked for, and when a contradiction comes up."""

_EVERYTHING = ("", "all", "--all")
"""What may stand behind a question for choices."""

SHOWN = 3
"""So many choices of each decision are shown after a line, so that all of them fit on a screen."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where the game stands for the one who keeps the record.

    advice: None where nobody's log is hidden, or where nothing can be told; then unknown says why.
    """

    record: Record[Event, State]
    view: View
    advice: Advice | None
    unknown: DeductionError | None = None

    @property
    def odds(self) -> Odds | None:
        """What the viewer's log can be, None where nothing can be told."""
        return self.advice.odds if self.advice else None


@dataclass(frozen=True, slots=True)
class Companion:
    """Everything that the loop at the table must know of The Lost Code. pad: the order in which digits stand."""

    pad: tuple[Symbol, ...]

    @property
    def commands(self) -> Mapping[str, str]:
        """What can be asked."""
        return COMMANDS

    @classmethod
    def made(cls) -> "Companion":
        """Make one with the user's pad. Raises FileError for settings that cannot be read."""
        return cls(saved_pad()[0])

    def examples(self, _now: Position) -> Mapping[str, str]:
        """What happens at the table as it may be typed."""
        return EXAMPLES

    def look(self, record: Record[Event, State]) -> Position:
        """Look at the record from the seat of its `me`."""
        seen = view(record)
        if seen.viewer is None:
            return Position(record, seen, None)
        try:
            return Position(record, seen, one_step(seen))
        except (Contradiction, OutOfTime) as error:
            return Position(record, seen, None, error)

    def understand(self, typed: str, record: Record[Event, State], old: Event | None = None) -> Event:
        """Read typed words where the record has led; old: the event whose place they take. Raises NotationError."""
        if isinstance(old, Log) and typed[:1] in "0123456789?":
            typed = f"log {as_word(old.owner)} {typed}"
        return understand(typed, record.state, self.pad)

    def proposed(self, now: Position) -> Event | None:
        """The line that Enter accepts."""
        return proposed(now.view, now.advice)

    def asked(self, now: Position) -> str:
        """What is expected next, in one sentence."""
        table = now.view.table
        place = f"Round {table.round}/{table.rounds} · " if dice_in_play(table) else ""
        return place + asked(now.view, now.advice, self.pad)

    def words(self, now: Position) -> tuple[str, ...]:
        """The words that may be completed."""
        table = now.view.table
        symbols = [symbol for symbol in SYMBOLS if symbol in table.symbols]
        return (*map(as_word, table.players), *symbols, *(COLOURS[symbol] for symbol in symbols), *KEYWORDS)

    def opening(self, now: Position) -> list[RenderableType]:
        """The screen at the beginning of a sitting."""
        return [heading(now.view), *self.changed(None, now), *assumptions(now.view)]

    def changed(self, before: Position | None, now: Position) -> list[RenderableType]:
        """What a line changed, and the choices that are the viewer's now."""
        parts: list[RenderableType] = []
        if before:
            parts += progress.moved(before.view.table, now.view.table)
        told = findings(before.view) if before else ()
        parts += progress.disagreements([found for found in findings(now.view) if found not in told])
        if isinstance(now.unknown, Contradiction) and not (before and before.unknown):
            parts += checked_parts(self._checked(now, SUDDENLY, 2))
        elif now.unknown:
            parts += progress.stuck(now.unknown)
        elif now.odds and before and before.odds:
            parts += progress.changed(change(before.odds, now.odds))
        elif now.odds:
            parts += progress.left(now.odds)
        if now.advice and not (before and _same_choices(before, now)):
            parts += choices(now.advice, SHOWN)
        if now.view.table.scored and not (before and before.view.table.scored and _same_score(before, now)):
            parts += progress.ended(now.view, self._known_at_the_end(now))
        return parts

    def _checked(self, now: Position, limit: float, top: int | None) -> Examined:
        """What is wrong with the record. limit: seconds for the search for slips."""
        written = draft(dump(now.record), {now.record.game.name: now.record.game})
        return commands.check(written, None, top, limit)

    def doubts(self, before: Position, now: Position) -> bool:
        """Whether the entries contradict each other, or the stones, where they did not before."""
        worse = len(findings(now.view)) > len(findings(before.view))
        return worse or (now.unknown is not None and before.unknown is None)

    def _known_at_the_end(self, now: Position) -> Odds | None:
        """What the viewer knew before the logs were opened."""
        if now.view.viewer is None:
            return None
        kept = tuple(entry for entry in now.record.entries if not isinstance(entry.event, Reveal))
        closed = Record(now.record.game, now.record.lines, kept, replay(now.record.game, kept))
        try:
            return odds(view(closed))
        except (Contradiction, OutOfTime):
            return None

    def ask(self, command: str, rest: str, now: Position) -> list[RenderableType]:
        """Answer one of COMMANDS. Raises DeductionError."""
        match command:
            case "rank" | "check" if rest not in _EVERYTHING:
                raise NotationError(
                    f"{command} takes no such word", typed=rest, expected=f"{command}, or {command} all"
                )
            case "show" | "solve" | "why" if rest:
                raise NotationError(f"{command} stands alone", typed=rest, expected=command)
            case "show":
                return screen(commands.show(now.view))
            case "solve":
                return screen(commands.solve(now.view, "table", None, None))
            case "rank":
                return screen(commands.rank(now.view, None if rest else 5))
            case "check":
                return screen(self._checked(now, CHECKING, None if rest else 5))
            case "explain":
                return screen(self._explained(rest, now))
            case "why":
                return self._why(now)
            case _:
                return self._what_if(rest, now)

    def _explained(self, rest: str, now: Position) -> Explained | Found:
        """Explain all, a symbol, or a number of it."""
        symbol, *numbers = [*rest.split(), None] if rest else [None]
        number = numbers[0] if numbers else None
        if len(numbers) > 2 or (number is not None and not (number.isascii() and number.isdecimal())):
            raise NotationError("not a stone", typed=rest, expected="explain, explain bear, or explain bear 5")
        return commands.explain(now.view, symbol, None if number is None else int(number[:3]), None)

    def _why(self, now: Position) -> list[RenderableType]:

        if now.unknown:
            raise now.unknown
        if now.advice is None:
            raise NotationError("nobody's log is hidden here", expected="a record with a “me” line")
        return reasons(now.advice)

    def _what_if(self, rest: str, now: Position) -> list[RenderableType]:
        """Show what an answer would tell, or what a line would change; nothing is written."""
        words = rest.split()
        verdict = verdict_named(words[-1]) if len(words) > 1 else None
        guess = _range_of(words[:-1] if verdict else words, now.view)
        if guess is None:
            record = now.record.then(self.understand(rest, now.record))
            written = record.lines[-1]
            return [*progress.supposed(written), *self.changed(now, self.look(record))]
        if now.odds is None:
            raise now.unknown or NotationError("nobody's log is hidden here", expected="a record with a “me” line")
        smallest = guess[1] - guess[0] + 1 == now.view.table.smallest
        if smallest and verdict in (Verdict.LOWER, Verdict.HIGHER):
            raise IllegalEvent("no direction is told for the smallest wheel", typed=verdict, expected="right or wrong")
        return progress.answers(now.view, now.odds, guess, verdict)


def _range_of(words: Sequence[str], view: View) -> tuple[int, int] | None:
    """The ends of a range, typed alone while dice lie; None for anything else."""
    table = view.table
    if not dice_in_play(table) or view.viewer is None or len(words) not in (1, 2) or not words[0][:1].isdecimal():
        return None
    guess = read(Words(f"guess {as_word(view.viewer)} {'-'.join(words)}"))
    check(table, guess)
    if not isinstance(guess, Guess):
        return None
    if turning_over(table):
        raise IllegalEvent("a bear must be turned first", typed="-".join(words), expected="a turn, like t be s")
    if any(bet.player == view.viewer and bet.verdict for bet in table.set_now):
        raise IllegalEvent("you were answered already", typed="-".join(words), expected="the next throw")
    width = guess.high - guess.low + 1
    taken = next((bet.player for bet in table.set_now if bet.width == width and bet.player != view.viewer), None)
    if taken:
        free = ", ".join(map(str, wheels_free(table)))
        raise IllegalEvent(f"{taken} has that wheel", typed="-".join(words), expected=f"one of the widths {free}")
    return guess.low, guess.high


def _same_score(before: Position, now: Position) -> bool:
    """Whether every piece stands where it stood, by the same moves."""
    return before.view.table.moves == now.view.table.moves


def _same_choices(before: Position, now: Position) -> bool:
    """Whether the same decisions were open before, with the same knowledge, and no nearer."""
    return before.advice is not None and now.advice is not None and _choices(before) == _choices(now)


def _choices(position: Position) -> tuple[object, ...]:
    advice, now = position.advice, due(position.view.table)
    mine = now.step if position.view.viewer in now.players else None
    return (mine, advice and (advice.tokens, advice.turns, advice.guesses, advice.exchanges, advice.final))


COMMANDS: Mapping[str, str] = {
    "show": "the table as it stands",
    "solve": "what my log can be",
    "rank": "what I can do now; rank all shows every choice",
    "why": "why the first choice is first",
    "check": "what is wrong, and the likeliest slips that explain it",
    "explain": "explain bear 5: why it cannot be or must be; explain: all that can be deduced",
    "whatif": "what an answer would tell (whatif 9-15 lower), or a line would change; nothing is written",
}
"""What can be asked at the table beside the commands of every game."""
