"""What adjusted p values say of themselves."""

from __future__ import annotations

from truecut.inference.multiple_tests import AdjustedPValues
from truecut.views.adjustment import AdjustmentView
from truecut.views.face import CellKind, Face, Grid, GridColumn


def face_of_adjustment(found: AdjustedPValues) -> Face:
    """Return the face of adjusted p values."""
    columns = (
        GridColumn("test"),
        GridColumn("p_value", CellKind.P_VALUE, "p"),
        GridColumn("adjusted_p", CellKind.P_VALUE, "adjusted p"),
        GridColumn("stands", CellKind.FLAG),
    )
    return Face(
        found.sentence,
        f"keeps {found.how.keeps} small; supposes {found.how.supposes}; {found.how.reference}",
        grids=(Grid("tests", columns, found.tests),),
        view=lambda: AdjustmentView(found),
    )
