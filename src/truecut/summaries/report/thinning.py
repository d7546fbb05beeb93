"""Which thresholds the page carries: about a thousand, and always those that some cost makes the cheapest.

The cheapest threshold under any costs is a corner of the ROC hull, and every corner is kept, so a reader who
types other costs gets the exact answer. The rest is spread over positives, over negatives and over the scores.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.measures.hull import hull_entries
from truecut.catalogue.model import Model
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.counting.searching import first_reaching, first_where
from truecut.counting.told_thresholds import figures_enough, told_threshold
from truecut.decisions.model_decision import cost_curve
from truecut.summaries.model_summary import ModelSummary
from truecut.summaries.report.many_models import MANY_MODELS
from truecut.summaries.report.tree import Cuts

MOST_CUTS = 1000  # of one model
MOST_TOGETHER = 2650  # of all models, or of all classes
DIGITS = 13  # of sums of weights
MOST_DIGITS = 17  # of a float
SHORT = 5  # characters: as long as a score in three figures is, which tells itself
OF_CLASS = {"worth_positive": ("tp", "fn"), "worth_negative": ("fp", "tn")}
STEPS = 100  # of the thresholds that people type: 0.01, 0.02, ...


def kept_entries(curve: CountsCurve, asked: Sequence[float], most: int = MOST_CUTS) -> NDArray[np.intp]:
    """Return the entries of a curve to keep, without the first, which flags nothing.

    What the asked thresholds flag is always kept, and so are all corners of the hull.
    """
    last = len(curve) - 1
    if last <= most:
        return np.arange(1, last + 1)
    always = np.concatenate([hull_entries(curve), curve.reached(asked), [1, last]])
    room = max(most // 3, most - len(np.unique(always)))
    spread = [_evenly(column, room // 3) for column in (curve.counts.tp, curve.counts.fp)]
    entries = np.unique(np.concatenate([always, *spread, _downwards(curve.table, room // 3)]))
    return entries[entries > 0]


def thresholds_kept_exact(of: ModelSummary, models: int = 1) -> list[float]:
    """Return the thresholds at which counts must be exact: those that are offered, and those that people try.

    Of very many models the page keeps the first alone: one that is typed goes to the nearest cut, and that is said.
    """
    model = of.model
    if model.is_hard:
        return [model.threshold]
    chosen = [option.threshold for option in of.thresholds if option.threshold is not None]
    return [*chosen, *(usual_thresholds(model) if models <= MANY_MODELS else [model.threshold])]


def usual_thresholds(model: Model) -> list[float]:
    """Return the thresholds that people try: every hundredth of the way, and the model's own."""
    table = model.table
    if table.are_probabilities:
        return [*(np.arange(STEPS + 1) / STEPS).tolist(), model.threshold]
    return [*model.curve.sweep(STEPS + 1).thresholds.tolist(), model.threshold]


def cuts_at_entries(model: Model, entries: NDArray[np.intp], asked: Sequence[float], models: int = 1) -> Cuts:
    """Return what the kept entries of one of so many models flag."""
    curve, table = model.curve, model.table
    is_complete = len(entries) == len(table)
    whole = _told_in_full(model) if models <= MANY_MODELS else np.empty(0, np.intp)
    scores, digits = _scores(model, entries, whole) if is_complete else (_shortened(model, entries, asked, whole), ())
    squares = table.is_weighted
    return Cuts(
        scores=scores,
        digits=digits,
        tp=column_of(curve.counts.tp[entries]),
        fp=column_of(curve.counts.fp[entries]),
        is_complete=is_complete,
        exact=() if is_complete else tuple(dict.fromkeys(asked)),
        told="" if is_complete else _figures_to_tell(model, entries, scores),
        tp_squares=column_of(np.cumsum(table.positive_squares)[entries - 1]) if squares else (),
        fp_squares=column_of(np.cumsum(table.negative_squares)[entries - 1]) if squares else (),
        **worth_of_amounts(model, np.concatenate([[0], entries])),
    )


def worth_of_amounts(model: Model, entries: NDArray[np.intp]) -> dict[str, tuple[float, ...]]:
    """Return what prices that follow amounts add to the cost of either class at each entry; nothing without amounts."""
    cost = model.situation.cost
    if cost is None or not cost.columns:
        return {}
    # The cost curve of one class alone, without its fixed prices: the amounts are all that is left.
    added = cost.of_amounts_alone
    sums = {cell: cost_curve(model, added.only(*cells)).totals[entries] for cell, cells in OF_CLASS.items()}
    return {name: column_of(column) for name, column in sums.items()}


def _scores(
    model: Model, entries: NDArray[np.intp], whole: NDArray[np.intp]
) -> tuple[tuple[float, ...], tuple[int, ...]]:
    table, in_full = model.table, set(whole.tolist())
    scores = table.scores[entries - 1].astype(float).tolist()
    return tuple(scores), tuple(
        MOST_DIGITS if entry in in_full else enough_digits(table, entry) for entry in entries.tolist()
    )


