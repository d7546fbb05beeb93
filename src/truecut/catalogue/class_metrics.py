"""How a metric of many classes is found by name, and which names say too little."""

from __future__ import annotations

from types import MappingProxyType

from truecut.catalogue import BY_NAME, Metric, metric, of_class_matrix, of_class_scores
from truecut.errors import BadCall, UnknownName

CLASS_METRICS = (*of_class_matrix.METRICS, *of_class_scores.METRICS)
CLASS_METRICS_BY_NAME = MappingProxyType({name: entry for entry in CLASS_METRICS for name in entry.names})
OVERALL = tuple(entry.name for entry in CLASS_METRICS if entry.is_of_matrix)
OF_ALL_SCORES = tuple(entry.name for entry in CLASS_METRICS if not entry.is_of_matrix)

# Names of two classes that several definitions share where there are more.
AMBIGUOUS = {
    "brier": "brier_multiclass (0 to 2, summed over classes), brier_multiclass_halved (0 to 1) or brier_one_vs_rest "
    "(divided by the classes)",
    "brier_miscalibration": "brier_multiclass_miscalibration",
    "brier_discrimination": "brier_multiclass_discrimination",
    "brier_uncertainty": "brier_multiclass_uncertainty",
}


def class_metric(name: str) -> Metric:
    """Return the metric that a name means where there are many classes.

    >>> class_metric("log_loss").formula
    'mean of -ln p(true class)'
    """
    plain = _plain(name)
    if plain in CLASS_METRICS_BY_NAME:
        return CLASS_METRICS_BY_NAME[plain]
    entry = BY_NAME.get(plain)
    if entry is None:
        raise UnknownName("metric", name, {**BY_NAME, **CLASS_METRICS_BY_NAME})
    if entry.name in CLASS_METRICS_BY_NAME:  # an alias of a metric that many classes define anew
        return CLASS_METRICS_BY_NAME[entry.name]
    if entry.name in AMBIGUOUS:
        several = "has several definitions" if entry.name == "brier" else "is a sum over the classes"
        raise BadCall(f"With many classes {entry.name} {several}; take {AMBIGUOUS[entry.name]}.")
    return entry


def only_of_classes(name: str) -> Metric | None:
    """Return the metric of a name that only many classes have; None if two classes know it, or nobody.

    >>> only_of_classes("Hand Till").name, only_of_classes("kappa")
    ('roc_auc_pairs', None)
    """
    plain = _plain(name)
    return None if plain in BY_NAME else CLASS_METRICS_BY_NAME.get(plain)


def any_metric(name: str) -> Metric:
    """Return a metric of two classes by name, or else one that only many classes have."""
    return only_of_classes(name) or metric(name)


def has_own_definition(entry: Metric) -> bool:
    """Say whether a metric of two classes means something of its own where there are many, or nothing clear."""
    return entry.name in CLASS_METRICS_BY_NAME or entry.name in AMBIGUOUS


def _plain(name: str) -> str:
    return name.strip().lower().replace("-", "_").replace(" ", "_")
