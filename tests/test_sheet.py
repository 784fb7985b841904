"""Sheets judged by their record: the rulebook's examples, and random games with planted slips judged by brute force."""

import os
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from solver.games import read
from solver.lost_code import sheet_text
from solver.lost_code.events import Symbol
from solver.lost_code.sheet import Box, Noted, Sheet
from solver.lost_code.sheet_check import Checked, Placed, check, ideal
from solver.lost_code.sheet_marks import Judged
from solver.lost_code.sheet_rounds import Kind
from tests import brute
from tests.records import EXAMPLE, NARROW, line_of
from tests.sheets import PAD, Kept, kept, plant

ORDER = tuple(map(Symbol, PAD))
RULEBOOK = (Path(__file__).parents[1] / "solver" / "lost_code" / "examples" / "rulebook.game").read_text("utf-8")
ROUND_2 = line_of(RULEBOOK, "answer Jim right              # 2 + 2 + 1")
SWAP = line_of(RULEBOOK, "exchange Jim chameleon 2 0")
DIANA_TOLD = line_of(RULEBOOK, "answer Diana lower            # 0 + 0 + 0")


def sheet_at(name: str, line: int) -> Sheet:
    """The sheet as it should be once the line is read."""
    return ideal(read(RULEBOOK, line + 1), name, ORDER)


def changed(sheet: Sheet, old: str, new: str) -> Sheet:
    """The sheet read again with one piece of its text changed."""
    text = sheet_text.write(sheet)
    assert text.count(old) == 1, (old, text)
    return sheet_text.read(text.replace(old, new))


def bad(found: Checked) -> dict[tuple[str, int], tuple[str, int | None]]:
    """The marks that are not right, each with its verdict and round."""
    marks = (mark for mark in found.marks if mark.judged is not Judged.RIGHT)
    return {(str(mark.symbol), mark.number): (str(mark.judged), mark.round) for mark in marks}


def open_boxes(found: Checked) -> dict[tuple[str, int], str]:
    return {(str(each.symbol), each.number): str(each.box) for each in found.missed}


# ---- the rulebook's examples -----------------------------------------------------------------------------------------


def test_diana_writes_0_to_19_after_20_21_lower() -> None:
    """“Registering Information”: she has set 20 to 21 and hears that her sum is lower."""
    sheet = sheet_at("Diana", DIANA_TOLD)
    line = sheet.round(7)
    assert line is not None
    assert line.noted == Noted(0, 19)
    record = read(RULEBOOK, DIANA_TOLD + 1)
    for stated, kind in (("0-20", Kind.ARITHMETIC), ("0-18", Kind.ARITHMETIC), ("20-21", Kind.RANGE)):
        (slip,) = check(changed(sheet, "0-19", stated), record, "Diana").slips
        assert (slip.kind, slip.round, slip.stated, slip.right, slip.wrong) == (kind, 7, stated, "0-19", True)


def test_jims_crosses_become_stale_when_he_gives_his_chameleon_up() -> None:
    """“Exchanging Stones”: 5, 6 and 7 are to be rubbed out, and the 2 to be blackened.

    The crosses were right since round 2, whose two chameleons and a jaguar made 5 or less: that line is the proof.
    """
    before = sheet_at("Jim", SWAP - 1)
    assert before.boxes[Symbol.CHAMELEON] == tuple(map(Box, ".#.##xxx"))
    found = check(before, read(RULEBOOK, SWAP + 1), "Jim")
    assert bad(found) == {("chameleon", number): ("stale", 3) for number in (5, 6, 7)}
    assert [m.proof.lines for m in found.marks if m.judged is Judged.STALE and m.proof] == [(ROUND_2,)] * 3
    assert open_boxes(found).items() >= {("chameleon", 2): "#"}.items()
    at_round_2 = check(sheet_at("Jim", ROUND_2), read(RULEBOOK, ROUND_2 + 1), "Jim")
    since = {m.number: m.round for m in at_round_2.marks if (m.symbol, m.box) == (Symbol.CHAMELEON, Box.CROSSED)}
    assert since == {5: 2, 6: 2, 7: 2}


