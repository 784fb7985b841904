"""What one game and several have in common: what was asked, finished games, the engine, and how far it is."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from cli.files import read_text, shown
from cli.lost_code.words import awaited, listed
from cli.outcome import or_leave
from cli.verbs import need_lost_code
from solver.errors import ReviewError
from solver.games import read
from solver.lost_code.completing import completed
from solver.lost_code.events import Event
from solver.lost_code.review.reviewing import review
from solver.lost_code.review.values import Review
from solver.lost_code.rules import Step, due
from solver.lost_code.state import State
from solver.record import Record
from solver.workers import cores

__all__ = ["Asked", "Progress", "nobody", "progress", "read_game", "reviewed", "unfinished", "whole"]

Progress = Callable[[int, int], None]
"""Called with how much is done, and of how much."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options say. names: whose review, () for everybody's. top: decisions to show, None for all.

    depth: 1 or 2. workers: None for one on each core.
    """

    files: tuple[str, ...]
    names: tuple[str, ...] = ()
    sheet: str | None = None
    html: Path | None = None
    png: Path | None = None
    depth: int = 1
    workers: int | None = None
    top: int | None = 5
    as_json: bool = False


def read_game(file: str, asked: Asked) -> Record[Event, State]:
    """Read a record, or leave with its faults under its own name."""
    record: Record[Event, State] = or_leave(lambda: read(read_text(file)), shown(file), as_json=asked.as_json)
    need_lost_code(record.game.name, "review")
    return record


def unfinished(record: Record[Event, State]) -> str:
    """What a record lacks of a whole game, in words; "" where it lacks nothing."""
    state, now = record.state, due(record.state)
    if now.step is Step.OVER:
        return ""
    if now.step not in (Step.FINAL, Step.REVEAL):
        told = f"it stands in round {state.round} of {state.rounds}" if state.round else "it has not begun"
        return f"{told}; {awaited(now)} next" if state.players else "nobody plays"
    unplaced = [player for player in state.players if player not in state.finals]
    hidden = [
        player for player in state.players if any(state.held(player, each).number is None for each in state.symbols)
    ]
    return "missing: " + " and ".join(
        f"the “{keyword}” line{'s' if len(players) > 1 else ''} of {listed(players, 'and')}"
        for players, keyword in ((unplaced, "final"), (hidden, "reveal"))
        if players
    )


def whole(record: Record[Event, State], file: str, asked: Asked) -> Record[Event, State]:
    """The record with all that follows from it written out, or leave with the reason why that cannot be."""
    return or_leave(partial(completed, record), shown(file), as_json=asked.as_json)


def reviewed(record: Record[Event, State], seats: Sequence[str] | None, asked: Asked, said: Progress) -> Review:
    """Review a whole game. seats: None for all. Raises what the engine raises."""
    return review(record, seats, depth=asked.depth, workers=asked.workers or cores(), progress=said)


def nobody(review: Review) -> ReviewError:
    """Say that no player can be reviewed, and why."""
    return ReviewError("nobody can be reviewed: " + "; ".join(f"{n}: {why}" for n, why in review.unknown.items()))


@contextmanager
def progress(games: int) -> Iterator[Callable[[int], Progress]]:
    """Show on a terminal how far reviewing is; call it with a game's place, from 0, for its own progress."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _place: lambda _done, _all: None
        return
    from rich.progress import (  # noqa: PLC0415 - only where somebody waits
        BarColumn,
        TaskProgressColumn,
        TextColumn,
        TimeRemainingColumn,
    )
    from rich.progress import Progress as Bar  # noqa: PLC0415 - as above

    from cli.outcome import error_console  # noqa: PLC0415 - as above

    screen = error_console()
    # What stands beside the bar takes 32 columns, or fewer.
    bar = BarColumn(bar_width=max(4, min(40, screen.width - 36)))
    what = TextColumn("{task.description}")
    parts = (what, bar, TaskProgressColumn(), TimeRemainingColumn(compact=True), TextColumn("left"))
    with Bar(*parts, console=screen, transient=True) as shown_bar:
        task = shown_bar.add_task("reviewing", total=games)

        def of_game(place: int) -> Progress:
            shown_bar.update(task, description="reviewing" if games == 1 else f"game {place + 1}/{games}")
            return lambda done, all_: shown_bar.update(task, completed=place + done / max(all_, 1))

        yield of_game
