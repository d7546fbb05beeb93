"""One expression layer for every engine that speaks SQL: DuckDB, Polars, PostgreSQL, Spark.

A question is a group-by over one plain view of the rows: `label`, `score`, `weight`, `part` by these names, with NaN as
NULL and -0.0 as 0.0, so that engines which compare or group these differently never see them. Its measures are sums,
lowest and highest values only, so answers of disjoint rows can be put together (`merged` in `dask.py`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from numpy.typing import NDArray

from truecut.engines.inside_cells import CellCounts

MANY = 100_000  # distinct labels or groups, beyond which a column is neither
CUTS = "cuts_of_truecut"  # the table of cells that were cut further


class ColumnKind(StrEnum):
    """What a column holds, as far as counting is concerned."""

    FLAG = "flag"
    WHOLE = "whole"
    REAL = "real"
    WIDE = "wide"  # decimals and whole numbers beyond 64 bits: doubles as scores, digit by digit as names
    TEXT = "text"  # and dates, which are shown as text


@dataclass(frozen=True)
class Dialect:
    """Where the engines' SQL differs."""

    double: str = "double"
    text: str = "varchar"
    digits: str = "cast({column} as varchar)"  # of a wide number
    quote: str = '"'
    escapes_with_backslash: bool = False
    # Numbers that are listed in a text, and how such lists become rows.
    listed: str = "unnest(cast(string_split({text}, ',') as {type}[]))"
    rows_of_lists: str = "select {lists}"

    def identifier(self, name: str) -> str:
        """Return a column's name as the engine reads it, whatever characters are in it."""
        return self.quote + name.replace(self.quote, 2 * self.quote) + self.quote

    def literal(self, value: object) -> str:
        """Return a value as the engine reads it."""
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, int):
            return str(value)
        if isinstance(value, float):
            return f"cast('{value!r}' as {self.double})"
        text = str(value)
        if self.escapes_with_backslash:
            text = text.replace("\\", "\\\\").replace("'", "\\'")
        else:
            text = text.replace("'", "''")
        return f"'{text}'"

    def is_among(self, column: str, values: Sequence[object]) -> str:
        """Return whether a column holds one of some values; SQL has no empty list."""
        return f"{column} in ({', '.join(map(self.literal, values))})" if values else "1 = 0"

    def value(self, name: str, kind: ColumnKind) -> str:
        """Return a column as labels and groups are compared: missing is NULL, NaN too, and -0.0 is 0.0."""
        column = self.identifier(name)
        if kind == ColumnKind.TEXT:
            return f"cast({column} as {self.text})"
        if kind == ColumnKind.WIDE:
            return self.digits.format(column=column)
        if kind != ColumnKind.REAL:
            return column
        number = f"cast({column} as {self.double})"
        # All four engines hold NaN to be higher than any number.
        return (
            f"case when {number} > cast('Infinity' as {self.double}) then null "
            f"when {number} = 0 then cast(0 as {self.double}) else {number} end"
        )

    def number(self, name: str, kind: ColumnKind) -> str:
        """Return a column as scores and weights are counted."""
        if kind == ColumnKind.WIDE:
            return self.value(name, ColumnKind.REAL)
        if kind != ColumnKind.FLAG:
            return self.value(name, kind)
        column = self.identifier(name)
        return f"case when {column} then 1 when not {column} then 0 end"

    def flags(self, name: str, kind: ColumnKind, flagged: Sequence[object]) -> str:
        """Return a column of hard predictions as a score: 1 for the values that flag a row, 0 for others."""
        value = f"({self.value(name, kind)})"
        flag = f"case when {self.is_among(value, flagged)} then {self.real('1')} else {self.real('0')} end"
        return f"case when {value} is null then null else {flag} end"

    def real(self, expression: str) -> str:
        """Return a number as a double."""
        return f"cast({expression} as {self.double})"

    def table(self, columns: Mapping[str, NDArray[Any]]) -> str:
        """Return numbers as a table inside a query, each column one text: a list of values takes minutes to parse.

        >>> import numpy as np
        >>> Dialect().table({"cut": np.array([1, 2])})
        "(select unnest(cast(string_split('1,2', ',') as bigint[])) as cut) as cuts_of_truecut"
        """
        if not columns:
            return ""
        lists = ", ".join(f"{self._listed(column)} as {name}" for name, column in columns.items())
        return f"({self.rows_of_lists.format(lists=lists, names=', '.join(columns))}) as {CUTS}"

    def _listed(self, column: NDArray[Any]) -> str:
        types = {"f": self.double, "u": "ubigint"}
        text = self.literal(",".join(map(repr, column.tolist())))
        return self.listed.format(text=text, type=types.get(column.dtype.kind, "bigint"))


