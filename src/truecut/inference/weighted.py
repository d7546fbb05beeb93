"""What importance weights leave of the rows: weighty rows tell more than others, so all tell less than their number.

Kish's effective rows are (sum of weights)² / (sum of squared weights) (Kish 1965, Survey Sampling).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.formula import Formula
from truecut.catalogue.measures.areas import roc_area
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.counting.counts_curve import CountsCurve
from truecut.inference.delong import Ranking, placements

EFFECTIVE = "with importance weights the rows count as fewer, effective ones"


@dataclass(frozen=True)
class Share:
    """So many of so many rows; with importance weights, of so many effective ones."""

    successes: float
    trials: float

    @classmethod
    def of(cls, model: Model, formula: str) -> Share:
        """Return a share of rows at the model's threshold."""
        share, cells = Formula(formula), model.point.counts.cells()
        successes, trials = Formula(share.numerator).at(cells), Formula(share.denominator).at(cells)
        if not model.design.is_weighted:
            return cls(successes, trials)
        squares = squares_at(model).cells()
        effective = _effective_rows(
            successes, trials, Formula(share.numerator).at(squares), Formula(share.denominator).at(squares)
        )
        return cls(effective if successes == trials else successes / trials * effective, effective)

    def grown(self, times: float) -> Share:
        """Return the same share of so many times as many rows."""
        return self if times == 1 else Share(self.successes * times, self.trials * times)

    @property
    def standard_error(self) -> float:
        """Return the standard error of the share, sqrt(p (1 - p) / n)."""
        return sqrt(self.share * (1 - self.share) / self.trials)

    @property
    def share(self) -> float:
        """Return the share itself."""
        return self.successes / self.trials


def squares_at(model: Model) -> Counts:
    """Return the sums of squared weights in the four cells."""
    table, flagged = model.table, int(model.curve.reached([model.threshold])[0])
    return Counts(
        tp=float(table.positive_squares[:flagged].sum()),
        fp=float(table.negative_squares[:flagged].sum()),
        fn=float(table.positive_squares[flagged:].sum()),
        tn=float(table.negative_squares[flagged:].sum()),
    )


def weighted_ranking(curve: CountsCurve) -> Ranking:
    """Return the ranking of weighted rows: as many as are effective, spread as the weighted placements are."""
    table, area = curve.table, roc_area(curve)
    of_positives, of_negatives = placements(curve)
    positives, positive_spread = _spread(of_positives - area, table.positives, table.positive_squares)
    negatives, negative_spread = _spread(of_negatives - area, table.negatives, table.negative_squares)
    return Ranking(area, positives, negatives, positive_spread, negative_spread)


def _spread(distances: NDArray[np.float64], weights: NDArray[Any], squares: NDArray[Any]) -> tuple[float, float | None]:
    total = float(weights.sum())
    effective = total**2 / float(squares.sum())
    if effective < 2:
        return effective, None
    # sum w² d² / (sum w)² is the variance of the mean; times the effective rows it is that of one row.
    variance = float((squares * distances**2).sum()) / total**2
    return effective, variance * effective * effective / (effective - 1)


def _effective_rows(successes: float, trials: float, success_squares: float, squares: float) -> float:
    """Return Kish's effective rows, or fewer if the linearised variance of the share says so."""
    kish = trials**2 / squares
    share = successes / trials
    variance = (success_squares * (1 - share) ** 2 + (squares - success_squares) * share**2) / trials**2
    return min(kish, share * (1 - share) / variance) if 0 < share < 1 and variance else kish
