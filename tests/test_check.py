"""`check`: planted slips, smallest conflicts, weights by hand, and what stands on the screen."""

import os
import re
from collections import Counter
from math import isclose
from random import Random

import pytest

from solver.clue import Slot, SumOutside, SumWithin
from solver.cp_sat import cheapest_repairs
from solver.errors import OutOfTime, RecordFaults
from solver.games import draft, read
from solver.knowledge import Fact, Knowledge, Repair
from solver.lost_code.check import Checked, check
from solver.lost_code.course import Course
from solver.lost_code.judging import Judge
from solver.lost_code.notation import write
from solver.lost_code.slips import PRIORS, Kind, slips
from solver.record import in_order
from tests import brute
from tests.brute import TooMany
from tests.console import Console
from tests.readme import README
from tests.records import ANSWERED, EXAMPLE, NARROW, SET, SLIPS, START
from tests.repairing import place_of, repaired
from tests.slipping import KINDS, all_slips, lied, plant, planted
from tests.strategies import other_fillings, random_game

LONG = pytest.mark.skipif("LOSTCODE_LONG" not in os.environ, reason="takes minutes; make test-long")
UNTIL_FOUND = 600.0


def looked_into(text: str, seat: str | None = None) -> Checked:
    return check(draft(text), seat, UNTIL_FOUND)


# ---- planted slips -----------------------------------------------------------------------------------------------


def agree_on_planted(first: int, count: int) -> Counter[str]:
    """Plant slips until so many records are wrong by them; in each the true slip must be listed."""
    seen: Counter[str] = Counter()
    seed = first
    while seen["wrong"] < count:
        seed += 1
        slip = lied(seed) if seed % 8 == 0 else plant(seed, list(KINDS)[seed % len(KINDS)])
        if slip is None:
            continue
        found = looked_into(slip.text)
        if not found.wrong:
            continue
        place = place_of(slip, found.explanations)
        assert place is not None, (seed, slip.kind, slip.repairs)
        assert not found.unfinished
        seen += Counter(["wrong", slip.kind, "forbidden" if found.faults else "contradiction"])
        seen += Counter({"first": place == 0, "in the first three": place < 3})
    return seen


@pytest.mark.bare
@pytest.mark.parametrize("part", range(4))
def test_the_true_slip_is_listed(part: int) -> None:
    """Whenever one planted slip makes a record contradict itself, or breaks a rule."""
    seen = agree_on_planted(600_000 + 10_000 * part, 25)
    assert seen["forbidden"] >= 5
    assert seen["contradiction"] >= 3
    assert seen["in the first three"] >= 15


@pytest.mark.long
@LONG
@pytest.mark.parametrize("part", range(20))
def test_two_thousand_planted_slips(part: int) -> None:
    agree_on_planted(2_000_000 + 10_000 * part, 100)


@pytest.mark.bare
def test_every_kind_is_planted_and_found() -> None:
    """One of each, where the record is wrong by it."""
    for kind in KINDS:
        for seed in range(700_000, 700_400):
            slip = plant(seed, kind, blurred=0)
            if slip and (found := looked_into(slip.text)).wrong:
                assert place_of(slip, found.explanations) is not None, (seed, kind)
                break
        else:
            pytest.fail(f"no record is wrong by {kind}")


def test_what_was_drawn_is_said_where_a_later_line_needs_it() -> None:
    """Later in this record an answer was left out that needs the bear which Cy drew in the forgotten exchange."""
    slip = plant(2_020_197, "exchange-forgotten")
    assert slip is not None
    (repair,) = slip.repairs
    assert repair.means == "exchange Cy bear 4 5"
    found = looked_into(slip.text)
    exchanges = {
        write(change.means) for e in found.explanations for s in e.slips for change in s.changes if change.means
    }
    assert "exchange Cy bear ? 5" in exchanges
    assert "exchange Cy bear ? ?" not in exchanges


@pytest.mark.bare
def test_each_repair_is_legal_and_leaves_as_many_logs_as_brute_force_says() -> None:
    compared = 0
    for seed in range(710_000, 710_040):
        slip = plant(seed, blurred=0)
        if slip is None or not (found := looked_into(slip.text)).wrong:
            continue
        for each in found.explanations[:4]:
            if each.left or any(s.told for s in each.slips):
                continue
            text = repaired(slip.text, each.slips)
            read(text)
            try:
                assert brute.solve(text, limit=50_000)["logs"] == each.logs, (seed, each.slips)
            except TooMany:
                continue
            compared += 1
    assert compared >= 20


