"""From text to types: text has none, so they are found from the values, and from all of them.

- A column in which every value is a number is numbers (quoted or padded ones too, and inf), unless numbers would not
  tell its texts apart: with leading zeros (02134) or more digits than a number holds exactly it is words, and so it is
  with one that is too large for double precision (1e400);
- a column of true and false, spelled in any one way, is booleans;
- any other column is words, kept letter by letter.

Missing are the texts of `MISSING`, between spaces too where all others are numbers, or true and false; the text None
as well, except in a column of words without a single number, where it is a word like any other (a diagnosis may be
"None").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass, fields

import polars as pl

from truecut.counting.countable import WHOLE_AS_FLOAT

MISSING = ("", "NA", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "null", "NULL")
ABSENT = (*MISSING, "None")
HEAD_ROWS = 1000  # looked at before all the others, to be quick
CODE = r"^[+-]?0[0-9]"  # a number that nobody computes with
INFINITE = r"(?i)^[+-]?inf(?:inity)?$"
MANY = 30  # columns from which one question about all of them is quicker than one about each
MOST_CELLS = 5_000_000  # looked at together, which are there a second time meanwhile
WIDE = r"^[+-]?[0-9]{16,}$"  # a whole number beyond 2**53, perhaps, to which float64 may round another


@dataclass(frozen=True)
class TextType:
    """What a column of text holds, and the spellings of its missing values."""

    dtype: pl.DataType
    missing: tuple[str, ...]
    is_padded: bool = False  # words, of which those that are missing may stand between spaces

    def reading(self, text: pl.Expr) -> pl.Expr:
        """Return the values of the text."""
        if self.is_padded:
            return pl.when(~text.str.strip_chars().is_in(list(self.missing))).then(text)
        if self.dtype == pl.String:
            return without(text, self.missing)
        bare = without(text.str.strip_chars(), self.missing)
        return bare.str.to_lowercase() == "true" if self.dtype == pl.Boolean else bare.cast(self.dtype)


@dataclass(frozen=True)
class TextStatistics:
    """How the values of a column of text are spelled; those of disjoint rows add up."""

    present: int
    whole: int  # whole numbers of 64 bits
    natural: int  # the same without a sign
    numbers: int
    codes: int
    wide: int
    merged: int  # wide ones that float64 takes for another
    truths: int
    spellings: int  # of true and false

    def __add__(self, other: TextStatistics) -> TextStatistics:
        return TextStatistics(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))

    @property
    def are_numbers(self) -> bool:
        """Say whether every value that is present is a number."""
        return self.numbers == self.present

    @property
    def are_truths(self) -> bool:
        """Say whether every value that is present is true or false, each spelled in one way."""
        return self.truths == self.present and self.spellings <= 2

    def as_values(self, missing: Sequence[str]) -> TextType:
        """Return the type that tells all texts apart."""
        if self.are_numbers and not self.codes and (self.exact or not self.wide):
            return TextType(self.exact or pl.Float64(), ABSENT)
        if self.are_truths:
            return TextType(pl.Boolean(), ABSENT)
        return self.as_words(missing)

    def as_numbers(self) -> TextType | None:
        """Return the type of a column of which numbers are wanted; None if some value is no number."""
        return TextType(self.exact or pl.Float64(), ABSENT) if self.are_numbers else None

    def as_words(self, missing: Sequence[str]) -> TextType:
        """Return the type of a column that is read as it is written."""
        if self.are_numbers or self.are_truths:
            return TextType(pl.String(), ABSENT, is_padded=True)
        return TextType(pl.String(), ABSENT if missing and self.numbers else tuple(missing))

    @property
    def exact(self) -> pl.DataType | None:
        """Return the type of whole numbers that holds every value, if there is one."""
        if self.whole == self.present:
            return pl.Int64()
        return pl.UInt64() if self.natural == self.present else None


def statistics_of(text: pl.LazyFrame | pl.DataFrame, names: Sequence[str]) -> dict[str, TextStatistics]:
    """Return how each column of a text is spelled, from all its values in one pass."""
    if isinstance(text, pl.DataFrame) and len(names) >= MANY:
        # A few values each: what takes time is not to look at them but to ask, so all columns are asked as one.
        few = max(1, MOST_CELLS // max(1, text.height))
        parts = [names[at : at + few] for at in range(0, len(names), few)]
        if few >= MANY:
            return {name: found for part in parts for name, found in _statistics_together(text, part).items()}
    kinds = [column.name for column in fields(TextStatistics)]
    seen = [value.alias(f"{i} {kind}") for i, name in enumerate(names) for kind, value in _spelled(name).items()]
    answer = text.select(seen) if isinstance(text, pl.DataFrame) else text.select(seen).collect(engine="streaming")
    found = answer.row(0, named=True) if names else {}
    return {name: TextStatistics(*(found[f"{i} {kind}"] for kind in kinds)) for i, name in enumerate(names)}


def _statistics_together(text: pl.DataFrame, names: Sequence[str]) -> dict[str, TextStatistics]:
    """Return how columns are spelled from one column that holds the values of all of them."""
    if not text.height:
        return dict.fromkeys(names, TextStatistics(*[0] * len(fields(TextStatistics))))
    values = text.select(names).unpivot(variable_name="column", value_name="text")
    found = {row[0]: TextStatistics(*row[1:]) for row in values.group_by("column").agg(**_spelled("text")).iter_rows()}
    return {name: found[name] for name in names}


def _spelled(name: str) -> dict[str, pl.Expr]:
    bare = without(pl.col(name).str.strip_chars(), ABSENT)
    wide = bare.filter(bare.str.contains(WIDE))
    truths = bare.filter(bare.str.to_lowercase().is_in(["true", "false"]))
    return {
        "present": bare.count(),
        "whole": bare.cast(pl.Int64, strict=False).count(),
        "natural": bare.cast(pl.UInt64, strict=False).count(),
        "numbers": _is_number(bare).sum(),
        "codes": bare.str.contains(CODE).sum(),
        "wide": wide.count(),
        "merged": wide.n_unique() - wide.cast(pl.Float64, strict=False).n_unique(),
        "truths": truths.count(),
        "spellings": truths.n_unique(),
    }


def typed(text: pl.DataFrame, missing: Sequence[str]) -> pl.DataFrame:
    """Return columns as numbers or booleans where every value is one, else the words as they are.

    >>> text = pl.DataFrame({"a": ["1", "NA", " 0.5"], "b": ["2134", "02134", "7"]})
    >>> typed(text, MISSING).to_dict(as_series=False)
    {'a': [1.0, None, 0.5], 'b': ['2134', '02134', '7']}
    """
    head = statistics_of(text.head(HEAD_ROWS), text.columns)
    # What the first rows rule out, all rows do.
    likely = [name for name in text.columns if head[name].as_values(missing).dtype != pl.String]
    found = statistics_of(text, likely) if text.height > HEAD_ROWS else head
    alike: dict[TextType, list[str]] = {}  # columns of one type are read by one expression
    for name in likely:
        alike.setdefault(found[name].as_values(missing), []).append(name)
    read = text.with_columns(kind.reading(pl.col(names)) for kind, names in alike.items())
    words = set(text.columns) - set(likely)
    return read.with_columns(_as_words([column for column in text.iter_columns() if column.name in words], missing))


def _as_words(columns: Sequence[pl.Series], missing: Sequence[str]) -> list[pl.Series]:
    """Return columns as words; most hold no spelling of a missing value, and are as they are."""
    if not columns:
        return []
    frame = pl.DataFrame(columns)
    spells = (
        frame.select(pl.all().str.strip_chars().is_in(list(ABSENT)).any()).row(0)
        if frame.height
        else [False] * frame.width
    )
    return [
        words_of_text(text, missing) if is_spelled else text for text, is_spelled in zip(columns, spells, strict=True)
    ]


def holds_wide(numbers: pl.Series) -> bool:
    """Say whether floats are so large that they may have been rounded: whole numbers, or finite ones to infinity."""
    if numbers.dtype != pl.Float64 or numbers.null_count() == len(numbers):
        return False
    return bool(numbers.max() > WHOLE_AS_FLOAT or numbers.min() < -WHOLE_AS_FLOAT)  # type: ignore[operator]  # numbers


def holds_no_number(text: pl.Expr, missing: Sequence[str]) -> pl.Expr:
    """Return whether a text is neither a number nor missing."""
    bare = without(text.str.strip_chars(), missing)
    return bare.is_not_null() & ~_is_number(bare)


def _is_number(bare: pl.Expr) -> pl.Expr:
    numbers = bare.cast(pl.Float64, strict=False)
    # 1e400 is no number here: among infinite ones it would tie with them.
    return numbers.is_not_null() & ~(numbers.is_infinite() & ~bare.str.contains(INFINITE))


def words_of_text(text: pl.Series, missing: Sequence[str]) -> pl.Series:
    """Return text as words, without the spellings of missing values."""
    absent = absent_among(text.unique().drop_nulls(), missing)
    return text.to_frame("text").select(without(pl.col("text"), tuple(absent)))["text"].alias(text.name)


def absent_among(words: Iterable[str], missing: Sequence[str]) -> set[str]:
    """Return those of the distinct words of a column that stand for a missing value.

    >>> absent_among(["3", "None", " "], MISSING) == {"None", " "}, absent_among(["flu", "None", " "], MISSING)
    (True, set())
    """
    words = set(words)
    padded = {word for word in words if word.strip() in ABSENT}
    if not padded:
        return set()
    others = [word.strip() for word in words - padded]
    numbers = pl.Series(others, dtype=pl.String).cast(pl.Float64, strict=False).count()
    if numbers == len(others) or (len(others) <= 2 and all(word.lower() in ("true", "false") for word in others)):
        return padded
    exact = padded.intersection(ABSENT)
    return exact if missing and numbers else exact.intersection(missing)


def without(text: pl.Expr, missing: Sequence[str]) -> pl.Expr:
    """Return the text with the spellings of missing values taken out."""
    return pl.when(~text.is_in(list(missing))).then(text) if missing else text
