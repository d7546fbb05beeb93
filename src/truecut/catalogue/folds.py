"""Folds of a cross-validation: one model for each, judged on the rows that it was not fitted on.

Models of different folds need not put their scores on one level, so rows are ranked within a fold and never across:
whatever looks at the order of scores is the mean over folds. Four counts are made by the one threshold that all folds
have, and losses row by row, so these are pooled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from truecut.catalogue.metric import NO_ROWS, Metric, Needs
from truecut.catalogue.value import Value

if TYPE_CHECKING:
    from truecut.catalogue.model import Model


@dataclass(frozen=True, eq=False)
class Folds:
    """The model of each fold on the rows of that fold, by repeat of the whole cross-validation."""

    by_repeat: tuple[Mapping[str, Model], ...]
    number: int  # of folds into which all rows were divided; in a group of them some may have no row
    _known: dict[str, dict[str, Value]] = field(default_factory=dict, init=False, repr=False)  # by what was asked

    @cached_property
    def models(self) -> dict[str, Model]:
        """Return the models of all folds of all repeats, by name."""
        return {name: model for folds in self.by_repeat for name, model in folds.items()}

    @property
    def repeats(self) -> int:
        """Return how often the whole cross-validation was made."""
        return len(self.by_repeat)

    @property
    def said(self) -> str:
        """Say what was fitted.

        >>> Folds(({"1": None, "2": None},), 2).said
        '2 models, each fitted on 1/2 of the rows'
        """
        return f"{self.number * self.repeats} models, each fitted on {self.number - 1}/{self.number} of the rows"

    def values(self, name: str, **asked: Any) -> dict[str, Value]:
        """Return a metric of each fold, which is found once."""
        key = repr((name, asked))
        if key not in self._known:
            self._known[key] = {fold: model.metric(name, **asked) for fold, model in self.models.items()}
        return self._known[key]

    def mean(self, name: str, **asked: Any) -> Value:
        """Return the mean of a metric over the folds that have it."""
        found = self.values(name, **asked)
        defined = [value for value in found.values() if value.value is not None]
        if not defined:
            reasons = dict.fromkeys(value.undefined for value in found.values())
            return Value.absent(f"no fold has it: {' or '.join(map(str, reasons)) or NO_ROWS}")
        supplied = next((one for one in defined if one.convention), None)
        mean = sum(float(value) for value in defined) / len(defined)
        return Value(mean) if supplied is None else Value(mean, supplied.undefined, supplied.convention)

    def each(self, made: Callable[[Model], Model]) -> Folds:
        """Return the folds with another model made of each."""
        by_repeat = ({name: made(model) for name, model in folds.items()} for folds in self.by_repeat)
        return Folds(tuple(by_repeat), self.number)


def is_within_folds(entry: Metric) -> bool:
    """Say whether a metric looks at the order of scores, so that folds must not be mixed."""
    return entry.needs == Needs.CURVE


def folds_together(parts: list[Folds], together: Callable[[list[Model]], Model]) -> Folds:
    """Return the folds of several parts of the rows as those of all of them."""
    repeats: list[dict[str, list[Model]]] = [{} for _ in range(max(part.repeats for part in parts))]
    for part in parts:
        for names, folds in zip(repeats, part.by_repeat, strict=False):
            for name, model in folds.items():
                names.setdefault(name, []).append(model)
    by_repeat = ({name: together(models) for name, models in names.items()} for names in repeats)
    return Folds(tuple(by_repeat), parts[0].number)
