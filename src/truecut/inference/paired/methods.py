"""How a difference of each metric gets its interval and its test, by name, the default first.

Shares of the same rows: McNemar's test and Tango's interval. Predictive values: Kosinski's test. Areas: DeLong's.
Average precision, mean losses and the KS distance: what each row contributes. Any other metric of four counts: the
eight cells. Everything else: the paired bootstrap. Clusters and weights of importance have a way of their own, rows
that were sampled by class vary about the mean of their class, and metrics that join both classes of weighted or so
sampled rows have the intervals of both models (MOVER).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache, partial
from math import exp, hypot, inf, isfinite, log

import numpy as np

from truecut.catalogue import CATALOGUE, Metric
from truecut.catalogue.design import DesignKind
from truecut.errors import BadCall
from truecut.inference.differences import student_p, two_sided
from truecut.inference.interval_request import joined
from truecut.inference.method_table import MethodRow, MethodTable
from truecut.inference.paired import discordant
from truecut.inference.paired.areas import PlacedAreas
from truecut.inference.paired.cells import (
    FLAGGED,
    LEFT,
    EightCells,
    contrast,
    delta_error_of_pair,
    permutation_test,
    posterior_draws,
    posterior_limits,
    posterior_values,
    predictive_value_statistic,
)
from truecut.inference.paired.difference import Pair, PairedInterval
from truecut.inference.paired.discordant import Discordant, McNemarTest
from truecut.inference.paired.mover import ALIKE, by_mover
from truecut.inference.paired.of_costs import by_rows_apart
from truecut.inference.paired.operating_points import OperatingPoint
from truecut.inference.paired.resampling import MetricAtPoint, PairedBootstrap, PairedRows, values
from truecut.inference.paired.row_influence import (
    AVERAGE_PRECISION,
    FEWEST_CLUSTERS,
    KOLMOGOROV_SMIRNOV,
    difference_of_influences,
    effective_rows,
    error_of_influences,
    has_influences,
    of_rows_not_seen,
)
from truecut.inference.paired.tails import chi_square_above
from truecut.inference.quantiles import normal_quantile, student_quantile
from truecut.inference.rows_apart import WILSON_MOVER

FEW_DIFFERING = 10  # rows on which the models decide differently, below which the delta method promises too much
FEW_OF_A_CLASS, TOO_FEW_OF_A_CLASS = 30, 10  # for a bootstrap
NO_SPREAD = 1e-12  # a standard error below which there is none but for rounding
SAID_UNDEFINED, TOO_MANY_UNDEFINED = 0.01, 0.1  # share of draws

IDENTICAL = "both models rank the rows identically"
SAME = "every row contributes the same by both models"
ALL_ALIKE = "every row tells the same difference, so there is no spread to judge by"
TWO_OF_EACH = "with fewer than two rows of a class there is no spread to judge by"
TOO_FEW_CLUSTERS = f"fewer than {FEWEST_CLUSTERS} clusters are too few for an interval"
NO_SLOPE = "the metric has no slope at these counts; ask for method='bootstrap'"
FEW_DECIDE = "few rows tell the models apart: cells were simulated for the interval, models exchanged for the test"

Limits = tuple[float, float]
Finder = Callable[[Pair], PairedInterval]


def paired_method(pair: Pair, name: str | None) -> tuple[str, Finder]:
    """Return the method of this name for a pair, the default without one."""
    named = {"z": "delong-z", "t": "delong-t"}.get(name or "", name) if pair.entry.area_scale else name
    found = DIFFERENCES.method(pair.entry, pair.design, named, _known_methods() if named else ())
    assert found is not None  # every metric has the bootstrap
    return found


@cache
def _known_methods() -> frozenset[str]:
    """Return the names of all methods that some difference has on rows of some design."""
    return frozenset(other for each in CATALOGUE for kind in DesignKind for other in DIFFERENCES.methods(each, kind))


def _by_areas(distribution: str, pair: Pair) -> PairedInterval:
    rows, factor = pair.rows, pair.entry.area_scale
    positives = int(rows.is_positive.sum())
    if min(positives, len(rows) - positives) < 2:
        return PairedInterval(None, None, len(rows), TWO_OF_EACH)
    if rows.clusters is not None and rows.number_of_clusters < FEWEST_CLUSTERS:
        return PairedInterval(None, None, len(rows), TOO_FEW_CLUSTERS)
    areas = PlacedAreas.of_all(rows).of_models(pair.first.name, pair.second.name)
    difference, error, freedom = areas.difference(pair.first.name, pair.second.name)
    number = areas.positives + areas.negatives
    if error < NO_SPREAD:
        return _without_spread(difference, number, IDENTICAL)
    return _around(factor * difference, factor * error, inf if distribution == "z" else freedom, pair.level, number)


def _by_influence(pair: Pair) -> PairedInterval:
    rows = pair.rows
    if not all(map(isfinite, pair.values)):
        return PairedInterval(None, None, len(rows), "an infinite value has no interval")
    if rows.clusters is not None and rows.number_of_clusters < FEWEST_CLUSTERS:
        return PairedInterval(None, None, len(rows), TOO_FEW_CLUSTERS)
    number = effective_rows(rows, pair.weights)
    if number <= 2:
        return PairedInterval(None, None, number, TWO_OF_EACH)
    error = error_of_influences(
        rows, difference_of_influences(pair), pair.weights, by_class=pair.design.fixes_prevalence
    )
    if error >= NO_SPREAD:
        error = hypot(error, of_rows_not_seen(pair))
    difference = pair.values[0] - pair.values[1]
    if not isfinite(error):
        return PairedInterval(None, None, number, NO_SLOPE)
    if error < NO_SPREAD:
        return _without_spread(difference, number, SAME)
    return _around(difference, error, _freedom(pair, number), pair.level, number)


def _freedom(pair: Pair, number: float) -> float:
    if pair.rows.clusters is not None:
        return pair.rows.number_of_clusters - 1.0
    if pair.entry.name == AVERAGE_PRECISION:
        return max(1.0, effective_rows(pair.rows.taken(np.flatnonzero(pair.rows.is_positive)), pair.weights) - 1)
    return number - 1


def _without_spread(difference: float, rows: float, why_none: str) -> PairedInterval:
    """Return that nothing differs, or that what differs does so on every row alike, which no spread can judge."""
    if abs(difference) < NO_SPREAD:
        return PairedInterval((0.0, 0.0), 1.0, rows, why_none)
    return PairedInterval(None, None, rows, ALL_ALIKE)


def _around(difference: float, error: float, freedom: float, level: float, rows: float) -> PairedInterval:
    if freedom == inf:
        half, p_value = normal_quantile(level) * error, two_sided(difference / error)
    else:
        half, p_value = student_quantile(level, freedom) * error, student_p(difference / error, freedom)
    return PairedInterval(
        (difference - half, difference + half),
        p_value,
        rows,
        standard_error=error,
        statistic=difference / error,
        degrees_of_freedom=None if freedom == inf else freedom,
    )


def _by_mcnemar(test: McNemarTest, limits: Callable[[Discordant, float], Limits], pair: Pair) -> PairedInterval:
    seen = _cells(pair).counted(pair.entry)
    return PairedInterval(
        limits(seen, pair.level),
        test.p_value(seen),
        seen.rows,
        "" if seen.differing else ALIKE,
        standard_error=discordant.wald_error(seen),
        statistic=test.statistic(seen),
        degrees_of_freedom=test.degrees_of_freedom,
    )


def _by_score(pair: Pair) -> PairedInterval:
    cells = _cells(pair)
    found = by_delta(pair)
    statistic = predictive_value_statistic(cells, FLAGGED if pair.entry.denominator == "tp + fp" else LEFT)
    if found.method:
        return found
    return replace(found, p_value=chi_square_above(statistic, 1), statistic=statistic, degrees_of_freedom=1.0)


def by_delta(pair: Pair, *, of_ratio: bool = False) -> PairedInterval:
    """Return the interval that follows from the slopes; simulated where few rows tell the models apart."""
    cells = _cells(pair)
    rows, parameters = float(cells.rows.sum()), dict(pair.parameters)
    if _has_few(pair, cells) or (of_ratio and not has_logs(pair)):
        return _simulated(pair, cells, of_ratio=of_ratio)
    change = contrast(cells, pair.entry, parameters, of_logs=of_ratio)
    error = delta_error_of_pair(cells, change, by_class=pair.design.is_by_class)
    first, second = pair.values
    if not isfinite(error):
        return _simulated(pair, cells, of_ratio=of_ratio)
    difference = log(first / second) if of_ratio else first - second
    if error < NO_SPREAD * max(1.0, abs(first)):
        found = _without_spread(difference, rows, SAME)
        return replace(found, limits=(1.0, 1.0)) if of_ratio and found.limits else found
    found = _around(difference, error, inf, pair.level, rows)
    if not of_ratio or found.limits is None:
        return found
    low, high = found.limits
    return replace(found, limits=(exp(low), exp(high)))


def _has_few(pair: Pair, cells: EightCells) -> bool:
    """Say whether too few rows tell the models apart for slopes to say how that varies."""
    # A cost is a sum over rows, so an outcome that a model never has is no trouble; few rows of a class are, as the
    # dear ones may be among them.
    if pair.entry.is_priced:
        return min(cells.differing()) < FEW_DIFFERING
    empty = any(not float(number) for model in (0, 1) for number in cells.counts(model).cells().values())
    return sum(cells.differing()) < FEW_DIFFERING or empty


def has_logs(pair: Pair) -> bool:
    """Say whether the ratio of two values has a logarithm."""
    first, second = pair.values
    return first * second > 0


def by_dirichlet(pair: Pair) -> PairedInterval:
    """Return the interval when the shares of the eight cells are drawn."""
    return replace(_simulated(pair, _cells(pair), of_ratio=False), note="", method="")


def _simulated(pair: Pair, cells: EightCells, *, of_ratio: bool) -> PairedInterval:
    drawn, parameters = posterior_draws(cells, pair.seed, by_class=pair.design.is_by_class), dict(pair.parameters)
    limits = posterior_limits(drawn, pair.entry, parameters, pair.level, of_ratio=of_ratio)
    p_value = permutation_test(cells, pair.entry, parameters, pair.seed)
    if limits is not None:
        # Interval and test are found apart; where one finds a difference and the other does not, none is found.
        none, (low, high) = 1.0 if of_ratio else 0.0, limits
        # A difference that a cell without rows takes to the end of its range stays in: no draw ever gets there.
        first, second = pair.values
        found = first / second if of_ratio else first - second
        limits = low, high = min(low, found), max(high, found)
        if p_value > 1 - pair.level:
            limits = min(low, none), max(high, none)
        elif low <= none <= high:
            values = posterior_values(drawn, pair.entry, parameters, of_ratio=of_ratio)
            p_value = min(1.0, 2 * float(min((values <= none).mean(), (values >= none).mean())))
    note = joined(FEW_DECIDE, f"seed {pair.seed}")
    return PairedInterval(limits, p_value, float(cells.rows.sum()), note, "dirichlet")


def by_bootstrap(point: OperatingPoint, reference: str, pair: Pair, *, of_ratio: bool = False) -> PairedInterval:
    """Return the percentile interval over draws of the rows, and the p-value that goes with it."""
    models = [pair.first, pair.second]
    paired = PairedRows.of(pair.rows, models)
    smaller, size = min(paired.of_each_class), sum(paired.of_each_class)
    if pair.rows.clusters is not None and pair.rows.number_of_clusters < FEWEST_CLUSTERS:
        return PairedInterval(None, None, size, TOO_FEW_CLUSTERS)
    if smaller < TOO_FEW_OF_A_CLASS:
        return PairedInterval(None, None, size, f"a bootstrap needs {TOO_FEW_OF_A_CLASS} rows of either class")
    bootstrap, by_class = PairedBootstrap(pair.replicates, pair.seed), paired.is_by_class(pair.entry)
    wanted = MetricAtPoint(pair.entry, pair.parameters, point, reference)
    if reference and all(reference != model.name for model in models):
        raise BadCall(f"The reference {reference!r} is neither of the two models that are compared.")
    drawn = [values(block, wanted) for block in paired.resampled(bootstrap, by_class=by_class)]
    first, second = np.concatenate(drawn, axis=1)
    with np.errstate(divide="ignore", invalid="ignore"):
        replicates = first / second if of_ratio else first - second
    which = " of whole clusters" if pair.rows.clusters is not None else " by class" if by_class else ""
    note = f"bootstrap of {len(first):,} draws{which}, seed {pair.seed}"
    if smaller < FEW_OF_A_CLASS:
        note = joined(note, f"with fewer than {FEW_OF_A_CLASS} rows of a class a bootstrap promises too much")
    undefined = float(np.isnan(replicates).mean())
    if undefined > TOO_MANY_UNDEFINED:
        return PairedInterval(None, None, size, joined(note, f"undefined in {100 * undefined:.0f} % of the draws"))
    if undefined > SAID_UNDEFINED:
        note = joined(note, f"undefined in {100 * undefined:.1f} % of the draws, which were left out")
    replicates = replicates[~np.isnan(replicates)]
    low, high = np.quantile(replicates, [(1 - pair.level) / 2, (1 + pair.level) / 2], method="inverted_cdf")
    middle = 1.0 if of_ratio else 0.0
    beyond = min(int((replicates <= middle).sum()), int((replicates >= middle).sum()))
    p_value = min(1.0, 2 * (1 + beyond) / (1 + len(replicates)))
    error = float(replicates.std(ddof=1)) if np.isfinite(replicates).all() and not of_ratio else None
    return PairedInterval((float(low), float(high)), p_value, size, note, standard_error=error)


def _cells(pair: Pair) -> EightCells:
    return EightCells.of(pair.rows, pair.first, pair.second)


PLAIN = (DesignKind.INDEPENDENT, DesignKind.BY_CLASS)
NOT_PLAIN = (DesignKind.CLUSTERED, DesignKind.WEIGHTED)
NOT_CLUSTERED = (*PLAIN, DesignKind.WEIGHTED)
DELONG: dict[str, Finder] = {"delong-t": partial(_by_areas, "t"), "delong-z": partial(_by_areas, "z")}
MCNEMAR: dict[str, Finder] = {
    "mid-p": partial(_by_mcnemar, discordant.MID_P, discordant.tango),
    "exact": partial(_by_mcnemar, discordant.EXACT, discordant.tango),
    "chi-square": partial(_by_mcnemar, discordant.CHI_SQUARE, discordant.tango),
    "newcombe": partial(_by_mcnemar, discordant.MID_P, discordant.newcombe_paired),
    "bonett-price": partial(_by_mcnemar, discordant.MID_P, discordant.bonett_price),
}


def _row(
    methods: dict[str, Finder], fits: Callable[[Metric], bool], designs: tuple[DesignKind, ...] = tuple(DesignKind)
) -> MethodRow[Metric, Finder]:
    return MethodRow(lambda _: methods, fits, designs)


def _joins_classes(entry: Metric) -> bool:
    """Say whether rows of both classes enter one number, so that weights of one and the mix of both matter."""
    return entry.needs_only_counts and not entry.is_free_of_prevalence


DIFFERENCES: MethodTable[Metric, Finder] = MethodTable(
    "comparison of {subject}",
    (
        _row(DELONG, lambda entry: bool(entry.area_scale), NOT_CLUSTERED),
        _row({"obuchowski-t": DELONG["delong-t"]}, lambda entry: bool(entry.area_scale), (DesignKind.CLUSTERED,)),
        _row({WILSON_MOVER: by_rows_apart}, lambda entry: entry.is_priced),
        _row({"mover": by_mover}, _joins_classes, (DesignKind.WEIGHTED, DesignKind.BY_CLASS)),
        _row({"linearised-t": _by_influence}, has_influences, NOT_PLAIN),
        _row(MCNEMAR, lambda entry: entry.is_share_of_truth, (DesignKind.INDEPENDENT,)),
        _row(MCNEMAR, lambda e: e.is_share_of_truth and e.is_free_of_prevalence, (DesignKind.BY_CLASS,)),
        _row({"score": _by_score}, lambda entry: entry.is_predictive_value, (DesignKind.INDEPENDENT,)),
        _row({"jackknife-t": _by_influence}, lambda entry: entry.name == AVERAGE_PRECISION, PLAIN),
        _row({"t": _by_influence}, lambda entry: entry.losses is not None, PLAIN),
        _row({"linearised-t": _by_influence}, lambda entry: entry.name == KOLMOGOROV_SMIRNOV, PLAIN),
        _row({"delta": by_delta, "dirichlet": by_dirichlet}, lambda entry: entry.needs_only_counts, PLAIN),
        _row({"bootstrap": partial(by_bootstrap, OperatingPoint(), "")}, lambda _: True),
    ),
)
