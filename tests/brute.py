"""A slow evaluation of a legal Lost Code record, written straight from the specification.

It shares nothing with the program: it reads canonical words only, reports no errors, and finds the viewer's
logs by filling in one stone after another. A stone's name (`Slot`) is the log it lies or lay in, its symbol,
and how many stones of that symbol lay there before it.
"""

# The names of the formulas are those of the page.
# ruff: noqa: N802, N803, N806

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import combinations, product
from math import perm
from typing import Any, TypeAlias, TypeVar

__all__ = [
    "TooMany",
    "choices",
    "exchanges",
    "finals",
    "show",
    "smallest_conflict",
    "solve",
    "tokens",
    "turns",
    "worlds",
]

SYMBOLS = ("bear", "jaguar", "human", "bird", "chameleon", "snake")
BUILT_IN_WHEELS = {1: 5, 2: 4, 3: 3, 4: 3, 5: 2, 7: 2, 10: 1}
ROUNDS = {2: 10, 3: 9, 4: 8}
DICE = 3

Slot: TypeAlias = tuple[str, str, int]
World: TypeAlias = dict[Slot, int]
Numbers: TypeAlias = tuple[int, ...]
Key = TypeVar("Key")


class TooMany(Exception):
    """The search tried more stones than it was allowed to."""


# The record, replayed ------------------------------------------------------------------------------------


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
            total = _total(self.known, [self.stone_now(due, symbol) for symbol in self.dice])
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


def _total(known: dict[Slot, int | None], stones: Iterable[Slot]) -> int | None:
    """Return the sum of these stones, none where one of them is unknown."""
    numbers = [known[slot] for slot in stones]
    return None if None in numbers else sum(number or 0 for number in numbers)


# What a seat knows, and its worlds -----------------------------------------------------------------------


@dataclass(frozen=True)
class Fact:
    """The sum of these stones (a stone twice where two dice show its symbol) is one of `sums`."""

    line: int | None
    player: str
    stones: tuple[Slot, ...]
    sums: frozenset[int]


