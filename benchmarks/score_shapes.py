"""Scores whose spread is hard on whoever counts them in cells: outliers, crowds, heavy tails, large offsets."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from benchmarks.rows import SEED

Shape = tuple[str, NDArray[np.bool_], NDArray[np.float64]]


def score_shapes(size: int) -> Iterator[Shape]:
    """Return the name, the labels and the scores of each shape."""
    random = np.random.default_rng(SEED)
    labels = random.random(size) < 0.3
    logits = random.normal(size=size) + labels
    probabilities = 1 / (1 + np.exp(-logits))
    crowded = 0.5 + 1e-9 * logits
    in_crowd = random.random(size) < 0.5
    yield "logits", labels, logits
    yield "probabilities", labels, probabilities
    yield "logits, one at 1e30", labels, _with(logits, [1e30])
    yield "logits, infinities and 1e300", labels, _with(logits, [np.inf, -np.inf, 1e300])
    yield "crowded at 0.5 ± 1e-9", labels, crowded
    yield "the same, 1 % uniform", labels, np.where(random.random(size) < 0.01, random.random(size), crowded)
    yield "close to 1", labels, 1 - 1e-12 * np.exp(-logits)
    yield "three decimals", labels, probabilities.round(3)
    yield "whole numbers from 300 to 850", labels, np.clip(np.round(575 + 60 * logits), 300, 850)
    yield "Cauchy", labels, random.standard_cauchy(size) + labels
    yield "600 decades", labels, np.sign(logits - 0.3) * 10.0 ** random.uniform(-300, 300, size)
    yield "half 0, the rest near 1e-6", labels, np.where(in_crowd, 0.0, 1e-6 * np.exp(logits))
    yield "1e12 and logits", labels, 1e12 + logits
    yield "almost separated", labels, logits + 5 * labels
    rare = random.random(size) < 0.001
    yield "0.1 % positive", rare, random.normal(size=size) + rare
    yield "half within 1e-12 of 0.7", labels, np.where(in_crowd, 0.7 + np.abs(logits * 1000).round() * 2**-52, logits)


def _with(scores: NDArray[np.float64], first: list[float]) -> NDArray[np.float64]:
    changed = scores.copy()
    changed[: len(first)] = first
    return changed
