"""More than two classes for a terminal: the matrix, each class against the rest, and what they give together."""

from __future__ import annotations

from rich.console import RenderableType
from rich.table import Table

from truecut.catalogue import Metric, Value
from truecut.catalogue.class_metrics import class_metric
from truecut.inference.estimate import Estimate
from truecut.summaries.summary import Classes
from truecut.views.metric_values import interval, with_interval, written
from truecut.views.terminal_tables import QUIET, STRONG, grid, natural_width, of_metrics
from truecut.views.visible_drawing import Text
from truecut.words.numerals import count

SHOWN = (
    "accuracy",
    "no_information_rate",
    "balanced_accuracy",
    "kappa",
    "mcc",
    "log_loss",
    "brier_multiclass",
    "roc_auc_pairs",
    "top_k_accuracy",
)
OF_A_CLASS = ("precision", "recall", "f1")
MANY_CLASSES = 12
AS_WIDE_AS_NEEDED = 10_000


def class_tables(classes: Classes, width: int) -> list[RenderableType]:
    """Return all that there is to see of the classes."""
    overall = grid(3)
    for name in (name for name in SHOWN if name in classes.overall):
        value, entry = classes.overall[name], class_metric(name)
        number = Text(written(entry, value), style=STRONG)
        beside = interval(entry, value) or (note_of(value) if name == "log_loss" else "")
        overall.add_row(title_of_metric(entry), number, Text(beside, style=QUIET))
    matrix = _matrix(classes)
    if len(classes.names) > MANY_CLASSES or natural_width(matrix) > width:
        matrix = Text("The matrix is too wide to show here; --json and --format markdown hold it.", style=QUIET)
    names = [*OF_A_CLASS, *(["roc_auc"] if "roc_auc" in classes.each[0].metrics else [])]
    lines = [(one.name, count(one.counts.tp + one.counts.fn), one.metrics) for one in classes.each]
    lines += [(f"{average} average", "", values) for average, values in classes.averages.items()]
    table = of_metrics("Class", lines, names, AS_WIDE_AS_NEEDED, with_interval)
    if natural_width(table) > width:
        table = of_metrics("Class", lines, names, width)
    return [overall, "", matrix, "", table, ""]


def title_of_metric(entry: Metric) -> str:
    """Return what a metric is called, with its parameters where they are part of the name."""
    return f"Top-{entry.parameters['k']} accuracy" if entry.name == "top_k_accuracy" else entry.title


def note_of(value: Value) -> str:
    """Return why there is no interval, or what to know about it."""
    return value.note if isinstance(value, Estimate) else ""


def _matrix(classes: Classes) -> RenderableType:
    table = Table(box=None, padding=(0, 2, 0, 0), header_style=QUIET)
    table.add_column("true \\ predicted", no_wrap=True)
    for name in classes.names:
        table.add_column(name, justify="right", no_wrap=True)
    if classes.unsure:
        table.add_column("unsure", justify="right", no_wrap=True)
    for i, row in enumerate(classes.matrix):
        cells = [Text(count(n), style=STRONG if i == j else "" if n else QUIET) for j, n in enumerate(row)]
        left = [Text(count(classes.unsure[i]), style="" if classes.unsure[i] else QUIET)] if classes.unsure else []
        table.add_row(classes.names[i], *cells, *left)
    return table
