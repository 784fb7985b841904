"""`value` for every kind of decision, against the formulas of the page evaluated in plain Python with fractions."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

import numpy as np
import pytest

from solver import table
from solver.clue import slots_of
from solver.lost_code import odds
from solver.lost_code.events import Symbol
from solver.lost_code.knowledge import knowledge, slot
from solver.lost_code.odds import best_gain
from solver.lost_code.ranking import Advice, final_plan, one_step
from solver.lost_code.rules import Step, due, open_token, turnable, turning_over
from solver.lost_code.view import View
from tests import brute
from tests.samples import Sample, samples

pytestmark = pytest.mark.bare

MOST = 150
"""Ways: the plain evaluation takes a second for some thousands."""


def close(ours: float | None, theirs: float | None) -> bool:
    if ours is None or theirs is None:
        return ours is theirs
    return abs(ours - theirs) < 1e-9


def compare_guesses(sample: Sample, advice: Advice) -> bool:
    theirs = brute.choices(sample.text, sample.seat)
    ours = [(c.wheel, c.low, c.high, c.points, c.right, c.lower, c.higher) for c in advice.guesses]
    keys = ("wheel", "from", "to", "points", "right", "lower", "higher")
    assert ours == [tuple(choice[key] for key in keys) for choice in theirs], "the choices or their order"
    for choice, expected in zip(advice.guesses, theirs, strict=True):
        assert close(choice.expected, expected["expected"])
        assert close(choice.value, expected["value"])
    return bool(theirs)


def compare_turns(sample: Sample, advice: Advice) -> bool:
    if advice.odds.unnoted:
        return False
    theirs = Counter((dice, round(value, 8)) for dice, value in brute.turns(sample.text, sample.seat))
    order = [str(symbol) for symbol in Symbol]
    ours = {
        (tuple(sorted(map(str, choice.dice), key=order.index)), round(choice.best.value or 0, 8))
        for choice in advice.turns
    }
    assert ours == set(theirs)
    return bool(theirs)


def compare_tokens(sample: Sample, advice: Advice) -> bool:
    if advice.odds.unnoted:
        return False
    theirs = brute.tokens(sample.text, sample.seat)
    assert [choice.numbers for choice in advice.tokens] == [numbers or () for numbers, _ in theirs]
    assert all(close(choice.value, value) for choice, (_, value) in zip(advice.tokens, theirs, strict=True))
    return bool(theirs)


def compare_exchanges(sample: Sample, advice: Advice) -> bool:
    theirs = brute.exchanges(sample.text, sample.seat)
    if not theirs:
        return False
    assert {choice.symbol: choice.value for choice in advice.exchanges} == pytest.approx(theirs, abs=1e-9)
    ours = [choice.value or 0 for choice in advice.exchanges]
    assert all(first > second - 1e-9 for first, second in pairwise(ours))
    return True


def compare_finals(sample: Sample, advice: Advice) -> bool:
    theirs = brute.finals(sample.text, sample.seat)
    for choices in final_plan(advice.odds).symbols:
        expected = theirs[choices[0].symbol]
        if choices[0].written and not choices[0].numbers:
            assert not expected, "a token whose numbers were not noted has no worth"
            continue
        assert [choice.numbers for choice in choices] == [numbers for numbers, _ in expected]
        assert all(close(c.expected, value) for c, (_, value) in zip(choices, expected, strict=True))
    return True


def decided(sample: Sample, compare: Callable[[Sample, Advice], bool]) -> bool:
    advice = one_step(sample.view)
    try:
        return compare(sample, advice)
    except AssertionError as error:
        raise AssertionError(f"seed {sample.seed}, seat {sample.seat}\n{sample.text}") from error


def guessing(view: View) -> bool:
    now = due(view.table)
    return now.step is Step.GUESS and now.players == (view.seat,)


def throwing(view: View) -> bool:
    now = due(view.table)
    return now.step in (Step.GUESS, Step.TURN) and now.players == (view.seat,) and bool(turnable(view.table))


def compared(found: Iterator[Sample], compare: Callable[[Sample, Advice], bool]) -> int:
    return sum(decided(sample, compare) for sample in found)


@pytest.mark.parametrize("part", range(4))
def test_guesses(part: int) -> None:
    assert compared(samples(200_000 + 5000 * part, 10, most=MOST, wanted=guessing), compare_guesses) == 10


def test_guesses_of_the_cursed() -> None:
    def cursed(view: View) -> bool:
        return guessing(view) and view.table.cursed == view.seat

    found = samples(230_000, 4, most=60, tries=20_000, variants=frozenset({"curse"}), wanted=cursed)
    assert compared(found, compare_guesses) == 4


def test_guesses_with_a_token_of_his_own() -> None:
    def holds(view: View) -> bool:
        return guessing(view) and any(token.player == view.seat for token in view.table.tokens)

    found = samples(240_000, 5, most=60, tries=20_000, variants=frozenset({"shortcut"}), wanted=holds)
    assert compared(found, compare_guesses) == 5


def test_guesses_where_other_hidden_stones_are_coupled() -> None:
    """A fresh stone is then no longer equally likely to be any unseen number."""

    def coupled(view: View) -> bool:
        if not guessing(view):
            return False
        known = knowledge(view)
        told = {hidden for fact in known.facts if fact.line for hidden in slots_of(fact.clue)}
        mine = {slot(view.seat, s, i) for s in view.table.symbols for i in range(len(view.table.history(view.seat, s)))}
        return bool(told - mine)

    assert compared(samples(250_000, 6, most=60, tries=20_000, wanted=coupled), compare_guesses) == 6


@pytest.mark.parametrize("first", [260_000, 262_000, 264_000])
def test_turns(first: int) -> None:
    found = samples(first, 1, most=8, tries=20_000, variants=frozenset({"curse"}), wanted=throwing)
    assert compared(found, compare_turns) == 1


@pytest.mark.parametrize(("int64", "exact_float"), [(1, 0), (1 << 59, 0), (1, 1 << 50)])
def test_counts_too_large_for_a_machine_word_give_the_same(
    int64: int, exact_float: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python's integers and numpy's, where floats are exact and where they would not be."""
    found = list(samples(310_000, 6, most=400, tries=20_000, wanted=guessing))
    plain = [one_step(sample.view) for sample in found]
    monkeypatch.setattr(table, "_INT64", int64)
    monkeypatch.setattr(odds, "_EXACT_FLOAT", exact_float)
    for sample, before in zip(found, plain, strict=True):
        after = one_step(sample.view)
        assert [(c.wheel, c.low, c.right) for c in after.guesses] == [(c.wheel, c.low, c.right) for c in before.guesses]
        for ours, theirs in ((after.guesses, before.guesses), (after.exchanges, before.exchanges)):
            assert [c.value for c in ours] == pytest.approx([c.value for c in theirs], abs=1e-9)
        assert final_plan(after.odds) == final_plan(before.odds)


