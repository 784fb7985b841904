"""For each game the verbs, and how a record is seen from a seat."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from cli.lost_code import commands
from solver.games import LOST_CODE
from solver.lost_code.view import view
from solver.record import Record

__all__ = ["VERBS", "GameVerbs"]


@dataclass(frozen=True, slots=True)
class GameVerbs:
    """view: a record and a seat (None: the record's own) to what the seat sees. verbs: a function for each verb."""

    view: Callable[[Record[Any, Any], str | None], Any]
    verbs: Any


VERBS: Mapping[str, GameVerbs] = MappingProxyType({LOST_CODE.name: GameVerbs(view, commands)})
"""By the word after `game` in a record's first line."""
