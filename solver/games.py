"""The one list of games."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from solver import record
from solver.cypher import notation as cypher_notation
from solver.cypher import play as cypher_play
from solver.cypher.state import State as CypherState
from solver.lost_code import notation, play
from solver.lost_code.state import State
from solver.record import Draft, Game, Record, load

__all__ = ["CYPHER", "GAMES", "LOST_CODE", "draft", "read"]


def _seated(state: State) -> bool:
    """Whether there are players. By a name, as a record that goes to another process carries its game along."""
    return bool(state.players)


LOST_CODE = Game(
    name="lost-code",
    read=notation.read,
    write=notation.write,
    start=State(),
    apply=play.apply,
    check=play.check,
    set_up_order=play.set_up_order,
    seated=_seated,
    foundations=frozenset({"players", "me", "variant", "wheels", "stack"}),
)

CYPHER = Game(
    name="cypher",
    read=cypher_notation.read,
    write=cypher_notation.write,
    start=CypherState(),
    apply=cypher_play.apply,
    check=cypher_play.check,
    set_up_order=cypher_play.set_up_order,
    seated=lambda state: bool(state.players),
    foundations=frozenset({"players", "me", "cards", "removed", "ruling", "hand"}),
)

GAMES: Mapping[str, Game[Any, Any]] = MappingProxyType({game.name: game for game in (LOST_CODE, CYPHER)})
"""By the word after `game` in a record's first line."""


def read(text: str, before: int | None = None) -> Record[Any, Any]:
    """Read a record of any known game, up to the line before. Raises RecordFaults."""
    return load(text, GAMES, before)


def draft(text: str, before: int | None = None) -> Draft[Any, Any]:
    """Read a record of any known game even where the rules forbid some of it. Raises RecordFaults if unreadable."""
    return record.draft(text, GAMES, before)
