"""All layouts of the cards as one array of weights: the exact filter.

A layout is a card for each slot; the array holds all n! in lexicographical order. Facts and evidence speak of one slot
each, so that between two shuffles the weight of a layout is a product with one factor for each slot, taken from a
matrix of n × n. A shuffle replaces the weight of each layout by the mean over those that differ on its slots only. What
a swap moves is not the array but the name of a slot, which is no matter of this module.
"""

from collections.abc import Collection, Sequence
from functools import lru_cache
from math import factorial, log

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Array",
    "Mask",
    "allowed",
    "always_open",
    "cards_on",
    "lies",
    "marginals",
    "on_slot",
    "possible_in_parts",
    "product",
    "reachable",
    "restricted",
    "spread",
    "spread_mask",
    "weights",
]

Array = NDArray[np.float64]
"""Weights of all layouts, or a matrix of slots × cards."""
Mask = NDArray[np.bool_]
"""Some of all layouts."""

_KEPT_KEYS = 48
"""So many shuffled sets of slots are remembered; each takes 1.5 MB."""
_FEW = 6
"""Where fewer than one in so many layouts has any weight, only these are summed up."""
_KEPT_WEIGHTS = 16
"""So many arrays of weights are remembered, so that one more line costs one more step; each takes 3 MB."""
_KEPT_ANSWERS = 4
"""So many whole answers are remembered beside these, since a verb asks for the same more than once."""
_STRIDE = 40
"""Weights are followed back at most so many shuffles at once, far from the limit of nested calls."""
_LEAST = 1e-150
"""The least weight of a possible layout beside the likeliest, far from where a number becomes 0."""
_KEPT_MASKS = 48
"""The same for what is possible; each takes 0.4 MB."""


@lru_cache(maxsize=8)
def _tree(size: int) -> tuple[NDArray[np.intp], ...]:
    """For each depth d the card on slot d of every beginning of d + 1 cards, in order: n!/(n−d−1)! entries."""
    levels = []
    left = np.arange(size, dtype=np.intp)[None, :]
    for depth in range(size):
        levels.append(left.ravel())
        if depth == size - 1:
            break
        wide = size - depth
        rest = np.stack([np.delete(np.arange(wide), child) for child in range(wide)])
        left = left[:, rest].reshape(-1, wide - 1)
    return tuple(levels)


