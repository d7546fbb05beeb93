"""Opening one file: how it is compressed, what it holds, and who reads it.

Its first bytes say how a file is compressed, whatever its name says. Its suffix says what it holds;
without one that is known its first bytes do. Common files that are neither are refused by what they are.
"""

from __future__ import annotations

import bz2
import gzip
import importlib
import io
import lzma
import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import polars as pl

from truecut.errors import UnreadableSource
from truecut.readers.declared import ARROW, PARQUET, STREAM_MAGIC, open_arrow, open_parquet
from truecut.readers.delimited import DELIMITED, open_delimited
from truecut.readers.failures import capital, failures_explained
from truecut.readers.json_lines import JSON_LINES, open_json_lines
from truecut.readers.null_characters import refuse_null
from truecut.readers.one_file import (
    HEAD_BYTES,
    HEAD_LINES,
    Part,
    Place,
    compression_of,
    first_bytes,
    holds_wildcards,
    scan_lines,
    suffix,
)

FORMATS = {
    ".csv": DELIMITED,
    ".tsv": DELIMITED,
    ".tab": DELIMITED,
    ".jsonl": JSON_LINES,
    ".ndjson": JSON_LINES,
    ".json-lines": JSON_LINES,
    ".jsonlines": JSON_LINES,
    ".parquet": PARQUET,
    ".pq": PARQUET,
    ".arrow": ARROW,
    ".arrows": ARROW,
    ".feather": ARROW,
    ".ipc": ARROW,
}

BYTE_ORDER_MARK = b"\xef\xbb\xbf"
JSON_START = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:\[\s*)?\{")  # an array of objects, too, is to be told so
MAGIC = {b"PAR1": PARQUET, b"ARROW1": ARROW, STREAM_MAGIC: ARROW}
SQLITE_MAGIC = b"SQLite format 3\x00"

# Common files that are something else: knowing which is half the remedy.
FOREIGN = {
    b"PK\x03\x04": "a ZIP archive or an Excel workbook; save the sheet as CSV",
    SQLITE_MAGIC: "an SQLite database, which is not read; export the table as CSV",
    b"\x89HDF": "an HDF5 file; save the table as Parquet",
    b"\x93NUMPY": "a NumPy array; pass it to truecut from Python",
    b"\x80\x04\x95": "a Python pickle; save the table as Parquet",
    b"\x80\x05\x95": "a Python pickle; save the table as Parquet",
    b"FEA1": "a Feather file of version 1; write version 2",
    b"\xff\xfe": "UTF-16 text; save it as UTF-8",
    b"\xfe\xff": "UTF-16 text; save it as UTF-8",
    b"PAR1": "a Parquet file under another name",
    b"ARROW1": "an Arrow file under another name",
}


def open_file(name: str, place: Place) -> Part:
    """Open one file, under the name that messages call it by."""
    with failures_explained(name, "a file"):
        start = first_bytes(place)
        if not start:
            raise UnreadableSource(f"{capital(name)} is empty (0 bytes).")
        # Polars would take such a name for a pattern.
        if isinstance(place, Path) and holds_wildcards(str(place)):
            place = place.read_bytes()
    compression = compression_of(start)
    with failures_explained(name, f"a {compression} file"):
        if compression in ("bz2", "xz"):
            place, compression = _unpacked(place, compression), None
        head = _head(place, compression)
    if not head:
        raise UnreadableSource(f"{capital(name)} is empty once it is decompressed.")
    form = format_of(name) or _sniffed(head)
    if form in (DELIMITED, JSON_LINES):
        _require_text(name, head)
        if form == DELIMITED:
            return open_delimited(name, place, head)
        if head.startswith(BYTE_ORDER_MARK):  # which Polars reads in delimited text only
            with failures_explained(name, f"a {compression} file"):
                place, head = _unmarked(place, compression), head.removeprefix(BYTE_ORDER_MARK)
        return open_json_lines(name, place, head)
    with failures_explained(name, f"a {compression} file"):
        if compression:
            place = _unpacked(place, compression)
    return open_parquet(name, place) if form == PARQUET else open_arrow(name, place)


def format_of(name: str) -> str | None:
    """Return the format that a name's suffix tells, if it tells one.

    >>> format_of("scores.csv.gz")
    'delimited text'
    """
    return FORMATS.get(suffix(name))


def _head(place: Place, compression: str | None) -> bytes:
    if compression == "gzip":
        with gzip.open(io.BytesIO(place) if isinstance(place, bytes) else place) as file:
            return file.read(HEAD_BYTES)
    if compression == "zstd":
        # Python has no zstd before 3.14, but Polars decompresses text; a magic word survives that.
        with suppress(pl.exceptions.NoDataError):
            return "\n".join(scan_lines(place).head(HEAD_LINES).collect()["line"]).encode()
        return b""
    return first_bytes(place)


def _unmarked(place: Place, compression: str | None) -> bytes:
    text = _unpacked(place, compression) if compression else place if isinstance(place, bytes) else place.read_bytes()
    return text.removeprefix(BYTE_ORDER_MARK)


def _unpacked(place: Place, compression: str) -> bytes:
    packed = place if isinstance(place, bytes) else place.read_bytes()
    if compression == "zstd":
        return _unpacked_zstd(packed)
    unpack: dict[str, Callable[[bytes], bytes]] = {
        "gzip": gzip.decompress,
        "bz2": bz2.decompress,
        "xz": lzma.decompress,
    }
    try:
        return unpack[compression](packed)
    except ValueError as error:  # what bz2 raises for a stream that ends early
        raise EOFError(str(error)) from error


def _unpacked_zstd(packed: bytes) -> bytes:
    for module in ("compression.zstd", "zstandard"):
        try:
            zstd = importlib.import_module(module)
        except ImportError:
            continue
        try:
            if module == "zstandard":
                return bytes(zstd.ZstdDecompressor().stream_reader(packed, read_across_frames=True).read())
            return bytes(zstd.decompress(packed))
        except Exception as error:
            raise EOFError(str(error)) from error
    raise OSError("zstd needs Python 3.14 or: pip install zstandard")


def _sniffed(head: bytes) -> str:
    for magic, form in MAGIC.items():
        if head.startswith(magic):
            return form
    return JSON_LINES if JSON_START.match(head) else DELIMITED


def _require_text(name: str, head: bytes) -> None:
    if b"\x00" not in head:
        return
    for magic, what in FOREIGN.items():
        if head.startswith(magic):
            raise UnreadableSource(f"{capital(name)} is {what}.")
    refuse_null(name, head)
