"""The keyword arguments of `evaluate` beside those that decide what it returns, for whoever checks types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from truecut.catalogue.costs import Cost
from truecut.catalogue.design import Sampling
from truecut.counting.countable import Weights
from truecut.data.request import Missing, Resolution
from truecut.words import Words


class HowToReadClasses(TypedDict, total=False):
    """What may be said of rows of any number of classes."""

    label: str | None
    weight: Any
    group: Any
    amount: Any
    cluster: Any
    fold: Any
    id: Any
    show: Any
    classes: Sequence[object]
    text: str | Sequence[str]
    lower_is_positive: bool
    weights_are: Weights | str
    missing: Missing | str
    design: Sampling | str
    cost: Cost | Mapping[Any, Any] | None
    prevalence: float | str | Mapping[str, Any] | None
    sampled: Sequence[float] | Mapping[str, float] | None
    threshold: float | Mapping[str, float] | None
    rule: str | None
    level: float | None
    words: Words | None
    resolution: Resolution | None
    memory: str | int | None


class HowToRead(HowToReadClasses, total=False):
    """What may be said of scored rows: predictions may stand beside the scores."""

    predicted: Any
    positive: object


class HowToCompare(HowToRead, total=False):
    """What may be said of a comparison beside what may be said of its rows."""

    reference: str
    replicates: int | None
    seed: int
    unpaired: bool
