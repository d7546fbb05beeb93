"""From a matrix of more than two classes, and the scores behind it, to their summary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial

import numpy as np

from truecut.catalogue import CATALOGUE, Value, metric
from truecut.catalogue.class_matrix import OVERALL, Average, ClassMatrix, mean_over_classes
from truecut.catalogue.model import WITHOUT_A_SCORE, Metrics, Model, each_class
from truecut.data.rows import Provenance
from truecut.decisions.findings import Finding, Subject, Tone
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import estimate
from truecut.inference.many_classes import DrawnMatrices
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.of_models import worst_first
from truecut.summaries.options import DEFAULTS, SummaryOptions
from truecut.summaries.summary import Classes, ClassSummary, Summary, SummaryKind
from truecut.words import DEFAULT, Words
from truecut.words.numerals import percent, plain

OF_COUNTS = tuple(entry.name for entry in CATALOGUE if entry.needs_only_counts)
OF_CURVES = tuple(entry.name for entry in CATALOGUE if not entry.needs_only_counts)
AVERAGED = tuple(name for name in OF_COUNTS if name not in OVERALL)


def summary_of_classes(
    read: Provenance,
    matrix: ClassMatrix,
    by_class: Mapping[str, Model],
    words: Words = DEFAULT,
    options: SummaryOptions = DEFAULTS,
) -> Summary:
    """Return the summary of more than two classes."""
    classes = _ClassMetrics(matrix, by_class, DrawnMatrices(matrix, options.level), options)
    return Summary(
        kind=SummaryKind.CLASSES,
        read=read,
        words=words,
        options=options,
        classes=Classes(
            matrix.classes,
            tuple(tuple(row) for row in matrix.rows.tolist()),
            tuple(classes.of(name, words) for name in matrix.classes),
            Metrics(tuple(OVERALL), classes.drawn.overall),
            {average.value: classes.averages(average) for average in Average},
        ),
        findings=worst_first(_findings(matrix)),
    )


@dataclass(frozen=True)
class _ClassMetrics:
    """The metrics of each class and of all together, found when they are asked for."""

    matrix: ClassMatrix
    by_class: Mapping[str, Model]
    drawn: DrawnMatrices
    options: SummaryOptions

    def of(self, name: str, words: Words) -> ClassSummary:
        counts, of_curves = self.matrix.counts(name), OF_CURVES if self.by_class else ()
        model = self.by_class.get(name) or Model.of_counts(name, counts)
        own = replace(words, positive=f"“{name}”", negative="other")
        subject = Subject(replace(model, name=name), {}, own, is_only_model=False)
        against_rest = ModelSummary(subject, self.options)
        return ClassSummary(
            name, counts, Metrics(OF_COUNTS + of_curves, partial(self._metric, against_rest)), against_rest
        )

    def averages(self, average: Average) -> Metrics[Estimate]:
        of_curves = OF_CURVES if self.by_class and average != Average.MICRO else ()
        return Metrics(AVERAGED + of_curves, partial(self._average, average))

    def _metric(self, of: ModelSummary, asked: str) -> Value:
        """Return a metric of one class against the rest: of the matrix, or of the class's own scores."""
        if not metric(asked).needs_only_counts:
            return of.metrics[asked] if of.name in self.by_class else Value.absent(WITHOUT_A_SCORE)
        counts = Model.of_counts(of.name, self.matrix.counts(of.name))
        return estimate(counts, asked, level=self.options.level, convention=self.options.convention)

    def _average(self, average: Average, name: str) -> Estimate:
        if name in AVERAGED:
            return self.drawn.average(name, average, convention=self.options.convention)
        weights = self.matrix.support() if average == Average.WEIGHTED else None
        return self.drawn.of_curves(mean_over_classes(each_class(self.by_class, self.matrix.classes, name), weights))


def _findings(matrix: ClassMatrix) -> Iterator[Finding]:
    """Hold accuracy against always naming the most common class, and name the worst confusion."""
    accuracy, bar = matrix.metric("accuracy").value, matrix.metric("no_information_rate").value
    if accuracy is None or bar is None:
        return
    better = accuracy > bar
    against = "against" if better else "no better than the"
    yield Finding(
        "accuracy",
        Tone.GOOD if better else Tone.WARNING,
        f"Accuracy is {percent(accuracy)}, {against} {percent(bar)} without a model.",
        "That bar is what always naming the most common class would reach.",
    )
    mistakes = matrix.rows * (1 - np.eye(len(matrix.classes), dtype=matrix.rows.dtype))
    if not mistakes.any():
        return
    true, predicted = np.unravel_index(int(mistakes.argmax()), mistakes.shape)
    share = mistakes[true, predicted] / matrix.rows[true].sum()
    yield Finding(
        "confusion",
        Tone.WARNING,
        f"The most frequent mistake: {matrix.classes[true]!r} taken for {matrix.classes[predicted]!r}.",
        f"That happened to {percent(share)} of that class ({plain(float(mistakes[true, predicted]))} of "
        f"{plain(float(matrix.rows[true].sum()))}).",
    )
