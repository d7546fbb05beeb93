"""A chosen threshold among its neighbours as a sheet."""

from __future__ import annotations

from collections.abc import Iterator

from truecut.counting.counts import CELLS, Counts
from truecut.summaries.decision import ThresholdSummary
from truecut.views.sheet import Cell, Sheet


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


def _cells(counts: Counts) -> Iterator[Cell]:
    yield from (getattr(counts, cell) for cell in CELLS)
