"""The notepad page: nine squares as in the box, and beside them what every player may note."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from cli.beyond_code import words
from cli.beyond_code.commands import Shown
from cli.beyond_code.notes import corner_of
from solver.beyond_code.events import Card, Corner, Square
from solver.beyond_code.rules import turns_left
from solver.beyond_code.state import Naming

__all__ = ["Page", "likeliest"]

ROWS = (("a1", "b1", "c1"), ("a2", "b2", "c2"), ("a3", "b3", "c3"))
WIDEST = 26
"""Columns of a square, so that three fit on 80 columns."""
_NARROW = 20
"""Columns of a square under which words are cut short."""
_SIGNS = {None: "", True: " =", False: " !"}
"""By what came of a doubt."""
_GRID = 15
"""Lines of the heading and the nine squares."""
_MOST = 3
"""Lines for the owner's words of the card just named."""
LEGEND, LEGEND_ALONE = "? likeliest  = proved  ! caught lying", "? likeliest"
CONTRADICTION = (
    "! The entries contradict each other: check names the lines",
    "! Entries contradict each other: check",
)
"""The first that has room."""
_CALLS, _SHORTEST_CALL = 2, 5
"""So many namings stand in a square, the last first, if each has so many columns."""
_SHARED = 3
"""A card that is the likeliest one of so many squares, and on all of them as likely, is a guess at none."""
_SHORT_CORNERS = {Corner.CHAOS: "Ch", Corner.DECRYPTION: "De", Corner.NONE: "no", Corner.UNKNOWN: ""}
HIDDEN = "(you know)"
"""What stands for a card that the viewer alone has looked at, while others may see the screen."""


def likeliest(shown: Shown, square: Square) -> tuple[Card | None, bool]:
    """The card that lies on a square, or most likely does; whether that is certain. None where several are alike.

    Where the entries contradict each other, it is what they last said of the square.
    """
    if square in shown.view.table.open:
        return shown.view.table.open[square], True
    if shown.odds is None:
        return shown.notes.cards.get(square), True
    first, *rest = sorted(shown.odds.soft[square].items(), key=lambda each: -each[1])
    if rest and first[1] - rest[0][1] < 1e-9:
        return None, False
    return first[0], not rest


