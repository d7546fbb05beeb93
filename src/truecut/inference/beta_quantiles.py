"""Quantiles of a beta distribution at the middles of equal steps, by arithmetic that any language repeats.

The density of the log odds has one peak and tails that fall exponentially. It is summed up by a trapezoidal rule with
its end correction, from one side where nothing is left of it to the other, and the sum is read backwards between its
nodes by cubics. There is no search whose outcome could flip with the last digit, so the script of the HTML report
(`report/src/beta.ts`) finds the same numbers to 12 digits.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
from numpy.typing import NDArray

NODES = 1024
FALL = 25.0  # in logarithms, from the peak of the density to where it is left out: to 1e-11

Numbers = NDArray[np.float64]


def beta_odds(a: float, b: float, steps: int) -> Numbers:
    """Return x / (1 - x) at the middles of equal steps of probability, for x of a beta(a, b) distribution.

    >>> odds = beta_odds(30.5, 10.5, 1000)
    >>> (odds / (1 + odds))[[25, 500, 974]].round(3).tolist()
    [0.602, 0.748, 0.863]
    """
    wide = sqrt(2 * FALL * (1 / a + 1 / b))
    low, high = -(wide + FALL / a), wide + FALL / b  # log odds, from those of the peak
    width = (high - low) / (NODES - 1)
    places: Numbers = low + width * np.arange(NODES, dtype=np.float64)
    share = a / (a + b)
    grown = np.expm1(places)
    density = np.exp(a * places - (a + b) * np.log1p(share * grown))
    slope = density * (a - (a + b) * (share * (1 + grown) / (1 + share * grown)))
    steps_up = width / 2 * (density[:-1] + density[1:]) + width * width / 12 * (slope[:-1] - slope[1:])
    below = np.concatenate([[0.0], np.cumsum(np.maximum(steps_up, 0.0))])
    return np.asarray(a / b * np.exp(_read_backwards(below, density, places, width, steps)))


def _read_backwards(below: Numbers, density: Numbers, places: Numbers, width: float, steps: int) -> Numbers:
    """Return the places below which so many steps of the whole lie, and half a step more."""
    wanted = below[-1] * ((np.arange(steps) + 0.5) / steps)
    node = np.searchsorted(below, wanted, side="right") - 1
    rise = below[node + 1] - below[node]
    way = (wanted - below[node]) / rise
    first, last = rise / density[node], rise / density[node + 1]
    rest = 1 - way
    curved = way * rest * (rest * (first - width) - way * (last - width))
    return np.asarray(places[node] + width * way + curved)
