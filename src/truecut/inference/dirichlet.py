"""The interval for any metric of four counts: spread the shares of the four cells evenly, and look at the metric.

The shares follow from how common positives are and from the two rates, which are independent given the counts. Their
points are those of a lattice, not draws: the same counts always give the same interval, it follows the posterior more
closely than as many draws would, and the page of the HTML report repeats it to 9 digits.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.counting.counts import Counts
from truecut.inference.beta_quantiles import beta_odds
from truecut.inference.quantiles import checked_level

POINTS = 8192
TURNS = (1, 1503, 1503**2 % POINTS)  # Korobov's lattice of the least P2 among 400 of its size
PRIOR = 0.5  # Jeffreys'; 1 would fail near perfection

Numbers = NDArray[np.float64]


def dirichlet(entry: Metric, counts: Counts, parameters: Mapping[str, Any], level: float = 0.95) -> tuple[float, float]:
    """Return the Bayesian interval of Jeffreys' prior on the four cells.

    It works with empty cells (Caelen 2017, Ann Math AI 81:429; Totsch & Hoffmann 2021, PeerJ CS 7:e398). The
    metric must not be a total: it sees shares of rows in the place of counts.
    """
    return _limits(entry, _shares(*(float(cell) for cell in counts.cells().values())), parameters, level)


def dirichlet_by_class(
    entry: Metric, counts: Counts, parameters: Mapping[str, Any], level: float = 0.95
) -> tuple[float, float]:
    """Return the same where the size of each class was decided: both rates vary, the share of positives does not."""
    tp, fp, fn, tn = (float(cell) for cell in counts.cells().values())
    found, missed = _both_sides(tp + PRIOR, fn + PRIOR, 1)
    flagged, left = _both_sides(fp + PRIOR, tn + PRIOR, 2)
    positive, negative = (tp + fn) / (tp + fn + fp + tn), (fp + tn) / (tp + fn + fp + tn)
    shares = Counts(tp=positive * found, fp=negative * flagged, fn=positive * missed, tn=negative * left)
    return _limits(entry, shares, parameters, level)


def _limits(entry: Metric, shares: Counts, parameters: Mapping[str, Any], level: float) -> tuple[float, float]:
    tail = (1 - checked_level(level)) / 2
    values = entry.along(shares, **parameters)
    there = np.sort(values[~np.isnan(values)])
    return _quantile(there, tail), _quantile(there, 1 - tail)


@lru_cache(maxsize=8)  # many metrics are asked about the same counts
def _shares(tp: float, fp: float, fn: float, tn: float) -> Counts:
    """Return the shares of the four cells at the points of the lattice."""
    positive, not_positive = _both_sides(tp + fn + 2 * PRIOR, fp + tn + 2 * PRIOR, 0)
    found, missed = _both_sides(tp + PRIOR, fn + PRIOR, 1)
    flagged, left = _both_sides(fp + PRIOR, tn + PRIOR, 2)
    return Counts(
        tp=positive * found,
        fp=not_positive * flagged,
        fn=positive * missed,
        tn=not_positive * left,
    )


def _both_sides(a: float, b: float, coordinate: int) -> tuple[Numbers, Numbers]:
    """Return a share and what is left of it, each to full precision, in the order of a coordinate of the lattice."""
    odds = beta_odds(a, b, POINTS)[np.arange(POINTS) * TURNS[coordinate] % POINTS]
    return odds / (1 + odds), 1 / (1 + odds)


def _quantile(values: Numbers, share: float) -> float:
    """Return a quantile of sorted values, each of which stands in the middle of its step."""
    place = min(max(share * len(values) - 0.5, 0.0), len(values) - 1.0)
    before = int(place)
    low, high = float(values[before]), float(values[min(before + 1, len(values) - 1)])
    # Between two infinite values there is nothing to interpolate.
    return low if low == high else low + (place - before) * (high - low)