def test_no_slip_is_left_out_that_explains() -> None:
    """`doubt.py` leaves out only what cannot help, and a course replayed in part leads where a whole replay leads."""
    compared = 0
    for seed in range(720_000, 720_200):
        slip = plant(seed, "direction", blurred=0.5)
        if slip is None or (read_ := draft(slip.text)).record is None:
            continue
        found = check(read_, None, UNTIL_FOUND)
        if found.conflicts is None or not found.explanations or len(found.explanations[0].slips) > 1:
            continue
        course = Course(read_.game.start, in_order(read_.game, read_.entries))
        judge = Judge(course, read_.record.state.me, found.findings, float("inf"))
        everything, _ = judge.explained(slips(course.entries, course.set_up), better=False)
        assert everything == found.explanations, seed
        compared += 1
        if compared == 2:
            break
    assert compared == 2


def test_a_course_played_again_in_part() -> None:
    """Joined to the old course as soon as the table is as it was: the same as every line played again."""
    compared = 0
    for seed in range(730_000, 730_012):
        played = random_game(Random(seed), rounds=6)
        me = played.setup.players[0]
        read_ = draft(played.seen_by(me))
        course = Course(read_.game.start, in_order(read_.game, read_.entries))
        for slip in Random(seed).sample(list(slips(course.entries, course.set_up)), 40):
            again = course.changed(slip.changes)
            text = repaired(played.seen_by(me), [slip])
            try:
                whole = read(text).state
            except RecordFaults:
                assert again is None, (seed, slip)
                continue
            if all(change.says is not None and change.means is not None for change in slip.changes):
                assert again == whole, (seed, slip)
            else:
                assert again is not None
                assert (again.order, again.spaces, again.stones.keys()) == (
                    whole.order,
                    whole.spaces,
                    whole.stones.keys(),
                )
            compared += 1
    assert compared >= 100


# ---- two slips at once -----------------------------------------------------------------------------------------------


def test_two_slips_where_one_is_not_enough() -> None:
    """Ann is told thrice of the same three bears that 3b is at least 10, and twice that it is at most 9."""
    found = looked_into(PAIR)
    assert found.conflicts is not None
    assert found.explanations
    assert all(len(each.slips) == 2 for each in found.explanations)
    lines = [frozenset(c.line for s in each.slips for c in s.changes) for each in found.explanations]
    answers = [number for number, line in enumerate(PAIR.split("\n"), 1) if line.startswith("answer Ann")]
    assert frozenset(answers[3:]) in lines
    assert all(
        isclose(each.prior, each.slips[0].prior * each.slips[1].prior) for each in found.explanations if not each.left
    )


def test_two_slips_in_a_forbidden_record() -> None:
    """An answer noted wrongly, and later a stone misread or an exchange left out: mended, all is legal."""
    compared = 0
    for seed in range(750_000, 750_060):
        rng = Random(seed)
        played = random_game(rng, rounds=4)
        me = rng.choice(played.setup.players)
        text = played.seen_by(me)
        for kind in ("verdict", rng.choice(["stone", "exchange-forgotten"])):
            edits = all_slips(kind, text, played.setup, me)
            text = planted(text, rng.choice(edits), kind, seed).text if edits else text
        if draft(text).record is not None or len((found := looked_into(text)).explanations[:1]) == 0:
            continue
        if len(found.explanations[0].slips) == 1:
            continue
        for each in found.explanations:
            assert len(each.slips) == 2
            read(repaired(text, [slip for slip in each.slips if not slip.told]))
        compared += 1
        if compared == 3:
            break
    assert compared == 3


def test_time_over_is_called_so() -> None:
    found = check(draft(PAIR), None, 1e-9)
    assert found.conflicts is not None
    assert "time was over" in found.unfinished
    assert found.explanations == ()
    known = Knowledge({Slot("a"): (0,)}, (Fact(SumWithin(((Slot("a"), 1),), 1, 1), 1),), (Slot("a"),))
    with pytest.raises(OutOfTime):
        next(cheapest_repairs(known, [Repair({0: SumOutside(((Slot("a"), 1),), 1, 1)}, 1.0)], 2, 0.0))


# ---- weights, by hand ------------------------------------------------------------------------------------------------

# Ann may hold five numbers of each symbol: her bear is 0, 2, 4, 5 or 7. Bob's three bears are 9, so every die and every
# stone of his is certain. Ann is told that three of her bears are at most 9, so 0 or 2, and that they are more.
TWO = (
    START
    + """\
roll bear bear bear
guess Ann 0-9
guess Bob 9
answer Ann right
answer Bob right
roll bear bear bear
guess Ann 0-9
guess Bob 9
answer Ann higher
answer Bob right
"""
)
FIRST = TWO.split("\n").index("answer Ann right") + 1
SECOND = FIRST + 5


