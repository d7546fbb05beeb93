"""Series of pandas as columns: of NumPy, of its own types that know what is missing, of categories and of Arrow."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.data.columns import Column
from truecut.readers.array_columns import column_from_array, column_from_plain, column_with_gaps


def column_from_pandas(name: str, series: Any) -> Column:
    """Return a series, or an index, as a column."""
    if getattr(series, "ndim", 1) != 1:
        return column_from_array(name, series.to_numpy())
    dtype = series.dtype
    if isinstance(dtype, np.dtype):
        return _from_pandas_numpy(name, series)
    if hasattr(dtype, "pyarrow_dtype"):
        from truecut.readers.polars_columns import column_from_arrow

        return column_from_arrow(name, series.array.__arrow_array__())
    if hasattr(dtype, "categories"):
        return _from_categories(name, series)
    missing = np.asarray(series.isna(), dtype=bool)
    known = missing if missing.any() else None
    target = getattr(dtype, "numpy_dtype", None) or getattr(dtype, "subtype", None)
    if hasattr(dtype, "closed"):  # intervals, whose ends are numbers
        target = None
    if isinstance(target, np.dtype) and target.kind in "biuf":
        present = series[~missing] if known is not None else series
        return column_with_gaps(name, present.to_numpy(dtype=target), known)
    return _factorized(name, series, known)


def _from_pandas_numpy(name: str, series: Any) -> Column:
    if series.dtype.kind in "Mm":
        missing = np.asarray(series.isna(), dtype=bool)
        return _factorized(name, series, missing if missing.any() else None)
    return column_from_plain(name, series.to_numpy())


def _from_categories(name: str, series: Any) -> Column:
    held = getattr(series, "cat", series)  # a series has its categories under .cat, an index itself
    codes = np.asarray(held.codes)
    missing = codes < 0
    known = missing if missing.any() else None
    used, first, position = np.unique(codes[~missing], return_index=True, return_inverse=True)
    order = np.argsort(first)  # words are listed in the order in which they appear
    categories = column_from_pandas(name, held.categories[used[order]])
    rank = np.empty_like(order)
    rank[order] = np.arange(len(order))
    values = rank[position] if categories.words is not None else categories.values[rank[position]]
    spread = column_with_gaps(name, values, known)
    return Column(name, spread.values, categories.words, known)


def _factorized(name: str, series: Any, missing: NDArray[np.bool_] | None) -> Column:
    codes, distinct = series.factorize()
    words = tuple(map(str, distinct))
    values = np.asarray(codes if missing is None else np.where(missing, 0, codes)).astype(np.int32)
    return Column(name, values, words, missing)
