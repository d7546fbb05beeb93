"""One metric with its interval for each of many: models, or groups."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truecut.catalogue import metric
from truecut.catalogue.model import Model
from truecut.inference.estimate import Estimate
from truecut.inference.intervals import estimate
from truecut.views.metric_values import interval, written
from truecut.views.plots.key import shortened_name
from truecut.views.plots.scene import Scene
from truecut.views.plots.style import GREY, INK, PALE, QUIET, in_percent
from truecut.words.numerals import DASH, count

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ALL = "all rows"
NAME = 18  # letters


def models(ax: Axes, scene: Scene, *, metric: str = "") -> None:
    """Draw a metric of every model, the chosen one in ink; by default the area under ROC, or recall."""
    name = metric or ("recall" if scene.is_hard else "roc_auc")
    lines = [(shortened_name(model.name, NAME), estimate(model, name, level=scene.level)) for model in scene.models]
    _forest(ax, name, lines, scene.level, chosen=0)


def groups(ax: Axes, scene: Scene, *, metric: str = "recall") -> None:
    """Draw a metric of every group below that of all rows."""
    lines = [(_with_rows(ALL, scene.model), estimate(scene.model, metric, level=scene.level))]
    for group, (model, *_) in scene.groups.items():
        lines.append((_with_rows(shortened_name(group, NAME), model), estimate(model, metric, level=scene.level)))
    _forest(ax, metric, lines, scene.level, chosen=0)
    overall = lines[0][1].value
    if overall is not None and np.isfinite(overall):
        ax.axvline(overall, color=PALE, linewidth=0.8, zorder=1)
    ax.axhline(0.5, color=PALE, linewidth=0.6)


def _forest(ax: Axes, name: str, lines: list[tuple[str, Estimate]], level: float, *, chosen: int) -> None:
    entry, beside = metric(name), ax.get_yaxis_transform()
    lows, highs = [], []
    for y, (who, value) in enumerate(lines):
        colour = INK if y == chosen else QUIET
        ax.text(-0.02, y, who, transform=beside, ha="right", va="center", color=colour)
        if value.value is None:
            ax.text(0.02, y, f"{DASH} {value.undefined}", transform=beside, va="center", color=GREY, size="small")
            continue
        ax.text(1.02, y, written(entry, value), transform=beside, ha="left", va="center", color=colour)
        if not np.isfinite(value.value):
            continue
        low = value.value if value.low is None else value.low
        high = value.value if value.high is None or not np.isfinite(value.high) else value.high
        lows.append(low)
        highs.append(high)
        if value.has_interval:
            ax.plot([low, high], [y, y], color=colour, linewidth=1.2, zorder=3)
            around: dict[str, Any] = {"xytext": (38, 0), "textcoords": "offset points", "color": GREY, "size": "small"}
            ax.annotate(interval(entry, value), (1.02, y), xycoords=beside, ha="left", va="center", **around)
        ax.plot([value.value], [y], marker="o", markersize=4.2, color=colour, zorder=4, linestyle="none")
    ax.set_ylim(len(lines) - 0.4, -0.6)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    if lows:
        room = 0.06 * (max(highs) - min(lows)) or 0.05
        # A little beyond the bounds of the metric, for the marker, and no farther.
        beyond = 0.25 * room
        low, high = max(min(lows) - room, entry.bounds[0] - beyond), min(max(highs) + room, entry.bounds[1] + beyond)
        ax.set_xlim(low, high)
    if entry.is_percentage:
        in_percent(ax.xaxis)
    ax.set_xlabel(f"{entry.title} and {100 * level:g} % interval")


def _with_rows(who: str, model: Model) -> str:
    return f"{who} ({count(model.table.rows)})"


def height_of_forest(lines: int) -> float:
    """Return how many inches so many lines need."""
    return 0.75 + 0.19 * lines