@lru_cache(maxsize=8)
def _columns(size: int) -> NDArray[np.uint8]:
    """The card on each slot in every layout: slots × n!."""
    total = factorial(size)
    found = np.empty((size, total), dtype=np.uint8)
    for slot, cards in enumerate(_tree(size)):
        found[slot] = np.repeat(cards, total // len(cards))
    found.setflags(write=False)
    return found


def product(matrix: Array) -> Array:
    """The weight of every layout: the product of matrix[slot, card] over its slots."""
    size = len(matrix)
    found = np.ones(1)
    for depth, cards in enumerate(_tree(size)):
        found = np.repeat(found, size - depth) * matrix[depth][cards]
    return found


def allowed(matrix: Array) -> Mask:
    """Which layouts have no factor 0."""
    columns = _columns(len(matrix))
    found = np.ones(columns.shape[1], dtype=np.bool_)
    for column, row in zip(columns, matrix, strict=True):
        kept = np.flatnonzero(row)
        if len(kept) == len(row):
            continue
        if len(kept) == 1:
            found &= column == kept[0]
        elif len(kept) == len(row) - 1:
            found &= column != np.flatnonzero(row == 0)[0]
        else:
            found &= (row != 0)[column]
    return found


def marginals(layouts: Array, size: int) -> Array:
    """The sum of the weights of the layouts with each card on each slot: n × n."""
    sums = np.empty((size, size))
    some = np.flatnonzero(layouts)
    if _FEW * len(some) < len(layouts):
        columns, kept = _columns(size), layouts[some]
        for slot in range(size):
            sums[slot] = np.bincount(columns[slot][some], weights=kept, minlength=size)
        return sums
    for depth in range(size - 1, -1, -1):
        sums[depth] = np.bincount(_tree(size)[depth], weights=layouts, minlength=size)
        # A product with ones is many times faster than a sum over a short axis.
        layouts = layouts.reshape(-1, size - depth) @ np.ones(size - depth)
    return sums


def lies(mask: Mask, size: int, slot: int, card: int) -> tuple[bool, bool]:
    """Whether some of the layouts have the card on the slot, and whether some have another there."""
    there = on_slot(size, slot, card)
    return bool((mask & there).any()), bool((mask & ~there).any())


def on_slot(size: int, slot: int, card: int) -> Mask:
    """The layouts with a card on a slot."""
    return np.asarray(_columns(size)[slot] == card, dtype=np.bool_)


def always_open(public: Mask, own: Mask, size: int, seen: Collection[int], target: int) -> NDArray[np.bool_]:
    """Which cards may lie on the target for whoever sees some slots, in whichever of one's own layouts he sees them.

    public: the layouts that are possible for all. own: those that are possible for oneself, some of these.
    """
    keys, bound = _keys(size, tuple(slot for slot in range(size) if slot not in seen))
    found = np.zeros((bound, size), dtype=np.bool_)
    found[keys[public], _columns(size)[target][public]] = True
    shown = np.unique(keys[own])
    return np.asarray(found[shown].all(axis=0), dtype=np.bool_)


def cards_on(mask: Mask, size: int, slot: int) -> NDArray[np.bool_]:
    """Which cards lie on a slot in some of the layouts."""
    return np.bincount(_columns(size)[slot][mask], minlength=size) > 0


@lru_cache(maxsize=_KEPT_KEYS)
def _keys(size: int, slots: tuple[int, ...]) -> tuple[NDArray[np.int32], int]:
    """A number for each layout, the same for those that differ on these slots only; and a bound on the numbers.

    Two slots left over are numbered as a pair, and so on, with numbers that no layout has taken out each time: else
    seven of nine cards would need five million numbers.
    """
    total = factorial(size)
    keys, bound = np.zeros(total, dtype=np.int32), 1
    for slot in (slot for slot in range(size) if slot not in slots):
        keys = keys * np.int32(size) + _columns(size)[slot]
        bound *= size
        if bound > total:
            taken = np.zeros(bound, dtype=np.int32)
            taken[keys] = 1
            numbers = np.cumsum(taken, dtype=np.int32) - 1
            keys, bound = numbers[keys], int(numbers[-1]) + 1
    keys.setflags(write=False)
    return keys, bound


def spread(layouts: Array, size: int, slots: tuple[int, ...]) -> Array:
    """The weights after these slots were shuffled."""
    keys, bound = _keys(size, tuple(sorted(slots)))
    sums = np.bincount(keys, weights=layouts, minlength=bound)
    return np.asarray(sums[keys] / factorial(len(slots)), dtype=np.float64)


def spread_mask(mask: Mask, size: int, slots: tuple[int, ...]) -> Mask:
    """Which layouts are possible after these slots were shuffled; before it, too."""
    keys, bound = _keys(size, tuple(sorted(slots)))
    taken = np.zeros(bound, dtype=np.bool_)
    taken[keys[mask]] = True
    return taken[keys]


def possible_in_parts(matrices: Sequence[Array], shuffles: Sequence[tuple[int, ...]]) -> tuple[Mask, ...]:
    """For each part the layouts that are possible by all facts, of earlier and of later parts."""
    size, parts = len(matrices[0]), tuple(matrix.tobytes() for matrix in matrices)
    shuffled = tuple(shuffles)
    # From the first part on, so that none has to be followed back far; packed, since there may be hundreds.
    reached = [np.packbits(_reached(size, parts[: part + 1], shuffled[:part])) for part in range(len(parts))]
    total = factorial(size)
    after = np.unpackbits(reached[-1], count=total).astype(np.bool_)
    found = [after]
    for part in range(len(shuffled) - 1, -1, -1):
        before = np.unpackbits(reached[part], count=total).astype(np.bool_)
        after = before & spread_mask(after, size, shuffled[part])
        found.append(after)
    return tuple(reversed(found))


def reachable(matrices: Sequence[Array], shuffles: Sequence[tuple[int, ...]]) -> bool:
    """Whether any layout is possible after all matrices, with a shuffle between each and the next."""
    size, mask = len(matrices[0]), allowed(matrices[0])
    for matrix, slots in zip(matrices[1:], shuffles, strict=True):
        if not mask.any():
            return False
        mask = spread_mask(mask, size, slots) & allowed(matrix)
    return bool(mask.any())


@lru_cache(maxsize=_KEPT_MASKS)
def _reached(size: int, matrices: tuple[bytes, ...], shuffles: tuple[tuple[int, ...], ...]) -> Mask:
    """What is possible after all by the facts until then."""
    found = allowed(np.frombuffer(matrices[-1]).reshape(size, size))
    if shuffles:
        found = found & _spread_reached(size, matrices[:-1], shuffles)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=_KEPT_MASKS)
