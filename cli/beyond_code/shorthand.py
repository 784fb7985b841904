"""What is typed at the table, as short as it is clear: `a1 li` a naming, `cy lie` a doubt, `b3` a silent look.

Whose turn it is follows from the rules, so no name is needed. A line of the record is understood as well, with players,
cards and first words cut short.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cli.beyond_code.commands import card_typed
from solver.beyond_code.events import (
    SQUARES,
    Characters,
    Choose,
    Decrypt,
    Doubt,
    Event,
    Goal,
    Look,
    Name,
    Open,
    Return,
    Shuffle,
    Swap,
    Take,
    Token,
    Told,
)
from solver.beyond_code.events import Character as Kind
from solver.beyond_code.notation import KEYWORDS, begun, read
from solver.beyond_code.rules import can_pass, following, pass_turn, time_runs_out
from solver.beyond_code.state import State
from solver.errors import NotationError
from solver.words import Words, as_word, name_meant

__all__ = [
    "ALONE_ONLY",
    "EXPECTED",
    "SET_UP_ONLY",
    "TOGETHER_ONLY",
    "acting",
    "silent",
    "time_ends_turn",
    "understand",
]

EXPECTED = "a naming like a1 li, a doubt like cy lie, a look like b3, or a line of the record"

_WHOSE = frozenset({"name", "decrypt", "look", "take", "return", "cancel", "goal"})
"""Lines that are the active player's where no name stands in them."""
ALONE_ONLY, TOGETHER_ONLY = frozenset({"choose", "end"}), frozenset({"name", "doubt"})
"""Lines that there are only in Alone with Chaos, and only with others."""
SET_UP_ONLY = frozenset({"players", "me", "keeper", "card", "words", "ruling", "honesty"})
"""Lines that stand before the first turn."""
_NAMED_AT: Mapping[str, Sequence[int]] = {
    **dict.fromkeys((*_WHOSE, "doubt", "turn", "character", "keeper", "me", "honesty"), (1,)),
    "characters": (1, 2),
    "time": (2,),
}
"""Where in a line names stand."""
_IS_AT: Mapping[str, int] = {"name": 4, "decrypt": 4, "doubt": 3}
"""Where in a line “is” stands before the card, which need not be typed."""
_OPEN_ONE = 3
"""Words of “decrypt Ann a1”: alone, an open card may be chosen, and what it is need not be said."""
_FEWEST = 2
"""Letters of a first word that is cut short."""


def understand(typed: str, state: State) -> Event:
    """Read typed words where the table has led. Raises NotationError."""
    words = list(Words(typed).all)
    if not words:
        raise NotationError("nothing is typed", expected=EXPECTED)
    first = words[0].casefold()
    if first in KEYWORDS:
        return _line(first, words, state)
    if first in SQUARES:
        return _at_square(words, state)
    if (player := name_meant(words[0], state.players)) is not None:
        return _by_player(player, words[1:], state, typed)
    if len(first) >= _FEWEST and (honest := _verdict(first)) is not None:
        return _doubt(_only_doubter(state, typed), honest, words[1:], state)
    never = TOGETHER_ONLY if state.solo else ALONE_ONLY
    short = [word for word in KEYWORDS if len(first) >= _FEWEST and word.startswith(first) and word not in never]
    if short == ["character", "characters"]:
        # Two characters change places where two players are named, or one and the pile.
        two = len(words) > _FEWEST and _place_of_character(words[2], state)
        short = ["characters" if two else "character"]
    if len(short) == 1:
        return _line(short[0], words, state)
    if short:
        raise NotationError(f"this may be {' or '.join(short)}", typed=typed, expected="more letters of the first word")
    if first[0] in "+-" and len(words) == 1 and state.players:
        return _by_player(state.active, words, state, typed)
    raise NotationError("this is not clear here", typed=typed, expected=f"{EXPECTED}; ? helps")


