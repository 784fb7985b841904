"""Código Enigma at the table: what is expected, what typed words mean, what a line changed, what can be asked."""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from rich.console import RenderableType
from rich.text import Text

from cli.codigo_enigma import commands, typing, words
from cli.codigo_enigma.examples import EXAMPLES
from cli.codigo_enigma.scores import laid_words, scores
from cli.codigo_enigma.screens import assumptions, board, heading, screen
from cli.figures import percent
from solver.codigo_enigma.advice import saying
from solver.codigo_enigma.box import KNOWN_SYMBOLS
from solver.codigo_enigma.events import Event, Fill, Outcome, Show, Special, Switch
from solver.codigo_enigma.notation import KEYWORDS
from solver.codigo_enigma.rules import Step, due
from solver.codigo_enigma.shorthand import understand
from solver.codigo_enigma.state import State
from solver.codigo_enigma.view import View, view
from solver.errors import NotationError
from solver.record import Record, draft, dump
from solver.words import as_word

__all__ = ["COMMANDS", "Companion", "Position"]

CHECKING = 10.0
"""Seconds that the search for slips may take at the table."""


@dataclass(frozen=True, slots=True)
class Position:
    """Where the game stands."""

    record: Record[Event, State]
    view: View

    @property
    def table(self) -> State:
        """The table as it lies."""
        return self.view.table


@dataclass(frozen=True, slots=True)
class Companion:
    """Everything that the loop at the table must know of Código Enigma."""

    @property
    def commands(self) -> Mapping[str, str]:
        """What can be asked."""
        return COMMANDS

    def examples(self, _now: Position) -> Mapping[str, str]:
        """What happens at the table as it may be typed."""
        return EXAMPLES

    def look(self, record: Record[Event, State]) -> Position:
        """Look at the record; there is no seat to look from."""
        return Position(record, view(record))

    def understand(self, typed: str, record: Record[Event, State], _old: Event | None = None) -> Event:
        """Read typed words where the record has led. Raises NotationError."""
        return understand(typed, record.state)

    def proposed(self, now: Position) -> Event | None:
        """The line that Enter accepts: where no numbers are typed, that another card came."""
        table = now.table
        step = due(table).step
        if step is Step.FILL and table.deck.cards == table.deck.reveal:
            return Fill(Special.REVEAL)
        if step is Step.FILL and typing.by_counts(table):
            return Fill(Special.UNKNOWN)
        return Show(Special.UNKNOWN) if step is Step.SHOW and Special.UNKNOWN in table.shuffled else None

    def asked(self, now: Position) -> str:
        """What is expected next, in one sentence, and how it is typed."""
        return f"{words.asked(now.table)}{typing.short(now.table)}"

    def words(self, now: Position) -> tuple[str, ...]:
        """The words that may be completed."""
        symbols = tuple(dict.fromkeys(now.table.words.values())) or KNOWN_SYMBOLS
        special = [word for word in Special if word is not Special.UNKNOWN or _card_due(now.table)]
        return (*map(as_word, now.table.players), *symbols, *Outcome, *special, *KEYWORDS)

    def opening(self, now: Position) -> list[RenderableType]:
        """The screen at the beginning of a sitting."""
        return [heading(now.table), *board(now.table), *assumptions(now.table)]

    def changed(self, before: Position, now: Position) -> list[RenderableType]:
        """What a line changed: codes revealed, and the table as it lies."""
        if opened := _opened(before.table, now.table):
            return [Text(opened, style="bold"), *assumptions(now.table)]
        told = before.table.scored
        new = [each for each in now.table.scored if each not in told]
        parts: list[RenderableType] = laid_words(now.table, new)
        if now.table.reveal and not before.table.reveal and not now.table.over:
            occasion = words.REVEALS[now.table.reveal.occasion]
            parts.append(Text(f"REVEAL HIDDEN CODES: {occasion}. Everybody exposes.", style="bold"))
            parts.append(Text(_hint()))
        elif now.table.came > before.table.came and not new:
            parts.append(Text("A REVEAL card, and nobody has a hidden code.", style="bold"))
        if Special.REVEAL in now.table.shuffled and Special.REVEAL not in before.table.shuffled:
            parts.append(Text("Shuffle the discards with the REVEAL card; if it lies on top, once more (assumed)."))
        if now.table.second_pass and not before.table.second_pass:
            parts.append(Text("The discards are the deck now, without REVEAL cards."))
        if now.table.over and not before.table.over:
            return [*parts, *scores(now.table)]
        return [*parts, *board(now.table), *assumptions(now.table)]

    def doubts(self, before: Position, now: Position) -> bool:
        """Whether to ask first: where hidden codes would lie open from now on. What is wrong the rules refuse."""
        return bool(_opened(before.table, now.table))

    def ask(self, command: str, rest: str, now: Position) -> list[RenderableType]:
        """Answer one of COMMANDS. Raises DeductionError."""
        if command == "rank":
            return screen(_ranked(rest, now.view))
        if command == "show" and rest:
            raise NotationError("show gives the table; a card is typed alone", typed=rest, expected="show, or the card")
        if rest and not (command == "check" and rest in ("all", "--all")):
            raise NotationError(f"{command} stands alone", typed=rest, expected=command)
        match command:
            case "show":
                return screen(commands.show(now.view))
            case "solve":
                return screen(commands.solve(now.view))
            case "final":
                return screen(commands.final(now.view))
            case "explain":
                return screen(commands.explain(now.view))
            case _:
                written = draft(dump(now.record), {now.record.game.name: now.record.game})
                return screen(commands.check(written, None, None if rest else 5, CHECKING))


def _hint() -> str:
    """From which confidence on a code is said, in one line."""
    shares = (f"{row.medal}: {percent(row.least.numerator, row.least.denominator)}" for row in saying()[:4])
    return f"Say a code if you are so sure of its order, by medal: {', '.join(shares)}; with a wild card always (rank)."


def _opened(before: State, now: State) -> str:
    """What it means that the notes are open now, while codes lie hidden; "" where they are not newly so.

    The codes themselves are not told with it: whoever asks before the table agreed must not have seen them.
    """
    codes = sum(map(len, now.hidden.values()))
    if not codes or Switch.NOTES_OPEN in before.rulings or Switch.NOTES_OPEN not in now.rulings:
        return ""
    several = f"all {codes} hidden codes lie" if codes > 1 else "the hidden code lies"
    return (
        f"! With notes open {several} open to everybody, from the next show on and by every command. "
        "A table decides that together; to seal them again, undo, or strike the line out."
    )


def _card_due(table: State) -> bool:
    """Whether the table waits for a card that came to light."""
    return due(table).step in (Step.FILL, Step.SHOW)


def _ranked(rest: str, seen: View) -> commands.Ranked:
    chances = [commands.share(word) for word in rest.split()]
    if len(chances) > 2:
        raise NotationError("too many chances", typed=rest, expected="rank, rank 60, or rank 60 20")
    exact, order = (*chances, None, None)[:2]
    return commands.rank(seen, exact, Fraction(0) if order is None else order)


COMMANDS: Mapping[str, str] = MappingProxyType(
    {
        "show": "the table as it stands",
        "solve": "when the next REVEAL card comes",
        "rank": "rank 60 20: whether to say a code, sure by 60 % of the order, by 20 % of the symbols only",
        "final": "the points, and how each came about",
        "explain": "how the clock is reckoned",
        "check": "what is wrong, and the likeliest slips that explain it",
    }
)
"""What can be asked at the table beside the commands of every game."""
