"""Enigma: Beyond Code at the table: what is expected, what typed words mean, what a line changed, what can be asked."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from rich.console import RenderableType
from rich.text import Text

from cli.beyond_code import commands, words
from cli.beyond_code.commands import Examined, Shown
from cli.beyond_code.examples import examples
from cli.beyond_code.news import news
from cli.beyond_code.page import Page
from cli.beyond_code.public import InSight, Soundness
from cli.beyond_code.screens import footnotes, screen
from cli.beyond_code.shorthand import (
    ALONE_ONLY,
    SET_UP_ONLY,
    TOGETHER_ONLY,
    acting,
    silent,
    time_ends_turn,
    understand,
)
from solver.beyond_code.events import (
    SQUARES,
    Character,
    Corner,
    Dealt,
    Decrypt,
    Doubt,
    End,
    Event,
    Look,
    Name,
    Next,
    TimeOut,
    Token,
)
from solver.beyond_code.notation import KEYWORDS, write
from solver.beyond_code.odds import solve as solved
from solver.beyond_code.rules import match_over, time_runs_out
from solver.beyond_code.state import State
from solver.beyond_code.view import View, view
from solver.errors import Contradiction, NotationError
from solver.record import Record, draft, dump
from solver.words import Words, as_word

__all__ = ["COMMANDS", "Companion", "Position"]

COMMANDS: Mapping[str, str] = {
    "show": "the notepad page with all that you know",
    "solve": "the chances; solve library=b2 enigma=a1: that both lie so",
    "advise": "where to look, and whether the last naming is true; advise library book: to find these",
    "call": "call a1: what I can call the card there, and who could know better; call a1 joint: if it is that",
    "explain": "explain b2 library: why, or how likely and by whose word; explain a1: as call; explain: as advise",
    "check": "what contradicts itself, and the likeliest slips; check all: every slip",
}
"""What can be asked at the table beside the commands of every game."""
_HEIGHT = 19
"""Lines of the page, so that it fits on 24 with the line before it and a question of two lines."""
_SUDDENLY = 3
"""So many slips are named when a contradiction comes up."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where the game stands for the one who keeps the record.

    public: his page as others may see it. secret: whether there are others. contradicted: whether the entries
    contradict each other by what he knows.
    """

    record: Record[Event, State]
    view: View
    public: Shown
    secret: bool
    contradicted: bool

    @property
    def shown(self) -> Shown:
        """His page with all that he knows; weighed only when it is asked for, so that an entry takes less time."""
        return commands.show(self.view, self.record) if self.secret else self.public

    @property
    def table(self) -> State:
        """The table as he sees it."""
        return self.view.table


class Companion:
    """What the loop at the table must know of the game."""

    def __init__(self) -> None:
        self._in_sight, self._soundness = InSight(), Soundness()

    @property
    def commands(self) -> Mapping[str, str]:
        """What can be asked."""
        return COMMANDS

    def examples(self, now: Position) -> Mapping[str, str]:
        """What happens at the table as it may be typed."""
        return examples(now.table)

    def look(self, record: Record[Event, State]) -> Position:
        """Look at the record from the seat of its `me`."""
        seen = view(record)
        if seen.viewer is None or seen.table.solo:
            shown = commands.show(seen, record)
            return Position(record, seen, shown, secret=False, contradicted=shown.odds is None)
        public = commands.show(self._in_sight.view(record), record)
        return Position(
            record, seen, public, secret=True, contradicted=public.odds is None or commands.contradicted(seen)
        )

    def understand(self, typed: str, record: Record[Event, State], old: Event | None = None) -> Event:  # noqa: ARG002 - every game's
        """Read typed words where the record has led. Raises NotationError."""
        return understand(typed, record.state)

    def proposed(self, now: Position) -> Event | None:
        """The line that Enter accepts: what must come, or what ends a solo turn."""
        table = now.table
        if table.outcome is not None:
            return None if match_over(table) else Next()
        if _out_of_time(table) or (time_ends_turn(table) and not table.effects):
            return TimeOut()
        return End() if table.solo and table.named_now else None

    def asked(self, now: Position) -> str:
        """What is expected next, in one sentence."""
        table = now.table
        if table.outcome is not None:
            told = f"{words.ended(table.outcome)[:1].upper()}{words.ended(table.outcome)[1:]}{words.fate(table)}"
            return f"{told}{words.unless_infiltrator(table)}"
        if _out_of_time(table):
            return f"The marker is on the last space: {words.time_out(table)}"
        if table.solo:
            return _asked_alone(table)
        first = f"{_doubt(table)}{'Effect? ' if table.effects else ''}"
        if time_ends_turn(table):
            return f"{first}Then {words.time_out(table)}"
        looker = silent(table)
        if looker is not None:
            return f"{first}{_who(looker, table)}: a silent look, like b3{' sh' if table.me in (None, looker) else ''}"
        # Without `me` every naming says what the card was, too.
        told = " jo" if table.me is None else ""
        if not table.named_now:
            own = table.active == table.me
            like = f"a1 li{told or ('; a1 li jo if it is jo' if own else '')}"
            return f"{_who(table.active, table)}: a naming, like {like}"
        comes = acting(table)
        return f"{first}Then {'you' if comes == table.me else comes}: a1 li{told}"

    def words(self, now: Position) -> tuple[str, ...]:
        """The words that may be completed."""
        table = now.table
        if not table.begun:
            return (*map(as_word, table.players), *table.cards, *Character, *KEYWORDS)
        never = SET_UP_ONLY | (TOGETHER_ONLY if table.solo else ALONE_ONLY)
        verdicts = () if table.solo else ("lie", "truth")
        keywords = (word for word in KEYWORDS if word not in never)
        return (*map(as_word, table.players), *SQUARES, *table.cards, *verdicts, *Token, *table.pool, *keywords)

    def opening(self, now: Position) -> list[RenderableType]:
        """The screen at the beginning of a sitting."""
        return [replace(self._page(now, legend=True), foot=footnotes(now.view))]

    def _page(self, now: Position, *, legend: bool) -> Page:
        """The page as others may see it, too; alone there are none."""
        return Page(now.public, masked=now.secret, height=_HEIGHT, legend=legend)

    def changed(self, before: Position, now: Position) -> list[RenderableType]:
        """The page after a line, without what the viewer alone has looked at; and a contradiction that comes up.

        Its lines and its slips may tell of his looks: where others sit at the table, `glimpse` shows them.
        """
        parts: list[RenderableType] = [
            self._page(now, legend=False),
            *map(Text, news(before.table, now.record, now.table)),
        ]
        if self.doubts(before, now) and not now.secret:
            parts += screen(self._checked(now, _SUDDENLY))
        elif now.contradicted and (now.secret or self.doubts(before, now)) and now.public.odds is not None:
            parts.append(Text("! The entries contradict each other: check names the lines"))
        elif self.doubts(before, now):
            parts += [Text(f"! {self._public_conflict(now)}"), Text("check names the likeliest slips")]
        return parts

    def _public_conflict(self, now: Position) -> str:
        """Which lines cannot all be true by what everybody knows."""
        try:
            solved(now.public.view)
        except Contradiction as error:
            return words.conflict(error.lines)
        return "The entries contradict each other"

    def doubts(self, before: Position, now: Position) -> bool:
        """Whether the entries contradict each other where they did not before."""
        return now.contradicted and not before.contradicted

    def ask(self, command: str, rest: str, now: Position) -> list[RenderableType]:
        """Answer one of COMMANDS. Raises DeductionError."""
        said = Words(rest).all
        match command, said:
            case "show", ():
                return screen(now.shown)
            case "solve", _:
                return screen(commands.solve(now.view, said))
            case "advise", _:
                return screen(commands.advise(now.view, said))
            case "call", (square,):
                return screen(commands.call(now.view, square))
            case "call", (square, card):
                return screen(commands.call(now.view, square, card))
            case "explain", ():
                return screen(commands.advise(now.view))
            case "explain", (square,):
                return screen(commands.call(now.view, square))
            case "explain", (square, card):
                return screen(commands.explain(now.view, square, card, now.record))
            case "check", () | ("all" | "--all",):
                return screen(self._checked(now, None if said else 5))
            case _:
                raise NotationError(f"{command} takes other words", typed=rest, expected=COMMANDS[command])

    def _checked(self, now: Position, top: int | None) -> Examined:
        written = draft(dump(now.record), {now.record.game.name: now.record.game})
        return commands.check(written, None, top, 0)

    # ---- what others at the table may not see ----

    def veil(self, line: str, record: Record[Event, State]) -> str:
        """The line without what the viewer alone has seen."""
        try:
            event = record.game.read(Words(line))
        except NotationError:
            return line
        return _veiled(event, _watched(record.state)) or line

    def glimpse(self, before: Position, now: Position) -> list[RenderableType]:
        """The page with all, where the last line told something that the viewer alone has seen; else nothing.

        A contradiction that comes up is told here with its slips.
        """
        new = now.record.entries[len(before.record.entries) :]
        secret = any(_veiled(entry.event, _watched(now.record.state)) for entry in new)
        parts: list[RenderableType] = [Page(now.shown)] if secret else []
        if now.secret and self.doubts(before, now):
            parts += screen(self._checked(now, _SUDDENLY))
        return parts


def _watched(table: State) -> str | None:
    """Whose own knowledge others at the table may not see; None where there are no others, or no viewer."""
    return None if table.solo else table.me


def _veiled(event: Event, viewer: str | None) -> str | None:
    """The line of an event without what the viewer alone knows; None where he knows no more than all."""
    match event:
        case Dealt(player=player) if viewer is not None:
            return f"character {as_word(player)} …"
        case Name(really=card) | Decrypt(really=card) | Doubt(really=card) if viewer is not None and card is not None:
            return f"{write(replace(event, really=None))} …"
        case Look(card=card) if viewer is not None and card is not None:
            return f"{write(replace(event, card=None))} …"
        case _:
            return None


def _out_of_time(table: State) -> bool:
    """Whether the Keeper's next move must end the game: his turn would come, and nothing else may come before it."""
    return not table.solo and not table.entered and time_runs_out(table)


