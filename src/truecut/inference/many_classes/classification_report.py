"""The classification report in the shape that users of scikit-learn know, for two classes and more, with intervals."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from truecut.catalogue.class_metric import Average
from truecut.inference.estimate import Estimate
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.words.numerals import DASH, count
from truecut.words.shown import Shown

COLUMNS = {"precision": "precision", "recall": "recall", "f1": "f1-score"}  # as scikit-learn calls them
AVERAGES = {Average.MACRO: "macro avg", Average.WEIGHTED: "weighted avg"}


@dataclass(frozen=True)
class ReportLine:
    """One class, or one average, with its metrics and its rows."""

    name: str
    metrics: Mapping[str, Estimate]
    support: float


@dataclass(frozen=True)
class ClassificationReport(Shown):
    """Precision, recall, F1 and support by class; then accuracy, and the averages.

    >>> found = ClassMatrix(("ham", "spam"), [[45, 5], [10, 40]]).classification_report()
    >>> print(found)  # doctest: +NORMALIZE_WHITESPACE
                  precision            recall               f1-score             support
    ham           0.82 (0.70 to 0.90)  0.90 (0.79 to 0.96)  0.86 (0.77 to 0.91)       50
    spam          0.89 (0.77 to 0.95)  0.80 (0.67 to 0.89)  0.84 (0.75 to 0.91)       50
    accuracy                                                0.85 (0.77 to 0.91)      100
    macro avg     0.85 (0.77 to 0.91)  0.85 (0.76 to 0.90)  0.85 (0.76 to 0.91)      100
    weighted avg  0.85 (0.77 to 0.91)  0.85 (0.77 to 0.91)  0.85 (0.76 to 0.91)      100
    """

    classes: tuple[ReportLine, ...]
    accuracy: Estimate
    averages: tuple[ReportLine, ...]
    support: float

    def to_dict(self) -> dict[str, Any]:
        """Return the values under scikit-learn's keys; what is undefined is None.

        >>> import truecut as tc
        >>> matrix = tc.ClassMatrix(("a", "b", "c"), [[5, 1, 0], [0, 4, 0], [2, 0, 3]])
        >>> matrix.classification_report().to_dict()["macro avg"]["recall"]
        0.8111111111111112
        """
        found: dict[str, Any] = {line.name: _values(line) for line in self.classes}
        found["accuracy"] = self.accuracy.value
        return found | {line.name: _values(line) for line in self.averages}

    def text(self, *, intervals: bool = True, digits: int = 2) -> str:
        """Return the report as text, with or without intervals.

        `intervals` says whether they are there, and `digits` how many decimals numbers have.

        >>> import truecut as tc
        >>> matrix = tc.ClassMatrix(("a", "b", "c"), [[5, 1, 0], [0, 4, 0], [2, 0, 3]])
        >>> print(matrix.classification_report().text(intervals=False).splitlines()[0].split())
        ['precision', 'recall', 'f1-score', 'support']
        """
        write = partial(_written, intervals=intervals, digits=digits)
        lines = [("", *COLUMNS.values(), "support")]
        lines += [(line.name, *map(write, line.metrics.values()), count(line.support)) for line in self.classes]
        lines.append(("accuracy", "", "", write(self.accuracy), count(self.support)))
        lines += [(line.name, *map(write, line.metrics.values()), count(line.support)) for line in self.averages]
        widths = [max(len(line[column]) for line in lines) for column in range(5)]
        return "\n".join(_aligned(line, widths) for line in lines)

    def __str__(self) -> str:
        return self.text()


def classification_report(
    matrix: ClassMatrix, *, level: float = 0.95, convention: str | None = None
) -> ClassificationReport:
    """Return the report of a matrix."""
    asked: dict[str, Any] = {"level": level, "convention": convention}
    support, total = matrix.support(), float(matrix.true.sum())
    return ClassificationReport(
        tuple(
            ReportLine(name, {key: matrix.of(name).metric(key, **asked) for key in COLUMNS}, support[name])
            for name in matrix.classes
        ),
        matrix.metric("accuracy", **asked),
        tuple(
            ReportLine(said, {key: matrix.metric(key, average, **asked) for key in COLUMNS}, total)
            for average, said in AVERAGES.items()
        ),
        total,
    )


def _values(line: ReportLine) -> dict[str, Any]:
    return {COLUMNS[key]: found.value for key, found in line.metrics.items()} | {"support": line.support}


def _written(found: Estimate, *, intervals: bool, digits: int) -> str:
    if found.value is None:
        return DASH
    value = f"{found.value:.{digits}f}"
    if not intervals or found.low is None or found.high is None:
        return value
    return f"{value} ({found.low:.{digits}f} to {found.high:.{digits}f})"


def _aligned(line: tuple[str, ...], widths: list[int]) -> str:
    *cells, last = line
    return "  ".join([cell.ljust(width) for cell, width in zip(cells, widths, strict=False)] + [last.rjust(widths[-1])])
