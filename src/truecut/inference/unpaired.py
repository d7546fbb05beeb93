"""Differences of two models on different rows, or on rows of which nobody knows which is which.

Shares of rows have Newcombe's interval and a score test, areas DeLong's variances added up, and everything else the
intervals of both joined by their distances (MOVER). Whoever compares so says that the rows are independent; for models
on the same rows the interval is mostly wider than it need be.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import hypot, isfinite
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.catalogue import metric as entry_of
from truecut.catalogue.design import Design, DesignKind
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.errors import BadCall
from truecut.errors.boundary import answers_in_sentences
from truecut.inference import differences
from truecut.inference.cross_validation import ranking_of, rows_worth
from truecut.inference.estimate import Estimate
from truecut.inference.hidden_in_cells import widened_difference
from truecut.inference.interval_request import joined
from truecut.inference.intervals import estimate
from truecut.inference.of_cells import cells_at_threshold
from truecut.inference.paired.cells import DRAWS
from truecut.inference.paired.difference import Difference
from truecut.inference.point import Point
from truecut.inference.quantiles import checked_level
from truecut.inference.resampling.draws import Draws, Purpose
from truecut.inference.weighted import Share

OTHER_PREVALENCE = 0.1  # relative difference from which average precision is not compared
METHODS = {"newcombe": differences.newcombe_difference, "miettinen-nurminen": differences.miettinen_nurminen}

Limits = tuple[float, float]


class HasOneModel(Protocol):
    """What has exactly one model: an evaluation, or one of its models or groups."""

    @property
    def model(self) -> Model:
        """Return the only model."""
        ...


@answers_in_sentences
def compare_unpaired(
    first: HasOneModel | Point,
    second: HasOneModel | Point,
    name: str = "roc_auc",
    *,
    level: float | None = None,
    method: str | None = None,
    **parameters: Any,
) -> Difference:
    """Return by how much a metric of one evaluation lies above another's, the two being of different rows.

    Whoever calls this says that no row is in both and that the rows are independent. `first` and `second` are
    evaluations of one model each, or counts; `name` is that of the metric and `parameters` its own. `level` is how sure
    the interval is, as the situation says if left out. `method` names another way than the default one, such as
    "miettinen-nurminen".

    >>> import truecut as tc
    >>> old, new = (tc.evaluate([1] * 50 + [0] * 50, [p] * n + [0.1] * (100 - n)) for p, n in ((0.9, 30), (0.9, 45)))
    >>> found = tc.compare_unpaired(new, old, "recall")
    >>> round(found.value, 2), found.method
    (0.3, 'newcombe')
    """
    models = [_model_of(one) for one in (first, second)]
    names = [model.name for model in models]
    labels = (names[0], names[1]) if names[0] != names[1] else ("the first", "the second")
    sure = models[0].situation.level if level is None else checked_level(level)
    wanted = UnpairedRequest(entry_of(name), parameters, labels, sure, method)
    return unpaired_difference(models[0], models[1], wanted)


def _model_of(one: HasOneModel | Point) -> Model:
    if isinstance(one, Point):
        if one.no_interval:
            raise BadCall(f"Counts without an interval cannot be compared: {one.no_interval}.")
        return one.judged
    found = getattr(one, "model", None)
    if not isinstance(found, Model):
        raise BadCall("What is compared is two evaluations, or counts: tc.compare_unpaired(tc.evaluate(y1, s1), ...).")
    return found


@dataclass(frozen=True)
class UnpairedRequest:
    """What is asked of two models on independent rows."""

    entry: Metric
    parameters: Mapping[str, Any]
    names: tuple[str, str]
    level: float
    method: str | None = None


def unpaired_difference(first: Model, second: Model, wanted: UnpairedRequest) -> Difference:
    """Return first - second of a metric on independent rows."""
    entry, names, level = wanted.entry, wanted.names, wanted.level
    found = [estimate(model, entry.name, level=level, **wanted.parameters) for model in (first, second)]
    plain = Difference(entry.name, *names, value=None, values=(found[0].value, found[1].value), level=level)
    for name, one in zip(names, found, strict=True):
        if one.value is None:
            return replace(plain, undefined=f"{name}: {one.undefined}")
        if not isfinite(one.value):
            return replace(plain, undefined=f"{name} has an infinite value")
    plain = replace(plain, value=float(found[0]) - float(found[1]))
    # Methods of their own look at the rows as they are where the models are used.
    first, second = first.used_for(entry), second.used_for(entry)
    reason = _not_comparable(entry, first, second)
    if reason:
        return replace(plain, note=reason)
    by_method = _by_method(first, second, wanted)
    if by_method is None:
        without = [f"{name}: {one.note}" for name, one in zip(names, found, strict=True) if not one.has_interval]
        if without:
            return replace(plain, note=joined(*without))
        low, high = _by_mover(*found)
        p_value = differences.p_from_interval(float(found[0]) - float(found[1]), low, high, level)
        # Intervals that are subtracted allow for cells already.
        return replace(plain, low=low, high=high, p_value=p_value, method="mover", rows=_rows(first, second))
    between = replace(plain, rows=_rows(first, second), **by_method)
    return widened_difference(between, first, second, wanted.parameters)


def _by_method(first: Model, second: Model, wanted: UnpairedRequest) -> dict[str, Any] | None:
    """Return what the method made for the metric finds of a difference; None where there is no such method."""
    entry, method = wanted.entry, wanted.method
    is_clustered = first.design.is_clustered or second.design.is_clustered
    if are_shares_of_rows(entry, first.design, second.design):
        return _of_shares(first, second, entry, wanted.level, method)
    if entry.area_scale and not is_clustered and method in (None, "delong-t"):
        found = _of_areas(first, second, entry, wanted.level)
        if found is not None or method is None:
            return found
    if method is not None:
        raise BadCall(f"{method!r} does not compare {entry.name} of different rows; leave it out.")
    return None


def are_shares_of_rows(entry: Metric, *designs: Design) -> bool:
    """Say whether a metric is so many of so many rows on rows of all these designs, as methods for two shares suppose.

    A share that joins both classes is none where rows of one weigh more, or where so many of each were taken.
    """
    is_plain = all(design.kind == DesignKind.INDEPENDENT for design in designs)
    is_free = entry.is_free_of_prevalence and not any(design.is_clustered for design in designs)
    return entry.is_proportion and (is_plain or is_free)


def _by_mover(first: Estimate, second: Estimate) -> Limits:
    """Return the limits by the method of variance estimates recovery (Zou & Donner 2008, Stat Med 27:1693)."""
    ends = [(float(one.low or 0.0), float(one.high or 0.0)) for one in (first, second)]
    return differences.mover_difference(float(first), ends[0], float(second), ends[1])


def first_places_of_counts(
    models: Mapping[str, Model], entry: Metric, parameters: Mapping[str, Any], seed: int
) -> NDArray[np.float64]:
    """Return draws of a metric of four counts, a line per model, each from the rows it was counted on."""
    lines = []
    for place, model in enumerate(models.values()):
        random = Draws(seed, Purpose.UNPAIRED_CELLS).generator(place)
        cells, rows = cells_at_threshold(model), float(model.point.counts.rows)
        mean, variance = cells.moments
        drawn = cells.moved(Counts(*(random.standard_gamma(mean / variance * mean, (DRAWS, 4)) * variance / mean).T))
        shares = {cell: masses / drawn.rows * rows for cell, masses in drawn.cells().items()}
        lines.append(entry.along(Counts(**shares), **parameters))
    return np.array(lines)


def _of_shares(first: Model, second: Model, entry: Metric, level: float, method: str | None) -> dict[str, Any]:
    how = "newcombe" if method is None else method.strip().lower().replace("_", "-").replace(" ", "-")
    if how not in METHODS:
        raise BadCall(f"{method!r} does not compare shares of different rows; there are {' and '.join(METHODS)}.")
    a, b = (Share.of(model, entry.formula).grown(rows_worth(model.design)) for model in (first, second))
    (low, high), (p_value, test) = METHODS[how](a, b, level), differences.share_test(a, b)
    return {
        "low": low,
        "high": high,
        "p_value": p_value,
        "method": how,
        "standard_error": hypot(a.standard_error, b.standard_error),
        "statistic": differences.score_z(a, b) if test == "score" else None,
    }


def _of_areas(first: Model, second: Model, entry: Metric, level: float) -> dict[str, Any] | None:
    found, scale = differences.unpaired_areas(ranking_of(first), ranking_of(second), level), entry.area_scale
    if found is None:
        return None
    return {
        "low": scale * found.limits[0],
        "high": scale * found.limits[1],
        "p_value": found.p_value,
        "method": "delong-t",
        "standard_error": scale * found.standard_error,
        "statistic": found.statistic,
        "degrees_of_freedom": found.degrees_of_freedom,
    }


def _rows(first: Model, second: Model) -> float:
    return float(first.table.rows + second.table.rows)


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
