"""Tables and arrays that are already in memory, handed over as columns.

pandas, Polars, Arrow and everything else that narwhals understands; mappings of arrays; lists,
tuples and NumPy arrays. The last three need NumPy only: nothing else is imported for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.columns import Column, Source
from truecut.errors import InputError, MissingColumn, UnreadableSource

TABLE = "the table"
NOTHINGS = frozenset({"NoneType", "NAType", "NaTType"})  # None, pandas.NA, pandas.NaT


def from_frame(frame: object) -> Source | None:
    """Return a table or a mapping of arrays as a source, or None if the object is neither.

    >>> from_frame({"y": [0, 1], "p": [0.2, 0.9]}).column_names
    ('y', 'p')
    """
    if isinstance(frame, Mapping):
        return _from_mapping(frame)
    if frame is None or isinstance(frame, (list, tuple, str, bytes, int, float, np.ndarray, np.generic)):
        return None
    if _comes_from(frame, "pandas"):
        return _from_pandas(frame)
    return _from_narwhals(frame)


def from_arrays(**arrays: object) -> Source:
    """Return named arrays of one length as a source.

    >>> from_arrays(y=[0, 1], p=[0.2, 0.9]).read(("p",))["p"].values
    array([0.2, 0.9])
    """
    columns = {name: column_from_values(name, values) for name, values in arrays.items()}
    _require_one_length(columns)
    return Table(TABLE, tuple(columns), columns.__getitem__)


def column_from_values(name: str, values: object) -> Column:
    """Return a list, an array or a series as a column; None, NA, NaT and masked values are missing.

    >>> column_from_values("y", ["no", "yes", None]).words
    ('no', 'yes')
    """
    if isinstance(values, (list, tuple, np.ndarray)):
        return _from_numpy(name, values)
    if isinstance(values, (str, bytes, Mapping, set, frozenset)):
        raise InputError(f"{name} is a {type(values).__name__}; pass a list, an array or a column of a table.")
    if _comes_from(values, "pandas"):
        return _from_pandas_series(name, values)
    if _comes_from(values, "polars") or _comes_from(values, "pyarrow"):
        return _from_arrow(name, values)
    if hasattr(values, "__array__"):
        return _from_numpy(name, np.asarray(values))
    if isinstance(values, Iterable):
        return _from_numpy(name, list(values))
    raise InputError(f"{name} is a {type(values).__name__}; pass a list, an array or a column of a table.")


@dataclass(frozen=True)
class Table:
    """A table in memory, whose columns are converted when they are asked for."""

    name: str
    column_names: tuple[str, ...]
    column: Callable[[str], Column]

    def read(self, names: tuple[str, ...]) -> dict[str, Column]:
        """Convert these columns."""
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


def _comes_from(thing: object, package: str) -> bool:
    # By name, so that nobody imports a package only to find out that it is not used.
    return any(base.__module__.partition(".")[0] == package for base in type(thing).__mro__)


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


# NumPy


def _from_numpy(name: str, values: list[Any] | tuple[Any, ...] | NDArray[Any]) -> Column:
    array = values if isinstance(values, np.ndarray) else _array(name, values)
    array = _one_dimensional(name, array)
    if not isinstance(array, np.ma.MaskedArray) or not np.ma.getmaskarray(array).any():
        return _from_plain(name, np.asarray(array))
    return _from_masked(name, np.array(array.data), np.ma.getmaskarray(array))


def _array(name: str, values: list[Any] | tuple[Any, ...]) -> NDArray[Any]:
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise InputError(f"{name} holds rows of different lengths; pass one value per row.") from error
    if array.dtype.kind in "US" and not set(map(type, values)) <= {str, bytes, np.str_, np.bytes_}:
        # NumPy turns what stands beside a word into a word, None and NaN as well.
        array = np.empty(len(values), dtype=object)
        array[:] = values
    return array


def _one_dimensional(name: str, array: NDArray[Any]) -> NDArray[Any]:
    if array.ndim == 1:
        return array
    if array.ndim == 2 and array.shape[1] == 1:
        return array[:, 0]
    if array.ndim == 2 and array.shape[1] == 2:
        raise InputError(
            f"{name} has 2 columns: it looks like predict_proba; pass column [:, 1],"
            " the probability of the positive class."
        )
    if array.ndim == 0:
        raise InputError(f"{name} is a single value; pass one value per row.")
    raise InputError(f"{name} has the shape {array.shape}; pass one value per row.")


def _from_plain(name: str, array: NDArray[Any]) -> Column:
    kind = array.dtype.kind
    if kind in "biu" or (kind == "f" and array.dtype.itemsize <= 8):
        return Column(name, array.astype(array.dtype.newbyteorder("="), copy=False))
    if kind == "f":
        return Column(name, array.astype(np.float64))
    if kind == "O":
        return _from_objects(name, array)
    if kind in "UT":
        return _from_words(name, array.tolist(), None)
    if kind == "S":
        return _from_words(name, np.char.decode(array, "utf-8", "replace").tolist(), None)
    if kind in "Mm":
        missing = np.isnat(array)
        return _from_words(name, _dates(array).astype(str).tolist(), missing if missing.any() else None)
    raise InputError(f"{name} holds {array.dtype}, and only numbers, words and dates are read.")


def _from_masked(name: str, array: NDArray[Any], masked: NDArray[np.bool_]) -> Column:
    if array.dtype.kind in "biuf":
        return Column(name, _from_plain(name, array).values, None, masked)
    if array.dtype.kind in "Mm":
        array[masked] = "NaT"
    else:
        array = array.astype(object)
        array[masked] = None
    return _from_plain(name, array)


def _dates(times: NDArray[Any]) -> NDArray[Any]:
    """Return times that are all midnights as dates, which are easier to read."""
    if times.dtype.kind != "M":
        return times
    days = times.astype("datetime64[D]")
    return days if bool(np.all((days == times) | np.isnat(times))) else times


def _from_objects(name: str, array: NDArray[Any]) -> Column:
    absent = _absent(array)
    missing = absent if absent.any() else None
    present = array[~absent].tolist()
    kinds = set(map(type, present))
    if kinds <= {str, np.str_}:
        return _from_words(name, array.tolist(), missing)
    if kinds <= {bool, np.bool_}:
        return _spread(name, np.array(present, dtype=bool), missing)
    if any(issubclass(kind, (list, tuple, set, Mapping, np.ndarray)) for kind in kinds):
        raise InputError(f"{name} holds lists; pass one value per row.")
    numbers = _numbers(present) if kinds.isdisjoint({str, np.str_, bytes}) else None
    if numbers is not None:
        return _spread(name, numbers, missing)
    return _from_words(name, list(map(str, array.tolist())), missing)


def _absent(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Mark None, NA and NaT, and NaN: the only value that is not equal to itself."""
    values = array.tolist()
    nothings = {kind for kind in set(map(type, values)) if kind.__name__ in NOTHINGS}
    absent = np.fromiter(map(nothings.__contains__, map(type, values)), dtype=bool, count=len(values))
    rest = array[~absent]
    absent[~absent] = np.asarray(rest != rest, dtype=bool)
    return absent


