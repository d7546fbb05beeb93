"""evaluate() and confusion(): from whatever holds labels and scores to an evaluation.

Only here is it chosen how data is read: source -> columns, and from there `assembling` goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from truecut.assembling import Columns, Options, evaluate_columns
from truecut.class_evaluation import ClassEvaluation
from truecut.columns import Source
from truecut.errors import BadCall
from truecut.evaluation import Evaluation
from truecut.labels import shown
from truecut.matrix import ClassMatrix
from truecut.model import DEFAULT_THRESHOLD, Model
from truecut.point import Point
from truecut.rows import Missing, Read
from truecut.table import ScoreTable, Weights
from truecut.words import DEFAULT, Words

Choice = TypeVar("Choice", bound=StrEnum)


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
    amount: Any = (),
    positive: object = None,
    lower_is_positive: bool = False,
    weights_are: Weights | str = Weights.IMPORTANCE,
    missing: Missing | str = Missing.ERROR,
    threshold: float = DEFAULT_THRESHOLD,
    words: Words | None = None,
) -> Evaluation | ClassEvaluation:
    """Evaluate models from arrays, a table, files, or a score table that was counted before.

    With `scores` (an array, or several by model name), `data` is the labels, and `weight`, `group` and `amount` (what
    a row is worth, for costs) are arrays. Otherwise `data` is a table or the path of a file, and the others are names
    of columns.

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
        names = _Names(label, scored, guessed, by_class, weight, _several(group), _several(amount))
        return evaluate_columns(_columns_of_source(source_of(data), names), options)
    if label is not None or scored or guessed or by_class:
        raise BadCall("With arrays there are no columns to name; leave out label, score, predicted and class_scores.")
    return evaluate_columns(_columns_of_arrays(data, scores, weight, group, amount), options)


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


@dataclass(frozen=True)
class _Names:
    label: str | None
    scores: tuple[str, ...]
    predicted: tuple[str, ...]
    class_scores: Mapping[str, str]
    weight: str | None
    groups: tuple[str, ...]
    amounts: tuple[str, ...]


def _columns_of_source(source: Source, names: _Names) -> Columns:
    from truecut.engines.roles import find_roles

    others = [*names.groups, *names.amounts, *names.class_scores.values(), *([names.weight] if names.weight else [])]
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
        [read[name] for name in names.amounts],
        roles.inferred,
    )


def _columns_of_arrays(labels: Any, scores: Any, weights: Any, groups: Any, amounts: Any) -> Columns:
    from truecut.engines.frames import column_from_values

    models = scores if isinstance(scores, Mapping) else {"scores": scores}
    is_given = not (isinstance(groups, tuple) and not groups) and groups is not None
    return Columns(
        "the arrays",
        column_from_values("labels", labels),
        {str(name): column_from_values(str(name), values) for name, values in models.items()},
        weight=None if weights is None else column_from_values("weights", weights),
        groups=[column_from_values("groups", groups)] if is_given else (),
        amounts=[column_from_values(str(name), values) for name, values in _named_amounts(amounts).items()],
    )


def _named_amounts(amounts: Any) -> Mapping[str, Any]:
    if isinstance(amounts, Mapping):
        return amounts
    return {} if isinstance(amounts, tuple) and not amounts else {"amount": amounts}


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
