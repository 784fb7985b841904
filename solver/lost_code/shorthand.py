"""What is typed at the table -> the line of the record that it stands for.

The table knows what it waits for, so a keyword, a name or a known number may be left out, names and words may be cut
to an unambiguous beginning, and symbols may run together. Only the line is made here: `notation` reads it and `play`
judges it as if it had been typed in full.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from solver.errors import IllegalEvent, NotationError
from solver.lost_code.events import SYMBOLS, Event, Symbol, Verdict
from solver.lost_code.notation import KEYWORDS, read, symbol_named, write
from solver.lost_code.play import apply
from solver.lost_code.rules import Step, due, open_token, truth, turnable
from solver.lost_code.state import State
from solver.words import Words, as_word, name_meant

__all__ = ["stones_typed", "understand", "verdict_named"]

_IN_PLAY = ("roll", "token", "turn", "guess", "answer", "exchange", "final", "reveal")
_VERDICTS: Mapping[str, Verdict] = MappingProxyType(
    {
        "ok": Verdict.RIGHT,
        "yes": Verdict.RIGHT,
        "right": Verdict.RIGHT,
        "lower": Verdict.LOWER,
        "higher": Verdict.HIGHER,
        "hi": Verdict.HIGHER,
        "wrong": Verdict.WRONG,
        "no": Verdict.WRONG,
    }
)
_RANGE = re.compile(r"\d{1,3}([-–]\d{1,3})?", re.ASCII)
_NUMBER = re.compile(r"\d+|\?", re.ASCII)
_SYMBOL_AND_NUMBERS = re.compile(r"([^\W\d_]+)([\d?]*)")


def understand(typed: str, state: State, pad: Sequence[Symbol]) -> Event:
    """Read what was typed where the record has led. pad: the order in which bare digits stand.

    What may mean two lines that the rules allow is refused. Raises NotationError.
    """
    words = Words(typed).all
    if not words:
        raise NotationError("nothing is typed", expected="a line")
    events: list[Event] = []
    error = NotationError("not understood", typed=typed)
    for reading in _Typed(state, tuple(pad)).readings(words):
        try:
            events.append(read(Words(reading())))
        except NotationError as fault:
            error = fault
    if not events:
        raise error
    legal = {write(event): event for event in events if _allowed(state, event)}
    if len(legal) > 1:
        meant = " or ".join(f"“{line}”" for line in legal)
        raise NotationError("this may be two things", typed=typed, expected=meant)
    return next(iter(legal.values()), events[0])


def _allowed(state: State, event: Event) -> bool:
    """Whether the rules allow the event now."""
    try:
        apply(state, event, 0)
    except IllegalEvent:
        return False
    return True


def stones_typed(digits: str, symbols: Sequence[Symbol]) -> str:
    """Write one digit for each symbol, `?` for one not known, as “bear 3 jaguar 0 …”. Raises NotationError.

    symbols: the order of the digits; what is written has the record's own.
    """
    if not re.fullmatch(r"[\d?]*", digits, re.ASCII) or len(digits) != len(symbols):
        order = " ".join(symbols)
        expected = f"{len(symbols)} digits in the order {order}, ? for one not known"
        raise NotationError("not one digit for each symbol", typed=digits, expected=expected)
    return _in_order(symbols, digits)


def verdict_named(word: str) -> Verdict | None:
    """Give the answer that a word names: ok, lo, hi, the record's words, or a beginning of one."""
    meant = {verdict for name, verdict in _VERDICTS.items() if word and name.startswith(word.casefold())}
    return meant.pop() if len(meant) == 1 else None


