"""One function for each verb: a view in, a value out. What a value looks like is for `data` and `screens`."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from cli.beyond_code.notes import Notes, notes
from cli.beyond_code.words import line
from solver.beyond_code.advice import advise as advised
from solver.beyond_code.advice import bluffs
from solver.beyond_code.answers import Advice, Bluff, Chance, Checked, Explanation, Odds
from solver.beyond_code.events import SQUARES, Card, Decrypt, Doubt, Event, Look, Name, Square
from solver.beyond_code.odds import goal_chance, proofs
from solver.beyond_code.odds import solve as solved
from solver.beyond_code.play import card_named
from solver.beyond_code.state import State
from solver.beyond_code.view import View
from solver.errors import Contradiction, IllegalEvent, NotationError
from solver.record import Draft, Record
from solver.words import as_word

__all__ = [
    "Advised",
    "Called",
    "Examined",
    "Explained",
    "Result",
    "Shown",
    "Solved",
    "advise",
    "call",
    "card_typed",
    "check",
    "contradicted",
    "explain",
    "show",
    "solve",
    "square_typed",
]

_PAIR = re.compile(r"(?P<card>[^=]+)=(?P<square>[^=]+)")


@dataclass(frozen=True, slots=True)
class Shown:
    """The notepad page. odds: for the likeliest cards; None where the entries contradict each other."""

    view: View
    notes: Notes
    odds: Odds | None


@dataclass(frozen=True, slots=True)
class Solved:
    """Where the cards lie. goal: where each card is sought, and the chance that all lie so; None if not asked for."""

    view: View
    odds: Odds
    advice: Advice
    goal: tuple[Mapping[Square, Card], Chance] | None


@dataclass(frozen=True, slots=True)
class Advised:
    """What can be said now: where to look, and of the naming that may be doubted. sought: cards wished for."""

    view: View
    advice: Advice
    sought: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Called:
    """What a card that the viewer has looked at can be called."""

    view: View
    square: Square
    bluffs: tuple[Bluff, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """Whether a card lies on a square, and why. said: the lines that decide it, as the viewer may read them."""

    view: View
    explanation: Explanation
    said: Mapping[int, str]


@dataclass(frozen=True, slots=True)
class Examined:
    """What is wrong with a record. top: how many slips a screen shows, None for all."""

    checked: Checked
    top: int | None

    @property
    def view(self) -> View:
        """The table, as far as the rules allow; an empty one where they allow none."""
        return self.checked.view or View(None, State())


Result: TypeAlias = Shown | Solved | Advised | Called | Explained | Examined


def show(view: View, record: Record[Event, State]) -> Shown:
    """Give the notepad page. Where nothing can be true, what is noted stands there all the same."""
    noted = notes(view, record)
    try:
        return Shown(view, noted, solved(view))
    except Contradiction:
        return Shown(view, noted, None)


def contradicted(view: View) -> bool:
    """Whether no history agrees with the hard facts, in this game or in one before it."""
    try:
        for steps in (*view.table.past, view.table.steps):
            proofs(steps, SQUARES, view.table.cards)
    except Contradiction:
        return True
    return False


def solve(view: View, goal: Sequence[str] = ()) -> Solved:
    """Weigh where the cards lie. goal: words like library=b2. Raises Contradiction and NotationError."""
    wanted = _wanted(view.table, goal)
    chance = (wanted, goal_chance(view, wanted)) if wanted else None
    return Solved(view, solved(view), advised(view), chance)


def advise(view: View, sought: Sequence[str] = ()) -> Advised:
    """Say what the viewer can do. sought: cards that he wishes to find. Raises Contradiction and NotationError."""
    cards = tuple(card_typed(view.table, word) for word in sought)
    return Advised(view, advised(view, cards), cards)


def call(view: View, square: str, card: str | None = None) -> Called:
    """Say who could know better, whatever the card on a square is called.

    card: what the viewer saw there, where that is not noted. Raises Contradiction, SeatError, NotationError.
    """
    place = square_typed(square)
    return Called(view, place, bluffs(view, place, None if card is None else card_typed(view.table, card)))


def explain(view: View, square: str, card: str, record: Record[Event, State]) -> Explained:
    """Say why a card lies on a square, or how likely that is. Raises Contradiction and NotationError."""
    from solver.beyond_code.explaining import explain as explained  # noqa: PLC0415 - only this verb needs it

    told = explained(view, square_typed(square), card_typed(view.table, card))
    events = {entry.line: entry.event for entry in record.entries if entry.line in told.lines}
    own = view.viewer == record.state.me
    return Explained(
        view, told, {number: line(event if own else _in_sight(event), view.table) for number, event in events.items()}
    )


def _in_sight(event: Event) -> Event:
    """An event without what its player alone has seen."""
    match event:
        case Name() | Decrypt() | Doubt():
            return replace(event, really=None)
        case Look():
            return replace(event, card=None)
        case _:
            return event


def check(draft: Draft[Event, State], seat: str | None, top: int | None, limit: float) -> Examined:
    """Look for what is wrong. limit: seconds for the slips, 0 for the usual ones. Raises SeatError."""
    from solver.beyond_code.check import SECONDS  # noqa: PLC0415 - only this verb needs it
    from solver.beyond_code.check import check as look_into  # noqa: PLC0415 - only this verb needs it

    return Examined(look_into(draft, seat, limit or SECONDS), top)


# ---- words -----------------------------------------------------------------------------------------------------------


def square_typed(word: str) -> Square:
    """The square that is meant. Raises NotationError."""
    if word.casefold() not in SQUARES:
        raise NotationError("no square is called so", typed=word, expected="a1 to c3")
    return word.casefold()


def card_typed(table: State, word: str) -> Card:
    """The card that is meant, by any clear beginning of a name. Raises NotationError."""
    in_play = ", ".join(as_word(table.named[card]) if card in table.named else card for card in table.cards)
    typed = word.casefold().strip()
    begun = [card for card in table.cards if typed and (card.startswith(typed) or _called_so(table, card, typed))]
    begun = [card for card in begun if card == typed] or begun
    try:
        card = begun[0] if len(begun) == 1 else card_named(table, typed)
    except IllegalEvent as error:
        raise NotationError(error.message, typed=word, expected=error.expected) from error
    if card not in table.cards or not typed:
        raise NotationError("no card in this game is called so", typed=word, expected=in_play)
    return card


def _called_so(table: State, card: Card, typed: str) -> bool:
    """Whether the name that the record gives a card begins so."""
    return table.named.get(card, "").casefold().startswith(typed)


def _wanted(table: State, goal: Sequence[str]) -> dict[Square, Card]:
    """Read words like library=b2. Raises NotationError."""
    wanted: dict[Square, Card] = {}
    for word in goal:
        found = _PAIR.fullmatch(word)
        if not found:
            raise NotationError(
                "this says not which card lies where", typed=word, expected="CARD=SQUARE, like library=b2"
            )
        square, card = square_typed(found["square"]), card_typed(table, found["card"])
        if square in wanted or card in wanted.values():
            told = "a card or a square stands here twice"
            raise NotationError(told, typed=word, expected="each card and each square once")
        wanted[square] = card
    return wanted
