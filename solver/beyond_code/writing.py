"""One event -> one line of the record."""

from collections.abc import Iterable
from typing import assert_never

from solver.beyond_code.events import (
    Cancel,
    CardLine,
    Characters,
    CharacterSet,
    Choose,
    Close,
    CornerTold,
    Dealt,
    Decrypt,
    Doubt,
    End,
    Event,
    Goal,
    Honesty,
    Keeper,
    Look,
    Me,
    Name,
    Next,
    Open,
    Players,
    Return,
    Ruling,
    Shuffle,
    Swap,
    Take,
    Time,
    TimeOut,
    Told,
    Turn,
    WordsLine,
)
from solver.words import as_word

__all__ = ["write"]


def write(event: Event) -> str:
    """Write the line that `read` reads as the event."""
    match event:
        case Players(names):
            return _line("players", *map(as_word, names))
        case Me(name) | Keeper(name):
            return _line("me" if isinstance(event, Me) else "keeper", as_word(name))
        case CharacterSet(kind, picked):
            return _line("set", kind, *([] if picked is None else [picked]))
        case CardLine(card, name, corner):
            named = [] if name is None else [_quoted(name)]
            return _line("card", card, *named, *([] if corner is None else ["corner", corner]))
        case WordsLine(of, text):
            return _line("words", of, _quoted(text))
        case Dealt(player, character):
            return _line("character", as_word(player), character)
        case Honesty(player, a, b):
            return _line("honesty", *([] if player is None else [as_word(player)]), f"{a:.10g}", f"{b:.10g}")
        case Ruling(switch, value):
            return _line("ruling", switch, value)
        case _:
            return _play_written(event)


def _play_written(event: Event) -> str:
    """Write a line of play."""
    match event:
        case Name(player, square, card, really):
            return _line("name", as_word(player), square, as_word(card), *_is(really))
        case Decrypt(player, square, card, really, source):
            source_words = () if source is None else ("from", source)
            return _line("decrypt", as_word(player), square, as_word(card), *source_words, *_is(really))
        case Doubt(player, honest, really):
            return _line("doubt", as_word(player), "truth" if honest else "lie", *_is(really))
        case Look(player, square, seen):
            return _line("look", as_word(player), square, *([] if seen is None else [as_word(seen)]))
        case Take(player, token) | Return(player, token):
            return _line("take" if isinstance(event, Take) else "return", as_word(player), token)
        case Cancel(player) | Turn(player):
            return _line("cancel" if isinstance(event, Cancel) else "turn", as_word(player))
        case Swap(first, second):
            return _line("swap", first, second)
        case Shuffle(squares):
            return _line("shuffle", *squares)
        case Open(square, card):
            return _line("open", square, as_word(card))
        case Close(square):
            return _line("close", square)
        case CornerTold(square, corner):
            return _line("corner", square, corner)
        case Told(square, card, lies):
            return _line("told", square, *([] if lies else ["not"]), as_word(card))
        case Time(spaces):
            return _line("time", str(spaces))
        case TimeOut(infiltrator):
            return _line("time", "out", *([] if infiltrator is None else [as_word(infiltrator)]))
        case Characters(player, other):
            return _line("characters", as_word(player), "pile" if other is None else as_word(other))
        case Goal(player, character, achieved):
            return _line("goal", as_word(player), character, "achieved" if achieved else "failed")
        case Choose(square, shown, source):
            moved = [] if source is None else ["from", source]
            return _line("choose", square, *([] if shown is None else [as_word(shown)]), *moved)
        case End() | Next():
            return "end" if isinstance(event, End) else "next"
        case (
            Players() | Me() | Keeper() | CharacterSet() | CardLine() | WordsLine() | Dealt() | Honesty() | Ruling()
        ):  # written above
            raise TypeError(event)
        case _:
            assert_never(event)


def _line(*words: str) -> str:
    return " ".join(words)


def _is(card: str | None) -> Iterable[str]:
    return () if card is None else ("is", as_word(card))


def _quoted(text: str) -> str:
    return f'"{text}"'
