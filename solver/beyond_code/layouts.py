"""All layouts of the cards as one array of weights: the exact filter.

A layout is a card for each slot; the array holds all n! in lexicographical order. Facts and evidence speak of one slot
each, so that between two shuffles the weight of a layout is a product with one factor for each slot, taken from a
matrix of n × n. A shuffle replaces the weight of each layout by the mean over those that differ on its slots only. What
a swap moves is not the array but the name of a slot, which is no matter of this module.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import factorial

import numpy as np
from numpy.typing import NDArray

__all__ = ["Array", "marginals", "product", "restricted", "spread", "weights"]

Array = NDArray[np.float64]

_KEPT_KEYS = 12
"""So many shuffled sets of slots are remembered; each takes 1.5 MB."""
_KEPT_WEIGHTS = 10
"""So many arrays of weights are remembered, so that one more line costs one more step; each takes 3 MB."""


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


def product(matrix: Array) -> Array:
    """The weight of every layout: the product of matrix[slot, card] over its slots."""
    size = len(matrix)
    found = np.ones(1)
    for depth, cards in enumerate(_tree(size)):
        found = np.repeat(found, size - depth) * matrix[depth][cards]
    return found


def marginals(layouts: Array, size: int) -> Array:
    """The sum of the weights of the layouts with each card on each slot: n × n."""
    sums = np.empty((size, size))
    for depth in range(size - 1, -1, -1):
        sums[depth] = np.bincount(_tree(size)[depth], weights=layouts, minlength=size)
        layouts = layouts.reshape(-1, size - depth).sum(axis=1)
    return sums


@lru_cache(maxsize=_KEPT_KEYS)
def _keys(size: int, slots: tuple[int, ...]) -> tuple[NDArray[np.int32], int]:
    """A number for each layout, the same for those that differ on these slots only; and a bound on the numbers.

    Two slots left over are numbered as a pair, and so on, with numbers that no layout has taken out each time: else
    seven of nine cards would need five million numbers.
    """
    total = factorial(size)
    keys, bound = np.zeros(total, dtype=np.int32), 1
    for slot in (slot for slot in range(size) if slot not in slots):
        cards = _tree(size)[slot]
        keys = keys * np.int32(size) + np.repeat(cards, total // len(cards)).astype(np.int32)
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


def weights(matrices: Sequence[Array], shuffles: Sequence[tuple[int, ...]]) -> Array:
    """The weights of the layouts after all: a matrix, a shuffle, a matrix … The largest is 1, unless all are 0."""
    size = len(matrices[0])
    return _weights(size, tuple(matrix.tobytes() for matrix in matrices), tuple(shuffles))


@lru_cache(maxsize=_KEPT_WEIGHTS)
def _weights(size: int, matrices: tuple[bytes, ...], shuffles: tuple[tuple[int, ...], ...]) -> Array:
    found = product(np.frombuffer(matrices[-1]).reshape(size, size))
    if shuffles:
        found *= spread(_weights(size, matrices[:-1], shuffles[:-1]), size, shuffles[-1])
    most = found.max()
    if most:
        found /= most
    found.setflags(write=False)
    return found


def restricted(layouts: Array, size: int, pairs: Sequence[tuple[int, int]]) -> Array:
    """The weights of the layouts that have all of these (slot, card), 0 for the others."""
    matrix = np.ones((size, size))
    for slot, card in pairs:
        kept = matrix[slot, card]
        matrix[slot] = 0
        matrix[slot, card] = kept
    return layouts * product(matrix)
