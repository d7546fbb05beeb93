"""A decision and what decisions cost as sheets: what CSV and Markdown show."""

from __future__ import annotations

from collections.abc import Iterator

from truecut.counting.counts import CELLS, Counts
from truecut.summaries.decision import CostLine, CostSummary, ThresholdSummary
from truecut.views.sheet import Cell, Sheet

COSTS = ("model", "at", "threshold", *CELLS, "total", "mean", "per_thousand", "saves")


def costs_sheet(summary: CostSummary) -> Sheet:
    """Return every way to decide with what it costs."""
    lines = [(model.name, line.name, line) for model in summary.models for line in model.lines]
    lines += [(line.name, "counts", line) for line in summary.classifiers]
    return Sheet(COSTS, [(model, at, *_cost(line)) for model, at, line in lines])


def threshold_sheet(summary: ThresholdSummary) -> Sheet:
    """Return the chosen threshold among its neighbours, the one that flags the fewest rows first."""
    decision = summary.decision
    near = [("neighbour", n.threshold, n.counts, n.value) for n in decision.neighbours]
    near.append(("chosen", decision.threshold, decision.point.counts, decision.value))
    near.sort(key=lambda row: row[2].tp + row[2].fp)
    return Sheet(
        ("what", "threshold", *CELLS, str(decision.measure)),
        [(what, cut, *_cells(counts), value) for what, cut, counts, value in near],
    )


def _cost(line: CostLine) -> Iterator[Cell]:
    yield line.threshold
    yield from _cells(line.counts)
    yield from (line.total, line.mean, line.per_thousand, line.saves)


def _cells(counts: Counts) -> Iterator[Cell]:
    yield from (getattr(counts, cell) for cell in CELLS)
