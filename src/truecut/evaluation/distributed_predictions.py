"""Hard predictions that an engine holds: which of its values flag a row, and whether they are of many classes.

What may be predicted is decided from the distinct values of the columns by the checks of rows in memory; the rows
themselves are counted where they are.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from truecut.data.columns import Column
from truecut.data.labels import as_spelled
from truecut.data.predictions import are_many_classes as are_many
from truecut.data.predictions import hard_scores, refuse_scores
from truecut.data.request import Reading, Roles
from truecut.engines.column_statistics import ColumnStatistics, ValueCounts
from truecut.evaluation.assembling import refuse_direction


def flagging_values(census: ColumnStatistics, roles: Roles[str], reading: Reading) -> dict[str, tuple[object, ...]]:
    """Return, by model, the predictions that flag a row, as the engine holds them."""
    if not roles.predicted:
        return {}
    if not roles.scores:
        refuse_direction(reading)
    label, predicted = _spelled(census)
    for column in predicted.values():
        refuse_scores(label, column)
    scores = hard_scores(label, predicted, reading)
    return {name: raw_values(census.predicted[name], column.values == 1) for name, column in scores.items()}


def counts_many_classes(census: ColumnStatistics, roles: Roles[str], reading: Reading) -> bool:
    """Say whether there are hard predictions only, and more than two classes of them."""
    if roles.scores:
        return False
    label, predicted = _spelled(census)
    return are_many(label, next(iter(predicted.values())), reading)


def raw_values(found: ValueCounts, chosen: NDArray[np.bool_]) -> tuple[object, ...]:
    """Return some of the values of a column as the engine holds them."""
    column = found.column.keep(chosen)
    words = column.words
    return tuple(value if words is None else words[value] for value in column.values.tolist())


def _spelled(census: ColumnStatistics) -> tuple[Column, dict[str, Column]]:
    """Return the labels and each model's predictions, every value once, as what they spell."""
    label = census.labels if census.known_labels is None else census.known_labels
    return as_spelled(label.column), {name: as_spelled(found.column) for name, found in census.predicted.items()}
