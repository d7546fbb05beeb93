"""Folds of a cross-validation in a report: each of them, how they vary, all pooled, and the value that is told."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import RenderableType

from truecut.catalogue import Value, metric
from truecut.inference.estimate import Estimate
from truecut.summaries.folds import RANKED_WITHIN, FoldsSummary
from truecut.summaries.model_summary import ModelSummary
from truecut.views.metric_values import written
from truecut.views.sheet import Cell, Sheet
from truecut.views.terminal_tables import HERE, QUIET, fitting, short
from truecut.views.visible_drawing import Text
from truecut.words.numerals import DASH, count

OF_SCORES = ("roc_auc", "average_precision", "brier", "recall", "precision", "f1", "accuracy")
MOST_FOLDS = 30  # that a terminal or a table for reading shows
MEAN, SD, POOLED, TOLD, LOW, HIGH = "mean", "sd", "pooled", "told here", "interval from", "to"


def fold_tables(model: ModelSummary, width: int) -> list[RenderableType]:
    """Return the folds for a terminal, a line each."""
    folds = model.folds
    if folds is None:
        return []
    names = shown_metrics(model)
    lines = _lines(model, folds, names)
    columns = {"rows": [rows for _, rows, _ in lines]}
    columns |= {short(name): [cells[i] for *_, cells in lines] for i, name in enumerate(names)}
    first = [f"{HERE if line == TOLD else '  '}{line}" for line, *_ in lines]
    table = fitting("Folds", first, columns, width, [short(name) for name in ("accuracy", "f1")])
    said = f"{folds.said}; {RANKED_WITHIN}.{_left_out(folds)}"
    return [table, Text(said, style=QUIET), ""]


def fold_sheet(model: ModelSummary, folds: FoldsSummary) -> Sheet:
    """Return the folds as a table for reading."""
    names = shown_metrics(model)
    return Sheet(
        ("fold", "rows", *names),
        [(line, rows, *cells) for line, rows, cells in _lines(model, folds, names)],
        f"Folds: {model.name}, {folds.said}; {RANKED_WITHIN}{_left_out(folds)}",
    )


def fold_rows(model: ModelSummary, folds: FoldsSummary) -> list[tuple[Cell, ...]]:
    """Return every value of every fold, with mean, standard deviation and pooled value, for CSV."""
    rows: list[tuple[Cell, ...]] = []
    for fold in folds.each:
        name = f"fold {fold.name}"
        rows += [(model.name, name, cell, number, None, None, None) for cell, number in fold.counts.cells().items()]
        rows += [(model.name, name, n, v.value, None, None, v.undefined) for n, v in fold.metrics.items()]
    for name in model.metrics:
        over = folds.over(name)
        rows.append((model.name, "mean over folds", name, over.mean, None, None, None))
        rows.append((model.name, "sd over folds", name, over.sd, None, None, None))
        rows.append((model.name, "pooled", name, over.pooled.value, None, None, over.pooled.undefined))
    return rows


def shown_metrics(model: ModelSummary) -> list[str]:
    """Return the metrics that are shown by fold: those that the model has."""
    return [name for name in OF_SCORES if model.metrics[name].is_defined]


def _lines(model: ModelSummary, folds: FoldsSummary, names: Sequence[str]) -> list[tuple[str, str, list[str]]]:
    shown = [] if len(folds.each) > MOST_FOLDS else folds.each
    lines = [
        (fold.name, count(fold.rows), [written(metric(name), fold.metrics[name]) for name in names]) for fold in shown
    ]
    over = {name: folds.over(name) for name in names}

    def line(of: str, values: Sequence[float | None]) -> tuple[str, str, list[str]]:
        known = zip(names, values, strict=True)
        return of, "", [DASH if value is None else written(metric(name), Value(value)) for name, value in known]

    told = [model.metrics[name] for name in names]
    ends = [(one.low, one.high) if isinstance(one, Estimate) else (None, None) for one in told]
    return [
        *lines,
        line(MEAN, [over[name].mean for name in names]),
        line(SD, [over[name].sd for name in names]),
        line(POOLED, [over[name].pooled.value for name in names]),
        line(TOLD, [one.value for one in told]),
        line(LOW, [low for low, _ in ends]),
        line(HIGH, [high for _, high in ends]),
    ]


def _left_out(folds: FoldsSummary) -> str:
    return f" All {len(folds.each)} folds are in the CSV and JSON." if len(folds.each) > MOST_FOLDS else ""
