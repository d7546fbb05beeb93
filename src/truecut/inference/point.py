"""A point: four counts, where they came from, and every metric that follows from them, with its interval."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import BY_NAME, CATALOGUE, metric
from truecut.catalogue.class_counts import Importance
from truecut.catalogue.class_metric import Average
from truecut.catalogue.class_metrics import CLASS_METRICS_BY_NAME, only_of_classes
from truecut.catalogue.model import Metrics, Model
from truecut.catalogue.point import CountedPoint
from truecut.counting.counts import checked_counts
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall, UnknownAttribute
from truecut.errors.boundary import answers_for_all, answers_in_sentences
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import LEVEL, estimate

if TYPE_CHECKING:
    from truecut.inference.many_classes.class_matrix import ClassMatrix
    from truecut.inference.many_classes.classification_report import ClassificationReport

NEGATIVE_AND_POSITIVE = ("negative", "positive")
IN_CLUSTERS = (
    "an average of both classes does not know which rows belong together; without average= there is an interval"
)
ACROSS_FOLDS = "an average of both classes does not know what folds share; without average= there is an interval"
OF_BOTH_CLASSES = ("answered", "normalised", "of", "place", "rows", "support", "true")  # what a matrix has
COUNTS_BY_NAME = ".counts.tn, .counts.fp, .counts.fn and .counts.tp"


@answers_for_all
@dataclass(frozen=True)
class Point(CountedPoint):
    """Counts at one threshold; without a threshold if they were given as counts or predictions.

    Two classes are a case of many: `matrix` holds both, and `average=` takes them together.

    >>> found = counts(tp=30, fn=10, fp=5, tn=55).metric("recall")
    >>> found.value, round(found.low, 3), round(found.high, 3)
    (0.75, 0.598, 0.858)
    """

    classes: tuple[str, str] = field(default=NEGATIVE_AND_POSITIVE, compare=False)  # the positive one last
    model: Model | None = field(default=None, repr=False, compare=False)  # whose design the intervals follow
    no_interval: str = field(default="", repr=False, compare=False)  # why there is none

    def metric(
        self,
        name: str,
        average: Average | str | None = None,
        *,
        level: float = LEVEL,
        interval: str | None = None,
        convention: str | None = None,
        **parameters: Any,
    ) -> Estimate:
        """Return one metric by name or alias with its interval: of the positive class, or an average of both.

        `name` is that of the metric and `parameters` its own; `average` is "macro", "weighted" or "micro". `level` is
        how sure the interval is. `interval` names another method than the default one. `convention` names a rule for
        what is undefined, such as "zero".

        >>> import truecut as tc
        >>> tc.counts(tp=30, fn=10, fp=5, tn=55).metric("recall", interval="clopper-pearson")
        <Estimate: recall 75.0 % (58.8 to 87.3)>
        """
        if average is not None or self._asks_for_all_classes(name, parameters):
            return self.matrix.metric(
                name, average, level=level, interval=interval, convention=convention, **parameters
            )
        entry = metric(name)
        if not entry.needs_only_counts:
            raise BadCall(f"{entry.name} needs {entry.needs.value}, and four counts do not tell them.")
        if self.no_interval:
            value = entry.at(self.counts, convention=convention, **parameters)
            return Estimate(
                value.value,
                value.undefined,
                value.convention,
                level=level,
                note=self.no_interval,
                metric=entry.name,
                parameters=parameters,
            )
        return estimate(self.judged, entry.name, level=level, interval=interval, convention=convention, **parameters)

    def metrics(self, *, level: float = LEVEL, convention: str | None = None) -> Mapping[str, Estimate]:
        """Return every metric of four counts, by name, each computed when it is first asked for.

        `level` is how sure the interval is. `convention` names a rule for what is undefined, such as "zero".

        >>> import truecut as tc
        >>> tc.counts(tp=30, fn=10, fp=5, tn=55).metrics()["precision"]
        <Estimate: precision 85.7 % (70.6 to 93.7)>
        """
        names = tuple(entry.name for entry in CATALOGUE if entry.needs_only_counts)
        return Metrics(names, partial(self.metric, level=level, convention=convention))

    @property
    def judged(self) -> Model:
        """Return the model that these counts are of, in the situation that is asked about."""
        if self.model is not None and self.model.situation == self.situation:
            return self.model
        model = Model.of_counts("counts", self.counts) if self.model is None else self.model
        threshold, situated = model.threshold, model.given(self.situation, model.class_weights_in(self.situation))
        return situated.cut_at(threshold)

    __iter__ = None  # it has places by no number

    def __getattr__(self, name: str) -> Any:
        """Answer the names of arrays and metrics with the way to ask."""
        if hasattr(type(self), name):  # a property that failed: its own error is to be seen
            return object.__getattribute__(self, name)
        if name in ("ravel", "flatten", "T", "shape"):
            raise UnknownAttribute(f"A point has no {name}; its counts are {COUNTS_BY_NAME}.")
        if name in OF_BOTH_CLASSES:
            raise UnknownAttribute(f"A point has no {name}; the matrix of both classes has it: .matrix.{name}.")
        if name in BY_NAME:
            raise UnknownAttribute(f'A point has no attribute {name!r}; ask .metric("{name}").')
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __getitem__(self, place: object) -> NoReturn:
        """Answer brackets with the names of the counts."""
        raise BadCall(f"The counts have names: {COUNTS_BY_NAME}; as a table, .matrix.rows.")

    @property
    def matrix(self) -> ClassMatrix:
        """Return rows by true and answered class, the negative class first."""
        from truecut.inference.many_classes.class_matrix import ClassMatrix

        of = self.counts
        rows = np.array([[of.tn, of.fp], [of.fn, of.tp]], dtype=object)
        if self.model is None and self.situation.prevalence is None and self.situation.sampled is None:
            return ClassMatrix(self.classes, rows, is_weighted=bool(self.no_interval), no_interval=self.no_interval)
        moved = self.judged.moved
        why_not = IN_CLUSTERS if moved.design.is_clustered else ACROSS_FOLDS if moved.folds is not None else ""
        if not moved.table.is_weighted:
            return ClassMatrix(self.classes, rows, no_interval=why_not)
        flagged = int(moved.curve.reached([moved.threshold])[0])
        return ClassMatrix(
            self.classes,
            _cells(moved.table, "", flagged)[:, :2],
            is_weighted=True,
            importance=Importance(_cells(moved.table, "_squares", flagged), _cells(moved.table, "_rows", flagged)),
            fixes_classes=moved.mix is not None,
            no_interval=why_not,
        )

    def classification_report(self, *, level: float = LEVEL, convention: str | None = None) -> ClassificationReport:
        """Return precision, recall, F1 and support of both classes and on average, with intervals.

        `level` is how sure the interval is. `convention` names a rule for what is undefined, such as "zero".

        >>> import truecut as tc
        >>> tc.counts(tp=30, fn=10, fp=5, tn=55).classification_report().to_dict()["positive"]["recall"]
        0.75
        """
        return self.matrix.classification_report(level=level, convention=convention)

    @staticmethod
    def _asks_for_all_classes(name: str, parameters: Mapping[str, Any]) -> bool:
        """Say whether a name, or a parameter such as the weights of kappa, is of the whole matrix alone."""
        if only_of_classes(name) is not None:
            return True
        known = CLASS_METRICS_BY_NAME.get(metric(name).name)
        return known is not None and any(key in known.parameters for key in parameters)


def _cells(table: ScoreTable, what: str, flagged: int) -> NDArray[Any]:
    """Return weights, their squares or rows by true and answered class, the negative first; nobody is unsure."""
    names = ("negatives", "positives") if not what else (f"negative{what}", f"positive{what}")
    columns = [getattr(table, name) for name in names]
    return np.array([[column[flagged:].sum(), column[:flagged].sum(), 0] for column in columns])


@answers_in_sentences
def counts(*, tp: float, fn: float, fp: float, tn: float) -> Point:
    """Return the point of four counts: everything that follows from a confusion matrix.

    `tp` are positives that were flagged, `fn` positives that were missed, `fp` negatives that were flagged, `tn` the
    others.

    >>> counts(tp=30, fn=10, fp=5, tn=55).metric("precision")
    <Estimate: precision 85.7 % (70.6 to 93.7)>
    """
    return Point(checked_counts(tp=tp, fn=fn, fp=fp, tn=tn))
