"""From models of many classes on the same rows to what their comparison found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from truecut.data.rows import Provenance
from truecut.inference.many_classes.class_comparison import ClassComparison
from truecut.inference.many_classes.symmetry import SymmetryTest
from truecut.inference.paired.difference import Difference
from truecut.inference.paired.verdict import Verdict

USUAL = ("accuracy", "balanced_accuracy", "f1", "kappa", "mcc")


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
    """Compare all pairs of models by each metric; the first one gives the verdicts."""
    names = tuple(metrics) or USUAL
    pairs = list(combinations(comparison.models, 2))
    first = next(iter(comparison.models.values()))
    return ComparedClasses(
        comparison.read,
        tuple(comparison.models),
        first.rows.classes,
        comparison.level,
        tuple(comparison.verdict(a, b, metric=names[0], margin=margin) for a, b in pairs),
        tuple(one for name in names for one in comparison.differences(name)),
        tuple(_answers(comparison, a, b) for a, b in pairs),
    )


def _answers(comparison: ClassComparison, first: str, second: str) -> AnswersCompared:
    cells = comparison.answers(first, second)
    return AnswersCompared(first, second, int(cells.sum() - cells.trace()), comparison.symmetry(first, second))
