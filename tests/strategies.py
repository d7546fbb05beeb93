"""Random counts, rows and parameters, with the awkward ones drawn often: zeros, ties, infinities."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf
from typing import Any

import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

from truecut.catalogue import Metric, Needs
from truecut.catalogue.costs import Cost
from truecut.catalogue.metric import PRICES
from truecut.catalogue.model import Model
from truecut.catalogue.situation import Situation
from truecut.counting.countable import Weights
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable

# Half of all cells are 0: undefined values live there.
CELL = st.one_of(st.just(0), st.integers(1, 9), st.integers(0, 100_000))
HUGE_CELL = st.integers(0, 10**20)

# Each number is a float64 and so is its square, so weights of sixteenths add exactly in any order.
SIXTEENTHS = st.integers(1, 160).map(lambda n: n / 16)
PROBABILITIES = st.one_of(st.sampled_from([0.0, 0.5, 1.0]), st.integers(0, 64).map(lambda n: n / 64))


def counts(cell: st.SearchStrategy[int] = CELL) -> st.SearchStrategy[Counts]:
    """Draw four counts."""
    return st.builds(Counts, tp=cell, fp=cell, fn=cell, tn=cell)


@dataclass(frozen=True)
class Rows:
    """Rows as somebody would give them."""

    labels: NDArray[np.bool_]
    scores: NDArray[Any]
    weights: NDArray[Any] | None = None
    weights_are: Weights = Weights.IMPORTANCE
    lower_is_positive: bool = False

    def __len__(self) -> int:
        return len(self.labels)

    def table(self) -> ScoreTable:
        """Count them."""
        return ScoreTable.from_rows(
            self.labels,
            self.scores,
            self.weights,
            weights_are=self.weights_are,
            lower_is_positive=self.lower_is_positive,
        )

    def curve(self) -> CountsCurve:
        """Count them, and make the curve."""
        return CountsCurve(self.table())

    def take(self, order: Any) -> Rows:
        """Return these rows only, in this order."""
        weights = None if self.weights is None else self.weights[order]
        return Rows(self.labels[order], self.scores[order], weights, self.weights_are, self.lower_is_positive)

    def counted_at(self, threshold: Any) -> Counts:
        """Count one by one, as the definition says: flagged when the score reaches the threshold."""
        cells = dict.fromkeys(("tp", "fp", "fn", "tn"), 0)
        weights = [1] * len(self) if self.weights is None else self.weights.tolist()
        for label, score, weight in zip(self.labels.tolist(), self.scores.tolist(), weights, strict=True):
            flagged = score <= threshold if self.lower_is_positive else score >= threshold
            cells[{(1, 1): "tp", (0, 1): "fp", (1, 0): "fn", (0, 0): "tn"}[int(label), int(flagged)]] += weight
        return Counts(**cells)


FEW_FLOATS = st.sampled_from([-inf, -2.5, -0.0, 0.0, 5e-324, 0.1, 0.5, 1.0, 2.0**53, 1e308, inf])
FLOATS = st.one_of(FEW_FLOATS, st.floats(allow_nan=False))
SMALL_WHOLE = st.integers(-9, 9)
AROUND_2_TO_THE_53 = st.integers(2**53 - 3, 2**53 + 3)
INT64 = st.one_of(SMALL_WHOLE, AROUND_2_TO_THE_53, st.integers(-(2**63), 2**63 - 1))
UINT64 = st.one_of(st.integers(0, 9), AROUND_2_TO_THE_53, st.integers(2**63 - 3, 2**64 - 1))

SCORES = {
    np.dtype("float64"): FLOATS,
    np.dtype("float32"): st.floats(allow_nan=False, width=32),
    np.dtype("int64"): INT64,
    np.dtype("uint64"): UINT64,
    np.dtype("int8"): SMALL_WHOLE,
}

WEIGHTS = {
    Weights.NONE: st.none(),
    Weights.REPEATED: st.integers(1, 5),
    Weights.IMPORTANCE: SIXTEENTHS,
}


@st.composite
def rows(
    draw: st.DrawFn,
    *,
    scores: st.SearchStrategy[Any] | None = None,
    kinds: tuple[Weights, ...] = tuple(Weights),
    weights: st.SearchStrategy[Any] | None = None,
    least: int = 0,
    most: int = 30,
    lower_is_positive: bool | None = None,
) -> Rows:
    """Draw rows: scores of any type unless some are given, weights of these kinds."""
    dtype = draw(st.sampled_from(list(SCORES))) if scores is None else None
    kind = draw(st.sampled_from(kinds))
    weight = WEIGHTS[kind] if weights is None else weights
    row = st.tuples(st.booleans(), SCORES[dtype] if scores is None else scores, weight)
    drawn = draw(st.lists(row, min_size=least, max_size=most))
    direction = draw(st.booleans()) if lower_is_positive is None else lower_is_positive
    return Rows(
        np.array([label for label, _, _ in drawn], dtype=bool),
        np.array([score for _, score, _ in drawn], dtype=dtype),
        None if kind == Weights.NONE else np.array([weight for _, _, weight in drawn], dtype=float),
        Weights.IMPORTANCE if kind == Weights.NONE else kind,
        direction,
    )


RATES = st.sampled_from([0.0, 0.1, 0.25, 0.5, 0.9, 1.0])
SPANS = st.sampled_from([None, (0.0, 0.1), (0.0, 1.0), (0.3, 0.8), (0.9, 1.0)])
COSTS = st.integers(-100, 100)

# By the names of the parameters that belong together; a metric with new ones has to add them here.
PARAMETERS: dict[tuple[str, ...], st.SearchStrategy[dict[str, Any]]] = {
    (): st.just({}),
    ("beta",): st.fixed_dictionaries({"beta": st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.0, inf])}),
    ("w_precision", "w_recall"): st.fixed_dictionaries(
        {"w_precision": st.integers(0, 5), "w_recall": st.integers(0, 5)}
    ),
    ("classes",): st.fixed_dictionaries({"classes": st.integers(2, 5)}),
    ("pt",): st.fixed_dictionaries({"pt": RATES}),
    ("cost_tp", "cost_fp", "cost_fn", "cost_tn"): st.fixed_dictionaries(
        {"cost_tp": COSTS, "cost_fp": COSTS, "cost_fn": COSTS, "cost_tn": COSTS}
    ),
    ("fpr", "tpr", "standardised"): st.fixed_dictionaries({"fpr": SPANS, "tpr": SPANS, "standardised": st.booleans()}),
    ("alpha", "beta"): st.sampled_from([{}, {"alpha": 2.0, "beta": 2.0}, {"alpha": 1.0, "beta": 3.0}]),
    ("k", "share"): st.one_of(
        st.fixed_dictionaries({"share": RATES}), st.fixed_dictionaries({"k": st.integers(0, 12)})
    ),
    ("maximise", "subject_to", "at_least", "at_most"): st.fixed_dictionaries(
        {"maximise": st.sampled_from(["recall", "fpr", "mcc"])},
        optional={"at_least": st.sampled_from([0.0, 0.2, 0.5]), "at_most": st.sampled_from([0.5, 0.7, 1.0])},
    ),
    ("precision",): st.fixed_dictionaries({"precision": RATES}),
    ("recall",): st.fixed_dictionaries({"recall": RATES}),
    ("specificity",): st.fixed_dictionaries({"specificity": RATES}),
    ("sensitivity",): st.fixed_dictionaries({"sensitivity": RATES}),
    ("bins",): st.fixed_dictionaries({"bins": st.integers(1, 20)}),
    ("fpr",): st.fixed_dictionaries({"fpr": RATES}),
}


def parameters(entry: Metric) -> st.SearchStrategy[dict[str, Any]]:
    """Draw parameters of a metric."""
    return PARAMETERS[entry.variables]


def asked_of(model: Model, chosen: dict[str, Any]) -> tuple[Model, dict[str, Any]]:
    """Return the model in the situation that states the prices among drawn parameters, and the other parameters."""
    prices = {name.removeprefix("cost_"): value for name, value in chosen.items() if name in PRICES}
    others = {name: value for name, value in chosen.items() if name not in PRICES}
    return (replace(model, situation=Situation(cost=Cost(**prices))) if prices else model), others


def rows_for(entry: Metric, **options: Any) -> st.SearchStrategy[Rows]:
    """Draw rows that a metric of the whole curve can be computed from."""
    if entry.needs == Needs.PROBABILITIES:
        return rows(scores=PROBABILITIES, lower_is_positive=False, **options)
    return rows(**options)
