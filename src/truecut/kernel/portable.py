"""The score table with NumPy alone, and its ranking; replicates of it are in `portable_draws`.

Sorting bare numbers is several times as fast as sorting row numbers by them, so without weights
each side is sorted and counted apart, and the two lists of distinct scores are merged. Runs of one
score are found with !=: the difference of two infinities is NaN.

Weights are added per distinct score and side over the rows in their order, the way
`np.add.reduceat` does: by halves where a run is long. The native kernel compensates for rounding
instead, so sums of fractional weights may differ in the last digits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.kernel.portable_draws import resampled_average_precision, resampled_counts, resampled_roc_auc
from truecut.kernel.portable_hulls import hull_corners, hull_of_counts, rising_shares, run_starts
from truecut.kernel.tally import CountedScores, NotANumber, NotBinary, RankSums

__all__ = [
    "agreement",
    "average_precision",
    "booleans",
    "corner_areas",
    "corner_rates",
    "cumulated",
    "error_rates",
    "hull_corners",
    "hull_of_counts",
    "places",
    "precision_recall",
    "rank_sums",
    "ranked_as_floats",
    "ranked_pairs",
    "recall_losses",
    "resampled_average_precision",
    "resampled_counts",
    "resampled_roc_auc",
    "rising_shares",
    "tally",
]

MOST_RANKED = 2**31  # rows of a class whose sums of squares are whole numbers here; more are ranked as floats
ADDED_PLAINLY = 256  # terms of average precision
_LOWER_HALF = np.uint64(2**32 - 1)


def booleans(labels: NDArray[Any]) -> NDArray[np.bool_] | None:
    """Return labels of 0 and 1 as booleans; None if some are neither."""
    if labels.dtype.kind == "b":
        return labels
    are_ones = labels == 1
    return are_ones if bool((are_ones | (labels == 0)).all()) else None


def agreement(labels: NDArray[Any], predictions: NDArray[Any]) -> tuple[int, int, int] | None:
    """Return how many labels, how many predictions and how many of both are 1; None if some are neither 0 nor 1."""
    truth, said = booleans(labels), booleans(predictions)
    if truth is None or said is None:
        return None
    return int(np.count_nonzero(truth)), int(np.count_nonzero(said)), int(np.count_nonzero(truth & said))


def tally(labels: NDArray[Any], scores: NDArray[Any], weights: NDArray[Any] | None = None) -> CountedScores:
    """Return what stands on each side of every distinct score, highest score first."""
    if weights is None:
        return _tally_counts(_checked(labels), scores)
    return _tally_weights(_checked(labels), scores, weights)


def _checked(labels: NDArray[Any]) -> NDArray[np.bool_]:
    are_positive = booleans(labels)
    if are_positive is None:
        raise NotBinary("Labels must be booleans, or 0 and 1.")
    return are_positive


def ranked_pairs(labels: NDArray[Any], scores: NDArray[Any]) -> tuple[int, int, int]:
    """Return the positives, the negatives, and twice the pairs of both in order with the tied ones once."""
    is_positive = _checked(labels)
    positives, negatives = _in_order(scores[is_positive]), _in_order(scores[~is_positive])
    few, many = sorted((positives, negatives), key=len)
    below = int(np.searchsorted(many, few, "left").sum()) + int(np.searchsorted(many, few, "right").sum())
    wins = below if few is positives else 2 * len(few) * len(many) - below
    return len(positives), len(negatives), wins


def places(falling: NDArray[Any], scores: NDArray[Any]) -> NDArray[np.int32]:
    """Return how many of a table's scores lie above each of many, which must be in it."""
    # Scores in order are looked up where the last one was: less than half the time of a search all over the table.
    order = np.argsort(scores)
    found = np.empty(len(scores), dtype=np.int32)
    found[order] = len(falling) - 1 - np.searchsorted(falling[::-1], scores[order])
    return found


