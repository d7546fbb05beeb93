"""The interval of a mean of prices: the exact quantiles of a Dirichlet posterior, with nothing drawn.

A mean of prices lies below t where the same sum over gamma variables, with t taken from every price, lies below 0; the
probability of that is one integral of their characteristic function (Imhof 1961, Biometrika 48:419). It is added up
over pieces of the logarithm of its variable, short enough that the integrand turns little within each, by Gauss's rule.
The script of the HTML report (`report/src/price_means.ts`) does the same arithmetic.
"""

from __future__ import annotations

from math import exp, log, pi, sqrt

import numpy as np
from numpy.typing import NDArray

HALF = 0.5
LONGEST, MOST_TURNED = 0.5, 3.0  # of a piece: its length, and the angle by which the integrand turns in it
FALL = 34.0  # in logarithms, to where the integrand is left out
CLOSE, MOST_TRIES = 1e-14, 60  # of the search: a share that is met, and where it gives up
PLACES, SHARES = np.polynomial.legendre.leggauss(12)

Numbers = NDArray[np.float64]


def mean_of_prices(prices: Numbers, rows: Numbers, level: float) -> tuple[float, float]:
    """Return the interval of a mean of distinct amounts, which rise: a Dirichlet posterior of their shares.

    Half a row is added to the least and to the greatest amount, and only there: a dear mistake that was not seen still
    counts, and with a price for every cell half a row for each would outweigh the rows.

    >>> low, high = mean_of_prices(np.array([0.0, 1.0]), np.array([90.0, 10.0]), 0.95)  # Jeffreys' interval
    >>> round(low, 4), round(high, 4)
    (0.0526, 0.1701)
    """
    added = rows.astype(float)
    added[[0, -1]] += HALF
    seen = added > 0
    tail = (1 - level) / 2
    return _quantile(prices[seen], added[seen], tail), _quantile(prices[seen], added[seen], 1 - tail)


def _quantile(prices: Numbers, rows: Numbers, probability: float) -> float:
    """Search between the ends that Cantelli's inequality leaves: farther out the integrand turns ever faster."""
    total = float(rows.sum())
    mean = float((rows * prices).sum()) / total
    spread = sqrt(float((rows * (prices - mean) ** 2).sum()) / total / (total + 1))
    reach = spread * sqrt(1 / min(probability, 1 - probability) - 1)
    low, high = max(float(prices[0]), mean - reach), min(float(prices[-1]), mean + reach)
    below, above = -probability, 1 - probability  # how far the shares at both ends miss the wanted one
    side = 0
    for _ in range(MOST_TRIES):
        place = (low * above - high * below) / (above - below)
        miss = share_below(prices - place, rows) - probability
        if abs(miss) < CLOSE or not low < place < high:
            break
        # The end that stays twice counts half (the Illinois rule), or the search would creep up from one side.
        if miss < 0:
            low, below, above, side = place, miss, above / 2 if side < 0 else above, -1
        else:
            high, above, below, side = place, miss, below / 2 if side > 0 else below, 1
    return place


def share_below(distances: Numbers, rows: Numbers) -> float:
    """Return how probable it is that a sum of gamma variables of these shapes, each times its distance, lies below 0.

    >>> share_below(np.array([-1.0, 1.0]), np.array([2.5, 2.5]))
    0.5
    """
    edges = np.array(_edges(distances, rows))
    half, middle = np.diff(edges)[:, None] / 2, (edges[1:] + edges[:-1])[:, None] / 2
    places = np.exp(middle + half * PLACES)[:, :, None] * distances
    angle = (rows * np.arctan(places)).sum(axis=2)
    fallen = (rows * np.log1p(places**2)).sum(axis=2) / 2
    return HALF - float((half * SHARES * np.sin(angle) * np.exp(-fallen)).sum()) / pi


def _edges(distances: Numbers, rows: Numbers) -> list[float]:
    """Return where pieces begin and end, from where the integrand is still nothing to where nothing is left of it."""

    def turning(place: float) -> float:
        scaled = distances * exp(place)
        return abs(float((rows * scaled / (1 + scaled**2)).sum()))

    def fallen(place: float) -> float:
        return float((rows * np.log1p((distances * exp(place)) ** 2)).sum()) / 2

    edges = [-log(sqrt(float((rows * distances**2).sum()))) - FALL]
    here = turning(edges[0])
    while fallen(edges[-1]) < FALL:
        ahead = turning(edges[-1] + LONGEST)
        edges.append(edges[-1] + MOST_TURNED / max(here, ahead, MOST_TURNED / LONGEST))
        here = turning(edges[-1])
    return edges
