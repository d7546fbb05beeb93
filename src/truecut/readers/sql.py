"""A query, answered by DuckDB: files by their names, a view `data`, or an attached DuckDB database."""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from truecut.data.columns import Column, Source
from truecut.errors import EngineMissing, MissingColumn, UnreadableSource, near_miss
from truecut.readers.failures import explained
from truecut.readers.frames import column_from_values
from truecut.readers.one_file import first_bytes
from truecut.readers.opening import FOREIGN, SQLITE_MAGIC
from truecut.readers.typed_text import MISSING

NAME = "the query"

# How DuckDB reads what `data` is made of, by suffix; a compression suffix may follow.
READERS = {
    ".csv": "read_csv",
    ".tsv": "read_csv",
    ".jsonl": "read_json",
    ".ndjson": "read_json",
    ".parquet": "read_parquet",
    ".pq": "read_parquet",
}


def query(sql: str, files: Sequence[str] = (), *, database: str | None = None) -> Source:
    """Run a query with DuckDB and return its result as a source.

    The files, if any, are the view `data`; the tables of the DuckDB database, if one is named, are known
    by their own names. The database is opened for reading only.

    >>> query("select 1 as y, 0.5 as p").column_names
    ('y', 'p')
    """
    duckdb = _duckdb()
    with _explained(duckdb):
        connection = duckdb.connect()
        if database is not None:
            _attach(connection, database)
        if files:
            connection.execute(f"create temp view data as {_reading(files)}")
        return Query(_columns(connection, sql), sql, connection, duckdb)


@dataclass(frozen=True)
class Query:
    """The result of a query, of which only the needed columns are fetched."""

    column_names: tuple[str, ...]
    sql: str
    connection: Any
    duckdb: Any
    name: str = NAME

    def read(self, names: tuple[str, ...]) -> dict[str, Column]:
        """Run the query for these columns."""
        for name in names:
            if name not in self.column_names:
                raise MissingColumn(name, self.column_names, "The result of the query")
        wanted = list(dict.fromkeys(names))
        if not wanted:
            return {}
        chosen = ", ".join(map(_identifier, wanted))
        with _explained(self.duckdb):
            # As NumPy arrays: every version of DuckDB does that without a further package.
            arrays = self.connection.execute(f"select {chosen} from ({_bare(self.sql)}\n)").fetchnumpy()
        columns = {name: column_from_values(name, arrays[name]) for name in wanted}
        if not len(columns[wanted[0]]):
            raise UnreadableSource("The query returns no rows.")
        return columns


def _duckdb() -> Any:
    try:
        return importlib.import_module("duckdb")
    except ImportError as error:
        raise EngineMissing("A query needs DuckDB: pip install 'truecut[sql]'.") from error


@contextmanager
def _explained(duckdb: Any) -> Iterator[None]:
    """Turn an error of DuckDB into one sentence."""
    try:
        yield
    except duckdb.Error as error:
        reason = str(error).splitlines()[0].strip().rstrip(".!:")
        raise UnreadableSource(f"The query cannot be run: {reason[:250]}.") from error


def _columns(connection: Any, sql: str) -> tuple[str, ...]:
    # As a subquery it must be one statement that returns rows; that renames repeated columns, though.
    connection.execute(f"describe select * from ({_bare(sql)}\n)").fetchall()
    names = [row[0] for row in connection.execute(f"describe {_bare(sql)}").fetchall()]
    repeated, count = Counter(names).most_common(1)[0]
    if count > 1:
        raise UnreadableSource(f"The query returns {count} columns called {repeated!r}.")
    return tuple(names)


def _bare(sql: str) -> str:
    return sql.strip().rstrip(";")


def _attach(connection: Any, database: str) -> None:
    path = Path(database)
    if not path.is_file():
        raise UnreadableSource(f"There is no database {database!r}.{_near_file(path)}")
    with explained(path.name, "a database"):
        is_sqlite = first_bytes(path).startswith(SQLITE_MAGIC)
    if is_sqlite:
        # DuckDB could read it, but only with an extension that it downloads.
        raise UnreadableSource(f"{path.name} is {FOREIGN[SQLITE_MAGIC]}.")
    connection.execute(f"attach {_literal(database)} as attached (type duckdb, read_only)")
    connection.execute("use attached")


def _near_file(path: Path) -> str:
    beside = path.parent.iterdir() if path.parent.is_dir() else ()
    return near_miss(path.name, [entry.name for entry in beside])


def _reading(files: Sequence[str]) -> str:
    stem = files[0].lower().removesuffix(".gz").removesuffix(".zst")
    reader = READERS.get(Path(stem).suffix)
    if reader is None:
        raise UnreadableSource(f"A query can read CSV, JSON lines and Parquet as data, not {files[0]!r}.")
    missing = f", nullstr=[{_literals(MISSING)}]" if reader == "read_csv" else ""
    return f"select * from {reader}([{_literals(files)}]{missing})"


def _literals(texts: Sequence[str]) -> str:
    return ", ".join(map(_literal, texts))


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
