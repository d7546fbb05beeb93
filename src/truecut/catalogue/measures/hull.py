"""The upper convex hull of the ROC curve, and what follows from it.

A corner of the hull is a threshold that is best for some pair of costs; no other threshold is.
Between two corners the hull has one slope, and the share of positives there is the isotonic
regression of the labels on the scores: the best probabilities that keep the order.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut import kernel
from truecut.catalogue.measures.areas import area_through, scaled
from truecut.catalogue.measures.cached_on_table import once
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.kernel.portable_hulls import corners_of_hull

FITS_INT64 = 2**62


def hull_entries(curve: CountsCurve) -> NDArray[np.intp]:
    """Return the entries of the curve that are corners of its hull, the first and the last included.

    >>> from truecut.counting.score_table import ScoreTable
    >>> hull_entries(CountsCurve(ScoreTable.from_rows([True, False, True, False], [4, 3, 2, 1]))).tolist()
    [0, 1, 3, 4]
    """
    return _entries(curve.table)


@once
def _entries(table: ScoreTable) -> NDArray[np.intp]:
    # Whole counts are compared exactly while their products fit; beyond, a point that lies within
    # 1e-15 of a chord may be taken for a corner, which moves no area that anybody could see.
    fits = int(table.total_positive) * int(table.total_negative) < FITS_INT64
    if fits and table.positives.dtype == table.negatives.dtype == np.int64:
        return kernel.hull_of_counts(table.positives, table.negatives)
    counts = CountsCurve(table).counts
    tp, fp = (counts.tp, counts.fp) if fits else (scaled(counts.tp), scaled(counts.fp))
    return corners_of_hull(fp, tp)


def hull_area(curve: CountsCurve) -> float:
    """Return the area under the hull of the ROC curve."""
    entries = hull_entries(curve)
    return area_through(curve.counts.fp[entries], curve.counts.tp[entries])


def stretches(curve: CountsCurve) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return the positives and the negatives between every two corners: rows that isotonic regression treats alike."""
    entries = hull_entries(curve)
    return np.diff(curve.counts.tp[entries]), np.diff(curve.counts.fp[entries])
