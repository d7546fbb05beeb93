"""From Polars series to columns: booleans, numbers of any width, and words.

Everything else that can be read is one of these: decimals and wide numbers become floats, or words where floats
would merge some; dates, times and categories become words. Lists and the like are refused by the name of their column.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from truecut.data.columns import Column
from truecut.errors import InputError, UnreadableSource
from truecut.readers.typed_text import absent_among


def column_from_arrow(name: str, values: Any) -> Column:
    """Return a column of an Arrow table, of Polars or of whatever Polars understands."""
    if hasattr(values, "columns") or not hasattr(values, "__len__"):
        raise InputError(f"{name} is a {type(values).__name__}; pass one column of it.")
    return column_from_series(name, pl.Series(name, _known_to_polars(values)))


def _known_to_polars(values: Any) -> Any:
    """Return an array of Arrow as one of a type that Polars knows: wide decimals digit by digit, runs as rows."""
    kind = str(getattr(values, "type", ""))
    if kind.startswith("decimal256"):
        return values.cast("string")
    if kind.startswith("run_end_encoded"):
        return importlib.import_module("pyarrow.compute").run_end_decode(values)
    return values


def column_from_series(name: str, series: pl.Series) -> Column:
    """Return a Polars series as a column: numbers as NumPy values, anything else as words.

    >>> column_from_series("g", pl.Series(["b", None, "a"])).words
    ('b', 'a')
    """
    series = as_column_type(name, series)
    if series.dtype == pl.String:
        return _from_words(name, series)
    missing = series.is_null().to_numpy() if series.null_count() else None
    if series.dtype == pl.Boolean:
        return Column(name, series.fill_null(False).to_numpy(), None, missing)
    return Column(name, joined_pieces(series.fill_null(0) if missing is not None else series), None, missing)


def column_from_text(name: str, text: pl.Series, missing: Sequence[str]) -> Column:
    """Return text as words, letter by letter; some words may stand for a missing value.

    >>> column_from_text("zip", pl.Series(["2134", "02134", "NA"]), ["NA"]).words
    ('2134', '02134')
    """
    column = _from_words(name, text)
    words = column.words or ()
    absent = absent_among(words, missing)
    if not absent:
        return column
    is_absent = np.array([word in absent for word in words])
    gone = is_absent[column.values]
    gone = gone if column.missing is None else gone | column.missing
    kept = tuple(word for word in words if word not in absent)
    position = np.cumsum(~is_absent, dtype=np.int32) - 1
    return Column(name, np.where(gone, 0, position[column.values]), kept, gone)


def written_names(name: str, series: pl.Series) -> pl.Series:
    """Return a column that names things: numbers that are too wide for a column as words, digit by digit."""
    return series.cast(pl.String) if is_wide(series.dtype) else as_column_type(name, series)


def is_wide(dtype: pl.DataType) -> bool:
    """Say whether numbers of this type have more digits than those of a column."""
    return dtype.is_decimal() or str(dtype).endswith("128")


def narrowed(frame: pl.LazyFrame, name: str) -> pl.DataType:
    """Return the type of a column that tells the wide numbers of another apart: whole, float, or else words."""
    column = pl.col(name)
    whole = column.cast(pl.Int64, strict=False)
    seen = frame.select(
        whole=(whole == column).all() & (whole.count() == column.count()),
        real=column.cast(pl.Float64).n_unique() == column.n_unique(),
    )
    found = seen.collect(engine="streaming").row(0, named=True)
    return pl.Int64() if found["whole"] else pl.Float64() if found["real"] else pl.String()


def as_column_type(name: str, series: pl.Series) -> pl.Series:
    """Return the series as one of the types that a column has: boolean, number or word.

    Numbers that are too wide for that are floats where these tell them apart, otherwise words.
    """
    dtype = series.dtype
    if dtype == pl.Null:
        return series.cast(pl.Float64)
    if is_wide(dtype):
        return series.cast(narrowed(series.to_frame(name).lazy(), name))
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


def joined_pieces(numbers: pl.Series) -> NDArray[Any]:
    """Return the pieces of a series, one per row group of a file, as one array.

    Whole numbers that all fit into a byte become bytes, as labels do: these are looked at several times, and bytes
    are an eighth of the memory to go through.

    >>> joined_pieces(pl.Series([0, 1, 1])).dtype.name, joined_pieces(pl.Series([0, 1, 300])).dtype.name
    ('int8', 'int64')
    """
    pieces = [piece.to_numpy() for piece in numbers.get_chunks()]
    if numbers.dtype.is_integer() and all(_fit_into_bytes(piece) for piece in pieces):
        return np.concatenate(pieces, dtype=np.int8, casting="unsafe")
    return pieces[0] if len(pieces) == 1 else np.concatenate(pieces)


def _fit_into_bytes(piece: NDArray[Any]) -> bool:
    return not len(piece) or bool(piece.min() >= -128 and piece.max() <= 127)


def _from_words(name: str, text: pl.Series) -> Column:
    missing = text.is_null().to_numpy() if text.null_count() else None
    if missing is None and (column := _of_two_words(name, text)) is not None:
        return column
    words = text.drop_nulls().unique(maintain_order=True)
    if not len(words):
        return Column(name, np.zeros(len(text), dtype=np.int32), (), missing)
    positions = text.cast(pl.Enum(words)).to_physical().cast(pl.Int32).fill_null(0).to_numpy()
    return Column(name, positions, tuple(words), missing)


def _of_two_words(name: str, text: pl.Series) -> Column | None:
    """Return a column of no more than two words, as labels mostly are; comparing is faster than looking them all up."""
    if not len(text):
        return None
    first = text[0]
    is_other = text != first
    place = is_other.arg_max()
    second = text[place] if place else None
    if second is None:
        return Column(name, np.zeros(len(text), dtype=np.int32), (first,))
    if (is_other & (text != second)).any():
        return None
    return Column(name, is_other.to_numpy().view(np.int8), (first, second))
