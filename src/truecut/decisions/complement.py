"""The rest: all rows but those of a group.

A group is held against the rest and not against all rows, which contain it. Score tables add up, so the rest is a
subtraction; and a metric of four counts needs no more than a table of two scores, flagged and not.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.folds import Folds
from truecut.catalogue.model import FLAGGED, Model
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.placed_rows import PlacedRows, places_in
from truecut.counting.score_table import COUNTED, ScoreTable


def rest_of(total: Model, part: Model) -> Model:
    """Return the model on all rows but those of a part of them.

    >>> whole = ScoreTable.from_rows([True, False, True], [0.9, 0.4, 0.4])
    >>> part = ScoreTable.from_rows([True], [0.4])
    >>> rest_of(Model("m", whole), Model("m", part)).table.negatives.tolist()
    [0, 1]
    """
    weights = total.class_weights
    if weights is not None:
        total = replace(total, class_weights=weights.of_a_part)  # the rest is a part too: its share is not stated
    table = _without(total.table, part.table)
    amounts = {column: _without(total.amounts[column], worth) for column, worth in part.amounts.items()}
    folds = None if total.folds is None or part.folds is None else _folds_without(total.folds, part.folds)
    rows = total.clustered
    if rows is None or part.clustered is None:
        return replace(total, table=table, amounts=amounts, clustered=None, folds=folds)
    kept = rows.taken(np.flatnonzero(~np.isin(rows.numbers, part.clustered.numbers)))
    scores = {total.name: kept.scores(total.name)}
    placed = PlacedRows.of(
        {total.name: table},
        scores,
        kept.is_positive,
        numbers=kept.numbers,
        weights=kept.weights,
        clusters=kept.clusters,
    )
    return replace(total, table=table, amounts=amounts, clustered=placed, folds=folds)


def decided(model: Model) -> Model:
    """Return the hard predictions that a model makes at its threshold: the same four counts, and no more."""
    table, reached = model.table, int(model.curve.reached([model.threshold])[0])
    hard = _two_entries(table, model.threshold)
    rows = model.clustered
    if rows is not None:
        places = {model.name: (rows.places[model.name] >= reached).astype(np.int32)}
        rows = replace(rows, tables={model.name: hard}, places=places)
    folds = None if model.folds is None else model.folds.each(decided)
    amounts = {column: _two_entries(table, model.threshold) for column, table in model.amounts.items()}
    return replace(model, table=hard, threshold=FLAGGED, is_hard=True, amounts=amounts, clustered=rows, folds=folds)


def _folds_without(total: Folds, part: Folds) -> Folds:
    """Return the folds on all rows but those of a part; a fold that lies in the part is not among them."""
    within = part.models
    rests = [{n: rest_of(m, within[n]) if n in within else m for n, m in folds.items()} for folds in total.by_repeat]
    kept = [{name: model for name, model in folds.items() if model.table.rows} for folds in rests]
    return Folds(tuple(folds for folds in kept if folds) or ({},), total.number)


def _two_entries(table: ScoreTable, threshold: float) -> ScoreTable:
    reached = int(CountsCurve(table).reached([threshold])[0])
    sums: dict[str, Any] = {name: _two_sums(getattr(table, name), reached) for name in COUNTED}
    return ScoreTable(np.array([FLAGGED, 0.0]), **sums, weights=table.weights)


def _two_sums(column: NDArray[Any], reached: int) -> NDArray[Any]:
    return np.array([column[:reached].sum(), column[reached:].sum()], dtype=column.dtype)


def _without(table: ScoreTable, part: ScoreTable) -> ScoreTable:
    if not len(part):
        return table
    # A group of small whole numbers holds them as floats, where all rows together need whole ones.
    places = places_in(table, part.scores.astype(table.scores.dtype))
    columns = {name: getattr(table, name).copy() for name in COUNTED}
    for name, column in columns.items():
        column[places] -= getattr(part, name)
    for side in ("positive", "negative"):
        # Floats that cancel leave a rounding error where no row is left.
        gone = columns[f"{side}_rows"] == 0
        columns[f"{side}s"][gone] = 0
        columns[f"{side}_squares"][gone] = 0
    kept = columns["positive_rows"] + columns["negative_rows"] > 0
    return replace(table, scores=table.scores[kept], **{name: column[kept] for name, column in columns.items()})
