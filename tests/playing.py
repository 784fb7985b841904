"""How a random game of The Lost Code is played to its end, by rules of its own that share nothing with the program."""

from collections.abc import Iterator
from random import Random

from tests.dealing import (
    SYMBOLS,
    Answer,
    Event,
    Exchange,
    Final,
    Guess,
    Reveal,
    Roll,
    Setup,
    Standing,
    Token,
    Track,
    Turn,
    is_smallest,
    some_numbers,
)

__all__ = ["Game"]


class Game:
    """A game played to its end: `play` yields one event after another, `standing` tells what they led to."""

    def __init__(self, rng: Random, setup: Setup, piles: dict[str, list[int]]) -> None:
        self.rng = rng
        self.setup = setup
        self.piles = piles
        self.logs = {log: dict(stones) for log, stones in setup.logs.items()}
        self.track = Track({0: list(setup.stack)})
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
            yield Token(taker, symbol, some_numbers(self.rng, self.setup, self.logs[taker][symbol]))

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
        if word != "right" and is_smallest(self.setup, guess):
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
            symbol: some_numbers(self.rng, self.setup, self.logs[player][symbol]) if self.rng.random() < 0.9 else ()
            for symbol in named
        }
