"""Which intervals each metric has on rows of each sampling design, by name, the default first.

`METHODS` holds what a metric has of its own on independent rows: adding a method is one line. A share of rows has the
methods of shares without a line, any metric of four counts that is no total has the simulation of its cells, and every
metric has the bootstrap. `INTERVALS` is the whole table, other designs included.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import inf

from truecut.catalogue import CATALOGUE, Metric, metric
from truecut.catalogue.design import Design, DesignKind
from truecut.catalogue.metric import PrevalenceRole
from truecut.inference import of_calibration, of_counts, of_curves, of_shares
from truecut.inference.clustered.methods import clustered_methods
from truecut.inference.cross_validation import plain_method
from truecut.inference.interval_request import IntervalMethod, IntervalMethods
from truecut.inference.method_table import MethodRow, MethodTable
from truecut.inference.of_amounts import OF_AMOUNTS
from truecut.inference.of_cells import DIRICHLET, TOTALS, by_cells, by_rate
from truecut.inference.of_counts import by_f_score, by_odds, by_ratio
from truecut.inference.of_curves import by_ranking
from truecut.inference.of_folds import in_folds, is_nadeau_bengio, over_folds
from truecut.inference.of_shares import by_share, mover_method
from truecut.inference.of_weights import weighted_methods
from truecut.inference.resampling.bootstrap import bootstraps_of
from truecut.inference.sampled_by_class import BY_DESIGN, methods_by_class

TPR, FPR, FNR, TNR, PPV, NPV = (metric(name).formula for name in ("tpr", "fpr", "fnr", "tnr", "ppv", "npv"))
ERROR_RATE = metric("error_rate").formula


def _reciprocal(share: float) -> float:
    return 1 / share if share else inf


METHODS: dict[str, IntervalMethods] = {
    "no_information_rate": of_shares.LARGER_CLASS,
    "alerts_per_true_positive": by_share(PPV, _reciprocal),
    "number_needed_to_screen": by_share("tp / (tp + fp + fn + tn)", _reciprocal),
    "zero_one_count": by_rate(TOTALS["zero_one_count"], by_share(ERROR_RATE)),
    "informedness": mover_method(TPR, TNR),
    "balanced_accuracy": mover_method(TPR, TNR, scale=0.5),
    "markedness": mover_method(PPV, NPV),
    "lr_plus": by_ratio(TPR, FPR),
    "lr_minus": by_ratio(FNR, TNR),
    "odds_ratio": by_odds(),
    "yules_q": by_odds(lambda odds: 1 - 2 / (odds + 1)),
    "prevalence_threshold": of_counts.PREVALENCE_THRESHOLD,
    "f1": by_share("tp / (tp + fp + fn)", lambda share: 2 * share / (1 + share), suffix="-indirect")
    | {"logit": by_f_score(lambda _: 0.5)["logit"]},
    "f_beta": by_f_score(of_counts.weight_of_beta),
    "weighted_f": by_f_score(of_counts.weight_of_recall),
    "mcc": of_counts.CORRELATION,
    "kappa": of_counts.KAPPA,
    "mean_cost": of_counts.MEAN_COST,
    "net_benefit": of_counts.MEAN_COST,
    "total_cost": by_rate(TOTALS["total_cost"], of_counts.MEAN_COST | DIRICHLET),
    "roc_auc": by_ranking(),
    "gini": by_ranking(),
    "average_precision": of_curves.AVERAGE_PRECISION,
    "brier": of_curves.MEAN_LOSS,
    "log_loss": of_curves.MEAN_LOSS,
    "spherical_score": of_curves.MEAN_LOSS,
    "pr_auc": of_curves.AVERAGE_PRECISION,
    "brier_skill": of_curves.SKILL,
    "log_loss_skill": of_curves.SKILL,
    "brier_uncertainty": of_shares.VARIANCE_OF_LABELS,
    "precision_at_k": of_curves.AMONG_TOP,
    "calibration_slope": of_calibration.SLOPE,
    "calibration_intercept": of_calibration.INTERCEPT,
    "observed_expected_ratio": of_calibration.OBSERVED_EXPECTED,
}
# Everything else of a curve has the bootstrap only.

INDEPENDENT_ROWS = (DesignKind.WEIGHTED, DesignKind.BY_CLASS, DesignKind.INDEPENDENT)


def _of_independent_rows(entry: Metric) -> IntervalMethods:
    of_its_own = METHODS.get(entry.name, by_share(entry.formula) if entry.is_proportion else {})
    simulated = DIRICHLET if entry.needs_only_counts and not entry.is_total else {}
    return {**of_its_own, **simulated, **bootstraps_of(entry)}


def _looks_at_each_class(entry: Metric) -> bool:
    """Say whether weights of one class never mix with those of the other, as in a curve's own methods too."""
    return _has_interval(entry) and (not entry.needs_only_counts or entry.is_free_of_prevalence)


