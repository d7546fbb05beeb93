"""Intervals for ratios of two independent shares, x1 of n1 over x2 of n2, and for the ratio of their odds."""

from __future__ import annotations

from math import exp, inf, log, sqrt

from truecut.inference.quantiles import last_where, normal_quantile

FARTHEST = 300.0  # on the log scale: far beyond any ratio of counts, and its square is still a float

Limits = tuple[float, float]


def koopman(x1: float, n1: float, x2: float, n2: float, level: float = 0.95) -> Limits:
    """Return the ratios that a score test does not reject (Koopman 1984, Biometrics 40:513).

    It needs no correction for zeros: without x1 the lower end is 0, without x2 the upper one is infinite.

    >>> low, high = koopman(20, 30, 180, 2000)
    >>> round(low, 3), round(high, 3)
    (5.282, 9.481)
    """
    if not x1 and not x2:
        return 0.0, inf
    return _koopman_lower(x1, n1, x2, n2, level), _reciprocal(_koopman_lower(x2, n2, x1, n1, level))


def katz(x1: float, n1: float, x2: float, n2: float, level: float = 0.95) -> Limits | None:
    """Return the interval on the log scale (Katz et al. 1978, Biometrics 34:469); None if x1 or x2 is 0."""
    if not x1 or not x2:
        return None
    # Both terms of a share cannot fall below 0, but their difference may by rounding.
    half = normal_quantile(level) * sqrt(max(0.0, 1 / x1 - 1 / n1) + max(0.0, 1 / x2 - 1 / n2))
    ratio = (x1 / n1) / (x2 / n2)
    return ratio * exp(-half), ratio * exp(half)


def woolf(tp: float, fp: float, fn: float, tn: float, level: float = 0.95) -> Limits:
    """Return the interval of the odds ratio on the log scale (Woolf 1955, Ann Hum Genet 19:251).

    1/2 is added to all cells if one is 0. Where the odds ratio itself is 0 or infinite, so is that end (Gart & Thomas
    1972, J R Stat Soc B 34:441).
    """
    added = 0.0 if all((tp, fp, fn, tn)) else 0.5
    a, b, c, d = (cell + added for cell in (tp, fp, fn, tn))
    half = normal_quantile(level) * sqrt(1 / a + 1 / b + 1 / c + 1 / d)
    middle = log(a) + log(d) - log(b) - log(c)
    return exp(middle - half) if tp and tn else 0.0, exp(middle + half) if fp and fn else inf


def _koopman_lower(x1: float, n1: float, x2: float, n2: float, level: float) -> float:
    if not x1:
        return 0.0
    z = normal_quantile(level)
    observed = log((x1 / n1) / (x2 / n2)) if x2 else FARTHEST
    return exp(last_where(lambda r: _chi_square(exp(r), x1, n1, x2, n2) > z * z, -FARTHEST, observed))


def _chi_square(ratio: float, x1: float, n1: float, x2: float, n2: float) -> float:
    a, b, c = (n1 + n2) * ratio, -(n1 * ratio + x1 + n2 + x2 * ratio), x1 + x2
    second = min(1.0, 2 * c / (-b + sqrt(max(0.0, b * b - 4 * a * c))))
    first = min(1.0, ratio * second)
    distance = x1 / n1 - ratio * x2 / n2
    variance = first * (1 - first) / n1 + ratio * ratio * second * (1 - second) / n2
    return distance * distance / variance if variance else (inf if distance else 0.0)


def _reciprocal(number: float) -> float:
    return 1 / number if number else inf
