"""How the scores of both classes spread, and what a threshold makes of them.

Positives stand above the line, negatives hang below it; each side is all of its class. So the solid area above *is*
recall and the striped area below *is* the false positive rate.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.model import Model
from truecut.errors import BadCall
from truecut.views.plots.key import shortened_name
from truecut.views.plots.scene import Scene, threshold_ends
from truecut.views.plots.style import (
    GREY,
    INK,
    NEGATIVE,
    NEGATIVE_TEXT,
    POSITIVE,
    POSITIVE_TEXT,
    STRIPES,
)
from truecut.words.numerals import count, percent, threshold

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BARS = 40
FARTHEST = 1e-4  # a stretched axis ends here; what lies beyond is in its outermost bars
TICKS = (0.0001, 0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999)
HEADROOM = 1.42  # above the highest bar, where the shares are written


def distribution(ax: Axes, scene: Scene, *, stretched: bool = False) -> None:
    """Draw a mirrored histogram, solid where the threshold is right and striped where it is not.

    Stretched, the axis of probabilities gives room to those near 0 and 1, where rare events have theirs.
    """
    model, words = scene.model, scene.words
    if stretched and not model.table.are_probabilities:
        raise BadCall(f"Only probabilities have ends to stretch, and the scores of {model.name!r} are none.")
    edges, flagged = bars(model, stretched=stretched)
    places = _log_odds(edges) if stretched else edges
    highest = 0.0
    for name, hue, text, sign, is_right in (
        ("recall", POSITIVE, POSITIVE_TEXT, 1, flagged),
        ("fpr", NEGATIVE, NEGATIVE_TEXT, -1, ~flagged),
    ):
        heights = shares_between(model, name, edges) / np.diff(places)
        highest = max(highest, float(heights.max()))
        _draw_bars(ax, places, sign * heights, hue, is_right)
        _say_shares(ax, model, name, text, sign)
    ax.axhline(0, color=GREY, linewidth=0.6, zorder=4)
    if edges[0] <= model.threshold <= edges[-1]:
        at = _log_odds(np.array(model.threshold)) if stretched else model.threshold
        ax.axvline(float(at), color=INK, linewidth=1.4, zorder=5)
    if stretched:
        shown = [tick for tick in TICKS if edges[0] <= tick <= edges[-1]]
        ax.set_xticks(_log_odds(np.array(shown)), [f"{tick:g}" for tick in shown])
    ax.set_xlim(places[0], places[-1])
    ax.set_ylim(-HEADROOM * highest, HEADROOM * highest)
    ax.set_yticks([])
    ax.spines["left"].set_visible(False)
    ax.set_xlabel(f"score (threshold {threshold(model.threshold)})")
    c = model.point.counts
    for who, number, y, colour in (
        (words.positive, c.tp + c.fn, 0.75, POSITIVE_TEXT),
        (words.negative, c.fp + c.tn, 0.25, NEGATIVE_TEXT),
    ):
        said = f"{shortened_name(who, 18)} ({count(number)})"
        ax.text(-0.025, y, said, transform=ax.transAxes, color=colour, rotation=90, ha="right", va="center")


def bars(model: Model, *, stretched: bool = False) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Return the edges of the bars, the threshold among them, and which bars are flagged."""
    low, high = threshold_ends(model)
    if stretched:
        inside = model.table.scores[(model.table.scores > 0) & (model.table.scores < 1)]
        low, high = (float(inside.min()), float(inside.max())) if len(inside) else (0.5, 0.5)
        low, high = max(FARTHEST, min(low, 0.1)), min(1 - FARTHEST, max(high, 0.9))
        odds = np.linspace(_log_odds(np.array(low)), _log_odds(np.array(high)), BARS + 1)
        edges = 1 / (1 + np.exp(-odds))
    else:
        edges = low + (high - low) * np.arange(BARS + 1) / BARS
    if edges[0] < model.threshold < edges[-1]:
        edges = np.union1d(edges, [model.threshold])
    middle = (edges[:-1] + edges[1:]) / 2
    is_above = middle > model.threshold
    return edges, ~is_above if model.table.lower_is_positive else is_above


def shares_between(model: Model, name: str, edges: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return which share of a class lies between the edges; what lies beyond them belongs to the outermost bars."""
    flagged = model.curve.along(name)[model.curve.reached(edges)]
    # Everything lies between the two ends, whatever the comparison with the very last score says.
    rising = model.table.lower_is_positive
    flagged[0], flagged[-1] = (0.0, 1.0) if rising else (1.0, 0.0)
    return np.diff(flagged) if rising else -np.diff(flagged)


def _log_odds(probabilities: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.log(probabilities) - np.log1p(-probabilities))


def _draw_bars(ax: Axes, edges: NDArray[np.float64], heights: Any, hue: str, is_right: NDArray[np.bool_]) -> None:
    filled: dict[str, Any] = {"color": hue, "linewidth": 0}
    striped: dict[str, Any] = {"facecolor": "white", "edgecolor": hue, "hatch": STRIPES, "linewidth": 0.4}
    # Each side in one piece: seams between single bars would show in print.
    for kept, look in ((is_right, filled), (~is_right, striped)):
        inside = np.where(kept, heights, 0.0)
        if kept.any():
            ax.stairs(inside, edges, fill=True, zorder=3, **look)


def _say_shares(ax: Axes, model: Model, name: str, colour: str, sign: int) -> None:
    rate = model.point.metric(name).value
    if rate is None:
        return
    found, rest = ("caught", "missed") if name == "recall" else ("false alarms", "left alone")
    sides = [(f"{percent(1 - rate)} {rest}", 0.015, "left"), (f"{percent(rate)} {found}", 0.985, "right")]
    if model.table.lower_is_positive:
        sides = [(text, 1 - x, "right" if ha == "left" else "left") for text, x, ha in sides]
    y, va = (0.985, "top") if sign > 0 else (0.015, "bottom")
    for text, x, ha in sides:
        ax.text(x, y, text, transform=ax.transAxes, color=colour, ha=ha, va=va)
