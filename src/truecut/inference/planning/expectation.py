"""What to expect before there are rows: the intervals that so many positives and negatives would give.

Metrics of four counts are looked at where recall and specificity are exactly as assumed. Metrics of the whole curve
need scores: they are drawn from two normal distributions whose distance gives the assumed area under the ROC curve,
and turned into the probabilities that this makes right. The intervals of many such draws are averaged.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric, metric
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.errors.boundary import answers_in_sentences
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import LEVEL, estimate
from truecut.inference.quantiles import last_where
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.words.shown import Shown

REPLICATES = 40
SEED = 0
GRID = 2000  # points on the curve of the whole population
FARTHEST = 12.0  # standard deviations between the classes: beyond, nothing is left to tell apart
AT_EXPECTED_COUNTS = "at the expected counts"


@dataclass(frozen=True)
class Assumed(Shown, is_spelled=True):
    """What is supposed of a model: its rates at the threshold, its area under the ROC curve, or both.

    `recall` and `specificity` go together; `roc_auc` is the area.

    >>> expected_interval("precision", 100, 900, Assumed(recall=0.8, specificity=0.9)).value
    0.47058823529411764
    """

    recall: float | None = None
    specificity: float | None = None
    roc_auc: float | None = None

    def __post_init__(self) -> None:
        for name, share in vars(self).items():
            if share is not None and not 0 < share <= 1:
                raise BadCall(f"The assumed {name} must be a share above 0 and at most 1, not {share:g}.")
        if self.roc_auc == 1:
            raise BadCall("An assumed roc_auc of exactly 1 leaves nothing to draw; assume 0.999.")


@dataclass(frozen=True)
class Expected(Shown):
    """The interval to expect of a metric with so many rows of each class."""

    metric: str
    positives: int
    negatives: int
    value: float
    low: float
    high: float
    level: float
    method: str  # of the interval
    how: str  # how the expectation was found

    @property
    def half(self) -> float:
        """Return half of the width: the value is known to within so much."""
        return (self.high - self.low) / 2


# Public: the rows of each class and what is assumed stand first, how to draw has defaults.
@answers_in_sentences
def expected_interval(
    name: str,
    positives: int,
    negatives: int,
    assumed: Assumed,
    *,
    level: float = LEVEL,
    replicates: int = REPLICATES,
    seed: int = SEED,
) -> Expected:
    """Return the interval to expect of one metric.

    `name` is that of the metric; there are so many `positives` and `negatives`, and of the model is `assumed` what
    `Assumed` says. `level` is how sure the interval is. Without a formula so many `replicates` are drawn, started by
    `seed`.

    >>> recall = expected_interval("recall", 100, 900, Assumed(recall=0.8, specificity=0.9))
    >>> round(recall.low, 2), round(recall.high, 2)
    (0.71, 0.87)
    """
    entry = metric(name)
    if min(positives, negatives) < 1:
        raise BadCall("An interval can be expected where there are rows of both classes.")
    if entry.needs_only_counts:
        found = [estimate(_with_rates(entry, positives, negatives, assumed), entry.name, level=level)]
        how = AT_EXPECTED_COUNTS
    else:
        distance = distance_of(_area_for(entry, assumed))
        drawn = drawn_models(positives, negatives, distance, replicates, seed)
        found = [estimate(model, entry.name, level=level) for model in drawn]
        how = f"mean of {replicates} draws, seed {seed}"
    return _mean(entry, positives, negatives, found, how)


def distance_of(area: float) -> float:
    """Return how many standard deviations lie between two normal classes with this area under the ROC curve."""
    return sqrt(2) * NormalDist().inv_cdf(area)


def distance_for_precision(average_precision: float, prevalence: float) -> float:
    """Return the distance at which two normal classes have this average precision where positives are so common."""
    if not prevalence < average_precision < 1:
        raise BadCall(
            f"An average precision of {average_precision:g} cannot be expected at a prevalence of {prevalence:g}: "
            "without skill it is the prevalence, and perfect is 1."
        )
    return last_where(lambda d: average_precision_at(d, prevalence) < average_precision, 0.0, FARTHEST)


def average_precision_at(distance: float, prevalence: float) -> float:
    """Return the average precision of two normal classes, over the whole population."""
    from scipy.special import ndtr, ndtri

    above = (np.arange(GRID) + 0.5) / GRID  # the share of positives above each point: recall
    false_alarms = ndtr(ndtri(above) - distance)
    return float(np.mean(prevalence * above / (prevalence * above + (1 - prevalence) * false_alarms)))


def drawn_models(positives: int, negatives: int, distance: float, replicates: int, seed: int) -> Iterator[Model]:
    """Return models of drawn rows whose scores are the probabilities that the two normal classes make right."""
    labels, draws = np.repeat([True, False], [positives, negatives]), Draws(seed, Purpose.PLANNED_ROWS)
    for replicate in range(replicates):
        x = draws.generator(replicate).normal(size=len(labels)) + distance * labels
        yield Model("assumed", ScoreTable.from_rows(labels, _probabilities(x, positives / negatives, distance)))


def _probabilities(x: NDArray[np.float64], odds: float, distance: float) -> NDArray[np.float64]:
    with np.errstate(over="ignore"):
        return np.asarray(1 / (1 + np.exp(-(log(odds) + distance * x - distance * distance / 2))))


def _with_rates(entry: Metric, positives: int, negatives: int, assumed: Assumed) -> Model:
    if assumed.recall is None or assumed.specificity is None:
        raise BadCall(f"{entry.name} is made of four counts; assume a recall and a specificity.")
    tp, tn = round(assumed.recall * positives), round(assumed.specificity * negatives)
    return Model.of_counts("assumed", Counts(tp=tp, fp=negatives - tn, fn=positives - tp, tn=tn))


def _area_for(entry: Metric, assumed: Assumed) -> float:
    if assumed.roc_auc is None:
        raise BadCall(f"{entry.name} needs scores; assume an area under the ROC curve (roc_auc).")
    return assumed.roc_auc


def _mean(entry: Metric, positives: int, negatives: int, found: list[Estimate], how: str) -> Expected:
    known = [(one.value, one.low, one.high) for one in found if one.has_interval]
    if not known:
        raise BadCall(f"No interval of {entry.name} is to be expected: {found[0].note or found[0].undefined}.")
    value, low, high = (float(mean) for mean in np.mean(np.array(known, dtype=float), axis=0))
    method = next(one.method for one in found if one.has_interval)
    return Expected(entry.name, positives, negatives, value, low, high, found[0].level, method, how)
