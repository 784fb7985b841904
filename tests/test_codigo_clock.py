"""The reveal clock and the odds of never-seen cards, against plain enumeration; whole games against real cards."""

import json
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import pytest

from cli.codigo_enigma.commands import rank, share, solve
from cli.codigo_enigma.data import data
from solver.codigo_enigma.advice import saying
from solver.codigo_enigma.clock import first_in_deck, first_in_discards
from solver.codigo_enigma.odds import Unseen
from solver.codigo_enigma.scoring import totals
from solver.codigo_enigma.state import Deck, State
from solver.codigo_enigma.view import view
from solver.errors import NotationError
from solver.games import read
from tests.codigo import Physical, play, standing

EXAMPLE = """game codigo-enigma
players Ann Bob
cards 40
card 5  medal 1 symbol tank    code helmet tank tank
card 9  medal 2 symbol helmet  code tank helmet grenade
card 21 medal 4 symbol grenade code helmet grenade tank grenade
deal Ann 3 8 12
deal Bob 5 9 21
zone 7 14 18
lay Bob 9 5 own 21
take Bob 2
fill 25
take Ann 2
fill reveal
reveal Bob 1 said tank helmet grenade
show 5
fill 30
soldier Ann 3
take Bob 1
fill wild
take Bob 1
fill 11
"""


def state(text: str) -> State:
    result: State = view(read(text)).table
    return result


# ---- the clock ------------------------------------------------------------------------------------------------------


def first_by_enumeration(cards: int, reveal: int) -> list[Fraction]:
    """In how many of all ways to place the REVEAL cards the first of them comes with each draw."""
    placed = list(combinations(range(1, cards + 1), reveal))
    return [Fraction(sum(min(each) == draw for each in placed), len(placed)) for draw in range(1, cards - reveal + 2)]


@pytest.mark.parametrize(
    ("states", "most"), [(200, 13), pytest.param(1000, 22, marks=pytest.mark.long)], ids=["short", "long"]
)
def test_the_clock_is_plain_enumeration(states: int, most: int) -> None:
    rng = Random(8)
    for _ in range(states):
        cards = rng.randint(1, most)
        reveal = rng.randint(1, min(3, cards))
        assert list(first_in_deck(Deck(cards, reveal))) == first_by_enumeration(cards, reveal)
    assert first_in_deck(Deck(5, 0)) == ()


@pytest.mark.parametrize("reveal", [1, 2, 3])
def test_the_clock_of_a_real_deck_adds_up(reveal: int) -> None:
    """With one REVEAL card every draw is alike; the chances are the closed form and add up to 1."""
    chances = first_in_deck(Deck(54, reveal))
    assert sum(chances) == 1
    assert chances[0] == Fraction(reveal, 54)
    assert len(chances) == 54 - reveal + 1


def test_the_discards_are_plain_enumeration() -> None:
    """Four cards are shuffled until the REVEAL card does not lie on top: each order left is equally likely."""
    orders = [order for order in permutations("abcR") if order[0] != "R"]
    under = [Fraction(sum(order[n] == "R" for order in orders), len(orders)) for n in (1, 2, 3)]
    assert under == [Fraction(1, 3)] * 3
    assert list(first_in_discards(state(EXAMPLE))) == under


def test_the_discards_while_the_visible_one_is_not_told() -> None:
    untold = EXAMPLE[: EXAMPLE.index("show 5")]
    assert list(first_in_discards(state(untold))) == [Fraction(1, 3)] * 3


# ---- the example of the record --------------------------------------------------------------------------------------


def test_the_example_of_the_record() -> None:
    """N = 36 − 5 = 31, R = 2, C(31, 2) = 465: 30/465, 29/465, 28/465, 27/465. Exact: medal 2 + 2."""
    told = data(solve(view(read(EXAMPLE))))
    assert json.loads(json.dumps(told)) == told
    expected = [str(Fraction(31 - draw, 465)) for draw in range(1, 31)]
    assert told["deck"] == {"cards": 31, "reveal": 2, "first": expected}
    assert expected[:4] == ["2/31", "29/465", "28/465", "9/155"]
    assert told["discards"] == {"cards": 4, "first": ["1/3", "1/3", "1/3"]}
    assert (told["turn"], told["action"], told["zone"], told["soldier"]) == ("Ann", 1, ["11", "30", "5"], 3)
    assert (told["hidden"], told["points"]) == ({"Ann": 0, "Bob": 0}, {"Ann": 0, "Bob": 4})


