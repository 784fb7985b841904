"""Several games: each player's taken together."""

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cli.files import shown
from cli.lost_code.review.asking import Asked, Progress, progress, read_game, reviewed, unfinished, whole
from cli.lost_code.review.career_data import career_data
from cli.lost_code.words import listed
from cli.outcome import Answer, or_leave
from solver.errors import ReviewError, SeatError
from solver.lost_code.events import Event
from solver.lost_code.review.career import Career, Game, career, placed
from solver.lost_code.state import State
from solver.record import Record

if TYPE_CHECKING:
    from rich.console import RenderableType

__all__ = ["review_several"]


@dataclass(frozen=True, slots=True)
class _Read:
    """Finished games by file. owners: who kept the records. left_out: why a file is not among them."""

    games: dict[str, Record[Event, State]] = field(default_factory=dict)
    owners: dict[str, None] = field(default_factory=dict)
    left_out: dict[str, str] = field(default_factory=dict)


def review_several(asked: Asked, files: Sequence[str]) -> Answer:
    """Take the games of each player together. Raises SeatError, and ReviewError where nothing is left to take."""
    found = _read(asked, files)
    names = _whose(asked, found)
    games: dict[str, list[Game]] = {name: [] for name in names}
    assumed: dict[str, None] = {}
    with progress(len(found.games)) as of_game:
        for place, (file, record) in enumerate(found.games.items()):
            seats = [name for name in names if name in record.state.players]
            if not seats:
                found.left_out[shown(file)] = f"without {listed(names, 'or')}"
                continue
            for name, game in _reviewed(asked, file, record, seats, of_game(place), found.left_out, assumed):
                games[name].append(game)
    careers = [career(name, some) for name, some in games.items() if some]
    if not careers:
        raise _nothing(found.left_out)
    return Answer(
        lambda: career_data(careers, found.left_out, list(assumed)),
        lambda: _screen(careers, found.left_out, list(assumed)),
    )


def _read(asked: Asked, files: Sequence[str]) -> _Read:
    """Read all files. Those whose game is not finished are left out, and so is a game that was there before."""
    found = _Read()
    for file in files:
        record = read_game(file, asked)
        if why := unfinished(record):
            found.left_out[shown(file)] = f"the game is not finished: {why}"
            continue
        made = whole(record, file, asked)
        events = [entry.event for entry in made.entries]
        same = [name for name, other in found.games.items() if [entry.event for entry in other.entries] == events]
        if same:
            found.left_out[shown(file)] = f"the same game as {shown(same[0])}"
            continue
        found.games[file] = made
        if record.state.me is not None:
            found.owners[record.state.me] = None
    if not found.games:
        raise _nothing(found.left_out)
    return found


def _nothing(left_out: Mapping[str, str]) -> ReviewError:
    return ReviewError("there is no game to review: " + "; ".join(f"{file}: {why}" for file, why in left_out.items()))


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
        raise SeatError("nobody plays in two of these games; name a player with --as")
    return names


def _reviewed(
    asked: Asked,
    file: str,
    record: Record[Event, State],
    seats: Sequence[str],
    said: Progress,
    left_out: dict[str, str],
    assumed: dict[str, None],
) -> list[tuple[str, Game]]:
    """One game of each seat that can be reviewed; the others go to `left_out`."""

    def played() -> list[tuple[str, Game]]:
        review = reviewed(record, seats, asked, said)
        left_out.update({f"{shown(file)}, {name}": why for name, why in review.unknown.items() if name in seats})
        assumed.update(dict.fromkeys(review.assumed))
        return [
            (each.player, Game(shown(file), each, placed(record, each.player)))
            for each in review.players
            if each.player in seats
        ]

    return or_leave(played, shown(file), as_json=asked.as_json)


def _screen(careers: Sequence[Career], left_out: Mapping[str, str], assumed: Sequence[str]) -> "list[RenderableType]":
    from cli.lost_code.review.career_screen import career_screen  # noqa: PLC0415 - rich, not needed for JSON

    return career_screen(careers, left_out, assumed)
