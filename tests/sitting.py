"""A whole game as somebody types it at the table, mistakes and all, and what must come of every line.

The game is a random one. What is expected follows from it and from the specification; it shares nothing with the
program.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TypeAlias

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
    Standing,
    Token,
    Turn,
    deal,
    is_smallest,
)
from tests.playing import Game
from tests.writing import Played

__all__ = ["AGAIN", "OWN_PAD", "Line", "Sitting", "game", "meaning", "sitting"]

EXPANSIONS = ("shortcut", "curse")
EVERYTHING = ("x-race", "introductory", "shortcut", "curse")
OWN_PAD = ("bear", "jaguar", "human", "bird", "chameleon", "snake")
ASSUMED_PAD = ("bird", "jaguar", "chameleon", "snake", "human", "bear")
AGAIN = "# again: "
"""How a line that was pushed out stands in the file."""
BEGINNINGS = {
    "bear": ("be", "re"),
    "jaguar": ("j", "y"),
    "human": ("h", "pi"),
    "bird": ("bi", "bl"),
    "chameleon": ("c", "pu"),
    "snake": ("s", "g"),
}
"""Of each symbol's name and of its colour."""
TOLD = {"right": "ok", "lower": "lo", "higher": "hi", "wrong": "no"}
KINDS = ("roll", "token", "turn", "guess", "answer", "exchange", "final", "reveal")
INCIDENTS = frozenset(
    {"answers", "comment", "direction", "edit", "exchange", "final", "forgotten", "hasty", "misfit", "open token"}
    | {"questions", "reveal", "undo"}
)
"""What must happen in the game for everything to be typed."""
NO_WIDTH = 8
"""No wheel of any box shows so many numbers."""

Meaning: TypeAlias = str | tuple[str, str, frozenset[tuple[str, str]]]


def meaning(line: str) -> Meaning:
    """What a line of the record says: of stones and final guesses the order does not matter, nor one left blank."""
    words = re.findall(r'"[^"]*"|\S+', line)
    if not words or words[0] not in ("log", "final", "reveal"):
        return line
    said: dict[str, str] = {}
    for word in words[2:]:
        if word in SYMBOLS:
            symbol = word
        else:
            said[symbol] = said.get(symbol, "") + word
    return words[0], words[1], frozenset((symbol, each) for symbol, each in said.items() if each != "-")


@dataclass(frozen=True)
class Line:
    """One line typed. What must be so afterwards: the lines of the file, and some of what is asked and told.

    afresh: what is typed in its place where the program was started anew since the line before. answers: it answers
    a question about the line before. key: pressed afterwards.
    """

    typed: str
    file: tuple[str, ...]
    asked: str
    told: str = ""
    afresh: str | None = None
    answers: bool = False
    key: str = ""


@dataclass(frozen=True)
class Sitting:
    """A game played, and how one of its players writes it down. pad: the symbols in the order of his pad.

    set_up and play: what he types, also by mistake. plain: the play without any mistake or question, in the shortest
    forms.
    """

    played: Played
    me: str
    pad: tuple[str, ...]
    set_up: tuple[Line, ...]
    play: tuple[Line, ...]
    plain: tuple[Line, ...]

    @property
    def result(self) -> Standing:
        """How the game ends."""
        return self.played.standing_for(self.me)


@cache
def game(name: str) -> Sitting:
    """A game of four by its name."""
    match name:
        case "expansions":
            return sitting(2913, EXPANSIONS, "Cy", OWN_PAD)
        case "beside Ann":
            return sitting(246, EVERYTHING, "Ann Lee")
        case "other wheels":
            return sitting(229, EVERYTHING, "Dee", OWN_PAD)
        case "wheels assumed":
            return sitting(93, EVERYTHING, "Flo")
        case _:
            raise KeyError(name)


