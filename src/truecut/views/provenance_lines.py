"""What was read, in lines: the rows, the columns in their roles, what was left out and what was inferred."""

from __future__ import annotations

from collections.abc import Iterator

from truecut.data.rows import Provenance
from truecut.words import counted


def lines_about(read: Provenance) -> Iterator[str]:
    """Say what was read, what was left out and what was inferred."""
    if read.label:
        yield f"{counted(read.rows, 'row')}; label {read.label!r}"
    if read.positive:
        yield f"positive: {read.positive!r}, negative: {read.negative!r}"
    if read.scores:
        direction = "low" if read.lower_is_positive else "high"
        yield f"scores: {', '.join(read.scores)} ({direction} means positive)"
    if read.predicted:
        yield f"predictions: {', '.join(read.predicted)}"
    if read.weight:
        yield f"weights: {read.weight!r}, taken as {read.weights_are.value} weights"
    if read.groups:
        yield f"groups: {', '.join(read.groups)}"
    if read.cluster:
        yield f"clusters: {read.clusters:,}, by {read.cluster!r}"
    if read.folds:
        yield f"folds: {', '.join(read.folds)}"
    yield from inferred_and_left_out(read)


def about_cells(read: Provenance) -> Iterator[str]:
    """Say of each model whose scores were counted in cells how far off its numbers can be."""
    yield from (one for one in read.inferred if one.startswith("counting of ") and ": bounded on " in one)


def inferred_and_left_out(read: Provenance) -> Iterator[str]:
    """Say which rows were left out, what was stated of the place where the model is used, and what was inferred."""
    for reason, rows in read.dropped.items():
        yield f"left out: {counted(rows, 'row')}, because {reason}"
    for sentence in read.stated:
        yield f"stated {sentence}"
    for sentence in read.inferred:
        yield f"inferred {sentence}"
