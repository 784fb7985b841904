"""What could have been known, what was missed and what others' choices told, against brute force and by hand."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import product
from math import log2
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cli.lost_code.proofs import told as in_words
from solver.errors import SeatError
from solver.games import read as read_text
from solver.lost_code.events import (
    Answer,
    Event,
    Exchange,
    Final,
    Guess,
    Log,
    Reveal,
    Roll,
    Symbol,
    Token,
    Variant,
    Verdict,
)
from solver.lost_code.knowledge import knowledge
from solver.lost_code.odds import odds
from solver.lost_code.ranking import one_step
from solver.lost_code.reading import read
from solver.lost_code.review.knowing import story
from solver.lost_code.review.story import Certain, FalseAnswer, Missed, Oversight, Told
from solver.lost_code.review.telling import told
from solver.lost_code.sheet import Box, Sheet
from solver.lost_code.sheet_check import ideal
from solver.lost_code.simulate import deal
from solver.lost_code.view import view
from solver.table import satisfying
from tests.deciding import playing, record_of
from tests.records import CONTRADICTIONS, golden, line_of
from tests.sheets import PAD
from tests.test_proofs import check, seen

EXAMPLES = Path(__file__).parents[1] / "solver" / "lost_code" / "examples"
RULEBOOK = (EXAMPLES / "rulebook.game").read_text("utf-8")
INTRODUCTORY = (Variant.INTRODUCTORY, Variant.SHORTCUT, Variant.CURSE)
GAMES: Sequence[tuple[int, int, tuple[Variant, ...]]] = (
    (41, 4, ()),
    (42, 3, (Variant.X_RACE, *INTRODUCTORY)),
)

# By rules of their own, box by box: "Content", "End of the Game" and "Deadly Shortcut".
POINTS = {0: -2, 1: 5, 2: 2, 3: 1}


@cache
def random_game(seed: int, players: int, variants: tuple[Variant, ...]) -> str:
    """A complete record in which one player decides anything at all."""
    return record_of(playing(deal(Random(seed), players, variants), ("random", "lookahead-blind"), seed)[0].events)


# ---- what can be known, by trying every log --------------------------------------------------------------------------


LogTried = tuple[int, ...]


@dataclass
class Trying:
    """What a seat can know, found by trying every log. All stones but its own lie in sight.

    gone: for each symbol the stones that the seat gave up. told: (stones, low, high, word) of its own bets.
    """

    seat: str
    symbols: Sequence[Symbol]
    numbers: range
    sight: dict[Symbol, set[int]] = field(default_factory=dict)
    gone: dict[Symbol, list[int]] = field(default_factory=dict)
    dice: list[Symbol] = field(default_factory=list)
    bet: tuple[list[tuple[Symbol, int]], int, int] | None = None
    told: list[tuple[list[tuple[Symbol, int]], int, int, Verdict]] = field(default_factory=list)
    opened: LogTried | None = None

    def hear(self, event: Event) -> bool:
        """Take an event down. Gives whether it may tell something."""
        match event:
            case Log(owner, stones) if owner != self.seat:
                for symbol, number in stones:
                    assert number is not None
                    self.sight.setdefault(symbol, set()).add(number)
            case Roll(dice):
                self.dice = list(dice)
            case Guess(player, low, high) if player == self.seat:
                self.bet = ([(die, len(self.gone.get(die, []))) for die in self.dice], low, high)
            case Answer(player, verdict) if player == self.seat:
                assert self.bet is not None
                self.told.append((*self.bet, verdict))
                return True
            case Exchange(player, symbol, discarded, drawn):
                assert discarded is not None
                assert drawn is not None
                if player == self.seat:
                    self.gone.setdefault(symbol, []).append(discarded)
                self.sight[symbol].add(discarded if player == self.seat else drawn)
                return True
            case Reveal(player, stones) if player == self.seat:
                self.opened = tuple(number for _, number in stones if number is not None)
                return True
            case _:
                pass
        if event.__class__.__name__ == "Turn":
            self.dice[self.dice.index(event.shown)] = event.turned  # type: ignore[union-attr]
        return False

    def logs(self) -> list[LogTried]:
        """Every log that fits."""
        if self.opened:
            return [self.opened]
        free = [[n for n in self.numbers if n not in self.sight[symbol]] for symbol in self.symbols]
        logs = list(product(*free))
        for stones, low, high, word in self.told:
            logs = [log for log in logs if self.says(log, stones, low, high, word)]
        return logs

    def says(self, log: LogTried, stones: Sequence[tuple[Symbol, int]], low: int, high: int, word: Verdict) -> bool:
        total = self.total(log, stones)
        said = {
            Verdict.RIGHT: low <= total <= high,
            Verdict.LOWER: total < low,
            Verdict.HIGHER: total > high,
            Verdict.WRONG: not low <= total <= high,
        }
        return said[word]

    def total(self, log: LogTried, stones: Sequence[tuple[Symbol, int]]) -> int:
        gone = self.gone
        return sum(
            gone[symbol][place] if place < len(gone.get(symbol, [])) else log[self.symbols.index(symbol)]
            for symbol, place in stones
        )


@dataclass(frozen=True)
class Tried:
    """A line, and what was known before and after it."""

    line: int
    round: int
    event: Event
    before: list[LogTried]
    after: list[LogTried]
    held: Mapping[Symbol, int]
    totals: Sequence[int]


def trying(text: str, seat: str) -> Iterator[Tried]:
    record = read_text(text)
    by_hand = Trying(seat, record.state.symbols, record.state.numbers)
    logs: list[LogTried] = []
    number = 0
    for entry in record.entries:
        begins = isinstance(entry.event, Roll)
        before = by_hand.logs() if begins and not number else logs
        number += begins
        totals: list[int] = []
        logs = by_hand.logs() if by_hand.hear(entry.event) and number else before
        if isinstance(entry.event, Guess) and entry.event.player == seat:
            assert by_hand.bet is not None
            totals = [by_hand.total(log, by_hand.bet[0]) for log in before]
        held = {symbol: len(by_hand.gone.get(symbol, [])) for symbol in by_hand.symbols}
        yield Tried(entry.line, number, entry.event, before, logs, held, totals)


@cache
def tried(text: str, seat: str) -> list[Tried]:
    return list(trying(text, seat))


def counted(logs: Sequence[LogTried], axis: int) -> Counter[int]:
    return Counter(log[axis] for log in logs)


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_bits_and_what_is_certain_by_trying_every_log(game: tuple[int, int, tuple[Variant, ...]]) -> None:
    text = random_game(*game)
    symbols = read_text(text).state.symbols
    bits: list[tuple[int, int, int, float]] = []
    certain: dict[tuple[Symbol, int], Certain] = {}
    begun = 0
    for each in tried(text, "Ann"):
        begun = each.line if not each.round else begun
        for line, number, logs in ((begun, 0, each.before), (each.line, each.round, each.after)):
            if not each.round or (line == begun and bits):
                continue
            if not bits or bits[-1][2] != len(logs):
                bits.append((line, number, len(logs), log2(len(logs))))
            for axis, symbol in enumerate(symbols):
                values = set(counted(logs, axis))
                key = (symbol, each.held[symbol])
                if len(values) == 1 and key not in certain and not isinstance(each.event, Reveal):
                    certain[key] = Certain(*key, values.pop(), line, number)
    found = story(read_text(text), "Ann")
    assert [each[:3] for each in found.bits] == [each[:3] for each in bits]
    assert [each[3] for each in found.bits] == pytest.approx([each[3] for each in bits])
    assert sorted(found.certain, key=repr) == sorted(certain.values(), key=repr)
    assert certain


def worth(counts: Counter[int], numbers: Sequence[int]) -> float:
    """VP of a final guess on average."""
    right = sum(counts[number] for number in numbers) / counts.total()
    return right * POINTS[len(numbers)] + (1 - right) * POINTS[0]


def best_of(counts: Counter[int]) -> tuple[int, ...]:
    """The one, two or three likeliest numbers that are worth most; of equal ones fewer, of equally likely the least."""
    ranked = sorted(range(9), key=lambda number: (-counts[number], number))
    return max((tuple(ranked[:k]) for k in (1, 2, 3)), key=lambda some: (round(worth(counts, some), 9), -len(some)))


Found = dict[tuple[Oversight, int, Symbol | None], tuple[tuple[int, ...], Any]]


def missed_by_hand(text: str, seat: str) -> Found:
    """Everything that was missed, with its cost; None for the cost of a bet."""
    symbols = read_text(text).state.symbols
    found: Found = {}
    held: set[Symbol] = set()

    def guessed(each: Tried, symbol: Symbol, numbers: tuple[int, ...], *, token: bool) -> None:
        counts = counted(each.before, symbols.index(symbol))
        most, mine = worth(counts, best_of(counts)), worth(counts, numbers)
        cost = max(most, 2 * most) - 2 * mine if token else most - mine
        if len(counts) == 1 and numbers != tuple(counts):
            found[Oversight.STONE, each.line, symbol] = (tuple(counts), pytest.approx(cost))
        elif out := tuple(number for number in numbers if not counts[number]):
            found[Oversight.NUMBER, each.line, symbol] = (out, pytest.approx(cost))

    for each in tried(text, seat):
        match each.event:
            case Guess(player, low, high) if player == seat:
                if not any(low <= total <= high for total in each.totals):
                    found[Oversight.BET, each.line, None] = (tuple(range(low, high + 1)), None)
            case Token(player, symbol, numbers) if player == seat:
                assert numbers is not None
                guessed(each, symbol, numbers, token=True)
                held.add(symbol)
            case Final(player, guesses) if player == seat:
                for symbol in symbols:
                    if symbol not in held:
                        guessed(each, symbol, dict(guesses).get(symbol, ()), token=False)
            case _:
                pass
    return found


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_what_was_missed_by_trying_every_log(game: tuple[int, int, tuple[Variant, ...]]) -> None:
    text = random_game(*game)
    missed = story(read_text(text), "Ann").missed
    expected = missed_by_hand(text, "Ann")
    assert len(expected) > 5
    assert {(each.what, each.line, each.symbol): each.numbers for each in missed} == {
        key: numbers for key, (numbers, _) in expected.items()
    }
    for each in missed:
        if each.what is Oversight.BET:
            # The exact one-step values, which `rank` lists: counted in whole numbers and tested by themselves.
            priced = one_step(view(read_text(text, before=each.line), "Ann")).guesses
            (mine,) = [bet for bet in priced if (bet.low, bet.high) == (each.numbers[0], each.numbers[-1])]
            assert priced[0].value is not None
            assert mine.value is not None
            assert each.cost == pytest.approx(priced[0].value - mine.value)
        else:
            assert each.cost == expected[each.what, each.line, each.symbol][1]
        assert each.cost > 0
        proved(each)


def proved(missed: Missed) -> None:
    """Every step of the proof is true by itself, and they come to what is to be proved."""
    assert missed.proof is not None
    numbers, known = missed.view.table.numbers, knowledge(missed.view)
    if missed.symbol is None:
        check(missed.proof, seen(known, numbers), numbers, refuting=True)
        return
    own = known.asked[missed.view.table.symbols.index(missed.symbol)]
    added = check(missed.proof, seen(known, numbers), numbers, refuting=False) | set(seen(known, numbers))
    certain = missed.what is Oversight.STONE
    assert {(own, n) for n in numbers if (n not in missed.numbers) is certain} <= added


# ---- by hand ---------------------------------------------------------------------------------------------------------


def test_the_rulebook_examples() -> None:
    """“Exchanging Stones”: Jim discards the chameleon 2, so his jaguar is a 1. “Example of scoring”: what Diana knows.

    She “is sure of her jaguar and her human”, and of nothing else.
    """
    record = read_text(RULEBOOK)
    jims = story(record, "Jim").certain
    swap = line_of(RULEBOOK, "exchange Jim chameleon 2 0")
    assert Certain(Symbol.JAGUAR, 0, 1, swap, 3) in jims
    diana = story(record, "Diana")
    assert {(each.symbol, each.number) for each in diana.certain} == {(Symbol.JAGUAR, 2), (Symbol.HUMAN, 0)}
    assert diana.missed == ()


SMALL = """\
game lost-code
players Bob Ann
variant curse
wheels 1=7 2=4 3=3 4=3 5=2 7=2 10=1
log Ann bear 0 jaguar 0 human 0 bird 0 chameleon 0 snake 0
log Bob bear 3 jaguar 1 human 7 bird 2 chameleon 5 snake 1
log neutral-1 bear 1 jaguar 4 human 2 bird 6 chameleon 3 snake 6
log neutral-2 bear 6 jaguar 7 human 5 bird 4 chameleon 7 snake 2
roll bear jaguar human
guess Ann 0
guess Bob 10-13
answer Ann right
answer Bob right
roll bear jaguar bird
guess Bob 5-9
guess Ann 8-11
"""
"""Ann is told that bear + jaguar + human is 0, so each of them is. Her bird is 0, 1, 3, 5 or 7."""


def test_a_bet_that_could_not_be_right() -> None:
    """0 + 0 + 7 is the most that it can be, and she sets 8 to 11."""
    record = read_text(SMALL)
    found = story(record, "Ann")
    answer = line_of(SMALL, "answer Ann right")
    zeros = [Certain(symbol, 0, 0, answer, 1) for symbol in (Symbol.BEAR, Symbol.JAGUAR, Symbol.HUMAN)]
    assert list(found.certain) == zeros
    (missed,) = found.missed
    assert (missed.what, missed.line, missed.round) == (Oversight.BET, line_of(SMALL, "guess Ann 8-11"), 2)
    assert missed.numbers == (8, 9, 10, 11)
    proved(missed)
    assert missed.proof is not None
    told_in_words = in_words(missed.view, missed.proof)
    # bear is 0, jaguar is 0, and so the bet cannot be.
    assert [each.line for each in told_in_words] == [answer, answer, missed.line]
    assert told_in_words[-1].text.endswith("that cannot be.")
    # Of 4 free numbers for each stone (of the bear 0 2 4 5 7) three became one.
    free = 5**6
    assert [each[:3] for each in found.bits] == [(line_of(SMALL, "log neutral-2"), 0, free), (answer, 1, 5**3)]
    assert story(record, "Bob").missed == ()


def test_answers_that_were_left_out_stand_on_the_lines_of_their_guesses() -> None:
    text = SMALL.replace("answer Ann right\nanswer Bob right\n", "")
    found = story(read_text(text), "Ann")
    guess = line_of(text, "guess Ann 0")
    assert [each[:3] for each in found.bits] == [(line_of(text, "log neutral-2"), 0, 5**6), (guess, 1, 5**3)]
    assert [(each.line, each.round) for each in found.certain] == [(guess, 1)] * 3


def test_a_false_right_for_the_holder_of_the_curse() -> None:
    """Ann holds the curse: she is the first. Her 0 is below 8 to 11, which would have cost her 3 VP; she moves on 3.

    No log fits any more, since her bird is 7 at most. From there on all is by the true answer, which told nothing.
    """
    text = SMALL + "answer Bob right\nanswer Ann right\nroll bird bird bird\nguess Bob 6-8\nguess Ann 0-3\n"
    found = story(read_text(text), "Ann")
    false = line_of(text, "answer Ann right")
    assert found.false_answers == (FalseAnswer(false, 2, Verdict.RIGHT, Verdict.LOWER, 6, 0, false),)
    assert found.bits == story(read_text(SMALL), "Ann").bits
    assert told(read_text(text), "Ann").unread == 0


def test_a_false_wrong_takes_away_what_the_wheel_is_worth() -> None:
    start = SMALL[: SMALL.index("answer Ann right")]
    text = start + "answer Ann wrong\nanswer Bob right\nexchange Ann bird 0 7\n"
    (false,) = story(read_text(text), "Ann").false_answers
    answer = line_of(text, "answer Ann wrong")
    assert false == FalseAnswer(answer, 1, Verdict.WRONG, Verdict.RIGHT, -7, 0, None)


def test_an_answer_that_was_false_in_an_example() -> None:
    """Its comment: “Noah had bear 2, bird 2 and jaguar 6, which make 10 and not 11-14: lower”; he moved 3 VP."""
    text = (EXAMPLES / "slip.game").read_text("utf-8")
    # The first answer after the roll of round 2.
    said = line_of(text, "roll bear bird jaguar") + 4
    assert text.split("\n")[said - 1] == "answer Noah right"
    expected = FalseAnswer(said, 2, Verdict.RIGHT, Verdict.LOWER, 3, 0, None)
    assert story(read_text(text), "Noah").false_answers == (expected,)


def test_what_only_seemed_certain_is_not_called_so() -> None:
    """She is told that three times her bear is 21. It is a 0, and nobody could know what was false."""
    start = SMALL[: SMALL.index("roll bear jaguar human")]
    text = start + "roll bear bear bear\nguess Ann 21\nguess Bob 9-12\nanswer Ann right\nanswer Bob right\n"
    text += "roll bear bear bear\nguess Bob 9-12\nguess Ann 0-1\n"
    found = story(read_text(text), "Ann")
    assert found.bits[-1][2] == 5**5
    assert found.certain == ()
    assert found.missed == ()
    # The other way round: what he says is true.
    honest = text.replace("guess Ann 21\n", "guess Ann 0\n").replace("guess Ann 0-1", "guess Ann 0")
    assert [each.symbol for each in story(read_text(honest), "Ann").certain] == [Symbol.BEAR]


SWAPPED = {"lower": "higher", "higher": "lower"}


def finals_of(logs: Sequence[LogTried], true: LogTried) -> int:
    """VP of the best final guesses by the logs that may be, had they been these."""
    placed = [best_of(counted(logs, axis)) for axis in range(len(true))]
    return sum(POINTS[len(some)] if n in some else POINTS[0] for some, n in zip(placed, true, strict=True))


def test_a_wrong_direction_by_trying_every_log() -> None:
    """Each answer that had a direction, turned round; who must exchange and where the pieces stand is as before."""
    text = random_game(44, 4, (Variant.INTRODUCTORY,))
    lines = text.split("\n")
    swaps = [place for place, each in enumerate(lines) if each in ("answer Ann lower", "answer Ann higher")]
    assert len(swaps) > 2
    ends = [each for each in tried(text, "Ann") if not isinstance(each.event, Final | Reveal)][-1]
    seen_at_end = [each for each in tried(text, "Ann") if isinstance(each.event, Reveal)][-1].after[0]
    noticed = 0
    for place in swaps[:3]:
        said = lines[place].split()[-1]
        wrong = "\n".join([*lines[:place], f"answer Ann {SWAPPED[said]}", *lines[place + 1 :]])
        by_hand = tried(wrong, "Ann")
        empty = next((each.line for each in by_hand if each.round and not each.after), None)
        last = [each for each in by_hand if not isinstance(each.event, Final | Reveal)][-1].after
        lost = finals_of(ends.after, seen_at_end) - finals_of(last, seen_at_end) if last else 0
        found = story(read_text(wrong), "Ann").false_answers
        number = by_hand[place - 1].round
        assert found == (FalseAnswer(place + 1, number, Verdict(SWAPPED[said]), Verdict(said), 0, lost, empty),)
        noticed += empty is not None
    assert noticed


# ---- sheets ----------------------------------------------------------------------------------------------------------


def erased(sheet: Sheet, symbol: Symbol, *numbers: int) -> Sheet:
    """The sheet with crosses taken away."""
    rows = []
    for row in sheet.rows:
        here = row.symbol is symbol
        boxes = tuple(Box.OPEN if here and number in numbers else box for number, box in enumerate(row.boxes))
        rows.append(replace(row, boxes=boxes))
    return replace(sheet, rows=tuple(rows))


def test_a_sheet_that_shows_everything_and_one_that_does_not() -> None:
    """Jim's after round 3, when he knows that his jaguar is a 1.

    It is no 7 since round 1: his bear is no 0, since that is Christopher's, and jaguar, bird and bear are lower than 8.
    That it is no 2, he knows from his discard in round 3: 2 + 2 + jaguar is 5 at most.
    """
    record = read_text(RULEBOOK)
    after = line_of(RULEBOOK, "roll human jaguar bird")
    sheet = ideal(read_text(RULEBOOK, before=after), "Jim", tuple(map(Symbol, PAD)))
    whole = story(record, "Jim", sheet)
    assert whole.missed == ()
    noted = [each.noted for each in whole.certain if each.symbol is Symbol.JAGUAR]
    assert noted == [3]
    assert all(each.noted is None for each in story(record, "Jim").certain)

    without = story(record, "Jim", erased(sheet, Symbol.JAGUAR, 2, 7))
    assert [each.noted for each in without.certain if each.symbol is Symbol.JAGUAR] == [None]
    (missed,) = without.missed
    assert (missed.what, missed.symbol, missed.numbers, missed.cost) == (Oversight.SHEET, Symbol.JAGUAR, (2, 7), 0)
    assert (missed.line, missed.round) == (line_of(RULEBOOK, "exchange Jim chameleon 2 0"), 3)
    proved(missed)

    only = story(record, "Jim", erased(sheet, Symbol.JAGUAR, 7)).missed
    assert [(each.numbers, each.line, each.round) for each in only] == [
        ((7,), line_of(RULEBOOK, "guess Christopher 10-14") + 2, 1)
    ]


# ---- what the others' choices tell -----------------------------------------------------------------------------------


@cache
def careful_game(seed: int, players: int, variants: tuple[Variant, ...]) -> tuple[Event, ...]:
    return playing(deal(Random(seed), players, variants), ("lookahead-blind",), seed)[0].events


@cache
def told_of(game: tuple[int, int, tuple[Variant, ...]], seat: str) -> Told:
    return told(read_text(record_of(careful_game(*game))), seat)


READ: Sequence[tuple[int, int, tuple[Variant, ...]]] = ((51, 3, INTRODUCTORY), (52, 2, ()), (53, 4, INTRODUCTORY))


def chances(text: str, seat: str) -> tuple[float, float]:
    """The chance of the true log at the end of a part of a complete record, by the facts and with what was read."""
    record = read_text(text)
    known = odds(view(record, seat))
    numbers = [record.state.held(seat, symbol).number for symbol in known.symbols]
    true = tuple(axis.index(number) for axis, number in zip(known.table.numbers, numbers, strict=True))
    ways = known.table.ways
    read_ways = ways * read(record, seat).weights(known)
    return float(ways[true] / ways.sum()), float(read_ways[true] / read_ways.sum())


def test_reading_tells_more_than_it_misleads() -> None:
    """Players who take the best one-step value, read in a few games from two seats each: the mean is above 0."""
    found = [told_of(game, seat) for game in READ for seat in ("Ann", "Bob")]
    assert sum(each.bits for each in found) > 0
    assert sum(sum(each.by_player.values()) for each in found) > 5 * len(found)
    assert sum(each.gained for each in found) > 0
    assert all(not each.unread for each in found)


@pytest.mark.parametrize("game", READ[:2], ids=str)
def test_bits_are_those_of_the_true_log(game: tuple[int, int, tuple[Variant, ...]]) -> None:
    """At the end and at every decision that is listed, and what each scored with the stones that lay there."""
    text = record_of(careful_game(*game))
    record, whole = read_text(text), told_of(game, "Ann")
    facts, read_chance = chances("\n".join(each for each in text.split("\n") if each.split()[0] not in ENDS), "Ann")
    assert whole.bits == pytest.approx(log2(read_chance / facts), abs=1e-6)
    assert whole.read == read(record, "Ann").read
    assert whole.decisions
    assert whole.gained == sum(after - before for before, after in (each.scored for each in whole.decisions))
    for each in whole.decisions:
        ((by_facts,), (by_reading,)) = each.facts, each.read
        assert by_facts != by_reading
        cut = read_text(text, before=each.line)
        log = {symbol: cut.state.held("Ann", symbol).number for symbol in cut.state.symbols}
        if isinstance(by_facts, Guess):
            best = one_step(view(cut, "Ann")).guesses[0]
            assert (by_facts.low, by_facts.high) == (best.low, best.high)
            total = sum(log[die] or 0 for die in cut.state.dice)
            lost = cut.state.cursed == "Ann"
            for bet, scored in zip((by_facts, by_reading), each.scored, strict=True):
                assert isinstance(bet, Guess)
                points = cut.state.points[bet.high - bet.low + 1]
                assert scored == (points if bet.low <= total <= bet.high else -points if lost else 0)
            if each is whole.decisions[0]:
                part = "\n".join(text.split("\n")[: each.line - 1])
                assert each.chance == pytest.approx(chances(part, "Ann"), abs=1e-5)
        else:
            for final, scored in zip((by_facts, by_reading), each.scored, strict=True):
                assert isinstance(final, Final)
                right = (POINTS[len(some)] if log[symbol] in some else POINTS[0] for symbol, some in final.guesses)
                assert scored == sum(right)


ENDS = ("final", "reveal")


def test_a_choice_tells_what_it_changes() -> None:
    """Up to the first answer nothing but the choices tells anything: what they tell adds up."""
    text = record_of(careful_game(*READ[0]))
    lines = text.split("\n")
    answer = next(place for place, each in enumerate(lines) if each.startswith("answer"))
    part = "\n".join(lines[:answer])
    for seat in ("Ann", "Bob", "Cy"):
        found = told(read_text(part), seat)
        facts, read_chance = chances(part, seat)
        assert found.bits == pytest.approx(log2(read_chance / facts), abs=1e-5)
        assert sum(found.by_player.values()) == pytest.approx(found.bits)
        assert set(found.by_player) == {"Ann", "Bob", "Cy"} - {seat}
        assert found.read == 2


def test_what_the_others_hide_changes_nothing() -> None:
    """What they wrote with tokens and at the end is theirs; another's record of the same game tells the same."""
    events = careful_game(*READ[2])
    symbols = read_text(record_of(events)).state.symbols
    hidden: list[Event] = []
    for event in events:
        if isinstance(event, Token) and event.player != "Ann":
            hidden.append(replace(event, numbers=(0, 1)))
        elif isinstance(event, Final) and event.player != "Ann":
            mine = {token.symbol for token in events if isinstance(token, Token) and token.player == event.player}
            hidden.append(replace(event, guesses=tuple((s, (0,)) for s in symbols if s not in mine)))
        else:
            hidden.append(event)
    assert hidden != list(events)
    assert any(isinstance(event, Token) and event.player != "Ann" for event in events)
    same, other = read_text(record_of(events)), read_text(record_of(hidden))
    assert story(same, "Ann") == story(other, "Ann")
    assert told_of(READ[2], "Ann") == told(other, "Ann")


