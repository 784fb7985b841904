"""What is counted of a contest: by an independent reading of the records, and by arithmetic shown here."""

from collections import Counter
from math import sqrt

import pytest

from solver.errors import PolicyError
from solver.games import read
from solver.lost_code.events import Variant
from solver.lost_code.simulate import NAMES
from solver.lost_code.tournament import (
    Contest,
    DealResult,
    Estimate,
    GameResult,
    SeatResult,
    Sources,
    WheelUse,
    deals_for,
    file_name,
    play_deal,
    summed,
)
from tests.dealing import Track

WHEELS = {1: 5, 2: 4, 3: 3, 4: 3, 5: 2, 7: 2, 10: 1}
BOTH = (Variant.SHORTCUT, Variant.CURSE)


def contest(players: int, *policies: str, variants: tuple[Variant, ...] = (), seed: int = 7) -> Contest:
    return Contest(players, seed, policies or ("random",), variants, tuple(WHEELS.items()), False, records=True)


# ---- who sits where --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_each_policy_sits_in_each_seat_once(players: int) -> None:
    names = [f"tests.plugged:{name}" for name in ("Plain", "InText")] + ["random"] * (players - 2)
    played = play_deal(contest(players, *names), 1)
    assert len(played.games) == players
    assert [seat.seat for seat in played.games[0].seats] == list(NAMES[:players])
    assert [seat.policy for seat in played.games[0].seats] == list(range(players))
    for seat in range(players):
        assert sorted(game.seats[seat].policy for game in played.games) == list(range(players))


def test_the_last_policy_fills_the_seats_that_are_left() -> None:
    played = play_deal(contest(4, "tests.plugged:Plain", "random"), 1)
    assert [[seat.policy for seat in game.seats] for game in played.games] == [
        [0, 1, 1, 1],
        [1, 0, 1, 1],
        [1, 1, 0, 1],
        [1, 1, 1, 0],
    ]


@pytest.mark.parametrize("policies", [(), ("random",) * 3])
def test_there_are_no_more_policies_than_players(policies: tuple[str, ...]) -> None:
    with pytest.raises(PolicyError, match=f"{len(policies)} policies for 2 players"):
        Contest(2, 1, policies, (), tuple(WHEELS.items()), False)


def test_games_make_whole_deals() -> None:
    assert [deals_for(games, 3) for games in (1, 3, 4, 1000)] == [1, 1, 2, 334]


def test_games_of_a_deal_have_its_stones_and_its_throws() -> None:
    games = play_deal(contest(3, "tests.plugged:Plain", "random"), 4).games
    first, *others = [game.record.splitlines() for game in games]
    for other in others:
        for begin in ("players", "stack", "log", "roll"):
            assert [line for line in other if line.startswith(begin)] == [x for x in first if x.startswith(begin)]
        assert other != first


def test_a_record_says_who_played() -> None:
    played = play_deal(contest(2, "tests.plugged:Plain", "random"), 12)
    for game, line_up in zip(
        played.games, ("Ann tests.plugged:Plain, Bob random", "Ann random, Bob tests.plugged:Plain"), strict=True
    ):
        number = played.games.index(game) + 1
        assert game.record.startswith(f"game lost-code  # seed 7, deal 12, game {number}: {line_up}\nplayers Ann Bob\n")
        assert read(game.record).state.scored
    assert file_name(contest(2), 12, 2) == "seed-7-deal-0012-game-2.game"


def test_a_deal_depends_on_seed_and_number_alone() -> None:
    assert play_deal(contest(2), 3) == play_deal(contest(2), 3)
    several = {play_deal(contest(2, seed=seed), index).games[0].record for seed in (1, 2) for index in (1, 2)}
    assert len(several) == 4


# ---- an independent count --------------------------------------------------------------------------------------------