@dataclass(frozen=True)
class Page:
    """The page as it is printed. masked: what the viewer alone has looked at does not stand there.

    height: lines that it should not exceed. legend: whether signs are explained. foot: what stands below.
    """

    shown: Shown
    masked: bool = False
    height: int = 23
    legend: bool = True
    foot: Sequence[str] = ()

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Print it in the columns at hand."""
        yield Text(self._title(options.max_width), style="bold")
        width = max(min((options.max_width - 2) // 3, WIDEST), 4)
        rule = Text("┼".join("─" * width for _ in range(3)), style="dim")
        for number, row in enumerate(ROWS):
            if number:
                yield rule
            cells = [self._cell(square, width) for square in row]
            for line in zip(*cells, strict=True):
                yield Text("│", style="dim").join(line)
        yield from self._beside(console, options)

    def _title(self, width: int) -> str:
        """The game, whose turn it is, the time, and whose page this is: what has room in one line."""
        view, table = self.shown.view, self.shown.view.table
        now = f"{words.whose(view)} · time {table.space}/{table.spaces}"
        eyes = f" · {view.viewer}’s page" if view.viewer and len(table.players) > 1 else ""
        forms = (f"{words.TITLE} · {now}{eyes}", f"{now}{eyes}", now)
        return next((form for form in forms if cell_len(form) <= width), now)

    # ---- a square ----

    def _cell(self, square: Square, width: int) -> list[Text]:
        """Four lines: the square and its corner, the card, how it was called, who has seen it."""
        table = self.shown.view.table
        card, sure = self._guess(square)
        hidden = self.masked and self._mine(square)
        corner = corner_of(self.shown.notes, table, square, card if sure and not hidden else None)
        narrow = width < _NARROW
        lies = (" sil." if narrow else " silence") if square in table.laid else " open" if square in table.open else ""
        sign = _SHORT_CORNERS[corner] if narrow else words.CORNERS[corner]
        first = f"{square}{lies}".ljust(width - cell_len(sign) - 1) + sign
        name = HIDDEN if hidden else "?" if card is None else self._name(card, width, sure=sure)
        lines = [first, name, self._calls(square, width), self._seen(square, width)]
        return [_fit(line, width, bold=sure and not hidden and place == 1) for place, line in enumerate(lines)]

    def _guess(self, square: Square) -> tuple[Card | None, bool]:
        """The likeliest card, but none that may as well lie on several other squares whose likeliest it is."""
        card, sure = likeliest(self.shown, square)
        if card is None or sure or self.shown.odds is None:
            return card, sure and card is not None
        soft = self.shown.odds.soft
        alike = [
            each
            for each in soft
            if abs(soft[each].get(card, 0.0) - soft[square][card]) < 1e-9 and likeliest(self.shown, each)[0] is card
        ]
        return (None if len(alike) >= _SHARED else card), sure

    def _mine(self, square: Square) -> bool:
        """Whether the viewer knows the card by a look that others have not had."""
        table, viewer = self.shown.view.table, self.shown.view.viewer
        return viewer is not None and square not in table.open and viewer in table.seen_by(square)

    def _name(self, card: Card, width: int, *, sure: bool) -> str:
        title = self.shown.view.table.title(card)
        return title if sure else _cut(title, width - 3) + " ?"

    def _calls(self, square: Square, width: int) -> str:
        calls = self.shown.notes.calls.get(square, ())
        if not calls:
            return ""
        full = f"{calls[0].player}: {self._called(calls[0])}, {words.how(calls[0])}"
        if len(calls) == 1 and cell_len(full) <= width:
            return full
        short = words.shortest(self.shown.view.table.players)
        # Of those that have no room it is said how many they are.
        for count in (_CALLS, 1):
            more = f" +{len(calls) - count}" if len(calls) > count else ""
            shown = min(count, len(calls))
            room = (width - len(more) - 2 * (shown - 1)) // shown
            if room >= _SHORTEST_CALL:
                break
        return ", ".join(self._short_call(each, short[each.player], room) for each in calls[:shown]) + more

    def _short_call(self, naming: Naming, player: str, room: int) -> str:
        """With a sign for what came of it. player: his name cut short, for where the whole has no room."""
        sign, called = _SIGNS[naming.honest], self._called(naming)
        full = f"{naming.player} {called}{sign}"
        return (
            full if cell_len(full) <= room else f"{player} {_cut(called, max(room - len(player + sign) - 1, 3))}{sign}"
        )

    def _called(self, naming: Naming) -> str:
        return self.shown.view.table.title(naming.card)

    def _seen(self, square: Square, width: int) -> str:
        table = self.shown.view.table
        if table.solo or not (seen := table.seen_by(square)):
            return ""
        if len(seen) == len(table.players):
            return "seen by all"
        full = f"seen: {' '.join(seen)}"
        if cell_len(full) <= width:
            return full
        short = words.shortest(table.players)
        return f"seen: {' '.join(short[player] for player in seen)}"

    # ---- beside the squares ----

    def _beside(self, console: Console, options: ConsoleOptions) -> Iterator[Text]:
        """What all must know, in full, and the rest in what lines are left; a text that is cut says so."""
        table, width = self.shown.view.table, options.max_width
        lines: list[str] = []
        if self.shown.odds is None:
            lines.append(next((form for form in CONTRADICTION if cell_len(form) <= width), CONTRADICTION[-1]))
        if table.outcome is None and table.players and not table.solo:
            lines.append(self._turns(width))
        full, short = words.tokens(table), words.tokens(table, words.shortest(table.players))
        lines += [each for each in (full if cell_len(full) <= width else short, words.match(table)) if each]
        needed = [part for line in lines for part in Text(line).wrap(console, width)]
        legend = (LEGEND_ALONE if table.solo else LEGEND) if self.legend else ""
        # Each has a line; those that are left go to the legend, what is below, the effect, the goal.
        said = [each for each in (self._character(), self._words(), *self.foot) if each]
        foot = list(self.foot)
        if len(needed) + len(said) > self.height - _GRID:
            foot = [" · ".join(foot)]
            said = [*said[: len(said) - len(self.foot)], *foot]
        left = self.height - _GRID - len(needed) - len(said)
        if legend and left > 0:
            yield from Text(legend).wrap(console, width)
            left -= 1
        most = {self._character(): _MOST - 1, self._words(): _MOST}
        room = dict.fromkeys(said, 1)
        for text in (*foot, self._words(), self._character()):
            wanted = min(len(Text(text).wrap(console, width)), most.get(text, self.height)) - 1
            if text in room and wanted > 0 and left > 0:
                room[text] += min(wanted, left)
                left -= min(wanted, left)
        yield from needed
        for text in said:
            for line in _in_lines(Text(text), room[text], console, width):
                line.stylize("italic" if text in foot else "")
                yield line

    def _turns(self, width: int) -> str:
        """How many turns are left for each player; with names cut short where the line is."""
        table = self.shown.view.table
        short = words.shortest(table.players)
        left = {p: "out" if p in table.out else str(turns_left(table, p)) for p in table.players}
        full, cut = (
            f"turns left: {', '.join(f'{name(p)} {turns}' for p, turns in left.items())}" for name in (str, short.get)
        )
        return full if cell_len(full) <= width else cut

    def _character(self) -> str:
        """The viewer's own character, and the owner's words for its goal; nothing where others may see the screen."""
        table, viewer = self.shown.view.table, self.shown.view.viewer
        mine = None if viewer is None or self.masked else table.characters.get(viewer)
        if mine is None:
            return ""
        return f"{viewer} is the {mine}{f': {table.words[mine]}' if mine in table.words else ''}"

    def _words(self) -> str:
        """The owner's words for the card just named, or chosen."""
        table = self.shown.view.table
        card = table.naming.card if table.naming else table.open.get(table.chosen or "")
        if table.naming is not None and card is Card.ENIGMA and not table.effects and table.outcome is None:
            return f"{table.title(card)}: cancelled, it has no effect"
        return f"{table.title(card)}: {table.words[card]}" if card is not None and card in table.words else ""


def _in_lines(said: Text, most: int, console: Console, width: int) -> Iterator[Text]:
    """Break a text into so many lines at most; what is left is cut off."""
    wrapped = list(said.wrap(console, width))
    yield from wrapped[: most - 1]
    if len(wrapped) >= most:
        rest = Text(" ".join(part.plain.strip() for part in wrapped[most - 1 :]))
        rest.truncate(width, overflow="ellipsis")
        yield rest


def _fit(line: str, width: int, *, bold: bool) -> Text:
    text = Text(line, style="bold" if bold else "")
    text.truncate(width, overflow="ellipsis", pad=True)
    return text


def _cut(title: str, width: int) -> str:
    text = Text(title)
    text.truncate(max(width, 1), overflow="ellipsis")
    return text.plain
