"""The one list of games."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from solver import record
from solver.beyond_code import notation as beyond_notation
from solver.beyond_code import play as beyond_play
from solver.beyond_code.state import State as BeyondState
from solver.cypher import notation as cypher_notation
from solver.cypher import play as cypher_play
from solver.cypher.state import State as CypherState
from solver.lost_code import notation, play
from solver.lost_code.state import State
from solver.record import Draft, Game, Record, load

__all__ = ["BEYOND_CODE", "CYPHER", "GAMES", "LOST_CODE", "draft", "read"]


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

BEYOND_CODE = Game(
    name="beyond-code",
    read=beyond_notation.read,
    write=beyond_notation.write,
    start=BeyondState(),
    apply=beyond_play.apply,
    check=beyond_play.check,
    set_up_order=beyond_play.set_up_order,
    seated=beyond_play.seated,
    foundations=frozenset({"players", "me", "keeper", "set", "card", "ruling"}),
)

CYPHER = Game(
    name="cypher",
    read=cypher_notation.read,
    write=cypher_notation.write,
    start=CypherState(),
    apply=cypher_play.apply,
    check=cypher_play.check,
    set_up_order=cypher_play.set_up_order,
    seated=cypher_play.seated,
    foundations=frozenset({"players", "me", "cards", "removed", "ruling", "hand"}),
)

GAMES: Mapping[str, Game[Any, Any]] = MappingProxyType({game.name: game for game in (LOST_CODE, BEYOND_CODE, CYPHER)})
"""By the word after `game` in a record's first line."""


def read(text: str, before: int | None = None) -> Record[Any, Any]:
    """Read a record of any known game, up to the line before. Raises RecordFaults."""
    return load(text, GAMES, before)


def draft(text: str, before: int | None = None) -> Draft[Any, Any]:
    """Read a record of any known game even where the rules forbid some of it. Raises RecordFaults if unreadable."""
    return record.draft(text, GAMES, before)
