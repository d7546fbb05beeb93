"""compare(): models on the same rows, from one table, from several joined on an id, or from four counts each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, overload

from truecut.catalogue.model import Model
from truecut.data.request import STATED, Request
from truecut.data.rows import Columns, Provenance
from truecut.errors import BadCall
from truecut.errors.boundary import answers_in_sentences
from truecut.evaluation import Evaluation
from truecut.evaluation.arguments import request_of
from truecut.evaluation.assembling import is_of_many_classes
from truecut.evaluation.class_evaluation import ClassEvaluation, compared_classes
from truecut.evaluation.from_data import (
    brought,
    each_of_classes,
    evaluate_opened,
    evaluated,
    opened,
    source_of,
    with_amounts,
)
from truecut.inference.comparison import Comparison
from truecut.inference.intervals import LEVEL
from truecut.inference.many_classes.class_comparison import ClassComparison
from truecut.inference.point import Point
from truecut.words import DEFAULT

if TYPE_CHECKING:
    from truecut.evaluation.how_to_read import HowToCompare

ONE_MODEL = (
    "A comparison needs two models or more: columns of predictions, --predicted a,b (in Python: predicted=['a', 'b']); "
    "or class scores by model, --class-score forest:0=f0,1=f1 --class-score tree:0=t0,1=t1 "
    "(in Python: class_scores={'forest': {'0': 'f0'}, 'tree': {'0': 't0'}})."
)


@overload
def compare(data: Any, scores: Any, **how: Unpack[HowToCompare]) -> Comparison: ...
@overload
def compare(data: Any, *, score: str | Sequence[str], **how: Unpack[HowToCompare]) -> Comparison: ...
@overload
def compare(data: Mapping[str, Point], **how: Unpack[HowToCompare]) -> Comparison: ...
@overload
def compare(data: Mapping[str, ClassEvaluation], **how: Unpack[HowToCompare]) -> ClassComparison: ...
@overload
def compare(data: Any, *, class_scores: Mapping[str, Any], **how: Unpack[HowToCompare]) -> ClassComparison: ...
@overload
def compare(data: Any, **options: Any) -> Comparison | ClassComparison: ...
# How models are joined and how sure to be, each by its own keyword; those of `evaluate` come beside them.
@answers_in_sentences
def compare(
    data: Any,
    scores: Any = None,
    *,
    id: Any = None,
    reference: str = "",
    level: float | None = None,
    replicates: int | None = None,
    seed: int = 0,
    unpaired: bool = False,
    **options: Any,
) -> Comparison | ClassComparison:
    """Compare models on the same rows; `options` are those of `evaluate`.

    `data` is the labels, with `scores` by model name, or a table or a file. Files in a list or by model name (`{"gbm":
    "gbm.csv", "logreg": "logreg.csv"}`) are joined on the column `id`; of one table, `id` is shown beside the rows on
    which models disagree. Four counts by model name (`{"M1": tc.counts(...)}`) are compared as if of different rows,
    and with `unpaired` the rows of several tables are different ones. Predictions of many classes are compared too:
    columns of one table (`predicted=["a", "b"]`), or evaluations of the same rows by model name.

    `reference` is the model whose operating point is matched where one is asked for. `level` is how sure intervals are,
    `replicates` how often rows are drawn where there is no formula, and `seed` starts the draws.

    >>> found = compare([1, 0, 1, 0, 1, 0], {"a": [6, 1, 5, 2, 4, 3], "b": [6, 5, 4, 3, 2, 1]})
    >>> found.difference("roc_auc", "a", "b").values
    (1.0, 0.6666666666666666)
    """
    if isinstance(data, Evaluation):
        raise BadCall(
            "Models of one evaluation are compared by e.compare(); two evaluations of different rows by "
            'tc.compare_unpaired(e1, e2, "roc_auc"), of the same rows by tc.compare(y, {"a": s1, "b": s2}).'
        )
    sure = LEVEL if level is None else level
    asked: dict[str, Any] = {"reference": reference, "level": sure, "replicates": replicates, "seed": seed}
    if isinstance(data, Mapping) and data and all(isinstance(value, Point) for value in data.values()):
        return _of_points(data).given(**_only_stated(options)).compare(**asked)
    if isinstance(data, Mapping) and data and all(isinstance(value, ClassEvaluation) for value in data.values()):
        named = {str(name): evaluation for name, evaluation in data.items()}
        return compared_classes(named, level=sure).beside(reference)
    request = request_of(data, scores, id=id, **options)
    return compared_on_different_rows(request, **asked) if unpaired else compared(request, **asked)


def _only_stated(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is stated about four counts; whatever reads rows has no meaning for them."""
    for name in options:
        if name not in (*STATED, "words"):
            raise BadCall(f"Four counts have no rows to read; leave out {name}=.")
    return dict(options)


