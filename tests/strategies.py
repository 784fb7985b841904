"""Random legal games of The Lost Code, the truth behind them, and the records that one could keep of them.

It shares nothing with the program. `random_game` plays; a `Played` game can be written down complete, as one
player saw it, and blurred; `other_fillings` and `spoil` change what a player cannot see and what he was told.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from random import Random
from typing import TypeAlias

from hypothesis import strategies as st

__all__ = ["CLEAR", "Blur", "Played", "games", "other_fillings", "random_game", "spoil"]

SYMBOLS = ("bear", "jaguar", "human", "bird", "chameleon", "snake")
VARIANTS = ("x-race", "introductory", "shortcut", "curse")
NAMES = ("Ann", "Bob", "Cy", "Dee", "Eve", "Flo", "Zoë", "Łukasz", "Ann Lee", "Óscar de la Ñ", "Cy #2", "李 明")
BUILT_IN_WHEELS = {1: 5, 2: 4, 3: 3, 4: 3, 5: 2, 7: 2, 10: 1}
WHEELS = (
    BUILT_IN_WHEELS,
    {1: 6, 2: 4, 3: 4, 4: 3, 5: 2, 7: 2, 10: 1},
    {1: 7, 2: 5, 3: 4, 4: 4, 5: 2, 7: 1, 10: 1},
    {2: 5, 3: 4, 4: 3, 5: 2, 6: 2, 7: 2, 10: 1},
)
ROUNDS = {2: 10, 3: 9, 4: 8}

Stones: TypeAlias = dict[str, int]
Slot: TypeAlias = tuple[str, str, int]  # the log, the symbol, how many stones of that symbol lay there before


# What happens at the table -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Roll:
    """The last player throws these dice."""

    dice: tuple[str, ...]


@dataclass(frozen=True)
class Token:
    """A player takes a shortcut token and writes these numbers."""

    player: str
    symbol: str
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Turn:
    """The thrower turns a die from one symbol to another."""

    old: str
    new: str


@dataclass(frozen=True)
class Guess:
    """A player sets a wheel."""

    player: str
    low: int
    high: int


@dataclass(frozen=True)
class Answer:
    """What the others tell a player about his guess at the sum of these symbols."""

    player: str
    word: str
    dice: tuple[str, ...]
    low: int
    high: int


@dataclass(frozen=True)
class Exchange:
    """A player discards one stone and draws another."""

    player: str
    symbol: str
    discarded: int
    drawn: int


@dataclass(frozen=True)
class Final:
    """A player's final guesses: for each symbol named its numbers, perhaps none."""

    player: str
    numbers: dict[str, tuple[int, ...]]


@dataclass(frozen=True)
class Reveal:
    """A player's stones at the end."""

    player: str
    stones: Stones


Event: TypeAlias = Roll | Token | Turn | Guess | Answer | Exchange | Final | Reveal


@dataclass(frozen=True)
class Setup:
    """A game before the first roll; `wheels_line` is how the record names the wheels, none: not at all."""

    players: tuple[str, ...]
    variants: frozenset[str]
    wheels: dict[int, int]
    wheels_line: str | None
    stack: tuple[str, ...]
    logs: dict[str, Stones]

    @property
    def symbols(self) -> tuple[str, ...]:
        """The symbols in play."""
        return SYMBOLS[1:] if "introductory" in self.variants else SYMBOLS

    @property
    def numbers(self) -> range:
        """The numbers on the stones of each symbol."""
        return range(9 if "x-race" in self.variants else 8)

    @property
    def last_round(self) -> int:
        """How many rounds the game has."""
        return ROUNDS[len(self.players)]


@dataclass(frozen=True)
class Standing:
    """What everybody at the table sees: round, pieces, curse, and how many stones each pile still has."""

    round: int
    track: dict[str, int]
    order: tuple[str, ...]
    cursed: str | None
    piles: dict[str, int]


class _Track:
    """The board: on each space a pile of pieces, the bottom one first."""

    def __init__(self, spaces: dict[int, list[str]]) -> None:
        self.spaces = spaces

    def space(self, player: str) -> int:
        return next(space for space, pile in self.spaces.items() if player in pile)

    def move(self, player: str, steps: int) -> None:
        if steps:
            space = self.space(player)
            self.spaces[space].remove(player)
            self.spaces.setdefault(space + steps, []).append(player)

    def order(self) -> tuple[str, ...]:
        """Return the players from last to first: of a pile, the one on top is last."""
        return tuple(player for space in sorted(self.spaces) for player in reversed(self.spaces[space]))