class Seat:
    """What one seat may know: the stones it has seen, the facts it has heard, and every world that fits.

    `every`: fill in also the unknown stones that no fact touches, rather than count them.
    `limit`: how many stones the search may try before it gives up with `TooMany`; none: any number.
    """

    def __init__(self, text: str, seat: str | None, *, every: bool = False, limit: int | None = None) -> None:
        self.table = Table(text)
        name = seat or self.table.me
        if name is None:
            raise ValueError("a record without `me` needs a seat")
        self.name = name
        self.limit = limit
        self.known = {slot: n if self._sees(slot) else None for slot, n in self.table.known.items()}
        self.facts = [fact for heard in self.table.announced for fact in [self._fact(heard)] if self._tells(fact)]
        touched = {slot for fact in self.facts for slot in fact.stones} | set(self.own.values())
        self.unknown = [slot for slot, number in self.known.items() if number is None and (every or slot in touched)]
        self.uncounted = [slot for slot, number in self.known.items() if number is None and slot not in self.unknown]

    def _sees(self, slot: Slot) -> bool:
        return slot[0] != self.name or slot in self.table.discarded or slot in self.table.revealed

    @property
    def own(self) -> dict[str, Slot]:
        """The stones in the seat's log now."""
        return {symbol: self.table.stone_now(self.name, symbol) for symbol in self.table.symbols}

    def _fact(self, heard: Announcement) -> Fact:
        """Return what an answer means to this seat, which heard in full what was told to itself."""
        sums = range(DICE * self.table.numbers[-1] + 1)
        below = {total for total in sums if total < heard.low}
        above = {total for total in sums if total > heard.high}
        allowed = {
            "right": set(sums) - below - above,
            "lower": below,
            "higher": above,
            "wrong": below | above,
        }[heard.word]
        smallest = heard.high - heard.low + 1 == min(self.table.wheels)
        if heard.player == self.name and heard.word == "wrong" and not smallest:
            total = _total(self.table.known, heard.stones)
            allowed = next((side for side in (below, above) if total in side), allowed)
        return Fact(heard.line, heard.player, heard.stones, frozenset(allowed))

    def _tells(self, fact: Fact) -> bool:
        """Tell whether a fact is evidence: refuted by others' stones or a reveal, an answer is a mere finding."""
        seen = all(self.known[slot] is not None for slot in fact.stones)
        return not seen or (fact.player == self.name and not self.table.revealed.intersection(fact.stones))

    @cached_property
    def worlds(self) -> list[World]:
        """Every way to fill in the unknown stones that are counted one by one."""
        return list(self.fill(self.unknown, self.facts))

    @cached_property
    def factor(self) -> int:
        """In how many ways the stones that no fact touches can be filled in, in each world the same."""
        ways = 1
        for symbol in self.table.symbols:
            more = sum(slot[1] == symbol for slot in self.uncounted)
            filled = sum(slot[1] == symbol for slot in self.known) - more
            ways *= perm(len(self.table.numbers) - filled, more)
        return ways

    def fill(self, unknown: Iterable[Slot], facts: Sequence[Fact]) -> Iterator[World]:
        """Yield every way to fill in these stones, all different within a symbol, so that these facts hold."""
        order = _order(unknown, facts)
        free = {
            symbol: set(self.table.numbers) - {n for slot, n in self.known.items() if slot[1] == symbol}
            for symbol in self.table.symbols
        }
        sums = [sum(self.known[slot] or 0 for slot in fact.stones) for fact in facts]
        checks = _checks(order, facts, free)
        if any(sums[i] not in checks[i][0] for i in range(len(facts))):
            return
        steps = [
            [(i, fact.stones.count(slot), checks[i][place + 1]) for i, fact in enumerate(facts) if slot in fact.stones]
            for place, slot in enumerate(order)
        ]
        tried = 0
        world: World = {}

        def place_from(place: int) -> Iterator[World]:
            nonlocal tried
            if place == len(order):
                yield dict(world)
                return
            slot = order[place]
            mine = free[slot[1]]
            for number in sorted(mine):
                tried += 1
                if self.limit is not None and tried > self.limit:
                    raise TooMany
                if all(sums[i] + times * number in reachable for i, times, reachable in steps[place]):
                    world[slot] = number
                    mine.remove(number)
                    for i, times, _ in steps[place]:
                        sums[i] += times * number
                    yield from place_from(place + 1)
                    for i, times, _ in steps[place]:
                        sums[i] -= times * number
                    mine.add(number)

        yield from place_from(0)


def _order(unknown: Iterable[Slot], facts: Sequence[Fact]) -> list[Slot]:
    """Put these stones into an order that soon completes one fact after another."""
    rest = list(unknown)
    order: list[Slot] = []
    while rest:
        missing = ([slot for slot in rest if slot in fact.stones] for fact in facts)
        nearest: list[Slot] = min((slots for slots in missing if slots), key=len, default=rest)
        order += nearest
        rest = [slot for slot in rest if slot not in order]
    return order


def _checks(order: Sequence[Slot], facts: Sequence[Fact], free: dict[str, set[int]]) -> list[list[frozenset[int]]]:
    """Return for each fact, before each stone and at the end, the sums so far from which it can still hold."""
    checks = []
    for fact in facts:
        reachable = fact.sums
        backwards = [reachable]
        for slot in reversed(order):
            if times := fact.stones.count(slot):
                reachable = frozenset(total - times * number for total in reachable for number in free[slot[1]])
            backwards.append(reachable)
        checks.append(backwards[::-1])
    return checks


# The page: lost-code-value.md ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Log:
    """The viewer's stones in one world, and for each symbol the numbers that lie nowhere in it."""

    now: dict[str, int]
    nowhere: dict[str, frozenset[int]]


Ways: TypeAlias = list[Log]  # W, "the viewer's consistent logs (ways)"


