"""From text to types: text has none, so they are found from the values, and from all of them.

- A column in which every value is a number is numbers (quoted or padded ones too, and inf);
- a column of true and false, in any case, is booleans;
- any other column is words, kept letter by letter.

Missing are the texts of `MISSING`; the text None as well, except in a column of words without a
single number, where it is a word like any other (a diagnosis may be "None").
"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

MISSING = ("", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "null", "NULL")
HEAD_ROWS = 1000  # looked at before all the others, to be quick


def typed(text: pl.Series, missing: Sequence[str]) -> pl.Series:
    """Return numbers or booleans if every value is one, else the words as they are.

    >>> typed(pl.Series(["1", "NA", " 0.5"]), MISSING).to_list()
    [1.0, None, 0.5]
    """
    numbers = _numbers(text)
    if numbers is not None:
        return numbers
    distinct = _distinct(text, (*missing, "None"))
    if distinct.str.to_lowercase().is_in(["true", "false"]).all():
        present = text.to_frame("text").select(without(pl.col("text"), (*missing, "None")))["text"]
        return (present.str.strip_chars().str.to_lowercase() == "true").alias(text.name)
    holds_a_number = distinct.cast(pl.Float64, strict=False).null_count() < len(distinct)
    absent = (*missing, "None") if holds_a_number and missing else missing
    return text.to_frame("text").select(without(pl.col("text"), absent))["text"].alias(text.name)


def _numbers(text: pl.Series) -> pl.Series | None:
    """Return the values as integers or floats, or None if one is neither."""
    if len(text) > HEAD_ROWS and _numbers(text.head(HEAD_ROWS)) is None:
        return None
    bare = pl.col("text").str.strip_chars()
    bare_text = text.to_frame("text").select(without(bare, (*MISSING, "None")))["text"]
    for dtype in (pl.Int64, pl.Float64):
        numbers = bare_text.cast(dtype, strict=False)
        if numbers.null_count() == bare_text.null_count():
            return numbers.alias(text.name)
    return None


def _distinct(text: pl.Series, missing: Sequence[str]) -> pl.Series:
    distinct = text.drop_nulls().unique().str.strip_chars()
    return distinct.filter(~distinct.is_in(list(missing)))


def without(text: pl.Expr, missing: Sequence[str]) -> pl.Expr:
    """Return the text with the spellings of missing values taken out."""
    return pl.when(~text.is_in(list(missing))).then(text) if missing else text
