"""Luck and skill: the sum that adds up, what is fair about luck, and who loses nothing."""

from collections import Counter
from functools import reduce
from itertools import permutations, product

import numpy as np
import pytest

from solver.errors import ReviewError
from solver.games import read
from solver.lost_code.events import SYMBOLS, Answer, Event, Exchange, Guess, Roll, Symbol, Variant
from solver.lost_code.play import apply
from solver.lost_code.pricing import Stake
from solver.lost_code.ranking import one_step
from solver.lost_code.review.average import average
from solver.lost_code.review.reviewing import review, review_player
from solver.lost_code.review.values import ZERO, Kind, Label, PlayerReview, Review, Source
from solver.lost_code.review.worth import THROWS, Mind, after_miss, lying
from solver.lost_code.state import State
from solver.lost_code.view import View, view
from solver.record import Record, dump
from tests.reviewing import played

pytestmark = pytest.mark.bare

VARIANTS = [(), (Variant.X_RACE,), (Variant.INTRODUCTORY,), (Variant.SHORTCUT, Variant.CURSE)]


def adds_up(player: PlayerReview) -> bool:
    total = sum([*player.luck.values(), *player.skill.values()], player.start)
    return (
        abs(total.points - player.result.points) < 1e-9
        and abs(total.win - player.result.win) < 1e-9
        and sum((luck.amount for luck in player.events), ZERO).points
        == pytest.approx(sum(each.points for each in player.luck.values()), abs=1e-9)
    )


@pytest.fixture(scope="module")
def mixed() -> Record[Event, State]:
    return played(2, 1, "greedy,lookahead")


@pytest.fixture(scope="module")
def told(mixed: Record[Event, State]) -> Review:
    return review(mixed)


def of(told: Review, seat: str) -> PlayerReview:
    return next(player for player in told.players if player.player == seat)


def before(record: Record[Event, State], line: int) -> State:
    """The whole table before a line."""
    entries = [entry for entry in record.entries if entry.line < line]
    return reduce(lambda state, entry: apply(state, entry.event, entry.line), entries, record.game.start)


def roll_after(record: Record[Event, State], line: int) -> tuple[int, Roll]:
    """The first throw after a line, and where it stands."""
    return next((e.line, e.event) for e in record.entries if e.line > line and isinstance(e.event, Roll))


def mind_before(record: Record[Event, State], line: int, seat: str) -> Mind:
    """What a seat knows before a line."""
    part = read("\n".join(record.lines[: line - 1]) + "\n")
    return Mind(view(part, seat))


@pytest.mark.parametrize(("players", "variants"), list(zip([2, 3, 2, 3], VARIANTS, strict=True)))
def test_the_sum_adds_up(players: int, variants: tuple[Variant, ...]) -> None:
    record = played(players, 3, "random,greedy", *variants)
    for player in review(record, record.state.players[:1]).players:
        assert adds_up(player)
        assert player.result.points == record.state.spaces[player.player]
        assert player.result.win == (record.state.order[-1] == player.player)
        assert all(loss.points <= 0 and loss.win <= 0 for loss in player.skill.values())
        assert player.course[-1].value == player.result


def test_everybody_starts_alike(told: Review) -> None:
    """Nobody knows anything before the first throw, so all chances to win are the same."""
    starts = {player.start for player in told.players}
    assert len(starts) == 1
    assert next(iter(starts)).win == pytest.approx(1 / 2, abs=0.02)


def test_whoever_takes_the_best_one_step_value_loses_no_points(told: Review) -> None:
    greedy, lookahead = of(told, "Ann"), of(told, "Bob")
    assert sum(loss.points for loss in lookahead.skill.values()) == pytest.approx(0, abs=1e-9)
    assert sum(loss.points for loss in greedy.skill.values()) < -1
    # Greedy exchanges and finishes as lookahead does.
    assert greedy.skill[Kind.EXCHANGE].points == greedy.skill[Kind.FINAL].points == 0


def test_the_planner_loses_no_chance_to_win() -> None:
    planner = review_player(played(2, 4, "planner,lookahead"), "Ann")
    before_last = [each for each in planner.decisions if each.round < 10]
    assert sum(each.loss.win for each in before_last) == pytest.approx(0, abs=1e-9)
    last = [each for each in planner.decisions if each.round == 10 and Kind.EXCHANGE not in each.kinds]
    assert sum(each.loss.win for each in last) == pytest.approx(0, abs=2e-6)