def _likeliest(law: Counter[int], numbers: range, k: int) -> Numbers:
    """Return the k likeliest numbers, of equally likely ones the smaller, in rising order."""
    return tuple(sorted(sorted(numbers, key=lambda number: (-law[number], number))[:k]))


def _share(law: Counter[int], numbers: Iterable[int]) -> Fraction:
    return Fraction(sum(law[number] for number in numbers), law.total())


def _best(options: Iterable[tuple[Key, Fraction]]) -> list[tuple[Key, float]]:
    """Sort options, the best first, as given where they are equal; make floats of their values."""
    return [(key, float(value)) for key, value in sorted(options, key=lambda option: -option[1])]


class Page:
    """The formulas, for the viewer's written tokens (`written`) and for the piles that have a stone now."""

    c = (7, 4, 3)

    def __init__(self, seat: Seat) -> None:
        table = seat.table
        self.symbols = table.symbols
        self.numbers = table.numbers
        self.piles = [symbol for symbol in table.symbols if table.piles[symbol]]
        self.h = 1 if table.cursed == seat.name else 0
        self.wheels = table.wheels
        self.top = DICE * table.numbers[-1]
        tokens = table.tokens[seat.name]
        self.written = {symbol: numbers for symbol, numbers in tokens.items() if numbers is not None}
        self.has_values = len(self.written) == len(tokens)
        self.W = self._ways(seat)

    def _ways(self, seat: Seat) -> Ways:
        """Boil the worlds down; a stone that no fact touches lies anywhere left with the same odds."""
        filled = {symbol: [slot for slot in seat.known if slot[1] == symbol] for symbol in self.symbols}
        unseen = {s: set(self.numbers) - {seat.known[slot] for slot in filled[s]} for s in self.symbols}
        others = {s: [slot for slot in filled[s] if slot in seat.unknown] for s in self.symbols}
        own = seat.own
        return [
            Log(
                {s: number if (number := seat.known[own[s]]) is not None else world[own[s]] for s in self.symbols},
                {s: frozenset(unseen[s]).difference(world[slot] for slot in others[s]) for s in self.symbols},
            )
            for world in seat.worlds
        ]

    def law(self, W: Ways, s: str) -> Counter[int]:
        """Count the ways in which the stone of s has each number."""
        return Counter([log.now[s] for log in W])

    def F_law(self, law: Counter[int], s: str) -> Fraction:
        if s in self.written:
            S = self.written[s]
            return 2 * (self.c[len(S) - 1] * _share(law, S) - 2)
        return max(self.c[k - 1] * _share(law, _likeliest(law, self.numbers, k)) for k in (1, 2, 3)) - 2

    def F_s(self, W: Ways, s: str) -> Fraction:
        return self.F_law(self.law(W, s), s)

    def F(self, W: Ways) -> Fraction:
        return sum((self.F_s(W, s) for s in self.symbols), Fraction(0)) if W else Fraction(0)

    def N_s(self, W_with_d: Ways, s: str) -> Fraction:
        """Return F_s of a fresh stone of s, from the worlds in which the discarded stone is d."""
        return self.F_law(Counter([number for log in W_with_d for number in log.nowhere[s]]), s)

    def X_s(self, W: Ways, s: str) -> Fraction:
        value = Fraction(0)
        for d, ways in self.law(W, s).items():
            W_with_d = [log for log in W if log.now[s] == d]
            rest = sum((self.F_s(W_with_d, t) for t in self.symbols if t != s), Fraction(0))
            value += Fraction(ways, len(W)) * (self.N_s(W_with_d, s) + rest)
        return value

    def X(self, W: Ways) -> Fraction:
        if not W:
            return Fraction(0)
        return max(self.X_s(W, s) for s in self.piles) if self.piles else self.F(W)

    def guesses(self, dice: Sequence[str], wheels: Iterable[int]) -> list[dict[str, Any]]:
        """Price every range of these wheels, best first; `value` is none where own token numbers are unknown."""
        by_sum: dict[int, Ways] = {total: [] for total in range(self.top + 1)}
        for log in self.W:
            by_sum[sum(log.now[symbol] for symbol in dice)].append(log)

        def within(low: int, high: int) -> Ways:
            return [log for total in range(low, high + 1) for log in by_sum[total]]

        X_below = cache(lambda low: self.X(within(0, low - 1)))
        X_above = cache(lambda high: self.X(within(high + 1, self.top)))
        rows = []
        for width in wheels:
            for low in range(self.top - width + 2):
                high = low + width - 1
                v = self.wheels[width]
                R, L, H = within(low, high), within(0, low - 1), within(high + 1, self.top)
                P_R, P_L, P_H = (Fraction(len(U), len(self.W)) if self.W else Fraction(0) for U in (R, L, H))
                expected = v * P_R - self.h * v * (1 - P_R) if self.W else Fraction(0)
                value = None
                if self.has_values and width == min(self.wheels):
                    value = expected + P_R * self.F(R) + (P_L + P_H) * self.X(L + H)
                elif self.has_values:
                    value = expected + P_R * self.F(R) + P_L * X_below(low) + P_H * X_above(high)
                counts = {"right": len(R), "lower": len(L), "higher": len(H)}
                row = {"wheel": width, "from": low, "to": high, "points": v, "expected": expected, "value": value}
                rows.append(row | counts)
        return sorted(rows, key=lambda row: (-(row["value"] or 0), -row["expected"], row["wheel"], row["from"]))


