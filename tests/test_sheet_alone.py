"""Sheets judged by themselves: by their black boxes, their lines and what was given up."""

from itertools import product
from random import Random

import pytest

from solver.lost_code import sheet_text
from solver.lost_code.events import SYMBOLS, Symbol
from solver.lost_code.sheet_alone import Conflict, check_alone
from solver.lost_code.sheet_check import Checked
from solver.lost_code.sheet_marks import Judged
from solver.lost_code.sheet_rounds import Kind
from solver.lost_code.sheet_slips import SlipKind, likely_slips

# Jaguar 0 is seen, so two chameleons of 2 and a jaguar make 1 to 5 with a jaguar of 1 only. The bear can be 2 or 3.
JIM = """\
sheet lost-code
player Jim
          0 1 2 3 4 5 6 7
bear      # # . . # # # #
jaguar    # . . . . # # #
chameleon # . # . # . . .
1  chameleon chameleon=4 jaguar  1-5
out chameleon 2
2  bear bear chameleon  0-9
"""


def checked(text: str) -> Checked:
    found = check_alone(sheet_text.read(text))
    assert isinstance(found, Checked)
    return found


def conflict(text: str) -> Conflict:
    found = check_alone(sheet_text.read(text))
    assert isinstance(found, Conflict)
    return found


def bad(found: Checked) -> dict[tuple[str, int], tuple[str, int | None]]:
    marks = (mark for mark in found.marks if mark.judged is not Judged.RIGHT)
    return {(str(mark.symbol), mark.number): (str(mark.judged), mark.round) for mark in marks}


def test_what_can_be_crossed() -> None:
    """Chameleon 2 + 2 leaves the jaguar 1. Two bears of 2 or 3 leave 5 at most to the second chameleon: 1, 3 or 5."""
    found = checked(JIM)
    missed = {(str(each.symbol), each.number): each for each in found.missed}
    assert missed.keys() == {("jaguar", 2), ("jaguar", 3), ("jaguar", 4), ("chameleon", 6), ("chameleon", 7)}
    for (symbol, _), each in missed.items():
        assert each.proof is not None
        assert (each.proof.lines, each.round) == (((7,), 1) if symbol == "jaguar" else ((9,), 2))
    assert found.slips == ()


def test_crosses_are_judged() -> None:
    """The bear 3 leaves the chameleon 1 or 3 only: possible. The first chameleon was at most 2, so its 7 is stale."""
    text = JIM.replace("bear      # # . .", "bear      # # . x").replace("# . . . . # # #", "# x x . . # # #")
    text = text.replace("chameleon # . # . # . . .", "chameleon # . # x # x x x").replace("0-9", "0-21")
    found = checked(text)
    assert bad(found) == {
        ("bear", 3): ("unproven", None),
        ("jaguar", 1): ("wrong", 1),
        ("chameleon", 3): ("stale", 1),
        ("chameleon", 5): ("stale", 1),
        ("chameleon", 6): ("stale", 1),
        ("chameleon", 7): ("stale", 1),
    }
    (right,) = (mark for mark in found.marks if mark.judged is Judged.RIGHT)
    assert (right.symbol, right.number, right.round) == (Symbol.JAGUAR, 2, 1)
    shares = {(str(mark.symbol), mark.number): (mark.ways, mark.total) for mark in found.marks}
    # Two bears, one jaguar, five chameleons.
    assert shares["bear", 3] == (5, 10)


@pytest.mark.parametrize(
    ("old", "new", "kind", "wrong"),
    [
        ("chameleon=4", "chameleon=2", Kind.WRITTEN, True),
        ("chameleon=4", "chameleon", Kind.CARRIED, False),
        ("bear bear chameleon", "bear bear=6 chameleon", Kind.UNNOTED, False),
        ("bear bear chameleon", "bear snake chameleon", Kind.DICE, True),
        ("0-9", "3-15", Kind.RANGE, True),
        ("0-9", "0-22", Kind.RANGE, True),
        ("0-9\n", "0-9\nout chameleon 2\n", Kind.OUT, True),
    ],
)
def test_lines_that_cannot_be_so(old: str, new: str, kind: Kind, wrong: bool) -> None:
    found = checked(JIM.replace(old, new))
    assert (kind, wrong) in [(slip.kind, slip.wrong) for slip in found.slips]


def test_a_discard_that_is_not_blackened() -> None:
    found = checked(JIM.replace("chameleon # . # .", "chameleon # . . ."))
    assert next((str(m.symbol), m.number, str(m.box), m.round) for m in found.missed) == ("chameleon", 2, "#", 1)


def test_a_discard_without_its_number_may_be_any() -> None:
    """A first chameleon of 0 leaves the jaguar every number from 1 to 4, so only line 9 excludes anything."""
    found = checked(JIM.replace("out chameleon 2", "out chameleon ?").replace("chameleon=4", "chameleon"))
    assert {(str(each.symbol), each.number) for each in found.missed} == {("chameleon", 6), ("chameleon", 7)}


