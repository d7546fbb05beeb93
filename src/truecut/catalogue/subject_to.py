"""The best a curve offers under a condition: the most recall at a precision of at least 0.9, and the like.

Every entry of the curve is looked at, the first too, where nothing is flagged; a threshold at
which the condition has no value does not meet it.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import across, over_all_rows, over_flagged, over_truth
from truecut.catalogue.best_entries import STEADY, hopeful_entries
from truecut.catalogue.metric import Better, Metric
from truecut.catalogue.value import Value
from truecut.counting.counts_curve import CountsCurve
from truecut.errors import BadCall, UnknownName

OF_COUNTS: dict[str, Metric] = {
    name: entry
    for family in (over_all_rows, over_flagged, over_truth, across)
    for entry in family.METRICS
    for name in entry.names
}
USUAL_LEAST = 0.9


def best_subject_to(
    curve: CountsCurve,
    *,
    maximise: str = "recall",
    subject_to: str = "precision",
    at_least: float | None = None,
    at_most: float | None = None,
) -> Value:
    """Return the best value of one metric among the thresholds at which another keeps to its limits.

    >>> from truecut.counting.score_table import ScoreTable
    >>> curve = CountsCurve(ScoreTable.from_rows([True, True, False], [0.9, 0.4, 0.4]))
    >>> best_subject_to(curve, maximise="recall", subject_to="precision", at_least=0.9).value
    0.5
    """
    if at_least is None and at_most is None:
        at_least = USUAL_LEAST
    wanted, condition = metric_of_counts(maximise), metric_of_counts(subject_to)
    entries = _worth_a_look(curve, wanted, condition, at_least, at_most)
    counts = curve.counts if entries is None else curve.counts.at(entries)
    values, limited = wanted.along(counts), condition.along(counts)
    for entry, along in ((wanted, values), (condition, limited)):
        if np.isnan(along).all():
            return entry.at(curve.entry(-1))
    met = _within(limited, at_least, at_most)
    if not met.any():
        return Value.absent(f"no threshold reaches {_in_words(condition.name, at_least, at_most)}")
    candidates = np.where(met, -values if wanted.better == Better.LOWER else values, np.nan)
    best = int(np.argmax(met) if np.isnan(candidates).all() else np.nanargmax(candidates))
    return wanted.at(curve.entry(best if entries is None else int(entries[best])))


def _worth_a_look(
    curve: CountsCurve, wanted: Metric, condition: Metric, at_least: float | None, at_most: float | None
) -> NDArray[np.intp] | None:
    """Return the entries among which the best one is; None where all must be looked at."""
    is_lower = condition.better == Better.LOWER
    limit = at_most if is_lower else at_least
    if limit is None or (at_least if is_lower else at_most) is not None or not {wanted.name, condition.name} <= STEADY:
        return None
    sign, upwards = -1.0 if wanted.better == Better.LOWER else 1.0, -1.0 if is_lower else 1.0
    return hopeful_entries(
        curve,
        lambda counts: sign * wanted.along(counts),
        met=lambda counts: upwards * (condition.along(counts) - limit),
    )


def metric_of_counts(name: str) -> Metric:
    """Return the metric of four counts with this name or alias."""
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    if plain not in OF_COUNTS:
        raise UnknownName("metric of four counts", name, OF_COUNTS)
    return OF_COUNTS[plain]


def _within(values: NDArray[np.float64], at_least: float | None, at_most: float | None) -> NDArray[np.bool_]:
    low, high = -np.inf if at_least is None else at_least, np.inf if at_most is None else at_most
    if not low <= high:
        raise BadCall(f"Nothing is at least {low:g} and at most {high:g}.")
    return (values >= low) & (values <= high)


def _in_words(name: str, at_least: float | None, at_most: float | None) -> str:
    if at_least is not None and at_most is not None:
        return f"{at_least:g} <= {name} <= {at_most:g}"
    return f"{name} >= {at_least:g}" if at_least is not None else f"{name} <= {at_most:g}"
