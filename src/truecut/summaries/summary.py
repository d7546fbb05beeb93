"""The summary: one plain tree of all that was found, and the only thing a view sees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from math import isinf
from typing import Any

import numpy as np

from truecut.catalogue import CATALOGUE, Value, metric
from truecut.catalogue.class_matrix import OVERALL, Average, ClassMatrix, mean_over_classes
from truecut.catalogue.design import kish
from truecut.catalogue.model import WITHOUT_A_SCORE, Metrics, Model, each_class
from truecut.catalogue.point import Point
from truecut.counting.counts import Counts
from truecut.data.rows import Provenance
from truecut.decisions.about_groups import rate_differences, widest_differences
from truecut.decisions.calibration_check import CalibrationCheck, calibration_check
from truecut.decisions.costs import Cost
from truecut.decisions.findings import Finding, Subject, Tone, findings_of
from truecut.decisions.group_differences import GroupDifference
from truecut.decisions.threshold_options import ThresholdOption, threshold_options
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import LEVEL, estimate, estimates
from truecut.inference.many_classes import DrawnMatrices
from truecut.inference.paired.best import ModelStanding
from truecut.numerals import count, percent, plain
from truecut.words import DEFAULT, Words, counted

BARS = 32  # of the small histogram
WORTH = {"accuracy": "accuracy", "roc_auc": "ROC AUC"}  # for what clusters are said to be worth fewer rows


class SummaryKind(StrEnum):
    """What was evaluated."""

    SCORES = "scores"
    PREDICTIONS = "predictions"
    COUNTS = "counts"
    CLASSES = "classes"


@dataclass(frozen=True)
class ScoreHistogram:
    """How the scores of each class spread between the lowest and the highest finite score."""

    low: float
    high: float
    positives: tuple[float, ...]  # share of the positives in each bar
    negatives: tuple[float, ...]

    def place(self, score: float) -> float:
        """Say where a score lies between the two ends, from 0 to 1."""
        return float(_placed(np.array(float(score)), self.low, self.high))


@dataclass(frozen=True)
class GroupSummary:
    """One group: its rows and its metrics."""

    name: str
    rows: int
    counts: Counts
    metrics: Mapping[str, Value]


@dataclass(frozen=True)
class ModelSummary:
    """One model: counts at its threshold, every metric, and its groups."""

    name: str
    rows: int
    threshold: float | None
    counts: Counts
    metrics: Mapping[str, Value]
    histogram: ScoreHistogram | None = None
    distinct_scores: int | None = None
    groups: tuple[GroupSummary, ...] = ()
    effective: tuple[float, float] | None = None  # positives and negatives of equal weight that would tell as much
    thresholds: tuple[ThresholdOption, ...] = ()  # thresholds worth a look, the present one among them
    calibration: CalibrationCheck | None = None  # whether its probabilities are right as a whole
    group_differences: tuple[GroupDifference, ...] = ()  # the widest of every group that is served worse, worst first


@dataclass(frozen=True)
class ClassSummary:
    """One class against the rest."""

    name: str
    counts: Counts
    metrics: Mapping[str, Value]


@dataclass(frozen=True)
class Classes:
    """More than two classes: the matrix, each class against the rest, and what they give together."""

    names: tuple[str, ...]
    matrix: tuple[tuple[float, ...], ...]  # rows by true class, columns by predicted class
    each: tuple[ClassSummary, ...]
    overall: Mapping[str, Value]
    averages: Mapping[str, Mapping[str, Value]]  # macro, weighted, micro


@dataclass(frozen=True)
class Summary:
    """All that was found about the models on the rows that were read."""

    kind: SummaryKind
    read: Provenance
    words: Words
    models: tuple[ModelSummary, ...] = ()
    classes: Classes | None = None
    findings: tuple[Finding, ...] = field(default_factory=tuple)
    convention: str | None = None  # whose rule supplies values that are undefined
    standings: tuple[ModelStanding, ...] = ()  # of several models on the same rows by ROC AUC, the best first


def summary_of_models(
    read: Provenance,
    subjects: Sequence[Subject],
    level: float = LEVEL,
    convention: str | None = None,
    cost: Cost | None = None,
    presets: Sequence[str] = (),
    standings: tuple[ModelStanding, ...] = (),
) -> Summary:
    """Return the summary of one or several models on the same rows.

    With a cost, thresholds are priced; `presets` are rules or goals whose thresholds are offered too.
    """
    found = _said_once([findings_of(subject) for subject in subjects])
    return Summary(
        kind=SummaryKind.PREDICTIONS if subjects[0].model.is_hard else SummaryKind.SCORES,
        read=read,
        words=subjects[0].words,
        models=tuple(_model_summary(subject, level, convention, cost, presets) for subject in subjects),
        findings=_worst_first(found),
        convention=convention,
        standings=standings,
    )


def summary_of_point(
    point: Point, words: Words = DEFAULT, level: float = LEVEL, convention: str | None = None
) -> Summary:
    """Return the summary of four counts."""
    read = Provenance("four counts", point.counts.rows, words.positive, words.negative)
    classifier = Model.of_counts("counts", point.counts)
    known = estimates(classifier, level=level, convention=convention)
    values = {entry.name: known[entry.name] for entry in CATALOGUE if entry.needs_only_counts}
    model = ModelSummary("counts", point.counts.rows, point.threshold, point.counts, values)
    found = findings_of(Subject(classifier, {}, words))
    return Summary(SummaryKind.COUNTS, read, words, (model,), findings=found, convention=convention)


def summary_of_classes(
    read: Provenance,
    matrix: ClassMatrix,
    by_class: Mapping[str, Model],
    words: Words = DEFAULT,
    convention: str | None = None,
    level: float = LEVEL,
) -> Summary:
    """Return the summary of more than two classes."""
    of_counts = tuple(entry.name for entry in CATALOGUE if entry.needs_only_counts)
    of_curve = tuple(entry.name for entry in CATALOGUE if not entry.needs_only_counts) if by_class else ()
    drawn = DrawnMatrices(matrix, level)
    each = tuple(
        ClassSummary(
            name,
            matrix.counts(name),
            Metrics(of_counts + of_curve, partial(_of_class, matrix, by_class, name, level, convention)),
        )
        for name in matrix.classes
    )
    averaged = tuple(name for name in of_counts if name not in OVERALL)
    weights = {Average.MACRO: None, Average.WEIGHTED: matrix.support()}

    def averages_by(average: Average, name: str) -> Estimate:
        if name in averaged:
            return drawn.average(name, average, convention=convention)
        return drawn.of_curves(mean_over_classes(each_class(by_class, matrix.classes, name), weights[average]))

    averages = {
        average.value: Metrics(averaged + (of_curve if average in weights else ()), partial(averages_by, average))
        for average in Average
    }
    return Summary(
        SummaryKind.CLASSES,
        read,
        words,
        classes=Classes(
            matrix.classes,
            tuple(tuple(row) for row in matrix.rows.tolist()),
            each,
            Metrics(tuple(OVERALL), drawn.overall),
            averages,
        ),
        findings=_findings_of_classes(matrix),
        convention=convention,
    )


def _of_class(
    matrix: ClassMatrix, by_class: Mapping[str, Model], name: str, level: float, convention: str | None, asked: str
) -> Value:
    """Return a metric of one class against the rest: of the matrix, or of the class's own scores."""
    if metric(asked).needs_only_counts:
        return estimate(Model.of_counts(name, matrix.counts(name)), asked, level=level, convention=convention)
    if name not in by_class:
        return Value.absent(WITHOUT_A_SCORE)
    return estimate(by_class[name], asked, level=level, convention=convention)


