"""Files and standard input, read by Polars and handed over as columns.

Delimited text, JSON lines, Parquet and Arrow, compressed or not, one file or many: named, or found by a
pattern. Rows of several files are appended, so these need the same columns, and none is read twice. Only
the columns that are asked for are read.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from truecut.data.columns import Column
from truecut.errors import MissingColumn, UnreadableSource, listed, near_miss
from truecut.readers.failures import failures_explained
from truecut.readers.one_file import STDIN, Part, Place, holds_wildcards
from truecut.readers.opening import format_of, open_file
from truecut.readers.polars_columns import as_column_type, column_from_series, column_from_text
from truecut.readers.typed_text import typed, words_of_text


def open_files(patterns: Sequence[str]) -> Files:
    """Open files by name or glob, or `-` for standard input; several are read as one table."""
    places = expanded(patterns)
    if not places:
        raise UnreadableSource("No file was named.")
    _refuse_repeats(places)
    parts = [open_file(name, place) for name, place in zip(_names(places), places, strict=True)]
    for part in parts[1:]:
        _require_same_columns(parts[0], part)
    return Files(_name_of(parts), tuple(parts))


@dataclass(frozen=True)
class Files:
    """One file, or several whose rows are appended."""

    name: str
    parts: tuple[Part, ...]

    @property
    def column_names(self) -> tuple[str, ...]:
        """Return the names of all columns, in the order of the first file."""
        return self.parts[0].column_names

    def read(self, names: tuple[str, ...], as_written: Collection[str] = ()) -> dict[str, Column]:
        """Read these columns from every file and append the rows."""
        table = self.table(names, as_written)
        missing = self.parts[0].missing
        spells_missing = not self.parts[0].declares_types
        return {
            name: column_from_text(name, series, missing)
            if name in as_written and series.dtype == pl.String and spells_missing
            else column_from_series(name, series)
            for name, series in table.items()
        }

    def table(self, names: Sequence[str], as_written: Collection[str] = ()) -> dict[str, pl.Series]:
        """Return these columns of every file, appended: booleans, numbers and words."""
        for name in names:
            if name not in self.column_names:
                raise MissingColumn(name, self.column_names, self.name)
        wanted = list(dict.fromkeys(names))
        frames = [part.values(wanted, as_written) for part in self.parts]
        if wanted and not sum(frame.height for frame in frames):
            raise UnreadableSource(f"{self.name} holds column names but no rows.")
        return {name: self._appended(name, frames) for name in wanted}

    def table_to_ask(self, as_written: Collection[str] = ()) -> dict[str, pl.Series]:
        """Return every column of plain values with the type that the texts of all its rows have.

        A query may compare or name by any of them, so it does not do to read 02134 as a number because others are.
        """
        table = self.table(self.flat_names(), as_written)
        numbers = [name for name, column in table.items() if column.dtype.is_numeric()]
        doubtful = {name for part in self.parts for name in part.doubtful(pl.DataFrame(table).select(numbers))}
        if not doubtful:
            return table
        frames = [typed(part.text(sorted(doubtful)), part.missing) for part in self.parts]
        return {name: self._appended(name, frames) if name in doubtful else column for name, column in table.items()}

    def flat_names(self) -> list[str]:
        """Return the names of the columns that can be read: those of which no value is a list or an object."""
        nested = {name for part in self.parts for name in part.nested}
        return [name for name in self.column_names if name not in nested]

    def _appended(self, name: str, frames: list[pl.DataFrame]) -> pl.Series:
        pieces = [as_column_type(name, frame[name]) for frame in frames if frame.height]
        if len({piece.dtype == pl.String for piece in pieces}) == 2:
            # Numbers in one file and words in another are words in all, as they were written.
            pieces = [words_of_text(part.text([name])[name], part.missing) for part in self.parts]
        return pl.concat([piece.to_frame(name) for piece in pieces], how="vertical_relaxed")[name]


# Finding files


def expanded(patterns: Sequence[str]) -> list[Place]:
    """Return the files that names and patterns stand for."""
    return [place for pattern in patterns for place in _expand(pattern)]


def _expand(pattern: str) -> list[Place]:
    if pattern == "-":
        return [sys.stdin.buffer.read()]
    path = Path(pattern)
    with failures_explained(pattern, "a file"):
        if path.is_dir():
            raise UnreadableSource(_folder(path))
        if path.exists():
            # A pipe can be read only once, so it is taken in whole like standard input.
            return [path if path.is_file() else path.read_bytes()]
    if not holds_wildcards(pattern):
        raise UnreadableSource(f"There is no file {pattern!r}.{_near_file(path)}")
    found = _matches(path)
    if not found:
        raise UnreadableSource(f"No file matches {pattern!r}.")
    return found


def _matches(pattern: Path) -> list[Place]:
    parts = pattern.parts
    first = next(i for i, part in enumerate(parts) if holds_wildcards(part))
    # A last ** means every file below; Path.glob would return only folders for it.
    rest = [*parts[first:], "*"] if parts[-1] == "**" else parts[first:]
    try:
        paths = set(Path(*parts[:first]).glob(str(Path(*rest))))
    except ValueError as error:
        raise UnreadableSource(f"{str(pattern)!r} is no pattern for file names: {error}.") from error
    return sorted(path for path in paths if path.is_file() and not path.name.startswith("."))


def _near_file(path: Path) -> str:
    folder = path.parent
    if not folder.is_dir():
        return f" There is no folder {str(folder)!r} either."
    return near_miss(path.name, [entry.name for entry in folder.iterdir() if entry.is_file()])


def _folder(path: Path) -> str:
    readable = sorted(entry.name for entry in path.iterdir() if format_of(entry.name))
    if not readable:
        return f"{str(path)!r} is a folder, and holds no file that truecut reads by its suffix."
    return f"{str(path)!r} is a folder; name a file in it, such as {listed(readable, most=5)}."


# Naming files, and what they must share


def _names(places: list[Place]) -> list[str]:
    """Name each file by its last part, or by its path where two files share that."""
    shared = Counter(place.name for place in places if isinstance(place, Path))
    names = {name: name for name, count in shared.items() if count == 1}
    return [names.get(place.name, str(place)) if isinstance(place, Path) else STDIN for place in places]


def _name_of(parts: list[Part]) -> str:
    if len(parts) == 1:
        return parts[0].name
    first, last = (Path(part.name).name for part in (parts[0], parts[-1]))  # no folder: reports are passed on
    return f"{len(parts)} files ({first} ... {last})"


def _refuse_repeats(places: list[Place]) -> None:
    counts = Counter(place.resolve() for place in places if isinstance(place, Path))
    for path, count in counts.items():
        if count > 1:
            raise UnreadableSource(f"{path.name} is named {count} times, and its rows would count as often.")


def _require_same_columns(first: Part, other: Part) -> None:
    for here, there in ((first, other), (other, first)):
        lacking = [name for name in here.column_names if name not in there.column_names]
        if lacking:
            raise UnreadableSource(
                f"{there.name} has no column {lacking[0]!r}, but {here.name} has;"
                " files that are read together need the same columns."
            )
