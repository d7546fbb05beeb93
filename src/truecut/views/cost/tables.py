"""Every way to decide with what it costs, as a sheet."""

from __future__ import annotations

from collections.abc import Iterator

from truecut.counting.counts import CELLS, Counts
from truecut.summaries.decision import CostLine, CostSummary
from truecut.views.sheet import Cell, Sheet

COSTS = ("model", "at", "threshold", *CELLS, "total", "mean", "low", "high", "per_thousand", "saves")


def costs_sheet(summary: CostSummary) -> Sheet:
    """Return every way to decide with what it costs."""
    lines = [(model.name, line.name, line) for model in summary.models for line in model.lines]
    return Sheet(COSTS, [(model, at, *_cost(line)) for model, at, line in lines])


def _cost(line: CostLine) -> Iterator[Cell]:
    yield line.threshold
    yield from _cells(line.counts)
    yield from (line.total, line.mean, line.low, line.high, line.per_thousand, line.saves)


def _cells(counts: Counts) -> Iterator[Cell]:
    yield from (getattr(counts, cell) for cell in CELLS)
