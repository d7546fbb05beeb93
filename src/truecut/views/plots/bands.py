"""Bands in figures: between which limits a curve may lie, shaded behind all lines.

A band is given, or asked for by its kind: pointwise, where it holds at each place by itself, or simultaneous, where it
holds everywhere at once. It is always that of the chosen model.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from truecut.counting.baselines import Baseline
from truecut.inference.bands.of_model import POINTS, band_of
from truecut.views.plots.key import KeyEntry
from truecut.views.plots.scene import Scene, against_threshold, steps_of
from truecut.views.plots.style import GREY, PALE

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHADE = 0.7  # of the pale grey
TINT = 0.18  # of the hue of a line
# What a baseline is, in as few words as a key has room for.
IN_A_KEY = {
    Baseline.RANDOM: "random: no knowledge",
    Baseline.IDEAL: "ideal: no mistakes",
    Baseline.FLAG_ALL: "flags every row",
    Baseline.FLAG_NONE: "flags no row",
    Baseline.NO_INFORMATION: "names the common class",
}


class ShadedBand(Protocol):
    """Where a curve may lie: between `low` and `high` at each `x`."""

    @property
    def x(self) -> NDArray[np.float64]:
        """Return the places, rising."""

    @property
    def low(self) -> NDArray[np.float64]:
        """Return the lower limits."""

    @property
    def high(self) -> NDArray[np.float64]:
        """Return the upper limits."""


def shade(ax: Axes, scene: Scene, curve: str, band: ShadedBand | str | None) -> list[KeyEntry]:
    """Shade the band of a curve of the chosen model, and return its line in the key."""
    if band is None:
        return []
    found = band_of(scene.first, curve, kind=band, level=scene.level) if isinstance(band, str) else band
    ax.fill_between(found.x, found.low, found.high, color=PALE, alpha=SHADE, linewidth=0, zorder=1)
    return [_entry(scene, band)]


def held_against(ax: Axes, scene: Scene, curve: str) -> list[KeyEntry]:
    """Draw the baselines beside the models, each a line or a point, and return their lines of the key."""
    if not scene.baselines:
        return []
    from truecut.inference.bands.band import KNOWN, Band, BandKind
    from truecut.inference.bands.of_baselines import band_of_baseline

    x = np.linspace(0, 1, POINTS + 1)
    nothing = np.full(x.shape, np.nan)
    beside = Band(curve, "x", "y", x, nothing, nothing, nothing, BandKind.POINTWISE, KNOWN, scene.level, "")
    entries = []
    for place, one in enumerate(scene.baselines):
        found = band_of_baseline(one, scene.first, beside)
        styled: dict[str, Any] = {"color": GREY, "linewidth": 1.3, "linestyle": (0, (1 + 2 * place, 2))}
        if len(found.x) == 1:
            styled = {"color": GREY, "linestyle": "none", "marker": "X", "markersize": 6}
        ax.plot(found.x, found.y, clip_on=False, **styled)
        entries.append(KeyEntry(IN_A_KEY[one], "", styled))
    return entries


def shade_along(ax: Axes, scene: Scene, metric: str, hue: str, kind: str) -> None:
    """Shade the band of a metric against the threshold, in the hue of its line: steps, as the line has."""
    model = scene.first
    (places,) = against_threshold(model)
    kept = np.unique(np.linspace(0, len(places) - 1, min(len(places), POINTS)).round().astype(int))
    found = band_of(model, metric, kind=kind, level=scene.level, at=places[kept].tolist())
    side: Any = steps_of(model).removeprefix("steps-")
    ax.fill_between(found.x, found.low, found.high, step=side, color=hue, alpha=TINT, linewidth=0, zorder=1)


def key_along(scene: Scene, kind: str | None) -> list[KeyEntry]:
    """Return the one line of the key that stands for the bands of all metrics."""
    return [] if kind is None else [_entry(scene, kind)]


def _entry(scene: Scene, band: ShadedBand | str) -> KeyEntry:
    name = f"{100 * scene.level:g} % band, {band}" if isinstance(band, str) else "confidence band"
    return KeyEntry(name, "", {"color": PALE, "linewidth": 5.0, "alpha": SHADE})
