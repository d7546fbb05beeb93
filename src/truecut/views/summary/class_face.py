"""What results of many classes say of themselves: the matrix, each class, decisions, trade-offs."""

from __future__ import annotations

from typing import Any

from truecut.decisions.class_decision import ClassDecision, Use
from truecut.decisions.class_recommendation import ClassRecommendation
from truecut.decisions.class_trade_off import TradeOff
from truecut.decisions.findings.finding import Tone
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.inference.many_classes.classification_report import ClassificationReport
from truecut.inference.many_classes.score_intervals import ClassScores
from truecut.views.class_decision.data import answering_as_data
from truecut.views.face import (
    CellKind,
    Face,
    FaceCell,
    Grid,
    GridColumn,
    KeyNumber,
    Later,
    SquareOfCounts,
    ends,
    key_number,
    kind_of_metric,
    short_title,
)
from truecut.views.json_values import value_as_data
from truecut.views.recommendation.data import class_recommendation_data
from truecut.views.recommendation.face import TONES
from truecut.views.summary import SummaryView
from truecut.words.numerals import count, percent

OF_CLASS = ("recall", "precision", "f1")
OF_SCORES = ("roc_auc", "average_precision")
OF_ALL = ("accuracy", "kappa", "balanced_accuracy")
MOST_NAMED = 5


def face_of_class_evaluation(e: Any) -> Face:
    """Return the face of predictions of many classes; their type stands above the views, so it is not named."""
    face = face_of_matrix(e.matrix)
    return Face(
        face.sentence,
        f"{e.read.source}: {face.about}",
        face.numbers,
        face.grids,
        picture=face.picture,
        view=lambda: SummaryView(e.summary()),
    )


def face_of_class_parts(found: Any) -> Face:
    """Return the face of evaluations of many classes by name, of which each is a part of the rows."""
    many = f"{found.kind}s"

    def grids() -> tuple[Grid, ...]:
        columns = [GridColumn(found.kind), GridColumn("rows", CellKind.COUNT)]
        for name in OF_ALL:
            kind = kind_of_metric(name)
            columns.append(GridColumn(name, kind, short_title(name)))
            columns += [GridColumn(f"{name}_{end}", kind) for end in ("low", "high")]
        rows = [
            (part, e.read.rows, *(cell for n in OF_ALL for one in [e.metric(n)] for cell in (one.value, *ends(one))))
            for part, e in found.items()
        ]
        return (Grid(many, tuple(columns), rows),)

    if not found:
        return Face(f"No {many}: nothing divides the rows.", grids=(Grid(many, (GridColumn(found.kind),), ()),))
    names = ", ".join(map(repr, list(found)[:MOST_NAMED])) + (", ..." if len(found) > MOST_NAMED else "")
    return Face(f"{count(len(found))} {found.kind if len(found) == 1 else many} by name: {names}.", grids=Later(grids))


def face_of_matrix(matrix: ClassMatrix) -> Face:
    """Return the face of a matrix: how many rows are right, the usual mistake, every class."""
    # As numbers of Python: JSON and the picture know none of NumPy.
    rows = [[cell.item() if hasattr(cell, "item") else cell for cell in row] for row in matrix.rows]
    total, right = float(matrix.true.sum()), sum(rows[i][i] for i in range(len(rows)))
    mistakes = [
        (rows[i][j], true, answered)
        for i, true in enumerate(matrix.classes)
        for j, answered in enumerate(matrix.classes)
        if i != j
    ]
    most, true, answered = max(mistakes, default=(0, "", ""), key=lambda one: one[0])
    often = "once" if most == 1 else f"{count(most)} times"
    usual = f"; the usual mistake takes {true} for {answered} ({often})" if most else ""
    sentence = (
        f"{percent(right / total)} of {count(total)} rows are classified correctly{usual}." if total else "No rows."
    )
    return Face(
        sentence,
        f"{len(matrix.classes)} classes, {count(total)} rows",
        tuple(key_number(name, matrix.metric(name)) for name in OF_ALL),
        Later(lambda: (_each_class(matrix), _cells(matrix, rows))),
        picture=lambda: SquareOfCounts(matrix.classes, rows),
    )


def _each_class(matrix: ClassMatrix) -> Grid:
    columns = [GridColumn("class"), GridColumn("rows", CellKind.COUNT)]
    for name in OF_CLASS:
        kind = kind_of_metric(name)
        columns.append(GridColumn(name, kind, short_title(name)))
        columns += [GridColumn(f"{name}_{end}", kind) for end in ("low", "high")]
    support = matrix.support()
    rows: list[tuple[FaceCell, ...]] = []
    for own in matrix.classes:
        values = [matrix.of(own).metric(name) for name in OF_CLASS]
        cells = [cell for value in values for cell in (value.value, *ends(value))]
        rows.append((str(own), float(support[own]), *cells))
    return Grid("classes", tuple(columns), rows, "Each class")


def _cells(matrix: ClassMatrix, rows: list[list[float]]) -> Grid:
    columns = (GridColumn("truth"), *(GridColumn(f"answered {own}", CellKind.COUNT) for own in matrix.classes))
    cells: list[tuple[FaceCell, ...]] = [(str(own), *row) for own, row in zip(matrix.classes, rows, strict=True)]
    return Grid("matrix", columns, cells, "Matrix", is_on_card=False)


