"""Slips planted in the records of random games: one line says something else, is missing, or is one too many.

It shares nothing with the program: what a kind of slip is, is said here once more, of plain lines of text.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from random import Random

from tests.dealing import SYMBOLS, VARIANTS, Answer, Guess, Setup, deal, is_smallest
from tests.playing import Game
from tests.strategies import CLEAR, Blur, Played, random_game

__all__ = ["KINDS", "Planted", "Repair", "all_slips", "lied", "plain", "plant", "planted"]


@dataclass(frozen=True)
class Repair:
    """What one line says, and should say: none for a line missing before this one, or one that should not be there."""

    line: int
    says: str | None
    means: str | None


@dataclass(frozen=True)
class Planted:
    """A record with one slip, and what would put it right. told: it was said so at the table, and the game went on."""

    seed: int
    kind: str
    text: str
    true: str
    repairs: tuple[Repair, ...]
    told: bool = False


@dataclass(frozen=True)
class Sheet:
    """The lines of a record, and what they say of the game."""

    lines: list[str]
    me: str
    numbers: range
    symbols: tuple[str, ...]
    wheels: tuple[int, ...]

    @staticmethod
    def of(text: str, setup: Setup, me: str) -> Sheet:
        return Sheet(text.splitlines(), me, setup.numbers, setup.symbols, tuple(setup.wheels))

    @property
    def top(self) -> int:
        return 3 * self.numbers[-1]

    def words(self, at: int) -> list[str]:
        return list(_words(self.lines[at]))

    def kind(self, at: int) -> str:
        return self.lines[at].split()[0]

    def begin(self, at: int) -> int:
        """Where the round of a line begins."""
        return max(place for place in range(at + 1) if self.kind(place) == "roll")

    def round_lines(self, at: int) -> list[int]:
        """The lines of the same round."""
        begin = self.begin(at)
        later = [
            place for place in range(begin + 1, len(self.lines)) if self.kind(place) in ("roll", "final", "reveal")
        ]
        return list(range(begin, min(later, default=len(self.lines))))

    def window(self, at: int, player: str) -> tuple[int, int]:
        """The wheel that a player set in the round of a line."""
        for place in self.round_lines(at):
            words = self.words(place)
            if words[0] == "guess" and words[1] == player:
                return _window(words[2])
        raise ValueError(f"no guess of {player}")


@cache
def _words(line: str) -> tuple[str, ...]:
    return tuple(shlex.split(line))


def _window(word: str) -> tuple[int, int]:
    low, _, high = word.partition("-")
    return int(low), int(high or low)


def _line(words: list[str]) -> str:
    return " ".join(f'"{word}"' if " " in word else word for word in words)


Edit = list[tuple[int, str | None]]
"""Lines, counted from 0, and what is written there instead; none: the line is left out."""


def _replaced(sheet: Sheet, at: int, place: int, word: str) -> Edit:
    words = sheet.words(at)
    return [(at, _line([*words[:place], word, *words[place + 1 :]]))]


def _directions(sheet: Sheet) -> Iterator[Edit]:
    for at, words in _of(sheet, "answer"):
        if words[2] in ("lower", "higher"):
            yield _replaced(sheet, at, 2, "higher" if words[2] == "lower" else "lower")


def _verdicts(sheet: Sheet) -> Iterator[Edit]:
    for at, words in _of(sheet, "answer"):
        if words[2] != "right":
            yield _replaced(sheet, at, 2, "right")
            continue
        low, high = sheet.window(at, words[1])
        for word in ["wrong"] if high - low + 1 == min(sheet.wheels) else ["lower", "higher"]:
            yield _replaced(sheet, at, 2, word)


def _ranges(sheet: Sheet) -> Iterator[Edit]:
    for at, words in _of(sheet, "guess"):
        low, high = _window(words[2])
        for by in (-2, -1, 1, 2):
            if low + by >= 0 and high + by <= sheet.top:
                yield _replaced(sheet, at, 2, _range(low + by, high + by))


def _widths(sheet: Sheet) -> Iterator[Edit]:
    for at, words in _of(sheet, "guess"):
        low, high = _window(words[2])
        others = [sheet.words(place) for place in sheet.round_lines(at) if sheet.kind(place) == "guess"]
        taken = {_window(other[2])[1] - _window(other[2])[0] + 1 for other in others}
        for width in set(sheet.wheels) - taken:
            if low + width - 1 <= sheet.top:
                yield _replaced(sheet, at, 2, _range(low, low + width - 1))
            if high - width + 1 >= 0:
                yield _replaced(sheet, at, 2, _range(high - width + 1, high))


def _range(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


def _dice(sheet: Sheet) -> Iterator[Edit]:
    for at, words in _of(sheet, "roll"):
        for place in (1, 2, 3):
            for symbol in SYMBOLS:
                if symbol != words[place]:
                    yield _replaced(sheet, at, place, symbol)
    for at, words in _of(sheet, "turn"):
        for symbol in sheet.symbols:
            if symbol not in words[1:]:
                yield _replaced(sheet, at, 2, symbol)
                if symbol in sheet.words(sheet.begin(at))[1:]:
                    yield _replaced(sheet, at, 1, symbol)


def _turns_forgotten(sheet: Sheet) -> Iterator[Edit]:
    for at, _ in _of(sheet, "turn"):
        yield [(at, None)]


def _turns_invented(sheet: Sheet) -> Iterator[Edit]:
    for begin, dice in _of(sheet, "roll"):
        lines = sheet.round_lines(begin)
        guesses = [at for at in lines if sheet.kind(at) == "guess"]
        if guesses and all(sheet.kind(at) != "turn" for at in lines):
            for shown in set(dice[1:]):
                for turned in sheet.symbols:
                    if turned != shown:
                        yield [(guesses[0], f"turn {shown} {turned}\n{sheet.lines[guesses[0]]}")]


def _swaps(sheet: Sheet) -> Iterator[Edit]:
    for at, words in [*_of(sheet, "log"), *_of(sheet, "reveal")]:
        values = range(3, len(words), 2)
        for one in values:
            for two in values:
                if one < two and words[one] != words[two]:
                    other = {one: words[two], two: words[one]}
                    yield [(at, _line([other.get(place, word) for place, word in enumerate(words)]))]
    for at, words in _of(sheet, "roll"):
        for first in set(words[1:]):
            for second in set(words[1:]):
                if first < second and words.count(first) != words.count(second):
                    swapped = {first: second, second: first}
                    yield [(at, _line([swapped.get(word, word) for word in words]))]


def _stones(sheet: Sheet) -> Iterator[Edit]:
    for at, words in [*_of(sheet, "log"), *_of(sheet, "reveal")]:
        for place in range(3, len(words), 2):
            yield from _misread(sheet, at, place)
    for at, _ in _of(sheet, "exchange"):
        yield from _misread(sheet, at, 4)


def _discards(sheet: Sheet) -> Iterator[Edit]:
    for at, _ in _of(sheet, "exchange"):
        yield from _misread(sheet, at, 3)


def _misread(sheet: Sheet, at: int, place: int) -> Iterator[Edit]:
    said = sheet.words(at)[place]
    for number in sheet.numbers:
        if said not in ("?", str(number)):
            yield _replaced(sheet, at, place, str(number))


def _exchanges_forgotten(sheet: Sheet) -> Iterator[Edit]:
    for at, _ in _of(sheet, "exchange"):
        yield [(at, None)]


def _other_exchanges(sheet: Sheet) -> Iterator[Edit]:
    for at, words in _of(sheet, "exchange"):
        for symbol in sheet.symbols:
            if symbol != words[2]:
                yield _replaced(sheet, at, 2, symbol)


def _answers_swapped(sheet: Sheet) -> Iterator[Edit]:
    for at, words in _of(sheet, "answer"):
        for later in sheet.round_lines(at):
            other = sheet.words(later)
            if later > at and other[0] == "answer" and other[2] != words[2]:
                yield [*_replaced(sheet, at, 2, other[2]), *_replaced(sheet, later, 2, words[2])]


def _of(sheet: Sheet, kind: str) -> list[tuple[int, list[str]]]:
    return [(at, sheet.words(at)) for at in range(len(sheet.lines)) if sheet.kind(at) == kind]


KINDS: Mapping[str, Callable[[Sheet], Iterator[Edit]]] = {
    "direction": _directions,
    "verdict": _verdicts,
    "range": _ranges,
    "width": _widths,
    "die": _dice,
    "turn-forgotten": _turns_forgotten,
    "turn-invented": _turns_invented,
    "swapped": _swaps,
    "stone": _stones,
    "discard": _discards,
    "exchange-forgotten": _exchanges_forgotten,
    "exchange-symbol": _other_exchanges,
    "answers-swapped": _answers_swapped,
}
"""Each kind of slip, with every way in which it can be made in a record."""


def all_slips(kind: str, text: str, setup: Setup, me: str) -> list[Edit]:
    """Every way to make a slip of this kind."""
    return list(KINDS[kind](Sheet.of(text, setup, me)))


def planted(text: str, edit: Edit, kind: str, seed: int) -> Planted:
    """Make a slip, and say what would put it right."""
    lines: list[str | None] = list(text.splitlines())
    repairs = []
    for at, written in edit:
        right = lines[at]
        assert right is not None
        if written is None:
            repairs.append(Repair(at + 1, None, right))
        elif "\n" in written:
            repairs.append(Repair(at + 1, written.split("\n")[0], None))
        else:
            repairs.append(Repair(at + 1, written, right))
        lines[at] = written
    spoilt = "".join(line + "\n" for line in lines if line is not None)
    return Planted(seed, kind, spoilt, text, tuple(repairs))


def plant(seed: int, kind: str | None = None, *, blurred: float = 0.3) -> Planted | None:
    """Play a game with the seed, and make a slip in a player's record of it; none where there is no way."""
    rng = Random(seed)
    played = random_game(rng, rounds=rng.randint(1, 9))
    me = rng.choice(played.setup.players)
    text = played.seen_by(me, Blur.random(rng) if rng.random() < blurred else CLEAR, rng)
    kind = kind or rng.choice(list(KINDS))
    edits = all_slips(kind, text, played.setup, me)
    return planted(text, rng.choice(edits), kind, seed) if edits else None


