"""Which intervals each metric has, by name, the default first.

`METHODS` is the whole story: adding a method is one line. A share of rows has the methods of shares without a
line of its own, any metric of four counts that is no total has the simulation of its cells, and every metric has the
bootstrap.
"""

from __future__ import annotations

from math import inf

from truecut.catalogue import CATALOGUE, Metric, metric
from truecut.errors import BadCall, UnknownName
from truecut.inference import of_calibration, of_counts, of_curves, of_shares
from truecut.inference.interval_request import IntervalMethod, IntervalMethods
from truecut.inference.of_counts import DIRICHLET, by_f_score, by_odds, by_rate, by_ratio
from truecut.inference.of_curves import by_ranking
from truecut.inference.of_shares import by_mover, by_share
from truecut.inference.resampling.bootstrap import bootstraps_of

TPR, FPR, FNR, TNR, PPV, NPV = (metric(name).formula for name in ("tpr", "fpr", "fnr", "tnr", "ppv", "npv"))
ERROR_RATE = metric("error_rate").formula


def _reciprocal(share: float) -> float:
    return 1 / share if share else inf


METHODS: dict[str, IntervalMethods] = {
    "no_information_rate": of_shares.LARGER_CLASS,
    "alerts_per_true_positive": by_share(PPV, _reciprocal),
    "number_needed_to_screen": by_share("tp / (tp + fp + fn + tn)", _reciprocal),
    "zero_one_count": by_rate("error_rate", by_share(ERROR_RATE)),
    "informedness": by_mover(TPR, TNR),
    "balanced_accuracy": by_mover(TPR, TNR, scale=0.5),
    "markedness": by_mover(PPV, NPV),
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
    "mean_cost": of_counts.MEAN_LOSS,
    "net_benefit": of_counts.MEAN_LOSS,
    "total_cost": by_rate("mean_cost", of_counts.MEAN_LOSS | DIRICHLET),
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

ALSO_CALLED = {"percentile": "bootstrap", "percentile-bootstrap": "bootstrap", "studentised": "bootstrap-t"}


def methods_of(entry: Metric) -> IntervalMethods:
    """Return the methods for a metric by name, the default first; empty if the metric does not depend on the rows.

    >>> list(methods_of(metric("lr_plus")))
    ['koopman', 'simel', 'dirichlet', 'bootstrap', 'bca', 'basic']
    """
    if entry.no_interval:
        return {}
    of_its_own = METHODS.get(entry.name, by_share(entry.formula) if entry.is_proportion else {})
    simulated = DIRICHLET if entry.needs_only_counts and not entry.is_total else {}
    return {**of_its_own, **simulated, **bootstraps_of(entry)}


def usual_method(entry: Metric) -> str:
    """Return the name of the method taken where none is named."""
    return next(iter(methods_of(entry)), "")


def plain_name(name: str) -> str:
    """Return the name of a method however it was typed.

    >>> plain_name("Clopper Pearson"), plain_name("percentile")
    ('clopper-pearson', 'bootstrap')
    """
    plain = name.strip().lower().replace("_", "-").replace(" ", "-")
    return ALSO_CALLED.get(plain, plain)


def method_of(entry: Metric, name: str | None) -> tuple[str, IntervalMethod] | None:
    """Return the method of this name for a metric, the default without one; None if the metric has none at all."""
    methods = methods_of(entry)
    if name is None:
        return next(iter(methods.items()), None)
    plain = plain_name(name)
    if plain in methods:
        return plain, methods[plain]
    there_are = f"there are {', '.join(methods)}" if methods else "there is none"
    if plain in {known for other in CATALOGUE for known in methods_of(other)}:
        raise BadCall(f"{plain!r} is no interval for {entry.name}; {there_are}.")
    raise UnknownName(f"interval for {entry.name} ({there_are})", name, methods)
