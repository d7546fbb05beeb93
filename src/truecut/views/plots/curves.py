"""Curves in which the threshold is hidden: ROC, precision and recall, DET, gain and lift.

Models are compared here, since these axes mean the same for all of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from truecut.catalogue import metric
from truecut.catalogue.folds import Folds
from truecut.catalogue.model import Model
from truecut.decisions.geometry import Region, RocPoint
from truecut.decisions.hard_classifiers import hull_of, points_of
from truecut.inference.bands.mean_over_folds import Line, mean_line
from truecut.inference.intervals import estimate
from truecut.views.metric_values import interval, written
from truecut.views.plots.bands import ShadedBand, held_against, shade
from truecut.views.plots.key import KeyEntry, add_key, key_of_model, shortened_name
from truecut.views.plots.scene import Scene
from truecut.views.plots.style import GREY, INK, PALE, entries_seen, in_percent, label_axes, look, unit_square
from truecut.words.numerals import percent, threshold

if TYPE_CHECKING:
    from matplotlib.axes import Axes

BASELINE: dict[str, Any] = {"color": GREY, "linestyle": (0, (0.8, 1.8)), "linewidth": 0.8, "zorder": 2}
RING: dict[str, Any] = {
    "marker": "o",
    "linestyle": "none",
    "markersize": 5.0,
    "markerfacecolor": "white",
    "markeredgecolor": INK,
    "markeredgewidth": 1.2,
    "zorder": 6,
}
FOLD: dict[str, Any] = {"color": GREY, "linestyle": "solid", "linewidth": 0.5, "alpha": 0.75, "zorder": 2.5}
MARKERS = "osD^vP*X"
RATES = (0.001, 0.01, 0.05, 0.2, 0.5, 0.8, 0.95, 0.99)


def roc(ax: Axes, scene: Scene, *, band: ShadedBand | str | None = None) -> None:
    """Draw the true positive rate against the false positive rate, and hard classifiers as points."""
    words = scene.words
    ax.plot([0, 1], [0, 1], **BASELINE)
    around = [*shade(ax, scene, "roc", band), *_each_fold(ax, scene, "fpr", "recall")]
    entries = [_line(ax, scene, i, "fpr", "recall", "roc_auc") for i in range(len(scene.models))]
    ring = [*_hull(ax, scene), *_turned_round(ax, scene), *_ring(ax, scene, "fpr", "recall", "TPR {y}, FPR {x}")]
    unit_square(ax)
    label_axes(
        ax,
        f"{words.negative} {words.units} flagged (false positive rate)",
        f"{words.positive} {words.units} flagged (true positive rate)",
    )
    numbered = any(entry.number for entry in entries)
    # Its area stands beside those of models, and nowhere alone.
    guessing = KeyEntry("guessing", "0.5" if numbered else "", BASELINE)
    add_key(
        ax,
        [*entries, *around, guessing, *held_against(ax, scene, "roc"), *ring],
        heading=_heading("AUC", scene) if numbered else "",
    )


def _hull(ax: Axes, scene: Scene) -> list[KeyEntry]:
    """Draw what mixtures of several hard classifiers reach, from flagging none to flagging all."""
    points = _hard_points(scene)
    if len(points) < 2:
        return []
    line = {**BASELINE, "linestyle": "solid", "color": PALE}
    # Any point of the hull is reached by deciding between two classifiers with a coin.
    ax.plot(*zip(*hull_of(points), strict=True), **line)
    return [KeyEntry("hull: the best at some price", "", line)]


def _turned_round(ax: Axes, scene: Scene) -> list[KeyEntry]:
    """Mark where a classifier that is worse than guessing stands once its answers are turned round."""
    entries = []
    for point in (one for one in _hard_points(scene) if one.region == Region.BELOW):
        place = next(i for i, model in enumerate(scene.models) if model.name == point.name)
        marked = {**RING, "marker": MARKERS[place % len(MARKERS)], "markeredgecolor": look(place)["color"]}
        turned = point.flipped
        ax.plot([turned.fpr], [turned.tpr], **marked, clip_on=False)
        entries.append(KeyEntry(f"{shortened_name(point.name)}, answers turned round", "", marked))
    return entries


def _hard_points(scene: Scene) -> list[RocPoint]:
    return points_of({model.name: model.point.counts for model in scene.models if model.is_hard})


def pr(ax: Axes, scene: Scene, *, band: ShadedBand | str | None = None) -> None:
    """Draw precision against recall: steps, since between two points precision does not run straight."""
    words = scene.words
    without_skill = scene.first.metric("prevalence")
    if without_skill.value is not None:
        ax.plot([0, 1], [without_skill.value] * 2, **BASELINE)
    around = [*shade(ax, scene, "pr", band), *_each_fold(ax, scene, "recall", "precision", drawstyle="steps-pre")]
    entries = [
        _line(ax, scene, i, "recall", "precision", "average_precision", drawstyle="steps-pre")
        for i in range(len(scene.models))
    ]
    ring = _ring(ax, scene, "recall", "precision", "precision {y}, recall {x}")
    unit_square(ax)
    label_axes(
        ax,
        f"{words.positive} {words.units} flagged (recall)",
        f"flagged {words.units} that are {words.positive} (precision)",
    )
    numbered = any(entry.number for entry in entries)
    baseline = KeyEntry("flagging at random", written(metric("average_precision"), without_skill), BASELINE)
    beside = [baseline, *held_against(ax, scene, "pr")]
    add_key(ax, [*entries, *around, *beside, *ring], heading=_heading("AP", scene) if numbered else "")


def gain(ax: Axes, scene: Scene, *, band: ShadedBand | str | None = None) -> None:
    """Draw the share of positives found against the share of rows flagged."""
    words, prevalence = scene.words, scene.first.metric("prevalence").value or 0.0
    ax.plot([0, 1], [0, 1], **BASELINE)
    ideal = {**BASELINE, "linestyle": "solid", "color": PALE}
    ax.plot([0, prevalence, 1], [0, 1, 1], **ideal)
    around = [*shade(ax, scene, "gain", band), *_each_fold(ax, scene, "share_flagged", "recall")]
    entries = [_line(ax, scene, i, "share_flagged", "recall", "") for i in range(len(scene.models))]
    ring = _ring(ax, scene, "share_flagged", "recall", "{y} found in {x} of {units}")
    unit_square(ax)
    label_axes(ax, f"share of all {words.units} flagged", f"{words.positive} {words.units} found (recall)")
    beside = [KeyEntry("guessing", "", BASELINE), KeyEntry("no mistakes", "", ideal), *held_against(ax, scene, "gain")]
    add_key(ax, [*entries, *around, *beside, *ring])


def lift(ax: Axes, scene: Scene, *, band: ShadedBand | str | None = None) -> None:
    """Draw how many times more positives are found than by flagging as many rows at random."""
    words = scene.words
    ax.axhline(1.0, **BASELINE)
    around = [*shade(ax, scene, "lift", band), *_each_fold(ax, scene, "share_flagged", "lift")]
    entries = [_line(ax, scene, i, "share_flagged", "lift", "") for i in range(len(scene.models))]
    ring = _ring(ax, scene, "share_flagged", "lift", "{y} times in {x} of {units}")
    ax.set_xlim(0, 1)
    in_percent(ax.xaxis)
    ax.set_ylim(bottom=0)
    label_axes(ax, f"share of all {words.units} flagged", "lift: times as many found as at random")
    add_key(ax, [*entries, *around, KeyEntry("guessing", "", BASELINE), *held_against(ax, scene, "lift"), *ring])


def det(ax: Axes, scene: Scene) -> None:
    """Draw the two error rates against each other, on axes that stretch the small ones."""
    from scipy.special import ndtri

    words, entries = scene.words, []
    shown = [ndtri(RATES[0]), ndtri(RATES[-1])]
    ax.plot(shown, shown[::-1], **BASELINE)
    for i, model in enumerate(scene.models):
        # A rate of exactly 0 or 1 has no place on this scale; the line ends before it.
        with np.errstate(divide="ignore"):
            fpr, fnr = ndtri(model.curve.along("fpr")), ndtri(model.curve.along("fnr"))
        kept = np.flatnonzero(np.isfinite(fpr) & np.isfinite(fnr))
        kept = kept[entries_seen(fpr[kept], fnr[kept])]
        ax.plot(fpr[kept], fnr[kept], **look(i))
        entries.append(key_of_model(model.name, "", look(i), is_chosen=i == 0 and len(scene.models) > 1))
    for limits, axis in ((ax.set_xlim, ax.xaxis), (ax.set_ylim, ax.yaxis)):
        limits(*shown)
        axis.set_ticks([float(ndtri(rate)) for rate in RATES], [f"{100 * rate:g} %" for rate in RATES])
    ax.set_aspect("equal", adjustable="box", anchor="W")
    label_axes(
        ax,
        f"{words.negative} {words.units} flagged (false positive rate)",
        f"{words.positive} {words.units} missed (false negative rate)",
    )
    add_key(ax, [*entries, KeyEntry("guessing", "", BASELINE)], at="upper right")


def _line(ax: Axes, scene: Scene, place: int, x: str, y: str, area: str, **more: Any) -> KeyEntry:
    """Draw one model, as a line or as the point that a hard classifier is, and return its line in the key."""
    model = scene.models[place]
    is_chosen = place == 0 and len(scene.models) > 1
    if model.is_hard:
        marked = {**RING, "marker": MARKERS[place % len(MARKERS)], "markerfacecolor": look(place)["color"]}
        marked |= {"markeredgecolor": "white", "markeredgewidth": 0.5}
        ax.plot(*_at(model, x, y), **marked, clip_on=False)
        return key_of_model(model.name, "", marked, is_chosen=is_chosen)
    across, up = _curve_of(model, x, y) if model.folds is None else _mean_of_folds(model.folds, x, y)
    kept = entries_seen(across, up)
    ax.plot(across[kept], up[kept], **look(place), **more)
    return key_of_model(model.name, _area(model, area, scene) if area else "", look(place), is_chosen=is_chosen)


def _curve_of(model: Model, x: str, y: str) -> Line:
    across, up = model.curve.along(x), model.curve.along(y)
    if np.isnan(up[0]) and len(up) > 1:
        up = np.concatenate([[up[1]], up[1:]])  # nothing is flagged there; the first step starts at its own height
    return across, up


def _lines_of(folds: Folds, x: str, y: str) -> list[Line]:
    """Return the curve of each fold that has rows of both classes."""
    both = [fold for fold in folds.models.values() if fold.table.total_positive and fold.table.total_negative]
    return [_curve_of(fold, x, y) for fold in both]


def _mean_of_folds(folds: Folds, x: str, y: str) -> Line:
    """Return the mean curve, under which the area that is told lies."""
    return mean_line(_lines_of(folds, x, y), is_stepped=y == "precision")


def _each_fold(ax: Axes, scene: Scene, x: str, y: str, **more: Any) -> list[KeyEntry]:
    """Draw every fold of the chosen model behind its mean, and return their line in the key."""
    folds = scene.first.folds
    if folds is None or scene.first.is_hard:
        return []
    for across, up in _lines_of(folds, x, y):
        kept = entries_seen(across, up)
        ax.plot(across[kept], up[kept], **FOLD, **more)
    return [KeyEntry(f"its {len(folds.models)} folds", "", FOLD)]


def _area(model: Model, name: str, scene: Scene) -> str:
    value = estimate(model, name, level=scene.level)
    around = interval(metric(name), value).replace(" to ", "–")
    return f"{written(metric(name), value)} ({around})" if around else written(metric(name), value)


def _heading(called: str, scene: Scene) -> str:
    return f"{called} ({100 * scene.level:g} % interval)"


def _at(model: Model, x: str, y: str) -> tuple[list[float], list[float]]:
    """Return where the model stands at its threshold, or no point where that is undefined."""
    across, up = model.point.metric(x).value, model.point.metric(y).value
    return ([], []) if across is None or up is None else ([across], [up])


def _ring(ax: Axes, scene: Scene, x: str, y: str, said: str) -> list[KeyEntry]:
    """Mark the threshold of the chosen model, and say what it does there."""
    model = scene.first
    across, up = _at(model, x, y)
    if model.is_hard or not across:
        return []
    ax.plot(across, up, **RING)
    up_written = percent(up[0]) if y != "lift" else f"{up[0]:.2f}"
    at = f"at {threshold(model.threshold)}: " + said.format(x=percent(across[0]), y=up_written, units=scene.words.units)
    return [KeyEntry(at, "", RING, is_remark=True)]
