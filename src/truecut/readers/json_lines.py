"""JSON lines: one object per line, whose keys are the columns.

Keys and types are those of all lines, however late a key appears; where lines hold different types, the column is
read as text. Null is missing, and strings that are all numbers (or, among them, one of the spellings of missing
values) are read as numbers. A file that cannot be read is refused with its first bad line, and so is one that says a
key twice, or half a character. In columns that name things numbers, too, are read as written: 1 and 1.0 are two.
"""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import polars as pl

from truecut.errors import UnreadableSource
from truecut.readers.failures import FAILURES, capital, failures_explained, first_line
from truecut.readers.null_characters import refuse_null
from truecut.readers.one_file import OfSchema, Part, Place, scan_lines
from truecut.readers.typed_text import holds_wide, typed

JSON_LINES = "JSON lines"


def open_json_lines(name: str, place: Place, head: bytes) -> Part:
    """Open a file of JSON lines, with the keys and types of all its lines."""
    if head.lstrip().startswith(b"["):
        raise UnreadableSource(f"{capital(name)} is one JSON array; write one object per line instead.")
    refuse_null(name, place)
    try:
        schema = pl.scan_ndjson(place, infer_schema_length=None).collect_schema()
    except FAILURES as error:
        raise _bad_json(name, place, error) from error
    return _JsonLines(name, place, schema)


@dataclass(frozen=True)
class _JsonLines(OfSchema):
    name: str
    place: Place
    schema: Mapping[str, pl.DataType]

    def values(self, names: list[str], as_written: Collection[str] = ()) -> pl.DataFrame:
        types = {name: pl.String() if name in as_written else self.schema[name] for name in names}
        try:
            frame = self._scan(types)
        except pl.exceptions.PolarsError:
            frame = self.text(names)
        if any(holds_wide(frame[name]) for name in names):
            frame = self.text(names)
        texts = [name for name in names if frame[name].dtype == pl.String and name not in as_written]
        frame = frame.with_columns(typed(frame.select(texts), missing=()).get_columns())
        return frame.with_columns(self._as_written(frame[name]) for name in names if name in as_written)

    def text(self, names: list[str]) -> pl.DataFrame:
        try:
            return self._scan(dict.fromkeys(names, pl.String()))
        except FAILURES as error:
            raise _bad_json(self.name, self.place, error) from error

    def _as_written(self, text: pl.Series) -> pl.Series:
        """Return a column with its numbers letter by letter; Polars writes the 1.0 and the 1e0 of a line as 1."""
        number = pl.col("line").str.contains(f"{_key(text.name)}\\s*(?:-?[0-9]+[.eE]|-0)")
        lines = scan_lines(self.place)
        if not lines.select(number.any()).collect(engine="streaming").item():
            return text
        each = (line for batch in lines.collect_batches(maintain_order=True) for line in batch["line"] if line.strip())
        found = (json.loads(line, parse_float=str, parse_int=str).get(text.name) for line in each)
        pairs = zip(text.to_list(), found, strict=True)
        return pl.Series(text.name, [new if isinstance(new, str) else old for old, new in pairs], pl.String())

    def _scan(self, schema: dict[str, pl.DataType]) -> pl.DataFrame:
        frame = pl.scan_ndjson(self.place, schema=schema).collect()
        if fault := _first_fault(self.name, self._doubtful(frame, list(schema))):
            raise fault
        return frame

    def _doubtful(self, frame: pl.DataFrame, names: Sequence[str]) -> Iterable[tuple[int, str]]:
        """Return the lines of which Polars, without a word, may have read something else than they say.

        Of a key that comes twice it takes the first value, and it reads half a character as a null one.
        """
        line = pl.col("line")
        texts = [name for name in names if frame[name].dtype == pl.String]
        if any(frame[name].str.contains("\0", literal=True).any() for name in texts):
            is_doubtful = pl.lit(value=True)
        else:
            is_doubtful = pl.any_horizontal(line.str.count_matches(_key(name)) > 1 for name in names)
        lines = scan_lines(self.place).with_row_index("number", offset=1).filter(is_doubtful)
        return lines.collect(engine="streaming").iter_rows()


def _key(name: str) -> str:
    """Return a pattern of a key and its colon, with letters beyond ASCII written out or escaped."""
    plain, escaped = (re.escape(json.dumps(name, ensure_ascii=is_ascii)) for is_ascii in (False, True))
    return f"(?:{plain}|(?i:{escaped}))\\s*:"


def _bad_json(name: str, place: Place, error: BaseException) -> UnreadableSource:
    # One line at a time, which is slow: but this looks for the one bad line of a file that failed.
    with failures_explained(name, JSON_LINES):
        if fault := _first_fault(name, enumerate(scan_lines(place).collect()["line"], start=1)):
            return fault
    return UnreadableSource(f"{capital(name)} cannot be read as JSON lines ({first_line(error)}).")


def _first_fault(name: str, lines: Iterable[tuple[int, str]]) -> UnreadableSource | None:
    for number, line in lines:
        if line.strip() and (fault := _json_fault(line)):
            return UnreadableSource(f"{capital(name)}, line {number}, {fault}.")
    return None


def _json_fault(line: str) -> str | None:
    if "\ufffd" in line:
        return "is not UTF-8 text; save the file as UTF-8"
    try:
        value = json.loads(line, parse_constant=_refuse_constant, parse_float=_finite, object_pairs_hook=_said_once)
        json.dumps(value, ensure_ascii=False).encode()
    except json.JSONDecodeError as error:
        return f"is not valid JSON ({error.msg.removesuffix(' at')} at character {error.pos + 1})"
    except RecursionError:
        return "is nested too deeply"
    except UnicodeEncodeError:
        return "holds half a character, an escape from \\ud800 to \\udfff without its other half"
    except ValueError as error:
        return str(error)
    return None if isinstance(value, dict) else "is valid JSON but not an object of columns and values"


def _refuse_constant(constant: str) -> None:
    raise ValueError(f"holds {constant}, which JSON does not know; write null or the string {constant!r}")


def _finite(number: str) -> float:
    if not math.isfinite(float(number)):
        raise ValueError(f"holds {number[:20]}, which is too large for double precision")
    return float(number)


def _said_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    (key, count), *_ = Counter(key for key, _ in pairs).most_common(1) or [("", 0)]
    if count > 1:
        raise ValueError(f"says {key!r} {count} times, and which of them counts is not clear")
    return dict(pairs)
