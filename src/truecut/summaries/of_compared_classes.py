"""From models of many classes on the same rows to what their comparison found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from truecut.catalogue.measures.class_scores import without_probabilities
from truecut.data.rows import Provenance
from truecut.decisions.goals import Quantity
from truecut.decisions.language import read_quantity
from truecut.errors import BadCall
from truecut.inference.many_classes.class_comparison import ClassComparison
from truecut.inference.many_classes.symmetry import SymmetryTest
from truecut.inference.paired.difference import Difference
from truecut.inference.paired.verdict import Verdict

USUAL = ("accuracy", "balanced_accuracy", "f1", "kappa", "mcc")
ONE_CLASS = "name the class with --positive (in Python: positive=) to compare by it against the rest"
OF_SCORES = ("roc_auc", "log_loss", "brier_multiclass")  # where every model gave a score for every class


@dataclass(frozen=True)
class AnswersCompared:
    """Whether two models answer alike."""

    first: str
    second: str
    differing: int  # rows that they answer differently
    tests: tuple[SymmetryTest, ...]


@dataclass(frozen=True)
class ComparedClasses:
    """What was found about models of many classes."""

    read: Provenance
    models: tuple[str, ...]
    classes: tuple[str, ...]
    level: float
    verdicts: tuple[Verdict, ...]  # by the first metric
    differences: tuple[Difference, ...]
    answers: tuple[AnswersCompared, ...]


def summary_of_compared_classes(
    comparison: ClassComparison, metrics: Sequence[str] = (), *, margin: float | None = None
) -> ComparedClasses:
    """Compare all pairs of models by each metric; the first one gives the verdicts.

    A metric may name an average over classes ("weighted f1") and parameters ("top_k_accuracy(k=3)").
    """
    asked = [read_quantity(text) for text in metrics or usual_metrics(comparison)]
    for quantity in asked:
        if quantity.of_class or quantity.of_each:
            raise BadCall(f"Models are compared by all classes together, not by {str(quantity)!r}; {ONE_CLASS}.")
    pairs = list(combinations(comparison.models, 2))
    first = next(iter(comparison.models.values()))
    return ComparedClasses(
        comparison.read,
        tuple(comparison.models),
        first.rows.classes,
        comparison.level,
        tuple(comparison.verdict(a, b, metric=asked[0].name, margin=margin, **how_of(asked[0])) for a, b in pairs),
        tuple(one for quantity in asked for one in comparison.differences(quantity.name, **how_of(quantity))),
        tuple(_answers(comparison, a, b) for a, b in pairs),
    )


def usual_metrics(comparison: ClassComparison) -> tuple[str, ...]:
    """Return what models are compared by where nobody says it."""
    tables = [model.scores.table for model in comparison.models.values()]
    if any(table is None for table in tables):
        return USUAL
    are_probable = not any(without_probabilities(table) for table in tables if table is not None)
    return USUAL + (OF_SCORES if are_probable else OF_SCORES[:1])


def how_of(quantity: Quantity) -> dict[str, Any]:
    """Return the average and the parameters that a metric is asked with."""
    parameters = {name: int(value) if name == "k" else value for name, value in quantity.parameters.items()}
    return {"average": quantity.average or None, **parameters}


def _answers(comparison: ClassComparison, first: str, second: str) -> AnswersCompared:
    cells = comparison.answers(first, second)
    return AnswersCompared(first, second, int(cells.sum() - cells.trace()), comparison.symmetry(first, second))
