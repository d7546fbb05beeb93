"""Spark counts: a PySpark DataFrame, by expressions that run in the executors without any Python there.

Only aggregates are collected. Jobs carry a group that is cancelled on Ctrl-C, and a description for Spark's own pages.
Areas are summed by Python in the executors where they have it (`spark_blocks.py`), otherwise by SQL.
"""

from __future__ import annotations

import warnings
import weakref
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from truecut.engines.counting import CountingEngine
from truecut.engines.expressions import SPARK, ColumnKind, GroupBy, Measure, sums_within_cells
from truecut.engines.inside_cells import CellCounts
from truecut.engines.jobs import running
from truecut.engines.spark_blocks import lacks_python, sums_of_blocks
from truecut.engines.spark_columns import plain_columns
from truecut.errors import UnreadableSource

SLOWLY = (
    "The executors of Spark lack Python with NumPy and PyArrow, so Spark's own running sums are used, several times "
    "slower; set PYSPARK_PYTHON (or spark.pyspark.python) to a Python that has both."
)
WHOLE = {"byte", "short", "integer", "long"}
REAL = {"float", "double"}
TAG = "truecut"


def on_spark(frame: Any, name: str = "the Spark table") -> CountingEngine:
    """Return a DataFrame as an engine."""
    fetched = partial(_fetched, frame.sparkSession)
    frame, inferred = plain_columns(frame)
    held = _TemporaryView.of(frame)
    view = held.name

    def run(text: str, about: str) -> dict[str, NDArray[Any]]:
        return fetched(held.asked(text), about)

    def ask(question: GroupBy) -> dict[str, NDArray[Any]]:
        return run(question.sql(view, SPARK.table(question.cuts)), question.about)

    def distinct(question: GroupBy, most: int | None) -> int:
        if most is None:
            text = f"select count(*) as n from ({question.sql(view)}) as found"
            return int(run(text, question.about)["n"][0])
        # To know whether there are too many an estimate is enough, off by a few percent.
        every_key = f"struct({', '.join(question.keys.values())})"
        estimate = replace(question, measures={"n": Measure("approx_count_distinct", every_key)}, keys={})
        return int(run(estimate.sql(view), question.about)["n"][0])

    def within(question: GroupBy, standing: CellCounts) -> dict[str, NDArray[Any]]:
        try:
            return fetched(sums_of_blocks(held.asked, question, view, standing), question.about)
        except UnreadableSource as problem:
            if not lacks_python(problem):
                raise
        warnings.warn(SLOWLY, stacklevel=2)
        return run(sums_within_cells(question.sql(view), SPARK, standing), question.about)

    kinds = {field.name: _kind(field.dataType.typeName()) for field in frame.schema.fields}
    return CountingEngine(name, "Spark", kinds, SPARK, ask, distinct, within, inferred)


def _fetched(session: Any, answering: Any, about: str) -> dict[str, NDArray[Any]]:
    with running("Spark", about, cancel=lambda: session.interruptTag(TAG)):
        session.addTag(TAG)
        _describe(session, f"truecut counts {about}")
        try:
            answer = answering.toArrow()
        finally:
            session.removeTag(TAG)
            _describe(session, None)
        return {column: _array(answer[column]) for column in answer.column_names}


@dataclass(frozen=True, eq=False)
class _TemporaryView:
    """A frame under a name that no other has, until nobody can ask it any more."""

    frame: Any
    name: str

    @classmethod
    def of(cls, frame: Any) -> _TemporaryView:
        view = cls(frame, f"rows_of_truecut_{uuid4().hex}")
        frame.createTempView(view.name)
        weakref.finalize(view, _drop, frame.sparkSession, view.name)
        return view

    def asked(self, text: str) -> Any:
        """Return the frame that answers a query."""
        return self.frame.sparkSession.sql(text)


def _drop(session: Any, name: str) -> None:
    # A session that has ended took its views with it.
    with suppress(Exception):
        session.catalog.dropTempView(name)


def _describe(session: Any, text: str | None) -> None:
    # Spark Connect has no context on this side, and shows the tag.
    context = getattr(session, "_sc", None)
    if context is not None:
        context.setLocalProperty("spark.job.description", text)


def _array(column: Any) -> NDArray[Any]:
    """Return a column of Arrow; where a value is missing, as objects with None, so that whole numbers stay whole."""
    return np.array(column.to_pylist(), dtype=object) if column.null_count else np.asarray(column.to_numpy())


def _kind(dtype: str) -> ColumnKind:
    if dtype == "boolean":
        return ColumnKind.FLAG
    if dtype in WHOLE:
        return ColumnKind.WHOLE
    if dtype.startswith("decimal"):
        return ColumnKind.WIDE
    return ColumnKind.REAL if dtype in REAL else ColumnKind.TEXT
