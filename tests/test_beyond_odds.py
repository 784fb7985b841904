"""Beyond Code: the odds against plain brute force, against CP-SAT, and against the example of the record's page."""

from itertools import combinations
from math import asin, comb, cos, pi, sin, sqrt
from random import Random

import pytest
from ortools.sat.python import cp_model

from solver.beyond_code.answers import Chances, Odds
from solver.beyond_code.beta import quantile, share_below
from solver.beyond_code.conflicts import possible, smallest_conflict
from solver.beyond_code.course import course
from solver.beyond_code.events import SQUARES, Card
from solver.beyond_code.odds import chances, goal_chance, proofs, solve, trust, weigh
from solver.beyond_code.state import Fact, Step, Swapped
from solver.beyond_code.view import View, view
from solver.errors import Contradiction
from solver.games import read
from tests.beyond_brute import PLAYERS, brute, random_steps
from tests.beyond_games import Manner, random_record

EXAMPLE = """game beyond-code
players Ann Bob Cy
me Ann
keeper Bob
name Bob a1 library
corner b2 chaos
name Cy b2 room-1
doubt Ann lie is book
name Ann c3 enigma is joint
shuffle a1 b1 c1
name Bob a2 shadow
doubt Ann truth
characters Bob Cy
look Cy c2
look Ann b3 room-2
"""


def seen(text: str, seat: str | None = None) -> View:
    return view(read(text), seat)


def odds(text: str, seat: str | None = None) -> Odds:
    return solve(seen(text, seat))


def close(one: Chances, other: Chances) -> bool:
    """Whether two tables of chances have the same entries, within 1e-9."""
    if one.keys() != other.keys() or any(row.keys() != other[square].keys() for square, row in one.items()):
        return False
    return all(abs(chance - other[square][card]) < 1e-9 for square, row in one.items() for card, chance in row.items())


def agree(steps: tuple[Step, ...], size: int) -> None:
    squares, cards = SQUARES[:size], tuple(Card)[:size]
    told = brute(steps, squares, cards)
    assert told is not None
    found = weigh([steps], squares, cards, dict.fromkeys(PLAYERS, (2.0, 2.0)))
    assert {player: (trust.true, trust.false) for player, trust in found.honesty.items()} == told.proved
    assert all(abs(found.honesty[player].estimate - rate) < 1e-12 for player, rate in told.rates.items())
    assert (found.hard > 0).sum() == told.layouts
    hard, soft = chances(found.course, found.hard), chances(found.course, found.soft)
    assert close(hard, told.hard)
    assert close(soft, told.soft)


# ---- the record's page -----------------------------------------------------------------------------------------------


def test_example_of_the_page() -> None:
    """By hand there: 1/5 each for five cards; 3/4 Library at a1, spread by the shuffle to 7/24, else 1/16."""
    found = odds(EXAMPLE)
    assert found.layouts == 120
    assert found.hard["a1"][Card.LIBRARY] == pytest.approx(1 / 5, abs=1e-12)
    for square in ("a1", "b1", "c1"):
        assert found.soft[square][Card.LIBRARY] == pytest.approx(7 / 24, abs=1e-12)
    for square in ("c2", "a3"):
        assert found.soft[square][Card.LIBRARY] == pytest.approx(1 / 16, abs=1e-12)
    assert found.soft["a2"] == {Card.SHADOW: 1.0}
    bob, cy = found.honesty["Bob"], found.honesty["Cy"]
    assert (bob.true, bob.false, bob.estimate) == (1, 0, 0.6)
    assert (cy.true, cy.false, cy.estimate) == (0, 1, 0.4)
    assert bob.interval == pytest.approx((0.2486, 0.9024), abs=5e-5)
    assert cy.interval == pytest.approx((0.0976, 0.7514), abs=5e-5)
    assert "Ann" not in found.honesty


def test_one_naming_of_nine_is_true_with_probability_r() -> None:
    """“With nothing else known, one naming of nine is true with probability r”; r of Beta(6, 2) is 6/8."""
    found = odds("game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Bob\nhonesty Bob 6 2\nname Bob a1 library\n")
    assert found.soft["a1"][Card.LIBRARY] == pytest.approx(0.75, abs=1e-12)
    assert found.hard["a1"][Card.LIBRARY] == pytest.approx(1 / 9, abs=1e-12)
    assert found.layouts == 362_880


def test_a_later_fact_proves_an_earlier_naming_and_a_swap_carries_the_proof() -> None:
    text = "game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Bob\nname Bob a1 enigma\nswap a1 c3\ntold c3 enigma\n"
    assert (odds(text).honesty["Bob"].true, odds(text).honesty["Bob"].false) == (1, 0)
    assert odds(text).soft["c3"] == {Card.ENIGMA: 1.0}


def test_a_shuffle_hides_whether_a_naming_was_true_until_all_of_it_is_known() -> None:
    text = "game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Bob\nname Bob a1 enigma\nshuffle a1 b1\n"
    assert odds(text + "told a1 enigma\n").honesty["Bob"].true == 0
    assert odds(text + "told a1 book\ntold b1 joint\n").honesty["Bob"].false == 1


