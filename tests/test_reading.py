"""What the others' choices tell of my log: probabilities that add up, and evidence that helps."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from math import inf, log2
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from solver.games import read as read_text
from solver.lost_code import reading as reading_module
from solver.lost_code.events import Answer, Event, Exchange, Guess, Log, Roll, Symbol, Turn, Variant, Verdict
from solver.lost_code.odds import odds
from solver.lost_code.opponent import Opponent, Room
from solver.lost_code.pricing import Ranges, Stake, places_of
from solver.lost_code.ranking import turned
from solver.lost_code.reading import MANNERS, SLIP, Manner, Reading, could_turn, read
from solver.lost_code.rules import exchangeable, open_token, wheels_free
from solver.lost_code.simulate import Decision, deal
from solver.lost_code.state import TakenToken
from solver.lost_code.view import View
from solver.lost_code.view import view as seen
from tests.deciding import Decided, decisions, playing, record_of, seen_from, table_after

Logs = npt.NDArray[np.bool_]
STRICT = (*MANNERS, Manner("points", inf, 0.1), Manner("bits", inf, 0.1), Manner("bits", 4.0, 0.1))
GAMES = [(31, 2, ()), (32, 3, (Variant.SHORTCUT,)), (33, 2, (Variant.INTRODUCTORY, Variant.SHORTCUT, Variant.CURSE))]


SWAPPED = {Verdict.LOWER: Verdict.HIGHER, Verdict.HIGHER: Verdict.LOWER}


def possible(view: View) -> Logs:
    return np.asarray(odds(view).table.ways > 0)


def at(decided: Decided, seat: str) -> View:
    """What another seat saw when this was decided."""
    return seen_from(decided.events, seat)


@cache
def some(seed: int, players: int, variants: tuple[Variant, ...], decision: Decision) -> list[tuple[View, str]]:
    """Views of somebody who sees another decide."""
    found = []
    for decided in decisions(seed, players, variants, ("lookahead-blind", "random")):
        if decided.decision is decision:
            others = [player for player in decided.view.table.players if player != decided.seat]
            found.append((at(decided, others[0]), decided.seat))
    return found


def seeing(view: View, player: str, event: Event) -> npt.NDArray[np.float64]:
    """How likely an event was, by manner and my log."""
    return chance(view, player, lambda reading: reading.watch(view, event))


def chance(view: View, player: str, choose: Callable[[Reading], None]) -> npt.NDArray[np.float64]:
    """How likely what is read was, by manner and my log."""
    reading = Reading(STRICT)
    reading._begin(view)
    choose(reading)
    shape = (len(STRICT), *possible(view).shape)
    told = reading.told[player].astype(np.float64)
    return np.asarray(np.exp(told.reshape(shape))[:, possible(view)])


def guesses(view: View) -> Iterator[tuple[int, int]]:
    table = view.table
    for width in wheels_free(table):
        for low in range(table.top - width + 2):
            yield low, low + width - 1


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_guesses_are_one_together(game: tuple[int, int, tuple[Variant, ...]], monkeypatch: pytest.MonkeyPatch) -> None:
    """Of whoever is not the first to set a wheel, so that nothing but his range is read.

    Every bet is priced exactly here. Otherwise only the best and the one that was chosen are, so that a manner that is
    not infinitely strict makes the chosen one likelier by a trifle.
    """
    monkeypatch.setattr(reading_module, "NEAR_GUESS", 1000)
    later = [(view, player) for view, player in some(*game, Decision.GUESS) if view.table.set_now]
    for view, player in later[-1:]:
        together = sum(seeing(view, player, Guess(player, low, high)) for low, high in guesses(view))
        assert together == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_exchanges_are_one_together(game: tuple[int, int, tuple[Variant, ...]]) -> None:
    for view, player in some(*game, Decision.EXCHANGE)[1::6][:3]:
        symbols = exchangeable(view.table)
        if len(symbols) > 1:
            together = sum(seeing(view, player, Exchange(player, symbol, None, None)) for symbol in symbols)
            assert together == pytest.approx(1, abs=1e-4)


def lying(view: View, dice: Sequence[Symbol]) -> View:
    """The same moment with the dice turned so."""
    return View(view.viewer, replace(view.table, dice=tuple(dice), turns=int(view.table.thrown != tuple(dice))))


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_dice_are_one_together(game: tuple[int, int, tuple[Variant, ...]]) -> None:
    """Every way to turn them, dice that come to lie alike counted once."""
    view, player = next(each for each in reversed(some(*game, Decision.DIE)) if not each[0].table.turns)
    options = {tuple(sorted(turned(view.table.thrown, turns))) for turns in could_turn(view.table)}
    assert len(options) > 5
    together = sum(turning(lying(view, dice), player) for dice in options)
    assert together == pytest.approx(1, abs=1e-3)


def test_of_equal_dice_the_best_bet_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two ways to turn that are equally good, that whose best bet has more VP now, whatever other bets bring."""

    class Priced:
        def __init__(self, other: Opponent, stake: Stake, dice: Sequence[int], among: Ranges) -> None:
            del stake, among
            value, points = {left: ([5, 1], [1, 4]), better: ([5, 2], [2, 0])}.get(tuple(dice), ([4, 4], [5, 5]))
            self.value, self.points = (np.array([row] * len(other.mine), dtype=np.float32) for row in (value, points))
            self.bits, self.right = self.value, self.points

        def sharpen(self, near: int) -> None:
            pass

    view, player = next(each for each in some(*GAMES[0], Decision.DIE) if not each[0].table.turns)
    symbols = view.table.symbols
    options = list(dict.fromkeys(tuple(sorted(turned(view.table.thrown, turns))) for turns in could_turn(view.table)))
    left, better = (places_of(symbols, options[0]), places_of(symbols, options[3]))
    monkeypatch.setattr(reading_module, "Worth", Priced)
    for place, dice in enumerate(options):
        likely = turning(lying(view, dice), player)
        for by in ("value", "bits"):
            strict = next(k for k, manner in enumerate(STRICT) if (manner.by, manner.strict) == (by, inf))
            assert likely[strict] == pytest.approx(SLIP / len(options) + (1 - SLIP) * (place == 3))


