"""Extremes of a smooth function over a confidence ellipsoid: max g(x) subject to (x - x0)' S^-1 (x - x0) <= r^2.

Estimates x0 with covariance S vary together; those that chance allows at some level form the ellipsoid. The limits of g
are its extremes there, and its p-value belongs to the ellipsoid that just reaches g = 0, so test and interval always
agree. For linear g this is the delta method; a curved g bends the interval with it. At an extreme the gradient is
normal to the ellipsoid, x - x0 = r S g'(x) / sqrt(g'(x)' S g'(x)), which is solved by iteration.

The radius at which g = 0 is the reliability index of Hasofer & Lind 1974 (J Eng Mech Div 100:111); the iteration is
that of Rackwitz & Fiessler 1978 (Comput Struct 9:489).
"""

from __future__ import annotations

from collections.abc import Callable
from math import copysign, inf, sqrt

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.float64]
Function = Callable[[Vector], Vector]  # of displacements x - x0 (a column each)

MAX_STEPS = 60  # of an iteration, which converges in a few
DIFFERENCE_STEP = 1e-4  # of a standard error, for the gradient by central differences
DAMPED_FROM = 10  # steps after which the iteration may oscillate, and gradients are averaged
TOLERANCE = 1e-6  # of the place; the extreme is known to the square of that
ZERO_TOLERANCE = 1e-9  # of the value at x0, below which g counts as 0
MAX_STANDARD_ERRORS = 30.0  # beyond which chance is out of the question


def maximum_within(function: Function, covariance: Vector, radius: float) -> float:
    """Return the largest value of a function over the ellipsoid of a radius in standard errors.

    >>> maximum_within(lambda x: x[0] - x[1], np.diag([9.0, 16.0]), 2.0)
    10.0
    """
    return _maximum(function, covariance, radius)[0]


def radius_to_zero(function: Function, covariance: Vector) -> float:
    """Return the radius, in standard errors, of the ellipsoid that just reaches the value 0; infinite beyond reason.

    >>> round(radius_to_zero(lambda x: 10 + x[0] - x[1], np.diag([9.0, 16.0])), 9)
    2.0
    """
    observed = float(function(np.zeros((len(covariance), 1)))[0])
    if not observed:
        return 0.0

    def towards_zero(displacements: Vector) -> Vector:
        return -copysign(1.0, observed) * function(displacements)

    radius = 0.0
    for _ in range(MAX_STEPS):
        value, slope = _maximum(towards_zero, covariance, radius)
        if abs(value) <= ZERO_TOLERANCE * abs(observed):
            return radius
        # Newton's method: the maximum grows with the radius by the norm of the gradient where it lies.
        radius = max(radius / 2, radius - value / slope) if slope else inf
        if radius > MAX_STANDARD_ERRORS:
            return inf
    return radius


def _maximum(function: Function, covariance: Vector, radius: float) -> tuple[float, float]:
    """Return the largest value within a radius, and the norm of the gradient there, per standard error."""
    place = np.zeros(len(covariance))
    gradient = _gradient(function, covariance, place)
    for step in range(MAX_STEPS):
        norm = _norm(gradient, covariance)
        moved = radius * covariance @ gradient / norm if norm else place
        has_converged = np.abs(moved - place).max() <= TOLERANCE * np.abs(moved).max()
        place = moved
        if has_converged:
            break
        there = _gradient(function, covariance, place)
        gradient = there if step < DAMPED_FROM else (gradient + there) / 2
    return float(function(place[:, None])[0]), _norm(gradient, covariance)


def _gradient(function: Function, covariance: Vector, place: Vector) -> Vector:
    """Return the gradient by central differences, 0 along estimates that do not vary."""
    steps = DIFFERENCE_STEP * np.sqrt(np.maximum(np.diag(covariance), 0.0))
    ends = function(np.concatenate([place[:, None] - np.diag(steps), place[:, None] + np.diag(steps)], axis=1))
    below, above = np.split(ends, 2)
    return np.divide(above - below, 2 * steps, out=np.zeros_like(steps), where=steps > 0)


def _norm(gradient: Vector, covariance: Vector) -> float:
    """Return sqrt(g' S g): the standard error of the function by the delta method."""
    return sqrt(max(0.0, float(gradient @ covariance @ gradient)))
