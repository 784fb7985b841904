"""Random legal games of Beyond Code, played by a few lines of their own: nothing shared with the program's rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from solver.games import read
from solver.record import Record

SQUARES = tuple(column + row for row in "123" for column in "abc")
CARDS = ("library", "enigma", "shadow", "book", "joint", "room-1", "room-2", "room-3", "room-4")
ROUNDS = 4
"""Six spaces, the marker moves before each of the Keeper's turns: four rounds."""


@dataclass(frozen=True)
class Manner:
    """How a game is played. looks: so many squares are told first. shuffles: at most so many.

    honest: the chance that a player tells the truth, of those in `honesty` his own. doubted, lie_doubted: the chance
    that a true and a false naming are checked. turns: how many,
    None for any number that the time allows. rounds: how many the time allows.
    """

    looks: int = 0
    shuffles: int = 1
    honest: float = 0.6
    honesty: Mapping[str, float] = field(default_factory=dict)
    doubted: float = 0.4
    lie_doubted: float = 0.4
    turns: int | None = None
    rounds: int = ROUNDS


def random_record(rng: Random, *, me: str | None = "Ann", manner: Manner = Manner()) -> Record[Any, Any]:
    """Play a few turns."""
    return read(random_text(rng, me=me, manner=manner))


def random_text(rng: Random, *, me: str | None = "Ann", manner: Manner = Manner()) -> str:
    """As `random_record`, as text."""
    players = ["Ann", "Bob", "Cy", "Di"][: rng.randint(3, 4)]
    keeper = rng.randrange(len(players))
    lies = dict(zip(SQUARES, rng.sample(CARDS, len(CARDS)), strict=True))
    table = _Table(rng, players, me, lies, manner)
    lines = ["game beyond-code", "players " + " ".join(players), f"keeper {players[keeper]}"]
    lines += [] if me is None else [f"me {me}"]
    lines += [] if manner.rounds == ROUNDS else [f"ruling time {manner.rounds + 2}"]
    lines += [f"told {square} {lies[square]}" for square in rng.sample(SQUARES, manner.looks)]
    for turn in range(manner.turns or rng.randint(2, manner.rounds * len(players))):
        if turn == manner.rounds * len(players):
            break
        lines += table.turn(players[(keeper + turn) % len(players)])
    return "\n".join(lines) + "\n"


class _Table:
    """The table while a game is played."""

    def __init__(self, rng: Random, players: list[str], me: str | None, lies: dict[str, str], manner: Manner) -> None:
        self.rng, self.players, self.me, self.lies, self.manner = rng, players, me, lies, manner
        self.shuffles = manner.shuffles
        self.silent: set[str] = set()
        self.open: set[str] = set()

    def closed(self) -> str | None:
        closed = [square for square in SQUARES if square not in self.open]
        return self.rng.choice(closed) if closed else None

    def seen(self, player: str) -> bool:
        return self.me in (None, player)

    def look(self, player: str) -> list[str]:
        square = self.closed()
        if square is None:
            return []
        return [f"look {player} {square}" + (f" {self.lies[square]}" if self.seen(player) else "")]

    def turn(self, player: str) -> list[str]:
        if player in self.silent:
            self.silent.remove(player)
            return self.look(player)
        rng, square = self.rng, self.rng.choice(SQUARES)
        true = rng.random() < self.manner.honesty.get(player, self.manner.honest)
        lying_open = {self.lies[each] for each in self.open}
        others = [card for card in CARDS if card != self.lies[square]]
        hidden = [card for card in others if card not in lying_open or rng.random() < 0.1]
        card = self.lies[square] if true else rng.choice(hidden or others)
        told = f" is {self.lies[square]}" if self.seen(player) and square not in self.open else ""
        lines = [f"name {player} {square} {card}{told}"]
        doubters = [p for p in self.players if p != player and p not in self.silent]
        if doubters and rng.random() < (self.manner.doubted if true else self.manner.lie_doubted):
            doubter = rng.choice(doubters)
            if true:
                self.silent.add(doubter)
                self.open.add(square)
                lines.append(f"doubt {doubter} truth")
            else:
                self.silent.add(player)
                told = f" is {self.lies[square]}" if self.seen(doubter) and square not in self.open else ""
                return [*lines, f"doubt {doubter} lie{told}"]
        return lines + (self.effect(player) if rng.random() < 0.7 else [])

    def effect(self, player: str) -> list[str]:
        rng = self.rng
        match rng.choice(("look", "corner", "swap", "shuffle", "take", "told")):
            case "look":
                return self.look(player)
            case "corner":
                square = rng.choice(SQUARES)
                none, chaos = self.lies[square] == "library", self.lies[square] == "book"
                corner = "none" if none else "chaos" if chaos else rng.choice(("chaos", "decryption"))
                return [f"corner {square} {corner}"]
            case "swap":
                one, two = rng.sample(SQUARES, 2)
                self.lies[one], self.lies[two] = self.lies[two], self.lies[one]
                there = {one: two, two: one}
                self.open = {there.get(square, square) for square in self.open}
                return [f"swap {one} {two}"]
            case "shuffle" if self.shuffles:
                self.shuffles -= 1
                some = rng.sample(SQUARES, rng.randint(2, 3))
                cards = [self.lies[square] for square in some]
                rng.shuffle(cards)
                self.lies.update(zip(some, cards, strict=True))
                self.open -= set(some)
                return ["shuffle " + " ".join(some)]
            case "take":
                return [f"take {rng.choice(self.players)} {rng.choice(('chaos', 'decryption'))}"]
            case _:
                square = rng.choice(SQUARES)
                card = rng.choice([c for c in CARDS if c != self.lies[square]])
                return [f"told {square} not {card}"]
