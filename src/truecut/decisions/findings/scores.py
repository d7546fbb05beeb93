"""What the scores look like: logits, percentages, ties, certainties that failed, thresholds that divide nothing."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import numpy as np

from truecut.catalogue.model import Model
from truecut.decisions.findings.finding import Finding, Subject, Tone
from truecut.words import counted
from truecut.words.numerals import percent

MANY_TIES = 0.20  # of all pairs of a positive and a negative row
PERCENT_MIDDLE = 50.0
LEAST_PERCENTAGE = 20  # a highest score below this may be a rating


def logits(subject: Subject) -> Iterator[Finding]:
    """Notice scores that look like log odds, whose middle is 0 and not 0.5."""
    low, high = _range(subject.model)
    if subject.model.is_hard or not (low < 0 < high and max(-low, high) > 1):
        return
    yield subject.say(
        "logits",
        Tone.WARNING,
        "The scores look like log odds (logits), not probabilities.",
        f"They go from {low:.3g} to {high:.3g}. Ranking metrics are right as they are; Brier score and log loss need "
        f"probabilities.{_where_to_cut(subject.model, 0.0)} The probability of a log odds x is 1 / (1 + exp(-x)).",
    )


def percentages(subject: Subject) -> Iterator[Finding]:
    """Notice scores that look like percentages, whose middle is 50."""
    low, high = _range(subject.model)
    if subject.model.is_hard or not (low >= 0 and LEAST_PERCENTAGE < high <= 100):
        return
    yield subject.say(
        "percentages",
        Tone.WARNING,
        "The scores are no probabilities; they may be percentages.",
        f"They go from {low:.3g} to {high:.3g}. Ranking metrics are right as they are; if these are percentages, Brier "
        f"score and log loss need them divided by 100.{_if_percentages(subject.model)}",
    )


def heavy_ties(subject: Subject) -> Iterator[Finding]:
    """Notice that many pairs of rows cannot be told apart by their score."""
    model = subject.model
    pairs = float(model.table.total_positive) * float(model.table.total_negative)
    if model.is_hard or not pairs:
        return
    table = model.table
    if table.ends is None and len(table) == 2 and set(table.scores.tolist()) == {0, 1}:
        yield subject.say(
            "ties",
            Tone.WARNING,
            "The scores are only 0 and 1, as hard predictions are.",
            "There is one point and no curve: what looks at every threshold sees no more than that point. Name the "
            "column with --predicted (in Python: tc.confusion(labels, predictions)), or pass the scores that were cut.",
        )
        return
    is_mixed = (table.positives > 0) & (table.negatives > 0)
    if table.ends is not None:  # scores that were only counted together, in a cell, need not be equal
        is_mixed &= table.ends == table.scores
    sides = table.positives[is_mixed].astype(float), table.negatives[is_mixed].astype(float)
    tied = float(np.sum(sides[0] * sides[1])) / pairs
    if tied <= MANY_TIES:
        return
    yield subject.say(
        "ties",
        Tone.WARNING,
        f"{percent(tied)} of all pairs of a {{positive}} and a {{negative}} {{unit}} have the same score.",
        f"The scores take only {counted(len(model.table), 'distinct value')}, so the threshold can be set in few "
        "places. Were they rounded, or are they predictions rather than scores?",
    )


def infinite_log_loss(subject: Subject) -> Iterator[Finding]:
    """Notice a probability of exactly 0 or 1 that turned out wrong."""
    model = subject.model
    if model.is_hard or not model.table.are_probabilities or model.metric("log_loss").value != inf:
        return
    scores = model.table.scores
    wrong = int(model.table.positive_rows[scores == 0].sum() + model.table.negative_rows[scores == 1].sum())
    yield subject.say(
        "certain_and_wrong",
        Tone.WARNING,
        f"{wrong:,} {'{unit} was' if wrong == 1 else '{units} were'} called certain or impossible, wrongly.",
        "A probability of exactly 0 or 1 that fails makes the log loss infinite. Were the probabilities rounded?",
    )


def nothing_or_everything_flagged(subject: Subject) -> Iterator[Finding]:
    """Notice a threshold that does not divide the rows."""
    counts = subject.model.point.counts
    low, high = _range(subject.model)
    what = "Nothing" if not counts.tp + counts.fp else "Everything" if not counts.fn + counts.tn else ""
    if not what or not counts.rows:
        return
    where = "in the predictions" if subject.model.is_hard else f"at threshold {subject.model.threshold:g}"
    yield subject.say(
        "no_division",
        Tone.PROBLEM,
        f"{what} is flagged {where}.",
        f"The scores go from {low:.4g} to {high:.4g}; name a threshold between them with --threshold."
        f"{_in_percent(subject.model)}"
        if low < high and not subject.model.is_hard
        else "There is nothing to tell apart.",
    )


def _in_percent(model: Model) -> str:
    """Return what a threshold was probably meant to be where scores are shares and it is a percentage."""
    cut = model.threshold
    return f" {cut:g} % is {cut / 100:g}." if 1 < cut <= 100 and model.table.are_probabilities else ""


def _range(model: Model) -> tuple[float, float]:
    scores = model.table.scores
    return (float(scores.min()), float(scores.max())) if len(scores) else (inf, inf)


def _if_percentages(model: Model) -> str:
    """Return where percentages would be cut; what is measured in another unit has no middle to be known."""
    if model.threshold == PERCENT_MIDDLE or model.has_stated_threshold:
        return _where_to_cut(model, PERCENT_MIDDLE)
    usual = f"The threshold was taken to be {model.threshold:g}, as for probabilities"
    return f" {usual}; say with --threshold where they are cut (percentages at {PERCENT_MIDDLE:g})."


def _where_to_cut(model: Model, middle: float) -> str:
    if model.threshold == middle:
        return f" The threshold {middle:g} is their middle."
    if model.has_stated_threshold:  # somebody said so, or it was chosen: the middle is not a better one
        return ""
    usual = f"was taken to be {model.threshold:g}, as for probabilities"
    return f" Their middle is {middle:g}, but the threshold {usual}; say with --threshold where they are cut."
