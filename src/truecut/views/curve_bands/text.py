"""Curves with their bands for a terminal."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from rich.console import Group, RenderableType

from truecut.data.rows import Provenance
from truecut.inference.bands.band import KNOWN, Band, BandKind
from truecut.views.sheet import Sheet
from truecut.views.sheet_text import drawn_sheet
from truecut.views.terminal_tables import QUIET, STRONG
from truecut.views.visible_drawing import Text
from truecut.words.numerals import count

SHOWN = 11  # points of a curve that fit a screen
MOST_BANDS = 8
PROMISES = {
    BandKind.POINTWISE: "at each {x} by itself, the {y} of all such rows lies between low and high",
    BandKind.SIMULTANEOUS: "the whole curve of all such rows lies between low and high",
}
Bands = Mapping[str, Band]  # by model


def drawn_bands(read: Provenance, bands: Bands) -> RenderableType:
    """Return what each band promises, and some of its points."""
    parts: list[RenderableType] = []
    for model, band in list(bands.items())[:MOST_BANDS]:
        shown = np.unique(np.linspace(0, len(band) - 1, SHOWN).round().astype(int))
        rows = list(band.rows())
        parts += [
            Text.assemble((f"{band.name} of {model}", STRONG), (f"  {read.source}, {count(read.rows)} rows", QUIET)),
            *_about(band),
            "",
            drawn_sheet(Sheet(band.header, [rows[i] for i in shown])),
            "",
        ]
    if len(bands) > MOST_BANDS:
        parts.append(Text(f"{len(bands) - MOST_BANDS} more curves: --format csv, or -o FILE.csv.", style=QUIET))
    longest = max(len(band) for band in bands.values())
    if longest > SHOWN:
        parts.append(Text(f"Every point ({count(longest)}): --format csv, or -o FILE.csv.", style=QUIET))
    return Group(*parts)


def _about(band: Band) -> list[Text]:
    note = [Text(f"Note: {band.note}.", style=QUIET)] if band.note else []
    if band.method == KNOWN:
        return note
    promise = PROMISES[band.kind].format(x=band.x_name, y=band.y_name)
    return [
        Text(f"With {100 * band.level:g} % confidence, {promise}."),
        Text(f"Method: {method_in_words(band)}.", style=QUIET),
        *note,
    ]


def method_in_words(band: Band) -> str:
    """Return how a band was found, with its resamples and seed."""
    if not band.replicates:
        return band.method
    return f"{band.method}, {count(band.replicates)} resamples, seed {band.seed}"
