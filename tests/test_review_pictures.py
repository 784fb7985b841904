"""The charts of a review as files, and what is common to both ways of drawing them."""

import sys
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some

from cli.files import FileError
from cli.lost_code.review.charts import Bars, Group, Line, Lines, Step, Unit, Waterfall, Window, change, scale, signs
from cli.lost_code.review.drawn import game_charts, guesses, waterfalls
from cli.lost_code.review.pictures import NoPlots, write_charts
from cli.lost_code.review.svg import cut, drawing, spread
from solver.lost_code.review.values import Amount, Kind
from tests.reviewed import HOSTILE, made_up

# ---- files -----------------------------------------------------------------------------------------------------------


def test_the_charts_are_files_of_a_sensible_size(tmp_path: Path) -> None:
    report = made_up(4, names=HOSTILE)
    last = replace(report, review=replace(report.review, players=report.review.players[-1:]))
    written = write_charts(last, tmp_path / "new")
    assert [path.name for path in written] == [
        "score.png",
        "expected.png",
        "win.png",
        "bits.png",
        "luck-and-skill-1-b-b-who-has-a-long-name.png",
        "sums-1-b-b-who-has-a-long-name.png",
    ]
    assert sorted((tmp_path / "new").iterdir()) == sorted(written)
    for path in written:
        raw = path.read_bytes()
        assert raw.startswith(b"\x89PNG\r\n\x1a\n")
        # The first chunk of a PNG: its width and height, four bytes each, from byte 16 on.
        width, height = int.from_bytes(raw[16:20]), int.from_bytes(raw[20:24])
        assert 1000 <= width <= 2000
        assert 500 <= height <= 2000


def test_without_matplotlib_the_extra_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    with pytest.raises(NoPlots, match=r"--png needs Matplotlib.*pip install 'lostcode\[plots\]'"):
        write_charts(made_up(2), tmp_path / "new")
    assert not (tmp_path / "new").exists()


