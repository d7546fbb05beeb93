"""From columns in their roles to an evaluation: rows, score tables, models.

Models of two classes, some of which may give hard predictions, are made here; more classes in `class_assembling`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.design import Sampling
from truecut.catalogue.folds import Folds
from truecut.catalogue.model import DEFAULT_THRESHOLD, FLAGGED, Model
from truecut.counting.score_table import ScoreTable
from truecut.data.columns import Column
from truecut.data.labels import as_spelled, shown
from truecut.data.predictions import are_many_classes, hard_scores, refuse_scores, require_common_labels
from truecut.data.request import Reading, Roles
from truecut.data.rows import (
    Columns,
    Provenance,
    Rows,
    is_number,
    rows_of,
)
from truecut.errors import BadCall, listed, near_miss
from truecut.evaluation import Evaluation
from truecut.words import DEFAULT, Words

if TYPE_CHECKING:
    from truecut.evaluation.class_evaluation import ClassEvaluation

NONE: Mapping[str, Column] = MappingProxyType({})


def evaluate_columns(columns: Columns, reading: Reading) -> Evaluation | ClassEvaluation:
    """Evaluate columns whose roles are known."""
    require_one_role_each(columns.roles)
    columns = spelled_columns(columns)
    roles = columns.roles
    has_scores = bool(roles.class_scores or roles.class_models)
    if has_scores and reading.positive is not None:
        # Predictions beside a model without a name are its own answers, which its score of one class replaces.
        others = _hard_models(roles, reading) if roles.class_models and roles.predicted else NONE
        return _of_models(_one_of_classes(columns, reading), reading, others)
    if has_scores:
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


def _of_classes(columns: Columns, reading: Reading) -> ClassEvaluation:
    from truecut.evaluation.class_assembling import classes_of_columns

    return classes_of_columns(columns, reading)


def require_one_role_each(roles: Roles[Any]) -> None:
    """Refuse models that are given in two ways."""
    if roles.scores and (roles.class_scores or roles.class_models):
        raise BadCall("Give one score per model or a score for every class; they do not go together.")
    for name in roles.predicted:
        if name in roles.scores:
            raise BadCall(f"Column {name!r} is named both as scores and as predictions; it can be one of the two.")
        if name in roles.class_models:
            raise BadCall(f"Two models are called {name!r}; give the one with class scores another name.")


def is_of_many_classes(columns: Columns, reading: Reading) -> bool:
    """Say whether several models predict more than two classes."""
    roles = _as_spelled(columns.roles)
    if roles.class_models:
        return reading.positive is None and len(roles.class_models) + len(roles.predicted) > 1
    if len(roles.predicted) < 2 or roles.scores or roles.class_scores:
        return False
    return any(are_many_classes(roles.label, predicted, reading) for predicted in roles.predicted.values())


def spelled_columns(columns: Columns) -> Columns:
    """Return columns with labels and predictions as what they spell; scores given as predictions are refused."""
    columns = replace(columns, roles=_as_spelled(columns.roles))
    for predicted in columns.roles.predicted.values():
        refuse_scores(columns.roles.label, predicted)
    return columns


def _one_of_classes(columns: Columns, reading: Reading) -> Columns:
    """Return the score of the one class that was named as positive, which is then told from all others."""
    scores, models = columns.roles.class_scores, columns.roles.class_models
    own = {name: of[scored_class(of, reading)] for name, of in models.items()}
    if not models:
        name = scored_class(scores, reading)
        own = {name: scores[name]}
    return replace(columns, roles=replace(columns.roles, scores=own, class_scores={}, class_models={}, predicted={}))


def scored_class(scores: Mapping[str, Any], reading: Reading) -> str:
    """Return the class that was named as positive, if there is a score of it."""
    name = shown(reading.positive)
    if name not in scores:
        raise BadCall(f"positive={name!r} has no score among {listed(scores)}.{near_miss(name, list(scores))}")
    return name


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
        # Called when a comparison first asks, since a place for each row and model takes memory.
        partial(rows.compared, {name: model.table for name, model in by_model.items()}) if len(by_model) > 1 else None,
        rows if rows.are_numbered else None,
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
        places, number = self.rows.folds.parts(some), max(map(len, self.rows.folds.names))
        numbers = np.arange(len(self.rows.folds.of_row))[some]
        by_repeat = [{fold: self._of_fold(numbers[at]) for fold, at in folds.items()} for folds in places]
        return {
            name: replace(
                model,
                folds=Folds(tuple({fold: of[name] for fold, of in folds.items()} for folds in by_repeat), number),
            )
            for name, model in plain.items()
        }

    def _of_fold(self, some: NDArray[np.intp]) -> dict[str, Model]:
        return self._without_folds({name: self._of(name).table(name, some) for name in self.rows.scores}, some)

    def _without_folds(self, tables: Mapping[str, ScoreTable], some: Any) -> dict[str, Model]:
        # A table forgets which rows share a cluster, and what is known of clustered rows must not.
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