def test_final_guesses() -> None:
    """The bear is 2 or 3, each with 1, 3 or 5 as far as 9 allows: 2 with 1, 3, 5 and 3 with 1, 3, so 3 to 2.

    One number: 7 * 3/5 - 2 = 2.2 VP; both: 4 - 2 = 2 VP.
    """
    found = checked(JIM + "final\nbear 2 3\njaguar 1\n")
    by_symbol = {each.symbol: each for each in found.finals}
    assert by_symbol[Symbol.BEAR].best == (2,)
    assert by_symbol[Symbol.BEAR].expected == pytest.approx(2)
    assert by_symbol[Symbol.BEAR].best_expected == pytest.approx(2.2)
    assert by_symbol[Symbol.JAGUAR].expected == by_symbol[Symbol.JAGUAR].best_expected == pytest.approx(5)
    assert by_symbol[Symbol.CHAMELEON].expected == pytest.approx(-2)


# ---- contradictions --------------------------------------------------------------------------------------------------


def test_a_sheet_that_contradicts_itself_names_the_fewest_lines() -> None:
    """Line 10 needs a bear of 5 or more by itself: two bears of 3 and a chameleon of 7 make 13."""
    found = conflict(JIM.replace("0-9", "0-9\n3 bear bear bear 10-16"))
    assert found.lines == (10,)
    (slip,) = [guess for guess in likely_slips(found) if guess.kind is SlipKind.RANGE and guess.instead == "9-15"]
    assert (slip.line, slip.round, slip.stated) == (10, 3, "10-16")
    # A bear of 3, the jaguar 1, and a chameleon of 1 or 3.
    assert slip.logs == 2
    blacks = {guess.stated for guess in likely_slips(found) if guess.kind is SlipKind.BLACK}
    # Three bears of 10 to 16 are a 4 or a 5; with 4 a chameleon of 1 fits into 9, with 5 none.
    assert blacks == {"bear 4 black"}


def test_two_lines_that_contradict_each_other() -> None:
    """Two bears and a chameleon make 9 at most, three bears 9: with bears of 3 the chameleon is 3 at most, not 4 up."""
    found = conflict(JIM + "3 bear bear bear 9\n4 bear bear chameleon 11-21\n")
    assert found.lines == (9, 11)
    assert {guess.line for guess in likely_slips(found) if guess.kind is not SlipKind.BLACK} <= {9, 11}


def test_the_other_way_round() -> None:
    """Noted 0-3 for what was above a wheel of 4 and more: two bears alone make 4."""
    found = conflict(JIM.replace("0-9", "0-3"))
    assert found.lines == (9,)
    first = likely_slips(found)[0]
    assert (first.kind, first.stated, first.instead) == (SlipKind.TURNED, "0-3", "6-21")
    found = conflict(JIM.replace("0-9", "19-21"))
    assert (likely_slips(found)[0].kind, likely_slips(found)[0].instead) == (SlipKind.TURNED, "0-16")


def test_a_row_that_is_all_but_black_needs_no_line() -> None:
    """The jaguar has three boxes, all of them given up or black."""
    text = "sheet lost-code\nbear ........\njaguar ###.####\n1 bear bear bear 0-21\nout jaguar 3\n"
    assert conflict(text).lines == ()
    assert all(guess.kind is SlipKind.BLACK for guess in likely_slips(conflict(text)))
    assert len(likely_slips(conflict(text))) == 7


def test_boxes_and_slips_of_random_sheets() -> None:
    """What can be crossed is what no log has; each slip that is offered leaves as many logs as it says."""
    judged = contradictory = 0
    for seed in range(80):
        rng = Random(seed)
        rows = {symbol: rng.sample(range(8), 3) for symbol in SYMBOLS[:3]}
        dice = [[rng.choice(SYMBOLS[:3]) for _ in range(3)] for _ in range(3)]
        ranges = [(low, low + rng.choice([1, 2, 4, 6, 9])) for low in (rng.randint(1, 11) for _ in dice)]
        lines = [
            f"{number} {' '.join(three)} {low}-{high}"
            for number, (three, (low, high)) in enumerate(zip(dice, ranges, strict=True), 1)
        ]
        boxes = [f"{s} {''.join('.' if n in free else '#' for n in range(8))}" for s, free in rows.items()]
        text = "\n".join(["sheet lost-code", *boxes, *lines])
        found = check_alone(sheet_text.read(text))

        def logs(rows: dict[Symbol, list[int]], ranges: list[tuple[int, int]], dice: list[list[Symbol]] = dice) -> int:
            worlds = (dict(zip(rows, world, strict=True)) for world in product(*rows.values()))
            return sum(
                all(low <= sum(w[s] for s in three) <= high for three, (low, high) in zip(dice, ranges, strict=True))
                for w in worlds
            )

        assert isinstance(found, Conflict) == (logs(rows, ranges) == 0), seed
        if isinstance(found, Checked):
            without = {(s, n) for s, free in rows.items() for n in free if not logs({**rows, s: [n]}, ranges)}
            assert {(each.symbol, each.number) for each in found.missed} == without, seed
            judged += 1
        else:
            contradictory += 1
        for guess in likely_slips(found) if isinstance(found, Conflict) else ():
            if guess.kind is SlipKind.BLACK:
                symbol, number, _ = guess.stated.split()
                more = {**rows, Symbol(symbol): [*rows[Symbol(symbol)], int(number)]}
                assert logs(more, ranges) == guess.logs > 0, seed
            elif guess.round is not None:
                low, _, high = guess.instead.partition("-")
                other = list(ranges)
                other[guess.round - 1] = int(low), int(high or low)
                assert logs(rows, other) == guess.logs > 0, seed
    assert min(judged, contradictory) >= 10
