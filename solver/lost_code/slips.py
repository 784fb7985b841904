"""The slips that happen at a table, and what each line of a record would say had one of them not happened.

A slip is put right by changing one line, leaving one out, putting one in, or exchanging what two lines say. Nothing
here asks the rules or the stones: `check.py` does.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import combinations
from types import MappingProxyType

from solver.lost_code.events import (
    SYMBOLS,
    Answer,
    Event,
    Exchange,
    Guess,
    Log,
    Reveal,
    Roll,
    Stones,
    Symbol,
    Turn,
    Verdict,
)
from solver.lost_code.state import State
from solver.record import Entry

__all__ = ["PRIORS", "Change", "Kind", "Slip", "forgotten_exchanges", "same_change", "slips"]


class Kind(StrEnum):
    """What went wrong, in a few words for a screen."""

    DIRECTION = "announced the wrong way round"
    VERDICT = "right for wrong"
    RANGE = "a range off by one or two"
    WIDTH = "the wrong wheel width"
    DIE = "a die misread"
    TURN_FORGOTTEN = "a turned die forgotten"
    TURN_INVENTED = "a turn noted that was none"
    SWAPPED = "two symbols swapped"
    STONE = "a visible stone misread"
    DISCARD = "a discard misread"
    EXCHANGE_FORGOTTEN = "an exchange forgotten"
    EXCHANGE_SYMBOL = "an exchange of another symbol"
    ANSWERS_SWAPPED = "two answers swapped"


PRIORS: Mapping[Kind, float] = MappingProxyType(
    {
        # What is said aloud leaves no trace on the table, so nobody can look again; most slips happen here.
        Kind.DIRECTION: 1 / 40,
        # As easily said, but a piece moves or stays for all to see.
        Kind.VERDICT: 1 / 100,
        # Wheels lie on the board until the round ends, so a range can be read again; it is written down in haste.
        Kind.RANGE: 1 / 100,
        # The wrong width is a range of which one end is right: seldom, since the two ends are read off together.
        Kind.WIDTH: 1 / 250,
        # Three dice lie there for the whole round.
        Kind.DIE: 1 / 150,
        # Its line has to be thought of between the throw and the guesses: the easiest line to leave out.
        Kind.TURN_FORGOTTEN: 1 / 50,
        # Nobody writes down what did not happen, but a player may take a turn back.
        Kind.TURN_INVENTED: 1 / 400,
        # In a log of six numbers, or in a throw.
        Kind.SWAPPED: 1 / 150,
        # Stones stand upright at the other side of a table; each is looked at again and again.
        Kind.STONE: 1 / 250,
        # Lies open, but is looked at once.
        Kind.DISCARD: 1 / 150,
        # The round is over and everybody reaches for the dice.
        Kind.EXCHANGE_FORGOTTEN: 1 / 60,
        Kind.EXCHANGE_SYMBOL: 1 / 150,
        Kind.ANSWERS_SWAPPED: 1 / 150,
    }
)
"""How often a kind of slip happens where it can: for each line, each pair of answers, each stone of a log.

