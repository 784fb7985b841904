"""What a review says, in words and on the screen."""

import re
from dataclasses import replace

import pytest
from rich.cells import cell_len

from cli.figures import hundredths, shift
from cli.lost_code.review.report import Report
from cli.lost_code.review.screen import report_screen
from cli.lost_code.review.words import (
    KIND_NAMES,
    KINDS,
    LABEL_NAMES,
    LABELS,
    OVERSIGHTS,
    SOURCE_NAMES,
    SOURCES,
    best_words,
    choice_words,
    luck_words,
    short_choice,
    turning_words,
    verdict_words,
    worst_words,
)
from cli.outcome import rendered
from solver.lost_code.events import Answer, Event, Exchange, Final, Guess, Reveal, Roll, Symbol, Token, Turn, Verdict
from solver.lost_code.review.story import Oversight
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
        (Kind, KINDS, KIND_NAMES),
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
        (WIDE, Kind.RANGE, "the wheel of width 5 on 9–13", "9–13 (5)"),
        ((Guess("Ann", 4, 4),), Kind.RANGE, "the wheel of width 1 on 4", "4 (1)"),
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
        (Source.TAKEN, Guess("Bob", 9, 13), "Bob took the wheel of width 5"),
        (Source.TAKEN, None, "the wheels taken before"),
        (Source.ANSWERS, Answer("Ann", Verdict.LOWER), "the answer “lower”"),
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
    told = "Round 2, line 12: the answer “lower”. The chance to win fell by 12.5 percentage points."
    assert turning_words(player(turning_point=luck)) == told
    lost = decided(win=-0.25)
    assert turning_words(player(turning_point=lost)) == (
        "Round 3, line 40: the wheel of width 5 on 9–13; best for winning: the wheel of width 2 on 20–21. "
        "The chance to win fell by 25.0 percentage points."
    )
    assert turning_words(player()) == "Nothing changed the chance to win."


def test_the_best_and_the_worst_decision_in_one_sentence() -> None:
    best = decided(WIDE, WIDE, gap=1.204)
    told = "Round 3, line 40: the wheel of width 5 on 9–13, 1.20 VP better than any other wheel."
    assert best_words(player(best=best)) == told
    worst = decided(points=-2.3, win=-0.1, label=Label.HEAVY)
    assert worst_words(player(worst=worst)) == (
        "Round 3, line 40: the wheel of width 5 on 9–13. Best: the wheel of width 2 on 20–21, worth 2.30 VP more "
        "(error 0.15)."
    )
    by_chance = decided(win=-0.1, label=Label.CLEAR)
    assert worst_words(player(worst=by_chance)) == (
        "Round 3, line 40: the wheel of width 5 on 9–13. Best for winning: the wheel of width 2 on 20–21. "
        "The chance to win fell by 10.0 percentage points."
    )
    assert best_words(player()) == "No decision stood out from its second choice."
    assert worst_words(player()) == "No decision lost more than the error of its value."


def test_of_final_guesses_only_those_that_differ_are_told() -> None:
    chosen = Final("Ann", ((BEAR, (3,)), (JAGUAR, (4, 5)), (SNAKE, ())))
    better = Final("Ann", ((BEAR, (3,)), (JAGUAR, (4,)), (SNAKE, (1, 2))))
    worst = decided((chosen,), (better,), kind=Kind.FINAL, points=-1.0, label=Label.CLEAR)
    assert worst_words(player(worst=worst)) == (
        "Round 3, line 40: jaguar 4 or 5; snake none. Best: jaguar 4; snake 1 or 2, worth 1.00 VP more (error 0.15)."
    )


def test_the_order_of_final_guesses_is_no_matter() -> None:
    one, other = (Final("Ann", ((BEAR, (3, 4)), (JAGUAR, (5,)))),), (Final("Ann", ((JAGUAR, (5,)), (BEAR, (4, 3)))),)
    open_ = Hindsight(5.0, 5.0, choice(*other))
    assert verdict_words(decided(one, other, hindsight=open_))[1] == "With all stones open nothing was better."


def test_a_decision_within_the_error_is_no_mistake() -> None:
    then, _ = verdict_words(decided(points=-0.1, label=Label.EVEN))
    assert then == (
        "As good as the best: -0.10 VP (error 0.15) is within the error, no mistake; "
        "best: the wheel of width 2 on 20–21."
    )
    then, _ = verdict_words(decided(points=-4.0, label=Label.BEST))
    assert then == "Best: -4.00 VP (error 0.15), which cost no chance to win."


def test_both_verdicts_on_a_decision() -> None:
    open_ = Hindsight(0.0, 4.0, choice(Guess("Ann", 11, 11)))
    lost = decided(points=-0.9, win=-0.03, label=Label.CLEAR, hindsight=open_, true_sum=11, deeper=-1.25)
    assert verdict_words(lost) == (
        "Clear loss: -0.90 VP (error 0.15), and the chance to win fell by 3.0 percentage points; "
        "best: the wheel of width 2 on 20–21. With the next round looked into: -1.25 VP.",
        "With all stones open it came to 4.00 VP less than the best then. "
        "Best of all with all stones open: the wheel of width 1 on 11. The sum was 11.",
    )
    lucky = replace(lost, hindsight=replace(open_, chosen=4.5))
    assert verdict_words(lucky)[1].startswith("With all stones open it came to 0.50 VP more than the best then.")
    same = replace(lost, hindsight=Hindsight(2.0, 2.0, choice(*WIDE)))
    assert verdict_words(same)[1] == (
        "With all stones open it came to as much as the best then. With all stones open nothing was better. "
        "The sum was 11."
    )
    best = decided(WIDE, WIDE, hindsight=open_)
    assert verdict_words(best)[1] == "Best of all with all stones open: the wheel of width 1 on 11."
    assert verdict_words(replace(lost, hindsight=None))[1].startswith("The open stones do not tell what was better.")
    assert verdict_words(decided(label=Label.FORCED)) == ("There was one choice only.",) * 2
    by_chance = verdict_words(decided(win=-0.1, label=Label.CLEAR))[0]
    assert by_chance == (
        "Clear loss: the chance to win fell by 10.0 percentage points; best for winning: the wheel of width 2 on 20–21."
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
        "Bird 2 or 5. The number could not be his.", "It cost 0.42 VP.",
        "“right” was told, “lower” was true. The piece stood 2 VP too far.",
        "The final guesses came to 3 VP less by it.", "24 choices, 2 more could not be read",
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
    first = lines(screen(report, 80, monkeypatch, 4), "What lost most")
    assert first == [each.line for each in sorted(one.decisions, key=lambda each: each.loss.points)[:4]]


def test_who_cannot_be_reviewed_is_named_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    report = made_up(2)
    unknown = {"Bob": "Bob's bear drawn on line 20 is not known"}
    report = replace(report, review=replace(report.review, players=report.review.players[:1], unknown=unknown))
    assert "Bob: Bob's bear drawn on line 20 is not known" in screen(report, 80, monkeypatch)
