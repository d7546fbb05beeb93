"""How rows are drawn again: how often, from which seed, and with the classes kept apart or not.

Classes are kept apart where a metric looks at each of them on its own, and where one is small; elsewhere the share of
positives varies from replicate to replicate, as it would from sample to sample.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from truecut.catalogue import Metric
from truecut.catalogue.metric import PrevalenceRole
from truecut.errors import BadCall
from truecut.inference.resampling.draws import checked_seed
from truecut.kernel import Scheme

IN_PASSING = 500  # replicates where nobody asked for a bootstrap: ends within 3 % of the width
BY_NAME = 2_000
FOR_BCA = 5_000  # its ends lie further out
LEAST = 100
SMALL_CLASS = 50  # rows, below which a class is drawn on its own


@dataclass(frozen=True)
class Resampling:
    """What to draw; None stands for what suits the metric and the method."""

    replicates: int | None = None
    seed: int = 0
    stratified: bool | None = None

    def __post_init__(self) -> None:
        if self.replicates is not None and not (self.replicates >= LEAST and self.replicates == int(self.replicates)):
            raise BadCall(f"replicates must be a whole number from {LEAST} up, not {self.replicates}.")
        checked_seed(self.seed)

    def scheme_for(self, entry: Metric, smaller_class: float) -> Scheme:
        """Return how the rows are drawn for a metric.

        >>> from truecut.catalogue import metric
        >>> Resampling().scheme_for(metric("accuracy"), smaller_class=200).name
        'ROWS'
        """
        if self.stratified is not None:
            return Scheme.BY_CLASS if self.stratified else Scheme.ROWS
        # Where the number of positives is most of what varies, nothing would be left with the classes kept apart.
        is_small = smaller_class < SMALL_CLASS and entry.prevalence_is != PrevalenceRole.MOST
        apart = entry.is_of_roc or is_small
        return Scheme.BY_CLASS if apart else Scheme.ROWS


@dataclass(frozen=True)
class Resampled:
    """What was drawn, and how far chance in the drawing may move the ends of the interval."""

    replicates: int
    seed: int
    stratified: bool
    undefined: int  # replicates in which the metric has no value
    low_error: float  # Monte-Carlo standard errors
    high_error: float


USUAL = Resampling()
NAMES = ("replicates", "seed", "stratified")


def taken_from(parameters: Mapping[str, Any]) -> tuple[Resampling, dict[str, Any]]:
    """Return what parameters say about drawing, and those that are left for the metric.

    >>> taken_from({"beta": 2, "seed": 7})
    (Resampling(replicates=None, seed=7, stratified=None), {'beta': 2})
    """
    if not parameters:
        return USUAL, {}
    said = {name: parameters[name] for name in NAMES if name in parameters}
    return Resampling(**said), {name: value for name, value in parameters.items() if name not in NAMES}
