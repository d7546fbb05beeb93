"""Rows that stay where they are: an engine counts them, and only score tables come back.

An engine (Spark, Dask, DuckDB, Polars, PostgreSQL) answers three things: a census of the columns, how many distinct
scores there are, and the score table of one model by group; and, when models are compared, how many rows each
combination of places has (`pairing.py`). Checks, labels, weights, groups and what was read are the same as for rows in
memory.

A table is exact where its distinct scores fit here (`MOST_SCORES`), otherwise it counts neighbouring scores together in
cells and knows how far off it can be. Which of the two was done is part of what was read.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.design import Sampling
from truecut.catalogue.folds import Folds
from truecut.catalogue.model import FLAGGED, Model
from truecut.counting.countable import Weights
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.error_bounds import said_of
from truecut.counting.placed_rows import PlacedRows
from truecut.counting.score_table import ScoreTable
from truecut.counting.thresholds import checked_threshold
from truecut.data.folds import folds_in_order
from truecut.data.labels import Labels
from truecut.data.request import Missing, Reading, Resolution, Roles
from truecut.data.roles import FoundRoles
from truecut.data.rows import Columns, Provenance, named_in
from truecut.engines.adaptive_cells import CountedTree
from truecut.engines.column_statistics import (
    ColumnStatistics,
    Entries,
    TallyRequest,
    labels_among,
    left_out_of_census,
    require_groups,
    require_rows,
    require_weights,
)
from truecut.engines.coupled_rows import JointRequest, TableCells, no_finer
from truecut.engines.threshold_edges import ThresholdEdges
from truecut.errors import BadCall
from truecut.evaluation import Evaluation
from truecut.evaluation.assembling import evaluate_columns, require_one_role_each, scored_class, words_for
from truecut.evaluation.class_assembling import require_one_model
from truecut.evaluation.class_evaluation import ClassEvaluation
from truecut.evaluation.distributed_classes import ClassEngine, predictions_on, scores_on
from truecut.evaluation.distributed_predictions import counts_many_classes, flagging_values, raw_values
from truecut.evaluation.distributed_rows import (
    RowEngine,
    fit_here,
    parts_of_classes,
    require_few,
    rows_here,
    why_rows,
)
from truecut.evaluation.pairing import JoiningEngine, RowsElsewhere
from truecut.words import DEFAULT

AUTO, EXACT, BOUNDED = "auto", "exact", "bounded"
MOST_SCORES = 4_000_000  # distinct ones of a model, by group, that come here without being asked for: about 100 MB
CELLS = 2**20
FEWEST_CELLS = 2**4
CELLS_OF_GROUPS = 2**10  # where groups are so many that their scores do not fit: a query holds so many thresholds
Counted = tuple[ScoreTable, dict[str, ScoreTable]]  # of a part of the rows: by weight, and by each amount
NEGATIVE_OF_TWO = ("0", "0.0", "-1", "-1.0", "False", "false")


class Engine(JoiningEngine, ClassEngine, RowEngine, Protocol):
    """What holds the rows and counts them."""

    @property
    def inferred(self) -> Mapping[str, str]:
        """Say, by column, how it was read where that had to be decided."""
        ...

    def census(self, roles: Roles[str]) -> ColumnStatistics:
        """Count what the checks of rows need to know."""
        ...

    def scores_of(self, asked: TallyRequest, most: int) -> int:
        """Return how many distinct scores there are; if more than `most`, any larger number."""
        ...

    def adaptive_cells(self, asked: TallyRequest, most: int) -> CountedTree:
        """Return cells that follow the scores, at most so many."""
        ...

    def tally(self, asked: TallyRequest) -> Entries:
        """Count the rows of each side by score or by cell."""
        ...


def evaluate_on(
    engine: Engine, found: FoundRoles, reading: Reading, *, most_scores: int = MOST_SCORES
) -> Evaluation | ClassEvaluation:
    """Evaluate models whose rows an engine holds.

    The resolution is "exact", "bounded", a number of cells, "auto" (exact if there are few enough distinct scores), or
    the thresholds between which rows are counted together.
    """
    reading = replace(reading, resolution=_checked(AUTO if reading.resolution is None else reading.resolution))
    require_one_role_each(found.roles)
    if (found.roles.class_scores or found.roles.class_models) and reading.positive is not None:
        return _one_of_classes(engine, found, reading, most_scores)
    if why_rows(found.roles):
        return _of_rows(engine, found, reading, most_scores)
    roles = _counted_roles(found.roles)
    census = engine.census(roles)
    require_rows(census, engine.name, drops=reading.missing == Missing.DROP)
    if roles.predicted and counts_many_classes(census, roles, reading):
        return _of_predicted_classes(engine, found, census, reading, most_scores)
    labels = checked(census, roles, reading)
    flagged = flagging_values(census, roles, reading)
    positive, kind = positive_values(census, labels), kind_of_weights(roles, reading)
    elements = _elements(engine, roles, labels)
    together = JointRequest(roles, positive, kind, reading.lower_is_positive, flagged=flagged)
    counted = _each_counted(engine, together, census, reading, most_scores)
    tables = {score: parts[""][0] for score, parts in counted.items()}
    read = Provenance(
        source=engine.name,
        rows=next(iter(tables.values())).rows,
        positive=labels.positive,
        negative=labels.negative,
        dropped=left_out_of_census(census, roles.weight),
        inferred=(
            *found.inferred,
            *labels.inferred,
            *elements,
            *said_of({score: tables[score] for score in roles.scores}, engine.engine),
            *(f"counting of {name!r}: hard predictions, counted on {engine.engine}" for name in flagged),
        ),
        **named_in(found.roles, reading),
    )
    by_part = {part: _models(counted, part, reading, flagged) for part in next(iter(counted.values()))}
    models = by_part.pop("")
    if found.roles.fold:
        models, by_part = _with_folds(models, by_part, roles), {}
    rows = RowsElsewhere(engine, together, models, most_scores, is_exact=reading.resolution == EXACT)
    words = (reading.words or DEFAULT).over(words_for(read))
    return Evaluation(read, models, by_part, words, rows if len(models) > 1 else None)


def _each_counted(
    engine: Engine, together: JointRequest, census: ColumnStatistics, reading: Reading, most_scores: int
) -> dict[str, dict[str, Counted]]:
    """Return the tables of each model, of all rows and of every part: scores as finely as asked, predictions whole."""
    resolution, roles = reading.resolution or AUTO, together.roles
    most = _Most(_most_cells(resolution, most_scores), sys.maxsize if resolution == EXACT else most_scores)
    plain = TallyRequest(roles, "", together.positive, together.weights_are)
    counted = {}
    for score in roles.scores:
        asked = replace(
            plain, score=score, lower_is_positive=reading.lower_is_positive, threshold=reading.threshold_of(score)
        )
        cells = _cells(engine, asked, census, resolution, most_scores)
        counted[score] = _counted(engine, replace(asked, cells=cells), census, most)
    for name, values in together.flagged.items():
        asked = replace(plain, score=name, threshold=FLAGGED, flagged=values)
        counted[name] = _counted(engine, asked, census, most)
    return counted


def rows_of_classes(engine: Engine, found: FoundRoles, reading: Reading, most_scores: int) -> Columns | None:
    """Return the rows of several models, brought here to compare them; None if of two classes."""
    roles = found.roles
    if roles.class_models and reading.positive is not None:
        return None
    if not roles.class_models and (len(roles.predicted) < 2 or roles.scores or roles.class_scores):
        return None
    require_one_role_each(roles)
    census = engine.census(roles)
    require_rows(census, engine.name, drops=reading.missing == Missing.DROP)
    if not roles.class_models and not counts_many_classes(census, roles, reading):
        return None
    return _brought(engine, found, census, reading, most_scores)


def _of_rows(engine: Engine, found: FoundRoles, reading: Reading, most_scores: int) -> Evaluation | ClassEvaluation:
    """Evaluate what is asked about rows, which are brought here; scores of classes are counted if they are too many."""
    roles = found.roles
    if roles.class_models:
        require_one_model(roles)
    census = engine.census(roles)
    require_rows(census, engine.name, drops=reading.missing == Missing.DROP)
    is_small = reading.resolution == EXACT or fit_here(roles, census.rows, most_scores)
    if (roles.class_scores or roles.class_models) and not is_small and not parts_of_classes(roles):
        _require_sound(census, roles, reading)
        most = _most_cells(reading.resolution or AUTO, most_scores)
        return scores_on(engine, found, census, reading, most)
    return evaluate_columns(_brought(engine, found, census, reading, most_scores), reading)


def _of_predicted_classes(
    engine: Engine, found: FoundRoles, census: ColumnStatistics, reading: Reading, most_scores: int
) -> Evaluation | ClassEvaluation:
    """Evaluate predictions of many classes: pairs are counted where the rows are, parts of them need the rows."""
    if parts_of_classes(found.roles):
        return evaluate_columns(_brought(engine, found, census, reading, most_scores), reading)
    return predictions_on(engine, found, census, reading)


def _brought(
    engine: Engine, found: FoundRoles, census: ColumnStatistics, reading: Reading, most_scores: int
) -> Columns:
    # Sentences about rows in memory name their numbers, and these rows have none: so the census is asked first.
    _require_sound(census, found.roles, reading)
    if reading.resolution != EXACT:
        require_few(engine, found.roles, census.rows, most_scores)
    return rows_here(engine, found)


def _require_sound(census: ColumnStatistics, roles: Roles[str], reading: Reading) -> None:
    if roles.weight is not None:
        require_weights(census, roles.weight, reading.kind_of_weights)
    for column in roles.amounts:
        require_weights(census, column, Weights.IMPORTANCE)


def _one_of_classes(
    engine: Engine, found: FoundRoles, reading: Reading, most_scores: int
) -> Evaluation | ClassEvaluation:
    """Evaluate the score of the one class that was named as positive: under its name, or under that of each model."""
    roles, models = found.roles, found.roles.class_models
    if models:
        columns = {model: of[scored_class(of, reading)] for model, of in models.items()}
    else:
        name = scored_class(roles.class_scores, reading)
        columns = {name: roles.class_scores[name]}
    # Predictions beside a model without a name are its own answers, which its score of one class replaces.
    predicted = roles.predicted if models else {}
    roles = replace(roles, scores=columns, class_scores={}, class_models={}, predicted=predicted)
    if roles.cluster is not None or roles.fold or len(set(columns.values())) < len(columns):
        return _of_rows(engine, replace(found, roles=roles), reading, most_scores)
    # On an engine a model is called like its column.
    stated = reading.threshold
    by_column = {column: reading.threshold_of(model) for model, column in columns.items()}
    asked = reading if stated is None else replace(reading, threshold=by_column)
    roles = replace(roles, scores={column: column for column in columns.values()})
    counted = evaluate_on(engine, replace(found, roles=roles), asked, most_scores=most_scores)
    assert isinstance(counted, Evaluation)
    return _renamed(counted, {column: model for model, column in columns.items()})


def _renamed(evaluation: Evaluation, names: Mapping[str, str]) -> Evaluation:
    """Return an evaluation whose models have other names; those that are not among them keep theirs."""

    def called(models: Mapping[str, Model]) -> dict[str, Model]:
        return {names.get(old, old): replace(model, name=names.get(old, old)) for old, model in models.items()}

    place_rows = evaluation.place_rows
    return replace(
        evaluation,
        read=replace(evaluation.read, scores=tuple(names[old] for old in evaluation.read.scores)),
        by_model=called(evaluation.by_model),
        by_group={group: called(models) for group, models in evaluation.by_group.items()},
        place_rows=None if place_rows is None else partial(_placed_and_renamed, place_rows, names),
    )


def _placed_and_renamed(place_rows: Callable[[], PlacedRows | None], names: Mapping[str, str]) -> PlacedRows | None:
    rows = place_rows()
    if rows is None:
        return None
    tables = {names.get(old, old): table for old, table in rows.tables.items()}
    places = {names.get(old, old): column for old, column in rows.places.items()}
    return replace(rows, tables=tables, places=places)


def _counted_roles(roles: Roles[str]) -> Roles[str]:
    """Return the roles as they are counted: folds are parts of the rows, as groups are."""
    return replace(roles, groups=roles.fold, fold={}) if roles.fold else roles


def _with_folds(
    models: Mapping[str, Model], parts: Mapping[str, Mapping[str, Model]], roles: Roles[str]
) -> dict[str, Model]:
    """Return the models with their folds, which were counted as parts of the rows."""
    (column,) = roles.groups
    names = folds_in_order(column, list(parts))
    return {
        name: replace(model, folds=Folds(({fold: parts[fold][name] for fold in names},), len(names)))
        for name, model in models.items()
    }


def _elements(engine: Engine, roles: Roles[str], labels: Labels) -> list[str]:
    """Say which scores are elements of vectors; an element of label 1 is no score of label 0."""
    found = [engine.inferred[column] for column in roles.scores if column in engine.inferred]
    if found and labels.positive in NEGATIVE_OF_TWO:
        raise BadCall(
            f"Vectors are read by their second element, which is the score of label 1, but {labels.positive} was named "
            "positive; make a column of the first element and evaluate that."
        )
    return found


def kind_of_weights(roles: Roles[str], reading: Reading) -> Weights:
    """Return what a weight of these rows means, if they have any."""
    return Weights.NONE if roles.weight is None else reading.kind_of_weights


def checked(census: ColumnStatistics, roles: Roles[str], reading: Reading) -> Labels:
    """Check the census in the order in which rows in memory are checked, and say which labels are positive."""
    if roles.weight is not None:
        require_weights(census, roles.weight, reading.kind_of_weights)
    labels = labels_among(census.labels, reading.positive, reading.classes)
    for column in roles.groups:
        require_groups(census, column)
    for column in roles.amounts:
        require_weights(census, column, Weights.IMPORTANCE)
    return labels


def positive_values(census: ColumnStatistics, labels: Labels) -> tuple[object, ...]:
    """Return the positive labels as the engine holds them."""
    return raw_values(census.labels, labels.is_positive)


def _cells(
    engine: Engine, asked: TallyRequest, census: ColumnStatistics, resolution: Resolution, most_scores: int
) -> CountedTree | ThresholdEdges | None:
    """Return the cells in which scores are counted together, or None if every score is counted by itself."""
    if resolution == EXACT:
        return None
    if isinstance(resolution, tuple):
        return ThresholdEdges.at((*resolution, asked.threshold), lower_is_positive=asked.lower_is_positive)
    most = _most_cells(resolution, most_scores)
    few = most_scores if resolution == AUTO else most
    if census.complete <= few or engine.scores_of(asked, few) <= few:
        return None
    return engine.adaptive_cells(asked, most)


def _most_cells(resolution: Resolution, most_scores: int) -> int:
    return resolution if isinstance(resolution, int) else max(FEWEST_CELLS, min(CELLS, most_scores))


@dataclass(frozen=True)
class _Most:
    """What may come here: so many cells of a table, and so many scores or cells of all groups together."""

    cells: int
    scores: int


def _counted(engine: Engine, asked: TallyRequest, census: ColumnStatistics, most: _Most) -> dict[str, Counted]:
    """Return the tables of all rows, under no name, and of each group."""
    by_weight = _parts(engine, asked, census, most)
    by_amount = {
        amount: _parts(
            engine, replace(asked, amount=amount, weights_are=Weights.IMPORTANCE), census, most, by_weight[""]
        )
        for amount in asked.roles.amounts
    }
    return {
        part: (table, {amount: tables[part] for amount, tables in by_amount.items()})
        for part, table in by_weight.items()
    }


def _parts(
    engine: Engine, asked: TallyRequest, census: ColumnStatistics, most: _Most, of_rows: ScoreTable | None = None
) -> dict[str, ScoreTable]:
    """Return the tables of all rows and of each group; amounts follow the cells of the table of rows.

    No threshold that the table of rows lists may part a cell of amounts: what costs follow is exact there, too. So
    their cells are never put together anew.
    """
    kind, lower = asked.weights_are, asked.lower_is_positive

    def table(entries: Entries, of: NDArray[np.intp] | slice = slice(None)) -> ScoreTable:
        counted = entries.table(kind, lower_is_positive=lower, of=of)
        is_kept = counted.ends is None or of_rows is not None
        return counted if is_kept else no_finer(counted, most.cells, asked.threshold)

    parts: dict[str, ScoreTable] = {}
    fit = {column: _fit(engine, replace(asked, group=column), census, most) for column in asked.roles.groups}
    if not all(fit.values()) or not fit:
        parts[""] = table(engine.tally(asked))
    for column, fits in fit.items():
        whole = parts.get("") if of_rows is None else of_rows
        cells = (
            asked.cells if fits or whole is None else _fewer_cells(whole, asked, len(census.groups[column].rows), most)
        )
        entries = engine.tally(replace(asked, group=column, cells=cells))
        # Every row that is counted has a value in every column of groups.
        parts.setdefault("", table(entries))
        prefix = "" if len(fit) == 1 else f"{column}="
        found = census.groups[column]
        for name, of in zip(
            found.names, _split(entries, raw_values(found, np.ones(len(found.rows), dtype=bool))), strict=True
        ):
            parts[prefix + name] = table(entries, of)
    return parts


def _fit(engine: Engine, asked: TallyRequest, census: ColumnStatistics, most: _Most) -> bool:
    """Say whether the scores of all groups, or the cells that there may be, are few enough to come here."""
    if census.complete <= most.scores or isinstance(asked.cells, ThresholdEdges):
        return True
    if asked.cells is None:
        return engine.scores_of(asked, most.scores) <= most.scores
    return most.cells * len(census.groups[asked.group or ""].rows) <= most.scores


def _fewer_cells(whole: ScoreTable, asked: TallyRequest, groups: int, most: _Most) -> ThresholdEdges:
    """Return cells of about equally many rows, so few that those of all groups may come here."""
    number = max(FEWEST_CELLS, min(CELLS_OF_GROUPS, most.scores // groups))
    cells = TableCells.even(whole, number, int(CountsCurve(whole).reached([asked.threshold])[0]))
    return ThresholdEdges.at((*cells.edges, asked.threshold), lower_is_positive=asked.lower_is_positive)


def _split(entries: Entries, values: Sequence[object]) -> list[NDArray[np.intp]]:
    """Return the entries of each group in the order of their scores, by one sort, however many groups there are."""
    number = {value: i for i, value in enumerate(values)}
    parts = entries.parts or []
    of = np.fromiter(map(number.__getitem__, parts), np.intp, len(parts))
    return np.split(np.lexsort((entries.scores, of)), np.cumsum(np.bincount(of, minlength=len(values)))[:-1])


def _models(
    counted: Mapping[str, Mapping[str, Counted]], part: str, reading: Reading, hard: Collection[str]
) -> dict[str, Model]:
    models = {}
    for name, parts in counted.items():
        table, amounts = parts[part]
        # Cells of neighbouring scores end at the threshold in force, so it is known before anything is stated again.
        threshold = FLAGGED if name in hard else reading.threshold_of(name)
        models[name] = Model(name, table, threshold, name in hard, amounts, sampling=Sampling(reading.design))
    return models


def _checked(resolution: Resolution) -> Resolution:
    if isinstance(resolution, str) and resolution in (AUTO, EXACT, BOUNDED):
        return resolution
    if isinstance(resolution, int) and resolution >= FEWEST_CELLS:
        return resolution
    if not isinstance(resolution, str | int | float) and len(resolution):
        return tuple(map(checked_threshold, resolution))
    raise BadCall(
        f"resolution must be 'auto', 'exact', 'bounded', a number of cells of at least {FEWEST_CELLS}, or the "
        f"thresholds at which the counts are to be exact, not {resolution!r}."
    )
