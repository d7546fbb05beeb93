"""Columns of numbers as text: little-endian bytes, compressed, in base64.

How many numbers a column holds is said beside it, and no more are ever unpacked. A short text cannot claim many: of
columns that belong together, one holds distinct numbers (scores, row numbers), and these take more than a letter each.
"""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.errors import BadCall
from truecut.storage.stored_fields import StoredFields

DTYPES = ("<f8", "<i8", "<u8")
WIDTH = 8  # bytes of a number
MOST_PER_LETTER = 2  # numbers of a column, for each letter of it and those beside it; distinct ones take 1.7 letters


def write_columns(columns: Mapping[str, NDArray[Any]]) -> dict[str, dict[str, Any]]:
    """Return the columns as text, whatever the byte order of this machine."""
    return {name: _packed(name, column) for name, column in columns.items()}


def read_columns(stored: StoredFields) -> dict[str, NDArray[Any]]:
    """Return the columns that `write_columns` wrote: all of one length, and none with NaN."""
    packed = stored.parts()
    letters = sum(len(column.text("zlib")) for column in packed.values())
    lengths = {column.whole("length") for column in packed.values()}
    if len(lengths) > 1:
        raise stored.problem("has columns of different lengths")
    if max(lengths, default=0) > MOST_PER_LETTER * letters:
        raise stored.problem("claims to hold more numbers than so short a file can")
    return {name: _unpacked(column) for name, column in packed.items()}


def _packed(name: str, column: NDArray[Any]) -> dict[str, Any]:
    if column.dtype.kind == "O":  # whole numbers of any size
        try:
            column = column.astype(np.int64)
        except OverflowError:
            raise BadCall(f"Counts of 2**63 and more cannot be saved ({name}).") from None
    dtype = column.dtype.newbyteorder("<").str
    raw = np.ascontiguousarray(column, dtype=dtype).tobytes()
    text = base64.b64encode(zlib.compress(raw, 6)).decode("ascii")
    return {"dtype": dtype, "length": len(column), "zlib": text}


def _unpacked(stored: StoredFields) -> NDArray[Any]:
    stored.hold_only("dtype", "length", "zlib")
    dtype, size = stored.one_of("dtype", DTYPES), stored.whole("length") * WIDTH
    try:
        packed = base64.b64decode(stored.text("zlib").encode("ascii"), validate=True)
        unpacking = zlib.decompressobj()
        raw = unpacking.decompress(packed, size + 1)
    except (zlib.error, binascii.Error, UnicodeEncodeError):
        raise stored.problem("is damaged") from None
    if len(raw) != size or not unpacking.eof or unpacking.unused_data:
        raise stored.problem("does not hold as many numbers as it says")
    column = np.frombuffer(raw, dtype=dtype).astype(np.dtype(dtype).newbyteorder("="))
    if column.dtype.kind == "f" and np.isnan(column).any():
        raise stored.problem("holds what is not a number")
    return column