# Playing -------------------------------------------------------------------------------------------------


class _Game:
    """A game played to its end: `play` yields one event after another, `standing` tells what they led to."""

    def __init__(self, rng: Random, setup: Setup, piles: dict[str, list[int]]) -> None:
        self.rng = rng
        self.setup = setup
        self.piles = piles
        self.logs = {log: dict(stones) for log, stones in setup.logs.items()}
        self.track = _Track({0: list(setup.stack)})
        self.round = 0
        self.curse_in_game = "curse" in setup.variants
        self.cursed: str | None = None
        self.tokens: dict[str, str] = {}
        self.dice: list[str] = []

    def standing(self) -> Standing:
        track = {player: self.track.space(player) for player in self.setup.players}
        piles = {symbol: len(pile) for symbol, pile in self.piles.items()}
        return Standing(self.round, track, self.track.order(), self.cursed, piles)

    def play(self) -> Iterator[Event]:
        while self.round < self.setup.last_round:
            self.round += 1
            self.dice = self.rng.choices(SYMBOLS, k=3)
            yield Roll(tuple(self.dice))
            yield from self._token()
            yield from self._turns()
            guesses = self._guesses()
            yield from guesses
            answers = [self._answer(guess) for guess in guesses]
            yield from self._scoring(answers)
            yield from self._exchanges({answer.player for answer in answers if answer.word != "right"})
        yield from self._end()

    def _token(self) -> Iterator[Token]:
        symbol = next((symbol for symbol in self.setup.symbols if self.dice.count(symbol) > 1), None)
        left = "shortcut" in self.setup.variants and self.round <= self.setup.last_round - 3
        taker = next((player for player in self.track.order() if self.rng.random() < 0.4), None)
        if left and symbol and taker and symbol not in self.tokens:
            self.tokens[symbol] = taker
            yield Token(taker, symbol, _numbers(self.rng, self.setup, self.logs[taker][symbol]))

    def _turns(self) -> Iterator[Turn]:
        forbidden = [i for i, die in enumerate(self.dice) if die not in self.setup.symbols]
        wanted = [self.rng.randrange(3)] if self.rng.random() < 0.5 else []
        for i in forbidden or wanted:
            old = self.dice[i]
            self.dice[i] = self.rng.choice([symbol for symbol in self.setup.symbols if symbol != old])
            yield Turn(old, self.dice[i])

    def _guesses(self) -> list[Guess]:
        widths = self.rng.sample(sorted(self.setup.wheels), len(self.setup.players))
        return [self._guess(player, width) for player, width in zip(self.track.order(), widths, strict=True)]

    def _guess(self, player: str, width: int) -> Guess:
        """Set the wheel over the true sum, not far from it, or anywhere."""
        highest_low = 3 * self.setup.numbers[-1] - width + 1
        total = self._sum(player)
        near, somewhere = self.rng.choice([(0, False), (0, False), (6, False), (0, True)])
        first, last = (0, highest_low) if somewhere else (total - width + 1 - near, total + near)
        low = self.rng.randint(max(0, first), min(highest_low, last))
        return Guess(player, low, low + width - 1)

    def _sum(self, player: str) -> int:
        return sum(self.logs[player][die] for die in self.dice)

    def _answer(self, guess: Guess) -> Answer:
        total = self._sum(guess.player)
        word = "right" if guess.low <= total <= guess.high else "lower" if total < guess.low else "higher"
        if word != "right" and _is_smallest(self.setup, guess):
            word = "wrong"
        return Answer(guess.player, word, tuple(self.dice), guess.low, guess.high)

    def _scoring(self, answers: list[Answer]) -> Iterator[Answer]:
        for answer in answers:
            player, points = answer.player, self.setup.wheels[answer.high - answer.low + 1]
            if answer.word == "right":
                self.track.move(player, points)
                if self.curse_in_game and self.cursed is None and self.track.space(player) >= 7:
                    self.cursed = player
            elif player == self.cursed:
                self.track.move(player, -points)
            elif self.cursed is not None:
                self.track.move(self.cursed, 1)
            if answer is answers[-1]:
                self._pass_the_curse()
            yield answer

    def _pass_the_curse(self) -> None:
        foremost = self.track.order()[-1]
        reached = self.cursed is not None and self.track.space(foremost) >= 13
        if reached or self.round >= self.setup.last_round - 1:
            self.curse_in_game = False
            self.cursed = None
        elif self.cursed is not None:
            self.cursed = foremost

    def _exchanges(self, missed: set[str]) -> Iterator[Exchange]:
        for player in self.track.order():
            symbols = [symbol for symbol, pile in self.piles.items() if pile]
            if player in missed and symbols:
                symbol = self.rng.choice(symbols)
                discarded, drawn = self.logs[player][symbol], self.piles[symbol].pop()
                self.logs[player][symbol] = drawn
                yield Exchange(player, symbol, discarded, drawn)

    def _end(self) -> Iterator[Final | Reveal]:
        """Let every player make his final guesses (now and then one is not noted), then show his stones."""
        for player in self.rng.sample(self.setup.players, len(self.setup.players)):
            if self.rng.random() < 0.9:
                yield Final(player, self._final_guesses(player))
        for player in self.rng.sample(self.setup.players, len(self.setup.players)):
            yield Reveal(player, dict(self.logs[player]))

    def _final_guesses(self, player: str) -> dict[str, tuple[int, ...]]:
        open_symbols = [symbol for symbol in self.setup.symbols if self.tokens.get(symbol) != player]
        named = [symbol for symbol in open_symbols if self.rng.random() < 0.9] or open_symbols
        return {
            symbol: _numbers(self.rng, self.setup, self.logs[player][symbol]) if self.rng.random() < 0.9 else ()
            for symbol in named
        }