def test_jim_writes_2_here_4_above_and_knows_his_jaguar() -> None:
    """“Exchanging Stones”: with 2 + 2 in a sum of 1 to 5 and the jaguar 0 in sight, his jaguar is 1."""
    sheet = sheet_at("Jim", SWAP)
    written = {each.number: dict(each.written) for each in sheet.rounds}
    assert written == {1: {Symbol.BIRD: 3}, 2: {Symbol.CHAMELEON: 4}, 3: {Symbol.CHAMELEON: 2}}
    assert sheet.outs[-1].round == 3
    assert sheet.boxes[Symbol.JAGUAR] == tuple(map(Box, "#.xx###x"))
    record = read(RULEBOOK, SWAP + 1)
    found = check(changed(sheet, "# . x x # # # x", "# x x . # # # x"), record, "Jim")
    assert bad(found) == {("jaguar", 1): ("wrong", 3)}
    (wrong,) = (mark for mark in found.marks if mark.judged is Judged.WRONG)
    (missed,) = found.missed
    assert (missed.symbol, missed.number, missed.round) == (Symbol.JAGUAR, 3, 3)
    for proof in (wrong.proof, missed.proof):
        assert proof is not None
        assert (proof.lines, proof.slots) == ((ROUND_2,), 1)


def test_a_discard_that_is_not_carried_back() -> None:
    sheet = sheet_at("Jim", SWAP)
    record = read(RULEBOOK, SWAP + 1)
    (slip,) = check(changed(sheet, "chameleon chameleon=4", "chameleon chameleon"), record, "Jim").slips
    assert (slip.kind, slip.round, slip.right, slip.wrong) == (Kind.CARRIED, 2, "chameleon=4", False)
    assert "2 + 2" in slip.message
    (slip,) = check(changed(sheet, "chameleon chameleon=4", "chameleon chameleon=2"), record, "Jim").slips
    assert (slip.kind, slip.stated, slip.right, slip.wrong) == (Kind.WRITTEN, "chameleon=2", "chameleon=4", True)
    (slip,) = check(changed(sheet, "3  bird jaguar", "3  bird jaguar=1"), record, "Jim").slips
    assert (slip.kind, slip.round, slip.stated, slip.wrong) == (Kind.WRITTEN, 3, "jaguar=1", True)


@pytest.mark.parametrize(
    ("old", "new", "kind", "wrong"),
    [
        ("jaguar bird=3 bear  ", "jaguar bird=3 snake ", Kind.DICE, True),
        ("6-21", "7-21", Kind.ARITHMETIC, True),
        ("6-21", "6-20", Kind.ARITHMETIC, True),
        ("6-21", "0-5", Kind.RANGE, True),
        ("1-5", "not 1-5", Kind.RANGE, True),
        ("6-21", "?", Kind.UNNOTED, False),
        ("out bird 3", "out bird 4", Kind.OUT, True),
        ("out bird 3", "out bird ?", Kind.UNNOTED, False),
        ("out bird 3\n", "", Kind.UNNOTED, False),
        ("1-5\n", "1-5\nout jaguar 1\n", Kind.OUT, True),
        ("out chameleon 2\n", "out chameleon 2\n9 bear bear bear 4\n", Kind.ROUND, True),
        ("out chameleon 2\n", "out chameleon 2\n4\n", Kind.ROUND, True),
    ],
)
def test_lines_unlike_the_record(old: str, new: str, kind: Kind, wrong: bool) -> None:
    found = check(changed(sheet_at("Jim", SWAP), old, new), read(RULEBOOK, SWAP + 1), "Jim")
    assert [(slip.kind, slip.wrong) for slip in found.slips] == [(kind, wrong)]


def test_a_round_that_is_not_on_the_sheet() -> None:
    text = sheet_text.write(sheet_at("Jim", SWAP))
    kept_lines = [line for line in text.splitlines() if not line.startswith("2 ")]
    (slip,) = check(sheet_text.read("\n".join(kept_lines)), read(RULEBOOK, SWAP + 1), "Jim").slips
    assert (slip.kind, slip.round, slip.line, slip.wrong) == (Kind.UNNOTED, 2, 0, False)


