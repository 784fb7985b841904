"""Why a card must be at a place, or cannot be there: the lines that prove it; and where it went out of sight."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

from solver.cypher.conflicts import few, named_by, naming, possible, without
from solver.cypher.events import Place, Spot
from solver.cypher.places import Spread, Where, fewest, places
from solver.cypher.state import Learned, Moved, Shuffled, Trail
from solver.cypher.tracking import Ways, track_only
from solver.cypher.view import View

__all__ = ["Certain", "Explained", "Found", "explain", "found", "hidden_places"]


@dataclass(frozen=True, slots=True)
class Certain:
    """So many copies of a card are at a place, whatever the others chose. lines: those that prove it, none to spare."""

    card: str
    where: Where
    copies: int
    lines: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Found:
    """All that is certain of cards out of sight."""

    view: View
    certain: tuple[Certain, ...]


@dataclass(frozen=True, slots=True)
class Explained:
    """What is known of one card.

    spread: where it can be, None where every copy is in sight. seen: the lines that name it, each with what happened.
    certain: where it must be. impossible: the places where it cannot be, each with the lines that prove it; of the
    deck only the place that was asked for. hidden: the lines by which a card left a hand unseen since a copy was named.
    """

    view: View
    card: str
    spread: Spread | None
    seen: tuple[Moved | Learned, ...]
    certain: tuple[Certain, ...]
    impossible: Mapping[Where, tuple[int, ...]]
    hidden: tuple[int, ...]


def found(view: View) -> Found:
    """Give all that is certain. Raises Contradiction, OutOfTime and SeatError."""
    known = places(view)
    certain = [each for name, spread in known.spreads.items() for each in _certain(view, name, spread)]
    return Found(view, tuple(certain))


def explain(view: View, card: str, only: Where | None = None) -> Explained:
    """Explain one card. only: the one place that is asked about. Raises Contradiction, OutOfTime and SeatError."""
    spread, trail = places(view).spreads.get(card), view.table.trail
    asked = [only] if only else hidden_places(view)
    doubted = [where for where in asked if only or where.position is None]
    can = _where(spread)
    certain = () if spread is None else tuple(c for c in _certain(view, card, spread) if c.where in asked)
    impossible = {where: _against(view, card, where) for where in doubted if spread is not None and where not in can}
    seen = tuple(step for step in _told(trail) if step.card == card)
    since = max((step.line for step in seen), default=None)
    hidden = {step.line for step in trail if since is not None and step.line > since and _unseen(step)}
    return Explained(view, card, spread, seen, certain, impossible, tuple(sorted(hidden)))


def hidden_places(view: View) -> list[Where]:
    """The places that the viewer does not see and that have a card: hands, the deck from its top, out of the game."""
    table = view.table
    hands = [
        Where(Place(Spot.HAND, player))
        for player, hand in table.hands.items()
        if hand and (player != view.viewer or None in hand)
    ]
    deck = [Where(Place(Spot.DECK), position) for position in range(1, table.deck + 1)]
    return [*hands, *deck, *([Where(Place(Spot.OUT))] if table.out else [])]


def _told(trail: Trail) -> Iterator[Moved | Learned]:
    """The steps, each with its card where the line names it or where it lay open in the market."""
    market: str | None = None
    for step in trail:
        if isinstance(step, Shuffled):
            continue
        if isinstance(step, Moved) and step.source.spot is Spot.MARKET:
            yield replace(step, card=step.card or market)
            continue
        if isinstance(step, Moved) and step.target.spot is Spot.MARKET:
            market = step.card
        yield step


def _unseen(step: Moved | Learned | Shuffled) -> bool:
    """Whether a card left a hand and the viewer did not see which."""
    return isinstance(step, Moved) and step.card is None and step.source.spot is Spot.HAND


def _where(spread: Spread | None) -> set[Where]:
    """The places where a card can be."""
    if spread is None:
        return set()
    hands = {Where(Place(Spot.HAND, player)) for player in spread.hands}
    deck = {Where(Place(Spot.DECK), n) for n, share in enumerate(spread.deck, 1) if share}
    return hands | deck | ({Where(Place(Spot.OUT))} if spread.out else set())


def _certain(view: View, card: str, spread: Spread) -> list[Certain]:
    lines, likely = naming(view.table.trail), _naming(view, card)
    return [
        Certain(card, where, copies, few(lines, partial(_proves, view, card, where, copies), likely))
        for where, copies in spread.least.items()
    ]


def _proves(view: View, card: str, where: Where, copies: int, kept: frozenset[int], most: int) -> bool:
    """Whether the kept lines alone leave no way in which fewer copies are there."""
    ways = track_only(view.table.box, without(view.table.trail, kept), frozenset({card}), most)
    return fewest(ways, ways.code(card), _cells(ways, where)) >= copies


def _cells(ways: Ways, where: Where) -> tuple[int, ...]:
    if where.position is None:
        return ways.layout.at(where.place)
    return (ways.layout.deck[where.position - 1],)


def _against(view: View, card: str, where: Where) -> tuple[int, ...]:
    """Lines that cannot be true if the card is there, none to spare."""
    table = view.table
    last = max((step.line for step in table.trail), default=0) + 1
    supposed: Trail = (*table.trail, Learned(where.place, where.position, card, last))
    # Either all copies are known to be elsewhere, or another card is known to be there.
    return few(
        naming(table.trail),
        lambda kept, most: not possible(table.box, supposed, kept | {last}, most),
        naming(table.trail),
    )


def _naming(view: View, card: str) -> tuple[int, ...]:
    """The lines that name a card, ascending."""
    return tuple(sorted({step.line for step in view.table.trail if named_by(step) == card}))
