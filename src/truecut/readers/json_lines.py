"""JSON lines: one object per line, whose keys are the columns.

Keys and types are those of all lines, however late a key appears; where lines hold different types, the column is
read as text. Null is missing, and strings that are all numbers (or, among them, one of the spellings of missing
values) are read as numbers. A file that cannot be read is refused with its first bad line.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from dataclasses import dataclass

import polars as pl

from truecut.errors import UnreadableSource
from truecut.readers.failures import FAILURES, capital, explained, first_line
from truecut.readers.one_file import Part, Place, scan_lines
from truecut.readers.typed_text import typed

JSON_LINES = "JSON lines"


def open_json_lines(name: str, place: Place, head: bytes) -> Part:
    """Open a file of JSON lines, with the keys and types of all its lines."""
    if head.lstrip().startswith(b"["):
        raise UnreadableSource(f"{capital(name)} is one JSON array; write one object per line instead.")
    try:
        schema = pl.scan_ndjson(place, infer_schema_length=None).collect_schema()
    except FAILURES as error:
        raise _bad_json(name, place, error) from error
    return _JsonLines(name, place, dict(schema))


@dataclass(frozen=True)
class _JsonLines:
    name: str
    place: Place
    schema: dict[str, pl.DataType]

    @property
    def column_names(self) -> tuple[str, ...]:
        return tuple(self.schema)

    @property
    def missing(self) -> tuple[str, ...]:
        return ()

    @property
    def can_be_scanned(self) -> bool:
        return False

    def values(self, names: list[str], as_written: Collection[str] = ()) -> pl.DataFrame:
        types = {name: pl.String() if name in as_written else self.schema[name] for name in names}
        try:
            frame = self._scan(types)
        except pl.exceptions.PolarsError:
            frame = self.text(names)
        texts = [name for name in names if frame[name].dtype == pl.String and name not in as_written]
        return frame.with_columns(typed(frame[name], missing=()) for name in texts)

    def text(self, names: list[str]) -> pl.DataFrame:
        try:
            return self._scan(dict.fromkeys(names, pl.String()))
        except FAILURES as error:
            raise _bad_json(self.name, self.place, error) from error

    def _scan(self, schema: dict[str, pl.DataType]) -> pl.DataFrame:
        return pl.scan_ndjson(self.place, schema=schema).collect()


def _bad_json(name: str, place: Place, error: BaseException) -> UnreadableSource:
    # One line at a time, which is slow: but this looks for the one bad line of a file that failed.
    with explained(name, JSON_LINES):
        for number, line in enumerate(scan_lines(place).collect()["line"], start=1):
            if line.strip() and (fault := _json_fault(line)):
                return UnreadableSource(f"{capital(name)}, line {number}, {fault}.")
    return UnreadableSource(f"{capital(name)} cannot be read as JSON lines ({first_line(error)}).")


def _json_fault(line: str) -> str | None:
    if "\ufffd" in line:
        return "is not UTF-8 text; save the file as UTF-8"
    try:
        value = json.loads(line, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        return f"is not valid JSON ({error.msg} at character {error.pos + 1})"
    except ValueError as error:
        return str(error)
    return None if isinstance(value, dict) else "is valid JSON but not an object of columns and values"


def _refuse_constant(constant: str) -> None:
    raise ValueError(f"holds {constant}, which JSON does not know; write null or the string {constant!r}")
