"""The same rows read in another way: the other class positive, low scores positive, without weights."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from truecut.catalogue.model import Model
from truecut.counting.countable import Weights
from truecut.counting.score_table import ScoreTable


@dataclass(frozen=True)
class OtherReading:
    """A model of the same rows read otherwise."""

    said: str
    changes: int
    model: Model
    tools: tuple[str, ...] = ()


def other_readings(model: Model, *, of_counts: bool) -> Iterator[OtherReading]:
    """Return the readings that people take by mistake or by another tool's default.

    Four counts have their classes exchanged as they are (`of_counts.py`): a row at the threshold stays flagged.
    """
    plain = model.pooled
    if model.folds is not None:
        yield OtherReading("with the folds pooled", 1, plain)
    table = plain.table
    if not plain.is_hard:
        yield OtherReading("with low scores as positive", 1, _of(plain, _turned(table)))
    if not plain.is_hard and not of_counts:
        yield OtherReading(OTHER_CLASS, 1, _of(plain, table.swapped()), FIRST_LEVEL)
    if table.weights != Weights.NONE:
        yield OtherReading("without the weights", 1, _of(plain, _unweighted(table)))


OTHER_CLASS = "with the other class as positive"
FIRST_LEVEL = ("caret", "yardstick")  # whose positive class is the first one


def _of(model: Model, table: ScoreTable) -> Model:
    return replace(model, table=table, clustered=None, amounts={})


def _exchanged(table: ScoreTable) -> ScoreTable:
    """Return the table with the classes exchanged, and the scores read as they were."""
    return replace(
        table,
        positives=table.negatives,
        negatives=table.positives,
        positive_rows=table.negative_rows,
        negative_rows=table.positive_rows,
        positive_squares=table.negative_squares,
        negative_squares=table.positive_squares,
    )


def _turned(table: ScoreTable) -> ScoreTable:
    return _exchanged(table.swapped())


def _unweighted(table: ScoreTable) -> ScoreTable:
    return replace(
        table,
        positives=table.positive_rows,
        negatives=table.negative_rows,
        positive_squares=table.positive_rows,
        negative_squares=table.negative_rows,
        weights=Weights.NONE,
    )