def _is_of_four_counts(entry: Metric) -> bool:
    return _has_interval(entry) and entry.needs_only_counts


def _is_of_curve(entry: Metric) -> bool:
    return _has_interval(entry) and not entry.needs_only_counts


def _usual_if_it_takes_weights(entry: Metric) -> IntervalMethods:
    name, usual = next(iter(_of_independent_rows(entry).items()))
    # Along a curve weights are not counted as rows, which its limits at every threshold would do.
    return {name: replace(usual, along=None)} if usual.takes_weights else {}


def _has_interval(entry: Metric) -> bool:
    return not entry.no_interval


def _depends_on_sampling(entry: Metric) -> bool:
    return _has_interval(entry) and not entry.is_free_of_prevalence


INTERVALS: MethodTable[Metric, IntervalMethod] = MethodTable(
    "interval for {subject}",
    (
        MethodRow(clustered_methods, _has_interval, [DesignKind.CLUSTERED]),
        MethodRow(_usual_if_it_takes_weights, _looks_at_each_class, [DesignKind.WEIGHTED]),
        MethodRow(by_cells, _is_of_four_counts, [DesignKind.WEIGHTED]),
        MethodRow(weighted_methods, _is_of_curve, [DesignKind.WEIGHTED]),
        MethodRow(methods_by_class, _depends_on_sampling, [DesignKind.BY_CLASS]),
        MethodRow(_of_independent_rows, _has_interval, INDEPENDENT_ROWS),
    ),
    {
        "percentile": "bootstrap",
        "percentile-bootstrap": "bootstrap",
        "studentised": "bootstrap-t",
        "beta-by-class": "cells",
    },
)


@cache
def methods_of(entry: Metric, kind: DesignKind = DesignKind.INDEPENDENT) -> IntervalMethods:
    """Return the methods for a metric of rows so sampled by name, the default first; empty if there is no interval.

    >>> list(methods_of(metric("lr_plus")))
    ['koopman', 'simel', 'dirichlet', 'bootstrap', 'bca', 'basic']
    >>> next(iter(methods_of(metric("mcc"), DesignKind.WEIGHTED)))
    'cells'
    """
    return {} if why_none(entry, kind) else INTERVALS.methods(entry, kind)


def why_none(entry: Metric, kind: DesignKind) -> str:
    """Say why a metric of rows so sampled has no interval; nothing if it has one."""
    if kind == DesignKind.BY_CLASS and entry.prevalence_is == PrevalenceRole.ALL:
        return BY_DESIGN
    return entry.no_interval


@cache
def known_methods() -> frozenset[str]:
    """Return the names of all methods that some metric has on rows of some design."""
    return frozenset(name for each in CATALOGUE for kind in DesignKind for name in methods_of(each, kind))


def interval_method(entry: Metric, design: Design, name: str | None) -> tuple[str, IntervalMethod] | None:
    """Return the method of this name for a metric, the default without one; None if the metric has none at all."""
    if is_nadeau_bengio(name, design) and not why_none(entry, design.kind):
        return over_folds()
    found = _of_rows(entry, design, name)
    return found if found is None or design.folds is None else in_folds(entry, design, *found)


def method_of_amounts(entry: Metric, design: Design, name: str | None) -> tuple[str, IntervalMethod] | None:
    """Return the method for a cost whose prices follow amounts of the rows."""
    plain = None if name is None else plain_method(name)
    found = OF_AMOUNTS.method(entry, design, plain, known_methods())
    return found if found is None or design.folds is None else in_folds(entry, design, *found)


def _of_rows(entry: Metric, design: Design, name: str | None) -> tuple[str, IntervalMethod] | None:
    if name is None or why_none(entry, design.kind) == BY_DESIGN:
        return next(iter(methods_of(entry, design.kind).items()), None)
    known = known_methods()
    return INTERVALS.method(entry, design, plain_method(name), known)
