"""Cypher for the command line."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cli.cypher import commands
from cli.cypher.data import data, summary
from cli.cypher.secrets import quoted
from cli.game_verbs import GameVerbs
from cli.outcome import CONTRADICTION
from solver.cypher.events import Event
from solver.cypher.state import State
from solver.cypher.view import View, view
from solver.record import Record

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cli.setting_up import SettingUp
    from cli.table import Companion

__all__ = ["VERBS"]

_Record = Record[Event, State]


def _show(seen: View, _record: _Record) -> commands.Shown:
    return commands.show(seen)


def _solve(seen: View, _record: _Record) -> commands.Solved:
    return commands.solve(seen)


def _explain(seen: View, _record: _Record, *, words: Sequence[str] | None) -> commands.Explained | commands.Found:
    return commands.explain(seen, words or ())


def _status(result: commands.Result) -> int:
    wrong = isinstance(result, commands.Examined) and result.checked.wrong
    return CONTRADICTION if wrong else 0


def _screen(result: commands.Result) -> "list[RenderableType]":
    from cli.cypher.screens import screen  # noqa: PLC0415 - rich, not needed for JSON

    return screen(result)


def _companion() -> "Companion":
    from cli.cypher.companion import Companion  # noqa: PLC0415 - needed at the table only

    return Companion()


def _setting_up() -> "SettingUp":
    from cli.cypher.setting_up import SettingUp  # noqa: PLC0415 - needed for a new game only

    return SettingUp()


def _score(told: Mapping[str, Any]) -> tuple[str, str]:
    points = ", ".join(f"{player} {'?' if total is None else total}" for player, total in told["score"].items())
    return f"turn {told['turns'] + 1}" if told["winner"] is None else "over", points


VERBS = GameVerbs(
    title="Cypher",
    view=view,
    verbs=commands,
    asks=MappingProxyType({"show": _show, "solve": _solve, "explain": _explain}),
    data=data,
    screen=_screen,
    status=_status,
    companion=_companion,
    setting_up=_setting_up,
    summary=summary,
    score=_score,
    quoted=quoted,
)