def _doubt(table: State) -> str:
    """How the naming above can be doubted, "" where nobody may."""
    if table.naming is None or not table.doubtable or not table.naming.doubters:
        return ""
    may = table.naming.doubters
    first = table.me if table.me in may else may[0]
    # He who keeps the record sees what the card is, and so says it.
    saw = " sh" if first == table.me and not table.naming.honest and table.naming.closed else ""
    return f"Doubt ({words.shortest(table.players)[first].casefold()} lie{saw})? "


def _who(player: str, table: State) -> str:
    """Whose turn comes; and where the marker goes, if the Keeper moves it before."""
    moved = f", marker to {table.space + table.moves_due}" if table.moves_due and player == table.active else ""
    return f"{'You' if player == table.me else player}{moved}"


def _asked_alone(table: State) -> str:
    if table.revealable and not table.entered and table.outcome is None:
        cards = "1 card" if table.revealable == 1 else f"{table.revealable} cards"
        return f"Reveal {cards}, like a1 bo"
    if not table.named_now:
        return "Choose a card: a1 bo if it is closed, a1 if it lies open"
    chosen = table.open.get(table.chosen or "")
    if chosen is not None and table.corner(chosen) is Corner.UNKNOWN:
        return f"Its corner, like corner {table.chosen} ch? The effect? Enter ends the turn"
    return "The effect? The goal? Enter ends the turn"
