"""What is typed at the table -> the line of the record that it stands for.

The table knows what it waits for, so a keyword or a name may be left out, names and words may be cut to an unambiguous
beginning, and cards that nobody types may run together: `l???` is `lay Bob ? ? ?`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import MappingProxyType

from solver.codigo_enigma.box import KNOWN_SYMBOLS
from solver.codigo_enigma.events import Event, Outcome, Special
from solver.codigo_enigma.notation import KEYWORDS, read
from solver.codigo_enigma.rules import Step, begin, due, passed_on
from solver.codigo_enigma.state import State
from solver.errors import NotationError
from solver.words import Words, as_word, name_meant

__all__ = ["symbol_named", "understand"]

_ACTIONS = ("take", "expose", "complete", "lay", "discard", "remove", "soldier")
_IN_PLAY = (*_ACTIONS, "fill", "show", "reveal")
_RUN_TOGETHER = re.compile(r"([a-z]+?)([?\d][?\dwo]*)", re.ASCII | re.IGNORECASE)
_WORDS: Mapping[Step, str] = MappingProxyType({Step.FILL: "fill", Step.SHOW: "show"})


def understand(typed: str, state: State) -> Event:
    """Read what was typed where the record has led. Raises NotationError."""
    words = Words(typed).all
    if not words:
        raise NotationError("nothing is typed", expected="a line")
    if state.players and not state.begun:
        state = begin(state)
    state = passed_on(state)
    error: NotationError | None = None
    for reading in _readings(_apart(words), state):
        try:
            return read(Words(reading()))
        except NotationError as fault:
            error = error or fault
    raise error or NotationError("not understood", typed=typed, expected="a line of the record, or ? for help")


def symbol_named(word: str, state: State) -> str:
    """Give the word for a symbol that a beginning means, else the word itself: what is wrong must stay wrong."""
    known = list(state.words) or sorted({s for card in state.catalogue.values() for s in (card.symbol, *card.code)})
    begun = [name for name in known or KNOWN_SYMBOLS if name.startswith(word.casefold())]
    return begun[0] if len(begun) == 1 else word


def _apart(words: Sequence[str]) -> list[str]:
    """The words, with `l???` as `l ? ? ?`, `s3` as `s 3` and `??` as `? ?`."""
    apart: list[str] = []
    for word in words:
        found = _RUN_TOGETHER.fullmatch(word)
        if found:
            apart += [found[1], *(found[2] if "?" in found[2] else [found[2]])]
        else:
            apart += list(word) if set(word) == {"?"} else [word]
    return apart


def _readings(words: Sequence[str], state: State) -> Iterator[Callable[[], str]]:
    """What the words may stand for, as lines in full, the likeliest first. A reading may raise NotationError."""
    now = due(state)
    first, rest = words[0].casefold(), words[1:]
    if first in KEYWORDS and first not in _IN_PLAY:
        yield lambda: _line(words)
        return
    if now.step in _WORDS:
        yield lambda: f"{_WORDS[now.step]} {_card(words)}"
    if now.step is Step.REVEAL and first != "reveal":
        yield lambda: _reveal(words, now.players, state)
        if not now.optional or _outcome(first) is not None:
            yield lambda: _line(words)
            return
    if now.step is Step.ACTION and len(words) == 1 and first in ("1", "2", "3"):
        yield lambda: f"take {_actor(now.players)} {first}"
    keyword = _keyword(first)
    if keyword in ("fill", "show"):
        yield lambda: f"{keyword} {_card(rest)}"
    elif keyword == "reveal":
        yield lambda: _reveal(rest, now.players, state)
    elif keyword is not None:
        yield lambda: _action(keyword, rest, now.players, state)
    yield lambda: _line(words)


def _keyword(word: str) -> str | None:
    """The keyword that a beginning means; `r` is remove, since a reveal needs none."""
    begun = [keyword for keyword in _IN_PLAY if keyword.startswith(word)]
    if word == "s":
        return "soldier"
    if word in ("r", "re"):
        return "remove"
    return begun[0] if len(begun) == 1 else None


def _line(words: Sequence[str]) -> str:
    return " ".join(map(as_word, words))


def _actor(players: Sequence[str]) -> str:
    if len(players) != 1:
        raise NotationError("who was it?", expected=f"a name: {' or '.join(players)}")
    return as_word(players[0])


def _action(keyword: str, rest: Sequence[str], due_now: Sequence[str], state: State) -> str:
    """An action, of the named player or of the one whose turn it is."""
    named = name_meant(rest[0], state.players) if rest and not _is_card(rest[0]) else None
    actor = _actor(due_now) if named is None else as_word(named)
    cards = rest if named is None else rest[1:]
    if keyword == "remove":
        return " ".join([keyword, actor, *_medal(cards, named or state.turn, state)])
    return " ".join([keyword, actor, *map(_special, cards)])


def _medal(typed: Sequence[str], player: str | None, state: State) -> Sequence[str]:
    """The medal of a code that is given up: its number alone will do; ? where nobody knows it."""
    if len(typed) == 1:
        return [] if typed[0] == "?" else ["medal", *typed]
    codes = [state.exposed.get(player or ""), *state.hidden.get(player or "", ())]
    if not typed and any(code and (code.supposed or code is codes[0]) and not state.card(code.card) for code in codes):
        raise NotationError(
            "the medal of this CODE card is not known", expected="it behind, like rem 2; rem ? where nobody looked"
        )
    return typed


def _is_card(word: str) -> bool:
    return word == "?" or word.isdecimal()


def _special(word: str) -> str:
    """`w` for wild, `o` for own; anything else as it is."""
    begun = [s for s in (Special.WILD, Special.OWN) if word and s.startswith(word.casefold())]
    return begun[0] if len(begun) == 1 else word


def _card(words: Sequence[str]) -> str:
    """What came to light: a number, ?, or a beginning of wild or reveal."""
    if len(words) != 1:
        raise NotationError(
            "one card is meant", typed=" ".join(words), expected="a reference number, wild, ? or reveal"
        )
    begun = [s for s in (Special.WILD, Special.REVEAL) if s.startswith(words[0].casefold())]
    return begun[0] if len(begun) == 1 else words[0]


def _reveal(words: Sequence[str], due_now: Sequence[str], state: State) -> str:
    """A code exposed: whose, which, and what was said or judged; without a number the one hidden first."""
    rest = list(words)
    named = name_meant(rest[0], state.players) if rest and not rest[0].isdecimal() else None
    if named is not None and _outcome(rest[0]) is None:
        rest = rest[1:]
    else:
        named = None
    player = named or (due_now[0] if due_now else "")
    if not player:
        raise NotationError("whose code was it?", expected=f"a name: {' or '.join(state.players)}")
    held = len(state.hidden.get(player, ()))
    if held > 1 and not (rest and rest[0].isdecimal()):
        asked = "1 or 2" if held == 2 else f"1 to {held}"
        raise NotationError(
            f"which of {player}'s {held} hidden codes?", expected=f"its place before the words, {asked}"
        )
    place = rest.pop(0) if rest and rest[0].isdecimal() else "1"
    if not rest:
        raise NotationError(
            "the line ends too early", expected="exact, order, medal, wrong, or the words that were said"
        )
    outcome, after = _outcome(rest[0]), rest[1:]
    if outcome is not None and (not after or after[-1].isdecimal()):
        tail = ["medal", after[-1]] if after else []
        return " ".join(["reveal", as_word(player), place, outcome, *tail])
    said = after if rest[0].casefold() == "said" else rest
    return " ".join(["reveal", as_word(player), place, "said", *(symbol_named(word, state) for word in said)])


def _outcome(word: str) -> Outcome | None:
    begun = [outcome for outcome in Outcome if word and outcome.startswith(word.casefold())]
    return begun[0] if len(begun) == 1 else None
