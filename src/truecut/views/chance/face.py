"""What chance says of itself: what a model without knowledge would score."""

from __future__ import annotations

from functools import partial

from truecut.catalogue.origin import Origin
from truecut.inference.chance.no_skill import NoSkill
from truecut.inference.chance.null_distribution import Chance
from truecut.views.chance import ChanceView
from truecut.views.face import CellKind, Face, Grid, GridColumn, KeyNumber, kind_of_metric, short_title
from truecut.views.showing.written import written_cell


def face_of_chance(found: Chance) -> Face:
    """Return the face of a metric beside chance."""
    kind, what = kind_of_metric(found.metric), short_title(found.metric)
    sentence = (
        f"There is no chance level of {what}: {found.undefined}."
        if found.mean is None
        else f"Without knowledge {what} would be {written_cell(kind, found.mean)}; this model has "
        f"{written_cell(kind, found.observed)}."
    )
    columns = (
        GridColumn("metric"),
        GridColumn("observed", kind),
        *(GridColumn(name, kind) for name in ("chance", "chance_low", "chance_high")),
        GridColumn("p_value", CellKind.P_VALUE, "p"),
        GridColumn("method", is_quiet=True),
        GridColumn("undefined", is_quiet=True),
    )
    row = (found.metric, found.observed, found.mean, found.low, found.high, found.p_value, found.method or None)
    return Face(
        sentence,
        found.method,
        (
            KeyNumber("observed", found.observed, kind),
            KeyNumber("by chance", found.mean, kind, found.low, found.high),
            KeyNumber("p", found.p_value, CellKind.P_VALUE),
        ),
        (Grid("chance", columns, [(*row, found.undefined or None)]),),
        notes=(found.note,) if found.note else (),
        has_tiles=False,
        view=None if found.origin is None else partial(_view, found, found.origin),
    )


def _view(found: Chance, origin: Origin) -> ChanceView:
    """Return what the command of the same result shows."""
    return ChanceView(origin.read, origin.words, {origin.model.name: [NoSkill(found, found.constant)]})
