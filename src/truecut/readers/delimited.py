"""Delimited text: a header, a separator that the header tells, and types found from the values.

Types are guessed from the first rows to be quick, and found from all rows where the guess fails: the
result is the same. A line with nothing in it is not a row; a line of more or fewer fields than the
header is refused with its number, as are an open quote and text that is not UTF-8.
"""

from __future__ import annotations

import csv
import inspect
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import polars as pl

from truecut.errors import UnreadableSource, listed
from truecut.readers.failures import FAILURES, capital, explained, first_line
from truecut.readers.one_file import HEAD_LINES, Part, Place, scan_lines, suffix
from truecut.readers.typed_text import HEAD_ROWS, MISSING, typed, without
from truecut.words import counted

DELIMITED = "delimited text"
SEPARATORS = (",", "\t", ";", "|")
QUOTED = '"[^"]*"'

# Polars from 2.0 on wants to be told that a schema may be wider than a line.
_WIDER_SCHEMA: dict[str, Any] = (
    {"missing_columns": "insert"} if "missing_columns" in inspect.signature(pl.scan_csv).parameters else {}
)


def open_delimited(name: str, place: Place) -> Part:
    """Open a delimited text by its header."""
    line_end = "\n"
    with explained(name, DELIMITED):
        head = scan_lines(place).head(HEAD_LINES).collect()["line"]
        if len(head) == 1 and "\r" in head[0]:
            line_end = "\r"
            head = scan_lines(place, line_end).head(HEAD_LINES).collect()["line"]
    separator = _separator(name, head[0])
    header = next(csv.reader((f"{line}\n" for line in head), delimiter=separator))
    columns = tuple(cell.strip() for cell in header)
    _require_names(name, columns)
    has_rows = len(head) == HEAD_LINES or any(line.strip() for line in head[1:])
    return _Delimited(name, place, separator, line_end, columns, has_rows)


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

    def values(self, names: list[str]) -> pl.DataFrame:
        frame = self._quickly(names)
        if frame is None or self._holds_blank_lines(frame):
            frame = self.text(names)
        texts = [name for name in names if frame[name].dtype == pl.String]
        return frame.select(names).with_columns(typed(frame[name], MISSING) for name in texts)

    def _quickly(self, names: list[str]) -> pl.DataFrame | None:
        """Read with the types of the first rows, or return None where a later value is of another one.

        Looking for the spellings of missing values takes half as long again as reading does. Numbers do not need it:
        an empty field is missing anyway, nan is not a number, and NA is of another type, for which all is read again.
        """
        for missing in ((), MISSING):
            with suppress(*FAILURES):
                return self._scan(self._likely_types(names), missing, names)
        return None

    def text(self, names: list[str]) -> pl.DataFrame:
        try:
            frame = self._scan({}, (), names)
            if self._holds_blank_lines(frame):
                frame = self._scan({}, (), list(self.column_names))
                frame = frame.filter(~pl.all_horizontal(pl.col(self.column_names).is_null()))
        except FAILURES as error:
            raise self._diagnosed(error) from error
        return frame.select(without(pl.col(name), MISSING) for name in names)

    def _scan(
        self, types: dict[str, pl.DataType], missing: Sequence[str], names: list[str], rows: int | None = None
    ) -> pl.DataFrame:
        """Read columns, and beside them whether the last one is missing and whether there is one beyond it.

        Polars fills up short lines and cuts long ones without a word when it reads some columns only.
        """
        schema = {name: types.get(name, pl.String()) for name in self.column_names} | {self._beyond: pl.String()}
        if not self.has_rows:
            return pl.DataFrame(
                schema={name: schema[name] for name in names} | dict.fromkeys(self._marks, pl.Boolean())
            )
        short, long = self._marks
        is_short = pl.col(self.column_names[-1]).is_null().alias(short)
        is_long = pl.col(self._beyond).is_not_null().alias(long)
        return self._lines(schema, missing, rows).select(*names, is_short, is_long).collect(engine="streaming")

    def lazy(self) -> pl.LazyFrame | None:
        """Scan the text with the types that its first rows have; one that is compressed can only be read whole."""
        if isinstance(self.place, bytes) or not self.has_rows or suffix(self.place.name) != self.place.suffix.lower():
            return None
        names = list(self.column_names)
        types = self._likely_types(names)
        schema = {name: types.get(name, pl.String()) for name in names} | {self._beyond: pl.String()}
        lines = self._lines(schema, MISSING, None)
        with explained(self.name, DELIMITED):
            too_long = lines.select(pl.col(self._beyond).is_not_null().sum()).collect(engine="streaming").item()
        if too_long:
            lines_said = counted(too_long, "line")
            raise UnreadableSource(f"{capital(self.name)} has {lines_said} of more fields than its header.")
        return lines.select(names)

    def _lines(self, schema: dict[str, pl.DataType], missing: Sequence[str], rows: int | None) -> pl.LazyFrame:
        return pl.scan_csv(
            self.place,
            has_header=False,
            skip_rows=1,
            separator=self.separator,
            eol_char=self.line_end,
            schema=schema,
            null_values=list(missing) or None,
            truncate_ragged_lines=True,
            n_rows=rows,
            **_WIDER_SCHEMA,
        )

    @property
    def _beyond(self) -> str:
        return max(self.column_names, key=len) + "+"

    @property
    def _marks(self) -> tuple[str, str]:
        return self._beyond + "short", self._beyond + "long"

    def _likely_types(self, names: list[str]) -> dict[str, pl.DataType]:
        head = self._scan({}, (), names, rows=HEAD_ROWS)
        types = {name: typed(head[name], MISSING).dtype for name in names}
        # Words and booleans are read as text and looked at afterwards.
        return {name: dtype for name, dtype in types.items() if dtype.is_numeric()}

    def _holds_blank_lines(self, frame: pl.DataFrame) -> bool:
        """Look at the lines if something speaks against them; refuse ragged ones."""
        if not any(frame[mark].any() for mark in self._marks):
            return False
        lines = scan_lines(self.place, self.line_end).collect()["line"]
        quotes = lines.str.contains('"', literal=True).any()
        unquoted = lines.str.replace_all(QUOTED, "quoted") if quotes else lines
        blank = unquoted.str.strip_chars(self.separator + " \t\r") == ""
        widths = unquoted.str.count_matches(self.separator, literal=True) + 1
        if ((widths != len(self.column_names)) & ~blank).any() and (fault := self._ragged(lines)):
            raise UnreadableSource(fault)
        return bool(blank.any())

    def _ragged(self, lines: pl.Series) -> str | None:
        # One line at a time, which is slow: but by now one is most likely wrong.
        reader = csv.reader((f"{line}\n" for line in lines), delimiter=self.separator, strict=True)
        last_good = 0
        try:
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
        with explained(self.name, DELIMITED):
            lines = scan_lines(self.place, self.line_end).collect()["line"]
        spoiled = lines.str.contains("\ufffd", literal=True).arg_true()
        if len(spoiled):
            return _not_utf8(self.name, spoiled[0] + 1)
        if fault := self._ragged(lines):
            return UnreadableSource(fault)
        unpaired = (lines.str.count_matches('"') % 2 == 1).arg_true()
        if len(unpaired):
            return UnreadableSource(f"{capital(self.name)}, line {unpaired[0] + 1}, has an unpaired quote.")
        return UnreadableSource(f"{capital(self.name)} cannot be read as delimited text ({first_line(error)}).")


def _width(cells: list[str], expected: int) -> int:
    """Count the cells, without empty ones after the expected last: a trailing separator is harmless."""
    return len(cells) if any(cells[expected:]) else min(len(cells), expected)


def _not_utf8(name: str, line: int) -> UnreadableSource:
    return UnreadableSource(f"{capital(name)}, line {line}, is not UTF-8 text; save the file as UTF-8.")