def _place_of_character(word: str, state: State) -> str | None:
    """Where a character may come from: a player, or the pile."""
    return "pile" if word.casefold() == "pile" else name_meant(word, state.players)


def silent(state: State) -> str | None:
    """Who only looks at a card next, since he has a silence token; None where nobody does."""
    if state.solo or state.outcome is not None:
        return None
    if state.holds(state.active, Token.SILENCE):
        return state.active
    if time_ends_turn(state):
        return None
    after = following(state) if can_pass(state) else state.active
    return after if state.holds(after, Token.SILENCE) else None


def time_ends_turn(state: State) -> bool:
    """Whether time runs out as soon as this turn is over: the Keeper's next move reaches the last space."""
    over = state.solo or state.outcome is not None or not state.players
    return not over and can_pass(state) and time_runs_out(pass_turn(state))


def acting(state: State) -> str:
    """Who names a card next: the active player, or the one after him where he has done so."""
    return following(state) if state.named_now and can_pass(state) else state.active


# ---- by a square -----------------------------------------------------------------------------------------------------


def _at_square(words: Sequence[str], state: State) -> Event:
    """`a1 li`, `b3`, `a1 b2`: what happens at squares."""
    squares = [word.casefold() for word in words]
    if len(squares) > 1 and all(word in SQUARES for word in squares):
        if len(set(squares)) != len(squares):
            raise NotationError("a square stands here twice", typed=" ".join(words), expected="every square once")
        return Swap(squares[0], squares[1]) if len(squares) == _FEWEST else Shuffle(tuple(squares))
    square, rest = squares[0], words[1:]
    if state.solo:
        return _alone(square, rest, state)
    looker = silent(state)
    if looker is not None:
        return _silent_look(looker, square, rest, state)
    if not rest and state.effects:
        return Look(state.active, square)
    return _naming(acting(state), square, rest, state)


def _alone(square: str, rest: Sequence[str], state: State) -> Event:
    """Solo: a card is revealed, chosen, or looked at by an effect."""
    if rest and rest[0].casefold() == "from":
        return read(Words(" ".join(["choose", square, *map(as_word, rest)])))
    card = _only_card(rest, state)
    if state.revealable and not state.entered and card is not None:
        return Open(square, card)
    if state.named_now and state.effects and card is not None:
        return Look(state.active, square, card)
    return Choose(square, card)


def _only_card(rest: Sequence[str], state: State) -> str | None:
    if len(rest) > 1:
        raise NotationError("this is too much", typed=" ".join(rest[1:]), expected="a square and a card")
    return card_typed(state, rest[0]) if rest else None


def _silent_look(player: str, square: str, rest: Sequence[str], state: State) -> Look:
    if rest and not _shown_to_viewer(player, state):
        told = f"{player} has a silence token, so he only looks"
        typed = " ".join((square, *rest))
        raise NotationError(told, typed=typed, expected=f"{square} alone, since the card is not shown")
    return _look(player, square, rest, state)


def _shown_to_viewer(player: str, state: State) -> bool:
    """Whether the one who keeps the record sees what a player looks at."""
    return state.me in (None, player)


def _look(player: str, square: str, rest: Sequence[str], state: State) -> Look:
    return Look(player, square, _only_card(rest, state))


def _naming(player: str, square: str, rest: Sequence[str], state: State) -> Name:
    """A naming; the viewer's own says what the card is, too: the truth where nothing else is typed."""
    said = [word for place, word in enumerate(rest) if not (place == 1 and word.casefold() == "is")]
    if not said or len(said) > _FEWEST:
        told = "what is it called?" if not said else "this is too much"
        expected = "a square and a card, like a1 li; behind it what it is, like a1 li jo"
        raise NotationError(told, typed=" ".join((square, *rest)), expected=expected)
    card, really = card_typed(state, said[0]), None
    if len(said) == _FEWEST:
        really = card_typed(state, said[1])
    elif player == state.me and square not in state.open:
        really = card
    return Name(player, square, card, really)


# ---- by a player -----------------------------------------------------------------------------------------------------


