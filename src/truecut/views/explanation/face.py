"""What explanations and the metrics of the catalogue say of themselves."""

from __future__ import annotations

from collections.abc import Sequence

from truecut.catalogue import Metric
from truecut.catalogue.explanation import Explanation
from truecut.views.explanation import ExplanationView
from truecut.views.explanation.tables import explanation_sheet
from truecut.views.face import Face, Grid, GridColumn, key_number
from truecut.views.metric_list import MetricListView
from truecut.views.metric_list.tables import catalogue_sheet
from truecut.words import DEFAULT
from truecut.words.numerals import count

IN_HEADING = ("metric", "formula", "numbers", "value", "in words", "note")


def face_of_explanation(found: Explanation) -> Face:
    """Return the face of a metric explained."""
    sheet = explanation_sheet(found)
    columns = (GridColumn("what", title=" "), GridColumn("says", title=" "))
    sentence = found.sentence or (
        found.meaning if found.value is not None else f"{found.metric.title}: {found.meaning}"
    )
    numbers = f" = {found.numbers}" if found.numbers else ""
    return Face(
        f"{sentence[:1].upper()}{sentence[1:].rstrip('.')}.",
        f"{found.metric.title} = {found.formula}{numbers}",
        () if found.value is None else (key_number(found.metric.name, found.value, found.metric.title),),
        (
            Grid("explanation", columns, sheet.rows, is_on_card=False),
            Grid("advice", columns, [row for row in sheet.rows if row[0] not in IN_HEADING]),
        ),
        notes=found.notes,
        view=lambda: ExplanationView(found),
    )


def face_of_metric(entry: Metric) -> Face:
    """Return the face of an entry of the catalogue."""
    return Face(
        f"{entry.title} = {entry.readable}",
        f"of {entry.needs.value}; better: {entry.better.value}",
        grids=(Grid.of(catalogue_sheet([entry]), "metrics", is_on_card=False),),
        notes=(DEFAULT.fill(entry.meaning), DEFAULT.fill(entry.use), DEFAULT.fill(entry.misleads)),
    )


def face_of_metric_list(found: Sequence[Metric]) -> Face:
    """Return the face of entries of the catalogue."""
    return Face(
        f"{count(len(found))} {'metric' if len(found) == 1 else 'metrics'} of the catalogue.",
        grids=(Grid.of(catalogue_sheet(found), "metrics"),),
        view=lambda: MetricListView(found),
    )
