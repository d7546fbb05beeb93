"""What classifiers would cost at one share of positives, where each was counted at another.

Positives are what costs, so totals of different populations compare the populations. At a share p a row costs
p (c_tp TPR + c_fn FNR) + (1 - p)(c_fp FPR + c_tn TNR): linear in p, so who is cheaper at two shares is so between them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isclose

from truecut.catalogue.class_weights import ClassWeights
from truecut.catalogue.costs import Cost
from truecut.counting.counts import Counts

ALIKE = 1e-9  # relative difference up to which shares are the same


@dataclass(frozen=True)
class CommonShare:
    """What a row costs each classifier on average, at one share of positives."""

    share: float
    means: Mapping[str, float]

    @property
    def cheapest(self) -> str:
        """Return who costs the least."""
        return min(self.means, key=lambda name: self.means[name])


def at_common_shares(classifiers: Mapping[str, Counts], cost: Cost) -> tuple[CommonShare, ...]:
    """Return the costs at the lowest and the highest share of positives; nothing where all were counted at one.

    >>> m1, m2 = Counts(tp=150, fn=40, fp=60, tn=250), Counts(tp=250, fn=45, fp=5, tn=200)
    >>> [one.cheapest for one in at_common_shares({"M1": m1, "M2": m2}, Cost(tp=-1, fn=100, fp=1))]
    ['M2', 'M2']
    """
    placed = {name: one for name, one in classifiers.items() if one.tp + one.fn and one.fp + one.tn}
    shares = [(one.tp + one.fn) / one.rows for one in placed.values()]
    if len(placed) < 2 or isclose(min(shares), max(shares), rel_tol=ALIKE):
        return ()
    return tuple(
        CommonShare(share, {name: _mean_at(share, one, cost) for name, one in placed.items()})
        for share in (min(shares), max(shares))
    )


def _mean_at(share: float, counts: Counts, cost: Cost) -> float:
    weights = ClassWeights.to(share, counts.tp + counts.fn, counts.fp + counts.tn)
    return float(cost.mean(weights.on_counts(counts)))
