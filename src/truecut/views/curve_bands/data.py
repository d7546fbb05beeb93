"""Curves with their bands as plain data, in the shape of docs/reference/json.md."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from truecut.data.rows import Provenance
from truecut.inference.bands.band import Band
from truecut.views.json_values import plain, read_as_data

Bands = Mapping[str, Band]  # by model


def bands_data(read: Provenance, bands: Bands) -> dict[str, Any]:
    """Return every point of every band."""
    return {"read": read_as_data(read), "curves": [_as_data(model, band) for model, band in bands.items()]}


def _as_data(model: str, band: Band) -> dict[str, Any]:
    return {
        "model": model,
        "name": band.name,
        "x": band.x_name,
        "y": band.y_name,
        "kind": band.kind.value,
        "level": band.level,
        "method": band.method,
        "replicates": band.replicates,
        "seed": band.seed,
        "note": band.note or None,
        "points": [dict(zip(band.header, map(plain, row), strict=True)) for row in band.rows()],
    }
