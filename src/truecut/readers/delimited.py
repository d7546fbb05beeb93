"""Delimited text: a header, a separator that the header tells, and types found from the values.

Types are guessed from the first rows to be quick, and found from all rows where the guess fails: the
result is the same. Columns that name things are never guessed at: they are words as they are written. A line with
nothing in it is not a row; a line of more or fewer fields than the header is refused with its number, as are an open
quote and text that is not UTF-8.
"""

from __future__ import annotations

import csv
import inspect
import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from typing import Any

import polars as pl

from truecut.errors import UnreadableSource, listed
from truecut.readers.failures import FAILURES, capital, failures_explained, first_line
from truecut.readers.null_characters import refuse_null
from truecut.readers.one_file import HEAD_BYTES, HEAD_LINES, Part, Place, scan_lines, suffix
from truecut.readers.typed_text import (
    CODE,
    HEAD_ROWS,
    MISSING,
    TextStatistics,
    TextType,
    holds_wide,
    statistics_of,
    typed,
)

DELIMITED = "delimited text"
SEPARATORS = (",", "\t", ";", "|")
QUOTED = '"[^"]*"'

# Polars from 2.0 on wants to be told that a schema may be wider than a line.
_WIDER_SCHEMA: dict[str, Any] = (
    {"missing_columns": "insert"} if "missing_columns" in inspect.signature(pl.scan_csv).parameters else {}
)


def open_delimited(name: str, place: Place, start: bytes) -> Part:
    """Open a delimited text by its header, of which the start has been read already, and mostly suffices."""
    is_cut = len(start) >= HEAD_BYTES
    sample = start[: start.rfind(b"\n") + 1] if is_cut else start
    return _opened(name, place, sample or place, is_cut=is_cut and bool(sample))


def _opened(name: str, place: Place, sample: Place, *, is_cut: bool) -> Part:
    """Return the text with the header of a sample of it, or of the whole if the sample ends within the header."""
    line_end = "\n"
    with failures_explained(name, DELIMITED):
        head = scan_lines(sample).head(HEAD_LINES).collect()["line"]
        if len(head) == 1 and "\r" in head[0]:
            line_end = "\r"
            head = scan_lines(sample, line_end).head(HEAD_LINES).collect()["line"]
    if not len(head):
        raise UnreadableSource(f"{capital(name)} holds no text.")  # a byte order mark alone
    separator = _separator(name, head[0])
    reader = csv.reader((f"{line}\n" for line in head), delimiter=separator)
    with _cells_of_any_width():
        header = next(reader)
    if is_cut and reader.line_num == len(head):
        return _opened(name, place, place, is_cut=False)
    columns = tuple(cell.strip() for cell in header)
    _require_names(name, columns)
    has_rows = is_cut or len(head) == HEAD_LINES or any(line.strip() for line in head[1:])
    return _Delimited(name, place, separator, line_end, columns, has_rows, sample)


@contextmanager
def _cells_of_any_width() -> Iterator[None]:
    """Let the module csv read wide cells, which is a setting of the whole process, and put it back."""
    before = csv.field_size_limit(2**31 - 1)  # what a C long holds on every system
    try:
        yield
    finally:
        csv.field_size_limit(before)


def _separator(name: str, header: str) -> str:
    unquoted = re.sub(QUOTED, "", header)
    if suffix(name) in (".tsv", ".tab") and "\t" in unquoted:
        return "\t"
    return max(SEPARATORS, key=unquoted.count)


def _require_names(name: str, columns: tuple[str, ...]) -> None:
    if any("\ufffd" in column for column in columns):
        raise _not_utf8(name, 1)
    if not any(columns):
        raise UnreadableSource(f"{capital(name)} starts with an empty line in place of column names.")
    repeated, count = Counter(columns).most_common(1)[0]
    if count > 1:
        raise UnreadableSource(f"{capital(name)} has {count} columns called {repeated!r}.")
    numbers = pl.Series(columns).cast(pl.Float64, strict=False)
    # Columns may be called 0 and 1, but hardly 0.83.
    if not numbers.null_count() and any("." in column for column in columns):
        raise UnreadableSource(
            f"{capital(name)} has no header: its first line holds the numbers {listed(columns, most=3)}."
        )