def test_a_range_before_the_answer() -> None:
    """Round 2 is thrown, and nobody has been told anything."""
    line = line_of(RULEBOOK, "guess Christopher 5-7")
    sheet = sheet_at("Jim", line)
    assert (sheet.rounds[-1].number, sheet.rounds[-1].noted) == (2, None)
    found = check(changed(sheet, "chameleon jaguar", "chameleon jaguar 1-5"), read(RULEBOOK, line + 1), "Jim")
    assert [(slip.kind, slip.wrong) for slip in found.slips] == [(Kind.RANGE, True)]


def test_dianas_final_guesses_and_the_best_ones() -> None:
    """“Example of scoring”: she took the risk of one number for a bear that was a 4 or a 7.

    5 VP or -2, each as likely: 1.5 VP; both numbers are worth 2.
    """
    line = line_of(RULEBOOK, "final Christopher")
    sheet = sheet_at("Diana", line)
    found = check(sheet, read(RULEBOOK, line + 1), "Diana")
    by_symbol = {each.symbol: each for each in found.finals}
    assert by_symbol[Symbol.BEAR] == Placed(Symbol.BEAR, (7,), 1.5, (4, 7), 2.0)
    assert [each.symbol for each in found.finals if each.best_expected > each.expected] == [Symbol.BEAR]
    # Her stones once opened change nothing about what she could have written.
    assert check(sheet, read(RULEBOOK), "Diana").finals == found.finals
    (slip,) = check(changed(sheet, "bear 7\n", "bear 4\n"), read(RULEBOOK, line + 1), "Diana").slips
    assert (slip.kind, slip.stated, slip.right, slip.wrong) == (Kind.FINAL, "bear 4", "bear 7", True)


def test_what_is_written_with_a_token_counts_double() -> None:
    """“Deadly Shortcut”: bears 1, 3, 6 are seen; 4 or 5 is right in two of five logs: 2 (4 * 2/5 - 2) = -0.8 VP."""
    text = EXAMPLE.replace("me Ann\n", "me Ann\nvariant shortcut\n").replace(
        "turn bear human\n", "token Ann bear 4 5\n"
    )
    record = read(text, line_of(text, "token") + 1)
    sheet = ideal(record, "Ann", ORDER)
    assert sheet.final == ((Symbol.BEAR, (4, 5)),)
    found = check(sheet, record, "Ann")
    assert found.slips == ()
    (bear,) = (each for each in found.finals if each.symbol is Symbol.BEAR)
    assert bear.token
    assert bear.expected == bear.best_expected == pytest.approx(-0.8)
    (slip,) = check(changed(sheet, "bear 4 5", "bear 4"), record, "Ann").slips
    assert (slip.kind, slip.stated, slip.right, slip.wrong) == (Kind.FINAL, "bear 4", "bear 4 5", True)


# ---- claims ----------------------------------------------------------------------------------------------------------


def test_what_a_black_box_claims() -> None:
    """Seen elsewhere or discarded: Jim's chameleon 5 is neither, and his jaguar 3 is excluded by deduction alone."""
    sheet = changed(sheet_at("Jim", SWAP), "# . x x # # # x", "# . x # # # # x")
    sheet = changed(sheet, "chameleon . # # # # . . .", "chameleon . # # # # # . .")
    found = check(sheet, read(RULEBOOK, SWAP + 1), "Jim")
    assert bad(found) == {("jaguar", 3): ("wrong", None), ("chameleon", 5): ("wrong", None)}
    shares = {mark.symbol: (mark.ways, mark.total) for mark in found.marks if mark.judged is Judged.WRONG}
    assert shares[Symbol.JAGUAR][0] == 0
    # 0, 5, 6 and 7 are left, and nothing has been told of the new stone.
    assert 4 * shares[Symbol.CHAMELEON][0] == shares[Symbol.CHAMELEON][1]


