"""The counts when so many of the highest rows are flagged, wherever the threshold then lies."""

from __future__ import annotations

import numpy as np

from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve


def top_rows(curve: CountsCurve, rows: float) -> Counts:
    """Return the counts when this many rows of highest score (lowest, if those are positive) are flagged.

    Where rows of one score lie on both sides of the limit, each is flagged in part: that is what
    breaking their tie by lot gives on average. Weighted rows count by weight.

    >>> from truecut.counting.score_table import ScoreTable
    >>> top_rows(CountsCurve(ScoreTable.from_rows([True, True, False], [0.9, 0.4, 0.4])), 2).tp
    1.5
    """
    tp, fp = curve.counts.tp, curve.counts.fp
    found = float(np.interp(rows, tp + fp, tp))
    return Counts(tp=found, fp=rows - found, fn=float(tp[-1]) - found, tn=float(fp[-1]) - (rows - found))