def _numbers(rng: Random, setup: Setup, truth: int | None) -> tuple[int, ...]:
    """Write one to three numbers, in half of all cases the true one among them."""
    numbers = set(rng.sample(setup.numbers, rng.randint(1, 3)))
    if truth is not None and truth not in numbers and rng.random() < 0.5:
        numbers = {truth, *list(numbers)[1:]}
    return tuple(sorted(numbers))


def _is_smallest(setup: Setup, guess: Guess | Answer) -> bool:
    return guess.high - guess.low + 1 == min(setup.wheels)


def _deal(rng: Random, players: int, variants: frozenset[str]) -> tuple[Setup, dict[str, list[int]]]:
    """Set a game up: the logs are filled, the rest of each symbol but one stone is its pile."""
    names = tuple(rng.sample(NAMES, players))
    wheels = rng.choice(WHEELS)
    wheels_line: str | None = "wheels " + " ".join(f"{width}={points}" for width, points in wheels.items())
    if wheels is BUILT_IN_WHEELS:
        # The X side may have its own built-in table, so it is always named.
        wheels_line = rng.choice([wheels_line, f"{wheels_line} assumed", wheels_line if "x-race" in variants else None])
    logs: dict[str, Stones] = {log: {} for log in (*names, *(f"neutral-{i}" for i in range(1, 5 - players)))}
    setup = Setup(names, variants, wheels, wheels_line, tuple(rng.sample(names, players)), logs)
    piles = {}
    for symbol in setup.symbols:
        stones = rng.sample(setup.numbers, len(setup.numbers) - 1)
        for log in logs.values():
            log[symbol] = stones.pop()
        piles[symbol] = stones
    return setup, piles


def random_game(
    rng: Random, *, players: int | None = None, variants: frozenset[str] | None = None, rounds: int | None = None
) -> Played:
    """Play a legal game to a random moment.

    `players`: 2 to 4; `variants`: some of `VARIANTS`; `rounds`: how many have begun (one more than the game has:
    it has come to the final guesses). What is left out is chosen at random.
    """
    if variants is None:
        variants = frozenset(variant for variant in VARIANTS if rng.random() < 0.35)
    setup, piles = _deal(rng, players or rng.randint(2, 4), variants)
    game = _Game(rng, setup, piles)
    events: list[Event] = []
    standings = [game.standing()]
    for event in game.play():
        events.append(event)
        standings.append(game.standing())
    begun = rng.randint(0, setup.last_round + 1) if rounds is None else rounds
    if begun > setup.last_round:
        moments = [count for count, event in enumerate(events, 1) if isinstance(event, Final | Reveal)]
        moments += [len(events)] * len(moments)
    else:
        moments = [count for count, standing in enumerate(standings) if standing.round == begun]
    moment = rng.choice(moments)
    return Played(setup, tuple(events[:moment]), standings[moment])


