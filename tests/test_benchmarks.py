"""What the long benchmarks count: pairing, intervals, pages and chances on cases made by hand, and tiny runs."""

from itertools import product
from math import log2
from pathlib import Path
from random import Random

import numpy as np
import pytest

from benchmarks import __main__ as command
from benchmarks import averages, bounding, calibration, decisions, losses, luck, simulation, strength
from benchmarks.asking import Asked
from benchmarks.calibration import Foretold
from benchmarks.engines import FIRST
from benchmarks.estimates import interval, share
from benchmarks.matches import MATCHES, MIXED, Match
from benchmarks.pages import Page
from benchmarks.playing import whole_deals
from benchmarks.strength import Compared, Tally, against, compared, instead
from solver.games import read
from solver.lost_code.events import Variant
from solver.lost_code.makers import maker
from solver.lost_code.review.values import Amount, Source
from solver.lost_code.simulate import Decision
from solver.lost_code.tournament import DealResult, GameResult, SeatResult, Sources
from solver.lost_code.view import view


def seat(policy: int, points: int, *, wins: bool) -> SeatResult:
    return SeatResult("Ann", policy, Sources(wheels=points), (), wins)


def game(*seats: SeatResult) -> GameResult:
    return GameResult(seats)


# ---- estimates -------------------------------------------------------------------------------------------------------


def test_an_interval_is_1_96_standard_errors_wide() -> None:
    # 1, 2, 3, 4, 5: mean 3, variance 10 / 4 = 2.5, standard error sqrt(2.5 / 5) = 0.70711
    found = interval([1, 2, 3, 4, 5])
    assert found.mean == 3
    assert found.reach == pytest.approx(1.959964 * 0.70711, abs=1e-4)
    assert found.written() == "+3.00 ± 1.39"


def test_one_value_says_nothing_of_its_interval() -> None:
    assert interval([7]).written() == "+7.00 ± inf"


def test_the_share_of_few_is_wilsons() -> None:
    # 0 of 10: the upper end is z² / (10 + z²) = 3.8415 / 13.8415
    assert share(0, 10) == pytest.approx((0, 0.27753), abs=1e-4)


# ---- strength --------------------------------------------------------------------------------------------------------


def test_a_policy_against_the_others_of_the_same_games() -> None:
    # First alone with 10 against 7 and 4; then tied at 6 with the other, who wins by the rule.
    deal = DealResult(
        1,
        (
            game(seat(0, 10, wins=True), seat(1, 7, wins=False), seat(1, 4, wins=False)),
            game(seat(1, 6, wins=True), seat(0, 6, wins=False), seat(1, 1, wins=False)),
        ),
    )
    found = against(deal)
    assert found.own == Tally(8, 0.5, 0.5)
    assert found.other == Tally((7 + 4 + 6 + 1) / 4, 0, 0.25)


def test_a_policy_in_the_place_of_another_is_compared_deal_by_deal() -> None:
    # VP of the first policy 30 and 20, with the other in its place 27 and 17: 3 more each time, so no spread at all.
    deals = []
    for own, other in ((30, 27), (20, 17)):
        games = [DealResult(1, (game(seat(0, p, wins=True), seat(1, 25, wins=False)),)) for p in (own, other)]
        deals.append(instead(*games))
    assert compared(deals)[:2] == ["+3.00 ± 0.00", "25.00, 22.00"]
    # 30, 27 are first alone and 20, 17 are not: the share is a half for both, the difference 0 in each deal.
    assert compared(deals)[3] == "+0.0 % ± 0.0"


def test_the_interval_is_over_deals() -> None:
    deals = [Compared(Tally(points, 1, 1), Tally(0, 0, 0)) for points in (1, 2, 3, 4, 5)]
    assert compared(deals)[0] == "+3.00 ± 1.39"


def test_mixed_opponents_take_turns() -> None:
    two, four = (Match("reader", "mixed", players, "", 1) for players in (2, 4))
    assert [two.line_up("planner", deal) for deal in (1, 2, 3, 4)] == [
        ("planner", "greedy"),
        ("planner", "entropy"),
        ("planner", "lookahead"),
        ("planner", "greedy"),
    ]
    assert all(sorted(four.line_up("reader", deal)[1:]) == sorted(MIXED) for deal in (1, 2, 3))


def test_matches_have_names_of_their_own() -> None:
    assert len({match.name for match in MATCHES}) == len(MATCHES)


def test_a_pattern_that_means_no_match_is_told() -> None:
    assert [match.players for match in strength.chosen(["lookahead-against-greedy-*"])] == [2, 3, 4]
    with pytest.raises(SystemExit, match="planner-against-lookahead-2"):
        strength.chosen(["planer-*"])


def test_a_match_is_played_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = Match("greedy", "random", 2, "none", 1, instead=("random",))
    other = Match("random", "random", 2, "none", 1)
    monkeypatch.setattr(strength, "MATCHES", (one, other))
    for name, deals in ((other.name, 1), (one.name, 1), (other.name, 2)):
        strength.run(Asked(save=tmp_path, match=(name,), deals=deals, workers=1))
    rows = Page(tmp_path / "strength.md", "", "", strength.HEADS).rows()
    deals, games = strength.HEADS.index("deals"), strength.HEADS.index("games")
    # 2 games of each deal, and 2 more with random in greedy's place.
    assert [(row[0], row[deals], row[games]) for row in rows] == [(one.name, "1", "4"), (other.name, "2", "4")]


