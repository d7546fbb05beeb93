"""Compared models of many classes as strict JSON and as a table."""

from __future__ import annotations

from typing import Any

from truecut.inference.many_classes.symmetry import SymmetryTest
from truecut.inference.paired.difference import Difference
from truecut.inference.paired.verdict import Verdict
from truecut.summaries.of_compared_classes import AnswersCompared, ComparedClasses
from truecut.views.json_values import plain, read_as_data
from truecut.views.sheet import Sheet


def classes_data(summary: ComparedClasses) -> dict[str, Any]:
    """Return the whole comparison."""
    return {
        "read": read_as_data(summary.read),
        "models": list(summary.models),
        "classes": list(summary.classes),
        "level": summary.level,
        "verdicts": [_verdict(verdict) for verdict in summary.verdicts],
        "differences": [_difference(one) for one in summary.differences],
        "answers": [_answers(one) for one in summary.answers],
    }


def classes_sheet(summary: ComparedClasses) -> Sheet:
    """Return every difference, one per row."""
    header = (
        "metric",
        "average",
        "first",
        "second",
        "value_first",
        "value_second",
        "difference",
        "low",
        "high",
        "p",
        "adjusted_p",
    )
    rows = [
        (
            one.metric,
            one.average or None,
            one.first,
            one.second,
            *one.values,
            one.value,
            one.low,
            one.high,
            one.p_value,
            one.adjusted_p,
        )
        for one in summary.differences
    ]
    return Sheet(header, rows, "Differences")


def _verdict(verdict: Verdict) -> dict[str, Any]:
    return {
        "metric": verdict.difference.metric,
        "first": verdict.difference.first,
        "second": verdict.difference.second,
        "outcome": verdict.word,
        "sentence": verdict.sentence,
        "margin": verdict.margin,
        "more_rows": verdict.more_rows,
    }


def _difference(one: Difference) -> dict[str, Any]:
    return {
        "metric": one.metric,
        "average": one.average or None,
        "first": one.first,
        "second": one.second,
        "values": [plain(value) for value in one.values],
        "value": plain(one.value),
        "low": plain(one.low),
        "high": plain(one.high),
        "level": one.level,
        "p_value": plain(one.p_value),
        "adjusted_p": plain(one.adjusted_p),
        "method": one.method,
        "rows": plain(one.rows),
        **({"note": one.note} if one.note else {}),
        **({"undefined": one.undefined} if one.undefined else {}),
    }


def _answers(one: AnswersCompared) -> dict[str, Any]:
    return {
        "first": one.first,
        "second": one.second,
        "differing": one.differing,
        "tests": [_test(test) for test in one.tests],
    }


def _test(test: SymmetryTest) -> dict[str, Any]:
    return {
        "name": test.name,
        "statistic": plain(test.statistic),
        "degrees_of_freedom": test.degrees_of_freedom,
        "p_value": plain(test.p_value),
    }