def _by_player(player: str, rest: Sequence[str], state: State, typed: str) -> Event:
    """`cy lie`, `bob a1 li`, `bob +chaos`, `bob ghost failed`."""
    if rest:
        word = rest[0].casefold()
        if word in SQUARES:
            if silent(state) == player:
                return _silent_look(player, word, rest[1:], state)
            own = player == state.active and state.named_now and state.effects
            # What another sees in secret cannot be told, so a square and a card are what he says.
            if not rest[1:] or (own and _shown_to_viewer(player, state)):
                return _look(player, word, rest[1:], state)
            return _naming(player, word, rest[1:], state)
        if word[0] in "+-" and len(rest) == 1 and len(found := begun(Token, word[1:])) == 1:
            return (Take if word[0] == "+" else Return)(player, found[0])
        if (honest := _verdict(word)) is not None:
            return _doubt(player, honest, rest[1:], state)
        if len(rest) == 1 and (other := _place_of_character(rest[0], state)) not in (None, player):
            return Characters(player, None if other == "pile" else other)
        kinds, ends = begun(Kind, word), [end for end in ("failed", "achieved") if end.startswith(rest[-1].casefold())]
        if len(rest) == _FEWEST and len(kinds) == 1 and len(ends) == 1:
            return Goal(player, kinds[0], ends[0] == "achieved")
    raise NotationError(
        f"what of {player}?",
        typed=typed,
        expected="a verdict like lie, a square, +chaos, -chaos, ghost failed, or with whom characters are swapped",
    )


def _verdict(word: str) -> bool | None:
    """Whether a word says truth (True) or lie (False)."""
    return True if "truth".startswith(word) else False if "lie".startswith(word) else None


def _doubt(player: str, honest: bool, rest: Sequence[str], state: State) -> Doubt:
    said = [word for place, word in enumerate(rest) if not (place == 0 and word.casefold() == "is")]
    return Doubt(player, honest, _only_card(said, state))


def _only_doubter(state: State, typed: str) -> str:
    """Who doubts where no name is typed: possible where one alone may."""
    may = state.naming.doubters if state.naming is not None and state.doubtable else ()
    if len(may) != 1:
        raise NotationError("who doubts?", typed=typed, expected=f"{' or '.join(may) or 'nobody'}, and lie or truth")
    return may[0]


# ---- a line of the record --------------------------------------------------------------------------------------------


def _line(keyword: str, words: Sequence[str], state: State) -> Event:
    """Read a line of the record with its names and cards cut short, or the active player's name left out."""
    said = [keyword, *words[1:]]
    for place in _NAMED_AT.get(keyword, ()):
        found = name_meant(said[place], state.players) if place < len(said) else None
        if found is not None:
            said[place] = found
        elif keyword in _WHOSE and state.players:
            said.insert(place, acting(state) if keyword == "name" else state.active)
    if keyword == "decrypt" and state.solo and len(said) == _OPEN_ONE:
        said += [card for square, card in state.open.items() if square == said[-1].casefold()]
    at = _IS_AT.get(keyword, len(said))
    if len(said) == at + 1:
        said.insert(at, "is")
    event = read(Words(" ".join(map(as_word, said))))
    return _whole(event, state)


def _whole(event: Event, state: State) -> Event:
    """With cards by the names that every box has, and what the viewer's own card is where nothing else is said."""
    match event:
        case Name(card=card, really=really) | Decrypt(card=card, really=really):
            mine = event.player == state.me and event.square not in state.open
            is_card = card_typed(state, really or card) if really or mine else None
            return replace(event, card=card_typed(state, card), really=is_card)
        case Look(card=card) | Choose(card=card):
            return event if card is None else replace(event, card=card_typed(state, card))
        case Open(card=card) | Told(card=card):
            return replace(event, card=card_typed(state, card))
        case Doubt(really=really):
            return event if really is None else replace(event, really=card_typed(state, really))
        case _:
            return event
