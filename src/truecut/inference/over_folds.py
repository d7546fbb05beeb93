"""A metric in every fold of a cross-validation, as papers print it, and what holds for models fitted like these."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean, stdev
from typing import Any

from truecut.catalogue import Value, metric
from truecut.catalogue.folds import Folds
from truecut.catalogue.model import Model
from truecut.errors import BadCall
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import LEVEL, estimate

NO_FOLDS = "The rows have no folds; say to which fold of a cross-validation each belongs with fold= (--fold)."


@dataclass(frozen=True)
class OverFolds:
    """A metric by fold. `estimate` is the value to tell, with an interval; `sd` is no measure of how sure it is.

    The standard deviation divides by one less than the number of folds; NumPy's own divides by their number.
    """

    metric: str
    by_fold: Mapping[str, Estimate]
    mean: float | None  # over the folds that have a value
    sd: float | None  # of these folds; None of fewer than two
    pooled: Value  # of all rows as if one model had scored them
    estimate: Estimate
    said: str  # how many models, fitted on what

    def __str__(self) -> str:
        entry = metric(self.metric)
        told = self.estimate
        interval = "" if told.low is None or told.high is None else f" ({told.low:.3f} to {told.high:.3f})"
        value = told.undefined if told.value is None else f"{told.value:.3f}{interval}"
        spread = "" if self.mean is None or self.sd is None else f"; over folds {self.mean:.3f} ± {self.sd:.3f} (sd)"
        return f"{entry.title} {value}{spread}"


@dataclass(frozen=True, eq=False)
class FoldsOfModel:
    """The folds of a model, by which each of its metrics can be asked for."""

    model: Model
    level: float = LEVEL

    @cached_property
    def folds(self) -> Folds:
        """Return the folds; an error where there are none."""
        if self.model.folds is None:
            raise BadCall(NO_FOLDS)
        return self.model.folds

    def metric(self, name: str, *, convention: str | None = None, **parameters: Any) -> OverFolds:
        """Return a metric in every fold, its mean and standard deviation, pooled, and with an interval."""
        asked: dict[str, Any] = {"level": self.level, "convention": convention, **parameters}
        by_fold = {fold: estimate(model, name, **asked) for fold, model in self.folds.models.items()}
        known = [float(one) for one in by_fold.values() if one.value is not None]
        return OverFolds(
            metric(name).name,
            by_fold,
            fmean(known) if known else None,
            stdev(known) if len(known) > 1 else None,
            self.model.pooled.metric(name, convention=convention, **parameters),
            estimate(self.model, name, **asked),
            self.folds.said,
        )