def about_clusters(summary: Summary) -> str:
    """Say how many independent rows the clusters are worth, for what is asked most often."""
    rows, clusters = counted(summary.read.rows, "row"), counted(summary.read.clusters, "cluster")
    first = summary.models[0].metrics
    worth = {title: getattr(first[name], "effective_rows", None) for name, title in WORTH.items()}
    said = [f"{count(round(number))} (for {title})" for title, number in worth.items() if number]
    return f"{rows} of {clusters}" + (f", worth about {' or '.join(said)} independent ones" if said else "")


def about_weights(summary: Summary) -> str:
    """Say how many rows of equal weight the weighted ones are worth; nothing if weights repeat rows."""
    effective = summary.models[0].effective if summary.models else None
    if effective is None:
        return ""
    positives, negatives = (f"{rows:,.0f}" for rows in effective)
    words = summary.words
    return f"worth about {positives} {words.positive} and {negatives} {words.negative} {words.units} of equal weight"


def _model_summary(
    subject: Subject, level: float, convention: str | None, cost: Cost | None, presets: Sequence[str]
) -> ModelSummary:
    model = subject.model
    return ModelSummary(
        name=model.name,
        rows=model.table.rows,
        threshold=model.point.threshold,
        counts=model.point.counts,
        metrics=estimates(model, level=level, convention=convention),
        histogram=None if model.is_hard else _histogram(model),
        distinct_scores=None if model.is_hard else len(model.table),
        effective=kish(model.table) if model.design.is_weighted else None,
        groups=tuple(
            GroupSummary(
                name, group.table.rows, group.point.counts, estimates(group, level=level, convention=convention)
            )
            for name, group in subject.groups.items()
        ),
        thresholds=threshold_options(model, cost, presets),
        calibration=calibration_check(model, level),
        group_differences=widest_differences(
            subject.group_differences if level == LEVEL else rate_differences(model, subject.groups, level)
        ),
    )