def face_of_classification_report(report: ClassificationReport) -> Face:
    """Return the face of precision, recall and F1 by class and on average."""
    names = list(report.classes[0].metrics) if report.classes else []
    columns = [GridColumn("class")]
    for name in names:
        columns.append(GridColumn(name, kind_of_metric(name), short_title(name)))
        columns += [GridColumn(f"{name}_{end}", kind_of_metric(name)) for end in ("low", "high")]
    columns.append(GridColumn("support", CellKind.COUNT))
    rows = [
        (line.name, *(cell for one in line.metrics.values() for cell in (one.value, *ends(one))), line.support)
        for line in (*report.classes, *report.averages)
    ]
    return Face(
        f"Precision, recall and F1 of {len(report.classes)} classes on {count(report.support)} rows.",
        numbers=(key_number("accuracy", report.accuracy),),
        grids=(Grid("classes", tuple(columns), rows, most=len(report.classes) + len(report.averages)),),
    )


def face_of_class_scores(scores: ClassScores) -> Face:
    """Return the face of the scores of all classes."""
    columns = (
        GridColumn("class"),
        *(GridColumn(f"{name}", kind_of_metric(name)) for name in OF_SCORES),
    )

    def grids() -> tuple[Grid, ...]:
        rows = [(own, *(model.metric(name).value for name in OF_SCORES)) for own, model in scores.models.items()]
        return (Grid("classes", columns, rows),)

    return Face(f"Scores of {len(scores.classes)} classes, each against the rest.", grids=Later(grids))


def face_of_class_decision(decision: ClassDecision) -> Face:
    """Return the face of a way of answering: what it saves, and whether to decide so."""
    tones = {Use.USE: Tone.GOOD, Use.PERHAPS: Tone.WARNING, Use.DO_NOT_USE: Tone.PROBLEM}
    columns = (
        GridColumn("answering", title="without thought"),
        GridColumn("mean_cost", CellKind.NUMBER, "cost of a row"),
    )
    head, *more = ClassDecision.__str__(decision).splitlines()
    return Face(
        head,
        f"{count(decision.changed)} rows are answered otherwise than with the likeliest class",
        (
            KeyNumber("cost of a row", decision.mean_cost.value, CellKind.NUMBER, *ends(decision.mean_cost)),
            KeyNumber("saved by row", decision.saving.value, CellKind.SIGNED, *ends(decision.saving)),
            KeyNumber("rows answered", decision.answered, CellKind.SHARE),
            KeyNumber("right answers", decision.right.value, CellKind.SHARE, *ends(decision.right)),
        ),
        (Grid("strategies", columns, [(one.name, one.mean_cost) for one in decision.strategies]),),
        notes=more,
        tone=tones[decision.use],
        data=lambda: _decision_as_data(decision),
    )


def _decision_as_data(decision: ClassDecision) -> dict[str, Any]:
    return {
        "use": decision.use.value,
        "said": decision.said,
        "mean_cost": value_as_data(decision.mean_cost),
        "saving": value_as_data(decision.saving),
        "answered": decision.answered,
        "right": value_as_data(decision.right),
        "changed": decision.changed,
        "without_thought": [{"answering": one.name, "mean_cost": one.mean_cost} for one in decision.strategies],
    }


def face_of_trade_off(found: TradeOff) -> Face:
    """Return the face of answers given from a score on."""
    columns = (
        GridColumn("answer_from", CellKind.THRESHOLD),
        GridColumn("answered", CellKind.SHARE),
        *(GridColumn(name, CellKind.SHARE) for name in ("right", "right_low", "right_high")),
    )
    along = (found.answer_from, found.answered, found.right, found.low, found.high)
    rows = Later(lambda: list(zip(*(column.tolist() for column in along), strict=True)))
    # Where many rows are left unsure, fewer than half of all may be answered.
    half = found.at_share(min(0.5, float(found.answered[-1])))
    sentence = f"{percent(float(found.right[-1]))} of all answers are right; of the surest half, {percent(half.right)}."
    return Face(
        sentence,
        f"{100 * found.level:g} % intervals at {count(len(found))} scores",
        (KeyNumber("area under risk and coverage", found.risk_coverage_area),),
        (Grid("trade_off", columns, rows),),
        data=lambda: {
            "level": found.level,
            "risk_coverage_area": found.risk_coverage_area,
            "trade_off": [answering_as_data(found[entry]) for entry in range(len(found))],
        },
    )


def face_of_class_recommendation(told: ClassRecommendation) -> Face:
    """Return the face of how far answers can be trusted."""
    said = told.sentences
    columns = (GridColumn("truth"), GridColumn("answered"), GridColumn("rows", CellKind.COUNT))
    rows = [(str(one.true), str(one.answer), float(one.rows)) for one in told.favourites]
    objection = [] if told.objection is None else [(Tone.WARNING, f"The strongest objection: {told.objection.title}")]
    return Face(
        said.headline,
        said.above,
        (key_number("accuracy", told.accuracy), KeyNumber(f"always {told.commonest}", told.without, CellKind.SHARE)),
        (Grid("mistakes", columns, rows, "The most frequent mistakes"),),
        findings=[*((None, line) for line in (said.lede, *said.saves, said.sure) if line), *objection],
        notes=tuple(filter(None, (said.question, *said.change))),
        tone=TONES.get(told.verdict),
        data=lambda: class_recommendation_data(told),
    )
