"""The H measure: what a classifier saves when the costs of its two mistakes are uncertain.

The cost c of a false positive, with 1 - c for a miss, is drawn from a beta distribution; at each c
the best threshold is used, and that is a corner of the ROC hull. Between the costs at which the
best corner changes the loss is linear in c, so its mean is a sum of incomplete beta functions.
"""

from __future__ import annotations

import numpy as np

from truecut.catalogue.measures.hull import hull_entries
from truecut.catalogue.measures.incomplete_beta import incomplete_betas
from truecut.counting.counts_curve import CountsCurve


def h_measure(curve: CountsCurve, alpha: float, beta: float) -> float:
    """Return the share of the loss without a model that is saved, for costs from Beta(alpha, beta).

    >>> from truecut.counting.score_table import ScoreTable
    >>> h_measure(CountsCurve(ScoreTable.from_rows([False, True], [0.4, 0.8])), 2, 2)
    1.0
    """
    corners = hull_entries(curve)
    if len(corners) == 2:
        return 0.0  # at all costs the best is to flag none or all, and nothing is saved
    tp, fp = curve.counts.tp[corners].astype(float), curve.counts.fp[corners].astype(float)
    positives, negatives = tp[-1], fp[-1]
    rows = positives + negatives
    more, more_fp = np.diff(tp), np.diff(fp)
    # Corner k is best for costs from changes[k + 1] to changes[k].
    changes = np.concatenate([[1.0], more / (more + more_fp), [0.0]])
    mean = alpha / (alpha + beta)
    of_alarms = -mean * np.diff(incomplete_betas(changes, alpha + 1, beta))
    of_misses = -(1 - mean) * np.diff(incomplete_betas(changes, alpha, beta + 1))
    loss = (fp / rows * of_alarms + (positives - tp) / rows * of_misses).sum()
    flag_all = negatives / rows * mean * incomplete_betas(positives / rows, alpha + 1, beta)
    flag_none = positives / rows * (1 - mean) * incomplete_betas(negatives / rows, beta + 1, alpha)
    # The hull includes flagging all and none, so less than 0 is rounding.
    return max(0.0, float(1 - loss / (flag_all + flag_none)))


def beta_of_prevalence(curve: CountsCurve) -> tuple[float, float]:
    """Return the parameters of Hand & Anagnostopoulos 2014, whose likeliest cost is the prevalence."""
    positives, negatives = curve.table.total_positive, curve.table.total_negative
    rows = positives + negatives
    return 1 + positives / rows, 1 + negatives / rows
