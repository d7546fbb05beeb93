"""From a matrix of many classes, and the scores behind it, to their summary."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from truecut.catalogue import CATALOGUE, Value, metric
from truecut.catalogue.class_metric import Average
from truecut.catalogue.class_metrics import OF_ALL_SCORES, OVERALL, has_own_definition
from truecut.catalogue.class_reading import ClassWishes
from truecut.catalogue.model import WITHOUT_A_SCORE, Metrics, Model
from truecut.data.rows import Provenance
from truecut.decisions.class_findings import findings_of_classes, findings_of_groups
from truecut.decisions.class_recommendation import recommended_answers
from truecut.decisions.findings import Subject
from truecut.inference.estimate import Estimate
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.inference.many_classes.score_intervals import ClassScores
from truecut.summaries.groups_of_classes import GroupsOfClasses
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.of_models import worst_first
from truecut.summaries.options import DEFAULTS, SummaryOptions
from truecut.summaries.summary import Classes, ClassSummary, Summary, SummaryKind
from truecut.words import DEFAULT, Words

OF_COUNTS = tuple(entry.name for entry in CATALOGUE if entry.needs_only_counts)
OF_CURVES = tuple(entry.name for entry in CATALOGUE if not entry.needs_only_counts)
WHOLE = tuple(name for name in OVERALL if name not in ("mean_cost", "total_cost"))  # nobody stated prices
AVERAGED = tuple(entry.name for entry in CATALOGUE if entry.needs_only_counts and not has_own_definition(entry))
AVERAGED_CURVES = tuple(
    entry.name for entry in CATALOGUE if not entry.needs_only_counts and not has_own_definition(entry)
)
POOLED = ("roc_auc", "average_precision")  # micro averages of curves: clusters of pairs take their time


def summary_of_classes(
    read: Provenance,
    matrix: ClassMatrix,
    scores: ClassScores,
    words: Words = DEFAULT,
    options: SummaryOptions = DEFAULTS,
    groups: GroupsOfClasses | None = None,
) -> Summary:
    """Return the summary of many classes."""
    classes = _ClassMetrics(matrix, scores, options)
    found = [*findings_of_classes(matrix, scores), *findings_of_groups(() if groups is None else groups.tested)]
    findings = worst_first(found)
    if groups is not None:
        _ = groups.quantities  # whoever wishes for what there is not hears it before anything is computed
    return Summary(
        kind=SummaryKind.CLASSES,
        read=read,
        words=words,
        options=options,
        classes=Classes(
            matrix.classes,
            tuple(tuple(row) for row in matrix.rows.tolist()),
            tuple(classes.of(name, words) for name in matrix.classes),
            classes.overall(),
            {average.value: classes.averages(average) for average in Average},
            recommended_answers(matrix, findings, words=words, level=options.level),
            () if matrix.unsure is None else tuple(matrix.unsure.tolist()),
            groups,
        ),
        findings=findings,
    )


@dataclass(frozen=True)
class _ClassMetrics:
    """The metrics of each class and of all together, found when they are asked for."""

    matrix: ClassMatrix
    scores: ClassScores
    options: SummaryOptions

    def of(self, name: str, words: Words) -> ClassSummary:
        counts, models = self.matrix.counts(name), self.scores.models
        model = models.get(name) or Model.of_counts(name, counts)
        own = replace(words, positive=f"“{name}”", negative="other")
        subject = Subject(replace(model, name=name), {}, own, is_only_model=False)
        against_rest = ModelSummary(subject, self.options)
        names = OF_COUNTS + (OF_CURVES if models else ())
        return ClassSummary(name, counts, Metrics(names, partial(self._metric, against_rest)), against_rest)

    def overall(self) -> Metrics[Estimate]:
        names = WHOLE + (OF_ALL_SCORES if self.scores.table is not None else ())
        return Metrics(names, partial(self._of_all, None))

    def averages(self, average: Average) -> Metrics[Estimate]:
        has_all = set(self.scores.models) >= set(self.matrix.classes)
        of_curves = AVERAGED_CURVES if average != Average.MICRO else POOLED if has_all else ()
        return Metrics(AVERAGED + (of_curves if self.scores.models else ()), partial(self._of_all, average))

    def _metric(self, of: ModelSummary, asked: str) -> Value:
        """Return a metric of one class against the rest: of the matrix, or of the class's own scores."""
        if not metric(asked).needs_only_counts:
            return of.metrics[asked] if of.name in self.scores.models else Value.absent(WITHOUT_A_SCORE)
        return self.matrix.of(of.name).metric(asked, level=self.options.level, convention=self.options.convention)

    def _of_all(self, average: Average | None, name: str) -> Estimate:
        level, convention = self.options.level, self.options.convention
        if name in WHOLE or name in AVERAGED:
            return self.matrix.metric(name, average, level=level, convention=convention)
        return self.scores.estimate(name, ClassWishes(average, convention), level=level)
