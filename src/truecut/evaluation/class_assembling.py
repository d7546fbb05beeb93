"""From columns in their roles to an evaluation of many classes: the rows, their matrix, each class against the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_counts import Importance, class_counts, class_names, positions
from truecut.catalogue.model import Model
from truecut.counting.class_rows import ClassRows, most_likely
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.data.columns import Column
from truecut.data.labels import declared_names
from truecut.data.predictions import present, spelled_like
from truecut.data.request import Reading, Roles
from truecut.data.rows import (
    Columns,
    Provenance,
    as_numbers,
    complete_rows,
    left_out,
    named_in,
    rows_by_group,
    weights_in,
)
from truecut.decisions.class_parts import groups_of_classes
from truecut.errors import BadCall, BadLabel, listed, near_miss
from truecut.evaluation.class_evaluation import ClassEvaluation
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.words import DEFAULT

HIGHEST_SCORE = "the highest score"
HIGHEST = "predictions: the class with the highest score of each row"


def classes_of_columns(columns: Columns, reading: Reading) -> ClassEvaluation:
    """Evaluate predictions of many classes, or a score for every class."""
    require_one_model(columns.roles)
    return next(iter(models_of_classes(columns, reading).values()))


def require_one_model(roles: Roles[Any]) -> None:
    """Refuse several models, of which one matrix cannot tell."""
    if len(roles.predicted) + len(roles.class_models) > 1:
        raise BadCall(
            "With more than two classes, evaluate one model at a time; `truecut compare` (in Python: tc.compare) takes "
            "several, and so does the page that `truecut report -o report.html` writes."
        )


@dataclass(frozen=True, eq=False)
class _OneModel:
    """The answers of one model to the rows, and its score for each class, where it gave any."""

    answers: Column
    scores: Mapping[str, Column]
    predicted: str = ""  # the column of its answers, where they were given


def models_of_classes(columns: Columns, reading: Reading) -> dict[str, ClassEvaluation]:
    """Evaluate each model on the same rows: those that have the scores and the predictions of all."""
    require_classes(columns.roles, reading)
    given = as_numbers(columns.roles)
    complete = complete_rows(given.counted, columns.source, reading)
    weights = weights_in(given, reading, complete)
    dropped = left_out(complete, weights)
    if weights is not None:
        # A row that counts for nothing must not make a class of its own.
        complete = complete.copy()
        complete[complete] = weights > 0
        weights = weights[weights > 0]
    roles = given.each(lambda column: column.keep(complete))
    declared = declared_classes(roles, reading)
    models, inferred = _models(roles, declared)
    names = classes_among(roles, declared, {name: model.answers for name, model in models.items()})
    read = Provenance(
        source=columns.source,
        rows=len(roles.label),
        positive="",
        negative="",
        dropped=dropped,
        inferred=(*columns.inferred, *inferred),
        **named_in(roles.each(lambda column: column.name), reading),
    )
    kind = Weights.NONE if weights is None else reading.kind_of_weights
    groups = rows_by_group(given.of("groups"), roles.of("groups"), weights)
    found = {}
    for name, model in models.items():
        counted = class_counts(roles.label, model.answers, weights, names, is_ordered=bool(reading.classes))
        truth, answers = positions(roles.label, names), positions(model.answers, names)
        own = tuple(column.name for column in model.scores.values()) if roles.class_models else read.scores
        whole = ClassEvaluation(
            replace(read, predicted=(model.predicted,) if model.predicted else (), scores=own),
            ClassMatrix.of_counts(counted, _importance(truth, answers, weights, kind, len(names))),
            _one_versus_rest(roles.label, model.scores, weights, reading),
            reading.words or DEFAULT,
            ClassRows(names, truth, answers, _scores(model.scores, names), weights, kind),
        )
        own_scores = {of: column.values for of, column in model.scores.items()}
        found[name] = groups_of_classes(whole, own_scores, groups) if groups else whole
    return found


def _importance(
    truth: NDArray[np.intp], answers: NDArray[np.intp], weights: NDArray[Any] | None, kind: Weights, classes: int
) -> Importance | None:
    if weights is None or kind != Weights.IMPORTANCE:
        return None
    return Importance.of_rows(truth, answers, weights.astype(float) ** 2, classes)


def classes_among(roles: Roles[Column], declared: Sequence[str], answers: Mapping[str, Column]) -> tuple[str, ...]:
    """Return the classes: as declared, or else as they occur; a score of a class that there is not is refused."""
    names = tuple(declared or class_names(roles.label, *answers.values()))
    for scores in (roles.class_scores, *roles.class_models.values()):
        _require_known_classes(scores, names, roles.label.name)
    return names


def require_classes(roles: Roles[Any], reading: Reading) -> None:
    """Refuse what has a meaning for two classes only."""
    for what, given in (("Clusters", roles.cluster is not None), ("Folds", roles.fold)):
        if given:
            raise BadCall(f"{what} need two classes; name the positive one with --positive (in Python: positive=).")
    if reading.design != "cohort":
        raise BadCall(
            "How often rows of many classes were sampled is stated class by class, with --sampled or --prevalence (in "
            "Python: sampled=, prevalence=); leave out the design."
        )
    if reading.lower_is_positive:
        raise BadCall("The class with the highest score is the predicted one; leave out --lower-is-positive.")


def _refuse_non_classes(column: Column) -> None:
    """Infinities are no classes, whatever column they stand in; what is missing was left out or refused before."""
    if column.words is None and column.values.dtype.kind == "f" and np.isinf(column.values).any():
        rows = np.flatnonzero(np.isinf(column.values))
        raise BadLabel(
            f"Column {column.name!r} holds {column.values[rows[0]]:g} (in row {rows[0] + 1:,}), which is no class; if "
            "these are scores, name the column with --score (in Python: score=)."
        )


def declared_classes(roles: Roles[Column], reading: Reading) -> list[str]:
    """Return the classes that were declared, of which labels, predictions and scores may be, and no others."""
    for column in (roles.label, *roles.predicted.values()):
        _refuse_non_classes(column)
    if not reading.classes:
        return []
    names = declared_names(roles.label, reading.classes)
    given = [(f"Column {roles.label.name!r} holds", present(roles.label))]
    given += [(f"Column {c.name!r} predicts", present(spelled_like(roles.label, c))) for c in roles.predicted.values()]
    for scores in (roles.class_scores, *roles.class_models.values()):
        given += [("A score was given for", dict.fromkeys(scores, 0))]
    for what, found in given:
        for name in found:
            if name not in names:
                raise BadLabel(
                    f"{what} {name!r}, which is not among the classes {listed(names)}.{near_miss(name, names)}"
                )
    return names


def require_every_score(scores: Mapping[str, Column], label: Column, declared: Sequence[str], model: str = "") -> None:
    """Refuse classes without a score where the answer is the class with the highest one."""
    lacking = [name for name in declared or class_names(label) if name not in scores]
    if lacking:
        of = f" of {model!r}" if model else ""
        raise BadCall(
            f"Class {lacking[0]!r} has no score{of}, so the likeliest class is not known; give a score for every class"
            f"{'.' if model else ', or the predictions too.'}"
        )


def _models(roles: Roles[Column], declared: Sequence[str]) -> tuple[dict[str, _OneModel], tuple[str, ...]]:
    """Return the models by name: with the answers that were given, or else the class with the highest score.

    Predictions beside the scores of a model without a name are its answers; beside models with names they are others.
    """
    predicted = {name: spelled_like(roles.label, column) for name, column in roles.predicted.items()}
    if not roles.class_models:
        given = {name: _OneModel(column, roles.class_scores, name) for name, column in predicted.items()}
        return (given, ()) if given else ({HIGHEST_SCORE: _likeliest(roles, roles.class_scores, declared)}, (HIGHEST,))
    found = {name: _likeliest(roles, scores, declared, name) for name, scores in roles.class_models.items()}
    return {**found, **{name: _OneModel(column, {}, name) for name, column in predicted.items()}}, (HIGHEST,)


def _likeliest(
    roles: Roles[Column], scores: Mapping[str, Column], declared: Sequence[str], model: str = ""
) -> _OneModel:
    require_every_score(scores, roles.label, declared, model)
    codes = most_likely(np.column_stack([column.values for column in scores.values()]))
    return _OneModel(Column(HIGHEST_SCORE, codes, tuple(scores)), scores)


def _scores(scores: Mapping[str, Column], names: tuple[str, ...]) -> NDArray[Any] | None:
    """Return the scores of all classes by row; None if a class has none."""
    if any(name not in scores for name in names):
        return None
    return np.column_stack([scores[name].values for name in names]).astype(float)


def _one_versus_rest(
    label: Column, scores: Mapping[str, Column], weights: NDArray[Any] | None, reading: Reading
) -> dict[str, Model]:
    models = {}
    labels = positions(label, known := class_names(label))
    for name, column in scores.items():
        # A class that was declared and has no row: all rows are of the others.
        is_of_class = labels == known.index(name) if name in known else np.zeros(len(labels), dtype=bool)
        table = ScoreTable.from_rows(is_of_class, column.values, weights, weights_are=reading.kind_of_weights)
        models[name] = Model(name, table, reading.threshold_of(name))
    return models


def _require_known_classes(scores: Mapping[str, Column], names: tuple[str, ...], label: str) -> None:
    for name in scores:
        if name not in names:
            raise BadLabel(
                f"A score was given for class {name!r}, but column {label!r} has no such label."
                f"{near_miss(name, list(names))} A class that may be absent is declared with --classes (in "
                "Python: classes=)."
            )
