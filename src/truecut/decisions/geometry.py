"""What the place of a classifier in the ROC plane says: FPR across, TPR up.

(0, 0) flags nothing, (1, 1) flags everything, (0, 1) makes no mistake; on the diagonal a flag says nothing
about the truth, and below it the classifier is right once its answers are turned round.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import metric
from truecut.curve import Curve
from truecut.decisions.costs import Cost
from truecut.errors import BadCall
from truecut.measures.hull import hull_entries
from truecut.outcomes import Counts


class Region(StrEnum):
    """Where in the ROC plane a classifier stands, and what that means."""

    NOTHING = "it flags nothing: no false alarm and no find"
    EVERYTHING = "it flags everything: every find and every false alarm"
    PERFECT = "it makes no mistake"
    DIAGONAL = "a flag says nothing about the truth: guessing at the same rate does as well"
    ABOVE = "it is better than guessing"
    BELOW = "it is worse than guessing: turn its answers round"


@dataclass(frozen=True)
class RocPoint:
    """One hard classifier, or one threshold of a model, in the ROC plane.

    >>> c = RocPoint("C", Counts(tp=24, fn=76, fp=88, tn=12))
    >>> c.region.name, c.flipped.tpr, c.flipped.fpr
    ('BELOW', 0.76, 0.12)
    """

    name: str
    counts: Counts

    def __post_init__(self) -> None:
        if not (self.counts.tp + self.counts.fn and self.counts.fp + self.counts.tn):
            raise BadCall(f"{self.name} has no place in the ROC plane: one of the two classes is missing.")

    @property
    def tpr(self) -> float:
        """Return the true positive rate."""
        return float(metric("recall").at(self.counts))

    @property
    def fpr(self) -> float:
        """Return the false positive rate."""
        return float(metric("fpr").at(self.counts))

    @property
    def region(self) -> Region:
        """Return where the point lies."""
        c = self.counts
        if not c.tp + c.fp:
            return Region.NOTHING
        if not c.fn + c.tn:
            return Region.EVERYTHING
        if not c.fn + c.fp:
            return Region.PERFECT
        # Compared as whole numbers: tp / (tp + fn) against fp / (fp + tn) without a rounding.
        up, across = c.tp * (c.fp + c.tn), c.fp * (c.tp + c.fn)
        return Region.DIAGONAL if up == across else Region.ABOVE if up > across else Region.BELOW

    @property
    def flipped(self) -> RocPoint:
        """Return the classifier that answers the opposite."""
        c = self.counts
        return RocPoint(f"{self.name} reversed", Counts(tp=c.fn, fn=c.tp, fp=c.tn, tn=c.fp))

    def dominates(self, other: RocPoint) -> bool:
        """Say whether this point is northwest of the other: no worse in either rate, better in one."""
        no_worse = self.tpr >= other.tpr and self.fpr <= other.fpr
        return no_worse and (self.tpr, self.fpr) != (other.tpr, other.fpr)


def undominated(points: list[RocPoint]) -> list[RocPoint]:
    """Return the points that no other is northwest of."""
    return [point for point in points if not any(other.dominates(point) for other in points)]


def never_best(curve: Curve) -> NDArray[np.intp]:
    """Return the entries of a curve that no pair of costs would choose: those below the hull."""
    tp, fp = curve.counts.tp.astype(float), curve.counts.fp.astype(float)
    corners = hull_entries(curve)
    on_hull = np.interp(fp, fp[corners], tp[corners])
    # Where the hull rises straight up, all points but its ends are left to the corners themselves.
    below = tp < on_hull * (1 - 1e-12)
    below[corners] = False
    return np.flatnonzero(below)


def iso_cost_slope(cost: Cost, prevalence: float) -> float:
    """Return the slope of lines of equal cost in the ROC plane: TPR that must be gained for one of FPR.

    >>> iso_cost_slope(Cost(fp=1, fn=9), prevalence=0.1)
    1.0
    """
    if cost.columns:
        raise BadCall("Costs that follow an amount have no one slope; the price of a mistake differs by row.")
    alarm = cost.price("fp").fixed - cost.price("tn").fixed
    miss = cost.price("fn").fixed - cost.price("tp").fixed
    if not 0 < prevalence < 1 or miss <= 0:
        raise BadCall("Lines of equal cost need both classes, and a miss that costs more than a find.")
    return (1 - prevalence) * alarm / (prevalence * miss)


def crossings(ours: Curve, theirs: Curve) -> list[tuple[float, float]]:
    """Return where two ROC curves cross, as (FPR, TPR); stretches that they share do not count."""
    x = np.union1d(*(_rates(curve)[0] for curve in (ours, theirs)))
    gap = _height(ours, x) - _height(theirs, x)
    sign = np.sign(np.where(np.abs(gap) < 1e-12, 0.0, gap))
    decided = np.flatnonzero(sign)
    found = []
    for left, right in pairwise(decided):
        if sign[left] != sign[right]:
            share = gap[left] / (gap[left] - gap[right])
            across = float(x[left] + share * (x[right] - x[left]))
            found.append((across, float(_height(ours, np.array([across]))[0])))
    return found


def _rates(curve: Curve) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return metric("fpr").along(curve.counts), metric("recall").along(curve.counts)


def _height(curve: Curve, fpr: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the TPR of the curve at each FPR: the highest where it rises straight up."""
    across, up = _rates(curve)
    last = np.searchsorted(across, fpr, side="right") - 1
    following = np.minimum(last + 1, len(across) - 1)
    width = across[following] - across[last]
    share = np.divide(fpr - across[last], width, out=np.zeros(len(fpr)), where=width > 0)
    return np.asarray(up[last] + share * (up[following] - up[last]))
