"""Files larger than memory: scanned batch by batch, and only counted scores are kept.

Parquet and Arrow files are read column by column and row group by row group, text in parallel. How large the batches
are changes nothing. Text is read with the types that its first rows have; where a later value is of another type, or a
line is longer than the header, the file is refused rather than read differently from a file that fits.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

import polars as pl

from truecut.engines.counting import CountingEngine
from truecut.engines.expressions import GroupBy
from truecut.engines.jobs import running
from truecut.engines.polars_lazy import SOURCE, on_polars
from truecut.errors import BadCall
from truecut.readers.files import open_files

# What one distinct score takes while it is counted: its place in the hash table of each thread, and in the answer.
BYTES_OF_SCORE = 256


def stream(patterns: list[str]) -> CountingEngine:
    """Return files by name or glob as an engine that reads them in parts."""
    source = open_files(patterns)
    frame = pl.concat([_scanned(part) for part in source.parts], how="vertical_relaxed")
    return replace(on_polars(frame, source.name), distinct=partial(_distinct, frame))


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


def _distinct(frame: pl.LazyFrame, question: GroupBy, most: int) -> int:
    """Return how many groups a question has, reading no further than to the first of too many.

    Polars would gather the groups of the whole file before it counts them, which is what does not fit.
    """
    rows = pl.SQLContext({SOURCE: frame}).execute(question.row_by_row(SOURCE))
    seen = rows.collect_schema().to_frame()
    with running("Polars", question.about):
        for batch in rows.collect_batches(maintain_order=False):
            seen = pl.concat([seen, batch.unique()])
            # Only when there are twice as many: what is found again and again is then looked through rarely.
            if seen.height > 2 * most:
                seen = seen.unique()
                if seen.height > most:
                    return seen.height
    return seen.unique().height
