"""The folds of a cross-validation in a summary: each of them, and how the metrics vary over all."""

from __future__ import annotations

from dataclasses import dataclass

from truecut.catalogue.model import Model
from truecut.inference.over_folds import FoldsOfModel, FoldSpread
from truecut.summaries.options import SummaryOptions
from truecut.summaries.part_summary import PartSummary

RANKED_WITHIN = "what ranks is the mean within folds, everything else is of all rows; mean ± sd is no interval"


@dataclass(frozen=True, eq=False)
class FoldsSummary:
    """All folds, and every metric over them; each is found when it is first asked for."""

    said: str  # how many models, fitted on what
    repeats: int
    each: tuple[PartSummary, ...]
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
            PartSummary(name, fold.table.rows, fold.point.counts, fold.metrics(convention=options.convention))
            for name, fold in model.folds.models.items()
        ),
        asked,
    )
