"""How far a number can be moved by moving what it is made of no further than chance does.

The estimates behind a number vary together; those that chance allows at some level form an ellipsoid around what was
seen. The interval is what the number takes there, and its p-value belongs to the ellipsoid that just reaches 0. With a
straight number that is the delta method. A curved one bends the interval with it, and test and interval always agree.
"""

from __future__ import annotations

from collections.abc import Callable
from math import copysign, inf, sqrt

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Number = Callable[[Vector], Vector]  # of moves (a column each)

STEPS = 60  # of the search, which settles in a few
SMALL = 1e-4  # of a standard error: the move from which a slope is read
SWINGING = 10  # steps after which it may be swinging to and fro, and goes halfway only
SETTLED = 1e-6  # the place; the value there is known to the square of that
FURTHEST = 30.0  # standard errors, beyond which chance is out of the question
PRECISELY = 1e-9  # to that share of what was seen


def furthest(number: Number, covariance: Vector, radius: float) -> float:
    """Return the largest value where estimates are moved by so many standard errors.

    >>> furthest(lambda moves: moves[0] - moves[1], np.diag([9.0, 16.0]), 2.0)
    10.0
    """
    return _reached(number, covariance, radius)[0]


def distance_to_0(number: Number, covariance: Vector) -> float:
    """Return by how many standard errors estimates must be moved for the number to be 0; infinite beyond reason.

    >>> round(distance_to_0(lambda moves: 10 + moves[0] - moves[1], np.diag([9.0, 16.0])), 9)
    2.0
    """
    seen = float(number(np.zeros((len(covariance), 1)))[0])
    if not seen:
        return 0.0

    def towards_0(moves: Vector) -> Vector:
        return -copysign(1.0, seen) * number(moves)

    radius = 0.0
    for _ in range(STEPS):
        value, steepness = _reached(towards_0, covariance, radius)
        if abs(value) <= PRECISELY * abs(seen):
            return radius
        # The further the estimates may move, the further the number goes, by its steepness where it got to (Newton).
        radius = max(radius / 2, radius - value / steepness) if steepness else inf
        if radius > FURTHEST:
            return inf
    return radius


def _reached(number: Number, covariance: Vector, radius: float) -> tuple[float, float]:
    """Return the largest value within a radius, and how fast the number changes per standard error there."""
    place = np.zeros(len(covariance))
    slope = _slope(number, covariance, place)
    for step in range(STEPS):
        length = _length(slope, covariance)
        moved = radius * covariance @ slope / length if length else place
        is_settled = np.abs(moved - place).max() <= SETTLED * np.abs(moved).max()
        place = moved
        if is_settled:
            break
        towards = _slope(number, covariance, place)
        slope = towards if step < SWINGING else (slope + towards) / 2
    return float(number(place[:, None])[0]), _length(slope, covariance)


def _slope(number: Number, covariance: Vector, place: Vector) -> Vector:
    """Return how fast the number changes with each estimate that varies at all."""
    steps = SMALL * np.sqrt(np.maximum(np.diag(covariance), 0.0))
    ends = number(np.concatenate([place[:, None] - np.diag(steps), place[:, None] + np.diag(steps)], axis=1))
    below, above = np.split(ends, 2)
    return np.divide(above - below, 2 * steps, out=np.zeros_like(steps), where=steps > 0)


def _length(slope: Vector, covariance: Vector) -> float:
    return sqrt(max(0.0, float(slope @ covariance @ slope)))
