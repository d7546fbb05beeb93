"""From Polars series to columns: booleans, numbers of any width, and words.

Everything else that can be read is one of these: decimals and wide numbers become floats; dates, times
and categories become words. Lists and the like are refused by the name of their column.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from truecut.data.columns import Column
from truecut.errors import InputError, UnreadableSource


def column_from_arrow(name: str, values: Any) -> Column:
    """Return a column of an Arrow table, of Polars or of whatever Polars understands."""
    if hasattr(values, "columns") or not hasattr(values, "__len__"):
        raise InputError(f"{name} is a {type(values).__name__}; pass one column of it.")
    return column_from_series(name, pl.Series(name, values))


def column_from_series(name: str, series: pl.Series) -> Column:
    """Return a Polars series as a column: numbers as NumPy values, anything else as words.

    >>> column_from_series("g", pl.Series(["b", None, "a"])).words
    ('b', 'a')
    """
    series = plain(name, series)
    missing = series.is_null().to_numpy() if series.null_count() else None
    if series.dtype == pl.String:
        words = series.drop_nulls().unique(maintain_order=True)
        return Column(name, _positions(series, words), tuple(words), missing)
    if series.dtype == pl.Boolean:
        return Column(name, series.fill_null(False).to_numpy(), None, missing)
    return Column(name, joined(series.fill_null(0) if missing is not None else series), None, missing)


def plain(name: str, series: pl.Series) -> pl.Series:
    """Return the series as one of the types that a column has: boolean, number or word."""
    dtype = series.dtype
    if dtype == pl.Null or dtype.is_decimal() or str(dtype).endswith("128"):
        return series.cast(pl.Float64)
    if dtype == pl.Boolean or dtype == pl.String or dtype.is_numeric():
        return series
    if dtype.is_nested() or dtype == pl.Object:
        raise UnreadableSource(f"Column {name!r} holds {dtype}, and only numbers, words and dates are read.")
    if dtype == pl.Duration:
        return series.dt.to_string()
    try:
        return series.cast(pl.String)
    except pl.exceptions.PolarsError as error:
        raise UnreadableSource(f"Column {name!r} holds {dtype} that is no text.") from error


def joined(numbers: pl.Series) -> NDArray[Any]:
    """Return the pieces of a series, one per row group of a file, as one array.

    Whole numbers that all fit into a byte become bytes, as labels do: these are looked at several times, and bytes
    are an eighth of the memory to go through.

    >>> joined(pl.Series([0, 1, 1])).dtype.name, joined(pl.Series([0, 1, 300])).dtype.name
    ('int8', 'int64')
    """
    pieces = [piece.to_numpy() for piece in numbers.get_chunks()]
    if numbers.dtype.is_integer() and all(_fit_into_bytes(piece) for piece in pieces):
        return np.concatenate(pieces, dtype=np.int8, casting="unsafe")
    return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)


def _fit_into_bytes(piece: NDArray[Any]) -> bool:
    return not len(piece) or bool(piece.min() >= -128 and piece.max() <= 127)


def _positions(series: pl.Series, words: pl.Series) -> NDArray[np.int32]:
    if not len(words):
        return np.zeros(len(series), dtype=np.int32)
    return series.cast(pl.Enum(words)).to_physical().cast(pl.Int32).fill_null(0).to_numpy()
