"""evaluate() and confusion(): from whatever holds labels and scores to an evaluation.

Only here is it chosen how data is read: source -> columns, and from there `assembling` goes on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from truecut.catalogue.class_matrix import ClassMatrix
from truecut.catalogue.model import DEFAULT_THRESHOLD, Design, Model
from truecut.catalogue.point import Point
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.data.columns import Source
from truecut.data.labels import shown
from truecut.data.rows import Missing, Provenance
from truecut.data.running_tally import Tally
from truecut.errors import BadCall
from truecut.evaluation import Evaluation
from truecut.evaluation.arguments import ColumnNames, Resolution, as_threshold, one_of, several
from truecut.evaluation.assembling import Columns, Options, evaluate_columns
from truecut.evaluation.class_evaluation import ClassEvaluation
from truecut.evaluation.from_engines import engine_for, evaluate_in_parts, evaluate_where_it_is, is_counted_elsewhere
from truecut.inference.comparison import Comparison
from truecut.inference.intervals import LEVEL
from truecut.words import DEFAULT, Words


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
    cluster: Any = None,
    positive: object = None,
    lower_is_positive: bool = False,
    weights_are: Weights | str = Weights.IMPORTANCE,
    missing: Missing | str = Missing.ERROR,
    threshold: float = DEFAULT_THRESHOLD,
    words: Words | None = None,
    design: Design | str = Design.COHORT,
    resolution: Resolution | None = None,
    memory: str | int | None = None,
) -> Evaluation | ClassEvaluation:
    """Evaluate models from arrays, a table, files, or a score table that was counted before.

    With `scores` (an array, or several by model name), `data` is the labels, and `weight`, `group`, `amount` (what
    a row is worth, for costs) and `cluster` (the patient or customer a row belongs to) are arrays. Otherwise `data` is
    a table or the path of a file, and the others are names of columns.

    Tables of Spark and Dask stay where they are, and only counted scores come back. `resolution` says how: "exact",
    "bounded", a number of cells, "auto", or the thresholds between which rows are counted; with it, DuckDB and Polars
    count where the rows are, too.

    `design="case-control"` says that positives and negatives were sampled apart, so many of each on purpose.

    With `memory` ("2GB") files larger than it are read in parts: exactly while the distinct scores fit, otherwise in
    cells of neighbouring scores whose error is computed and said.

    >>> evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]).metric("recall").value
    1.0
    """
    options = Options(
        positive,
        lower_is_positive,
        one_of((Weights.IMPORTANCE, Weights.REPEATED), weights_are, "weights_are"),
        one_of(tuple(Missing), missing, "missing"),
        as_threshold(threshold),
        words,
        one_of(tuple(Design), design, "design"),
    )
    scored, guessed = several(score), several(predicted)
    by_class = {shown(name): column for name, column in (class_scores or {}).items()}
    if isinstance(data, Tally):
        return _of_table(data.table, replace(options, positive=data.positive if positive is None else positive))
    if isinstance(data, ScoreTable):
        return _of_table(data, options)
    if scores is None:
        names = ColumnNames(label, scored, guessed, by_class, weight, several(group), several(amount), cluster)
        if memory is not None:
            return evaluate_in_parts(data, names, options, resolution, memory)
        engine = engine_for(data, resolution)
        if engine is not None:
            return evaluate_where_it_is(engine, names, options, resolution)
        return evaluate_columns(_columns_of_source(source_of(data), names), options)
    if label is not None or scored or guessed or by_class:
        raise BadCall("With arrays there are no columns to name; leave out label, score, predicted and class_scores.")
    if resolution is not None or memory is not None:
        raise BadCall("Arrays are in memory and counted exactly; leave out resolution and memory.")
    return evaluate_columns(_columns_of_arrays(data, scores, weight, group, amount, cluster), options)


def compare(
    data: Any,
    scores: Any = None,
    *,
    id: Any = None,
    reference: str = "",
    level: float = LEVEL,
    replicates: int | None = None,
    seed: int = 0,
    **options: Any,
) -> Comparison:
    """Compare models on the same rows; `options` are those of `evaluate`.

    Files in a list or by model name (`{"gbm": "gbm.csv", "logreg": "logreg.csv"}`) are joined on the column `id`; of
    one table, `id` is shown beside the rows on which models disagree. Four counts by model name
    (`{"M1": tc.counts(...)}`) are compared as if of different rows.

    >>> found = compare([1, 0, 1, 0, 1, 0], {"a": [6, 1, 5, 2, 4, 3], "b": [6, 5, 4, 3, 2, 1]})
    >>> found.difference("roc_auc", "a", "b").values
    (1.0, 0.6666666666666666)
    """
    asked: dict[str, Any] = {"reference": reference, "level": level, "replicates": replicates, "seed": seed}
    if isinstance(data, Mapping) and data and all(isinstance(value, Point) for value in data.values()):
        return _of_points(data).compare(**asked)
    source, ids = data, id
    if scores is None and is_counted_elsewhere(data, options):
        if id is not None:
            raise BadCall("Rows that are counted where they are have no ids here; leave out id.")
    elif scores is None:
        source, ids, options = _identified(data, id, options)
    evaluation = evaluate(source, scores, **options)
    if isinstance(evaluation, ClassEvaluation):
        raise BadCall("Models are compared on two classes; name the positive one with --positive or positive=.")
    return replace(evaluation.compare(**asked), ids=None if ids is None else tuple(ids))


def _of_points(points: Mapping[str, Point]) -> Evaluation:
    models = {str(name): Model.of_counts(str(name), point.counts) for name, point in points.items()}
    rows = sum(point.counts.rows for point in points.values())
    return Evaluation(
        Provenance("four counts", rows, DEFAULT.positive, DEFAULT.negative, predicted=tuple(models)), models
    )


def _identified(data: Any, id: str | None, options: dict[str, Any]) -> tuple[Any, Any, dict[str, Any]]:
    """Return the source to read, joined on its id if there are several, and the ids of its rows."""
    from truecut.readers.joined import ids_of, joined

    tables = _tables(data)
    if tables is None:
        source = source_of(data)
        return source, None if id is None else ids_of(source.read((id,))[id]), options
    if id is None:
        raise BadCall("Say on which column several tables are joined: --id COLUMN (in Python: id=).")
    names = several(options.get("score", ()))
    if len(names) > 1 or options.get("predicted"):
        raise BadCall("Tables that are joined hold one score each; name that column, or leave it to be found.")
    opened = {name: source_of(table) for name, table in tables.items()}
    source = joined(opened, id, label=options.get("label"), score=names[0] if names else None)
    return source, ids_of(source.read((id,))[id]), {**options, "label": source.label, "score": source.models}


def _tables(data: Any) -> dict[str, Any] | None:
    """Return several tables by model name, the files among them by their own; None if it is one table."""
    if isinstance(data, Mapping) and data and all(_is_table(value) for value in data.values()):
        return {str(name): table for name, table in data.items()}
    if isinstance(data, list | tuple) and len(data) > 1 and all(isinstance(path, str | Path) for path in data):
        named = {Path(path).name.split(".")[0]: path for path in data}
        return named if len(named) == len(data) else {str(path): path for path in data}
    return None


def _is_table(value: Any) -> bool:
    return isinstance(value, str | Path) or hasattr(value, "columns") or hasattr(value, "column_names")


def confusion(
    labels: Any, predictions: Any, *, positive: object = None, weights: Any = None, missing: Missing | str = "error"
) -> Point | ClassMatrix:
    """Count hard predictions: the point of two classes, or the matrix of more.

    >>> confusion([1, 0, 1, 1], [1, 0, 0, 1]).counts
    Counts(tp=2, fp=0, fn=1, tn=1)
    """
    from truecut.readers.frames import column_from_values

    columns = Columns(
        "the arrays",
        column_from_values("labels", labels),
        predicted={"predictions": column_from_values("predictions", predictions)},
        weight=None if weights is None else column_from_values("weights", weights),
    )
    result = evaluate_columns(columns, Options(positive, missing=one_of(tuple(Missing), missing, "missing")))
    return result.matrix if isinstance(result, ClassEvaluation) else result.model.point


def source_of(data: Any) -> Source:
    """Return what reads this: files for paths, otherwise a table in memory."""
    from truecut.readers.frames import from_frame

    if isinstance(data, str | Path):
        data = [data]
    if isinstance(data, Sequence) and data and all(isinstance(path, str | Path) for path in data):
        from truecut.readers.files import open_files

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
    read = Provenance(
        source="a score table",
        rows=table.rows,
        positive=DEFAULT.positive if options.positive is None else shown(options.positive),
        negative=DEFAULT.negative,
        lower_is_positive=table.lower_is_positive,
        weights_are=table.weights,
    )
    return Evaluation(
        read,
        {"scores": Model("scores", table, options.threshold, design=options.design)},
        words=options.words or DEFAULT,
    )


def _columns_of_source(source: Source, names: ColumnNames) -> Columns:
    from truecut.data.roles import find_roles

    singles = [name for name in (names.weight, names.cluster) if name]
    others = [*names.groups, *names.amounts, *names.class_scores.values(), *singles]
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
        read[names.cluster] if names.cluster else None,
        roles.inferred,
    )


def _columns_of_arrays(labels: Any, scores: Any, weights: Any, groups: Any, amounts: Any, clusters: Any) -> Columns:
    from truecut.readers.frames import column_from_values

    models = scores if isinstance(scores, Mapping) else {"scores": scores}
    is_given = not (isinstance(groups, tuple) and not groups) and groups is not None
    return Columns(
        "the arrays",
        column_from_values("labels", labels),
        {str(name): column_from_values(str(name), values) for name, values in models.items()},
        weight=None if weights is None else column_from_values("weights", weights),
        groups=[column_from_values("groups", groups)] if is_given else (),
        amounts=[column_from_values(str(name), values) for name, values in _named_amounts(amounts).items()],
        cluster=None if clusters is None else column_from_values("clusters", clusters),
    )


def _named_amounts(amounts: Any) -> Mapping[str, Any]:
    if isinstance(amounts, Mapping):
        return amounts
    return {} if isinstance(amounts, tuple) and not amounts else {"amount": amounts}