def compared_on_different_rows(request: Request, **asked: Any) -> Comparison:
    """Compare the models of several tables that hold different rows, one model each."""
    tables = _tables(request.data)
    if tables is None:
        raise BadCall("Different rows are those of several tables, one for each model; name two files or more.")
    reading = request.reading
    unstated: dict[str, Any] = dict.fromkeys(STATED)
    plain = request.reads(**unstated)
    found = {name: _of_two_classes(evaluated(replace(plain, data=table))) for name, table in tables.items()}
    for name, evaluation in found.items():
        if len(evaluation.by_model) > 1:
            raise BadCall(f"{name} holds {len(evaluation.by_model)} models, and one is meant; name it with --score.")
    first = next(iter(found.values())).read
    for name, evaluation in found.items():
        if evaluation.read.positive != first.positive:
            raise BadCall(f"{name} flags {evaluation.read.positive!r}, the first table {first.positive!r}.")
    rows = sum(evaluation.rows for evaluation in found.values())
    sources = ", ".join(one.read.source for one in found.values())
    files = tuple(file for one in found.values() for file in one.read.files)
    read = Provenance(sources, rows, first.positive, first.negative, files=files)
    models = {name: replace(evaluation.model, name=name) for name, evaluation in found.items()}
    words = next(iter(found.values())).words
    return Evaluation(read, models, words=words).given(**reading.situation).compare(**asked)


def _of_two_classes(evaluation: Evaluation | ClassEvaluation) -> Evaluation:
    if isinstance(evaluation, ClassEvaluation):
        raise BadCall(
            "Different rows are compared on two classes; name the positive one with --positive (in Python: positive=)."
        )
    return evaluation


def compared(request: Request, **asked: Any) -> Comparison | ClassComparison:
    """Compare the models of a request; what is asked is that of `Evaluation.compare`."""
    request = _joined(with_amounts(request))
    rows = brought(opened(request), request)
    left_out = getattr(request.data, "left_out", "")  # of tables that were joined
    if left_out and isinstance(rows, Columns):
        rows = replace(rows, inferred=(*rows.inferred, left_out))
    if isinstance(rows, Columns) and is_of_many_classes(rows, request.reading):
        found = compared_classes(each_of_classes(rows, request.reading), level=asked["level"])
        return found.beside(asked["reference"])
    if request.roles.id is not None and not isinstance(rows, Columns):
        raise BadCall("Rows that are counted where they are have no ids here; leave out id.")
    evaluation = evaluate_opened(rows, request)
    if isinstance(evaluation, ClassEvaluation):
        raise BadCall(ONE_MODEL)
    comparison = evaluation.compare(**asked)
    if not isinstance(rows, Columns) or rows.roles.id is None:
        return comparison
    from truecut.readers.joined import ids_of

    return replace(comparison, ids=ids_of(rows.roles.id))


def _of_points(points: Mapping[str, Point]) -> Evaluation:
    models = {str(name): Model.of_counts(str(name), point.counts) for name, point in points.items()}
    rows = sum(point.counts.rows for point in points.values())
    return Evaluation(
        Provenance("four counts", rows, DEFAULT.positive, DEFAULT.negative, predicted=tuple(models)), models
    )


def _joined(request: Request) -> Request:
    """Return the request for the one table that several make when they are joined on their id."""
    # Rows of two files are not the same rows because they stand in the same order.
    if request.roles.id is None and not request.has_arrays and not request.reading.sql and _tables(request.data):
        raise BadCall(
            "Say on which column several tables are joined: --id COLUMN (in Python: id=); or say that they hold "
            "different rows: --unpaired (in Python: unpaired=True)."
        )
    tables = None if request.roles.id is None or request.reading.sql else _tables(request.data)
    if tables is None:
        return request
    from truecut.readers.joined import joined_tables

    roles = request.roles
    if roles.class_models:
        raise BadCall(
            "Tables that are joined hold one model each, called like its file: name its columns once, without a name "
            "before them: --class-score 0=p0,1=p1."
        )
    if len(roles.scores) + len(roles.predicted) + bool(roles.class_scores) > 1:
        raise BadCall("Tables that are joined hold one model each; name its column, or leave it to be found.")
    source = joined_tables({name: source_of(table) for name, table in tables.items()}, roles)
    if roles.predicted:
        return replace(request, data=source).takes(
            label=source.label, predicted=dict(zip(*[source.models] * 2, strict=True))
        )
    if roles.class_scores:
        models = {name: {of: f"{name}: {column}" for of, column in roles.class_scores.items()} for name in tables}
        return replace(request, data=source).takes(label=source.label, class_scores={}, class_models=models)
    return replace(request, data=source).takes(label=source.label, scores=dict(zip(*[source.models] * 2, strict=True)))


def _tables(data: Any) -> dict[str, Any] | None:
    """Return several tables by model name, the files among them by their own; None if it is one table."""
    if isinstance(data, Mapping) and data and all(_is_table(value) for value in data.values()):
        return {str(name): table for name, table in data.items()}
    if isinstance(data, list | tuple) and len(data) > 1 and all(isinstance(path, str | Path) for path in data):
        # A model is called like its file, unless two files in different folders share that name.
        named = {Path(path).name.split(".")[0]: path for path in data}
        return named if len(named) == len(data) else {str(path): path for path in data}
    return None


def _is_table(value: Any) -> bool:
    return isinstance(value, str | Path) or hasattr(value, "columns") or hasattr(value, "column_names")
