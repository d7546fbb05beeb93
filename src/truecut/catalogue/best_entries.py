"""Where along a curve a metric may be best, without looking at every entry.

What gets better with every true flag and worse with every false one is, within a block of entries, at most what the
last true and the first false flags of the block would give together. Blocks that could not come up to the best edge of
a block are never looked at; ties and the rounding of formulas are allowed for, so nothing is missed.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve

BLOCK = 1024
FEWEST = 16 * BLOCK  # entries, from which on blocks pay
ROUNDING = 1e-12  # relative, of a formula: more than any of them loses

# Metrics that get better, or stay, with every true flag, and worse, or stay, with every false one.
STEADY = frozenset({
    "accuracy", "balanced_accuracy", "error_rate", "f1", "f_beta", "fdr", "fnr", "fomr", "fpr", "informedness",
    "net_benefit", "npv", "precision", "recall", "specificity", "threat_score", "weighted_f", "zero_one_count",
})  # fmt: skip
FEWER_FLAGS = "share_flagged"  # falls with every flag that is not raised

Worth = Callable[[Counts], NDArray[np.float64]]


def hopeful_entries(
    curve: CountsCurve, worth: Worth, *, within: float = 0.0, met: Worth | None = None, falls: bool = False
) -> NDArray[np.intp] | None:
    """Return entries among which are all the best, and all that come `within` of them; None where all must be seen.

    `worth` rises with what is flagged rightly and falls with what is flagged wrongly, or it `falls` with every flag.
    `met` says by how much a condition is met, and is steady. The entries come in their order.
    """
    last = len(curve) - 1
    if last < FEWEST:
        return None
    edges = np.append(np.arange(0, last, BLOCK), last)
    counts, at_edges = curve.counts, curve.counts.at(edges)
    all_positive, all_negative = counts.tp[-1], counts.fp[-1]
    tp, fp = at_edges.tp[1:], at_edges.fp[:-1]
    at_best = Counts(tp=tp, fp=fp, fn=all_positive - tp, tn=all_negative - fp)
    known = worth(at_edges)
    hoped = known[:-1] if falls else worth(at_best)
    hopeless = np.zeros(len(hoped), bool)
    if met is not None:
        known = np.where(met(at_edges) >= 0, known, np.nan)
        hopeless = met(at_best) < -ROUNDING
    floor = -np.inf if np.isnan(known).all() else float(np.nanmax(known))
    if not np.isfinite(floor):
        return None
    # What has no value at its best is looked at.
    hopeless |= hoped < floor - within - ROUNDING * abs(floor)
    blocks = np.flatnonzero(~hopeless)
    is_there = np.zeros(last + 1, bool)
    is_there[edges] = True
    for start in edges[blocks].tolist():
        is_there[start : start + BLOCK] = True
    return np.flatnonzero(is_there)
