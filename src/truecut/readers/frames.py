"""Tables and arrays that are already in memory, handed over as columns.

pandas, Polars, Arrow and everything else that narwhals understands; mappings of arrays; lists,
tuples and NumPy arrays. The last three need NumPy only: nothing else is imported for them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from truecut.counting.aligned_series import comes_from
from truecut.data.columns import Column, Source
from truecut.errors import InputError, MissingColumn, UnreadableSource
from truecut.readers.array_columns import column_from_array
from truecut.readers.pandas_columns import column_from_pandas

TABLE = "the table"


def from_frame(frame: object) -> Source | None:
    """Return a table or a mapping of arrays as a source, or None if the object is neither.

    >>> from_frame({"y": [0, 1], "p": [0.2, 0.9]}).column_names
    ('y', 'p')
    """
    if isinstance(frame, Mapping):
        return _from_mapping(frame)
    if frame is None or isinstance(frame, (list, tuple, str, bytes, int, float, np.ndarray, np.generic)):
        return None
    if comes_from(frame, "pandas"):
        return _from_pandas(frame)
    return _from_narwhals(frame)


def _no_column(name: str, values: object) -> InputError:
    kind = type(values).__name__
    if hasattr(values, "predict"):
        return InputError(
            f"{name} is a model ({kind}); pass what it says, tc.evaluate(y, model.predict_proba(X)[:, 1]), "
            "or ask truecut.sklearn.evaluate(model, X, y)."
        )
    return InputError(f"{name} is a {kind}; pass a list, an array or a column of a table.")


def column_from_values(name: str, values: object) -> Column:
    """Return a list, an array or a series as a column; None, NA, NaT and masked values are missing.

    >>> column_from_values("y", ["no", "yes", None]).words
    ('no', 'yes')
    """
    if isinstance(values, (list, tuple, np.ndarray)):
        return column_from_array(name, values)
    if isinstance(values, str) and name in ("weights", "weight", "group", "cluster", "fold", "amount"):
        raise InputError(f"With arrays, {name} is an array too, not the name of a column ({values!r}).")
    if isinstance(values, (str, bytes, Mapping, set, frozenset)):
        raise _no_column(name, values)
    if comes_from(values, "pandas"):
        return column_from_pandas(name, values)
    if comes_from(values, "polars") or comes_from(values, "pyarrow"):
        from truecut.readers.polars_columns import column_from_arrow

        return column_from_arrow(name, values)
    if hasattr(values, "toarray"):
        raise InputError(f"{name} is a sparse {_noun(values)}; pass {name}.toarray().ravel(), one value per row.")
    if hasattr(values, "__array__"):
        return column_from_array(name, np.asarray(values))
    if isinstance(values, Iterable):
        return column_from_array(name, list(values))
    raise _no_column(name, values)


def _noun(values: object) -> str:
    return "matrix" if "matrix" in type(values).__name__ else "array"


def models_of(scores: Any) -> Mapping[str, Any]:
    """Return scores by the name of their model: those of a mapping or a table of several, or a single one.

    >>> list(models_of([0.2, 0.9])), list(models_of({"a": [0.2], "b": [0.3]}))
    (['scores'], ['a', 'b'])
    """
    if isinstance(scores, Mapping):
        return {str(name): values for name, values in scores.items()}
    if getattr(scores, "ndim", 2) != 2 or not hasattr(scores, "columns") or not hasattr(scores, "shape"):
        return {"scores": scores}
    names = list(scores.columns)
    _require_distinct(map(str, names))
    return {str(name): scores[name] for name in names} if len(names) > 1 else {"scores": scores[names[0]]}


@dataclass(frozen=True)
class Table:
    """A table in memory, whose columns are converted when they are asked for."""

    name: str
    column_names: tuple[str, ...]
    column: Callable[[str], Column]

    def read(self, names: tuple[str, ...], as_written: Collection[str] = ()) -> dict[str, Column]:  # noqa: ARG002
        """Convert these columns; their values have types, so that names are what they are."""
        for name in names:
            if name not in self.column_names:
                raise MissingColumn(name, self.column_names, _capital(self.name))
        columns = {name: self.column(name) for name in names}
        _require_one_length(columns)
        return columns


def _from_mapping(arrays: Mapping[Any, object]) -> Source:
    by_name = {str(name): values for name, values in arrays.items()}
    # One at a time, when asked: what is not a column may stand beside those that are.
    return Table(TABLE, tuple(by_name), lambda name: column_from_values(name, by_name[name]))


def _capital(name: str) -> str:
    return name[:1].upper() + name[1:]


def _require_one_length(columns: Mapping[str, Column]) -> None:
    first: Column | None = None
    for column in columns.values():
        first = first or column
        if len(column) != len(first):
            raise InputError(
                f"{first.name} has {len(first)} rows and {column.name} has {len(column)}; they need the same number."
            )


def _require_distinct(names: Iterable[str]) -> tuple[str, ...]:
    seen: dict[str, None] = {}
    for name in names:
        if name in seen:
            raise UnreadableSource(f"The table has more than one column called {name!r}.")
        seen[name] = None
    return tuple(seen)


def _from_pandas(frame: Any) -> Source | None:
    if not hasattr(frame, "columns") or not hasattr(frame, "iloc"):
        return None
    names = _require_distinct(map(str, frame.columns))
    place = {name: i for i, name in enumerate(names)}
    return Table(TABLE, names, lambda name: column_from_pandas(name, frame.iloc[:, place[name]]))


def _from_narwhals(frame: Any) -> Source | None:
    import narwhals as nw

    wrapped = nw.from_native(frame, pass_through=True)
    if wrapped is frame and hasattr(frame, "__arrow_c_stream__") and hasattr(frame, "schema"):
        import polars as pl

        wrapped = nw.from_native(pl.DataFrame(frame))  # batches of Arrow, which narwhals does not know
    if not isinstance(wrapped, (nw.DataFrame, nw.LazyFrame)):
        return None
    names = _require_distinct(wrapped.collect_schema().names())
    return NarwhalsTable(TABLE, names, wrapped)


@dataclass(frozen=True)
class NarwhalsTable:
    """A table that narwhals understands, of which only the needed columns are fetched."""

    name: str
    column_names: tuple[str, ...]
    frame: Any

    def read(self, names: tuple[str, ...], as_written: Collection[str] = ()) -> dict[str, Column]:  # noqa: ARG002
        """Fetch these columns, in one go if the table is lazy."""
        import narwhals as nw

        for name in names:
            if name not in self.column_names:
                raise MissingColumn(name, self.column_names, _capital(self.name))
        fetched = self.frame.select(list(dict.fromkeys(names)))
        try:
            eager = fetched.collect() if isinstance(fetched, nw.LazyFrame) else fetched
        except Exception as error:  # every engine behind narwhals has its own errors
            reason = (str(error).splitlines() or [type(error).__name__])[0]
            raise UnreadableSource(f"The table cannot be read ({reason[:150]}).") from error
        return {name: column_from_values(name, eager[name].to_native()) for name in names}