# ---- whole deals -----------------------------------------------------------------------------------------------------


def test_deals_come_in_their_order_until_time_is_over() -> None:
    assert whole_deals(str, 3, workers=1) == ["1", "2", "3"]
    assert whole_deals(str, 3, minutes=0, workers=1) == ["1"]


def test_rows_of_other_columns_are_not_kept(tmp_path: Path) -> None:
    Page(tmp_path / "page.md", "page", "", ["name", "old"]).keep("a", [["a", "1"]], ["a"], "here")
    page = Page(tmp_path / "page.md", "page", "", ["name", "new"])
    page.keep("b", [["b", "2"]], ["a", "b"], "here")
    assert page.rows() == [["b", "2"]]


# ---- calibration -----------------------------------------------------------------------------------------------------


def test_tenths_and_brier_score() -> None:
    bets = [Foretold(0.25, False), Foretold(0.25, True), Foretold(1.0, True)]
    # (0.0625 + 0.5625 + 0) / 3
    assert calibration.brier(bets) == pytest.approx(0.625 / 3)
    rows = calibration.tenths(bets)
    assert [row[:4] for row in rows] == [
        ["20 to 30 %", "2", "25.00 %", "50.00 %"],
        ["90 to 100 %", "1", "100.00 %", "100.00 %"],
    ]
    assert [row[-1] for row in rows] == ["no, within the interval", "yes"]


def test_all_bets_of_the_policy_are_foretold_and_what_is_certain_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "OTHERS", {"greedy": ("greedy",)})
    bets = calibration.play_one("greedy", 5, 9)
    assert len(bets) == 2 * 10
    assert all(0 <= bet.chance <= 1 + 1e-9 and (bet.right or bet.chance < 1 - 1e-9) for bet in bets)


@pytest.mark.parametrize("name", ["lookahead", "reader"])
def test_a_chance_is_the_share_of_the_logs(name: str) -> None:
    seen = view(read(FIRST.format(variant="")))
    noting = calibration.Foretelling(maker(name)(Random(0)))
    low, high = noting.guess(seen)
    # Nobody chose anything yet. Bear, jaguar, human, each one of the numbers that lie nowhere in sight.
    sums = [sum(log) for log in product((0, 2, 4, 5, 7), (1, 2, 3, 5, 6), (0, 1, 3, 4, 6))]
    assert noting.chances == pytest.approx([sum(low <= each <= high for each in sums) / 125])


# ---- times -----------------------------------------------------------------------------------------------------------


def test_every_decision_is_timed() -> None:
    taken = decisions.play_timed("random", 4, "plain", 5, 1)
    assert [each.decision for each in taken].count(Decision.GUESS) == 8
    assert taken[-1].decision is Decision.FINAL
    assert all(each.own > 0 and each.engine > 0 for each in taken)


def test_simulation_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(simulation, "POLICY", "random")
    assert "| 1         | 2 " in simulation.run(Asked(deals=1, workers=1))


# ---- the bound -------------------------------------------------------------------------------------------------------


def test_sums_by_listing_all_logs() -> None:
    left = [(0, 3, 4, 6, 7), (1, 2, 3, 4, 5), (0, 1, 2, 3, 7)]
    listed = np.zeros(22)
    for one, two in product(left[0], left[2]):
        listed[2 * one + two] += 1 / 25
    assert bounding.sums(left, (0, 0, 2), 21) == pytest.approx(listed)


def test_final_guesses_are_worth_no_more_than_what_is_known() -> None:
    """By step 2 of the proof: for any belief about one stone, best guess <= A(u) + l D."""
    rng = Random(3)
    for _ in range(300):
        unseen = rng.randint(2, 6)
        shares = np.array([rng.random() ** rng.choice([1, 4, 30]) for _ in range(unseen)])
        shares = np.sort(shares / shares.sum())[::-1]
        best = max(gain * shares[:k].sum() for k, gain in ((1, 7), (2, 4), (3, 3))) - 2
        divergence = log2(unseen) + sum(p * log2(p) for p in shares if p > 0)
        for price in (0.8, 1.7, 2.5, 6):
            assert best <= bounding.finals(price, unseen) + price * divergence + 1e-9


def test_the_bound_of_later_rounds_is_that_of_the_best_chance() -> None:
    """By step 4: no chance p of a bet is worth more than the closed form."""
    price, draw = 1.7, 0.7
    for points, sides in ((5, 1), (4, 2)):
        closed = price * log2(2 ** (points / price) + sides * 2 ** (draw / price))
        tried = []
        for p in np.linspace(0.001, 0.999, 999):
            entropy = -p * log2(p) - (1 - p) * log2(1 - p)
            tried.append(points * p + price * (entropy + (1 - p) * (sides - 1)) + draw * (1 - p))
        assert max(tried) == pytest.approx(closed, abs=1e-4)


