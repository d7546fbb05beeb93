"""Curves with their bands as a sheet."""

from __future__ import annotations

from collections.abc import Mapping

from truecut.inference.bands.band import Band
from truecut.views.sheet import Sheet

Bands = Mapping[str, Band]  # by model


def bands_sheet(bands: Bands) -> Sheet:
    """Return every point, with the model's name in front if there are several."""
    first = next(iter(bands.values()))
    if len(bands) == 1:
        return Sheet(first.header, list(first.rows()))
    return Sheet(("model", *first.header), [(model, *row) for model, band in bands.items() for row in band.rows()])