def recounted(record: str) -> tuple[dict[str, list[int]], dict[tuple[str, int], list[int]], str]:
    """Read lines as words, and count anew: VP by source, uses of wheels (set, right), and who wins."""
    lines = [line.partition("#")[0].split() for line in record.splitlines()]
    players = next(words[1:] for words in lines if words[0] == "players")
    curse = any(words[0] == "variant" and "curse" in words for words in lines)
    track = Track({0: next(words[1:] for words in lines if words[0] == "stack")})
    last = {2: 10, 3: 9, 4: 8}[len(players)]
    came = {player: [0] * 5 for player in players}
    wheels: dict[tuple[str, int], list[int]] = {}
    tokens: dict[tuple[str, str], set[str]] = {}
    finals: dict[str, dict[str, set[str]]] = {}
    stones: dict[str, dict[str, str]] = {}
    cursed, rounds, width, answers = None, 0, dict[str, int](), 0

    def moves(player: str, source: int, points: int) -> None:
        came[player][source] += points
        track.move(player, points)

    for keyword, *words in lines:
        if keyword == "roll":
            rounds, answers = rounds + 1, 0
        elif keyword == "token":
            tokens[words[0], words[1]] = set(words[2:])
        elif keyword == "guess":
            low, _, high = words[1].partition("-")
            width[words[0]] = int(high or low) - int(low) + 1
        elif keyword == "answer":
            player, answers = words[0], answers + 1
            used = wheels.setdefault((player, width[player]), [0, 0])
            used[0] += 1
            if words[1] == "right":
                used[1] += 1
                moves(player, 0, WHEELS[width[player]])
                if curse and cursed is None and track.space(player) >= 7:
                    cursed = player
            elif player == cursed:
                moves(player, 2, -WHEELS[width[player]])
            elif cursed is not None:
                moves(cursed, 1, 1)
            if answers == len(players):
                first = track.order()[-1]
                if rounds >= last - 1 or (cursed is not None and track.space(first) >= 13):
                    curse, cursed = False, None
                elif cursed is not None:
                    cursed = first
        elif keyword == "final":
            placed: dict[str, set[str]] = {}
            for word in words[1:]:
                if word.isalpha():
                    symbol = word
                    placed[symbol] = set()
                elif word != "-":
                    placed[symbol].add(word)
            finals[words[0]] = placed
        elif keyword == "reveal":
            stones[words[0]] = dict(zip(words[1::2], words[2::2], strict=True))
    for player in track.order():
        for symbol, number in stones[player].items():
            token = tokens.get((player, symbol))
            guessed = token if token is not None else finals[player].get(symbol, set())
            points = {1: 5, 2: 2, 3: 1}[len(guessed)] if number in guessed else -2
            came[player][3 if token is None else 4] += points * (1 if token is None else 2)
        if came[player][3] + came[player][4]:
            track.move(player, came[player][3] + came[player][4])
    return came, wheels, track.order()[-1]


