"""A game that was played, and the records one could keep of it: complete, as one player saw it, and blurred."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from random import Random

from tests.dealing import (
    SYMBOLS,
    VARIANTS,
    Answer,
    Event,
    Exchange,
    Final,
    Guess,
    Reveal,
    Roll,
    Setup,
    Slot,
    Standing,
    Stones,
    Token,
    Track,
    Turn,
)

__all__ = ["CLEAR", "Blur", "Played", "next_slot"]


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
                stones[next_slot(stones, event)] = event.drawn
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
        track = Track(spaces)
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


def next_slot(stones: dict[Slot, int], exchange: Exchange) -> Slot:
    """Return the slot of the drawn stone, from those filled before."""
    before = sum(slot[:2] == (exchange.player, exchange.symbol) for slot in stones)
    return exchange.player, exchange.symbol, before


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