POSTGRES = Dialect(
    double="double precision",
    digits="case when {column} <> 'NaN' then cast(trim_scale({column}) as varchar) end",  # 1.0 and 1.00 are one number
    listed="unnest(cast(string_to_array({text}, ',') as {type}[]))",
)
SPARK = Dialect(
    text="string",
    digits="cast({column} as string)",
    quote="`",
    escapes_with_backslash=True,
    listed="cast(split({text}, ',') as array<{type}>)",
    rows_of_lists="select inline(arrays_zip({names})) from (select {lists}) as listed",
)
DUCKDB = POLARS = Dialect()

SUM, ROWS, LOWEST, HIGHEST = "sum", "rows", "min", "max"


@dataclass(frozen=True)
class Measure:
    """One number per group: a sum of doubles, a number of rows (or of whole weights), a lowest or highest value."""

    how: str
    of: str

    def sql(self) -> str:
        """Return it as SQL."""
        if self.how == ROWS:
            # Whole numbers of 64 bits, whatever an engine would make of their sum (wider ones, or decimals).
            return f"cast(sum(cast({self.of} as bigint)) as bigint)"
        return f"{self.how}({self.of})"


@dataclass(frozen=True)
class Between:
    """Where a score stands between edges, the most positive first: in the first cell if it reaches the first edge."""

    score: str
    edges: tuple[Any, ...]
    lower_is_positive: bool

    def sql(self, dialect: Dialect) -> str:
        """Return the number of the cell, found by halving.

        >>> print(Between("score", (0.5,), lower_is_positive=False).sql(Dialect()))
        case when score >= cast('0.5' as double) then 0 else 1 end
        """
        reaches = "<=" if self.lower_is_positive else ">="

        def between(first: int, last: int) -> str:
            if first == last:
                return str(first)
            middle = (first + last) // 2
            reached = f"{self.score} {reaches} {dialect.literal(self.edges[middle])}"
            return f"case when {reached} then {between(first, middle)} else {between(middle + 1, last)} end"

        return between(0, len(self.edges))


@dataclass(frozen=True, eq=False)
class CellPath:
    """The way of a row to its cell: a first expression, and a table of the cells that were cut further, asked in turn.

    The table has a row for each of them: its number (`cut`), the round that cut it (`in_round`), and what `deeper`
    needs to find the part.
    """

    size: str  # of a score, which `first` and `deeper` are about
    first: str
    deeper: str
    depth: int
    cuts: Mapping[str, NDArray[Any]]
    newest_only: bool  # leave out rows whose cell was not cut in the last round

    @property
    def key(self) -> str:
        """Return the column that holds the number of the cell."""
        return f"cell_{self.depth}"

    def sql(self, viewed: str, names: str, cuts: str) -> str:
        """Return the rows of a view with their cells; `cuts` is the table of cells that were cut."""
        sized = f"select {names}, {self.size} as size from {viewed}"
        text, names = f"select {names}, size, {self.first} as cell_0 from ({sized}) as sized", f"{names}, size"
        join = "join" if self.newest_only else "left join"
        for depth in range(self.depth):
            cell, part = f"cell_{depth}", self.deeper
            if not self.newest_only:
                part = f"case when cut is null then {cell} else {part} end"
            # A round asks for the cells that it cut, and for none of another one: few stay in the processor's cache.
            of_round = f"(select * from {cuts} where in_round = {depth}) as cuts_{depth}"
            on = f"({text}) as located_{depth} {join} {of_round} on {cell} = cut"
            text = f"select {names}, {part} as cell_{depth + 1} from {on}"
        return text


