"""The confusion matrix that a user holds: its metrics with intervals, class by class and of all together."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NoReturn

import numpy as np

from truecut.catalogue.class_counts import ClassCounts, Importance
from truecut.catalogue.class_metric import Average
from truecut.catalogue.class_reading import Absent, ClassWishes, read_matrix
from truecut.catalogue.model import FLAGGED, Model
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.errors import BadCall
from truecut.errors.boundary import answers_for_all
from truecut.errors.foreign_attributes import OF_MATRIX, foreign_attribute
from truecut.inference.intervals import LEVEL
from truecut.inference.many_classes.class_estimate import ClassEstimate
from truecut.inference.many_classes.matrix_intervals import estimate_of_matrix
from truecut.inference.point import Point
from truecut.words.shown import Shown

if TYPE_CHECKING:
    from truecut.inference.many_classes.classification_report import ClassificationReport

WEIGHTED = "with importance weights the rows behind the cells are not known"


@answers_for_all
@dataclass(frozen=True, eq=False)
class ClassMatrix(ClassCounts, Shown):
    """Rows by true class (down) and answered class (across), of two classes or more.

    >>> matrix = ClassMatrix(("a", "b", "c"), [[5, 1, 0], [0, 4, 0], [2, 0, 3]])
    >>> matrix.metric("f1", "macro").value, matrix.of("a").metric("recall").value
    (0.8027065527065527, 0.8333333333333334)
    """

    is_weighted: bool = False  # rows differ in importance, so cells are no numbers of rows
    no_interval: str = field(default="", kw_only=True)  # why averages of it have none

    def __getattr__(self, name: str) -> NoReturn:
        """Answer the names of arrays with where the counts are."""
        if hasattr(type(self), name):  # a property that failed: its own error is to be seen
            object.__getattribute__(self, name)
        raise foreign_attribute("A matrix of classes", name, OF_MATRIX) or AttributeError(
            f"{type(self).__name__!r} object has no attribute {name!r}"
        )

    def __getitem__(self, name: object) -> NoReturn:
        """Answer brackets with the ways to ask."""
        raise BadCall("The counts are .rows, one class against the rest is .of(name).")

    __iter__ = None  # it has places by no number

    @classmethod
    def of_counts(cls, counts: ClassCounts, importance: Importance | None = None) -> ClassMatrix:
        """Return the matrix of counts; of rows that differ in importance, with what their weights add up to."""
        return cls(
            counts.classes,
            counts.rows,
            counts.unsure,
            counts.is_ordered,
            importance is not None,
            importance=importance,
        )

    def metric(
        self,
        name: str,
        average: Average | str | None = None,
        *,
        level: float = LEVEL,
        interval: str | None = None,
        convention: str | None = None,
        absent: Absent | str = Absent.UNDEFINED,
        **parameters: Any,
    ) -> ClassEstimate:
        """Return a metric of the classes taken together, with its interval.

        A metric of four counts is averaged over the classes: `average` is "macro" (the default), "weighted" or "micro";
        with `absent="left_out"` classes without a value are left out of it. Accuracy, kappa, MCC and others are one
        number of the whole matrix and take no average. `name` is that of the metric and `parameters` its own. `level`
        is how sure the interval is. `interval` names another method than the default one. `convention` names a rule for
        what is undefined, such as "zero".

        >>> import truecut as tc
        >>> matrix = tc.ClassMatrix(("a", "b", "c"), [[5, 1, 0], [0, 4, 0], [2, 0, 3]])
        >>> matrix.metric("recall", "macro")
        <ClassEstimate: macro recall 81.1 % (53.9 to 92.2)>
        """
        reading = read_matrix(self, name, ClassWishes(average, convention, absent), parameters)
        if self._why_not:
            found = ClassEstimate.plain(reading.value, level, reading.of, self._why_not)
        else:
            found = estimate_of_matrix(self, reading, level=level, interval=interval)
        return replace(found, metric=reading.entry.name, parameters=parameters)

    def of(self, name: object) -> Point:
        """Return one class against the rest: four counts, and every metric of them.

        `name` is that of the class.

        >>> import truecut as tc
        >>> matrix = tc.ClassMatrix(("a", "b", "c"), [[5, 1, 0], [0, 4, 0], [2, 0, 3]])
        >>> matrix.of("a").counts
        Counts(tp=5, fp=2, fn=1, tn=7)
        """
        own = self.classes[self.place(name)]
        rest = f"not {own}" if len(self.classes) != 2 else next(other for other in self.classes if other != own)
        if self.importance is not None:
            model = self._weighted_model(own)
            return Point(model.point.counts, classes=(rest, own), model=model, no_interval=self.no_interval)
        return Point(self.counts(own), classes=(rest, own), no_interval=self._why_not)

    @property
    def _why_not(self) -> str:
        """Say why there are no intervals; nothing where there are."""
        return self.no_interval or (WEIGHTED if self.is_weighted and self.importance is None else "")

    def _weighted_model(self, own: str) -> Model:
        """Return one class against the rest as a model of weighted rows: flagged are those answered with it."""
        assert self.importance is not None
        place = self.place(own)
        unsure = np.zeros(len(self.classes)) if self.unsure is None else self.unsure
        columns = {"s": np.column_stack([self.rows, unsure]), "_rows": self.importance.rows}
        columns["_squares"] = self.importance.squares
        entries = {}
        for name, cells in columns.items():
            mine, rest = cells[place], cells.sum(axis=0) - cells[place]
            for side, by_answer in (("positive", mine), ("negative", rest)):
                entries[f"{side}{name}"] = np.array([by_answer[place], by_answer.sum() - by_answer[place]])
        table = ScoreTable.from_entries(np.array([1.0, 0.0]), entries, weights=Weights.IMPORTANCE)
        return Model(own, table, FLAGGED, is_hard=True)

    @property
    def matrix(self) -> ClassMatrix:
        """Return the matrix itself, as the point of two classes returns its own."""
        return self

    def classification_report(self, *, level: float = LEVEL, convention: str | None = None) -> ClassificationReport:
        """Return precision, recall, F1 and support of every class and on average, with intervals.

        `level` is how sure the interval is. `convention` names a rule for what is undefined, such as "zero".

        >>> import truecut as tc
        >>> matrix = tc.ClassMatrix(("a", "b", "c"), [[5, 1, 0], [0, 4, 0], [2, 0, 3]])
        >>> matrix.classification_report().accuracy
        <ClassEstimate: accuracy 80.0 % (54.8 to 93.0)>
        """
        from truecut.inference.many_classes.classification_report import classification_report

        return classification_report(self, level=level, convention=convention)