def _told_in_full(model: Model) -> NDArray[np.intp]:
    """Return the entries that keep all digits: what may be recommended, which a link or a reader may name in full.

    Those are the corners of the hull, or all of them where prices follow amounts and the hull does not tell.
    """
    cost = model.situation.cost
    if cost is not None and cost.columns:
        return np.arange(1, len(model.curve))
    return hull_entries(model.curve)[1:]


def _shortened(
    model: Model, entries: NDArray[np.intp], asked: Sequence[float], whole: NDArray[np.intp]
) -> tuple[float, ...]:
    """Return a short number for each entry that flags its rows, and that no asked threshold lies above.

    A corner of the hull may be recommended: where it is not here in full, it is as people are told it.
    """
    sign = -1 if model.table.lower_is_positive else 1
    named = [*asked, *model.table.scores[np.intersect1d(whole, entries) - 1].astype(float).tolist()]
    highest: dict[int, float] = {}
    for threshold, entry in zip(named, model.curve.reached(named).tolist(), strict=True):
        highest[entry] = max(highest.get(entry, threshold), threshold, key=lambda number: sign * number)
    corners = set(hull_entries(model.curve).tolist()) - set(highest)
    return tuple(
        float(told_threshold(model.curve, float(model.table.scores[entry - 1])))
        if entry in corners
        else shortened_score(model.table, entry, highest.get(entry))
        for entry in entries.tolist()
    )


def _figures_to_tell(model: Model, entries: NDArray[np.intp], scores: Sequence[float]) -> str:
    """Return in how many figures each score that is here in full is told; a shortened one is told as it is."""
    own = model.table.scores[entries - 1].tolist()
    enough = (
        figures_enough(model.curve, score) if kept == score and len(repr(score)) > SHORT else 0
        for score, kept in zip(own, scores, strict=True)
    )
    return "".join(np.base_repr(figures, 36) for figures in enough)


def shortened_score(table: ScoreTable, entry: int, at_least: float | None = None) -> float:
    """Return a short number that flags just the first so many scores, and that is not below what is asked for."""
    return float(f"{float(table.scores[entry - 1]):.{enough_digits(table, entry, at_least)}g}")


def enough_digits(table: ScoreTable, entry: int, at_least: float | None = None) -> int:
    """Return how many digits of the last of the first so many scores flag just these.

    With `at_least`, the shortened score must not fall below a threshold that somebody may ask for.

    >>> enough_digits(ScoreTable.from_rows([True, False], [0.71234, 0.6951]), 1)  # 0.7
    1
    """
    sign = -1 if table.lower_is_positive else 1
    score = float(table.scores[entry - 1])
    floor = sign * float(table.scores[entry]) if entry < len(table) else -np.inf
    for digits in range(1, MOST_DIGITS):
        short = sign * float(f"{score:.{digits}g}")
        if floor < short <= sign * score and (at_least is None or sign * at_least <= short):
            return digits
    return MOST_DIGITS


def column_of(sums: NDArray[Any]) -> tuple[float, ...]:
    """Return sums as plain numbers; those of weights with as many digits as anybody could miss."""
    numbers = sums.tolist()
    if all(number == int(number) for number in numbers):
        return tuple(numbers)
    return tuple(float(f"{number:.{DIGITS}g}") for number in numbers)


def _downwards(table: ScoreTable, most: int) -> NDArray[np.intp]:
    """Return entries at equal steps on the way from the first to the last finite score."""
    # Infinite scores stand at the ends.
    finite = np.isfinite(table.scores[[0, -1]])
    scores = table.scores if finite.all() else table.scores[np.isfinite(table.scores)]
    if not len(scores):
        return np.zeros(1, np.intp)
    start, end = float(scores[0]), float(scores[-1])
    scale = max(abs(start), abs(end), 1e-300)  # from -1e308 to 1e308 is farther than a float can say
    low, high = min(start, end), max(start, end)

    def down(entries: NDArray[np.intp]) -> NDArray[np.float64]:
        there = np.clip(table.scores[np.maximum(entries - 1, 0)].astype(float), low, high)
        return np.where(entries > 0, np.abs(there / scale - start / scale), 0.0)

    last = len(table)
    whole = float(down(np.array([last]))[0])
    return first_where(last + 1, down, np.linspace(0.0, whole, most)).clip(0, last)


def _evenly(column: NDArray[Any], most: int) -> NDArray[np.intp]:
    """Return entries at which a rising column has grown by equal steps."""
    steps = np.linspace(float(column[0]), float(column[-1]), most)
    return first_reaching(column, steps).clip(0, len(column) - 1)
