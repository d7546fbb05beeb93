"""Which column is the label and which are the scores, where nobody said.

A role is inferred only where there is no doubt, and every inference is said in a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np

from truecut.data.columns import Column, Source
from truecut.data.labels import as_spelled
from truecut.data.predictions import present, spelled_like
from truecut.data.request import Roles
from truecut.errors import InputError, MissingColumn, listed

LABEL_NAMES = frozenset(
    {"label", "labels", "y", "y_true", "target", "targets", "truth", "ground_truth", "actual", "actuals"}
    | {"class", "outcome", "true_label", "true_labels", "label_true", "true_class"}
)
SCORE_NAMES = frozenset(
    {"score", "scores", "p", "prob", "probs", "probability", "probabilities", "proba", "y_score", "y_scores"}
    | {"y_prob", "y_proba", "prediction_score", "predicted_probability", "pred_proba", "pred_prob"}
)
PREDICTED_NAMES = frozenset(
    {"y_pred", "pred", "preds", "predicted", "prediction", "predictions", "y_hat", "yhat"}
    | {"predicted_label", "predicted_labels", "predicted_class", "pred_label", "pred_class"}
)
HEAD = 1000
AT_ONCE = 16  # columns held in memory together while looking for a role


@dataclass(frozen=True)
class FoundRoles:
    """The columns by what they are for, and a sentence for each that was inferred."""

    roles: Roles[str]
    inferred: tuple[str, ...] = ()


def find_roles(source: Source, asked: Roles[str]) -> FoundRoles:
    """Say which column is the label and which are scores, where nobody said; columns in other roles are neither.

    Scores are not looked for when there are predicted labels.

    >>> from truecut.readers.frames import from_frame
    >>> find_roles(from_frame({"y": [0, 1, 1], "p": [0.2, 0.9, 0.4]}), Roles()).inferred
    ("label: column 'y', by its name", "score: column 'p', by its name")
    """
    for name in asked.all:
        if name not in source.column_names:
            raise MissingColumn(name, source.column_names, source.name)
    inferred = []
    if not asked.label:
        label, why = _find_label(source, taken=asked.taken)
        asked = replace(asked, label=label)
        inferred.append(f"label: column {label!r}, {why}")
    if not (asked.scores or asked.predicted or asked.class_scores or asked.class_models):
        role, names, why = _find_models(source, asked)
        models = dict(zip(names, names, strict=True))
        asked = replace(asked, scores=models) if role == "scores" else replace(asked, predicted=models)
        noun = {"scores": "score", "predicted": "hard predictions"}[role]
        column = "column" if len(names) == 1 else "columns"
        inferred.append(f"{noun}{'s' if noun == 'score' and len(names) > 1 else ''}: {column} {listed(names)}, {why}")
    for name in asked.fold:
        if name in (asked.label, *asked.scores, *asked.predicted, *asked.of("class_scores"), *asked.of("class_models")):
            raise InputError(
                f"Column {name!r} holds labels or scores, so it cannot name folds; name the column that says which "
                "rows were left out together with --fold (in Python: fold=)."
            )
    return FoundRoles(asked, tuple(inferred))


def _find_label(source: Source, taken: Sequence[str]) -> tuple[str, str]:
    free = [name for name in source.column_names if name not in taken]
    by_name = [name for name in free if name.strip().lower() in LABEL_NAMES]
    if len(by_name) == 1:
        return by_name[0], "by its name"
    others = [name for name in free if not _is_named_so(name)]
    by_value = [column.name for column in _columns(source, others) if _holds_two_labels(column)]
    if len(by_value) == 1:
        return by_value[0], "the only one that holds two labels"
    doubt = f"{listed(by_value)} could all be" if by_value else "none of its columns holds two labels to be"
    raise InputError(
        f"Which column of {source.name} is the label? {doubt[:1].upper()}{doubt[1:]} it;"
        f" say it with --label (in Python: label=). Its columns are {listed(source.column_names)}."
    )


def _find_models(source: Source, asked: Roles[str]) -> tuple[str, tuple[str, ...], str]:
    """Return whether the models give scores or hard predictions, in which columns, and why."""
    free = [name for name in source.column_names if name != asked.label and name not in asked.taken]
    by_name = tuple(name for name in free if name.strip().lower() in SCORE_NAMES)
    if by_name:
        return "scores", by_name, "by its name" if len(by_name) == 1 else "by their names"
    floats, hard = _floats_and_predictions(source, asked.label, free)
    if floats:
        reason = "the only one" if len(floats) == 1 else "the ones"
        return "scores", floats, f"{reason} with decimal numbers"
    named_so = tuple(name for name in hard if _is_named_so(name))
    if named_so:
        return "predicted", named_so, f"by {'its name' if len(named_so) == 1 else 'their names'} and the labels in it"
    if len(hard) == 1:
        return "predicted", hard, f"the only one that holds the labels of {asked.label!r}"
    if len(free) == 1:
        return "scores", (free[0],), "the only column left"
    raise InputError(
        f"Which column of {source.name} holds the scores? No column left holds decimal numbers;"
        " say it with --score (in Python: score=), and hard predictions with --predicted (in Python: predicted=)."
        f" Its columns are {listed(source.column_names)}."
    )


def _floats_and_predictions(source: Source, label: str, free: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the columns of decimal numbers, and those that hold the two labels and nothing else."""
    floats, hard = [], []
    labels: Column | None = None
    for column in _columns(source, free):
        if _may_be_predictions(column):
            labels = labels or as_spelled(source.read((label,), (label,))[label])
            known, found = present(labels).keys(), present(spelled_like(labels, as_spelled(column))).keys()
            if found == known or (found < known and _is_named_so(column.name)):
                hard.append(column.name)
                continue
        if _is_float(column):
            floats.append(column.name)
    return tuple(floats), tuple(hard)


def _is_named_so(name: str) -> bool:
    return name.strip().lower() in PREDICTED_NAMES


def _may_be_predictions(column: Column) -> bool:
    head = column.keep(np.arange(len(column)) < HEAD)
    return len(np.unique(head.values[~head.is_missing])) <= 2


def _columns(source: Source, names: Sequence[str]) -> Iterator[Column]:
    for start in range(0, len(names), AT_ONCE):
        yield from source.read(tuple(names[start : start + AT_ONCE])).values()


def _is_float(column: Column) -> bool:
    return column.words is None and column.values.dtype.kind == "f"


def _holds_two_labels(column: Column) -> bool:
    """Say whether the column holds both of two words, of true and false, of 0 and 1 or of -1 and 1."""
    if len(np.unique(column.values[:HEAD][~column.is_missing[:HEAD]])) > 2:
        return False  # most columns are ruled out by their first rows
    present = np.unique(column.values[~column.is_missing])
    if len(present) != 2:
        return False
    return column.words is not None or present.tolist() in ([0, 1], [-1, 1])