def test_weights_of_a_small_contradiction() -> None:
    """Each share is reckoned here: of the 5 ** 6 logs, 5 ** 5 have each bear."""
    found = looked_into(TWO)
    assert found.conflicts is not None
    assert found.conflicts.sets == ((FIRST, SECOND),)
    assert found.conflicts.complete
    slips_listed = [each.slips[0] for each in found.explanations]
    logs = [each.logs for each in found.explanations]
    told = [(s.kind, s.changes[0].line, s.told, n) for s, n in zip(slips_listed, logs, strict=True)]
    # Right instead of higher: the bear is 0 or 2. Higher instead of right: 4, 5 or 7; had it only been noted wrongly,
    # an exchange would be missing. A wheel of 2, 3, 4 or 5 numbers that begins at 0 leaves the 2, whose sum is 6.
    assert told[:2] == [(Kind.VERDICT, SECOND, False, 2 * 5**5), (Kind.VERDICT, FIRST, True, 3 * 5**5)]
    assert told[2:] == [(Kind.WIDTH, SECOND - 2, False, 5**5)] * 4
    # Right for wrong has one way on “higher” and two on “right”; six wheels have two ends that may be the right one.
    weights = [PRIORS[Kind.VERDICT] * 0.4, PRIORS[Kind.VERDICT] / 2 * 0.6, *[PRIORS[Kind.WIDTH] / 12 * 0.2] * 4]
    for each, weight in zip(found.explanations, weights, strict=True):
        assert isclose(each.weight, weight)
        assert isclose(each.chance, weight / sum(weights))
        assert each.left == ()


def test_the_readme_states_every_prior() -> None:
    rows = re.findall(r"^\| ([^|]+) \| 1/(\d+) \|", README.read_text("utf-8"), re.MULTILINE)
    stated = {Kind(kind): 1 / int(parts) for kinds, parts in rows for kind in kinds.split("; ")}
    assert stated == dict(PRIORS)


def test_an_exchange_forgotten_is_put_in() -> None:
    """After “lower” Ann must exchange, and the next throw is forbidden. Any of six symbols may be the one."""
    found = looked_into(ANSWERED + "roll bird bird bird\n")
    missing = [each for each in found.explanations if each.slips[0].kind is Kind.EXCHANGE_FORGOTTEN]
    assert found.faults[0].line == ANSWERED.count("\n") + 1
    assert len(missing) == 6
    assert all(isclose(each.prior, PRIORS[Kind.EXCHANGE_FORGOTTEN] / 6) for each in missing)


def test_findings_are_explained_and_are_no_contradiction() -> None:
    """In SLIPS Bob was told lower for a sum within his wheel, and discarded another bear than the one seen."""
    found = looked_into(SLIPS)
    assert not found.wrong
    assert [finding.line for finding in found.findings] == [11, 12]
    kinds = {(each.slips[0].kind, each.slips[0].changes[0].line) for each in found.explanations}
    assert (Kind.VERDICT, 11) in kinds
    assert (Kind.DISCARD, 12) in kinds
    assert all(len(each.left) == 1 for each in found.explanations)


def test_nothing_wrong() -> None:
    for text in (EXAMPLE, NARROW, START):
        found = looked_into(text)
        assert (found.wrong, found.explanations, found.odd) == (False, (), ())


# ---- odd entries -----------------------------------------------------------------------------------------------------


def test_a_wheel_that_must_miss_is_odd() -> None:
    """Ann's bear is 0, 2, 4, 5 or 7 to her: three of them are no 1. Bob's own log is no help to him."""
    (odd,) = looked_into(START + "roll bear bear bear\nguess Ann 1\n").odd
    assert (odd.player, "at most 0 or at least 6" in odd.message) == ("Ann", True)
    assert looked_into(START + "roll bear bear bear\nguess Ann 5-6\nguess Bob 9\n").odd == ()
    # Bob sees the bears 1 and 6, not his own 3, and perhaps Ann's: his sum may be 0, 6, 9, … and is no 3.
    (odd,) = looked_into(START + "roll bear bear bear\nguess Ann 0-9\nguess Bob 3\n").odd
    assert odd.player == "Bob"


def test_a_number_written_that_lies_in_sight_is_odd() -> None:
    shortcut = START.replace("me Ann\n", "me Ann\nvariant shortcut\n") + "roll bear bear snake\n"
    assert looked_into(shortcut + "token Ann bear 2\n").odd == ()
    (odd,) = looked_into(shortcut + "token Ann bear 2 3\n").odd
    assert "bear 3" in odd.message
    # It is Bob's own bear that is the 3: he does not see it.
    assert looked_into(shortcut + "token Bob bear 3\n").odd == ()