def test_honesty_counts_the_games_before() -> None:
    text = """game beyond-code
players Ann Bob Cy
me Ann
keeper Bob
name Bob a1 enigma
doubt Ann truth
goal Bob wanderer achieved
next
"""
    found = odds(text)
    assert (found.honesty["Bob"].true, found.honesty["Bob"].estimate) == (1, 3 / 5)
    assert found.layouts == 362_880


def test_a_card_open_elsewhere_is_no_evidence_on_the_layout_but_a_proved_lie() -> None:
    """Rule 4: “Named a card that lies open elsewhere: no factor”; rule 2: it did not lie there in any history."""
    text = """game beyond-code
players Ann Bob Cy
me Ann
keeper Bob
name Bob a1 enigma
doubt Ann truth
name Cy b1 enigma
"""
    found = odds(text)
    assert found.honesty["Cy"].false == 1
    honest = odds(text.replace("name Cy b1 enigma", "name Cy a1 enigma"))
    assert close(found.soft, honest.soft)


def test_corner_of_an_untold_card_says_only_that_it_is_not_none() -> None:
    """The Library alone has no corner: with eight cards left b2 is each with 1/8."""
    text = "game beyond-code\nplayers Ann Bob Cy\nme Ann\nkeeper Bob\nname Bob a1 library\ncorner b2 decryption\n"
    assert odds(text).hard["b2"].keys() == set(Card) - {Card.LIBRARY, Card.PERSONAL, Card.BOOK}


def test_goal_chance_is_that_of_all_together() -> None:
    """Five unknown cards: two at two places have 1/5 · 1/4; Library at a1 7/24, then Enigma at c2 1/4 of that."""
    chance = goal_chance(seen(EXAMPLE), {"a1": Card.LIBRARY, "c2": Card.ENIGMA})
    assert chance.hard == pytest.approx(1 / 20, abs=1e-12)
    assert chance.soft == pytest.approx(7 / 24 / 4, abs=1e-12)
    assert goal_chance(seen(EXAMPLE), {"b2": Card.BOOK, "a2": Card.SHADOW}).hard == 1.0
    assert goal_chance(seen(EXAMPLE), {"b2": Card.LIBRARY}).soft == 0.0


# ---- brute force -----------------------------------------------------------------------------------------------------


@pytest.mark.bare
def test_brute_force_on_small_grids() -> None:
    rng = Random(1)
    for _ in range(200):
        size = rng.choice((4, 4, 5, 5, 6))
        agree(random_steps(rng, size), size)


@pytest.mark.long
def test_brute_force_on_many_small_grids() -> None:
    rng = Random(2)
    for _ in range(1_000):
        size = rng.choice((4, 5, 6))
        agree(random_steps(rng, size), size)


def _nine(seed: int) -> None:
    """A whole record on all nine squares, from its own seat or Bob's. Enough is known for brute force to end."""
    record = random_record(Random(seed), me="Ann" if seed % 2 else None, manner=Manner(looks=5))
    held = view(record, "Ann" if seed % 2 else "Bob")
    told = brute(held.table.steps, SQUARES, held.table.cards, held.viewer)
    assert told is not None
    found = solve(held)
    assert found.layouts == told.layouts
    assert close(found.hard, told.hard)
    assert close(found.soft, told.soft)


@pytest.mark.bare
@pytest.mark.parametrize("seed", [1, 2])
def test_brute_force_on_all_nine(seed: int) -> None:
    _nine(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3, 23))
def test_brute_force_on_all_nine_more_often(seed: int) -> None:
    _nine(seed)


# ---- CP-SAT, and the search for ways ---------------------------------------------------------------------------------


def _by_cp_sat(steps: tuple[Step, ...], cards: tuple[Card, ...]) -> dict[str, set[Card]]:
    """What may lie where, by CP-SAT: again and again a layout with as much as possible that was not seen before."""
    at = {square: square for square in SQUARES}
    model = cp_model.CpModel()
    lies = {(s, c): model.new_bool_var(f"{s} {c}") for s in SQUARES for c in cards}
    for square in SQUARES:
        model.add_exactly_one(lies[square, card] for card in cards)
    for card in cards:
        model.add_exactly_one(lies[square, card] for square in SQUARES)
    for step in steps:
        if isinstance(step, Swapped):
            at[step.first], at[step.second] = at[step.second], at[step.first]
        if isinstance(step, Fact):
            model.add_bool_or(lies[at[step.square], card] for card in step.cards)
    found: dict[str, set[Card]] = {square: set() for square in SQUARES}
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    while True:
        fresh = [pair for pair in lies if pair[1] not in found[pair[0]]]
        model.maximize(sum(lies[pair] for pair in fresh))
        assert solver.solve(model) == cp_model.OPTIMAL
        if not solver.objective_value:
            return {square: found[at[square]] for square in SQUARES}
        for square, card in lies:
            if solver.value(lies[square, card]):
                found[square].add(card)


def _cp_sat_agrees(seed: int) -> None:
    held = view(random_record(Random(seed), manner=Manner(looks=3, shuffles=0)))
    hard = solve(held).hard
    assert {square: set(row) for square, row in hard.items()} == _by_cp_sat(held.table.steps, held.table.cards)