def test_a_false_answer_counts_as_the_true_one_for_what_was_read() -> None:
    text = record_of(careful_game(*READ[1]))
    said = next(each for each in text.split("\n") if each in ("answer Ann lower", "answer Ann higher"))
    wrong = text.replace(said, f"answer Ann {SWAPPED[said.split()[-1]]}", 1)
    assert told(read_text(wrong), "Ann") == told_of(READ[1], "Ann")


@pytest.mark.parametrize("name", ["midway", "slip"])
def test_a_players_own_record_is_told_as_far_as_it_goes(name: str) -> None:
    """Her own stones are not in it: bits left can be told, but not the chance of the true log."""
    record = read_text((EXAMPLES / f"{name}.game").read_text("utf-8"))
    me = record.state.me
    assert me is not None
    last = story(record, me).bits[-1]
    known = odds(view(record, me))
    assert last[2] == known.total
    assert last[3] == pytest.approx(known.bits)
    mine = told(record, me)
    assert (mine.bits, mine.decisions) == (0.0, ())
    assert mine.read > 10
    for other in record.state.players:
        if other != me:
            # They see what is hidden here, so what they thought cannot be told.
            assert story(record, other).bits
            assert told(record, other).read == 0


def test_a_players_own_record_after_the_reveal_tells_the_same() -> None:
    """Lines as in the complete record: “me” stands where her log was told, the rest as she saw it."""
    complete = record_of(careful_game(*READ[1]))
    own = []
    for each in complete.split("\n"):
        words = each.split()
        if each.startswith("log Ann"):
            own.append("me Ann")
        elif each.startswith("exchange Ann"):
            own.append(" ".join([*words[:-1], "?"]))
        else:
            own.append(each)
    record = read_text("\n".join(own))
    assert story(record, "Ann") == story(read_text(complete), "Ann")
    assert told(record, "Ann").by_player.keys() == {"Bob"}
    assert told(record, "Ann").read == told_of(READ[1], "Ann").read


