"""A ROC curve near the threshold where it was cut: the two rates there, and how steep the curve is.

On normal axes, where a rate is shown by how far out on a normal distribution it lies, ROC curves are nearly straight.
So the slope is read there, between thresholds as far off as sampling alone would move this one (Woodruff 1952,
J Am Stat Assoc 47:635).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from statistics import NormalDist
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model

WINDOW = 2.0  # standard errors of the rate, to either side, over which the slope is read
EQUAL_VARIANCE_SLOPE = 1.0  # of the binormal curve of two classes whose scores spread alike, where the rows show none
CONTINUITY_CORRECTION = 0.5  # rows by which rates are held off 0 and 1
NORMAL = NormalDist()


@dataclass(frozen=True)
class LocalCurve:
    """The rates at a threshold, both between 0 and 1, and the steepness of the curve there on normal axes.

    >>> curve = LocalCurve(recall=0.8, fpr=0.2, steepness=1.0)
    >>> round(curve.slope, 6), round(curve.share_of_positives(prevalence=0.5), 6)
    (1.0, 0.5)
    """

    recall: float
    fpr: float
    steepness: float = EQUAL_VARIANCE_SLOPE

    @classmethod
    def of(cls, model: Model, equal: str, row: float = 1.0) -> LocalCurve:
        """Return the curve where a model is cut, the slope being read along the rate that is made equal.

        `row` is the weight of one row, where rows have weights of importance.
        """
        tp, fp = (np.asarray(side, dtype=float) / row for side in (model.curve.counts.tp, model.curve.counts.fp))
        entry = int(model.curve.reached([model.threshold])[0])
        along = {"recall": tp, "fpr": fp}.get(equal, tp + fp)
        return cls(_inside(tp[entry], tp[-1]), _inside(fp[entry], fp[-1]), _steepness(tp, fp, along, entry))

    @cached_property
    def normal_recall(self) -> float:
        """Return the recall on a normal axis."""
        return NORMAL.inv_cdf(self.recall)

    @cached_property
    def normal_fpr(self) -> float:
        """Return the false positive rate on a normal axis."""
        return NORMAL.inv_cdf(self.fpr)

    @cached_property
    def recall_per_normal(self) -> float:
        """Return how fast the recall grows along its normal axis."""
        return NORMAL.pdf(self.normal_recall)

    @cached_property
    def fpr_per_normal(self) -> float:
        """Return how fast the false positive rate grows along its normal axis."""
        return NORMAL.pdf(self.normal_fpr)

    @property
    def slope(self) -> float:
        """Return the recall that is won per false positive rate that is allowed, as the threshold falls."""
        return self.steepness * self.recall_per_normal / self.fpr_per_normal

    def share_of_positives(self, prevalence: float) -> float:
        """Return the share of positives among rows that score near the threshold."""
        return prevalence * self.slope / (prevalence * self.slope + 1 - prevalence)


def jump_of(model: Model, equal: str, row: float = 1.0) -> float:
    """Return by how many of its standard errors the rate jumps at the threshold, since rows share a score there."""
    tp, fp = (np.asarray(side, dtype=float) / row for side in (model.curve.counts.tp, model.curve.counts.fp))
    along = {"recall": tp, "fpr": fp}.get(equal, tp + fp)
    entry = int(model.curve.reached([model.threshold])[0])
    beside = along[max(0, entry - 1) : entry + 2]
    return float(np.diff(beside).max() - 1) / _error(along, entry)


def _inside(rows: float, total: float) -> float:
    return float(min(max(rows, CONTINUITY_CORRECTION), total - CONTINUITY_CORRECTION) / total)


def _error(along: NDArray[np.float64], entry: int) -> float:
    """Return the standard error of a number of flagged rows."""
    share = _inside(along[entry], along[-1])
    return sqrt(float(along[-1]) * share * (1 - share))


def _steepness(tp: NDArray[Any], fp: NDArray[Any], along: NDArray[Any], entry: int) -> float:
    reach = max(1.0, WINDOW * _error(along, entry))
    low, high = np.searchsorted(along, [max(0.0, along[entry] - reach), min(along[-1], along[entry] + reach)])
    low, high = min(int(low), entry), max(int(high), entry)
    ends = ([_inside(rows[end], rows[-1]) for end in (low, high)] for rows in (tp, fp))
    rises = [NORMAL.inv_cdf(above) - NORMAL.inv_cdf(below) for below, above in ends]
    if not min(rises) > 0:
        return EQUAL_VARIANCE_SLOPE
    return rises[0] / rises[1]
