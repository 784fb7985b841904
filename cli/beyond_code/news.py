"""What a line has changed beyond the page: the characters of the next game, and looks that now mean something else."""

from collections import Counter

from cli.beyond_code.words import listed
from solver.beyond_code.events import (
    Cancel,
    Character,
    Characters,
    Close,
    Event,
    Look,
    Name,
    Next,
    Open,
    Return,
    Shuffle,
    Swap,
    Take,
    Time,
)
from solver.beyond_code.rules import hand
from solver.beyond_code.state import State
from solver.record import Record

__all__ = ["news"]

_EFFECTS = (Cancel, Characters, Close, Open, Return, Shuffle, Swap, Take, Time)
_PAIR = 2


def news(before: State, record: Record[Event, State], table: State) -> list[str]:
    """What should be known of the last line. before, table: how things stood, and stand."""
    if not record.entries or not before.players:
        return []
    last = record.entries[-1].event
    if isinstance(last, Next) and table.game == before.game + 1:
        return _characters(before, table)
    back = last.player == table.active if isinstance(last, Look) else isinstance(last, _EFFECTS)
    if back and table.active != before.active and table.outcome is None:
        return _looks_taken_back(record, table)
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


def _looks_taken_back(record: Record[Event, State], table: State) -> list[str]:
    """A late line of an effect: the looks entered since the naming cannot have been silent turns."""
    lines: list[int] = []
    for entry in reversed(record.entries[:-1]):
        if isinstance(entry.event, Name):
            break
        if isinstance(entry.event, Look):
            lines.insert(0, entry.line)
    if not lines:
        return []
    named = f"line{'s' if len(lines) > 1 else ''} {listed(map(str, lines))}"
    return [
        f"! This belongs to {table.active}’s effect, so {named} count as looks by it, and no longer as silent turns. If"
        f" they were silent: undo, then insert {lines[0]} and this line"
    ]
