"""What a review says, in words and on the screen."""

import re
from dataclasses import replace

import pytest
from rich.cells import cell_len

from cli.figures import hundredths, shift
from cli.lost_code.review.choices import choice_words, short_choice
from cli.lost_code.review.names import (
    KIND_DEEDS,
    KIND_NAMES,
    KINDS,
    LABEL_NAMES,
    LABELS,
    OVERSIGHTS,
    SOURCE_NAMES,
    SOURCES,
)
from cli.lost_code.review.report import Report
from cli.lost_code.review.screen import report_screen
from cli.lost_code.review.words import (
    best_words,
    luck_words,
    turning_words,
    verdict_words,
    worst_words,
)
from cli.outcome import rendered
from solver.lost_code.events import Answer, Event, Exchange, Final, Guess, Reveal, Roll, Symbol, Token, Turn, Verdict
from solver.lost_code.review.story import Oversight, Story
from solver.lost_code.review.values import (
    ZERO,
    Amount,
    Choice,
    Decision,
    Hindsight,
    Kind,
    Label,
    Luck,
    PlayerReview,
    Source,
)
from tests.reviewed import HOSTILE, made_up

BEAR, JAGUAR, SNAKE = Symbol.BEAR, Symbol.JAGUAR, Symbol.SNAKE
WIDE, NARROW = (Guess("Ann", 9, 13),), (Guess("Ann", 20, 21),)


def choice(*events: Event) -> Choice:
    return Choice(events, 10.0)


def decided(
    chosen: tuple[Event, ...] = WIDE,
    best: tuple[Event, ...] = NARROW,
    *,
    kind: Kind = Kind.WHEEL,
    points: float = 0.0,
    win: float = 0.0,
    label: Label = Label.BEST,
    hindsight: Hindsight | None = None,
    **more: object,
) -> Decision:
    loss = Amount(points, win)
    made = Decision(
        40, 3, {kind: loss}, 64, 6.0, choice(*chosen), choice(*best), choice(*best), ZERO, loss, Amount(0.15, 0.01), 9,
        None, label, hindsight,
    )  # fmt: skip
    return replace(made, **more)  # type: ignore[arg-type]


def player(**more: object) -> PlayerReview:
    made = PlayerReview("Ann", ZERO, ZERO, {}, {}, (), (), (), None, None, None)
    return replace(made, **more)  # type: ignore[arg-type]


# ---- figures ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("share", "written"),
    [
        (0.0, "0 %"), (1e-17, "0 %"), (0.0002, "+<0.1 %"), (-0.0004, "-<0.1 %"), (0.0312, "+3.1 %"),
        (-0.5, "-50.0 %"), (0.9997, "+99.9 %"), (-0.99996, "-99.9 %"), (1.0, "+100 %"), (-1.0, "-100 %"),
    ],
)  # fmt: skip
def test_a_change_of_a_chance_is_never_rounded_into_certainty(share: float, written: str) -> None:
    assert shift(share) == written


def test_a_change_in_words() -> None:
    assert hundredths(-0.125) == "12.5 percentage points"
    assert hundredths(0.0001) == "less than 0.1 percentage points"
    assert hundredths(0.99999) == "99.9 percentage points"
    assert hundredths(1.0) == "100 percentage points"


# ---- words -----------------------------------------------------------------------------------------------------------


def test_everything_has_a_name_and_a_sentence() -> None:
    for kinds, *tables in (
        (Source, SOURCES, SOURCE_NAMES),
        (Kind, KINDS, KIND_NAMES, KIND_DEEDS),
        (Label, LABELS, LABEL_NAMES),
        (Oversight, OVERSIGHTS),
    ):
        for table in tables:
            assert list(table) == list(kinds)
            assert len(set(table.values())) == len(table)
    for sentences in (SOURCES, KINDS, LABELS, OVERSIGHTS):
        assert all(re.fullmatch(r"[A-Z].*[^.]\.", told) for told in sentences.values())