@dataclass(frozen=True, eq=False)
class GroupBy:
    """A group-by over the view of the rows, in the words of one dialect."""

    view: Mapping[str, str]  # name -> expression over the engine's own columns
    measures: Mapping[str, Measure]
    keys: Mapping[str, str] = field(default_factory=dict)
    where: str = ""
    limit: int = 0
    about: str = ""  # what is counted, for people who watch
    looked_up: Mapping[str, Between] = field(default_factory=dict)  # keys that an engine may find in a way of its own
    path: CellPath | None = None  # to the cell of a row, where that takes a table

    def sql(self, source: str, cuts: str = CUTS) -> str:
        """Return the question as one SELECT; `source` and `cuts` are tables or queries in brackets with a name."""
        text = self._select({name: measure.sql() for name, measure in self.measures.items()}, source, cuts)
        if self.keys:
            text += f" group by {', '.join(self.keys.values())}"
        return text + (f" limit {self.limit}" if self.limit else "")

    def up_to(self, most: int | None) -> GroupBy:
        """Return the question for no more groups than tell that there are too many; None asks for all."""
        return replace(self, limit=0 if most is None else most + 1)

    @property
    def cuts(self) -> Mapping[str, NDArray[Any]]:
        """Return the table of cells that were cut further, if the question needs one."""
        return {} if self.path is None else self.path.cuts

    def viewed(self, source: str) -> str:
        """Return the view of the rows alone."""
        return f"select {', '.join(f'{expression} as {name}' for name, expression in self.view.items())} from {source}"

    def over_view(self) -> GroupBy:
        """Return the question about rows that are in its view already, with the keys that are looked up as columns."""
        keys = {name: name if name in self.looked_up else expression for name, expression in self.keys.items()}
        return replace(self, view={name: name for name in (*self.view, *self.looked_up)}, keys=keys, looked_up={})

    def row_by_row(self, source: str) -> str:
        """Return what every row contributes, before anything is added up."""
        return self._select({name: measure.of for name, measure in self.measures.items()}, source)

    def _select(self, measures: Mapping[str, str], source: str, cuts: str = CUTS) -> str:
        chosen = ", ".join(f"{expression} as {name}" for name, expression in {**self.keys, **measures}.items())
        rows = f"({self.viewed(source)}) as viewed" + (f" where {self.where}" if self.where else "")
        if self.path is None:
            return f"select {chosen} from {rows}"
        return f"select {chosen} from ({self.path.sql(rows, ', '.join(self.view), cuts)}) as located"


def all_of(conditions: list[str]) -> str:
    """Return that every condition holds."""
    return " and ".join(f"({condition})" for condition in conditions) or "1 = 1"


def ones(condition: str) -> Measure:
    """Return how many rows fulfil a condition."""
    return Measure(ROWS, f"case when {condition} then 1 else 0 end")


def sums_within_cells(scored: str, dialect: Dialect, standing: CellCounts) -> str:
    """Return, per cell, what the areas are made of; `scored` counts both sides by `cell` and `score`.

    A running sum inside each cell, and what is known to stand above the cell, say how many of each side stand above
    a score, so no score need ever leave the engine. The sums are doubles, which hold whole numbers up to 2**53.
    """
    order = "asc" if standing.lower_is_positive else "desc"
    real, running = dialect.real, f"over (partition by cell order by score {order})"
    above = ", ".join(f"({int(cell)}, {p!r}, {n!r})" for cell, p, n in standing.above())
    below = f"(2 * ({standing.all_positives!r} - tp_all) + p)"
    return f"""
with scored as ({scored}),
inside as (
  select cell, score, {real("positives")} as p, {real("negatives")} as n,
    sum({real("positives")}) {running} as tp, sum({real("negatives")}) {running} as fp
  from scored),
placed as (
  select cell, score, p, n, tp, tp + {real("p_above")} as tp_all, fp + {real("n_above")} as fp_all
  from inside join (values {above}) as above(block, p_above, n_above) on cell = block)
select cell, min(score) as low, max(score) as high, sum(p) as p, sum(n) as n,
  sum(n * (2 * tp - p)) as wins,
  sum(p * (2 * fp_all - n) * (2 * fp_all - n)) as positive_squares,
  sum(n * {below} * {below}) as negative_squares,
  sum(p * tp_all / (tp_all + fp_all)) as precisions
from placed group by cell"""
