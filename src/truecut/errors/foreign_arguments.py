"""Arguments by the names of other libraries: a sentence says what they are called here."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Collection
from typing import ParamSpec, TypeVar

from truecut.errors import UnknownArgument, near_miss

Given = ParamSpec("Given")
Answer = TypeVar("Answer")

# What other libraries call an argument: ours, or what to do instead.
BY_PLACE = "labels and scores are given by place: {function}(labels, scores)"
FOREIGN = {
    "pos_label": "positive",
    "positive_class": "positive",
    "event_level": "positive",
    "sample_weight": "weight",
    "weights": "weight",
    "w": "weight",
    "groups": "group",
    "by": "group",
    "id": "cluster",
    "subject": "cluster",
    "cv": "fold",
    "folds": "fold",
    "cutoff": "threshold",
    "cut": "threshold",
    "alpha": "level",
    "confidence": "level",
    "confidence_level": "level",
    "costs": "cost",
    "target": "label",
    "labels": "classes",
    "dropna": "missing",
    "na_rm": "missing",
}
INSTEAD = {
    "y_true": BY_PLACE,
    "y_score": BY_PLACE,
    "y_prob": BY_PLACE,
    "y_proba": BY_PLACE,
    "y_test": BY_PLACE,
    "y_pred": "hard predictions are counted by confusion(labels, predictions), scores by evaluate(labels, scores)",
    "average": "averages over classes are asked for with the metric: e.metric(name, average='macro')",
    "zero_division": "an undefined value has a reason here; convention='zero' of a metric supplies a number",
    "normalize": "shares are metrics: .metric('recall'), .metric('specificity')",
    "multi_class": "more than two classes take a score for each: class_scores={class: column}",
}


def names_ours(function: Callable[Given, Answer]) -> Callable[Given, Answer]:
    """Return the function, which answers an argument that it does not have with the name of ours.

    >>> @names_ours
    ... def evaluate(labels, scores, *, positive=None): ...
    >>> try:
    ...     evaluate([1], [0.5], pos_label=1)
    ... except UnknownArgument as problem:
    ...     print(problem)
    There is no argument pos_label of evaluate(): here it is called positive, as in positive=1.
    """
    known = frozenset(inspect.signature(function).parameters)

    @functools.wraps(function)
    def call(*args: Given.args, **options: Given.kwargs) -> Answer:
        for name, value in options.items():
            if name not in known:
                raise UnknownArgument(unknown_argument(function.__name__, name, value, known))
        return function(*args, **options)

    return call


def unknown_argument(function: str, name: str, value: object, known: Collection[str]) -> str:
    """Return a sentence about an argument that a function does not have."""
    start = f"There is no argument {name} of {function}()"
    if name in INSTEAD:
        return f"{start}: {INSTEAD[name].format(function=function)}."
    ours = FOREIGN.get(name, "")
    also = {"weight": "weights"}.get(ours, ours)  # confusion() has weights
    ours = next((one for one in (ours, also) if one in known), "")
    if ours and ours != name:
        shown = repr(value) if isinstance(value, str | int | float) else "..."
        return f"{start}: here it is called {ours}, as in {ours}={shown}."
    return f"{start}.{near_miss(name, sorted(known))}"
