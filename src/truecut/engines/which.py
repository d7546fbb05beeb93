"""Which engine counts a table, by the package that the table comes from; nothing is imported to find out."""

from __future__ import annotations

from typing import Any

from truecut.engines.counting import CountingEngine
from truecut.errors import BadCall


def engine_of(data: Any, *, is_asked: bool) -> CountingEngine | None:
    """Return the engine of a table whose rows stay where they are, or None if its rows are to be read.

    Spark and Dask always count themselves. DuckDB and Polars are on this machine and do so only where
    they are asked to, by naming a resolution.
    """
    if isinstance(data, CountingEngine):
        return data
    package = _package(data)
    if package == "pyspark" and hasattr(data, "schema"):
        from truecut.engines.spark import on_spark

        return on_spark(data)
    if package == "dask" and hasattr(data, "to_delayed"):
        from truecut.engines.dask import on_dask

        return on_dask(data)
    if not is_asked:
        return None
    if package in ("duckdb", "_duckdb") and hasattr(data, "query"):
        from truecut.engines.duckdb import on_duckdb

        return on_duckdb(data)
    if package == "polars" and hasattr(data, "lazy"):
        from truecut.engines.polars_lazy import on_polars

        return on_polars(data.lazy())
    if hasattr(data, "connection") and hasattr(data, "sql"):
        from truecut.engines.duckdb import on_duckdb

        return on_duckdb(data.connection.sql(data.sql), data.name)
    raise BadCall(
        "A resolution is for tables that an engine counts (Spark, Dask, DuckDB, Polars, PostgreSQL); rows that are "
        "read here are always counted exactly, so leave it out."
    )


def _package(data: Any) -> str:
    return type(data).__module__.partition(".")[0]