def _histogram(model: Model) -> ScoreHistogram | None:
    scores = model.table.scores.astype(float)
    finite = np.isfinite(scores)
    if not finite.any():
        return None
    low, high = float(scores[finite].min()), float(scores[finite].max())
    if model.table.are_probabilities:
        low, high = 0.0, 1.0
    if low == high:
        around = max(0.5, abs(low) * 1e-9)  # next to 1e16, 0.5 is nothing
        low, high = low - around, high + around
    return ScoreHistogram(
        low,
        high,
        _shares(scores[finite], model.table.positives[finite], low, high),
        _shares(scores[finite], model.table.negatives[finite], low, high),
    )


def _shares(scores: Any, weights: Any, low: float, high: float) -> tuple[float, ...]:
    bar = np.minimum((BARS * _placed(scores, low, high)).astype(int), BARS - 1)
    bars = np.bincount(bar, weights.astype(float), minlength=BARS)
    total = bars.sum()
    return tuple((bars / total if total else bars).tolist())


def _placed(scores: Any, low: float, high: float) -> Any:
    scale = 0.25 if isinf(high - low) else 1.0  # from -1e308 to 1e308 is farther than a float can say
    return (np.clip(scores, low, high) * scale - low * scale) / (high * scale - low * scale)


def _findings_of_classes(matrix: ClassMatrix) -> tuple[Finding, ...]:
    """Hold accuracy against always naming the most common class, and name the worst confusion."""
    accuracy, bar = matrix.metric("accuracy").value, matrix.metric("no_information_rate").value
    if accuracy is None or bar is None:
        return ()
    better = accuracy > bar
    against = "against" if better else "no better than the"
    found = [
        Finding(
            "accuracy",
            Tone.GOOD if better else Tone.WARNING,
            f"Accuracy is {percent(accuracy)}, {against} {percent(bar)} without a model.",
            "That bar is what always naming the most common class would reach.",
        )
    ]
    mistakes = matrix.rows * (1 - np.eye(len(matrix.classes), dtype=matrix.rows.dtype))
    if mistakes.any():
        true, predicted = np.unravel_index(int(mistakes.argmax()), mistakes.shape)
        share = mistakes[true, predicted] / matrix.rows[true].sum()
        found.append(
            Finding(
                "confusion",
                Tone.WARNING,
                f"The most frequent mistake: {matrix.classes[true]!r} taken for {matrix.classes[predicted]!r}.",
                f"That happened to {percent(share)} of that class ({plain(float(mistakes[true, predicted]))} of "
                f"{plain(float(matrix.rows[true].sum()))}).",
            )
        )
    return _worst_first(found)


def _said_once(found: Sequence[tuple[Finding, ...]]) -> list[Finding]:
    """Return the findings of all models; what is true of every one of them is about the rows, and said once."""
    shared = set.intersection(*({replace(finding, model="") for finding in of_model} for of_model in found))
    about = [replace(f, model="") if replace(f, model="") in shared else f for of_model in found for f in of_model]
    return list(dict.fromkeys(about))


def _worst_first(found: Sequence[Finding]) -> tuple[Finding, ...]:
    return tuple(sorted(found, key=lambda finding: list(Tone).index(finding.tone)))
