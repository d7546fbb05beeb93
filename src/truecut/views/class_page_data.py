"""What the page of many classes is told, as JSON that may stand inside a script element.

`report/src/classes/payload.ts` names the same fields.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from truecut.catalogue.class_metrics import class_metric
from truecut.inference.paired.difference import Difference
from truecut.inference.paired.wording import title_of_difference
from truecut.summaries.of_compared_classes import ComparedClasses
from truecut.summaries.report.class_page import (
    AnsweredFrom,
    ClassCurve,
    ClassLine,
    ClassPage,
    ModelOfClasses,
    RowsOnPage,
    answers_as_numbers,
)
from truecut.views.page_columns import as_all_digits, as_steps
from truecut.views.page_data import as_script_data


def class_page_as_data(page: ClassPage) -> str:
    """Return the page as JSON that may stand inside a script element."""
    return as_script_data(class_payload_of(page))


def class_payload_of(page: ClassPage) -> dict[str, Any]:
    """Return everything on the page by name."""
    summary = page.summary
    assert summary.classes is not None
    return {
        "version": page.version,
        "title": summary.read.source,
        "read": summary.read,
        "words": summary.words,
        "level": summary.options.level,
        "z": page.z,
        "command": page.command,
        "names": summary.classes.names,
        "findings": summary.findings,
        "costs": page.prices.costs,
        "unsure": page.prices.unsure,
        "models": [_model(model) for model in page.models],
        "compared": None if page.compared is None else _compared(page.compared),
    }


def _model(model: ModelOfClasses) -> dict[str, Any]:
    classes = model.summary.classes
    assert classes is not None
    return {
        "name": model.name,
        "matrix": classes.matrix,
        "left": classes.unsure or None,
        "sentences": classes.told.sentences,
        "objection": classes.told.objection,
        "each": [_line(one) for one in model.each],
        "averages": model.averages,
        "together": model.together,
        "is_weighted": model.is_weighted,
        "rows": None if model.rows is None else _rows(model.rows),
        "answered_from": None if model.answered_from is None else _answered_from(model.answered_from),
        "pooled": None if model.pooled is None else _curve(model.pooled),
        "confidence": model.confidence,
        "why_still": model.why_still,
    }


def _line(one: ClassLine) -> dict[str, Any]:
    return {
        "metrics": one.metrics,
        "curve": None if one.curve is None else _curve(one.curve),
        "reliability": one.reliability,
    }


def _curve(curve: ClassCurve) -> dict[str, Any]:
    return {
        "positives": curve.positives,
        "negatives": curve.negatives,
        # Counts only rise along a curve, so the steps between them are short to write.
        "tp": as_steps(curve.tp),
        "fp": as_steps(curve.fp),
    }


def _answered_from(found: AnsweredFrom) -> dict[str, Any]:
    return {
        "scores": as_all_digits(found.scores),
        "given": as_steps(found.given),
        "right": as_steps(found.right),
        "cells": [[number for cell in step for number in cell] for step in found.cells] or None,
    }


def _rows(rows: RowsOnPage) -> dict[str, Any]:
    size = rows.probabilities.shape[1]
    return {
        "truth": _joined(rows.truth.tolist()),
        "answers": _joined(answers_as_numbers(rows.answers, size)),
        "probabilities": ";".join(
            ",".join("" if part == 0 else str(part) for part in line) for line in rows.probabilities.tolist()
        ),
        "decimals": rows.decimals,  # each is written as a whole number of the last one, and 0 as nothing
        "are_exact": rows.are_exact,
    }


def _joined(numbers: Sequence[int]) -> str:
    """Return small numbers without anything between them, where each is one sign."""
    return "".join(map(str, numbers)) if np.max(numbers, initial=0) < 10 else " ".join(map(str, numbers))


def _compared(compared: ComparedClasses) -> Mapping[str, Any]:
    return {
        "verdicts": [verdict.sentence for verdict in compared.verdicts],
        "differences": [_difference(one) for one in compared.differences],
        "answers": [
            {
                "first": one.first,
                "second": one.second,
                "differing": one.differing,
                "tests": [{"name": test.name, "p_value": test.p_value} for test in one.tests],
            }
            for one in compared.answers
        ],
    }


def _difference(one: Difference) -> dict[str, Any]:
    entry = class_metric(one.metric)
    return {
        "metric": one.metric,
        "title": title_of_difference(one),
        "is_percentage": entry.is_percentage,
        "is_better_higher": entry.better.value == "higher",
        "first": one.first,
        "second": one.second,
        "values": one.values,
        "value": one.value,
        "low": one.low,
        "high": one.high,
        "p_value": one.p_value if one.adjusted_p is None else one.adjusted_p,
        "method": one.method,
        "note": one.note,
    }
