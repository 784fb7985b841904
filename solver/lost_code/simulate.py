"""Whole games by the rules: a deal fixes all that is chance, policies decide the rest.

A deal can be played again and again: the stones, the order of the piles and the throws of each round stay the same.
What is played are the events of a record, checked by the rules like any other.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import reduce
from random import Random

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

__all__ = ["NAMES", "Deal", "Forbidden", "Played", "deal", "play"]

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
    table = _Table(dealt, policies)
    for throw in dealt.throws:
        table.play_round(throw)
    return table.end()


class _Table:
    """A game under way: the table as it is, and as each seat sees it."""

    def __init__(self, dealt: Deal, policies: Mapping[str, Policy]) -> None:
        self.policies = policies
        self.piles = {symbol: list(stones) for symbol, stones in dealt.piles.items()}
        self.events: list[Event] = []
        self.state = State()
        names = next(event.names for event in dealt.set_up if isinstance(event, Players))
        self.seats = {name: State(accepted=True) for name in names}
        for event in dealt.set_up:
            self.happens(event)

    def happens(self, event: Event) -> None:
        """Let an event take place, and every seat see of it what it may."""
        entry = Entry(len(self.events) + 2, event)  # line 1 names the game
        after = apply(self.state, event, entry.line)
        for seat, table in self.seats.items():
            seen = as_seen(entry, seat, self.state, after)
            if self.state.players:
                for each in seen:
                    self.policies[seat].watch(View(seat, table), each.event)
            self.seats[seat] = reduce(lambda state, each: apply(state, each.event, each.line), seen, table)
        self.state = after
        self.events.append(event)

    def view(self, seat: str) -> View:
        return View(seat, self.seats[seat])

    # ---- the rounds

    def play_round(self, throw: tuple[Symbol, Symbol, Symbol]) -> None:
        self.happens(Roll(throw))
        self._tokens()
        thrower = self.state.order[0]
        if turnable(self.state):
            for shown, turned in self.policies[thrower].die(self.view(thrower)):
                self._decided(thrower, Turn(shown, turned))
        for player in self.state.order:
            self._decided(player, Guess(player, *self.policies[player].guess(self.view(player))))
        for bet in self.state.set_now:
            total = self.state.sum_of(bet)
            if total is None:
                raise AssertionError("every stone of a deal is known")
            self.happens(Answer(bet.player, truth(self.state, bet, total)))
        while self.state.exchanging:
            self._exchange(self.state.exchanging[0])

    def _tokens(self) -> None:
        for player in self.state.order:
            symbol = open_token(self.state)
            if symbol is None:
                return
            numbers = self.policies[player].token(self.view(player))
            if numbers:
                self._decided(player, Token(player, symbol, numbers))

    def _exchange(self, player: str) -> None:
        symbol = self.policies[player].exchange(self.view(player))
        pile = self.piles.get(symbol)
        discarded = self.state.held(player, symbol).number
        self._decided(player, Exchange(player, symbol, discarded, pile[0] if pile else None))
        del self.piles[symbol][0]

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

    def end(self) -> Played:
        """Place all final guesses unseen by the others, and open the logs."""
        placed = [
            Final(player, tuple(self.policies[player].final(self.view(player)).items())) for player in self.state.order
        ]
        for event in placed:
            self._decided(event.player, event)
        for player in self.state.players:
            stones: Stones = tuple((symbol, self.state.held(player, symbol).number) for symbol in self.state.symbols)
            self.happens(Reveal(player, stones))
        return Played(tuple(self.events), self.state)
