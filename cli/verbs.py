"""For each game: how a record is seen from a seat, what each verb computes, and how that is printed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cli.lost_code import commands
from cli.lost_code.data import data, summary
from cli.outcome import CONTRADICTION, OUT_OF_TIME
from solver.games import LOST_CODE
from solver.lost_code.view import view
from solver.record import Record

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cli.table import Companion

__all__ = ["VERBS", "GameVerbs"]


@dataclass(frozen=True, slots=True)
class GameVerbs:
    """What the command line must know of a game.

    view: a record and a seat (None: the record's own) to what the seat sees. verbs: has a function for each verb,
    from a view to a value. data, screen: that value for programs and for people. status: its exit status. companion:
    what the loop at the table must know. summary: how far a record has come, for the list of games.
    """

    view: Callable[[Record[Any, Any], str | None], Any]
    verbs: Any
    data: Callable[[Any], Mapping[str, Any]]
    screen: "Callable[[Any], list[RenderableType]]"
    status: Callable[[Any], int]
    companion: "Callable[[], Companion]"
    summary: Callable[[Record[Any, Any]], Mapping[str, Any]]


def _lost_code_status(result: commands.Result) -> int:
    match result:
        case commands.Compared(conflict=conflict) if conflict or not result.agree:
            return CONTRADICTION
        case commands.Examined(checked=checked) if checked.wrong:
            return CONTRADICTION
        case commands.Compared() if not result.finished:
            return OUT_OF_TIME
        case _:
            return 0


def _lost_code_screen(result: commands.Result) -> "list[RenderableType]":
    from cli.lost_code.screens import screen  # noqa: PLC0415 - rich, not needed for JSON

    return screen(result)


def _lost_code_companion() -> "Companion":
    from cli.lost_code.companion import Companion  # noqa: PLC0415 - needed at the table only

    return Companion.made()


VERBS: Mapping[str, GameVerbs] = MappingProxyType(
    {
        LOST_CODE.name: GameVerbs(
            view, commands, data, _lost_code_screen, _lost_code_status, _lost_code_companion, summary
        )
    }
)
"""By the word after `game` in a record's first line."""