Estimates, made before anything was measured; nobody has counted at real tables. They decide the order only. A prior is
spread evenly over the ways in which the slip can happen there: a die can be misread in 15 ways, an announcement be
turned round in one.
"""


@dataclass(frozen=True, slots=True)
class Change:
    """What one line says, and what it should say.

    place: of the entry, in the order in which entries take effect. line: the physical line, from 1. says: None if a
    line is missing before this one. means: None if this line should not stand there.
    """

    place: int
    line: int
    says: Event | None
    means: Event | None


@dataclass(frozen=True, slots=True)
class Slip:
    """One slip, by what would put it right.

    changes: one, or two where two lines changed what they say. prior: its chance in a record where it can happen.
    round: in which it concerns the dice, the wheels or the answers of that round alone; 0 if it concerns stones.
    told: the lines say what was said at the table, so the game went on from there; but it was not true.
    """

    kind: Kind
    changes: tuple[Change, ...]
    prior: float
    round: int = 0
    told: bool = False


def slips(entries: Sequence[Entry[Event]], set_up: State) -> Iterator[Slip]:
    """Every slip that may be hidden in a record, but a forgotten exchange.

    entries: in the order in which they take effect; those on line 0 are nobody's lines. set_up: the table before the
    first roll. Two ways to the same repair are both given: `same_change` tells.
    """
    now = 0
    guesses: dict[str, Guess] = {}
    answers: list[tuple[int, Entry[Answer]]] = []
    dice: list[Symbol] = []
    turned = False
    for place, entry in enumerate(entries):
        event = entry.event
        if isinstance(event, Roll):
            yield from _answers_swapped(answers, now)
            now, guesses, answers, turned = now + 1, {}, [], False
            dice = list(event.dice)
        if isinstance(event, Guess):
            if not guesses and (not turned or Symbol.BEAR not in set_up.symbols):
                yield from _turn_forgotten(place, entry, dice, set_up, now)
            guesses[event.player] = event
        if entry.line:
            yield from _of_line(place, entry, event, set_up, now, guesses, dice)
            if isinstance(event, Answer):
                answers.append((place, Entry(entry.line, event)))
        if isinstance(event, Turn):
            turned = True
            if event.shown in dice:
                dice[dice.index(event.shown)] = event.turned
    yield from _answers_swapped(answers, now)


def forgotten_exchanges(place: int, line: int, set_up: State, *, numbered: bool) -> Iterator[Slip]:
    """An exchange that is missing before an entry. numbered: with each number that may have been drawn, else `?`.

    The discard is left open: where it is known, it stands on an earlier line.
    """
    drawn: Sequence[int | None] = set_up.numbers if numbered else (None,)
    ways = len(set_up.symbols) * len(drawn)
    for player in set_up.players:
        for symbol in set_up.symbols:
            for number in drawn:
                missing = Change(place, line, None, Exchange(player, symbol, None, number))
                yield Slip(Kind.EXCHANGE_FORGOTTEN, (missing,), PRIORS[Kind.EXCHANGE_FORGOTTEN] / ways)


def same_change(slip: Slip) -> object:
    """Equal for slips with the same repair: the order of the dice in a throw is no matter."""
    return tuple((c.place, c.says is None, _plain(c.means)) for c in slip.changes)


def _plain(event: Event | None) -> object:
    return ("roll", *sorted(event.dice)) if isinstance(event, Roll) else event


def _of_line(
    place: int,
    entry: Entry[Event],
    event: Event,
    set_up: State,
    now: int,
    guesses: Mapping[str, Guess],
    dice: Sequence[Symbol],
) -> Iterator[Slip]:
    """The slips within one line."""
    ways: Iterable[tuple[Kind, Event | None]]
    concerned = now
    match event:
        case Answer():
            ways = _answers(event, guesses.get(event.player), set_up)
        case Guess():
            ways = _guesses(event, set_up)
        case Roll():
            ways = _rolls(event)
        case Turn():
            ways = _turns(event, set_up, dice)
        case Exchange():
            ways, concerned = _exchanges(event, set_up), 0
        case Log(stones=stones) | Reveal(stones=stones):
            for at in range(len(stones)):
                misread = [(Kind.STONE, replace(event, stones=other)) for other in _misread(stones, at, set_up)]
                yield from _spread(place, entry, misread, 0)
            ways, concerned = [(Kind.SWAPPED, replace(event, stones=other)) for other in _exchanged(stones)], 0
        case _:
            return
    yield from _spread(place, entry, ways, concerned)


def _spread(
    place: int, entry: Entry[Event], ways: Iterable[tuple[Kind, Event | None]], concerned: int
) -> Iterator[Slip]:
    """Spread each kind's prior over the ways in which it can have happened on the line."""
    ways = list(ways)
    often = Counter(kind for kind, _ in ways)
    for kind, means in ways:
        change = Change(place, entry.line, entry.event, means)
        yield Slip(kind, (change,), PRIORS[kind] / often[kind], concerned)


def _answers(event: Answer, guess: Guess | None, set_up: State) -> Iterator[tuple[Kind, Event]]:
    smallest = guess is not None and guess.high - guess.low + 1 == set_up.smallest
    match event.verdict:
        case Verdict.RIGHT:
            for verdict in [Verdict.WRONG] if smallest else [Verdict.LOWER, Verdict.HIGHER]:
                yield Kind.VERDICT, replace(event, verdict=verdict)
        case Verdict.LOWER | Verdict.HIGHER:
            other = Verdict.HIGHER if event.verdict is Verdict.LOWER else Verdict.LOWER
            yield Kind.DIRECTION, replace(event, verdict=other)
            yield Kind.VERDICT, replace(event, verdict=Verdict.RIGHT)
        case Verdict.WRONG:
            yield Kind.VERDICT, replace(event, verdict=Verdict.RIGHT)


