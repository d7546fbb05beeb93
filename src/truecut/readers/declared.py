"""Parquet and Arrow: the types are declared in the file, and they hold.

Only the schema is read when a file is opened. Arrow comes as a file or as a stream, and its first bytes say
which, whatever the suffix.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

import polars as pl

from truecut.readers.failures import failures_explained
from truecut.readers.one_file import OfSchema, Part, Place, first_bytes
from truecut.readers.polars_columns import as_column_type, written_names

PARQUET, ARROW = "Parquet", "Arrow"
STREAM_MAGIC = b"\xff\xff\xff\xff"


def open_parquet(name: str, place: Place) -> Part:
    """Open a Parquet file by its schema."""
    with failures_explained(name, PARQUET):
        lazy = pl.scan_parquet(place, hive_partitioning=False)
        return _Declared(name, PARQUET, lazy.collect_schema(), _selecting(lazy), lazy)


def open_arrow(name: str, place: Place) -> Part:
    """Open an Arrow file or stream by its schema."""
    with failures_explained(name, ARROW):
        if not first_bytes(place).startswith(STREAM_MAGIC):
            lazy = pl.scan_ipc(place, hive_partitioning=False)
            return _Declared(name, ARROW, lazy.collect_schema(), _selecting(lazy), lazy)

        def load(names: list[str]) -> pl.DataFrame:
            return pl.read_ipc_stream(place, columns=names).select(names)

        return _Declared(name, ARROW, pl.read_ipc_stream(place, n_rows=0).schema, load)


def _selecting(lazy: pl.LazyFrame) -> Callable[[list[str]], pl.DataFrame]:
    return lambda names: lazy.select(names).collect()


@dataclass(frozen=True)
class _Declared(OfSchema):
    name: str
    form: str
    schema: Mapping[str, pl.DataType]
    load: Callable[[list[str]], pl.DataFrame]
    lazy: pl.LazyFrame | None = None  # None: it can only be read whole

    @property
    def declares_types(self) -> bool:
        return True

    @property
    def can_be_scanned(self) -> bool:
        return self.lazy is not None

    def scan(self) -> pl.LazyFrame | None:
        return self.lazy

    def values(self, names: list[str], as_written: Collection[str] = ()) -> pl.DataFrame:
        with failures_explained(self.name, self.form):
            loaded = self.load(names)
        return loaded.with_columns(written_names(name, loaded[name]) for name in names if name in as_written)

    def text(self, names: list[str]) -> pl.DataFrame:
        loaded = self.values(names)
        return loaded.with_columns(as_column_type(name, loaded[name]).cast(pl.String) for name in names)
