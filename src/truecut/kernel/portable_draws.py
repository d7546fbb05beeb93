"""Bootstrap replicates of a score table with NumPy alone: the very numbers of the native kernel.

A random number is a function of seed, replicate and place (Threefry-2x32, 13 rounds), so it can be computed
anywhere. `native/random.hpp` and `native/poisson.hpp` say how, and why.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

ROTATIONS = (13, 15, 26, 6, 17, 29, 16, 24)
ROUNDS = 13
PLACES_PER_PACK = 8
# 65536 times the chance of at most 0, 1, 2, ... draws of a Poisson(1) variable.
POISSON_THRESHOLDS = np.array([24109, 48219, 60273, 64292, 65296, 65497, 65531, 65535], np.uint16)

_LOWER_HALF = 2**32 - 1
_64_BITS = 2**64 - 1

Times = NDArray[np.int64]  # how often each row was drawn, in the order of the table


def random_words(
    seed: int, replicate: int, places: NDArray[np.uint64]
) -> tuple[NDArray[np.uint32], NDArray[np.uint32]]:
    """Return the lower and the upper word of the random numbers at these places of a replicate."""
    mixed = _mix(_mix(seed & _64_BITS) + replicate & _64_BITS)
    first, second = mixed & _LOWER_HALF, mixed >> 32
    key = [np.uint32(word) for word in (first, second, first ^ second ^ 0x1BD11BDA)]
    low = (places & np.uint64(_LOWER_HALF)).astype(np.uint32) + key[0]
    high = (places >> np.uint64(32)).astype(np.uint32) + key[1]
    for step in range(ROUNDS):
        left = ROTATIONS[step % 8]
        low += high
        high = (high << np.uint32(left) | high >> np.uint32(32 - left)) ^ low
        if step % 4 == 3:
            injected = step // 4 + 1
            low += key[injected % 3]
            high += np.uint32(int(key[(injected + 1) % 3]) + injected & _LOWER_HALF)
    return low, high


def _mix(value: int) -> int:
    """Return SplitMix64 of a number below 2**64."""
    value = value + 0x9E3779B97F4A7C15 & _64_BITS
    value = (value ^ value >> 30) * 0xBF58476D1CE4E5B9 & _64_BITS
    value = (value ^ value >> 27) * 0x94D049BB133111EB & _64_BITS
    return value ^ value >> 31


def _random_below(limit: int, seed: int, replicate: int, places: NDArray[np.uint64]) -> NDArray[np.int64]:
    low, high = (words.astype(np.uint64) for words in random_words(seed, replicate, places))
    size, half = np.uint64(limit), np.uint64(32)
    return ((high * size + (low * size >> half)) >> half).astype(np.int64)


def _by_rows(is_positive: NDArray[np.bool_], seed: int, replicate: int) -> Times:
    rows = len(is_positive)
    return np.bincount(_random_below(rows, seed, replicate, np.arange(rows, dtype=np.uint64)), minlength=rows)


def _by_class(is_positive: NDArray[np.bool_], seed: int, replicate: int) -> Times:
    times = np.zeros(len(is_positive), np.int64)
    first_place = 0
    for places in (np.flatnonzero(is_positive), np.flatnonzero(~is_positive)):
        balls = np.arange(first_place, first_place + len(places), dtype=np.uint64)
        times[places] = np.bincount(_random_below(len(places), seed, replicate, balls), minlength=len(places))
        first_place += len(places)
    return times


def _poisson(is_positive: NDArray[np.bool_], seed: int, replicate: int) -> Times:
    packs = -(-len(is_positive) // 32)
    words = random_words(seed, replicate, np.arange(packs * PLACES_PER_PACK, dtype=np.uint64))
    # Per pack: four places and then four more, and of each four the low words before the high ones.
    ordered = np.stack([word.reshape(packs, 2, 4) for word in words], axis=2)
    bits = np.stack([ordered & np.uint32(0xFFFF), ordered >> np.uint32(16)], axis=-1).ravel()[: len(is_positive)]
    return np.searchsorted(POISSON_THRESHOLDS, bits.astype(np.uint16), side="right")


def poisson_draws(seed: int, replicate: int, row_ids: NDArray[np.uint64]) -> NDArray[np.uint8]:
    """Return how often rows, known by their numbers, are drawn in four replicates; one row per row."""
    words = random_words(seed, replicate, row_ids)
    bits = np.column_stack([half for word in words for half in (word & np.uint32(0xFFFF), word >> np.uint32(16))])
    return np.searchsorted(POISSON_THRESHOLDS, bits.astype(np.uint16), side="right").astype(np.uint8)


SCHEMES = {"rows": _by_rows, "class": _by_class, "poisson": _poisson}


def _layout(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> tuple[NDArray[np.bool_], NDArray[np.intp]]:
    """Return which rows are positive, in the order of the table, and where each class of each score ends."""
    counts = np.column_stack([positives, negatives]).ravel()
    return np.repeat(np.arange(len(counts)) % 2 == 0, counts), np.cumsum(counts)


def replicates_of(
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
    replicates: int,
    seed: int,
    scheme: str,
    first: int = 0,
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Return the drawn positives and negatives of each score, replicate by replicate."""
    if scheme not in SCHEMES:
        raise ValueError("A scheme is 'rows', 'class' or 'poisson'.")
    is_positive, ends = _layout(positives, negatives)
    for replicate in range(first, first + replicates):
        times = SCHEMES[scheme](is_positive, seed, replicate)
        counts = np.diff(np.concatenate([[0], np.cumsum(times)])[ends], prepend=0)
        yield counts[0::2], counts[1::2]


def resampled_counts(
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
    replicates: int,
    seed: int,
    scheme: str,
    first: int = 0,
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the drawn positives and negatives of each score, one replicate per row."""
    shape = (replicates, len(positives))
    drawn = np.empty(shape, np.int32), np.empty(shape, np.int32)
    for place, sides in enumerate(replicates_of(positives, negatives, replicates, seed, scheme, first)):
        for side, counts in zip(drawn, sides, strict=True):
            side[place] = counts
    return drawn


def resampled_roc_auc(
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
    replicates: int,
    seed: int,
    scheme: str,
    first: int = 0,
) -> NDArray[np.float64]:
    """Return the area under the ROC curve of each replicate, NaN where a class was not drawn."""
    areas = np.full(replicates, np.nan)
    for place, (drawn, others) in enumerate(replicates_of(positives, negatives, replicates, seed, scheme, first)):
        pairs = int(drawn.sum()) * int(others.sum())
        if pairs:
            # Twice the pairs in order, and once the tied ones: a whole number.
            wins = int((others * (2 * np.cumsum(drawn) - drawn)).sum())
            areas[place] = float(wins) / float(2 * pairs)
    return areas


def resampled_average_precision(
    positives: NDArray[np.int64],
    negatives: NDArray[np.int64],
    replicates: int,
    seed: int,
    scheme: str,
    first: int = 0,
) -> NDArray[np.float64]:
    """Return the average precision of each replicate, NaN where no positive was drawn."""
    values = np.full(replicates, np.nan)
    for place, (drawn, others) in enumerate(replicates_of(positives, negatives, replicates, seed, scheme, first)):
        there = drawn > 0
        found = np.cumsum(drawn)
        if there.any():
            precision = found[there] / (found + np.cumsum(others))[there]
            # Added up one by one, as the native kernel does: np.sum adds in another order.
            values[place] = np.cumsum(drawn[there] * precision)[-1] / found[-1]
    return values
