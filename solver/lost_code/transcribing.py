"""The text of a record put together from several: lines as somebody wrote them, with everybody's comments."""

from collections.abc import Iterable, Mapping, Sequence

from solver.lost_code.aligning import Aligned
from solver.lost_code.assembling import Choices, events_at
from solver.lost_code.completing import rewritten
from solver.lost_code.events import Event, Log, Me, Players, Variants
from solver.lost_code.notation import write
from solver.lost_code.versions import SET_UP, Phase, Said, Source, Spot
from solver.words import Words

__all__ = ["transcribed"]


def transcribed(side: Aligned, choices: Choices, spots: Iterable[Spot]) -> tuple[Sequence[str], Mapping[Spot, int]]:
    """The lines of the record, and the line on which each moment begins. spots: the moments, in order of play.

    The set-up stands as the first record has it, with a `log` line in place of `me`. What says the same in several
    records is written as the first of these has it. Of several equal comments at one place one is kept.
    """
    page = _Page(side, choices)
    first = side.sources[0]
    page.header()
    written: set[Spot] = set()
    for entry in first.kept.draft.entries:
        match entry.event:
            case Players() | Variants():
                page.copy(first, entry.line)
                continue
            case Me(name):
                spot = Spot(SET_UP, Phase.LOG, name)
                page.log(spot, entry.line)
            case _ if at := next((s for s, said in first.said.items() if entry.line in said.lines), None):
                spot = at
                if spot.round == SET_UP:
                    page.put(spot)
            case _:
                break
        written.add(spot)
    for spot in (*(spot for spot in side.said if spot.round == SET_UP), *spots):
        if spot not in written:
            written.add(spot)
            page.put(spot)
    page.finish()
    return page.lines, page.starts


class _Notes:
    """The comments of a record that have not been copied yet, and the blank lines of the first."""

    def __init__(self, each: Source, *, blanks: bool) -> None:
        self.left: dict[int, str] = {}
        self.beside: set[int] = set()
        for number, line in enumerate(each.kept.draft.lines, 1):
            words = Words(line)
            if words.comment or (blanks and not words):
                self.left[number] = words.comment
                if words:
                    self.beside.add(number)

    def before(self, line: int | None) -> list[str]:
        """Take what stands before a line; all of it for None."""
        taken = [number for number in self.left if line is None or number < line]
        return [self.left.pop(number) for number in taken]

    def at(self, line: int) -> str:
        """Take the comment of a line."""
        return self.left.pop(line, "")


class _Page:
    def __init__(self, side: Aligned, choices: Choices) -> None:
        self.side, self.choices = side, choices
        self.notes = [_Notes(each, blanks=not place) for place, each in enumerate(side.sources)]
        self.lines: list[str] = []
        self.starts: dict[Spot, int] = {}
        self.copied: set[str] = set()

    def header(self) -> None:
        """Copy the line that names the game, below what stands before it in any record."""
        lines = [
            next(n for n, line in enumerate(each.kept.draft.lines, 1) if Words(line)) for each in self.side.sources
        ]
        for place, line in enumerate(lines):
            self._notes_before(place, line)
        self.copy(self.side.sources[0], lines[0])

    def copy(self, first: Source, line: int) -> None:
        """Copy a line of the first record."""
        self._notes_before(0, line)
        self.notes[0].at(line)
        self.lines.append(first.line(line))

    def log(self, spot: Spot, line: int) -> None:
        """Write a player's log where the first record says `me`."""
        self._notes_before(0, line)
        self.notes[0].at(line)
        event: Event = Log(spot.player, tuple((symbol, None) for symbol in self.side.sources[0].set_up.symbols))
        if spot in self.side.said:
            (event,) = events_at(self.side, self.choices, spot)
        self.starts[spot] = len(self.lines) + 1
        self.lines.append(rewritten(self.side.sources[0].line(line), write(event)))

    def put(self, spot: Spot) -> None:
        """Write the lines of a moment, each as the first record that has it so."""
        said = self.side.said[spot]
        for place, here in said.items():
            if here.lines:
                self._notes_before(place, min(here.lines))
        events = events_at(self.side, self.choices, spot)
        if events:
            self.starts[spot] = len(self.lines) + 1
        beside = {
            note: len(self.side.sources[place].line(line)) - len(note)
            for place, here in said.items()
            for line in here.lines
            if (note := self.notes[place].at(line))
        }
        for event in events:
            words = self._words(said, events, event)
            self.lines.append(f"{words}  ".ljust(min(beside.values())) + "  ".join(beside) if beside else words)
            beside = {}

    def finish(self) -> None:
        """Copy the comments that are left."""
        for place in range(len(self.notes)):
            self._notes_before(place, None)

    def _words(self, said: Mapping[int, Said], events: tuple[Event, ...], event: Event) -> str:
        """The words of an event, spaced as in the first record that has it."""
        for place, here in said.items():
            if here.events == events and here.lines:
                line = self.side.sources[place].line(here.lines[events.index(event)])
                return line.removesuffix(Words(line).comment).rstrip()
        return write(event)

    def _notes_before(self, place: int, line: int | None) -> None:
        for note in self.notes[place].before(line):
            if place == 0 or note not in self.copied:
                self.lines.append(note)
            self.copied.add(note)
