"""The sweep: counts and metrics at many thresholds, as a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isnan
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import metric
from truecut.catalogue.situation import UNSTATED, Situation
from truecut.counting.baselines import Baseline, baseline_counts
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve, Sweep
from truecut.errors import BadCall
from truecut.errors.boundary import answers_for_all
from truecut.words.shown import Shown

COUNTS = ("tp", "tn", "fp", "fn")  # in the order in which sweeps are usually printed
RATES = ("tpr", "fpr")


@dataclass(frozen=True, eq=False)
class SweepTable(Sweep, Shown):
    """One row per threshold: the four counts and the chosen metrics, named as they were asked for."""

    model: str
    metrics: dict[str, NDArray[np.float64]]

    @property
    def header(self) -> tuple[str, ...]:
        """Return the names of the columns."""
        return ("threshold", *COUNTS, *self.metrics)

    def rows(self) -> Iterator[tuple[Any, ...]]:
        """Return the rows as plain numbers, None where a metric is undefined or nothing is flagged.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> len(list(e.curve.sweep(3).rows()))
        3
        """
        columns = [self.thresholds, *(getattr(self.counts, cell) for cell in COUNTS), *self.metrics.values()]
        for row in zip(*(column.tolist() for column in columns), strict=True):
            yield tuple(None if isinstance(cell, float) and isnan(cell) else cell for cell in row)


# What may be asked of a table of thresholds, each with its default; a curve, a command and a page hand it on by name.
def sweep(
    name: str,
    curve: CountsCurve,
    *,
    points: int = 101,
    low: float | None = None,
    high: float | None = None,
    metrics: Sequence[str] = RATES,
    baseline: Baseline | None = None,
    situation: Situation = UNSTATED,
) -> SweepTable:
    """Return the table at evenly spaced thresholds, of the model or of a baseline on the same rows.

    The scores of a baseline lie evenly where the model's lie: from 0 to 1 for probabilities.
    """
    swept = CountsCurve.sweep(curve, points, low, high)
    if baseline is None:
        return tabled(name, swept.thresholds, swept.counts, metrics, situation)
    start, end = curve.range_of_sweep()
    # 0.07 * 1 is 0.07: probabilities are taken as they are.
    reached = swept.thresholds if (start, end) == (0, 1) else (swept.thresholds - start) / (end - start)
    # Where low scores are positive the baseline is mirrored; 1 - 0.57 is a little more than 0.43 without rounding.
    reached = np.round(1 - reached, 12) if curve.table.lower_is_positive else reached
    counts = baseline_counts(baseline, curve.table.total_positive, curve.table.total_negative, reached)
    return tabled(baseline.value, swept.thresholds, counts, metrics, situation)


def every_threshold(
    name: str, curve: CountsCurve, metrics: Sequence[str] = RATES, situation: Situation = UNSTATED
) -> SweepTable:
    """Return the table at every distinct score, and above them all (no threshold, nothing flagged)."""
    thresholds: NDArray[Any] = curve.thresholds
    if curve.table.scores.dtype.kind in "iu":
        # Whole numbers beyond 2**53 are shown as they are, not as the nearest float.
        thresholds = np.array([np.nan, *curve.table.scores.tolist()], dtype=object)
    return tabled(name, thresholds, curve.counts, metrics, situation)


def tabled(
    name: str,
    thresholds: NDArray[Any],
    counts: Counts,
    metrics: Sequence[str],
    situation: Situation = UNSTATED,
) -> SweepTable:
    """Return the table of these counts; what needs prices is undefined where nobody stated them."""
    along = {}
    for wanted in metrics:
        entry = metric(wanted)
        if not entry.needs_only_counts:
            raise BadCall(f"{wanted} is one number for all thresholds, so it has no column in a sweep.")
        chosen, lacks_prices = situation.parameters_of(entry, {}), entry.is_priced and situation.cost is None
        values = np.full(thresholds.shape, np.nan) if lacks_prices else entry.along(counts, **chosen)
        along[wanted] = np.broadcast_to(values, thresholds.shape)
    return SweepTable(thresholds, counts, name, along)


@answers_for_all
class Curve(CountsCurve):
    """A curve with the catalogue at hand: any metric along it, and its sweep as a table.

    >>> import truecut as tc
    >>> curve = tc.Curve(tc.ScoreTable.from_rows([True, False, True], [0.9, 0.4, 0.4]))
    >>> curve.along("recall").tolist()
    [0.0, 0.5, 1.0]
    """

    def along(self, name: str, **parameters: Any) -> NDArray[np.float64]:
        """Return a metric of four counts at every threshold, NaN where it is undefined.

        `name` is that of the metric and `parameters` its own.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.curve.along("recall").round(2).tolist()
        [0.0, 0.33, 0.67, 0.67, 1.0, 1.0, 1.0]
        """
        return metric(name).along(self.counts, **parameters)

    def sweep(
        self,
        points: int = 101,
        low: float | None = None,
        high: float | None = None,
        metrics: Sequence[str] = RATES,
        baseline: Baseline | str | None = None,
    ) -> SweepTable:
        """Return counts and metrics at evenly spaced thresholds, of this curve or of a baseline on its rows.

        There are `points` of them from `low` to `high`: 0 to 1 for probabilities, else all scores. `metrics` names
        those to be shown, and `baseline` ("random", "ideal", ...) a model to be shown in the place of this one.

        >>> import truecut as tc
        >>> e = tc.evaluate([1, 0, 1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7, 0.8, 0.1])
        >>> e.curve.sweep(3, metrics=["recall"]).to_frame().to_dict("records")[1]
        {'threshold': 0.5, 'tp': 3, 'tn': 2, 'fp': 1, 'fn': 0, 'recall': 1.0}
        """
        chosen = None if baseline is None else Baseline(baseline)
        return sweep("scores", self, points=points, low=low, high=high, metrics=metrics, baseline=chosen)
