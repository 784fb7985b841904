"""Código Enigma for the command line."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cli.codigo_enigma import commands
from cli.codigo_enigma.data import data, summary
from cli.game_verbs import GameVerbs
from cli.outcome import CONTRADICTION
from solver.codigo_enigma.events import Event
from solver.codigo_enigma.state import State
from solver.codigo_enigma.view import View, view
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


def _rank(seen: View, _record: _Record, *, exact: str | None, order: str | None) -> commands.Ranked:
    sure = None if exact is None else commands.share(exact)
    return commands.rank(seen, sure, Fraction(0) if order is None else commands.share(order))


def _final(seen: View, _record: _Record) -> commands.Scores:
    return commands.final(seen)


def _explain(seen: View, _record: _Record) -> commands.Explained:
    return commands.explain(seen)


def _status(result: commands.Result) -> int:
    return CONTRADICTION if isinstance(result, commands.Examined) and result.checked.wrong else 0


def _screen(result: commands.Result) -> "list[RenderableType]":
    from cli.codigo_enigma.screens import screen  # noqa: PLC0415 - rich, not needed for JSON

    return screen(result)


def _companion() -> "Companion":
    from cli.codigo_enigma.companion import Companion  # noqa: PLC0415 - needed at the table only

    return Companion()


def _setting_up() -> "SettingUp":
    from cli.codigo_enigma.setting_up import SettingUp  # noqa: PLC0415 - needed for a new game only

    return SettingUp()


def _score(told: Mapping[str, Any]) -> tuple[str, str]:
    reveals = f"{told['reveals']} reveal{'' if told['reveals'] == 1 else 's'}"
    return "over" if told["over"] else reveals, ", ".join(f"{name} {count}" for name, count in told["points"].items())


VERBS = GameVerbs(
    title="Código Enigma",
    view=view,
    verbs=commands,
    asks=MappingProxyType({"show": _show, "solve": _solve, "rank": _rank, "final": _final, "explain": _explain}),
    data=data,
    screen=_screen,
    status=_status,
    companion=_companion,
    setting_up=_setting_up,
    summary=summary,
    score=_score,
)
