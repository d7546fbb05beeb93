"""Polars counts: a lazy frame over files larger than memory, answered batch by batch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truecut.engines.counting import CountingEngine
from truecut.engines.expressions import CUTS, POLARS, Between, ColumnKind, GroupBy
from truecut.engines.inside_cells import CellCounts, RowsAbove, block_sums
from truecut.engines.jobs import running

if TYPE_CHECKING:
    import polars as pl

SOURCE = "rows_of_truecut"


def on_polars(frame: Any, name: str = "the Polars frame") -> CountingEngine:
    """Return a lazy frame as an engine."""

    def answered(question: GroupBy) -> pl.DataFrame:
        with running("Polars", question.about):
            return lazy_answer(frame, question).collect(engine="streaming")

    def ask(question: GroupBy) -> dict[str, NDArray[Any]]:
        return arrays_of(answered(question))

    def distinct(question: GroupBy, most: int | None) -> int:
        return len(answered(question.up_to(most)))

    def within(question: GroupBy, standing: CellCounts) -> dict[str, NDArray[Any]]:
        entries = arrays_of(answered(question))
        sides = entries["positives"], entries["negatives"]
        nothing = RowsAbove(0.0, 0.0, standing.all_positives)
        # One machine holds the table anyway, so all its cells are one block.
        sums = block_sums(0, entries["score"], *sides, nothing, lower_is_positive=standing.lower_is_positive)
        return {name: np.array([value]) for name, value in sums.items()}

    return CountingEngine(name, "Polars", kinds_of(frame.collect_schema()), POLARS, ask, distinct, within)


def lazy_answer(frame: Any, question: GroupBy) -> pl.LazyFrame:
    """Return the answer to a question as a lazy frame."""
    import polars as pl

    if not question.looked_up:
        tables = {SOURCE: frame} | ({CUTS: pl.LazyFrame(dict(question.cuts))} if question.cuts else {})
        return pl.SQLContext(tables).execute(question.sql(SOURCE))
    # A nested case costs Polars as much as all its branches; looking a score up costs a few comparisons.
    viewed = pl.SQLContext({SOURCE: frame}).execute(question.viewed(SOURCE))
    places = [_looked_up(between).alias(name) for name, between in question.looked_up.items()]
    return lazy_answer(viewed.with_columns(places), question.over_view())


def _looked_up(between: Between) -> Any:
    import polars as pl

    order = slice(None) if between.lower_is_positive else slice(None, None, -1)
    edges = np.array(between.edges)[order]

    def cell(scores: Any) -> Any:
        # Where a score is missing the row is not counted, whatever its cell.
        numbers = scores.fill_null(0).to_numpy()
        if between.lower_is_positive:
            return pl.Series(np.searchsorted(edges, numbers))
        return pl.Series(len(edges) - np.searchsorted(edges, numbers, side="right"))

    return pl.col(between.score).map_batches(cell, return_dtype=pl.Int64, is_elementwise=True)


def kinds_of(schema: Any) -> dict[str, ColumnKind]:
    """Return what each column holds."""
    return {name: _kind(dtype) for name, dtype in schema.items()}


def arrays_of(frame: Any) -> dict[str, NDArray[Any]]:
    """Return an answer as arrays; where a value is missing, as objects with None."""
    return {
        name: np.array(frame[name].to_list(), dtype=object) if frame[name].null_count() else frame[name].to_numpy()
        for name in frame.columns
    }


def _kind(dtype: Any) -> ColumnKind:
    import polars as pl

    from truecut.readers.polars_columns import is_wide

    if dtype == pl.Boolean:
        return ColumnKind.FLAG
    if is_wide(dtype):
        return ColumnKind.WIDE
    if dtype.is_integer():
        return ColumnKind.WHOLE
    return ColumnKind.REAL if dtype.is_numeric() else ColumnKind.TEXT