def sitting(seed: int, variants: Iterable[str], me: str, pad: Sequence[str] = ASSUMED_PAD) -> Sitting:
    """Play the game of a seed with four players, and type it in as one of them."""
    rng = Random(seed)
    setup, piles = deal(rng, 4, frozenset(variants))
    game = Game(rng, setup, piles)
    events: list[Event] = []
    standings = [game.standing()]
    for event in game.play():
        events.append(event)
        standings.append(game.standing())
    played = Played(setup, tuple(events), standings[-1])
    assert played.over(me), "choose a seed whose game has final guesses of everyone"
    table = _Table(played, standings, me, tuple(pad))
    set_up = tuple(table.set_up())
    mistaken = _Writer(table, set_up[-1].file, mistaken=True)
    play = tuple(mistaken.lines())
    missing = INCIDENTS - mistaken.done
    assert not missing, f"choose a seed whose game has room for {missing}"
    plain = tuple(_Writer(table, set_up[-1].file, mistaken=False).lines())
    return Sitting(played, me, tuple(pad), set_up, play, plain)


def quoted(name: str) -> str:
    return f'"{name}"' if " " in name else name


def ends(low: int, high: int) -> str:
    return str(low) if low == high else f"{low}-{high}"


@dataclass(frozen=True)
class _Table:
    """What happened. standings: before each event, and after the last."""

    played: Played
    standings: Sequence[Standing]
    me: str
    pad: tuple[str, ...]

    @property
    def order(self) -> list[str]:
        """The symbols in play as the pad lists them."""
        return [symbol for symbol in self.pad if symbol in self.played.setup.symbols]

    @property
    def top(self) -> int:
        """The highest sum."""
        return 3 * self.played.setup.numbers[-1]

    def short(self, name: str) -> str:
        """The shortest beginning of a name, in lower case, that can mean only this player and no kind of line."""
        others = [other.casefold() for other in self.played.setup.players if other != name]
        beginnings = (name.casefold()[:length] for length in range(1, len(name) + 1))
        free = (cut for cut in beginnings if not any(other.startswith(cut) for other in (*others, *KINDS)))
        return quoted(next(free, name.casefold()))

    # ---- setting up ----

    def set_up(self) -> Iterator[Line]:
        setup, me = self.played.setup, self.me
        names = " ".join(map(quoted, setup.players))
        stack = " ".join(map(quoted, setup.stack))
        played = [variant for variant in VARIANTS if variant in setup.variants]
        logs = [player for player in setup.players if player != me]
        file: list[str] = []

        def line(typed: str, asked: str, told: str = "", *written: str) -> Line:
            file.extend(written)
            return Line(typed, tuple(file), asked, told)

        def log(owner: str) -> str:
            return f"log {quoted(owner)} " + " ".join(f"{s} {setup.logs[owner][s]}" for s in setup.symbols)

        yield line(f"{names} {names}", "Who plays?", "twice")
        yield line(quoted(me), "Who plays?", "2 to 4")
        yield line(names, "Which one are you?", "", "game lost-code", f"players {names}")
        yield line("nobody", "Which one are you?", "nobody")
        yield line(self.short(me), "Variants", "", f"me {quoted(me)}")
        yield line("chess", "Variants", "chess")
        shortest = " ".join(variant[0] for variant in played)
        yield line(shortest, "The pieces on space 0", "", " ".join(["variant", *played]))
        yield line(" ".join(map(quoted, setup.stack[1:])), "The pieces on space 0", "piece")
        yield line(" ".join(map(self.short, setup.stack)), "are worth", "", f"stack {stack}")
        yield line("11=x", "are worth", "11=x")
        yield line(self._wheels_typed(), "deduction pad", "", self._wheels())
        yield line("b b b", "deduction pad", "b")
        whose = f"Log of {logs[0]}: {len(setup.symbols)} digits"
        yield line("" if self.pad == ASSUMED_PAD else " ".join(BEGINNINGS[s][0] for s in self.pad), whose)
        for owner, following in zip(logs, [*logs[1:], ""], strict=True):
            stones = setup.logs[owner]
            digits = "".join(str(stones[symbol]) for symbol in self.order)
            asked = f"Log of {following}" if following else ""
            if owner == logs[0]:
                yield line(digits[1:], f"Log of {owner}", "digit")
                yield line(digits, asked, "", log(owner))
                file.pop()
                yield line("undo", f"Log of {owner}", "taken back: log")
                yield line(f"{digits[:2]} {digits[2:]}", asked, "", log(owner))
            elif owner == logs[1]:
                first = self.order[0]
                again = digits.replace(digits[0], str(setup.logs[logs[0]][first]), 1)
                yield line(again, f"Log of {owner}", f"{first} {again[0]} was seen already")
                words = " ".join(f"{BEGINNINGS[symbol][0]} {number}" for symbol, number in stones.items())
                yield line(words, asked, "", log(owner))
            else:
                yield line(digits, asked, "is set up", log(owner))

    def _assumed(self) -> bool:
        said = self.played.setup.wheels_line
        return said is None or said.endswith("assumed")

    def _wheels(self) -> str:
        pairs = [f"{width}={points}" for width, points in sorted(self.played.setup.wheels.items())]
        return " ".join(["wheels", *pairs, *(["assumed"] if self._assumed() else [])])

    def _wheels_typed(self) -> str:
        """Enter where nobody has looked, ok where all is as assumed, the values that differ, or all seven."""
        built_in = {1: 5, 2: 4, 3: 3, 4: 3, 5: 2, 7: 2, 10: 1}
        wheels = self.played.setup.wheels
        if self._assumed():
            return ""
        differing = {width: points for width, points in wheels.items() if built_in.get(width) != points}
        if wheels.keys() != built_in.keys():
            differing = wheels
        return " ".join(f"{width}={points}" for width, points in differing.items()) or "ok"

    # ---- what is asked ----

    def asked(self, at: int) -> str:
        """How the sentence begins, or what it holds, that asks for an event; Enter may be enough for it."""
        events = self.played.events
        if at == len(events):
            return "The game is over"
        event, first = events[at], self.standings[at].order[0]
        match event:
            case Roll():
                return "You throw the dice" if first == self.me else f"{first} throws the dice"
            case Token() | Turn() if self._bears(at):
                return "You turn every bear" if first == self.me else f"{first} turns every bear"
            case Token() | Turn():
                return "You set a wheel" if first == self.me else f"{first} sets a wheel"
            case Guess(player):
                return "You set a wheel" if player == self.me else f"{player} sets a wheel"
            case Answer(player, word, _, low, high) if player == self.me:
                return f"You set {ends(low, high)}: what are you told"
            case Answer(player, word):
                return f"Tell {player}: {word.upper()}"
            case Exchange(player):
                return "You exchange a stone" if player == self.me else f"{player} exchanges a stone"
            case Final() if any(isinstance(e, Final) and e.player == self.me for e in events[at:]):
                return "Your final guesses"
            case Final():
                return "Final guesses of"
            case Reveal() if any(isinstance(e, Reveal) and e.player == self.me for e in events[at:]):
                return "Your stones"
            case Reveal():
                return "The game is over"

    def _bears(self, at: int) -> bool:
        """Whether a bear must be turned before a wheel is set."""
        if "introductory" not in self.played.setup.variants:
            return False
        events = self.played.events[at:]
        return any(isinstance(e, Turn) and e.old == "bear" for e in events[: self._first(Guess, at) - at])

    def _first(self, kind: type[Event], at: int) -> int:
        """The place of the next event of a kind."""
        events = self.played.events
        return next(place for place in range(at, len(events)) if isinstance(events[place], kind))