# Writing a game down -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Blur:
    """How often (0 to 1) each kind of entry is left out or written as `?`.

    `logs`: a whole log line, `stones`: one stone in it; `own_discards`, `discards`, `draws`: the stones of an
    exchange, the viewer's and the others'; `answers`: left out where the record knows the stones; `directions`:
    `wrong` for `lower` and `higher`; `numbers`: those on a token; `finals`: a player's final guesses.
    """

    logs: float = 0
    stones: float = 0
    own_discards: float = 0
    discards: float = 0
    draws: float = 0
    answers: float = 0
    directions: float = 0
    numbers: float = 0
    finals: float = 0

    @staticmethod
    def random(rng: Random) -> Blur:
        """Return a blur of a few kinds, each of them slight but for the answers left out."""
        rates = {field.name: rng.uniform(0.03, 0.2) for field in fields(Blur) if rng.random() < 0.35}
        rates.update({name: 3 * rates[name] for name in ("answers", "directions") if name in rates})
        return Blur(**rates)


CLEAR = Blur()


@dataclass(frozen=True)
class Played:
    """A game up to some moment, and the truth about it; `standing` is before the final moves."""

    setup: Setup
    events: tuple[Event, ...]
    standing: Standing

    def stones(self) -> dict[Slot, int]:
        """Return every stone that lies or once lay in a log."""
        stones = {(log, s, 0): stone for log, row in self.setup.logs.items() for s, stone in row.items()}
        for event in self.events:
            if isinstance(event, Exchange):
                stones[_next_slot(stones, event)] = event.drawn
        return stones

    def stones_now(self, log: str) -> Stones:
        """Return the stones in a log now."""
        return {symbol: stone for (owner, symbol, _), stone in self.stones().items() if owner == log}

    def over(self, seat: str | None = None) -> bool:
        """Tell whether the final moves are made for all to see, or for a player whose log must first be shown."""
        guessed = {event.player for event in self.events if isinstance(event, Final)}
        shown = {event.player for event in self.events if isinstance(event, Reveal)}
        return guessed == set(self.setup.players) and (seat is None or seat in shown)

    def standing_for(self, seat: str | None = None) -> Standing:
        """Return the standing, after the final moves where the game is over for this player."""
        if not self.over(seat):
            return self.standing
        spaces: dict[int, list[str]] = {}
        for player in reversed(self.standing.order):
            spaces.setdefault(self.standing.track[player], []).append(player)
        track = _Track(spaces)
        for player in self.standing.order:
            track.move(player, self.final_points(player))
        pieces = {player: track.space(player) for player in self.setup.players}
        return replace(self.standing, track=pieces, order=track.order())

    def final_points(self, player: str) -> int:
        """Return what a player's final guesses and tokens bring."""
        stones = self.stones_now(player)
        points = dict.fromkeys(stones, -2)
        for event in self.events:
            if isinstance(event, Token) and event.player == player:
                hit = stones[event.symbol] in event.numbers
                points[event.symbol] = {1: 10, 2: 4, 3: 2}[len(event.numbers)] if hit else -4
            elif isinstance(event, Final) and event.player == player:
                right = {symbol: row for symbol, row in event.numbers.items() if stones[symbol] in row}
                points.update({symbol: {1: 5, 2: 2, 3: 1}[len(row)] for symbol, row in right.items()})
        return sum(points.values())

    def complete(self, blur: Blur = CLEAR, rng: Random | None = None) -> str:
        """Write the game down afterwards, without `me`, with all that `blur` leaves of it."""
        return _Pen(self, None, blur, rng or Random(0)).text()

    def seen_by(self, name: str, blur: Blur = CLEAR, rng: Random | None = None) -> str:
        """Write the record that this player keeps; what the others wrote stands in it once the game is over."""
        return _Pen(self, name, blur, rng or Random(0)).text()


