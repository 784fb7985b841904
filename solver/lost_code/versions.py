"""What several records say of the same moments of a game: each says its own, and what it says can be compared."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import takewhile
from typing import Any, TypeAlias, assert_never

from solver.errors import IllegalEvent, NotMerged
from solver.lost_code.course import Course
from solver.lost_code.events import (
    SYMBOLS,
    Answer,
    Event,
    Exchange,
    Final,
    Guess,
    Log,
    Me,
    Players,
    Reveal,
    Roll,
    Stack,
    Symbol,
    Token,
    Turn,
    Variants,
    Wheels,
)
from solver.lost_code.play import set_up_order
from solver.lost_code.state import State
from solver.record import Draft, Entry, in_order, replay

__all__ = ["END", "SET_UP", "Kept", "Phase", "Said", "Source", "Spot", "Value", "source"]

Value: TypeAlias = Any
"""What is said of one thing, as words, numbers and tuples of them: what is equal says the same."""


class Phase(IntEnum):
    """The kinds of moments, in the order of play."""

    WHEELS = 0
    STACK = 1
    LOG = 2
    ROLL = 3
    TOKEN = 4
    TURN = 5
    GUESS = 6
    ANSWER = 7
    EXCHANGE = 8
    FINAL = 9
    REVEAL = 10


SET_UP, END = -1, 1_000
"""Stand for a round in spots before the first and after the last one."""


@dataclass(frozen=True, slots=True, order=True)
class Spot:
    """A moment of which a record speaks once. round: from 0, SET_UP or END. player: whose; "" where it is nobody's."""

    round: int
    phase: Phase
    player: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """What a record says of a moment. lines: physical lines, none for what was left out on purpose.

    values: of each thing, by its name; what was not noted is left out. events: as they stand there.
    """

    lines: tuple[int, ...]
    events: tuple[Event, ...]
    values: Mapping[str, Value]


@dataclass(frozen=True, slots=True)
class Kept:
    """A record as somebody kept it, whether or not the rules allow it. name: of its file."""

    name: str
    draft: Draft[Event, State]


@dataclass(frozen=True, slots=True)
class Source:
    """A record taken apart. set_up: the table before the first roll. rounds: by moment, each with round 0.

    said: the set-up and the end. others: lines of the set-up that name no moment. reached: the last phase of the last
    round of which it speaks; FINAL where it goes on to the end.
    """

    kept: Kept
    set_up: State
    said: Mapping[Spot, Said]
    rounds: tuple[Mapping[Spot, Said], ...]
    reached: Phase | None
    others: Mapping[type[Event], int] = field(default_factory=dict)

    def line(self, number: int) -> str:
        """The text of a line."""
        return self.kept.draft.lines[number - 1]

    def at(self, number: int) -> str:
        """Where a line stands and what it says, for messages."""
        return f"{self.kept.name}:{number}: {self.line(number).strip()}"


def source(kept: Kept) -> Source:
    """Take a record apart. Raises NotMerged where it is none that can be merged, whatever the others say."""
    draft = kept.draft
    before = tuple(takewhile(lambda entry: set_up_order(entry.event) is not None, draft.entries))
    state = _table(kept, before)
    chunks: list[dict[Spot, Said]] = []
    told = [entry for entry in before if not isinstance(entry.event, Players | Me | Variants)]
    said = {_spot(e.event, SET_UP): Said((e.line,), (e.event,), _values(e.event, state)) for e in told}
    reached: Phase | None = None
    for entry in draft.entries[len(before) :]:
        spot = _placed(kept, entry.event, entry.line, state)
        here = Said((entry.line,), (entry.event,), _values(entry.event, state))
        if spot.round == END:
            _once(kept, said, spot, here)
            reached = Phase.FINAL
            continue
        if not chunks or spot.phase is Phase.ROLL or _goes_back(chunks[-1], spot):
            chunks.append({})
            if len(chunks) > state.rounds:
                more = f"with {len(state.players)} players the game has {state.rounds} rounds, and this begins another"
                raise NotMerged(f"{kept.name}:{entry.line}: {more}; lostcode check names the likeliest slip")
        _add(kept, chunks[-1], spot, here)
        reached = spot.phase
    _put_in_what_was_left_out(draft, chunks)
    others = {type(entry.event): entry.line for entry in before}
    return Source(kept, state, said, tuple(chunks), reached, others)


def _table(kept: Kept, before: Sequence[Entry[Event]]) -> State:
    """The table of the set-up, and all logs as they may be by themselves: which stones are right is to be seen."""
    game, line = kept.draft.game, 0
    try:
        state = replay(game, tuple(entry for entry in before if not isinstance(entry.event, Log)))
        for entry in before:
            if isinstance(entry.event, Log):
                line = entry.line
                game.apply(state, entry.event, line)
    except IllegalEvent as error:
        at = line or kept.draft.faults[0].line
        raise NotMerged(f"{kept.name}:{at}: {error}") from error
    if not state.players:
        raise NotMerged(f"{kept.name}: nobody plays in this record; expected a players line before the first roll")
    return state


