"""What plans say of themselves: how many rows are enough, and what more rows would tell."""

from __future__ import annotations

from collections.abc import Sequence

from truecut.inference.planning.expectation import Expected
from truecut.inference.planning.growth import Width
from truecut.inference.planning.plans import Plan
from truecut.views.face import CellKind, Face, Grid, GridColumn, KeyNumber, ends, kind_of_metric, short_title
from truecut.views.plan import PlansView
from truecut.views.plan.tables import plans_sheet
from truecut.views.showing.written import written_cell
from truecut.words.numerals import count


def face_of_plan(plan: Plan) -> Face:
    """Return the face of a plan."""
    columns = (
        GridColumn("method", title="by"),
        GridColumn("needed", CellKind.COUNT),
        GridColumn("population", title="of"),
        GridColumn("chosen", CellKind.FLAG, is_quiet=True),
    )
    rows = [(plan.method, plan.needed, plan.population, True)]
    rows += [(method, needed, plan.population, False) for method, needed in plan.others.items()]
    return Face(
        plan.sentence,
        plan.reference,
        (KeyNumber(plan.population, plan.needed, CellKind.COUNT),),
        (Grid.of(plans_sheet([plan]), "plan", is_on_card=False), Grid("methods", columns, rows, strong=0)),
        notes=tuple(filter(None, (*plan.assumptions, plan.note))),
        view=lambda: PlansView([plan]),
    )


def face_of_expected(found: Expected) -> Face:
    """Return the face of an interval to expect."""
    kind, what = kind_of_metric(found.metric), short_title(found.metric)
    columns = (
        GridColumn("metric"),
        GridColumn("positives", CellKind.COUNT),
        GridColumn("negatives", CellKind.COUNT),
        *(GridColumn(name, kind) for name in ("value", "low", "high")),
        GridColumn("half_width", kind),
        GridColumn("method", is_quiet=True),
    )
    row = (found.metric, found.positives, found.negatives, found.value, found.low, found.high, found.half, found.method)
    return Face(
        f"Expect {what} {written_cell(kind, found.value)} to be known to within {written_cell(kind, found.half)}.",
        f"{count(found.positives)} positives, {count(found.negatives)} negatives; {found.method}, {found.how}",
        (KeyNumber(what, found.value, kind, found.low, found.high),),
        (Grid("expected", columns, [row]),),
        has_tiles=False,
    )


def face_of_width(one: Width) -> Face:
    """Return the face of the interval that more rows would give."""
    kind, what = kind_of_metric(one.metric), short_title(one.metric)
    number = KeyNumber(what, one.estimate.value, kind, *ends(one.estimate))
    sentence = f"With {one.times} times the rows {what} would be known to within {written_cell(kind, one.half)}."
    return Face(sentence, f"{count(one.rows)} rows", (number,), (width_grid([one]),), has_tiles=False)


def width_grid(found: Sequence[Width]) -> Grid:
    """Return one number of rows per row."""
    kind = kind_of_metric(found[0].metric) if len(found) else CellKind.NUMBER
    columns = (
        GridColumn("metric", is_quiet=True),
        GridColumn("times", CellKind.COUNT),
        GridColumn("rows", CellKind.COUNT),
        *(GridColumn(name, kind) for name in ("value", "low", "high")),
        GridColumn("half_width", kind),
    )
    rows = [(one.metric, one.times, one.rows, one.estimate.value, *ends(one.estimate), one.half) for one in found]
    return Grid("widths", columns, rows, whisker="value")


def face_of_widths(found: Sequence[Width]) -> Face:
    """Return the face of intervals with more and more rows."""
    what = short_title(found[0].metric) if len(found) else "the metric"
    return Face(f"What more rows would tell of {what}.", grids=(width_grid(found),))
