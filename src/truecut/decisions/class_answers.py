"""Which class to answer with, row by row: the likeliest, the cheapest, or none where one is not sure enough."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_counts import ClassCounts, Importance
from truecut.counting.class_rows import UNSURE, ClassRows
from truecut.errors import BadCall
from truecut.inference.many_classes.class_matrix import ClassMatrix

Answers = NDArray[np.intp]
ROUNDING = 1e-12  # of the dearest price


def expected_costs(scores: NDArray[np.float64], prices: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return what each answer to each row is expected to cost: Σ p(class) × price of answering that class so."""
    return np.asarray(scores @ prices)


def cheapest_answers(scores: NDArray[np.float64], prices: NDArray[np.float64], unsure: float | None = None) -> Answers:
    """Return the answer that is expected to cost least, the first of them in a tie (Elkan 2001, IJCAI, 973).

    With a price for leaving a row unsure, no answer is given where each is expected to cost more (Chow 1970, IEEE
    Trans Inf Theory 16:41). Nothing is chosen on the rows, so nothing is flattered.

    >>> cheapest_answers(np.array([[0.6, 0.4], [0.9, 0.1]]), np.array([[0.0, 1.0], [4.0, 0.0]]), unsure=0.5).tolist()
    [-1, 0]
    """
    expected = expected_costs(scores, prices)
    least = expected.min(axis=1, keepdims=True)
    # Sums of probabilities are a little off, so what costs as much but for rounding is a tie, and is still answered.
    slack = ROUNDING * max(1.0, float(np.abs(prices).max(initial=0.0)))
    answers: Answers = (expected <= least + slack).argmax(axis=1)
    if unsure is None:
        return answers
    return np.where(least[:, 0] <= unsure + slack, answers, UNSURE)


def answers_from(rows: ClassRows, cuts: NDArray[np.float64]) -> Answers:
    """Return the answers that were given with a score of at least the cut of their class; the others are withheld."""
    assert rows.scores is not None
    given = rows.answers != UNSURE
    own = rows.scores[np.arange(len(rows)), np.where(given, rows.answers, 0)]
    return np.where(given & (own >= cuts[rows.answers]), rows.answers, UNSURE)


def cuts_of(matrix: ClassCounts, given: Any) -> NDArray[np.float64]:
    """Return the score from which each class is answered: one for all, or by class, the others always."""
    if isinstance(given, Mapping):
        cuts = np.full(len(matrix.classes), -np.inf)
        for name, cut in given.items():
            cuts[matrix.place(name)] = _number(cut)
        return cuts
    return np.full(len(matrix.classes), _number(given))


def price_of_unsure(given: Any) -> float:
    """Return what leaving a row unsure costs."""
    price = _number(given)
    if price < 0 or not np.isfinite(price):
        raise BadCall(f"unsure is what leaving a row unsure costs: a number from 0 up, not {price:g}.")
    return price


def matrix_of_answers(rows: ClassRows, answers: Answers, like: ClassMatrix) -> ClassMatrix:
    """Count rows by true and answered class, and those left unsure by true class."""
    size, given = len(rows.classes), answers != UNSURE
    weight = rows.weight
    cells = np.zeros(size * size, dtype=weight.dtype)
    np.add.at(cells, rows.truth[given] * size + answers[given], weight[given])
    unsure = np.zeros(size, dtype=weight.dtype)
    np.add.at(unsure, rows.truth[~given], weight[~given])
    return ClassMatrix(
        like.classes,
        cells.reshape(size, size),
        None if given.all() else unsure,
        like.is_ordered,
        like.is_weighted,
        importance=Importance.of_rows(rows.truth, answers, rows.squared_weight, size) if like.is_weighted else None,
        fixes_classes=like.fixes_classes,
    )


def _number(given: Any) -> float:
    try:
        number = float(given)
    except (TypeError, ValueError):
        raise BadCall(f"A score or a price is a number, not {given!r}.") from None
    if number != number:
        raise BadCall("A score or a price is a number, not NaN.")
    return number