# What the commands print ---------------------------------------------------------------------------------


def worlds(text: str, seat: str | None = None, *, limit: int | None = None) -> list[World]:
    """List every way to fill in every stone unknown to the seat that lies or once lay in a log."""
    return Seat(text, seat, every=True, limit=limit).worlds


def solve(text: str, seat: str | None = None, *, every: bool = False, limit: int | None = None) -> dict[str, Any]:
    """Return what `solve --json` prints, the numbers of stones as ints."""
    view = Seat(text, seat, every=every, limit=limit)
    values = {}
    for symbol, slot in view.own.items():
        known = view.known[slot]
        law = Counter([world[slot] if known is None else known for world in view.worlds])
        values[symbol] = {number: law[number] * view.factor for number in sorted(law)}
    return {"logs": len(view.worlds) * view.factor, "values": values} | view.table.standing(view.known)


def show(text: str, seat: str | None = None) -> dict[str, Any]:
    """Return what `show --json` prints; without a seat and without `me` all is seen."""
    table = Table(text)
    name = seat or table.me
    known = Seat(text, name).known if name else table.known
    final_logs = {
        log: {symbol: known[table.stone_now(log, symbol)] for symbol in table.symbols}
        for log in dict.fromkeys(slot[0] for slot in known)
    }
    return table.standing(known) | {"final_logs": final_logs}


def choices(text: str, seat: str | None = None, *, limit: int | None = None) -> list[dict[str, Any]]:
    """Return `choices` of `rank --json`, best first; empty where the seat is not the next to guess."""
    view = Seat(text, seat, limit=limit)
    table = view.table
    if not table.dice or len(table.guesses) == len(table.players) or _bears(table):
        return []
    if table.pieces.order()[len(table.guesses)] != view.name:
        return []
    used = {high - low + 1 for low, high in table.guesses.values()}
    rows = Page(view).guesses(table.dice, [width for width in sorted(table.wheels) if width not in used])
    for row in rows:
        row.update({key: row[key] * view.factor for key in ("right", "lower", "higher")})
        row["expected"] = float(row["expected"])
        row["value"] = None if row["value"] is None else float(row["value"])
    return rows


def _bears(table: Table) -> bool:
    """Tell whether bears lie that the introductory game forbids."""
    return "bear" in table.dice and "bear" not in table.symbols


def _before_guesses(table: Table) -> bool:
    return bool(table.dice) and not table.guesses