def _guesses(event: Guess, set_up: State) -> Iterator[tuple[Kind, Event]]:
    for by in (-2, -1, 1, 2):
        if event.low + by >= 0 and event.high + by <= set_up.top:
            yield Kind.RANGE, Guess(event.player, event.low + by, event.high + by)
    for width in set_up.points:
        if width != event.high - event.low + 1:
            if event.low + width - 1 <= set_up.top:
                yield Kind.WIDTH, replace(event, high=event.low + width - 1)
            if event.high - width + 1 >= 0:
                yield Kind.WIDTH, replace(event, low=event.high - width + 1)


def _rolls(event: Roll) -> Iterator[tuple[Kind, Event]]:
    for at, shown in enumerate(event.dice):
        for symbol in SYMBOLS:
            if symbol is not shown:
                one, two, three = (symbol if at == place else die for place, die in enumerate(event.dice))
                yield Kind.DIE, Roll((one, two, three))
    for pair in combinations(dict.fromkeys(event.dice), 2):
        if event.dice.count(pair[0]) != event.dice.count(pair[1]):
            other = {pair[0]: pair[1], pair[1]: pair[0]}
            one, two, three = (other.get(die, die) for die in event.dice)
            yield Kind.SWAPPED, Roll((one, two, three))


def _turns(event: Turn, set_up: State, dice: Sequence[Symbol]) -> Iterator[tuple[Kind, Event | None]]:
    """dice: as they lay before the turn."""
    for shown in dict.fromkeys(dice):
        if shown not in (event.shown, event.turned):
            yield Kind.DIE, Turn(shown, event.turned)
    for turned in set_up.symbols:
        if turned not in (event.shown, event.turned):
            yield Kind.DIE, Turn(event.shown, turned)
    if event.turned in dice:
        yield Kind.SWAPPED, Turn(event.turned, event.shown)
    yield Kind.TURN_INVENTED, None


def _exchanges(event: Exchange, set_up: State) -> Iterator[tuple[Kind, Event]]:
    if event.discarded is not None:
        for number in set_up.numbers:
            if number != event.discarded:
                yield Kind.DISCARD, replace(event, discarded=number)
    if event.drawn is not None:
        for number in set_up.numbers:
            if number != event.drawn:
                yield Kind.STONE, replace(event, drawn=number)
    for symbol in set_up.symbols:
        if symbol is not event.symbol:
            yield Kind.EXCHANGE_SYMBOL, replace(event, symbol=symbol)


def _misread(stones: Stones, at: int, set_up: State) -> Iterator[Stones]:
    symbol, said = stones[at]
    if said is not None:
        for number in set_up.numbers:
            if number != said:
                yield (*stones[:at], (symbol, number), *stones[at + 1 :])


def _exchanged(stones: Stones) -> Iterator[Stones]:
    for (one, first), (two, second) in combinations(stones, 2):
        if first != second:
            other = {one: second, two: first}
            yield tuple((symbol, other.get(symbol, number)) for symbol, number in stones)


def _turn_forgotten(place: int, entry: Entry[Event], dice: Sequence[Symbol], set_up: State, now: int) -> Iterator[Slip]:
    turns = [Turn(die, to) for die in dict.fromkeys(dice) for to in set_up.symbols if to is not die]
    for turn in turns:
        missing = Change(place, entry.line, None, turn)
        yield Slip(Kind.TURN_FORGOTTEN, (missing,), PRIORS[Kind.TURN_FORGOTTEN] / len(turns), now)


def _answers_swapped(answers: Sequence[tuple[int, Entry[Answer]]], now: int) -> Iterator[Slip]:
    for (place, one), (later, two) in combinations(answers, 2):
        if one.event.verdict is not two.event.verdict:
            changes = (
                Change(place, one.line, one.event, replace(one.event, verdict=two.event.verdict)),
                Change(later, two.line, two.event, replace(two.event, verdict=one.event.verdict)),
            )
            yield Slip(Kind.ANSWERS_SWAPPED, changes, PRIORS[Kind.ANSWERS_SWAPPED], now)
