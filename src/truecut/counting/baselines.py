"""What models without knowledge and a model without mistakes would count on the same rows."""

from __future__ import annotations

from math import ceil, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.counts import Counts
from truecut.errors import BadCall

FARTHEST = 40.0  # standard deviations: beyond, no chance is as large as the smallest float
MOST_OUTCOMES = 5_000_000  # that are weighed one by one: about 10**10 rows


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


def flagged_at_random(positives: int, negatives: int, flagged: int) -> tuple[Counts, NDArray[np.float64]]:
    """Return every count that flagging so many rows at random may give, and how likely each is: hypergeometric.

    Counts whose chance is below the smallest float are left out.

    >>> counts, chances = flagged_at_random(2, 2, 2)
    >>> counts.tp.tolist(), chances.round(3).tolist()
    ([0, 1, 2], [0.167, 0.667, 0.167])
    """
    from scipy.special import gammaln

    rows = positives + negatives
    share = flagged / rows if rows else 0.0
    spread = sqrt(max(0.0, positives * share * (1 - share)))
    near = ceil(FARTHEST * (spread + 1))
    middle = round(positives * share)
    lowest, highest = max(0, flagged - negatives, middle - near), min(positives, flagged, middle + near)
    if highest - lowest > MOST_OUTCOMES:
        raise BadCall(
            f"{rows:,} rows are more than chance is worked out for, outcome by outcome; divide the counts by a "
            "power of 10."
        )
    tp = np.arange(lowest, highest + 1)

    def log_ways(of: Any, chosen: Any) -> Any:
        return gammaln(of + 1.0) - gammaln(chosen + 1.0) - gammaln(of - chosen + 1.0)

    logs = log_ways(positives, tp) + log_ways(negatives, flagged - tp)
    chances = np.exp(logs - logs.max())
    return _of_flagged(tp, flagged - tp, positives, negatives), chances / chances.sum()


def constant_models(positives: float, negatives: float) -> dict[str, Counts]:
    """Return the counts of the models that look at nothing: flag all rows, flag none, name the more common class.

    >>> constant_models(10, 90)["the more common class"].tn
    90
    """
    everything = Counts(tp=positives, fp=negatives, fn=0, tn=0)
    nothing = Counts(tp=0, fp=0, fn=positives, tn=negatives)
    common = everything if positives > negatives else nothing
    return {"flag all": everything, "flag none": nothing, "the more common class": common}


def _of_flagged(tp: NDArray[Any], fp: NDArray[Any], positives: float, negatives: float) -> Counts:
    return Counts(tp=tp, fp=fp, fn=positives - tp, tn=negatives - fp)
