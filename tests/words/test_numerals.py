"""How numbers are written for people."""

from math import inf

import pytest

from truecut.catalogue import Value, metric
from truecut.views.metric_values import written
from truecut.words.numerals import count, decimal, percent, threshold


@pytest.mark.parametrize(
    ("number", "text"),
    [(0, "0"), (12345, "12,345"), (7.0, "7"), (0.25, "0.25"), (1234567.25, "1,234,567.2"), (10**20, f"{10**20:,}")],
)
def test_counts_have_separators_and_keep_what_they_need(number, text):
    assert count(number) == text


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0, "0 %"),
        (1, "100 %"),
        (0.857142, "85.7 %"),
        (0.99996, "99.996 %"),
        (1e-7, "0.00001 %"),
        (1 - 1e-9, "99.9999999 %"),
    ],
)
def test_shares_never_look_like_none_or_all_unless_they_are(share, text):
    assert percent(share) == text


@pytest.mark.parametrize(
    ("number", "text"),
    [
        (0.86143, "0.861"),
        (1, "1.000"),
        (0.9997, "0.9997"),
        (0.99999996, "0.99999996"),
        (-0.99999999, "-0.99999999"),
        (0.00001234, "1.234e-05"),
        (0, "0.000"),
        (123.456, "123.5"),
        (1234.5, "1,234"),
        (inf, "∞"),
        (-inf, "-∞"),
    ],
)
def test_decimals_never_look_like_0_or_1_unless_they_are(number, text):
    assert decimal(number) == text


def test_a_threshold_is_shown_to_six_digits():
    assert [threshold(number) for number in (0.5, 1 / 3, -8.4301, 1e-9)] == ["0.5", "0.333333", "-8.4301", "1e-09"]


def test_a_value_is_written_as_its_metric_asks():
    assert written(metric("recall"), Value(0.75)) == "75.0 %"
    assert written(metric("mcc"), Value(0.75)) == "0.750"
    assert written(metric("zero_one_count"), Value(1200)) == "1,200"
    assert written(metric("lr_plus"), Value(inf)) == "∞"
    assert written(metric("recall"), Value.absent("no row is truly positive")) == "–"
