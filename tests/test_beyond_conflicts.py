"""Beyond Code: entries that cannot all be true, named soon even after many shuffles."""

from collections.abc import Collection, Sequence
from itertools import combinations, permutations
from random import Random
from time import monotonic

import pytest
import typer

from cli.outcome import or_leave
from solver.beyond_code.check import check
from solver.beyond_code.conflicts import Conflict, smallest_conflict
from solver.beyond_code.course import Placed, course
from solver.beyond_code.events import SQUARES, Card
from solver.beyond_code.odds import solve
from solver.beyond_code.state import Fact, Shuffled, Step, Swapped
from solver.beyond_code.view import view
from solver.errors import Contradiction
from solver.games import GAMES, read
from solver.record import draft
from tests.beyond_games import CARDS

ANN = "game beyond-code\nplayers Ann Bob Cy\nme Ann\n"


def weak_facts(rng: Random) -> tuple[Step, ...]:
    """Facts on four squares that bar one card each, and a few more, with swaps and at most one shuffle between."""
    squares, cards = SQUARES[:4], tuple(Card)[:4]
    steps: list[Step] = []
    for line in range(1, rng.randint(12, 24)):
        some = rng.sample(squares, rng.randint(2, 3))
        barred = rng.sample(cards, 2 if rng.random() < 0.1 else 1)
        match rng.choice(("fact",) * 10 + ("swap", "shuffle")):
            case "swap":
                steps.append(Swapped(line, some[0], some[1]))
            case "shuffle" if not any(isinstance(step, Shuffled) for step in steps):
                steps.append(Shuffled(line, tuple(some)))
            case _:
                steps.append(Fact(line, some[0], frozenset(cards) - frozenset(barred)))
    return tuple(steps)


def broken(steps: Sequence[Step], layout: dict[str, Card], lines: frozenset[int] = frozenset()) -> set[frozenset[int]]:
    """For every history from a layout on the lines whose facts are not true in it."""
    for place, step in enumerate(steps):
        match step:
            case Fact(line=line, square=square, cards=cards):
                lines = lines if layout[square] in cards else lines | {line}
            case Swapped(first=first, second=second):
                layout = {**layout, first: layout[second], second: layout[first]}
            case Shuffled(squares=some):
                ways = permutations([layout[square] for square in some])
                after = [{**layout, **dict(zip(some, way, strict=True))} for way in ways]
                return {each for changed in after for each in broken(steps[place + 1 :], changed, lines)}
            case _:
                raise TypeError(step)
    return {lines}


def all_broken(steps: Sequence[Step]) -> set[frozenset[int]]:
    layouts = permutations(tuple(Card)[:4])
    return {each for cards in layouts for each in broken(steps, dict(zip(SQUARES[:4], cards, strict=True)))}


def least(histories: Collection[frozenset[int]], lines: Collection[int]) -> int:
    """The size of a smallest set of which every history breaks a line."""
    sizes = range(len(lines) + 1)
    return next(n for n in sizes if any(all(h & set(some) for h in histories) for some in combinations(lines, n)))


@pytest.mark.bare
def test_a_smallest_conflict_of_many_lines_by_brute_force() -> None:
    """Every history breaks one of the lines, and no smaller set is so, by plain enumeration of both."""
    rng, sizes = Random(8), list[int]()
    while len(sizes) < 40:
        steps = weak_facts(rng)
        histories = all_broken(steps)
        if frozenset() in histories:
            continue
        found = smallest_conflict(course(steps, SQUARES[:4], tuple(Card)[:4]))
        assert found.smallest
        assert all(history & set(found.lines) for history in histories)
        sizes.append(len(found.lines))
        assert sizes[-1] == least(histories, [step.line for step in steps if isinstance(step, Fact)])
    assert max(sizes) > 4


@pytest.mark.bare
def test_a_smallest_reason_of_many_lines_by_brute_force() -> None:
    """The same for what a fact that is only supposed is forbidden by."""
    rng, sizes = Random(9), list[int]()
    while len(sizes) < 40:
        steps, supposed = weak_facts(rng), Fact(0, "a1", frozenset({Card.LIBRARY}))
        histories = {history for history in all_broken((*steps, supposed)) if 0 not in history}
        if frozenset() in all_broken(steps) and frozenset() not in histories:
            held = course(steps, SQUARES[:4], tuple(Card)[:4])
            found = smallest_conflict(held, Placed(len(held.shuffles), held.at["a1"], supposed))
            assert all(history & set(found.lines) for history in histories)
            sizes.append(len(found.lines))
            assert sizes[-1] == least(histories, [step.line for step in steps if isinstance(step, Fact)])
    assert max(sizes) > 3


def test_a_contradiction_after_many_shuffles_is_found_soon() -> None:
    text = ANN + "name Ann a1 enigma is enigma\n" + "shuffle a1 b1 c1 a2 b2\n" * 30
    text += "told a3 library\ntold b3 library\n"
    with pytest.raises(Contradiction) as caught:
        solve(view(read(text)))
    assert caught.value.lines == (35, 36)
    begun = monotonic()
    told = check(draft(text, GAMES))
    assert monotonic() - begun < 20
    assert told.conflict == (35, 36)
    assert told.slips


def test_a_smallest_conflict_is_found_soon_and_else_said_to_be_none() -> None:
    """After more than forty shuffles of a1, b1, c1; the last two lines tell of two squares that one card lies there."""
    told = [f"told {square} not {card}\n" for card in CARDS[:7] for square in ("a1", "b1", "c1") * 2]
    shuffles = "".join(line + "shuffle a1 b1 c1\n" for line in told)
    text = ANN + "name Ann a2 book is book\n" + shuffles + "told a3 library\ntold b3 library\n"
    last = text.count("\n")
    begun = monotonic()
    with pytest.raises(Contradiction) as caught:
        solve(view(read(text)))
    assert monotonic() - begun < 6
    assert (caught.value.lines, caught.value.smallest) == ((last - 1, last), True)


def test_where_time_is_short_a_conflict_may_not_be_the_smallest(capsys: pytest.CaptureFixture[str]) -> None:
    """By lines 2 to 5 the first card lies nowhere; line 1 has it on b1, where line 2 alone forbids it."""
    squares, cards = SQUARES[:4], tuple(Card)[:4]
    nowhere = [Fact(2 + n, square, frozenset(cards[1:])) for n, square in enumerate(("b1", "c1", "a2", "a1"))]
    held = course((Fact(1, "b1", frozenset({cards[0]})), *nowhere), squares, cards)
    assert smallest_conflict(held) == Conflict((1, 2), smallest=True)
    assert smallest_conflict(held, limit=0) == Conflict((2, 3, 4, 5), smallest=False)

    def failing() -> None:
        raise Contradiction((2, 3, 4, 5), reason="these entries cannot all be true", smallest=False)

    for as_json, told in (
        (False, "A set of lines (not proved smallest: time ran out): 2, 3, 4, 5"),
        (True, '"smallest": false'),
    ):
        with pytest.raises(typer.Exit) as left:
            or_leave(failing, "x.game", as_json=as_json)
        assert left.value.exit_code == 1
        assert told in " ".join("".join(capsys.readouterr()).split())


def test_where_time_is_short_the_answer_says_so() -> None:
    told = check(draft(ANN + "told a3 library\ntold b3 library\n", GAMES), limit=0)
    assert (told.slips, told.tried_all, told.conflict) == ((), False, (4, 5))
