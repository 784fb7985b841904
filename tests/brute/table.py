"""A record replayed: the table after its last line, and every stone that it knows.

A stone's name (`Slot`) is the log it lies or lay in, its symbol, and how many stones of that symbol lay there
before it.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, TypeAlias

__all__ = ["DICE", "SYMBOLS", "Announcement", "Numbers", "Slot", "Table", "total_of"]

SYMBOLS = ("bear", "jaguar", "human", "bird", "chameleon", "snake")
BUILT_IN_WHEELS = {1: 5, 2: 4, 3: 3, 4: 3, 5: 2, 7: 2, 10: 1}
ROUNDS = {2: 10, 3: 9, 4: 8}
DICE = 3

Slot: TypeAlias = tuple[str, str, int]
Numbers: TypeAlias = tuple[int, ...]


def _number(word: str) -> int | None:
    return None if word == "?" else int(word)


def _lines(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that say anything: the number of each, and its words without quotes and comments."""
    for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1):
        words = re.findall(r'"([^"]*)"|(#.*)|([^\s#"]+)', line)
        said = [quoted or plain for quoted, comment, plain in words if not comment]
        if said:
            yield number, said


def _stones(words: Sequence[str]) -> dict[str, int | None]:
    """Read `bear 3 jaguar ?`."""
    return {symbol: _number(stone) for symbol, stone in zip(words[::2], words[1::2], strict=True)}


def _guessed(words: Sequence[str]) -> dict[str, Numbers]:
    """Read `bear 3 4 human -`."""
    numbers: dict[str, list[int]] = {}
    for word in words:
        if word in SYMBOLS:
            row = numbers[word] = []
        elif word != "-":
            row.append(int(word))
    return {symbol: tuple(row) for symbol, row in numbers.items()}


@dataclass(frozen=True)
class Announcement:
    """What the others told a player: where the sum of three stones lies. No line: the answer was left out."""

    line: int | None
    player: str
    low: int
    high: int
    word: str
    stones: tuple[Slot, ...]


class Pieces:
    """The pieces on the track: the space of each, and in what order they came to where they stand."""

    def __init__(self, stack: Sequence[str]) -> None:
        self.space = dict.fromkeys(stack, 0)
        self.arrivals = list(stack)  # who moved last stands last, so on top of whom he found there

    def move(self, player: str, steps: int) -> None:
        if steps:
            self.space[player] += steps
            self.arrivals.remove(player)
            self.arrivals.append(player)

    def order(self) -> list[str]:
        """Return the players from last to first; of a pile, the piece on top is last."""
        return sorted(self.space, key=lambda player: (self.space[player], -self.arrivals.index(player)))


