"""Scales without ends for metrics that have bounds: the log odds of a share, Fisher's z, the logarithm of a ratio."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import atanh, exp, inf, log, tanh


@dataclass(frozen=True)
class Scale:
    """A scale without ends, and the way back."""

    to: Callable[[float], float]
    back: Callable[[float], float]


def _share_of(log_odds: float) -> float:
    return (1 + tanh(log_odds / 2)) / 2


SCALES: dict[tuple[float, float], Scale] = {
    (0.0, 1.0): Scale(lambda v: log(v / (1 - v)), _share_of),
    (-1.0, 1.0): Scale(atanh, tanh),
    (0.0, inf): Scale(log, exp),
    (1.0, inf): Scale(lambda v: log(v - 1), lambda x: 1 + exp(x)),
}
