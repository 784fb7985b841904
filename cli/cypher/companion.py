"""Cypher at the table: what is expected, what typed words mean, what a line changed, what can be asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from rich.console import RenderableType
from rich.text import Text

from cli.cypher import commands, words
from cli.cypher.check_screen import checked_parts
from cli.cypher.commands import Examined
from cli.cypher.examples import EXAMPLES
from cli.cypher.screens import beats, certain, ending, footnotes, heading, result, screen
from solver.cypher.events import Event
from solver.cypher.explaining import Certain
from solver.cypher.notation import KEYWORDS, SET_UP_KEYWORDS
from solver.cypher.places import Places, better, places
from solver.cypher.proposals import proposed
from solver.cypher.rules import Step, due, score, settled
from solver.cypher.shorthand import place_words, understand
from solver.cypher.state import State
from solver.cypher.view import View, view
from solver.errors import Contradiction, DeductionError, NotationError, OutOfTime
from solver.record import Record, draft, dump
from solver.words import as_word

__all__ = ["COMMANDS", "Companion", "Position"]

CHECKING, SUDDENLY = 10.0, 2.0
"""Seconds that the search for slips may take at the table: when it is asked for, and when a contradiction comes up."""

COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "show": "the table as it stands",
        "solve": "where the cards out of sight can be",
        "check": "what is wrong, and the likeliest slips that explain it",
        "explain": "explain f: where it can be and why; explain f Cy; explain: all that is certain",
        "whatif": "what a line would change; nothing is written",
    }
)
"""What can be asked at the table beside the commands of every game."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where the game stands for the one who keeps the record.

    places: None where the record is nobody's, or where nothing can be told; then unknown says why.
    """

    record: Record[Event, State]
    view: View
    places: Places | None
    unknown: DeductionError | None = None


@dataclass(frozen=True, slots=True)
class Companion:
    """Everything that the loop at the table must know of Cypher."""

    @property
    def commands(self) -> Mapping[str, str]:
        """What can be asked."""
        return COMMANDS

    def examples(self, _now: Position) -> Mapping[str, str]:
        """What happens at the table as it may be typed."""
        return EXAMPLES

    def look(self, record: Record[Event, State]) -> Position:
        """Look at the record from the seat of its `me`."""
        seen = view(record)
        if seen.viewer is None or not seen.table.started:
            return Position(record, seen, None)
        try:
            return Position(record, seen, places(seen))
        except (Contradiction, OutOfTime) as error:
            return Position(record, seen, None, error)

    def understand(self, typed: str, record: Record[Event, State], _old: Event | None = None) -> Event:
        """Read typed words where the record has led. Raises NotationError."""
        return understand(typed, record.state)

    def proposed(self, now: Position) -> Event | None:
        """The line that Enter accepts."""
        return proposed(now.view)

    def asked(self, now: Position) -> str:
        """What is expected next, in one sentence."""
        table = now.view.table
        place = f"Turn {settled(table).turns + 1} · " if table.started and not settled(table).over else ""
        return place + words.asked(now.view, due(table))

    def words(self, now: Position) -> tuple[str, ...]:
        """The words that may be completed."""
        table = now.view.table
        keywords = (word for word in KEYWORDS if word not in (*SET_UP_KEYWORDS, "game"))
        return (*map(as_word, place_words(table)), *map(as_word, table.names), *keywords)

    def opening(self, now: Position) -> list[RenderableType]:
        """The screen at the beginning of a sitting."""
        return [heading(now.view), *self.changed(None, now), *footnotes(now.view)]

    def changed(self, before: Position | None, now: Position) -> list[RenderableType]:
        """What a line changed."""
        parts: list[RenderableType] = []
        if before:
            parts += _on_the_table(before.view.table, now.view.table)
        if isinstance(now.unknown, Contradiction) and not (before and before.unknown):
            parts += checked_parts(self._checked(now, SUDDENLY, 2))
        elif now.unknown:
            parts.append(Text(f"! {now.unknown}", style="bold"))
        elif now.places:
            parts += self._known(before, now.places)
        over, was_over = settled(now.view.table).over, before is not None and settled(before.view.table).over
        if settled(now.view.table).trigger and not (before and settled(before.view.table).trigger):
            parts += ending(now.view)
        if over and not was_over:
            parts += result(now.view)
        return parts

    def _known(self, before: Position | None, now: Places) -> list[RenderableType]:
        """What is certain now and was not before; and the market against the deck where the viewer receives."""
        known = set(_sure(before.places)) if before and before.places else set()
        parts = certain([each for each in _sure(now) if each not in known], "Certain now" if before else "Certain")
        step = due(now.view.table)
        if step.step is Step.RECEIVE and step.player == now.view.viewer:
            parts += beats(now.view, better(now))[1:]
        return parts

    def _checked(self, now: Position, limit: float, top: int | None) -> Examined:
        """What is wrong with the record. limit: seconds for the search for slips."""
        written = draft(dump(now.record), {now.record.game.name: now.record.game})
        return commands.check(written, None, top, limit)

    def doubts(self, before: Position, now: Position) -> bool:
        """Whether the entries contradict each other where they did not before."""
        return now.unknown is not None and before.unknown is None

    def ask(self, command: str, rest: str, now: Position) -> list[RenderableType]:
        """Answer one of COMMANDS. Raises DeductionError."""
        if command in ("show", "solve") and rest:
            raise NotationError(f"{command} stands alone", typed=rest, expected=command)
        match command:
            case "show":
                return screen(commands.show(now.view))
            case "solve":
                return screen(commands.solve(now.view))
            case "check":
                if rest not in ("", "all", "--all"):
                    raise NotationError("check takes no such word", typed=rest, expected="check, or check all")
                return screen(self._checked(now, CHECKING, None if rest else 5))
            case "explain":
                return screen(commands.explain(now.view, rest.split()))
            case _:
                record = now.record.then(self.understand(rest, now.record))
                supposed = Text(f"If this were written: {record.lines[-1]}", style="bold")
                return [supposed, *self.changed(now, self.look(record))]


def _sure(known: Places) -> list[Certain]:
    return [
        Certain(name, where, copies, ())
        for name, spread in known.spreads.items()
        for where, copies in spread.least.items()
    ]


def _on_the_table(before: State, now: State) -> list[RenderableType]:
    """What a card that was placed does, in the owner's words; and the score where it changed."""
    parts: list[RenderableType] = []
    for player, cards in now.tables.items():
        text = (
            now.texts.get(cards[-1])
            if cards and len(now.moved) > len(before.moved) and cards != before.tables.get(player)
            else None
        )
        if text is not None and len(cards) >= len(before.tables.get(player, ())) and text.action:
            mark = " (permanent)" if text.permanent else ""
            parts.append(Text(f"{text.card}{mark}: {text.action}"))
    if score(now) != score(before):
        parts.append(Text(f"Score: {words.scored(now)}."))
    return parts