def turns(text: str, seat: str | None = None, *, limit: int | None = None) -> list[tuple[tuple[str, ...], float]]:
    """Return the dice after each turn, in the order of the symbols, with its value; empty where none is due."""
    view = Seat(text, seat, limit=limit)
    table = view.table
    if not _before_guesses(table) or table.pieces.order()[0] != view.name or (table.turned and not _bears(table)):
        return []
    page = Page(view)
    if not page.has_values:
        return []
    left = tuple(sorted(table.dice, key=SYMBOLS.index))
    if _bears(table):
        dice = list(product(*(table.symbols if die == "bear" else [die] for die in left)))
    else:
        dice = [left] + [(*left[:i], new, *left[i + 1 :]) for i in range(DICE) for new in table.symbols]
    results = dict.fromkeys(tuple(sorted(result, key=SYMBOLS.index)) for result in dice)
    return _best((result, page.guesses(result, table.wheels)[0]["value"]) for result in results)


def tokens(text: str, seat: str | None = None, *, limit: int | None = None) -> list[tuple[Numbers | None, float]]:
    """Return what the seat may write for the token that the dice offer (none: refuse it) with its value."""
    view = Seat(text, seat, limit=limit)
    table = view.table
    offered = [symbol for symbol in table.symbols if table.dice.count(symbol) > 1]
    taken = [symbol for player in table.players for symbol in table.tokens[player]]
    late = table.round > table.last_round - 3
    if "shortcut" not in table.variants or not _before_guesses(table) or table.turned or late:
        return []
    page = Page(view)
    if not offered or offered[0] in taken or not page.has_values:
        return []
    s = offered[0]
    law = page.law(page.W, s)
    without = page.F(page.W) - page.F_s(page.W, s)
    options: list[tuple[Numbers | None, Fraction]] = [(None, page.F(page.W))]
    for k in (1, 2, 3):
        page.written[s] = _likeliest(law, page.numbers, k)
        options.append((page.written[s], without + page.F_s(page.W, s)))
    return _best(options)


def exchanges(text: str, seat: str | None = None, *, limit: int | None = None) -> dict[str, float]:
    """Return each symbol that the seat may discard now with its value; empty where no exchange is due from it."""
    view = Seat(text, seat, limit=limit)
    if view.table.exchanging[:1] != [view.name]:
        return {}
    page = Page(view)
    return dict(_best((s, page.X_s(page.W, s)) for s in page.piles)) if page.has_values else {}


def finals(text: str, seat: str | None = None, *, limit: int | None = None) -> dict[str, list[tuple[Numbers, float]]]:
    """Return one, two and three numbers for each symbol; under a token what was written, if it was noted."""
    view = Seat(text, seat, limit=limit)
    page = Page(view)
    result: dict[str, list[tuple[Numbers, float]]] = {}
    for s in page.symbols:
        law = page.law(page.W, s)
        if s in view.table.tokens[view.name]:
            result[s] = [(page.written[s], float(page.F_law(law, s)))] if s in page.written else []
        else:
            options = [_likeliest(law, page.numbers, k) for k in (1, 2, 3)]
            result[s] = _best((S, page.c[len(S) - 1] * _share(law, S) - 2) for S in options)
    return result


def smallest_conflict(text: str, seat: str | None = None, *, limit: int | None = None) -> int | None:
    """Count the answers to the seat in a smallest set that cannot all be true; none: all of them can."""
    view = Seat(text, seat, limit=limit)
    told = [fact for fact in view.facts if fact.player == view.name and fact.line is not None]
    always = [fact for fact in view.facts if fact not in told]

    def possible(facts: list[Fact]) -> bool:
        unknown = [slot for slot in view.unknown if any(slot in fact.stones for fact in facts)]
        return next(view.fill(unknown, facts), None) is not None

    if possible(always + told):
        return None
    return next(
        size
        for size in range(len(told) + 1)
        if any(not possible([*always, *subset]) for subset in combinations(told, size))
    )
