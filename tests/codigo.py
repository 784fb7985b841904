"""A table of Código Enigma with real cards: random legal games, the lines one would write down, and the truth behind.

It shares nothing with the program and follows the rulebook and the rulings by its own hand.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random

__all__ = ["CardFace", "Physical", "play", "standing"]

SYMBOLS = ("grenade", "helmet", "tank")
REVEALS = {2: 3, 3: 2, 4: 1}
NAMES = ("Ann", "Bob", "Cy", "Dee")


@dataclass(frozen=True)
class CardFace:
    medal: int
    symbol: str
    code: tuple[str, ...]

    def line(self, number: int) -> str:
        return f"card {number} medal {self.medal} symbol {self.symbol} code {' '.join(self.code)}"


@dataclass
class Built:
    """A code on the table: its CODE card and what was laid to it (numbers, wild, own)."""

    card: int
    laid: list[str] = field(default_factory=list)


class EndlessError(Exception):
    """Only wild cards are left in the deck, and one is blocked: it would go back and come again for ever."""


class Physical:
    """The cards on the table. Decks have their top at the end; so has the third pile."""

    def __init__(self, rng: Random, players: int, cards: int, *, counts: bool = False, low: int = 1) -> None:
        self.rng = rng
        self.counts = counts
        self.players = NAMES[:players]
        self.faces = {number: self._face() for number in rng.sample(range(low, low + 200), cards)}
        self.wild = players
        self.deck = [str(number) for number in self.faces] + ["wild"] * self.wild
        rng.shuffle(self.deck)
        zone = [self.deck.pop() for _ in range(3)]
        self.hands = {player: [self.deck.pop() for _ in range(3)] for player in self.players}
        self.deck += ["reveal"] * REVEALS[players]
        rng.shuffle(self.deck)
        self.piles: list[str | None] = [zone[0], zone[1]]
        self.third = [zone[2]]
        self.unseen = 0
        """Cards of the third pile, from the bottom, whose order nobody saw."""
        self.soldier = 1
        self.exposed: dict[str, Built] = {}
        self.hidden: dict[str, list[Built]] = {player: [] for player in self.players}
        self.points = dict.fromkeys(self.players, 0)
        self.came = 0
        self.second_pass = False
        self.over = False
        self.taken: list[str] = []
        self.acted = 0
        self.passed = 0
        """Turns in a row that ended without an action: nobody can do anything any more."""
        self.turn = self._starter()
        self.lines = ["game codigo-enigma", "players " + " ".join(self.players), f"cards {cards}"]
        if not counts:
            self.lines += [face.line(number) for number, face in self.faces.items()]
            self.lines += [f"deal {player} {' '.join(hand)}" for player, hand in self.hands.items()]
            self.lines.append("zone " + " ".join(zone))
            if not any(card.isdecimal() for hand in self.hands.values() for card in hand):
                self.lines.append(f"first {self.turn}")
        else:
            self.lines.append(f"first {self.turn}")
            if zone[0] == "wild":
                self.lines.append("zone wild ? ?")

    def _face(self) -> CardFace:
        code = tuple(self.rng.choice(SYMBOLS) for _ in range(self.rng.choice((3, 4))))
        return CardFace(self.rng.randint(1, 4), self.rng.choice(SYMBOLS), code)

    def _starter(self) -> str:
        best = [(int(card), player) for player, hand in self.hands.items() for card in hand if card.isdecimal()]
        return max(best)[1] if best else self.rng.choice(self.players)

    # ---- what is written ----

    def typed(self, card: str) -> str:
        """A card as the keeper of the record types it."""
        return card if not self.counts or card in ("wild", "reveal", "own") else "?"

    def write(self, *words: str) -> None:
        self.lines.append(" ".join(words))

    # ---- the deck ----

    def top(self, pile: int) -> str | None:
        return self.piles[pile - 1] if pile < 3 else (self.third[-1] if self.third else None)

    def fill(self, pile: int) -> Iterator[None]:
        """Close a gap; a REVEAL card first stops everything.

        A wild card that a reveal discards under the soldier goes back at once, and its place is filled after this one.
        """
        late = False
        while True:
            card = self.deck.pop()
            self.write("fill", self.typed(card))
            if card == "reveal":
                self.came += 1
                if not self.deck and self.final_pass:
                    yield from self.reveal("deck")
                    yield from self.end()
                    return
                if any(self.hidden.values()):
                    yield
                yield from self.reveal("deck")
                if self.came == 1:
                    yield from self.mix()
                if not self.deck and (yield from self.recycle()):
                    return
                late = late or (pile != self.soldier and self.top(self.soldier) == "wild")
                if late and self.top(self.soldier) == "wild":
                    self.put_back(self.soldier)
                continue
            if pile == 3:
                self.third.append(card)
            else:
                self.piles[pile - 1] = card
            if not self.deck and (yield from self.recycle()):
                return
            again = card == "wild" and pile == self.soldier
            if again:
                self.put_back(pile)
            yield
            if again:
                continue
            if late:
                yield from self.fill(self.soldier)
            return

    @property
    def final_pass(self) -> bool:
        return len(self.players) < 4 or self.second_pass

    def put_back(self, pile: int) -> None:
        """A blocked wild card goes back into the deck."""
        if pile == 3:
            self.third.pop()
        else:
            self.piles[pile - 1] = None
        self.deck.append("wild")
        self.rng.shuffle(self.deck)
        if set(self.deck) == {"wild"}:
            raise EndlessError

    def recycle(self) -> Generator[None, None, bool]:
        """The deck has run out; the generator's value tells whether the game is over."""
        if not self.final_pass:
            self.second_pass = True
            others = [card for card in self.third[:-1] if card != "reveal"]
            self.third, self.unseen = self.third[-1:], 0
            self.rng.shuffle(others)
            self.deck = others
            if others:
                return False
        yield from self.end()
        return True

    def end(self) -> Iterator[None]:
        self.deck = []
        yield from self.reveal("last")
        self.over = True
        yield

    def mix(self) -> Iterator[None]:
        """The first REVEAL card is shuffled into the discards, again if it lies on top."""
        self.third.append("reveal")
        while True:
            self.rng.shuffle(self.third)
            if self.third[-1] != "reveal" or len(self.third) == 1:
                break
        self.unseen = 1 if self.third == ["reveal"] else len(self.third) - 1
        if self.third != ["reveal"] and (self.deck or not self.final_pass):
            self.write("show", self.typed(self.third[-1]))
            yield

    # ---- a reveal ----

    def reveal(self, _where: str) -> Iterator[None]:
        at = self.players.index(self.turn)
        for player in (*self.players[at:], *self.players[:at]):
            while self.hidden[player]:
                place = self.rng.randrange(len(self.hidden[player]))
                self.expose(player, place)
                if any(self.hidden.values()):
                    yield

    def expose(self, player: str, place: int) -> None:
        code = self.hidden[player].pop(place)
        face = self.faces[code.card]
        outcome = self.rng.choice(("exact", "order", "medal", "wrong"))
        said = list(face.code)
        if outcome == "order":
            self.rng.shuffle(said)
        elif outcome == "wrong":
            said = ["tank"] * 5
        if outcome == "medal" or self.counts or self.rng.random() < 0.3:
            medal = f" medal {face.medal}" if self.counts and outcome != "wrong" else ""
            self.write("reveal", player, str(place + 1), outcome + medal)
        else:
            self.write("reveal", player, str(place + 1), "said", *said)
            outcome = "exact" if said == list(face.code) else outcome
        if "wild" in code.laid and outcome != "exact":
            outcome = "wrong"
        gone = [card for card in code.laid if card != "own"]
        if outcome == "wrong":
            gone.insert(0, str(code.card))
        else:
            self.points[player] += face.medal + {"exact": 2, "order": 1, "medal": 0}[outcome]
        self.third += gone

    # ---- actions ----

    def step(self) -> Iterator[None]:
        """One action of the player whose turn it is, and all that follows; it pauses after each line."""
        choices = list(self.choices())
        if not choices and self.counts and self.turn not in self.exposed:
            # Who keeps counts only lays whole codes, as long as there is anything else to do.
            choices = [("expose", card) for card in self.hands[self.turn] if card.isdecimal()]
        if not choices:
            self.passed += 1
            self.next_turn()
            return
        self.passed = 0
        weights = [{"take": 4, "lay": 30, "complete": 12, "expose": 4, "discard": 3}.get(c[0], 1) for c in choices]
        kind, *words = self.rng.choices(choices, weights)[0]
        player = self.turn
        self.acted += 1
        if kind == "take":
            yield from self.take(player, int(words[0]))
        elif kind == "soldier":
            self.soldier = int(words[0])
            self.write("soldier", player, words[0])
            yield from self.blocked()
        elif kind == "discard":
            self.hands[player].remove(words[0])
            self.third.append(words[0])
            self.write("discard", player, self.typed(words[0]))
        elif kind == "expose":
            self.hands[player].remove(words[0])
            self.exposed[player] = Built(int(words[0]))
            self.write("expose", player, self.typed(words[0]))
        elif kind == "remove":
            yield from self.remove(player)
        else:
            self.build(player, kind, words)
        if not self.over:
            yield
            if self.acted == 2:
                self.next_turn()

    def next_turn(self) -> None:
        at = self.players.index(self.turn)
        self.turn = self.players[(at + 1) % len(self.players)]
        self.acted, self.taken = 0, []

    def take(self, player: str, pile: int) -> Iterator[None]:
        card = self.top(pile)
        assert card is not None
        self.hands[player].append(card)
        self.taken.append(card)
        self.write("take", player, str(pile))
        if pile < 3:
            self.piles[pile - 1] = None
            yield
            yield from self.fill(pile)
            yield from self.settled()
            return
        self.third.pop()
        yield from self.settled()

    def settled(self) -> Iterator[None]:
        """Whatever comes to light on the third pile, until a card lies there that stays."""
        while not self.over:
            if self.third and len(self.third) > self.unseen:
                if not (yield from self.blocked()):
                    return
                continue
            if not self.third:
                yield
                yield from self.fill(3)
                continue
            kinds = {self.typed(card) for card in self.third}
            self.unseen -= 1
            card = self.third[-1]
            if len(kinds) > 1:
                yield
                self.write("show", self.typed(card))
            if card == "reveal":
                self.third.pop()
                yield from self.reveal("discards")
                yield

    def blocked(self) -> Generator[None, None, bool]:
        """A wild card under the soldier goes back. The generator's value tells whether one did."""
        if self.over or self.top(self.soldier) != "wild":
            return False
        self.put_back(self.soldier)
        yield
        yield from self.fill(self.soldier)
        return True

    def remove(self, player: str) -> Iterator[None]:
        code = self.exposed.pop(player)
        face = self.faces[code.card]
        self.points[player] -= face.medal
        cards = [card for card in code.laid if card != "own"]
        self.third += cards[1:]
        self.write("remove", player, *(["medal", str(face.medal)] if self.counts else []))
        yield from self.blocked()

    def build(self, player: str, kind: str, words: list[str]) -> None:
        """Lay symbols to a code, and hide it where nothing is missing."""
        if kind == "lay":
            code, laid = Built(int(words[0])), words[1:]
            self.hands[player].remove(words[0])
        else:
            code, laid = self.exposed.pop(player), words
        for card in laid:
            if card != "own":
                self.hands[player].remove(card)
        code.laid += laid
        named = [str(code.card), *laid] if kind == "lay" else laid
        self.write(kind, player, *map(self.typed, named))
        if len(code.laid) == len(self.faces[code.card].code):
            self.hidden[player].append(code)
        else:
            self.exposed[player] = code

    def choices(self) -> Iterator[tuple[str, ...]]:
        """Every kind of action that the rulebook allows now, each with some of its forms."""
        player, hand = self.turn, self.hands[self.turn]
        common = [card for card in hand if card.isdecimal()]
        if len(hand) < 4:
            for pile in (1, 2, 3):
                if pile != self.soldier:
                    yield "take", str(pile)
        if self.acted == 1:
            for pile in (1, 2, 3):
                if pile != self.soldier:
                    yield "soldier", str(pile)
        if player not in self.exposed and not self.counts:
            for card in common:
                yield "expose", card
        for card in common:
            if laid := self.filling(Built(int(card)), [other for other in hand if other != card], whole=True):
                yield "lay", card, *laid
        if player in self.exposed:
            code = self.exposed[player]
            if not self.counts and (laid := self.filling(code, hand, whole=False)):
                yield "complete", *laid
            if any(card != "own" for card in code.laid):
                yield ("remove",)
        top = self.top(3)
        forbidden = self.faces[int(top)].symbol if top and top.isdecimal() else None
        for card in common:
            if card not in self.taken and self.faces[int(card)].symbol != forbidden:
                yield "discard", card

    def filling(self, code: Built, cards: list[str], *, whole: bool) -> list[str]:
        """Symbol cards for what a code misses; [] where there is none, or not enough for the whole code."""
        face = self.faces[code.card]
        open_ = list((Counter(face.code) - Counter(self.shown(code))).elements())
        for _ in range(code.laid.count("wild")):
            open_ = open_[1:]
        missing = len(face.code) - len(code.laid)
        asked = Counter(face.code) - Counter(self.shown(code))
        laid: list[str] = []
        for card in [*(["own"] if "own" not in code.laid else []), *sorted(cards, key=lambda c: c == "wild")]:
            if len(laid) == missing:
                break
            symbol = face.symbol if card == "own" else self.faces[int(card)].symbol if card.isdecimal() else None
            if symbol is None and ("wild" in code.laid or "wild" in laid):
                continue
            if symbol is not None and asked[symbol] < 1:
                continue
            if symbol is not None:
                asked[symbol] -= 1
            laid.append(card)
        if not laid or (whole and len(laid) < missing):
            return []
        if not whole and self.rng.random() < 0.5:
            return laid[:1]
        return laid

    def shown(self, code: Built) -> list[str]:
        """The symbols laid to a code, wild cards apart."""
        face = self.faces[code.card]
        return [face.symbol if c == "own" else self.faces[int(c)].symbol for c in code.laid if c != "wild"]


def play(game: Physical, most: int = 400) -> Iterator[Physical]:
    """Play to the end, or to so many lines; it pauses whenever a line was written and what follows is done."""
    if game.piles[0] == "wild":
        game.put_back(1)
        yield game
        for _ in game.fill(1):
            yield game
    with suppress(EndlessError):
        while not game.over and len(game.lines) < most and game.passed < len(game.players):
            for _ in game.step():
                yield game
        yield game


def standing(game: Physical) -> dict[str, object]:
    """The truth that a record can tell."""
    return {
        "deck": (len(game.deck), game.deck.count("reveal")),
        "hidden": {player: len(codes) for player, codes in game.hidden.items()},
        "points": dict(game.points),
        "soldier": game.soldier,
        "discards": len(game.third),
        "over": game.over,
    }
