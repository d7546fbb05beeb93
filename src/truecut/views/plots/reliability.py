"""Whether probabilities mean what they say: the share that came true against the share that was promised."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truecut.inference.calibration.reliability import Calibration, ReliabilityBandKind, calibration_of
from truecut.views.plots.curves import BASELINE
from truecut.views.plots.key import KeyEntry, add_key
from truecut.views.plots.scene import Scene
from truecut.views.plots.style import GREY, INK, NEGATIVE, PALE, POSITIVE, label_axes, unit_square

if TYPE_CHECKING:
    from matplotlib.axes import Axes

MOST_POINTS = 1000
HIGHEST_BAR = 0.11  # of the axes, on either side of the line that the bars stand on


def calibration(ax: Axes, scene: Scene, *, bins: int = 0, **options: Any) -> None:
    """Draw the reliability curve with its band and, along the edges, where the probabilities lie.

    The curve is isotonic, without bins to choose, unless bins are asked for.
    """
    if bins:
        options = {"kind": ReliabilityBandKind.BINNED, "bins": bins, **options}
    found = calibration_of(scene.model, level=scene.level, words=scene.words, **options).thinned(MOST_POINTS)
    points = found.points
    ax.plot([0, 1], [0, 1], **BASELINE)
    line: dict[str, Any] = {"color": INK, "linestyle": "solid", "linewidth": 1.3, "zorder": 4}
    band: dict[str, Any] = {"color": PALE, "linewidth": 5.0, "linestyle": "solid"}
    level = f"{100 * found.level:g} %"
    if found.kind == ReliabilityBandKind.BINNED:
        marked = {**line, "linestyle": "none", "marker": "o", "markersize": 3.6}
        ax.vlines(points.scores, points.low, points.high, color=INK, linewidth=0.9, zorder=3)
        ax.plot(points.scores, points.observed, **marked)
        entries = [KeyEntry(f"bins of rows, {level} intervals", "", marked)]
    else:
        ax.fill_between(points.scores, points.low, points.high, color=PALE, linewidth=0, zorder=1)
        # A single probability is a point, which a line would not show.
        ax.plot(points.scores, points.observed, **line, marker="o" if len(points) == 1 else "", markersize=3.6)
        meant = "if calibrated" if found.method == "consistency" else "confidence"
        entries = [KeyEntry("observed (isotonic)", "", line), KeyEntry(f"{level} {meant}", "", band)]
    _histogram(ax, found)
    unit_square(ax)
    ax.set_ylim(-1.1 * HIGHEST_BAR, 1 + 1.1 * HIGHEST_BAR)
    words = scene.words
    label_axes(ax, f"promised: probability of {words.positive}", f"observed: share of {words.positive} {words.units}")
    add_key(ax, [*entries, KeyEntry("calibrated", "", BASELINE), *_slope(found)], at="below")


def _slope(found: Calibration) -> list[KeyEntry]:
    slope = found.slope.value
    return [] if slope is None or not np.isfinite(slope) else [KeyEntry(f"slope {slope:.2f}")]


def _histogram(ax: Axes, found: Calibration) -> None:
    """Draw how many rows of each class were promised what, outside the square: positives above, negatives below."""
    edges, positives, negatives = found.histogram
    highest = max(positives.max(), negatives.max()) or 1.0
    for heights, base, sign, hue in ((positives, 1.0, 1, POSITIVE), (negatives, 0.0, -1, NEGATIVE)):
        tops = base + sign * HIGHEST_BAR * heights / highest
        ax.stairs(tops, edges, baseline=base, fill=True, color=hue, linewidth=0, zorder=2)
    for edge in (0.0, 1.0):
        ax.axhline(edge, color=GREY, linewidth=0.4, zorder=2)
