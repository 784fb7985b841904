"""One record put together from what several say, and how well it agrees with the rules and with itself."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from solver.errors import IllegalEvent, OutOfTime
from solver.lost_code.aligning import THERE, Aligned, Question
from solver.lost_code.events import (
    SYMBOLS,
    Answer,
    Event,
    Exchange,
    Final,
    Guess,
    Log,
    Players,
    Reveal,
    Roll,
    Stack,
    Stones,
    Symbol,
    Token,
    Turn,
    Variants,
    Verdict,
    Wheels,
)
from solver.lost_code.knowledge import findings, knowledge
from solver.lost_code.play import apply
from solver.lost_code.state import State
from solver.lost_code.versions import END, SET_UP, Phase, Spot, Value
from solver.lost_code.view import View
from solver.record import in_order
from solver.table import satisfying

__all__ = ["Assembled", "Choices", "Doubt", "assemble", "chosen_at", "events_at", "orders_differ"]

Choices: TypeAlias = Mapping[Question, Value]

_LINE = re.compile(r"\bline ([0-9]+)")
_PATIENCE = 1.0
"""Seconds to see whether any log fits; where that is not enough, nothing speaks against it."""


@dataclass(frozen=True, slots=True, order=True)
class Doubt:
    """What speaks against a record, the weightiest first; the smaller, the likelier it is.

    stopped: whether the rules forbid a line. ahead: how many moments lie before it, negative. findings: places where
    table and stones disagree. order: rounds whose wheels some record has in another order. impossible: whether no log
    is left for whoever's stones are unknown.
    """

    stopped: bool
    ahead: int
    findings: int
    order: int
    impossible: bool


@dataclass(frozen=True, slots=True)
class Assembled:
    """A record by choices. spots: its moments in order of play, as far as the rules allow, then the forbidden one.

    forbidden: why the last is, "" where all are legal.
    """

    spots: tuple[Spot, ...]
    state: State
    forbidden: str
    doubt: Doubt


def assemble(side: Aligned, choices: Choices, *, deep: bool = True) -> Assembled:
    """Play what was chosen by the rules, which say whose turn it is. deep: whether to see that some log fits."""
    table = _Table(side, choices)
    forbidden = ""
    try:
        table.play()
    except IllegalEvent as error:
        forbidden = _LINE.sub(lambda found: _named(side, table.spots[int(found[1]) - 1]), str(error))
    found = len(findings(View(None, table.state)))
    doubt = Doubt(
        bool(forbidden),
        -len(table.spots) if forbidden else 0,
        found,
        sum(orders_differ(side, table.spots).values()),
        deep and not forbidden and _impossible(table.state),
    )
    return Assembled(tuple(table.spots), table.state, forbidden, doubt)


def _named(side: Aligned, spot: Spot) -> str:
    """Where a moment stands, for messages: the lines with which a table was played are nobody's."""
    place, said = next((place, said) for place, said in side.said[spot].items() if said.lines)
    return f"line {said.lines[0]} of {side.sources[place].kept.name}"


def orders_differ(side: Aligned, spots: Sequence[Spot]) -> Mapping[tuple[int, int], bool]:
    """For each round and place of a record, whether it has the wheels set in another order."""
    made: dict[int, list[str]] = {}
    for spot in spots:
        if spot.phase is Phase.GUESS:
            made.setdefault(spot.round, []).append(spot.player)
    own: dict[tuple[int, int], list[tuple[int, str]]] = {}
    for spot, said in side.said.items():
        if spot.phase is Phase.GUESS and spot.player in made.get(spot.round, ()):
            for place, here in said.items():
                own.setdefault((spot.round, place), []).append((here.lines[0], spot.player))
    return {
        (number, place): [player for _, player in sorted(lines)]
        != [player for player in made[number] if player in {who for _, who in lines}]
        for (number, place), lines in own.items()
    }


def chosen_at(side: Aligned, choices: Choices, spot: Spot) -> Mapping[str, Value]:
    """What was chosen of a moment: only that which goes with what was chosen before it, as a stone with its symbol."""
    chosen = {name: choices[spot, name] for name in side.asked[spot] if name != THERE}
    if spot.phase is Phase.EXCHANGE:
        return {name: value for name, value in chosen.items() if name.split()[-1] in ("symbol", chosen["symbol"])}
    if spot.phase is Phase.TOKEN:
        taken = chosen["token"]
        who = " ".join(map(str, taken)) if isinstance(taken, tuple) else ""
        return {name: value for name, value in chosen.items() if name in ("token", f"written {who}")}
    return chosen


def events_at(side: Aligned, choices: Choices, spot: Spot) -> tuple[Event, ...]:
    """The events of a moment; none where nothing is there, or where an answer has no line."""
    if choices.get((spot, THERE)) is False or choices.get((Spot(spot.round, Phase.ROLL), THERE)) is False:
        return ()
    if spot.phase is Phase.ANSWER and not any(said.lines for said in side.said[spot].values()):
        return ()
    chosen = chosen_at(side, choices, spot)
    # As it stands in a record, if it stands so in one: the order in which something was typed is kept.
    for said in side.said[spot].values():
        if dict(said.values) == chosen:
            return said.events
    return tuple(_made(spot, chosen))