# ---- whole games ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("games", [12, pytest.param(170, marks=pytest.mark.long)], ids=["short", "long"])
@pytest.mark.parametrize("counts", [False, True], ids=["numbers", "counts"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_random_games_say_what_lies_on_the_table(players: int, counts: bool, games: int) -> None:
    """At the end: deck, hidden codes, points, soldier, discards as they really are."""
    ends = 0
    for seed in range(games):
        game = Physical(Random(seed), players, 3 * players + 6 + seed % 24, counts=counts)
        for _ in play(game):
            pass
        compare(game)
        ends += game.over
    assert ends >= games * 2 / 3


def test_every_moment_of_some_games() -> None:
    moments = 0
    for seed in range(6):
        game = Physical(Random(100 + seed), 2 + seed % 3, 18 + seed)
        written = 0
        for each in play(game, most=70):
            if len(game.lines) > written:
                compare(each)
                written = len(game.lines)
                moments += 1
    assert moments > 100


def compare(game: Physical) -> None:
    now = state("\n".join(game.lines) + "\n")
    told = {
        "deck": (now.deck.cards, now.deck.reveal),
        "hidden": {player: len(now.hidden.get(player, ())) for player in now.players},
        "points": totals(now),
        "soldier": now.soldier,
        "discards": now.discards,
        "over": now.over,
    }
    true = standing(game)
    if now.over:
        # What a last reveal discards is no matter any more.
        del told["discards"], true["discards"]
    assert told == true


# ---- never-seen cards -----------------------------------------------------------------------------------------------


def test_never_seen_cards_are_plain_enumeration() -> None:
    """A pool of cards, some of which are out and not typed: each way to put them, each order of the deck."""
    rng = Random(5)
    for _ in range(12):
        pool = ["x"] * rng.randint(1, 2) + ["o"] * rng.randint(2, 3)
        untyped, reveal = rng.randint(0, 1), rng.randint(0, 2)
        wanted = pool.count("x")
        unseen = Unseen({"x": wanted}, 0, untyped, len(pool) - untyped + reveal, reveal)
        decks = [
            order
            for out in combinations(range(len(pool)), untyped)
            for order in permutations([c for n, c in enumerate(pool) if n not in out] + ["R"] * reveal)
        ]
        for draws in range(1, unseen.draws + 1):
            found = sum("x" in order[:draws] for order in decks)
            assert unseen.within(wanted, draws) == Fraction(found, len(decks))


def test_never_seen_cards_where_the_box_lists_them() -> None:
    """Twelve cards: 5, 9 and 21 are out with 3, 8, 12, 7, 14, 18, 25, 30, 11 by their numbers; one more is listed."""
    cards = dict.fromkeys((3, 8, 12, 7, 14, 18, 25, 30, 11), "tank") | {40: "helmet", 41: "tank", 42: "helmet"}
    lines = "".join(f"card {n} medal 1 symbol {symbol} code tank tank helmet\n" for n, symbol in cards.items())
    text = EXAMPLE.replace("cards 40\n", "cards 15\n" + lines)
    told = data(solve(view(read(text))))
    # 15 + 2 + 3 − 6 − 3 = 11 cards, five drawn, one REVEAL and one wild: left are 41, two helmets, a wild card, R = 2.
    assert told["deck"]["cards"] == 6
    assert told["unseen"]["symbols"] == {"grenade": 0, "helmet": 2, "tank": 1}
    assert (told["unseen"]["wild"], told["unseen"]["untyped"]) == (1, 0)
    assert told["unseen"]["within"]["tank"] == [str(Fraction(draw, 6)) for draw in range(1, 7)]
    assert told["unseen"]["within"]["grenade"] == ["0"] * 6


def test_no_odds_of_cards_that_the_record_does_not_list() -> None:
    assert "unseen" not in data(solve(view(read(EXAMPLE))))


# ---- whether to say a code ------------------------------------------------------------------------------------------


def test_from_which_confidence_on() -> None:
    """M / (m + 2): 1/3, 1/2, 3/5, 2/3."""
    assert [str(row.least) for row in saying()][:4] == ["1/3", "1/2", "3/5", "2/3"]
    assert all(row.say is None for row in saying())


def test_with_both_chances() -> None:
    """Medal 4, 50 % and 30 %: 0.5·6 + 0.3·5 = 4.5 against 4; from (4 − 1.5) / 6 = 5/12 on. Medal 6: 6.1 against 6."""
    rows = saying(Fraction(1, 2), Fraction(3, 10))
    assert (rows[3].brings, rows[3].least, rows[3].say) == (Fraction(9, 2), Fraction(5, 12), True)
    assert (rows[5].brings, rows[5].say) == (Fraction(61, 10), True)
    assert saying(Fraction(1, 2))[2].say is False


@pytest.mark.parametrize(
    ("typed", "chance"),
    [("60", "3/5"), ("60%", "3/5"), ("0.6", "3/5"), ("3/5", "3/5"), (".6", "3/5"), ("60 %", "3/5"), ("1", "1")],
)
def test_chances_as_people_type_them(typed: str, chance: str) -> None:
    assert share(typed) == Fraction(chance)


@pytest.mark.parametrize(
    "typed", ["", "x", "120", "-1", "1/0", "1" * 50, "nan", "1e99999999", "1e-9999999", "6E1", "1_0"]
)
def test_what_is_no_chance(typed: str) -> None:
    with pytest.raises(NotationError):
        share(typed)


def test_chances_of_more_than_all() -> None:
    with pytest.raises(NotationError, match="more than 100 %"):
        rank(view(read(EXAMPLE)), Fraction(4, 5), Fraction(1, 2))
