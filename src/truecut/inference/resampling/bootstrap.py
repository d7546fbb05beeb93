"""Intervals by drawing the rows again: percentiles, BCa, bootstrap-t, and the basic one for those who ask for it.

The bootstrap serves every metric, but it is the best method for few: with fewer than 30 rows in a class its intervals
are too short, and where all replicates agree it knows nothing. It says so, and names the method to take instead.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from math import isfinite, nan, sqrt
from statistics import NormalDist

import numpy as np

from truecut.catalogue import Metric
from truecut.inference.interval_request import Interval, IntervalMethod, IntervalMethods, IntervalRequest, joined
from truecut.inference.losses import Losses
from truecut.inference.resampling.many_curves import Curves, Values
from truecut.inference.resampling.options import BY_NAME, FOR_BCA, IN_PASSING, Resampled
from truecut.inference.resampling.replicates import Replicates, drawn_curves, drawn_from, one_row_less, replicates_of
from truecut.kernel import Scheme

TOO_FEW, FEW = 10, 30  # rows in the smaller class
SAID, TOO_MANY_UNDEFINED = 0.01, 0.1  # shares of the replicates
WOBBLING = 0.05  # of the width
MOST_ROWS = 2**63 - 1

PICKED_HERE = "the best was picked on these very rows, so value and interval promise too much"
TOO_FEW_ROWS = f"fewer than {TOO_FEW} rows in the smaller class are too few to draw again"
FEW_ROWS = f"fewer than {FEW} rows in the smaller class, so the interval is likely too short"
ALL_ALIKE = "all replicates give the same value, so they cannot tell how sure it is"
TOO_MANY_ROWS = "there are more rows than can be drawn"
WORST = "of all ways to read a bootstrap this one covers worst"
NO_CORRECTION = "the value lies outside the replicates, so BCa has no correction and plain percentiles were taken"

Limits = tuple[float, float]


@dataclass(frozen=True, eq=False)
class Drawing:
    """Replicates that have a value, and what is asked of them."""

    asked: IntervalRequest
    values: Values

    def at(self, *shares: float) -> list[float]:
        """Return quantiles of the replicates; of infinite ones only such that were seen."""
        wanted = np.array(shares)
        if np.isfinite(self.values).all():
            return [float(value) for value in np.quantile(self.values, wanted)]
        return [float(value) for value in np.quantile(self.values, wanted, method="inverted_cdf")]

    @property
    def standard_error(self) -> float | None:
        """Return the standard deviation of the replicates; None where some are infinite."""
        return float(self.values.std(ddof=1)) if np.isfinite(self.values).all() else None

    def error_at(self, share: float) -> float:
        """Return the Monte-Carlo standard error of a quantile, from the quantiles two standard errors away."""
        step = 2 * sqrt(share * (1 - share) / len(self.values))
        below, above = self.at(max(0.0, share - step), min(1.0, share + step))
        return (above - below) / 4 if isfinite(below) and isfinite(above) else nan


@dataclass(frozen=True)
class ReplicateLimits:
    """Limits as a method reads them off the replicates."""

    limits: Limits
    note: str = ""
    method: str = ""  # where another one had to step in


def _percentile(drawing: Drawing) -> ReplicateLimits:
    tail = (1 - drawing.asked.level) / 2
    low, high = drawing.at(tail, 1 - tail)
    entry, value = drawing.asked.entry, drawing.asked.value
    if not entry.lifted_by_noise:
        return ReplicateLimits((low, high), PICKED_HERE if entry.is_picked else "")
    # A replicate is lifted twice: by the noise of the rows, which the value has too, and by that of its own drawing.
    power = entry.lifted_by_noise
    lifted = max(0.0, float((drawing.values**power).mean()) - value**power)
    low, high = (max(0.0, end**power - 2 * lifted) ** (1 / power) for end in (low, high))
    least = max(0.0, value**power - lifted) ** (1 / power)
    return ReplicateLimits(
        (low, high), f"noise alone lifts it; without that it would be about {least:.3g}, and the interval allows for it"
    )


def _basic(drawing: Drawing) -> ReplicateLimits:
    tail = (1 - drawing.asked.level) / 2
    low, high = drawing.at(tail, 1 - tail)
    return ReplicateLimits((2 * drawing.asked.value - high, 2 * drawing.asked.value - low), WORST)


def _bca(drawing: Drawing) -> ReplicateLimits:
    """Return the bias-corrected and accelerated interval (Efron 1987, JASA 82:171)."""
    normal, value, values = NormalDist(), drawing.asked.value, drawing.values
    below = (float((values < value).mean()) + float((values <= value).mean())) / 2
    if not 0 < below < 1:
        read = _percentile(drawing)
        return ReplicateLimits(read.limits, joined(read.note, NO_CORRECTION), "bootstrap")
    bias, acceleration = normal.inv_cdf(below), _acceleration(drawing.asked)

    def corrected(tail: float) -> float:
        moved = bias + normal.inv_cdf(tail)
        return normal.cdf(bias + moved / (1 - acceleration * moved))

    tail = (1 - drawing.asked.level) / 2
    low, high = drawing.at(corrected(tail), corrected(1 - tail))
    return ReplicateLimits((low, high))


def _acceleration(asked: IntervalRequest) -> float:
    with np.errstate(invalid="ignore"):
        values, rows = one_row_less(asked)
    there = np.isfinite(values)
    if not there.any():
        return 0.0
    distances = np.average(values[there], weights=rows[there]) - values[there]
    squares = float((rows[there] * distances**2).sum())
    return float((rows[there] * distances**3).sum()) / (6 * squares**1.5) if squares else 0.0


READ: dict[str, Callable[[Drawing], ReplicateLimits]] = {"bootstrap": _percentile, "bca": _bca, "basic": _basic}


def bootstraps_of(entry: Metric) -> IntervalMethods:
    """Return the bootstrap intervals of a metric, by name."""
    known = {how: IntervalMethod(partial(_find, how)) for how in READ if how != "bca" or entry.is_smooth}
    return {**known, "bootstrap-t": IntervalMethod(_find_t)} if entry.losses else known


def _find(how: str, asked: IntervalRequest) -> Interval:
    smaller, rows = _rows_behind(asked)
    refused = _refused(asked, smaller, rows)
    if refused:
        return Interval(None, rows, refused)
    scheme = asked.resampling.scheme_for(asked.entry, smaller)
    replicates = asked.resampling.replicates or (FOR_BCA if how == "bca" else BY_NAME if asked.by_name else IN_PASSING)
    drawn = replicates_of(asked, replicates, scheme)
    drawing = Drawing(asked, drawn.values[~np.isnan(drawn.values)])
    undefined = replicates - len(drawing.values)
    about = joined(_about_drawing(asked, replicates, drawn), _about_undefined(undefined, replicates))
    if undefined > TOO_MANY_UNDEFINED * replicates:
        return Interval(None, rows, joined("too many replicates have no value", about))
    if drawing.values.min() == drawing.values.max():
        return Interval(None, rows, joined(ALL_ALIKE, _better(asked)))
    read = READ[how](drawing)
    tail = (1 - asked.level) / 2
    resampled = Resampled(
        replicates,
        asked.resampling.seed,
        scheme == Scheme.BY_CLASS,
        undefined,
        drawing.error_at(tail),
        drawing.error_at(1 - tail),
    )
    notes = joined(read.note, _few(asked, smaller), _about_error(read.limits, resampled), about)
    return Interval(read.limits, rows, notes, read.method, resampled, standard_error=drawing.standard_error)


def _find_t(asked: IntervalRequest) -> Interval:
    """Return the interval of a mean by its distance in standard errors, which suits skewed losses."""
    smaller, rows = _rows_behind(asked)
    refused = _refused(asked, smaller, rows)
    losses = Losses.of_probabilities(asked.model.table, asked.entry.name)
    if refused or not isfinite(asked.value) or not losses.standard_error:
        return Interval(None, rows, refused or ALL_ALIKE)
    scheme, seed = asked.resampling.scheme_for(asked.entry, smaller), asked.resampling.seed
    replicates = asked.resampling.replicates or BY_NAME
    parts = [_means(asked, curves) for curves in drawn_curves(asked.model, replicates, seed, scheme)]
    means, errors = (np.concatenate(part) for part in zip(*parts, strict=True))
    centre = _means(asked, drawn_from(asked.model))[0]
    distances = Drawing(asked, (means - centre)[errors > 0] / errors[errors > 0])
    tail = (1 - asked.level) / 2
    low, high = distances.at(tail, 1 - tail)
    error = losses.standard_error
    ends = (losses.mean - high * error, losses.mean - low * error)
    wobble = (distances.error_at(1 - tail) * error, distances.error_at(tail) * error)
    resampled = Resampled(replicates, seed, scheme == Scheme.BY_CLASS, int((errors <= 0).sum()), *wobble)
    about = _about_drawing(asked, replicates, Replicates(means))
    notes = joined(_few(asked, smaller), _about_error(ends, resampled), about)
    return Interval(ends, rows, notes, resampled=resampled, standard_error=error)


def _means(asked: IntervalRequest, curves: Curves) -> tuple[Values, Values]:
    """Return the mean loss of each curve and its standard error."""
    rows = curves.total_positive + curves.total_negative
    sides = (curves.positives, curves.negatives)
    with np.errstate(divide="ignore"):
        losses = [loss(curves.scores.astype(float)) for loss in asked.entry.losses or ()]
    there = [np.where(side.any(axis=0), loss, 0.0) for side, loss in zip(sides, losses, strict=True)]
    mean = sum(side @ loss for side, loss in zip(sides, there, strict=True)) / rows
    square = sum(side @ loss**2 for side, loss in zip(sides, there, strict=True)) / rows
    return mean, np.sqrt(np.maximum(0.0, square - mean**2) / (rows - 1))


def _rows_behind(asked: IntervalRequest) -> tuple[float, float]:
    """Return the rows of the smaller class that has any, and all rows."""
    if asked.entry.needs_only_counts:
        counts = asked.counts
        classes = [counts.tp + counts.fn, counts.fp + counts.tn]
    else:
        classes = [asked.model.table.total_positive, asked.model.table.total_negative]
    return float(min((rows for rows in classes if rows), default=0)), float(sum(classes))


def _refused(asked: IntervalRequest, smaller: float, rows: float) -> str:
    if smaller < TOO_FEW:
        return joined(TOO_FEW_ROWS, _better(asked))
    if rows > MOST_ROWS:
        return joined(TOO_MANY_ROWS, _better(asked))
    return ""


def _better(asked: IntervalRequest) -> str:
    return f"{asked.usual!r} is the better interval here" if asked.usual and asked.usual not in READ else ""


def _few(asked: IntervalRequest, smaller: float) -> str:
    return joined(FEW_ROWS, _better(asked)) if smaller < FEW else ""


def _about_drawing(asked: IntervalRequest, replicates: int, drawn: Replicates) -> str:
    how = ", each row Poisson(1) times" if drawn.is_poisson else ""
    where = f" of {drawn.groups:,} groups of scores" if drawn.groups else ""
    return f"{replicates:,} replicates{where}, seed {asked.resampling.seed}{how}"


def _about_undefined(undefined: int, replicates: int) -> str:
    return f"in {undefined:,} of them it has no value" if undefined > SAID * replicates else ""


def _about_error(limits: Limits, resampled: Resampled) -> str:
    error, width = max(resampled.low_error, resampled.high_error), limits[1] - limits[0]
    if not error > WOBBLING * width or not isfinite(width):
        return ""
    return f"its ends are known to ±{error:.2g} only: ask for more replicates"
