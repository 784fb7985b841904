"""Where the cards can be: every way in which those that were seen can lie now, with its weight.

A way puts a label on each of the cards: the name of one that was seen, or UNSEEN. Cards that were never seen are
exchangeable over all places where no card was ever seen, so they need no names: each of them is any card of those that
no label names. Where a card leaves a hand, a way splits into one for each card that it may have been; cards that lie
in no order are sorted, and ways that have become the same are added up. This is exact.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from solver.cypher.events import Kind, Place, Spot
from solver.cypher.state import Learned, Moved, Shuffled, Trail
from solver.errors import OutOfTime

__all__ = ["MOST_WAYS", "Impossible", "Layout", "Ways", "start", "step", "track", "track_only"]

MOST_WAYS = 1_000_000
"""Beyond so many ways at once nothing is told; a game without many actions has some hundreds."""

_BITS = 5
"""Of a label in a sorting key: up to 19 names and UNSEEN."""
_HALF = 12
"""Labels in one key of 64 bits."""

Labels: TypeAlias = NDArray[np.uint8]
Weights: TypeAlias = NDArray[np.float64]
Cells: TypeAlias = tuple[int, ...]


class Impossible(Exception):
    """What a step says is true in no way. Never reaches a user: whoever tracks turns it into a Contradiction."""

    def __init__(self, line: int) -> None:
        super().__init__(line)
        self.line = line


@dataclass(frozen=True, slots=True)
class Layout:
    """Which of the cards lies where, by their numbers from 0, the same in every way.

    places: hands, tables, the market and what is out of the game, in no order. deck: from the top. block: cards of the
    deck in no order, since it was shuffled.
    """

    places: Mapping[Place, Cells]
    deck: Cells
    block: Cells = ()

    def at(self, place: Place) -> Cells:
        """The cards at a place that is not the deck."""
        return self.places.get(place, ())


@dataclass(frozen=True, slots=True)
class Ways:
    """All ways. labels: one row a way, one column a card; a name's place in `kinds`, or len(kinds) for UNSEEN.

    One more stands for cards that were seen and that nobody asks for any more.
    weights: adding up to 1.
    """

    kinds: tuple[Kind, ...]
    layout: Layout
    labels: Labels
    weights: Weights

    @property
    def unseen(self) -> int:
        """The label of a card that was never seen."""
        return len(self.kinds)

    def code(self, name: str) -> int:
        """The label of a name."""
        return next(place for place, kind in enumerate(self.kinds) if kind.name == name)

    def shares(self, code: int, rows: Labels) -> Weights:
        """In each row the chance that an unseen card has this name; 0 where no card is unseen."""
        left = self.kinds[code].copies - (rows == code).sum(axis=1)
        unseen = (rows == self.unseen).sum(axis=1)
        # A label more than there are copies: such a row is impossible, and no share of it counts.
        return np.where(unseen > 0, np.maximum(left, 0) / np.maximum(unseen, 1), 0.0)


def start(kinds: tuple[Kind, ...]) -> Ways:
    """One way: the whole deck shuffled, and no card seen."""
    size = sum(kind.copies for kind in kinds)
    labels = np.full((1, size), len(kinds), dtype=np.uint8)
    return Ways(kinds, Layout({}, tuple(range(size))), labels, np.ones(1))


def track(kinds: tuple[Kind, ...], trail: Trail) -> Ways:
    """Follow a trail from its beginning. Raises Impossible and OutOfTime."""
    return reduce(step, trail, start(kinds))


def track_only(kinds: tuple[Kind, ...], trail: Trail, wanted: frozenset[str], most: int = MOST_WAYS) -> Ways:
    """Follow a trail for the sake of some names alone. most: ways at once. Raises Impossible and OutOfTime.

    As soon as no later step names a card, and nobody wants to know where it is, it does not matter any more which of
    such cards lies where: their labels become one, and there are far fewer ways. What is told of the wanted names, and
    whether the trail is possible at all, stays the same.
    """
    ways, later = start(kinds), list[frozenset[str]]([wanted])
    for happened in reversed(trail):
        named = None if isinstance(happened, Shuffled) else happened.card
        later.append(later[-1] if named is None else later[-1] | {named})
    for happened, needed in zip(trail, reversed(later[:-1]), strict=True):
        ways = _forgetting(step(ways, happened), needed)
        if len(ways.weights) > most:
            raise OutOfTime(f"line {happened.line}: there are more than {most:,} ways in which the cards can lie")
    return ways


def _forgetting(ways: Ways, needed: frozenset[str]) -> Ways:
    """Give one label to all seen cards but the needed ones."""
    forgotten = np.array([kind.name not in needed for kind in ways.kinds] + [False, False])
    if not forgotten[ways.labels].any():
        return ways
    return _merged(replace(ways, labels=np.where(forgotten[ways.labels], np.uint8(ways.unseen + 1), ways.labels)))


def step(ways: Ways, happened: Moved | Learned | Shuffled) -> Ways:
    """Go one step on. Raises Impossible where it is true in no way, OutOfTime where there are too many ways."""
    match happened:
        case Moved():
            return _moved(ways, happened)
        case Learned(place, None, card, line):
            return _in_hand(ways, place, card, line)
        case Learned(_, position, card, line):
            return _in_deck(ways, (position or 1) - 1, card, line)
        case Shuffled():
            return _merged(replace(ways, layout=replace(ways.layout, block=ways.layout.deck)))


# ---- steps -----------------------------------------------------------------------------------------------------------


def _moved(ways: Ways, happened: Moved) -> Ways:
    """Take a card from where it was and put it where it went."""
    layout, source = ways.layout, happened.source
    if source.spot in (Spot.DECK, Spot.UNDER):
        card = layout.deck[0 if source.spot is Spot.DECK else -1]
        ways = _drawn(ways, card, happened.card, happened.line)
        layout = replace(ways.layout, deck=tuple(other for other in layout.deck if other != card))
    else:
        cells = layout.at(source)
        card = cells[-1]
        ways = _picked(ways, cells, card, happened.card, happened.line)
        layout = replace(ways.layout, places={**layout.places, source: cells[:-1]})
    return _merged(replace(ways, layout=_put(layout, happened.target, card)))


def _put(layout: Layout, target: Place, card: int) -> Layout:
    match target.spot:
        case Spot.DECK:
            return replace(layout, deck=(card, *layout.deck))
        case Spot.UNDER:
            return replace(layout, deck=(*layout.deck, card))
        case _:
            return replace(layout, places={**layout.places, target: (*layout.at(target), card)})


def _drawn(ways: Ways, card: int, name: str | None, line: int) -> Ways:
    """Give one card of the deck its label, so that it lies in the order again."""
    block = ways.layout.block
    if card not in block:
        return _picked(ways, (card,), card, name, line)
    ways = _picked(ways, block, card, name, line)
    left = tuple(other for other in block if other != card)
    return replace(ways, layout=replace(ways.layout, block=left))


def _picked(ways: Ways, cells: Cells, card: int, name: str | None, line: int) -> Ways:
    """Each of the cells is equally likely to be the one that is picked; its label goes to `card`, one of them.

    name: what it turned out to be, None if that was not seen.
    """
    if name is None and len(ways.weights) == 1 and len(set(ways.labels[0, list(cells)].tolist())) == 1:
        # Whichever it was, all of them are alike.
        return ways
    labels, weights = [], []
    code = None if name is None else ways.code(name)
    for place, cell in enumerate(cells):
        rows, weight = ways.labels, ways.weights
        if len(cells) > 1:
            # Equal labels stand together: one way for all of them.
            fresh = np.ones(len(rows), dtype=bool) if not place else rows[:, cell] != rows[:, cells[place - 1]]
            rows, weight = rows[fresh], weight[fresh]
            weight = weight * (rows[:, cells] == rows[:, [cell]]).sum(axis=1) / len(cells)
        if code is not None:
            rows, weight = _named(ways, rows, weight, cell, code)
        if cell != card and len(rows):
            rows = rows.copy()
            rows[:, [cell, card]] = rows[:, [card, cell]]
        labels.append(rows)
        weights.append(weight)
    return _of(ways, labels, weights, line)


def _named(ways: Ways, rows: Labels, weights: Weights, cell: int, code: int) -> tuple[Labels, Weights]:
    """The rows in which a card has a name, or can have it, since it was never seen."""
    known, unseen = rows[:, cell] == code, rows[:, cell] == ways.unseen
    if unseen.any():
        weights = np.where(unseen, weights * ways.shares(code, rows), weights)
        rows = rows.copy()
        rows[unseen, cell] = code
    kept = (known | unseen) & (weights > 0)
    return rows[kept], weights[kept]


def _in_deck(ways: Ways, position: int, name: str, line: int) -> Ways:
    return _merged(_drawn(ways, ways.layout.deck[position], name, line))


def _in_hand(ways: Ways, place: Place, name: str, line: int) -> Ways:
    """Keep the ways in which at least one card of a hand has a name.

    The cards are turned one after the other in thought, up to the first of that name; those before it have others.
    """
    code, cells = ways.code(name), ways.layout.at(place)
    there = (ways.labels[:, cells] == code).any(axis=1)
    labels, weights = [ways.labels[there]], [ways.weights[there]]
    rows, weight = ways.labels[~there], ways.weights[~there]
    for cell in cells:
        hit, hit_weight = _named(ways, rows, weight, cell, code)
        labels.append(hit)
        weights.append(hit_weight)
        unseen = rows[:, cell] == ways.unseen
        others, other_weights = [rows[~unseen]], [weight[~unseen]]
        for other in range(ways.unseen):
            if other != code and unseen.any():
                missed, missed_weight = _named(ways, rows[unseen], weight[unseen], cell, other)
                others.append(missed)
                other_weights.append(missed_weight)
        rows, weight = np.concatenate(others), np.concatenate(other_weights)
    return _merged(_of(ways, labels, weights, line))


# ---- ways ------------------------------------------------------------------------------------------------------------


def _of(ways: Ways, labels: Sequence[Labels], weights: Sequence[Weights], line: int) -> Ways:
    """Put ways together, their weights adding up to 1."""
    if len(labels) > 1:
        rows, weight = np.concatenate(labels), np.concatenate(weights)
    else:
        rows, weight = labels[0], weights[0]
    if not len(rows):
        raise Impossible(line)
    if len(rows) > MOST_WAYS:
        raise OutOfTime(f"line {line}: there are more than {MOST_WAYS:,} ways in which the cards can lie")
    return replace(ways, labels=rows, weights=weight / weight.sum())


def _merged(ways: Ways) -> Ways:
    """Sort the cards that lie in no order, and add up the ways that are the same."""
    rows, layout = ways.labels, ways.layout
    unordered = [cells for cells in (*layout.places.values(), layout.block) if len(cells) > 1]
    if unordered:
        rows = rows.copy()
        for cells in unordered:
            rows[:, cells] = np.sort(rows[:, cells], axis=1)
    if len(rows) == 1:
        return replace(ways, labels=rows)
    keys = [_key(rows[:, :_HALF]), _key(rows[:, _HALF:])]
    order = np.lexsort(keys)
    new = np.ones(len(order), dtype=bool)
    new[1:] = (keys[0][order[1:]] != keys[0][order[:-1]]) | (keys[1][order[1:]] != keys[1][order[:-1]])
    firsts = np.flatnonzero(new)
    weights = np.add.reduceat(ways.weights[order], firsts)
    return replace(ways, labels=rows[order[firsts]], weights=weights)


def _key(rows: Labels) -> NDArray[np.uint64]:
    """One number for each row of up to twelve labels."""
    powers = np.uint64(1) << (np.arange(rows.shape[1], dtype=np.uint64) * np.uint64(_BITS))
    return rows.astype(np.uint64) @ powers