def test_a_black_box_that_the_record_cannot_judge() -> None:
    """Whoever keeps the record may not have noted a stone that the player sees: it may be any but those in sight."""
    text = RULEBOOK.replace("log Christopher bear 0 jaguar 5", "log Christopher bear 0 jaguar ?")
    line = line_of(RULEBOOK, "log Christopher")
    sheet = changed(ideal(read(RULEBOOK, line + 1), "Jim", ORDER), "jaguar    # . . . .", "jaguar    # . . . #")
    found = check(sheet, read(text, line + 1), "Jim")
    assert bad(found) == {("jaguar", 4): ("unproven", None), ("jaguar", 5): ("unproven", None)}


def test_a_cross_where_the_number_is_seen_is_right_and_to_be_blackened() -> None:
    sheet = changed(sheet_at("Jim", SWAP), "# . x x # # # x", "x . x x # # # x")
    found = check(sheet, read(RULEBOOK, SWAP + 1), "Jim")
    assert not bad(found)
    assert open_boxes(found) == {("jaguar", 0): "#"}


def test_a_stale_cross_that_is_proved_again_is_right_since_then() -> None:
    """Jim's second bird: 0 to 2 are excluded in round 3, of a stone that he drew in round 1."""
    found = check(sheet_at("Jim", SWAP), read(RULEBOOK, SWAP + 1), "Jim")
    rounds = {m.number: m.round for m in found.marks if (m.symbol, m.box) == (Symbol.BIRD, Box.CROSSED)}
    assert rounds == {0: 3, 2: 3}


def test_the_column_of_the_8s_and_the_bears_do_not_matter_where_they_are_not_in_play() -> None:
    text = NARROW.replace("me Ann\n", "me Ann\nvariant introductory\n")
    text = "\n".join(
        line.replace("bear 3 ", "").replace("bear 1 ", "").replace("bear 6 ", "") for line in text.split("\n")
    )
    text = text.replace("roll bear jaguar human", "roll human jaguar human")
    record = read(text.replace("guess Bob 10-13", "guess Bob 15-21", 1))
    sheet = ideal(record, "Ann", ORDER)
    assert Symbol.BEAR not in sheet.pad
    wider = sheet_text.write(sheet).replace("6 7\n", "6 7 8\n")
    rows = [line + " #" if line.split()[:1][0] in SYMBOL_NAMES else line for line in wider.splitlines() if line]
    rows.insert(3, "bear # # # # # # # # #")
    found = check(sheet_text.read("\n".join(rows)), record, "Ann")
    assert not bad(found)
    assert not found.missed
    assert not found.slips


SYMBOL_NAMES = [str(symbol) for symbol in Symbol]


# ---- random games against brute force --------------------------------------------------------------------------------


def judged_as_planted(case: Kept) -> dict[str, int]:
    """Compare everything that is said of a sheet with slips to the truth; how many slips of each kind there were."""
    planted = plant(case, Random(case.seed))
    found = check(sheet_text.read(planted.text), read(case.text), case.seat)
    assert bad(found) == dict(planted.wrong), case.seed
    assert open_boxes(found) == dict(planted.missing), case.seed
    assert found.slips == (), case.seed
    for mark in found.marks:
        if mark.judged is Judged.RIGHT:
            box = str(mark.symbol), mark.number
            since = case.truth.seen[box] if mark.box is Box.BLACK else case.truth.crosses[box][1]
            assert mark.round == since, (case.seed, box)
    for each in found.missed:
        if each.box is Box.CROSSED:
            assert each.round == case.truth.crosses[str(each.symbol), each.number][1], case.seed
    kinds = [verdict if planted.boxes[box] == "x" else "black" for box, (verdict, _) in planted.wrong.items()]
    kinds += ["missing"] * len(planted.missing)
    return {kind: kinds.count(kind) for kind in kinds}


def judge(first: int, count: int) -> dict[str, int]:
    """Judge so many sheets with at least one slip, from a seed on."""
    totals: dict[str, int] = {}
    seed = first
    while count:
        case = kept(seed)
        seed += 1
        if case is not None and (kinds := judged_as_planted(case)):
            count -= 1
            totals = {kind: totals.get(kind, 0) + kinds.get(kind, 0) for kind in totals.keys() | kinds.keys()}
    return totals


