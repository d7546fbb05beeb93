"""The one source of random draws: every resample, permutation, deal into folds and simulated sample starts here.

A draw is a function of (seed, purpose, place), as in counter-based generation (Salmon et al. 2011, "Parallel random
numbers: as easy as 1, 2, 3"). Nothing runs on from one call to the next, so neither the kernel nor threads nor the
order of calls change a draw, and no two purposes share a stream. The kernel draws from a key of 64 bits; what it
cannot draw comes from NumPy's generators. Both are derived from seed, purpose and place by NumPy's seed sequence.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut import kernel
from truecut.errors import BadCall
from truecut.kernel import Scheme

NUMBERS_PER_STREAM = 20_000  # drawing so many takes far longer than making a generator

Lines = NDArray[Any]  # one per replicate


class Purpose(IntEnum):
    """What is drawn. A number belongs to its purpose for good: another one would give every seed another meaning."""

    ROWS = 1  # of one model, with replacement
    ALL_ROWS = 2  # of one model, each Poisson(1) times, for its ranking
    STREAMED_ROWS = 3  # Poisson(1) times each, known by their numbers
    WEIGHTED_ROWS = 4
    CLUSTERS = 5
    GROUPS_OF_CLUSTERS = 6  # dealt at random
    PAIRED_ROWS = 7  # the same for several models
    BAND = 8
    BEST_STRATEGY = 9
    CHOSEN_THRESHOLD = 10
    FOLDS = 11  # of rows that choose and rows that judge a threshold
    RECALIBRATION_FOLDS = 12
    RANDOM_ORDERS = 13  # of the labels
    CALIBRATED_OUTCOMES = 14
    FITTED_OUTCOMES = 15
    PAIRED_CELLS = 16  # from their posterior
    EXCHANGED_MODELS = 17
    UNPAIRED_CELLS = 18
    AREAS = 19  # from their joint normal distribution
    PLANNED_ROWS = 22  # of a model that is only supposed


@dataclass(frozen=True)
class Draws:
    """The draws of one seed for one purpose, at a place of it (a threshold, a stratum, a fold's number).

    >>> draws = Draws(7, Purpose.BAND)
    >>> draws.generator().random() == Draws(7, Purpose.BAND).generator().random()
    True
    >>> draws.generator().random() == draws.at(1).generator().random()
    False
    """

    seed: int
    purpose: Purpose
    place: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        checked_seed(self.seed)

    def at(self, *place: int) -> Draws:
        """Return the draws at a place within this one."""
        return replace(self, place=(*self.place, *place))

    def generator(self, *place: int) -> np.random.Generator:
        """Return a generator that starts anew at a place, for what the kernel does not draw."""
        return np.random.Generator(np.random.PCG64(self.at(*place)._sequence()))

    def key(self) -> int:
        """Return the seed under which the kernel draws here."""
        return int(self._sequence().generate_state(1, np.uint64)[0])

    def lines(
        self, draw: Callable[[np.random.Generator, int], Lines], replicates: int, *, width: int, first: int = 0
    ) -> Lines:
        """Return replicates from the first on, of which `draw(generator, number)` gives so many, one per line.

        Replicates of few numbers share a generator; which one follows from their `width`, the numbers in a line, so
        a replicate is the same whatever is asked for beside it.
        """
        together = max(1, NUMBERS_PER_STREAM // max(1, width))
        parts = []
        for stream in range(first // together, -(-(first + replicates) // together)):
            number = min(together, first + replicates - stream * together)
            parts.append(draw(self.generator(stream), number)[max(0, first - stream * together) :])
        return np.concatenate(parts)

    def multinomial(self, counts: NDArray[Any], replicates: int, *, first: int = 0) -> NDArray[np.int64]:
        """Return how many rows fall to each cell when as many are drawn as there are."""
        rows = int(counts.sum())
        if not rows:
            return np.zeros((replicates, len(counts)), np.int64)
        shares = counts / rows
        return self.lines(
            lambda random, number: random.multinomial(rows, shares, size=number),
            replicates,
            width=len(counts),
            first=first,
        )

    def with_replacement(self, units: int, replicates: int, *, first: int = 0) -> NDArray[np.int32]:
        """Return how often each of several units is drawn when as many are drawn as there are.

        >>> Draws(0, Purpose.CLUSTERS).with_replacement(4, 2).sum(axis=1)
        array([4, 4])
        """
        once = np.ones(units, np.int64)
        return kernel.resampled_counts(
            once, np.zeros_like(once), replicates, seed=self.key(), scheme=Scheme.ROWS, first=first
        )[0]

    def dealt(self, units: int, hands: int) -> NDArray[np.intp]:
        """Return which of several hands each unit falls to when they are dealt out at random, as evenly as can be."""
        return self.generator().permutation(np.arange(units) % hands)

    def _sequence(self) -> np.random.SeedSequence:
        return np.random.SeedSequence(int(self.seed), spawn_key=(int(self.purpose), *self.place))


def checked_seed(seed: int) -> int:
    """Return a seed if it is one."""
    if seed != int(seed) or not 0 <= seed < 2**64:
        raise BadCall(f"seed must be a whole number from 0 to 2**64 - 1, not {seed}.")
    return int(seed)