class _Writer:
    """Somebody who types a game in."""

    def __init__(self, table: _Table, seated: Sequence[str], *, mistaken: bool) -> None:
        self.table = table
        self.setup, self.me = table.played.setup, table.me
        self.events = table.played.events
        written = table.played.seen_by(table.me).splitlines()
        first = next(place for place, line in enumerate(written) if line.startswith("roll "))
        self.record = dict(enumerate(written[first:]))
        """For each event its line."""
        assert len(self.record) == len(self.events)
        self.file = list(seated)
        self.mistaken = mistaken
        self.logs = {log: dict(stones) for log, stones in self.setup.logs.items()}
        self.round = 0
        self.guesses: list[Guess] = []
        """Of this round."""
        self.tokens = {(event.player, event.symbol) for event in self.events if isinstance(event, Token)}
        self.hidden: dict[int, int] = {}
        """For each event that takes a token unseen the number of its line."""
        self.done: set[str] = set()
        """What happens once only."""

    def lines(self) -> Iterator[Line]:
        at = 0
        while at < len(self.events):
            event = self.events[at]
            if isinstance(event, Roll):
                self.round += 1
                self.guesses = []
            if self.mistaken:
                yield from self._before(at, event)
            if self._once("forgotten", self._may_be_forgotten(at)):
                yield from self._forgotten(at)
                at += 2
                continue
            yield from self._entered(at, event)
            if isinstance(event, Exchange):
                self.logs[event.player][event.symbol] = event.drawn
            if self.mistaken:
                yield from self._after(at, event)
            at += 1
        yield self._line("quit" if self.mistaken else "q", "")

    # ---- single lines ----

    def _once(self, what: str, now: bool) -> bool:
        """Whether something happens now, for the first time."""
        if not now or what in self.done:
            return False
        self.done.add(what)
        return True

    def _line(
        self, typed: str, asked: str, told: str = "", *, afresh: str | None = None, answers: bool = False, key: str = ""
    ) -> Line:
        """A line after which the file is as it stands now."""
        return Line(typed, tuple(self.file), asked, told, afresh, answers, key)

    def _wrong(self, typed: str, at: int, told: str) -> Line:
        """A line that changes nothing."""
        return self._line(typed, self.table.asked(at), told)

    def _entered(self, at: int, event: Event) -> Iterator[Line]:
        """The line of an event; first those that complete what could not be written before."""
        if isinstance(event, Reveal) and event.player == self.me:
            yield from self._opened(at)
        typed, line, comment = self._typed(at, event), self.record[at], ""
        if isinstance(event, Token) and event.player != self.me and not self._once("open token", self.mistaken):
            typed = f"to {self.table.short(event.player)}"
            line = f"token {quoted(event.player)} {event.symbol} ?"
            self.hidden[at] = len(self.file) + 1
        if self.mistaken and isinstance(event, Guess) and self._once("comment", len(self.guesses) == 1):
            comment = "# after a long while"
        self.file.append(f"{line}  {comment}" if comment else line)
        winner = self.table.played.standing_for(self.me).order[-1]
        known = isinstance(event, Reveal) and event.player == self.me
        yield self._line(f"{typed} {comment}".strip(), self.table.asked(at + 1), f"{winner} wins" if known else "")
        if isinstance(event, Guess):
            self.guesses.append(event)

    def _opened(self, at: int) -> Iterator[Line]:
        """What others wrote with their tokens, now that everyone shows it. The last that is not known is my log."""
        for place, number in self.hidden.items():
            token = self.events[place]
            assert isinstance(token, Token)
            self.file[number - 1] = self.record[place]
            typed = f"edit {number} to {self.table.short(token.player)} {' '.join(map(str, token.numbers))}"
            yield self._line(typed, self.table.asked(at), f"line {number} was: token")

    def _typed(self, at: int, event: Event) -> str:
        """A line in one of its short forms, now this one, now that; without mistakes always the shortest."""
        turn = at % 3 if self.mistaken else 0
        match event:
            case Roll(dice):
                return self._dice(dice, turn)
            case Token(player, _, numbers):
                whose = [] if player == self.me else [self.table.short(player)]
                return " ".join(["to", *whose, *map(str, numbers)])
            case Turn(old, new):
                words = f"{BEGINNINGS[old][0]} {BEGINNINGS[new][0]}"
                return (f"t {words}", f"turn {words}", words)[turn]
            case Guess(player, low, high):
                reading = ends(low, high)
                return (reading, f"{self.table.short(player)} {reading}", f"gu {reading}")[turn]
            case Answer(player, word) if player == self.me:
                return TOLD[word]
            case Answer(player, word):
                return ("", "", f"{self.table.short(player)} {TOLD[word]}")[turn]
            case Exchange(player, symbol, discarded, drawn):
                begun, number = BEGINNINGS[symbol][0], discarded if player == self.me else drawn
                name = "" if player == self.me else f"{self.table.short(player)} "
                return (f"{begun} {number}", f"{begun}{number}", f"{name}{begun} {number}")[turn]
            case Final(player, numbers):
                free = [symbol for symbol in self.table.order if (player, symbol) not in self.tokens]
                groups = ["".join(map(str, numbers.get(symbol, ()))) or "-" for symbol in free]
                return " ".join(([] if player == self.me else [self.table.short(player)]) + groups)
            case Reveal(player, stones):
                digits = "".join(str(stones[symbol]) for symbol in self.table.order)
                return digits if player == self.me else f"reveal {self.table.short(player)} {digits}"

    @staticmethod
    def _dice(dice: Sequence[str], turn: int) -> str:
        names = [BEGINNINGS[die][0] for die in dice]
        return ("".join(names), " ".join(names), " ".join(["roll", *(BEGINNINGS[die][1] for die in dice)]))[turn]

    # ---- mistakes and questions ----

    def _before(self, at: int, event: Event) -> Iterator[Line]:
        """What goes wrong, or is asked, before an event is typed."""
        order = self.table.standings[at].order
        short = self.table.short
        match event:
            case Roll() if self.round == 1:
                yield self._wrong("jbex", at, "jbex")
                yield self._wrong("j be", at, "expected")
                yield self._wrong("9-15", at, "expected")
                yield self._wrong("redo", at, "nothing is left to do again")
                yield self._wrong("undo", at, "nothing is left to undo")
                yield self._wrong("help", at, "undo")
                yield self._wrong("?", at, "undo")
            case Roll() if self.round == 2:
                self.file.append("# Nobody smiled.")
                yield self._line("note Nobody smiled.", self.table.asked(at), "# Nobody smiled.")
            case Guess(player) if player == self.me and self.round > 1 and self._once("questions", True):
                yield from self._questions(at, event)
            case Guess(_, low, high) if self.round == 1:
                yield from self._wrong_guess(at, len(self.guesses), ends(low, high), order)
            case Answer(player, _, _, low, high) if player == self.me and self._once("answers", True):
                yield self._wrong("maybe", at, "maybe")
                yield self._wrong("", at, "nothing is proposed")
            case Exchange(player, symbol) if player != self.me and self._once("exchange", True):
                held = next(self.logs[other][symbol] for other in order if other not in (player, self.me))
                yield self._wrong(f"{symbol} {held}", at, "was seen already")
                yield self._wrong(f"{BEGINNINGS[symbol][0]} 9", at, "no stone has that number")
                yield self._wrong("9", at, "expected")
                other = next(other for other in order if other != player)
                yield self._wrong(f"ex {short(other)} {symbol} ? ?", at, "another's turn")
            case Final(player) if self._once("final", player == self.me):
                yield self._wrong("1 2 3", at, "1 2 3")
            case Reveal(player) if self._once("reveal", player == self.me):
                yield self._wrong("12", at, "digit")
            case Answer(player, word, dice) if player != self.me and self.round > 1:
                if self._once("direction", is_smallest(self.setup, event)):
                    yield self._wrong("hi", at, "no direction is told")
                if self._once("hasty", word != "right"):
                    yield self._wrong("ok", at, f"the sum is {sum(self.logs[player][die] for die in dice)}")

    def _wrong_guess(self, at: int, before: int, reading: str, order: Sequence[str]) -> Iterator[Line]:
        wide = ends(0, NO_WIDTH - 1)
        match before:
            case 0:
                yield self._wrong(f"{self.table.short(order[1])} {reading}", at, "it is another's turn")
                yield self._wrong("gess 9-15", at, "gess")
            case 1:
                first = self.guesses[0]
                taken = ends(first.low, first.high)
                yield self._wrong(taken, at, f"{order[0]} has that wheel already")
            case 2:
                yield self._wrong(wide, at, f"no wheel shows {NO_WIDTH} numbers")
                yield self._wrong("15-9", at, "backwards")
            case _:
                yield self._wrong(ends(self.table.top - 1, self.table.top + 2), at, "empty space")
                yield self._wrong("lo", at, "lo")

    def _questions(self, at: int, event: Guess) -> Iterator[Line]:
        """The commands that show something, where a wheel is to be set."""
        reading = ends(event.low, event.high)
        last = "wrong" if is_smallest(self.setup, event) else "lower"
        yield self._wrong("show", at, "Track")
        yield self._wrong("why", at, "is right in")
        yield self._wrong("solve", at, "logs")
        yield self._wrong("rank", at, "Which wheel to set for")
        yield self._wrong(f"whatif {reading}", at, "are told “right”")
        yield self._wrong(f"whatif {reading} {TOLD[last]}", at, f"are told “{last}”")
        yield self._wrong(f"whatif {self.table.short(self.me)} {reading}", at, f"guess {quoted(self.me)} {reading}")
        yield self._wrong("lines", at, self.file[-1].split("  ")[0])
        yield self._line("hide", self.table.asked(at), key="x")

    def _after(self, at: int, event: Event) -> Iterator[Line]:
        """What is mended after an event was typed."""
        if isinstance(event, Guess) and self.round == 2 and self._once("undo", len(self.guesses) == 2):
            yield from self._back_and_forth(at)
        elif isinstance(event, Answer) and self._once("edit", len(self.guesses) == 4 and self.round == 2):
            yield from self._harmless(at)
        elif isinstance(event, Guess) and len(self.guesses) == 1 and "misfit" not in self.done:
            place = self._to_push_out(at)
            if self._once("misfit", place is not None):
                assert place is not None
                yield from self._pushed_out(at, place)

    def _back_and_forth(self, at: int) -> Iterator[Line]:
        """Two lines taken back and done again, then one taken back and typed again."""
        last, before = self.file[-1], self.file[-2]
        for undone in (last, before):
            self.file.pop()
            yield self._line("undo", self.table.asked(at if undone is last else at - 1), f"taken back: {undone}")
        for place, done in ((at - 1, before), (at, last)):
            self.file.append(done)
            typed = self._typed(place, self.events[place])
            told = f"done again: {done}"
            yield self._line("redo", self.table.asked(place + 1), told, afresh=typed)
        self.file.pop()
        yield self._line("undo", self.table.asked(at), "taken back")
        self.file.append(last)
        yield self._line(self._typed(at, self.events[at]), self.table.asked(at + 1))
        yield self._wrong("redo", at + 1, "nothing is left to do again")

    def _harmless(self, at: int) -> Iterator[Line]:
        """The last wheel, still without its answer, noted one beside where it was set, and put right."""
        guess, number = self.guesses[-1], len(self.file) - 1
        right = self.file[number - 1]
        low = guess.low + (1 if guess.high < self.table.top else -1)
        wrong = f"guess {quoted(guess.player)} {ends(low, low + guess.high - guess.low)}"
        self.file[number - 1] = wrong
        yield self._line(f"edit {number} {wrong}", self.table.asked(at + 1), f"line {number} was: {right}")
        self.file[number - 1] = right
        yield self._line(f"edit {number} {ends(guess.low, guess.high)}", self.table.asked(at + 1), "was: guess")
        yield self._line(f"edit {number} {right}", self.table.asked(at + 1), "Nothing was changed")
        yield self._line("edit 1 9-15", self.table.asked(at + 1), "no entry stands there")

    def _roll(self, at: int) -> int:
        """The place of the throw of a round."""
        return max(place for place in range(at + 1) if isinstance(self.events[place], Roll))

    def _to_push_out(self, at: int) -> int | None:
        """An answer of the round before: to another, wrong, so that he exchanges, while nobody holds the curse."""
        began = self._roll(at)
        if self.round < 3:
            return None
        before = self._roll(began - 1)
        if any(standing.cursed for standing in self.table.standings[before : began + 1]):
            return None
        exchanging = {e.player for e in self.events[before:began] if isinstance(e, Exchange)} - {self.me}
        for place in range(before, began):
            event = self.events[place]
            if isinstance(event, Answer) and event.player in exchanging:
                return place
        return None

    def _pushed_out(self, at: int, place: int) -> Iterator[Line]:
        """A wrong answer noted as right: its player exchanges no stone, so his exchange and all after it do not fit."""
        answer = self.events[place]
        assert isinstance(answer, Answer)
        right = self.file[:]
        number = self._number(place, at)
        exchange = next(p for p in range(place, at) if self._exchanges(p, answer.player))
        first = self._number(exchange, at)
        told = f"line {number} was: {self.record[place]}"
        edit = f"edit {number} right"
        yield self._line(edit, "Save it?", "no longer fits")
        yield self._line("", self.table.asked(at + 1), "Nothing was changed", answers=True)
        yield self._line(edit, "Save it?", f"{len(right) - first + 1} lines")
        self.file[number - 1] = f"answer {quoted(answer.player)} right"
        out = self.file[first - 1 :]
        self.file[first - 1 :] = [AGAIN + line for line in out]
        yield self._line("y", "skip drops it", told, answers=True)
        yield self._line("all", "skip drops it", "fit")
        self.file[number - 1] = self.record[place]
        yield self._line(f"edit {number} {TOLD[answer.word]}", f"Enter: {out[0]}", "was: answer")
        self.file[first - 1] = out[0]
        yield self._line("", f"Enter: {out[1]}")
        del self.file[first]
        yield self._line("skip", f"skip drops it: {out[2]}", f"dropped: {out[1]}")
        self.file.insert(first, out[1])
        yield self._line(self._typed(exchange + 1, self.events[exchange + 1]), f"Enter: {out[2]}")
        self.file[:] = right
        yield self._line("all", self.table.asked(at + 1))

    def _exchanges(self, place: int, player: str) -> bool:
        event = self.events[place]
        return isinstance(event, Exchange) and event.player == player

    def _number(self, place: int, at: int) -> int:
        """The number of the line on which an event stands, `at` being on the last."""
        return len(self.file) - (at - place)

    def _may_be_forgotten(self, at: int) -> bool:
        """Whether a die is turned now that need not be."""
        event = self.events[at]
        optional = "introductory" not in self.setup.variants or (isinstance(event, Turn) and event.old != "bear")
        return self.mistaken and isinstance(event, Turn) and self.round > 3 and optional

    def _forgotten(self, at: int) -> Iterator[Line]:
        """A turned die comes to mind when the first wheel is set."""
        guess = self.events[at + 1]
        assert isinstance(guess, Guess)
        self.file.append(self.record[at + 1])
        yield self._line(self._typed(at + 1, guess), self.table.asked(at + 2))
        self.guesses.append(guess)
        number = len(self.file)
        self.file.insert(number - 1, self.record[at])
        typed = self._typed(at, self.events[at])
        yield self._line(f"insert {number} {typed}", self.table.asked(at + 2), f"inserted before line {number}")
        yield self._line("insert 1 9-15", self.table.asked(at + 2), "no entry stands there")
