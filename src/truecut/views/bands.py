"""Curves with their bands: for a terminal, as JSON, and as a sheet."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from rich.console import Group, RenderableType
from rich.text import Text

from truecut.data.rows import Provenance
from truecut.inference.bands.band import Band, BandKind
from truecut.numerals import count
from truecut.views.as_json import as_text, plain, read_as_data
from truecut.views.plain import drawn_sheet
from truecut.views.sheet import Sheet

STRONG, QUIET = "bold", "bright_black"
SHOWN = 11  # points of a curve that fit a screen
PROMISES = {
    BandKind.POINTWISE: "at each {x} by itself, the {y} of all such rows lies between low and high",
    BandKind.SIMULTANEOUS: "the whole curve of all such rows lies between low and high",
}

Bands = Mapping[str, Band]  # by model


def drawn_bands(read: Provenance, bands: Bands) -> RenderableType:
    """Return what each band promises, and some of its points."""
    parts: list[RenderableType] = []
    for model, band in bands.items():
        shown = np.unique(np.linspace(0, len(band) - 1, SHOWN).round().astype(int))
        rows = list(band.rows())
        parts += [
            Text.assemble((f"{band.name} of {model}", STRONG), (f"  {read.source}, {count(read.rows)} rows", QUIET)),
            Text(
                f"With {100 * band.level:g} % confidence, {PROMISES[band.kind].format(x=band.x_name, y=band.y_name)}."
            ),
            Text(f"Method: {method_of(band)}.", style=QUIET),
            *([Text(f"Note: {band.note}.", style=QUIET)] if band.note else []),
            "",
            drawn_sheet(Sheet(band.header, [rows[i] for i in shown])),
            "",
        ]
    longest = max(len(band) for band in bands.values())
    if longest > SHOWN:
        parts.append(Text(f"Every point ({count(longest)}): --format csv, or -o FILE.csv.", style=QUIET))
    return Group(*parts)


def method_of(band: Band) -> str:
    """Return how a band was found, with its resamples and seed."""
    if not band.replicates:
        return band.method
    return f"{band.method}, {count(band.replicates)} resamples, seed {band.seed}"


def bands_as_json(read: Provenance, bands: Bands) -> str:
    """Return every point of every band."""
    return as_text(
        "curve", {"read": read_as_data(read), "curves": [_as_data(model, band) for model, band in bands.items()]}
    )


def bands_sheet(bands: Bands) -> Sheet:
    """Return every point, with the model's name in front if there are several."""
    first = next(iter(bands.values()))
    if len(bands) == 1:
        return Sheet(first.header, list(first.rows()))
    return Sheet(("model", *first.header), [(model, *row) for model, band in bands.items() for row in band.rows()])


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