# ---- the command -----------------------------------------------------------------------------------------------------

PAIR = START + "".join(
    f"roll bear bear bear\nguess Ann 0-9\nguess Bob 9\nanswer Ann {word}\nanswer Bob right\n{after}"
    for word, after in [
        ("right", ""),
        ("right", ""),
        ("right", ""),
        ("higher", "exchange Ann snake 3 ?\n"),
        ("higher", ""),
    ]
)


def test_exit_status(console: Console) -> None:
    forbidden = SET + "roll bear bear bear\n"
    for text, status in [(EXAMPLE, 0), (SLIPS, 0), (TWO, 1), (forbidden, 1), (EXAMPLE + "gess Ann 9\n", 2)]:
        name = console.write(text)
        assert console.ask("check", name).status == status, text
        assert console.ask("check", name, "--json").status == status
    assert console.ask("solve", console.write(forbidden)).status == 2


def test_json(console: Console) -> None:
    given = console.ask("check", console.write(TWO), "--json").data
    assert (given["error"], given["lines"], given["conflicts"]) == (
        "contradiction",
        [FIRST, SECOND],
        [[FIRST, SECOND]],
    )
    assert (given["viewer"], given["logs"], given["all_conflicts"], given["unfinished"]) == ("Ann", 0, True, None)
    first = given["explanations"][0]
    assert first["slips"] == [
        {
            "kind": "verdict",
            "told": False,
            "changes": [{"line": SECOND, "says": "answer Ann higher", "means": "answer Ann right"}],
        }
    ]
    assert isclose(first["weight"], first["prior"] * first["share"])
    assert isclose(sum(each["chance"] for each in given["explanations"]), 1)
    forbidden = console.ask("check", console.write(ANSWERED + "roll bird bird bird\n"), "--json").data
    assert (forbidden["error"], forbidden["line"]) == ("rules", ANSWERED.count("\n") + 1)
    assert forbidden["explanations"]


@pytest.mark.parametrize("width", [40, 80])
def test_screens_fit(console: Console, width: int) -> None:
    for text in (EXAMPLE, SLIPS, TWO, PAIR, ANSWERED + "roll bird bird bird\n"):
        result = console.ask("check", console.write(text), "--all", COLUMNS=str(width))
        assert result.widest <= width
        assert "\x1b" not in result.said


def test_the_screen_names_the_line_and_both_readings(console: Console) -> None:
    words = console.ask("check", console.write(TWO), "--top", "2").words
    assert f"lines {FIRST} and {SECOND} cannot all be true" in words
    assert f"line {SECOND} says: answer Ann higher should say: answer Ann right leaves 6,250 logs of 15,625" in words
    assert f"line {FIRST}: answer Ann right was said, and not true: answer Ann higher" in words
    assert "(4 more: check --all)" in words
    missing = console.ask("check", console.write(ANSWERED + "roll bird bird bird\n"), "--all").words
    assert f"before line {ANSWERED.count(chr(10)) + 1} is missing: exchange Ann bear ? ?" in missing


def test_a_time_out_on_the_screen(console: Console) -> None:
    result = console.ask("check", console.write(PAIR), "--limit", "0.01")
    assert result.status == 1
    assert "Not finished: the time was over" in result.words


def test_other_commands_point_here(console: Console) -> None:
    for text in (TWO, SET + "roll bear bear bear\n"):
        assert "lostcode check FILE names the likeliest slip." in " ".join(
            console.ask("rank", console.write(text)).said.split()
        )
    # solve goes further.
    assert "One of these slips would explain everything 1. " in console.ask("solve", console.write(TWO)).words
    assert console.ask("solve", console.write(TWO), "--json").data["error"] == "contradiction"
    assert "lostcode check" not in console.ask("solve", console.write(EXAMPLE + "gess Ann 9\n")).said


def test_another_seat_is_told_only_what_he_could_know() -> None:
    compared = 0
    for seed in range(740_000, 740_030):
        rng = Random(seed)
        played = random_game(rng, rounds=3)
        seat = rng.choice(played.setup.players)
        expected = looked_into(played.complete(), seat)
        for text in other_fillings(played, seat, rng, 3):
            assert looked_into(text, seat) == expected, seed
            compared += 1
    assert compared >= 20


def test_a_forbidden_record_is_mended_by_its_keeper(console: Console) -> None:
    name = console.write(SET + "roll bear bear bear\n")
    refused = console.ask("check", name, "--as", "Bob")
    assert refused.status == 2
    assert "leave --as out" in refused.said
    assert console.ask("check", name, "--as", "Ann").status == 1
