"""What the page of many classes draws beside the summary. `views/class_page_data.py` writes it, and
`report/src/classes/payload.ts` reads it.

Of few rows the page holds the probabilities, so that it can decide anew by whatever prices are typed there. Of more it
holds how many rows of each cell are answered from some scores on, which is enough to leave the least sure ones unsure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from truecut.catalogue import Value
from truecut.catalogue.class_metrics import class_metric
from truecut.catalogue.measures.class_scores import without_probabilities
from truecut.catalogue.model import Model
from truecut.counting.class_rows import UNSURE, ClassRows
from truecut.counting.class_table import ClassTable
from truecut.decisions.class_recommendation import ClassRecommendation
from truecut.errors import TruecutError
from truecut.inference.many_classes.score_intervals import ClassScores
from truecut.inference.quantiles import normal_quantile
from truecut.summaries.of_compared_classes import ComparedClasses
from truecut.summaries.report.bands import reliability_of
from truecut.summaries.report.thinning import kept_entries
from truecut.summaries.report.tree import Numbers, Reliability
from truecut.summaries.summary import Summary

MOST_ROWS, MOST_PROBABILITIES, MOST_CLASSES = 5000, 100_000, 20  # whose rows travel in the page
MOST_DECIMALS = 6  # of a probability there
CURVE_POINTS = 90  # of the curve of a class
CUTS = 120  # scores from which answers are given, where the rows do not travel
MOST_CURVES = 25  # classes with a curve of their own
OF_A_CLASS = ("recall", "precision", "f1", "specificity", "roc_auc", "average_precision")
AVERAGED = ("recall", "precision", "f1", "specificity", "roc_auc", "average_precision")
TOGETHER = (
    "accuracy",
    "balanced_accuracy",
    "kappa",
    "mcc",
    "log_loss",
    "brier_multiclass",
    "roc_auc_pairs",
    "top_k_accuracy",
    "confidence_error",
)


@dataclass(frozen=True, eq=False)
class RowsOnPage:
    """The rows: true class, answer and probabilities in whole parts of a power of ten."""

    truth: NDArray[np.intp]
    answers: NDArray[np.intp]
    probabilities: NDArray[np.int64]
    decimals: int
    are_exact: bool  # nothing was lost by writing so many decimals


@dataclass(frozen=True)
class AnsweredFrom:
    """How many rows are answered from each of some scores on, the most demanding first, and how many rightly."""

    scores: Numbers
    given: Numbers
    right: Numbers
    cells: tuple[tuple[tuple[int, float], ...], ...] = ()  # further rows by cell at each score, where no rows travel


@dataclass(frozen=True)
class ClassCurve:
    """The curve of one class against the rest, at the entries that matter."""

    positives: float
    negatives: float
    tp: Numbers
    fp: Numbers


@dataclass(frozen=True)
class ClassLine:
    """One class: its metrics with intervals, its curve, and whether its probabilities mean what they say."""

    name: str
    metrics: Mapping[str, Value]
    curve: ClassCurve | None = None
    reliability: Reliability | None = None


@dataclass(frozen=True)
class NumberOfAll:
    """One number of all classes together."""

    name: str
    title: str
    value: Value
    is_percentage: bool


@dataclass(frozen=True, eq=False)
class ModelOfClasses:
    """One model of many classes with what its charts are drawn from."""

    name: str
    summary: Summary
    each: tuple[ClassLine, ...]
    averages: Mapping[str, Mapping[str, Value]]
    together: tuple[NumberOfAll, ...]
    is_weighted: bool
    rows: RowsOnPage | None = None
    answered_from: AnsweredFrom | None = None
    pooled: ClassCurve | None = None  # the micro average
    confidence: Reliability | None = None  # of the answers
    why_still: str = ""  # why prices do not change the answers on this page


@dataclass(frozen=True)
class StatedPrices:
    """What was said about prices before the page was made."""

    costs: tuple[tuple[float, ...], ...] | None = None
    unsure: float | None = None


UNPRICED = StatedPrices()


@dataclass(frozen=True, eq=False)
class ClassPage:
    """The page of one or several models of many classes."""

    models: tuple[ModelOfClasses, ...]
    version: str
    z: float
    command: str = ""
    prices: StatedPrices = UNPRICED
    told: ClassRecommendation | None = None  # at the stated prices
    compared: ComparedClasses | None = None

    @property
    def summary(self) -> Summary:
        """Return the summary of the model that the page opens with."""
        return self.models[0].summary


def class_page(
    models: Sequence[ModelOfClasses],
    *,
    command: str = "",
    prices: StatedPrices = UNPRICED,
    told: ClassRecommendation | None = None,
    compared: ComparedClasses | None = None,
) -> ClassPage:
    """Return the page of models on the same rows; `told` is what is recommended for the first at the stated prices."""
    level = models[0].summary.options.level
    version = str(import_module("truecut").__version__)
    return ClassPage(tuple(models), version, normal_quantile(level), command, prices, told, compared)


def model_of_classes(name: str, summary: Summary, scores: ClassScores) -> ModelOfClasses:
    """Return what the page needs of one model."""
    classes = summary.classes
    assert classes is not None
    level, table = summary.options.level, scores.table
    is_shown = len(classes.names) <= MOST_CURVES
    rows, why_still = _rows_on_page(scores)
    has_all = set(scores.models) >= set(classes.names)
    return ModelOfClasses(
        name=name,
        summary=summary,
        each=tuple(
            ClassLine(
                one.name,
                {asked: one.metrics[asked] for asked in OF_A_CLASS if asked in one.metrics},
                _curve(scores.models[one.name]) if is_shown and one.name in scores.models else None,
                reliability_of(scores.models[one.name], level) if is_shown and one.name in scores.models else None,
            )
            for one in classes.each
        ),
        averages={
            average: {asked: values[asked] for asked in AVERAGED if asked in values}
            for average, values in classes.averages.items()
        },
        together=tuple(_together(asked, classes.overall[asked]) for asked in TOGETHER if asked in classes.overall),
        is_weighted=bool(summary.read.weight),
        rows=rows,
        answered_from=None if table is None or table.is_weighted else _answered_from(table, rows is None),
        pooled=_curve(scores.pooled) if has_all and scores.models else None,
        confidence=None if table is None else _reliability_of_answers(table, level),
        why_still=why_still,
    )


def _together(name: str, value: Value) -> NumberOfAll:
    entry = class_metric(name)
    title = f"Top-{entry.parameters['k']} accuracy" if name == "top_k_accuracy" else entry.title
    return NumberOfAll(name, title, value, entry.is_percentage)


def _curve(model: Model) -> ClassCurve:
    curve = model.curve
    entries = kept_entries(curve, (), CURVE_POINTS)
    counts = curve.counts
    return ClassCurve(
        float(model.table.total_positive),
        float(model.table.total_negative),
        tuple(counts.tp[entries].tolist()),
        tuple(counts.fp[entries].tolist()),
    )


def _reliability_of_answers(table: ClassTable, level: float) -> Reliability | None:
    try:
        return reliability_of(Model("answer", table.confidence()), level)
    except TruecutError:
        return None


def _rows_on_page(scores: ClassScores) -> tuple[RowsOnPage | None, str]:
    """Return the rows if they can travel, and otherwise why prices do not change the answers."""
    rows, table = scores.rows, scores.table
    if table is None:
        return None, "only predictions were given, and no probabilities to decide by"
    if rows is None or rows.scores is None:
        return None, "only the table of the rows is known"
    reason = without_probabilities(table)
    if reason:
        return None, reason
    if rows.weights is not None:
        return None, "the rows have weights"
    if len(rows) > MOST_ROWS or rows.scores.size > MOST_PROBABILITIES or len(rows.classes) > MOST_CLASSES:
        return None, f"{len(rows):,} rows of {len(rows.classes)} classes are too many to travel in the page"
    return written_rows(rows), ""


def written_rows(rows: ClassRows) -> RowsOnPage:
    """Return rows with as few decimals as lose nothing, if that takes no more than six of them."""
    assert rows.scores is not None
    found: Any = None
    for decimals in range(1, MOST_DECIMALS + 1):
        found = np.rint(rows.scores * 10**decimals).astype(np.int64)
        if np.array_equal(found / 10**decimals, rows.scores):
            return RowsOnPage(rows.truth, rows.answers, found, decimals, True)
    return RowsOnPage(rows.truth, rows.answers, found, MOST_DECIMALS, False)


def _answered_from(table: ClassTable, with_cells: bool) -> AnsweredFrom:
    """Return what is answered from some scores on: every score where rows travel anyway, otherwise some of them."""
    size = len(table.classes)
    said = np.concatenate([np.full(len(one), place) for place, one in enumerate(table.answers)])
    score, truth = (np.concatenate([one.keys[key] for one in table.answers]) for key in (0, 1))
    weight = np.concatenate([one.weights for one in table.answers])
    order = np.argsort(-score, kind="stable")
    score, truth, said, weight = score[order], truth[order], said[order], weight[order]
    given, right = np.cumsum(weight), np.cumsum(np.where(truth == said, weight, 0))
    last = np.flatnonzero(np.append(score[1:] != score[:-1], True)) if len(score) else np.array([], int)
    if len(last) > CUTS:
        wanted = np.linspace(0, given[last[-1]], CUTS + 1)[1:]
        last = np.unique(last[np.searchsorted(given[last], wanted).clip(0, len(last) - 1)])
    cells: tuple[tuple[tuple[int, float], ...], ...] = ()
    if with_cells:
        parts = np.split(np.arange(len(score)), last[:-1] + 1) if len(last) else []
        cells = tuple(_by_cell(truth[part] * size + said[part], weight[part]) for part in parts)
    return AnsweredFrom(tuple(score[last].tolist()), tuple(given[last].tolist()), tuple(right[last].tolist()), cells)


def _by_cell(cells: NDArray[np.intp], weights: NDArray[Any]) -> tuple[tuple[int, float], ...]:
    found, which = np.unique(cells, return_inverse=True)
    return tuple(zip(found.tolist(), np.bincount(which, weights=weights).tolist(), strict=True))


def answers_as_numbers(answers: NDArray[np.intp], size: int) -> list[int]:
    """Return answers by place, with unsure after the last class."""
    return [size if answer == UNSURE else answer for answer in answers.tolist()]
