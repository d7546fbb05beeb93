"""Every metric of a model for a terminal, after the four counts by name."""

from __future__ import annotations

from rich.console import RenderableType
from rich.table import Table

from truecut.catalogue import metric
from truecut.summaries.model_summary import ModelSummary
from truecut.views.metric_values import interval, titled, written
from truecut.views.terminal_tables import QUIET, STRONG, grid
from truecut.views.visible_drawing import Text
from truecut.words import Words
from truecut.words.numerals import count, threshold

NAMES = {
    "tp": ("TP", "true positives", "{positive}, flagged"),
    "fp": ("FP", "false positives, false alarms", "{negative}, flagged"),
    "fn": ("FN", "false negatives, misses", "{positive}, not flagged"),
    "tn": ("TN", "true negatives", "{negative}, not flagged"),
}
WIDE_ENOUGH = 60  # characters; narrower terminals have no intervals


def every_metric(model: ModelSummary, words: Words, width: int) -> list[RenderableType]:
    """Return TP, FP, FN and TN with what they are called, and every metric with its parameters and interval."""
    where = "" if model.threshold is None else f" at threshold {threshold(model.threshold)}"
    return [
        Text(f"Every metric of {model.name}{where}", style="underline"),
        _counts(model, words),
        "",
        _metrics(model, width),
        "",
    ]


def _counts(model: ModelSummary, words: Words) -> Table:
    table = grid(4)
    for cell, number in model.counts.cells().items():
        short, name, what = NAMES[cell]
        table.add_row(short, Text(count(number), style=STRONG), name, Text(words.fill(what), style=QUIET))
    return table


def _metrics(model: ModelSummary, width: int) -> Table:
    table = grid(3 if width >= WIDE_ENOUGH else 2)
    for name, value in model.metrics.items():
        entry = metric(name)
        cells: list[str | Text] = [titled(entry, model.parameters_of(name)), Text(written(entry, value), style=STRONG)]
        if width >= WIDE_ENOUGH:
            cells.append(Text(interval(entry, value) or value.undefined or "", style=QUIET))
        table.add_row(*cells)
    return table
