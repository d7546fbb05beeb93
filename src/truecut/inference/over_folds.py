"""A metric in every fold of a cross-validation, as papers print it, and what holds for models fitted like these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from statistics import fmean, stdev
from typing import Any

from truecut.catalogue import Value, metric
from truecut.catalogue.folds import Folds
from truecut.catalogue.model import Model
from truecut.errors import BadCall
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import LEVEL, estimate
from truecut.words.shown import Shown

NO_FOLDS = "The rows have no folds; say to which fold of a cross-validation each belongs with fold= (--fold)."


@dataclass(frozen=True)
class FoldSpread:
    """A metric in every fold, its mean and standard deviation over folds, and that of all rows pooled.

    The standard deviation divides by one less than the number of folds; NumPy's own divides by their number.
    """

    metric: str
    by_fold: Mapping[str, Value]
    mean: float | None  # over the folds that have a value
    sd: float | None  # of these folds, and no measure of how sure the mean is; None of fewer than two
    pooled: Value  # of all rows as if one model had scored them

    @classmethod
    def of(cls, model: Model, name: str, by_fold: Mapping[str, Value], **asked: Any) -> FoldSpread:
        """Return the spread of known values by fold."""
        known = [float(one) for one in by_fold.values() if one.value is not None and isfinite(one.value)]
        mean, sd = fmean(known) if known else None, stdev(known) if len(known) > 1 else None
        return cls(metric(name).name, by_fold, mean, sd, model.pooled.metric(name, **asked))


@dataclass(frozen=True)
class OverFolds(Shown):
    """A metric of a cross-validation: `estimate` is the value to tell with its interval, the rest is how folds vary."""

    metric: str
    by_fold: Mapping[str, Estimate]
    mean: float | None
    sd: float | None
    pooled: Value
    estimate: Estimate
    said: str  # how many models, fitted on what

    def __str__(self) -> str:
        told = self.estimate
        interval = "" if told.low is None or told.high is None else f" ({told.low:.3f} to {told.high:.3f})"
        value = told.undefined if told.value is None else f"{told.value:.3f}{interval}"
        spread = "" if self.mean is None or self.sd is None else f"; over folds {self.mean:.3f} ± {self.sd:.3f} (sd)"
        return f"{metric(self.metric).title} {value}{spread}"


@dataclass(frozen=True, eq=False)
class FoldsOfModel:
    """The folds of a model, by which each of its metrics can be asked for."""

    model: Model
    level: float = LEVEL
    convention: str | None = None

    @cached_property
    def folds(self) -> Folds:
        """Return the folds; an error where there are none."""
        if self.model.folds is None:
            raise BadCall(NO_FOLDS)
        return self.model.folds

    def spread(self, name: str, **parameters: Any) -> FoldSpread:
        """Return how a metric varies over folds, without intervals."""
        asked: dict[str, Any] = {"convention": self.convention, **parameters}
        return FoldSpread.of(self.model, name, self.folds.values(name, **asked), **asked)

    def metric(self, name: str, **parameters: Any) -> OverFolds:
        """Return a metric in every fold and over all, each with its interval."""
        asked: dict[str, Any] = {"convention": self.convention, **parameters}
        by_fold = {fold: estimate(one, name, level=self.level, **asked) for fold, one in self.folds.models.items()}
        spread = FoldSpread.of(self.model, name, by_fold, **asked)
        told = estimate(self.model, name, level=self.level, **asked)
        return OverFolds(spread.metric, by_fold, spread.mean, spread.sd, spread.pooled, told, self.folds.said)
