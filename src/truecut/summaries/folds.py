"""The folds of a cross-validation in a summary: each of them, and how the metrics vary over all."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from truecut.catalogue import Value
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.inference.over_folds import FoldsOfModel, FoldSpread
from truecut.summaries.options import SummaryOptions

RANKED_WITHIN = "what ranks is the mean within folds, everything else is of all rows; mean ± sd is no interval"


@dataclass(frozen=True)
class FoldSummary:
    """One fold: its rows, its counts, and every metric without an interval."""

    name: str
    rows: int
    counts: Counts
    metrics: Mapping[str, Value]


@dataclass(frozen=True, eq=False)
class FoldsSummary:
    """All folds, and every metric over them; each is found when it is first asked for."""

    said: str  # how many models, fitted on what
    repeats: int
    each: tuple[FoldSummary, ...]
    model: FoldsOfModel

    def over(self, name: str) -> FoldSpread:
        """Return a metric over all folds."""
        return self.model.spread(name)


def folds_summary(model: Model, options: SummaryOptions) -> FoldsSummary | None:
    """Return the folds of a model, if it has any."""
    if model.folds is None:
        return None
    asked = FoldsOfModel(model, options.level, options.convention)
    return FoldsSummary(
        model.folds.said,
        model.folds.repeats,
        tuple(
            FoldSummary(name, fold.table.rows, fold.point.counts, fold.metrics(convention=options.convention))
            for name, fold in model.folds.models.items()
        ),
        asked,
    )