@pytest.mark.parametrize("name", CONTRADICTIONS)
def test_a_record_that_contradicts_itself_is_told_up_to_there(name: str) -> None:
    """Her stones are not in it, so nobody can say which answer was false."""
    record = read_text(golden(name))
    me = record.state.me
    assert me is not None
    found = story(record, me)
    cuts = range(len(record.lines), 0, -1)
    fits = next(last for last in cuts if satisfying(knowledge(view(read_text(golden(name), before=last + 1), me))))
    assert fits < len(record.lines)
    assert found.bits[-1][0] <= fits
    assert found.bits[-1][2] == odds(view(read_text(golden(name), before=fits + 1), me)).total
    assert found.false_answers == ()


def test_reading_goes_on_until_no_log_fits() -> None:
    record = read_text(golden(CONTRADICTIONS[1]))
    me = record.state.me
    assert me is not None
    found = told(record, me)
    others = sum(isinstance(entry.event, Guess | Exchange) and entry.event.player != me for entry in record.entries)
    assert found.read > 0
    assert found.unread > 0
    assert found.read + found.unread == others


def test_a_stone_in_two_places_ends_the_story() -> None:
    """Ann notes that she gave up a bear 3, which lies in Bob's log: from there on nothing can be known."""
    start = SMALL[: SMALL.index("answer Ann right")].replace(SMALL.split("\n")[4], "me Ann")
    told_wrong = start + "answer Ann wrong\nanswer Bob right\n"
    after = told_wrong + "exchange Ann bear 3 ?\nroll bird bird bird\nguess Ann 3-5\nguess Bob 0-3\n"
    found = story(read_text(after), "Ann")
    # Of all logs those are gone with 0 + 0 + 0: 5 * 5 * 5 for the other three symbols.
    assert [each[:3] for each in found.bits] == [
        (line_of(after, "log neutral-2"), 0, 5**6),
        (line_of(after, "answer Ann wrong"), 1, 5**6 - 5**3),
    ]
    assert (found.certain, found.missed, found.false_answers) == ((), (), ())
    assert told(read_text(after), "Ann").unread == 1


def test_nobody_of_that_name() -> None:
    for tell in (story, told):
        with pytest.raises(SeatError, match="Zoe"):
            tell(read_text(SMALL), "Zoe")