@pytest.mark.parametrize("seed", range(4))
def test_cp_sat_agrees_where_nothing_was_shuffled(seed: int) -> None:
    _cp_sat_agrees(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4, 54))
def test_cp_sat_agrees_more_often(seed: int) -> None:
    _cp_sat_agrees(seed)


def _spoilt(rng: Random, size: int) -> tuple[Step, ...]:
    """Random steps with up to three false facts more, somewhere."""
    steps = list(random_steps(rng, size))
    for line in range(20, 20 + rng.randint(1, 3)):
        square, card = rng.choice(SQUARES[:size]), rng.choice(tuple(Card)[:size])
        steps.insert(rng.randint(0, len(steps)), Fact(line, square, frozenset({card})))
    return tuple(steps)


@pytest.mark.bare
def test_the_search_for_ways_says_what_brute_force_says() -> None:
    rng = Random(5)
    seen_both = set()
    for _ in range(150):
        size = rng.choice((4, 5))
        steps = _spoilt(rng, size)
        squares, cards = SQUARES[:size], tuple(Card)[:size]
        told = brute(steps, squares, cards) is not None
        assert possible(course(steps, squares, cards)) is told
        seen_both.add(told)
    assert seen_both == {True, False}


@pytest.mark.bare
def test_a_smallest_conflict_is_one_and_none_is_smaller() -> None:
    """Against brute force over all sets of lines."""
    rng = Random(6)
    checked = 0
    while checked < 25:
        steps = _spoilt(rng, 4)
        squares, cards = SQUARES[:4], tuple(Card)[:4]

        def true(lines: tuple[int, ...], steps: tuple[Step, ...] = steps) -> bool:
            kept = [step for step in steps if not isinstance(step, Fact) or step.line in lines]
            return brute(kept, SQUARES[:4], tuple(Card)[:4]) is not None

        lines = sorted({step.line for step in steps if isinstance(step, Fact)})
        if true(tuple(lines)):
            continue
        checked += 1
        smallest = next(n for n in range(len(lines) + 1) if any(not true(c) for c in combinations(lines, n)))
        found = smallest_conflict(course(steps, squares, cards))
        assert (len(found.lines), found.smallest) == (smallest, True)
        assert not true(found.lines)


def test_a_contradiction_names_its_lines() -> None:
    text = EXAMPLE + "name Bob a1 library\ntold c1 book\n"
    with pytest.raises(Contradiction) as caught:
        odds(text)
    assert caught.value.lines == (8, 17)


def test_a_contradiction_in_a_game_before_is_one() -> None:
    text = """game beyond-code
players Ann Bob Cy
me Ann
keeper Bob
name Bob a1 enigma
told a1 book
told b1 book
goal Bob wanderer achieved
next
"""
    with pytest.raises(Contradiction) as caught:
        odds(text)
    assert caught.value.lines == (6, 7)


# ---- honesty ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("a", "b"), [(1, 1), (2, 2), (3, 2), (17, 4), (0.5, 0.5), (40, 300)])
def test_quantiles_against_a_sum_of_slices(a: float, b: float) -> None:
    """The density summed by the midpoint rule, after x = sin² t, which takes the poles of a, b < 1 away."""

    def mass(low: float, high: float) -> float:
        slices = 4_000
        width = (high - low) / slices
        middles = (low + (i + 0.5) * width for i in range(slices))
        return float(sum(sin(t) ** (2 * a - 1) * cos(t) ** (2 * b - 1) for t in middles) * width)

    for share in (0.05, 0.5, 0.95):
        x = quantile(share, a, b)
        assert mass(0, asin(sqrt(x))) / mass(0, pi / 2) == pytest.approx(share, abs=1e-5)
        assert share_below(x, a, b) == pytest.approx(share, abs=1e-10)


def test_only_namings_that_could_be_doubted_count() -> None:
    """Rule 1: while at least one opponent could doubt, at a closed square, by another than the viewer."""
    text = """game beyond-code
players Ann Bob
me Ann
name Ann b1 book is joint
doubt Bob lie
name Bob c1 shadow
look Ann a1 enigma
name Bob b1 joint
name Ann a1 enigma is enigma
name Bob c2 library
"""
    table = seen(text).table
    assert [naming.line for naming, _ in proofs(table.steps, SQUARES, table.cards)] == [4, 9, 10]
    assert [weighed.naming.line for weighed in odds(text).namings] == [10]


@pytest.mark.parametrize("checks", [1, 3, 8])
def test_interval_holds_nine_players_in_ten(checks: int) -> None:
    """Players drawn from the prior Beta(2, 2), density 6 p (1 − p); so many checks that do not depend on the card."""
    slices, held = 4_000, 0.0
    for place in range(slices):
        p = (place + 0.5) / slices
        for true in range(checks + 1):
            low, high = trust((2.0, 2.0), true, checks - true).interval
            if low <= p <= high:
                held += 6 * p * (1 - p) / slices * comb(checks, true) * p**true * (1 - p) ** (checks - true)
    assert held == pytest.approx(0.9, abs=2e-3)
