"""What was counted, as it says of itself: score tables, curves, sweeps, tallies."""

from __future__ import annotations

from typing import Any

import numpy as np

from truecut.catalogue.curve import SweepTable, every_threshold
from truecut.counting.class_table import ClassTable
from truecut.counting.counts_curve import CountsCurve
from truecut.counting.score_table import ScoreTable
from truecut.views.face import CellKind, Face, Grid, GridColumn, Later, known
from truecut.views.threshold_table import ThresholdTableView
from truecut.words import counted
from truecut.words.numerals import count


def face_of_score_table(table: ScoreTable) -> Face:
    """Return the face of a score table."""
    columns = (
        GridColumn("score", CellKind.THRESHOLD),
        GridColumn("positives", CellKind.COUNT),
        GridColumn("negatives", CellKind.COUNT),
    )

    def grids() -> tuple[Grid, ...]:
        cells = (table.scores, table.positives, table.negatives)
        return (Grid("scores", columns, list(zip(*(column.tolist() for column in cells), strict=True))),)

    scores, rows = counted(len(table), "distinct score"), counted(table.rows, "row")
    return Face(
        f"{scores} of {rows}, {count(table.total_positive)} positive.",
        "counted in cells of neighbouring scores" if table.ends is not None else "",
        grids=Later(grids),
    )


def face_of_curve(curve: CountsCurve) -> Face:
    """Return the face of the counts at every threshold."""
    return Face(
        f"Four counts at {count(len(curve))} thresholds, from nothing flagged to everything.",
        grids=Later(lambda: (_table(every_threshold("scores", curve), "curve"),)),
    )


def _table(table: SweepTable, name: str) -> Grid:
    kinds = {"threshold": CellKind.THRESHOLD, **dict.fromkeys(("tp", "tn", "fp", "fn"), CellKind.COUNT)}
    columns = tuple(GridColumn(header, kinds.get(header, CellKind.NUMBER)) for header in table.header)
    return Grid(name, columns, [tuple(known(cell) for cell in row) for row in table.rows()])


def face_of_sweep(table: SweepTable) -> Face:
    """Return the face of counts and metrics at many thresholds."""
    cuts = np.asarray(table.thresholds, dtype=float)
    inside = cuts[np.isfinite(cuts)]
    ends = f" from {inside.min():g} to {inside.max():g}" if len(inside) else ""
    return Face(
        f"{table.model}: counts and {', '.join(table.metrics)} at {count(len(cuts))} thresholds{ends}.",
        grids=Later(lambda: (_table(table, "table"),)),
        view=lambda: ThresholdTableView([table], None),
    )


def face_of_class_table(table: ClassTable) -> Face:
    """Return the face of the scores of all classes, counted."""
    columns = (GridColumn("class"), GridColumn("rows", CellKind.COUNT))
    rows = [(str(place), float(number)) for place, number in enumerate(table.true)]
    total = count(float(table.true.sum()))
    return Face(f"Scores of {len(rows)} classes on {total} rows, counted.", grids=(Grid("classes", columns, rows),))


def face_of_tally(tally: Any) -> Face:
    """Return the face of a tally that runs along; it stands above the views, so its type is not named."""
    columns = (GridColumn("batches", CellKind.COUNT), GridColumn("rows", CellKind.COUNT))
    return Face(
        f"A running tally of {counted(tally.rows, 'row')} in {tally.batches} batches.",
        grids=(Grid("tally", columns, [(tally.batches, tally.rows)]),),
    )
