"""The eight cells of two models on the same rows: the class, and what either model decided.

Any metric of four counts of either model is a function of them, and so is any difference or ratio of two. Its
variance follows from its slopes (the delta method), which gives the tests of Moskowitz & Pepe for relative predictive
values and of Gu & Pepe for likelihood ratios. Where cells are empty or few rows tell the models apart, the shares of
the cells are drawn instead, and the test exchanges the models row by row.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Metric
from truecut.catalogue.formula import Formula
from truecut.catalogue.model import Model
from truecut.counting.counts import Counts
from truecut.counting.placed_rows import PlacedRows
from truecut.inference.paired.discordant import Discordant
from truecut.inference.resampling.draws import Draws, Purpose

STEP = 1e-3  # of a count, between the points from which a slope is read: its error is of the order of STEP**4
DRAWS = 20_000
PRIOR = 0.5  # Jeffreys'
MAX_ENUMERATED = 1_000_000  # of the differing rows, up to which all are looked at
ROUNDING = 1e-12

NEGATIVE, POSITIVE = 0, 1
LEFT, FLAGGED = 0, 1


@dataclass(frozen=True, eq=False)
class EightCells:
    """Rows by class, by the first decision and by the second: `rows[POSITIVE, FLAGGED, LEFT]`."""

    rows: NDArray[np.float64]  # repeated rows as often as they stand for

    @classmethod
    def of(cls, placed: PlacedRows, first: Model, second: Model) -> EightCells:
        """Count the rows at the thresholds of two models."""
        return cls._summed(placed, first, second, placed.weights)

    @classmethod
    def of_squares(cls, placed: PlacedRows, first: Model, second: Model) -> EightCells:
        """Add up the squared weights of the rows in each cell."""
        return cls._summed(placed, first, second, None if placed.weights is None else placed.weights.astype(float) ** 2)

    @classmethod
    def _summed(cls, placed: PlacedRows, first: Model, second: Model, weights: NDArray[Any] | None) -> EightCells:
        decided = [placed.flagged(m.name, int(m.curve.reached([m.threshold])[0])) for m in (first, second)]
        code = 4 * placed.is_positive + 2 * decided[0] + decided[1]
        return cls(np.bincount(code, weights, minlength=8).astype(float).reshape(2, 2, 2))

    def counts(self, model: int) -> Counts:
        """Return the four counts of the first model (0) or of the second (1)."""
        return counts_of(self.rows, model)

    def differing(self) -> tuple[float, float]:
        """Return the negative and the positive rows on which the models decide differently."""
        return tuple(float(of_class[0, 1] + of_class[1, 0]) for of_class in self.rows)  # type: ignore[return-value]

    def among(self, of_class: int) -> Discordant:
        """Return who flags the rows of a class."""
        (neither, second_only), (first_only, both) = self.rows[of_class]
        return Discordant(float(both), float(first_only), float(second_only), float(neither))

    def counted(self, share: Metric) -> Discordant:
        """Return for which of the models a row counts in a share of rows that are the same for both.

        >>> from truecut.catalogue import metric
        >>> EightCells(np.arange(8.0).reshape(2, 2, 2)).counted(metric("fnr"))
        Discordant(both=4.0, first_only=5.0, second_only=6.0, neither=7.0)
        """
        counting, of = Formula(share.formula).numerator, Formula(share.formula).denominator
        sides = [
            self.among(of_class) if flagged in counting else exchanged(self.among(of_class))
            for of_class, flagged in ((POSITIVE, "tp"), (NEGATIVE, "fp"))
            if flagged in of
        ]
        return sides[0] if len(sides) == 1 else added(*sides)


def exchanged(cells: Discordant) -> Discordant:
    """Return the same rows by the opposite quality: missed in the place of found."""
    return Discordant(cells.neither, cells.second_only, cells.first_only, cells.both)


def added(one: Discordant, other: Discordant) -> Discordant:
    """Return the rows of both."""
    return Discordant(*(a + b for a, b in zip(vars(one).values(), vars(other).values(), strict=True)))


def counts_of(cells: NDArray[np.float64], model: int) -> Counts:
    """Return the four counts of one model; cells may have further axes in front."""
    of_model = cells.sum(axis=-1 if model == 0 else -2)
    return Counts(
        tp=of_model[..., POSITIVE, FLAGGED],
        fp=of_model[..., NEGATIVE, FLAGGED],
        fn=of_model[..., POSITIVE, LEFT],
        tn=of_model[..., NEGATIVE, LEFT],
    )


def slopes_of_counts(entry: Metric, counts: Counts, parameters: dict[str, Any]) -> NDArray[np.float64]:
    """Return how fast a metric changes with each count: by class, then by decision; 0 where no row is.

    >>> from truecut.catalogue import metric
    >>> slopes_of_counts(metric("recall"), Counts(tp=3, fp=2, fn=1, tn=4), {})[POSITIVE, FLAGGED].round(6)
    np.float64(0.0625)
    """
    values = {cell: float(number) for cell, number in counts.cells().items()}
    found = {}
    for cell, number in values.items():
        moved = {**values, cell: number * (1 + STEP * np.array([-2.0, -1.0, 1.0, 2.0]))}
        at = entry.along(Counts(**moved), **parameters) if number else np.zeros(4)
        at = np.broadcast_to(at, 4)
        found[cell] = (at[0] - 8 * at[1] + 8 * at[2] - at[3]) / (12 * STEP * number) if number else 0.0
    return np.array([[found["tn"], found["fp"]], [found["fn"], found["tp"]]])


def contrast(cells: EightCells, entry: Metric, parameters: dict[str, Any], *, of_logs: bool) -> NDArray[np.float64]:
    """Return how fast the difference of two models, or of their logarithms, changes with each of the eight cells."""
    parts = []
    for model in (0, 1):
        counts = cells.counts(model)
        scale = 1 / float(entry.along(counts, **parameters)) if of_logs else 1.0
        parts.append(scale * slopes_of_counts(entry, counts, parameters))
    return parts[0][:, :, None] - parts[1][:, None, :]


def delta_error_of_pair(cells: EightCells, change: NDArray[np.float64], *, by_class: bool = False) -> float:
    """Return the standard error that follows from the slopes, for rows sampled as they came or stratified by class."""
    parts = zip(cells.rows, change, strict=True) if by_class else [(cells.rows, change)]
    return sqrt(sum(_squares(rows, of) for rows, of in parts if rows.any()))


def _squares(rows: NDArray[np.float64], change: NDArray[np.float64]) -> float:
    mean = float((rows * change).sum()) / float(rows.sum())
    return float((rows * (change - mean) ** 2).sum())


def posterior_limits(
    drawn: NDArray[np.float64], entry: Metric, parameters: dict[str, Any], level: float, *, of_ratio: bool
) -> tuple[float, float] | None:
    """Return the credible interval of a difference or ratio: posterior draws of the cells (Jeffreys' prior)."""
    values = posterior_values(drawn, entry, parameters, of_ratio=of_ratio)
    if not len(values):
        return None
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2], method="inverted_cdf")
    return float(low), float(high)


