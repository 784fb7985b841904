"""Where each card out of sight can be, and how likely: in each hand, at each place of the deck, out of the game.

The model is that of the specification: every order of the deck is equally likely, and of a hand that the viewer does
not see each card is equally likely to be played, passed or discarded. Nothing else is evidence.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.cypher.conflicts import contradiction, named_by
from solver.cypher.events import Place, Spot
from solver.cypher.tracking import Impossible, Ways, track
from solver.cypher.view import View
from solver.errors import Contradiction

__all__ = ["MODEL", "Better", "Places", "Spread", "Where", "better", "expected", "fewest", "places"]

MODEL = "if they choose blindly"
"""Said with every chance: nobody claims that people choose so."""


@dataclass(frozen=True, slots=True)
class Where:
    """A place out of sight. position: in the deck, from 1, the top; None elsewhere."""

    place: Place
    position: int | None = None


@dataclass(frozen=True, slots=True)
class Spread:
    """Where the copies of one name are, as expected numbers: for a single copy, and for one place of the deck, chances.

    hands: for each player, 0 left out. deck: for each place from the top. out: out of the game. What is certain is a
    whole number exactly. least: how many copies are there for certain, by place, 0 left out.
    """

    hands: Mapping[str, float]
    deck: tuple[float, ...]
    out: float
    least: Mapping[Where, int]

    @property
    def copies(self) -> float:
        """How many copies are out of sight."""
        return sum(self.hands.values()) + sum(self.deck) + self.out


@dataclass(frozen=True, slots=True)
class Places:
    """By name, in the order of the box, those with a copy out of the viewer's sight. ways: how many were followed.

    lost: names of which a copy was seen, and may be out of sight again.
    """

    view: View
    spreads: Mapping[str, Spread]
    ways: int
    lost: tuple[str, ...]


class Better(NamedTuple):
    """How the top card of the deck compares with the market card in value: chances that it is worth less, more."""

    less: float
    same: float
    more: float


def places(view: View, *, proof: bool = True) -> Places:
    """Follow the cards. Raises Contradiction, OutOfTime and SeatError.

    proof: whether a contradiction names a smallest set of lines, which takes its time; else the line where it shows.
    """
    seat, table = view.seat, view.table
    try:
        ways = track(table.box, table.trail)
    except Impossible as impossible:
        if not proof:
            reason = "the entries contradict each other"
            raise Contradiction((impossible.line,), reason=reason, smallest=False) from impossible
        raise contradiction(table.box, table.trail, impossible.line) from impossible
    counted = expected(ways)
    hidden = [player for player in table.players if player != seat or None in table.hands[player]]
    spreads = {}
    for code, kind in enumerate(ways.kinds):
        spread = _spread(ways, counted, code, hidden)
        if spread.copies:
            spreads[kind.name] = spread
    cells = [cell for player in hidden for cell in ways.layout.at(Place(Spot.HAND, player))]
    away = ways.labels[:, [*cells, *ways.layout.deck, *ways.layout.at(Place(Spot.OUT))]]
    named = {named_by(step) for step in table.trail}
    lost = tuple(name for name in spreads if name in named and (away == ways.code(name)).any())
    return Places(view, spreads, len(ways.weights), lost)


def _spread(ways: Ways, counted: NDArray[np.float64], code: int, hidden: Sequence[str]) -> Spread:
    layout = ways.layout
    hands = {player: layout.at(Place(Spot.HAND, player)) for player in hidden}
    numbers = {player: _within(ways, counted, code, cells) for player, cells in hands.items()}
    out = layout.at(Place(Spot.OUT))
    fixed = {n: (card,) for n, card in enumerate(layout.deck, 1) if card not in layout.block}
    groups = {Where(Place(Spot.HAND, player)): cells for player, cells in hands.items()}
    groups |= {Where(Place(Spot.DECK), n): cells for n, cells in fixed.items()} | {Where(Place(Spot.OUT)): out}
    return Spread(
        {player: number for player, number in numbers.items() if number},
        _in_deck(ways, counted, code),
        _within(ways, counted, code, out),
        {where: least for where, cells in groups.items() if cells and (least := fewest(ways, code, cells))},
    )


def better(found: Places) -> Better | None:
    """Compare the top of the deck with the market; None without either, or where a value is not known."""
    table = found.view.table
    worth = None if table.market is None else table.worth(table.market)
    if worth is None or not table.deck:
        return None
    chances = {-1: 0.0, 0: 0.0, 1: 0.0}
    for name, spread in found.spreads.items():
        value = table.worth(name)
        if spread.deck[0] and value is None:
            return None
        if value is not None:
            chances[(value > worth) - (value < worth)] += spread.deck[0]
    # A sum of chances that leaves nothing else is a certainty, whatever the last digit of a float says.
    sure = next((way for way in chances if not any(chances[other] for other in chances if other != way)), None)
    if sure is not None:
        chances[sure] = 1.0
    return Better(chances[-1], chances[0], chances[1])


def expected(ways: Ways) -> NDArray[np.float64]:
    """The chance of each name (a row) for each of the cards (a column)."""
    unseen = ways.labels == ways.unseen
    made = np.empty((len(ways.kinds), ways.labels.shape[1]))
    for code in range(len(ways.kinds)):
        shares = ways.shares(code, ways.labels)
        made[code] = ways.weights @ (ways.labels == code) + (ways.weights * shares) @ unseen
    return made


def fewest(ways: Ways, code: int, cells: Sequence[int]) -> int:
    """How many copies are among some cards in every way."""
    rows = ways.labels[:, list(cells)]
    return int(((rows == code).sum(axis=1) + _unseen_copies(ways, code, rows, most=False)).min())


def _unseen_copies(ways: Ways, code: int, rows: NDArray[np.uint8], *, most: bool) -> NDArray[np.int64]:
    """How many copies are, at least or at most, among the cards of each row that were never seen."""
    unseen = (rows == ways.unseen).sum(axis=1)
    in_all = (ways.labels == ways.unseen).sum(axis=1)
    left = ways.kinds[code].copies - (ways.labels == code).sum(axis=1)
    bound: NDArray[np.int64] = np.minimum(unseen, left) if most else np.maximum(0, left - (in_all - unseen))
    return bound


def _in_deck(ways: Ways, counted: NDArray[np.float64], code: int) -> tuple[float, ...]:
    """The chances for each place of the deck; those of a shuffled part are alike."""
    block = ways.layout.block
    mean = _within(ways, counted, code, block) / len(block) if block else 0.0
    return tuple(mean if card in block else _within(ways, counted, code, (card,)) for card in ways.layout.deck)


def _within(ways: Ways, counted: NDArray[np.float64], code: int, cells: Sequence[int]) -> float:
    """The expected number of copies among some cards; a whole number exactly where it is the same in every way."""
    if not cells:
        return 0.0
    number = float(counted[code, list(cells)].sum())
    whole = round(number)
    if abs(number - whole) > 1e-9:
        return number
    rows = ways.labels[:, list(cells)]
    least = fewest(ways, code, cells)
    most = int(((rows == code).sum(axis=1) + _unseen_copies(ways, code, rows, most=True)).max())
    # Where it may be none or two, a whole number claims no certainty, and its last digit is only the float's.
    return float(whole) if least == most or (most > 1 and abs(number - whole) < 1e-12) else number