@dataclass(frozen=True)
class _Pen:
    """One writing down of a game: for whom (none: for all), and with what left out."""

    played: Played
    viewer: str | None
    blur: Blur
    rng: Random

    def text(self) -> str:
        setup = self.played.setup
        noted: set[tuple[str, str]] = set()
        lines = ["game lost-code", " ".join(["players", *map(_word, setup.players)])]
        if self.viewer is not None:
            lines.append(f"me {_word(self.viewer)}")
        if setup.variants:
            lines.append(" ".join(["variant", *(v for v in VARIANTS if v in setup.variants)]))
        if setup.wheels_line is not None:
            lines.append(setup.wheels_line)
        if setup.stack != setup.players:
            lines.append(" ".join(["stack", *map(_word, setup.stack)]))
        lines += [line for log in setup.logs if log != self.viewer for line in self._log(log, noted)]
        events = [event for event in self.played.events if self._is_written(event)]
        for event in events:
            # At the end of a record an answer left out is still to come.
            if not (isinstance(event, Answer) and event is not events[-1] and self._leaves_out(event, noted)):
                lines.append(" ".join(self._words(event, noted)))
        return "\n".join(lines) + "\n"

    def _chance(self, rate: float) -> bool:
        return self.rng.random() < rate

    def _log(self, log: str, noted: set[tuple[str, str]]) -> list[str]:
        """Write a log line, if anything is to be said in it; the stones that it tells are noted."""
        words = []
        for symbol, stone in self.played.setup.logs[log].items():
            if not self._chance(self.blur.stones):
                noted.add((log, symbol))
                words += [symbol, str(stone)]
            elif self._chance(0.5):
                words += [symbol, "?"]
        if not words or self._chance(self.blur.logs):
            noted.difference_update([(log, symbol) for symbol in SYMBOLS])
            return []
        return [" ".join(["log", _word(log), *words])]

    def _is_written(self, event: Event) -> bool:
        return not isinstance(event, Final) or not (self._hides(event.player) or self._chance(self.blur.finals))

    def _hides(self, player: str) -> bool:
        """Tell whether what this player wrote is still behind his screen."""
        return self.viewer not in (None, player) and not self.played.over(self.viewer)

    def _leaves_out(self, answer: Answer, noted: set[tuple[str, str]]) -> bool:
        return all((answer.player, die) in noted for die in answer.dice) and self._chance(self.blur.answers)

    def _words(self, event: Event, noted: set[tuple[str, str]]) -> list[str]:
        match event:
            case Roll(dice):
                return ["roll", *dice]
            case Token(player, symbol, numbers):
                hidden = self._hides(player) or self._chance(self.blur.numbers)
                return ["token", _word(player), symbol, *(["?"] if hidden else map(str, numbers))]
            case Turn(old, new):
                return ["turn", old, new]
            case Guess(player, low, high):
                return ["guess", _word(player), str(low) if low == high else f"{low}-{high}"]
            case Answer(player, word):
                vague = word in ("lower", "higher") and self._chance(self.blur.directions)
                return ["answer", _word(player), "wrong" if vague else word]
            case Exchange():
                return self._exchange(event, noted)
            case Final(player, guesses):
                rows = [[symbol, *(map(str, numbers) if numbers else ["-"])] for symbol, numbers in guesses.items()]
                return ["final", _word(player), *(word for row in rows for word in row)]
            case Reveal(player, stones):
                return ["reveal", _word(player), *(word for symbol in stones for word in (symbol, str(stones[symbol])))]

    def _exchange(self, event: Exchange, noted: set[tuple[str, str]]) -> list[str]:
        own = event.player == self.viewer
        discarded = "?" if self._chance(self.blur.own_discards if own else self.blur.discards) else str(event.discarded)
        drawn = "?" if own or self._chance(self.blur.draws) else str(event.drawn)
        noted.discard((event.player, event.symbol))
        if drawn != "?":
            noted.add((event.player, event.symbol))
        return ["exchange", _word(event.player), event.symbol, discarded, drawn]


def _word(name: str) -> str:
    return f'"{name}"' if " " in name else name


# Other truths, and untruths ------------------------------------------------------------------------------


def other_fillings(played: Played, seat: str, rng: Random, limit: int) -> Iterator[str]:
    """Yield up to `limit` complete records that differ from the game only in what this seat cannot know.

    Other stones lie in its log, with the same answers; others wrote other numbers on tokens and in final guesses,
    unless the game is over for the seat. Every record is a new one; there may be none.
    """
    seen = {played.complete()}
    for _ in range(4 * limit):
        text = _refilled(played, seat, _random_log(played, seat, rng), rng).complete()
        if text not in seen and len(seen) <= limit:
            seen.add(text)
            yield text


def _random_log(played: Played, seat: str, rng: Random) -> dict[Slot, int]:
    """Find stones for the seat's log now that fit what it has seen and heard; none where its log was shown."""
    stones = played.stones()
    own = [max(slot for slot in stones if slot[:2] == (seat, symbol)) for symbol in played.setup.symbols]
    if any(isinstance(event, Reveal) and event.player == seat for event in played.events):
        return {}
    hidden = rng.sample(own, len(own))
    seen = {slot: stone for slot, stone in stones.items() if slot not in own}
    heard = _heard(played, seat)

    def fits(stones: dict[Slot, int]) -> bool:
        return all(
            _is_true(answer, sum(stones[slot] for slot in slots))
            for answer, slots in heard
            if all(slot in stones for slot in slots)
        )

    def search(stones: dict[Slot, int], rest: list[Slot]) -> dict[Slot, int] | None:
        if not rest:
            return {slot: stones[slot] for slot in own}
        taken = {stone for slot, stone in seen.items() if slot[1] == rest[0][1]}
        candidates = [number for number in played.setup.numbers if number not in taken]
        tries = ({**stones, rest[0]: number} for number in rng.sample(candidates, len(candidates)))
        found = (search(tried, rest[1:]) for tried in tries if fits(tried))
        return next((log for log in found if log is not None), None)

    log = search(seen, hidden)
    if log is None:
        raise ValueError(f"the true log of {seat} does not fit the answers")
    return log