def test_a_file_is_no_folder_for_charts(tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("mine")
    with pytest.raises(FileError, match="cannot be made a folder for the charts"):
        write_charts(made_up(2), tmp_path / "taken")
    assert (tmp_path / "taken").read_text() == "mine"


# ---- what is drawn ---------------------------------------------------------------------------------------------------


def test_lines_begin_with_the_start_and_end_with_the_result() -> None:
    report = made_up(3)
    score, expected, win, _ = game_charts(report)
    state = report.record.state
    for seat, player in enumerate(state.players):
        # Round 0, nine rounds, and the end.
        assert [x for x, _ in score.lines[seat].points] == list(range(11))
        assert score.lines[seat].points[0] == (0, 0)
        assert score.lines[seat].points[-1] == (10, state.spaces[player])
        assert expected.lines[seat].points[0] == (0, 12.5)
        assert expected.lines[seat].points[-1] == (10, state.spaces[player])
        assert win.lines[seat].points[-1] == (10, float(player == state.order[-1]))


def test_score_by_round_is_where_the_moves_led() -> None:
    report = made_up(2)
    moves = report.record.state.moves
    ann = game_charts(report)[0].lines[0]
    for number in range(11):
        by = [move.by for move in moves if move.player == "Ann" and move.round <= number and move.cause != "final"]
        assert ann.points[number] == (number, sum(by))


def test_a_sum_that_does_not_add_up_is_not_drawn() -> None:
    ann = made_up(2).review.players[0]
    wrong = replace(ann, skill={**ann.skill, Kind.DIE: ann.skill[Kind.DIE] - Amount(0.01, 0.0)})
    with pytest.raises(AssertionError, match="Ann's luck and skill do not add up"):
        waterfalls(wrong)


def test_a_waterfall_as_a_table() -> None:
    steps = (Step(Group.LUCK, "the throws", 1.5), Step(Group.SKILL, "its range", -0.25))
    chart = Waterfall("one", "Luck and skill", "", 12.0, steps, 13.25, Unit.POINTS, ("luck: answers",))
    assert chart.grid.rows == (
        ("start", "", "12.00"),
        ("luck: the throws", "+1.50", "13.50"),
        ("skill: its range", "−0.25", "13.25"),
        ("luck: answers", "0", ""),
        ("result", "", "13.25"),
    )
    drawn = drawing(chart)
    assert drawn.count('class="up"') == drawn.count('class="down"') == 1
    assert "▲ +1.50" in drawn
    assert "▼ −0.25" in drawn


def test_sums_as_a_table_name_bet_best_and_truth() -> None:
    bars = ((0, 0), (1, 1), (2, 2), (3, 1), (4, 0))
    chart = Bars("one", "Sums", "", bars, Window(2, 3, "bet 2–3"), Window(1, 1, "best 1"), 3)
    assert chart.grid.heads == ("sum", "1", "2", "3")
    assert chart.grid.rows == (
        ("chance in %", "25.0", "50.0", "25.0"),
        ("bet", "", "yes", "yes"),
        ("best", "yes", "", ""),
        ("true sum", "", "", "yes"),
    )
    drawn = drawing(chart)
    assert drawn.count("sum-bar within") == 2
    for words in ("bet 2–3", "best 1", "true sum 3"):
        assert words in drawn


def test_lines_differ_without_their_colours() -> None:
    lines = tuple(Line(f"P{seat}", seat, ((0.0, 0.25), (1.0, 0.5))) for seat in range(4))
    chart = Lines("one", "Chance", "", lines, ((0.0, "0"), (1.0, "end")), "round", Unit.CHANCE)
    drawn = drawing(chart)
    assert [drawn.count(f'stroke-dasharray="{dashes}"') for dashes in ("7 3", "2 3", "9 3 2 3")] == [1, 1, 1]
    assert chart.grid.heads == ("round (in %)", "0", "end")
    assert chart.grid.rows == tuple((f"P{seat}", "25.0", "50.0") for seat in range(4))


def test_a_step_holds_until_the_next() -> None:
    lines = (Line("Ann", 0, ((9.0, 14.0), (12.0, 11.5))), Line("Bob", 1, ((10.0, 13.0),)))
    chart = Lines("one", "Bits", "", lines, ((9.0, "1"),), "round", Unit.BITS, steps=True)
    assert chart.grid.heads == ("line", "Ann", "Bob")
    assert chart.grid.rows == (("9", "14.0", ""), ("10", "14.0", "13.0"), ("12", "11.5", "13.0"))


def test_sums_are_drawn_over_the_whole_board() -> None:
    report = made_up(2)
    ann = report.review.players[0]
    thin = [replace(decision, sums=((4, 3), (6, 1))) for decision in ann.decisions if decision.sums]
    chart = next(guesses(report, replace(ann, decisions=tuple(thin))))[1]
    assert [each for each, _ in chart.bars] == list(range(22))  # three stones of 0 to 7
    assert [pair for pair in chart.bars if pair[1]] == [(4, 3), (6, 1)]


def test_small_changes_are_never_nothing() -> None:
    assert change(Unit.POINTS, 0.0) == "0"
    assert change(Unit.POINTS, -0.004) == "−<0.01"
    assert change(Unit.POINTS, 0.004) == "+<0.01"
    assert change(Unit.POINTS, 0.005) == "+0.01"
    assert change(Unit.CHANCE, -0.0004) == "−<0.1 %"
    assert change(Unit.CHANCE, -0.25) == "−25.0 %"


def test_only_signs_of_numbers_become_minus_signs() -> None:
    assert signs("Jo-Ann lost -1.50 VP on 9-13 (-<0.1 %)") == "Jo-Ann lost −1.50\u00a0VP on 9-13 (−<0.1\u00a0%)"


@given(some.floats(-50, 50), some.floats(0.01, 80))
def test_an_axis_holds_all_values_and_few_numbers(low: float, span: float) -> None:
    levels = scale(low, low + span)
    assert levels[0] <= low + 1e-6
    assert levels[-1] >= low + span - 1e-6
    assert 2 <= len(levels) <= 9


@given(some.lists(some.floats(0, 100), min_size=1, max_size=4))
def test_names_at_lines_stand_apart_in_the_same_order(places: list[float]) -> None:
    moved = spread(places, 15, 0, 100)
    order = sorted(range(len(places)), key=lambda at: places[at])
    stood = [moved[at] for at in order]
    assert all(above - below >= 15 - 1e-9 for below, above in pairwise(stood))
    assert all(0 <= place <= 100 for place in moved)


def test_long_names_are_cut_by_the_room_they_take() -> None:
    assert cut("Ann", 8) == "Ann"
    assert cut("Christopher", 8) == "Christo…"
    # Each of these letters is as wide as two.
    assert cut("李明李明李", 8) == "李明李…"