# ---- what luck is measured against -----------------------------------------------------------------------------------


def test_every_throw_has_its_chance() -> None:
    counted = Counter(tuple(sorted(dice, key=SYMBOLS.index)) for dice in product(SYMBOLS, repeat=3))
    assert counted == THROWS


def test_every_way_to_turn() -> None:
    """One die to any other symbol, or none; in the introductory game every bear, and only bears where one shows."""
    bear, jaguar, *rest = SYMBOLS
    ways = lying((bear, bear, jaguar), SYMBOLS)
    assert {turns for turns, _ in ways} == {
        (),
        *(((bear, new),) for new in SYMBOLS if new is not bear),
        *(((jaguar, new),) for new in SYMBOLS if new is not jaguar),
    }
    forced = [dice for _, dice in lying((bear, jaguar, jaguar), SYMBOLS[1:])]
    assert forced == [tuple(sorted((new, jaguar, jaguar), key=SYMBOLS.index)) for new in (jaguar, *rest)]


def test_a_throw_is_worth_its_best_bet(mixed: Record[Event, State]) -> None:
    """Against `rank`, which counts in whole numbers."""
    line, _ = roll_after(mixed, 40)
    thrower = before(mixed, line + 1).order[0]
    mind = mind_before(mixed, line + 1, thrower)
    best = max(choice.best.value or 0.0 for choice in one_step(mind.view).turns)
    throw = tuple(sorted(mind.table.thrown, key=SYMBOLS.index))
    assert mind.thrown(throw, thrower=True) == pytest.approx(best, abs=1e-6)


def test_a_draw_is_as_likely_as_the_unseen_stones_say(mixed: Record[Event, State]) -> None:
    """Count all ways to lay the unseen stones of the symbol: my log, the draw, and the rest."""
    drawn = [e for e in mixed.entries if isinstance(e.event, Exchange) and e.event.player == "Bob"]
    for entry in drawn[:3]:
        assert isinstance(entry.event, Exchange)
        mind = mind_before(mixed, entry.line, "Ann")
        symbol = entry.event.symbol
        axis = mind.table.symbols.index(symbol)
        numbers = mind.belief.numbers[axis].tolist()
        weights = dict(zip(numbers, mind.belief.marginals[axis].tolist(), strict=False))
        ways: Counter[int] = Counter()
        for order in permutations(numbers, 2):
            ways[order[1]] += weights[order[0]]
        chances, worth = mind.drawn(symbol, Stake.of(before(mixed, entry.line + 1), "Ann"))
        assert chances == pytest.approx([ways[n] / sum(ways.values()) for n in numbers])
        # What is left of my own logs once it is seen.
        at = numbers.index(entry.event.drawn)
        after = mind_before(mixed, entry.line + 1, "Ann")
        assert worth[at] == pytest.approx(
            after.finals if "Ann" not in mind.table.exchanging else after_miss(after.belief, after.stake)
        )


def test_a_discard_is_worth_what_the_exchange_is(mixed: Record[Event, State]) -> None:
    entry = next(e for e in mixed.entries if isinstance(e.event, Exchange) and e.event.player == "Ann")
    mind = mind_before(mixed, entry.line, "Ann")
    worth = {choice.symbol: choice.value for choice in one_step(mind.view).exchanges}
    for axis, symbol in enumerate(mind.table.symbols):
        if symbol in worth:
            chances, after = mind.discarded(axis)
            assert chances.sum() == pytest.approx(1)
            assert chances @ after == pytest.approx(worth[symbol])


def test_luck_with_an_answer_is_the_change_it_brought(mixed: Record[Event, State], told: Review) -> None:
    """With the stones open a bet came to what the value was once it had been answered."""
    player = of(told, "Ann")
    after = {point.line: point.value.points for point in player.course}
    answers = {
        before(mixed, entry.line).set_now[0].round: entry.line
        for entry in mixed.entries
        if isinstance(entry.event, Answer) and entry.event.player == "Ann"
    }
    bets = [each for each in player.decisions if isinstance(each.chosen.events[:1] and each.chosen.events[0], Guess)]
    assert len(bets) == 10
    for bet in bets:
        assert bet.hindsight is not None
        assert bet.hindsight.chosen == pytest.approx(after[answers[bet.round]], abs=1e-9)


