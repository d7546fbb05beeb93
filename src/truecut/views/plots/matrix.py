"""The confusion matrix: hue by what is true, stripes on mistakes, and the rate of every row and column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from truecut.catalogue import metric
from truecut.catalogue.class_counts import ClassCounts
from truecut.inference.intervals import estimate
from truecut.views.metric_values import interval, written
from truecut.views.plots.key import shortened_name
from truecut.views.plots.scene import Scene
from truecut.views.plots.style import (
    INK,
    NEGATIVE,
    NEGATIVE_PALE,
    NEGATIVE_TEXT,
    POSITIVE,
    POSITIVE_PALE,
    POSITIVE_TEXT,
    QUIET,
    figure_of,
    finish,
    page,
)
from truecut.words.numerals import count, percent

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# cell -> column, row (from the top), hue, pale hue, what happened
CELLS = {
    "tp": (0, 0, POSITIVE, POSITIVE_PALE, "caught"),
    "fn": (1, 0, POSITIVE, "white", "missed"),
    "fp": (0, 1, NEGATIVE, "white", "false alarms"),
    "tn": (1, 1, NEGATIVE, NEGATIVE_PALE, "left alone"),
}
# What is said beside each row and below each column.
RATES = {"recall": (2.06, 0.5), "specificity": (2.06, 1.5), "precision": (0.5, 2.08), "npv": (1.5, 2.08)}
MANY_CLASSES = 12  # more, and the numbers no longer fit into the cells of a column's width


def matrix(ax: Axes, scene: Scene) -> None:
    """Draw the four counts with recall and specificity beside the rows, precision and NPV below the columns."""
    from matplotlib.patches import Rectangle

    model, words = scene.model, scene.words
    counts = model.point.counts
    for cell, (column, row, hue, pale, happened) in CELLS.items():
        number = getattr(counts, cell)
        is_mistake = pale == "white"
        ax.add_patch(Rectangle((column, row), 1, 1, facecolor=pale, edgecolor="white", linewidth=2))
        if is_mistake:
            stripes = Rectangle((column + 0.02, row + 0.02), 0.96, 0.96, fill=False, hatch="///", linewidth=0)
            stripes.set(edgecolor=hue, alpha=0.35)
            ax.add_patch(stripes)
        share = f"{percent(number / counts.rows)} of all" if counts.rows else ""
        middle = column + 0.5
        halo = {"facecolor": pale, "edgecolor": "none", "pad": 1.5, "alpha": 0.9} if is_mistake else None
        ax.text(middle, row + 0.42, count(number), ha="center", va="center", weight="bold", size="xx-large", bbox=halo)
        ax.text(middle, row + 0.66, happened, ha="center", va="center", bbox=halo)
        ax.text(middle, row + 0.81, share, ha="center", va="center", color=QUIET, size="small", bbox=halo)
    for name, (x, y) in RATES.items():
        value = estimate(model, name, level=scene.level)
        said = f"{metric(name).title if name != 'npv' else 'NPV'}\n{written(metric(name), value)}"
        if value.has_interval:
            said += f"\n{interval(metric(name), value).replace(' to ', '–')}"
        beside = x > 2
        ax.text(x, y, said, ha="left" if beside else "center", va="center" if beside else "top", linespacing=1.35)
    for i, (who, colour) in enumerate(((words.positive, POSITIVE_TEXT), (words.negative, NEGATIVE_TEXT))):
        ax.text(
            -0.06, i + 0.5, shortened_name(who, 18), ha="right", va="center", color=colour, weight="bold", rotation=90
        )
        ax.text(i + 0.5, -0.05, ("flagged", "not flagged")[i], ha="center", va="bottom", weight="bold")
    ax.set_xlim(-0.02, 2.02)
    ax.set_ylim(2.02, -0.2)
    ax.set_aspect(0.8, adjustable="box")
    ax.set_xticks([])
    ax.set_yticks([])
    ax.set_axis_off()


def matrix_of_classes(ax: Axes, classes: ClassCounts) -> None:
    """Draw rows of true and columns of predicted classes, each row shaded by its shares."""
    rows = classes.rows.astype(float)
    totals = rows.sum(axis=1, keepdims=True)
    shown = np.divide(rows, totals, out=np.zeros_like(rows), where=totals > 0)
    ax.imshow(shown, cmap="Greys", vmin=0, vmax=1.15, aspect="equal")
    size = max(3.0, 7.0 - 0.2 * len(classes.classes))
    for i, j in np.ndindex(*rows.shape) if len(rows) <= MANY_CLASSES else ():
        if rows[i, j]:
            colour = "white" if shown[i, j] > 0.55 else INK if i == j else POSITIVE_TEXT
            ax.text(j, i, count(float(rows[i, j])), ha="center", va="center", color=colour, size=size)
    names = [shortened_name(name, 14) for name in classes.classes]
    slanted = max(map(len, names)) > 4
    ax.set_xticks(range(len(names)), names, rotation=90 if slanted else 0)
    ax.set_yticks(range(len(names)), names)
    for label in (*ax.get_xticklabels(), *ax.get_yticklabels()):
        label.set_parse_math(False)
    ax.tick_params(length=0)
    ax.set_xlabel("predicted class")
    ax.set_ylabel("true class")


def figure_of_classes(classes: ClassCounts, *, width: float, font: str | None, titled: bool) -> Figure:
    """Return the figure of the matrix of any number of classes."""
    with page(None, 0.95 * width, width, font) as axes:
        matrix_of_classes(axes, classes)
        figure = figure_of(axes)
        finish(figure, "What is taken for what?" if titled else "", [axes], [""])
    return figure
