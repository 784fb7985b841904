"""What the command line must know of a game; `cli.verbs` has the list of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from solver.errors import Fault
from solver.record import Record

if TYPE_CHECKING:
    from rich.console import RenderableType

    from cli.setting_up import SettingUp
    from cli.table import Companion

__all__ = ["GameVerbs"]


@dataclass(frozen=True, slots=True)
class GameVerbs:
    """What the command line must know of a game.

    title: its name for people. view: a record and a seat (None: the record's own) to what the seat sees. verbs: has
    `check`, which works on a draft, and whatever else the game's screens and tests call. asks: for each command about a
    record, by its name, a function from (view, record) and, by their names in `cli.commands.asking`, those of the
    command's options that the game knows, to a value. data, screen: that value for programs and for people. status:
    its exit status. companion: what the loop at the table must know. setting_up: the questions and options of `new`.
    summary: how far a record has come, for the list of games; score: that for people, as round and score. quoted: what
    an error may quote of a faulty line where another seat than the keeper's looks on, from (lines of the file, the
    fault, the seat); None where lines tell all seats alike.
    """

    title: str
    view: Callable[[Record[Any, Any], str | None], Any]
    verbs: Any
    asks: Mapping[str, Callable[..., Any]]
    data: Callable[[Any], Mapping[str, Any]]
    screen: "Callable[[Any], list[RenderableType]]"
    status: Callable[[Any], int]
    companion: "Callable[[], Companion]"
    setting_up: "Callable[[], SettingUp]"
    summary: Callable[[Record[Any, Any]], Mapping[str, Any]]
    score: Callable[[Mapping[str, Any]], tuple[str, str]]
    quoted: Callable[[Sequence[str], Fault, str], str] | None = None
