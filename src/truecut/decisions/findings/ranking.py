"""Does the model know anything: areas near chance or too good to be true, and accuracy beside the plainest guess."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot, inf, sqrt

from truecut.catalogue.costs import Cost
from truecut.catalogue.folds import Folds
from truecut.catalogue.model import Model
from truecut.counting.error_bounds import bound_of
from truecut.decisions.findings.finding import Finding, Subject, Tone
from truecut.decisions.findings.rows import FEW_ROWS
from truecut.decisions.saving import PricedModel
from truecut.inference.clustered.variance import area_error
from truecut.words import Words
from truecut.words.numerals import decimal, percent, times_in_100

SURE = 2.0  # standard errors away from chance
NOT_WORTH_SAYING = 0.5  # of a standard error
EQUAL = Cost(fp=1, fn=1)  # by which the mean cost is the share of wrong answers


def reversed_scores(subject: Subject) -> Iterator[Finding]:
    """Notice an AUC clearly below one half, and say what the scores give when turned round."""
    if subject.model.is_hard:
        yield from _reversed_answers(subject)
        return
    area = subject.model.metric("roc_auc").value
    if area is None or 0.5 - area - _hidden(subject.model) <= SURE * _chance_error(subject.model):
        return
    remedy = (
        "If high scores mean {positive}, leave out --lower-is-positive"
        if subject.model.table.lower_is_positive
        else "If low scores mean {positive}, say so with --lower-is-positive"
    )
    yield subject.say(
        "reversed",
        Tone.PROBLEM,
        "The scores look reversed.",
        f"ROC AUC is {decimal(area)}, below the 0.5 of a coin toss. {remedy}: ROC AUC is then {decimal(1 - area)}. Or "
        "the labels are swapped. Settle which before looking at results: flipping whatever falls below 0.5 makes noise "
        "look good.",
    )


def said_of_reversed(model: Model, words: Words) -> str:
    """Say that scores or predictions look reversed, and what to do, in a sentence or two; nothing where they do not."""
    found = next(reversed_scores(Subject(model, {}, words)), None)
    return "" if found is None else f"{found.title} {found.text}"


def _reversed_answers(subject: Subject) -> Iterator[Finding]:
    """Notice hard predictions clearly below the diagonal of the ROC plane: TPR - FPR against its error by chance."""
    positives, negatives = subject.model.design.effective_rows
    recall, alarms = subject.model.metric("recall").value, subject.model.metric("fpr").value
    if recall is None or alarms is None:
        return
    flagged = (recall * positives + alarms * negatives) / (positives + negatives)
    by_chance = sqrt(flagged * (1 - flagged) * (1 / positives + 1 / negatives))
    if alarms - recall <= SURE * by_chance:
        return
    yield subject.say(
        "reversed",
        Tone.PROBLEM,
        "The predictions look reversed.",
        f"{percent(recall)} of the {{positive}} {{units}} are flagged, and {percent(alarms)} of the {{negative}} ones. "
        f"With every answer turned round it would be {percent(1 - recall)} and {percent(1 - alarms)}. Or the labels "
        "are swapped. Settle which before looking at results.",
    )


def hidden_in_cells(subject: Subject) -> Iterator[Finding]:
    """Notice that cells of neighbouring scores hide more than a small share of what chance does."""
    hidden = _hidden(subject.model)
    if not hidden or hidden <= NOT_WORTH_SAYING * _chance_error(subject.model):
        return
    bound = bound_of(subject.model.table)
    yield subject.say(
        "cells",
        Tone.WARNING,
        "Scores were counted in cells that are too coarse.",
        f"Neighbouring scores lie together in {bound.cells:,} cells, so ROC AUC may be off by {hidden:.2g} and "
        f"average precision by {bound.average_precision:.2g}; intervals and gates allow for it. More cells, or every "
        "score by itself (--resolution exact), would say more.",
    )


def _hidden(model: Model) -> float:
    """Return by how much the area may be off, where neighbouring scores were counted together."""
    if model.folds is None:
        return bound_of(model.table).roc_auc
    return max(bound_of(fold.table).roc_auc for fold in model.folds.models.values())


def no_better_than_chance(subject: Subject) -> Iterator[Finding]:
    """Notice an AUC that scores without any knowledge would reach too."""
    area = subject.model.metric("roc_auc").value
    spread = SURE * _chance_error(subject.model)
    if area is None or abs(area - 0.5) > spread:
        return
    yield subject.say(
        "chance",
        Tone.WARNING,
        "The ranking cannot be told from chance.",
        f"ROC AUC is {decimal(area)}; on as many {{units}}, scores drawn at random land between "
        f"{max(0, 0.5 - spread):.2f} and {min(1, 0.5 + spread):.2f} nineteen times in twenty.",
    )


def _ranks(model: Model) -> bool:
    """Say whether the area is clearly above one half, so that some threshold is worth something."""
    area = model.metric("roc_auc").value
    return area is not None and area - 0.5 - _hidden(model) > SURE * _chance_error(model)


def ranks_well(subject: Subject) -> Iterator[Finding]:
    """Put an AUC clearly above one half into words."""
    area = subject.model.metric("roc_auc").value
    if area is None or not _ranks(subject.model):
        return
    within = " of the same fold" if subject.model.folds is not None else ""
    yield subject.say(
        "ranks",
        Tone.GOOD,
        "The ranking carries information.",
        f"Put one random {{positive}} {{unit}} next to one random {{negative}} one{within}: the {{positive}} one has "
        f"the {'lower' if subject.model.table.lower_is_positive else 'higher'} score {times_in_100(area)} "
        f"(ROC AUC {decimal(area)}, a coin toss is 0.5).",
    )


def too_good(subject: Subject) -> Iterator[Finding]:
    """Notice a perfect separation, which is more often a leak than a triumph."""
    table = subject.model.table
    if subject.model.metric("roc_auc").value == 1 and table.rows >= FEW_ROWS:
        yield subject.say(
            "perfect",
            Tone.WARNING,
            "The two classes are separated perfectly.",
            f"Every {{positive}} {{unit}} scores {'below' if table.lower_is_positive else 'above'} every {{negative}} "
            "one. On real data that is most often a leak: does the model see something that is known only afterwards, "
            "or the rows it was fitted on?",
        )


def accuracy_against_no_information(subject: Subject) -> Iterator[Finding]:
    """Hold accuracy against calling every row the more common class."""
    accuracy = subject.model.metric("accuracy").value
    bar = subject.model.metric("no_information_rate").value
    # Of one class alone the bar is 1, which no model can beat: that nothing is to be told apart is said elsewhere.
    if accuracy is None or bar is None or bar == 1:
        return
    counts = subject.model.moved.point.counts
    common = "{negative}" if counts.fp + counts.tn >= counts.tp + counts.fn else "{positive}"
    is_negative = common == "{negative}"
    if accuracy <= bar:
        yield subject.say(
            "accuracy",
            Tone.WARNING,
            f"Accuracy is {percent(accuracy)}, no better than the {percent(bar)} without a model.",
            f"Calling every {{unit}} {common} would be right at least as often. Judge it by recall and precision"
            f"{', or move the threshold' if _ranks(subject.model) else ''}.",
        )
    elif not _beats_one_answer(subject.model, is_negative=is_negative):
        yield subject.say(
            "accuracy",
            Tone.WARNING,
            f"Accuracy is {percent(accuracy)}, not shown to beat the {percent(bar)} without a model.",
            f"That bar is what calling every {{unit}} {common} would reach, and chance may have made the difference.",
        )
    else:
        yield subject.say(
            "accuracy",
            Tone.GOOD,
            f"Accuracy is {percent(accuracy)}, against {percent(bar)} without a model.",
            f"That bar is what calling every {{unit}} {common} would reach.",
        )


def _beats_one_answer(model: Model, *, is_negative: bool) -> bool:
    """Say whether fewer rows are wrong than by one answer for all, beyond chance: the rows that differ are paired.

    The recommendation asks the same of equal prices, so the two cannot contradict each other.
    """
    priced = PricedModel(model, EQUAL)
    in_force, one_answer = priced.entry_of(model.threshold), 0 if is_negative else priced.last
    return priced.saving((in_force, one_answer), level=model.situation.level).is_sure


def _chance_error(model: Model) -> float:
    """Return the standard error of the AUC of scores without knowledge (Mann-Whitney), of its mean over folds."""
    if model.folds is not None:
        return _chance_error_in_folds(model.folds)
    clustered = float(model.table.positive_rows.sum()), float(model.table.negative_rows.sum())
    positives, negatives = clustered if model.design.is_clustered else model.design.effective_rows
    if not positives or not negatives:
        return inf
    # Where scores know nothing (Mann & Whitney 1947). The error at the observed area would not do: it is 0 at an area
    # of 1, which one row of each class reaches by luck half of the time. Ties make the true error smaller, not larger.
    error = sqrt((positives + negatives + 1) / (12 * positives * negatives))
    # Rows of one cluster tell less than as many others would; the larger of the two errors keeps silent longer.
    return max(error, area_error(model)) if model.design.is_clustered else error


def _chance_error_in_folds(folds: Folds) -> float:
    """Return the standard error of a mean over folds; repeats have the same rows, so it is that of one of them."""
    errors = [[error for model in one.values() if (error := _chance_error(model)) < inf] for one in folds.by_repeat]
    return max((hypot(*some) / len(some) for some in errors if some), default=inf)
