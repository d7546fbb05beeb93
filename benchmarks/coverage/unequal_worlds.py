"""Worlds in which rows or outcomes do not count alike, and whose truth is known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from math import exp
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import metric
from truecut.catalogue.class_weights import ClassWeights
from truecut.catalogue.model import Model
from truecut.catalogue.situation import Situation
from truecut.counting.counts import Counts
from truecut.counting.score_table import ScoreTable

Bits = NDArray[np.bool_]


class UnequalWorld(Protocol):
    """What a simulation asks of a world."""

    def sample(self, random: np.random.Generator) -> Model:
        """Return a model on rows drawn at random."""
        ...

    def truth(self, name: str, /) -> float:
        """Return the true value of a metric."""
        ...


def _shares(prevalence: float, se: float, sp: float) -> Counts:
    return Counts(prevalence * se, (1 - prevalence) * (1 - sp), prevalence * (1 - se), (1 - prevalence) * sp)


def _rows(random: np.random.Generator, rows: int, prevalence: float, se: float, sp: float) -> tuple[Bits, Bits]:
    """Return which rows are positive, and which are flagged."""
    labels = random.random(rows) < prevalence
    return labels, random.random(rows) < np.where(labels, se, 1 - sp)


def _hard(labels: Bits, flagged: Bits, weights: Any = None) -> Model:
    table = ScoreTable.from_rows(labels, flagged.astype(float), weights)
    return Model("sample", table, 1.0, is_hard=True)


@dataclass(frozen=True)
class Moved:
    """So many rows of each class, judged as if positives were so common."""

    positives: int
    negatives: int
    se: float
    sp: float
    prevalence: float

    def __str__(self) -> str:
        rows = f"{self.positives:,} + {self.negatives:,}"
        return f"{rows}, se {self.se:g}, sp {self.sp:g}, to {100 * self.prevalence:g} %"

    def sample(self, random: np.random.Generator) -> Model:
        """Return the model at the stated prevalence."""
        tp, fp = int(random.binomial(self.positives, self.se)), int(random.binomial(self.negatives, 1 - self.sp))
        counts = Counts(tp=tp, fp=fp, fn=self.positives - tp, tn=self.negatives - fp)
        weights = ClassWeights.to(self.prevalence, self.positives, self.negatives)
        situation = Situation().given(prevalence=self.prevalence)
        return Model.of_counts("sample", counts).given(situation, weights)

    def truth(self, name: str) -> float:
        """Return the metric of all rows there."""
        return float(metric(name).at(_shares(self.prevalence, self.se, self.sp)))


@dataclass(frozen=True)
class ByClass:
    """Rows of which negatives were sampled so rarely that each stands for many."""

    rows: int
    positive: float  # share among the rows
    se: float
    sp: float
    weight: float  # of a negative

    def __str__(self) -> str:
        return f"{self.rows:,} rows, 1:{self.weight:g} by class, se {self.se:g}, sp {self.sp:g}"

    def sample(self, random: np.random.Generator) -> Model:
        """Return the model with a weight for each class."""
        labels, flagged = _rows(random, self.rows, self.positive, self.se, self.sp)
        return _hard(labels, flagged, np.where(labels, 1.0, self.weight))

    def truth(self, name: str) -> float:
        """Return the metric of the rows that those sampled stand for."""
        share = self.positive / (self.positive + (1 - self.positive) * self.weight)
        return float(metric(name).at(_shares(share, self.se, self.sp)))


@dataclass(frozen=True)
class Lognormal:
    """Rows whose weights have nothing to do with class or decision."""

    rows: int
    positive: float
    se: float
    sp: float
    spread: float  # of the logarithm of the weights

    def __str__(self) -> str:
        return f"{self.rows:,} rows, {100 * self.positive:g} % positive, lognormal({self.spread:g})"

    def sample(self, random: np.random.Generator) -> Model:
        """Return the model with its weights."""
        labels, flagged = _rows(random, self.rows, self.positive, self.se, self.sp)
        return _hard(labels, flagged, random.lognormal(0, self.spread, self.rows))

    def truth(self, name: str) -> float:
        """Return the metric of all rows."""
        return float(metric(name).at(_shares(self.positive, self.se, self.sp)))


@dataclass(frozen=True)
class ByDecision:
    """All flagged rows were kept, and one in so many of the others, which then stands for as many."""

    rows: int
    positive: float
    se: float
    sp: float
    one_in: float

    def __str__(self) -> str:
        return f"{self.rows:,} rows, unflagged kept 1 in {self.one_in:g}"

    def sample(self, random: np.random.Generator) -> Model:
        """Return the model on the rows that were kept."""
        labels, flagged = _rows(random, self.rows, self.positive, self.se, self.sp)
        kept = flagged | (random.random(self.rows) < 1 / self.one_in)
        return _hard(labels[kept], flagged[kept], np.where(flagged[kept], 1.0, self.one_in))

    def truth(self, name: str) -> float:
        """Return the metric of all rows, kept or not."""
        return float(metric(name).at(_shares(self.positive, self.se, self.sp)))


@dataclass(frozen=True)
class Costs:
    """Rows as they come, and what each outcome costs."""

    rows: int
    positive: float
    se: float
    fpr: float
    prices: Mapping[str, float]

    def __str__(self) -> str:
        prices = ", ".join(f"{cell} {price:,}" for cell, price in self.prices.items())
        misses = self.rows * self.positive * (1 - self.se)
        return f"{self.rows:,} rows, {prices}, {misses:.3g} misses expected"

    def sample(self, random: np.random.Generator) -> Model:
        """Return the model with the prices stated."""
        cells = random.multinomial(self.rows, list(_shares(self.positive, self.se, 1 - self.fpr).cells().values()))
        situation = Situation().given(cost=dict(self.prices))
        return replace(Model.of_counts("sample", Counts(*map(int, cells))), situation=situation)

    def truth(self, _: str) -> float:
        """Return what a row costs on average."""
        shares = _shares(self.positive, self.se, 1 - self.fpr).cells()
        return sum(price * shares[cell] for cell, price in self.prices.items())


@dataclass(frozen=True)
class Amounts:
    """Rows as they come; a missed one costs its amount, lognormal with a mean of 100, and a false alarm costs 1."""

    rows: int
    positive: float
    se: float
    fpr: float
    spread: float

    def __str__(self) -> str:
        misses = self.rows * self.positive * (1 - self.se)
        return f"{self.rows:,} rows, lognormal({self.spread:g}) amounts, {misses:.3g} misses expected"

    def sample(self, random: np.random.Generator) -> Model:
        """Return the model with the amounts of its rows counted."""
        labels, flagged = _rows(random, self.rows, self.positive, self.se, 1 - self.fpr)
        amounts = 100 * exp(-(self.spread**2) / 2) * random.lognormal(0, self.spread, self.rows)
        scores = flagged + random.random(self.rows) / 2  # so that each row has a score of its own
        table = ScoreTable.from_rows(labels, scores)
        worth = {"amount": ScoreTable.from_rows(labels, scores, amounts)}
        situation = Situation().given(cost={"fn": "amount", "fp": 1})
        return Model("sample", table, 1.0, amounts=worth, situation=situation)

    def truth(self, _: str) -> float:
        """Return what a row costs on average."""
        return self.positive * (1 - self.se) * 100 + (1 - self.positive) * self.fpr
