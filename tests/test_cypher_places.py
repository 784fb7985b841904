"""Where the cards of Cypher are: the same as plain brute force on small decks, and numbers that add up."""

from dataclasses import replace
from random import Random

import pytest

from solver.cypher.events import Event
from solver.cypher.places import Spread, places
from solver.cypher.state import State
from solver.cypher.view import view
from solver.games import CYPHER
from solver.record import Record, load
from tests import brute_cypher
from tests.cypher_playing import Played, random_game

SMALL = (
    {"a": (1, 3), "b": (2, 2), "c": (3, 2), "power": (0, 1)},
    {"a": (1, 1), "b": (2, 2), "c": (3, 2), "d": (-1, 3)},
    {"a": (1, 2), "b": (2, 2), "c": (3, 2), "d": (4, 1), "power": (0, 1)},
    {"a": (1, 4), "b": (2, 3), "c": (3, 2)},
    {"a": (4, 1), "b": (5, 1), "c": (6, 3), "d": (7, 4)},
)
FULL = {name: (value, 2) for value, name in enumerate("abcdefghi", 1)} | {"power": (0, 1)}


def loaded(text: str, size: int) -> Record[Event, State]:
    """Read a record of a game with fewer cards."""
    game = replace(CYPHER, start=State(size=size))
    return load(text, {"cypher": game})


def small_game(seed: int) -> tuple[Played, int]:
    """A game with a reduced deck, and how many cards it has."""
    rng = Random(seed)
    cards = rng.choice(SMALL)
    size = sum(copies for _, copies in cards.values())
    players = rng.choice((2, 2, 3))
    most = rng.randint(players + 2, 26)
    return random_game(rng, cards, players=players, actions=0.7, most=most), size


def same(spread: Spread, expected: dict[str, object]) -> bool:
    ours: dict[str, object] = {**spread.hands, "deck": list(spread.deck)}
    if spread.out:
        ours["out"] = spread.out
    if ours.keys() != expected.keys():
        return False
    return all(ours[place] == pytest.approx(_floats(value), abs=1e-9, rel=0) for place, value in expected.items())


def _floats(value: object) -> object:
    return [float(each) for each in value] if isinstance(value, list) else float(value)  # type: ignore[arg-type]


def compare(seed: int) -> None:
    played, size = small_game(seed)
    rng = Random(seed)
    text = played.text(rng.choice(played.dealt.players))
    found = places(view(loaded(text, size)))
    expected = brute_cypher.places(text)
    assert found.spreads.keys() == expected.keys(), text
    for name, spread in found.spreads.items():
        assert same(spread, dict(expected[name])), (name, spread, expected[name], text)
        whole = [place for place, number in expected[name].items() if place != "deck" and number == 1]
        assert all({**spread.hands, "out": spread.out}[place] == 1 for place in whole)


@pytest.mark.bare
@pytest.mark.parametrize("part", range(4))
def test_places_equal_brute_force_on_reduced_decks(part: int) -> None:
    for seed in range(part * 50, part * 50 + 50):
        compare(seed)


@pytest.mark.long
@pytest.mark.parametrize("part", range(10))
def test_places_equal_brute_force_in_a_thousand_games(part: int) -> None:
    for seed in range(1000 + part * 100, 1100 + part * 100):
        compare(seed)
