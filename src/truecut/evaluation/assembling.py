"""From columns in their roles to an evaluation: rows, score tables, models.

Two ways: models of two classes, some of which may give hard predictions, and one matrix of more than two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from types import MappingProxyType
from typing import Any

from truecut.catalogue.class_matrix import ClassMatrix, class_matrix, class_names, most_likely
from truecut.catalogue.model import DEFAULT_THRESHOLD, FLAGGED, Design, Model
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.data.columns import Column
from truecut.data.labels import read_labels
from truecut.data.predictions import hard_scores, present, refuse_scores, require_common_labels, spelled_like
from truecut.data.rows import (
    Missing,
    Provenance,
    complete_rows,
    is_number,
    left_out,
    numeric,
    require_equal_length,
    rows_of,
    weights_of,
)
from truecut.errors import BadCall, BadLabel, BadWeight, InputError, near_miss
from truecut.evaluation import Evaluation
from truecut.evaluation.class_evaluation import ClassEvaluation
from truecut.words import DEFAULT, Words

NONE: Mapping[str, Column] = MappingProxyType({})


@dataclass(frozen=True, eq=False)
class Columns:
    """The columns in their roles."""

    source: str
    label: Column
    scores: Mapping[str, Column] = field(default_factory=dict)
    predicted: Mapping[str, Column] = field(default_factory=dict)
    class_scores: Mapping[str, Column] = field(default_factory=dict)
    weight: Column | None = None
    groups: Sequence[Column] = ()
    amounts: Sequence[Column] = ()
    cluster: Column | None = None
    inferred: tuple[str, ...] = ()


@dataclass(frozen=True)
class Options:
    """How the columns are to be read."""

    positive: object = None
    lower_is_positive: bool = False
    weights_are: Weights = Weights.IMPORTANCE
    missing: Missing = Missing.ERROR
    threshold: float = DEFAULT_THRESHOLD
    words: Words | None = None
    design: Design = Design.COHORT


def evaluate_columns(columns: Columns, options: Options) -> Evaluation | ClassEvaluation:
    """Evaluate columns whose roles are known."""
    if columns.scores and columns.class_scores:
        raise BadCall("Give one score per model or a score for every class; they do not go together.")
    for name in columns.predicted:
        if name in columns.scores:
            raise BadCall(f"Column {name!r} is named both as scores and as predictions; it can be one of the two.")
    for predicted in columns.predicted.values():
        refuse_scores(columns.label, predicted)
    if columns.class_scores:
        return _of_classes(columns, options)
    if not columns.predicted:
        return _of_models(columns, options)
    if columns.scores:
        return _of_models(columns, options, _hard_models(columns, options))
    first = next(iter(columns.predicted.values()))
    classes = present(columns.label) | present(spelled_like(columns.label, first))
    if len(classes) > 2 and options.positive is None:
        require_common_labels(columns.label, first)
        return _of_classes(columns, options)
    return _of_predictions(columns, options)


def _of_models(columns: Columns, options: Options, hard: Mapping[str, Column] = NONE) -> Evaluation:
    """Evaluate scores, and beside them hard predictions that were turned into scores: one point per model."""
    if not columns.scores and not hard:
        raise BadCall("No scores were given.")
    rows = rows_of(
        columns.label,
        {**columns.scores, **hard},
        source=columns.source,
        positive=options.positive,
        weight=columns.weight,
        weights_are=options.weights_are,
        groups=columns.groups,
        amounts=columns.amounts,
        cluster=columns.cluster,
        lower_is_positive=options.lower_is_positive,
        missing=options.missing,
        inferred=columns.inferred,
    )
    read = replace(rows.read, scores=tuple(columns.scores), predicted=tuple(hard))
    upright = replace(rows, lower_is_positive=False)  # predictions have no direction, whatever that of the scores
    counted = {name: upright if name in hard else rows for name in rows.scores}

    def models(some: Any = slice(None)) -> dict[str, Model]:
        tables = {name: counted[name].table(name, some) for name in counted}
        clustered = None if rows.clusters is None else rows.placed(tables, some)
        return {
            name: Model(
                name,
                table,
                FLAGGED if name in hard else options.threshold,
                name in hard,
                counted[name].amount_tables(name, some),
                None if clustered is None else clustered.of_model(name),
                options.design,
            )
            for name, table in tables.items()
        }

    by_model = models()

    return Evaluation(
        read,
        by_model,
        {group: models(some) for group, some in rows.groups.items()},
        (options.words or DEFAULT).over(words_for(read)),
        partial(rows.placed, {name: model.table for name, model in by_model.items()}) if len(by_model) > 1 else None,
    )


def _of_predictions(columns: Columns, options: Options) -> Evaluation:
    """Evaluate hard predictions of two classes: one point per model."""
    if options.lower_is_positive:
        raise BadCall("Hard predictions have no direction; leave out --lower-is-positive.")
    if options.threshold != DEFAULT_THRESHOLD:
        raise BadCall("Hard predictions are one point with no threshold to move; leave out --threshold.")
    return _of_models(columns, options, _hard_models(columns, options))


def _hard_models(columns: Columns, options: Options) -> dict[str, Column]:
    """Return predictions as scores of 1 and 0, by the name of the model."""
    return hard_scores(columns.label, columns.predicted, options.positive)


def words_for(read: Provenance) -> Words:
    """Use the labels themselves as words where they are words: "174 spam rows", but not "174 8 rows"."""
    plain = {"true", "false", "yes", "no", "y", "n", "t", "f", "+", "-"}
    if read.positive.lower() in plain or read.negative.lower() in plain or is_number(read.positive):
        return DEFAULT
    return Words(positive=read.positive, negative=read.negative)


def _of_classes(columns: Columns, options: Options) -> ClassEvaluation:
    if columns.cluster is not None:
        raise BadCall("Clusters need two classes; name the positive one with --positive (in Python: positive=).")
    if columns.groups:
        raise BadCall("Groups need two classes; name the positive one with --positive (in Python: positive=).")
    if options.positive is not None:
        raise BadCall("A score for every class leaves no class to name as the positive one; leave out --positive.")
    if options.lower_is_positive:
        raise BadCall("The class with the highest score is the predicted one; leave out --lower-is-positive.")
    if len(columns.predicted) > 1:
        raise BadCall("With more than two classes, give one column of predictions at a time.")
    scores = {name: numeric(column) for name, column in columns.class_scores.items()}
    given = [columns.label, *columns.predicted.values(), *scores.values()]
    weight = None if columns.weight is None else numeric(columns.weight, BadWeight)
    used = given if weight is None else [*given, weight]
    require_equal_length(used)
    if not len(columns.label):
        raise InputError(f"There are no rows in {columns.source}.")
    complete = complete_rows(used, options.missing)
    weights = None if weight is None else weights_of(weight, options.weights_are, complete)
    dropped = left_out(complete, weights)
    counted = complete
    if weights is not None:
        counted = complete.copy()
        counted[complete] = weights > 0
        weights = weights[weights > 0]
    label = columns.label.keep(counted)
    kept = {name: column.keep(counted) for name, column in scores.items()}
    predicted, inferred = _predictions(columns, label, kept, counted)
    matrix = class_matrix(label, predicted, weights)
    _require_known_classes(kept, matrix, label.name)
    read = Provenance(
        source=columns.source,
        rows=len(label),
        positive="",
        negative="",
        label=label.name,
        scores=tuple(column.name for column in columns.class_scores.values()),
        predicted=tuple(columns.predicted),
        weight="" if weight is None else weight.name,
        weights_are=Weights.NONE if weight is None else options.weights_are,
        dropped=dropped,
        inferred=(*columns.inferred, *inferred),
    )
    tables = {
        name: ScoreTable.from_rows(
            read_labels(label, name).is_positive, column.values, weights, weights_are=options.weights_are
        )
        for name, column in kept.items()
    }
    models = {name: Model(name, table, options.threshold) for name, table in tables.items()}
    return ClassEvaluation(read, matrix, models, options.words or DEFAULT)


def _predictions(
    columns: Columns, label: Column, scores: Mapping[str, Column], complete: Any
) -> tuple[Column, tuple[str, ...]]:
    """Return the predicted class of each row: as given, or the one with the highest score."""
    if columns.predicted:
        return next(iter(columns.predicted.values())).keep(complete), ()
    lacking = [name for name in class_names(label) if name not in scores]
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
                f"{near_miss(name, list(matrix.classes))}"
            )
