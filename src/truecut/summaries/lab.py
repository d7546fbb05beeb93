"""What the lab is told: formulas, lessons, tables, what exercises are made of, and what the reader begins with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib import import_module

import numpy as np

from truecut.catalogue import BY_NAME, Metric
from truecut.catalogue.lessons import LESSONS, Lesson
from truecut.catalogue.lessons.by_hand import BY_HAND, RowsByHand, SweepByHand
from truecut.catalogue.model import Model
from truecut.catalogue.quiz import EXERCISES, KINDS, SOURCES, Question
from truecut.catalogue.quiz.curves import PLACES
from truecut.catalogue.quiz.rates import ASKED, TAKEN_FOR_F1
from truecut.catalogue.quiz.settings import SETTINGS, Setting
from truecut.counting.countable import Weights
from truecut.counting.counts import CELLS, Counts
from truecut.errors import BadCall
from truecut.inference.quantiles import normal_quantile
from truecut.summaries.report.entries import entries
from truecut.summaries.report.thinning import kept_entries, usual_thresholds
from truecut.summaries.report.tree import MetricEntry, Numbers
from truecut.words import DEFAULT, Words

# What is read off four counts on the bench, in the order in which it is shown.
METRICS = (
    "recall", "precision", "specificity", "npv", "fpr", "fnr", "fdr", "fomr", "accuracy", "error_rate",
    "balanced_accuracy", "f1", "mcc", "kappa", "prevalence", "share_flagged", "no_information_rate", "total_cost",
)  # fmt: skip
OF_SCORES = ("roc_auc", "average_precision", "brier", "calibration_error")
MOST_CUTS = 1000


@dataclass(frozen=True)
class LabStart:
    """A model of the reader's: its scores from the most positive down, and how many rows of each class have each."""

    name: str
    words: Words
    prices: Mapping[str, float]
    threshold: float | None = None  # none: the page begins where its prices cost least
    prevalence: float | None = None  # where the model is used, if that was stated
    counts: Counts | None = None  # of hard predictions, which have no scores
    scores: Numbers = ()
    positives: Numbers = ()
    negatives: Numbers = ()
    lower_is_positive: bool = False
    are_probabilities: bool = False
    is_complete: bool = True  # every distinct score is there
    has_intervals: bool = True  # counts alone tell how sure a rate is
    areas: Mapping[str, float | None] = field(default_factory=dict)  # of all scores, where some were left out


@dataclass(frozen=True)
class LabQuiz:
    """What the page makes exercises of, beside the draws that follow from the seed."""

    seed: int
    settings: tuple[Setting, ...] = SETTINGS
    rates: tuple[Metric, ...] = tuple(BY_NAME[name] for name in (*ASKED, TAKEN_FOR_F1))
    corners: tuple[tuple[str, str, str], ...] = PLACES
    exercises: tuple[Question, ...] = EXERCISES


@dataclass(frozen=True)
class LabSummary:
    """Everything on the page."""

    version: str
    level: float
    z: float
    metrics: tuple[MetricEntry, ...]
    lessons: tuple[Lesson, ...]
    by_hand: tuple[RowsByHand | SweepByHand, ...]
    quiz: LabQuiz
    source: str = ""
    starts: tuple[LabStart, ...] = ()


def lab_of(starts: tuple[LabStart, ...] = (), *, source: str = "", seed: int = 0, level: float = 0.95) -> LabSummary:
    """Return the lab; its exercises begin with those of a seed."""
    by_name = {entry.name: entry for entry in entries()}
    return LabSummary(
        # The package names everything it offers; importing it by name keeps that out of this layer.
        version=str(import_module("truecut").__version__),
        level=level,
        z=normal_quantile(level),
        metrics=tuple(by_name[name] for name in METRICS),
        lessons=LESSONS,
        by_hand=BY_HAND,
        quiz=LabQuiz(seed),
        source=source,
        starts=starts,
    )


def places_to_open() -> tuple[str, ...]:
    """Return what can be opened by a link: rooms, lessons, tables and kinds of exercises."""
    inside = {
        "lessons": [lesson.name for lesson in LESSONS],
        "hand": [table.name for table in BY_HAND],
        "exercises": ["all", *KINDS, SOURCES],
    }
    return ("bench", *inside, "own", *(f"{room}/{name}" for room, names in inside.items() for name in names))


def start_of(model: Model, words: Words = DEFAULT) -> LabStart:
    """Return a model as the lab begins with it."""
    situation = model.situation
    if situation.cost is not None and situation.cost.columns:
        raise BadCall("The lab has one price for each outcome, not one that follows an amount.")
    fixed = {} if situation.cost is None else situation.cost.fixed
    prices = {cell: float(fixed[cell]) for cell in CELLS if cell in fixed}
    if model.is_hard:
        counts = model.curve.at(model.threshold)
        start = LabStart(model.name, words, prices, prevalence=situation.prevalence, counts=counts)
    else:
        start = _scored(model, words, prices)
    if not _has_both_classes(model):
        raise BadCall(f"The lab needs rows of both classes, and {model.name} has those of one only.")
    return start


def _scored(model: Model, words: Words, prices: Mapping[str, float]) -> LabStart:
    table, curve = model.table, model.curve
    kept = kept_entries(curve, usual_thresholds(model), MOST_CUTS)
    is_complete = len(kept) == len(curve) - 1 and table.ends is None
    tp, fp = (np.diff(column[kept], prepend=0) for column in (curve.counts.tp, curve.counts.fp))
    areas = {} if is_complete else {name: model.metric(name).value for name in OF_SCORES}
    return LabStart(
        name=model.name,
        words=words,
        prices=prices,
        threshold=model.threshold if table.are_probabilities or _is_stated(model) else None,
        prevalence=model.situation.prevalence,
        scores=tuple(table.scores[kept - 1].tolist()),
        positives=tuple(tp.tolist()),
        negatives=tuple(fp.tolist()),
        lower_is_positive=table.lower_is_positive,
        are_probabilities=table.are_probabilities,
        is_complete=is_complete,
        has_intervals=table.weights is Weights.NONE and not model.design.is_clustered and model.folds is None,
        areas=areas,
    )


def _is_stated(model: Model) -> bool:
    """Say whether somebody chose the threshold: the usual 0.5 means nothing to scores that are no probabilities."""
    return model.name in model.situation.threshold or model.situation.rule is not None


def _has_both_classes(model: Model) -> bool:
    return model.table.total_positive > 0 and model.table.total_negative > 0