def test_dice_and_answers_are_fair(mixed: Record[Event, State], told: Review) -> None:
    """Every throw instead of the one that fell, weighed by its chance: the luck of all together is nothing."""
    usual = average(mixed.state)
    line, roll = roll_after(mixed, 60)
    table = before(mixed, line)
    seat = table.order[0]
    seen = view(read("\n".join(mixed.lines[: line - 1]) + "\n"), seat)
    later = usual.later(table.round + 2)
    worths = []
    for throw, ways in THROWS.items():
        thrown = apply(seen.table, Roll((throw[0], throw[1], throw[2])), line)
        mind = Mind(View(seat, thrown), later)
        worths.append((ways / 216, mind.thrown(throw, thrower=True)))
    chances, worth = Mind(View(seat, apply(seen.table, roll, line)), later).throws(0)
    assert float(chances @ worth) == pytest.approx(sum(chance * each for chance, each in worths))
    luck = next(e for e in of(told, seat).events if e.source is Source.DICE and e.line == line)
    at = list(THROWS).index(tuple(sorted(roll.dice, key=SYMBOLS.index)))
    assert luck.amount.points == pytest.approx(worth[at] - chances @ worth)
    assert usual.rest[-1] == 0


def test_the_chance_to_win_of_equals() -> None:
    """Whoever expects as much as everybody else wins as often; who expects far more, always."""
    for players in (2, 3, 4):
        usual = average(played(players, 1, "random").state)
        others = [(30.0, usual.spread[3])] * (players - 1)
        assert usual.chance(np.array([30.0]), 3, others)[0] == pytest.approx(1 / players, abs=1e-3)
        assert usual.chance(np.array([90.0]), 3, others)[0] == pytest.approx(1)
        assert usual.chance(np.array([-90.0]), 3, others)[0] == pytest.approx(0, abs=1e-6)


# ---- what cannot be reviewed, and what goes wrong at the table -------------------------------------------------------


def test_an_unfinished_game_is_refused(mixed: Record[Event, State]) -> None:
    unfinished = read("\n".join(mixed.lines[:40]) + "\n")
    with pytest.raises(ReviewError, match="not finished"):
        review(unfinished)


def test_a_false_answer_keeps_the_sum(mixed: Record[Event, State]) -> None:
    """Ann is told “lower” where it was higher, or the other way round: pieces move alike, her knowledge is wrong."""
    turned = {"lower": "higher", "higher": "lower"}
    place, words = next(
        (at, line.split())
        for at, line in enumerate(mixed.lines)
        if line.startswith("answer Ann ") and line.split()[2] in turned
    )
    lines = [*mixed.lines[:place], f"answer Ann {turned[words[2]]}", *mixed.lines[place + 1 :]]
    misled = review(read("\n".join(lines) + "\n"), ["Ann"])
    assert not misled.unknown
    assert adds_up(misled.players[0])


def test_the_same_record_gives_the_same_review(mixed: Record[Event, State], told: Review) -> None:
    again = read(dump(mixed))
    assert repr(told) == repr(review(again, workers=2))


def test_no_mistake_within_the_error(told: Review) -> None:
    for player in told.players:
        for each in player.decisions:
            if each.label in (Label.SMALL, Label.CLEAR, Label.HEAVY) and each.round < 10:
                assert -each.loss.points > each.error.points


def test_a_round_further() -> None:
    """What one more round changes is told beside the loss, and is its error."""
    record = played(2, 5, "random,greedy", Variant.INTRODUCTORY)
    near, far = review_player(record, "Bob"), review_player(record, "Bob", depth=2)
    assert [each.loss for each in near.decisions] == [each.loss for each in far.decisions]
    looked = [each for each in far.decisions if each.deeper is not None]
    assert looked
    for each in looked:
        assert each.deeper is not None
        assert each.error.points == pytest.approx(abs(each.deeper - each.loss.points))
    assert all(Symbol.BEAR not in each.dice for each in far.decisions)
