"""Bootstrap limits read off the values of a metric in all replicates: percentile, basic and BCa.

Efron & Tibshirani 1993, "An introduction to the bootstrap", chapters 13 and 14; DiCiccio & Efron 1996, Stat Sci 11:189.
How the replicates were drawn (rows, rows with weights, whole clusters) makes no difference here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite, nan, sqrt
from statistics import NormalDist

import numpy as np

from truecut.inference.interval_request import Interval, IntervalRequest, joined
from truecut.inference.resampling.many_curves import Values
from truecut.inference.resampling.options import Resampled

REPORTED_UNDEFINED, MAX_UNDEFINED = 0.01, 0.1  # shares of the replicates
MAX_MONTE_CARLO_ERROR = 0.05  # of the width, beyond which it is said
PICKED_HERE = "the best was picked on these very rows, so value and interval promise too much"
ALL_ALIKE = "all replicates give the same value, so they cannot tell how sure it is"
WORST = "of all ways to read a bootstrap this one covers worst"
NO_CORRECTION = "the value lies outside the replicates, so BCa has no correction and plain percentiles were taken"

Limits = tuple[float, float]
Jackknife = Callable[[], tuple[Values, Values]]  # values with one unit left out, and how many units give each


@dataclass(frozen=True)
class ReplicateLimits:
    """Limits as a method reads them off the replicates."""

    limits: Limits
    note: str = ""
    method: str = ""  # where another one had to step in


@dataclass(frozen=True, eq=False)
class Sample:
    """What was drawn again, for whoever reads an interval off it."""

    rows: float
    about: str  # the draws, in words
    jackknife: Jackknife = lambda: (np.empty(0), np.empty(0))  # no units: the acceleration is taken for 0
    warning: str = ""  # what to know before trusting the interval
    stratified: bool = False
    all_alike: str = ALL_ALIKE


@dataclass(frozen=True, eq=False)
class ReplicateValues:
    """A metric in the replicates in which it is defined, and what is asked of it."""

    asked: IntervalRequest
    values: Values

    def at(self, *shares: float) -> list[float]:
        """Return quantiles of the replicates; of infinite ones only such that occurred."""
        wanted = np.array(shares)
        method = "linear" if np.isfinite(self.values).all() else "inverted_cdf"
        return [float(value) for value in np.quantile(self.values, wanted, method=method)]  # type: ignore[call-overload]

    @property
    def standard_error(self) -> float | None:
        """Return the standard deviation of the replicates; None where some are infinite."""
        return float(self.values.std(ddof=1)) if np.isfinite(self.values).all() else None

    def error_at(self, share: float) -> float:
        """Return the Monte-Carlo standard error of a quantile, from the quantiles two standard errors away."""
        step = 2 * sqrt(share * (1 - share) / len(self.values))
        below, above = self.at(max(0.0, share - step), min(1.0, share + step))
        return (above - below) / 4 if isfinite(below) and isfinite(above) else nan


def interval_from(asked: IntervalRequest, values: Values, how: str, sample: Sample) -> Interval:
    """Return the interval that a method reads off the replicates, or why there is none."""
    replicates, drawn = len(values), ReplicateValues(asked, values[~np.isnan(values)])
    undefined = replicates - len(drawn.values)
    about = joined(
        sample.about, f"in {undefined:,} of them it has no value" if undefined > REPORTED_UNDEFINED * replicates else ""
    )
    if undefined > MAX_UNDEFINED * replicates:
        return Interval(None, sample.rows, joined("too many replicates have no value", about))
    if drawn.values.min() == drawn.values.max():
        return Interval(None, sample.rows, sample.all_alike)
    read, tail = READ[how](drawn, sample.jackknife), (1 - asked.level) / 2
    errors = drawn.error_at(tail), drawn.error_at(1 - tail)
    resampled = Resampled(replicates, asked.resampling.seed, sample.stratified, undefined, *errors)
    notes = joined(read.note, sample.warning, about_error(read.limits, resampled), about)
    return Interval(read.limits, sample.rows, notes, read.method, resampled, standard_error=drawn.standard_error)


def about_error(limits: Limits, resampled: Resampled) -> str:
    """Say so if chance in the drawing may move the ends of the interval far."""
    error, width = max(resampled.low_error, resampled.high_error), limits[1] - limits[0]
    if not error > MAX_MONTE_CARLO_ERROR * width or not isfinite(width):
        return ""
    return f"its ends are known to ±{error:.2g} only: ask for more replicates"


def _percentile(drawn: ReplicateValues, _: Jackknife) -> ReplicateLimits:
    tail = (1 - drawn.asked.level) / 2
    low, high = drawn.at(tail, 1 - tail)
    entry, value = drawn.asked.entry, drawn.asked.value
    if not entry.lifted_by_noise:
        return ReplicateLimits((low, high), PICKED_HERE if entry.is_picked else "")
    # A replicate is biased twice: by the noise of the rows, which the value has too, and by that of its own drawing.
    power = entry.lifted_by_noise
    bias = max(0.0, float((drawn.values**power).mean()) - value**power)
    low, high = (max(0.0, end**power - 2 * bias) ** (1 / power) for end in (low, high))
    least = max(0.0, value**power - bias) ** (1 / power)
    return ReplicateLimits(
        (low, high), f"noise alone lifts it; without that it would be about {least:.3g}, and the interval allows for it"
    )


def _basic(drawn: ReplicateValues, _: Jackknife) -> ReplicateLimits:
    tail = (1 - drawn.asked.level) / 2
    low, high = drawn.at(tail, 1 - tail)
    return ReplicateLimits((2 * drawn.asked.value - high, 2 * drawn.asked.value - low), WORST)


def _bca(drawn: ReplicateValues, jackknife: Jackknife) -> ReplicateLimits:
    """Return the bias-corrected and accelerated interval (Efron 1987, J Am Stat Assoc 82:171)."""
    normal, value, values = NormalDist(), drawn.asked.value, drawn.values
    below = (float((values < value).mean()) + float((values <= value).mean())) / 2
    if not 0 < below < 1:
        read = _percentile(drawn, jackknife)
        return ReplicateLimits(read.limits, joined(read.note, NO_CORRECTION), "bootstrap")
    bias, acceleration = normal.inv_cdf(below), _acceleration(jackknife)

    def corrected(tail: float) -> float:
        moved = bias + normal.inv_cdf(tail)
        return normal.cdf(bias + moved / (1 - acceleration * moved))

    tail = (1 - drawn.asked.level) / 2
    low, high = drawn.at(corrected(tail), corrected(1 - tail))
    return ReplicateLimits((low, high))


def _acceleration(jackknife: Jackknife) -> float:
    """Return a = sum d^3 / (6 (sum d^2)^1.5) of the distances d of the jackknife values from their mean."""
    with np.errstate(invalid="ignore"):
        values, units = jackknife()
    there = np.isfinite(values)
    if not there.any():
        return 0.0
    distances = np.average(values[there], weights=units[there]) - values[there]
    squares = float((units[there] * distances**2).sum())
    return float((units[there] * distances**3).sum()) / (6 * squares**1.5) if squares else 0.0


READ: dict[str, Callable[[ReplicateValues, Jackknife], ReplicateLimits]] = {
    "bootstrap": _percentile,
    "bca": _bca,
    "basic": _basic,
}