@pytest.mark.parametrize(
    ("events", "kind", "told", "short"),
    [
        (WIDE, Kind.RANGE, "9–13 on wheel 5", "9–13 (5)"),
        ((Guess("Ann", 4, 4),), Kind.RANGE, "4 on wheel 1", "4 (1)"),
        ((Exchange("Ann", BEAR, 3, None),), Kind.EXCHANGE, "gave up bear", "bear"),
        ((Turn(BEAR, SNAKE),), Kind.DIE, "turned bear to snake", "bear → snake"),
        (
            (Turn(BEAR, SNAKE), Turn(BEAR, JAGUAR)),
            Kind.DIE,
            "turned bear to snake and turned bear to jaguar",
            "bear → snake, bear → jaguar",
        ),
        ((), Kind.DIE, "left the dice", "left the dice"),
        ((), Kind.TOKEN, "left the token", "left the token"),
        ((Token("Ann", JAGUAR, (3, 5)),), Kind.TOKEN, "took the jaguar token and wrote 3 or 5", "jaguar 3 5"),
        (
            (Final("Ann", ((BEAR, (3, 4)), (JAGUAR, (5,)), (SNAKE, ()))),),
            Kind.FINAL,
            "bear 3 or 4; jaguar 5; snake none",
            "bear 3 4, jaguar 5, snake –",
        ),
    ],
)
def test_a_choice_in_words(events: tuple[Event, ...], kind: Kind, told: str, short: str) -> None:
    decision = decided(kind=kind)
    assert choice_words(choice(*events), decision) == told
    assert short_choice(choice(*events), decision) == short


@pytest.mark.parametrize(
    ("source", "event", "told"),
    [
        (Source.DICE, Roll((BEAR, BEAR, SNAKE)), "the throw bear bear snake"),
        (Source.TURNED, Turn(BEAR, SNAKE), "bear was turned to snake"),
        (Source.TURNED, None, "the dice were left as they lay"),
        (Source.TAKEN, Guess("Bob", 9, 13), "Bob took wheel 5"),
        (Source.TAKEN, None, "the wheels taken before"),
        (Source.ANSWERS, Answer("Ann", Verdict.LOWER), "Ann's answer “lower”"),
        (Source.OTHERS, Answer("Bob", Verdict.RIGHT), "Bob was told “right”"),
        (Source.DRAWN, Exchange("Ann", BEAR, 3, 6), "the bear given up was a 3"),
        (Source.SEEN, Exchange("Bob", BEAR, 3, 6), "Bob drew bear 6"),
        (Source.OPENED, Reveal("Bob", ()), "Bob's log was opened"),
        (Source.LATER, None, "what the coming rounds are worth"),
    ],
)
def test_luck_in_words(source: Source, event: Event | None, told: str) -> None:
    assert luck_words(Luck(source, 12, 2, ZERO, event)) == told


def test_all_luck_can_be_told() -> None:
    """Whatever a source comes with, there are words for it."""
    events = (None, Roll((BEAR, BEAR, SNAKE)), Guess("Bob", 1, 2), Answer("Bob", Verdict.WRONG), Turn(BEAR, SNAKE))
    for source in Source:
        assert all(luck_words(Luck(source, 12, 2, ZERO, event)) for event in events)


def test_the_turning_point_in_one_sentence() -> None:
    luck = Luck(Source.ANSWERS, 12, 2, Amount(1.0, -0.125), Answer("Ann", Verdict.LOWER))
    told = "Round 2, Ann's answer “lower” (line 12). Ann's chance to win fell by 12.5 percentage points."
    assert turning_words(player(turning_point=luck)) == told
    lost = decided(win=-0.25)
    assert turning_words(player(turning_point=lost)) == (
        "Round 3, Ann's wheel (line 40): 9–13 on wheel 5; best for the win: 20–21 on wheel 2. "
        "Ann's chance to win fell by 25.0 percentage points."
    )
    nothing = "Nothing turned Ann's game: no change of the chance to win came to 5.0 percentage points."
    assert turning_words(player()) == nothing
    assert turning_words(player(turning_point=replace(luck, amount=Amount(3.0, 0.0499)))) == nothing
    assert turning_words(player(turning_point=replace(luck, amount=Amount(3.0, 0.05)))) != nothing


def test_the_best_and_the_worst_decision_in_one_sentence() -> None:
    best = decided(WIDE, WIDE, gap=1.204)
    told = "Round 3, Ann's wheel (line 40): 9–13 on wheel 5, 1.20 VP better than any other wheel."
    assert best_words(player(best=best)) == told
    worst = decided(points=-2.3, win=-0.1, label=Label.HEAVY)
    assert worst_words(player(worst=worst)) == (
        "Round 3, Ann's wheel (line 40): 9–13 on wheel 5. Best: 20–21 on wheel 2, worth 2.30 VP more (error 0.15)."
    )
    by_chance = decided(win=-0.1, label=Label.CLEAR)
    assert worst_words(player(worst=by_chance)) == (
        "Round 3, Ann's wheel (line 40): 9–13 on wheel 5. In VP nothing was better, but for the win "
        "this was: 20–21 on wheel 2. Ann's chance to win fell by 10.0 percentage points."
    )
    assert best_words(player()) == "No decision stood out from its second choice."
    assert worst_words(player()) == "No decision lost more than the error of its value."


