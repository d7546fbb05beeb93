"""What a curve with its band says of itself."""

from __future__ import annotations

from functools import partial

import numpy as np

from truecut.catalogue.origin import Origin
from truecut.inference.bands.band import Band
from truecut.views.curve_bands import CurveBandsView
from truecut.views.curve_bands.tables import bands_sheet
from truecut.views.face import CurvePicture, Face, Grid, Later
from truecut.words.numerals import count


def face_of_band(band: Band) -> Face:
    """Return the face of a band."""
    drawn = f", {count(band.replicates)} resamples, seed {band.seed}" if band.replicates else ""
    return Face(
        f"{100 * band.level:g} % {band.kind.value} band of the {band.name} curve at {count(len(band))} points.",
        f"{band.method}{drawn}",
        grids=Later(lambda: (Grid.of(bands_sheet({"": band}), "band", is_on_card=False),)),
        notes=(band.note,) if band.note else (),
        picture=lambda: _picture(band),
        view=None if band.origin is None else partial(_view, band, band.origin),
    )


def _view(found: Band, origin: Origin) -> CurveBandsView:
    """Return what the command of the same result shows."""
    return CurveBandsView(origin.read, {origin.model.name: found})


def _picture(band: Band) -> CurvePicture | None:
    columns = np.array([band.x, band.y, band.low, band.high], dtype=float)
    columns = columns[:, np.isfinite(columns).all(axis=0)]
    if columns.shape[1] < 2 or columns.min() < 0 or columns.max() > 1:
        return None  # what does not lie in the unit square is for a figure
    x, y, low, high = columns.tolist()
    is_roc = band.name == "roc"
    return CurvePicture([(x, y)], band.x_name, band.y_name, band=(x, low, high), has_diagonal=is_roc)