@dataclass(frozen=True, slots=True)
class _Typed:
    """Words typed at a table that waits for something."""

    state: State
    pad: tuple[Symbol, ...]

    def readings(self, words: Sequence[str]) -> Iterator[Callable[[], str]]:
        """What the words may stand for, as lines in full: the step's own short form, then a name or a keyword first.

        A reading may raise NotationError.
        """
        first, rest = words[0], words[1:]
        keyword = first.casefold()
        if keyword in _IN_PLAY:
            yield from self._kind(keyword, rest)
            return
        if keyword == "log" and len(words) == 3:
            yield lambda: f"log {as_word(self._owner(rest[0]))} {self._stones(rest[1:])}"
            return
        if keyword in KEYWORDS:
            yield lambda: " ".join(map(as_word, words))
            return
        step = due(self.state).step
        yield lambda: self._step(step, self._whose(), words)
        begun, player = _begun(keyword), name_meant(first, self.state.players)
        if player and not (step is Step.ROLL and _is_symbol(first)):
            # A line that begins with a name is about a wheel, never about a die.
            said = Step.GUESS if step is Step.TURN else step
            yield lambda: self._step(said, player, rest)
        elif (
            not player
            and step is not Step.ROLL
            and any(name.casefold().startswith(keyword) for name in self.state.players)
        ):
            yield lambda: self._unnamed(first)
            if keyword != "t":
                return
        if begun:
            yield from self._kind(begun, rest)

    def _kind(self, keyword: str, rest: Sequence[str]) -> Iterator[Callable[[], str]]:
        """A line that says its kind. The name may be left out or cut."""
        if keyword == "turn":
            yield lambda: f"turn {' '.join(map(_whole, rest))}"
            return
        if keyword == "roll":
            yield lambda: self._step(Step.ROLL, self._whose(), rest)
            return
        player = name_meant(rest[0], self.state.players) if rest else None
        if player:
            yield lambda: self._said(keyword, player, rest[1:])
        if player is None or _is_symbol(rest[0]):
            yield lambda: self._said(keyword, None, rest)

    def _said(self, keyword: str, player: str | None, words: Sequence[str]) -> str:
        if keyword == "token":
            return self._token(player or self._mine(), words)
        return self._step(Step(keyword), player or self._whose(), words)

    def _unnamed(self, word: str) -> str:
        """Say whom a beginning may mean."""
        names = [name for name in self.state.players if name.casefold().startswith(word.casefold())]
        raise NotationError("more than one is called so", typed=word, expected=" or ".join(names))

    def _step(self, step: Step, player: str, words: Sequence[str]) -> str:
        who = as_word(player)
        match step:
            case Step.ROLL:
                return f"roll {' '.join(_dice(words))}"
            case Step.TURN | Step.GUESS if turnable(self.state) and all(map(_is_symbol, words)) and words:
                return f"turn {' '.join(map(_whole, words))}"
            case Step.GUESS:
                return f"guess {who} {_range(words)}"
            case Step.ANSWER:
                return f"answer {who} {self._verdict(player, words)}"
            case Step.EXCHANGE:
                return f"exchange {who} {self._exchanged(player, words)}"
            case Step.FINAL:
                return f"final {who} {self._guesses(player, words)}"
            case Step.REVEAL:
                return f"reveal {who} {self._stones(words)}"
            case _:
                raise NotationError("not understood here", typed=" ".join(words), expected=", ".join(_IN_PLAY))

    def _whose(self) -> str:
        """Whose line it is where nobody is named: the viewer's where several may come, else the first."""
        players = due(self.state).players
        return self.state.me if self.state.me in players and self.state.me else (players or ("?",))[0]

    def _mine(self) -> str:
        if self.state.me is None:
            raise NotationError("nobody is named", expected="who takes the token, like “token Bob 3 5”")
        return self.state.me

    def _token(self, player: str, words: Sequence[str]) -> str:
        """Only one token can be open, so its symbol may be left out; what others wrote is hidden from the viewer."""
        symbol = open_token(self.state)
        if symbol is None and not words:
            raise NotationError("no token can be taken now", typed="token", expected="two dice of a symbol, early on")
        named = bool(words) and (_is_symbol(words[0]) or symbol is None)
        symbols, numbers = (words[:1], words[1:]) if named else ([symbol or ""], words)
        hidden = not numbers and self.state.me not in (None, player)
        return " ".join(["token", as_word(player), *symbols, *(["?"] if hidden else numbers)])

    def _verdict(self, player: str, words: Sequence[str]) -> str:
        """An answer. What is quickly said without a thought must agree with what is known."""
        verdict = verdict_named(words[0]) if len(words) == 1 else None
        if verdict is None:
            raise NotationError("not an answer", typed=" ".join(words), expected="ok, lo, hi or wrong")
        bet = next((bet for bet in self.state.set_now if bet.player == player), None)
        if bet is None or words[0].casefold() in list(Verdict):
            return verdict
        total = self.state.sum_of(bet)
        if verdict is Verdict.RIGHT and total is not None and truth(self.state, bet, total) is not Verdict.RIGHT:
            expected = f"Enter for “{truth(self.state, bet, total)}”; “right” if that is what the table said"
            raise NotationError(f"the sum is {total}", typed=words[0], expected=expected)
        if verdict is Verdict.WRONG and bet.width != self.state.smallest:
            raise NotationError("which way?", typed=words[0], expected="lo or hi; “wrong” if no direction was noted")
        return verdict

    def _exchanged(self, player: str, words: Sequence[str]) -> str:
        """A symbol and numbers, which may touch. One number: the viewer's discard, or another's new stone."""
        found = _SYMBOL_AND_NUMBERS.fullmatch(words[0]) if words else None
        if not found or (found[2] and len(words) > 1):
            expected = "a symbol and its numbers, like “be 3”"
            raise NotationError("not a stone", typed=" ".join(words), expected=expected)
        symbol, numbers = symbol_named(found[1].casefold()), [*found[2], *words[1:]]
        if symbol is None or len(numbers) != 1:
            return " ".join([found[1], *numbers])
        if player == self.state.me:
            return f"{symbol} {numbers[0]} ?"
        lying = self.state.held(player, symbol).number
        if lying is None:
            expected = f"two numbers, given up and drawn, since {player}'s {symbol} is not known"
            raise NotationError("one number alone", typed=" ".join(words), expected=expected)
        return f"{symbol} {lying} {numbers[0]}"

    def _guesses(self, player: str, words: Sequence[str]) -> str:
        """Final guesses as in the record, or a group of digits for each symbol in the pad's order, `-` for none."""
        if not words or not re.fullmatch(r"[\d-]+", words[0], re.ASCII):
            return " ".join(words)
        symbols = [s for s in self._in_play() if not self.state.written(player, s)]
        if len(words) != len(symbols):
            order = " ".join(symbols)
            raise NotationError(
                "not one group for each symbol", typed=" ".join(words), expected=f"groups like 45 or - for {order}"
            )
        return _in_order(symbols, [" ".join(group) for group in words])

    def _stones(self, words: Sequence[str]) -> str:
        digits = "".join(words)
        return stones_typed(digits, self._in_play()) if digits[:1].isdigit() or "?" in digits[:1] else " ".join(words)

    def _owner(self, word: str) -> str:
        return name_meant(word, self.state.players) or word

    def _in_play(self) -> list[Symbol]:
        return [symbol for symbol in self.pad if symbol in self.state.symbols]


