"""Curves with their confidence bands, by model."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from truecut.views.view import View

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

    from truecut.data.rows import Provenance
    from truecut.inference.bands.band import Band
    from truecut.views.sheet import Sheet


@dataclass(frozen=True, eq=False)
class CurveBandsView(View):
    """Curves with their confidence bands, by model."""

    read: Provenance
    bands: Mapping[str, Band]

    kind = "curve"
    tells_place = False

    @property
    def follows_prevalence(self) -> bool:
        """Say whether a curve is among them that does not look at each class on its own, as the ROC curve does."""
        from truecut.catalogue import BY_NAME

        return any(
            name != "roc" and not (name in BY_NAME and BY_NAME[name].is_of_each_class)
            for name in {band.name for band in self.bands.values()}
        )

    def text(self, width: int) -> RenderableType:
        """Return it for a terminal."""
        from truecut.views.curve_bands.text import drawn_bands

        return drawn_bands(self.read, self.bands)

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        from truecut.views.curve_bands.data import bands_data

        return bands_data(self.read, self.bands)

    def sheet(self) -> Sheet:
        """Return it as one table."""
        from truecut.views.curve_bands.tables import bands_sheet

        return bands_sheet(self.bands)
