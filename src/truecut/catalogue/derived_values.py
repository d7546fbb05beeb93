"""A metric worked out of the values of others: F1 of a precision and a recall, where nobody knows the counts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import isnan
from types import MappingProxyType
from typing import Any

from truecut.catalogue import BY_NAME, CATALOGUE, Metric, metric
from truecut.catalogue.formula import Formula
from truecut.errors import BadCall, near_miss
from truecut.words.numerals import percent_is_written, plain_number

NO_STEPS: Mapping[str, str] = MappingProxyType({})


@dataclass(frozen=True)
class WorkedStep:
    """One line of a calculation; numbers and value where there are any to put in."""

    name: str
    formula: str
    numbers: str = ""
    value: float | None = None


def ways_to(entry: Metric) -> tuple[str, ...]:
    """Return formulas of other values that give a metric: of metrics that it equals, or of its own last step."""
    return (*entry.equals, *(text for name, text in entry.steps.items() if name == entry.name))


def checked_values(given: Mapping[str, Any], steps: Mapping[str, str] = NO_STEPS) -> dict[str, float]:
    """Return values by the metrics' own names, or say which one cannot be; steps of a metric are shares.

    >>> checked_values({"PPV": 0.8, "sensitivity": 0.6})
    {'precision': 0.8, 'recall': 0.6}
    """
    checked: dict[str, float] = {}
    for name, value in given.items():
        own = name if name in steps else metric(name).name
        low, high = (0.0, 1.0) if name in steps else metric(name).bounds
        if isinstance(value, bool) or not isinstance(value, int | float) or isnan(value):
            raise BadCall(f"{name} must be a number, not {value!r}.")
        if not low <= value <= high:
            where = f"lies between {plain_number(low)} and {plain_number(high)}"
            hint = percent_is_written(value) if high == 1 else ""
            raise BadCall(f"{name} {where}, and {value:g} does not.{hint}")
        if own in checked:
            raise BadCall(f"{own} is given twice.")
        checked[own] = value
    return checked


def derived(entry: Metric, known: Mapping[str, float], parameters: Mapping[str, Any]) -> tuple[WorkedStep, ...]:
    """Return the steps from known values to a metric, the metric itself last; or say what would be needed.

    >>> from truecut.catalogue import metric
    >>> [step.numbers for step in derived(metric("lr_plus"), {"recall": 0.9, "specificity": 0.8}, {})]
    ['0.9 / (1 - 0.8)']
    """
    values, steps = dict(known), dict[str, WorkedStep]()
    while entry.name not in steps:
        found = [step for one in (entry, *CATALOGUE) if (step := _from(one, values, steps, parameters)) is not None]
        if not found:
            raise BadCall(_needed(entry))
        steps |= {step.name: step for step in found}
        values |= {step.name: step.value for step in found if step.value is not None}
    return _leading_to(entry.name, steps)


def _from(
    entry: Metric, values: Mapping[str, float], steps: Mapping[str, WorkedStep], parameters: Mapping[str, Any]
) -> WorkedStep | None:
    """Return how a metric follows from the values at hand by one of the formulas that equal it."""
    if entry.name in steps or entry.name in values:
        return None
    at_hand = {**values, **{name: parameters[name] for name in entry.parameters if name in parameters}}
    for text in ways_to(entry):
        formula = Formula(text)
        if formula.names <= at_hand.keys():
            used = {name: at_hand[name] for name in formula.names}
            result = formula.at(used)
            numbers = formula.with_names({name: plain_number(value) for name, value in used.items()})
            return WorkedStep(entry.name, str(formula), numbers, None if isnan(result) else result)
    return None


def _leading_to(name: str, steps: Mapping[str, WorkedStep]) -> tuple[WorkedStep, ...]:
    """Return the steps that a metric needs, those it rests on first."""
    wanted: dict[str, WorkedStep] = {}

    def add(step: WorkedStep) -> None:
        for text in ways_to(metric(step.name)):
            if str(Formula(text)) == step.formula:
                for used in sorted(Formula(text).names & steps.keys()):
                    add(steps[used])
        wanted.setdefault(step.name, step)

    add(steps[name])
    return tuple(wanted.values())


def _needed(entry: Metric) -> str:
    if not ways_to(entry):
        return f"{entry.name} does not follow from other metrics alone; give the four counts."
    ways = [sorted(Formula(text).names - entry.parameters.keys()) for text in ways_to(entry)]
    said = "; or ".join(dict.fromkeys(" and ".join(way) for way in ways))
    return f"{entry.name} does not follow from these; it follows from {said}."


def split_values(entry: Metric, given: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return what of the given are parameters of the metric, and what are values of other metrics."""
    parameters = {name: value for name, value in given.items() if name in entry.parameters}
    values = {name: value for name, value in given.items() if name not in entry.parameters}
    of_others = {name for other in CATALOGUE for name in other.parameters}
    for name in values.keys() - entry.steps.keys():
        is_a_value = name.lower() in BY_NAME or (name not in of_others and near_miss(name, [*BY_NAME]))
        if (entry.parameters and name.lower() not in BY_NAME) or not is_a_value:
            entry.chosen({name: values[name]})  # says what it takes
        metric(name)
    return parameters, values
