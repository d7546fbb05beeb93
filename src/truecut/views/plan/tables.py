"""How many rows are enough, as sheets: what CSV and Markdown show."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from truecut.inference.planning.expectation import Expected
from truecut.inference.planning.growth import Width
from truecut.inference.planning.plans import Plan
from truecut.views.sheet import Sheet

PLAN = (
    "metric",
    "goal",
    "expected",
    "needed",
    "population",
    "rows",
    "positives",
    "negatives",
    "have",
    "power",
    "method",
)
WIDTH = ("metric", "times", "rows", "value", "low", "high", "half_width")
EXPECTED = ("metric", "positives", "negatives", "value", "low", "high", "half_width", "method", "how")


def plans_sheet(plans: Sequence[Plan]) -> Sheet:
    """Return one row per plan."""
    return Sheet(PLAN, [tuple(getattr(one, name) for name in PLAN) for one in plans])


def widths_sheet(widths: Sequence[Width]) -> Sheet:
    """Return one row per metric and number of rows."""
    return Sheet(WIDTH, [_width(one) for one in widths])


def expected_sheet(found: Sequence[Expected]) -> Sheet:
    """Return one row per metric."""
    return Sheet(EXPECTED, [_expected(one) for one in found])


def _width(one: Width) -> tuple[Any, ...]:
    found = one.estimate
    return (one.metric, one.times, one.rows, found.value, found.low, found.high, one.half)


def _expected(one: Expected) -> tuple[Any, ...]:
    return (one.metric, one.positives, one.negatives, one.value, one.low, one.high, one.half, one.method, one.how)