def test_turns_of_bears() -> None:
    def bears(view: View) -> bool:
        return throwing(view) and turning_over(view.table)

    found = samples(270_000, 3, most=12, tries=20_000, variants=frozenset({"introductory"}), wanted=bears)
    assert compared(found, compare_turns) == 3


def test_tokens() -> None:
    found = samples(
        280_000,
        6,
        most=60,
        tries=20_000,
        variants=frozenset({"shortcut"}),
        wanted=lambda view: bool(open_token(view.table)),
    )
    assert compared(found, compare_tokens) >= 4


def test_exchanges() -> None:
    def exchanging(view: View) -> bool:
        return view.table.exchanging[:1] == (view.seat,)

    assert compared(samples(290_000, 15, most=MOST, wanted=exchanging), compare_exchanges) >= 12


def test_finals() -> None:
    assert compared(samples(300_000, 50, most=200, tries=20_000), compare_finals) == 50


def test_certain_and_open() -> None:
    """One symbol alone: one guess is worth 7 p1 - 2, two 4 (p1 + p2) - 2, three 3 (p1 + p2 + p3) - 2."""
    assert best_gain(np.array([10, 0, 0])) == 70
    assert best_gain(np.array([5, 5, 0])) == 40  # 4 * 10 beats 7 * 5 and 3 * 10
    assert best_gain(np.array([4, 3, 3])) == 30  # 3 * 10 beats 7 * 4 and 4 * 7
    assert best_gain(np.array([6, 2, 2])) == 42  # 7 * 6 beats 4 * 8 and 3 * 10
