"""The folds of a cross-validation on the page: what needs no threshold, in each of them and over all."""

from __future__ import annotations

from truecut.inference.cross_validation import rows_worth
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.report.tree import ChartedFolds, FoldLine

SHOWN = ("roc_auc", "average_precision", "ks", "brier", "log_loss")
MOST_FOLDS = 30  # that the page shows one by one


def charted_folds(of: ModelSummary) -> ChartedFolds | None:
    """Return the folds of a model, if it has any; of very many only what they give together."""
    folds, design = of.folds, of.model.design
    if folds is None:
        return None
    shown = folds.each if len(folds.each) <= MOST_FOLDS else ()
    over = [folds.over(name) for name in SHOWN if of.metrics[name].is_defined]
    return ChartedFolds(
        folds.said,
        tuple(fold.name for fold in shown),
        tuple(fold.rows for fold in shown),
        tuple(
            FoldLine(one.metric, tuple(one.by_fold[fold.name] for fold in shown), one.mean, one.sd, one.pooled)
            for one in over
        ),
        rows_worth(design),
        rows_worth(design, is_fitted=False),
    )