@pytest.mark.bare
@pytest.mark.parametrize("part", range(4))
def test_every_planted_slip_is_found_and_nothing_else(part: int) -> None:
    """200 sheets with 1 to 3 slips: every mark's verdict and its round, and every box that lacks its mark."""
    totals = judge(10_000 * part, 50)
    assert totals.keys() == {"wrong", "stale", "unproven", "missing", "black"}


@pytest.mark.long
@pytest.mark.skipif("LOSTCODE_LONG" not in os.environ, reason="takes minutes; make test-long")
@pytest.mark.parametrize("part", range(20))
def test_ten_thousand_sheets(part: int) -> None:
    totals = judge(5_000_000 + 100_000 * part, 500)
    assert min(totals.values()) >= 20


@pytest.mark.bare
def test_the_sheet_as_it_should_be_has_nothing_wrong_and_nothing_missing() -> None:
    """Its boxes are those of brute force."""
    compared = 0
    for seed in range(700, 740):
        case = kept(seed)
        if case is None:
            continue
        record = read(case.text)
        sheet = ideal(record, case.seat, ORDER)
        for row in sheet.rows:
            for number, box in enumerate(row.boxes):
                place = str(row.symbol), number
                right = case.truth.crosses[place][0] == "right"
                assert box == ("#" if place in case.truth.seen else "x" if right else "."), (seed, place)
        found = check(sheet_text.read(sheet_text.write(sheet)), record, case.seat)
        assert (bad(found), found.missed, found.slips) == ({}, (), ()), seed
        compared += 1
    assert compared >= 35


def excluded(view: brute.Seat, lines: tuple[int, ...], box: tuple[str, int]) -> bool:
    """Whether the answers on the lines alone leave no world in which the seat's present stone has the number."""
    symbol, number = box
    facts = [fact for fact in view.facts if fact.line in lines]
    mine = view.own[symbol]
    if view.known[mine] is not None:
        return view.known[mine] != number
    if any(slot[1] == symbol and n == number for slot, n in view.known.items()):
        return True
    unknown = dict.fromkeys([slot for fact in facts for slot in fact.stones if view.known[slot] is None] + [mine])
    return all(world[mine] != number for world in view.fill(unknown, facts))


@pytest.mark.bare
def test_every_proof_is_one_and_none_is_shorter() -> None:
    """By brute force that believes the named lines only, and tries every smaller set."""
    proofs = 0
    sizes = set()
    for seed in range(900, 930):
        case = kept(seed)
        if case is None or any(fact.line is None for fact in brute.Seat(case.text, case.seat).facts):
            continue
        record = read(case.text)
        empty = sheet_text.read(sheet_text.write(ideal(record, case.seat, ORDER)).replace(" x", " ."))
        view = brute.Seat(case.text, case.seat)
        told = [fact.line for fact in view.facts if fact.line is not None]
        for each in check(empty, record, case.seat).missed[:6]:
            if each.proof is None:
                continue
            box = str(each.symbol), each.number
            assert excluded(view, each.proof.lines, box), (seed, box)
            fewer = len(each.proof.lines) - 1
            for smaller in combinations(told, fewer) if fewer >= 0 else ():
                assert not excluded(view, smaller, box), (seed, box, smaller)
            proofs += 1
            sizes.add(len(each.proof.lines))
    assert proofs >= 30
    assert len(sizes) >= 2


def test_the_easiest_proofs_come_first() -> None:
    sheet = sheet_text.read(sheet_text.write(sheet_at("Jim", DIANA_TOLD)).replace(" x", " ."))
    missed = check(sheet, read(RULEBOOK, DIANA_TOLD + 1), "Jim").missed
    ease = [(len(each.proof.lines), each.proof.slots) for each in missed if each.proof]
    assert ease == sorted(ease)
    assert len(ease) == len(missed) >= 8