def _spread_reached(size: int, matrices: tuple[bytes, ...], shuffles: tuple[tuple[int, ...], ...]) -> Mask:
    return spread_mask(_reached(size, matrices, shuffles[:-1]), size, shuffles[-1])


def weights(matrices: Sequence[Array], shuffles: Sequence[tuple[int, ...]]) -> Array:
    """The weights of the layouts after all: a matrix of logarithms, a shuffle, a matrix … The largest is 1, if any is.

    Only what is impossible has the weight 0, however unlikely the rest: the least is `_LEAST`.
    """
    return _from_the_first(len(matrices[0]), tuple(matrix.tobytes() for matrix in matrices), tuple(shuffles))


@lru_cache(maxsize=_KEPT_ANSWERS)
def _from_the_first(size: int, parts: tuple[bytes, ...], shuffles: tuple[tuple[int, ...], ...]) -> Array:
    matrices = [_matrix(size, part) for part in parts]
    if sum(map(_least_log, matrices)) < log(_LEAST):
        return _by_logs(matrices, shuffles)
    for part in range(_STRIDE, len(parts), _STRIDE):
        _weights(size, parts[:part], shuffles[: part - 1])
    return _weights(size, parts, shuffles)


def _matrix(size: int, part: bytes) -> Array:
    return np.frombuffer(part).reshape(size, size)


def _least_log(matrix: Array) -> float:
    """Below no layout's logarithm by one matrix, of those that it allows."""
    return float(np.where(np.isfinite(matrix), matrix, 0.0).min(axis=1).sum())


@lru_cache(maxsize=_KEPT_WEIGHTS)
def _weights(size: int, matrices: tuple[bytes, ...], shuffles: tuple[tuple[int, ...], ...]) -> Array:
    matrix = np.exp(_matrix(size, matrices[-1]))
    plain = bool(np.isin(matrix, (0, 1)).all())
    found = allowed(matrix).astype(np.float64) if plain else product(matrix)
    if shuffles:
        found *= _spread_weights(size, matrices[:-1], shuffles)
    most = found.max()
    if most:
        found /= most
        np.maximum(found, _LEAST, out=found, where=found > 0)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=_KEPT_WEIGHTS)
def _spread_weights(size: int, matrices: tuple[bytes, ...], shuffles: tuple[tuple[int, ...], ...]) -> Array:
    return spread(_weights(size, matrices, shuffles[:-1]), size, shuffles[-1])


def _by_logs(matrices: Sequence[Array], shuffles: Sequence[tuple[int, ...]]) -> Array:
    """The weights where some are too small for a number beside the largest, so that only logarithms hold them."""
    size, sums = len(matrices[0]), _log_sums(matrices[0])
    for matrix, slots in zip(matrices[1:], shuffles, strict=True):
        sums = _spread_logs(sums, size, slots) + _log_sums(matrix)
    possible = np.isfinite(sums)
    found = np.zeros(len(sums))
    if possible.any():
        found[possible] = np.maximum(np.exp(sums[possible] - sums.max()), _LEAST)
    found.setflags(write=False)
    return found


def _log_sums(matrix: Array) -> Array:
    """The logarithm of every layout's product, as `product` gives the product itself."""
    size, sums = len(matrix), np.zeros(1)
    for depth, cards in enumerate(_tree(size)):
        sums = np.repeat(sums, size - depth) + matrix[depth][cards]
    return sums


def _spread_logs(sums: Array, size: int, slots: tuple[int, ...]) -> Array:
    """As `spread`, of logarithms; within each set of layouts beside the largest of them."""
    keys, bound = _keys(size, tuple(sorted(slots)))
    most = np.full(bound, -np.inf)
    np.maximum.at(most, keys, sums)
    beside = np.where(np.isfinite(most), most, 0.0)
    total = np.bincount(keys, weights=np.exp(sums - beside[keys]), minlength=bound)
    with np.errstate(divide="ignore"):
        return np.asarray((beside + np.log(total / factorial(len(slots))))[keys], dtype=np.float64)


def restricted(layouts: Array, size: int, pairs: Sequence[tuple[int, int]]) -> Array:
    """The weights of the layouts that have all of these (slot, card), 0 for the others."""
    matrix = np.ones((size, size))
    for slot, card in pairs:
        kept = matrix[slot, card]
        matrix[slot] = 0
        matrix[slot, card] = kept
    return layouts * product(matrix)
