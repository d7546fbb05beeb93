"""Which intervals there are for rows that come in clusters, by name, the default first.

Intervals for independent rows are too narrow then, and none of them is shown. Shares, means, the area under the ROC
curve and average precision have a variance of their own; every other metric is computed on resamples of whole
clusters. With fewer than ten clusters there is no interval, whatever the number of rows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import isfinite, sqrt

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.counting.counts import CELLS, Counts
from truecut.errors import BadCall
from truecut.inference.clustered.bootstrap import ClusterBootstrap
from truecut.inference.clustered.rows import FEW_CLUSTERS, FEWEST_CLUSTERS, ClusteredRows, too_few
from truecut.inference.clustered.variance import (
    ABOUT_AREAS,
    AreaMethod,
    ClusteredArea,
    ratio_variance,
    share_by_cluster,
)
from truecut.inference.delong import Ranking
from truecut.inference.interval_request import Interval, IntervalMethod, IntervalMethods, IntervalRequest, joined
from truecut.inference.of_counts import INFINITE
from truecut.inference.of_shares import OF_SHARES
from truecut.inference.precision_recall import Influences, jackknife
from truecut.inference.quantiles import student_quantile
from truecut.inference.resampling.options import BY_NAME, FOR_BCA, IN_PASSING
from truecut.inference.resampling.reading import READ, Sample, interval_from
from truecut.inference.weighted import weighted_ranking

NO_SPREAD = "all resamples of the clusters give the same value, so they say nothing about how sure it is"
NO_SPREAD_OF_CLUSTERS = "the clusters do not differ, so there is no spread to judge by"
ALIKE = "none or all of the rows count, so each cluster counts as one row"
DOUBTFUL = f"with fewer than {FEW_CLUSTERS} clusters the interval may be too narrow"


def clustered_methods(entry: Metric) -> IntervalMethods:
    """Return the methods for a metric of clustered rows by name, the default first."""
    bootstraps = [how for how in READ if how != "bca" or entry.is_smooth]
    return _of_its_own(entry) | {how: _method(partial(_by_bootstrap, how)) for how in bootstraps}


def _of_its_own(entry: Metric) -> IntervalMethods:
    if entry.is_proportion:
        return {name: _method(partial(_by_share, limits), scales=True) for name, limits in OF_SHARES.items()}
    if entry.area_scale:
        return {"obuchowski": _method(_by_area, scales=True)}
    if entry.name == "average_precision":
        return {"jackknife": _method(_by_influence)}
    if entry.is_mean_over_rows:
        return {"t": _method(_by_cells)}
    if entry.losses:
        return {"t": _method(_by_probabilities)}
    return {}


def _method(find: Callable[[IntervalRequest], Interval], *, scales: bool = False) -> IntervalMethod:
    return IntervalMethod(partial(_with_enough_clusters, find), takes_weights=True, scales=scales)


def _with_enough_clusters(find: Callable[[IntervalRequest], Interval], asked: IntervalRequest) -> Interval:
    """Find the interval, unless the clusters behind the value are too few; say it if they are few."""
    clusters = int(ClusteredRows.of(asked.model).number * asked.times)
    found = find(asked) if clusters >= FEWEST_CLUSTERS else Interval(None, clusters=clusters)
    behind = clusters if found.clusters is None else found.clusters
    if behind < FEWEST_CLUSTERS:
        return replace(found, limits=None, clusters=behind, effective_rows=None, note=too_few(behind))
    return replace(found, note=joined(found.note, DOUBTFUL if found.limits and behind < FEW_CLUSTERS else ""))


def _by_share(limits: Callable[[float, float, float], tuple[float, float]], asked: IntervalRequest) -> Interval:
    share = share_by_cluster(asked.model, asked.entry.formula).grown(asked.times)
    if share.clusters < FEWEST_CLUSTERS:
        return Interval(None, share.rows, clusters=int(share.clusters))
    found = _worth(share.limits(asked.level, limits), share.rows, share.clusters, share.effective_rows)
    return replace(
        found,
        note=joined(found.note, "" if 0 < share.share < 1 else ALIKE),
        standard_error=sqrt(share.share * (1 - share.share) / share.effective_rows),
        degrees_of_freedom=share.clusters - 1,
    )


def _by_area(asked: IntervalRequest) -> Interval:
    """Find the interval of an area by Obuchowski's variance (1997, Biometrics 53:567), on the log odds."""
    curve, rows = asked.model.curve, ClusteredRows.of(asked.model)
    spread = ClusteredArea.of(rows, curve).spread.grown(asked.times)
    low, high = spread.limits(asked.level)
    limits, note = (asked.entry.of_area(low), asked.entry.of_area(high)), ABOUT_AREAS.get(spread.method, "")
    ranking = weighted_ranking(curve) if asked.is_weighted else Ranking.of(curve)
    number, independent = _number_of(rows) * asked.times, ranking.grown(asked.times).variance
    clusters = int(rows.number * asked.times)
    if spread.method == AreaMethod.NEWCOMBE or not spread.variance or not independent:
        return Interval(limits, number, note, clusters=clusters)
    found = _worth(limits, number, clusters, number * independent / spread.variance)
    return replace(
        found,
        note=joined(found.note, note),
        standard_error=asked.entry.area_scale * sqrt(spread.variance),
        degrees_of_freedom=spread.clusters - 1,
    )


