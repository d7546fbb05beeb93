"""What a model without knowledge and a model without mistakes would count on the same rows."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.outcomes import Counts


def random_model(positives: float, negatives: float, thresholds: NDArray[Any]) -> Counts:
    """Return the counts to expect of scores drawn evenly from 0 to 1 without looking at the row.

    >>> random_model(386, 1023, np.array([0.6])).tp.tolist()
    [154.4]
    """
    share = np.clip(1 - thresholds, 0, 1)
    return _of_flagged(positives * share, negatives * share, positives, negatives)


def ideal_model(positives: int, negatives: int, thresholds: NDArray[Any]) -> Counts:
    """Return the counts of a perfect order: all negatives, then all positives, evenly spaced from 0 to 1.

    >>> ideal_model(386, 1023, np.array([0.726])).fp.tolist()
    [0]
    """
    rows = positives + negatives
    steps = max(rows - 1, 1)
    nearest = np.round(thresholds * steps)
    # 0.07 * 100 is a little more than 7: ask the division itself whether that step reaches the threshold.
    first = nearest + (nearest / steps < thresholds)
    flagged = (rows - np.clip(first, 0, rows)).astype(np.int64)
    fp = np.clip(flagged - positives, 0, negatives)
    return _of_flagged(flagged - fp, fp, positives, negatives)


def _of_flagged(tp: NDArray[Any], fp: NDArray[Any], positives: float, negatives: float) -> Counts:
    return Counts(tp=tp, fp=fp, fn=positives - tp, tn=negatives - fp)