class Table:
    """The table after the last line of a record, and every stone that the record knows."""

    def __init__(self, text: str) -> None:
        self.me: str | None = None
        self.variants: set[str] = set()
        self.wheels = BUILT_IN_WHEELS
        self.players: list[str] = []
        self.stack: list[str] = []
        self.logs: dict[str, dict[str, int | None]] = {}
        self.round = 0
        for line, words in _lines(text):
            if words[0] == "roll" and self.round == 0:
                self._begin()
            self._read(line, words)
        if self.round == 0:
            self._begin()

    def _read(self, line: int, words: list[str]) -> None:
        match words:
            case ["players", *names]:
                self.players = self.stack = names
            case ["me", name]:
                self.me = name
            case ["variant", *names]:
                self.variants = set(names)
            case ["wheels", *wheels]:
                pairs = [wheel.split("=") for wheel in wheels if wheel != "assumed"]
                self.wheels = {int(width): int(points) for width, points in pairs}
            case ["stack", *names]:
                self.stack = names
            case ["log", log, *stones]:
                self.logs[log] = _stones(stones)
            case ["roll", *dice]:
                self._roll(dice)
            case ["token", player, symbol, *numbers]:
                self.tokens[player][symbol] = None if numbers == ["?"] else tuple(map(int, numbers))
            case ["turn", old, new]:
                self.dice[self.dice.index(old)] = new
                self.turned = True
            case ["guess", player, window]:
                low, _, high = window.partition("-")
                self.guesses[player] = (int(low), int(high or low))
                if len(self.guesses) == len(self.players):
                    self.unanswered.extend(self.guesses)
            case ["answer", player, word]:
                self._answers_before(player)
                self._answer(line, player, word)
            case ["exchange", player, symbol, old, new]:
                self._answers_before(None)
                self._exchange(player, symbol, _number(old), _number(new))
            case ["final", player, *words]:
                self._answers_before(None)
                self.finals[player] = _guessed(words)
            case ["reveal", player, *stones]:
                self._answers_before(None)
                for symbol, stone in _stones(stones).items():
                    self._learn(self.stone_now(player, symbol), stone)
                    self.revealed.add(self.stone_now(player, symbol))

    def _begin(self) -> None:
        """Begin the game, the set-up being read: the stones lie in the logs, the pieces on space 0."""
        introductory = "introductory" in self.variants
        self.symbols = [symbol for symbol in SYMBOLS if not (introductory and symbol == "bear")]
        self.numbers = range(9 if "x-race" in self.variants else 8)
        nobody = [f"neutral-{number}" for number in range(1, 5 - len(self.players))]
        self.known: dict[Slot, int | None] = {
            (log, symbol, 0): self.logs.get(log, {}).get(symbol)
            for log in [*self.players, *nobody]
            for symbol in self.symbols
        }
        self.draws: Counter[tuple[str, str]] = Counter()
        self.discarded: set[Slot] = set()
        self.revealed: set[Slot] = set()
        self.announced: list[Announcement] = []
        # One stone of each symbol is out of the game, four lie in the logs.
        self.piles = {symbol: len(self.numbers) - 5 for symbol in self.symbols}
        self.pieces = Pieces(self.stack)
        self.curse_in_game = "curse" in self.variants
        self.cursed: str | None = None
        self.tokens: dict[str, dict[str, Numbers | None]] = {player: {} for player in self.players}
        self.finals: dict[str, dict[str, Numbers]] = {}
        self.dice: list[str] = []
        self.turned = False
        self.guesses: dict[str, tuple[int, int]] = {}
        self.unanswered: list[str] = []
        self.missed: set[str] = set()
        self.exchanging: list[str] = []

    @property
    def last_round(self) -> int:
        return ROUNDS[len(self.players)]

    def stone_now(self, log: str, symbol: str) -> Slot:
        return log, symbol, self.draws[log, symbol]

    def _learn(self, slot: Slot, stone: int | None) -> None:
        if self.known[slot] is None:
            self.known[slot] = stone

    def _roll(self, dice: list[str]) -> None:
        self._answers_before(None)
        self.round += 1
        self.dice = list(dice)
        self.turned = False
        self.guesses = {}
        self.missed = set()
        self.exchanging = []

    def _answers_before(self, player: str | None) -> None:
        """Give the answers that were left out before this player's (none: before a line that is no answer)."""
        while self.unanswered and self.unanswered[0] != player:
            due = self.unanswered[0]
            low, high = self.guesses[due]
            total = total_of(self.known, [self.stone_now(due, symbol) for symbol in self.dice])
            if total is None:
                raise ValueError(f"round {self.round}: the answer to {due} was left out and cannot be known")
            word = "right" if low <= total <= high else "lower" if total < low else "higher"
            self._answer(None, due, word)

    def _answer(self, line: int | None, player: str, word: str) -> None:
        self.unanswered.remove(player)
        low, high = self.guesses[player]
        if word != "right" and high - low + 1 == min(self.wheels):
            word = "wrong"
        stones = tuple(self.stone_now(player, symbol) for symbol in self.dice)
        self.announced.append(Announcement(line, player, low, high, word, stones))
        points = self.wheels[high - low + 1]
        if word == "right":
            self.pieces.move(player, points)
            if self.curse_in_game and self.cursed is None and self.pieces.space[player] >= 7:
                self.cursed = player
        else:
            self.missed.add(player)
            if self.cursed == player:
                self.pieces.move(player, -points)
            elif self.cursed is not None:
                self.pieces.move(self.cursed, 1)
        if not self.unanswered:
            self._all_answered()

    def _all_answered(self) -> None:
        if self.round == self.last_round - 1 or (self.cursed is not None and max(self.pieces.space.values()) >= 13):
            self.curse_in_game, self.cursed = False, None
        if self.cursed is not None:
            self.cursed = self.pieces.order()[-1]
        if any(self.piles.values()):
            self.exchanging = [player for player in self.pieces.order() if player in self.missed]

    def _exchange(self, player: str, symbol: str, old: int | None, new: int | None) -> None:
        self.exchanging.remove(player)
        self._learn(self.stone_now(player, symbol), old)
        self.discarded.add(self.stone_now(player, symbol))
        self.draws[player, symbol] += 1
        self.known[self.stone_now(player, symbol)] = new
        self.piles[symbol] -= 1
        if not any(self.piles.values()):
            self.exchanging = []

    def standing(self, known: dict[Slot, int | None]) -> dict[str, Any]:
        """Return round, track, order and curse, after the final moves for one who knows all the stones now."""
        pieces = deepcopy(self.pieces)
        written = [numbers for player in self.players for numbers in self.tokens[player].values()]
        now = {slot: known[slot] for p in self.players for s in self.symbols for slot in [self.stone_now(p, s)]}
        if set(self.finals) == set(self.players) and None not in written and None not in now.values():
            for player in self.pieces.order():
                pieces.move(player, self._final_points(player, now))
        track = {player: pieces.space[player] for player in self.players}
        return {"round": self.round, "track": track, "order": pieces.order(), "cursed": self.cursed}

    def _final_points(self, player: str, now: dict[Slot, int | None]) -> int:
        points = 0
        for symbol in self.symbols:
            token = self.tokens[player].get(symbol)
            numbers = token or self.finals[player].get(symbol, ())
            hit = now[self.stone_now(player, symbol)] in numbers
            points += ((5, 2, 1)[len(numbers) - 1] if hit else -2) * (2 if token else 1)
        return points


def total_of(known: dict[Slot, int | None], stones: Iterable[Slot]) -> int | None:
    """Return the sum of these stones, none where one of them is unknown."""
    numbers = [known[slot] for slot in stones]
    return None if None in numbers else sum(number or 0 for number in numbers)
