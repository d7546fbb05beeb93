"""What rows there are: too few, too unlike in number, copied, or chosen by class."""

from __future__ import annotations

from collections.abc import Iterator
from math import isclose

from truecut.catalogue.design import ALIKE, kish
from truecut.decisions.about_clusters import about_copies, about_few_clusters
from truecut.decisions.about_sampling import about_sampling
from truecut.decisions.findings.finding import Finding, Subject, Tone
from truecut.words.numerals import percent

FEW_ROWS = 30  # of a class: below this, no share of it is worth two digits
RARE = 0.10


def one_class(subject: Subject) -> Iterator[Finding]:
    """Notice that one of the two classes does not occur at all."""
    table = subject.model.table
    for name, total, what in (
        ("positive", table.total_positive, "recall, ROC AUC and average precision"),
        ("negative", table.total_negative, "specificity, the false positive rate and ROC AUC"),
    ):
        if not total:
            yield subject.say(
                "one_class",
                Tone.PROBLEM,
                f"There is no {{{name}}} {{unit}}.",
                f"Without one, {what} have no value. Is the right label named as the positive one?",
            )


def imbalance(subject: Subject) -> Iterator[Finding]:
    """Warn that some metrics flatter where one class is rare."""
    table = subject.model.table
    if not table.total_positive or not table.total_negative:
        return
    there = subject.model.moved.table  # the classes as common as they are where the model is used
    positives, negatives = float(there.total_positive), float(there.total_negative)
    share = min(positives, negatives) / (positives + negatives)
    if share >= RARE:
        return
    if positives < negatives:
        rare, flattered = "{positive}", "Accuracy and specificity"
        look = f"precision, recall and average precision, whose no-skill value is {share:.3g} here"
        look = f"recall, and precision, whose no-skill value is {share:.3g} here" if subject.model.is_hard else look
    else:
        rare, flattered = "{negative}", "Accuracy, precision and recall"
        look = "specificity and NPV, or name {negative} as the positive label"
    yield subject.say(
        "imbalance",
        Tone.WARNING,
        f"Only {percent(share)} of the {{units}} are {rare}{' where it is used' if there is not table else ''}.",
        f"{flattered} look good almost by themselves then. Look at {look}.",
    )


def few_rows(subject: Subject) -> Iterator[Finding]:
    """Warn that a handful of rows of a class cannot carry a precise share."""
    table = subject.model.table
    counted = {
        "positive": int(table.positive_rows.sum()),
        "negative": int(table.negative_rows.sum()),
    }
    worth = dict(zip(counted, kish(table), strict=True))
    for name, rows in counted.items():
        if 0 < rows < FEW_ROWS:
            many = "one" if rows == 1 else f"{rows}"
            share = "recall" if name == "positive" else "specificity"
            moves = f"A single {{unit}} moves {share} by {100 / rows:.3g} percentage points"
            if subject.model.design.is_weighted and not isclose(worth[name], rows, rel_tol=ALIKE):
                moves = f"They differ in weight, and tell as much as {worth[name]:.1f} that weigh alike"
            yield subject.say(
                "few_rows",
                Tone.WARNING,
                f"There {'is' if rows == 1 else 'are'} only {many} {{{name}}} {'{unit}' if rows == 1 else '{units}'}.",
                f"{moves}; read the numbers with that in mind.",
            )


def few_clusters(subject: Subject) -> Iterator[Finding]:
    """Warn that clusters are what counts, and that there are few of them."""
    for said in about_few_clusters(subject.model):
        yield subject.say("few_clusters", Tone.WARNING, said.title, said.text)


def sampled_by_class(subject: Subject) -> Iterator[Finding]:
    """Warn that the share of positives was decided, and what depends on it."""
    for said in about_sampling(subject.model):
        yield subject.say("sampled_by_class", Tone.WARNING, said.title, said.text)


def copies(subject: Subject) -> Iterator[Finding]:
    """Notice rows that look as if they belonged together though nobody said so."""
    for said in about_copies(subject.model):
        yield subject.say("copies", Tone.WARNING, said.title, said.text)