@pytest.mark.parametrize("variants", [(), BOTH, tuple(Variant)], ids=["none", "both", "all"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_points_are_those_of_the_records(players: int, variants: tuple[Variant, ...]) -> None:
    for index in range(1, 6):
        for game in play_deal(contest(players, variants=variants), index).games:
            came, wheels, winner = recounted(game.record)
            for seat in game.seats:
                of = seat.sources
                assert [of.wheels, of.curse_gains, of.curse_losses, of.final, of.tokens] == came[seat.seat]
                assert of.total == read(game.record).state.spaces[seat.seat]
                used = {(seat.seat, use.width): [use.set, use.right] for use in seat.wheels}
                assert used == {key: counted for key, counted in wheels.items() if key[0] == seat.seat}
                assert seat.wins == (seat.seat == winner)


def test_every_source_is_counted() -> None:
    """The deals of the test above hold all of them."""
    deals = [play_deal(contest(3, variants=BOTH), index) for index in range(1, 6)]
    of = summed(contest(3, variants=BOTH), deals).policies[0].sources
    assert min(of.wheels, of.curse_gains, -of.curse_losses, abs(of.final), abs(of.tokens)) > 0


# ---- figures ---------------------------------------------------------------------------------------------------------


def game(*points: int, order: tuple[int, ...] = (0, 1), winner: int = 0) -> GameResult:
    """One game in which the seats have so many VP, all from wheels; order: the policies in them."""
    return GameResult(
        tuple(
            SeatResult(NAMES[place], order[place], Sources(wheels=vp), (WheelUse(5, 2, 1),), place == winner)
            for place, vp in enumerate(points)
        )
    )


# VP of the first policy less that of the second: 10 - 4 = 6 and 8 - 8 = 0, then 3 - 5 = -2 and 9 - 1 = 8.
TWO_DEALS = [
    DealResult(2, (game(3, 5, winner=1), game(1, 9, order=(1, 0), winner=1))),
    DealResult(1, (game(10, 4), game(8, 8, order=(1, 0), winner=1))),
]


def test_figures_of_two_deals() -> None:
    """By deal the first has (6 + 0) / 2 = 3 and (-2 + 8) / 2 = 3 VP more; it won 1 and 1 game, the second 0 and 1."""
    summary = summed(contest(2, "random", "random"), TWO_DEALS)
    assert (summary.deals, summary.games, summary.tied) == (2, 4, 1)
    first, second = summary.policies
    assert (first.seats, first.sources.total, first.won, first.wins) == (4, 30, 2, 3)
    assert (second.seats, second.sources.total, second.won, second.wins) == (4, 18, 1, 1)
    assert [(use.set, use.right) for use in first.wheels] == [(0, 0)] * 4 + [(8, 4)] + [(0, 0)] * 2
    assert (first.share.mean, first.share.low, first.share.high) == (0.5, 0.5, 0.5)
    assert summary.difference is not None
    assert summary.difference.points.mean == 3
    assert summary.difference.points.low == summary.difference.points.high == 3
    # Shares won: 1/2 - 0 and 1/2 - 1/2, so 1/4 on average; their standard deviation is sqrt(2 * (1/4)^2) = sqrt(1/8),
    # that of the mean sqrt(1/16) = 1/4, and the interval reaches 1.959964 of it to either side.
    won = summary.difference.won
    assert won.mean == 0.25
    assert won.low == pytest.approx(0.25 - 1.959964 / 4, abs=1e-6)
    assert won.high == pytest.approx(0.25 + 1.959964 / 4, abs=1e-6)
    assert second.share.high == pytest.approx(0.25 + 1.959964 / 4, abs=1e-6)


def test_no_interval_holds_what_cannot_be() -> None:
    """The first wins all of one deal and nothing of the other; or the second does, of three players."""
    won, lost = (game(2, 0), game(0, 2, order=(1, 0))), (game(0, 2), game(2, 0, order=(1, 0)))
    two = summed(contest(2, "random", "random"), [DealResult(1, won), DealResult(2, lost)])
    for totals in two.policies:
        assert totals.share == Estimate(0.5, 0, 1)
    assert two.difference is not None
    assert two.difference.won == Estimate(0, -1, 1)
    assert two.difference.points.high == pytest.approx(1.959964 * 2, abs=1e-6)
    second = (game(0, 2, 0, order=(0, 1, 1)), game(2, 0, 0, order=(1, 0, 1)), game(2, 0, 0, order=(1, 1, 0)))
    first = (game(2, 0, 0, order=(0, 1, 1)), game(0, 2, 0, order=(1, 0, 1)), game(0, 0, 2, order=(1, 1, 0)))
    three = summed(contest(3, "random", "random"), [DealResult(1, first), DealResult(2, second)])
    assert [(totals.share.low, totals.share.high) for totals in three.policies] == [(0, 1), (0, 0.5)]
    assert three.difference is not None
    assert three.difference.won == Estimate(0.25, -0.5, 1)


def test_figures_of_three_players() -> None:
    """The first has 6 - (3 + 0) / 2 = 4.5, then 3 - (6 + 2) / 2 = -1 and 2 - (1 + 1) / 2 = 1 VP more: 1.5 a game."""
    games = (
        game(6, 3, 0, order=(0, 1, 1)),
        game(6, 3, 2, order=(1, 0, 1)),
        game(1, 1, 2, order=(1, 1, 0), winner=2),
    )
    deals = [DealResult(1, games), DealResult(2, (game(1, 1, 1, order=(0, 1, 1)),) * 3)]
    one = summed(contest(3, "random", "random"), deals[:1])
    assert one.difference is not None
    assert one.difference.points.mean == 1.5
    assert one.difference.points.low is None
    assert one.difference.points.high is None
    # It won 2 of its 3 seats, the others 1 of their 6.
    assert one.difference.won.mean == pytest.approx(2 / 3 - 1 / 6)
    assert [(totals.seats, totals.won) for totals in one.policies] == [(3, 2), (6, 1)]
    two = summed(contest(3, "random", "random"), deals)
    assert two.tied == 3
    # 1.5 and 0: mean 3/4, standard deviation of the mean sqrt(2 (3/4)^2 / 2) = 3/4.
    assert two.difference is not None
    assert two.difference.points.high == pytest.approx(0.75 + 1.959964 * sqrt(2 * 0.75**2 / 2), abs=1e-6)


def test_self_play_has_no_difference() -> None:
    summary = summed(contest(2), [play_deal(contest(2), 1)])
    assert summary.difference is None
    assert [totals.seats for totals in summary.policies] == [4]


def test_the_order_in_which_results_come_does_not_matter() -> None:
    deals = [play_deal(contest(2, "random", "random"), index) for index in range(1, 5)]
    assert summed(contest(2, "random", "random"), deals) == summed(contest(2, "random", "random"), deals[::-1])


def test_equal_policies_come_out_equal() -> None:
    """A check of the statistics as a whole, on 60 deals: the mean lies within four of its standard deviations of 0."""
    played = contest(2, "random", "random")
    summary = summed(played, [play_deal(played, index) for index in range(1, 61)])
    assert summary.difference is not None
    for estimate in (summary.difference.points, summary.difference.won):
        assert estimate.high is not None
        assert abs(estimate.mean) < 2.1 * (estimate.high - estimate.mean)
    assert Counter(use.width for totals in summary.policies for use in totals.wheels) == dict.fromkeys(WHEELS, 2)


# ---- policies that go wrong ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nobody", "“nobody”: no policy is called so; expected one of random"),
        ("tests.nowhere:Plain", "there is no module tests.nowhere"),
        ("tests.plugged:Nobody", "tests.plugged has no Nobody"),
        ("tests.plugged:NO_MAKER", "this cannot be called"),
        ("tests.plugged:nothing", "None is no policy: it has no watch, no token"),
        ("tests.plugged:wants_more", "making it raised TypeError: wants_more"),
        ("tests.plugged:Raises", r"line \d+: guess raised ZeroDivisionError: .*\n.*plugged.py, line \d+: .*1 //"),
        ("tests.plugged:Leaves", "game 1: watch raised SystemExit: 0"),
        ("tests.plugged:OffTheBoard", r"line \d+: “guess Ann -3-3”: the rules forbid it: .*; expected a range"),
        ("tests.plugged:ThreeNumbers", r"guess gave \(3, 9, 1\); expected two numbers"),
        ("tests.plugged:Halves", r"guess gave \(0.5, 6.5\); expected two numbers"),
        ("tests.plugged:NoSymbol", "exchange gave 'lion'; expected a symbol"),
        ("tests.plugged:FourNumbers", "“final Ann .*”: the rules forbid it"),
        ("tests.plugged:Huge", r"guess gave \(<a large number>, 3\); expected two numbers"),
        ("tests.plugged:ManyNumbers", "“final Ann .*…”: the rules forbid it"),
        ("tests.plugged:NoWords", "guess gave <Given>; expected two numbers"),
        ("tests.plugged:Hides", "looking at it raised LookupError: watch"),
        ("tests.plugged:HidesOne", "looking at it raised LookupError: hidden"),
        ("tests.plugged:RaisesWordless", "guess raised Says: what it says cannot be shown"),
        ("tests.plugged:RaisesTwice", "guess raised Says: what it says cannot be shown"),
        ("tests.plugged:RaisesLong", "guess raised ValueError: long long .*…"),
        ("tests.plugged:RaisesEnd", "guess raised GeneratorExit\n"),
        ("tests.plugged:RaisesBase", "guess raised BaseException: base"),
        ("tests.plugged:Trap", "looking for Trap raised LookupError: sprung"),
        ("tests.plugged:Ending", "looking for Ending raised GeneratorExit: sprung"),
        ("tests.plugged:Trap.more", "looking for Trap raised LookupError: sprung"),
        ("tests.plugged:NoMapping", r"final gave \[\(1, 2\)\]; expected a mapping"),
    ],
)
def test_a_policy_that_goes_wrong_is_named(name: str, told: str) -> None:
    with pytest.raises(PolicyError, match=f"(?s){told}") as error:
        play_deal(contest(2, name, "random"), 1)
    assert name in str(error.value)
    assert len(str(error.value)) < 1500
    if "game 1" in str(error.value):
        assert "Ann's seat, seed 7, deal 1, game 1" in str(error.value)


def test_the_line_of_a_fault_is_that_of_the_record() -> None:
    """The same seeds with a policy that does not fail: there stands the guess of round 3."""
    with pytest.raises(PolicyError) as error:
        play_deal(contest(2, "tests.plugged:Raises", "random"), 1)
    line = int(str(error.value).partition("line ")[2].partition(":")[0])
    lines = play_deal(contest(2, "tests.plugged:Plain", "random"), 1).games[0].record.splitlines()
    assert lines[line - 1].startswith("guess Ann")
    assert sum(words.startswith("roll") for words in lines[:line]) == 3


def test_words_for_symbols_are_good_enough() -> None:
    plain, words = (play_deal(contest(2, f"tests.plugged:{name}"), 1) for name in ("Plain", "InText"))
    assert [game.seats for game in plain.games] == [game.seats for game in words.games]
