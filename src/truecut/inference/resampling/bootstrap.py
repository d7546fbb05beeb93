"""Intervals by drawing the rows again: percentiles, BCa, bootstrap-t, and the basic one for those who ask for it.

The bootstrap serves every metric, but it is the best method for few: with fewer than 30 rows in a class its intervals
are too short, and where all replicates agree it knows nothing. It says so, and names the method to take instead.

BCa: Efron 1987, J Am Stat Assoc 82:171. The others: Davison & Hinkley 1997, Bootstrap Methods and their Application,
chapter 5.
"""

from __future__ import annotations

from functools import partial
from math import isfinite

import numpy as np

from truecut.catalogue import Metric
from truecut.inference.interval_request import Interval, IntervalMethod, IntervalMethods, IntervalRequest, joined
from truecut.inference.losses import Losses
from truecut.inference.resampling.many_curves import Curves, Values
from truecut.inference.resampling.options import BY_NAME, FOR_BCA, IN_PASSING, Resampled
from truecut.inference.resampling.reading import (
    ALL_ALIKE,
    READ,
    ReplicateValues,
    Sample,
    about_error,
    interval_from,
)
from truecut.inference.resampling.replicates import (
    Replicates,
    drawn_curves,
    drawn_from,
    one_row_less,
    values_of_replicates,
)
from truecut.kernel import Scheme

TOO_FEW, FEW = 10, 30  # rows in the smaller class
MOST_ROWS = 2**63 - 1

TOO_FEW_ROWS = f"fewer than {TOO_FEW} rows in the smaller class are too few to draw again"
FEW_ROWS = f"fewer than {FEW} rows in the smaller class, so the interval is likely too short"
TOO_MANY_ROWS = "there are more rows than can be drawn"


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
    drawn = values_of_replicates(asked, replicates, scheme)
    sample = Sample(
        rows,
        _about_drawing(asked, replicates, drawn),
        partial(one_row_less, asked),
        _few(asked, smaller),
        scheme == Scheme.BY_CLASS,
        joined(ALL_ALIKE, _better(asked)),
    )
    return interval_from(asked, drawn.values, how, sample)


def _find_t(asked: IntervalRequest) -> Interval:
    """Return the bootstrap-t interval of a mean, by its distance in standard errors, which suits skewed losses."""
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
    distances = ReplicateValues(asked, (means - centre)[errors > 0] / errors[errors > 0])
    tail = (1 - asked.level) / 2
    low, high = distances.at(tail, 1 - tail)
    error = losses.standard_error
    ends = (losses.mean - high * error, losses.mean - low * error)
    errors_at = (distances.error_at(1 - tail) * error, distances.error_at(tail) * error)
    resampled = Resampled(replicates, seed, scheme == Scheme.BY_CLASS, int((errors <= 0).sum()), *errors_at)
    about = _about_drawing(asked, replicates, Replicates(means))
    notes = joined(_few(asked, smaller), about_error(ends, resampled), about)
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
