"""Whole games by the rules: a deal fixes all that is chance, policies decide the rest.

A deal can be played again and again: the stones, the order of the piles and the throws of each round stay the same.
What is played are the events of a record, checked by the rules like any other. `Table.course` is the one flow of the
game: it asks for each decision as it comes due, and whoever drives it answers.
"""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import reduce
from random import Random
from typing import TypeAlias, assert_never

from solver.errors import IllegalEvent, NotationError
from solver.lost_code.box import BUILT_IN_WHEELS, HIGHEST, LOGS, ROUNDS
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
    Variant,
    Variants,
    Wheels,
)
from solver.lost_code.notation import read, write
from solver.lost_code.play import apply
from solver.lost_code.policy import Policy
from solver.lost_code.rules import open_token, truth, turnable
from solver.lost_code.state import State
from solver.lost_code.view import View, as_seen
from solver.record import Entry
from solver.words import Words

__all__ = ["NAMES", "Asked", "Course", "Deal", "Decided", "Decision", "Forbidden", "Played", "Table", "deal", "play"]

NAMES = ("Ann", "Bob", "Cy", "Dee")
"""The seats of a simulated game."""


@dataclass(frozen=True, slots=True)
class Deal:
    """All that is chance in a game: the set-up, the throw of each round, and the piles, the next stone first."""

    set_up: tuple[Event, ...]
    throws: tuple[tuple[Symbol, Symbol, Symbol], ...]
    piles: Mapping[Symbol, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Played:
    """A game that was played to its end. events: of the whole record, in order. state: where they led."""

    events: tuple[Event, ...]
    state: State

    def lines(self) -> Iterable[str]:
        """The lines of the complete record."""
        return ("game lost-code", *map(write, self.events))


class Decision(StrEnum):
    """What the rules leave to a player."""

    TOKEN = "token"
    DIE = "die"
    GUESS = "guess"
    EXCHANGE = "exchange"
    FINAL = "final"


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision that is due, and what its seat sees just before."""

    decision: Decision
    view: View


Decided: TypeAlias = Sequence[Token | Turn | Guess | Exchange | Final]
"""A decision as events of its seat; none refuses the token, or leaves the dice.

The stones of an exchange need not be filled in: what is given up and drawn is what lies there.
"""

Course: TypeAlias = Generator[Asked, Decided, Played]
"""A game as it goes: yields each decision that is due, is sent what was decided, and returns the game."""


class Forbidden(IllegalEvent):
    """A policy decided what the rules forbid. seat: whose. line: where its decision would stand in the record."""

    seat: str
    line: int


def deal(
    rng: Random,
    players: int,
    variants: Iterable[Variant] = (),
    wheels: Mapping[int, int] | None = None,
    *,
    assumed: bool = False,
) -> Deal:
    """Shuffle and deal (Setup).

    players: 2 to 4. wheels: VP by width; None for the built-in table, assumed. assumed: so are those that are given.
    """
    played = tuple(variant for variant in Variant if variant in frozenset(variants))
    x_race = Variant.X_RACE in played
    symbols = SYMBOLS[1:] if Variant.INTRODUCTORY in played else SYMBOLS
    names = NAMES[:players]
    owners = (*names, *(f"neutral-{n}" for n in range(1, LOGS - players + 1)))
    stacked = rng.sample(names, players)
    logs: dict[str, list[tuple[Symbol, int]]] = {owner: [] for owner in owners}
    piles: dict[Symbol, tuple[int, ...]] = {}
    for symbol in symbols:
        stones = rng.sample(range(HIGHEST[x_race] + 1), HIGHEST[x_race] + 1)
        for owner, number in zip(owners, stones, strict=False):
            logs[owner].append((symbol, number))
        piles[symbol] = tuple(stones[LOGS + 1 :])  # one stone of each symbol goes back to the box
    throws = tuple((rng.choice(SYMBOLS), rng.choice(SYMBOLS), rng.choice(SYMBOLS)) for _ in range(ROUNDS[players]))
    values = tuple((wheels or BUILT_IN_WHEELS[x_race]).items())
    set_up: list[Event] = [Players(names)]
    if played:
        set_up.append(Variants(played))
    set_up += [Wheels(values, assumed=assumed or wheels is None), Stack(tuple(stacked))]
    set_up += [Log(owner, tuple(stones)) for owner, stones in logs.items()]
    return Deal(tuple(set_up), throws, piles)


def play(dealt: Deal, policies: Mapping[str, Policy]) -> Played:
    """Play a deal to its end. policies: by the names of the players.

    Raises Forbidden where a policy decides what the rules forbid.
    """
    course = Table(dealt, lambda view, event: policies[view.seat].watch(view, event)).course()
    asked = next(course)
    while True:
        try:
            asked = course.send(_decide(policies[asked.view.seat], asked))
        except StopIteration as end:
            played: Played = end.value
            return played


def _decide(policy: Policy, asked: Asked) -> Decided:
    """Ask a policy, and put its decision into events."""
    view = asked.view
    match asked.decision:
        case Decision.TOKEN:
            symbol, numbers = open_token(view.table), policy.token(view)
            return (Token(view.seat, symbol, numbers),) if symbol and numbers else ()
        case Decision.DIE:
            return [Turn(shown, turned) for shown, turned in policy.die(view)]
        case Decision.GUESS:
            return (Guess(view.seat, *policy.guess(view)),)
        case Decision.EXCHANGE:
            return (Exchange(view.seat, policy.exchange(view), None, None),)
        case Decision.FINAL:
            return (Final(view.seat, tuple(policy.final(view).items())),)
        case _:
            assert_never(asked.decision)


def _watch_nothing(_view: View, _event: Event) -> None:
    """Nobody follows the game event by event."""


class Table:
    """A game under way: the table as it is, and as each seat sees it.

    watch: told of every event that a seat sees, with the table as that seat saw it before.
    """

    def __init__(self, dealt: Deal, watch: Callable[[View, Event], None] = _watch_nothing) -> None:
        self.throws = dealt.throws
        self.watch = watch
        self.piles = {symbol: list(stones) for symbol, stones in dealt.piles.items()}
        self.events: list[Event] = []
        self.state = State()
        names = next(event.names for event in dealt.set_up if isinstance(event, Players))
        self.seats = {name: State(accepted=True) for name in names}
        for event in dealt.set_up:
            self.happens(event)

    def course(self) -> Course:
        """Play the game to its end, once. Raises IllegalEvent where what is sent is against the rules."""
        for throw in self.throws:
            yield from self._round(throw)
        return (yield from self._end())

    def happens(self, event: Event) -> None:
        """Let an event take place, and every seat see of it what it may."""
        entry = Entry(len(self.events) + 2, event)  # line 1 names the game
        after = apply(self.state, event, entry.line)
        for seat, table in self.seats.items():
            seen = as_seen(entry, seat, self.state, after)
            if self.state.players:
                for each in seen:
                    self.watch(View(seat, table), each.event)
            self.seats[seat] = reduce(lambda state, each: apply(state, each.event, each.line), seen, table)
        self.state = after
        self.events.append(event)

    def view(self, seat: str) -> View:
        """The table as a seat sees it now."""
        return View(seat, self.seats[seat])

    # ---- the rounds

    def _round(self, throw: tuple[Symbol, Symbol, Symbol]) -> Generator[Asked, Decided, None]:
        self.happens(Roll(throw))
        for player in self.state.order:
            if open_token(self.state):
                yield from self._ask(player, Decision.TOKEN)
        while turnable(self.state) and (yield from self._ask(self.state.order[0], Decision.DIE)):
            pass  # more than one bear may have to be turned
        for player in self.state.order:
            yield from self._ask(player, Decision.GUESS)
        for bet in self.state.set_now:
            total = self.state.sum_of(bet)
            if total is None:
                raise AssertionError("every stone of a deal is known")
            self.happens(Answer(bet.player, truth(self.state, bet, total)))
        while self.state.exchanging:
            yield from self._ask(self.state.exchanging[0], Decision.EXCHANGE)

    def _ask(self, player: str, decision: Decision) -> Generator[Asked, Decided, Decided]:
        """Ask for a decision, let it take place, and give it back."""
        decided = yield Asked(decision, self.view(player))
        for event in decided:
            self._decided(player, self._drawn(event) if isinstance(event, Exchange) else event)
        return decided

    def _drawn(self, event: Exchange) -> Exchange:
        """Fill in the stone that is given up, and take the next of the pile."""
        pile = self.piles.get(event.symbol)
        discarded = self.state.held(event.player, event.symbol).number
        return replace(event, discarded=discarded, drawn=pile.pop(0) if pile else None)

    def _decided(self, player: str, event: Event) -> None:
        try:
            # What cannot stand in a record, like four numbers for one symbol, is no decision either.
            self.happens(read(Words(write(event))))
        except (IllegalEvent, NotationError) as error:
            message = f"{player}'s policy decided what the rules forbid: {error.message}"
            told = Forbidden(message, typed=write(event), expected=error.expected)
            told.seat, told.line = player, len(self.events) + 2
            raise told from error

    # ---- the end

    def _end(self) -> Generator[Asked, Decided, Played]:
        """Place all final guesses unseen by the others, and open the logs."""
        placed: list[tuple[str, Event]] = []
        for player in self.state.order:
            decided = yield Asked(Decision.FINAL, self.view(player))
            placed += [(player, event) for event in decided]
        for player, event in placed:
            self._decided(player, event)
        for player in self.state.players:
            stones: Stones = tuple((symbol, self.state.held(player, symbol).number) for symbol in self.state.symbols)
            self.happens(Reveal(player, stones))
        return Played(tuple(self.events), self.state)