def _placed(kept: Kept, event: Event, line: int, state: State) -> Spot:
    """The moment of a line in play. Raises NotMerged for what can be in no game of these players."""
    if set_up_order(event) is not None:
        raise NotMerged(f"{kept.name}:{line}: the set-up comes before the first roll; expected this line up there")
    spot = _spot(event, 0)
    player = getattr(event, "player", None)
    if player is not None and player not in state.players:
        raise NotMerged(
            f"{kept.name}:{line}: “{player}”: nobody of that name is here; expected {', '.join(state.players)}"
        )
    return spot


def _goes_back(chunk: Mapping[Spot, Said], spot: Spot) -> bool:
    """Whether the line belongs to a new round, whose roll was forgotten."""
    furthest = max(chunk).phase
    return spot.phase < Phase.ANSWER and (furthest > Phase.GUESS or (spot.phase is Phase.GUESS and spot in chunk))


def _add(kept: Kept, chunk: dict[Spot, Said], spot: Spot, here: Said) -> None:
    if spot.phase is Phase.TURN and spot in chunk:
        # In the introductory game several bears may have to be turned, in any order.
        before = chunk[spot]
        events = (*before.events, *here.events)
        turns = sorted((e.shown, e.turned) for e in events if isinstance(e, Turn))
        chunk[spot] = Said((*before.lines, *here.lines), events, {"turn": tuple(turns)})
        return
    _once(kept, chunk, spot, here)


def _once(kept: Kept, said: dict[Spot, Said], spot: Spot, here: Said) -> None:
    if spot in said:
        first = said[spot].lines[0]
        raise NotMerged(f"{kept.name}:{here.lines[0]}: a second line for what line {first} tells; expected one of them")
    said[spot] = here


def _put_in_what_was_left_out(draft: Draft[Event, State], chunks: Sequence[dict[Spot, Said]]) -> None:
    """No token and no turned die have no line; nor have answers that the stones tell, as far as the rules allow."""
    for chunk in chunks:
        if max(chunk).phase >= Phase.GUESS:
            chunk.setdefault(Spot(0, Phase.TOKEN), Said((), (), {"token": ()}))
            chunk.setdefault(Spot(0, Phase.TURN), Said((), (), {"turn": ()}))
    for bet in Course(draft.game.start, in_order(draft.game, draft.entries)).last.bets:
        spot = Spot(0, Phase.ANSWER, bet.player)
        if bet.verdict is not None and not bet.answer_line and bet.round <= len(chunks):
            implied = Answer(bet.player, bet.verdict)
            chunks[bet.round - 1].setdefault(spot, Said((), (implied,), {"answer": bet.verdict}))


def _spot(event: Event, now: int) -> Spot:
    match event:
        case Wheels():
            return Spot(SET_UP, Phase.WHEELS)
        case Stack():
            return Spot(SET_UP, Phase.STACK)
        case Log(owner=owner):
            return Spot(SET_UP, Phase.LOG, owner)
        case Roll():
            return Spot(now, Phase.ROLL)
        case Token():
            return Spot(now, Phase.TOKEN)
        case Turn():
            return Spot(now, Phase.TURN)
        case Guess(player=player):
            return Spot(now, Phase.GUESS, player)
        case Answer(player=player):
            return Spot(now, Phase.ANSWER, player)
        case Exchange(player=player):
            return Spot(now, Phase.EXCHANGE, player)
        case Final(player=player):
            return Spot(END, Phase.FINAL, player)
        case Reveal(player=player):
            return Spot(END, Phase.REVEAL, player)
        case Players() | Me() | Variants():
            raise AssertionError("these lines are no moments")
        case _:
            assert_never(event)


def _values(event: Event, state: State) -> Mapping[str, Value]:
    return {name: value for name, value in _all_values(event, state) if value is not None}


def _all_values(event: Event, state: State) -> Iterator[tuple[str, Value]]:
    match event:
        case Wheels(values, assumed):
            yield "wheels", (tuple(sorted(values)), assumed)
        case Stack(names):
            yield "stack", names
        case Log(stones=stones) | Reveal(stones=stones):
            yield from stones
        case Roll(dice):
            yield "dice", tuple(sorted(dice, key=SYMBOLS.index))
        case Token(player, symbol, numbers):
            yield "token", (player, symbol)
            yield _written(player, symbol), None if numbers is None else tuple(sorted(numbers))
        case Turn(shown, turned):
            yield "turn", ((shown, turned),)
        case Guess(low=low, high=high):
            yield "range", (low, high)
        case Answer(verdict=verdict):
            yield "answer", verdict
        case Exchange(symbol=symbol, discarded=discarded, drawn=drawn):
            yield "symbol", symbol
            yield f"discarded {symbol}", discarded
            yield f"drawn {symbol}", drawn
        case Final(guesses=guesses):
            placed = dict(guesses)
            yield from ((symbol, tuple(sorted(placed.get(symbol, ())))) for symbol in state.symbols)
        case Players() | Me() | Variants():
            return
        case _:
            assert_never(event)


def _written(player: str, symbol: Symbol) -> str:
    return f"written {player} {symbol}"