def rank_sums(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> RankSums | None:
    """Return both classes' rows, the wins, and the squared placements of both, in halves of a row.

    None where there are so many rows that their squares do not fit.
    """
    rows, others = positives.astype(np.uint64), negatives.astype(np.uint64)
    if max(positives.sum(dtype=float), negatives.sum(dtype=float)) >= MOST_RANKED:
        return None
    two = np.uint64(2)
    above_negatives, above_positives = two * np.cumsum(rows) - rows, two * np.cumsum(others) - others
    return RankSums(
        int(rows.sum()),
        int(others.sum()),
        _sum_of_products(others, above_negatives),
        _sum_of_products(rows, above_positives * above_positives),
        _sum_of_products(others, above_negatives * above_negatives),
    )


def _sum_of_products(small: NDArray[np.uint64], large: NDArray[np.uint64]) -> int:
    """Return the sum of small times large by halves of 32 bits, neither of which overflows."""
    return (int((small * (large >> np.uint64(32))).sum()) << 32) + int((small * (large & _LOWER_HALF)).sum())


def ranked_as_floats(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> tuple[float, float, float]:
    """Return the area under the ROC curve, and the squared distances of both classes' placements from it, summed."""
    rows, others = positives.astype(float), negatives.astype(float)
    above, others_above = np.cumsum(rows) - rows, np.cumsum(others) - others
    # Twice the pairs in order and once the tied ones: whole numbers, and where nothing is lost the area is exactly 1.
    wins, losses = (others * (2 * above + rows)).sum(), (rows * (2 * others_above + others)).sum()
    area = wins / (wins + losses)
    of_positives = (2 * others_above + others) * (0.5 / others.sum()) - (1 - area)
    of_negatives = (2 * above + rows) * (0.5 / rows.sum()) - area
    return float(area), float((rows * of_positives**2).sum()), float((others * of_negatives**2).sum())


def average_precision(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> float:
    """Return the mean, over the positives, of the precision where each of them is just flagged."""
    found = np.cumsum(positives)
    terms = positives * (found / np.maximum(found + np.cumsum(negatives), 1))
    # Added in the order of the native kernel, for the same last digits: some plainly, their sums compensated.
    blocks = np.zeros((-(-len(terms) // ADDED_PLAINLY), ADDED_PLAINLY))
    blocks.ravel()[: len(terms)] = terms
    return _compensated_sum(np.cumsum(blocks, axis=1)[:, -1].tolist()) / float(found[-1])


def cumulated(positives: NDArray[Any], negatives: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Return tp and fp above all scores, and at each of them."""
    # Negatives are cumulated on their own: rows - tp would wobble by rounding where weights are fractions, and the
    # curve must never go back.
    return _from_zero(positives), _from_zero(negatives)


def corner_areas(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return what lies under the curve between one corner and the next."""
    fpr, tpr, _ = corner_rates(positives, negatives)
    areas: NDArray[np.float64] = np.diff(fpr) * (tpr[1:] + tpr[:-1]) / 2
    return areas


def corner_rates(
    positives: NDArray[np.int64], negatives: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Return false and true positive rates above all scores and where the curve turns, and the places of the scores."""
    kept = np.ones(len(positives) + 1, dtype=bool)
    # A second difference of running totals is a first difference of what was added up.
    kept[2:-1] = (negatives[2:] != negatives[1:-1]) | (positives[2:] != positives[1:-1])
    tp, fp = (column[kept] for column in cumulated(positives, negatives))
    return fp / fp[-1], tp / tp[-1], np.flatnonzero(kept[1:]).astype(np.int64)


def precision_recall(
    positives: NDArray[np.int64], negatives: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return precision and recall at every score, lowest first, and 1 and 0 above all of them."""
    tp, fp = (column[1:] for column in cumulated(positives, negatives))
    return np.append((tp / (tp + fp))[::-1], 1.0), np.append((tp / tp[-1])[::-1], 0.0)


def error_rates(
    positives: NDArray[np.int64], negatives: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return false positive and false negative rates at every score, lowest first, and above all of them."""
    tp, fp = (column[::-1] for column in cumulated(positives, negatives))
    return fp / fp[0], (tp[0] - tp) / tp[0]


def recall_losses(positives: NDArray[np.int64], negatives: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return what each score adds to the average precision, below zero and lowest score first."""
    tp, fp = cumulated(positives, negatives)
    lost: NDArray[np.float64] = np.diff((tp / tp[-1])[::-1]) * (tp[1:] / (tp[1:] + fp[1:]))[::-1]
    return lost


def _from_zero(column: NDArray[Any]) -> NDArray[Any]:
    cumulated = np.zeros(len(column) + 1, dtype=column.dtype)
    np.cumsum(column, out=cumulated[1:])
    return cumulated


def _compensated_sum(terms: list[float]) -> float:
    """Return Neumaier's sum: what rounding takes away is added up beside it."""
    total = lost = 0.0
    for term in terms:
        grown = total + term
        lost += (total - grown) + term if abs(total) >= abs(term) else (term - grown) + total
        total = grown
    return total + lost


def _tally_counts(labels: NDArray[np.bool_], scores: NDArray[Any]) -> CountedScores:
    positive_scores, positive_rows = _runs(_in_order(scores[labels]))
    negative_scores, negative_rows = _runs(_in_order(scores[~labels]))
    positive_places, negative_places, size = _places_when_merged(positive_scores, negative_scores)

    distinct = np.empty(size, scores.dtype)
    positives = np.zeros(size, np.int64)
    negatives = np.zeros(size, np.int64)
    # Places count from the lowest score, and the table begins with the highest.
    distinct[size - 1 - positive_places] = positive_scores
    distinct[size - 1 - negative_places] = negative_scores
    positives[size - 1 - positive_places] = positive_rows
    negatives[size - 1 - negative_places] = negative_rows
    return CountedScores(
        _without_negative_zero(distinct), positives, negatives, positives, negatives, positives, negatives
    )


def _tally_weights(labels: NDArray[np.bool_], scores: NDArray[Any], weights: NDArray[Any]) -> CountedScores:
    order = np.argsort(scores, kind="stable")
    ordered = scores[order]
    _refuse_nan(ordered)
    starts = run_starts(ordered)
    is_positive = labels[order]
    ordered_weights = weights[order]
    with np.errstate(over="ignore"):
        squares = np.square(ordered_weights, dtype=np.float64)
        columns: list[Any] = [
            _sums(np.where(side, column, column.dtype.type(0)), starts)
            for column in (ordered_weights, np.ones(scores.size, np.int64), squares)
            for side in (is_positive, ~is_positive)
        ]
    return CountedScores(_without_negative_zero(ordered[starts][::-1].copy()), *columns)


def _sums(ordered: NDArray[Any], starts: NDArray[np.intp]) -> NDArray[Any]:
    """Sum every run, highest score first."""
    return np.add.reduceat(ordered, starts, dtype=ordered.dtype)[::-1].copy()


def _in_order(scores: NDArray[Any]) -> NDArray[Any]:
    """Return the scores sorted, or raise if one is NaN."""
    ordered = np.sort(scores)
    _refuse_nan(ordered)
    return ordered


def _refuse_nan(ordered: NDArray[Any]) -> None:
    """Raise if a score is NaN: NumPy sorts it behind all others."""
    if ordered.size and ordered[-1] != ordered[-1]:
        raise NotANumber("A score is NaN.")


def _runs(ordered: NDArray[Any]) -> tuple[NDArray[Any], NDArray[np.intp]]:
    """Return each distinct score of a sorted array, and how often it stands there."""
    starts = run_starts(ordered)
    return ordered[starts], np.diff(starts, append=ordered.size)


def _places_when_merged(first: NDArray[Any], second: NDArray[Any]) -> tuple[NDArray[np.intp], NDArray[np.intp], int]:
    """Return where the scores of two sorted lists stand in their union, and its size.

    First 1 3 5 and second 3 4 stand at 0 1 3 and at 1 2 of the union 1 3 4 5.
    """
    if first.size > second.size:
        second_places, first_places, size = _places_when_merged(second, first)
        return first_places, second_places, size
    lower_in_second = np.searchsorted(second, first)
    is_in_both = lower_in_second < second.size
    is_in_both[is_in_both] = second[lower_in_second[is_in_both]] == first[is_in_both]
    is_new = ~is_in_both
    first_places = lower_in_second + np.cumsum(is_new) - is_new
    size = second.size + int(np.count_nonzero(is_new))
    is_from_second = np.ones(size, np.bool_)
    is_from_second[first_places[is_new]] = False
    return first_places, np.flatnonzero(is_from_second), size


def _without_negative_zero(scores: NDArray[Any]) -> NDArray[Any]:
    """Turn -0.0 into 0.0, which is what -0.0 + 0 is."""
    scores += scores.dtype.type(0)
    return scores
