"""What models without knowledge and a model without mistakes would count on the same rows."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from math import ceil, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.counts import Counts
from truecut.errors import BadCall, UnknownName

FARTHEST = 40.0  # standard deviations: beyond, no chance is as large as the smallest float
MOST_OUTCOMES = 5_000_000  # that are weighed one by one: about 10**10 rows


class Baseline(StrEnum):
    """A model to hold another against: no knowledge, no mistakes, or no look at the rows."""

    RANDOM = "random"
    IDEAL = "ideal"
    FLAG_ALL = "flag-all"
    FLAG_NONE = "flag-none"
    NO_INFORMATION = "no-information"

    @property
    def said(self) -> str:
        """Return what it does, in words."""
        return SAID[self]


SAID = {
    Baseline.RANDOM: "scores drawn evenly without looking at the row",
    Baseline.IDEAL: "a perfect order, evenly spaced: all negatives, then all positives",
    Baseline.FLAG_ALL: "flags every row, whatever the threshold",
    Baseline.FLAG_NONE: "flags no row, whatever the threshold",
    Baseline.NO_INFORMATION: "names the more common class every time; its accuracy is the no-information rate",
}


def baselines_named(names: Iterable[str]) -> tuple[Baseline, ...]:
    """Return the baselines of these names, each once."""
    known = [one.value for one in Baseline]
    for name in names:
        if name not in known:
            raise UnknownName("baseline", name, known)
    return tuple(Baseline(name) for name in dict.fromkeys(names))


def baseline_counts(baseline: Baseline, positives: float, negatives: float, reached: NDArray[Any]) -> Counts:
    """Return what a baseline counts on these rows, at thresholds between 0 and 1.

    >>> baseline_counts(Baseline.NO_INFORMATION, 10, 90, np.array([0.5])).tn.tolist()
    [90]
    """
    if baseline == Baseline.RANDOM:
        return random_model(positives, negatives, reached)
    if baseline == Baseline.IDEAL:
        whole = isinstance(positives, int) and isinstance(negatives, int)
        return ideal_model(int(positives), int(negatives), reached) if whole else _ideal(positives, negatives, reached)
    is_all = baseline == Baseline.FLAG_ALL or (baseline == Baseline.NO_INFORMATION and positives > negatives)
    everywhere = np.full(reached.shape, 1 if is_all else 0)
    return _of_flagged(positives * everywhere, negatives * everywhere, positives, negatives)


AT_A_POINT = {
    Baseline.RANDOM: "flags as many rows, whichever they are",
    Baseline.IDEAL: "makes no mistake",
    Baseline.FLAG_ALL: "flags every row",
    Baseline.FLAG_NONE: "flags no row",
    Baseline.NO_INFORMATION: "names the more common class every time",
}


def baseline_beside(baseline: Baseline, counts: Counts) -> Counts:
    """Return what a baseline would count on the rows of four counts: at random, as many flagged; without mistakes.

    >>> baseline_beside(Baseline.RANDOM, Counts(tp=30, fn=10, fp=5, tn=55))
    Counts(tp=14.0, fp=21.0, fn=26.0, tn=39.0)
    """
    positives, negatives = counts.tp + counts.fn, counts.fp + counts.tn
    if baseline == Baseline.IDEAL:
        return Counts(tp=positives, fp=0, fn=0, tn=negatives)
    share = (counts.tp + counts.fp) / counts.rows if counts.rows else 0.0
    found = baseline_counts(baseline, positives, negatives, np.array([1 - share]))
    return Counts(**{cell: column[0].item() for cell, column in found.cells().items()})


def _ideal(positives: float, negatives: float, reached: NDArray[Any]) -> Counts:
    """Return the perfect order of rows that count as their weights say."""
    flagged = np.clip(1 - reached, 0, 1) * (positives + negatives)
    fp = np.clip(flagged - positives, 0, negatives)
    return _of_flagged(np.minimum(flagged, positives), fp, positives, negatives)


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
