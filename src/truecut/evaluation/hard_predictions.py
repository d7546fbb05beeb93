"""confusion(): labels against predictions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, overload

import numpy as np

from truecut.catalogue.model import FLAGGED
from truecut.data.columns import Column
from truecut.data.request import Missing, Roles
from truecut.data.rows import Columns
from truecut.errors import BadLabel
from truecut.errors.boundary import answers_in_sentences
from truecut.evaluation.arguments import request_of
from truecut.evaluation.assembling import evaluate_columns
from truecut.evaluation.class_evaluation import ClassEvaluation
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.inference.point import Point


@overload
def confusion(
    labels: Any, predictions: Any, *, positive: object, weights: Any = None, missing: Missing | str = "error"
) -> Point: ...
@overload
def confusion(
    labels: Any,
    predictions: Any,
    *,
    positive: object = None,
    classes: Sequence[object] = (),
    weights: Any = None,
    missing: Missing | str = "error",
) -> Point | ClassMatrix: ...
@answers_in_sentences
def confusion(
    labels: Any,
    predictions: Any,
    *,
    positive: object = None,
    classes: Sequence[object] = (),
    weights: Any = None,
    missing: Missing | str = "error",
) -> Point | ClassMatrix:
    """Count hard predictions: the point of two classes, or the matrix of more; both have `matrix` and `average=`.

    `labels` and `predictions` are arrays of the same length, and so are `weights`. `positive` takes one class of many
    against the rest, as two; `classes` states which there are, in their order. `missing` is "error" or "drop".

    >>> found = confusion([1, 0, 1, 1], [1, 0, 0, 1])
    >>> found.counts, found.metric("f1").value, round(found.metric("f1", "macro").value, 3)
    (Counts(tp=2, fp=0, fn=1, tn=1), 0.8, 0.733)
    """
    from truecut.counting.aligned_series import require_aligned
    from truecut.readers.frames import column_from_values

    require_aligned({"labels": labels, "predictions": predictions, "weights": weights})
    roles = Roles(
        column_from_values("labels", labels),
        predicted={"predictions": column_from_values("predictions", predictions)},
        weight=None if weights is None else column_from_values("weights", weights),
    )
    reading = request_of(None, positive=positive, classes=classes, missing=missing).reading
    try:
        result = evaluate_columns(Columns("the arrays", roles), reading)
    except BadLabel:
        if _are_scores(roles.predicted["predictions"]):
            raise BadLabel(
                "These are scores, not predictions: tc.evaluate(labels, scores), or cut them: scores >= 0.5."
            ) from None
        raise
    return result.matrix if isinstance(result, ClassEvaluation) else result.at(FLAGGED)


def _are_scores(predictions: Column) -> bool:
    values = np.asarray(predictions.values)
    return values.dtype.kind == "f" and bool(np.any(values[np.isfinite(values)] % 1))