def test_of_final_guesses_only_those_that_differ_are_told() -> None:
    chosen = Final("Ann", ((BEAR, (3,)), (JAGUAR, (4, 5)), (SNAKE, ())))
    better = Final("Ann", ((BEAR, (3,)), (JAGUAR, (4,)), (SNAKE, (1, 2))))
    worst = decided((chosen,), (better,), kind=Kind.FINAL, points=-1.0, label=Label.CLEAR)
    assert worst_words(player(worst=worst)) == (
        "Round 3, Ann's final guesses (line 40): jaguar 4 or 5; snake none. Best: jaguar 4; snake 1 or 2, "
        "worth 1.00 VP more (error 0.15)."
    )


def test_the_order_of_final_guesses_is_no_matter() -> None:
    one, other = (Final("Ann", ((BEAR, (3, 4)), (JAGUAR, (5,)))),), (Final("Ann", ((JAGUAR, (5,)), (BEAR, (4, 3)))),)
    open_ = Hindsight(5.0, 5.0, choice(*other))
    assert verdict_words(decided(one, other, hindsight=open_), 10)[1] == "With all stones open nothing was better."


def test_a_decision_within_the_error_is_no_mistake() -> None:
    then, _ = verdict_words(decided(points=-0.1, label=Label.EVEN), 10)
    assert then == (
        "As good as the best: -0.10 VP (error 0.15) is within the error, no mistake; best: 20–21 on wheel 2."
    )
    then, _ = verdict_words(decided(points=-4.0, label=Label.BEST), 10)
    assert then == "Best: -4.00 VP (error 0.15), which cost no chance to win."


def test_both_verdicts_on_a_decision() -> None:
    open_ = Hindsight(0.0, 4.0, choice(Guess("Ann", 11, 11)))
    lost = decided(points=-0.9, win=-0.03, label=Label.CLEAR, hindsight=open_, true_sum=11, deeper=-1.25)
    assert verdict_words(lost, 10) == (
        "Clear loss: -0.90 VP (error 0.15), and the chance to win fell by 3.0 percentage points; "
        "best: 20–21 on wheel 2. With the next round looked into: -1.25 VP.",
        "With all stones open it came to 4.00 VP less than the best then. "
        "Best of all with all stones open: 11 on wheel 1. The sum was 11.",
    )
    lucky = replace(lost, hindsight=replace(open_, chosen=4.5))
    assert verdict_words(lucky, 10)[1].startswith("With all stones open it came to 0.50 VP more than the best then.")
    same = replace(lost, hindsight=Hindsight(2.0, 2.0, choice(*WIDE)))
    assert verdict_words(same, 10)[1] == (
        "With all stones open it came to as much as the best then. With all stones open nothing was better. "
        "The sum was 11."
    )
    best = decided(WIDE, WIDE, hindsight=open_)
    assert verdict_words(best, 10)[1] == "Best of all with all stones open: 11 on wheel 1."
    assert verdict_words(replace(lost, hindsight=None), 10)[1].startswith(
        "The open stones do not tell what was better."
    )
    assert verdict_words(decided(label=Label.FORCED), 10) == ("There was one choice only.",) * 2
    by_chance = verdict_words(decided(win=-0.1, label=Label.CLEAR), 10)[0]
    assert by_chance == (
        "Clear loss: the chance to win fell by 10.0 percentage points. "
        "In VP nothing was better, but for the win this was: 20–21 on wheel 2."
    )


# ---- screens ---------------------------------------------------------------------------------------------------------


def screen(report: Report, columns: int, monkeypatch: pytest.MonkeyPatch, top: int | None = 5) -> str:
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("NO_COLOR", "1")
    return rendered(report_screen(report, top))


