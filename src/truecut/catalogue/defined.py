"""When a metric of the whole curve has a value, and the reason when it has none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from truecut.catalogue.metric import NO_NEGATIVES, NO_POSITIVES, NO_ROWS
from truecut.catalogue.value import Value
from truecut.counting.counts_curve import CountsCurve
from truecut.words.numerals import threshold

Missing = Callable[[CountsCurve], str | None]

LOWER_IS_POSITIVE = "lower scores are the positive ones here, so no score is the probability of a positive row"


def unless(missing: Missing, number: Callable[..., float | Value]) -> Callable[..., float | Value]:
    """Return the function of a curve that gives the number, or says what is missing for it."""

    def checked(curve: CountsCurve, **parameters: Any) -> float | Value:
        reason = missing(curve)
        return Value.absent(reason) if reason else number(curve, **parameters)

    return checked


def missing_rows(curve: CountsCurve) -> str | None:
    """Say that there are no rows, or nothing."""
    return None if curve.table.rows else NO_ROWS


def missing_positives(curve: CountsCurve) -> str | None:
    """Say why nothing can be said about positives, or nothing."""
    return missing_rows(curve) or (None if curve.table.total_positive else NO_POSITIVES)


def missing_class(curve: CountsCurve) -> str | None:
    """Say which class is missing, or nothing."""
    return missing_positives(curve) or (None if curve.table.total_negative else NO_NEGATIVES)


def missing_probabilities(curve: CountsCurve) -> str | None:
    """Say why the scores are no probabilities of the positive class, or nothing."""
    table = curve.table
    if not table.rows:
        return NO_ROWS
    if not table.are_probabilities:
        low, high = float(table.scores.min()), float(table.scores.max())
        return f"scores are not probabilities: they go from {_end(low)} to {_end(high)}"
    return LOWER_IS_POSITIVE if table.lower_is_positive else None


def _end(score: float) -> str:
    """Return an end of the scores for reading; what lies just outside of 0 and 1 is not rounded to them."""
    short = threshold(score)
    return short if (0 <= float(short) <= 1) == (0 <= score <= 1) else str(score)


def missing_probabilities_or_class(curve: CountsCurve) -> str | None:
    """Say why there are no probabilities of two classes, or nothing."""
    return missing_probabilities(curve) or missing_class(curve)


def missing_log_odds(curve: CountsCurve) -> str | None:
    """Say why not every row of two classes has finite log odds, or nothing."""
    table = curve.table
    reason = missing_probabilities_or_class(curve)
    if reason:
        return reason
    if table.scores[-1] > 0 and table.scores[0] < 1:  # the highest comes first
        return None
    is_certain = (table.scores == 0) | (table.scores == 1)
    certain = int((table.positive_rows + table.negative_rows)[is_certain].sum())
    if not certain:
        return None
    rows = "1 row has" if certain == 1 else f"{certain:,} rows have"
    return f"{rows} probability 0 or 1, whose log odds are infinite"
