"""What a decision curve says of itself: where acting on a model is worth more than acting on all or on none."""

from __future__ import annotations

from functools import partial

import numpy as np

from truecut.catalogue.origin import Origin
from truecut.decisions.decision_curve import DecisionCurve, ModelBenefit
from truecut.decisions.findings.finding import Tone
from truecut.views.decision_curve import DecisionCurveView
from truecut.views.face import CellKind, CurvePicture, Face, Grid, GridColumn, Later
from truecut.words.numerals import count, percent


def face_of_decision_curve(found: DecisionCurve) -> Face:
    """Return the face of net benefit over thresholds."""
    first, *others = found.sentences
    low, high = float(found.thresholds[0]), float(found.thresholds[-1])
    return Face(
        first,
        f"{count(found.rows)} rows, {percent(found.prevalence)} positive; thresholds {low:g} to {high:g}, "
        f"{100 * found.level:g} % {found.kind.value} limits",
        grids=Later(lambda: (_grid(found),)),
        findings=tuple((Tone.WARNING, text) for text in found.warnings),
        notes=(*others, *((found.note,) if found.note else ())),
        picture=lambda: _picture(found),
        told={"sentences": list(found.sentences)},
        view=None if found.origin is None else partial(_view, found, found.origin),
    )


def _view(found: DecisionCurve, origin: Origin) -> DecisionCurveView:
    """Return what the command of the same result shows."""
    return DecisionCurveView(origin.read, origin.words, found)


def _grid(found: DecisionCurve) -> Grid:
    def kind(name: str) -> CellKind:
        return CellKind.THRESHOLD if name == "threshold" else CellKind.NUMBER

    columns = tuple(GridColumn(name, CellKind.TEXT if name == "model" else kind(name)) for name in found.header)
    return Grid("curve", columns, list(found.table()), is_on_card=False)


def _picture(found: DecisionCurve) -> CurvePicture | None:
    most = max(float(np.nanmax(model.net_benefit.value)) for model in found.models)
    if not most > 0 or len(found.thresholds) < 2:
        return None
    along = ((found.thresholds - found.thresholds[0]) / (found.thresholds[-1] - found.thresholds[0])).tolist()

    def drawn(values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> list[float]:
        return [float(value) for value in np.clip(np.nan_to_num(values / most), 0, 1)]

    first: ModelBenefit = found.models[0]
    names = [*(model.name for model in found.models[1:]), "flag all"]
    return CurvePicture(
        [(along, drawn(one.net_benefit.value)) for one in found.models] + [(along, drawn(found.flag_all.value))],
        f"threshold {found.thresholds[0]:g} to {found.thresholds[-1]:g}",
        "net benefit",
        band=(along, drawn(first.net_benefit.low), drawn(first.net_benefit.high)),
        has_diagonal=False,
        said=f"solid: {first.name} with its limits; dashed: {', '.join(names)}",
    )
