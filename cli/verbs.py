"""The one list of games for the command line, and how a command finds what the game of a record knows of it.

What a game must provide, to be played, shown and solved here:

* `solver.games.GAMES`: its `solver.record.Game`. Its state has `players`, a sequence of names.
* `cli/<game>/game.py` with a `VERBS`, a `GameVerbs`, and its line in `VERBS` below. That module is loaded only where a
  record of the game is at hand, so it may import what the game's commands need; what only people need (rich) waits in
  functions.
* `asks`: the commands that the game has, out of show, solve, explain, rank, final, answer, engines. A function takes
  the view, the record, and as keywords those options of the command that the game knows, by the names they have in
  `cli.commands.asking`: `def solve(seen, record, *, goal): ...`. Commands that are not there, and options that are not
  among the keywords, are refused in one message. `check` is `verbs.check(draft, seat, top, limit)`.
* `companion`: a `cli.table.Companion`, which reads what is typed at the table and says what a line changed.
  Where its user notes what nobody else may read over his shoulder, it is a `cli.table.Secretive`, too; what not even
  he may read is taken out by the game's `sealed` (`solver.record.Game`).
* `setting_up`: a `cli.setting_up.SettingUp`, the questions and the options of `lostcode new`.
* `summary` has at least `players`; `score` makes of it the two cells in the list of games.
"""

from collections.abc import Callable, Mapping
from inspect import signature
from typing import Any

from cli.game_verbs import GameVerbs
from solver.errors import NotationError
from solver.games import BEYOND_CODE, CODIGO_ENIGMA, CYPHER, LOST_CODE, OnDemand

__all__ = ["VERBS", "GameVerbs", "need_lost_code", "question"]


def _lost_code() -> GameVerbs:
    from cli.lost_code.game import VERBS  # noqa: PLC0415 - each game is loaded only where it is played

    return VERBS


def _beyond_code() -> GameVerbs:
    from cli.beyond_code.game import VERBS  # noqa: PLC0415 - as above

    return VERBS


def _codigo_enigma() -> GameVerbs:
    from cli.codigo_enigma.game import VERBS  # noqa: PLC0415 - as above

    return VERBS


def _cypher() -> GameVerbs:
    from cli.cypher.game import VERBS  # noqa: PLC0415 - as above

    return VERBS


VERBS: Mapping[str, GameVerbs] = OnDemand(
    {LOST_CODE: _lost_code, BEYOND_CODE: _beyond_code, CODIGO_ENIGMA: _codigo_enigma, CYPHER: _cypher}
)
"""By the word after `game` in a record's first line."""


def question(
    game: GameVerbs, verb: str, options: Mapping[str, object], said: Mapping[str, str]
) -> Callable[[Any, Any], Any]:
    """Give the function from a view and a record to what the verb tells.

    options: of the command, by name. said: those that the user gave, with what he calls them. Raises
    NotationError where the game has no such verb, or does not know an option.
    """
    if verb not in game.asks:
        raise NotationError(f"{game.title} has no such command", typed=verb, expected=_one_of([*game.asks, "check"]))
    ask = game.asks[verb]
    known = set(list(signature(ask).parameters)[2:])
    for name in said:
        if name not in known:
            raise NotationError(
                f"{verb} of {game.title} takes no such option", typed=said[name], expected=f"lostcode {verb} without it"
            )
    given = {name: options[name] for name in known}
    return lambda view, record: ask(view, record, **given)


def need_lost_code(name: str, verb: str) -> None:
    """Raise NotationError where a record is of another game than the one that has the verb."""
    if name != LOST_CODE:
        game, lost_code = VERBS[name], VERBS[LOST_CODE]
        raise NotationError(
            f"{game.title} has no such command", typed=verb, expected=f"a record of {lost_code.title} for it"
        )


def _one_of(names: list[str]) -> str:
    return f"one of {', '.join(sorted(names))}"
