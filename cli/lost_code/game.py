"""The Lost Code for the command line."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cli.game_verbs import GameVerbs
from cli.lost_code import commands
from cli.lost_code.data import data, summary
from cli.outcome import CONTRADICTION, OUT_OF_TIME
from cli.quoting import quoted_from
from solver.errors import NotationError
from solver.lost_code.events import Event
from solver.lost_code.state import State
from solver.lost_code.view import View, view
from solver.record import Record

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cli.setting_up import SettingUp
    from cli.table import Companion

__all__ = ["VERBS"]

_Record = Record[Event, State]


def _show(seen: View, _record: _Record) -> commands.Shown:
    return commands.show(seen)


def _solve(
    seen: View, record: _Record, *, engine: str, listed: int | None, limit: float, read: bool
) -> commands.Solved:
    return commands.solve(seen, engine, listed, limit, record if read else None)


def _rank(seen: View, record: _Record, *, top: int, everything: bool, aim: str | None, read: bool) -> commands.Ranked:
    return commands.rank(seen, None if everything else top, aim, record if read else None)


def _final(seen: View, record: _Record, *, aim: str | None, read: bool) -> commands.Planned:
    return commands.final(seen, aim, record if read else None)


def _answer(seen: View, _record: _Record) -> commands.Told:
    return commands.answer(seen)


def _explain(
    seen: View, _record: _Record, *, words: Sequence[str] | None, hint: int | None
) -> commands.Explained | commands.Found:
    symbol, number, *more = [*(words or ()), None, None]
    if any(more):
        raise NotationError("this is too much", typed=str(more[0]), expected="a symbol and a number, like bear 5")
    if number is not None and not (number.isascii() and number.isdecimal() and len(number) < 4):
        raise NotationError("not a number", typed=number, expected="the number of a stone, like bear 5")
    return commands.explain(seen, symbol, None if number is None else int(number), hint)


def _engines(seen: View, _record: _Record, *, limit: float) -> commands.Compared:
    return commands.engines(seen, limit)


def _status(result: commands.Result) -> int:
    match result:
        case commands.Compared(conflict=conflict) if conflict or not result.agree:
            return CONTRADICTION
        case commands.Examined(checked=checked) if checked.wrong:
            return CONTRADICTION
        case commands.Compared() if not result.finished:
            return OUT_OF_TIME
        case _:
            return 0


def _screen(result: commands.Result) -> "list[RenderableType]":
    from cli.lost_code.screens import screen  # noqa: PLC0415 - rich, not needed for JSON

    return screen(result)


def _companion() -> "Companion":
    from cli.lost_code.companion import Companion  # noqa: PLC0415 - needed at the table only

    return Companion.made()


def _setting_up() -> "SettingUp":
    from cli.lost_code.setting_up import SettingUp  # noqa: PLC0415 - needed for a new game only

    return SettingUp()


def _score(told: Mapping[str, Any]) -> tuple[str, str]:
    track = ", ".join(f"{player} {space}" for player, space in told["track"].items())
    return f"{told['round']}/{told['rounds']}", track


_OPEN = ("game", "players", "me", "variant", "wheels", "stack", "roll", "turn", "guess", "answer", "reveal")
"""First words of lines that all players have heard."""
VERBS = GameVerbs(
    title="The Lost Code",
    view=view,
    verbs=commands,
    asks=MappingProxyType(
        {
            "show": _show,
            "solve": _solve,
            "rank": _rank,
            "final": _final,
            "answer": _answer,
            "explain": _explain,
            "engines": _engines,
        }
    ),
    data=data,
    screen=_screen,
    status=_status,
    companion=_companion,
    setting_up=_setting_up,
    summary=summary,
    score=_score,
    quoted=quoted_from(_OPEN),
)
