"""The one list of games."""

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

from solver import record
from solver.lost_code import notation, play
from solver.lost_code.state import State
from solver.record import Draft, Game, Record, load

__all__ = ["BEYOND_CODE", "CODIGO_ENIGMA", "CYPHER", "GAMES", "LOST_CODE", "draft", "read"]

LOST_CODE, BEYOND_CODE, CODIGO_ENIGMA, CYPHER = "lost-code", "beyond-code", "codigo-enigma", "cypher"
"""The words after `game` in a record's first line."""


def _seated(state: Any) -> bool:
    """Whether there are players. By a name, as a record that goes to another process carries its game along."""
    return bool(state.players)


def _lost_code() -> Game[Any, Any]:
    return Game(
        name=LOST_CODE,
        read=notation.read,
        write=notation.write,
        start=State(),
        apply=play.apply,
        check=play.check,
        set_up_order=play.set_up_order,
        seated=_seated,
        foundations=frozenset({"players", "me", "variant", "wheels", "stack"}),
    )


def _beyond_code() -> Game[Any, Any]:
    from solver.beyond_code import notation, play  # noqa: PLC0415 - each game is loaded only where it is played
    from solver.beyond_code.state import State  # noqa: PLC0415 - as above

    return Game(
        name=BEYOND_CODE,
        read=notation.read,
        write=notation.write,
        start=State(),
        apply=play.apply,
        check=play.check,
        set_up_order=play.set_up_order,
        seated=play.seated,
        foundations=frozenset({"players", "me", "keeper", "set", "card", "ruling"}),
    )


def _codigo_enigma() -> Game[Any, Any]:
    from solver.codigo_enigma import notation, play  # noqa: PLC0415 - as above
    from solver.codigo_enigma.sealing import kept, sealed_text  # noqa: PLC0415 - as above
    from solver.codigo_enigma.state import State  # noqa: PLC0415 - as above

    return Game(
        name=CODIGO_ENIGMA,
        read=notation.read,
        write=notation.write,
        start=State(),
        apply=play.apply,
        check=play.check,
        set_up_order=play.set_up_order,
        seated=_seated,
        foundations=frozenset({"players", "ruling", "symbols", "cards", "wild"}),
        sealed=sealed_text,
        keep=kept,
    )


def _cypher() -> Game[Any, Any]:
    from solver.cypher import notation, play  # noqa: PLC0415 - as above
    from solver.cypher.state import State  # noqa: PLC0415 - as above

    return Game(
        name=CYPHER,
        read=notation.read,
        write=notation.write,
        start=State(),
        apply=play.apply,
        check=play.check,
        set_up_order=play.set_up_order,
        seated=play.seated,
        foundations=frozenset({"players", "me", "cards", "removed", "ruling", "hand"}),
    )


_MADE: Mapping[str, Callable[[], Game[Any, Any]]] = {
    LOST_CODE: cache(_lost_code),
    BEYOND_CODE: cache(_beyond_code),
    CODIGO_ENIGMA: cache(_codigo_enigma),
    CYPHER: cache(_cypher),
}


class _Games(Mapping[str, Game[Any, Any]]):
    """Each game, loaded when it is first asked for."""

    def __getitem__(self, name: str) -> Game[Any, Any]:
        return _MADE[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(_MADE)

    def __len__(self) -> int:
        return len(_MADE)


GAMES: Mapping[str, Game[Any, Any]] = _Games()
"""By the word after `game` in a record's first line."""


def read(text: str, before: int | None = None, hiding: Any | None = None) -> Record[Any, Any]:
    """Read a record of any known game, up to the line before. Raises RecordFaults.

    hiding: where another record leads; what lies hidden there is not told.
    """
    return load(text, GAMES, before, hiding)


def draft(text: str, before: int | None = None) -> Draft[Any, Any]:
    """Read a record of any known game even where the rules forbid some of it. Raises RecordFaults if unreadable."""
    return record.draft(text, GAMES, before)
