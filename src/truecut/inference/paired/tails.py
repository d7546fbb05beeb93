"""Tail probabilities: how much of a distribution lies further out than the observed value."""

from __future__ import annotations

from math import exp, lgamma, log


def chi_square_above(value: float, freedom: float) -> float:
    """Return how much of a chi-square distribution lies above a value.

    >>> round(chi_square_above(3.8415, 1), 4)
    0.05
    """
    from scipy.special import chdtrc  # heavy, and only comparisons need it

    return float(chdtrc(freedom, value))


def f_above(value: float, freedom: float, error_freedom: float) -> float:
    """Return how much of Fisher's F distribution lies above a value.

    >>> round(f_above(4.1028, 2, 10), 4)
    0.05
    """
    from scipy.special import fdtrc

    return float(fdtrc(freedom, error_freedom, value))


def even_tosses(heads: float, tosses: float) -> float:
    """Return how likely so many heads or fewer are when a fair coin is tossed so often.

    >>> even_tosses(1, 3)
    0.5
    """
    from scipy.special import betainc

    return float(betainc(tosses - heads, heads + 1, 0.5)) if heads < tosses else 1.0


def even_toss(heads: float, tosses: float) -> float:
    """Return how likely exactly so many heads are.

    >>> round(even_toss(1, 3), 6)
    0.375
    """
    return exp(lgamma(tosses + 1) - lgamma(heads + 1) - lgamma(tosses - heads + 1) - tosses * log(2))
