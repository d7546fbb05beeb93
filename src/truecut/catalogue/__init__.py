"""The catalogue of all metrics, and how one is found by name."""

from __future__ import annotations

import re
from types import MappingProxyType

from truecut.catalogue import across, at_limits, from_curve, from_probabilities, over_all_rows, over_flagged, over_truth
from truecut.catalogue.metric import Better, Metric, Needs
from truecut.catalogue.names_elsewhere import said_elsewhere
from truecut.catalogue.value import Value
from truecut.errors import BadCall, UnknownName
from truecut.words.several import Several

__all__ = ["BY_NAME", "CATALOGUE", "Better", "Metric", "Needs", "Value", "metric", "search"]

# In the order in which they are shown.
FAMILIES = MappingProxyType(
    {
        "all rows": over_all_rows.METRICS,
        "what was predicted": over_flagged.METRICS,
        "what is true": over_truth.METRICS,
        "both together": across.METRICS,
        "every threshold": (*from_curve.METRICS, *at_limits.METRICS),
        "probabilities": from_probabilities.METRICS,
    }
)
CATALOGUE = tuple(entry for family in FAMILIES.values() for entry in family)
BY_NAME = MappingProxyType({name: entry for entry in CATALOGUE for name in entry.names})


def metric(name: str) -> Metric:
    """Return the metric with this name or alias; case, spaces and hyphens do not matter.

    >>> metric("Sensitivity").name
    'recall'
    """
    if isinstance(name, str) and name in BY_NAME:
        return BY_NAME[name]
    if not isinstance(name, str):
        raise BadCall(
            f'A metric is asked for by its name, such as "recall", not by {name!r}; counts at a threshold: e.at(0.5).'
        )
    plain = name.strip().lower().replace("-", "_").replace(" ", "_")
    if plain not in BY_NAME:
        elsewhere = said_elsewhere(name)
        if elsewhere:
            raise UnknownName("metric", name, (), " ".join(entry.sentence for entry in elsewhere))
        beta = re.fullmatch(r"f_?(\d+(?:[._]\d+)?)(?:_score)?", plain)
        instead = f'F{beta[1]} is e.metric("f_beta", beta={beta[1].replace("_", ".")}).' if beta else ""
        raise UnknownName("metric", name, BY_NAME, instead)
    return BY_NAME[plain]


def search(text: str = "") -> Several[Metric]:
    """Return the metrics whose names, title or meaning mention the text; all of them without one.

    `text` is part of a name or a word, in any case.

    >>> import truecut as tc
    >>> [found.name for found in tc.metrics("kappa")]
    ['kappa']
    """
    if not isinstance(text, str):
        raise BadCall(f'Metrics are searched by a word, such as tc.metrics("kappa"), not by {text!r}.')
    words = text.lower().replace("_", " ").replace("-", " ").split()

    def mentions(entry: Metric) -> bool:
        said = " ".join((entry.title, entry.meaning, *entry.names)).lower().replace("_", " ")
        return all(word in said for word in words)

    return Several((entry for entry in CATALOGUE if mentions(entry)), "Metric")
