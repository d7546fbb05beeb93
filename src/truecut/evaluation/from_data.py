"""evaluate() and areas(): from whatever holds labels and scores to an evaluation.

Only here is it chosen how data is read. What a reader read goes on in `assembling`, what an engine counts in
`distributed`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar, Unpack, overload

from truecut.catalogue.class_situation import are_prices_of_cells
from truecut.catalogue.costs import Cost, cost_of
from truecut.catalogue.design import Sampling
from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable
from truecut.data.columns import Source
from truecut.data.labels import shown
from truecut.data.request import ROLES, Missing, Reading, Request, Resolution, Roles
from truecut.data.roles import FoundRoles, find_roles
from truecut.data.rows import Columns, Provenance
from truecut.errors import BadCall, listed
from truecut.errors.boundary import answers_in_sentences
from truecut.evaluation import Evaluation
from truecut.evaluation.arguments import request_of
from truecut.evaluation.assembling import (
    evaluate_columns,
    is_of_many_classes,
    require_one_role_each,
    spelled_columns,
)
from truecut.evaluation.running_tally import Tally
from truecut.storage.files_read import files_named
from truecut.words import DEFAULT, Words

if TYPE_CHECKING:
    from truecut.engines.counting import CountingEngine
    from truecut.evaluation.class_evaluation import ClassEvaluation
    from truecut.evaluation.exact_areas import Areas
    from truecut.evaluation.how_to_read import HowToRead, HowToReadClasses

AnyEvaluation = TypeVar("AnyEvaluation", bound="Evaluation | ClassEvaluation")


@overload
def evaluate(data: Any, scores: Any, **how: Unpack[HowToRead]) -> Evaluation: ...
@overload
def evaluate(data: Any, *, score: str | Sequence[str], **how: Unpack[HowToRead]) -> Evaluation: ...
@overload
def evaluate(data: Any, *, class_scores: Mapping[str, Any], **how: Unpack[HowToRead]) -> ClassEvaluation: ...
@overload
def evaluate(
    data: Any, *, positive: object, predicted: str | Sequence[str] = (), **how: Unpack[HowToReadClasses]
) -> Evaluation: ...
@overload
def evaluate(
    data: Any, *, predicted: Any = (), positive: object = None, **how: Unpack[HowToReadClasses]
) -> Evaluation | ClassEvaluation: ...
# One keyword for each role and option that `data/request.py` declares, spelled out so that editors and types know them.
@answers_in_sentences
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
    fold: Any = (),
    id: Any = None,
    show: Any = (),
    positive: object = None,
    classes: Sequence[object] = (),
    text: str | Sequence[str] = (),
    lower_is_positive: bool = False,
    weights_are: Weights | str = Weights.IMPORTANCE,
    missing: Missing | str = Missing.ERROR,
    design: Sampling | str = Sampling.COHORT,
    cost: Cost | Mapping[Any, Any] | None = None,
    prevalence: float | str | Mapping[str, Any] | None = None,
    sampled: Sequence[float] | Mapping[str, float] | None = None,
    threshold: float | Mapping[str, float] | None = None,
    rule: str | None = None,
    level: float | None = None,
    words: Words | Mapping[str, str] | None = None,
    resolution: Resolution | None = None,
    memory: str | int | None = None,
) -> Evaluation | ClassEvaluation:
    """Evaluate models from arrays, a table, files, or a score table that was counted before.

    With `scores` (an array, or several by model name), `data` is the labels, and `weight`, `group`, `amount` (what
    a row is worth, for costs) and `cluster` (the patient or customer a row belongs to) are arrays. Otherwise `data` is
    a table or the path of a file, and the others are names of columns: `label` holds the labels, and `score` names one
    or several models, `predicted` columns of hard predictions, `class_scores` the column of each of many classes. What
    is left out is found where there is no doubt, and said.

    With `lower_is_positive` low scores mean positive. `weights_are` "importance" or "repeated" (so many equal rows).
    `missing` is "error" or "drop". `words` says what classes and rows are called.

    `classes` declares the labels that may occur, the positive one last unless `positive` names it: then one of them may
    be absent. Columns in `text` are words as they are written in a text file, as labels and groups always are.

    Tables of Spark and Dask stay where they are, and only counted scores come back. `resolution` says how: "exact",
    "bounded", a number of cells, "auto", or the thresholds between which rows are counted; with it, DuckDB and Polars
    count where the rows are, too.

    `fold` says which fold of a cross-validation a row was left out with, so that models fitted on the other folds gave
    its score; of a repeated one, name the repeat first: fold=["repeat", "fold"]. Then the area, and whatever else looks
    at the order of scores, is the mean within folds.

    `id` names rows, and columns in `show` stand beside them where a report is asked to carry rows:
    `e.report(path, rows=20)`.

    `cost`, `prevalence`, `sampled`, `threshold`, `rule` and `level` are the situation that is asked about, as in
    `Evaluation.given`. Columns that a cost names are read as amounts.

    `design="case-control"` says that positives and negatives were sampled apart, so many of each on purpose.

    With `memory` ("2GB") files larger than it are read in parts: exactly while the distinct scores fit, otherwise in
    cells of neighbouring scores whose error is computed and said.

    >>> evaluate([1, 0, 1, 0], [0.9, 0.2, 0.6, 0.7]).metric("recall").value
    1.0
    """
    request = request_of(
        data,
        scores,
        label=label,
        score=score,
        predicted=predicted,
        class_scores=class_scores,
        weight=weight,
        group=group,
        amount=amount,
        cluster=cluster,
        fold=fold,
        id=id,
        show=show,
        positive=positive,
        classes=classes,
        text=text,
        lower_is_positive=lower_is_positive,
        weights_are=weights_are,
        missing=missing,
        design=design,
        cost=cost,
        prevalence=prevalence,
        sampled=sampled,
        threshold=threshold,
        rule=rule,
        level=level,
        words=words,
        resolution=resolution,
        memory=memory,
    )
    return evaluated(request)


# The keywords of `evaluate` that sums on an engine can follow.
@answers_in_sentences
def areas(
    data: Any,
    *,
    label: str | None = None,
    score: str | Sequence[str] = (),
    weight: str | None = None,
    positive: object = None,
    classes: Sequence[object] = (),
    lower_is_positive: bool = False,
    weights_are: Weights | str = Weights.IMPORTANCE,
    missing: Missing | str = Missing.ERROR,
) -> dict[str, Areas]:
    """Return the exact area under the ROC curve and average precision of each model, from sums made on an engine.

    However many distinct scores there are, a few thousand numbers come back: for tables of Spark, Dask, DuckDB, Polars
    and PostgreSQL that are too fine for `evaluate` to fetch. `data` is such a table, and `label`, `score` (one or
    several), `weight`, `positive`, `classes`, `lower_is_positive`, `weights_are` and `missing` are those of `evaluate`.

    >>> import polars as pl
    >>> rows = pl.LazyFrame({"y": [1, 0, 1, 0], "p": [0.9, 0.2, 0.6, 0.7]})
    >>> areas(rows, label="y", score="p")["p"].average_precision
    <Value: value 0.833>
    """
    from truecut.engines.which import engine_of
    from truecut.evaluation.exact_areas import areas_on

    request = request_of(
        data,
        label=label,
        score=score,
        weight=weight,
        positive=positive,
        classes=classes,
        lower_is_positive=lower_is_positive,
        weights_are=weights_are,
        missing=missing,
    )
    engine = engine_of(data, is_asked=True)
    assert engine is not None  # asked for, it is an engine or an error
    return areas_on(engine, _roles_on(engine, request.roles).roles, request.reading)


def evaluated(request: Request) -> Evaluation | ClassEvaluation:
    """Evaluate what was asked for: scores that were counted before, rows that are read, or rows on an engine."""
    reading = request.reading
    if isinstance(request.data, Tally | ScoreTable) and request.roles.all:
        given = [role.keyword for role in ROLES if role.keyword and request.roles.of(role.name)]
        raise BadCall(f"What was counted before has no columns to name; leave out {', '.join(given)}.")
    if isinstance(request.data, Tally):
        table, files = request.data.table, request.data.files
        return _of_table(table, reading, request.data.positive, files).given(**reading.situation)
    if isinstance(request.data, ScoreTable):
        return _of_table(request.data, reading, files=request.data.files).given(**reading.situation)
    request = with_amounts(request)
    return evaluate_opened(opened(request), request)


def evaluated_each(request: Request) -> Evaluation | dict[str, ClassEvaluation]:
    """Evaluate what was asked for; models of many classes are one evaluation each, of the same rows."""
    request = with_amounts(request)
    rows = brought(opened(request), request)
    if isinstance(rows, Columns) and is_of_many_classes(rows, request.reading):
        return {name: _of_its_files(one, request) for name, one in each_of_classes(rows, request.reading).items()}
    found = evaluate_opened(rows, request)
    if isinstance(found, Evaluation):
        return found
    from truecut.evaluation.class_assembling import HIGHEST_SCORE

    return {next(iter((*request.roles.class_models, *found.read.predicted)), HIGHEST_SCORE): found}


def each_of_classes(rows: Columns, reading: Reading) -> dict[str, ClassEvaluation]:
    """Evaluate each model of many classes on the same rows, in the situation that was stated."""
    from truecut.evaluation.class_assembling import models_of_classes

    require_one_role_each(rows.roles)
    found = models_of_classes(spelled_columns(rows), reading)
    return {name: _of_classes_in_situation(evaluation, reading) for name, evaluation in found.items()}


def with_amounts(request: Request) -> Request:
    """Return the request for the amounts too that stated costs follow; given as arrays, they are there already."""
    cost = None if are_prices_of_cells(request.reading.cost) else cost_of(request.reading.cost)
    if cost is None or not cost.columns or request.has_arrays:
        return request
    return request.takes(amounts={**request.roles.amounts, **{column: column for column in cost.columns}})


def evaluate_opened(rows: Columns | CountingEngine, request: Request) -> Evaluation | ClassEvaluation:
    """Evaluate columns that were read, or rows that an engine counts where they are."""
    reading = request.reading
    if isinstance(rows, Columns):
        return _in_situation(_of_its_files(evaluate_columns(rows, reading), request), reading)
    from truecut.evaluation.distributed import evaluate_on

    found = _roles_on(rows, request.roles)
    evaluation = evaluate_on(rows, found, reading, most_scores=_most_scores(reading))
    return _in_situation(_of_its_files(evaluation, request), reading)


def _of_its_files(evaluation: AnyEvaluation, request: Request) -> AnyEvaluation:
    """Return an evaluation that knows which files its rows are in, so that none of them is written over."""
    named = [] if request.has_arrays else _paths_in(request.data)
    if request.reading.database and not request.reading.is_on_server:
        named.append(request.reading.database)
    return replace(evaluation, read=replace(evaluation.read, files=files_named(named))) if named else evaluation


def _paths_in(data: Any) -> list[str | Path]:
    """Return the paths among what was given to be read: one, or a list of them."""
    several = data if isinstance(data, list | tuple) else [data]
    return [path for path in several if isinstance(path, str | Path)]


def brought(rows: Columns | CountingEngine, request: Request) -> Columns | CountingEngine:
    """Return the rows of an engine as columns where a comparison of many classes needs them."""
    if isinstance(rows, Columns) or len(request.roles.predicted) + len(request.roles.class_models) < 2:
        return rows
    from truecut.evaluation.distributed import rows_of_classes

    found = rows_of_classes(rows, _roles_on(rows, request.roles), request.reading, _most_scores(request.reading))
    return rows if found is None else found


def _most_scores(reading: Reading) -> int:
    from truecut.evaluation.distributed import MOST_SCORES

    return MOST_SCORES if reading.memory is None else _scores_in(reading.memory)


def _in_situation(evaluation: Evaluation | ClassEvaluation, reading: Reading) -> Evaluation | ClassEvaluation:
    if isinstance(evaluation, Evaluation):
        _refuse_of_classes(reading)
        return evaluation.given(**reading.situation)
    return _of_classes_in_situation(evaluation, reading)


def _refuse_of_classes(reading: Reading) -> None:
    """Refuse what is stated class by class where there are two: one of them is positive, and the other is the rest."""
    if are_prices_of_cells(reading.cost):
        raise BadCall(
            "There are two classes, whose mistakes have names: --cost fn=4,fp=1 (in Python: cost={'fn': 4, 'fp': 1})."
        )
    if isinstance(reading.prevalence, Mapping):
        raise BadCall("There are two classes, and a prevalence is the share of the positive one, such as 2%.")


def _of_classes_in_situation(evaluation: ClassEvaluation, reading: Reading) -> ClassEvaluation:
    return evaluation.given(**reading.situation) if reading.situation else evaluation


def opened(request: Request) -> Columns | CountingEngine:
    """Read the columns in their roles, or return the engine that counts them where they are."""
    if request.has_arrays:
        return _columns_of_arrays(request.roles)
    # The answer to a query is a table like any other, and may still be counted where it is.
    data = request.data if request.reading.sql is None else _answered(request)
    return _engine(data, request) or _columns_of_source(source_of(data), request)


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
            f"A value of type {type(data).__name__} alone cannot be evaluated; pass labels and scores, "
            "tc.evaluate(labels, scores), a table, or the path of a file."
        )
    return frame


def _answered(request: Request) -> Source:
    """Return the answer to a query: of DuckDB about files or a database, or of a server that counts it itself."""
    reading = request.reading
    if reading.is_on_server:
        from truecut.engines.postgres import on_postgres

        return on_postgres(str(reading.database), str(reading.sql))
    from truecut.readers.sql import query

    names = request.roles.names_things
    as_written = {*reading.text, *(name for name in names if name != request.roles.label)}
    return query(str(reading.sql), request.data, database=reading.database, as_written=as_written)


def _engine(data: Any, request: Request) -> CountingEngine | None:
    """Return what counts the rows where they are, or None if they are to be read."""
    reading = request.reading
    if reading.memory is not None:
        from truecut.engines.streamed import stream

        files = stream(_paths(data))
        return files.counting(_roles_on(files, request.roles).roles)
    if reading.engine:
        from truecut.engines.clusters import files_on

        return files_on(reading.engine, data)
    # Without a wish, what is on this machine is read: looking for an engine would import one.
    if reading.resolution is None and isinstance(data, str | Path | Mapping | Sequence):
        return None
    from truecut.engines.which import engine_of

    return engine_of(data, is_asked=reading.resolution is not None)


def _paths(data: Any) -> list[str]:
    paths = [data] if isinstance(data, str | Path) else data
    if not isinstance(paths, Sequence) or not all(isinstance(path, str | Path) for path in paths):
        raise BadCall("memory= is for files, which are then read in parts; what is in memory already needs none.")
    return [str(path) for path in paths]


def _scores_in(memory: str | int) -> int:
    from truecut.engines.streamed import most_scores_in
    from truecut.kernel.memory import bytes_in_words

    return most_scores_in(bytes_in_words(memory))


def _of_table(table: ScoreTable, reading: Reading, positive: object = None, files: tuple[Path, ...] = ()) -> Evaluation:
    positive = positive if reading.positive is None else reading.positive
    read = Provenance(
        source="a score table",
        rows=table.rows,
        positive=DEFAULT.positive if positive is None else shown(positive),
        negative=DEFAULT.negative,
        lower_is_positive=table.lower_is_positive,
        weights_are=table.weights,
        files=files,
    )
    model = Model("scores", table, sampling=Sampling(reading.design))
    return Evaluation(read, {"scores": model}, words=reading.words or DEFAULT)


def _columns_of_source(source: Source, request: Request) -> Columns:
    found = find_roles(source, request.roles)
    read = source.read(tuple(dict.fromkeys(found.roles.all)), {*found.roles.names_things, *request.reading.text})
    return Columns(source.name, found.roles.each(read.__getitem__), found.inferred)


def _columns_of_arrays(arrays: Roles[Any]) -> Columns:
    from truecut.counting.aligned_series import require_aligned
    from truecut.readers.frames import column_from_values

    # All at once, since indexes that differ can be seen only when the columns are side by side.
    named_arrays: dict[str, Any] = {}
    arrays.each_called(named_arrays.setdefault)
    require_aligned(named_arrays)
    return Columns("the arrays", arrays.each_called(column_from_values))


def _roles_on(engine: Any, asked: Roles[str]) -> FoundRoles:
    """Return what each column of an engine's table is for, and what of that was inferred."""
    for role in ROLES:
        if not role.on_engines and asked.of(role.name):
            columns = listed(dict.fromkeys(asked.all))
            raise BadCall(
                f"{engine.engine} counts scores and predictions by group and weight; {role.noun} "
                f"{'needs' if role.noun.startswith('a ') else 'need'} the rows: collect the columns {columns} and "
                "evaluate them in memory."
            )
    return find_roles(engine, asked)