def test_the_first_round_by_trying_everything() -> None:
    begun = bounding.Beginnings("one", 1, x_race=False)
    # Without a price on information or misses it is the most VP: the sums of each dice, tried wheel by wheel.
    best = {}
    for place, dice in enumerate(bounding.DICE):
        right = begun.right[0, place]
        assert right.max() <= 1 + 1e-9
        best[dice] = (begun.points * right).max()
    total = 0.0
    for roll in product(range(6), repeat=3):
        reached = {tuple(sorted((*roll[:die], new, *roll[die + 1 :]))) for die in range(3) for new in range(6)}
        total += max(worth for dice, worth in best.items() if dice in reached)
    assert begun.first_round(0, 0)[0] == pytest.approx(total / 216)


def test_the_bound_grows_with_what_the_others_draw_and_stays_below_all_right() -> None:
    begun = bounding.Beginnings("some", 2, x_race=False)
    few, many = (bounding.bound(begun, 2, drawn).mean for drawn in (0, bounding.most_drawn(2, begun.pile)))
    assert few < many < bounding.all_right(2, tuple(begun.wheels.values())) == 80


# ---- the command -----------------------------------------------------------------------------------------------------


def test_the_command_takes_what_its_questions_take(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["benchmarks", "strength", "--match", "a", "b", "--minutes", "1.5"])
    questions, asked = command.asked_for(command.parser())
    assert list(questions) == ["strength"]
    assert asked == Asked(match=("a", "b"), minutes=1.5)


def test_what_takes_hours_is_run_only_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["benchmarks", "--save"])
    questions, asked = command.asked_for(command.parser())
    assert not {"strength", "calibration", "decisions", "simulation", "bound"} & set(questions)
    assert asked.save == command.RESULTS


@pytest.mark.parametrize("line", [["nothing"], ["growth", "--deals", "3"], ["bound", "--deals", "0"]])
def test_what_means_nothing_is_refused(line: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["benchmarks", *line])
    with pytest.raises(SystemExit):
        command.asked_for(command.parser())


# ---- reviews ---------------------------------------------------------------------------------------------------------


def test_what_is_usual_is_fitted_by_players_and_variants() -> None:
    """Plain games of 40 and 44 VP, with the curse 41: 42, and the curse adds -1.

    Wheels that were taken cost 0.5 VP at once and 1 VP of the final guesses, all of which is kept in the end.
    """

    def usual(total: float, *variants: Variant) -> averages.Usual:
        changes = (averages.Change(10, 0, 0.25, 0.0),), (averages.Change(10, 1, -0.5, -1.0),)
        nothing = (0.0,) * 11
        return averages.Usual(2, variants, (total, *nothing[1:]), nothing, (total, *nothing[1:]), (0.5,) * 10, *changes)

    fitted = averages.of_players(2, [usual(40), usual(44), usual(41, Variant.CURSE)])
    assert fitted["plain"]["total"][1] == fitted["plain"]["rest"][1] == pytest.approx(42)
    assert fitted["curse"]["total"][1] == pytest.approx(-1)
    assert fitted["plain"]["turned"] == pytest.approx([0.25])
    assert fitted["plain"]["taken"] == pytest.approx([0, -1.5])
    assert fitted["curse"]["curse"][1:11] == pytest.approx([0.5] * 10)
    assert {len(fitted["plain"][name]) for name in ("keeps", "rest", "spread", "counts", "close", "curse")} == {12}
    assert (fitted["plain"]["keeps"][11], fitted["plain"]["rest"][11]) == (1, 0)
    # What is left around the fit: -2, 2 and 0, so the root of 8 / 3.
    assert fitted["plain"]["spread"][1] == pytest.approx((8 / 3) ** 0.5, abs=1e-4)


def test_a_deal_says_what_is_usual() -> None:
    for each in averages.one_deal(1, 2):
        assert each.players == 4
        assert len(each.rest) == len(each.total) == len(each.placed) == 9
        # At the end nothing is to come but the final guesses, placed by what they are worth.
        assert each.placed[-1] == each.total[-1]


def test_luck_is_taken_out_of_the_result() -> None:
    """Results 10, 20, 30 of which luck is 0, 9, 18: variance 100, and of 10, 11, 12 it is 1."""
    games = [
        luck.Judged(2, (), Amount(points, 0.0), {s: Amount(by if s is Source.DICE else 0, 0) for s in Source}, 0.0)
        for points, by in ((10.0, 0.0), (20.0, 9.0), (30.0, 18.0))
    ]
    assert luck.variances(games, lambda amount: amount.points) == ("100.000", "1.000", "0.01")


def test_batches_are_ranked_by_mean_loss() -> None:
    good = losses.Lost({"random": 4, "greedy": 3, "lookahead": 2, "planner": 1}, {}, {})
    bad = losses.Lost({"random": 1, "greedy": 3, "lookahead": 2, "planner": 3}, {}, {})
    assert losses.in_order([good])
    assert not losses.in_order([bad])
    assert losses.in_order([good, good, good, bad])  # 3.25, 3, 2, 1.5
