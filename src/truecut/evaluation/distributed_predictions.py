"""Hard predictions that an engine holds: which of its values flag a row, and the matrix of more than two classes.

What may be predicted is decided from the distinct values of the columns by the checks of rows in memory; the rows
themselves are counted where they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from truecut.counting.countable import Weights
from truecut.data.columns import Column
from truecut.data.labels import as_spelled
from truecut.data.predictions import are_many_classes as are_many
from truecut.data.predictions import hard_scores, refuse_scores
from truecut.data.request import Reading, Roles
from truecut.data.roles import FoundRoles
from truecut.data.rows import Columns, Provenance, named_in
from truecut.engines.column_statistics import ColumnStatistics, ValueCounts, left_out, require_weights
from truecut.errors import BadCall
from truecut.evaluation.assembling import evaluate_columns, refuse_direction
from truecut.evaluation.class_assembling import require_classes
from truecut.evaluation.class_evaluation import ClassEvaluation


class PredictionEngine(Protocol):
    """An engine that counts rows by label and prediction."""

    @property
    def name(self) -> str:
        """Say what is counted in messages."""
        ...

    def pairs_of(self, roles: Roles[str], predicted: str) -> Mapping[str, NDArray[Any]]:
        """Count the rows of each label and prediction."""
        ...

    def column_of(self, name: str, values: NDArray[Any]) -> Column:
        """Return values that came from a column as one."""
        ...


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


def are_many_classes(census: ColumnStatistics, roles: Roles[str], reading: Reading) -> bool:
    """Say whether there are hard predictions only, and more than two classes of them."""
    if roles.scores:
        return False
    label, predicted = _spelled(census)
    return are_many(label, next(iter(predicted.values())), reading)


def classes_on(
    engine: PredictionEngine, found: FoundRoles, census: ColumnStatistics, reading: Reading
) -> ClassEvaluation:
    """Evaluate predictions of more than two classes: the engine counts the pairs, which are few."""
    roles = found.roles
    require_classes(roles, reading)
    if roles.weight is not None:
        require_weights(census, roles.weight, reading.kind_of_weights)
        if reading.kind_of_weights == Weights.IMPORTANCE:
            raise BadCall(
                "Importance weights of more than two classes need the rows: collect label, prediction and weight and "
                "evaluate them here, or say that weights repeat rows (--weights-are repeated)."
            )
    name = next(iter(roles.predicted))
    pairs = engine.pairs_of(roles, name)
    columns = Roles(
        engine.column_of(roles.label, pairs["label"]),
        predicted={name: engine.column_of(name, pairs["predicted"])},
        weight=Column("rows", pairs["counted_rows"].astype(np.int64)),
    )
    evaluated = evaluate_columns(Columns(engine.name, columns), replace(reading, weights_are=Weights.REPEATED.value))
    read = Provenance(
        source=engine.name,
        rows=int(pairs["all_rows"].sum()),
        positive="",
        negative="",
        dropped=left_out(census, roles.weight),
        inferred=(*found.inferred, *evaluated.read.inferred),
        **named_in(roles, reading),
    )
    return replace(evaluated, read=read)  # type: ignore[return-value]  # of more than two classes


def raw_values(found: ValueCounts, chosen: NDArray[np.bool_]) -> tuple[object, ...]:
    """Return some of the values of a column as the engine holds them."""
    column = found.column.keep(chosen)
    words = column.words
    return tuple(value if words is None else words[value] for value in column.values.tolist())


def _spelled(census: ColumnStatistics) -> tuple[Column, dict[str, Column]]:
    """Return the labels and each model's predictions, every value once, as what they spell."""
    label = census.labels if census.known_labels is None else census.known_labels
    return as_spelled(label.column), {name: as_spelled(found.column) for name, found in census.predicted.items()}