@dataclass(frozen=True)
class _Delimited:
    name: str
    place: Place
    separator: str
    line_end: str
    column_names: tuple[str, ...]
    has_rows: bool
    sample: Place = field(repr=False, compare=False)  # the first lines, by which types are guessed

    @property
    def nested(self) -> tuple[str, ...]:
        return ()

    @property
    def missing(self) -> tuple[str, ...]:
        return MISSING

    @property
    def declares_types(self) -> bool:
        return False

    def values(self, names: list[str], as_written: Collection[str] = ()) -> pl.DataFrame:
        refuse_null(self.name, self.place, self.line_end)
        frame = self._quickly(names, as_written)
        if frame is None or self._holds_blank_lines(frame[self._short].any() or frame[self._long].any()):
            frame = self.text(names)
        texts = [name for name in names if frame[name].dtype == pl.String and name not in as_written]
        return frame.select(names).with_columns(typed(frame.select(texts), MISSING).get_columns())

    def _quickly(self, names: list[str], as_written: Collection[str]) -> pl.DataFrame | None:
        """Read with the types of the first rows, or return None where a later value is of another one."""
        with suppress(*FAILURES):
            frame = self._scan(self._likely_types([name for name in names if name not in as_written]), names)
            return None if any(holds_wide(frame[name]) for name in names) else frame
        return None

    def text(self, names: list[str]) -> pl.DataFrame:
        try:
            frame = self._scan({}, names)
            if self._holds_blank_lines(frame[self._short].any() or frame[self._long].any()):
                frame = self._scan({}, list(self.column_names))
                frame = frame.filter(~self._is_blank)
        except FAILURES as error:
            raise self._diagnosed(error) from error
        return frame.select(names)

    def doubtful(self, numbers: pl.DataFrame) -> list[str]:
        # The types of the first rows hold for all that can be read by them: 02134 as 2134, and nan as a number.
        codes = pl.col(numbers.columns).str.strip_chars().str.contains(CODE).any()
        found = self._lines({}, None).select(codes).collect(engine="streaming").row(0) if numbers.width else ()
        return [
            column.name
            for column, is_code in zip(numbers.iter_columns(), found, strict=True)
            if is_code or (column.dtype.is_float() and column.is_nan().any())
        ]

    def _scan(self, types: dict[str, pl.DataType], names: list[str], rows: int | None = None) -> pl.DataFrame:
        """Read columns, and beside them whether the last one is missing and whether there is one beyond it.

        Polars fills up short lines and cuts long ones without a word when it reads some columns only.
        """
        if not self.has_rows:
            schema = {name: types.get(name, pl.String()) for name in names}
            return pl.DataFrame(schema=schema | dict.fromkeys((self._short, self._long), pl.Boolean()))
        return self._lines(types, rows).select(*names, *self._marks).collect(engine="streaming")

    @property
    def can_be_scanned(self) -> bool:
        """Say whether the text can be read in parts; one that is compressed can only be read whole."""
        return not isinstance(self.place, bytes) and suffix(self.place.name) == self.place.suffix.lower()

    def statistics(self, names: list[str]) -> dict[str, TextStatistics]:
        """Return how columns are spelled in all rows, without holding them; lines that are not regular are refused."""
        refuse_null(self.name, self.place, self.line_end)
        with failures_explained(self.name, DELIMITED):
            return statistics_of(self._regular(), names)

    def scan(self, types: Mapping[str, TextType]) -> pl.LazyFrame:
        """Scan columns of these types."""
        return self._regular().select(found.reading(pl.col(name)).alias(name) for name, found in types.items())

    def _regular(self) -> pl.LazyFrame:
        """Scan the rows as text, without blank lines."""
        lines = self._lines({}, None)
        try:
            is_odd = lines.select(pl.any_horizontal(mark.any() for mark in self._marks)).collect(engine="streaming")
            if self._holds_blank_lines(is_odd.item()):
                return lines.filter(~self._is_blank)
        except FAILURES as error:
            raise self._diagnosed(error) from error
        return lines

    def _lines(self, types: dict[str, pl.DataType], rows: int | None) -> pl.LazyFrame:
        return pl.scan_csv(
            self.place,
            has_header=False,
            skip_rows=1,
            separator=self.separator,
            eol_char=self.line_end,
            schema={name: types.get(name, pl.String()) for name in self.column_names} | {self._beyond: pl.String()},
            truncate_ragged_lines=True,
            n_rows=rows,
            **_WIDER_SCHEMA,
        )

    @property
    def _beyond(self) -> str:
        return max(self.column_names, key=len) + "+"

    @property
    def _short(self) -> str:
        return self._beyond + "short"

    @property
    def _long(self) -> str:
        return self._beyond + "long"

    @property
    def _marks(self) -> tuple[pl.Expr, pl.Expr]:
        """Return what speaks for a line of too few fields, or of too many."""
        is_short = pl.col(self.column_names[-1]).is_null().alias(self._short)
        return is_short, pl.col(self._beyond).is_not_null().alias(self._long)

    @property
    def _is_blank(self) -> pl.Expr:
        """Return whether a line holds nothing, or nothing but spaces."""
        cells = pl.col(self.column_names)
        return pl.all_horizontal(cells.is_null() | cells.str.contains(r"^[ \t\r]+$"))

    def _likely_types(self, names: list[str]) -> dict[str, pl.DataType]:
        if not names:
            return {}
        head = statistics_of(self._first_rows(names), names)
        types = {name: statistics.as_values(MISSING).dtype for name, statistics in head.items()}
        # Words and booleans are read as text and looked at afterwards.
        return {name: dtype for name, dtype in types.items() if dtype.is_numeric()}

    def _first_rows(self, names: list[str]) -> pl.DataFrame:
        with suppress(*FAILURES):  # a quoted line break may lie where the sample ends
            return replace(self, place=self.sample)._scan({}, names, rows=HEAD_ROWS)
        return self._scan({}, names, rows=HEAD_ROWS)

    def _holds_blank_lines(self, is_odd: bool) -> bool:
        """Look at the lines if something speaks against them; refuse ragged ones."""
        if not is_odd:
            return False
        unquoted = pl.col("line").str.replace_all(QUOTED, "quoted")
        blank = unquoted.str.strip_chars(self.separator + " \t\r") == ""
        widths = unquoted.str.count_matches(self.separator, literal=True) + 1
        ragged = (widths != len(self.column_names)) & ~blank
        lines = scan_lines(self.place, self.line_end)
        found = lines.select(ragged=ragged.any(), blank=blank.any()).collect(engine="streaming").row(0, named=True)
        if found["ragged"] and (fault := self._ragged(lines)):
            raise UnreadableSource(fault)
        return bool(found["blank"])

    def _ragged(self, lines: pl.LazyFrame) -> str | None:
        # One line at a time, which is slow: but by now one is most likely wrong.
        each = (f"{line}\n" for batch in lines.collect_batches(maintain_order=True) for line in batch["line"])
        reader = csv.reader(each, delimiter=self.separator, strict=True)
        last_good = 0
        try:
            with _cells_of_any_width():
                for cells in reader:
                    width = _width(cells, len(self.column_names))
                    if any(cells) and width != len(self.column_names):
                        return (
                            f"{capital(self.name)}, line {reader.line_num}, has {width} fields"
                            f" where the header has {len(self.column_names)}."
                        )
                    last_good = reader.line_num
        except csv.Error:
            return f"{capital(self.name)}, line {last_good + 1}, has a quote that is not closed."
        return None

    def _diagnosed(self, error: BaseException) -> UnreadableSource:
        lines = scan_lines(self.place, self.line_end).with_row_index("number", offset=1)
        with failures_explained(self.name, DELIMITED):
            spoiled = self._first(lines.filter(pl.col("line").str.contains("\ufffd", literal=True)))
            if spoiled:
                return _not_utf8(self.name, spoiled)
            if fault := self._ragged(lines):
                return UnreadableSource(fault)
            unpaired = self._first(lines.filter(pl.col("line").str.count_matches('"') % 2 == 1))
        if unpaired:
            return UnreadableSource(f"{capital(self.name)}, line {unpaired}, has an unpaired quote.")
        return UnreadableSource(f"{capital(self.name)} cannot be read as delimited text ({first_line(error)}).")

    def _first(self, lines: pl.LazyFrame) -> int | None:
        """Return the number of the first of some lines."""
        number: int | None = lines.select(pl.col("number").min()).collect(engine="streaming").item()
        return number


def _width(cells: list[str], expected: int) -> int:
    """Count the cells, without empty ones after the expected last: a trailing separator is harmless."""
    return len(cells) if any(cells[expected:]) else min(len(cells), expected)


def _not_utf8(name: str, line: int) -> UnreadableSource:
    return UnreadableSource(f"{capital(name)}, line {line}, is not UTF-8 text; save the file as UTF-8.")