def _in_order(symbols: Sequence[Symbol], numbers: Sequence[str]) -> str:
    """Symbols with what belongs to each, in the record's order."""
    told = dict(zip(symbols, numbers, strict=True))
    return " ".join(f"{symbol} {told[symbol]}" for symbol in SYMBOLS if symbol in told)


def _begun(word: str) -> str | None:
    """The kind of line that the word begins. `t` turns a die: that happens more often than a token is taken."""
    begun = ["turn"] if word == "t" else [keyword for keyword in _IN_PLAY if keyword.startswith(word)]
    return begun[0] if len(begun) == 1 else None


def _is_symbol(word: str) -> bool:
    return symbol_named(word.casefold()) is not None


def _whole(word: str) -> str:
    """The symbol's name where the word is one; else the word, for the reader to complain about."""
    return symbol_named(word.casefold()) or word


def _dice(words: Sequence[str]) -> Sequence[str]:
    """Three symbols: a word each, or run together in one word that can be cut in one way only."""
    if len(words) != 1:
        return [_whole(word) for word in words]
    found = {dice for dice in _cut(words[0].casefold(), 3) if len(dice) == 3}
    if len(found) > 1:
        ways = " or ".join(" ".join(dice) for dice in sorted(found))
        raise NotationError(f"this may be {ways}", typed=words[0], expected="three symbols, apart")
    return found.pop() if found else words


def _cut(word: str, most: int) -> Iterator[tuple[Symbol, ...]]:
    """Every way to read a word as at most so many symbols."""
    if not word:
        yield ()
        return
    if not most:
        return
    for end in range(1, len(word) + 1):
        symbol = symbol_named(word[:end])
        if symbol:
            yield from ((symbol, *rest) for rest in _cut(word[end:], most - 1))


def _range(words: Sequence[str]) -> str:
    """A range in one word, or its two ends."""
    if len(words) == 2 and all(word.isdecimal() for word in words):
        return "-".join(words)
    if not words or not _RANGE.fullmatch(words[0]):
        raise NotationError("not a range", typed=" ".join(words), expected="a range like 9-15, or one number")
    return " ".join(words)
