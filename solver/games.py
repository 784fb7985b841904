"""The one list of games."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import Any, TypeVar

from solver import record
from solver.record import Draft, Game, Record, load

__all__ = ["BEYOND_CODE", "CODIGO_ENIGMA", "CYPHER", "GAMES", "LOST_CODE", "OnDemand", "draft", "read"]

T = TypeVar("T")

LOST_CODE, BEYOND_CODE, CODIGO_ENIGMA, CYPHER = "lost-code", "beyond-code", "codigo-enigma", "cypher"
"""The words after `game` in a record's first line."""


class OnDemand(Mapping[str, T]):
    """What there is for each game, made when it is first asked for. made: by the game's word, in their order."""

    def __init__(self, made: Mapping[str, Callable[[], T]]) -> None:
        self._made = {name: cache(make) for name, make in made.items()}

    def __getitem__(self, name: str) -> T:
        return self._made[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._made)

    def __len__(self) -> int:
        return len(self._made)


def _seated(state: Any) -> bool:
    """Whether there are players. By a name, as a record that goes to another process carries its game along."""
    return bool(state.players)


def _game(
    name: str,
    notation: Any,
    play: Any,
    start: Any,
    foundations: Iterable[str],
    *,
    seated: Callable[[Any], bool] = _seated,
    sealing: Any = None,
) -> Game[Any, Any]:
    """Put a game together from its modules. sealing: the one that says what its records hide, where they do."""
    return Game(
        name=name,
        read=notation.read,
        write=notation.write,
        start=start,
        apply=play.apply,
        check=play.check,
        set_up_order=play.set_up_order,
        seated=seated,
        foundations=frozenset(foundations),
        sealed=sealing and sealing.sealed_text,
        keep=sealing and sealing.kept,
    )


def _lost_code() -> Game[Any, Any]:
    from solver.lost_code import notation, play  # noqa: PLC0415 - each game is loaded only where it is played
    from solver.lost_code.state import State  # noqa: PLC0415 - as above

    return _game(LOST_CODE, notation, play, State(), {"players", "me", "variant", "wheels", "stack"})


def _beyond_code() -> Game[Any, Any]:
    from solver.beyond_code import notation, play  # noqa: PLC0415 - as above
    from solver.beyond_code.state import State  # noqa: PLC0415 - as above

    foundations = {"players", "me", "keeper", "set", "card", "ruling"}
    return _game(BEYOND_CODE, notation, play, State(), foundations, seated=play.seated)


def _codigo_enigma() -> Game[Any, Any]:
    from solver.codigo_enigma import notation, play, sealing  # noqa: PLC0415 - as above
    from solver.codigo_enigma.state import State  # noqa: PLC0415 - as above

    foundations = {"players", "ruling", "symbols", "cards", "wild"}
    return _game(CODIGO_ENIGMA, notation, play, State(), foundations, sealing=sealing)


def _cypher() -> Game[Any, Any]:
    from solver.cypher import notation, play  # noqa: PLC0415 - as above
    from solver.cypher.state import State  # noqa: PLC0415 - as above

    foundations = {"players", "me", "cards", "removed", "ruling", "hand"}
    return _game(CYPHER, notation, play, State(), foundations, seated=play.seated)


GAMES: Mapping[str, Game[Any, Any]] = OnDemand(
    {LOST_CODE: _lost_code, BEYOND_CODE: _beyond_code, CODIGO_ENIGMA: _codigo_enigma, CYPHER: _cypher}
)
"""By the word after `game` in a record's first line."""


def read(text: str, before: int | None = None, hiding: Any | None = None) -> Record[Any, Any]:
    """Read a record of any known game, up to the line before. Raises RecordFaults.

    hiding: where another record leads; what lies hidden there is not told.
    """
    return load(text, GAMES, before, hiding)


def draft(text: str, before: int | None = None) -> Draft[Any, Any]:
    """Read a record of any known game even where the rules forbid some of it. Raises RecordFaults if unreadable."""
    return record.draft(text, GAMES, before)
