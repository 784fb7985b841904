"""Random games of Cypher, the truth behind them, and the records that one could keep of them.

It shares nothing with the program: the rules are written down here once more, on a real deck.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import NamedTuple

__all__ = ["Card", "Dealt", "Line", "Played", "random_game"]

NAMES = ("Ann", "Bob", "Cy", "Dee Dee")
DEAL = {2: (3, 2), 3: (3, 2, 1), 4: (3, 2, 2, 1)}


class Card(NamedTuple):
    """A card in a line, and who saw it; None: everyone."""

    name: str
    seen_by: frozenset[str] | None = None


Word = str | Card


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the record of one who sees all. only: the one whose record alone has it."""

    words: tuple[Word, ...]
    only: str | None = None

    def text(self, seat: str | None) -> str | None:
        """The line as a seat would write it (None: as one who sees all), None if it would not."""
        if self.only is not None and self.only != seat:
            return None
        return " ".join(_quoted(word, seat) for word in self.words)


def _quoted(word: Word, seat: str | None) -> str:
    if isinstance(word, Card):
        if seat is not None and word.seen_by is not None and seat not in word.seen_by:
            return "?"
        word = word.name
    return f'"{word}"' if " " in word else word


@dataclass(frozen=True, slots=True)
class Dealt:
    """What is on the cards and who plays. cards: name -> value and copies."""

    players: tuple[str, ...]
    cards: Mapping[str, tuple[int, int]]
    removed: bool
    rulings: tuple[str, ...]