def _heard(played: Played, seat: str) -> list[tuple[Answer, list[Slot]]]:
    """Return the answers to a seat, each with the three stones that it speaks of."""
    heard: list[tuple[Answer, list[Slot]]] = []
    draws = dict.fromkeys(SYMBOLS, 0)
    for event in played.events:
        if isinstance(event, Answer) and event.player == seat:
            heard.append((event, [(seat, die, draws[die]) for die in event.dice]))
        elif isinstance(event, Exchange) and event.player == seat:
            draws[event.symbol] += 1
    return heard


def _is_true(answer: Answer, total: int) -> bool:
    inside = answer.low <= total <= answer.high
    return {
        "right": inside,
        "wrong": not inside,
        "lower": total < answer.low,
        "higher": total > answer.high,
    }[answer.word]


def _next_slot(stones: dict[Slot, int], exchange: Exchange) -> Slot:
    """Return the slot of the drawn stone, from those filled before."""
    before = sum(slot[:2] == (exchange.player, exchange.symbol) for slot in stones)
    return exchange.player, exchange.symbol, before


def _refilled(played: Played, seat: str, own: dict[Slot, int], rng: Random) -> Played:
    """Put these stones in the place of the seat's, and other numbers in the place of those hidden from it."""
    setup, hidden = played.setup, not played.over(seat)
    logs = {log: {s: own.get((log, s, 0), n) for s, n in row.items()} for log, row in setup.logs.items()}
    stones = {(log, s, 0): n for log, row in logs.items() for s, n in row.items()}

    def other(event: Event) -> Event:
        match event:
            case Exchange():
                slot = _next_slot(stones, event)
                stones[slot] = own.get(slot, event.drawn)
                return replace(event, drawn=stones[slot])
            case Token(player) if hidden and player != seat:
                return replace(event, numbers=_numbers(rng, setup, None))
            case Final(player, guesses) if hidden and player != seat:
                return Final(player, {symbol: _numbers(rng, setup, None) for symbol in guesses})
        return event

    return replace(played, setup=replace(setup, logs=logs), events=tuple(map(other, played.events)))


def spoil(played: Played, rng: Random, name: str | None = None) -> str | None:
    """Write the record of a player to whom one answer was given, or noted, the wrong way round.

    `lower` and `higher` change places; any other wrong answer would move the pieces elsewhere, so the record ends
    with it. None where no answer has been given. The record need not contradict itself.
    """
    told = [
        (place, word)
        for place, event in enumerate(played.events)
        if isinstance(event, Answer) and name in (None, event.player)
        for word in _untruths(played.setup, event)
    ]
    if not told:
        return None
    place, word = rng.choice(told)
    answer = played.events[place]
    assert isinstance(answer, Answer)
    keeps_pieces = "right" not in (word, answer.word)
    later = played.events[place + 1 :] if keeps_pieces else ()
    events = (*played.events[:place], replace(answer, word=word), *later)
    return replace(played, events=events).seen_by(answer.player)


def _untruths(setup: Setup, answer: Answer) -> list[str]:
    """Return what could have been said instead, had the sum been another."""
    words = ["right", "wrong"] if _is_smallest(setup, answer) else ["right"]
    if not _is_smallest(setup, answer):
        words += ["lower"] * (answer.low > 0) + ["higher"] * (answer.high < 3 * setup.numbers[-1])
    return [word for word in words if word != answer.word]


def games(
    *, players: int | None = None, variants: frozenset[str] | None = None, rounds: int | None = None
) -> st.SearchStrategy[Played]:
    """Draw a seed, and play the game that `random_game` makes of it."""
    seeds = st.integers(min_value=0, max_value=2**32 - 1)
    return seeds.map(lambda seed: random_game(Random(seed), players=players, variants=variants, rounds=rounds))
