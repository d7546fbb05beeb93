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
from truecut.catalogue.costs import Cost
from truecut.catalogue.measures.hull import FITS_INT64, hull_entries
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.errors import BadCall

ROUNDING = 1e-12  # relative; a point so close to the hull, or to another curve, lies on it


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


def never_best(curve: CountsCurve) -> NDArray[np.intp]:
    """Return the entries that another undercuts whatever a miss and a false alarm cost, flagging all or none aside.

    These are the points below the hull, and those on a stretch where it goes straight up or straight across.
    """
    tp, fp = curve.counts.tp, curve.counts.fp
    if tp[-1] * float(fp[-1]) >= FITS_INT64:
        tp, fp = tp.astype(float), fp.astype(float)
    corners = hull_entries(curve)
    inside = np.setdiff1d(np.arange(len(curve)), corners)
    gap = np.searchsorted(corners, inside)
    left, right = corners[gap - 1], corners[gap]
    up, across = tp[right] - tp[left], fp[right] - fp[left]
    short = up * (fp[inside] - fp[left]) - across * (tp[inside] - tp[left])
    is_level = (up == 0) | (across == 0)
    return np.asarray(inside[is_level | (short > ROUNDING * up * across)])


def iso_cost_slope(cost: Cost, prevalence: float) -> float:
    """Return the slope of lines of equal cost in the ROC plane: TPR that must be gained for one of FPR.

    >>> iso_cost_slope(Cost(fp=1, fn=9), prevalence=0.1)
    1.0
    """
    if cost.columns:
        raise BadCall("Costs that follow an amount have no one slope; the price of a mistake differs by row.")
    alarm = cost.price("fp").fixed - cost.price("tn").fixed
    miss = cost.price("fn").fixed - cost.price("tp").fixed
    if not 0 < prevalence < 1 or miss <= 0 or alarm < 0:
        raise BadCall(
            "Lines of equal cost need both classes, a miss that costs more than a find, and a false alarm that costs "
            "no less than leaving alone."
        )
    return (1 - prevalence) * alarm / (prevalence * miss)


def gap_to_curve(point: RocPoint, curve: CountsCurve) -> float:
    """Return how much more TPR a classifier has than a model's curve at the same FPR; less is negative.

    >>> from truecut.counting.score_table import ScoreTable
    >>> coin = CountsCurve(ScoreTable.from_rows([True, False], [0.5, 0.5]))
    >>> gap_to_curve(RocPoint("A", Counts(tp=3, fn=1, fp=1, tn=3)), coin)
    0.5
    """
    tpr, fpr = metric("recall").along(curve.counts), metric("fpr").along(curve.counts)
    last = int(np.searchsorted(fpr, point.fpr, side="right")) - 1  # the highest point where the curve goes straight up
    following = min(last + 1, len(fpr) - 1)
    width = fpr[following] - fpr[last]
    share = (point.fpr - fpr[last]) / width if width > 0 else 0.0
    return float(point.tpr - (tpr[last] + share * (tpr[following] - tpr[last])))


def crossings(ours: CountsCurve, theirs: CountsCurve) -> list[tuple[float, float]]:
    """Return where one ROC curve passes from below to above the other, or back, as (FPR, TPR).

    Where they run together before they part on the other side, it is where they meet.
    """
    # Along a curve TPR + FPR only grows, even where it goes straight up: there TPR - FPR is one number.
    ours_along, theirs_along = _along_and_above(ours), _along_and_above(theirs)
    along = np.union1d(ours_along[0], theirs_along[0])
    above, theirs_above = np.interp(along, *ours_along), np.interp(along, *theirs_along)
    gap = above - theirs_above
    gap[np.abs(gap) < ROUNDING] = 0.0
    found = []
    for left, right in pairwise(np.flatnonzero(gap)):
        if gap[left] * gap[right] < 0:
            share = gap[left] / (gap[left] - gap[left + 1])
            a, b = (float(x[left] + share * (x[left + 1] - x[left])) for x in (along, above))
            found.append(((a - b) / 2, (a + b) / 2))
    return found


def _along_and_above(curve: CountsCurve) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return TPR + FPR and TPR - FPR of each entry."""
    tpr, fpr = metric("recall").along(curve.counts), metric("fpr").along(curve.counts)
    if np.isnan(tpr).any() or np.isnan(fpr).any():
        raise BadCall("A curve has no place in the ROC plane: one of the two classes is missing.")
    return tpr + fpr, tpr - fpr
