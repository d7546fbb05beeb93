"""What to know about predictions of many classes before believing their numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np

from truecut.catalogue.measures.class_scores import multinomial_log_loss, without_probabilities, zero_rows
from truecut.counting.class_table import ClassTable
from truecut.decisions.about_groups import remarks_on_groups
from truecut.decisions.class_groups import WATCHED
from truecut.decisions.findings import Finding, Tone
from truecut.decisions.group_differences import GroupDifference
from truecut.inference.many_classes.class_matrix import ClassMatrix
from truecut.inference.many_classes.score_intervals import ClassScores
from truecut.words.numerals import count, percent, plain_number

FEW = 10  # rows of a class, below which averages hang on it


def findings_of_classes(matrix: ClassMatrix, scores: ClassScores) -> Iterator[Finding]:
    """Notice what many classes get wrong, and what their scores are not."""
    yield from _accuracy(matrix)
    yield from _confusion(matrix)
    yield from _few_rows(matrix)
    if scores.table is not None:
        yield from _sums(scores.table)
        yield from _zeros(scores.table)
    if scores.rows is not None and scores.rows.tied:
        tied = scores.rows.tied
        yield Finding(
            "tied_classes",
            Tone.WARNING,
            f"{_rows(tied)} several classes with the highest score.",
            "The first of them in the order of the classes is taken for the answer.",
        )


def findings_of_groups(tested: Sequence[GroupDifference]) -> Iterator[Finding]:
    """Say which groups are answered clearly worse than the rest of the rows; or, where there are groups, that none is.

    `tested` are accuracy and macro recall of every group.
    """
    remarks = list(remarks_on_groups(tested, WATCHED))
    for remark in remarks:
        plain = remark.text.replace("{{", "{").replace("}}", "}")
        title = remark.title.replace("{{", "{").replace("}}", "}")
        yield Finding("group_worse", Tone.WARNING, title, plain, group=remark.group)
    number = len({one.group for one in tested})
    if number and not remarks:
        yield Finding(
            "groups_alike",
            Tone.GOOD,
            f"None of {number:,} groups is answered clearly worse than the rest.",
            "Accuracy and macro recall of each were held against all rows outside it; see `truecut groups`.",
        )


def _accuracy(matrix: ClassMatrix) -> Iterator[Finding]:
    """Hold accuracy against always naming the most common class."""
    accuracy, bar = matrix.metric("accuracy"), matrix.metric("no_information_rate").value
    if accuracy.value is None or bar is None:
        return
    is_shown = accuracy.low is not None and accuracy.low > bar
    better = accuracy.value > bar
    against = "against" if is_shown else "not shown to beat the" if better else "no better than the"
    yield Finding(
        "accuracy",
        Tone.GOOD if is_shown else Tone.WARNING,
        f"Accuracy is {percent(accuracy.value)}, {against} {percent(bar)} without a model.",
        "That bar is what always naming the most common class would reach.",
    )


def _confusion(matrix: ClassMatrix) -> Iterator[Finding]:
    """Name the worst confusion."""
    mistakes = matrix.rows * (1 - np.eye(len(matrix.classes), dtype=matrix.rows.dtype))
    if not mistakes.any():
        return
    true, predicted = np.unravel_index(int(mistakes.argmax()), mistakes.shape)
    share = mistakes[true, predicted] / matrix.true[true]
    yield Finding(
        "confusion",
        Tone.WARNING,
        f"The most frequent mistake: {matrix.classes[true]!r} taken for {matrix.classes[predicted]!r}.",
        f"That happened to {percent(share)} of that class ({plain_number(float(mistakes[true, predicted]))} of "
        f"{plain_number(float(matrix.true[true]))}).",
    )


def _few_rows(matrix: ClassMatrix) -> Iterator[Finding]:
    """Name the class on which averages hang."""
    least = int(np.argmin(matrix.true.astype(float)))
    rows = float(matrix.true[least])
    if rows >= FEW or matrix.is_weighted:
        return
    name = matrix.classes[least]
    if not rows:
        yield Finding(
            "few_in_class",
            Tone.WARNING,
            f"No row is truly {name!r}.",
            'Its recall does not exist, and neither do averages over all classes; absent="left_out" takes the others.',
        )
        return
    yield Finding(
        "few_in_class",
        Tone.WARNING,
        f"Only {plain_number(rows)} {'row is' if rows == 1 else 'rows are'} truly {name!r}.",
        "Macro averages count that class as much as every other, so they hang on these rows.",
    )


def _sums(table: ClassTable) -> Iterator[Finding]:
    """Notice probabilities that do not add up to 1; they are never divided in silence."""
    if not table.off.rows or without_probabilities(table):
        return
    yield Finding(
        "off_sums",
        Tone.PROBLEM,
        f"{_rows(table.off.rows)} probabilities that do not add up to 1.",
        f"The worst misses it by {table.off.most:.2g}. Scores are used as they are: divide each row by its sum if they "
        "are meant as probabilities, or take the log loss and the Brier score for what they are worth.",
    )


def _zeros(table: ClassTable) -> Iterator[Finding]:
    """Notice rows that make the log loss infinite."""
    if without_probabilities(table) or np.isfinite(multinomial_log_loss(table)):
        return
    zeros = zero_rows(table)
    gave = "1 row gives its true class" if zeros == 1 else f"{count(zeros)} rows give their true class"
    yield Finding(
        "impossible_truth",
        Tone.PROBLEM,
        f"{gave} the probability 0.",
        "What happened was said to be impossible, so the log loss is infinite; clipping would only hide it.",
    )


def _rows(number: int) -> str:
    return "1 row has" if number == 1 else f"{count(number)} rows have"
