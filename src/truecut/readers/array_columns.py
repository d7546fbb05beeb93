"""Lists, tuples and NumPy arrays of anything as columns; nothing but NumPy is needed for them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation, localcontext
from fractions import Fraction
from itertools import compress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.counting.countable import WHOLE_AS_FLOAT
from truecut.data.columns import Column
from truecut.errors import InputError

DOUBLES = re.compile("(?:float|u?int)(?:8|16|32|64)|bool(?:ean)?", re.IGNORECASE)  # types, whoever names them
DIGITS_OF_DOUBLES = 15  # decimals of no more digits are all different doubles
NO_SCORES = frozenset({"labels", "weights", "groups", "clusters", "folds", "ids"})  # arrays that are none
NOTHINGS = frozenset({"NoneType", "NAType", "NaTType"})  # None, pandas.NA, pandas.NaT


def column_from_array(name: str, values: list[Any] | tuple[Any, ...] | NDArray[Any]) -> Column:
    """Return a list, a tuple or an array as a column; None, NA, NaT and masked values are missing."""
    array = values if isinstance(values, np.ndarray) else _array(name, values)
    array = _one_dimensional(name, array)
    if not isinstance(array, np.ma.MaskedArray) or not np.ma.getmaskarray(array).any():
        return column_from_plain(name, np.asarray(array))
    return _from_masked(name, np.array(array.data), np.ma.getmaskarray(array))


def _array(name: str, values: list[Any] | tuple[Any, ...]) -> NDArray[Any]:
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise InputError(f"{name} holds rows of different lengths; pass one value per row.") from error
    if array.dtype.kind in "US" and not set(map(type, values)) <= {str, bytes, np.str_, np.bytes_}:
        return _objects(values)  # NumPy turns what stands beside a word into a word, None and NaN as well
    return _objects(values) if _rounds(values, array) else array


def _objects(values: list[Any] | tuple[Any, ...]) -> NDArray[Any]:
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def _rounds(values: list[Any] | tuple[Any, ...], array: NDArray[Any]) -> bool:
    """Say whether NumPy made floats of whole numbers that these do not tell from their neighbours."""
    if array.dtype.kind != "f" or array.ndim != 1 or not (np.abs(array) >= WHOLE_AS_FLOAT).any():
        return False
    return any(isinstance(value, (int, np.integer)) and abs(int(value)) > WHOLE_AS_FLOAT for value in values)


def _one_dimensional(name: str, array: NDArray[Any]) -> NDArray[Any]:
    if array.ndim == 1:
        return array
    if isinstance(array, np.matrix):  # whose columns are matrices again
        array = np.asarray(array)
    if array.ndim == 2 and array.shape[1] == 1:
        return array[:, 0]
    if array.ndim == 2 and array.shape[1] > 1 and _is_one_hot(array):
        raise InputError(
            f"{name} has {array.shape[1]} columns with one 1 in each row: it looks like one-hot labels; pass "
            f"{name}.argmax(axis=1), the class of each row."
        )
    if array.ndim == 2 and array.shape[1] == 2 and name not in NO_SCORES:
        raise InputError(
            f"{name} has 2 columns: it looks like predict_proba; pass column [:, 1],"
            " the probability of the positive class, or several models by name: {'a': ..., 'b': ...}."
        )
    if array.ndim == 0:
        raise InputError(f"{name} is a single value; pass one value per row.")
    raise InputError(f"{name} has the shape {array.shape}; pass one value per row.")


def _is_one_hot(array: NDArray[Any]) -> bool:
    if array.dtype.kind not in "biufO" or not len(array):
        return False
    return bool(np.isin(array, (0, 1)).all() and (array.sum(axis=1) == 1).all())


def column_from_plain(name: str, array: NDArray[Any]) -> Column:
    """Return an array that is not masked as a column."""
    kind = array.dtype.kind
    if kind in "biu" or (kind == "f" and array.dtype.itemsize <= 8):
        return Column(name, array.astype(array.dtype.newbyteorder("="), copy=False))
    if kind == "f":
        return _from_long_doubles(name, array)
    if kind == "O":
        return _from_objects(name, array)
    if kind == "T":  # its words may be missing
        return _from_objects(name, array.astype(object))
    if kind == "U":
        return _from_words(name, array.tolist(), None)
    if kind == "S":
        return _from_words(name, [_word(name, value) for value in array.tolist()], None)
    if kind in "Mm":
        missing = np.isnat(array)
        return _from_words(name, _dates(array).astype(str).tolist(), missing if missing.any() else None)
    raise InputError(f"{name} holds {array.dtype}, and only numbers, words and dates are read.")


def _from_long_doubles(name: str, array: NDArray[Any]) -> Column:
    """Return long doubles as doubles where these tell them apart, otherwise as words."""
    with np.errstate(over="ignore"):  # beyond doubles they are infinite, and refused below
        doubles = array.astype(np.float64)
    present = array[~np.isnan(array)]
    are_alike = np.array_equal(np.isinf(doubles), np.isinf(array))
    if are_alike and len(np.unique(present)) == len(np.unique(doubles[~np.isnan(array)])):
        return Column(name, doubles)
    missing = np.isnan(array)
    return _from_words(name, [np.format_float_scientific(x) for x in array], missing if missing.any() else None)


def are_told_apart(values: Iterable[Any]) -> bool:
    """Say whether no other number of its kind is the same double as one of these, whatever numbers are to come.

    >>> are_told_apart([0.1, Decimal("0.1"), 3]), are_told_apart([Decimal("0.1000000000000000000001")])
    (True, False)
    """
    if DOUBLES.fullmatch(str(getattr(values, "dtype", ""))):  # no need to look at each
        return True
    return all(map(_is_told_apart, values))


def _is_told_apart(value: Any) -> bool:
    if isinstance(value, Decimal) or (isinstance(value, int) and not -(2**63) <= value < 2**64):
        digits = "".join(map(str, Decimal(value).as_tuple().digits)).strip("0")  # normalize() would round them
        return len(digits) <= DIGITS_OF_DOUBLES
    if isinstance(value, (Fraction, np.longdouble)):
        return bool(value != value or float(value) == value)
    return True


def _from_masked(name: str, array: NDArray[Any], masked: NDArray[np.bool_]) -> Column:
    if array.dtype.kind in "biuf":
        return Column(name, column_from_plain(name, array).values, None, masked)
    if array.dtype.kind in "Mm":
        array[masked] = "NaT"
    else:
        array = array.astype(object)
        array[masked] = None
    return column_from_plain(name, array)


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
        return column_with_gaps(name, np.array(present, dtype=bool), missing)
    if any(issubclass(kind, (list, tuple, set, Mapping, np.ndarray)) for kind in kinds):
        raise InputError(f"{name} holds lists; pass one value per row.")
    numbers = _numbers(name, present) if kinds.isdisjoint({str, np.str_, bytes, np.bytes_}) else None
    if numbers is not None:
        return column_with_gaps(name, numbers, missing)
    return _from_words(name, [_word(name, value) for value in array.tolist()], missing)


def _word(name: str, value: Any) -> str:
    try:
        return value.decode() if isinstance(value, bytes) else str(value)
    except UnicodeDecodeError as error:
        raise InputError(f"{name} holds bytes that are no text (UTF-8), such as {value[:20]!r}.") from error
    except ValueError as error:  # which Python writes out no more
        raise InputError(f"{name} holds a whole number of more than 4,300 digits.") from error


def _absent(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Mark None, NA and NaT, and NaN: the only value that is not equal to itself."""
    values = array.tolist()
    nothings = {kind for kind in set(map(type, values)) if kind.__name__ in NOTHINGS}
    absent = np.fromiter(map(nothings.__contains__, map(type, values)), dtype=bool, count=len(values))
    rest = array[~absent]
    with localcontext() as context:
        context.traps[InvalidOperation] = False  # a signalling NaN of Decimal is a NaN
        absent[~absent] = np.asarray(rest != rest, dtype=bool)
    return absent


def _numbers(name: str, values: list[Any]) -> NDArray[Any] | None:
    array = np.asarray(values)
    if _rounds(values, array):
        array = _objects(values)
    if array.dtype.kind in "biuf":
        return array
    if array.dtype.kind != "O":
        return None
    try:
        numbers = array.astype(np.float64)  # Decimal, Fraction, integers wider than 64 bits
    except (TypeError, ValueError, OverflowError):
        return None
    # Decimal("1e400") is finite, and no double is.
    are_alike = all(value in (np.inf, -np.inf) for value in array[np.isinf(numbers)])
    if are_alike and len(set(values)) == len(np.unique(numbers)):
        return numbers
    if any(isinstance(value, Fraction) for value in values):
        raise InputError(
            f"{name} holds different fractions that are one double-precision number, so they would be merged; round "
            "them, or rank them first."
        )
    return None  # words tell them apart


def column_with_gaps(name: str, present: NDArray[Any], missing: NDArray[np.bool_] | None) -> Column:
    """Return values that are present as a column in which others are missing between them."""
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
    spread = column_with_gaps(name, codes, missing)
    return Column(name, spread.values, tuple(position), missing)
