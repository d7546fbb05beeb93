"""Plans from rows that are there: how many more of the same kind would it take?"""

from __future__ import annotations

from dataclasses import replace
from math import ceil
from typing import Any

from truecut.catalogue import Metric, metric
from truecut.catalogue.formula import Formula
from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.errors import BadCall
from truecut.inference.cross_validation import rows_worth
from truecut.inference.intervals import LEVEL, estimate
from truecut.inference.planning.enough import plan
from truecut.inference.planning.growth import rows_needed, times_needed
from truecut.inference.planning.plans import AREA, NEGATIVES, OF_DENOMINATOR, POSITIVES, ROWS, Plan, is_planned_share
from truecut.inference.planning.sample_size import wilson_trials
from truecut.inference.weighted import Share

BY_WILSON, WILSON = "the smallest number whose Wilson interval is narrow enough", "Wilson 1927, J Am Stat Assoc 22:209"
BY_GROWTH = "the interval of these rows, if they came so many times"
AS_HERE = "further rows are of the same kind as these"
AS_THERE = "further rows are drawn at {place}"
WEIGHTED = "with importance weights, rows are effective ones"


def plan_from(
    model: Model,
    name: str,
    *,
    within: float | None = None,
    against: float | None = None,
    power: float | None = None,
    level: float = LEVEL,
    **parameters: Any,
) -> Plan:
    """Return how many rows like these it takes to know a metric to within so much, or to tell it from a value."""
    entry = metric(name)
    found = estimate(model, entry.name, level=level, **parameters)
    if found.value is None:
        raise BadCall(f"{entry.name} has no value here ({found.undefined}), so nothing can be planned from it.")
    if (within is None) == (against is None):
        raise BadCall("Say either how exactly the value should be known (within) or from what to tell it (against).")
    if against is not None:
        # Where another share of positives is stated, the rows to come are supposed to come from there.
        there = model.moved
        prevalence, flagged = _prevalence(there), Share.of(there, metric("share_flagged").formula).share
        planned = plan(
            entry.name,
            expected=found.value,
            against=against,
            power=power,
            prevalence=prevalence if 0 < prevalence < 1 else None,
            flagged=flagged if 0 < flagged < 1 else None,
            level=level,
        )
        assumptions = (*planned.assumptions, *_about_place(model))
        return replace(
            _in_folds(replace(planned, assumptions=assumptions), model), have=_have(model, planned.population)
        )
    if power is not None:
        raise BadCall("Power belongs to telling a value from another; name that one (against).")
    return _within(model, entry, float(found.value), within or 0.0, level, parameters)


def _within(model: Model, entry: Metric, value: float, within: float, level: float, parameters: dict[str, Any]) -> Plan:
    if not within > 0:
        raise BadCall(f"within must be above 0, not {within:g}.")
    is_moved = model.situation.is_moved
    # What a stated share of positives moves is no share of rows that could be counted.
    is_counted = entry.is_of_each_class or not is_moved
    population = _population(entry) if is_counted else ROWS
    have = _have(model, population)
    if is_planned_share(entry) and is_counted and not model.design.is_clustered:
        needed = rows_needed(wilson_trials(value, within, level), 1 / rows_worth(model.design))
        times, method, reference = needed / have, BY_WILSON, WILSON
    else:
        times = times_needed(model, entry.name, within, level=level, **parameters)
        needed, method, reference = rows_needed(have, times), BY_GROWTH, entry.reference
    prevalence, rows = _prevalence(model), rows_needed(_have(model, ROWS), times)
    is_there = is_moved and population in (POSITIVES, NEGATIVES)
    if is_there:
        prevalence = _prevalence(model.moved)
        rows = ceil(needed / (prevalence if population == POSITIVES else 1 - prevalence))
    positives = needed if population == POSITIVES else round(rows * prevalence)
    assumptions = _about_place(model) if is_there else (AS_HERE,)
    weighted = (*((WEIGHTED,) if model.design.is_weighted else ()), *_about_folds(model))
    return Plan(
        entry.name,
        f"of {value:.3g} known to within ±{within:g}",
        value,
        level,
        needed,
        population,
        method,
        reference,
        (*assumptions, *weighted),
        rows=rows,
        positives=positives,
        negatives=rows - positives,
        have=have,
    )


def _about_place(model: Model) -> tuple[str, ...]:
    return (AS_THERE.format(place=model.situation.place),) if model.situation.is_moved else ()


def _about_folds(model: Model) -> tuple[str, ...]:
    return () if model.folds is None else (f"{model.folds.said}, so that a row is worth 1 / 1.44 of one",)


def _in_folds(planned: Plan, model: Model) -> Plan:
    """Return a plan for as many more rows as those of a cross-validation are worth less."""
    times = 1 / rows_worth(model.design)
    if times == 1:
        return planned
    more = {name: rows_needed(rows, times) for name, rows in planned.others.items()}
    return replace(
        planned,
        needed=rows_needed(planned.needed, times),
        rows=None if planned.rows is None else rows_needed(planned.rows, times),
        positives=None if planned.positives is None else rows_needed(planned.positives, times),
        negatives=None if planned.negatives is None else rows_needed(planned.negatives, times),
        others=more,
        assumptions=(*planned.assumptions, *_about_folds(model)),
    )


def _population(entry: Metric) -> str:
    if is_planned_share(entry):
        return OF_DENOMINATOR[Formula(entry.formula).denominator]
    return POSITIVES if entry.name == AREA else ROWS


def _prevalence(model: Model) -> float:
    return Share.of(model, metric("prevalence").formula).share


def _have(model: Model, population: str) -> int:
    formulas = {known: denominator for denominator, known in OF_DENOMINATOR.items()}
    if population in (POSITIVES, NEGATIVES, ROWS) and model.table.weights == Weights.NONE:
        table = model.table
        of = {POSITIVES: table.positive_rows.sum(), NEGATIVES: table.negative_rows.sum(), ROWS: table.rows}
        return int(of[population])
    return round(Share.of(model, f"({formulas[population]}) / ({formulas[population]})").trials)
