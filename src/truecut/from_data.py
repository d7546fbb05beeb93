"""evaluate() and confusion(): from whatever holds labels and scores to an evaluation.

The whole path is on this page, and only this page chooses how data is read:
source -> columns -> rows -> score tables -> models.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from truecut.columns import Column, Source
from truecut.errors import BadCall, BadLabel, BadWeight, InputError, listed, near_miss
from truecut.evaluation import ClassEvaluation, Evaluation
from truecut.labels import distinct, read_labels, shown
from truecut.matrix import ClassMatrix, class_matrix, class_names, most_likely
from truecut.model import DEFAULT_THRESHOLD, FLAGGED, Model
from truecut.point import Point
from truecut.rows import (
    Missing,
    Read,
    complete_rows,
    is_number,
    left_out,
    numeric,
    require_equal_length,
    rows_of,
    weights_of,
)
from truecut.table import ScoreTable, Weights
from truecut.words import DEFAULT, Words

Choice = TypeVar("Choice", bound=StrEnum)


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


def evaluate(
    data: Any,
    scores: Any = None,
    *,
    label: str | None = None,
    score: str | Sequence[str] = (),
    predicted: str | Sequence[str] = (),
    class_scores: Mapping[str, Any] | None = None,
    weight: Any = None,
    group: Any = (),
    positive: object = None,
    lower_is_positive: bool = False,
    weights_are: Weights | str = Weights.IMPORTANCE,
    missing: Missing | str = Missing.ERROR,
    threshold: float = DEFAULT_THRESHOLD,
    words: Words | None = None,
) -> Evaluation | ClassEvaluation:
    """Evaluate models from arrays, a table, files, or a score table that was counted before.

    With `scores` (an array, or several by model name), `data` is the labels, and `weight` and `group` are
    arrays. Otherwise `data` is a table or the path of a file, and the others are names of columns.

    >>> evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]).metric("recall").value
    1.0
    """
    options = Options(
        positive,
        lower_is_positive,
        _one_of((Weights.IMPORTANCE, Weights.REPEATED), weights_are, "weights_are"),
        _one_of(tuple(Missing), missing, "missing"),
        _threshold(threshold),
        words,
    )
    scored, guessed = _several(score), _several(predicted)
    by_class = {shown(name): column for name, column in (class_scores or {}).items()}
    if isinstance(data, ScoreTable):
        return _of_table(data, options)
    if scores is None:
        names = _Names(label, scored, guessed, by_class, weight, _several(group))
        return evaluate_columns(_columns_of_source(source_of(data), names), options)
    if label is not None or scored or guessed or by_class:
        raise BadCall("With arrays there are no columns to name; leave out label, score, predicted and class_scores.")
    return evaluate_columns(_columns_of_arrays(data, scores, weight, group), options)


def confusion(
    labels: Any, predictions: Any, *, positive: object = None, weights: Any = None, missing: Missing | str = "error"
) -> Point | ClassMatrix:
    """Count hard predictions: the point of two classes, or the matrix of more.

    >>> confusion([1, 0, 1, 1], [1, 0, 0, 1]).counts
    Counts(tp=2, fp=0, fn=1, tn=1)
    """
    from truecut.engines.frames import column_from_values

    columns = Columns(
        "the arrays",
        column_from_values("labels", labels),
        predicted={"predictions": column_from_values("predictions", predictions)},
        weight=None if weights is None else column_from_values("weights", weights),
    )
    result = evaluate_columns(columns, Options(positive, missing=_one_of(tuple(Missing), missing, "missing")))
    return result.matrix if isinstance(result, ClassEvaluation) else result.model.point


def evaluate_columns(columns: Columns, options: Options) -> Evaluation | ClassEvaluation:
    """Evaluate columns whose roles are known."""
    if columns.scores and (columns.predicted or columns.class_scores):
        raise BadCall("Give one score per model, predictions, or a score for every class; they do not go together.")
    for predicted in columns.predicted.values():
        _refuse_scores(columns.label, predicted)
    if columns.class_scores:
        return _of_classes(columns, options)
    if columns.predicted:
        first = next(iter(columns.predicted.values()))
        known, guessed = _present(columns.label), _present(_like(columns.label, first))
        if len(known | guessed) > 2 and options.positive is None:
            _require_common_labels(columns.label, known, first, guessed)
            return _of_classes(columns, options)
        return _of_models(_hard_scores(columns, options), options, is_hard=True)
    return _of_models(columns, options)


def source_of(data: Any) -> Source:
    """Return what reads this: files for paths, otherwise a table in memory."""
    from truecut.engines.frames import from_frame

    if isinstance(data, str | Path):
        data = [data]
    if isinstance(data, Sequence) and data and all(isinstance(path, str | Path) for path in data):
        from truecut.engines.files import open_files

        return open_files([str(path) for path in data])
    if hasattr(data, "column_names") and hasattr(data, "read"):
        source: Source = data
        return source
    frame = from_frame(data)
    if frame is None:
        raise BadCall(
            f"A value of type {type(data).__name__} alone cannot be evaluated; pass labels and scores, a table, or the "
            "path of a file."
        )
    return frame


def _of_models(columns: Columns, options: Options, *, is_hard: bool = False) -> Evaluation:
    if not columns.scores:
        raise BadCall("No scores were given.")
    rows = rows_of(
        columns.label,
        columns.scores,
        source=columns.source,
        positive=options.positive,
        weight=columns.weight,
        weights_are=options.weights_are,
        groups=columns.groups,
        lower_is_positive=options.lower_is_positive,
        missing=options.missing,
        inferred=columns.inferred,
    )
    read = replace(rows.read, scores=(), predicted=tuple(columns.scores)) if is_hard else rows.read
    threshold = FLAGGED if is_hard else options.threshold

    def models(tables: Mapping[str, ScoreTable]) -> dict[str, Model]:
        return {name: Model(name, table, threshold, is_hard) for name, table in tables.items()}

    return Evaluation(
        read,
        models(rows.tables()),
        {group: models(tables) for group, tables in rows.group_tables().items()},
        (options.words or DEFAULT).over(words_for(read)),
    )


def _of_table(table: ScoreTable, options: Options) -> Evaluation:
    read = Read(
        source="a score table",
        rows=table.rows,
        positive=DEFAULT.positive if options.positive is None else shown(options.positive),
        negative=DEFAULT.negative,
        lower_is_positive=table.lower_is_positive,
        weights_are=table.weights,
    )
    return Evaluation(read, {"scores": Model("scores", table, options.threshold)}, words=options.words or DEFAULT)


def words_for(read: Read) -> Words:
    """Use the labels themselves as words where they are words: "174 spam rows", but not "174 8 rows"."""
    plain = {"true", "false", "yes", "no", "y", "n", "t", "f", "+", "-"}
    if read.positive.lower() in plain or read.negative.lower() in plain or is_number(read.positive):
        return DEFAULT
    return Words(positive=read.positive, negative=read.negative)


def _hard_scores(columns: Columns, options: Options) -> Columns:
    """Return the columns with each prediction as a score of 1 (positive) or 0."""
    if options.lower_is_positive:
        raise BadCall("Hard predictions have no direction; leave out --lower-is-positive.")
    if options.threshold != DEFAULT_THRESHOLD:
        raise BadCall("Hard predictions are one point with no threshold to move; leave out --threshold.")
    positive = read_labels(_without_missing(columns.label), options.positive).positive
    known = _present(columns.label)
    scores = {}
    for model, column in columns.predicted.items():
        predicted = _like(columns.label, column)
        for name in _present(predicted):
            if name not in known and len(known) > 1:
                raise BadLabel(
                    f"Column {column.name!r} predicts {name!r}, which is not among the labels of "
                    f"{columns.label.name!r}.{near_miss(name, list(known))}"
                )
        flagged = np.array([name == positive for name in predicted.words or ()] or [False])
        scores[model] = Column(column.name, flagged[predicted.values].astype(float), None, predicted.missing)
    return replace(columns, scores=scores, predicted={})


def _of_classes(columns: Columns, options: Options) -> ClassEvaluation:
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
    weights = weights_of(weight, options.weights_are, complete)
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
    read = Read(
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


@dataclass(frozen=True)
class _Names:
    label: str | None
    scores: tuple[str, ...]
    predicted: tuple[str, ...]
    class_scores: Mapping[str, str]
    weight: str | None
    groups: tuple[str, ...]


def _columns_of_source(source: Source, names: _Names) -> Columns:
    from truecut.engines.roles import find_roles

    others = [*names.groups, *names.class_scores.values(), *([names.weight] if names.weight else [])]
    known_predictions = names.predicted or tuple(names.class_scores.values())
    roles = find_roles(source, label=names.label, scores=names.scores, predicted=known_predictions, others=others)
    wanted = dict.fromkeys([roles.label, *roles.scores, *names.predicted, *others])
    read = source.read(tuple(wanted))
    return Columns(
        source.name,
        read[roles.label],
        {name: read[name] for name in roles.scores},
        {name: read[name] for name in names.predicted},
        {class_name: read[name] for class_name, name in names.class_scores.items()},
        read[names.weight] if names.weight else None,
        [read[name] for name in names.groups],
        roles.inferred,
    )


def _columns_of_arrays(labels: Any, scores: Any, weights: Any, groups: Any) -> Columns:
    from truecut.engines.frames import column_from_values

    models = scores if isinstance(scores, Mapping) else {"scores": scores}
    is_given = not (isinstance(groups, tuple) and not groups) and groups is not None
    return Columns(
        "the arrays",
        column_from_values("labels", labels),
        {str(name): column_from_values(str(name), values) for name, values in models.items()},
        weight=None if weights is None else column_from_values("weights", weights),
        groups=[column_from_values("groups", groups)] if is_given else (),
    )


def _several(names: str | Sequence[str] | None) -> tuple[str, ...]:
    if names is None:
        return ()
    return (names,) if isinstance(names, str) else tuple(names)


def _one_of(choices: Sequence[Choice], given: str, name: str) -> Choice:
    for choice in choices:
        if choice == given:
            return choice
    raise BadCall(f"{name} must be {' or '.join(repr(choice.value) for choice in choices)}, not {given!r}.")


def _threshold(given: Any) -> float:
    if isinstance(given, int):
        return given  # a whole number stays exact at any size
    try:
        return float(given)
    except (TypeError, ValueError):
        raise BadCall(f"A threshold must be a number, not {given!r}.") from None


def _without_missing(column: Column) -> Column:
    missing = column.is_missing
    return column.keep(~missing) if missing.any() else column


def _present(column: Column) -> dict[str, int]:
    return distinct(_without_missing(column))


def _refuse_scores(label: Column, predicted: Column) -> None:
    """Refuse fractions that are no labels: scores given as predictions would become a class each."""
    if predicted.words is not None or predicted.values.dtype.kind != "f":
        return
    values = predicted.values[~predicted.is_missing]
    known = _present(label)
    for value in np.unique(values[values != np.floor(values)]):
        if shown(value) not in known:
            raise BadLabel(
                f"Column {predicted.name!r} holds {shown(value)}, which is no label of {label.name!r}; if these are "
                "scores, name the column with --score (in Python: score=)."
            )


def _require_common_labels(label: Column, known: dict[str, int], predicted: Column, guessed: dict[str, int]) -> None:
    if not known.keys() & guessed.keys():
        raise BadLabel(
            f"No prediction in column {predicted.name!r} is a label of {label.name!r}: the one holds "
            f"{listed(guessed, most=5)}, the other {listed(known, most=5)}."
        )


def _like(label: Column, predicted: Column) -> Column:
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
