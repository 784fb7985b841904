"""Several games: each player's taken together."""

import unicodedata
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from cli.files import shown
from cli.lost_code.review.asking import Asked, progress, read_game, unfinished, whole
from cli.lost_code.review.career_data import career_data
from cli.lost_code.words import listed
from cli.outcome import Answer
from solver.errors import OutOfTime, ReviewError, SeatError
from solver.lost_code.events import Event, Symbol
from solver.lost_code.review import reviewing
from solver.lost_code.review.career import Career, Game, career, placed
from solver.lost_code.review.values import Review
from solver.lost_code.state import State
from solver.record import Record
from solver.workers import cores, here, in_processes

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["review_several"]


@dataclass(frozen=True, slots=True)
class _Read:
    """Finished games by file. owners: who kept the records. left_out: why a file is not among them."""

    games: dict[str, Record[Event, State]] = field(default_factory=dict)
    owners: dict[str, None] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Job:
    """A game to review. place: among the games. name: of its file, for people."""

    place: int
    name: str
    record: Record[Event, State]
    seats: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Done:
    """A game reviewed. place, name: of its job. games: of the seats that could be."""

    place: int
    name: str
    review: Review
    games: dict[str, Game]


def review_several(asked: Asked, files: Sequence[str]) -> Answer:
    """Take the games of each player together.

    Raises SeatError, ReviewError where nothing is left to take, and OutOfTime.
    """
    found = _read(asked, files)
    names = _whose(asked, found)
    jobs: list[_Job] = []
    for file, record in found.games.items():
        seats = tuple(name for name in names if name in record.state.players)
        if seats:
            jobs.append(_Job(len(jobs), shown(file), record, seats))
        else:
            found.left_out[shown(file)] = f"without {listed(names, 'or')}"
    games: dict[str, list[Game]] = {name: [] for name in names}
    assumed: dict[str, None] = {}
    for done in _reviewed(asked, jobs):
        for name, game in done.games.items():
            games[name].append(game)
        found.left_out.update({f"{done.name}, {name}": why for name, why in done.review.unknown.items()})
        assumed |= dict.fromkeys(done.review.assumed)
    careers = [career(name, some) for name, some in games.items() if some]
    if not careers:
        raise _nothing(found.left_out)
    return Answer(
        lambda: career_data(careers, found.left_out, list(assumed)),
        lambda: _screen(careers, found.left_out, list(assumed)),
    )


def _reviewed(asked: Asked, jobs: Sequence[_Job]) -> list[_Done]:
    """Review games, each in one process, and show how far it is. In the order of the jobs. Raises OutOfTime."""
    workers = min(asked.workers or cores(), len(jobs))
    work = partial(_work, asked.depth)
    found: dict[int, _Done] = {}
    coming = here(work, jobs) if workers <= 1 else in_processes(work, jobs, workers)
    with progress("games", len(jobs)) as said, closing(coming):
        for done in coming:
            found[done.place] = done
            said(len(found), len(jobs))
    return [found[job.place] for job in jobs]


def _work(depth: int, job: _Job) -> _Done:
    """Review one game. Raises OutOfTime."""
    try:
        review = reviewing.review(job.record, job.seats, depth=depth)
        games = {
            each.player: Game(job.name, each, placed(job.record, each.player), job.record.state.scored)
            for each in review.players
        }
    except OutOfTime as error:
        raise OutOfTime(f"{job.name}: {error}") from error
    return _Done(job.place, job.name, review, games)


def _read(asked: Asked, files: Sequence[str]) -> _Read:
    """Read all files. Those whose game is not finished are left out, and so is a game that was there before."""
    found = _Read()
    for file in files:
        record = read_game(file, asked)
        if why := unfinished(record):
            found.left_out[shown(file)] = f"the game is not finished: {why}"
            continue
        made = whole(record, file, asked)
        if record.state.me is not None:
            found.owners[record.state.me] = None
        same = [name for name, other in found.games.items() if _bets(other) == _bets(made)]
        if same:
            found.left_out[shown(file)] = f"the same game as {shown(same[0])}"
            continue
        found.games[file] = made
    if not found.games:
        raise _nothing(found.left_out)
    return found


def _bets(record: Record[Event, State]) -> list[tuple[str, int, int, tuple[Symbol, ...]]]:
    """What was bet on which dice: no two games have all of that in common, and whoever keeps a record sees it."""
    return [(bet.player, bet.low, bet.high, bet.dice) for bet in record.state.bets]


def _nothing(left_out: Mapping[str, str]) -> ReviewError:
    return ReviewError("there is no game to review: " + "; ".join(f"{file}: {why}" for file, why in left_out.items()))


def _also(left_out: Mapping[str, str]) -> str:
    """The files that were left out, and why."""
    told = "; ".join(f"{file}: {why}" for file, why in left_out.items())
    return f". Left out: {told}" if told else ""


def _whose(asked: Asked, found: _Read) -> list[str]:
    """Whose games are taken together: those named, else who kept the records, else who plays in more than one.

    Raises SeatError.
    """
    seated = [player for record in found.games.values() for player in record.state.players]
    named = [unicodedata.normalize("NFC", name) for name in asked.names]
    for name in named:
        if name not in seated:
            players = ", ".join(dict.fromkeys(seated))
            raise SeatError(f"“{name}” plays in none of these games; expected some of {players}")
    often = [player for player in dict.fromkeys(seated) if seated.count(player) > 1]
    names = list(dict.fromkeys(named or found.owners or often))
    if not names:
        raise SeatError(f"nobody plays in two of these games; name a player with --as{_also(found.left_out)}")
    return names


def _screen(careers: Sequence[Career], left_out: Mapping[str, str], assumed: Sequence[str]) -> "list[RenderableType]":
    from cli.lost_code.review.career_screen import career_screen  # noqa: PLC0415 - rich, not needed for JSON

    return career_screen(careers, left_out, assumed)