@pytest.mark.parametrize("columns", [40, 80])
@pytest.mark.parametrize("names", [("Ann", "Bob", "Cy", "Dee"), HOSTILE])
def test_the_screen_has_room(columns: int, names: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    for top in (3, None):
        told = screen(made_up(4, names=names), columns, monkeypatch, top)
        assert max(map(cell_len, told.split("\n"))) <= columns
        assert "\x1b" not in told
        for name in names:
            assert "".join(name.split()) in "".join(told.split())


def test_the_whole_game_stands_on_one_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    told = screen(made_up(4), 80, monkeypatch)
    glance, _ = told.split("── Ann ──")
    assert glance.count("\n") <= 24
    for heading in ("Turning point:", "Best decision:", "Lost most:"):
        assert glance.count(heading) == 1


def test_start_luck_and_skill_make_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    report = made_up(4)
    told = screen(report, 80, monkeypatch)
    for each in report.review.players:
        row = re.search(rf"^{each.player} +([-\d].*)$", told, re.MULTILINE)
        assert row is not None
        start, luck, skill, result, *wins = re.findall(r"[-+<>]*[\d.]+", row[1])
        assert float(result) == report.record.state.spaces[each.player]
        assert float(start) + float(luck) + float(skill) == pytest.approx(float(result), abs=0.02)
        assert sum(map(float, wins[:3])) == pytest.approx(float(wins[3]), abs=0.3)
        assert wins[3] == ("100" if report.record.state.order[-1] == each.player else "0")


@pytest.mark.parametrize("columns", [40, 80])
def test_every_part_is_there(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    report = made_up(2)
    told = " ".join(screen(report, columns, monkeypatch).split())
    for part in (
        "review of friday.game", "Luck, by source", "Skill, by kind", "How it stood after each round",
        "What lost most", "more: --all)", "What could be known for certain",
        "bird 2 or 5. The number could not be his.", "It cost 0.42 VP.",
        "“right” was told, “lower” was true. The piece stood 2 VP too far.",
        "The final guesses came to 3 VP less by it.", "24 choices (2 more could not be read)",
        "with the stones as they were", "Table and stones disagree", "Wheel values assumed",
    ):  # fmt: skip
        assert part in told


def test_all_decisions_come_in_order_and_the_costliest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    report = made_up(2)
    report = replace(report, review=replace(report.review, players=report.review.players[:1]))
    (one,) = report.review.players

    def lines(told: str, heading: str) -> list[int]:
        table = told.split(heading)[1].split("What could be known")[0]
        return [int(number) for number in re.findall(r"^ *\d+ +(\d+) .*[-+]\d+\.\d\d ", table, re.MULTILINE)]

    every = lines(screen(report, 80, monkeypatch, None), "All decisions")
    assert every == [each.line for each in one.decisions]
    mistakes = [each for each in one.decisions if each.label in (Label.SMALL, Label.CLEAR, Label.HEAVY)]
    first = lines(screen(report, 80, monkeypatch, 4), "What lost most")
    assert first == [each.line for each in sorted(mistakes, key=lambda each: each.loss.points)[:4]]


def alone(report: Report, *decisions: Decision) -> Report:
    """A report on Ann alone, with these decisions in a game of as many rounds as it had."""
    (ann, *_) = report.review.players
    worst = next((each for each in decisions if each.label is Label.HEAVY), None)
    return replace(
        report, review=replace(report.review, players=(replace(ann, decisions=decisions, worst=worst),)), told={}
    )


def last_round(chosen: Event, best: Event, winner: Event, **more: object) -> Decision:
    kinds = {Kind.WHEEL: Amount(-0.25, -0.2), Kind.RANGE: ZERO}
    loss = kinds[Kind.WHEEL]
    made = decided((chosen,), (best,), label=Label.HEAVY, winner=choice(winner), kinds=kinds, loss=loss, round=10)
    return replace(made, dice=(BEAR, JAGUAR, SNAKE), **more)  # type: ignore[arg-type]


def test_where_the_win_was_judged_the_best_for_the_win_is_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """As chosen by VP, 14–15 was best: but there it is lost, and 16 is what would have won."""
    last = last_round(Guess("Ann", 9, 13), Guess("Ann", 14, 15), Guess("Ann", 16, 16))
    report = made_up(2)
    assert report.record.state.rounds == 10
    told = screen(alone(report, last), 80, monkeypatch)
    (row,) = re.findall(r"^10 +40 .*$", told, re.MULTILINE)
    assert " ".join(row.split()) == "10 40 be ja sn 9–13 (5) 16 (1) -0.25 0.15 -20.0 % heavy loss †"
    assert "† The last round and the final guesses are judged by the chance to win" in " ".join(told.split())
    assert "14–15" not in told.split("What could be known")[0]
    assert verdict_words(last, 10)[0] == (
        "Heavy loss: the chance to win fell by 20.0 percentage points. Best for the win: 16 on wheel 1."
    )
    # In any other round VP decide.
    earlier = replace(last, round=9)
    told = screen(alone(report, earlier), 80, monkeypatch)
    (row,) = re.findall(r"^ 9 +40 .*$", told, re.MULTILINE)
    assert " ".join(row.split()) == "9 40 be ja sn 9–13 (5) 14–15 (2) -0.25 0.15 -20.0 % heavy loss"
    assert "†" not in told
    assert verdict_words(earlier, 10)[0].endswith("; best: 14–15 on wheel 2.")


def test_final_guesses_as_good_in_vp_but_worse_for_the_win_are_explained() -> None:
    chosen, winner = Final("Ann", ((SNAKE, (0, 2)),)), Final("Ann", ((SNAKE, (0,)),))
    made = decided((chosen,), (chosen,), kind=Kind.FINAL, win=-0.5, label=Label.HEAVY, winner=choice(winner))
    assert verdict_words(made, 10)[0] == (
        "Heavy loss: the chance to win fell by 50.0 percentage points. "
        "In VP nothing was better, but for the win this was: snake 0."
    )


def test_only_losses_are_what_lost_most(monkeypatch: pytest.MonkeyPatch) -> None:
    fine = (decided(points=-0.1, label=Label.EVEN), decided(points=-4.0, label=Label.BEST))
    told = screen(alone(made_up(2), *fine), 80, monkeypatch)
    assert "What lost most\nNo decision lost more than the error of its value.\n(2 more: --all)" in told
    small = replace(decided(points=-0.3, win=-0.01, label=Label.SMALL), line=77)
    told = screen(alone(made_up(2), *fine, small), 80, monkeypatch).split("What lost most")[1]
    assert re.findall(r"^ 3 +(\d+) ", told, re.MULTILINE) == ["77"]


def test_a_sheet_has_no_dates_and_what_it_lacks_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    report = made_up(2)
    story = report.stories["Ann"]
    bare = replace(story, certain=tuple(replace(each, noted=None) for each in story.certain))
    missed = replace(story.missed[0], what=Oversight.SHEET, symbol=JAGUAR, numbers=(3,), cost=0.0)

    def told(story: Story, kept: str | None) -> str:
        return " ".join(screen(replace(report, stories={"Ann": story}, kept=kept), 80, monkeypatch).split())

    assert "■ bird 4 40 3 by round 5 ■ snake 0 60 6 no" in told(story, "Ann")
    assert "on the sheet ■ bird 4 40 3 no ■ snake 0 60 6 no" in told(bare, "Ann")
    assert "on the sheet" not in told(bare, None)
    assert "on the sheet" not in told(bare, "Bob")
    assert "jaguar cannot be 3. The sheet does not cross it." in told(replace(story, missed=(missed,)), "Ann")


@pytest.mark.parametrize("columns", [40, 80])
def test_without_the_end_score_nobody_is_called_the_winner(columns: int, monkeypatch: pytest.MonkeyPatch) -> None:
    report = replace(made_up(2), untold="What Bob wrote with the bear token (line 9) is not known.")
    told = " ".join(screen(report, columns, monkeypatch).split())
    assert "! What Bob wrote with the bear token (line 9) is not known. On the track, before the final guesses:" in told
    assert "wins with" not in told
    glance = told.split("Turning point")[0]
    assert len(re.findall(r"\?", glance)) == len(report.review.players)


def test_who_cannot_be_reviewed_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    report = made_up(2)
    unknown = {"Bob": "Bob's bear drawn on line 20 is not known"}
    report = replace(report, review=replace(report.review, players=report.review.players[:1], unknown=unknown))
    assert "Bob: Bob's bear drawn on line 20 is not known" in screen(report, 80, monkeypatch)


def test_only_what_matters_most_is_told_of_what_was_missed_and_read(monkeypatch: pytest.MonkeyPatch) -> None:
    report = made_up(2)
    (missed,), (weighed,) = report.stories["Ann"].missed, report.told["Ann"].decisions
    lines = (11, 12, 13)
    story = replace(report.stories["Ann"], missed=tuple(replace(missed, line=n, cost=14.0 - n) for n in lines))
    told = replace(report.told["Ann"], decisions=tuple(replace(weighed, line=n, scored=(n, 0)) for n in lines))
    report = replace(report, stories={"Ann": story}, told={"Ann": told})
    few, every = (screen(report, 80, monkeypatch, top) for top in (2, None))
    missed_lines, read_lines = r"\(line (\d+)\): bird 2 or 5\.", r"\(line (\d+)\)\. Reading"
    assert re.findall(missed_lines, few) == ["11", "12"]
    assert re.findall(read_lines, few) == ["12", "13"]
    assert few.count("(1 more: --all)") == 2
    assert re.findall(missed_lines, every) == re.findall(read_lines, every) == ["11", "12", "13"]
    assert "--all" not in every