def lied(seed: int) -> Planted | None:
    """Play a game in which a player was told something untrue, and all went on from there; his record of it."""
    rng = Random(seed)
    setup, piles = deal(rng, rng.randint(2, 4), frozenset(v for v in VARIANTS if rng.random() < 0.35))
    game = _Misled(rng, setup, piles)
    game.at = rng.randint(0, 3 * len(setup.players))
    events = []
    for event in game.play():
        events.append(event)
        if game.lie and game.round > game.lie_round + 4 and isinstance(event, Answer):
            break
    if game.lie is None or game.truth is None:
        return None
    played = Played(setup, tuple(events), game.standing())
    text = played.seen_by(game.lie.player)
    lines = text.splitlines()
    answers = [at for at, line in enumerate(lines) if line.startswith("answer")]
    at = answers[[event for event in events if isinstance(event, Answer)].index(game.lie)]
    words = shlex.split(lines[at])
    means = _line([*words[:2], game.truth])
    true = "".join(line + "\n" for line in [*lines[:at], means, *lines[at + 1 :]])
    kind = "direction" if "right" not in (game.truth, game.lie.word) else "verdict"
    return Planted(seed, kind, text, true, (Repair(at + 1, lines[at], means),), told=kind == "verdict")


class _Misled(Game):
    """A game with one answer that is not true."""

    at = 0
    given = 0
    lie: Answer | None = None
    lie_round = 0
    truth: str | None = None

    def _answer(self, guess: Guess) -> Answer:
        answer = super()._answer(guess)
        self.given += 1
        if self.given - 1 != self.at:
            return answer
        words = ["right", "wrong"] if is_smallest(self.setup, guess) else ["right", "lower", "higher"]
        word = self.rng.choice([word for word in words if word != answer.word])
        self.truth, self.lie_round, self.lie = answer.word, self.round, replace(answer, word=word)
        return self.lie


def plain(line: str | None) -> tuple[str, ...] | None:
    """The words of a line, in which the order of the dice in a throw is no matter."""
    if line is None:
        return None
    words = shlex.split(line)
    return ("roll", *sorted(words[1:])) if words[0] == "roll" else tuple(words)
