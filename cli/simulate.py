"""The verb `simulate`: play many games here, in processes or on a cluster, keep their records, and count."""

import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from stat import S_ISREG

from cli.files import LARGEST, FileError, read_text, save, shown
from cli.lost_code.simulation import contest, simulation_data, simulation_screen
from cli.outcome import Answer
from solver.lost_code.makers import maker
from solver.lost_code.tournament import Contest, DealResult, deals_for, file_name, play_deal, summed
from solver.workers import cores, here, in_processes, on_cluster, scheduler_at

__all__ = ["Asked", "simulate"]


@dataclass(frozen=True, slots=True)
class Asked:
    """What the options say. workers: None for one on each core. scheduler: the address of a Dask cluster's."""

    players: int
    games: int
    seed: int
    policies: str
    variants: tuple[str, ...]
    wheels: str | None
    out: Path | None
    workers: int | None
    scheduler: str | None


def simulate(asked: Asked) -> Answer:
    """Play at least so many games. Raises LineError for an option, PolicyError, WorkersLost and FileError."""
    names = [name for name in asked.policies.replace(",", " ").split() if name]
    played = contest(asked.players, asked.seed, names, asked.variants, asked.wheels, records=asked.out is not None)
    if asked.scheduler is not None:
        scheduler_at(asked.scheduler)
    else:
        for name in names:
            maker(name)
    deals = deals_for(asked.games, asked.players)
    if asked.out is not None:
        _make(asked.out)
    results = []
    with _progress(deals * asked.players) as more, closing(_results(played, deals, asked)) as coming:
        for result in coming:
            results.append(_kept(result, played, asked.out))
            more(asked.players)
    summary = summed(played, results)
    return Answer(lambda: simulation_data(summary, asked.out), lambda: simulation_screen(summary, asked.out))


def _results(played: Contest, deals: int, asked: Asked) -> Generator[DealResult, None, None]:
    """The deals as they come, wherever they are played. Handing one over takes no time beside playing it."""
    work, jobs = partial(play_deal, played), range(1, deals + 1)
    if asked.scheduler is not None:
        return on_cluster(work, jobs, asked.scheduler)
    workers = min(asked.workers or cores(), deals)
    return here(work, jobs) if workers == 1 else in_processes(work, jobs, workers)


# ---- records ---------------------------------------------------------------------------------------------------------


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        name = shown(str(folder))
        raise FileError(
            f"{name}: cannot be made: {error.strerror or error}; expected a folder for the records"
        ) from error


def _kept(result: DealResult, played: Contest, folder: Path | None) -> DealResult:
    """Save the records of a deal, and give the result without them. Raises FileError."""
    if folder is None:
        return result
    for number, game in enumerate(result.games, 1):
        _keep(folder / file_name(played, result.index, number), game.record)
    return replace(result, games=tuple(replace(game, record="") for game in result.games))


def _keep(path: Path, text: str) -> None:
    """Save a record, unless it lies there already. Raises FileError where something else does."""
    name = shown(str(path))
    try:
        there = path.stat()
    except FileNotFoundError:
        save(path, text)
        return
    except OSError as error:
        raise FileError(
            f"{name}: cannot be saved: {error.strerror or error}; expected a folder in which records can be kept"
        ) from error
    # What is no file is not read either: nothing might ever come.
    if not S_ISREG(there.st_mode):
        raise FileError(f"{name}: cannot be saved: this is no plain file; expected a folder without it")
    if there.st_size > LARGEST or read_text(str(path)) != text:
        raise FileError(
            f"{name}: another game lies there, and was left as it is; expected a folder without it, or another seed"
        )


# ---- progress --------------------------------------------------------------------------------------------------------


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None]]:
    """Show on a terminal how many games are played and how long the rest will take; call it with more games."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _more: None
        return
    from rich.progress import (  # noqa: PLC0415 - only where somebody waits
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    from cli.outcome import error_console  # noqa: PLC0415 - as above

    screen = error_console()
    # What stands beside the bar takes 32 columns, or fewer.
    bar = BarColumn(bar_width=max(4, min(40, screen.width - 36)))
    parts = (TextColumn("games"), MofNCompleteColumn(), bar, TimeRemainingColumn(compact=True), TextColumn("left"))
    with Progress(*parts, console=screen, transient=True) as shown_bar:
        task = shown_bar.add_task("", total=games)
        yield lambda more: shown_bar.advance(task, more)
