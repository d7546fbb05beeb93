"""Curves with their confidence bands, by model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from truecut.views.view import View, made_by

if TYPE_CHECKING:
    from collections.abc import Mapping

    from truecut.data.rows import Provenance
    from truecut.inference.bands.band import Band


@dataclass(frozen=True, eq=False)
class CurveBandsView(View):
    """Curves with their confidence bands, by model."""

    read: Provenance
    bands: Mapping[str, Band]

    kind = "curve"
    tells_place = False
    text = made_by("curve_bands.text:drawn_bands", "read", "bands")
    data = made_by("curve_bands.data:bands_data", "read", "bands")
    sheet = made_by("curve_bands.tables:bands_sheet", "bands")

    @property
    def follows_prevalence(self) -> bool:
        """Say whether a curve is among them that does not look at each class on its own, as the ROC curve does."""
        from truecut.catalogue import BY_NAME

        return any(
            name != "roc" and not (name in BY_NAME and BY_NAME[name].is_of_each_class)
            for name in {band.name for band in self.bands.values()}
        )
