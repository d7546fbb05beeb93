"""Files larger than memory: scanned batch by batch, and only counted scores are kept.

Parquet and Arrow files are read column by column and row group by row group, text in parallel. How large the batches
are changes nothing. The types of text are found from all rows in a pass of their own, so that a file is read as one
that fits is: what names things is words as they are written, and a line that is cut short is refused.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial, reduce
from operator import add
from typing import Any, NoReturn

import polars as pl

from truecut.data.request import Roles
from truecut.data.rows import merged_scores, no_number
from truecut.engines.counting import CountingEngine
from truecut.engines.expressions import GroupBy
from truecut.engines.jobs import running
from truecut.engines.polars_lazy import SOURCE, on_polars
from truecut.errors import BadCall, BadScore, BadWeight, InputError, UnreadableSource
from truecut.readers.failures import failures_explained
from truecut.readers.files import open_files
from truecut.readers.polars_columns import as_column_type, is_wide, narrowed
from truecut.readers.typed_text import MISSING, TextStatistics, TextType, holds_no_number, statistics_of

# What one distinct score takes while it is counted: its place in the hash table of each thread, and in the answer.
BYTES_OF_SCORE = 256


def stream(patterns: list[str]) -> StreamedFiles:
    """Open files by name or glob that are to be read in parts."""
    source = open_files(patterns)
    for part in source.parts:
        if not part.can_be_scanned:
            raise BadCall(
                f"{part.name} can only be read whole: --memory (in Python: memory=) is for delimited text, Parquet and "
                "Arrow files that are neither compressed as a whole nor piped in."
            )
    return StreamedFiles(source.name, source.column_names, source.parts)


@dataclass(frozen=True)
class StreamedFiles:
    """Files that are counted in parts, once it is known what their columns are for."""

    name: str
    column_names: tuple[str, ...]
    parts: tuple[Any, ...]
    engine: str = "Polars"

    def read(self, names: tuple[str, ...], as_written: Collection[str] = ()) -> NoReturn:  # noqa: ARG002  # as a source
        """Refuse: columns are not read through to look for the label in them."""
        raise InputError(
            f"The columns of {self.name} are not looked through for labels and scores; name them with --label and "
            "--score (in Python: label= and score=)."
        )

    def counting(self, roles: Roles[str]) -> CountingEngine:
        """Return the engine that counts columns in these roles."""
        texts = [part for part in self.parts if hasattr(part, "statistics")]
        types = _types(self.name, texts, roles) if texts else {}
        frames = [part.scan(types) if part in texts else _declared(part, roles) for part in self.parts]
        frame = pl.concat(frames, how="vertical_relaxed")
        return replace(on_polars(frame, self.name), distinct=partial(_distinct, frame))


def most_scores_in(memory: int) -> int:
    """Return how many distinct scores can be counted one by one in so many bytes.

    >>> most_scores_in(2_000_000_000)
    7812500
    """
    return max(1_000, memory // BYTES_OF_SCORE)


def _types(source: str, texts: Sequence[Any], roles: Roles[str]) -> dict[str, TextType]:
    """Return the type of each column of text, from all rows of all files."""
    names = list(dict.fromkeys(roles.counted))
    seen = [part.statistics(names) for part in texts if part.has_rows]
    if not seen:
        raise UnreadableSource(f"{source} holds column names but no rows.")
    together = {name: reduce(add, (statistics[name] for statistics in seen)) for name in names}
    numeric = _numeric(roles)
    types = {
        name: _number(name, statistics, roles) if name in numeric else statistics.as_words(MISSING)
        for name, statistics in together.items()
    }
    for name in numeric:
        if types[name].dtype == pl.String:
            raise _no_numbers(name, [part.scan({name: types[name]}) for part in texts if part.has_rows], roles)
    return types


def _no_numbers(name: str, frames: Sequence[pl.LazyFrame], roles: Roles[str]) -> InputError:
    """Return the error of a column that should hold numbers, as rows in memory have it."""
    rows = pl.concat(frames).with_row_index("row", offset=1).filter(holds_no_number(pl.col(name), ()))
    found = rows.select(pl.first("row", name), pl.len().alias("all")).collect(engine="streaming").row(0)
    is_score = name not in (*roles.of("amounts"), *roles.of("weight"))
    kind = BadScore if is_score else BadWeight
    return kind(no_number(name, found[1], found[0], found[2], is_score=is_score))


def _numeric(roles: Roles[str]) -> set[str]:
    """Return the columns that hold numbers, not names."""
    roles_of_numbers = ("scores", "class_scores", "class_models", "amounts", "weight")
    return {name for role in roles_of_numbers for name in roles.of(role)}


def _number(name: str, seen: TextStatistics, roles: Roles[str]) -> TextType:
    if name in roles.of("scores") and seen.merged and seen.exact is None:
        raise BadScore(merged_scores(name))
    return seen.as_numbers() or seen.as_values(MISSING)


def _declared(part: Any, roles: Roles[str]) -> pl.LazyFrame:
    """Return columns whose types are declared as they are counted, which is as in memory; names stay digits."""
    frame: pl.LazyFrame = part.scan()
    schema = frame.collect_schema()
    numeric = _numeric(roles)
    with failures_explained(part.name, part.form):
        return frame.with_columns(
            _counted_as(frame, name, schema[name], roles) if name in numeric else _named_as(name, schema[name])
            for name in dict.fromkeys(roles.counted)
        )


def _named_as(name: str, dtype: pl.DataType) -> pl.Expr:
    """Return a column of names; lists and the like are refused."""
    as_column_type(name, pl.Series(name, [], dtype))
    return pl.col(name).dt.to_string() if dtype == pl.Duration else pl.col(name)


def _counted_as(frame: pl.LazyFrame, name: str, dtype: pl.DataType, roles: Roles[str]) -> pl.Expr:
    """Return a column of numbers: wide ones in a type that tells them apart, words as the numbers that they spell."""
    as_column_type(name, pl.Series(name, [], dtype))
    is_score = name in roles.of("scores")
    if dtype == pl.Null:
        return pl.col(name).cast(pl.Float64)
    if dtype == pl.String:
        if frame.select(holds_no_number(pl.col(name), ()).any()).collect(engine="streaming").item():
            raise _no_numbers(name, [frame.select(name)], roles)
        return _number(name, statistics_of(frame, [name])[name], roles).reading(pl.col(name))
    if not is_wide(dtype):
        return pl.col(name)
    narrow = narrowed(frame, name)
    if is_score and narrow == pl.String:
        raise BadScore(merged_scores(name))
    is_weight = name in (*roles.of("amounts"), *roles.of("weight"))
    return pl.col(name).cast(pl.Float64() if is_weight and narrow == pl.String else narrow)


def _distinct(frame: pl.LazyFrame, question: GroupBy, most: int | None) -> int:
    """Return how many groups a question has, reading no further than to the first of too many.

    Polars would gather the groups of the whole file before it counts them, which is what does not fit.
    """
    rows = pl.SQLContext({SOURCE: frame}).execute(question.row_by_row(SOURCE))
    seen = rows.collect_schema().to_frame()
    with running("Polars", question.about):
        for batch in rows.collect_batches(maintain_order=False):
            seen = pl.concat([seen, batch.unique()])
            # Only when there are twice as many: what is found again and again is then looked through rarely.
            if most is not None and seen.height > 2 * most:
                seen = seen.unique()
                if seen.height > most:
                    return seen.height
    return seen.unique().height
