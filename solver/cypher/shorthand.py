"""What is typed at the table -> the line of the record that it stands for.

The table knows what it waits for, so a keyword, a name, or the card of another that nobody saw may be left out, and
words may be cut to an unambiguous beginning. Only the line is made here: `notation` reads it and `play` judges it as if
it had been typed in full.
"""

from collections.abc import Iterator, Sequence

from solver.cypher.events import Event, Spot
from solver.cypher.notation import KEYWORDS, SET_UP_KEYWORDS, TABLE, read, write
from solver.cypher.play import apply
from solver.cypher.rules import Step, due, pass_to, settled, sources
from solver.cypher.state import State
from solver.errors import IllegalEvent, NotationError
from solver.words import Words, as_word, name_meant

__all__ = ["place_words", "understand"]

_UNSEEN = "?"
_IN_PLAY = tuple(word for word in KEYWORDS if word not in (*SET_UP_KEYWORDS, "game"))


def understand(typed: str, state: State) -> Event:
    """Read what was typed where the record has led. Raises NotationError.

    What may mean two lines that the rules allow is refused.
    """
    words = Words(typed).all
    if not words:
        raise NotationError("nothing is typed", expected="a line")
    events: dict[str, Event] = {}
    error: NotationError | None = None
    for line in _readings(words, state):
        try:
            event = read(Words(line))
        except NotationError as fault:
            error = error or fault
        else:
            events.setdefault(write(event), event)
    if not events:
        raise error or NotationError("not understood", typed=typed, expected="a line, or ? for help")
    legal = {line: event for line, event in events.items() if _allowed(state, event)}
    if len(legal) > 1:
        meant = " or ".join(f"“{line}”" for line in legal)
        raise NotationError("this may be two things", typed=typed, expected=meant)
    return next(iter(legal.values()), next(iter(events.values())))


def place_words(state: State) -> tuple[str, ...]:
    """Every place as a word, without quotes."""
    tables = (f"{player}{TABLE}" for player in state.players)
    return (*state.players, *tables, Spot.DECK, Spot.UNDER, Spot.MARKET, Spot.OUT)


def _allowed(state: State, event: Event) -> bool:
    """Whether the rules allow the event now."""
    try:
        apply(state, event, 0)
    except IllegalEvent:
        return False
    return True


def _readings(words: Sequence[str], state: State) -> Iterator[str]:
    """The lines that the words may stand for."""
    first, rest = words[0].casefold(), words[1:]
    if not state.players:
        # A line before that of the players: nothing can be left out, as there is nobody it could be about.
        yield _line(first, *rest)
        return
    now = due(state)
    bare = _bare(words, state, now.step, now.player or "")
    if first in KEYWORDS:
        yield from _full(first, rest, state)
    else:
        begun = [word for word in _IN_PLAY if word.startswith(first)]
        named = name_meant(words[0], state.names) or name_meant(words[0], state.players) or len(begun) != 1
        if named or now.step is Step.RECEIVE:
            # What the table waits for comes first: there a word that also begins a keyword is a card.
            yield from bare
        if len(begun) == 1:
            yield from _full(begun[0], rest, state)


def _bare(words: Sequence[str], state: State, step: Step, player: str) -> Iterator[str]:
    """Words without a keyword: what the table waits for, with or without the name of the player."""
    keyword = {Step.UNDER: "move"}.get(step, str(step))
    if keyword not in _IN_PLAY:
        return
    if step is Step.UNDER:
        yield _line("move", f"{player}{TABLE}", Spot.UNDER, *(_card(word, state) for word in words))
        return
    yield from _full(keyword, words, state)


def _full(keyword: str, words: Sequence[str], state: State) -> Iterator[str]:
    """The lines that begin with a keyword; names and cards as they are meant."""
    if keyword in SET_UP_KEYWORDS:
        yield _line(keyword, *words)
        return
    active = settled(state).active if state.players else ""
    named = name_meant(words[0], state.players) if words else None
    shapes = [(active, words)] + ([(named, words[1:])] if named else [])
    match keyword:
        case "market":
            yield _line("market", *(_card(word, state) for word in words))
        case "play":
            yield from (_played(player, left, state) for player, left in shapes)
        case "receive":
            yield from (_received(player, left, state) for player, left in shapes)
            # A card may be called d, or m: whoever sees what he takes from the deck may mean the card; but not one that
            # only begins so.
            seen = ((player, left) for player, left in shapes if left and state.sees(player) and _whole(left[0], state))
            yield from (_line("receive", player, Spot.DECK, *_seen(left, state)) for player, left in seen)
        case "pass":
            yield from (line for player, left in shapes for line in _passed(player, left, state))
        case "discard":
            yield from (_line("discard", player, *_seen(left, state)) for player, left in shapes)
        case "move":
            yield _line("move", *(_place(word, state) for word in words[:2]), *_seen(words[2:], state))
        case "see" if words and str(Spot.DECK).startswith(words[0].casefold()):
            place = words[1:2] if len(words) > 2 else ("1",)
            yield _line("see", Spot.DECK, *place, *(_card(word, state) for word in words[-1:]))
        case "see" if named and len(words) > 2:
            raise NotationError(
                "a line tells of one card",
                typed=" ".join(words[1:]),
                expected=f"see {as_word(named)} {words[1]}, then the next",
            )
        case "see":
            yield _line("see", named or "".join(words[:1]), *(_card(word, state) for word in words[1:]))
        case "value":
            yield _line("value", *(_card(word, state) for word in words[:1]), *words[1:])
        case _:
            yield _line(keyword, *words)


def _whole(word: str, state: State) -> bool:
    """Whether a word is not merely a beginning that deck or market has, too."""
    begins = any(str(spot).startswith(word.casefold()) for spot in (Spot.DECK, Spot.MARKET))
    return not begins or word.casefold() in (name.casefold() for name in state.names)


def _played(player: str, words: Sequence[str], state: State) -> str:
    """`h`, `h under c`, `h c`."""
    if len(words) == 2 or (len(words) == 3 and "under".startswith(words[1].casefold())):
        return _line("play", player, _card(words[0], state), "under", _card(words[-1], state))
    return _line("play", player, *(_card(word, state) for word in words))


def _received(player: str, words: Sequence[str], state: State) -> str:
    """`market`, `deck e`, and `e` or `?` for a card from the deck."""
    first = words[0].casefold() if words else ""
    if first and str(Spot.MARKET).startswith(first) and len(words) == 1 and Spot.MARKET in sources(settled(state)):
        return _line("receive", player, Spot.MARKET)
    if first and str(Spot.DECK).startswith(first):
        words = words[1:]
    return _line("receive", player, Spot.DECK, *_seen(words, state))


def _passed(player: str, words: Sequence[str], state: State) -> Iterator[str]:
    """A card, or the taker and a card; the card of another may be left out."""
    taker = pass_to(settled(state)) or ""
    yield _line("pass", player, taker, *_seen(words, state))
    if words and (named := name_meant(words[0], state.players)):
        yield _line("pass", player, named, *_seen(words[1:], state))


def _place(word: str, state: State) -> str:
    """A place by an unambiguous beginning; a player’s name alone is his hand."""
    return name_meant(word, state.players) or name_meant(word, place_words(state)) or word


def _seen(words: Sequence[str], state: State) -> tuple[str, ...]:
    """A card, or the ? of one that nobody named."""
    return tuple(_card(word, state) for word in words) or (_UNSEEN,)


def _card(word: str, state: State) -> str:
    return name_meant(word, state.names) or word


def _line(keyword: str, *words: str) -> str:
    return " ".join([keyword, *(as_word(word) for word in words)])
