"""A query, answered by DuckDB: over the files that were given, and over an attached DuckDB database.

It is one SELECT on a connection that can write nothing and reach no other file: DuckDB's own settings see to that, and
are locked. Text files are read by truecut, so that their columns have the types that they have without a query.
"""

from __future__ import annotations

import importlib
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from truecut.data.columns import Column, Source
from truecut.errors import EngineMissing, MissingColumn, UnreadableSource, near_miss
from truecut.readers.failures import failures_explained
from truecut.readers.files import expanded, open_files
from truecut.readers.one_file import first_bytes
from truecut.readers.opening import FOREIGN, SQLITE_MAGIC
from truecut.readers.polars_columns import column_from_series, written_names
from truecut.readers.typed_text import words_of_text

NAME = "the query"
VIEW = "data"
NOT_GIVEN = re.compile('Cannot access (?:file|directory) "(.+)"')
PARQUET_SUFFIXES = (".parquet", ".pq")


def query(
    sql: str, files: Sequence[str] = (), *, database: str | None = None, as_written: Collection[str] = ()
) -> Source:
    """Run a query with DuckDB and return its result as a source.

    The files, if any, are the view `data`, and each is known by its name; the tables of the DuckDB database, if one is
    named, are known by their own names. Columns of text files that are `as_written` are words.

    >>> query("select 1 as y, 0.5 as p").column_names
    ('y', 'p')
    """
    duckdb = _duckdb()
    with _explained(duckdb, files):
        # An extension is code from elsewhere; what DuckDB brings along is enough.
        connection = duckdb.connect(config={"autoinstall_known_extensions": False, "autoload_known_extensions": False})
        sql = _one_select(duckdb, connection, sql)
        if database is not None:
            _attach(connection, database)
        _lock(connection, _add_views(connection, _views(sql, files), as_written))
        return Query(_columns(connection, sql), sql, connection, duckdb)


@dataclass(frozen=True)
class Query:
    """The result of a query, of which only the needed columns are fetched."""

    column_names: tuple[str, ...]
    sql: str
    connection: Any
    duckdb: Any
    name: str = NAME

    def read(self, names: tuple[str, ...], as_written: Collection[str] = ()) -> dict[str, Column]:
        """Run the query for these columns."""
        for name in names:
            if name not in self.column_names:
                raise MissingColumn(name, self.column_names, "The result of the query")
        wanted = list(dict.fromkeys(names))
        if not wanted:
            return {}
        chosen = ", ".join(map(_identifier, wanted))
        with _explained(self.duckdb):
            answer = pl.DataFrame(self.connection.sql(f"select {chosen} from ({_bare(self.sql)}\n)"))
        if not answer.height:
            raise UnreadableSource("The query returns no rows.")
        return {
            name: column_from_series(name, written_names(name, answer[name]) if name in as_written else answer[name])
            for name in wanted
        }


def _duckdb() -> Any:
    try:
        return importlib.import_module("duckdb")
    except ImportError as error:
        raise EngineMissing("A query needs DuckDB: pip install 'truecut[sql]'.") from error


@contextmanager
def _explained(duckdb: Any, files: Sequence[str] = ()) -> Iterator[None]:
    """Turn an error of DuckDB into one sentence; the files are those that were given."""
    try:
        yield
    except (duckdb.Error, pl.exceptions.PolarsError) as error:
        reason = str(error).splitlines()[0].strip().rstrip(".!:")
        if elsewhere := NOT_GIVEN.search(reason):
            named = elsewhere[1]
            where = "by a function of DuckDB" if named in files else "which is not among the files"
            remedy = "" if named in files else "name it before --sql, and "
            raise UnreadableSource(f"The query reads {named!r}, {where}; {remedy}select from {VIEW}.") from error
        raise UnreadableSource(f"The query cannot be run: {reason[:250]}.") from error


def _one_select(duckdb: Any, connection: Any, sql: str) -> str:
    """Return the one statement of a query, without what stands after its end: a comment, for example."""
    statements = connection.extract_statements(sql)
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        found = " and ".join(str(statement.type).rpartition(".")[2] for statement in statements) or "nothing"
        raise UnreadableSource(f"The query must be one SELECT, and this is {found[:200]}.")
    return str(statements[0].query)


def _views(sql: str, files: Sequence[str]) -> dict[str, Sequence[str]]:
    """Return the files of each view that the query may mean."""
    given = {VIEW: files, **{name: [name] for name in files}} if files else {}
    return {name: given[name] for name in given if name in sql}


def _columns(connection: Any, sql: str) -> tuple[str, ...]:
    # As a subquery it must return rows; that renames repeated columns, though.
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
    with failures_explained(path.name, "a database"):
        is_sqlite = first_bytes(path).startswith(SQLITE_MAGIC)
    if is_sqlite:
        # DuckDB could read it, but only with an extension that it downloads.
        raise UnreadableSource(f"{path.name} is {FOREIGN[SQLITE_MAGIC]}.")
    connection.execute(f"attach {_literal(database)} as attached (type duckdb, read_only)")
    connection.execute("use attached")


def _near_file(path: Path) -> str:
    beside = path.parent.iterdir() if path.parent.is_dir() else ()
    return near_miss(path.name, [entry.name for entry in beside])


def _add_views(connection: Any, views: Mapping[str, Sequence[str]], as_written: Collection[str]) -> list[str]:
    """Make views of files; return those that DuckDB reads itself, since their types are declared in them."""
    theirs: list[str] = []
    for view, files in views.items():
        source = open_files(files)
        _require_told_apart(source)
        if all(name.lower().endswith(PARQUET_SUFFIXES) for name in files):
            paths = [str(place) for place in expanded(files)]
            reading = f"select * from read_parquet([{', '.join(map(_literal, paths))}])"
            connection.execute(f"create temp view {_identifier(view)} as {reading}")
            theirs += paths
        else:
            table = source.table_to_ask(as_written)
            first = source.parts[0]
            written = () if first.declares_types else [name for name in as_written if name in table]
            words = {name: words_of_text(table[name], first.missing) for name in written}
            connection.register(view, _Rows(pl.DataFrame({**table, **words})))
    return theirs


def _require_told_apart(source: Source) -> None:
    """Refuse columns that DuckDB takes for one another: it would answer `select p` from P without a word."""
    by_letters: dict[str, str] = {}
    for name in source.column_names:
        if (other := by_letters.setdefault(name.lower(), name)) != name:
            raise UnreadableSource(
                f"A query does not tell column {other!r} of {source.name} from column {name!r}; rename one of them."
            )


@dataclass(frozen=True)
class _Rows:
    """Rows that DuckDB reads as Arrow, for which it needs no further package unless it knows the class."""

    frame: pl.DataFrame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)


def _lock(connection: Any, paths: Sequence[str]) -> None:
    """Take from the connection what it does not need: writing, other files, the network, and changing this."""
    if paths:
        connection.execute(f"set allowed_paths = [{', '.join(map(_literal, paths))}]")
    connection.execute("set enable_external_access = false")
    connection.execute("set lock_configuration = true")


def _literal(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"


def _identifier(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
