"""Where the cards of Cypher are: the same as plain brute force on small decks, and numbers that add up."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest

from solver.cypher.events import Event
from solver.cypher.explaining import found as found_certain
from solver.cypher.places import Spread, better, places
from solver.cypher.state import State
from solver.cypher.view import view
from solver.errors import Contradiction, RecordFaults
from solver.games import CYPHER, GAMES
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
    game = replace(GAMES[CYPHER], start=State(size=size))
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


# ---- numbers that add up, with all nineteen cards --------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("actions", [0.0, 0.6])
def test_each_names_numbers_add_up_to_its_copies_and_each_hands_to_its_cards(players: int, actions: float) -> None:
    for seed in range(4):
        rng = Random(seed)
        game = random_game(rng, FULL, players=players, actions=actions, most=rng.randint(8, 70))
        seat = rng.choice(game.dealt.players)
        found = places(view(loaded(game.text(seat), 19)))
        open_cards = [card for cards in game.tables.values() for card in cards] + game.hands[seat]
        open_cards += [game.market] if game.market else []
        for name, (_, copies) in FULL.items():
            out_of_sight = copies - open_cards.count(name)
            spread = found.spreads.get(name)
            assert (0 if spread is None else spread.copies) == pytest.approx(out_of_sight, abs=1e-9)
        for player, hand in game.hands.items():
            there = sum(spread.hands.get(player, 0.0) for spread in found.spreads.values())
            assert there == pytest.approx(0 if player == seat else len(hand), abs=1e-9)
        for place in range(len(game.deck)):
            assert sum(spread.deck[place] for spread in found.spreads.values()) == pytest.approx(1, abs=1e-9)
        assert sum(spread.out for spread in found.spreads.values()) == pytest.approx(len(game.out), abs=1e-9)
        # What lies there was never ruled out, and what is certain lies there.
        for player, hand in game.hands.items():
            if player != seat:
                assert all(player in found.spreads[card].hands for card in hand)
        for place, card in enumerate(game.deck):
            assert found.spreads[card].deck[place] > 0
        for name, spread in found.spreads.items():
            for where, least in spread.least.items():
                cards = {"hand": game.hands.get(where.place.owner or "", []), "out": game.out}.get(where.place.spot)
                lying = game.deck[(where.position or 1) - 1 :][:1] if cards is None else cards
                assert lying.count(name) >= least


def test_the_market_against_the_top_of_the_deck() -> None:
    """By hand: of the deck Ann knows that c (3) lies on top, and the market is d (4)."""
    text = (
        "game cypher\nplayers Ann Bob Cy\nme Ann\ncards power=0 a=1x2 b=2x2 c=3x2 d=4x2 e=5x2 f=6x2 g=7x2 h=8x2 i=9x2\n"
        "hand Ann a c f\nmarket d\n"
    )
    # 19 - a c f d = 15 never seen: below 4 are power, a, b b, c: 5; the other d: 1; above e e f g g h h i i: 9.
    fresh = better(places(view(loaded(text, 19))))
    assert fresh == pytest.approx((5 / 15, 1 / 15, 9 / 15))
    sure = better(places(view(loaded(text + "see deck 1 c\n", 19))))
    assert sure == (1, 0, 0)
    assert better(places(view(loaded(text.replace("h=8x2", "h=?x2"), 19)))) is None


# ---- why: proofs and contradictions ----------------------------------------------------------------------------------


def named_lines(text: str, kept: frozenset[int]) -> str:
    """The record as if only some of its lines had named their cards; only for records without discards of the table."""
    lines = text.splitlines()
    for number, line in enumerate(lines, 1):
        word, *rest = line.split()
        if number in kept or word in ("game", "players", "me", "cards", "removed", "shuffle", "value"):
            continue
        if word == "see":
            lines[number - 1] = "value a 1"
        elif word == "hand":
            lines[number - 1] = " ".join([word, rest[0], *("?" for _ in rest[1:])])
        elif word == "play":
            lines[number - 1] = " ".join([*line.split()[:2], "?", *(["under", "?"] if len(rest) > 2 else [])])
        elif "market" not in rest or word == "move":
            lines[number - 1] = " ".join([*line.split()[:-1], "?"])
    return "\n".join(lines)


def can_be(text: str, kept: frozenset[int]) -> bool:
    """Whether the kept lines can be true, by brute force."""
    return brute_cypher.possible(named_lines(text, kept))


def broken_games() -> list[tuple[str, int]]:
    """Small games with one card noted wrongly, so that the record contradicts itself."""
    found = []
    for seed in range(400):
        played, size = small_game(seed)
        text = played.text(played.dealt.players[-1])
        lines = text.splitlines()
        markets = [n for n, line in enumerate(lines) if line.startswith("market")]
        names = list(played.dealt.cards)
        lines[markets[-1]] = f"market {names[seed % len(names)]}"
        broken = "\n".join(lines)
        if len(lines) > 15:
            continue
        try:
            places(view(loaded(broken, size)))
        except Contradiction:
            found.append((broken, size))
        except RecordFaults:
            continue
    return found[:6]


@pytest.mark.bare
def test_contradictions_are_smallest_by_brute_force() -> None:
    games = broken_games()
    assert len(games) == 6
    for text, size in games:
        with pytest.raises(Contradiction) as caught:
            places(view(loaded(text, size)))
        lines = frozenset(caught.value.lines)
        assert not can_be(text, lines)
        naming = range(5, len(text.splitlines()) + 1)
        smaller = [frozenset(some) for some in combinations(naming, len(lines) - 1)]
        assert all(can_be(text, some) for some in smaller), text


@pytest.mark.bare
def test_proofs_of_what_is_certain_are_proofs_by_brute_force() -> None:
    """With the lines of the proof alone it is certain; without any one of them it is not."""
    tried = 0
    for seed in range(60):
        played, size = small_game(seed)
        text = played.text(played.dealt.players[0])
        if len(text.splitlines()) > 14:
            continue
        single = {name for name, (_, copies) in played.dealt.cards.items() if copies == 1}
        for each in found_certain(view(loaded(text, size))).certain:
            where = each.where
            if each.card not in single or where.place.spot != "hand":
                continue
            lines, owner = frozenset(each.lines), str(where.place.owner)
            tried += 1
            assert not brute_cypher.possible(named_lines(text, lines), each.card, owner)
            for line in lines:
                assert brute_cypher.possible(named_lines(text, lines - {line}), each.card, owner)
    assert tried >= 3
