"""From evaluations of many classes on the same rows to their page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from truecut.catalogue.class_prices import prices_of_cells
from truecut.decisions.class_answers import price_of_unsure
from truecut.inference.many_classes.class_comparison import ClassComparison
from truecut.summaries.of_compared_classes import summary_of_compared_classes
from truecut.summaries.report.class_page import StatedPrices, class_page, model_of_classes
from truecut.views.class_html import class_page_as_html

if TYPE_CHECKING:
    from truecut.evaluation.class_evaluation import ClassEvaluation


def page_of_classes(
    evaluations: Mapping[str, ClassEvaluation],
    *,
    level: float,
    command: str = "",
    costs: Any = None,
    unsure: float | None = None,
    comparison: ClassComparison | None = None,
) -> str:
    """Return the page of one model, or of several that were compared."""
    first = next(iter(evaluations.values()))
    table = None if costs is None else tuple(map(tuple, prices_of_cells(first.matrix, costs).tolist()))
    stated = StatedPrices(table, None if unsure is None else price_of_unsure(unsure))
    models = [model_of_classes(name, one.summary(level=level), one.scores) for name, one in evaluations.items()]
    told = None if costs is None and unsure is None else first.recommend(costs=costs, unsure=unsure, level=level)
    compared = None if comparison is None else summary_of_compared_classes(comparison)
    return class_page_as_html(class_page(models, command=command, prices=stated, told=told, compared=compared))