@dataclass(slots=True)
class Played:
    """A game up to some moment, and the table then."""

    dealt: Dealt
    rng: Random
    deck: list[str]
    hands: dict[str, list[str]]
    tables: dict[str, list[str]]
    market: str | None = None
    out: list[str] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)
    values: dict[str, int] = field(default_factory=dict)
    trigger: str | None = None
    last: list[str] | None = None
    turn: int = 0
    over: bool = False

    def text(self, seat: str | None) -> str:
        """The record that a seat keeps; None: one who sees all."""
        dealt = self.dealt
        players = " ".join(_quoted(name, None) for name in dealt.players)
        head = ["game cypher", f"players {players}"]
        if seat is not None:
            head.append(f"me {_quoted(seat, None)}")
        kinds = (f"{name}={value}x{copies}" for name, (value, copies) in dealt.cards.items())
        head.append("cards " + " ".join(kinds))
        if dealt.removed:
            head.append("removed")
        head += [f"ruling {words}" for words in dealt.rulings]
        body = (line.text(seat) for line in self.lines)
        return "\n".join([*head, *(line for line in body if line is not None)]) + "\n"

    @property
    def worth(self) -> dict[str, int]:
        """What lies in front of each player."""
        now = {name: value for name, (value, _) in self.dealt.cards.items()} | self.values
        return {player: sum(now[card] for card in cards) for player, cards in self.tables.items()}

    # ---- lines ----

    def say(self, *words: Word, only: str | None = None) -> None:
        self.lines.append(Line(words, only))

    def fill(self) -> None:
        """Turn up a market card where there is none and the deck has one."""
        if self.market is None and self.deck:
            self.market = self.deck.pop(0)
            self.say("market", Card(self.market))

    def play(self, *, actions: float, most: int) -> None:
        """Play to the end, or up to so many lines."""
        while not self.over:
            for _ in self.take_turn(actions):
                if len(self.lines) >= most and (self.market is not None or not self.deck):
                    return
            self.end_turn()

    def take_turn(self, actions: float) -> Iterator[None]:
        me, seats = self.dealt.players[self.turn % len(self.dealt.players)], len(self.dealt.players)
        others = [self.dealt.players[(self.turn + step) % seats] for step in ((1,) if seats == 2 else (1, -1))]
        if self.hands[me]:
            self.place(me)
            yield
        if self.rng.random() < actions:
            yield from self.act(me)
        for _ in range(2 if seats == 2 else 1):
            yield from self.receive(me)
        for other in others:
            if self.hands[me]:
                card = self.pick(me)
                self.hands[other].append(card)
                self.say("pass", me, other, Card(card, frozenset({me, other})))
                yield
        while len(self.hands[me]) > (2 if seats == 2 else 1):
            card = self.pick(me)
            self.deck.append(card)
            self.say("discard", me, Card(card, frozenset({me})))
            self.fill()
            yield

    def pick(self, player: str) -> str:
        hand = self.hands[player]
        return hand.pop(self.rng.randrange(len(hand)))

    def place(self, me: str) -> None:
        card, table = self.pick(me), self.tables[me]
        table.append(card)
        if card == "power" and self.trigger is None:
            self.triggered(me, under_way=True)
        if len(table) > 3:
            under = table.pop(self.rng.randrange(4))
            self.deck.append(under)
            self.say("play", me, Card(card), "under", Card(under))
        else:
            self.say("play", me, Card(card))
        self.fill()

    def receive(self, me: str) -> Iterator[None]:
        only_deck = len(self.dealt.players) == 2 and "two-draw deck" in self.dealt.rulings
        ways = ["deck"] * bool(self.deck) + ["market"] * (self.market is not None and not only_deck)
        if not ways or (not self.deck and self.rng.random() < 0.5):
            return
        if self.rng.choice(ways) == "deck":
            card = self.deck.pop(0)
            self.hands[me].append(card)
            self.say("receive", me, "deck", Card(card, frozenset({me})))
        else:
            assert self.market is not None
            self.hands[me].append(self.market)
            self.market = None
            self.say("receive", me, "market")
            self.fill()
        yield

    def act(self, me: str) -> Iterator[None]:
        """Something that an action may bring."""
        other = self.rng.choice(self.dealt.players)
        kind = self.rng.randrange(10)
        if kind == 0:
            self.rng.shuffle(self.deck)
            self.say("shuffle")
        elif kind == 1:
            name, worth = self.rng.choice(list(self.dealt.cards)), self.rng.randint(-9, 9)
            self.values[name] = worth
            self.say("value", name, str(worth))
        elif kind == 2 and self.hands[other]:
            self.say("see", other, Card(self.rng.choice(self.hands[other])), only=me)
        elif kind == 3 and self.deck:
            place = self.rng.randrange(len(self.deck))
            self.say("see", "deck", str(place + 1), Card(self.deck[place]), only=me)
        else:
            self.move(me, other)
        self.fill()
        yield

    def move(self, me: str, other: str) -> None:
        places = {me: self.hands[me], other: self.hands[other], "deck": self.deck, "under": self.deck, "out": self.out}
        places |= {f"{me}-table": self.tables[me], f"{other}-table": self.tables[other]}
        source, target = self.rng.sample(list(places), 2)
        cards = places[source]
        if not cards or {source, target} == {"deck", "under"}:
            return
        card = cards.pop({"deck": 0, "under": -1}.get(source, self.rng.randrange(len(cards))))
        places[target].insert(0 if target == "deck" else len(places[target]), card)
        hands = frozenset({source, target} & set(self.hands))
        is_open = any(place.endswith("-table") for place in (source, target))
        self.say("move", source, target, Card(card, None if is_open else hands))

    # ---- the end ----

    def triggered(self, player: str, *, under_way: bool) -> None:
        place = self.dealt.players.index(player)
        order = [*self.dealt.players[place + 1 :], *self.dealt.players[: place + 1]]
        self.trigger = player
        self.last = order[:-1] if "last-turn others" in self.dealt.rulings else order
        # The turn under way is none of the last ones; it is taken off when it ends.
        self.last = [player, *self.last] if under_way else self.last

    def end_turn(self) -> None:
        player = self.dealt.players[self.turn % len(self.dealt.players)]
        if self.trigger is None and not self.deck:
            self.triggered(player, under_way=False)
        elif self.last is not None:
            self.last.pop(0)
        self.turn += 1
        self.over = self.last == []


def random_game(
    rng: Random,
    cards: Mapping[str, tuple[int, int]],
    *,
    players: int,
    actions: float = 0.0,
    most: int = 1000,
    rulings: Sequence[str] = (),
) -> Played:
    """Play a game at random. actions: how often a turn has one. most: lines, after which it stops somewhere."""
    deck = [name for name, (_, copies) in cards.items() for _ in range(copies)]
    rng.shuffle(deck)
    dealt = Dealt(NAMES[:players], cards, rng.random() < 0.25, tuple(rulings))
    out = [deck.pop(0)] if dealt.removed else []
    hands: dict[str, list[str]] = {}
    game = Played(dealt, rng, deck, hands, {player: [] for player in dealt.players}, out=out)
    for player, count in zip(dealt.players, DEAL[players], strict=True):
        hands[player] = [deck.pop(0) for _ in range(count)]
        mine = frozenset({player})
        game.say("hand", player, *(Card(card, mine) for card in hands[player]))
    game.fill()
    game.play(actions=actions, most=most)
    return game