def posterior_values(
    drawn: NDArray[np.float64], entry: Metric, parameters: dict[str, Any], *, of_ratio: bool
) -> NDArray[np.float64]:
    """Return the difference or ratio of each draw of the cells that has one."""
    first, second = (entry.along(counts_of(drawn, model), **parameters) for model in (0, 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        values = first / second if of_ratio else first - second
    return np.asarray(values[~np.isnan(values)])


def posterior_draws(cells: EightCells, seed: int, *, by_class: bool = False) -> NDArray[np.float64]:
    """Return draws of the cells from their posterior (Dirichlet, Jeffreys' prior), of all rows or of each class."""
    draws = Draws(seed, Purpose.PAIRED_CELLS)
    parts = cells.rows.reshape((2, 4) if by_class else (1, 8))
    # A total is one of so many rows.
    drawn = [
        float(part.sum()) * draws.generator(stratum).dirichlet(part + PRIOR, DRAWS)
        for stratum, part in enumerate(parts)
    ]
    return np.concatenate(drawn, axis=1).reshape(DRAWS, 2, 2, 2)


def permutation_test(cells: EightCells, entry: Metric, parameters: dict[str, Any], seed: int) -> float:
    """Return the p-value of the paired permutation test: how often models exchanged row by row differ as much.

    Only the rows on which they decide differently move, and those of one class are alike, so the exact answer is a sum
    over how many of each class fall to the first model. Very many are drawn instead.
    """
    negatives, positives = (round(rows) for rows in cells.differing())
    chances: NDArray[np.float64]
    if (negatives + 1) * (positives + 1) <= MAX_ENUMERATED:
        of_negatives, of_positives = np.meshgrid(np.arange(negatives + 1), np.arange(positives + 1), indexing="ij")
        chances = np.outer(_tosses(negatives), _tosses(positives))
    else:
        random = Draws(seed, Purpose.EXCHANGED_MODELS).generator()
        of_negatives, of_positives = (random.binomial(rows, 0.5, DRAWS) for rows in (negatives, positives))
        chances = np.full(DRAWS, 1 / (1 + DRAWS))
    exchanged_rows = np.empty((*of_negatives.shape, 2, 2, 2))
    exchanged_rows[...] = cells.rows
    for of_class, total, taken in ((NEGATIVE, negatives, of_negatives), (POSITIVE, positives, of_positives)):
        exchanged_rows[..., of_class, FLAGGED, LEFT] = taken
        exchanged_rows[..., of_class, LEFT, FLAGGED] = total - taken
    observed, supposed = (_distance(rows, entry, parameters) for rows in (cells.rows, exchanged_rows))
    # An undefined difference counts against the models being told apart.
    extreme = ~(supposed < observed - ROUNDING * max(1.0, float(observed)))
    share = float(chances[extreme].sum())
    return min(1.0, share if chances.ndim == 2 else share + 1 / (1 + DRAWS))


def predictive_value_statistic(cells: EightCells, decision: int) -> float:
    """Return the chi-square of equal predictive values, positive if decision is FLAGGED, negative if LEFT.

    Kosinski 2013, Stat Med 32:964: the weighted generalised score statistic.
    """
    right, wrong = (POSITIVE, NEGATIVE) if decision == FLAGGED else (NEGATIVE, POSITIVE)
    rows = cells.rows
    of_first, of_second = float(rows[:, decision, :].sum()), float(rows[:, :, decision].sum())
    true_first, true_second = float(rows[right, decision, :].sum()), float(rows[right, :, decision].sum())
    pooled = (true_first + true_second) / (of_first + of_second)
    both = rows[right, decision, decision] * (1 - pooled) ** 2 + rows[wrong, decision, decision] * pooled**2
    spread = pooled * (1 - pooled) - 2 * float(both) / (of_first + of_second)
    if spread <= ROUNDING:
        return 0.0
    difference = true_first / of_first - true_second / of_second
    return difference**2 / (spread * (1 / of_first + 1 / of_second))


def _tosses(rows: int) -> NDArray[np.float64]:
    from scipy.special import gammaln

    heads = np.arange(rows + 1)
    logs = gammaln(rows + 1) - gammaln(heads + 1) - gammaln(rows - heads + 1) - rows * np.log(2)
    return np.asarray(np.exp(logs))


def _distance(cells: NDArray[np.float64], entry: Metric, parameters: dict[str, Any]) -> NDArray[np.float64]:
    first, second = (entry.along(counts_of(cells, model), **parameters) for model in (0, 1))
    return np.asarray(np.abs(first - second))