def _by_influence(asked: IntervalRequest) -> Interval:
    """Find the interval of average precision by what each cluster adds to it."""
    rows, influences = ClusteredRows.of(asked.model), Influences.of(asked.model.curve)
    each = np.where(rows.is_positive, influences.of_positives[rows.places], influences.of_negatives[rows.places])
    clusters, holding = rows.number, int(np.count_nonzero(rows.positives))
    variance = clusters / (clusters - 1) * float((rows.summed(each) ** 2).sum())
    number = _number_of(rows)
    if holding < FEWEST_CLUSTERS:
        return Interval(None, number, clusters=holding)
    if not 0 < asked.value < 1 or not variance:
        return Interval(None, number, NO_SPREAD_OF_CLUSTERS, clusters=clusters)
    weights = 1.0 if rows.weights is None else rows.weights**2 if rows.is_weighted else rows.weights
    independent = float((weights * each**2).sum())
    limits = jackknife(asked.value, sqrt(variance), holding, asked.level)
    found = _worth(limits, number, clusters, number * independent / variance)
    return replace(found, standard_error=sqrt(variance), degrees_of_freedom=holding - 1)


def _by_cells(asked: IntervalRequest) -> Interval:
    """Find the interval of a mean over all rows: what a row of each cell is worth, summed within clusters."""
    rows = ClusteredRows.of(asked.model)
    flagged = rows.places < int(asked.model.curve.reached([asked.model.threshold])[0])
    of_cell = {
        cell: float(asked.entry.at(Counts(**{name: int(name == cell) for name in CELLS}), **asked.parameters))
        for cell in CELLS
    }
    worth = np.where(
        rows.is_positive,
        np.where(flagged, of_cell["tp"], of_cell["fn"]),
        np.where(flagged, of_cell["fp"], of_cell["tn"]),
    )
    return _by_mean(worth, rows, asked)


def _by_probabilities(asked: IntervalRequest) -> Interval:
    rows = ClusteredRows.of(asked.model)
    scores = asked.model.table.scores.astype(float)
    with np.errstate(divide="ignore"):
        of_positives, of_negatives = (loss(scores)[rows.places] for loss in asked.entry.losses or ())
    return _by_mean(np.where(rows.is_positive, of_positives, of_negatives), rows, asked)


def _by_mean(values: NDArray[np.float64], rows: ClusteredRows, asked: IntervalRequest) -> Interval:
    number = _number_of(rows)
    if not isfinite(asked.value):
        return Interval(None, number, INFINITE, clusters=rows.number)
    variance = ratio_variance(rows.summed(values), rows.summed())
    if not variance:
        return Interval(None, number, NO_SPREAD_OF_CLUSTERS, clusters=rows.number)
    half = student_quantile(asked.level, rows.number - 1) * sqrt(variance)
    spread = float(rows.summed((values - asked.value) ** 2).sum() / rows.summed().sum())
    found = _worth((asked.value - half, asked.value + half), number, rows.number, spread / variance)
    return replace(found, standard_error=sqrt(variance), degrees_of_freedom=rows.number - 1)


def _worth(limits: tuple[float, float], rows: float, clusters: float, effective: float) -> Interval:
    """Return an interval with what its rows are worth; never more than their number."""
    effective = min(effective, rows)
    note = (
        f"{rows:,.0f} rows of {clusters:,.0f} clusters are worth about {effective:,.0f} independent ones "
        f"(design effect {rows / effective:.2f})"
    )
    return Interval(limits, rows, note, clusters=int(clusters), effective_rows=effective)


def _by_bootstrap(how: str, asked: IntervalRequest) -> Interval:
    """Draw whole clusters, and read the interval off the values."""
    rows, resampling = ClusteredRows.of(asked.model), asked.resampling
    number, holding = _number_of(rows), rows.clusters_of_rarer_class
    if resampling.stratified is not None:
        raise BadCall("Clusters are drawn whole, with the classes they hold; leave out stratified.")
    if holding < FEWEST_CLUSTERS:
        note = f"one of the classes occurs in {holding:,} of {rows.number:,} clusters only, too few to resample them"
        return Interval(None, number, note, clusters=rows.number)
    bootstrap = ClusterBootstrap.of(asked.model, resampling.seed)
    replicates = resampling.replicates or _replicates(how, asked)
    values = bootstrap.resampled(asked.model, asked.entry, asked.parameters, replicates)
    about = _about_resamples(bootstrap, replicates)

    def without_one() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        left_out = bootstrap.without_one(asked.model, asked.entry, asked.parameters)
        return left_out, np.ones(len(left_out))

    sample = Sample(number, about, without_one, all_alike=joined(NO_SPREAD, about))
    return replace(interval_from(asked, values, how, sample), clusters=rows.number)


def _replicates(how: str, asked: IntervalRequest) -> int:
    if how == "bca":
        return FOR_BCA
    return BY_NAME if asked.by_name or asked.entry.needs_only_counts else IN_PASSING


def _about_resamples(bootstrap: ClusterBootstrap, replicates: int) -> str:
    grouped = f", dealt at random into {bootstrap.units:,} groups" if bootstrap.is_grouped else ""
    return f"{replicates:,} resamples of {bootstrap.rows.number:,} clusters{grouped}, seed {bootstrap.seed}"


def _number_of(rows: ClusteredRows) -> float:
    return float(len(rows.places) if rows.is_weighted else rows.summed().sum())
