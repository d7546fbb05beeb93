"""What explains somebody else's number, as it says of itself."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from truecut.catalogue.origin import Origin
from truecut.decisions.findings.finding import Tone
from truecut.decisions.reconciling import Candidate, Reconciliation
from truecut.views.face import CellKind, Face, Grid, GridColumn, key_number
from truecut.views.reconciliation import ReconciliationView
from truecut.views.reconciliation.tables import reconciliation_sheet
from truecut.words.numerals import count


def face_of_reconciliation(found: Reconciliation) -> Face:
    """Return the face of a number that was told."""
    return Face(
        found.sentence,
        f"{found.told} was told of {found.entry.title}",
        (key_number(found.entry.name, found.ours, "computed here"),),
        (Grid.of(reconciliation_sheet(found), "conventions", most=8),),
        tone=Tone.GOOD if found.explanations else Tone.WARNING,
        view=None if found.origin is None else partial(_view, found, found.origin),
    )


def _view(found: Reconciliation, origin: Origin) -> ReconciliationView:
    """Return what the command of the same result shows."""
    return ReconciliationView(origin.read, origin.model.name, found)


def face_of_candidate(one: Candidate) -> Face:
    """Return the face of one convention."""
    does = "explains" if one.explains else "does not explain"
    return Face(f"{one.convention.said}: {one.value:.6g} {does} the number.", grids=(_grid([one]),))


def face_of_candidates(found: Sequence[Candidate]) -> Face:
    """Return the face of conventions."""
    return Face(f"{count(len(found))} conventions.", grids=(_grid(found),))


def _grid(found: Sequence[Candidate]) -> Grid:
    columns = (
        GridColumn("convention"),
        GridColumn("value", CellKind.NUMBER),
        GridColumn("distance", CellKind.NUMBER),
        GridColumn("explains", CellKind.FLAG),
    )
    return Grid("conventions", columns, [(one.convention.said, one.value, one.distance, one.explains) for one in found])