def _made(spot: Spot, chosen: Mapping[str, Value]) -> Iterator[Event]:
    """Make the events from what was chosen of each thing."""
    match spot.phase, tuple(chosen.values()):
        case Phase.WHEELS, ((tuple(wheels), bool(assumed)),):
            yield Wheels(wheels, assumed)
        case Phase.STACK, (tuple(names),):
            yield Stack(names)
        case Phase.LOG, _:
            yield Log(spot.player, _stones(chosen))
        case Phase.REVEAL, _:
            yield Reveal(spot.player, _stones(chosen))
        case Phase.ROLL, ((first, second, third),):
            yield Roll((first, second, third))
        case Phase.TOKEN, ((player, symbol), *written):
            numbers = next((each for each in written if isinstance(each, tuple)), None)
            yield Token(player, symbol, numbers)
        case Phase.TURN, (tuple(turns),):
            yield from (Turn(shown, turned) for shown, turned in turns)
        case Phase.GUESS, ((low, high),):
            yield Guess(spot.player, low, high)
        case Phase.ANSWER, (Verdict() as verdict,):
            yield Answer(spot.player, verdict)
        case Phase.EXCHANGE, (Symbol() as symbol, *_):
            discarded, drawn = chosen.get(f"discarded {symbol}"), chosen.get(f"drawn {symbol}")
            yield Exchange(spot.player, symbol, _number(discarded), _number(drawn))
        case Phase.FINAL, _:
            placed = ((symbol, chosen.get(symbol)) for symbol in SYMBOLS)
            yield Final(spot.player, tuple((symbol, n) for symbol, n in placed if isinstance(n, tuple) and n))
        case _:
            raise AssertionError(f"nothing was chosen for {spot}")


def _stones(chosen: Mapping[str, Value]) -> Stones:
    return tuple((symbol, _number(chosen[symbol])) for symbol in SYMBOLS if symbol in chosen)


def _number(value: Value) -> int | None:
    return value if isinstance(value, int) else None


def _impossible(state: State) -> bool:
    """Whether somebody's stones are unknown and no way to fill them in is left."""
    if all(stone.number is not None for o in state.owners for s in state.symbols for stone in state.history(o, s)):
        return False
    try:
        return not satisfying(knowledge(View(state.players[0], state)), _PATIENCE)
    except OutOfTime:
        return False


class _Table:
    """Plays the chosen events; spots: the moments so far."""

    def __init__(self, side: Aligned, choices: Choices) -> None:
        self.side, self.choices = side, choices
        self.spots: list[Spot] = []
        self.state = State()

    def play(self) -> None:
        """Play it all. Raises IllegalEvent; the moment that it is about stands last then."""
        for entry in in_order(self.side.sources[0].kept.draft.game, self.side.sources[0].kept.draft.entries):
            if isinstance(entry.event, Players | Variants):
                self.state = apply(self.state, entry.event, entry.line)
        for spot in self._at(SET_UP):
            self._say(spot)
        for number in range(self.side.rounds):
            self._round(self._at(number))
        for spot in self._end():
            self._say(spot)

    def _end(self) -> Iterator[Spot]:
        """The final guesses and stones, as the first record has them; other guesses before the first stones."""
        lines = {spot: next((at, said.lines) for at, said in self.side.said[spot].items()) for spot in self._at(END)}
        own = sorted((spot for spot, (place, _) in lines.items() if not place), key=lambda spot: lines[spot])
        others = sorted(
            (spot for spot, (place, _) in lines.items() if place), key=lambda spot: (spot.phase, lines[spot])
        )
        opened = next((place for place, spot in enumerate(own) if spot.phase is Phase.REVEAL), len(own))
        yield from own[:opened]
        yield from (spot for spot in others if spot.phase is Phase.FINAL)
        yield from own[opened:]
        yield from (spot for spot in others if spot.phase is Phase.REVEAL)

    def _at(self, number: int) -> list[Spot]:
        return [spot for spot in self.side.said if spot.round == number and self._events(spot)]

    def _round(self, left: list[Spot]) -> None:
        for spot in left:
            if spot.phase < Phase.GUESS:
                self._say(spot)
        by_turn = {player: place for place, player in enumerate(self.state.order)}
        for phase in (Phase.GUESS, Phase.ANSWER):
            for spot in sorted((s for s in left if s.phase is phase), key=lambda spot: by_turn[spot.player]):
                self._say(spot)
        exchanges = [spot for spot in left if spot.phase is Phase.EXCHANGE]
        while exchanges:
            # Answers that were left out are heard with the first exchange: only then it is known whose it is.
            due = [spot for spot in exchanges if spot.player in self.state.exchanging[:1]]
            spot = next((spot for spot in (*due, *exchanges) if self._allowed(spot)), (*due, *exchanges)[0])
            exchanges.remove(spot)
            self._say(spot)

    def _allowed(self, spot: Spot) -> bool:
        try:
            for event in self._events(spot):
                apply(self.state, event, 0)
        except IllegalEvent:
            return False
        return True

    def _events(self, spot: Spot) -> tuple[Event, ...]:
        return events_at(self.side, self.choices, spot)

    def _say(self, spot: Spot) -> None:
        self.spots.append(spot)
        for event in self._events(spot):
            self.state = apply(self.state, event, len(self.spots))
