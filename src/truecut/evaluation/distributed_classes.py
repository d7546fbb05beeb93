"""Many classes whose rows an engine holds: a matrix of predictions, or the table of a score for every class.

Predictions are pairs of label and answer, which are few however many rows there are. Scores are counted class by class,
each distinct one by itself; what is known then is what a saved evaluation knows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue.class_counts import Importance, are_numbers, positions
from truecut.counting.class_table import FIXED, ClassTable, LossSums, OffSums, Tallied
from truecut.counting.countable import Weights
from truecut.data.columns import Column
from truecut.data.labels import as_spelled
from truecut.data.predictions import refuse_scores, spelled_like
from truecut.data.request import Reading, Roles
from truecut.data.roles import FoundRoles
from truecut.data.rows import Columns, Provenance, named_in
from truecut.engines.class_questions import ClassQuestions
from truecut.engines.column_statistics import ColumnStatistics, left_out_of_census, require_weights
from truecut.engines.expressions import ColumnKind, Dialect, GroupBy
from truecut.errors import BadCall
from truecut.evaluation.assembling import evaluate_columns
from truecut.evaluation.class_assembling import (
    HIGHEST,
    classes_among,
    declared_classes,
    require_classes,
    require_every_score,
    require_one_model,
)
from truecut.evaluation.class_evaluation import ClassEvaluation
from truecut.evaluation.class_saving import SavedClasses, importance_in
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.words import DEFAULT

Answer = Mapping[str, NDArray[Any]]


class ClassEngine(Protocol):
    """An engine that counts rows by label, prediction and the scores of classes."""

    @property
    def name(self) -> str:
        """Say what is counted in messages."""
        ...

    @property
    def engine(self) -> str:
        """Say what counts."""
        ...

    @property
    def kinds(self) -> Mapping[str, ColumnKind]:
        """Return what each column holds."""
        ...

    @property
    def dialect(self) -> Dialect:
        """Return the words of its questions."""
        ...

    @property
    def ask(self) -> Any:
        """Return what answers a question."""
        ...

    @property
    def distinct(self) -> Any:
        """Return what counts the groups of a question."""
        ...

    def pairs_of(self, roles: Roles[str], predicted: str, *, is_weighted: bool) -> Answer:
        """Count the rows of each label and prediction, or add up their weights."""
        ...

    def column_of(self, name: str, values: NDArray[Any]) -> Column:
        """Return values that came from a column as one."""
        ...


def predictions_on(
    engine: ClassEngine, found: FoundRoles, census: ColumnStatistics, reading: Reading
) -> ClassEvaluation:
    """Evaluate predictions of more than two classes: the engine counts the pairs, which are few."""
    roles = found.roles
    require_classes(roles, reading)
    require_one_model(roles)
    if roles.weight is not None:
        require_weights(census, roles.weight, reading.kind_of_weights)
    is_weighted = roles.weight is not None and reading.kind_of_weights == Weights.IMPORTANCE
    name = next(iter(roles.predicted))
    pairs = engine.pairs_of(roles, name, is_weighted=is_weighted)
    columns = Roles(
        engine.column_of(roles.label, pairs["label"]),
        predicted={name: engine.column_of(name, pairs["predicted"])},
        weight=Column("rows", pairs["counted_rows"].astype(float if is_weighted else np.int64)),
    )
    kind = Weights.IMPORTANCE if is_weighted else Weights.REPEATED
    evaluated = evaluate_columns(Columns(engine.name, columns), replace(reading, weights_are=kind.value))
    assert isinstance(evaluated, ClassEvaluation)
    read = _provenance(engine.name, found, census, reading, int(pairs["all_rows"].sum()))
    if is_weighted:  # the pairs know the weights of their rows, and the squares of those, which they are not rows for
        evaluated = replace(evaluated, matrix=replace(evaluated.matrix, importance=_importance(evaluated, pairs)))
    # The pairs were rows for as long as they were counted; whoever compares or decides anew needs the true ones.
    return replace(evaluated, read=replace(read, inferred=(*read.inferred, *evaluated.read.inferred)), rows=None)


def _importance(evaluated: ClassEvaluation, pairs: Answer) -> Importance:
    """Return what the weights of the rows behind each pair add up to."""
    rows, size = evaluated.rows, len(evaluated.matrix.classes)
    assert rows is not None  # the pairs, which were just counted
    squares, number = np.zeros((size, size + 1)), np.zeros((size, size + 1), np.int64)
    kept = pairs["counted_rows"].astype(float) > 0  # pairs without weight were left out with their rows
    np.add.at(squares, (rows.truth, rows.answers), pairs["squares"].astype(float)[kept])
    np.add.at(number, (rows.truth, rows.answers), pairs["all_rows"].astype(np.int64)[kept])
    return Importance(squares, number)


def scores_on(
    engine: ClassEngine, found: FoundRoles, census: ColumnStatistics, reading: Reading, most: int
) -> ClassEvaluation:
    """Evaluate a score for every class: the engine counts the distinct scores of each."""
    require_classes(found.roles, reading)
    require_one_model(found.roles)
    # The only model may have a name, by which what it lacks is said; its scores are counted like those without one.
    model, own = next(iter(found.roles.class_models.items()), ("", found.roles.class_scores))
    roles = replace(found.roles, class_scores=own, class_models={})
    kind = Weights.NONE if roles.weight is None else reading.kind_of_weights
    asked = ClassQuestions(engine.dialect, engine.kinds, roles, kind)
    counted = _CountedClasses.of(engine, asked, as_spelled(census.labels.column), most)
    labels = Roles(
        as_spelled(engine.column_of(roles.label, counted.labels)),
        predicted=counted.predicted,
        class_scores={name: Column(column, np.array([])) for name, column in roles.class_scores.items()},
    )
    declared = declared_classes(labels, reading)
    answers = {name: spelled_like(labels.label, column) for name, column in labels.predicted.items()}
    if not answers:
        require_every_score(labels.class_scores, labels.label, declared, model)
        occurring = [place for place, answer in enumerate(counted.by_score) if (answer["answered"] == 1).any()]
        answers = {"": Column("the highest score", np.array(occurring, dtype=np.intp), tuple(roles.class_scores))}
    names = classes_among(labels, declared, answers)
    if set(names) != set(roles.class_scores):
        raise BadCall(
            f"{engine.engine} counts the scores of all classes together, and "
            f"{next(name for name in names if name not in roles.class_scores)!r} has none; leave the scores out, or "
            "give one for every class."
        )
    table = counted.table(names, positions(labels.label, names), kind)
    read = _provenance(engine.name, found, census, reading, table.rows)
    said = f"counting: the distinct scores of {len(names)} classes, counted on {engine.engine}"
    read = replace(read, inferred=(*read.inferred, *(() if roles.predicted else (HIGHEST,)), said))
    is_ordered = bool(reading.classes) or are_numbers(names)
    importance = importance_in(table)
    matrix = ClassMatrix(names, table.matrix()[0], None, is_ordered, table.is_weighted, importance=importance)
    thresholds = {name: reading.threshold_of(name) for name in roles.class_scores}
    return ClassEvaluation.of_saved(SavedClasses(read, matrix, reading.words or DEFAULT, thresholds, table))


@dataclass(frozen=True, eq=False)
class _CountedClasses:
    """What an engine answered about each class, in the order in which their scores were given."""

    engine: ClassEngine
    asked: ClassQuestions
    by_score: list[Answer]
    labels: NDArray[Any]  # that occur, as the engine holds them
    predicted: dict[str, Column]

    @classmethod
    def of(cls, engine: ClassEngine, asked: ClassQuestions, label: Column, most: int) -> _CountedClasses:
        roles, by_score = asked.roles, []
        predicted = {}
        values: Mapping[str, list[object]] = {}
        for name, column in roles.predicted.items():
            found = engine.ask(asked.predictions())["prediction"]
            predicted[name] = as_spelled(engine.column_of(column, found))
            refuse_scores(label, predicted[name])
            values = _by_class(spelled_like(label, predicted[name]), found)
        for place, name in enumerate(roles.class_scores):
            question = asked.by_score(place, values.get(name, ()))
            _require_few_scores(engine, question, name, most)
            by_score.append(engine.ask(question))
        distinct = dict.fromkeys(label for answer in by_score[:1] for label in answer["label"].tolist())
        return cls(engine, asked, by_score, np.array(list(distinct), dtype=object), predicted)

    def table(self, names: tuple[str, ...], places: NDArray[np.intp], kind: Weights) -> ClassTable:
        """Return the table of the classes, whose labels stand at these places."""
        place_of = dict(zip(self.labels.tolist(), places.tolist(), strict=True))
        given = list(self.asked.roles.class_scores)
        scores, answers, ranked = [], [], {}
        for place, name in enumerate(names):
            answer = self.by_score[given.index(name)]
            truth = np.array([place_of[label] for label in answer["label"].tolist()], dtype=np.int64)
            counted, score = _counted(answer, kind), answer["score"].astype(float)
            some = answer["answered"].astype(np.int64) == 1
            scores.append(Tallied.of((score, truth), counted))
            answers.append(Tallied.of((score[some], truth[some]), [column[some] for column in counted]))
            labels = [label for label, at in place_of.items() if at == place]
            # A class that is only declared, or only answered, has no rows to rank.
            if labels:
                ranked[place] = self.engine.ask(self.asked.by_rank(given.index(name), labels))
        off = [OffSums(int(one["off_rows"].sum()), float(one["off_most"].max())) for one in ranked.values()]
        return ClassTable(
            names,
            tuple(scores),
            tuple(answers),
            _ranks(ranked, kind),
            _losses(ranked, len(names), kind),
            sum(off, OffSums()),
            weights_are=kind,
        )


def _ranks(ranked: Mapping[int, Answer], kind: Weights) -> Tallied:
    keys = [np.concatenate([one[key] for one in ranked.values()]).astype(np.int64) for key in ("above", "equal")]
    truth = np.repeat(list(ranked), [len(one["above"]) for one in ranked.values()])
    parts = [_counted(one, kind) for one in ranked.values()]
    return Tallied.of((*keys, truth), [np.concatenate(columns) for columns in zip(*parts, strict=True)])


def _losses(ranked: Mapping[int, Answer], classes: int, kind: Weights) -> LossSums | None:
    if kind == Weights.IMPORTANCE or any(one["no_shares"].sum() for one in ranked.values()):
        return None

    def power(place: int, of: int) -> int:
        return round(float(ranked[place][f"loss_{of}"].sum()) * FIXED) if place in ranked else 0

    return LossSums(tuple((power(place, 1), power(place, 2), power(place, 3)) for place in range(classes)))


def _counted(answer: Answer, kind: Weights) -> list[NDArray[Any]]:
    rows = answer["all_rows"].astype(np.int64)
    if kind == Weights.NONE:
        return [rows, rows, rows]
    number = np.int64 if kind == Weights.REPEATED else np.float64
    return [answer["weights"].astype(number), rows, answer["squares"].astype(float).astype(number)]


def _by_class(column: Column, values: NDArray[Any]) -> dict[str, list[object]]:
    """Return the values of a column, each of which occurs once, by the class that they spell."""
    words, found = column.words or (), dict[str, list[object]]()
    for code, value in zip(column.values.tolist(), values.tolist(), strict=True):
        found.setdefault(words[code], []).append(value)
    return found


def _require_few_scores(engine: ClassEngine, question: GroupBy, name: str, most: int) -> None:
    if engine.distinct(replace(question, measures={}), most) > most:
        raise BadCall(
            f"Class {name!r} has more than {most:,} distinct scores by label, and scores of many classes are counted "
            "one by one; round them to four decimals, or bring all rows with --resolution exact (in Python: "
            "resolution='exact')."
        )


def _provenance(source: str, found: FoundRoles, census: ColumnStatistics, reading: Reading, rows: int) -> Provenance:
    return Provenance(
        source=source,
        rows=rows,
        positive="",
        negative="",
        dropped=left_out_of_census(census, found.roles.weight),
        inferred=found.inferred,
        **named_in(found.roles, reading),
    )
