"""From columns in their roles to an evaluation: rows, score tables, models.

Two ways: models of two classes, some of which may give hard predictions, and one matrix of more than two.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_matrix import ClassMatrix, class_matrix, class_names, most_likely
from truecut.catalogue.design import Sampling
from truecut.catalogue.folds import Folds
from truecut.catalogue.model import DEFAULT_THRESHOLD, FLAGGED, Model
from truecut.counting.score_table import ScoreTable
from truecut.data.columns import Column
from truecut.data.labels import as_spelled, declared_names, read_labels
from truecut.data.predictions import (
    are_many_classes,
    hard_scores,
    present,
    refuse_scores,
    require_common_labels,
    spelled_like,
)
from truecut.data.request import Reading, Roles
from truecut.data.rows import (
    Columns,
    Provenance,
    Rows,
    as_numbers,
    complete_rows,
    is_number,
    left_out,
    named_in,
    rows_of,
    weights_in,
)
from truecut.errors import BadCall, BadLabel, listed, near_miss
from truecut.evaluation import Evaluation
from truecut.evaluation.class_evaluation import ClassEvaluation
from truecut.words import DEFAULT, Words

NONE: Mapping[str, Column] = MappingProxyType({})


def evaluate_columns(columns: Columns, reading: Reading) -> Evaluation | ClassEvaluation:
    """Evaluate columns whose roles are known."""
    columns = replace(columns, roles=_as_spelled(columns.roles))
    roles = columns.roles
    require_one_role_each(roles)
    for predicted in roles.predicted.values():
        refuse_scores(roles.label, predicted)
    if roles.class_scores:
        return _of_classes(columns, reading)
    if not roles.predicted:
        return _of_models(columns, reading)
    if roles.scores:
        return _of_models(columns, reading, _hard_models(roles, reading))
    first = next(iter(roles.predicted.values()))
    if are_many_classes(roles.label, first, reading):
        if not reading.classes:
            require_common_labels(roles.label, first)
        return _of_classes(columns, reading)
    return _of_predictions(columns, reading)


def require_one_role_each(roles: Roles[Any]) -> None:
    """Refuse models that are given in two ways."""
    if roles.scores and roles.class_scores:
        raise BadCall("Give one score per model or a score for every class; they do not go together.")
    for name in roles.predicted:
        if name in roles.scores:
            raise BadCall(f"Column {name!r} is named both as scores and as predictions; it can be one of the two.")


def _as_spelled(roles: Roles[Column]) -> Roles[Column]:
    """Return labels and predictions as what they spell, by whichever way they came."""
    predicted = {name: as_spelled(column) for name, column in roles.predicted.items()}
    return replace(roles, label=as_spelled(roles.label), predicted=predicted)


def _of_models(columns: Columns, reading: Reading, hard: Mapping[str, Column] = NONE) -> Evaluation:
    """Evaluate scores, and beside them hard predictions that were turned into scores: one point per model."""
    scores = columns.roles.scores
    if not scores and not hard:
        raise BadCall("No scores were given.")
    rows = rows_of(replace(columns, roles=replace(columns.roles, scores={**scores, **hard}, predicted={})), reading)
    read = replace(rows.read, scores=tuple(scores), predicted=tuple(hard))
    counted = _CountedRows(rows, reading, frozenset(hard))
    by_model = counted.models()
    return Evaluation(
        read,
        by_model,
        counted.by_group(),
        (reading.words or DEFAULT).over(words_for(read)),
        partial(rows.placed, {name: model.table for name, model in by_model.items()}) if len(by_model) > 1 else None,
    )


@dataclass(frozen=True)
class _CountedRows:
    """Rows, and which of their scores are hard predictions."""

    rows: Rows
    reading: Reading
    hard: frozenset[str]

    def models(self) -> dict[str, Model]:
        """Return the models of all rows."""
        return self._models({name: self._of(name).table(name) for name in self.rows.scores}, slice(None))

    def by_group(self) -> dict[str, dict[str, Model]]:
        """Return the models of each group."""
        parts = list(self.rows.groups.values())
        tables = {name: self._of(name).tables(name, parts) for name in self.rows.scores}
        return {
            group: self._models({name: tables[name][i] for name in tables}, some)
            for i, (group, some) in enumerate(self.rows.groups.items())
        }

    def _models(self, tables: Mapping[str, ScoreTable], some: Any) -> dict[str, Model]:
        plain = self._without_folds(tables, some)
        if self.rows.folds is None:
            return plain
        places = self.rows.folds.parts(some)
        numbers = np.arange(len(self.rows.folds.of_row))[some]
        by_repeat = [{fold: self._of_fold(numbers[at]) for fold, at in folds.items()} for folds in places]
        return {
            name: replace(
                model,
                folds=Folds(tuple({fold: of[name] for fold, of in folds.items()} for folds in by_repeat)),
            )
            for name, model in plain.items()
        }

    def _of_fold(self, some: NDArray[np.intp]) -> dict[str, Model]:
        return self._without_folds({name: self._of(name).table(name, some) for name in self.rows.scores}, some)

    def _without_folds(self, tables: Mapping[str, ScoreTable], some: Any) -> dict[str, Model]:
        clustered = None if self.rows.clusters is None else self.rows.placed(tables, some)
        return {
            name: Model(
                name,
                table,
                FLAGGED if name in self.hard else DEFAULT_THRESHOLD,
                name in self.hard,
                self._of(name).amount_tables(name, some) if self.rows.amounts else {},
                None if clustered is None else clustered.of_model(name),
                Sampling(self.reading.design),
            )
            for name, table in tables.items()
        }

    def _of(self, name: str) -> Rows:
        # Predictions have no direction, whatever that of the scores.
        return replace(self.rows, lower_is_positive=False) if name in self.hard else self.rows


def _of_predictions(columns: Columns, reading: Reading) -> Evaluation:
    """Evaluate hard predictions of two classes: one point per model."""
    refuse_direction(reading)
    return _of_models(columns, reading, _hard_models(columns.roles, reading))


def refuse_direction(reading: Reading) -> None:
    """Refuse what has a meaning for scores only, where there are none."""
    if reading.lower_is_positive:
        raise BadCall("Hard predictions have no direction; leave out --lower-is-positive.")
    if reading.threshold is not None:
        raise BadCall("Hard predictions are one point with no threshold to move; leave out --threshold.")


def _hard_models(roles: Roles[Column], reading: Reading) -> dict[str, Column]:
    """Return predictions as scores of 1 and 0, by the name of the model."""
    return hard_scores(roles.label, roles.predicted, reading)


def words_for(read: Provenance) -> Words:
    """Use the labels themselves as words where they are words: "174 spam rows", but not "174 8 rows"."""
    plain = {"true", "false", "yes", "no", "y", "n", "t", "f", "+", "-"}
    if read.positive.lower() in plain or read.negative.lower() in plain or is_number(read.positive):
        return DEFAULT
    return Words(positive=read.positive, negative=read.negative)


def _of_classes(columns: Columns, reading: Reading) -> ClassEvaluation:
    require_classes(columns.roles, reading)
    given = as_numbers(columns.roles)
    complete = complete_rows(given.counted, columns.source, reading)
    weights = weights_in(given, reading, complete)
    dropped = left_out(complete, weights)
    if weights is not None:
        complete = complete.copy()
        complete[complete] = weights > 0
        weights = weights[weights > 0]
    roles = given.each(lambda column: column.keep(complete))
    declared = _declared(roles, reading)
    predicted, inferred = _predictions(roles, declared)
    matrix = _with_all(class_matrix(roles.label, predicted, weights), declared)
    _require_known_classes(roles.class_scores, matrix, roles.label.name)
    read = Provenance(
        source=columns.source,
        rows=len(roles.label),
        positive="",
        negative="",
        dropped=dropped,
        inferred=(*columns.inferred, *inferred),
        **named_in(roles.each(lambda column: column.name), reading),
    )
    return ClassEvaluation(read, matrix, _one_versus_rest(roles, weights, reading), reading.words or DEFAULT)


def require_classes(roles: Roles[Any], reading: Reading) -> None:
    """Refuse what has a meaning for two classes only."""
    if roles.cluster is not None:
        raise BadCall("Clusters need two classes; name the positive one with --positive (in Python: positive=).")
    if roles.fold:
        raise BadCall("Folds need two classes; name the positive one with --positive (in Python: positive=).")
    if roles.groups:
        raise BadCall("Groups need two classes; name the positive one with --positive (in Python: positive=).")
    if reading.positive is not None:
        raise BadCall("A score for every class leaves no class to name as the positive one; leave out --positive.")
    if reading.lower_is_positive:
        raise BadCall("The class with the highest score is the predicted one; leave out --lower-is-positive.")
    if len(roles.predicted) > 1:
        raise BadCall("With more than two classes, give one column of predictions at a time.")


def _declared(roles: Roles[Column], reading: Reading) -> list[str]:
    """Return the classes that were declared, of which labels, predictions and scores may be, and no others."""
    if not reading.classes:
        return []
    names = declared_names(roles.label, reading.classes)
    given = [(f"Column {roles.label.name!r} holds", present(roles.label))]
    given += [(f"Column {c.name!r} predicts", present(spelled_like(roles.label, c))) for c in roles.predicted.values()]
    given += [("A score was given for", dict.fromkeys(roles.class_scores, 0))]
    for what, found in given:
        for name in found:
            if name not in names:
                raise BadLabel(
                    f"{what} {name!r}, which is not among the classes {listed(names)}.{near_miss(name, names)}"
                )
    return names


def _with_all(matrix: ClassMatrix, declared: list[str]) -> ClassMatrix:
    """Return the matrix with the classes that were declared, in their order, those that never occur included."""
    if not declared:
        return matrix
    at = np.array([declared.index(name) for name in matrix.classes], dtype=np.intp)
    rows = np.zeros((len(declared), len(declared)), dtype=matrix.rows.dtype)
    rows[np.ix_(at, at)] = matrix.rows
    return ClassMatrix(tuple(declared), rows)


def _one_versus_rest(roles: Roles[Column], weights: NDArray[Any] | None, reading: Reading) -> dict[str, Model]:
    models = {}
    for name, column in roles.class_scores.items():
        is_of_class = read_labels(roles.label, name, reading.classes).is_positive
        table = ScoreTable.from_rows(is_of_class, column.values, weights, weights_are=reading.kind_of_weights)
        models[name] = Model(name, table, reading.threshold_of(name))
    return models


def _predictions(roles: Roles[Column], declared: list[str]) -> tuple[Column, tuple[str, ...]]:
    """Return the predicted class of each row: as given, or the one with the highest score."""
    if roles.predicted:
        return next(iter(roles.predicted.values())), ()
    scores = roles.class_scores
    lacking = [name for name in declared or class_names(roles.label) if name not in scores]
    if lacking:
        raise BadCall(
            f"Class {lacking[0]!r} has no score, so the likeliest class is not known; give a score for every class, "
            "or the predictions too."
        )
    codes = most_likely([column.values for column in scores.values()])
    said = "predictions: the class with the highest score of each row"
    return Column("the highest score", codes, tuple(scores)), (said,)


def _require_known_classes(scores: Mapping[str, Column], matrix: ClassMatrix, label: str) -> None:
    for name in scores:
        if name not in matrix.classes:
            raise BadLabel(
                f"A score was given for class {name!r}, but column {label!r} has no such label."
                f"{near_miss(name, list(matrix.classes))} A class that may be absent is declared with --classes (in "
                "Python: classes=)."
            )
