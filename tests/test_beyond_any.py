"""Beyond Code: whatever the rules let pass is read back the same, and every seat can look at it."""

from dataclasses import replace
from random import Random

import pytest

from solver.beyond_code.events import (
    SQUARES,
    Cancel,
    Card,
    Character,
    Characters,
    CharacterSet,
    Choose,
    Close,
    Corner,
    CornerTold,
    Dealt,
    Decrypt,
    Doubt,
    End,
    Event,
    Goal,
    Look,
    Me,
    Name,
    Next,
    Open,
    Players,
    Return,
    Ruling,
    SetKind,
    Shuffle,
    Swap,
    Switch,
    Take,
    Time,
    TimeOut,
    Token,
    Told,
    Turn,
)
from solver.beyond_code.rules import turns_left
from solver.beyond_code.state import State
from solver.beyond_code.view import view
from solver.errors import IllegalEvent
from solver.games import BEYOND_CODE, GAMES, read
from solver.record import Record, dump

ROUNDS = 60
SWITCHES = [
    Ruling(Switch.SILENCE_BACK, "after-time"),
    Ruling(Switch.CHECKED, "open"),
    Ruling(Switch.CHECKED, "closed"),
    Ruling(Switch.DECRYPTION, "instead"),
    Ruling(Switch.EASY_TIME, "on"),
    Ruling(Switch.EASY_TOKENS, "on"),
]


def any_event(rng: Random, player: str, other: str) -> Event:
    """Draw a line of play, likely or not."""
    square, card = rng.choice(SQUARES), rng.choice(list(Card))
    token, character = rng.choice(list(Token)), rng.choice(list(Character))
    maybe = rng.choice([None, card])
    events: list[Event] = [
        *[Name(player, square, card, rng.choice(list(Card)))] * 4,
        *[Doubt(other, rng.random() < 0.5, maybe)] * 4,
        Decrypt(player, square, card, card),
        *[Look(player, square, card)] * 2,
        Look(other, square, card),
        Take(player, token),
        Take(other, token),
        Return(player, token),
        Cancel(other),
        Swap(*rng.sample(SQUARES, 2)),
        Shuffle(tuple(rng.sample(SQUARES, 3))),
        Open(square, card),
        Close(square),
        CornerTold(square, rng.choice([Corner.CHAOS, Corner.NONE])),
        Told(square, card, rng.random() < 0.5),
        Time(1),
        TimeOut(rng.choice([None, player])),
        Characters(player, None if other == player else other),
        Goal(player, character, rng.random() < 0.3),
        *[Choose(square, maybe, rng.choice([None, None, "a1"]))] * 2,
        End(),
        *[Next()] * 3,
        Turn(player),
        Dealt(other, character),
        CharacterSet(rng.choice(list(SetKind)), rng.choice([None, character])),
    ]
    return rng.choice(events)


def any_record(rng: Random) -> Record[Event, State]:
    """Whatever the rules let pass of many random lines."""
    players = ("Ann", "Bob", "Cy", "Di", "Ed")[: rng.randint(1, 5)]
    record = Record(GAMES[BEYOND_CODE], ("game beyond-code",), (), State()).then(Players(players))
    set_up: list[Event] = [Me("Ann"), CharacterSet(SetKind.GRADUAL), *rng.sample(SWITCHES, 2)]
    for event in set_up:
        if rng.random() < 0.5:
            record = tried(record, event)
    for _ in range(ROUNDS):
        event = any_event(rng, rng.choice([record.state.active, rng.choice(players)]), rng.choice(players))
        record = tried(record, event)
    return record


def tried(record: Record[Event, State], event: Event) -> Record[Event, State]:
    try:
        return record.then(event)
    except IllegalEvent:
        return record


@pytest.mark.parametrize("seed", range(80))
def test_whatever_the_rules_let_pass(seed: int) -> None:
    record = any_record(Random(seed))
    state = record.state
    again = read(dump(record))
    assert replace(again.state, otherwise=None) == replace(state, otherwise=None)
    assert state.outcome is not None or state.active in state.in_game
    assert state.space <= state.spaces
    for player in state.players:
        table = view(record, player).table
        assert (table.active, table.space, table.out, table.tokens) == (
            state.active,
            state.space,
            state.out,
            state.tokens,
        )
        assert (table.open.keys(), table.seen, table.wins) == (state.open.keys(), state.seen, state.wins)
        assert 0 <= turns_left(state, player) <= state.spaces
