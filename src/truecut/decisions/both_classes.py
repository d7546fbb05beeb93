"""Two classes as a case of many: requirements on an average of both, or on either against the other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from truecut.catalogue.model import Model
from truecut.data.rows import Provenance
from truecut.errors import BadCall
from truecut.inference.estimate import Estimate
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.inference.point import Point
from truecut.words import Words

NOT_ALIKE = (
    "Averages over both classes are told of rows that count alike, as they came: leave out weights, clusters, folds, a "
    "design and a stated prevalence, or require it of each class by itself."
)


@dataclass(frozen=True, eq=False)
class BothClasses:
    """The matrix of one model of two classes, as requirements on many ask for it."""

    read: Provenance
    matrix: ClassMatrix
    words: Words
    level: float
    by_group: Mapping[str, BothClasses] = field(default_factory=dict)  # none: averages are told of all rows

    def given(self, **parts: Any) -> BothClasses:
        """Refuse another situation: averages are told of rows as they came."""
        raise BadCall(f"{NOT_ALIKE} Nothing else can be stated: {', '.join(parts)}.")

    def metric(self, name: str, average: str | None = None, *, level: float | None = None, **given: Any) -> Estimate:
        """Return a metric of both classes together."""
        return self.matrix.metric(name, average, level=level or self.level, **given)

    def metric_of_class(self, name: str, of: str, *, level: float | None = None, **given: Any) -> Estimate:
        """Return a metric of one class against the other."""
        own = self.matrix.classes[self.matrix.place(of)]
        return self.matrix.of(own).metric(name, level=level or self.level, **given)


def both_classes_of(
    models: Mapping[str, Model], read: Provenance, words: Words, level: float
) -> dict[str, BothClasses]:
    """Return the matrix of each model at its threshold."""
    for model in models.values():
        design = model.design
        is_alike = not (design.is_weighted or design.is_clustered or design.is_by_class or design.folds)
        if not is_alike or model.situation.is_moved:
            raise BadCall(NOT_ALIKE)
        counts = model.point.counts
        is_idle = not counts.tp + counts.fp or not counts.fn + counts.tn
        if is_idle and not model.is_hard and model.name not in model.situation.threshold:
            flags = "every row" if counts.tp + counts.fp else "no row"
            raise BadCall(f"No threshold was stated, and {model.threshold:g} flags {flags} of {model.name!r}.")
    names = (read.negative, read.positive)
    points = {name: replace(Point(model.point.counts), classes=names) for name, model in models.items()}
    return {name: BothClasses(read, point.matrix, words, level) for name, point in points.items()}
