"""Enigma: Beyond Code for the command line."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cli.beyond_code import commands
from cli.beyond_code.data import data, summary
from cli.beyond_code.words import TITLE
from cli.game_verbs import GameVerbs
from cli.outcome import CONTRADICTION
from cli.quoting import quoted_from
from solver.beyond_code.events import Event
from solver.beyond_code.state import State
from solver.beyond_code.view import View, view
from solver.errors import NotationError
from solver.record import Record

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cli.setting_up import SettingUp
    from cli.table import Companion

__all__ = ["VERBS"]

_Record = Record[Event, State]


def _show(seen: View, record: _Record) -> commands.Shown:
    return commands.show(seen, record)


def _solve(seen: View, _record: _Record, *, goal: Sequence[str] | None, words: Sequence[str] | None) -> commands.Solved:
    return commands.solve(seen, (*(goal or ()), *(words or ())))


def _explain(
    seen: View, record: _Record, *, words: Sequence[str] | None
) -> commands.Explained | commands.Called | commands.Advised:
    match list(words or ()):
        case []:
            return commands.advise(seen)
        case [square]:
            return commands.call(seen, square)
        case [square, card]:
            return commands.explain(seen, square, card, record)
        case [_, _, *more]:
            raise NotationError(
                "this is too much", typed=" ".join(more), expected="a square and a card, like b2 library"
            )
        case never:
            raise AssertionError(never)


def _status(result: commands.Result) -> int:
    return CONTRADICTION if isinstance(result, commands.Examined) and result.checked.wrong else 0


def _screen(result: commands.Result) -> "list[RenderableType]":
    from cli.beyond_code.screens import screen  # noqa: PLC0415 - rich, not needed for JSON

    return screen(result)


def _companion() -> "Companion":
    from cli.beyond_code.companion import Companion  # noqa: PLC0415 - needed at the table only

    return Companion()


def _setting_up() -> "SettingUp":
    from cli.beyond_code.setting_up import SettingUp  # noqa: PLC0415 - needed for a new game only

    return SettingUp()


def _score(told: Mapping[str, Any]) -> tuple[str, str]:
    won = ", ".join(f"{player} {wins}" for player, wins in told["wins"].items() if wins)
    time = told["time"]
    return f"{time['space']}/{time['spaces']}", f"game {told['number']}{f': {won}' if won else ''}"


_OPEN = (
    *("game", "players", "me", "keeper", "set", "card", "words", "ruling"),
    *("take", "return", "cancel", "swap", "shuffle", "open", "close", "time", "goal", "choose", "end", "next", "turn"),
)
"""First words of lines that all players have seen or heard whole."""
VERBS = GameVerbs(
    title=TITLE,
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
    quoted=quoted_from(_OPEN),
)
