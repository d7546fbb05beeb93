"""One file before anything is known of its format: where its bytes are, its suffix, its lines.

The formats are built on this and know nothing of each other; what each makes of a file is a `Part`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Protocol

import polars as pl

STDIN = "standard input"
WILDCARDS = "*?["
COMPRESSION_SUFFIXES = (".gz", ".zst", ".zstd", ".bz2", ".xz")
HEAD_BYTES = 65536
HEAD_LINES = 1000

# What a file starts with tells how it is compressed, whatever its name says.
COMPRESSIONS = {
    b"\x1f\x8b": "gzip",
    b"\x28\xb5\x2f\xfd": "zstd",
    **{b"BZh%d%b" % (level, mark): "bz2" for level in range(1, 10) for mark in (b"1AY", b"\x17rE")},
    b"\xfd7zXZ\x00": "xz",
}

Place = Path | bytes  # on disk, or already in memory


class Part(Protocol):
    """One opened file, of which only the needed columns are read."""

    @property
    def name(self) -> str:
        """Say which file this is in messages."""
        ...

    @property
    def column_names(self) -> tuple[str, ...]:
        """Return the names of all columns, in order."""
        ...

    @property
    def nested(self) -> tuple[str, ...]:
        """Return the names of columns of lists or objects, which are not read."""
        ...

    @property
    def missing(self) -> tuple[str, ...]:
        """Return the words that stand for a missing value in columns that are read as they are written."""
        ...

    @property
    def declares_types(self) -> bool:
        """Say whether the file itself says what is missing, so that no word of it does."""
        ...

    @property
    def can_be_scanned(self) -> bool:
        """Say whether the file can be read in parts."""
        ...

    def values(self, names: list[str], as_written: Collection[str] = ()) -> pl.DataFrame:
        """Read columns with the types their values have, except for those that are wanted as they are written."""
        ...

    def text(self, names: list[str]) -> pl.DataFrame:
        """Read columns as words, whatever they hold."""
        ...

    def doubtful(self, numbers: pl.DataFrame) -> list[str]:
        """Return those of the columns, which were read as numbers, whose text may say something else in some row."""
        ...


class OfSchema:
    """What is known of every file whose columns and types were found when it was opened."""

    schema: Mapping[str, pl.DataType]

    @property
    def column_names(self) -> tuple[str, ...]:
        """Return the names of all columns, in order."""
        return tuple(self.schema)

    @property
    def nested(self) -> tuple[str, ...]:
        """Return the names of columns of lists or objects, which are not read."""
        return tuple(name for name, dtype in self.schema.items() if dtype.is_nested())

    @property
    def missing(self) -> tuple[str, ...]:
        """Return no words: what is missing is null."""
        return ()

    @property
    def declares_types(self) -> bool:
        """Say that words among numbers may stand for what is missing."""
        return False

    @property
    def can_be_scanned(self) -> bool:
        """Say whether the file can be read in parts."""
        return False

    def doubtful(self, _numbers: pl.DataFrame) -> list[str]:
        """Return no columns: numbers are declared as such."""
        return []


def holds_wildcards(name: str) -> bool:
    """Return whether a name would be taken for a pattern.

    >>> holds_wildcards("part-*.csv")
    True
    """
    return any(sign in name for sign in WILDCARDS)


def suffix(name: str) -> str:
    """Return the suffix that tells the format, in small letters and without that of a compression.

    >>> suffix("Scores.CSV.gz")
    '.csv'
    """
    stem = name.lower()
    for compression in COMPRESSION_SUFFIXES:
        stem = stem.removesuffix(compression)
    return Path(stem).suffix


def compression_of(start: bytes) -> str | None:
    """Return how a file is compressed that starts like this.

    >>> compression_of(b"\\x1f\\x8b..."), compression_of(b"y,p")
    ('gzip', None)
    """
    return next((kind for magic, kind in COMPRESSIONS.items() if start.startswith(magic)), None)


def first_bytes(place: Place) -> bytes:
    """Return what a file starts with, as it is stored."""
    if isinstance(place, bytes):
        return place[:HEAD_BYTES]
    with place.open("rb") as file:
        return file.read(HEAD_BYTES)


def scan_lines(place: Place, line_end: str = "\n") -> pl.LazyFrame:
    """Scan a text as lines; what is not UTF-8 becomes U+FFFD."""
    return pl.scan_csv(
        place,
        has_header=False,
        separator="\x1f",  # a character that text does not hold
        quote_char=None,
        eol_char=line_end,
        schema={"line": pl.String},
        truncate_ragged_lines=True,
        encoding="utf8-lossy",
    ).with_columns(pl.col("line").fill_null(""))