def turning(view: View, player: str) -> npt.NDArray[np.float64]:
    return chance(view, player, lambda reading: reading._read_die(view, player))


def asked(view: View, player: str) -> npt.NDArray[np.float64]:
    return chance(view, player, lambda reading: reading._read_tokens(view))


@pytest.mark.parametrize(
    ("name", "manner"),
    [
        ("lookahead", Manner("value", inf, 0.15)),
        ("greedy", Manner("points", inf, 0.1)),
        ("entropy", Manner("bits", inf, 0.1)),
    ],
)
def test_whoever_has_a_manner_is_expected_to_choose_as_he_does(
    name: str, manner: Manner, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With my true log, and every bet priced exactly; ties included, which are many before anything is known."""
    monkeypatch.setattr(reading_module, "NEAR_GUESS", 1000)
    monkeypatch.setattr(reading_module, "NEAR_DIE", 1000)
    monkeypatch.setattr(reading_module, "NEAR", 1000)
    for room in ("ROOM", "ROOM_DIE"):
        monkeypatch.setattr(reading_module, room, Room(4_000, 100_000_000))
    for seed, names in ((55, (name,)), (56, (name, "lookahead-blind"))):
        game, every = playing(deal(Random(seed), 2, (Variant.INTRODUCTORY,)), names)
        choices = [d for d in every if d.decision in (Decision.GUESS, Decision.DIE) and d.seat == "Ann"]
        for decided in choices[:6] + choices[-6:]:
            view = at(decided, "Bob")
            table = table_after(decided.events)
            known = odds(view)
            place = tuple(
                known.table.numbers[a].index(table.held("Bob", s).number or 0) for a, s in enumerate(table.symbols)
            )
            reading = Reading([manner])
            reading._begin(view)
            event = game.events[len(decided.events)]
            if decided.decision is Decision.GUESS:
                assert isinstance(event, Guess)
                reading._read_guess(view, event)
                count = len(list(guesses(view)))
            else:
                dice = table.dice
                for turn in game.events[len(decided.events) :]:
                    if not isinstance(turn, Turn):
                        break
                    dice = turned(dice, [(turn.shown, turn.turned)])
                count = len({tuple(sorted(turned(table.thrown, turns))) for turns in could_turn(table)})
                if table.turns:
                    continue
                reading._read_die(lying(view, dice), "Ann")
            likely = float(np.exp(reading.told["Ann"][(0, *place)]))
            assert likely == pytest.approx(1 - SLIP + SLIP / count, abs=1e-3), (decided.decision, decided.events[-1])


def tokens_open() -> list[tuple[View, str]]:
    """Views of one who sees another asked for a token first."""
    found = []
    for seed in range(40, 44):
        for decided in decisions(seed, 2, (Variant.SHORTCUT,), ("lookahead-blind",)):
            if decided.decision is Decision.TOKEN and decided.view.table.order[0] == decided.seat:
                found.append((at(decided, decided.view.table.order[1]), decided.seat))
    return found


def test_taking_a_token_tells_of_its_worth() -> None:
    """Taken and refused are one together, and who takes it is likelier to know his stone well."""
    told = 0
    for view, player in tokens_open()[::3]:
        table = view.table
        symbol = open_token(table)
        assert symbol is not None
        token = TakenToken(player, symbol, None, table.bets[-1].line + 1 if table.bets else 1)
        taken_view = View(view.viewer, replace(table, tokens=(*table.tokens, token)))
        refused = asked(view, player)
        taken = asked(taken_view, player)
        assert taken + refused == pytest.approx(1, abs=1e-4)
        told += len(np.unique(np.round(taken[STRICT.index(Manner("value", 2.0, 0.20))], 3))) > 1
    assert told, "in no position it depended on my log whether the token is good"


def test_a_token_taken_in_an_earlier_round_is_not_read_again() -> None:
    view, player = tokens_open()[-1]
    symbol = open_token(view.table)
    assert symbol is not None
    token = TakenToken(player, symbol, None, view.table.bets[0].line - 1)
    assert (asked(View(view.viewer, replace(view.table, tokens=(token,))), player) == 1).all()


def events_of(seed: int, players: int, variants: tuple[Variant, ...], names: tuple[str, ...]) -> tuple[Event, ...]:
    """A game up to its final guesses."""
    return next(d.events for d in decisions(seed, players, variants, names) if d.decision is Decision.FINAL)


@cache
def game_of(seed: int, name: str) -> tuple[Event, ...]:
    return events_of(seed, 2, (), ("lookahead-blind", name))


def begun(events: Sequence[Event], rounds: int) -> tuple[Event, ...]:
    """The game before the roll after so many rounds."""
    return tuple(events[: [place for place, event in enumerate(events) if isinstance(event, Roll)][rounds]])


def weights_of(text: str, seat: str) -> npt.NDArray[np.float64]:
    record = read_text(text)
    return read(record, seat).weights(odds(seen(record, seat)))


def test_weights_are_largest_1_and_never_0() -> None:
    events = begun(game_of(50, "lookahead"), 4)
    view = seen_from(events, "Ann")
    weights = weights_of(record_of(events), "Ann")[possible(view)]
    assert weights.max() == 1
    assert weights.min() > 0
    assert len(np.unique(weights)) > 5


def watched(events: Sequence[Event], seat: str, manners: Sequence[Manner]) -> Reading:
    reading = Reading(manners)
    start = next(place for place, event in enumerate(events) if isinstance(event, Log)) + 4
    for place in range(start, len(events)):
        event = events[place]
        if isinstance(event, Guess | Exchange):
            reading.watch(seen_from(events[:place], seat), event)
    return reading


def test_without_a_thought_nothing_is_told() -> None:
    """Whoever chooses anything at all leaves all logs alike."""
    events = game_of(50, "lookahead")
    reading = watched(events[: len(events) // 2], "Ann", (Manner("", 0.0, 1.0),))
    view = seen_from(events[: len(events) // 2], "Ann")
    assert reading.read > 5
    assert reading.weights(odds(view))[possible(view)] == pytest.approx(1)


def test_who_nobody_watched_has_the_manners_of_anybody() -> None:
    view, player = some(*GAMES[0], Decision.GUESS)[0]
    priors = [manner.prior for manner in MANNERS]
    assert sum(priors) == pytest.approx(1)
    assert Reading().manners_of(player, odds(view)).tolist() == priors
    assert (Reading().weights(odds(view)) == 1).all()


def test_manners_are_learned() -> None:
    for name, by in (("lookahead", "value"), ("entropy", "bits"), ("random", "")):
        events = begun(game_of(51, name), 6)
        record = read_text(record_of(events))
        learned = read(record, "Ann").manners_of("Bob", odds(seen_from(events, "Ann")))
        assert learned.sum() == pytest.approx(1)
        of_that = sum(chance for chance, manner in zip(learned, MANNERS, strict=True) if manner.by == by)
        assert of_that > 0.5, (name, learned)


def test_what_was_told_stays_with_the_other_symbols() -> None:
    """After my exchange each log has what was told of the log with the stone that I gave up."""
    events = game_of(52, "lookahead")
    mine = [p for p, e in enumerate(events) if isinstance(e, Exchange) and e.player == "Ann"][1]
    exchange = events[mine]
    assert isinstance(exchange, Exchange)
    reading = watched(events[:mine], "Ann", MANNERS)
    table = table_after(events[:mine])
    numbers = [list(each) for each in reading.numbers]
    axis = table.symbols.index(exchange.symbol)
    before = dict(np.ndenumerate(reading.told["Bob"]))
    view = seen_from(events[:mine], "Ann")
    reading.watch(view, replace(exchange, drawn=None))
    assert exchange.discarded is not None
    place_given = numbers[axis].index(exchange.discarded)
    assert reading.told["Bob"].any()
    for place, value in np.ndenumerate(reading.told["Bob"]):
        old = list(place)
        old[axis + 1] = place_given
        assert value == before[tuple(old)]
    # The weights of the next moment are those of the numbers that are left.
    after = odds(seen_from(events[: mine + 1], "Ann"))
    likely = np.zeros(after.table.ways.shape)
    for place in np.ndindex(*likely.shape):
        log = [after.table.numbers[a][p] for a, p in enumerate(place)]
        log[axis] = exchange.discarded
        then = tuple(numbers[a].index(n) for a, n in enumerate(log))
        likely[place] = sum(m.prior * np.exp(float(before[(k, *then)])) for k, m in enumerate(MANNERS))
    likely /= likely[after.table.ways > 0].max()
    weights = reading.weights(after)
    assert weights[after.table.ways > 0] == pytest.approx(likely[after.table.ways > 0], rel=1e-4)


def test_where_nobody_noted_what_i_gave_up_nothing_is_kept() -> None:
    events = game_of(52, "lookahead")
    mine = next(p for p, e in enumerate(events) if isinstance(e, Exchange) and e.player == "Ann")
    exchange = events[mine]
    assert isinstance(exchange, Exchange)
    reading = watched(events[:mine], "Ann", MANNERS)
    view = seen_from(events[:mine], "Ann")
    reading.watch(view, replace(exchange, discarded=None, drawn=None))
    assert not reading.told
    assert (reading.weights(odds(view)) == 1).all()


def test_a_record_is_read_as_the_game_was_watched() -> None:
    """Watched move by move, or read from the record, with all answers or without those that the stones tell."""
    for seed, players, variants in ((53, 3, (Variant.SHORTCUT,)), (54, 2, (Variant.X_RACE, Variant.CURSE))):
        events = events_of(seed, players, variants, ("lookahead-blind", "random"))
        events = events[: len(events) * 2 // 5]
        view = seen_from(events, "Bob")
        expected = watched(events, "Bob", MANNERS).weights(odds(view))[possible(view)]
        text = record_of(events)
        assert weights_of(text, "Bob")[possible(view)] == pytest.approx(expected, rel=1e-6)
        short = record_of(event for event in events if not isinstance(event, Answer))
        left_out = seen_from([e for e in events if not isinstance(e, Answer)], "Bob")
        if possible(left_out).sum() == possible(view).sum():
            assert weights_of(short, "Bob")[possible(view)] == pytest.approx(expected, rel=1e-6)


def test_an_answer_without_its_direction_tells_the_same() -> None:
    """The stones in sight tell which way it was, and he was told."""
    events = begun(game_of(50, "lookahead"), 5)
    text = record_of(events)
    for word in ("lower", "higher"):
        text = text.replace(f"answer Bob {word}", "answer Bob wrong")
    assert text != record_of(events)
    view = seen_from(events, "Ann")
    expected = weights_of(record_of(events), "Ann")
    assert weights_of(text, "Ann")[possible(view)] == pytest.approx(expected[possible(view)], rel=1e-6)


def test_where_a_stone_is_hidden_choices_are_counted_as_unread() -> None:
    events = game_of(50, "lookahead")
    choices = sum(isinstance(event, Guess | Exchange) and event.player == "Bob" for event in events)
    record = read_text(record_of(events))
    assert (read(record, "Ann").read, read(record, "Ann").unread) == (choices, 0)
    line = next(line for line in record_of(events).splitlines() if line.startswith("log neutral-1 "))
    words = line.split()
    words[3] = "?"
    hidden = read_text(record_of(events).replace(line, " ".join(words)))
    reading = read(hidden, "Ann")
    assert (reading.read, reading.unread) == (0, choices)
    assert not reading.told


def test_answers_that_contradict_his_stones() -> None:
    """Somebody told Bob the wrong way: his choices are still read, and the answer is passed over."""
    events = list(begun(game_of(50, "lookahead"), 6))
    wrong = [p for p, e in enumerate(events) if isinstance(e, Answer) and e.player == "Bob" and e.verdict in SWAPPED]
    answer = events[wrong[0]]
    assert isinstance(answer, Answer)
    events[wrong[0]] = replace(answer, verdict=SWAPPED[answer.verdict])
    record = read_text(record_of(events))
    reading = read(record, "Ann")
    assert reading.read
    known = odds(seen_from(events, "Ann"))
    weights = reading.weights(known)
    assert np.isfinite(weights).all()
    assert weights[known.table.ways > 0].max() == 1
    assert reading.manners_of("Bob", known).sum() == pytest.approx(1)


def gained(seed: int, name: str) -> float:
    """Bits by which the true log of Ann became likelier by what Bob chose in four rounds."""
    events = begun(game_of(seed, name), 4)
    view = seen_from(events, "Ann")
    known = odds(view)
    table = table_after(events)
    place = tuple(
        known.table.numbers[axis].index(table.held("Ann", symbol).number or 0)
        for axis, symbol in enumerate(table.symbols)
    )
    ways = known.table.ways.astype(np.float64)
    weights = weights_of(record_of(events), "Ann") * ways
    return log2(weights[place] / weights.sum()) - log2(ways[place] / ways.sum())


def test_it_helps_against_lookahead() -> None:
    bits = [gained(seed, "lookahead") for seed in range(60, 66)]
    assert sum(bits) / len(bits) > 1.5, bits


def test_it_does_no_harm_against_one_who_plays_anything() -> None:
    bits = [gained(seed, "random") for seed in range(60, 62)]
    assert sum(bits) / len(bits) > -1, bits
