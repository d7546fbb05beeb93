"""Hard predictions: a label for each row in place of a score.

They are read as the labels are, so that True, 1 and "1" are one prediction, and become scores of 1 and 0.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from truecut.data.columns import Column
from truecut.data.labels import declared_names, distinct, read_labels, shown
from truecut.data.request import Reading
from truecut.errors import BadLabel, listed, near_miss


def hard_scores(label: Column, predicted: Mapping[str, Column], reading: Reading) -> dict[str, Column]:
    """Return each prediction as a score: 1 for the positive label, 0 for any other."""
    name = read_labels(_without_missing(label), reading.positive, reading.classes).positive
    declared = declared_names(label, reading.classes) if reading.classes else []
    known = present(label) | dict.fromkeys(declared, 0)
    return {model: _as_scores(label, column, name, known) for model, column in predicted.items()}


def are_many_classes(label: Column, predicted: Column, reading: Reading) -> bool:
    """Say whether predictions are of more than two classes, as declared or else as they occur, none being positive."""
    if reading.positive is not None:
        return False
    if reading.classes:
        return len(declared_names(label, reading.classes)) > 2
    return len(present(label) | present(spelled_like(label, predicted))) > 2


def _as_scores(label: Column, column: Column, positive: str, known: dict[str, int]) -> Column:
    predicted = spelled_like(label, column)
    for name in present(predicted):
        if name not in known and len(known) > 1:
            raise BadLabel(
                f"Column {column.name!r} predicts {name!r}, which is not among the labels of "
                f"{label.name!r}.{near_miss(name, list(known))}"
            )
    flagged = np.array([name == positive for name in predicted.words or ()] or [False])
    return Column(column.name, flagged[predicted.values].astype(float), None, predicted.missing)


def present(column: Column) -> dict[str, int]:
    """Return the labels that occur, with their number of rows."""
    return distinct(_without_missing(column))


def refuse_scores(label: Column, predicted: Column) -> None:
    """Refuse fractions that are no labels: scores given as predictions would become a class each."""
    if predicted.words is not None or predicted.values.dtype.kind != "f":
        return
    values = predicted.values[~predicted.is_missing]
    known = present(label)
    for value in np.unique(values[values != np.floor(values)]):
        if shown(value) not in known:
            raise BadLabel(
                f"Column {predicted.name!r} holds {shown(value)}, which is no label of {label.name!r}; if these are "
                "scores, name the column with --score (in Python: score=)."
            )


def require_common_labels(label: Column, predicted: Column) -> None:
    """Refuse predictions none of which is a label: then one of the two is the wrong column."""
    known, guessed = present(label), present(spelled_like(label, predicted))
    if not guessed:
        raise BadLabel(f"Column {predicted.name!r} holds no prediction: every value of it is missing.")
    if not known.keys() & guessed.keys():
        raise BadLabel(
            f"No prediction in column {predicted.name!r} is a label of {label.name!r}: the one holds "
            f"{listed(guessed, most=5)}, the other {listed(known, most=5)}."
        )


def spelled_like(label: Column, predicted: Column) -> Column:
    """Return predictions as words that are spelled like the labels: 1 for True where labels are numbers."""
    if predicted.words is not None:
        return predicted
    values = predicted.values
    if values.dtype.kind == "b" and label.words is None and label.values.dtype.kind != "b":
        values = values.astype(np.int8)
    missing = predicted.is_missing
    filled = np.where(missing, values.dtype.type(0), values) if missing.any() else values
    if label.words is None and label.values.dtype.kind == "b" and np.isin(filled, (0, 1)).all():
        filled = filled.astype(bool)
    distinct_values, codes = np.unique(filled, return_inverse=True)
    return Column(predicted.name, codes, tuple(shown(value) for value in distinct_values), missing)


def _without_missing(column: Column) -> Column:
    missing = column.is_missing
    return column.keep(~missing) if missing.any() else column
