"""Differences of two models on different rows, or on rows of which nobody knows which is which.

Shares of rows have Newcombe's interval and a score test, areas DeLong's variances added up, and everything else the
intervals of both joined by their distances (MOVER). Whoever compares so says that the rows are independent; for models
on the same rows the interval is mostly wider than it need be.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.catalogue import metric as entry_of
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.errors import BadCall
from truecut.inference import differences
from truecut.inference.delong import Ranking
from truecut.inference.hidden_in_cells import widened_difference
from truecut.inference.interval_request import joined
from truecut.inference.intervals import LEVEL, estimate
from truecut.inference.paired.cells import DRAWS, PRIOR
from truecut.inference.paired.difference import Difference
from truecut.inference.quantiles import checked_level
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.inference.weighted import Share, weighted_ranking

OTHER_PREVALENCE = 0.1  # relative difference from which average precision is not compared
METHODS = {"newcombe": differences.newcombe_difference, "miettinen-nurminen": differences.miettinen_nurminen}

Limits = tuple[float, float]


class HasOneModel(Protocol):
    """What has exactly one model: an evaluation, or one of its models or groups."""

    @property
    def model(self) -> Model:
        """Return the only model."""
        ...


def compare_unpaired(
    first: HasOneModel,
    second: HasOneModel,
    name: str = "roc_auc",
    *,
    level: float = LEVEL,
    method: str | None = None,
    **parameters: Any,
) -> Difference:
    """Return by how much a metric of one evaluation lies above another's, the two being of different rows.

    Whoever calls this says that no row is in both and that the rows are independent.

    >>> import truecut as tc
    >>> old, new = (tc.evaluate([1] * 50 + [0] * 50, [p] * n + [0.1] * (100 - n)) for p, n in ((0.9, 30), (0.9, 45)))
    >>> found = tc.compare_unpaired(new, old, "recall")
    >>> round(found.value, 2), found.method
    (0.3, 'newcombe')
    """
    models = [one.model for one in (first, second)]
    names = [model.name for model in models]
    labels = (names[0], names[1]) if names[0] != names[1] else ("the first", "the second")
    return unpaired_difference(
        models[0], models[1], entry_of(name), parameters, names=labels, level=checked_level(level), method=method
    )


def unpaired_difference(
    first: Model,
    second: Model,
    entry: Metric,
    parameters: Mapping[str, Any],
    *,
    names: tuple[str, str],
    level: float = 0.95,
    method: str | None = None,
) -> Difference:
    """Return first - second of a metric on independent rows."""
    found = [estimate(model, entry.name, level=level, **parameters) for model in (first, second)]
    plain: dict[str, Any] = {"metric": entry.name, "first": names[0], "second": names[1], "level": level}
    values = (found[0].value, found[1].value)
    for name, one in zip(names, found, strict=True):
        if one.value is None:
            return Difference(value=None, values=values, undefined=f"{name}: {one.undefined}", **plain)
        if not isfinite(one.value):
            return Difference(value=None, values=values, undefined=f"{name} has an infinite value", **plain)
    a, b = (float(one) for one in found)
    reason = _not_comparable(entry, first, second)
    if reason:
        return Difference(value=a - b, values=values, note=reason, **plain)
    limits: Limits | None
    p_value: float | None
    is_clustered = first.design.is_clustered or second.design.is_clustered
    if entry.is_proportion and not is_clustered:
        limits, p_value, how = _of_shares(first, second, entry, level, method)
    elif entry.name == "roc_auc" and not is_clustered and method in (None, "delong-t"):
        limits, p_value, how = _of_areas(first, second, level)
    else:
        limits, p_value, how = None, None, ""
    if method is not None and not how:
        raise BadCall(f"{method!r} does not compare {entry.name} of different rows; leave it out.")
    if limits is None:
        ends = [(one.low, one.high) for one in found]
        if any(low is None or high is None for low, high in ends):
            without = (f"{name}: {one.note}" for name, one in zip(names, found, strict=True) if not one.has_interval)
            note = joined(*without)
            return Difference(value=a - b, values=values, note=note, **plain)
        limits = differences.mover_difference(a, ends[0], b, ends[1])  # type: ignore[arg-type]
        p_value, how = differences.p_from_interval(a - b, *limits, level), "mover"
    between = Difference(
        value=a - b,
        values=values,
        low=limits[0],
        high=limits[1],
        p_value=p_value,
        method=how,
        rows=float(first.table.rows + second.table.rows),
        **plain,
    )
    # Intervals that are subtracted allow for cells already.
    return between if how == "mover" else widened_difference(between, first, second, parameters)


def first_places_of_counts(
    models: Mapping[str, Model], entry: Metric, parameters: Mapping[str, Any], seed: int
) -> NDArray[np.float64]:
    """Return draws of a metric of four counts, a line per model, each from the rows it was counted on."""
    lines = []
    for place, model in enumerate(models.values()):
        random = Draws(seed, Purpose.UNPAIRED_CELLS).generator(place)
        counts = model.point.counts
        shares = random.dirichlet([float(cell) + PRIOR for cell in counts.cells().values()], DRAWS)
        lines.append(entry.along(Counts(*(shares.T * float(counts.rows))), **parameters))
    return np.array(lines)


def _of_shares(
    first: Model, second: Model, entry: Metric, level: float, method: str | None
) -> tuple[Limits, float, str]:
    how = "newcombe" if method is None else method.strip().lower().replace("_", "-").replace(" ", "-")
    if how not in METHODS:
        raise BadCall(f"{method!r} does not compare shares of different rows; there are {' and '.join(METHODS)}.")
    shares = [Share.of(model, entry.formula) for model in (first, second)]
    a, b = (differences.Share(share.successes, share.trials) for share in shares)
    return METHODS[how](a, b, level), differences.share_test(a, b)[0], how


def _of_areas(first: Model, second: Model, level: float) -> tuple[Limits | None, float | None, str]:
    rankings = [
        weighted_ranking(model.curve) if model.design.is_weighted else Ranking.of(model.curve)
        for model in (first, second)
    ]
    found = differences.unpaired_areas(rankings[0], rankings[1], level)
    return (None, None, "") if found is None else (*found, "delong-t")


def _not_comparable(entry: Metric, first: Model, second: Model) -> str:
    """Say that average precision of rows with more or fewer positives is another quantity, or nothing."""
    if entry.without_skill != "prevalence":
        return ""
    shares = [float(model.metric("prevalence")) for model in (first, second)]
    if abs(shares[0] - shares[1]) <= OTHER_PREVALENCE * min(shares):
        return ""
    return (
        f"{entry.name} depends on the share of positives, which is {shares[0]:.3g} and {shares[1]:.3g} here, so the "
        "difference is not one of the models"
    )
