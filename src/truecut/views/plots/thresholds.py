"""What happens as the threshold moves: metrics, the two rates and their gap, costs, net benefit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from truecut.catalogue import metric
from truecut.catalogue.cost_curve import CostCurve
from truecut.catalogue.costs import Cost
from truecut.catalogue.model import Model
from truecut.counting.baselines import ideal_model, random_model
from truecut.counting.counts import Counts
from truecut.decisions.model_decision import cost_curve
from truecut.errors import BadCall
from truecut.views.metric_values import written
from truecut.views.plots.bands import key_along, shade_along
from truecut.views.plots.curves import BASELINE, RING
from truecut.views.plots.key import KeyEntry, add_key, key_of_model
from truecut.views.plots.scene import Scene, against_threshold, steps_of, threshold_ends
from truecut.views.plots.style import DASHES, GREY, INK, NEGATIVE, POSITIVE, entries_seen, in_percent, label_axes, look
from truecut.words.numerals import percent, plain_number, threshold

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# Whose rows a metric speaks about gives it its hue.
HUES = {"recall": POSITIVE, "fnr": POSITIVE, "specificity": NEGATIVE, "fpr": NEGATIVE, "precision": INK, "npv": GREY}
OTHERS = (GREY, INK, POSITIVE, NEGATIVE)
LIGHT: dict[str, Any] = {**BASELINE, "linestyle": "solid", "color": "#B8B8B8"}
GRID = np.arange(1, 100) / 100  # threshold probabilities of a decision curve
PER = 1000  # rows, since the cost of one is often a fraction
HEADROOM = 0.25  # around the costs worth looking at, as a share of their range


def metrics(
    ax: Axes,
    scene: Scene,
    *,
    metrics: Sequence[str] = ("precision", "recall"),
    baselines: bool = False,
    band: str | None = None,
) -> None:
    """Draw metrics of four counts against the threshold; with baselines, those of a random and an ideal model too."""
    model = scene.model
    entries = []
    lowest, highest = 0.0, 1.0
    for i, name in enumerate(metrics):
        entry = metric(name)
        if not entry.needs_only_counts:
            raise BadCall(f"{entry.name} is one number for all thresholds, so it is not drawn against them.")
        drawn: dict[str, Any] = {
            "color": HUES.get(entry.name, OTHERS[i % 4]),
            "linestyle": DASHES[i % 4],
            "zorder": 4,
            "linewidth": 1.4,
        }
        places, values = against_threshold(model, model.curve.along(entry.name))
        finite = values[np.isfinite(values)]
        # A share is drawn on the whole axis from 0 to 1, however little of it the curve uses: axes are compared.
        if len(finite) and entry.bounds != (0.0, 1.0):
            lowest, highest = min(lowest, float(finite.min())), max(highest, float(finite.max()))
        kept = entries_seen(places, values)
        if band is not None:
            shade_along(ax, scene, entry.name, drawn["color"], band)
        ax.plot(places[kept], values[kept], drawstyle=steps_of(model), **drawn)
        entries.append(KeyEntry(_called(name), written(entry, model.metric(entry.name)), drawn))
    entries += key_along(scene, band)
    if baselines and model.table.are_probabilities:
        entries += _baselines(ax, model, [metric(name).name for name in metrics])
    _score_axis(ax, scene)
    room = 0.03 * (highest - lowest)
    ax.set_ylim(lowest - room, highest + room)
    if all(metric(name).is_percentage for name in metrics):
        in_percent(ax.yaxis)
    _cut(ax, model)
    # Baselines double the lines of the key, and then it covers whatever corner it stands in.
    add_key(ax, entries, heading=f"at {threshold(model.threshold)}", at="below" if baselines else "")


def ks(ax: Axes, scene: Scene, *, band: str | None = None) -> None:
    """Draw the shares of both classes that are flagged, and where they lie farthest apart."""
    model, words = scene.model, scene.words
    gap = model.curve.along("informedness")
    widest = int(np.nanargmax(np.abs(gap)))
    entries = []
    for name, hue, who, dashes in (
        ("recall", POSITIVE, words.positive, DASHES[0]),
        ("fpr", NEGATIVE, words.negative, DASHES[1]),
    ):
        places, values = against_threshold(model, model.curve.along(name))
        kept = entries_seen(places, values)
        drawn: dict[str, Any] = {"color": hue, "linestyle": dashes, "linewidth": 1.4, "zorder": 3}
        if band is not None:
            shade_along(ax, scene, name, hue, band)
        ax.plot(places[kept], values[kept], drawstyle=steps_of(model), **drawn)
        entries.append(KeyEntry(f"{who} flagged", percent(float(model.curve.along(name)[widest])), drawn))
    _score_axis(ax, scene)
    where = float(model.curve.thresholds[widest])
    if np.isfinite(where):
        rates = [float(model.curve.along(name)[widest]) for name in ("fpr", "recall")]
        drawn = {"color": INK, "linestyle": "solid", "linewidth": 1.2, "zorder": 5}
        ax.plot([where, where], rates, marker="_", markersize=5, **drawn)
        entries.append(KeyEntry(f"gap at {threshold(where)} (KS)", percent(abs(float(gap[widest]))), drawn))
    ax.set_ylim(-0.02, 1.02)
    in_percent(ax.yaxis)
    ax.set_ylabel("share of the class flagged")
    add_key(ax, [*entries, *key_along(scene, band)])


def cost(ax: Axes, scene: Scene, *, cost: Cost) -> None:
    """Draw what 1,000 rows cost: against the threshold, or of several models against the share flagged."""
    several = len(scene.models) > 1
    priced = [cost_curve(model, cost) for model in scene.models]
    entries = [_cost_line(ax, scene, i, costs) for i, costs in enumerate(priced)]
    lowest = min(float(costs.means.min()) for costs in priced) * PER
    highest = max(float(min(costs.means[0], costs.means[-1])) for costs in priced) * PER
    if not several:
        now, here = scene.first.threshold, priced[0].at(scene.first.threshold) / scene.first.point.counts.rows * PER
        ax.plot([now], [here], **RING)
        entries.append(KeyEntry(f"now, at {threshold(now)}", plain_number(_rounded(here)), RING))
        # The present threshold is worth seeing, unless it would flatten everything else.
        highest = max(highest, here) if here - lowest < 3 * (highest - lowest) else highest
    for what, mean, drawn in (("flag all", priced[0].means[-1], LIGHT), ("flag none", priced[0].means[0], BASELINE)):
        ax.axhline(float(mean * PER), **drawn)
        entries.append(KeyEntry(what, plain_number(_rounded(mean * PER)), drawn))
    if several:
        ax.set_xlim(0, 1)
        in_percent(ax.xaxis)
        ax.set_xlabel(f"share of all {scene.words.units} flagged", parse_math=False)
    else:
        _score_axis(ax, scene)
    room = max(HEADROOM * (highest - lowest), 1e-9 * max(abs(lowest), abs(highest), 1.0))
    ax.set_ylim(lowest - room, highest + 2 * room)
    ax.set_ylabel(f"cost of {PER:,} {scene.words.units}", parse_math=False)
    add_key(ax, entries, heading="cheapest" if several else "")


def _cost_line(ax: Axes, scene: Scene, place: int, costs: CostCurve) -> KeyEntry:
    """Draw what one model costs, with a dot where that is least, and return its line in the key."""
    model, several = scene.models[place], len(scene.models) > 1
    means, cheapest, drawn = PER * costs.means, costs.cheapest, look(place)
    if several:
        places, values = model.curve.along("share_flagged"), means
        at = float(places[cheapest])
    else:
        (places, values), at = against_threshold(model, means), float(model.curve.thresholds[cheapest])
    kept = entries_seen(places, values)
    ax.plot(places[kept], values[kept], drawstyle="default" if several else steps_of(model), **drawn)
    dot = {**RING, "markerfacecolor": drawn["color"], "markeredgecolor": drawn["color"]}
    if np.isfinite(at):
        ax.plot([at], [means[cheapest]], **dot)
    number = plain_number(_rounded(means[cheapest]))
    if several:
        return key_of_model(model.name, number, drawn, is_chosen=place == 0)
    return KeyEntry(f"cheapest, at {threshold(at)}" if np.isfinite(at) else "cheapest: flag none", number, dot)


def decision(ax: Axes, scene: Scene) -> None:
    """Draw the net benefit of acting on the model at each threshold probability, beside acting on all and on none."""
    entries = []
    prevalence = scene.first.metric("prevalence").value or 0.0
    for i, model in enumerate(scene.models):
        ax.plot(GRID, metric("net_benefit").along(model.curve.counts_at(GRID), pt=GRID), **look(i))
        entries.append(key_of_model(model.name, "", look(i), is_chosen=i == 0 and len(scene.models) > 1))
    p, n = scene.first.table.total_positive, scene.first.table.total_negative
    everyone = Counts(*(np.full(len(GRID), float(count)) for count in (p, n, 0, 0)))
    for what, benefit, drawn in (
        ("flag all", metric("net_benefit").along(everyone, pt=GRID), LIGHT),
        ("flag none", np.zeros(len(GRID)), BASELINE),
    ):
        ax.plot(GRID, benefit, **drawn)
        entries.append(KeyEntry(what, "", drawn))
    ax.set_xlim(0, 1)
    ax.set_ylim(-0.25 * prevalence, 1.1 * prevalence)
    in_percent(ax.xaxis)
    label_axes(ax, "threshold probability: risk at which one would act", "net benefit")
    add_key(ax, entries)


def _baselines(ax: Axes, model: Model, names: Sequence[str]) -> list[KeyEntry]:
    entries = []
    positives, negatives = model.table.total_positive, model.table.total_negative
    grid = np.arange(1001) / 1000
    reached = 1 - grid if model.table.lower_is_positive else grid
    guesses = {"random model": random_model(positives, negatives, reached)}
    if isinstance(positives, int) and isinstance(negatives, int):
        guesses["ideal model"] = ideal_model(positives, negatives, reached)
    for kind, counts in guesses.items():
        drawn = BASELINE if kind == "random model" else LIGHT
        for name in names:
            ax.plot(grid, metric(name).along(counts), **drawn)
        entries.append(KeyEntry(kind, "", drawn))
    return entries


def _score_axis(ax: Axes, scene: Scene) -> None:
    ax.set_xlim(*threshold_ends(scene.first))
    flagged = "at or below" if scene.first.table.lower_is_positive else "at or above"
    ax.set_xlabel(f"threshold ({scene.words.units} {flagged} it are flagged)", parse_math=False)


def _cut(ax: Axes, model: Model) -> None:
    low, high = threshold_ends(model)
    if low <= model.threshold <= high:
        ax.axvline(model.threshold, color=INK, linewidth=0.8, zorder=2)


def _called(name: str) -> str:
    """Return the name that was asked for, as people write it: TPR stays TPR."""
    return name.upper() if len(name) <= 3 else name.replace("_", " ")


def _rounded(number: float) -> float:
    return float(f"{number:.4g}")
