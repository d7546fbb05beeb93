"""A null character is in no text: wherever it stands, the file is refused, by whatever way it is read."""

from __future__ import annotations

import io

import polars as pl

from truecut.errors import UnreadableSource
from truecut.readers.failures import capital, failures_explained
from truecut.readers.one_file import Place, compression_of, first_bytes, scan_lines

NULL = "\0"
BLOCK_BYTES = 2**22


def refuse_null(name: str, place: Place, line_end: str = "\n") -> None:
    """Refuse a file with a null character, and name its line: it is no text, or text in another encoding."""
    with failures_explained(name, "text"):
        line = (_in_lines if compression_of(first_bytes(place)) else _in_bytes)(place, line_end)
    if line is not None:
        raise UnreadableSource(f"{capital(name)} is not text: line {line} holds a null character.")


def _in_bytes(place: Place, line_end: str) -> int | None:
    line, end = 1, line_end.encode()
    with io.BytesIO(place) if isinstance(place, bytes) else place.open("rb") as file:
        while block := file.read(BLOCK_BYTES):
            if (null := block.find(NULL.encode())) >= 0:
                return line + block.count(end, 0, null)
            line += block.count(end)
    return None


def _in_lines(place: Place, line_end: str) -> int | None:
    """Look where Polars decompresses, which is several times as fast as the modules of Python are."""
    lines = scan_lines(place, line_end).with_row_index("number", offset=1)
    found = lines.filter(pl.col("line").str.contains(NULL, literal=True)).select(pl.col("number").min())
    number: int | None = found.collect(engine="streaming").item()
    return number
