"""DuckDB counts: a relation or a query over files larger than memory, answered where it lies."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.engines.counting import CountingEngine
from truecut.engines.expressions import DUCKDB, ColumnKind, GroupBy, sums_within_cells
from truecut.engines.inside_cells import CellCounts
from truecut.engines.jobs import running

SOURCE = "rows_of_truecut"
WHOLE = {"TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT"}
REAL = {"FLOAT", "DOUBLE"}
WIDE = {"HUGEINT", "UHUGEINT"}


def on_duckdb(relation: Any, name: str = "the DuckDB relation") -> CountingEngine:
    """Return a relation as an engine."""

    def run(text: str, about: str) -> dict[str, NDArray[Any]]:
        with running("DuckDB", about):
            return _plain(relation.query(SOURCE, text).fetchnumpy())

    def ask(question: GroupBy) -> dict[str, NDArray[Any]]:
        return run(question.sql(SOURCE, DUCKDB.table(question.cuts)), question.about)

    def distinct(question: GroupBy, most: int) -> int:
        text = replace(question, limit=most + 1).sql(SOURCE)
        return int(run(f"select count(*) as n from ({text}) as found", question.about)["n"][0])

    def within(question: GroupBy, standing: CellCounts) -> dict[str, NDArray[Any]]:
        text = sums_within_cells(question.sql(SOURCE), DUCKDB, standing)
        return run(text, question.about)

    kinds = {column: _kind(str(dtype)) for column, dtype in zip(relation.columns, relation.types, strict=True)}
    return CountingEngine(name, "DuckDB", kinds, DUCKDB, ask, distinct, within)


def _kind(dtype: str) -> ColumnKind:
    if dtype == "BOOLEAN":
        return ColumnKind.FLAG
    if dtype in WHOLE:
        return ColumnKind.WHOLE
    if dtype in WIDE or dtype.startswith("DECIMAL"):
        return ColumnKind.WIDE
    return ColumnKind.REAL if dtype in REAL else ColumnKind.TEXT


def _plain(answer: dict[str, Any]) -> dict[str, NDArray[Any]]:
    """Return masked arrays, which DuckDB makes where a value may be missing, as objects with None."""
    return {
        name: np.array(column.tolist(), dtype=object)
        if np.ma.isMaskedArray(column) and column.mask.any()
        else np.asarray(column)
        for name, column in answer.items()
    }
