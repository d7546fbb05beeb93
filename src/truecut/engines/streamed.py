"""Files larger than memory: scanned batch by batch, and only counted scores are kept.

Parquet and Arrow files are read column by column and row group by row group, text in parallel. How large the batches
are changes nothing. Text is read with the types that its first rows have; where a later value is of another type, or a
line is longer than the header, the file is refused rather than read differently from a file that fits.
"""

from __future__ import annotations

from typing import Any

import polars as pl

from truecut.engines.counting import CountingEngine
from truecut.engines.files import open_files
from truecut.engines.polars_lazy import on_polars
from truecut.errors import BadCall

# What one distinct score takes while it is counted: its place in the hash table of each thread, and in the answer.
BYTES_OF_SCORE = 256


def stream(patterns: list[str]) -> CountingEngine:
    """Return files by name or glob as an engine that reads them in parts."""
    source = open_files(patterns)
    frames = [_scanned(part) for part in source.parts]
    return on_polars(pl.concat(frames, how="vertical_relaxed"), source.name)


def most_scores_in(memory: int) -> int:
    """Return how many distinct scores can be counted one by one in so many bytes.

    >>> most_scores_in(2_000_000_000)
    7812500
    """
    return max(1_000, memory // BYTES_OF_SCORE)


def _scanned(part: Any) -> pl.LazyFrame:
    scan: pl.LazyFrame | None = part.lazy() if hasattr(part, "lazy") else None
    if scan is None:
        raise BadCall(
            f"{part.name} can only be read whole: --memory (in Python: memory=) is for delimited text, Parquet and "
            "Arrow files that are neither compressed as a whole nor piped in."
        )
    return scan
