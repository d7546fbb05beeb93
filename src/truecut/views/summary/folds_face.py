"""What a metric over the folds of a cross-validation says of itself."""

from __future__ import annotations

from truecut.inference.over_folds import OverFolds
from truecut.views.face import Face, Grid, GridColumn, KeyNumber, ends, key_number, kind_of_metric


def face_of_folds(found: OverFolds) -> Face:
    """Return the face of a metric in every fold, its mean and standard deviation, and with its interval."""
    kind = kind_of_metric(found.metric)
    columns = (GridColumn("fold"), *(GridColumn(name, kind) for name in ("value", "low", "high")))
    rows = [(fold, value.value, *ends(value)) for fold, value in found.by_fold.items()]
    sentence = OverFolds.__str__(found)
    return Face(
        f"{sentence}.",
        found.said,
        (
            key_number(found.metric, found.estimate),
            KeyNumber("mean over folds", found.mean, kind),
            KeyNumber("standard deviation over folds", found.sd),
            KeyNumber("all rows pooled", found.pooled.value, kind),
        ),
        (Grid("folds", columns, rows, whisker="value"),),
    )