def _numbers(values: list[Any]) -> NDArray[Any] | None:
    array = np.asarray(values)
    if array.dtype.kind in "biuf":
        return array
    if array.dtype.kind != "O":
        return None
    try:
        numbers = array.astype(np.float64)  # Decimal, Fraction, integers wider than 64 bits
    except (TypeError, ValueError, OverflowError):
        return None
    if len(set(values)) > len(np.unique(numbers)) and all(isinstance(value, int) for value in values):
        raise InputError("Some whole numbers are wider than 64 bits and would be merged; rank them first.")
    return numbers


def _spread(name: str, present: NDArray[Any], missing: NDArray[np.bool_] | None) -> Column:
    if missing is None:
        return Column(name, present)
    values = np.zeros(len(missing), dtype=present.dtype)
    values[~missing] = present
    return Column(name, values, None, missing)


def _from_words(name: str, words: list[Any], missing: NDArray[np.bool_] | None) -> Column:
    present = list(map(str, words if missing is None else compress(words, ~missing)))
    distinct = dict.fromkeys(present)
    position = dict(zip(distinct, range(len(distinct)), strict=True))
    codes = np.fromiter(map(position.__getitem__, present), dtype=np.int32, count=len(present))
    spread = _spread(name, codes, missing)
    return Column(name, spread.values, tuple(position), missing)


# pandas


def _from_pandas(frame: Any) -> Source | None:
    if not hasattr(frame, "columns") or not hasattr(frame, "iloc"):
        return None
    names = _require_distinct(map(str, frame.columns))
    place = {name: i for i, name in enumerate(names)}
    return Table(TABLE, names, lambda name: _from_pandas_series(name, frame.iloc[:, place[name]]))


def _from_pandas_series(name: str, series: Any) -> Column:
    if getattr(series, "ndim", 1) != 1:
        return _from_numpy(name, series.to_numpy())
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return _from_pandas_numpy(name, series)
    if hasattr(dtype, "pyarrow_dtype"):
        return _from_arrow(name, series)
    if hasattr(dtype, "categories"):
        return _from_categories(name, series)
    missing = np.asarray(series.isna(), dtype=bool)
    known = missing if missing.any() else None
    target = getattr(dtype, "numpy_dtype", None) or getattr(dtype, "subtype", None)
    if isinstance(target, np.dtype) and target.kind in "biuf":
        present = series[~missing] if known is not None else series
        return _spread(name, present.to_numpy(dtype=target), known)
    return _factorized(name, series, known)


def _from_pandas_numpy(name: str, series: Any) -> Column:
    if series.dtype.kind in "Mm":
        missing = np.asarray(series.isna(), dtype=bool)
        return _factorized(name, series, missing if missing.any() else None)
    return _from_plain(name, series.to_numpy())


def _from_categories(name: str, series: Any) -> Column:
    held = getattr(series, "cat", series)  # a series has its categories under .cat, an index itself
    codes = np.asarray(held.codes)
    missing = codes < 0
    known = missing if missing.any() else None
    used, first, position = np.unique(codes[~missing], return_index=True, return_inverse=True)
    order = np.argsort(first)  # words are listed in the order in which they appear
    categories = _from_pandas_series(name, held.categories[used[order]])
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    values = rank[position] if categories.words is not None else categories.values[rank[position]]
    spread = _spread(name, values, known)
    return Column(name, spread.values, categories.words, known)


def _factorized(name: str, series: Any, missing: NDArray[np.bool_] | None) -> Column:
    codes, distinct = series.factorize()
    words = tuple(map(str, distinct))
    values = np.asarray(codes if missing is None else np.where(missing, 0, codes)).astype(np.int32)
    return Column(name, values, words, missing)


# Polars, Arrow and what narwhals understands


def _from_arrow(name: str, values: Any) -> Column:
    import polars as pl

    from truecut.engines.polars_columns import column_from_series

    if hasattr(values, "columns") or not hasattr(values, "__len__"):
        raise InputError(f"{name} is a {type(values).__name__}; pass one column of it.")
    return column_from_series(name, pl.Series(name, values))


def _from_narwhals(frame: Any) -> Source | None:
    import narwhals as nw

    wrapped = nw.from_native(frame, pass_through=True)
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

    def read(self, names: tuple[str, ...]) -> dict[str, Column]:
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
