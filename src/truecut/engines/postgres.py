"""PostgreSQL counts: a table or a query on a server, of which only the counted table is sent.

It takes psycopg, or the address of a server (`postgresql://user@host/database`). Everything is asked in one read-only
transaction, so that rows which arrive meanwhile are in all the tables or in none.
"""

from __future__ import annotations

import importlib
import re
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.engines.counting import CountingEngine
from truecut.engines.expressions import POSTGRES, ColumnKind, GroupBy, sums_within_cells
from truecut.engines.inside_cells import CellCounts
from truecut.engines.jobs import running
from truecut.errors import EngineMissing, UnreadableSource
from truecut.errors.visible_text import MASK
from truecut.readers.failures import first_line

KINDS = {"bool": ColumnKind.FLAG} | dict.fromkeys(("int2", "int4", "int8"), ColumnKind.WHOLE)
KINDS |= {"float4": ColumnKind.REAL, "float8": ColumnKind.REAL, "numeric": ColumnKind.WIDE}


def on_postgres(connection: Any, query: str) -> CountingEngine:
    """Return a query, or the name of a table, as an engine; `connection` is one of psycopg's, or an address.

    A connection that was handed over stays open and is not committed; one that is opened here reads one snapshot.
    """
    is_ours = isinstance(connection, str)
    if is_ours:
        connection = _connected(connection)
    source = f"({_query(query)}\n) as rows_of_truecut"

    def run(text: str, about: str) -> dict[str, NDArray[Any]]:
        watched = running("PostgreSQL", about, cancel=connection.cancel)
        with watched, _undone_if_it_fails(connection), connection.cursor() as cursor:
            cursor.execute(text)
            return _arrays([column.name for column in cursor.description], cursor.fetchall())

    def ask(question: GroupBy) -> dict[str, NDArray[Any]]:
        return run(question.sql(source, POSTGRES.table(question.cuts)), question.about)

    def distinct(question: GroupBy, most: int | None) -> int:
        text = question.up_to(most).sql(source)
        return int(run(f"select count(*) as n from ({text}) as found", question.about)["n"][0])

    def within(question: GroupBy, standing: CellCounts) -> dict[str, NDArray[Any]]:
        text = sums_within_cells(question.sql(source), POSTGRES, standing)
        return run(text, question.about)

    engine = CountingEngine("the query", "PostgreSQL", _kinds(connection, source), POSTGRES, ask, distinct, within)
    if is_ours:
        weakref.finalize(engine, connection.close)
    return engine


def _query(text: str) -> str:
    bare = text.strip().rstrip(";")
    return bare if any(character.isspace() for character in bare) else f"select * from {bare}"


def _connected(address: str) -> Any:
    try:
        psycopg = importlib.import_module("psycopg")
    except ImportError as error:
        raise EngineMissing("PostgreSQL needs psycopg: pip install 'truecut[sql]'.") from error
    try:
        connection = psycopg.connect(address)
    except psycopg.Error as problem:
        raise UnreadableSource(f"The database cannot be reached: {_reason(problem, address)}.") from None
    connection.read_only = True
    connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
    return connection


def _reason(problem: Exception, address: str) -> str:
    """Return why there is no connection; what psycopg quotes of the user information may be the password."""
    secret = address.rpartition("@")[0]

    def told(quoted: re.Match[str]) -> str:
        return f'"{MASK}"' if "@" in quoted[1] or quoted[1] in secret else quoted[0]

    return re.sub("""["']([^"']+)["']""", told, first_line(problem))


@contextmanager
def _undone_if_it_fails(connection: Any) -> Iterator[None]:
    # After an error PostgreSQL refuses everything until its transaction ends; a savepoint leaves the user's own alone.
    with connection.transaction():
        yield


def _kinds(connection: Any, source: str) -> dict[str, ColumnKind]:
    with running("PostgreSQL", "the columns"), _undone_if_it_fails(connection), connection.cursor() as cursor:
        cursor.execute(f"select * from {source} limit 0")
        return {column.name: _kind(connection, column.type_code) for column in cursor.description}


def _kind(connection: Any, oid: int) -> ColumnKind:
    known = connection.adapters.types.get(oid)
    return KINDS.get("" if known is None else known.name, ColumnKind.TEXT)


def _arrays(names: list[str], rows: list[tuple[Any, ...]]) -> dict[str, NDArray[Any]]:
    columns = zip(*rows, strict=True) if rows else [()] * len(names)
    return {name: _array(list(column)) for name, column in zip(names, columns, strict=True)}


def _array(values: list[Any]) -> NDArray[Any]:
    kinds = set(map(type, values))
    if len(kinds) == 1 and kinds <= {int, float, bool}:
        return np.array(values)
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array
