"""DuckDB counts: a relation or a query over files larger than memory, answered where it lies."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.engines.counting import CountingEngine
from truecut.engines.expressions import CUTS, DUCKDB, ColumnKind, GroupBy, sums_within_cells
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
        if not question.cuts:
            return run(question.sql(SOURCE), question.about)
        if finds_variables:
            with running("DuckDB", question.about):
                return _with_table(relation, question)
        # Named once and read once, however often it is joined.
        cuts = f"with {CUTS} as materialized (select * from {DUCKDB.table(question.cuts)}) "
        return run(cuts + question.sql(SOURCE), question.about)

    def distinct(question: GroupBy, most: int | None) -> int:
        text = question.up_to(most).sql(SOURCE)
        return int(run(f"select count(*) as n from ({text}) as found", question.about)["n"][0])

    def within(question: GroupBy, standing: CellCounts) -> dict[str, NDArray[Any]]:
        text = sums_within_cells(question.sql(SOURCE), DUCKDB, standing)
        return run(text, question.about)

    finds_variables = _finds_variables(relation)
    kinds = {column: _kind(str(dtype)) for column, dtype in zip(relation.columns, relation.types, strict=True)}
    return CountingEngine(name, "DuckDB", kinds, DUCKDB, ask, distinct, within)


def _with_table(relation: Any, question: GroupBy) -> dict[str, NDArray[Any]]:
    """Return the answer to a question about a table of ours, which DuckDB finds by the name of a variable here."""
    cuts_of_truecut = dict(question.cuts)
    answer = _plain(relation.query(SOURCE, question.sql(SOURCE)).fetchnumpy())
    del cuts_of_truecut
    return answer


def _finds_variables(relation: Any) -> bool:
    """Say whether the connection looks for tables among the variables of Python; it may have been told not to."""
    seen_of_truecut = {"a": np.array([1])}
    try:
        found = relation.query(SOURCE, "select a from seen_of_truecut").fetchnumpy()
    except Exception:  # DuckDB has an error of its own for each thing that may be switched off
        return False
    return bool(seen_of_truecut and [*found] == ["a"])


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
