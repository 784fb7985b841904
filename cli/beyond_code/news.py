"""What a line has changed beyond the page: who takes part in the next game of a match."""

from collections import Counter

from cli.beyond_code.words import listed
from solver.beyond_code.events import Character, Event, Next
from solver.beyond_code.rules import hand
from solver.beyond_code.state import State
from solver.record import Record

__all__ = ["news"]

_PAIR = 2


def news(before: State, record: Record[Event, State], table: State) -> list[str]:
    """What should be known of the last line. before, table: how things stood, and stand."""
    if not record.entries or not before.players:
        return []
    last = record.entries[-1].event
    if isinstance(last, Next) and table.game == before.game + 1:
        return _characters(before, table)
    return []


def _characters(before: State, table: State) -> list[str]:
    """Who leaves the mansion, and who comes (Gradual Addition of Characters; Victory and Preparation)."""
    gone, come = Counter(before.pool) - Counter(table.pool), Counter(table.pool) - Counter(before.pool)
    told = [f"out of the game: {_listed(gone)}"] if gone else []
    told += [f"new in the set: {_listed(come)}"] if come else []
    if table.to_pick:
        told.append(f"chance adds {listed(map(_name, table.to_pick), 'or')}, like set gradual {table.to_pick[0]}")
    if len(table.players) == _PAIR:
        told.append(f"each chooses one of {hand(table)} characters")
    return [f"Characters: {'; '.join(told)}"] if told else []


def _listed(cards: Counter[Character]) -> str:
    return listed(map(_name, cards))


def _name(character: Character) -> str:
    return str(character).title()
